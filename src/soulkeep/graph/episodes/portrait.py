"""What there is to tell of a thing, as a person would: what it is, then a few facts in short sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from soulkeep.graph.episodes import speech
from soulkeep.graph.episodes.nouns import noun_of
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.schema import TYPE
from soulkeep.graph.verbalise.sentences import GraphStatement, spoken, verbalise
from soulkeep.graph.words import grammar_de, grammar_en
from soulkeep.graph.words.bare_names import stands_bare, stands_for_kind
from soulkeep.graph.words.spoken import is_day, is_partial_date
from soulkeep.graph.words.verb_names import verb_name

_FACTS = 3
"""Facts of one sentence, and of somebody, at most."""

_OF_THINGS = 4
_OWNED = 2
"""Facts told as "its level is 9", where there are few others."""

_SHE = re.compile(
    r"(?:queen|princess|lady|countess|duchess|empress|mrs|miss|ms|dame|madame|sister|mother|frau)\b\.? \w", re.I
)
_HE = re.compile(r"(?:king|prince|lord|count|duke|emperor|mr|sir|brother|father|herr)\b\.? \w", re.I)
_HER = ("mother", "wife", "sister", "daughter")
_HIM = ("father", "husband", "brother", "son")
_POSSESSED = re.compile(r"['’]s? ")
_BARE_AMOUNT = re.compile(
    r"(?:\w+|has an? (?:area|elevation|length|depth|width) of|hat eine (?:Fläche|Höhe|Länge|Tiefe|Breite) von) [\d.,]+"
)
"""A number of nothing in particular: "yields 5"."""

_UNSAYABLE = re.compile(r"\bor\b|amount to|\bis (?:where|related)\b")


def portrait(
    entity: str, facts: Sequence[GraphStatement], described: str, language: str, knowledge: Knowledge, asked: str = ""
) -> str:
    """A thing told of in English or German; "" where nothing can be told well.

    Args:
        entity: the thing.
        facts: what may be told of it, the best first.
        described: what the data says that it is, as a sentence; "" for nothing.
        language: "en" or "de".
        knowledge: what is known.
        asked: the question, whose articles are taken up.
    """
    groups: dict[tuple[str, bool], list[GraphStatement]] = {}
    for fact in facts:
        groups.setdefault((fact.predicate, fact.subject != entity), []).append(fact)
    teller = _PortraitTeller(entity, language, knowledge, asked)
    return teller.told(groups, described)


_GERMAN_KIND = re.compile(r" (?:ist|war) (eine?) (.+)")
"""After a name, what something is."""


class _PortraitTeller:
    def __init__(self, entity: str, language: str, knowledge: Knowledge, asked: str) -> None:
        self._entity = entity
        self._language = language
        self._knowledge = knowledge
        self._lexicon = knowledge.lexicon
        self._asked = asked
        self._name = spoken(entity, knowledge.lexicon, language)
        self._person = knowledge.lexicon.is_person(entity)
        self._several = language == "en" and speech.is_of_several(entity, knowledge)

    def told(self, groups: dict[tuple[str, bool], list[GraphStatement]], described: str) -> str:
        kind = self._kind(groups.pop((TYPE, False), []))
        said: list[str] = []
        owned: list[str] = []
        named: list[str] = []
        for (predicate, inverse), statements in groups.items():
            phrase = self._phrase(predicate, statements, inverse=inverse)
            if possessed := _POSSESSED.match(phrase):
                common = self._lexicon.sentence(predicate, self._language, inverse=inverse) is not None
                (owned if common else named).append(phrase[possessed.end() :])
            elif phrase and phrase not in said and not _repeats(phrase, said):
                said = _put_to(said, phrase, self._language)
        if said and kind and kind.casefold().split(" ")[-1] in self._name.casefold():
            kind = ""  # its name says it: Falkenstein Castle is a castle
        said = said[: _FACTS if self._person or described or self._language == "de" else _OF_THINGS]
        if len(said) + len(owned) + bool(described) < 2:
            owned += named  # by the property's name alone, where there is little else
        owned.sort(key=lambda phrase: " include" not in phrase)
        members = bool(owned) and " include" in owned[0]  # who belongs to it is always told
        owned = owned[: max(min(_FACTS - len(said), _OWNED), int(members))]
        if self._language == "de":
            return self._german(kind, said, described)
        return self._english(kind, said, owned, described)

    def _kind(self, types: Sequence[GraphStatement]) -> str:
        name = self._lexicon.label(types[0].object, self._language) if types else ""
        return name if name and speech.is_written_in(name, self._language) else ""

    def _phrase(self, predicate: str, statements: Sequence[GraphStatement], *, inverse: bool) -> str:
        """What a fact says after the name; "" where that isn't certain to be well said."""
        lexicon, language = self._lexicon, self._language
        values = [one.subject if inverse else one.object for one in statements]
        pattern = lexicon.sentence(predicate, language, inverse=inverse)
        own = lexicon.is_own_sentence(predicate, language, inverse=inverse)
        if any(value.startswith("_:") for value in values) or (pattern and _UNSAYABLE.search(pattern) and not own):
            return ""
        if pattern is None and (inverse or language != "en" or not self._is_sayable(predicate, values)):
            return ""
        kinds = stands_for_kind(predicate, lexicon)
        if not (own or kinds or all(stands_bare(one, lexicon, language, asked=self._asked) for one in values)):
            return ""
        text = verbalise(statements, lexicon, language, about=self._entity, most=speech.FEW)
        text = text.removesuffix(".")
        if not text.casefold().startswith(self._name.casefold()):
            return ""
        rest = text[len(self._name) :].strip()
        return "" if _BARE_AMOUNT.fullmatch(rest) else rest

    def _is_sayable(self, predicate: str, values: Sequence[str]) -> bool:
        if (verb := verb_name(predicate, self._lexicon)) is not None:
            dated = any(is_day(one) or is_partial_date(one) for one in values)
            return not (dated and len(verb.split()) == 1)
        noun = grammar_en.common(self._lexicon.noun(predicate, "en"))
        return (
            noun_of(predicate, self._lexicon, "en") is not None
            and len(noun.split()) <= 2
            and "(" not in noun
            and noun.isascii()
            and len(values) == 1
        )

    # -- English

    def _english(self, kind: str, said: list[str], owned: list[str], described: str) -> str:
        name = self._name
        if self._several:
            said = [grammar_en.several(phrase) for phrase in said]
        be = "are" if self._several else "is"
        kind = grammar_en.indefinite(grammar_en.common(kind)) if kind else ""
        sentences: list[str] = [described] if described else []
        subject = name
        if described and self._person and said and self._pronoun() is None and _PLAIN.fullmatch(described):
            return grammar_en.sentence(f"{described.removesuffix('.')} who {_joined(said)}")
        if described or (kind and not self._person):
            if not described:
                sentences.append(f"{name} {be} {kind}")
            subject = self._pronoun() or name
        elif kind and said:
            subject = f"{name}, {kind},"
        elif kind:
            sentences.append(f"{name} is {kind}")
            subject = self._pronoun() or name
        at_once = 2 if len(said) > _FACTS else _FACTS
        for start in range(0, len(said), at_once):
            chosen = said[start : start + at_once]
            sentences.append(f"{subject} {_joined(chosen)}")
            subject = self._pronoun() or name
        if owned:
            pronoun = self._pronoun() if sentences else None
            whose = {"It": "its", "They": "their", "She": "her", "He": "his"}.get(pronoun or "")
            first = f"{whose} {owned[0]}" if whose else grammar_en.possessed(name, owned[0])
            rest = f", and {whose or 'their'} {owned[1]}" if len(owned) > 1 else ""
            sentences.append(first + rest)
        return " ".join(grammar_en.sentence(one) for one in sentences)

    def _pronoun(self) -> str | None:
        if not self._person:
            return "They" if self._several else "It"
        return {"feminine": "She", "masculine": "He"}.get(self._gender() or "")

    def _gender(self) -> str | None:
        """Whether somebody is a woman or a man, as far as the data tells."""
        lexicon = self._lexicon
        name = lexicon.label(self._entity, "en")
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

    def _german(self, kind: str, said: list[str], described: str) -> str:
        name = grammar_de.nominative(self._name, self._asked)
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
        sentence = f"{subject} {_and(said, 'und')}" if said else ""
        sentences = [one for one in (described, sentence) if one]
        if not sentences and kind:
            return f"{kind}."
        return " ".join(speech.sentence(one[0].upper() + one[1:], "de") for one in sentences)


