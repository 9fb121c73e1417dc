"""Analysis of a question: its words, the names in it, the terms that its words may denote, and its qualifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import islice

from soulkeep.graph.questions.context import QuestionContext
from soulkeep.graph.questions.doing import effect_asked
from soulkeep.graph.questions.marks import Comparison, Extreme, Spot
from soulkeep.graph.questions.mentions import THE, is_plain, without_possessive
from soulkeep.graph.questions.names import Named, are_joined
from soulkeep.graph.questions.naming import WHOLLY, names_in
from soulkeep.graph.questions.near import is_function
from soulkeep.graph.questions.particles import without_particle
from soulkeep.graph.questions.qualifier_words import is_light, is_word_for_date, target_words, used_where
from soulkeep.graph.questions.qualifiers import Qualifiers, blanked, qualifiers
from soulkeep.graph.questions.relatives import with_relative
from soulkeep.graph.questions.separable import closed_up
from soulkeep.graph.questions.wordbook import Support, dimension_support
from soulkeep.graph.schema import SOMEBODY
from soulkeep.graph.terms import is_iri, is_literal, parsed
from soulkeep.graph.words.articles import bare_words
from soulkeep.graph.words.gazetteer import tokens
from soulkeep.graph.words.grammar_en import plural
from soulkeep.graph.words.hours import is_weekday
from soulkeep.graph.words.verbs_en import base_form

_NAMING = 0.8
"""Least clearness of a property whose name has a word that would else ask for a sum or a mean."""

PRICED = 0.6
"""Least nearness of a property to the words for prices for things to cost something, or nothing."""

_OWN = 0.5
"""Clearness with which a word denotes a property or class and isn't taken for a price of nothing."""

_EFFECT = 0.6
"""Least clearness of a property that tells what something does."""

_DESCRIBED = 0.9
"""Least clearness of a class by which its only thing is told."""

_WHICH_NUMBER = re.compile(r"몇 ?번(?:이[에야지죠]|인[가지]|입니|째)")
"""A question for the number that something has, and not for how often it is so."""
_MEAN = 2
"""Syllables of the Korean word for a mean alone."""

SPOKEN = 0.3
"""Least strength of a class or a property that counts as mentioned."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question: its place, its letters, and the weight with which an answer must account for it (0…1)."""

    start: int
    end: int
    form: str
    weight: float


