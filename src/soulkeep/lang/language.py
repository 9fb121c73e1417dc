"""Which language a text is in.

A script of one language settles it. Among languages in Latin letters their commonest words are counted, and only a
clear majority counts: "Wow, Caroline!" tells nothing, and a wrong guess would stem the question otherwise than the turn.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SCRIPTS = [
    ("ko", re.compile(r"[가-힣ㄱ-ㆎ]")),
    ("ja", re.compile(r"[ぁ-ゖァ-ヺ]")),
    ("zh", re.compile(r"[㐀-䶿一-鿿]")),
    ("uk", re.compile(r"[іїєґІЇЄҐ]")),
    ("ru", re.compile(r"[а-яёА-ЯЁ]")),
    ("el", re.compile(r"[α-ωάέήίόύώΑ-Ω]")),
    ("fa", re.compile(r"[پچژگ]")),
    ("ar", re.compile(r"[؀-ۿ]")),
    ("he", re.compile(r"[א-ת]")),
    ("hi", re.compile(r"[ऀ-ॿ]")),
    ("th", re.compile(r"[ก-๛]")),
]
"""In this order: Japanese writes Han characters too, Ukrainian the letters of Russian."""

_SHARE = 0.3
"""Share of the letters that a script must have: one word of another script doesn't make the text's language."""

_FUNCTION_WORDS = {
    "en": "the and you i is of to a in that it was for are with have my what do did not this be your on at but me",
    "de": "der die das und ich du ist nicht ein eine zu mit den auf dem war wie was für sich von mein wir es haben auch wo wer wann er sie am im",
    "fr": "le la les et je tu est pas un une des de du que qui dans pour avec mon sur ce au nous vous il elle était où quand comment quel quelle",
    "es": "el la los las y yo que es no un una de en con por para mi se lo su como pero está muy me qué del dónde cuándo cómo cuál quién",
    "it": "il la lo gli e che è non un una di in con per mi si sono ho del della come ma anche più questo mio",
    "pt": "o a os as e que é não um uma de em com por para meu minha se do da no na como mas eu você está",
    "nl": "de het een en ik je is niet van dat in op met te voor zijn was mijn wat er maar ook aan heb naar",
    "sv": "och att det som en jag är inte på för med av till har den ett du min var men om så vi kan",
    "da": "og at det som en jeg er ikke på for med af til har den et du min var men om så vi kan der",
    "no": "og at det som en jeg er ikke på for med av til har den et du min var men om så vi kan hva",
    "fi": "ja on ei se että oli minä hän mutta olen niin kun mitä tämä myös minun sinä kuin joka nyt",
    "tr": "ve bir bu ne için ben çok değil mi da de ama var gibi sen benim daha o kadar nasıl",
    "ro": "și nu este un o de la în cu pe ce că să mai am eu dar din care sunt mea meu pentru",
    "hu": "a az és nem hogy egy is van volt én de meg mi ez csak már itt mint ha nagyon",
    "ca": "el la els les i que és no un una de en amb per meu meva però com molt jo està aquest",
    "pl": "i w nie na się że to jest z do jak ale mam co tak ja po czy za mój był",
    "id": "yang dan di itu ini dengan untuk tidak saya aku ada dari ke kamu akan sudah bisa apa",
}
_LETTERS = {
    "de": "äöüß", "fr": "çœêèàùâîë", "es": "ñ¿¡áéíóú", "pt": "ãõçáéê", "it": "èàòù", "sv": "åäö", "da": "øæå", "no": "øæå",
    "fi": "äö", "tr": "ışğçöü", "ro": "ăîșțâ", "hu": "őűáéöü", "ca": "·çàèò", "pl": "ąęłśżźćń",
}  # fmt: skip
"""Letters and marks that a language has beyond a…z; one of them counts as a word."""

_SHORT = 80
"""Characters of a text that can't be asked for three words of its language."""

_SAYS_I = {
    "de": (r"\bich (?:bin|wohne|lebe|heiße|habe|arbeite|mag|liebe|hasse|komme|esse|trinke|spiele|kann|will|möchte)\b|"
                     r"\bmeine?[rnms]? \w+ (?:ist|heißt|sind|wohnt|hat)\b"),
    "fr": (r"\bj['’](?:ai|habite|aime|adore|étais|étudie)\b|\bje (?:suis|m['’]appelle|vis|travaille|déteste|viens|mange|joue)\b|"
                     r"\bm(?:on|a) \w+ s['’]appelle\b"),
    "es": (r"\b(?:vivo en|me llamo|trabajo (?:en|como|de|para)|soy (?:de|un|una|alérgic[oa])|tengo un[ao]?|me (?:gusta|encanta)n?|"
                     r"mi \w+ se llama|me mudé a)\b"),
    "it": (r"\b(?:mi chiamo|vivo (?:a|in)|abito (?:a|in)|lavoro (?:come|a|in|per)|ho un[ao]? \w+ (?:che|di))\b"),
    "pt": (r"\b(?:meu nome é|moro em|trabalho (?:em|como|na|no)|eu (?:sou|moro|tenho|gosto))\b"),
    "nl": (r"\bik (?:ben|woon|heb|werk|heet|hou|kom|eet)\b"),
}  # fmt: skip
"""How people say who they are: short, and unlike any other of these languages."""

