"""Entries of keys and values in a description, such as "Age: 25": which topic they are of, and how the character says them."""

# ruff: noqa: E501 - tables of words

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from soulkeep.lang.particles import attached
from soulkeep.reply.self_questions import (
    AGE,
    DISLIKES,
    FAMILY,
    FEARS,
    HOME,
    LIKES,
    NAME,
    NATURE,
    ORIGIN,
    WISHES,
    WORK,
)

_KEYED = re.compile(r"\W*+(?P<key>[^.!?。！？:：]{1,24}?)\s*+[:：]\s*(?P<value>.+)", re.DOTALL)
_KEYS: Mapping[str, str] = {
    NAME: r"(?:full |first |last )?name|character|nickname|voller name|nom|prénom|nombre|이름|성명|名前|氏名|名称|姓名|名字",
    AGE: r"age|alter|âge|edad|나이|연령|年齢|年龄|年齡|歳",
    WORK: r"occupation|job|profession|work|role|trade|beruf|job|tätigkeit|métier|profession|emploi|travail|profesión|trabajo|oficio|ocupación|직업|하는 일|職業|仕事|职业|工作|職業",
    HOME: r"home|residence|lives in|location|wohnort|wohnt in|zuhause|domicile|résidence|habite|residencia|domicilio|hogar|vive en|사는 곳|거주지|집|住まい|居住地|住所|住处|住所|居住地",
    ORIGIN: r"origin|from|hometown|birthplace|place of birth|nationality|herkunft|heimat|geburtsort|nationalität|origines?|lieu de naissance|nationalité|origen|lugar de nacimiento|nacionalidad|출신|출신지|고향|국적|出身|出身地|国籍|籍贯|老家|家乡|来自",
    LIKES: r"likes?|loves|hobb(?:y|ies)|interests?|passions?|favou?rites?|mag|vorlieben|hobbys?|interessen|aime|loisirs|passions?|intérêts|le gusta|gustos|aficiones|intereses|좋아하는 것|취미|관심사|특기|好きなもの|好きなこと|好物|趣味|喜欢|爱好|喜好|兴趣",
    DISLIKES: r"dislikes?|hates|abneigungen|mag nicht|hasst|déteste|n'aime pas|aversions|odia|no le gusta|disgustos|싫어하는 것|嫌いなもの|嫌いなこと|苦手|讨厌|不喜欢",
    FEARS: r"fears?|phobias?|ängste|angst vor|peurs?|miedos?|무서워하는 것|두려움|약점|怖いもの|恐れ|害怕|恐惧",
    WISHES: r"goals?|dreams?|wish(?:es)?|aims?|motivation|ziele?|träume|wunsch|wünsche|rêves?|buts?|objectifs?|sueños?|metas?|objetivos?|꿈|목표|소원|夢|目標|愿望|梦想|目标",
    FAMILY: r"family|relatives|familie|famille|familia|가족|가족 관계|家族|家庭|家人",
    NATURE: r"personality|traits?|character traits?|nature|temperament|persönlichkeit|charakter|wesen|eigenschaften|personnalité|caractère|traits|personalidad|carácter|rasgos|성격|성향|性格|性情|个性",
}  # fmt: skip
"""What a key is called, by topic, in all languages at once."""