_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_PLAIN = re.compile(r"[^,;:]{3,90} (?:is|was) an? (?:(?! and | who )[^,;:.]){3,60}\.?")
"""A description of somebody that something can be put to: "Matteo Brandel is a Valdoran cyclist."."""

_ROLE = re.compile(r"is (an?|the) ")


def _joined(phrases: Sequence[str]) -> str:
    """English phrases one after the other; who is two things is so once: "is the captain of A and the leader of B"."""
    said = list(phrases)
    for number in range(len(said) - 1, 0, -1):
        if _ROLE.match(said[number]) and _ROLE.match(said[number - 1]) and number == len(said) - 1:
            said[number - 1 :] = [f"{said[number - 1]} and {said[number].removeprefix('is ')}"]
    return grammar_en.coordinated(said)


def _repeats(phrase: str, said: Sequence[str]) -> bool:
    """Whether a fact was told in other words: the same value after the same verb."""
    numbers = {word.replace(",", "") for other in said for word in _NUMBER.findall(other)}
    number = [word.replace(",", "") for word in _NUMBER.findall(phrase)]
    if number and len(number[0]) > 1 and {*number} <= numbers and not re.search(r"\b(?:1\d|20)\d\d$", phrase):
        return True
    return any(phrase.split()[-2:] == other.split()[-2:] and phrase.split()[0] == other.split()[0] for other in said)


def _put_to(said: Sequence[str], phrase: str, language: str) -> list[str]:
    """Facts with one more; where and when the same happened is one: "was born in Porto on 8 July 1971"."""
    words = phrase.split()
    for number, other in enumerate(said):
        before = other.split()
        if language == "de" and before[0] == words[0] == "wurde" and before[-1] == words[-1]:
            dated, placed = (other, phrase) if re.search(r"\d{4}", other) else (phrase, other)
            if re.search(r"\d{4}", dated) and not re.search(r"\d{4}", placed):
                middle = [*dated.split()[:-1], *placed.split()[1:-1]]
                return [*said[:number], " ".join([*middle, words[-1]]), *said[number + 1 :]]
        if language == "en" and before[:2] == words[:2] and {before[2:3][0], words[2:3][0]} <= {"in", "on"}:
            dated, placed = (other, phrase) if re.search(r"\d{4}$", other) else (phrase, other)
            if re.search(r"\d{4}$", dated) and not re.search(r"\d{4}$", placed):
                return [*said[:number], f"{placed} {' '.join(dated.split()[2:])}", *said[number + 1 :]]
    return [*said, phrase]


def _and(parts: Sequence[str], word: str) -> str:
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)