_COURTESIES = {
    "en": "hello thanks goodbye sorry please yes yeah",
    "de": "hallo danke tschüss tschüs bitte nein guten servus entschuldigung moin",
    "fr": "bonjour bonsoir merci salut oui coucou pardon",
    "es": "hola gracias adiós sí buenos buenas perdón",
    "it": "ciao grazie buongiorno buonasera prego scusa",
    "pt": "olá obrigado obrigada sim desculpa",
    "nl": "hoi dank bedankt doei sorry",
}
"""Words that are whole messages, and have no function words about them."""

_SAID = {
    word: language
    for language, words in _COURTESIES.items()
    for word in words.split()
    if sum(word in others.split() for others in _COURTESIES.values()) == 1
}

_TABLE = {language: frozenset(words.split()) for language, words in _FUNCTION_WORDS.items()}
_LANGUAGES_OF = {
    word: tuple(language for language in _TABLE if word in _TABLE[language])
    for word in frozenset().union(*_TABLE.values())
}

BY_WORDS = frozenset(_FUNCTION_WORDS)
"""Languages that share their script, and are told by their commonest words: too few of them stand in short texts."""

_WORD = re.compile(r"[^\W\d_]+")
_LETTER = re.compile(r"[^\W\d_]")
_ENGLISH_I = re.compile(r"(?:^|[\s\"“(])I(?:['’](?:m|ve|ll|d))?\s")

_INTERJECTION = 6
"""Letters up to which a word of another script says nothing of the language: "ok", "wow"."""

_LARGER = {
    "ja": ("zh", "[你您们們吗嗎呢吧这這那哪很是的了我他她它没沒么麼谁誰说說]"),
    "uk": ("ru", "[ыэъё]"),
    "fa": ("ar", "[ةىيك]"),
}
_SAMPLE = 2000
"""Characters looked at: a long text shows its language early."""


def detect(text: str, default: str = "en") -> str:
    """The language of a text, ISO 639-1; `default` where the text doesn't tell clearly."""
    return _detect(text[:_SAMPLE], default)


def language_of_turn(text: str, before: str) -> str:
    """The language of a turn of a talk that went on in another: a few words may not tell ("Ja", "ok")."""
    sample = text[:_SAMPLE]
    detected = _detect(sample, before)
    letters, words = _LETTER.findall(sample), set(_WORD.findall(sample.lower()))
    if detected != before or not letters:
        return detected
    english = [_LANGUAGES_OF[word] for word in words if "en" in _LANGUAGES_OF.get(word, ())]
    others = sum(before in _LANGUAGES_OF.get(word, ()) for word in words)
    if others:
        return "en" if len(english) > others or (english and _ENGLISH_I.search(sample)) else before
    if ("en",) in english or len(english) > 1:
        return "en"
    own_script = any(language == before for language, _ in _SCRIPTS)
    if not own_script or len(letters) <= _INTERJECTION:
        return before
    return before if any(script.search(sample) for language, script in _SCRIPTS if language == before) else "en"


@lru_cache(maxsize=1024)
def _detect(sample: str, default: str) -> str:
    if not sample.isascii():
        letters = len(_LETTER.findall(sample)) or 1
        for language, script in _SCRIPTS:
            if len(script.findall(sample)) >= _SHARE * letters or (
                language in ("ja", "uk", "fa") and _closed(language, sample, letters)
            ):
                larger, alone = _LARGER.get(default, ("", ""))
                return default if language == larger and not re.search(alone, sample) else language
    counts: dict[str, int] = {}
    for word in set(_WORD.findall(sample.lower())):
        for language in _LANGUAGES_OF.get(word, ()):
            counts[language] = counts.get(language, 0) + 1
    characters = set(sample.lower())
    for language, letters_of in _LETTERS.items():
        if not characters.isdisjoint(letters_of):
            counts[language] = counts.get(language, 0) + 1
    if len(sample) < _SHORT:
        lowered = sample.lower()
        said = [
            language for language, pattern in _SAYS_I.items() if re.search(pattern, lowered)
        ]  # re keeps them compiled
        if len(said) == 1:
            return said[0]
    if not counts:
        courteous = {_SAID[word] for word in _WORD.findall(sample.lower()) if word in _SAID}
        return courteous.pop() if len(courteous) == 1 else default
    best = max(counts, key=lambda language: (counts[language], language == default))
    others = max((count for language, count in counts.items() if language != best), default=0)
    clear = counts[best] >= 3 and counts[best] >= 1.5 * others
    if len(sample) < _SHORT and not counts.get(default):
        clear = clear or (counts[best] >= 2 and counts[best] >= 2 * others)
    return best if clear or best == default else default


def _closed(language: str, sample: str, letters: int) -> bool:
    """Whether a script that shares its letters with a larger one shows by a few letters of its own."""
    own = {"ja": r"[ぁ-ゖァ-ヺ]", "uk": r"[іїєґІЇЄҐ]", "fa": r"[پچژگ]"}[language]
    whole = {"ja": r"[ぁ-ゖァ-ヺ㐀-䶿一-鿿]", "uk": r"[а-яіїєґА-ЯІЇЄҐ]", "fa": r"[؀-ۿ]"}[language]
    few = len(re.findall(own, sample))
    return few >= 0.05 * letters and len(re.findall(whole, sample)) >= _SHARE * letters


_NAMES = {
    "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "ja": "Japanese", "ko": "Korean",
    "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian", "tr": "Turkish", "zh": "Chinese",
}  # fmt: skip


def language_name(code: str) -> str:
    """What a language is called in English, for a prompt; its code where we have no name."""
    return _NAMES.get(code, f"the language {code}")
