"""What the questions about one graph share."""

from __future__ import annotations

from functools import cached_property

from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.questions.names import Names
from soulkeep.graph.questions.solve import Solver
from soulkeep.graph.questions.wordbook import Wordbook
from soulkeep.graph.terms import is_iri


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

    @cached_property
    def house(self) -> str | None:
        """The only club, shop or other house in the data, whose people and things the rest of it tells of; None if there
        is none, or several: a question that names nothing may mean it, as "when do you open?" does."""
        schema, columns = self.knowledge.schema, self.solver.columns
        alone: dict[str, set[str]] = {}
        for kind in schema.classes:
            things = columns.things_of(kind)
            if len(things) == 1 and len(schema.over((kind,)) & schema.classes) == 1 and all(map(is_iri, things)):
                alone[kind] = {*things}
        for is_house in (schema.is_organisation, schema.may_be_place):
            found = {thing for kind, things in alone.items() if is_house((kind,)) for thing in things}
            if found:
                return found.pop() if len(found) == 1 else None
        return None
