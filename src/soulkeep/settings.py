"""`Settings`: every setting with its default, its unit, and the source of its formula.

`(1)` … `(5)` are the papers that docs/papers.md lists.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from os import PathLike

from soulkeep.errors import InputError
from soulkeep.routing_rules import Rules

MIB = 1024 * 1024

ROLES = ("chat", "memory", "check")
"""What language models are for: speaking (and what a reply needs before), remembering, and checking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a keep and its characters. Pass one to `soulkeep.open(settings=…)`.

    Most people need only one of them: `forgetfulness`.
    """

    # -- forgetting (1): R = exp(-d·t/S), computed when read --------------------------------------------------
    forgetfulness: float = 0.005
    """How fast memories fade: d of the forgetting curve, per day. 0 never forgets; at 0.005 an unused memory of
    stability 1 keeps half its strength for 139 days."""
    learning: float = 1.5
    """Factor by which each use of a memory in a reply multiplies its stability S: b, no unit, at least 1."""
    importance_floor: float = 0.95
    """Least retention, 0…1, that a memory of importance 10 keeps; one of importance i keeps this times log10(i)³."""
    fade_below: float = 0.0
    """Retention R, 0…1, below which a memory is held back as faded. 0 holds nothing back."""

    # -- recall ------------------------------------------------------------------------------------------------
    k: int = 10
    """Number of hits of a recall, unless the call says otherwise."""
    preset: str = "soulkeep"
    """How memories are scored: `"soulkeep"`, or by a paper's formula: `"landwehr"` (1), `"seoul"` (3), `"mimir"` (4),
    `"requery"` (5)."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Your own values, by name, for some of the weights in `search/weights.toml`."""
    recency_weight: float = 0.01
    """Most that newness adds to a score, falling with age by a gaussian (4)."""
    importance_weight: float = 0.05
    """Factor of log10(importance), importance 1…10, in a score (4): 10 adds this much, 1 adds nothing."""
    retention_weight: float = 0.01
    """Most that fading takes from a score: this times (1 - R)."""
    bm25_k1: float = 0.9
    """BM25's k1: the lower, the sooner repetitions of a word stop counting."""
    bm25_b: float = 0.5
    """BM25's b: how much long memories are discounted, 0…1."""

    model_queries: str = "leaning"
    """When a language model is asked what to search for, beside the search by rules (1: query creator): `"leaning"`,
    where a message leans on the talk before it ("Where are they located?"); `"always"`; `"never"`."""
    query_seconds: float = 3.0
    """Seconds that a reply waits for that search query."""

    # -- from moment to memory ---------------------------------------------------------------------------------
    background: bool = True
    """Make facts, summaries and the like in a thread of the keep, beside everything else. False leaves them to
    `keep.settle()`, or to another process."""
    lease_seconds: float = 120.0
    """Seconds for which a thread or process reserves a conversation that it works on, renewed meanwhile. If it dies or
    hangs, others take over after that time, and its late results are dropped."""
    window_turns: int = 8
    """Approximate number of turns that leave the short-term memory together and are condensed into one memory (4: a
    window); half as many again with a language model. A window ends where the talk pauses."""
    session_minutes: float = 30.0
    """Minutes of silence after which a conversation is over and the rest of it is condensed."""
    summary_words: int = 80
    """Most words in the summary of a window."""
    merge_above: float = 0.9
    """Lowest similarity (cosine) at which two summaries are merged into one (4: a threshold range)…"""
    merge_below: float = 1.0
    """… and the highest."""
    repeats: int = 3
    """How often something must be said or asked to become a memory of its own (2: episode blending)."""
    reflect_above: float = 150.0
    """Sum of the importance of new turns that triggers a reflection (3). 0 for only on demand."""
    model_memories: bool = True
    """Let a language model, if there is one, summarise each window and extract its facts, feelings, promises and cues,
    in one call; and let it reflect. False leaves all that to rules."""
    model_context: int = 6
    """Number of turns before a window that the model also sees, so that it knows whom "she" means."""
    model_known: int = 100
    """Number of known facts that it sees, those nearest to the window, so that it can say what replaces them."""
    model_parallel: int = 2
    """Conversations that the model works on at the same time, in one process."""
    daily_tokens: Mapping[str, int] = field(default_factory=dict)
    """Tokens, read and written, that a role's model may use per day (UTC) and process: `{"memory": 2_000_000}`. Work
    over that waits until the next day, while rules condense. A limit for `"check"` leaves further checks to rules.
    `"chat"` has none, since replies can't wait."""

    # -- episodes (2) -------------------------------------------------------------------------------------------
    episodes: int = 20_000
    """Number of a person's inputs remembered one by one as episodes. Beyond it, those unretrieved for the longest time
    are blended: only that they happened, and how often, is still known."""
    episode_feeling: float = 0.5
    """Feeling, 0…1, from which an input is never blended, nor are those that the person evaluated."""
    remarks: float = 0.5
    """How readily the character remarks on the past unasked, 0 (never) … 1 (whenever it could)."""
    interactions: int = 15
    """Number of latest interactions that are searched for patterns."""
    tendency_above: float = 0.66
    """Share of these interactions, 0…1, that must have one value of a property to make a tendency."""
    tendency_fewest: int = 5
    """Fewest interactions about a property that can make a tendency."""
    annoyed_minutes: float = 10.0
    """Minutes within which the same question, asked …"""
    annoyed_times: int = 5
    """… so many times, annoys the character."""
    trivia_days: float = 30.0
    """Days after which the character may remark that a question was asked before."""
    interest_days: float = 30.0
    """Half-life, in days, of a person's interest."""
    interest_above: float = 2.5
    """Weight from which something counts as an interest: about the number of recent mentions."""
    templates: str | PathLike[str] | None = None
    """Folder of your own wordings (`<language>/<intent>.j2`) of what the character says of its knowledge and past."""
    sparql_seconds: float = 5.0
    """Seconds that a SPARQL query may run, a day at most; loading its data beforehand isn't counted."""
    sparql_rows: int = 10_000
    """Most rows that a SPARQL query returns."""

    # -- feelings ----------------------------------------------------------------------------------------------
    mood_hours: float = 6.0
    """Half-life, in hours, of what moves the character's mood away from its temperament."""
    bond_days: float = 365.0
    """Half-life, in days, of closeness and trust."""
    sensitivity: float = 0.25
    """How much one turn full of feeling moves the mood, 0…1."""

    # -- limits ------------------------------------------------------------------------------------------------
    mind_bytes: int = 512 * MIB
    """Bytes of working sets held in memory; beyond that, the least recently used are dropped."""
    large_rows: int = 100_000
    """Number of memories above which a source, such as a world's lore, is large. A large source takes half the bytes
    and is searched by an index that picks the memories to score; in others, every memory is scored."""
    large_index: bool = True
    """Index large sources in the background, if `usearch` is installed (`soulkeep[large]`). Without an index, all their
    memories are scored."""
    large_candidates: int = 1000
    """Memories of a large source that its index proposes, and as many again that share words with the question. More
    finds more and takes longer."""
    large_bytes: int = 4096 * MIB
    """Bytes of large sources held in memory, beside `mind_bytes`; the least recently used are dropped first. Sources
    that one recall needs are held together, however large."""
    large_folder: str | PathLike[str] | None = None
    """Folder for the files that hold the vectors of large sources, mapped into memory so that the system can page them
    out. The files have no name and vanish with the process. None to hold them in memory."""
    index_threads: int = 1
    """Number of threads that build the index of a large source."""
    turn_characters: int = 2_000_000
    """Most characters in a text given to `observe`. One of more than 8,000 is kept whole, and found by its passages."""
    redact: tuple[str, ...] = ()
    """Kinds of data removed from what people say before it is stored: `"email"`, `"phone"` (with its country code),
    `"card"`, `"iban"`, `"secret"` (passwords in URLs, service keys). A placeholder such as `[email]` replaces them."""
    turn_days: float = 0.0
    """Days after which turns are deleted for good, with what rests on them; 0 for never."""
    silent_days: float = 0.0
    """Days without a word from a person after which all that is shared with them is erased; 0 for never."""
    busy_seconds: float = 30.0
    """Seconds that a write waits for another process before it fails."""
    warm: bool = False
    """PostgreSQL only: have processes notify each other of what they stored (LISTEN and NOTIFY), so that working sets
    are updated at once and not at the next question. Each commit then waits for a lock that all share."""

    # -- learning from text ------------------------------------------------------------------------------------
    passage_words: int = 90
    """Number of words that `learn` aims at for each passage."""

    # -- replying ----------------------------------------------------------------------------------------------
    history_turns: int = 10
    """Least number of recent turns that a language model reads word for word (1: the last k messages)…"""
    history_stride: int = 40
    """… and how many more may collect before the oldest are dropped together: until then the prompt begins the same, so
    a server can cache it."""
    history_tokens: int = 5000
    """Most tokens of these turns, with the memories recalled for them; the summary covers older ones."""
    running_words: int = 120
    """Most words in the prompt's summary of what was said before these turns (1)."""
    profile_facts: int = 80
    """Most facts in every prompt, in this order: grave ones, about the person, about others; lasting and important ones
    first. They stand at its beginning, so a server can cache them."""
    scene_minutes: float = 30.0
    """Minutes that a scene is taken to last unless it is given again (4: sensory memory fades)…"""
    event_minutes: float = 3.0
    """… and those that an event in it lasts."""
    reply_memories: int = 12
    """Most memories behind the answer to a question…"""
    statement_memories: int = 3
    """… and to a message that asks nothing."""
    reply_kinds: tuple[str, ...] = ("turn", "passage", "blend")
    """Kinds of these memories. Known facts about the person and the summary of earlier talk are added beside them."""
    reply_facts: int = 8
    """Most recalled facts and insights told beside these memories, as room allows; the turns they rest on are not
    repeated. The more of them, the fewer of `reply_memories` are told, but at least eight."""
    description_words: int = 500
    """Most words in a character's description in the prompt (1)."""
    instructions: str = ""
    """Further instructions for the language model, after the description: how to lead a talk, what never to mention."""
    memories_as: str = "list"
    """How the model is given recalled memories: `"list"`, with labels to cite; `"narrative"`, as one account that a
    model writes and that is checked (5), without labels."""
    prompt_tokens: int = 8000
    """Most tokens in the whole prompt. What doesn't fit is left out in this order: lore, facts about the person, the
    summary, the scene, memories (the worst first), knowledge, the oldest turns."""
    section_tokens: Mapping[str, int] = field(default_factory=dict)
    """Your own token limits for sections of the prompt, by name (`Section.name`)."""

    # -- choosing who answers ----------------------------------------------------------------------------------
    rules: Rules = field(default_factory=Rules)
    """Which responders may answer, and which are preferred."""
    router: str = "score"
    """How a responder is chosen: `"score"`, the best bid; `"model"`, by the language model with a prompt of its own (1:
    response routing)."""
    decision_seconds: float = 3.0
    """Seconds that a reply waits for that choice, and for each responder's bid."""
    parallel: bool = True
    """Run recall, query creation, routing and the pattern search at the same time (1: future work), not one by one."""

    # -- checking what was answered (1) ------------------------------------------------------------------------
    check: str = "annotate"
    """What to do about an answer that contradicts its sources: `"annotate"` reports it in `Reply.check`; `"regenerate"`
    has the model answer once more without the claim; `"admit"` has it answer once more and say that it isn't sure;
    `"off"` checks nothing. The second and third act only on what a model found (`checker="model"`), and send text
    only once the answer is complete."""
    checker: str = "rules"
    """Who checks: `"rules"`, which report only what they are sure of; or `"model"`, with one more call."""

    def __post_init__(self) -> None:
        for knob in fields(self):
            value = getattr(self, knob.name)
            if knob.type == "int":
                _require(isinstance(value, int) and not isinstance(value, bool), knob.name, "a whole number")
            elif knob.type == "bool":
                _require(isinstance(value, bool), knob.name, "True or False")
            elif knob.type == "float":
                _require(isinstance(value, int | float) and not isinstance(value, bool), knob.name, "a number")
                # neither inf nor nan, nor a whole number that is too large to reckon with
                _require(abs(value) <= sys.float_info.max, knob.name, "a finite number")
        _require(isinstance(self.weights, Mapping), "weights", "a mapping of names to numbers")
        for name in ("templates", "large_folder"):
            path = getattr(self, name)
            _require(path is None or isinstance(path, str | PathLike), name, "a folder's path")
        kinds = self.reply_kinds
        texts = isinstance(kinds, tuple) and all(isinstance(kind, str) for kind in kinds)
        _require(texts and bool(kinds), "reply_kinds", "a tuple of kinds of memories")
        _require(isinstance(self.instructions, str), "instructions", "a text")
        tokens = self.section_tokens
        sound = isinstance(tokens, Mapping) and all(
            name in SECTIONS and isinstance(value, int) and not isinstance(value, bool) and value >= 20
            for name, value in tokens.items()
        )
        _require(sound, "section_tokens", f"a mapping to whole numbers, 20 or more, of {', '.join(SECTIONS)}")
        budget = self.daily_tokens
        counted = isinstance(budget, Mapping) and all(
            role in ROLES[1:] and isinstance(value, int) and not isinstance(value, bool) and value > 0
            for role, value in budget.items()
        )
        _require(counted, "daily_tokens", f"a mapping to whole numbers above 0, of {', '.join(ROLES[1:])}")
        _require(isinstance(self.rules, Rules), "rules", "a soulkeep.Rules")
        kinds = self.redact
        is_known = isinstance(kinds, tuple) and all(kind in REDACTED for kind in kinds)
        _require(is_known, "redact", f"a tuple of {', '.join(REDACTED)}")
        for name, choices in _CHOICES.items():
            _require(getattr(self, name) in choices, name, f"one of {', '.join(choices)}")
        for name in ("fade_below", "importance_floor", "bm25_b", "merge_above", "merge_below", "sensitivity",
            "episode_feeling", "remarks", "tendency_above",
        ):  # fmt: skip
            _require(0 <= getattr(self, name) <= 1, name, "between 0 and 1")
        for name in ("recency", "importance", "retention"):
            _require(getattr(self, f"{name}_weight") >= 0, f"{name}_weight", "0 or more")
        for name in (
            "forgetfulness", "bm25_k1", "busy_seconds", "query_seconds", "session_minutes", "reflect_above",
            "scene_minutes", "event_minutes", "annoyed_minutes", "trivia_days", "interest_above", "turn_days",
            "silent_days",
        ):  # fmt: skip
            _require(getattr(self, name) >= 0, name, "0 or more")
        for name in ("mood_hours", "bond_days", "interest_days", "sparql_seconds", "decision_seconds", "lease_seconds"):
            _require(getattr(self, name) > 0, name, "above 0")
        _require(self.sparql_seconds <= 86_400, "sparql_seconds", "86,400 (a day) at most")
        _require(self.learning >= 1, "learning", "1 or more")
        for knob in fields(self):
            if knob.type == "int":
                _require(getattr(self, knob.name) >= 1, knob.name, "1 or more")


SECTIONS = (
    "instructions", "description", "known", "earlier", "memories", "lore", "knowledge", "event", "feelings", "scene",
)  # fmt: skip
"""Sections of the prompt that can be given a budget of their own."""

REDACTED = ("email", "phone", "card", "iban", "secret")
"""What can be taken out before it is stored."""

_CHOICES = {
    "router": ("score", "model"),
    "check": ("annotate", "regenerate", "admit", "off"),
    "checker": ("rules", "model"),
    "model_queries": ("leaning", "always", "never"),
    "memories_as": ("list", "narrative"),
}


def _require(holds: bool, name: str, what: str) -> None:
    if not holds:
        raise InputError(f"The setting {name} must be {what}.", hint=f"The default is {_default(name)}.")


def _default(name: str) -> object:
    knob = next(knob for knob in fields(Settings) if knob.name == name)
    return knob.default if knob.default_factory is MISSING else knob.default_factory()
