"""What a question asks for, as far as its words show it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from soulkeep.lang.sentences import sentences

_MARKS = ("?", "？", "؟", ";")
_TAIL = 60
"""A turn that asks in its last characters asks, whatever polite word follows."""

_WHEN = {
    "en": r"\b(?:when|how long|(?:what|which) (?:date|day|month|year|time|weekday))\b",
    "de": r"\b(?:wann|wie lange|seit wann|welche[mnrs]? (?:tag|datum|monat|jahr))\b",
    "fr": r"\b(?:quand|combien de temps|quel(?:le)? (?:jour|date|mois|année))\b",
    "es": r"\b(?:cuándo|cuanto tiempo|cuánto tiempo|(?:qué|que) (?:día|fecha|mes|año))\b",
    "ko": "언제|며칠|몇 ?월|몇 ?년|무슨 요일|얼마나 오래",
    "ja": "いつ|何月|何日|何年|何曜日|どのくらいの?間",
    "zh": "什么时候|什麼時候|何时|何時|哪天|哪一天|几号|几月|哪年|哪一年|多久|星期几",
}


_PAST = {
    "en": (
        r"\b(?:used to|previous(?:ly)?|former(?:ly)?|before|old|original(?:ly)?|back then|at first|initial(?:ly)?|at the time|"
        r"in the past|earlier|start(?:ed)? (?:out|with)|chang(?:ed?|ing)|evolv(?:ed?|ing)|over time|history)\b"
    ),
    "de": (
        r"\b(?:früher\w*|vorher\w*|ehemalig\w*|damals|alte[nrms]?|ursprünglich\w*|anfangs|zuerst|verändert|geändert)\b"
    ),
    "fr": r"\b(?:avant|ancien\w*|autrefois|précédent\w*|à l'époque|au début|d'abord|changé|évolué)\b",
    "es": (r"\b(?:antes|anterior\w*|antigu[oa]s?|al principio|originalmente|en el pasado|cambiado|evolucionado)\b"),
    "ko": "예전|옛날|이전|전에|원래|처음에|그때|바뀌|변했",
    "ja": "以前|前は|前の|昔|元々|もともと|最初|当時|変わ",
    "zh": "以前|之前|原来|原先|过去|曾经|当时|起初|变化|改变",
}


_NOW = {
    "en": (
        r"\b(?:now|still|current(?:ly)?|at the moment|these days|nowadays|any ?more|latest|so far|right now|at present)\b"
    ),
    "de": (r"\b(?:jetzt|immer noch|aktuell\w*|zurzeit|derzeit|momentan|inzwischen|mittlerweile|heutzutage)\b"),
    "fr": r"\b(?:maintenant|encore|toujours|actuel\w*|en ce moment|désormais|aujourd'hui)\b",
    "es": r"\b(?:ahora|todavía|aún|actual\w*|hoy en día|en este momento|últimamente)\b",
    "ko": "지금|아직|요즘|현재|이제|여전히",
    "ja": "今は|今も|現在|まだ",
    "zh": "现在|目前|还在|如今|仍",
}
_IS = {
    "en": r"\b(?:am|is|are|do|does|has|have|can|should|will)\b|['’](?:s|re|m|ve)\b",
    "de": r"\b(?:bin|ist|sind|habe|hat|haben|heiße|wohne|arbeite|mag)\b",
    "fr": r"\b(?:suis|est|sont|ai|a|ont|habite|travaille|aime)\b",
    "es": r"\b(?:soy|es|son|estoy|está|tengo|tiene|vivo|trabajo|gusta)\b",
    "ko": r"(?:어|아|지|니|야|나요|가요|까)\s*\?",
    "ja": r"(?:です|ます|る|の|い)か?[?？。]",
    "zh": "是|叫|在|有|喜欢",
}
_WAS = {
    "en": r"\b(?:did|was|were|had|would)\b",
    "de": r"\b(?:war|waren|hatte|hatten|wurde)\b",
    "fr": r"\b(?:étai\w+|avai\w+)\b",
    "es": r"\b(?:era|eran|estaba|tenía|fue|fui)\b",
    "ko": "(?:었|았|였|했|갔|왔|봤)(?:어|니|지|나|습|더|을)",
    "ja": "(?:でした|ました|だった|かった|した|った)",
    "zh": "了吗|过吗|当时",
}


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _holds(table: Mapping[str, str], language: str, text: str) -> bool:
    """Whether a text holds a language's words of a table; False in languages that aren't in it."""
    pattern = table.get(language)
    return pattern is not None and _compiled(pattern).search(text.lower()) is not None


def asks_of_now(text: str, language: str) -> bool:
    """Whether a question says that it is about how things are now; False in languages that aren't known here."""
    return asks(text) and not asks_of_past(text, language) and _holds(_NOW, language, text)


def asks_of_present(text: str, language: str) -> bool:
    """Whether a question is about how things are, whether it says "now" or not; False in languages that aren't known
    here."""
    if not asks(text) or asks_of_past(text, language):
        return False
    return _holds(_NOW, language, text) or (_holds(_IS, language, text) and not _holds(_WAS, language, text))


def asks_of_past(text: str, language: str) -> bool:
    """Whether a question is about how things were, or how they changed; False in languages that aren't known here."""
    return _holds(_PAST, language, text)


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
    return _holds(_WHEN, language, text)
