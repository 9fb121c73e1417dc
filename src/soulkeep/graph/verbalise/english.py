"""Groups of statements as English sentences (section 4): coordinated verb phrases and relative clauses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from soulkeep.graph.terms import is_iri, is_literal
from soulkeep.graph.verbalise.statement_groups import TYPE, Group
from soulkeep.graph.words import grammar_en as grammar
from soulkeep.graph.words.articles import at_place
from soulkeep.graph.words.frames import frame_of
from soulkeep.graph.words.grammar_any import Conjunction
from soulkeep.graph.words.spoken import TermNames, is_day, is_partial_date, listed_words, quoted, spoken
from soulkeep.graph.words.verb_names import spoken_noun, verb_name

_VERBS = 3
"""Most verb phrases of a sentence."""

_ASIDES = 2
"""Most clauses of a sentence about other things that it mentions."""

_ONCE = re.compile(
    "died|was (?:born|buried|killed|founded|formed|established|built|created|released|published|recorded)"
)
"""Verbs for what happens only once, so that its place and its time go into one phrase."""

_NUMBER = re.compile(r"\d[\d.,]*")
_AT_A_PLACE = (" in ", " at ", " on ", " under ", " behind ", " inside ")
_COUNTED = re.compile(r"number of (\w+s)|(\w+) count")
_SINCE = re.compile(r"([a-z]+) since")
"""Nouns that count things (as the two patterns above), or give the time since when something holds."""

_DEEP = 2
"""Greatest depth of nested relative clauses."""


_ONE_IS_ON = frozenset(("island", "isle", "islet", "atoll", "planet", "moon", "peninsula", "deck", "street", "road"))

_BY = re.compile(r"is (?:by|from|in|at|on) ")
"""A phrase that can follow the class of a thing: "is an album by Miles Davis"."""


class _EnglishClause(NamedTuple):
    """A clause about a topic.

    Attributes:
        kind: "verb" (after the name), "owned" (after its possessive or "whose"), "class" (after the name), "whole".
        before: words before the values.
        values: terms with their wording.
        after: words after the values.
        conjunction: the word that joins the values.
        holds: False if the clause is denied.
    """

    kind: str
    before: str
    values: tuple[tuple[str, str], ...]
    after: str = ""
    conjunction: Conjunction = "and"
    holds: bool = True


def english(groups: Mapping[str, Sequence[Group]], lexicon: TermNames, most: int) -> str:
    """Return groups of statements by topic as whole sentences, in the order of the topics."""
    teller = _Teller(groups, lexicon, most)
    return " ".join(sentence for topic in groups for sentence in teller.tell(topic))


class _Teller:
    def __init__(self, groups: Mapping[str, Sequence[Group]], lexicon: TermNames, most: int) -> None:
        self._lexicon = lexicon
        self._most = most
        self._names: dict[str, str] = {}
        self._waiting = {topic: self._clauses(group) for topic, group in groups.items()}
        self._begun: set[str] = set()
        self._waiting = {topic: self._merged(clauses) for topic, clauses in self._waiting.items()}

    # -- sentences

    def tell(self, topic: str) -> list[str]:
        """Return sentences with what is still untold about a topic."""
        clauses = self._waiting.pop(topic, [])
        again = topic in self._begun
        self._begun.add(topic)
        name = self._name(topic)
        classes = [one for one in clauses if one.kind == "class"]
        verbs = [one for one in clauses if one.kind == "verb"]
        owned = [one for one in clauses if one.kind == "owned"]
        sentences: list[str] = []
        aside = False
        # clauses that lead on to another topic come last in their sentence
        verbs.sort(key=lambda one: (self._leads_on(one), not one.holds))
        plain = [one for one in owned if not self._leads_on(one)]
        while classes or verbs:
            chosen = self._chosen(verbs)
            subject = name if not sentences or aside or self._lexicon.is_person(topic) else "it"
            if classes:
                beside = plain[:_ASIDES] if not again else []
                sentences.append(f"{subject} {self._class(classes.pop(0), topic, beside, chosen, 0)}")
            else:
                beside = plain[:_ASIDES] if chosen[0].holds and not again else []
                between = f", {self._whose(beside, 0)}," if beside else ""
                sentences.append(f"{subject}{between} {self._coordinated(chosen, 0)}")
            again = True
            plain = plain[len(beside) :]
            owned = [one for one in owned if one not in beside]
            verbs = verbs[len(chosen) :]
            aside = self._leads_on(chosen[-1]) if chosen else False
        sentences += self._possessions(topic, owned, known=bool(sentences) and not aside)
        sentences += [self._text(one, 0) for one in clauses if one.kind == "whole"]
        return [grammar.sentence(text) for text in sentences]

    def _chosen(self, verbs: Sequence[_EnglishClause]) -> list[_EnglishClause]:
        """Return the first verb phrases, as many as make a sentence; one that leads on never follows a denied one."""
        chosen: list[_EnglishClause] = []
        for one in verbs[:_VERBS]:
            leads_on = self._leads_on(one)
            if leads_on and any(not other.holds for other in chosen):
                break
            chosen.append(one)
            if leads_on:
                break
        return chosen

    def _possessions(self, topic: str, owned: Sequence[_EnglishClause], *, known: bool) -> list[str]:
        """Return sentences such as "Its genre is Jazz, and its label is Columbia"; `known`: use a pronoun."""
        own = "their" if self._lexicon.is_person(topic) else "its"
        name = self._name(topic)
        sentences: list[str] = []
        waiting = sorted(owned, key=self._leads_on)
        while waiting:
            count = 1 if self._leads_on(waiting[0]) else 2
            texts = [self._text(one, 0) for one in waiting[:count]]
            first = f"its {texts[0]}" if known and own == "its" else grammar.possessed(name, texts[0])
            sentences.append(f"{first}, and {own} {texts[1]}" if len(texts) > 1 else first)
            known = not any(self._leads_on(one) for one in waiting[:count])
            waiting = waiting[count:]
        return sentences

    # -- clauses within a sentence

    def _coordinated(self, verbs: Sequence[_EnglishClause], depth: int) -> str:
        """Return coordinated verb phrases of one subject: "was born in Kansas City and played the alto saxophone"."""
        so = [self._text(one, depth) for one in verbs if one.holds]
        denied = [self._text(one, depth) for one in verbs if not one.holds]
        if not (so and denied):
            return grammar.coordinated(so or denied)
        comma = "," if len(so) > 1 or "," in so[0] else ""
        return f"{grammar.coordinated(so)}{comma} but {grammar.coordinated(denied)}"

    def _whose(self, owned: Sequence[_EnglishClause], depth: int) -> str:
        return grammar.coordinated([f"whose {self._text(one, depth)}" for one in owned])

    def _class(
        self,
        one: _EnglishClause,
        topic: str,
        owned: Sequence[_EnglishClause],
        verbs: Sequence[_EnglishClause],
        depth: int,
    ) -> str:
        """Return a topic's class with its verb phrases: "is a musical artist who was born in Alton"."""
        who = "who" if self._lexicon.is_person(topic) else "that"
        parts = [self._whose(owned, depth)] if owned else []
        parts += [f"{who} {self._coordinated(verbs, depth)}"] if verbs else []
        return " ".join([self._text(one, depth), *([grammar.coordinated(parts)] if parts else [])])

    def _aside(self, topic: str, depth: int) -> str:
        """Return a relative clause about a thing just named; what doesn't fit into it is told later."""
        self._begun.add(topic)
        waiting = self._waiting[topic]
        classes = [one for one in waiting if one.kind == "class"][:1]
        owned = [one for one in waiting if one.kind == "owned" and not self._leads_on(one)][:_ASIDES]
        verbs = self._chosen([one for one in waiting if one.kind == "verb"])[: _ASIDES - len(owned)]
        if not (classes or owned or verbs):
            owned = [one for one in waiting if one.kind == "owned"][:1]
        left = [one for one in waiting if one not in (*classes, *owned, *verbs)]
        if left:
            self._waiting[topic] = left
        else:
            del self._waiting[topic]
        if classes:
            return self._class(classes[0], topic, owned, verbs, depth).removeprefix("is ")
        who = "who" if self._lexicon.is_person(topic) else "which"
        if not owned and len(verbs) == 1 and re.match(r"is (?:an?|the) ", verbs[0].before):
            return self._text(verbs[0], depth).removeprefix("is ")
        parts = [self._whose(owned, depth)] if owned else []
        parts += [f"{who} {self._coordinated(verbs, depth)}"] if verbs else []
        return grammar.coordinated(parts)

    def _merged(self, clauses: Sequence[_EnglishClause]) -> list[_EnglishClause]:
        """Return clauses, merging those with a thing's class and maker, or place and time of one event."""
        merged: list[_EnglishClause] = []
        kind = next((one for one in clauses if one.kind == "class" and len(one.values) == 1), None)
        by = next((one for one in clauses if one.kind == "verb" and one.holds and _BY.match(one.before)), None)
        if kind and by:
            joined = by._replace(before=f"{self._text(kind, _DEEP)}{by.before.removeprefix('is')}")
            clauses = [joined, *(one for one in clauses if one not in (kind, by))]
        for one in clauses:
            same = [number for number, other in enumerate(merged) if _happened_once(one, other)]
            place, time = sorted((merged[same[0]], one), key=_is_dated) if same else (one, one)
            if not same or self._leads_on(place):
                merged.append(one)
                continue
            text = self._text(place, _DEEP)
            preposition = time.before.rstrip().rpartition(" ")[2]
            merged[same[0]] = time._replace(before=f"{text}{',' if ',' in text else ''} {preposition} ")
        return merged

    def _leads_on(self, one: _EnglishClause) -> bool:
        """Return whether a clause ends with a thing about which something is still untold."""
        return not one.after and len(one.values) <= self._most and any(self._open(term) for term, _ in one.values)

    def _open(self, term: str) -> bool:
        return term not in self._begun and any(one.kind != "whole" for one in self._waiting.get(term, ()))

    def _text(self, one: _EnglishClause, depth: int) -> str:
        if depth < _DEEP and self._leads_on(one):
            open_ = [term for term, _ in one.values if self._open(term)]
            asked = open_ if len(one.values) <= 2 else open_[:1]
            values = sorted(one.values, key=lambda value: value[0] in asked)
            # things named together don't get clauses about each other
            self._begun.update(asked)
            names = [text for _, text in values]
            asides = {term: f"{text}, {self._aside(term, depth + 1)}" for term, text in values if term in asked}
            if len(asides) == 2:
                return f"{one.before}{f', {one.conjunction} '.join(asides.values())}"
            named = listed_words(names, "en", most=self._most, conjunction=one.conjunction)
            return one.before + named + "".join(asides.values()).removeprefix(names[-1])
        words = [text for _, text in one.values]
        return one.before + listed_words(words, "en", most=self._most, conjunction=one.conjunction) + one.after

    # -- groups as clauses

    def _name(self, term: str) -> str:
        if term not in self._names:
            self._names[term] = spoken(term, self._lexicon, "en") or "something"
        return self._names[term]

    def _clauses(self, groups: Sequence[Group]) -> list[_EnglishClause]:
        return [clause for group in groups if (clause := self._clause(group)).values]

    def _clause(self, group: Group) -> _EnglishClause:
        values = tuple(
            (term, text) for term in group.values if (text := self._lexicon.value(term, group.predicate, "en"))
        )
        if group.predicate == TYPE:
            return self._of_class(group, values)
        frame = frame_of(group, self._lexicon, "en")
        if frame is None:
            return self._by_noun(group, values)
        name = self._name(group.topic)
        opening, middle = _dated(frame.opening, group.values), _dated(frame.middle, group.values)
        if middle.endswith((" located in ", " born in ", " died in ", " lives in ")) and self._are_on(group.values):
            middle = f"{middle[:-3]}on "
        if values and middle.endswith((" worked as ", " works as ")):
            values = tuple((term, grammar.indefinite(grammar.common(text))) for term, text in values)
        if frame.topic_first and middle.endswith(_AT_A_PLACE):
            values = _at_places(values)
        if (middle if frame.topic_first else opening).lower().endswith("the "):
            values = tuple((term, re.sub(r"^[Tt]he (?=\w)", "", text)) for term, text in values)
        if not frame.topic_first:
            return _whole(opening, values, frame.middle + name + frame.closing, holds=group.holds)
        if middle.startswith(("'s ", "’s ")) and not opening.strip():
            words = middle[3:]
            if group.holds:
                return _EnglishClause(
                    "owned", grammar.owning(words) if len(values) > 1 else words, values, frame.closing
                )
            denied = grammar.owning_not(words)
            if denied is not None:
                return _EnglishClause("owned", denied, _any(values), frame.closing, "or", holds=False)
            return _whole(f"{name}{middle}", values, frame.closing, holds=False)
        if opening.lower().endswith("the "):
            name = name.removeprefix("The ")
        words = middle.lstrip() if middle.startswith(" ") else ""
        clause = (
            _EnglishClause("verb", words, values, frame.closing)
            if group.holds
            else _denied(words, values, frame.closing)
        )
        if clause is None or not words:
            return _whole(opening + name + middle, values, frame.closing, holds=group.holds)
        if not opening.strip():
            return clause
        return clause._replace(kind="whole", before=f"{opening}{name} {clause.before}")

    def _are_on(self, places: Sequence[str]) -> bool:
        """Return whether English says "on", rather than "in", for places such as islands."""
        kinds = [self._lexicon.class_of(one) for one in places if is_iri(one)]
        names = [self._lexicon.label(kind, "en").casefold().split(" ")[-1] for kind in kinds if kind]
        return bool(names) and len(names) == len(places) and _ONE_IS_ON.issuperset(names)

    def _of_class(self, group: Group, values: tuple[tuple[str, str], ...]) -> _EnglishClause:
        if not group.inverse:
            kinds = tuple((term, grammar.indefinite(grammar.common(text))) for term, text in values)
            if group.holds:
                return _EnglishClause("class", "is ", kinds)
            return _EnglishClause("verb", "isn't ", kinds, "", "or", holds=False)
        kind = grammar.common(self._name(group.topic))
        if group.holds:
            many = len(values) > 1
            return _EnglishClause(
                "whole", "", values, f" are {grammar.plural(kind)}" if many else f" is {grammar.indefinite(kind)}"
            )
        if len(values) == 1:
            return _EnglishClause("whole", "", values, f" isn't {grammar.indefinite(kind)}")
        after = f" is {grammar.indefinite(kind)}"
        if len(values) == 2:
            return _EnglishClause("whole", f"neither {values[0][1]} nor ", values[1:], after)
        return _EnglishClause("whole", "none of ", values, after)

    def _by_noun(self, group: Group, values: tuple[tuple[str, str], ...]) -> _EnglishClause:
        """Return a clause made from a property's name alone."""
        noun = grammar.common(spoken_noun(group.predicate, self._lexicon))
        name = self._name(group.topic)
        if verb := verb_name(group.predicate, self._lexicon):
            if group.inverse:
                verb = grammar.several(verb) if len(values) > 1 else verb
                return _whole("", values, f" {verb} {name}", holds=group.holds)
            if all(is_day(value) or is_partial_date(value) for value in group.values):  # it happened then
                verb = re.sub(r"^is (?=\w+ (?:on|in|at)$)", "was ", verb)
            if f"{verb} ".endswith(_AT_A_PLACE):
                values = _at_places(values)
            if group.holds:
                return _EnglishClause("verb", f"{verb} ", values)
            return _denied(f"{verb} ", values, "") or _whole(f"{name} {verb} ", values, "", holds=False)
        noun = noun.removeprefix("has ")
        number = len(values) == 1 and _NUMBER.fullmatch(values[0][1]) is not None
        if number and group.holds and not group.inverse and (counted := _COUNTED.fullmatch(noun)):
            things = counted[1] or grammar.plural(counted[2])
            return _EnglishClause("verb", "has ", ((values[0][0], f"{values[0][1]} {things}"),))
        if group.holds and not group.inverse and (since := _SINCE.fullmatch(noun)):
            return _EnglishClause("verb", f"has been {grammar.indefinite(since[1])} since ", values)
        if group.inverse:
            be = "is" if group.holds else "isn't"
            return _EnglishClause(
                "verb", f"{be} the {noun} of ", values, "", "and" if group.holds else "or", holds=group.holds
            )
        if group.holds and number and (grammar.is_plural(noun) or noun.endswith("men")):
            if values[0][1] == "1":
                before, space, last = noun.rpartition(" ")
                noun = f"{before}{space}{(grammar.singulars(last) or [last])[0]}"
            return _EnglishClause("verb", "has ", ((values[0][0], f"{values[0][1]} {noun}"),))
        values = tuple((term, quoted(term, text, "en")) for term, text in values)
        if group.holds and len(values) > 1:
            noun = grammar.plural(noun)
            be = "is" if grammar.is_mass(noun) else "are"
        else:
            be = "are" if grammar.is_plural(noun) else "is"
        if group.holds:
            return _EnglishClause("owned", f"{noun} {be} ", values)
        return _EnglishClause("owned", f"{noun} {be}n't ", _any(values), "", "or", holds=False)


