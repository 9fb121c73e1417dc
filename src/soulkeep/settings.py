"""Every knob in one object: its default, its unit, and where its formula comes from.

`(1)` … `(5)` are the papers that docs/papers.md lists.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from os import PathLike

from soulkeep.errors import InputError
from soulkeep.rules import Rules

MIB = 1024 * 1024

ROLES = ("chat", "memory", "check")
"""What language models are for: speaking (and what a reply needs before), remembering, and checking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a keep and its characters behave. Give one to `soulkeep.open(settings=…)`.

    Most people need one dial: `forgetfulness`.
    """

    # -- forgetting (1): R = exp(-d·t/S), computed when read --------------------------------------------------
    forgetfulness: float = 0.005
    """d, per day. 0 never forgets; at 0.005 an unused memory of stability 1 keeps half its strength for 139 days."""
    learning: float = 1.5
    """b, no unit, at least 1. Each use of a memory in a reply multiplies its stability S by this."""
    importance_floor: float = 0.95
    """What a memory of importance 10 keeps of its retention at least, 0…1; one of importance i this times log10(i)³."""
    fade_below: float = 0.0
    """Retention R, 0…1, under which a memory is held back as faded. 0 holds nothing back."""

    # -- recall ------------------------------------------------------------------------------------------------
    k: int = 10
    """Hits of a recall, unless the call says otherwise."""
    preset: str = "soulkeep"
    """How memories are scored: `"soulkeep"`, or by a paper's formula: `"landwehr"` (1), `"seoul"` (3), `"mimir"` (4),
    `"requery"` (5)."""
    weights: Mapping[str, float] = field(default_factory=dict)
    """Your own values for some of the weights in `search/weights.toml`, by name."""
    recency_weight: float = 0.01
    """Most that being new adds, falling with age by a gaussian (4)."""
    importance_weight: float = 0.05
    """Factor of log10(importance), importance 1…10 (4): 10 adds this much, 1 adds nothing."""
    retention_weight: float = 0.01
    """Most that having faded takes away: this times (1 - R)."""
    bm25_k1: float = 0.9
    """BM25: how soon repeating a word stops to count."""
    bm25_b: float = 0.5
    """BM25: how much a long memory is discounted, 0…1."""

    model_queries: str = "leaning"
    """When a language model is asked what to search for, beside the search by rules (1: query creator), in short:
    `"leaning"`, where a message leans on the talk before it ("Where are they located?"); `"always"`; `"never"`."""
    query_seconds: float = 3.0
    """How long a reply waits for that."""

    # -- from moment to memory ---------------------------------------------------------------------------------
    background: bool = True
    """Facts, summaries and the like are made by a thread of the keep's, beside everything else. Without it they wait
    for `keep.settle()`, or for another process."""
    lease_seconds: float = 120.0
    """Seconds for which a thread or process holds a conversation that it works on; renewed while it does. Of one that
    died or hangs, others take the work over after that, and what it still made of it is dropped."""
    window_turns: int = 8
    """Turns, about, that leave the short-term memory together and are condensed into one memory (4: a window); with a
    language model, half as many again. A window ends where the talk pauses."""
    session_minutes: float = 30.0
    """Silence after which a conversation is over, and what is left of it is condensed."""
    summary_words: int = 80
    """Longest summary of a window, in words."""
    merge_above: float = 0.9
    """Similarity (cosine) of two summaries from which they are made one (4: a threshold range)…"""
    merge_below: float = 1.0
    """… up to this."""
    repeats: int = 3
    """How often something is said or asked, until that is a memory of its own (2: episode blending)."""
    reflect_above: float = 150.0
    """Sum of the importance of new turns that leads to a reflection (3). 0 for none but on demand."""
    model_memories: bool = True
    """A language model remembers, if there is one: a call for each window, for its summary, facts, feelings, promises
    and cues; and it reflects. False leaves all that to the rules."""
    model_context: int = 6
    """Turns before a window that it sees, so that it knows whom "she" means."""
    model_known: int = 100
    """Known facts that it sees, so that it can say what they are replaced by: those nearest to the window."""
    model_parallel: int = 2
    """Conversations that it works on at the same time, in one process."""
    daily_tokens: Mapping[str, int] = field(default_factory=dict)
    """Tokens, read and written, that a role's model may use in a day (UTC) and process: `{"memory": 2_000_000}`. What
    is over waits until the next day and isn't lost; rules condense meanwhile. `"check"` may have a budget, too: beyond
    it, rules check. What is said can't wait, so `"chat"` has none."""

    # -- episodes (2) -------------------------------------------------------------------------------------------
    episodes: int = 20_000
    """Inputs of a person that are remembered one by one as episodes. Beyond them those unretrieved for the longest time
    are blended: that they were, and how often, is still known."""
    episode_feeling: float = 0.5
    """Inputs of as much feeling, 0…1, are never blended, nor are those that the person evaluated."""
    remarks: float = 0.5
    """How readily the character remarks on the past by itself, 0 (never) … 1 (whenever there is something)."""
    interactions: int = 15
    """Latest interactions that are looked through for patterns."""
    tendency_above: float = 0.66
    """Share of them with one value of a property from which that is a tendency."""
    tendency_fewest: int = 5
    """Interactions on a property that a tendency needs, at least."""
    annoyed_minutes: float = 10.0
    """Minutes in which the same question may be asked …"""
    annoyed_times: int = 5
    """… so many times, until the character is annoyed."""
    trivia_days: float = 30.0
    """Days after which it is worth a remark that a question was asked before."""
    interest_days: float = 30.0
    """Half-life of an interest of the person's."""
    interest_above: float = 2.5
    """Weight from which something is an interest: about so many recent mentions."""
    templates: str | PathLike[str] | None = None
    """Folder of your own wordings for what the character says of knowledge and the past (`<language>/<intent>.j2`)."""
    sparql_seconds: float = 5.0
    """How long a SPARQL query may take, a day at most; what it asks is loaded before."""
    sparql_rows: int = 10_000
    """Rows that it gives at most."""

    # -- feelings ----------------------------------------------------------------------------------------------
    mood_hours: float = 6.0
    """Half-life of what moves the character's mood, until it is back at its temperament."""
    bond_days: float = 365.0
    """Half-life of closeness and trust."""
    sensitivity: float = 0.25
    """How much one turn full of feeling moves the mood, 0…1."""

    # -- limits ------------------------------------------------------------------------------------------------
    mind_bytes: int = 512 * MIB
    """Bytes of working sets held in memory; the least recently used go first."""
    large_rows: int = 100_000
    """Memories of one source above which it is large: the lore of a world, say. A large source is held at half the
    bytes, and searched by an index that picks the memories worth scoring; up to that, every memory is scored."""
    large_index: bool = True
    """Index large sources in the background, if `usearch` is installed (`soulkeep[large]`). Until that is done, and
    without it, all of them is scored."""
    large_candidates: int = 1000
    """Memories of a large source that its index proposes, and as many that hold the question's words: more finds more,
    and takes longer."""
    large_bytes: int = 4096 * MIB
    """Bytes of large sources held in memory, beside `mind_bytes`; the least recently used go first. Those that are
    recalled from together are held together, however large."""
    large_folder: str | PathLike[str] | None = None
    """Folder of the files that the vectors of large sources lie in, mapped into memory, so that the system can write
    them out when it is short; they have no name and are gone with the process. None for memory."""
    index_threads: int = 1
    """Threads that build the index of a large source."""
    turn_characters: int = 100_000
    """Longest text that `observe` takes. Longer ones are knowledge: `learn` cuts them into passages."""
    redact: tuple[str, ...] = ()
    """What is taken out of what people say before it is stored: `"email"`, `"phone"` (with its country's number),
    `"card"`, `"iban"`, `"secret"` (passwords in URLs, keys to services). In its place stands `[email]`, say."""
    turn_days: float = 0.0
    """Days after which what was said is deleted for good, with what rests on it; 0 for never."""
    silent_days: float = 0.0
    """Days without a word from a person after which all that is shared with them is erased; 0 for never."""
    busy_seconds: float = 30.0
    """How long a write waits for another process before it gives up."""
    warm: bool = False
    """Where memories are in PostgreSQL: processes tell each other what they stored (LISTEN and NOTIFY), and whoever
    holds a working set brings it up to date at once instead of at the next question. Each commit then waits for a lock
    that all share."""

    # -- learning from text ------------------------------------------------------------------------------------
    passage_words: int = 90
    """Words of a passage that `learn` aims at."""

    # -- replying ----------------------------------------------------------------------------------------------
    history_turns: int = 10
    """Last turns of the conversation that a language model reads word for word (1: the last k messages), at least…"""
    history_stride: int = 40
    """… and as many more, until the oldest leave together: in between, the prompt begins as before, and a server
    needn't read it anew."""
    history_tokens: int = 5000
    """Tokens of these turns at most, with the memories that came to mind with them; older ones are left to the
    summary."""
    running_words: int = 120
    """Words of the prompt's summary of what was said before these turns, at most (1)."""
    profile_facts: int = 80
    """Facts in every prompt, at most: what is grave, then about the person, then about others, those that last and
    matter first. They stand at its beginning, so a server needn't read them anew."""
    scene_minutes: float = 30.0
    """How long a scene that isn't told anew is taken to last (4: sensory memory fades)…"""
    event_minutes: float = 3.0
    """… and what just happened in it."""
    reply_memories: int = 12
    """Memories that the answer to a question may rest on…"""
    statement_memories: int = 3
    """… and that to a message which asks nothing."""
    reply_kinds: tuple[str, ...] = ("turn", "passage", "blend")
    """Their kinds. What is known of the person, and what was said before, in short, is told beside them."""
    reply_facts: int = 8
    """Facts and insights that come to mind beside them, at most, if they fit: what they rest on isn't told twice. The
    more is known, the fewer of `reply_memories` are told, eight at least."""
    description_words: int = 500
    """Longest description of the character in the prompt (1)."""
    instructions: str = ""
    """What else a language model is told, after who it is: how to lead a talk, what never to speak of."""
    memories_as: str = "list"
    """How it is told what came to mind: `"list"`, with labels to refer to; `"narrative"`, as one account that a model
    writes and that is checked (5), without labels."""
    prompt_tokens: int = 8000
    """Tokens of the whole prompt at most. What doesn't fit is left out in this order: lore, what is known of the
    person, the summary, the scene, memories (the worst first), knowledge, the oldest turns."""
    section_tokens: Mapping[str, int] = field(default_factory=dict)
    """Your own budgets for sections of the prompt, in tokens, by name (`Section.name`)."""

    # -- choosing who answers ----------------------------------------------------------------------------------
    rules: Rules = field(default_factory=Rules)
    """Who may answer, and who is preferred."""
    router: str = "score"
    """Who chooses among those that may answer: `"score"`, the best bid; `"model"`, the language model, by a prompt of
    its own (1: response routing)."""
    decision_seconds: float = 3.0
    """How long a reply waits for that, and for each responder's bid."""
    parallel: bool = True
    """Recall, query creation, routing and the search for patterns run at the same time (1: future work); False for one
    after the other."""

    # -- checking what was answered (1) ------------------------------------------------------------------------
    check: str = "annotate"
    """What is done about an answer that its sources contradict: `"annotate"` tells it in `Reply.check`; `"regenerate"`
    has the model answer once more without it; `"admit"` has it answer once more and say that it isn't sure; `"off"`
    checks nothing. The second and third act only on what a model found (`checker="model"`), and speak only when the
    answer is complete."""
    checker: str = "rules"
    """Who checks: `"rules"`, which say what they are sure of; or `"model"`, for one more call."""

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
