"""LangGraph's store, with the real package: its contract beside its own store, graphs, and isolation."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Iterator
from functools import reduce
from itertools import product
from typing import Annotated, Any, TypedDict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.runtime import Runtime
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    Item,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchItem,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

import soulkeep
from soulkeep.integrations.langgraph import SoulkeepStore

ANNA = ("memories", "anna")
BORIS = ("memories", "boris")


@pytest.fixture
def store(any_keep: soulkeep.Keep) -> SoulkeepStore:
    return SoulkeepStore(any_keep, "holmes", person=1)


@pytest.fixture
def here() -> Iterator[SoulkeepStore]:
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        yield SoulkeepStore(keep, "holmes", person=1)


VALUES: list[dict[str, Any]] = [
    {},
    {"text": "I adopted a cat called Miso."},
    {"text": ""},
    {"text": "   "},
    {"n": 1, "x": 2.5, "yes": True, "none": None, "names": ["é", "ß", {"deep": [[]]}]},
    {"kind": "Memory", "content": {"content": "Likes tea."}},
    {"long": "word " * 20_000, "other": "y" * 3_000, "short": "z"},
    {f"field {n}": f"value {n} " * 20 for n in range(100)},
    reduce(lambda inner, n: {f"level {n}": inner}, range(100), {"text": "deep"}),
]


def test_a_value_comes_back_as_it_was(store: SoulkeepStore) -> None:
    indexes: tuple[Any, ...] = (None, False, ["text"], ["content.content", "names[*]", "long"])
    for value, index in product(VALUES, indexes if isinstance(store._keep, soulkeep.Keep) else indexes[:1]):
        store.put(ANNA, "key", value, index=index)
        found = store.get(ANNA, "key")
        assert found is not None
        assert found.value == value
        assert (found.namespace, found.key) == (ANNA, "key")
        (searched,) = store.search(ANNA)
        assert searched.value == value
        store.delete(ANNA, "key")
        assert store.get(ANNA, "key") is None
        assert store.search(ANNA, query="Miso") == []


def test_putting_again_replaces(store: SoulkeepStore) -> None:
    store.put(ANNA, "key", {"text": "I live in Seoul."})
    first = store.get(ANNA, "key")
    store.put(ANNA, "key", {"text": "I live in Busan."})
    second = store.get(ANNA, "key")
    assert first is not None
    assert second is not None
    assert second.value == {"text": "I live in Busan."}
    assert second.created_at == first.created_at
    assert second.updated_at > first.updated_at
    assert len(store.search(ANNA)) == 1
    holmes = store._keep.character("holmes")
    assert [turn.text for turn in holmes.memories(person="anna", kinds={"turn"})] == ["I live in Busan."]


def test_another_store_sees_what_changes(any_keep: soulkeep.Keep, store: SoulkeepStore) -> None:
    other = SoulkeepStore(any_keep, "holmes", person=1)
    store.put(ANNA, "a", {"n": 1})
    assert other.get(ANNA, "a") is not None
    store.put(ANNA, "a", {"n": 2})
    other.put(ANNA, "b", {"n": 3})
    assert other.get(ANNA, "a").value == {"n": 2}  # type: ignore[union-attr]
    store.delete(ANNA, "a")
    assert other.get(ANNA, "a") is None
    store.put(ANNA, "a", {"n": 4})
    assert other.get(ANNA, "a").value == {"n": 4}  # type: ignore[union-attr]
    assert {item.key for item in other.search(ANNA)} == {"a", "b"}


def test_what_is_put_is_remembered(any_keep: soulkeep.Keep, store: SoulkeepStore) -> None:
    store.put(ANNA, "1", {"text": "I live in Lisbon."})
    store.put(ANNA, "2", {"favourite_food": "ramen", "since": 2019})
    store.put(ANNA, "3", {"text": "The secret word is swordfish."}, index=False)
    any_keep.settle(over=True)
    holmes = any_keep.character("holmes")
    assert [fact.value for fact in holmes.facts(person="anna", relation="home")] == ["Lisbon"]
    assert "ramen" in holmes.recall("What is my favourite food?", person="anna").hits[0].memory.text
    assert not [one for one in holmes.recall("the secret word", person="anna").hits if "swordfish" in one.memory.text]
    assert store.get(ANNA, "3").value == {"text": "The secret word is swordfish."}  # type: ignore[union-attr]
    store.delete(ANNA, "1")
    assert holmes.facts(person="anna", relation="home") == []


def test_search_ranks_by_meaning(store: SoulkeepStore) -> None:
    for key, text in {
        "cat": "I adopted a cat called Miso.",
        "sister": "My sister Clara plays the cello.",
        "food": "I can't eat peanuts.",
    }.items():
        store.put(ANNA, key, {"text": text, "kind": "pet" if key == "cat" else "else"}, index=["text"])
    store.put(ANNA, "hidden", {"text": "A cat!", "kind": "pet"}, index=False)
    found = store.search(ANNA, query="What is my cat called?")
    assert found[0].key == "cat"
    assert found[0].score is not None
    assert {item.key for item in found} == {"cat", "sister", "food", "hidden"}  # the rest fills up, without a score
    assert found[-1].key == "hidden"
    assert found[-1].score is None
    scores = [item.score for item in found if item.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert [item.key for item in store.search(ANNA, query="cello", limit=1)] == ["sister"]
    assert [item.key for item in store.search(ANNA, query="cat", filter={"kind": "else"}, limit=2)] != ["cat"]
    assert [item.key for item in store.search(ANNA, query="What is my cat called?", offset=1, limit=2)] == [
        item.key for item in found[1:3]
    ]
    assert store.search(ANNA, query="cat", limit=0) == []


def test_filters_as_langgraph_has_them(here: SoulkeepStore) -> None:
    theirs = InMemoryStore()
    for n in range(6):
        for one in (here, theirs):
            one.put(ANNA, f"k{n}", {"n": n, "even": n % 2 == 0, "tags": ["a", f"t{n}"], "in": {"x": {"y": n}}})
    for asked in (
        {"n": 3}, {"n": {"$gt": 2}}, {"n": {"$gte": 2, "$lt": 5}}, {"n": {"$lte": 0}}, {"even": True},
        {"n": {"$ne": 3}}, {"n": {"$eq": 3}}, {"even": True, "n": {"$gt": 0}}, {"tags": ["a", "t1"]}, {"tags": "a"},
        {"in": {"x": {"y": 2}}}, {"in": {"x": {"y": {"$gt": 3}}}}, {"none": None}, {"none": 1}, {"n": "3"},
    ):  # fmt: skip
        expected = {item.key for item in theirs.search(ANNA, filter=asked)}
        assert {item.key for item in here.search(ANNA, filter=asked)} == expected, asked
    with pytest.raises(ValueError, match=r"\$near"):
        here.search(ANNA, filter={"n": {"$near": 3}})


def test_no_namespace_shows_another_person_s(store: SoulkeepStore) -> None:
    store.put(ANNA, "1", {"text": "My password is swordfish."})
    store.put(BORIS, "1", {"text": "I like tea."})
    store.put(("notes", "anna"), "1", {"text": "The weather is nice."})
    assert [item.value for item in store.search(BORIS, query="What is the password?")] == [{"text": "I like tea."}]
    assert store.get(BORIS, "2") is None
    store.delete(BORIS, "1")
    assert store.get(ANNA, "1") is not None
    holmes = store._keep.character("holmes")
    assert not [hit for hit in holmes.recall("password", person="boris").hits if "swordfish" in hit.memory.text]
    assert {item.namespace for item in store.search(("memories",), query="password")} == {ANNA}
    assert [item.namespace for item in store.search(("notes",))] == [("notes", "anna")]
    assert len(store.search(())) == 2


def test_persons_are_where_the_caller_says(here: SoulkeepStore) -> None:
    keep = here._keep
    first = SoulkeepStore(keep, "watson", person=0)
    first.put(("anna", "memories"), "1", {"text": "I like tea."})
    assert keep.people("watson") == ["anna"]
    shared = SoulkeepStore(keep, "lestrade", person=None)
    shared.put(ANNA, "1", {"text": "The yard opens at nine."})
    assert keep.people("lestrade") == []
    assert [item.key for item in shared.search(ANNA, query="When does it open?")] == ["1"]
    asked = SoulkeepStore(keep, "mycroft", person=lambda namespace: namespace[-1].removeprefix("u-") or None)
    asked.put(("users", "u-anna"), "1", {"text": "I like tea."})
    asked.put(("users", "u-"), "1", {"text": "Tea is had at five."})
    assert keep.people("mycroft") == ["anna"]
    assert {item.namespace for item in asked.search(("users",), query="tea")} == {("users", "u-anna"), ("users", "u-")}


def test_two_namespaces_of_one_wording_are_two(here: SoulkeepStore) -> None:
    store = SoulkeepStore(here._keep, "watson", person=None)
    store.put(("a", "b"), "1", {"n": 1})
    store.put(("a/b",), "1", {"n": 2})
    store.put(("x" * 500, "y\n"), "1", {"n": 3})
    assert store.get(("a", "b"), "1").value == {"n": 1}  # type: ignore[union-attr]
    assert store.get(("a/b",), "1").value == {"n": 2}  # type: ignore[union-attr]
    assert [item.value for item in store.search(("a/b",))] == [{"n": 2}]
    assert store.get(("x" * 500, "y\n"), "1").value == {"n": 3}  # type: ignore[union-attr]
    assert store.list_namespaces() == [("a", "b"), ("a/b",), ("x" * 500, "y\n")]


def test_what_isn_t_supported_or_valid_is_refused(here: SoulkeepStore) -> None:
    with pytest.raises(NotImplementedError, match=r"(?i)ttl"):
        here.put(ANNA, "1", {"n": 1}, ttl=5)
    with pytest.raises(NotImplementedError, match="ttl"):
        here.batch([PutOp(ANNA, "1", {"n": 1}, ttl=5)])
    for namespace in ((), ("",), ("a.b",), ("langgraph", "x")):
        with pytest.raises(InvalidNamespaceError):
            here.put(namespace, "1", {"n": 1})
    with pytest.raises(InvalidNamespaceError):
        here.batch([GetOp(("a.b",), "1")])
    for value in ({"x": object()}, {"x": float("nan")}):
        with pytest.raises(soulkeep.InputError):
            here.batch([PutOp(ANNA, "good", {"n": 1}), PutOp(ANNA, "bad", value)])
    with pytest.raises(soulkeep.InputError):
        here.put(ANNA, "1", {"x": "y"}, index=["{x,y}"])
    with pytest.raises(soulkeep.InputError):
        here.batch(["get"])  # type: ignore[list-item]


def test_what_no_text_holds_is_taken_out(store: SoulkeepStore) -> None:
    store.put(ANNA, "1", {"text": "My cat\0 is Miso\ud800.", "n": [{"a\0": "\0"}]})
    (found,) = store.search(ANNA, query="cat\0\udfff")
    assert found.value == {"text": "My cat is Miso.", "n": [{"a": ""}]}
    assert [one.key for one in store.search(ANNA, query="\0")] == ["1"]


def test_batches_read_before_they_write(store: SoulkeepStore) -> None:
    store.put(ANNA, "1", {"n": 1})
    found = store.batch(
        [
            GetOp(ANNA, "1"),
            PutOp(ANNA, "1", {"n": 2}),
            PutOp(ANNA, "1", {"n": 3}),
            PutOp(ANNA, "2", {"n": 4}),
            SearchOp(ANNA),
            ListNamespacesOp(),
        ]
    )
    assert isinstance(found[0], Item)
    assert found[0].value == {"n": 1}
    assert found[1:4] == [None, None, None]
    assert [item.value for item in found[4]] == [{"n": 1}]  # type: ignore[union-attr]
    assert found[5] == [ANNA]
    assert {item.key: item.value["n"] for item in store.search(ANNA)} == {"1": 3, "2": 4}


def test_async_methods(store: SoulkeepStore) -> None:
    async def use() -> tuple[Item | None, list[SearchItem], list[tuple[str, ...]]]:
        await asyncio.gather(*(store.aput(ANNA, f"{n}", {"text": f"Number {n}."}) for n in range(5)))
        await store.adelete(ANNA, "0")
        return await store.aget(ANNA, "1"), await store.asearch(ANNA, query="Number"), await store.alist_namespaces()

    item, found, namespaces = asyncio.run(use())
    assert item is not None
    assert item.value == {"text": "Number 1."}
    assert {one.key for one in found} == {"1", "2", "3", "4"}
    assert namespaces == [ANNA]


LABELS = st.sampled_from(["a", "b", "c"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
PUTS = st.tuples(st.just("put"), NAMESPACES, st.sampled_from("xyz"), st.fixed_dictionaries({"n": st.integers(0, 3)}))
DELETES = st.tuples(st.just("delete"), NAMESPACES, st.sampled_from("xyz"), st.none())
PATTERNS = st.none() | st.lists(st.sampled_from(["a", "b", "*"]), min_size=1, max_size=3).map(tuple)


@settings(max_examples=25)
@given(
    steps=st.lists(PUTS | DELETES, max_size=12),
    prefix=PATTERNS,
    suffix=PATTERNS,
    depth=st.none() | st.integers(1, 3),
    person=st.sampled_from([0, 1, None]),
)
def test_it_holds_what_langgraph_s_own_holds(
    steps: list[Any], prefix: Any, suffix: Any, depth: int | None, person: int | None
) -> None:
    theirs = InMemoryStore()
    with soulkeep.open(":memory:", settings=soulkeep.Settings(background=False)) as keep:
        ours = SoulkeepStore(keep, "holmes", person=person)
        for what, namespace, key, value in steps:
            for one in (ours, theirs):
                one.put(namespace, key, value) if what == "put" else one.delete(namespace, key)
        places = {(namespace, key) for _, namespace, key, _ in steps}
        for namespace, key in places:
            mine, other = ours.get(namespace, key), theirs.get(namespace, key)
            assert (mine and mine.value) == (other and other.value)
        for label in ((), ("a",), ("a", "b")):
            found = {(item.namespace, item.key, item.value["n"]) for item in ours.search(label, limit=99)}
            assert found == {(item.namespace, item.key, item.value["n"]) for item in theirs.search(label, limit=99)}
        full = {item.namespace for item in theirs.search((), limit=99)}  # theirs lists those that were emptied, too
        for one in (prefix, suffix):
            assert one is None or all(isinstance(label, str) for label in one)
        listed = ours.list_namespaces(prefix=prefix, suffix=suffix, max_depth=depth)
        filled = InMemoryStore()
        for namespace in full:
            filled.put(namespace, "x", {})
        assert listed == filled.list_namespaces(prefix=prefix, suffix=suffix, max_depth=depth)


class State(TypedDict):
    messages: Annotated[list[AnyMessage], add_messages]


class Who(TypedDict):
    user: str


def remember(state: State, runtime: Runtime[Who]) -> None:
    assert runtime.store is not None
    runtime.store.put(("memories", runtime.context["user"]), str(uuid.uuid4()), {"text": state["messages"][-1].content})


def answer(state: State, runtime: Runtime[Who]) -> dict[str, list[AnyMessage]]:
    assert runtime.store is not None
    question = str(state["messages"][-1].content)
    found = runtime.store.search(("memories", runtime.context["user"]), query=question, limit=1)
    return {"messages": [AIMessage(found[0].value["text"] if found else "I don't know.")]}


def test_a_graph_remembers_across_runs(any_keep: soulkeep.Keep) -> None:
    def graph() -> Any:
        made = StateGraph(State, context_schema=Who)
        made.add_node("answer", answer)
        made.add_node("remember", remember)
        made.add_conditional_edges(
            START, lambda state: "answer" if "?" in state["messages"][-1].content else "remember"
        )
        made.add_edge("answer", END)
        made.add_edge("remember", END)
        return made.compile(store=SoulkeepStore(any_keep, "holmes", person=1))

    def say(text: str, user: str) -> str:
        done = graph().invoke({"messages": [HumanMessage(text)]}, context={"user": user})
        return str(done["messages"][-1].content)

    say("I adopted a cat called Miso.", "anna")
    say("My sister Clara plays the cello.", "anna")
    assert say("What is my cat called?", "anna") == "I adopted a cat called Miso."
    assert say("What is my cat called?", "boris") == "I don't know."

    async def asay(text: str, user: str) -> str:
        done = await graph().ainvoke({"messages": [HumanMessage(text)]}, context={"user": user})
        return str(done["messages"][-1].content)

    assert asyncio.run(asay("Who plays the cello?", "anna")) == "My sister Clara plays the cello."


def test_what_is_erased_is_gone_and_can_be_put_again(here: SoulkeepStore) -> None:
    other = SoulkeepStore(here._keep, "holmes", person=1)
    for n in range(3):
        here.put(ANNA, f"{n}", {"text": f"Sentence {n}."})
        assert other.get(ANNA, f"{n}") is not None
    here._keep.erase(person="anna")
    assert here.get(ANNA, "0") is None
    assert here.search(ANNA) == []
    assert here.list_namespaces() == []
    here.put(ANNA, "0", {"text": "Anew."})
    assert [one.get(ANNA, "0").value for one in (here, other)] == [{"text": "Anew."}] * 2  # type: ignore[union-attr]


def test_talk_of_the_same_person_is_no_item(here: SoulkeepStore) -> None:
    holmes = here._keep.character("holmes")
    holmes.observe("My cat is called Miso.", person="anna", session="langgraph/memories/anna")
    holmes.observe_many(
        [soulkeep.Turn("My cat is a boy.", session="langgraph/memories/anna", metadata={"langgraph": {"x": 1}})],
        person="anna",
    )
    here.put(ANNA, "dog", {"text": "My dog is called Rex."})
    assert [item.key for item in here.search(ANNA, query="What is my cat called?")] == ["dog"]
    assert [item.key for item in here.search(ANNA)] == ["dog"]


def test_match_conditions_of_a_batch(here: SoulkeepStore) -> None:
    here.put(ANNA, "1", {"n": 1})
    here.put(BORIS, "1", {"n": 1})
    condition = MatchCondition(match_type="suffix", path=("anna",))
    assert here.batch([ListNamespacesOp(match_conditions=(condition,))]) == [[ANNA]]
    assert here.list_namespaces(limit=1, offset=1) == [BORIS]
