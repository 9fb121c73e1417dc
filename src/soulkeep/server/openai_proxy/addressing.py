"""The character, person and conversation of a request, from its model name, headers and metadata."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from soulkeep.errors import InputError
from soulkeep.server.access import Access
from soulkeep.server.headers import header_of
from soulkeep.server.openai_proxy.resolving import character_named, person_named
from soulkeep.server.openai_proxy.users import user_of

NOBODY_NAMED = "user"
"""The person of requests that name none, as chats call them."""

_HEADER = "x-soulkeep-"

_OPTIONS = ("character", "person", "session", "remember", "history", "description", "answer", "task", "generation")

_NO = ("false", "0", "no", "off")

_TEMPORARY = ("temporary:", "local:")
"""The beginning of the id of a chat that Open WebUI doesn't keep, now and in older versions."""

_CHOICES = {
    "history": ("compare", "import"),
    "description": ("auto", "always", "never"),
    "answer": ("upstream", "character"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressed:
    """The addressees and options of a request.

    Attributes:
        character, person: their ids.
        session: the conversation; None to find it by the messages.
        model: the upstream's model; None for the server's default.
        remember: whether to store what is said.
        history: `"compare"` only compares the messages with stored turns; `"import"` also stores unknown ones.
        description: when to send the character's description: `"auto"` (if the front end sends no system message),
            `"always"` or `"never"`.
        answer: who answers: `"upstream"` (if there is one) or `"character"`.
        generation: what the front end wants an answer for, as SillyTavern names it: "normal", "swipe", "continue",
            "impersonate", "quiet" and others; None if it doesn't say.
        group: names of the characters in a group's chat, as the front end shows them; empty if it is none.
        stranger: the member of a group who is to speak, if they are no character here.
        by_option: whether a header or an option named the character, rather than the model's name.
        task: what a front end asks for itself, such as a title; None if the request is part of the conversation.
        name: what the front end calls the person, where their id is its own.
    """

    character: str
    person: str
    session: str | None = None
    model: str | None = None
    remember: bool = True
    history: str = "compare"
    description: str = "auto"
    answer: str = "upstream"
    generation: str | None = None
    group: Sequence[str] = ()
    stranger: str | None = None
    by_option: bool = False
    task: str | None = None
    name: str | None = None


def addressed(body: dict[str, Any], headers: Mapping[str, str], access: Access) -> Addressed:
    """Return the addressees and options of a request, removing soulkeep's own members from its body.

    Headers take precedence over `metadata.soulkeep` and the body's `soulkeep`, and these over the model's name.

    Args:
        body: the request's JSON; changed in place.
        headers: its headers, by names in lower case.
        access: the access to characters and people.

    Raises:
        InputError: the request names no character, or an option is invalid.
    """
    from_headers = {name: value for name in _OPTIONS if (value := header_of(headers, _HEADER + name))}
    options = {**_options_in_body(body), **from_headers}
    name = body.get("model")
    if name is not None and not isinstance(name, str):
        raise InputError("The model must be a string.", hint='Write "model": "CHARACTER@PERSON".')
    for option, value in options.items():
        if "{{" in value:
            raise InputError(
                f"{option.capitalize()} is {value!r:.80}: the front end didn't put a name in its place.",
                hint="SillyTavern replaces {{char}} and {{user}} in API Connections, Additional Parameters.",
            )
    character, person, model = parts_of_name(name or "")
    named = character_named(access, character) if character else None
    if options.get("character") and options["character"] != character:
        if named is None:  # the model's name is then the upstream's
            person, model = None, name or None
        character, named = options["character"], character_named(access, options["character"])
    if not character:
        raise InputError("No character is named.", hint='Write "model": "CHARACTER@PERSON", or X-Soulkeep-Character.')
    character = named or character
    user = user_of(headers)
    said = options.get("person") or person
    person = person_named(access, character, said or user.id or _person(body, access), person)
    called = options.get("person") if person != options.get("person") else None
    task = options.get("task") or _task_in(body)
    for option, choices in _CHOICES.items():
        if options.get(option, choices[0]) not in choices:
            raise InputError(f"There is no {option} {options[option]!r}.", hint=f"There are: {', '.join(choices)}.")
    chat = headers.get("x-openwebui-chat-id", "")
    remember = options.get("remember", "no" if chat.startswith(_TEMPORARY) else "")
    return Addressed(
        character=character,
        person=person,
        session=options.get("session") or chat or None,
        model=model,
        task=None if task.lower() in _NO else task,
        name=user.name if person == user.id else called,
        remember=remember.lower() not in _NO,
        generation=options.get("generation", "").strip().lower() or None,
        by_option=bool(options.get("character")),
        **{option: options[option] for option in _CHOICES if option in options},
    )


def parts_of_name(model: str) -> tuple[str, str | None, str | None]:
    """Return the parts of a model name `CHARACTER[@PERSON][~MODEL]`: character, person and the upstream's model.

    `@`, `~` and `%` in a character or person are written as %40, %7E and %25.
    """
    who, _, upstream = model.partition("~")
    character, _, person = who.partition("@")
    return unquote(character), unquote(person) or None, upstream or None


def model_name(character: str, person: str | None = None) -> str:
    """Return the model name of a character facing a person."""
    return _escaped(character) if person is None else f"{_escaped(character)}@{_escaped(person)}"


def _escaped(name: str) -> str:
    return name.replace("%", "%25").replace("@", "%40").replace("~", "%7E")


def _person(body: Mapping[str, Any], access: Access) -> str:
    """Return the person of a request whose headers and model name have none."""
    user = body.get("user")
    if isinstance(user, str) and user.strip():
        return user
    only: Collection[str] = access.grant.people or ()
    return next(iter(only)) if len(only) == 1 else NOBODY_NAMED


def _task_in(body: Mapping[str, Any]) -> str:
    """Return what a front end asks for itself, as Open WebUI notes it in the metadata, where they are passed on; "no"
    for nothing."""
    metadata = body.get("metadata")
    task = metadata.get("task") if isinstance(metadata, dict) else None
    return task if isinstance(task, str) and task else "no"


def _options_in_body(body: dict[str, Any]) -> dict[str, str]:
    """Return the options in the body: in `soulkeep`, or in `metadata.soulkeep`, as JSON or its text."""
    options_found: dict[str, str] = {}
    metadata = body.get("metadata")
    inner = None
    if isinstance(metadata, dict) and "soulkeep" in metadata:
        body["metadata"] = {name: value for name, value in metadata.items() if name != "soulkeep"}
        inner = metadata["soulkeep"]
    for options in (body.pop("soulkeep", None), inner):
        options_found |= _options(options)
    return options_found


def _options(text: object) -> dict[str, str]:
    if isinstance(text, str):
        try:
            text = json.loads(text)
        except (ValueError, RecursionError):
            text = False
    if text is None:
        return {}
    if not isinstance(text, dict) or not all(isinstance(value, str | bool) for value in text.values()):
        raise InputError("`soulkeep` must be an object of names.", hint='Write "soulkeep": {"remember": false}.')
    unknown = set(text) - set(_OPTIONS)
    if unknown:
        raise InputError(f"`soulkeep` has no {', '.join(sorted(unknown))!r}.", hint=f"It has: {', '.join(_OPTIONS)}.")
    return {name: str(value).lower() if isinstance(value, bool) else value for name, value in text.items()}