_SAID: Mapping[str, Mapping[str, str]] = {
    "en": {
        AGE: "I am {}.", WORK: "My occupation is {}.", HOME: "I live in {}.", ORIGIN: "I come from {}.", LIKES: "I like {}.", DISLIKES: "I dislike {}.",
        FEARS: "I fear {}.", WISHES: "What I want is {}.", FAMILY: "My family is {}.", NATURE: "I am {}.",
    },
    "ko": {
        AGE: "[나는|저는] {}(이)[야|에요].", WORK: "[나는|저는] {}(이)[야|에요].", HOME: "[나는|저는] {}에 [살아|살아요].", ORIGIN: "[나는|저는] {} [출신이야|출신이에요].",
        LIKES: "[나는|저는] {}을(를) [좋아해|좋아해요].", DISLIKES: "[나는|저는] {}을(를) [싫어해|싫어해요].", FEARS: "[나는|저는] {}을(를) [무서워해|무서워해요].",
        WISHES: "[내|제] 꿈은 {}(이)[야|에요].", FAMILY: "[내|제] 가족은 {}(이)[야|에요].",
    },
    "ja": {
        AGE: "私は{}[だ|です]。", WORK: "私は{}[だ|です]。", HOME: "{}に[住んでいる|住んでいます]。", ORIGIN: "{}の[出身だ|出身です]。", LIKES: "{}が[好きだ|好きです]。",
        DISLIKES: "{}が[嫌いだ|嫌いです]。", FEARS: "{}が[怖い|怖いです]。", WISHES: "夢は{}[だ|です]。", FAMILY: "家族は{}[だ|です]。",
    },
    "zh": {
        AGE: "我今年{}。", WORK: "我是{}。", HOME: "我住在{}。", ORIGIN: "我来自{}。", LIKES: "我喜欢{}。", DISLIKES: "我讨厌{}。", FEARS: "我害怕{}。",
        WISHES: "我的愿望是{}。", FAMILY: "我的家人有{}。",
    },
    "de": {
        AGE: "Ich bin {}.", WORK: "Ich bin {}.", HOME: "Zu Hause bin ich hier: {}.", ORIGIN: "Ich komme von hier: {}.", LIKES: "Ich mag {}.",
        DISLIKES: "Nicht mag ich {}.", FEARS: "Angst macht mir {}.", WISHES: "Mein Ziel: {}.", FAMILY: "Meine Familie: {}.", NATURE: "Ich bin {}.",
    },
    "fr": {
        AGE: "J'ai {}.", WORK: "Je suis {}.", HOME: "J'habite ici : {}.", ORIGIN: "Je viens d'ici : {}.", LIKES: "Ce que j'aime : {}.", DISLIKES: "Ce que je n'aime pas : {}.",
        FEARS: "Ce qui me fait peur : {}.", WISHES: "Mon but : {}.", FAMILY: "Ma famille : {}.", NATURE: "Je suis {}.",
    },
    "es": {
        AGE: "Tengo {}.", WORK: "Mi profesión: {}.", HOME: "Vivo en {}.", ORIGIN: "Soy de {}.", LIKES: "Lo que me gusta: {}.", DISLIKES: "Lo que no me gusta: {}.",
        FEARS: "Lo que me da miedo: {}.", WISHES: "Mi meta: {}.", FAMILY: "Mi familia: {}.", NATURE: "Soy {}.",
    },
}  # fmt: skip
"""How a value is said, familiarly and politely. What a language lacks is quoted."""

_YEARS = {"fr": "{} ans", "es": "{} años", "de": "{} Jahre alt", "ko": "{}살", "ja": "{}歳", "zh": "{}岁"}
"""What an age that is a number alone needs."""

_EITHER = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_ANDS = {"en": " and ", "de": " und ", "fr": " et ", "es": " y "}

_PLIST = re.compile(r"\s*+\[(?>[^\[\]\n]*?[^\[\];:：\n][:：])[^\[\];\n]*+;[^\[\]\n]*+\]\s*+")
_PLIST_ENTRY = re.compile(r"[^\[\];\s][^\[\];]*")
_CARD_ENTRY = re.compile(r"[^\W\d_][\w ]{0,30}\s*\(\s*\"[^\"]*\"(?:\s*[+,]\s*\"[^\"]*\")*\s*\)")


class PersonaEntry(NamedTuple):
    """A key and its value.

    Attributes:
        topic: one of `phrases_self`; None if the key is of none of them.
        key, value: as written.
    """

    topic: str | None
    key: str
    value: str


@lru_cache(maxsize=1024)
def entry_of(line: str) -> PersonaEntry | None:
    """The key and the value of a line of a list; None if it is none."""
    match = _KEYED.fullmatch(line)
    if match is None:
        return None
    key = " ".join(match["key"].replace("_", " ").lower().strip("*_ ").split())
    topic = next((topic for topic, keys in _KEYS.items() if re.fullmatch(keys, key)), None)
    return PersonaEntry(topic, match["key"], match["value"].strip(" \t\n.。;*_"))


def in_own_words(entry: PersonaEntry, language: str, *, polite: bool) -> str | None:
    """An entry as the character says it of itself; None where it is better quoted."""
    way = None if entry.topic is None else _SAID.get(language, {}).get(entry.topic)
    if way is None or not entry.value or re.search(r"[.!?。！？:：()\[\]{}]", entry.value):
        return None
    value = entry.value.split(", ")[0] if entry.topic == AGE else entry.value  # one number is enough
    if entry.topic == AGE and value.isdigit():
        value = _YEARS.get(language, "{}").format(value)
    if language in _ANDS:
        first, comma, last = value.rpartition(", ")
        value = f"{first}{_ANDS[language]}{last}" if comma and _ANDS[language] not in value else value
    before, _, after = _EITHER.sub(lambda match: match[2 if polite else 1], way).partition("{}")
    return before + attached(value, after)


def entries_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the entries of a character card stand that holds several of them on a line: "[Age: 25; Likes: rain]" or
    'Age("25") Likes("rain" + "tea")'. Nothing in any other text."""
    listed = _PLIST.fullmatch(text)
    entries = list((_PLIST_ENTRY if listed else _CARD_ENTRY).finditer(text))
    if listed is None and len(entries) < 2:
        return
    for match in entries:
        yield match.start(), match.start() + len(match[0].rstrip())
