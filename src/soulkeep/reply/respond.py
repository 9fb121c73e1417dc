"""Answering: from the responders' bids to what is said. Written once, async."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from soulkeep.errors import ChatError, ChatRefused
from soulkeep.lang.prompt_safety import line, passage
from soulkeep.models.chat.base import ChatModel, Message, Truncated, listening
from soulkeep.models.chat.ledger import Metered
from soulkeep.models.chat.roles import Roles
from soulkeep.reply.admission import admission
from soulkeep.reply.bids import ADMISSION, EPISODE, KNOWLEDGE, VOICE, Bid, Responder
from soulkeep.reply.citations import ReferenceReader, labelled, without_labels
from soulkeep.reply.cleaning import SpeechCleaner
from soulkeep.reply.factcheck.verify import contradictions, verify
from soulkeep.reply.prompt import WorkingMemory
from soulkeep.reply.responders import ModelResponder
from soulkeep.reply.routing import Choice, Decision, candidates, choose, decide, gather_bids
from soulkeep.reply.situation import Situation
from soulkeep.reply.stream import alone, aside
from soulkeep.reply.timing import Watch
from soulkeep.routing_rules import Rules
from soulkeep.search.query import Said
from soulkeep.settings import Settings
from soulkeep.telemetry import passed_over
from soulkeep.types.claims import Check
from soulkeep.types.records import Memory, Reference, Usage
from soulkeep.types.replies import FAILED

_CHECKED = (VOICE, KNOWLEDGE, EPISODE)
"""Responders whose answers are checked, beside language models and those that name memories; others aren't."""

_CUT = "The answer is cut off: the language model met a limit of tokens, or broke off."

_CLAIMS = 5
"""Number of contradicted claims that a model is told of, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A complete answer, with the labels of its references, and without.

    Attributes:
        text, plain: the answer with labels, and without.
        references: the memories it names.
        unknown_references: labels it named that belong to no memory.
        labels: the memories it could have named, by label.
        responder: name of the responder.
        usage: tokens used.
        check: verdicts on its claims; None if nothing was checked.
        prompt: what a language model read; None if none was asked.
        notes: what could not be done as usual.
    """

    text: str
    plain: str
    references: tuple[Reference, ...]
    unknown_references: tuple[str, ...]
    labels: Mapping[str, Memory]
    responder: str
    usage: Usage
    check: Check | None = None
    prompt: WorkingMemory | None = None
    notes: tuple[str, ...] = ()


async def pick(
    responders: Sequence[Responder],
    situation: Situation,
    rules: Rules,
    chat: ChatModel | None,
    settings: Settings,
    watch: Watch,
) -> Choice:
    """Choose who answers. If nobody who may speak has anything to say, it is admitted that nothing is remembered.

    Args:
        responders: those who may bid.
        situation: what is answered.
        rules: who may answer.
        chat: the language model that chooses among bids; None for none.
        settings: the limits on time and on calls at once.
        watch: measures the steps.
    """
    bidding = gather_bids(responders, situation, seconds=settings.decision_seconds, at_once=settings.parallel)
    bids = await watch.over("bids", bidding)
    decision, note = await _decided(bids, situation, rules, chat, settings, watch)
    choice = choose(bids, rules, situation.spoke, decision)
    failed = [f"{one.responder} made no bid: {one.why}" for one in choice.offers if one.outcome == FAILED]
    choice = replace(choice, notes=(*filter(None, [note]), *failed))
    if choice.responder is not None:
        return choice
    return replace(choice, responder=_Silence(), bid=Bid(0.0, choice.why, await aside(admission, situation)))


class _Silence(Responder):
    """The responder that speaks where nobody else may."""

    name = ADMISSION
    sees_all = False

    async def bid(self, situation: Situation) -> Bid | None:
        return None


async def _decided(
    bids: Sequence[tuple[Responder, Bid | Exception]],
    situation: Situation,
    rules: Rules,
    chat: ChatModel | None,
    settings: Settings,
    watch: Watch,
) -> tuple[Decision | None, str]:
    """Return whom a language model chooses to answer among the bidders, and a note if it failed to choose."""
    if chat is None or settings.router != "model" or not situation.said:
        return None, ""
    best = situation.recall.hits[0].memory if situation.recall.hits else None
    standing = candidates(bids, rules, situation.spoke, best)
    if len(standing) < 2:
        return None, ""
    import asyncio

    talk = [Said(turn.text, situation.who(turn.speaker)) for turn in situation.history[-settings.history_turns :]]
    deciding = decide(chat, situation.name, talk, Said(situation.said, situation.person_called), standing)
    try:
        decision = await watch.over("route", asyncio.wait_for(deciding, settings.decision_seconds))
    except Exception as error:  # the caller's own model may raise anything
        passed_over("route", error)
        return None, f"The best bid was chosen: {error or 'the model took too long to decide who answers.'}"
    return decision, "" if decision else "The best bid was chosen: the model named nobody who may answer."


async def respond(
    situation: Situation, responder: Responder, bid: Bid, models: Roles | None, settings: Settings
) -> AsyncGenerator[str | Answer, None]:
    """Yield an answer piece by piece; the last item is the complete answer.

    An answer that a model checks before it may be said comes in one piece.

    Args:
        situation: what is answered.
        responder: who answers.
        bid: what the responder offered.
        models: the language models by role; None if there are none.
        settings: what is checked, and by whom.
    """
    if type(responder).worded is not Responder.worded:
        bid = await aside(responder.worded, situation, bid)
    checker = models.check if models is not None and settings.checker == "model" else None
    if isinstance(responder, ModelResponder):
        prompt = await aside(responder.compose, situation)
        if checker is not None and settings.check in ("regenerate", "admit"):
            items = _examined(situation, responder, prompt, checker, settings)
        else:
            items = _written(situation, responder, prompt, prompt.messages, checker, settings)
    else:
        items = _without_prompt(situation, responder, bid, checker, settings)
    async with aclosing(items):
        async for item in items:
            yield item


