"""What is a matter: words for people, things, places and activities that somebody's talk comes back to, and words that
go with any talk ("suggestion", "option", "longer") and so tell nothing of it.
"""

from __future__ import annotations

from functools import lru_cache

from soulkeep.lang import pack
from soulkeep.lang.classes import members
from soulkeep.lang.people_words import KIN, KIN_PLURAL, OCCUPATIONS, PETS

_KINDS = (
    "animal plant food beverage clothing furniture vehicle building room sport game art hobby disease illness meal holiday religion science "
    "relative instrument jewelry toy"
)
_NO_KIND = "basic technical combine human blocks set over drive bars tackle ace head pipe race stock case board stick mix adult annual native model pet gin must admiral"
_ALSO = (
    "art music book novel movie film screenplay script poem poetry writing story-writing novel essay blog podcast song album band concert choir theater theatre opera festival church temple mosque "
    "faith therapy therapist counseling counselling school kindergarten college university degree thesis dissertation exam homework study career work office company startup "
    "business promotion interview retirement family home house apartment flat garden kitchen harbour harbor river lake sea ocean beach forest mountain park city village island desert "
    "dance dancing ballet painting drawing pottery ceramics sculpture photography guitar piano violin cello drum flute singing knitting sewing crochet woodworking cooking baking gardening fishing "
    "hiking camping climbing running jogging cycling swimming surfing skiing skating yoga pilates meditation gym workout marathon triathlon basketball football soccer baseball tennis golf hockey "
    "volleyball boxing karate chess gaming programming coding astronomy travel tournament league veteran military army navy police firefighter politics election campaign protest charity volunteering "
    "shelter adoption pregnancy baby child children kid teenager parent wife husband partner friend neighbor neighbour boss colleague coworker roommate girlfriend boyfriend ex wedding marriage divorce "
    "engagement birthday anniversary funeral grief patient student dancer reader actor library museum gallery studio shop bakery restaurant café cafe bar pub farm "
    "hospital clinic health diet sleep insomnia anxiety depression stress migraine headache allergy asthma diabetes cancer surgery medication pain injury knee weight smoking alcohol money debt rent mortgage savings salary "
    "tax insurance patent visa passport immigration lawsuit court car bike bicycle motorcycle boat train plane camera phone laptop computer robot bookshop bookstore notebook diary fantasy science-fiction history "
    "physics chemistry biology philosophy psychology math maths mathematics language religion bible lgbtq autism adhd cat dog horse bird fish turtle hamster rabbit bee coffee tea wine beer bread "
    "dessert cake pasta pizza recipe vegan vegetarian chocolate cheese lighthouse castle bridge garden greenhouse allotment house-hunting neighbourhood neighborhood"
)
"""Words of matters that no kind names."""

NO_MATTER = (
    "emotion emotions feeling feelings experience experiences stuff thank thanks gefühl gefühle 十分 参加 参与 认真 努力 看到 遇到 听到 感到 找到 "
    "得到 收到 进行 成为 带来 感受 心情 一家 "
    "나만 너만 우리만 그녀 그대 그분 그놈 가기 하기 보기 되기 있기 없기 먹기 남자 여자"
)
"""Words that go with any matter."""

CLASSES = (
    "fruit vegetable dessert pasta meat seafood cheese bread dish drink beverage tea coffee wine beer dog cat bird "
    "insect animal flower tree plant sport exercise dance instrument music film movie novel book game toy art craft "
    "science vehicle car language city country fabric hobby"
)
"""Classes that somebody's tastes may share, in English."""


@lru_cache(maxsize=64)
def hollow_words(language: str) -> frozenset[str]:
    """Words that go with any talk, casefolded; in English with their plurals."""
    words = frozenset(pack.words("words", "hollow", language))
    return words | {_plural(word) for word in words} if language == "en" else words


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def is_hollow(topic: str, language: str) -> bool:
    """Whether a word or a phrase tells nothing of what talk is about: "options", "detailed advice", "specific area"."""
    words = topic.casefold().split()
    hollow = hollow_words(language)
    if not words:
        return True
    if language == "en":
        return words[-1] in hollow or (len(words) == 1 and _no_noun(words[0]))
    return all(word in hollow for word in words)


def _no_noun(word: str) -> bool:
    """Whether an English word looks like an adjective."""
    return len(word) > 6 and word.endswith(("ful", "ous", "less", "ical")) and word not in ("medical", "musical")


def names_matter(topic: str) -> bool:
    """Whether an English word, or a word of a phrase, names a person by relation, a thing, a place or an activity."""
    vocabulary = _matters()
    words = topic.casefold().split()
    return any(form in vocabulary for word in words for form in _forms(word))


def _forms(word: str) -> set[str]:
    forms = {word}
    if word.endswith("s") and not word.endswith("ss"):
        forms |= {word[:-1], word.removesuffix("es")}
        if word.endswith("ies"):
            forms.add(word[:-3] + "y")
    return forms


@lru_cache(maxsize=1)
def _matters() -> frozenset[str]:
    vocabulary = {word for kind in _KINDS.split() for word in members(kind)}
    vocabulary |= {word for words in (KIN, KIN_PLURAL, PETS) for word in words}
    return frozenset((vocabulary | OCCUPATIONS) - hollow_words("en") - set(_NO_KIND.split())) | frozenset(_ALSO.split())
