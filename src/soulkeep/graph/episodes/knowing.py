"""A companion with knowledge: answers from it, and remarks on the past (2).

Answers, similar situations and patterns are looked for together. One answer and at most one remark become the text; all
remarks found are returned with their scores.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from soulkeep.errors import InputError
from soulkeep.graph.annotations import wrong_annotations
from soulkeep.graph.episodes import tastes
from soulkeep.graph.episodes.answers import (
    ABOUT,
    COUNT,
    LIST,
    NO,
    NO_IDEA,
    TIMES,
    VALUES,
    YES,
    GraphAnswer,
    answers,
    counted,
)
from soulkeep.graph.episodes.answers import answers_in_words as told_together
from soulkeep.graph.episodes.companion import Companion, Plain
from soulkeep.graph.episodes.consideration import COURTESY, EPISODE, KNOWLEDGE, Consideration
from soulkeep.graph.episodes.filters import in_times
from soulkeep.graph.episodes.hearing import COURTESIES
from soulkeep.graph.episodes.listing import sentence
from soulkeep.graph.episodes.log import Input, SpokenMessage
from soulkeep.graph.episodes.nearest import Nearest, nearest
from soulkeep.graph.episodes.news import known_of, news_of
from soulkeep.graph.episodes.nouns import noun_of
from soulkeep.graph.episodes.patterns import PatternSearch
from soulkeep.graph.episodes.people import Liking, UserModel
from soulkeep.graph.episodes.remarks import Suggestion, Suggestions
from soulkeep.graph.episodes.situations import SituationMatch
from soulkeep.graph.episodes.speech import articled
from soulkeep.graph.episodes.telling_facts import facts_of
from soulkeep.graph.episodes.trace import similar as as_similar
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.qualifier_words import is_fragment
from soulkeep.graph.verbalise.sentences import spoken, verbalise
from soulkeep.graph.words.grammar_en import common
from soulkeep.lang.pack import pattern, wording
from soulkeep.types.episodes import Act, Pattern, Remark, Similar, Understanding

_TOPICS = 3

_ASK_FOR_THINGS = (None, "which", "what", "who")
"""Question words to which "I don't know of any" is an answer."""

_PREFERENCES = 5
_PREFERENCE = 0.3
"""Resemblance of a situation that has only a value that the person cares about in common with the present one."""


def _in_one(text: str, language: str) -> str:
    """Return "no" with what is so instead in one sentence: "No, in Varnvik."; "" where that isn't sure to be right."""
    joining = pattern("joining", "after_no", language)
    begins = joining.match(text) if joining is not None and is_fragment(text, language) else None
    if begins is None:
        return ""
    return f"{wording('joining', 'no', language).capitalize()}, {begins[0].lower()}{text[begins.end() :]}"


