"""Semantic roles: the direction of a property that may hold in either direction between things of the same kind.

"Who slew Vharn" asks for the killer, "whom did Vharn slay" for the victim; so do "Vharn's slayer" and "slain by Vharn".
What a property says of its subject is shown by the form of its name: slew, slain by, father, pupil of.
"""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.graph.words.verbs_en import base_form, is_participle

DOES, UNDERGOES, HAS, IS_OF = "does", "undergoes", "has", "is of"
"""Meanings of a property for its subject: it acts ("slew"), is acted upon ("slain by"), has ("father"), or belongs to
its object ("pupil of")."""

AGENT, PATIENT, OWNER, PLACE = "agent", "patient", "owner", "place"
"""Roles of a name in a question: who acts, who is acted upon, who owns, or the place where something is."""

_PREPOSITIONS = "in|at|on|near|from|to|with|over|into|for|through|under|against|upon|after|behind|across|around"
_AUXILIARY = r"(?:do|does|did|has|have|had|is|are|was|were|will|would|can|could)(?:n['’]?t)?"


@lru_cache(maxsize=8192)
def says(wording: str) -> str:
    """Return what an English wording of a property says about its subject."""
    words = wording.casefold().split()
    if not words:
        return HAS
    if words[0] in ("is", "was", "are", "were", "been", "be"):
        words = words[1:] or words
    if words[0] in ("has", "have", "had"):
        return HAS
    if len(words) > 1 and words[-1] == "by":
        return UNDERGOES
    if (
        len(words) > 1
        and words[-1] == "of"
        and words[0] not in ("date", "place", "number", "year", "time", "cause", "name", "part", "country")
    ):
        return IS_OF
    first = words[0]
    if base_form(first) is not None and not (first.endswith("s") and len(words) == 1 and _is_plural_noun(first)):
        if len(words) > 1 and re.fullmatch(_PREPOSITIONS, words[-1]):
            return DOES
        if first.endswith("s") or not is_participle(first) or len(words) == 1:
            return DOES
    return HAS


def is_agent_noun(word: str) -> bool:
    """Return whether an English word names who does something: teacher, inventor."""
    return _AGENT_NOUN.search(word) is not None


_AGENT_NOUN = re.compile(r"(?:\w{3}(?:er|or|ist|ian)|coach|cook|chef|judge|king|queen)$", re.IGNORECASE)


def _is_plural_noun(word: str) -> bool:
    return word.endswith("s") and word[:-1] in _NOUNS


_NOUNS = frozenset(
    [
        "album",
        "member",
        "player",
        "parent",
        "child",
        "track",
        "genre",
        "award",
        "prize",
        "book",
        "film",
        "song",
        "title",
        "language",
        "color",
        "colour",
        "alias",
        "name",
        "ingredient",
        "tool",
        "sibling",
        "relative",
        "work",
        "part",
        "topic",
        "subject",
        "student",
        "pupil",
        "area",
        "date",
        "stop",
        "guest",
        "friend",
        "enemie",
        "ally",
        "room",
        "step",
        "note",
        "effect",
        "skill",
        "spell",
        "level",
        "point",
        "goal",
        "assist",
        "cap",
        "hobby",
        "motif",
        "crew",
        "writer",
        "actor",
        "star",
    ]
)


def role_of(text: str, start: int, end: int, word_start: int, word_end: int, language: str) -> str | None:
    """Return a name's role with a verb or a noun of a question: agent, patient or owner; None if it is unknown.

    Args:
        text: the question.
        start, end: the name's place.
        word_start, word_end: the place of the verb or the noun.
        language: ISO 639-1.
    """
    if language == "ko":
        if word_start == end + 1 and text[end] == " ":
            return OWNER  # "무진 스님 제자": a noun after a name without a particle
        return _korean(text[end : end + 4], received=re.search("받|당하|당한|당했|얻", text) is not None)
    if language == "de":
        return _german(text, start, end, word_start, word_end)
    return _english(text, start, end, word_start, word_end)


