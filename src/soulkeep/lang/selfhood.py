"""Whether somebody speaks of themselves, or asks what they were told."""

from __future__ import annotations

import re

_WORDS = {
    "en": "i me my mine myself we us our ours",
    "de": "ich mir mich mein meine meinen meinem meiner meines wir uns unser unsere",
    "fr": "je j me m moi mon ma mes nous notre nos",
    "es": "yo me mi mis mí mío mía nosotros nosotras nuestro nuestra nuestros nuestras",
    "it": "io mi me mio mia miei mie noi ci nostro nostra",
    "pt": "eu me mim meu minha meus minhas nós nosso nossa",
    "nl": "ik me mij mijn wij we ons onze",
    "ru": "я меня мне мной мой моя моё мое мои моего моей мы нас нам наш наша",
    "ko": "나 나는 난 나를 날 나의 내 내가 나한테 나도 저 저는 전 저를 제 제가 저도 우리 우리는 우리가",
}
_TABLE = {language: frozenset(words.split()) for language, words in _WORDS.items()}

_UNSPACED = {"zh": re.compile("我|咱"), "ja": re.compile("私|僕|俺|わたし|ぼく|うちの")}
"""Languages that write no blanks between words."""

_NOT_ONESELF = re.compile(r"\bUS\b|\bU\.S\.|\bi\. ?e\.", re.ASCII)
_WORD = re.compile(r"[^\W\d_]+")


def speaks_of_self(text: str, language: str) -> bool:
    """Whether a text says "I", "my" or the like; False in languages that aren't known here."""
    if language in _UNSPACED:
        return _UNSPACED[language].search(text) is not None
    known = _TABLE.get(language)
    return known is not None and not known.isdisjoint(_WORD.findall(_NOT_ONESELF.sub(" ", text).lower()))


_TOLD = {
    "en": re.compile(
        r"\byou(?:['’]ve| have| had)?(?: \w+ly| also| once| first| just)? (?:said|told|recommended|suggested|mentioned|advised|"
        r"explained|listed|gave|given|provided|proposed|described|shared|showed|shown|wrote|written|promised)\b|"
        r"\bdid you(?: \w+ly| also| once| first)? (?:say|tell|recommend|suggest|mention|advise|explain|list|give|provide|"
        r"propose|describe|share|show|write|promise)\b"
    ),
    "de": re.compile(
        r"(?m)^(?>.*?\b(?:du|sie)\b).*\b(?:gesagt|erzählt|empfohlen|vorgeschlagen|erwähnt|geraten|erklärt|versprochen|genannt)\b"
    ),
    "fr": re.compile(
        r"(?m)^(?>.*?\b(?:tu|vous)\b).*\b(?:dit|raconté|recommandée?s?|proposée?s?|conseillée?s?|suggérée?s?|mentionnée?s?|expliqué|promis)\b"
    ),
    "es": re.compile(
        r"\b(?:dijiste|contaste|recomendaste|sugeriste|propusiste|mencionaste|aconsejaste|explicaste|prometiste)\b|"
        r"\bhas (?:dicho|contado|recomendado|sugerido|propuesto|mencionado|aconsejado|explicado|prometido)\b"
    ),
    "ko": re.compile(
        r"(?m)^(?>.*?(?:네가|니가|당신이|너가)).*(?:말했|말한|말해 ?준|추천|제안|알려|설명|약속)|(?:추천|제안|설명|알려|말)해? ?(?:줬|주셨|준)"
    ),
    "ja": re.compile("(?:言って|言った|勧めて|勧めた|提案し|教えて(?:くれ|もら)|説明し|約束し)"),
    "zh": re.compile("你(?:曾经?|之前|上次)?(?:跟我|给我|对我|向我)?(?:说过?|推荐|建议|告诉|提到|解释|答应)"),
}


def asks_what_was_told(text: str, language: str) -> bool:
    """Whether a question is about what the other one said: "What did you recommend?"; not "What do you recommend?"."""
    pattern = _TOLD.get(language)
    return pattern is not None and pattern.search(text.casefold()) is not None