def _at_places(values: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return values after a preposition of place; a text that names one by common nouns gets "the"."""
    return tuple((term, at_place(text) if is_literal(term) else text) for term, text in values)


def _whole(before: str, values: tuple[tuple[str, str], ...], after: str, *, holds: bool) -> _EnglishClause:
    if holds:
        return _EnglishClause("whole", before, values, after)
    first, space, rest = before.partition(" ")
    before = first.lower() + space + rest if first in ("The", "A", "An", "In", "On", "At", "Its", "One") else before
    return _EnglishClause("whole", f"it isn't true that {before}", values, after, "or", holds=False)


def _denied(words: str, values: tuple[tuple[str, str], ...], after: str) -> _EnglishClause | None:
    """Return a denied verb phrase; None if its negation isn't known."""
    denied = grammar.negated(words)
    if denied is None:
        return None
    return _EnglishClause("verb", denied.words, _any(values), after + denied.late, "or", holds=False)


def _any(values: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    """Return values for a negated clause: nameless things become "anything"."""
    return tuple((term, "anything" if text == "something" else text) for term, text in values)


def _happened_once(one: _EnglishClause, other: _EnglishClause) -> bool:
    """Return whether two clauses give the place and the time of one event that happens only once."""
    if {one.kind, other.kind} != {"verb"} or one.after or other.after or not (one.holds and other.holds):
        return False
    verb, same = (clause.before.rstrip().rpartition(" ")[0] for clause in (one, other))
    return verb == same and _ONCE.fullmatch(verb) is not None and _is_dated(one) != _is_dated(other)


def _is_dated(one: _EnglishClause) -> bool:
    return len(one.values) == 1 and (is_day(one.values[0][0]) or is_partial_date(one.values[0][0]))


def _dated(words: str, values: Sequence[str]) -> str:
    """Return the words before a date with its preposition: on a day, in a month or a year."""
    if words.endswith(" on ") and all(is_partial_date(value) for value in values):
        return f"{words[:-3]}in "
    if words.endswith(" in ") and all(is_day(value) for value in values):
        return f"{words[:-3]}on "
    return words
