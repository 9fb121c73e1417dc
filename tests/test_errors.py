"""The error tree is complete, as drawn, and every error knows what to do."""

from __future__ import annotations

import inspect

import soulkeep
from soulkeep import errors


def test_the_drawn_tree_names_every_error() -> None:
    assert errors.__doc__ is not None
    for name, found in inspect.getmembers(errors, inspect.isclass):
        if issubclass(found, errors.SoulkeepError):
            assert f" {name} " in f" {errors.__doc__.replace(chr(10), ' ')} ", f"{name} is not in the drawing"
            assert name in soulkeep.__all__, f"{name} is not public"


def test_an_error_shows_its_hint() -> None:
    error = errors.StoreBusy("It is busy.", hint="Wait.")
    assert str(error) == "It is busy. Wait."
    assert error.retryable
    assert not errors.StoreCorrupt("x").retryable


def test_a_missing_extra_is_an_import_error() -> None:
    error = errors.MissingExtra("A language model", "openai")
    assert isinstance(error, ImportError)
    assert "pip install 'soulkeep[openai]'" in str(error)
