"""Whether somebody speaks of what is to come: a plan, a promise, an appointment."""

from __future__ import annotations

import re

_WORDS = {
    "en": re.compile(
        r"\b(?:will|won't|shall|going to|gonna|about to|plan(?:s|ning|ned)?|promise|upcoming|coming up|scheduled|due|booked|"
        r"looking forward|can't wait|remind me|tomorrow|tonight|next)\b|'ll\b|"
        r"\b(?:i|we)(?:'ve| have)(?: got)? (?:an?|my|our) (?:\w+ ){0,2}(?:interview|exam|test|appointment|meeting|date|flight|"
        r"deadline|surgery|presentation|party|trip|class|game|match|concert|wedding|birthday|check-?up|audition|recital)\b|"
        r"\b(?:is|starts|begins|leaves|opens|ends) (?:on|in|at|this|next|tomorrow)\b|"
        r"\bi(?:'m| am)|we(?:'re| are) (?:\w+ing) (?:on|this|next|tomorrow)\b"
    ),
    "de": re.compile(
        r"\b(?:werde|wirst|wird|werden|vorhabe|habe vor|plane|verspreche|termin|vorstellungsgespräch|prüfung|flug|morgen|übermorgen|"
        r"nächste\w*|kommende\w*|bald|freue mich auf|erinnere mich)\b"
    ),
    "fr": re.compile(
        r"\b(?:vais|vas|va|allons|allez|vont|prévois|prévu\w*|promets|rendez-vous|entretien|examen|vol|demain|prochaine?|bientôt|"
        r"rappelle-moi|\w+(?:rai|ras|ra|rons|rez|ront))\b"
    ),
    "es": re.compile(
        r"\b(?:voy a|vas a|va a|vamos a|van a|planeo|prometo|cita|entrevista|examen|vuelo|mañana|próxim\w+|que viene|pronto|"
        r"recuérdame|tengo (?:una?|que)|\w+(?:aré|eré|iré|ará|erá|irá|aremos|eremos|iremos))\b"
    ),
    "ko": re.compile(
        "할 거|할게|갈 거|갈게|ㄹ게|거야|예정|계획|약속|면접|시험|예약|내일|모레|다음|곧|있을|해야|알려 ?줘|이번 주"
    ),
    "ja": re.compile(
        "つもり|予定|約束|面接|試験|予約|明日|明後日|来週|来月|来年|次の|もうすぐ|しなければ|教えて|があります|がある"
    ),
    "zh": re.compile("打算|计划|将|会去|要去|要|答应|约好|预约|面试|考试|明天|后天|下周|下个|下月|明年|快要|提醒我"),
}


def looks_ahead(text: str, language: str) -> bool:
    """Whether a text speaks of what is to come; False in languages that aren't known here."""
    pattern = _WORDS.get(language)
    return pattern is not None and pattern.search(text.casefold()) is not None
