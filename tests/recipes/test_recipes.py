"""Recipes by name: which there are, and what of the caller's goes on top."""

from __future__ import annotations

import pytest

import soulkeep
from soulkeep.recipes import RECIPES, recipe
from soulkeep.search.presets import PRESETS


def test_there_is_one_for_each_paper_and_the_default() -> None:
    assert RECIPES == ("soulkeep", "landwehr", "sieber", "seoul", "mimir", "requery")
    assert recipe("soulkeep") == soulkeep.Settings()
    assert len({repr(recipe(name)) for name in RECIPES}) == len(RECIPES)


@pytest.mark.parametrize("name", PRESETS)
def test_a_paper_with_a_formula_scores_by_it(name: str) -> None:
    assert recipe(name).preset == name


@pytest.mark.parametrize("name", RECIPES)
def test_what_the_caller_changes_goes_on_top_and_the_rest_stays(name: str) -> None:
    changed = recipe(name, forgetfulness=0.25, rules=soulkeep.Rules(forbid={"voice"}))
    assert (changed.forgetfulness, changed.rules.forbid) == (0.25, {"voice"})
    assert recipe(name, forgetfulness=0.25).preset == recipe(name).preset
    assert recipe(name).forgetfulness != 0.25


@pytest.mark.parametrize("name", ["mimmir", "", None, ["seoul"]])
def test_an_unknown_name_names_the_known_ones(name: object) -> None:
    with pytest.raises(soulkeep.InputError, match="There is no recipe") as caught:
        recipe(name)  # type: ignore[arg-type]
    assert all(known in caught.value.hint for known in RECIPES)


def test_an_unknown_knob_and_a_wrong_value_are_told() -> None:
    with pytest.raises(soulkeep.InputError, match="forgetfullness"):
        recipe("seoul", forgetfullness=0.1)
    with pytest.raises(soulkeep.InputError, match="learning"):
        recipe("seoul", learning=0.5)


def test_a_keep_is_opened_with_a_recipe_by_its_name() -> None:
    with soulkeep.open(":memory:", recipe="mimir") as keep:
        npc = keep.character("npc")
        npc.observe("My aunt has a parrot.")
        assert set(npc.recall("parrot").hits[0].parts) == {"meaning", "words", "age", "importance"}
    with pytest.raises(soulkeep.InputError, match="recipe"):
        soulkeep.open(":memory:", recipe="mimir", settings=soulkeep.Settings())
    with pytest.raises(soulkeep.InputError, match="recipe"):
        soulkeep.open(":memory:", recipe="mimmir")


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_replies_and_remembers_without_a_language_model(name: str, clock: soulkeep.ManualClock) -> None:
    with soulkeep.open(":memory:", recipe=name, clock=clock) as keep:
        npc = keep.character("npc", name="Nell")
        npc.observe("My cat is called Miso.", person="anna", id="cat", session="old")
        npc.observe("The ferry was late.", person="bob")
        reply = npc.reply("What is my cat called?", person="anna", session="new")
        assert "“My cat is called Miso.”" in reply.text
        assert [one.memory.id for one in reply.references] == ["cat"]
        assert npc.reply("Who won the chess championship?", person="bob").responder == "admission"
        assert next(memory.text for memory in npc.memories(person="bob", kinds={"turn"})) == "The ferry was late."
