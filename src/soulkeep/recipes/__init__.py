"""Recipes: the system of each paper as settings of the same parts, under its name.

A recipe names every knob that its paper speaks of, also where the default is the same, so that other defaults leave it
as it is. What a paper doesn't have and one would notice, such as reflections or remarks, it turns off. docs/papers.md
tells what each is, formula by formula.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from soulkeep.errors import InputError
from soulkeep.recipes import landwehr, mimir, requery, seoul, sieber
from soulkeep.settings import Settings

DEFAULT = "soulkeep"
"""The recipe that no paper has: the default settings."""

_SETTINGS: Mapping[str, Settings] = {
    DEFAULT: Settings(),
    "landwehr": landwehr.SETTINGS,
    "sieber": sieber.SETTINGS,
    "seoul": seoul.SETTINGS,
    "mimir": mimir.SETTINGS,
    "requery": requery.SETTINGS,
}

RECIPES: tuple[str, ...] = tuple(_SETTINGS)
"""The names of the recipes, in the order of their papers."""


def recipe(name: str, **changes: Any) -> Settings:
    """Return a recipe's settings: `soulkeep.open("keep.db", settings=soulkeep.recipe("seoul", forgetfulness=0.01))`.

    Args:
        name: one of `RECIPES`.
        changes: knobs of your own, by name, in place of the recipe's; a mapping or `Rules` replaces the recipe's whole.

    Raises:
        InputError: there is no such recipe or knob, or a knob can't have that value.
    """
    if not isinstance(name, str) or name not in _SETTINGS:
        raise InputError(f"There is no recipe {name!r}.", hint=f"There are: {', '.join(RECIPES)}.")
    knobs = {knob.name for knob in fields(Settings)}
    for knob in changes:
        if knob not in knobs:
            raise InputError(f"There is no setting {knob!r}.", hint="soulkeep.Settings lists them.")
    return replace(_SETTINGS[name], **changes)
