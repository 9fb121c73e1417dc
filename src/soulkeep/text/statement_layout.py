"""What in a turn is nobody's statement about themselves: code, quotations, lists, headings and drafts of letters."""

from __future__ import annotations

import re

_MASKED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]{1,200}`|\[[^\]\n]{0,300}\]|https?://\S{1,500}|^>[^\n]*|"
    r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」|『[^』\n]{0,400}』|"
    r"(?<![\w])['‘](?!Cause|Til|Em|Twas)[A-Z][^'’\n]{0,40}(?:['’][a-z]{1,2}\b[^'’\n]{0,120}){1,6}['’](?!\w)|\be\.g\.[^.!?;)\n]*",
    re.DOTALL | re.MULTILINE,
)
_MAY_MASK = re.compile(r"[`\[\">“«「『‘]|http|[ \n]'|e\.g\.|^'")
_SPOKEN = re.compile(
    r"\b(?:I|I['’]\w+|my|we|you|your|ich|mein\w*|je|mon|ma|yo|mi|me)\b|[나내저제]|私|僕|俺|我|[$€£]\d|\d%"
)
_LONG = 400
"""Characters of a turn short enough to hold no list."""
_MANY = 80
"""Words of a turn in which lists and headings are somebody's text."""
_LISTED = re.compile(r"^[ \t]*(?:[-*•+–]\s|\d{1,2}[.)]\s|#{1,6}\s|\||\*\*[^*\n]+\*\*:?[ \t]*$)[^\n]*", re.MULTILINE)
_LETTER = re.compile(
    r"^(?:subject:[^\n]*|dear (?:\[|hiring|sir|madam|mr|ms|mrs|dr|prof|team|editor|customer|colleague|all\b|friends|members|recruit|committee|"
    r"valued)[^\n]{0,60}|(?<!\A)dear [^\n.!?]{1,60},)$",
    re.IGNORECASE | re.MULTILINE,
)
"""How a draft begins; a turn that begins with "Dear Ada," is written to her."""
_SIGNED = re.compile(
    r"^(?:(?:best|kind|warm)(?: regards| wishes)?|regards|sincerely|yours \w+|thank you|thanks|cheers|love),?$",
    re.IGNORECASE | re.MULTILINE,
)


def _blank(found: re.Match[str]) -> str:
    """Blanks of the same length; quoted titles stay."""
    said = found[0]
    if said[0] in '"“«「『' and len(said) <= 60 and not _SPOKEN.search(said) and said[-2:-1] not in ".!?。！？":
        return said
    return "\n" * len(said)


def told(text: str) -> str:
    """A turn of the same length in which only what its speaker tells is left."""
    plain = _MASKED.sub(_blank, text) if _MAY_MASK.search(text) else text
    if len(plain) > _LONG and "\n" in plain:
        if len(plain.split()) > _MANY:
            plain = _LISTED.sub(lambda found: "\n" * len(found[0]), plain)
        while letter := _LETTER.search(plain):
            signed = _SIGNED.search(plain, letter.end())
            end = signed.end() if signed else len(plain)
            plain = plain[: letter.start()] + "\n" * (end - letter.start()) + plain[end:]
    return plain