async def _without_prompt(
    situation: Situation, responder: Responder, bid: Bid, checker: Metered | None, settings: Settings
) -> AsyncGenerator[str | Answer, None]:
    """Yield what a responder says without a prompt."""
    labels = labelled(bid.memories)
    reader = ReferenceReader(labels)
    usage = Usage()
    text = ""
    whole = alone() and type(responder).speak is Responder.speak  # nobody listens for single words
    async for piece in _at_once(bid.text) if whole else responder.speak(situation, bid):
        if isinstance(piece, Usage):
            usage = piece
            continue
        passed = reader.feed(piece)
        if spoken := piece if bid.plain else passed:
            text += spoken
            yield spoken
    rest = reader.finish()
    if rest and not bid.plain:
        text += rest
        yield rest
    text = text.strip()
    if not text:
        raise ChatRefused(f"The responder {responder.name} said nothing.", hint="Give its bid a text.")
    claims = responder.name in _CHECKED or bool(bid.memories)
    check = await verify(text, situation, labels, checker, settings) if claims else None
    answer = _answer(text, reader, labels, responder=responder.name, usage=usage, check=check)
    yield replace(answer, plain=bid.plain, unknown_references=()) if bid.plain else answer


async def _at_once(text: str) -> AsyncGenerator[str, None]:
    """Yield a text in one piece."""
    yield text


async def _written(
    situation: Situation,
    writer: ModelResponder,
    prompt: WorkingMemory,
    messages: Sequence[Message],
    checker: Metered | None,
    settings: Settings,
) -> AsyncGenerator[str | Answer, None]:
    """Yield what a language model writes, as it comes. `messages`: the prompt's, and those about earlier drafts."""
    cleaner = SpeechCleaner(situation.name, {situation.person_called, situation.person})
    reader = ReferenceReader(prompt.labels)
    usage: Usage | None = None
    notes: tuple[str, ...] = ()
    text = ""
    async with listening(writer.chat.stream(messages)) as pieces:
        async for piece in pieces:
            if isinstance(piece, Usage):
                usage = piece
            elif isinstance(piece, Truncated):
                notes = (_CUT,)
            elif passed := reader.feed(cleaner.feed(piece)):
                text += passed
                yield passed
    if rest := reader.feed(cleaner.finish()) + reader.finish():
        text += rest
        yield rest
    text = _something(text, writer)
    yield _answer(
        text,
        reader,
        prompt.labels,
        responder=writer.name,
        usage=usage or Usage(prompt=prompt.tokens, completion=writer.chat.count_tokens(text)),
        check=await verify(text, situation, prompt.labels, checker, settings),
        prompt=prompt,
        notes=notes,
    )


async def _examined(
    situation: Situation, writer: ModelResponder, prompt: WorkingMemory, checker: Metered, settings: Settings
) -> AsyncGenerator[str | Answer, None]:
    """Yield what a language model writes, once a model has checked it: the first attempt, or a second one if sources
    contradict the first."""
    messages = list(prompt.messages)
    usages: list[Usage] = []
    notes: list[str] = []
    draft: Answer | None = None
    for left in (1, 0):
        try:
            async with aclosing(_written(situation, writer, prompt, messages, checker, settings)) as items:
                [draft] = [item async for item in items if isinstance(item, Answer)]
        except ChatError as error:
            if draft is None:
                raise
            notes.append(f"The language model failed: {error.message}")
            break  # the draft before is used
        usages.append(draft.usage)
        notes += draft.notes
        wrong = contradictions(draft.check)[:_CLAIMS]
        if not wrong:
            break
        if left:
            messages += [Message("assistant", passage(draft.text)), Message("user", _ask_again(wrong, settings))]
            notes.append(f"Written anew, as its sources say otherwise: {' / '.join(wrong)}")
        else:
            notes.append(f"Its sources still say otherwise: {' / '.join(wrong)}")
    assert draft is not None
    yield draft.text
    yield replace(draft, usage=_sum(usages), notes=tuple(notes))


def _ask_again(wrong: Sequence[str], settings: Settings) -> str:
    """Return the message that tells a model which claims its sources contradict."""
    listed = "\n".join(f"- {line(claim)}" for claim in wrong)
    how = "without it" if settings.check == "regenerate" else "and say that you are not sure of it"
    return f"(What you know says otherwise:\n{listed}\n\nAnswer again, {how}. Write just the answer.)"


def _something(text: str, writer: ModelResponder) -> str:
    """Return a text, stripped; raise `ChatRefused` if it is empty."""
    if not text.strip():
        raise ChatRefused(
            f"The language model {writer.chat.name} answered with nothing.", hint="Try again, or another model."
        )
    return text.strip()


def _sum(usages: Sequence[Usage]) -> Usage:
    return Usage(
        prompt=sum(usage.prompt for usage in usages),
        completion=sum(usage.completion for usage in usages),
        cached=sum(usage.cached for usage in usages),
        exact=all(usage.exact for usage in usages),
    )


def _answer(
    text: str,
    reader: ReferenceReader,
    labels: Mapping[str, Memory],
    *,
    responder: str,
    usage: Usage,
    check: Check | None,
    prompt: WorkingMemory | None = None,
    notes: tuple[str, ...] = (),
) -> Answer:
    return Answer(
        text=text,
        plain=without_labels(text) or text,
        references=reader.references,
        unknown_references=reader.unknown,
        labels=labels,
        responder=responder,
        usage=usage,
        check=check,
        prompt=prompt,
        notes=notes,
    )
