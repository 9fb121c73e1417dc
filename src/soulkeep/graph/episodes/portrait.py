"""Portraits of things: a class or a description, then a few facts in short sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes import listing, speech
from soulkeep.graph.episodes.naturalness import is_of_several
from soulkeep.graph.episodes.nouns import is_english, noun_of
from soulkeep.graph.episodes.phrases import (
    idiomatic,
    in_german,
    in_order,
    is_of_data,
    joined,
    joined_in_german,
    put_to,
    repeats,
)
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.terms import is_iri
from soulkeep.graph.verbalise.sentences import GraphStatement, spoken, verbalise
from soulkeep.graph.words import grammar_de, grammar_en
from soulkeep.graph.words.articles import bare_words, is_work
from soulkeep.graph.words.bare_names import stands_bare, stands_for_kind
from soulkeep.graph.words.measures import TIME, measure
from soulkeep.graph.words.spoken import is_day, is_partial_date
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.classes import is_noun

_FACTS = 3
"""Most facts that are told about a thing."""

_DESCRIBED = 2
"""Most facts that are told beside a description from the data."""

_AT_ONCE = 2
"""Most facts in one sentence."""

_OWNED = 2
"""Most facts told as possessions ("its level is 9"), where there are few others."""

_SHORT, _LONG = 2, 4
"""Most words of a property's noun in a portrait; of the one that a question is about."""

_SHE = re.compile(
    r"(?:queen|princess|lady|countess|duchess|empress|mrs|miss|ms|dame|madame|sister|mother|frau)\b\.? \w", re.I
)
_HE = re.compile(r"(?:king|prince|lord|count|duke|emperor|mr|sir|brother|father|herr)\b\.? \w", re.I)
_HER = ("mother", "wife", "sister", "daughter")
_HIM = ("father", "husband", "brother", "son")
_TITLES = bare_words("titles")
_BY_TRADE = re.compile(r"\w(?:keeper|maker|smith|master|woman|worker|seller|hunter|rider|driver|fighter)$")
_ITS_OWN = re.compile(r"([a-z]+) (?:lasts|takes) ")
"""A possession that is the thing itself: an exam whose data says "exam takes …"."""

_SPECIES = re.compile(r"species(?: name)? is (.+)")
_OF_SOMEBODY = re.compile(r"\b(?:her|hers|she|his|him|he|woman|man|queen|king|actress|priestess)\b", re.I)
_FEMALE = frozenset(("her", "hers", "she", "woman", "queen", "actress", "priestess"))
_MALE = frozenset(("his", "him", "he", "man", "king"))
_POSSESSED = re.compile(r"['’]s? ")
_GERMAN_ARTICLE = re.compile(r"(?:d(?:er|ie|as|em|en|es)|ein\w*|im|am|vom|zum|zur|beim)", re.IGNORECASE)
_BIRTHDAY = re.compile(r"(?:was born|wurde am [^,]{1,30}\d{4} geboren) ?(?:on \d[^,]*)?")
"""Phrases for the day of somebody's birth alone, which tells little of who they are."""

_WHO = re.compile(r"\b(?:who|wer)\b", re.IGNORECASE)

_UNSAYABLE = re.compile(r"\bor\b|amount to|\bis (?:where|related)\b")


def portrait(
    entity: str,
    facts: Sequence[GraphStatement],
    described: str,
    language: str,
    knowledge: Knowledge,
    asked: str = "",
    *,
    foremost: str = "",
) -> str:
    """Return a portrait of a thing in English or German; "" if nothing can be told well.

    Args:
        entity: the thing.
        facts: the facts to tell, the best first.
        described: the data's description as a sentence; "" for none.
        language: "en" or "de".
        knowledge: the character's knowledge.
        asked: the question, whose articles the portrait repeats.
        foremost: a property whose value is told whatever its noun is like, and before others; "" for none.
    """
    groups: dict[tuple[str, bool], list[GraphStatement]] = {}
    for fact in facts:
        groups.setdefault((fact.predicate, fact.subject != entity), []).append(fact)
    teller = _PortraitTeller(entity, language, knowledge, asked, foremost)
    return teller.told(groups, described)


_GERMAN_KIND = re.compile(r" (?:ist|war) (eine?) (.+)")
"""The words for a thing's class, after its name."""


def _last_word(kind: str) -> str:
    """Return the noun of a class, in lower case."""
    return kind.casefold().split(" ")[-1]