def _english(text: str, start: int, end: int, word_start: int, word_end: int) -> str | None:
    after = text[max(end - 2, 0) : end + 2].casefold()
    if re.search(r"(?:['’]s?|s['’])(?:\s|$)", after + " ") and word_start >= end - 2:
        return OWNER
    before = text[:start].casefold().rstrip()
    before = re.sub(
        r"\b(?:the|a|an|king|queen|lord|lady|sir|mr|mrs|ms|dr|professor|prince|princess)$", "", before
    ).rstrip()
    if before.endswith(" by"):
        return AGENT
    if re.search(rf" (?:{_PREPOSITIONS})(?: the)?$", before):
        return PLACE
    if before.endswith(" of"):
        return OWNER
    said = text[word_start:word_end].casefold()
    if word_start < start:  # for example "who slew Vharn", "what did … "
        between = text[word_end:start].casefold()
        if re.search(r"\bby\s*(?:the )?$", between):
            return AGENT
        if re.search(r"\bof\s*(?:the )?$", between):
            return OWNER
        if not between.strip() and re.search(
            r"\b(?:have|has|had|with)\s+(?:the |a |an )?(?:\w+ )?$", text[:word_start].casefold()
        ):
            return AGENT  # who have the mentor Ann
        if re.fullmatch(r"\s*(?:is|are|was|were)\s*", between) and re.search(
            r"\bwhose\s+(?:\w+ )?$", text[:word_start].casefold()
        ):
            return AGENT  # whose mentor is Ann
        return PATIENT
    head = text[:start].casefold()
    if re.search(rf"\b{_AUXILIARY}\s+(?:the |a |an )?(?:\w+ )?$", head):
        tail = text[word_end:].casefold()
        passive = (
            re.search(r"\b(?:is|are|was|were|been|be|get|got)(?:n['’]?t)?\s+(?:the |a )?(?:\w+ )?$", head) is not None
        )
        if passive and (is_participle(said) or base_form(said)) and not said.endswith("ing"):
            return PATIENT
        return PATIENT if passive and re.match(r"\s+by\b", tail) else AGENT
    if re.search(r"\b(?:is|was|were|are|been|got)\s+(?:\w+ly )?$", text[end:word_start].casefold()):
        return PATIENT
    return AGENT


def _german(text: str, start: int, end: int, word_start: int, word_end: int) -> str | None:
    before = text[:start].casefold().rstrip()
    if word_end <= start and re.search(r"\b(?:deren|dessen|wessen)\s+(?:\w+ )?$", text[:word_start].casefold()):
        return AGENT  # deren Mentor Ann ist
    if re.search(r" (?:im|in|am|an|auf|bei|aus|ins|zu|zum|zur|nach)(?: de[rmns])?$", before):
        return PLACE
    if before.endswith((" von", " vom", " durch")):
        said = text[word_start:word_end].casefold()
        return (
            AGENT
            if said.startswith("ge") or (said.endswith(("t", "en")) and re.search(r"\bw[iu]rd\w*\b", text.casefold()))
            else OWNER
        )
    if re.match(r"s\b", text[end : end + 2]) and word_start > end:
        return OWNER
    if re.search(r"\bwer\b", text[:start].casefold()):
        return PATIENT
    if re.search(r"\b(?:wen|wem|was|welche[nsr]?)\b", text[:start].casefold()):
        return AGENT
    return None


def _korean(after: str, *, received: bool) -> str | None:
    """Return the role shown by the particle after a Korean name; a recipient is no agent."""
    if after.startswith(("의", "네 ")):
        return OWNER
    if after.startswith(("을", "를")):
        return PATIENT
    if after.startswith(("에게", "한테", "에 의", "께")):
        return AGENT if received else PATIENT
    if after.startswith(("에서", "에 ", "에는", "에 있")):
        return PLACE
    if not after.startswith(("이", "가", "은", "는")):
        return None
    return PATIENT if received else AGENT


def agrees(wording: str, role: str, *, inverse: bool) -> float:
    """Return whether a step from a thing in a role agrees with its property's wording: 1, -1, or 0 for unknown.

    Args:
        wording: an English wording of the property.
        role: the role of the thing where the step begins.
        inverse: whether the step leads from the property's object to its subject.
    """
    roles = says(wording)
    if role == PLACE:
        ends = re.search(rf" (?:{_PREPOSITIONS})$", wording) is not None
        return (1.0 if inverse else -1.0) if ends else 0.0
    if role == OWNER:
        fits = (roles in (HAS, DOES, UNDERGOES)) != inverse
        return 1.0 if fits else -1.0
    if roles == DOES:
        return 1.0 if (role == AGENT) != inverse else -1.0
    if roles == UNDERGOES:
        return 1.0 if (role == PATIENT) != inverse else -1.0
    if roles == HAS and _AGENT_NOUN.search(wording):  # "who painted it" asks for its painter
        return 0.7 if (role == PATIENT) != inverse else -0.7
    return 0.0
