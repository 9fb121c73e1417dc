"""German verbs whose first part stands at the end of a question: "Wer nimmt am Kurs teil?"."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.graph.questions.near import stem
from soulkeep.graph.questions.word_index import OTHERWISE, STEMS, looked_up
from soulkeep.lang.pack import words as listed


def closed_up(words: Sequence[str], language: str) -> list[int]:
    """Return the numbers of a question's words in an order in which the parts of a verb that is known in two parts stand
    side by side.

    Args:
        words: the words, in lower case; empty where a name stands.
        language: ISO 639-1.
    """
    order = list(range(len(words)))
    if language != "de" or len(words) < 4 or words[-1] not in listed("qualifiers", "separable", "de"):
        return order
    last = len(words) - 1
    for at, word in enumerate(words[: last - 1]):
        phrase = f"{stem(word, 'de')} {stem(words[last], 'de')}"
        if word and any(looked_up(table, "de", phrase) is not None for table in (OTHERWISE, STEMS)):
            return [*order[: at + 1], last, *order[at + 1 : last]]
    return order
