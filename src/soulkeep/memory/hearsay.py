"""Whose word a memory is: prompts give hearsay as what somebody said."""

from __future__ import annotations

from collections.abc import Collection


def told_by(speaker: str | None, about: str | None, trusted: Collection[str]) -> str:
    """Return, for a prompt, who said what is hearsay, and about whom; "" if it is none.

    Args:
        speaker: who said it; None if nobody did.
        about: whom it is about, if known.
        trusted: the character and whom it faces; their own words are no hearsay.
    """
    if speaker is None or speaker in trusted:
        return ""
    return f"{speaker} said" if about in (None, "", speaker) else f"{speaker} said of {about}"
