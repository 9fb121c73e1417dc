"""Whether somebody speaks of themselves."""

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
