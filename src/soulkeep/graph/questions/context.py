"""What the questions about one graph share."""

from __future__ import annotations

from functools import cached_property

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.names import Names
from soulkeep.graph.questions.solve import Solver
from soulkeep.graph.questions.wordbook import Wordbook


class QuestionContext:
    """Data for reading questions about a graph, computed once.

    Args:
        knowledge: the graph with its indexes.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.solver = Solver(knowledge)

    def is_class(self, term: str) -> bool:
        """Return whether a term is a class, not a property."""
        return term in self.knowledge.schema.classes

    @cached_property
    def wordbook(self) -> Wordbook:
        """The wordings of classes and properties."""
        return Wordbook(self.knowledge)

    @cached_property
    def names(self) -> Names:
        """The index of names by their words."""
        return Names(self.knowledge)
