"""Whether a sentence takes up the words of a question: who asks "who looks after Rani?" isn't told "Rani is kept by".

Where it doesn't, what was asked for is answered alone.
"""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.graph.words.verbs_en import base_form
from soulkeep.lang.terms import terms

_WORD = re.compile(r"[^\W\d_]+")
_SMALL = {
    "en": frozenset(
        (
            "is was are were be been being has have had does did do can will would the a an of in on at by to from with as for into "
            "under near its it their his her he she they and or who whom whose what which when where how why s t not out up"
        ).split()
    ),
    "de": frozenset(
        (
            "ist sind war waren wurde wurden wird werden hat haben hatte hatten sein seine seinen ihr ihre der die das den dem des "
            "ein eine einen einem einer eines von vom in im am an auf aus bei beim mit zu zum zur für nach über unter durch und "
            "oder sich es er sie wer wen wem wessen was welche welcher welches welchen wann wo wie warum folgende"
        ).split()
    ),
}
_ALIKE = {  # forms that no stemmer brings together
    "en": (
        "written write wrote", "sung sing", "given give gave", "taken take", "drawn draw drew", "driven drive", "flown fly flew",
        "known know", "spoken speak", "stolen steal stole", "worn wear", "woven weave", "slain slay", "chosen choose", "eaten eat",
        "grown grow", "broken break", "shown show", "born birth birthday", "dead die died death dies", "built build", "tall height",
        "long length last", "marry married wife husband spouse marriage wed", "weigh weight", "found founded founder start started",
    ),
    "de": (
        "starb stirbt sterben gestorben", "schrieb schreibt schreiben geschrieben", "geboren geburtstag", "gewann gewonnen gewinnt",
        "gründete gegründet gründer gründen", "wohnt wohnen gewohnt", "lebt leben gelebt", "verheiratet heiratete geheiratet",
        "spielt spielen gespielt", "leitet leiten geleitet leiter leiterin", "gehört gehören", "erfand erfunden", "malte gemalt",
        "komponierte komponiert", "baute gebaut erbaut", "hoch höhe", "lang länge", "stammt stammen", "arbeitet arbeiten",
    ),
}  # fmt: skip


def takes_up(words: str, asked: str, language: str) -> bool:
    """Whether what a sentence says beside its names is said in the question's own words, or in none.

    Args:
        words: of the sentence, without the names.
        asked: the question.
        language: ISO 639-1. In others than English, German and Korean it isn't looked at.
    """
    if language == "ko":
        found = [_korean_stem(word) for word in re.findall("[가-힣]+", re.sub(r"\S\(\S\)", " ", words))]
        said = re.sub(r"\s", "", asked)
        return any(one in said for one in found if one)
    if language not in _SMALL:
        return True
    own = _stems(words, language)
    return not own or bool(own & _stems(asked, language))


def _korean_stem(word: str) -> str:
    """What of a Korean word stays in its other forms: 태어 of 태어났어."""
    word = re.sub(r"(?:에서|에게|으로|에|의|은|는|이|가|을|를|로|와|과)$", "", word) or word
    return "" if word in ("야", "이야", "있어", "했어", "돼", "됐어", "하고") else word[:2]


@lru_cache(maxsize=4096)
def _stems(text: str, language: str) -> frozenset[str]:
    stems: set[str] = set()
    for word in _WORD.findall(text.casefold()):
        if word in _SMALL[language]:
            continue
        forms = {word, *_alike(language).get(word, ())}
        if language == "en" and (base := base_form(word)) is not None:
            forms |= {base, *_alike(language).get(base, ())}
        for form in forms:
            stems.update(terms(form, language) or [form])
            if language == "en":  # who rules it is its ruler, what is higher is high
                stems.update(re.sub(r"(?:er|or|est|r)$", "", form)[:8] for _ in (0,) if len(form) > 4)
    return frozenset(stems)


@lru_cache(maxsize=4)
def _alike(language: str) -> dict[str, tuple[str, ...]]:
    rows = [tuple(row.split()) for row in _ALIKE.get(language, ())]
    return {word: row for row in rows for word in row}