class _PortraitTeller:
    def __init__(self, entity: str, language: str, knowledge: Knowledge, asked: str, foremost: str) -> None:
        self._entity = entity
        self._foremost = foremost
        self._language = language
        self._knowledge = knowledge
        self._lexicon = knowledge.lexicon
        self._asked = asked
        self._name = spoken(entity, knowledge.lexicon, language)
        kind = knowledge.lexicon.class_of(entity)
        called = knowledge.lexicon.label(kind, "en").casefold().split(" ")[-1] if kind else ""
        somebody = called in bare_words("somebody") or _BY_TRADE.search(called) is not None
        self._person = somebody or knowledge.lexicon.is_person(entity)
        self._described = ""
        self._foreign = False
        self._several = language == "en" and is_of_several(entity, knowledge)

    def told(self, groups: dict[tuple[str, bool], list[GraphStatement]], described: str) -> str:
        types = groups.pop((TYPE, False), [])
        kind = self._kind(types)
        self._foreign = bool(types) and not self._is_english(types[0].object)
        said: list[str] = []
        owned: list[str] = []
        named: list[str] = []
        for (predicate, inverse), statements in groups.items():
            phrase = self._phrase(predicate, statements, inverse=inverse)
            if possessed := _POSSESSED.match(phrase):
                common = self._lexicon.sentence(predicate, self._language, inverse=inverse) is not None
                first = predicate == self._foremost and not inverse
                (owned if common or first else named).append(phrase[possessed.end() :])
            elif phrase and phrase not in said and not repeats(phrase, said):
                said = put_to(said, phrase, self._language)
        for phrase in [*owned, *named]:
            if (species := _SPECIES.fullmatch(phrase)) and self._language == "en":
                kind = species[1]
        said += [one.split(" ", 1)[1] for one in owned if (own := _ITS_OWN.match(one)) and own[1] == _last_word(kind)]
        owned = [one for one in owned if not ((own := _ITS_OWN.match(one)) and own[1] == _last_word(kind))]
        if self._language == "en" and not self._person:
            lying = [
                f"is in {one.removeprefix('country is ')}" for one in [*owned, *named] if one.startswith("country is ")
            ]
            if self._kinds() & bare_words("works"):
                lying = [one.replace("is in ", "is from ", 1) for one in lying]
            said += [one for one in lying if not any(re.match(r"is (?:based )?in ", other) for other in said)]
            owned, named = ([one for one in phrases if not one.startswith("country is ")] for phrases in (owned, named))
        owned, named = ([one for one in phrases if not _SPECIES.fullmatch(one)] for phrases in (owned, named))
        said = in_order(said, kind)
        who = self._person and _WHO.search(self._asked) is not None
        born = [one for one in said if _BIRTHDAY.fullmatch(one)] if who else []
        if len(said) - len(born) + bool(kind) > 0:
            said = [one for one in said if one not in born]
        last = kind.casefold().split(" ")[-1]
        if (
            said
            and kind
            and (
                last in self._name.casefold()
                or any(re.search(rf"\b{re.escape(last)} (?:of|by) ", phrase) for phrase in said)
            )
        ):
            kind = ""  # the name contains the class: Falkenstein Castle is a castle
        if said and last in ("npc", "character"):
            kind = ""  # a class that says nothing in a fictional world
        said = said[: _DESCRIBED if described else _FACTS]
        if len(said) + len(owned) + bool(described) < 2:
            owned += named  # facts worded by their property's name, if there are few others
        if any(re.match(r"is the (?:son|daughter|child) of ", phrase) for phrase in said):
            owned = [phrase for phrase in owned if not re.match(r"(?:father|mother|parents?) (?:is|are) ", phrase)]
        owned.sort(key=lambda phrase: " include" not in phrase)
        members = bool(owned) and " include" in owned[0]  # a list of members is always told
        left = (_DESCRIBED if described else _FACTS) - len(said)
        owned = owned[: max(min(left, _OWNED), int(members))]
        if self._language == "de":
            return self._german(kind, said, described)
        return self._english(kind, said, owned, described)

    def _kind(self, types: Sequence[GraphStatement]) -> str:
        name = self._lexicon.label(types[0].object, self._language) if types else ""
        if self._language == "de" and not name[:1].isupper() and not self._is_german(types):
            return ""  # there is no German word for it
        return name if name and speech.is_written_in(name, self._language) else ""

    def _is_german(self, types: Sequence[GraphStatement]) -> bool:
        return (
            any(spoken_in.split("-")[0] == "de" for _, spoken_in in self._lexicon.labels(types[0].object))
            if types
            else False
        )

    def _is_english(self, term: str) -> bool:
        """Return whether a class or property may have an English name: not if all its names are of other languages."""
        tags = {language.split("-")[0] for _, language in self._lexicon.labels(term)}
        return not tags or bool(tags & {"", "en"})

    def _phrase(self, predicate: str, statements: Sequence[GraphStatement], *, inverse: bool) -> str:
        """Return a fact as a phrase after the name; "" if it may not be good English or German."""
        lexicon, language = self._lexicon, self._language
        values = [one.subject if inverse else one.object for one in statements]
        pattern = lexicon.sentence(predicate, language, inverse=inverse)
        own = lexicon.is_own_sentence(predicate, language, inverse=inverse)
        if any(value.startswith("_:") or _is_truth(value) for value in values) or (
            pattern and _UNSAYABLE.search(pattern) and not own
        ):
            return ""
        timed = any((amount := measure(value)) is not None and amount.kind == TIME for value in values)
        if timed and predicate != self._foremost:
            return ""  # it didn't begin at eleven once
        if pattern is None and (inverse or language != "en" or not self._is_sayable(predicate, values)):
            return ""
        if not all(speech.is_written_in(lexicon.label(one, language), language) for one in values if is_iri(one)):
            return ""
        kinds = stands_for_kind(predicate, lexicon)
        if not (own or kinds or all(stands_bare(one, lexicon, language, asked=self._asked) for one in values)):
            return ""
        text = verbalise(statements, lexicon, language, about=self._entity, most=listing.FEW)
        text = text.removesuffix(".")
        if not text.casefold().startswith(self._name.casefold()):
            return ""
        rest = text[len(self._name) :].strip()
        if language == "en" and rest.startswith("is located "):
            rest = f"is {'based ' if self._is_based() else ''}{rest.removeprefix('is located ')}"
        if rest.startswith(("'", "’")):
            return "" if is_of_data(_POSSESSED.sub("", rest, count=1)) else rest
        if language == "de":
            return in_german(rest, self._kinds(), self._gender() if self._person else None)
        kinds_named = self._kinds() | ({*self._name.casefold().split()} & bare_words("events"))
        lives = not self._person or lexicon.may_live(self._entity)
        return idiomatic(rest, kinds_named, self._gender(), lives=lives)

    def _is_sayable(self, predicate: str, values: Sequence[str]) -> bool:
        if (verb := verb_name(predicate, self._lexicon)) is not None:
            dated = any(is_day(one) or is_partial_date(one) for one in values)
            return not (dated and len(verb.split()) == 1)
        noun = grammar_en.common(self._lexicon.noun(predicate, "en"))
        longest = _LONG if predicate == self._foremost else _SHORT
        return (
            self._is_english(predicate)
            and noun_of(predicate, self._lexicon, "en") is not None
            and is_english(noun)
            and len(noun.split()) <= longest
            and "(" not in noun
            and noun.isascii()
            and len(values) == 1
        )

    def _is_based(self) -> bool:
        """Return whether the thing is an organisation, which is based somewhere, rather than a place."""
        types = self._lexicon.types(self._entity)
        return self._knowledge.schema.is_agent(types) or bool(
            self._kinds() & bare_words("kinds") - {"pub", "river", "sea"}
        )

    def _kinds(self) -> set[str]:
        return {one.casefold().split(" ")[-1] for one in self._lexicon.kinds(self._entity)}

    # -- English

    def _english(self, kind: str, said: list[str], owned: list[str], described: str) -> str:
        name = self._name
        if self._several:
            said = [grammar_en.several(phrase) for phrase in said]
        be = "are" if self._several else "is"
        kind = kind if self._foreign else grammar_en.common(kind)  # a Nachtzug
        kind = grammar_en.indefinite(kind) if kind else ""
        sentences: list[str] = [described] if described else []
        subject = name
        self._described = described
        if described or (kind and not self._person):
            if not described:
                sentences.append(f"{name} {be} {kind}")
            subject = self._pronoun() or self._shorter()
        elif kind and said:
            subject = f"{name}, {kind},"
        elif kind:
            sentences.append(f"{name} is {kind}")
            subject = self._pronoun() or self._shorter()
        for start in range(0, len(said), _AT_ONCE):
            sentences.append(f"{subject} {joined(said[start : start + _AT_ONCE])}")
            subject = self._pronoun() or self._shorter()
        if owned and not (sentences and self._pronoun() is None and described):
            pronoun = self._pronoun() if sentences else None
            whose = {"It": "its", "They": "their", "She": "her", "He": "his"}.get(pronoun or "")
            shown = self._shorter() if sentences else name
            first = f"{whose} {owned[0]}" if whose else grammar_en.possessed(shown, owned[0])
            rest = (
                f", and {whose or ('their' if self._person or self._several else 'its')} {owned[1]}"
                if len(owned) > 1
                else ""
            )
            sentences.append(first + rest)
        return " ".join(grammar_en.sentence(one) for one in sentences)

    def _pronoun(self) -> str | None:
        if not self._person:
            if (gender := self._gender()) is not None:  # an animal, for example
                return {"feminine": "She", "masculine": "He"}[gender]
            titled = self._name.split()[0].casefold() in _TITLES
            return None if titled else "They" if self._several else "It"
        return {"feminine": "She", "masculine": "He"}.get(self._gender() or "")

    def _shorter(self) -> str:
        """Return a person's short name: the first name, or the last name of the dead."""
        words = self._name.split()
        if len(words) > 2 and words[0].casefold() in bare_words("before"):
            return f"{words[0]} {words[-1]}"
        person = self._lexicon.is_person(self._entity)  # a bronze giant isn't called by half its name
        if not person or len(words) != 2 or not all(re.fullmatch(r"[^\W\d_]{3,}", word) for word in words):
            return self._name
        titled = words[0].casefold() in bare_words("before") or is_noun(words[1].casefold())
        return self._name if titled else words[0] if self._lexicon.may_live(self._entity) else words[1]

    def _gender(self) -> str | None:
        """Return a person's gender as far as the data shows: "feminine", "masculine" or None."""
        lexicon = self._lexicon
        name = lexicon.label(self._entity, "en")
        spoken_of = {word.casefold() for word in _OF_SOMEBODY.findall(f"{self._described} {self._asked}")}
        if self._person and bool(spoken_of & _FEMALE) != bool(spoken_of & _MALE):
            return "feminine" if spoken_of & _FEMALE else "masculine"
        if _SHE.match(name) or _HE.match(name):
            return "feminine" if _SHE.match(name) else "masculine"
        for predicate, value in self._knowledge.graph.about(self._entity):
            if lexicon.concept(predicate) in ("gender", "sex", "sexOrGender"):
                label = lexicon.label(value, "en").casefold()
                return "feminine" if label.startswith(("f", "w")) else "masculine" if label.startswith("m") else None
        for predicate in self._knowledge.schema.properties:
            concept = lexicon.concept(predicate)
            if concept in (*_HER, *_HIM) and self._knowledge.graph.subjects(predicate, self._entity):
                return "feminine" if concept in _HER else "masculine"
        return None

    # -- German

    def _has_german_article(self) -> bool:
        """Return whether the thing's name may take a German article: it is no person, work or town."""
        kinds = [one.casefold() for one in self._lexicon.kinds(self._entity)]
        bare = any(is_work(one) or one.split(" ")[-1] in bare_words("bare_german") for one in kinds)
        return bool(kinds) and not self._person and not bare

    def _is_asked_bare(self) -> bool:
        """Return whether the question has the name without an article: "Was ist Brummelkraut?"."""
        before, named, _ = self._asked.partition(self._name)
        words = before.split()[-1:]
        return bool(named) and not any(map(_GERMAN_ARTICLE.fullmatch, words))

    def _german_role(self, kind: str) -> str:
        """Return a person's role, in its feminine form for a woman; "" if the gender is unknown."""
        if grammar_de.german_gender(kind) == "feminine" or not kind.endswith(("er", "or", "ist", "ent", "är")):
            return kind
        return {"feminine": f"{kind}in", "masculine": kind}.get(self._gender() or "", "")

    def _german(self, kind: str, said: list[str], described: str) -> str:
        self._described = described
        name = grammar_de.nominative(self._name, self._asked)
        if name == self._name and self._has_german_article() and not self._is_asked_bare():
            name = grammar_de.named_with_article(name, "") or name
        if self._person and kind:
            kind = self._german_role(kind)
        article = grammar_de.german_article(kind) if kind and not described else None
        if article is not None:
            said = [f"ist {article} {kind}", *said]
        subject = name
        if described:
            match = _GERMAN_KIND.match(described.removeprefix(self._name))
            if not self._person and match:
                subject = "Sie" if match[1] == "eine" else grammar_de.german_pronoun(match[2]) or name
            if self._person and (gender := self._gender()):
                subject = {"feminine": "Sie", "masculine": "Er"}[gender]
            if described.startswith(f"{self._name} "):
                described = name + described[len(self._name) :]
        sentences = [described] if described else []
        for start in range(0, len(said), _AT_ONCE):
            sentences.append(f"{subject} {joined_in_german(said[start : start + _AT_ONCE])}")
            if not self._person:
                subject = (
                    grammar_de.german_pronoun_of_name(name)
                    or (grammar_de.german_pronoun(kind) if kind else None)
                    or subject
                )
            elif (gender := self._gender()) is not None:
                subject = {"feminine": "Sie", "masculine": "Er"}[gender]
            else:
                subject = self._shorter()
        if not sentences and kind:
            own = grammar_de.german_article(kind)
            return f"{own.capitalize()} {kind}." if own else f"{kind}."
        return " ".join(listing.sentence(one[0].upper() + one[1:], "de") for one in sentences)


def _is_truth(value: str) -> bool:
    return value.endswith("boolean>")
