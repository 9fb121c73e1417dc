"""Whose word a memory is, as prompts say it: hearsay is told as what somebody said."""

from __future__ import annotations

from collections.abc import Collection


def told_by(speaker: str | None, about: str | None, trusted: Collection[str]) -> str:
    """Who said what is hearsay, and of whom, for a prompt; "" for what is none.

    Args:
        speaker: who said it; None for nobody.
        about: of whom, if that is known.
        trusted: the character and whom it faces: their own words are no hearsay.
    """
    if speaker is None or speaker in trusted:
        return ""
    return f"{speaker} said" if about in (None, "", speaker) else f"{speaker} said of {about}"
