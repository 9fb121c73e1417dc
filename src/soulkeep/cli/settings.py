"""Settings on the command line and in the environment: NAME=VALUE, or NAME.KEY=VALUE for one value of a setting that
has several."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches
from typing import Any

from soulkeep.errors import InputError
from soulkeep.settings import Settings

VARIABLE = "SOULKEEP_SETTINGS"
"""Environment variable with settings: "mind_bytes=2_000_000_000,warm=true"."""

_BOOLS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_PLAIN = ("bool", "int", "float", "str")

_MAPPING = "Mapping[str, "

_KINDS = {"bool": "true or false", "int": "a whole number", "float": "a number"}


def given_settings(options: Iterable[str] = ()) -> dict[str, Any]:
    """Return the settings in the environment and in options; options, and later ones, take precedence.

    Raises:
        InputError: a text isn't NAME=VALUE, the setting doesn't exist, or the value is invalid.
    """
    from_environment = (one for one in os.environ.get(VARIABLE, "").split(",") if one.strip())
    settings: dict[str, Any] = {}
    for name, value in (_parsed(one) for one in (*from_environment, *options)):
        settings[name] = {**settings.get(name, {}), **value} if isinstance(value, dict) else value
    return settings


def _parsed(assignment: str) -> tuple[str, Any]:
    name, equals, value = assignment.partition("=")
    name, value = name.strip(), value.strip()
    if not equals:
        raise InputError(
            f"{assignment!r:.80} is no setting.", hint="Write NAME=VALUE, such as mind_bytes=2_000_000_000."
        )
    name, dot, key = name.partition(".")
    kinds = {knob.name: str(knob.type) for knob in fields(Settings)}
    if name not in kinds:
        near = get_close_matches(name.lower(), kinds, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else "soulkeep.Settings lists them."
        raise InputError(f"There is no setting {name!r:.80}.", hint=hint)
    kind = kinds[name]
    if not kind.startswith(_MAPPING):
        return name, _value(f"{name}{dot}{key}", "none" if dot else kind, value)
    if not key:
        raise InputError(f"The setting {name} has several values.", hint=f"Write {name}.NAME=VALUE for each.")
    return name, {key: _value(f"{name}.{key}", kind.removeprefix(_MAPPING).removesuffix("]"), value)}


def _value(name: str, kind: str, text: str) -> Any:
    """Return a value of a setting's type."""
    if kind.endswith("| None"):  # the setting is a folder
        return None if text.lower() in ("", "none") else text
    if kind not in _PLAIN:
        raise InputError(f"The setting {name} can't be given as a text.", hint="Set it in Python: soulkeep.Settings.")
    try:
        if kind == "bool":
            return _BOOLS[text.lower()]
        return {"int": int, "float": float, "str": str}[kind](text)
    except (KeyError, ValueError):
        default = next((knob.default for knob in fields(Settings) if knob.name == name), "none")
        raise InputError(
            f"The setting {name} must be {_KINDS[kind]}, not {text!r:.80}.", hint=f"The default is {default}."
        ) from None
