"""Turning Korean sentences of a description into the first person, with spoken endings instead of written ones."""

from __future__ import annotations

import re

from soulkeep.lang.particles import attached
from soulkeep.reply.persona import Persona, any_of, names_of

_ENDINGS: tuple[tuple[str, str], ...] = (
    ("좋아한다", "좋아해"),
    ("싫어한다", "싫어해"),
    ("있다", "있어"),
    ("없다", "없어"),
    ("같다", "같아"),
    ("많다", "많아"),
    ("산다", "살아"),
    ("간다", "가"),
    ("온다", "와"),
    ("본다", "봐"),
    ("쓴다", "써"),
    ("먹는다", "먹어"),
    ("읽는다", "읽어"),
    ("마신다", "마셔"),
    ("즐긴다", "즐겨"),
    ("지낸다", "지내"),
    ("가르친다", "가르쳐"),
    ("키운다", "키워"),
    ("않는다", "않아"),
    ("않다", "않아"),
    ("못한다", "못해"),
    ("한다", "해"),
    ("하다", "해"),
)
"""Endings of written statements, and what is said instead; 요 is added to be polite."""


def korean(sentence: str, persona: Persona) -> str | None:
    """Return a Korean sentence about a character in the first person, familiar or polite; None if that isn't safe."""
    text = " ".join(sentence.split()).rstrip(".。")
    names = any_of([name for name in names_of(persona.name) if not name.startswith(("{", "<"))])
    subject = re.match(rf"(?:(?:{names})|그녀|그)(?P<particle>은|는|이는|이가|이|가|의|도|,)(?= )", text)
    polite = persona.address == "polite" if persona.address else text.endswith(("요", "니다"))
    self_, mine, as_subject = ("저", "제", "제가") if polite else ("나", "내", "내가")
    if subject is None:
        led = re.match(r"[가-힣]+[은는이가] ", text) and not re.match(r"[가-힣]+[이가] .*(?:있|없|많)[다어]", text)
        if led or re.search(names, text):
            return None
        opened = f"{self_}는 {text}"
    else:
        form = subject["particle"]
        opening = {"의": mine, "이": as_subject, "가": as_subject, "이가": as_subject, "도": f"{self_}도"}.get(
            form, f"{self_}는"
        )
        opened = opening + text[subject.end() :]
    rest = opened.split(" ", 1)[1] if " " in opened else ""
    if re.search(
        rf"(?:{names})(?:은|는|이|가|의|을|를|에게|와|과|도)?(?:\s|$)|(?:^|\s)그(?:녀)?(?:는|가|를|에게|와|도)\s", rest
    ):
        return None
    opened = re.sub(r"(?:^|(?<=\s))그(?:녀)?의(?=\s)", mine, opened)
    ended = spoken_end(opened, polite)
    return None if ended is None else f"{ended}."


def spoken_end(text: str, polite: bool) -> str | None:
    """Return a statement with a spoken ending instead of a written one; None if there is none."""
    if text.endswith(("니다", "요")):
        return text if polite else None
    if not polite and text.endswith(("야", "어", "아", "해", "지")):
        return text
    yo = "요" if polite else ""
    for written, spoken in _ENDINGS:
        if text.endswith(written):
            return text[: -len(written)] + spoken + yo
    if (
        text.endswith("다") and len(text) > 2 and "가" <= text[-2] <= "힣" and (ord(text[-2]) - 0xAC00) % 28 == 20
    ):  # ㅆ다
        return f"{text[:-1]}어{yo}"
    if text.endswith("이다"):
        return attached(text[:-2], "(이)에요" if polite else "(이)야")
    if text.endswith("함"):
        return f"{text[:-1]}해{yo}"
    if text.endswith("다"):
        noun = text[:-1]
        if re.search(
            r"(?:의사|교사|기사|가수|배우|작가|화가|요리사|변호사|간호사|마법사|기자|무사|학자|가|사|자|수)$", noun
        ):
            return attached(noun, "(이)에요" if polite else "(이)야")
        return None
    return attached(text, "(이)에요" if polite else "(이)야")  # a noun