class KnowingCompanion(Companion):
    """Considers the inputs of one person, with knowledge."""

    @property
    def _knowledge(self) -> Knowledge:
        assert self._past.knowledge is not None
        return self._past.knowledge

    @property
    def _user(self) -> UserModel:
        assert self._past.person is not None  # it comes with knowledge
        return self._past.person

    def _considered(self, said: Understanding, text: str) -> Consideration:
        if not self._discreet and (of_tastes := self._tastes(said, text)) is not None:
            return of_tastes
        answers_found = answers(said, self._knowledge, self._now.date(), text)
        self._acts += [Act(kind="context", found=len(said.carried))] if said.carried else []
        self._acts += [one.act for one in answers_found] if said.is_question else []
        self._check(one.predicate for one in answers_found)
        similar = [] if self._discreet else self._similar(said)
        patterns = [] if self._discreet else self._patterns(said, answers_found)
        news = None
        if said.is_question and not self._discreet:
            news = news_of(answers_found, self._log, self._before, self._knowledge)
        near = self._nearest(said, text) if _is_open(said, answers_found) else None
        if near is not None:
            plain: Plain | None = self._what_is_known(said, near)
        else:
            told = answers_found and not said.likes
            plain = self._answer(said, text, answers_found, news) if told else self._beside(said)
            plain = plain or self._courtesy(said)
        suggestions = [] if self._discreet else self._suggestions(said, similar, patterns)
        responder, words, sure = plain if plain is not None else (None, "", True)
        text = articled(words, text, [self._label(one, said) for one in said.entities], said.language)
        remarks: list[Remark] = []
        for suggestion in suggestions:
            try:
                worded = self._tell(suggestion.intent, said, suggestion.values)
            except InputError as error:  # a remark that can't be worded is left out
                self._notes[f"Not remarked: {error.message}"] = None
                continue
            tells = not any(one.told for one in remarks) and self._is_worth_it(suggestion)
            tells = tells and sure and responder != COURTESY and worded not in text
            tells = tells and (responder is not None or not said.is_question)  # a remark doesn't answer a question
            remarks.append(
                Remark(intent=suggestion.intent, score=suggestion.score, why=suggestion.why, text=worded, told=tells)
            )
            if tells:
                self._acts.append(suggestion.act)
                first = suggestion.intent.startswith("same_question")
                text = f"{worded} {text}" if first else f"{text} {worded}"
                responder = responder or EPISODE
        return Consideration(
            responder=responder,
            text=text.strip(),
            sure=sure,
            beside=near is not None,
            facts=(
                *(one.fact or one.text for one in answers_found if one.text),
                *(() if near is None else (near.fact or f"{self._label(near.thing, said)}: {near.text}",)),
            ),
            answers=tuple(answers_found),
            similar=tuple(similar),
            patterns=tuple(patterns),
            remarks=tuple(remarks),
            acts=tuple(self._acts),
            told=() if news is None else (news.text,),
            retrieved=(*_told_of(remarks, similar), *(() if news is None else (news.turn,))),
            notes=tuple(self._notes),
        )

    def _tastes(self, said: Understanding, text: str) -> Consideration | None:
        """Return the person's interests or a recommendation; None if they ask for neither, or for the unknown."""
        understood = said.query is not None and (said.sure or bool(said.entities and not said.carried))
        if understood or said.utterance in COURTESIES:
            return None  # "yes, please" is no request of its own
        asked = tastes.asks_for_tastes(text, said.language, named=bool(said.classes or said.entities))
        if asked is None:
            return None
        now, above = self._now.timestamp(), self._settings.interest_above
        values: dict[str, object] = {}
        if asked == tastes.INTERESTS:
            weaker = above / 2  # a direct question includes weaker interests
            things, properties = tastes.interests(self._user, now, weaker)
            if things:
                values["things"] = [self._label(one, said) for one in things]
                values["properties"] = [noun for one in properties if (noun := self._noun(one, said))] or None
        elif (recommendation := tastes.recommended(self._user, self._knowledge, said.classes, now, above)) is not None:
            values = {name: self._label(term, said) for name, term in recommendation._asdict().items()}
        intent = asked if values else f"no_{asked}"
        self._message(intent)
        return self._spoken(EPISODE, self._tell(intent, said, values))

    def _is_worth_it(self, suggestion: Suggestion) -> bool:
        ready = self._settings.remarks
        return ready > 0 and suggestion.score >= 1.0 - ready

    # -- looking for

    def _similar(self, said: Understanding) -> list[Similar]:
        situations = self._past.situations
        if situations is None or not (said.entities or said.properties or said.triples):
            return []
        liked = self._user.favourites(self._now.timestamp(), self._settings.interest_above)
        matches = situations.alike(said, before=self._before, now=self._now, preferred=frozenset(liked))
        matches += [match for match in self._of_interest(said) if match.situation not in {m.situation for m in matches}]
        resembling = [one for match in matches if (one := as_similar(match, self._before)) is not None]
        self._acts.append(Act(kind="similar", found=len(resembling)))
        return resembling

    def _of_interest(self, said: Understanding) -> Iterator[SituationMatch]:
        """Yield the latest situation that shares the person's most valued interest with the things mentioned."""
        knowledge = self._knowledge
        for liking, weight in self._user.interests(self._now.timestamp(), "value")[:_PREFERENCES]:
            property, value = liking.property, liking.term
            if weight < self._settings.interest_above or property is None:
                continue
            if not any(knowledge.holds(entity, property, value) for entity in said.entities):
                continue
            for one in reversed(self._log.inputs):
                if one.seq < self._before and one.situation is not None and _came_up(one, property, value, knowledge):
                    yield SituationMatch(one.situation, "interest", None, {"interest": _PREFERENCE})
                    break

    def _patterns(self, said: Understanding, found: Sequence[GraphAnswer]) -> list[Pattern]:
        search = PatternSearch(
            self._log, self._user, self._knowledge, self._settings, before=self._before, now=self._now
        )
        stated_pairs = [(one.predicate, value) for one in found for value in one.values if one.predicate]
        patterns = search.find(said, stated_pairs)
        self._acts.append(Act(kind="patterns", found=len(patterns)))
        return patterns

    def _suggestions(
        self, said: Understanding, similar: Sequence[Similar], patterns: Sequence[Pattern]
    ) -> list[Suggestion]:
        person, moment = self._user, self._now.timestamp()
        suggestions = Suggestions(
            self._log,
            self._knowledge,
            self._settings,
            lambda entity: person.weight(Liking("entity", entity), moment),
            self._now,
            said.language,
        )
        return suggestions.find(said, similar, patterns)

    # -- speaking

    def _answer(
        self, said: Understanding, asked: str, found: Sequence[GraphAnswer], news: Input | None
    ) -> Plain | None:
        """Return the answers in words, including the person's own statement, and whether they are reliable."""
        if not said.is_question:
            return self._statement(said, found[0])
        plain = [one for one in found if one.kind in (VALUES, LIST, ABOUT)]
        sentences = [self._answered(said, asked, one) for one in found if one not in plain]
        if plain:
            text = told_together(plain, said.language, self._knowledge)
            for one in plain[1:]:
                self._acts.append(Act(kind="message", intent="answered", property=one.act.property, entity=one.entity))
            sentences.insert(0, self._say("answered", said, plain[0], {"text": text}))
        text, is_known = " ".join(sentences), any(one.found for one in found)
        if news is not None:
            self._acts.append(
                Act(kind="message", intent="told_you", property=found[0].act.property, entity=found[0].entity)
            )
            text = self._tell("told_you", said, {"words": news.text, "fact": text if is_known else None})
            is_known = True
        hedged = said.sure or (news is None and all(one.kind in (YES, NO, COUNT) for one in found))
        return KNOWLEDGE, text if hedged or not is_known else self._tell("unsure", said, {"text": text}), is_known

    def _answered(self, said: Understanding, asked: str, one: GraphAnswer) -> str:
        entity = self._label(one.entity, said) if one.entity else None
        noun = self._noun(one.predicate, said) if one.predicate else None
        shown = said.sure or one.shows  # the figures show what was understood
        if one.kind == YES:
            return self._say("yes", said, one, {"fact": one.text, "sure": shown})
        if one.kind == NO and one.text and (text := _in_one(one.text, said.language)):
            return self._say(
                "answered", said, one, {"text": text if shown else self._tell("unsure", said, {"text": text})}
            )
        if one.kind == NO:
            return self._say("no", said, one, {"fact": one.text or None, "sure": shown})
        if one.kind == NO_IDEA:
            return self._say("no_idea", said, one, {})
        if one.kind == COUNT:
            count_in_words = counted(one, said.language, self._knowledge, asked)
            if count_in_words["counter"] == TIMES:
                text = sentence(in_times(len(one.values), said.language), said.language)
                text = text if said.sure else self._tell("unsure", said, {"text": text})
                return self._say("answered", said, one, {"text": text})
            return self._say("count", said, one, {**count_in_words, "of": entity, "sure": said.sure})
        classes = self._knowledge.schema.classes
        of_kind = entity is None or one.entity in classes or one.noun in classes
        if of_kind and said.asks in _ASK_FOR_THINGS:
            what = self._label(one.noun, said) if one.noun else noun
            described = common(what) if what and said.language == "en" else what
            return self._say("unknown_values", said, one, {"noun": described, "description": entity})
        entity = None if one.entity in classes else entity
        return self._say("unknown_value", said, one, {"property": noun, "entity": entity})

    def _statement(self, said: Understanding, one: GraphAnswer) -> Plain | None:
        """Return the reply to a statement about something known."""
        if one.kind == YES:
            return KNOWLEDGE, self._say("statement_known", said, one, {"fact": one.text}), True
        if one.kind == NO:
            return KNOWLEDGE, self._say("statement_differs", said, one, {"fact": one.text}), True
        if one.entity is None:
            return None
        return KNOWLEDGE, self._say("statement_new", said, one, {"entity": self._label(one.entity, said)}), True

    def _nearest(self, said: Understanding, asked: str) -> Nearest | None:
        """Return what is known of the thing that a question names, or that the talk before was about."""
        before = [one.understanding for one in self._log.inputs if one.seq < self._before]
        return nearest(said, asked, self._knowledge, before)

    def _what_is_known(self, said: Understanding, near: Nearest) -> Plain:
        """Return the reply to a question that isn't understood, with what is known of the thing that it names."""
        self._acts.append(Act(kind="message", intent="what_is_known", entity=near.thing))
        name = self._label(near.thing, said)
        name = re.sub(r"^The (?=\w)", "the ", name) if said.language == "en" else name
        values: dict[str, object] = {"thing": name, "text": near.text, "fact": near.fact or None}
        return KNOWLEDGE, self._tell("what_is_known", said, values), False

    def _beside(self, said: Understanding) -> Plain | None:
        """Return the reply to a statement with an unknown value: what is known about the same property."""
        if not said.news:
            return None
        thing = said.news[0].subject
        answer = GraphAnswer(kind=ABOUT, entity=thing, predicate=said.news[0].predicate)
        fact = known_of(said, self._knowledge)
        if not fact:
            return KNOWLEDGE, self._say("statement_new", said, answer, {"entity": self._label(thing, said)}), True
        return KNOWLEDGE, self._say("statement_beside", said, answer, {"fact": fact}), True

    def _courtesy(self, said: Understanding) -> Plain | None:
        """Return the reply to a greeting, thanks and the like, and to what the person says to like."""
        if said.likes:
            entity, way = next(iter(said.likes.items()))
            self._acts.append(Act(kind="message", intent="liked" if way > 0 else "disliked", entity=entity))
            values: dict[str, object] = {"entity": self._label(entity, said)}
            if way > 0:
                values["fact"] = self._something_of(entity, said)
            return COURTESY, self._tell("liked" if way > 0 else "disliked", said, values), True
        if (courtesy := super()._courtesy(said)) is not None:
            return courtesy
        if said.is_question and said.properties and not (said.entities or said.classes):
            self._message("needs_entity")
            noun = self._noun(said.properties[0], said)
            return KNOWLEDGE, self._tell("needs_entity", said, {"property": noun}), False
        return None

    def _criticised(self, said: Understanding, base: dict[str, object], last: SpokenMessage | None) -> Plain:
        about = next((act.entity for act in last.acts if act.entity), None) if last else None
        if about is None:
            return super()._criticised(said, base, last)
        return self._courteous("criticised_answer", said, {**base, "subject": self._label(about, said)})

    def _topics(self, said: Understanding, inputs: Sequence[Input]) -> list[str]:
        """Return the names of what was talked about, the latest first, as far as there are words for it."""
        if self._discreet:
            return []
        topics = dict.fromkeys(entity for one in reversed(inputs) for entity in one.understanding.entities)
        return [self._label(entity, said) for entity in list(topics)[:_TOPICS]]

    def _something_of(self, entity: str, said: Understanding) -> str | None:
        facts = facts_of(entity, said.language, self._knowledge, most=1)
        return verbalise(facts, self._knowledge.lexicon, said.language, about=entity) or None

    # -- words

    def _say(self, intent: str, said: Understanding, one: GraphAnswer, values: dict[str, object]) -> str:
        self._acts.append(Act(kind="message", intent=intent, property=one.act.property, entity=one.entity))
        return self._tell(intent, said, values)

    def _check(self, properties: Iterable[str | None]) -> None:
        """Note errors in the annotations of properties."""
        for property in properties:
            if property is not None:
                wrong = wrong_annotations(property, self._knowledge.lexicon)
                self._notes |= {f"Told by its name: {fault}": None for fault in wrong}

    def _label(self, term: str, said: Understanding) -> str:
        return spoken(term, self._knowledge.lexicon, said.language)

    def _noun(self, property: str, said: Understanding) -> str | None:
        return noun_of(property, self._knowledge.lexicon, said.language)


def _is_open(said: Understanding, found: Sequence[GraphAnswer]) -> bool:
    """Return whether something is asked that isn't understood, or perhaps wrongly, as nothing was found."""
    if not said.is_question or said.past is not None or any(one.found for one in found):
        return False
    return (said.query is None and not said.triples) or not said.sure


def _told_of(remarks: Sequence[Remark], similar: Sequence[Similar]) -> tuple[str, ...]:
    """Return the turns of the episodes that a remark is about."""
    intent = next((one.intent for one in remarks if one.told), "")
    if intent.startswith("same_question"):
        return tuple(one.episode.turn for one in similar if one.by == "same")
    return tuple(one.episode.turn for one in similar if one.by != "same")[:1] if intent.startswith("reminded") else ()


def _came_up(one: Input, property: str, value: str, knowledge: Knowledge) -> bool:
    return any(name == property and value in knowledge.wholes_of(value_named) for name, value_named in one.values)
