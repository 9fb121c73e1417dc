"""What was found, told by what it holds, where it has no name: a record's points, and who set it."""

from __future__ import annotations

from soulkeep.graph.episodes import listing
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.forms import Form
from soulkeep.graph.questions.solve import Solution
from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.blank_nodes import held


def of_nameless(form: Form, found: Solution, language: str, knowledge: Knowledge) -> str:
    """Return what the only thing that was found holds, without what the question named; "" if nothing can be said.

    Args:
        form: the question's form.
        found: its solution.
        language: the language to answer in.
        knowledge: the data.
    """
    if len(found.values) != 1 or not is_iri(found.values[0]) or form.project or form.order is not None:
        return ""
    text = held(found.values[0], knowledge.lexicon, language, form.things)
    return listing.alone(text, language) if text else ""