class AnalysedQuestion:
    """A question, analysed.

    Args:
        text: the question.
        language: ISO 639-1.
        asks: the question word, `"whether"`, or None.
        known: the data about the graph.
        mentions: the whole names in the question: start, end and terms.
        carried: things from the talk before that the question refers to; they count as named.
        bare: a function of the names' spans, which returns whether the rest of the text only asks to tell something.
        personal: whether the question also mentions one of the two speakers.
    """

    def __init__(
        self,
        text: str,
        language: str,
        asks: str | None,
        known: QuestionContext,
        mentions: Sequence[tuple[int, int, tuple[str, ...]]],
        carried: Sequence[str] = (),
        *,
        bare: Callable[[Sequence[tuple[int, int]]], bool] | None = None,
        personal: bool = False,
        today: date | None = None,
    ) -> None:
        self.text = text
        self.today = today
        self.personal = personal
        self.language = language
        self.asks = asks
        self.known = known
        names = names_in(text, language, asks, known, mentions)
        self.named, self.is_unclear = with_relative(text, language, names, known)
        self.carried = tuple(carried)
        self._bare = bare
        sure = [one for one in self.named if one.terms[0][1] >= 0.5 and not is_plain(text, one)]
        self.qualifiers: Qualifiers = qualifiers(
            blanked(text, [(one.start, without_possessive(text, one)) for one in sure]), language
        )
        if language == "ko" and sure and asks in ("who", "where", "when"):  # when something first happened to it
            ends = [one for one in self.qualifiers.extremes if not text[one.start : one.end].startswith("처음")]
            self.qualifiers = self.qualifiers._replace(extremes=tuple(ends))
        if language == "ko" and asks == "how many" and _WHICH_NUMBER.search(text):
            self.asks = asks = "which"  # "가장 깊은 레인은 몇 번이야?"
        if asks in ("which", "who", "where", "when") and self.qualifiers.counted is not None:
            self.qualifiers = self.qualifiers._replace(counted=None)  # "which cow is it not known of how much milk …"
        if asks == "how many" and self.qualifiers.till_now is not None and self.qualifiers.long is not None:
            self.asks = asks = "how long"  # "몇 년 됐어?"
            self.qualifiers = self.qualifiers._replace(counted=None)
        if language == "ko" and asks not in (None, "whether"):
            self.qualifiers = self.qualifiers._replace(some=None)  # "which boats are there" doesn't ask whether any are
        if (mean := self.qualifiers.mean) is not None and language == "ko":
            said = without_particle(text[mean.start : mean.end], language)
            if " " not in said and len(said) > _MEAN and known.wordbook.is_korean_word(said):
                self.qualifiers = self.qualifiers._replace(mean=None)  # 평균자책점, an earned run average
        explained = self.qualifiers.spans
        use = used_where(text, language) if asks == "where" else None
        if use is not None:
            explained = [*explained, use]  # whatever is done with it: it is asked where it is
        if asks == "how long" and self.qualifiers.lasting is not None:
            explained = [*explained, self.qualifiers.lasting]  # "wie lange braucht man"
        if self.qualifiers.when is None and self._asks_of_first():
            # how old the oldest is, is told with which it is
            self.asks, self.qualifiers = "which", self.qualifiers._replace(asked=(), age=None, long=None)
        self.words: list[Word] = []
        for token in tokens(text):
            form = token.form.removesuffix("'s").removesuffix("’s")
            inside = any(one.start <= token.start < one.end for one in explained)
            self.words.append(Word(token.start, token.end, form, 0.0 if inside else self._weight(form)))
        things = [(one.start, one.end) for one in sure if not self._is_common(one)]
        if self.qualifiers.lasting is not None and self.qualifiers.long is not None:
            things.append(self.qualifiers.long)  # "how long does it take" says nothing of a length
        if (age := self.qualifiers.age) is not None and text[age.start] == "몇":
            things.append(age)  # "몇 살" asks for years, not where somebody lives
        if use is not None:
            things.append(use)  # who plays isn't asked for
        things += [
            (one.start, one.end) for one in self.qualifiers.comparisons if one.values and one.sign in ("<=", ">=")
        ]
        masked = [
            "" if any(start <= word.start < end for start, end in things) else self._as_named(number)
            for number, word in enumerate(self.words)
        ]
        light = frozenset(number for number, word in enumerate(self.words) if not word.weight)
        self.support: dict[str, Support] = self._supported(masked, light)
        self._ask_for_effect(masked, light)
        if asks == "when" and self._is_kind_asked():
            self.asks = asks = "which"  # "which season had the most matches"
        if asks == "when":
            self._answer_by_date()
        if asks in ("when", "what", "how") and any(map(self._tells_hours, self.support)):
            days = [at for at, word in enumerate(self.words) if is_weekday(word.form, language)]
            for at in days:  # the hours of all days are told in one text
                self.words[at] = replace(self.words[at], weight=0.0)
        if (nth := self.qualifiers.nth) is not None and not self.qualifiers.extremes and self._is_kind_at(nth.end):
            for at in self.words_in(nth.start, nth.end):
                self.words[at] = replace(self.words[at], weight=0.0)
            first = Extreme(nth.start, nth.end, "moment", down=False)  # the second album, in the order of their years
            self.qualifiers = self.qualifiers._replace(rank=nth, extremes=(first,))
        marks, self.qualifiers = self.qualifiers, self._without_named(self.qualifiers)
        kept = {*self.qualifiers.comparisons, *self.qualifiers.extremes}
        marked: list[Comparison | Extreme] = [*marks.comparisons, *marks.extremes]
        for one in (one for one in marked if one not in kept):  # they say something else
            for at in self.words_in(one.start, one.end):
                self.words[at] = replace(self.words[at], weight=self._weight(self.words[at].form))
        self._strengths = {
            term: max(support.whole, max(support.by_word.values()) * 0.9) for term, support in self.support.items()
        }

    def _answer_by_date(self) -> None:
        """Let any date account for the word that asks for one: "what year"."""
        for at in self.target:
            if is_word_for_date(self.words[at].form, self.language):
                self.words[at] = replace(self.words[at], weight=0.0)

    def _is_kind_asked(self) -> bool:
        """Return whether what stands behind the question word plainly is a class of the data, as a season may be."""
        classes = self.known.knowledge.schema.classes
        return any(self.said_in_target(term) >= _DESCRIBED for term in self.support if term in classes)

    def _ask_for_effect(self, masked: Sequence[str], light: frozenset[int]) -> None:
        """Read "what does it do" as a question for the effect of a named thing, if it has one."""
        asked = effect_asked(self.text, self.language)
        at = next((at for at, word in enumerate(self.words) if asked and word.start <= asked[0] < word.end), None)
        known, (thing, *_) = self.known.knowledge, (*(one.terms[0][0] for one in self.named), *self.carried, "")
        if asked is None or at is None or not is_iri(thing) or known.lexicon.is_person(thing):
            return
        inside = {number for one in self.named for number in self.words_in(one.start, one.end)}
        if any(word.weight for number, word in enumerate(self.words) if number not in inside and number != at):
            return  # what the ring's owner does
        words = [*masked[:at], asked[1], *masked[at + 1 :]]
        found = self._supported(words, light - {at})
        has = known.graph.properties_of(thing)
        if any(one.by_word.get(at, 0.0) >= _EFFECT for term, one in found.items() if term in has):
            self.support = found
            self.words[at] = replace(self.words[at], weight=1.0)

    def _supported(self, masked: Sequence[str], light: frozenset[int]) -> dict[str, Support]:
        """Return what the words mention, with a verb's parts side by side."""
        order = closed_up(masked, self.language)
        light = frozenset(place for place, at in enumerate(order) if at in light)
        found = self.known.wordbook.support([masked[at] for at in order], self.language, light=light)
        support = {
            term: one._replace(by_word={order[place]: worth for place, worth in one.by_word.items()})
            for term, one in found.items()
        }
        schema, people = self.known.knowledge.schema, self.qualifiers.somebody
        if people is None or self.asks not in ("who", "which") or self.carried or SOMEBODY not in schema.classes:
            return support
        if not any(one.whole >= _DESCRIBED and schema.is_a([term], SOMEBODY) for term, one in support.items()):
            support[SOMEBODY] = Support(dict.fromkeys(self.words_in(*people), 1.0), 1.0, "people")
        return support

    def _as_named(self, number: int) -> str:
        """Return a word as it may stand in a wording: a Korean one without its particle, but for 사는 of "사는 곳"."""
        form = self.words[number].form
        behind = [word.form for word in self.words[number + 1 : number + 2]] if self.language == "ko" else []
        named = any(self.known.wordbook.is_run((form, without_particle(one, "ko"))) for one in behind)
        return form if named else without_particle(form, self.language)

    def _asks_of_first(self) -> bool:
        """Return whether it is asked how old, long, … the oldest, longest, … is."""
        marks = self.qualifiers
        return not {one.dimension for one in marks.asked}.isdisjoint(one.dimension for one in marks.extremes)

    def _is_kind_at(self, place: int) -> bool:
        """Return whether the word at a place plainly names a class of works or events, which follow one another."""
        lexicon = self.known.knowledge.lexicon
        following = bare_words("works") | bare_words("events")
        classes = {
            term
            for term in self.support.keys() & self.known.knowledge.schema.classes
            if lexicon.label(term, "en").casefold().split(" ")[-1] in following
        }
        at = next((number for number, word in enumerate(self.words) if word.start >= place), -1)
        return any(
            one.whole >= _DESCRIBED and one.by_word.get(at, 0.0) >= _DESCRIBED
            for term, one in self.support.items()
            if term in classes
        )

    def _tells_hours(self, term: str) -> bool:
        """Return whether a mentioned property has texts that tell the hours of several days: "Mo-Fr 9:00-17:00, Sa …"."""
        known = self.known.knowledge
        if term in known.schema.classes or max(self.support[term].by_word.values()) < _NAMING:
            return False
        values = (value for _, value in islice(known.graph.pairs(term), 3) if is_literal(value))
        return any(_HOURS.search(parsed(value).value[:_HOURS_IN]) is not None for value in values)

    def _without_named(self, marks: Qualifiers) -> Qualifiers:
        """Return the qualifiers without words that are part of a property's name: "average speed", "free", and of something
        named "nearest village"."""
        plain = [one for term, one in self.support.items() if not self.known.is_class(term) and one.whole >= _NAMING]
        named = {word for one in plain for word, strength in one.by_word.items() if strength >= _NAMING}

        def is_named(spot: Spot | None) -> bool:
            return spot is not None and not named.isdisjoint(self.words_in(*spot))

        things = [*(term for one in self.named for term, _ in one.terms if is_iri(term)), *self.carried]
        longer = [
            one
            for term, one in self.support.items()
            if one.whole >= WHOLLY
            and " " in one.wording
            and not self.known.is_class(term)
            and self._is_had(term, things)
        ]

        def is_in_name(extreme: Extreme) -> bool:
            said = self.words_in(extreme.start, extreme.end)
            return any(all(one.by_word.get(word, 0.0) >= _NAMING for word in said) for one in longer)

        def is_number_named(counted: Spot) -> bool:
            said = {word for word in self.words_in(*counted) if not is_function(self.words[word].form, self.language)}
            before = {min(said) - 1} if said else set[int]()
            return any(said and (said | before) <= {*one.by_word} for one in longer)  # her licence number

        own = self._own_of_price if any(one.sign == "=" for one in marks.comparisons) else set()
        return marks._replace(
            extremes=tuple(one for one in marks.extremes if not is_in_name(one)),
            counted=None if marks.counted is not None and is_number_named(marks.counted) else marks.counted,
            denials=self._denials_but_own(marks.denials) if marks.denials else (),
            total=None if is_named(marks.total) else marks.total,
            mean=None if is_named(marks.mean) else marks.mean,
            comparisons=tuple(
                one for one in marks.comparisons if one.sign != "=" or own.isdisjoint(self.words_in(one.start, one.end))
            ),
        )

    def _is_had(self, property: str, things: Sequence[str]) -> bool:
        """Return whether one of some things has a property itself, or is what has it as its value: the nearest village of a
        spring. "Which country of … has the highest peak" compares countries."""
        graph = self.known.knowledge.graph
        own = self.asks != "which" and any(graph.objects(one, property) for one in things)
        return own or any(graph.is_value(one, property) for one in things)

    def _denials_but_own(self, denials: Sequence[Spot]) -> tuple[Spot, ...]:
        """Return the denials that nothing mentioned has in its own name: "not recommended for", "missing person"."""
        own = {
            one.wording[denial.start : denial.end].casefold()
            for term, one in self.support.items()
            if (one.whole == 1.0 if self.known.is_class(term) else max(one.by_word.values()) >= _OWN)
            for denial in qualifiers(one.wording, self.language).denials
        }
        return tuple(one for one in denials if self.text[one.start : one.end].casefold() not in own)

    @cached_property
    def _own_of_price(self) -> set[int]:
        """The numbers of words that denote something of their own where nothing asked for has a price: "free"."""
        schema, lexicon = self.known.knowledge.schema, self.known.knowledge.lexicon
        kinds = {term for term, one in self.support.items() if self.known.is_class(term) and one.whole >= _DESCRIBED}
        kinds |= {
            type for named in self.named for term, _ in named.terms if is_iri(term) for type in lexicon.types(term)
        }

        def is_of_kinds(property: str) -> bool:
            types = schema.domain(property)
            return not kinds or any(schema.is_a([a], b) or schema.is_a([b], a) for a in types for b in kinds)

        prices = dimension_support(self.known.wordbook, "price")
        priced = any(worth >= PRICED and is_of_kinds(name) for name, worth in prices.items())
        return {
            word
            for term, one in self.support.items()
            if not priced and (self.known.is_class(term) or is_of_kinds(term))
            for word, strength in one.by_word.items()
            if strength >= _OWN
        }

    def _is_common(self, named: Named) -> bool:
        """Return whether a name is only a common noun, which may denote a property as well: captain, coach."""
        said = self.text[named.start : named.end]
        return said == said.lower() != said.upper() and all(self.is_kind(term) for term, _ in named.terms)

    def is_kind(self, term: str) -> bool:
        """Return whether a term is a kind, judged by its lower-case name: an occupation, a value such as "captain"."""
        if is_literal(term):
            return True
        name = self.known.knowledge.lexicon.label(term, "en")
        counted = self.qualifiers.counted is not None
        return name == name.lower() != name.upper() or (counted and self.is_in_plural(term))

    def is_in_plural(self, term: str) -> bool:
        """Return whether a thing is named in the plural, as kinds are: "how many Emberbacks"."""
        return term in self._in_plural

    @cached_property
    def _in_plural(self) -> frozenset[str]:
        if self.language != "en":
            return frozenset()
        label = self.known.knowledge.lexicon.label
        return frozenset(
            term
            for one in self.named
            for term, worth in one.terms
            if is_iri(term) and worth >= 1.0 and not self.known.knowledge.lexicon.is_person(term)
            and self.text[one.start : one.end].casefold() == plural(label(term, "en").casefold()) != label(term, "en").casefold()
        )  # fmt: skip

    def strength_at(self, term: str, start: int) -> float:
        """Return how clearly the word at a place denotes a class or a property, 0…1."""
        support = self.support.get(term)
        spoken = () if support is None else support.by_word.items()
        return max((strength for number, strength in spoken if self.words[number].start == start), default=0.0)

    def _weight(self, form: str) -> float:
        language = self.language
        if len(form) < 2 and language not in ("ko", "ja", "zh"):
            return 0.0
        if is_light(form, language) or is_function(form, language):
            return 0.0
        return float(language != "ko" or not is_light(without_particle(form, language), language))

    @cached_property
    def described(self) -> dict[str, str]:
        """The things that are told by their class, of which there is one, or by what only one is to something, each with
        that class or property: the headmistress, the commander."""
        only: dict[str, str] = {}
        known = self.known.knowledge
        for term, support in self.support.items():
            if support.whole < _DESCRIBED:
                continue
            at = min((word for word, strength in support.by_word.items() if strength >= _DESCRIBED), default=None)
            if at is None or (self.language != "ko" and not THE.search(self.text[: self.words[at].start])):
                continue
            if term in known.schema.classes:
                members = self.known.solver.columns.things_of(term)
            else:
                pairs = islice(known.graph.pairs(term), 2)
                members = tuple(subject if support.inverse else value for subject, value in pairs)
            if len(members) == 1 and is_iri(members[0]):
                only.setdefault(members[0], term)
        return only

    @cached_property
    def denied(self) -> frozenset[str]:
        """The things whose names a negation stands before, with no more than a verb between: "not made from milk"."""
        named = (
            one
            for one in self.named
            for denial in self.qualifiers.denials
            if denial.end <= one.start and self._is_up_to(denial.end, one.start)
        )
        return frozenset(term for one in named for term, _ in one.terms)

    def _is_up_to(self, start: int, end: int) -> bool:
        """Return whether only function words stand between two places, and perhaps a verb."""
        between = self.text[start:end]
        telling = [word.form for word in self.words if start <= word.start < end and word.weight]
        verb = self.language == "en" and len(telling) == 1 and base_form(telling[0]) is not None
        return not are_joined(between) and (not telling or verb)

    @cached_property
    def is_bare(self) -> bool:
        """Whether the text besides the names only asks to tell something about them."""
        return self._bare is None or self._bare([(one.start, one.end) for one in self.named])

    def words_in(self, start: int, end: int) -> list[int]:
        """Return the numbers of the words in a span."""
        return [number for number, word in enumerate(self.words) if start <= word.start < end]

    @cached_property
    def target(self) -> frozenset[int]:
        """The numbers of the words that name what is asked for: the suspects of "which suspects are left-handed"."""
        if self.language == "ko":
            return self._korean_target()
        opening, ending = target_words(self.language)
        opening_match = opening.search(self.text)
        if opening_match is None:
            return frozenset()
        places: list[int] = []
        for number, word in enumerate(self.words):
            if word.start < opening_match.end():
                continue
            if (
                ending.fullmatch(word.form)
                or len(places) > 3
                or any(one.start <= word.start < one.end for one in self.named)
            ):
                break
            places.append(number)
            if self.language == "de" and self.text[word.start].isupper() and not self.text.isupper():
                break  # a noun: "welches Mitglied pachtet keine Parzelle" asks for a member
        marked = self.qualifiers.extremes  # in "the deepest station", deepest selects things; it doesn't name them
        return frozenset(
            number for number in places if not any(one.start <= self.words[number].start < one.end for one in marked)
        )

    def _korean_target(self) -> frozenset[int]:
        for number, word in enumerate(self.words):
            if re.match(r"(?:누구|뭐|뭔|무엇|어디|몇|누가|얼마)", word.form) and number:
                return frozenset({number - 1})
            if re.match(r"(?:어느|어떤|무슨)", word.form) and number + 1 < len(self.words):
                return frozenset({number + 1})
        return frozenset()

    @cached_property
    def unnamed(self) -> str:
        """The text besides the names, in lower case."""
        named = [one for one in self.named if one.terms[0][1] >= 0.5]
        words = (word for word in self.words if not any(one.start <= word.start < one.end for one in named))
        return " ".join(word.form for word in words)

    def said_in_target(self, term: str) -> float:
        """Return how clearly the words for what is asked for denote a term, 0…1."""
        support = self.support.get(term)
        words = () if support is None else [support.by_word.get(number, 0.0) for number in self.target]
        return max(words, default=0.0)

    def strength(self, term: str) -> float:
        """Return how clearly the question mentions a class or a property, 0…1."""
        return self._strengths.get(term, 0.0)


_HOURS_IN = 200
"""Characters of a text among which hours are looked for."""

_HOURS = re.compile(r"(?:\b[^\W\d_]{2,12}|[월화수목금토일]).{0,12}?\d{1,2}[:.]\d\d\W.{0,8}?\d{1,2}[:.]\d\d")
"""A text with hours after a day."""
