"""What a question asks for, as far as its words show it."""

from __future__ import annotations

import re

from soulkeep.text.sentences import sentences

_MARKS = ("?", "？", "؟", ";")
_TAIL = 60
"""A turn that asks in its last characters asks, whatever polite word follows."""

_WHEN = {
    "en": re.compile(r"\b(?:when|how long|(?:what|which) (?:date|day|month|year|time|weekday))\b"),
    "de": re.compile(r"\b(?:wann|wie lange|seit wann|welche[mnrs]? (?:tag|datum|monat|jahr))\b"),
    "fr": re.compile(r"\b(?:quand|combien de temps|quel(?:le)? (?:jour|date|mois|année))\b"),
    "es": re.compile(r"\b(?:cuándo|cuanto tiempo|cuánto tiempo|(?:qué|que) (?:día|fecha|mes|año))\b"),
    "ko": re.compile("언제|며칠|몇 ?월|몇 ?년|무슨 요일|얼마나 오래"),
    "ja": re.compile("いつ|何月|何日|何年|何曜日|どのくらいの?間"),
    "zh": re.compile("什么时候|什麼時候|何时|何時|哪天|哪一天|几号|几月|哪年|哪一年|多久|星期几"),
}


_PAST = {
    "en": re.compile(
        r"\b(?:used to|previous(?:ly)?|former(?:ly)?|before|old|original(?:ly)?|back then|at first|initial(?:ly)?|at the time|"
        r"in the past|earlier|start(?:ed)? (?:out|with)|chang(?:ed?|ing)|evolv(?:ed?|ing)|over time|history)\b"
    ),
    "de": re.compile(
        r"\b(?:früher\w*|vorher\w*|ehemalig\w*|damals|alte[nrms]?|ursprünglich\w*|anfangs|zuerst|verändert|geändert)\b"
    ),
    "fr": re.compile(r"\b(?:avant|ancien\w*|autrefois|précédent\w*|à l'époque|au début|d'abord|changé|évolué)\b"),
    "es": re.compile(
        r"\b(?:antes|anterior\w*|antigu[oa]s?|al principio|originalmente|en el pasado|cambiado|evolucionado)\b"
    ),
    "ko": re.compile("예전|옛날|이전|전에|원래|처음에|그때|바뀌|변했"),
    "ja": re.compile("以前|前は|前の|昔|元々|もともと|最初|当時|変わ"),
    "zh": re.compile("以前|之前|原来|原先|过去|曾经|当时|起初|变化|改变"),
}


def asks_of_past(text: str, language: str) -> bool:
    """Whether a question is about how things were, or how they changed; False in languages that aren't known here."""
    pattern = _PAST.get(language)
    return pattern is not None and pattern.search(text.casefold()) is not None


def is_question(text: str) -> bool:
    """Whether a text asks something."""
    return text.rstrip().rstrip("\"'”’」』)").endswith(_MARKS)


def asks(text: str) -> bool:
    """Whether a turn ends by asking."""
    return any(mark in text[-_TAIL:] for mark in _MARKS[:3])


def asking_part(text: str) -> str:
    """What a text asks, without the tale before it: the sentences of its last line that ask, or its only sentence."""
    lines = text.strip().splitlines() or [""]
    said = sentences(lines[-1])
    asking = [sentence for sentence in said if is_question(sentence)]
    return " ".join(asking) if asking or len(lines) + len(said) > 2 else lines[-1]


def asks_when(text: str, language: str) -> bool:
    """Whether a question asks for a time; False in languages that aren't known here."""
    pattern = _WHEN.get(language)
    return pattern is not None and pattern.search(text.casefold()) is not None
