"""Finds what is stated in languages other than English, by whole phrases; the tables are in `statement_rules_*`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text import statement_rules_cjk as cjk
from soulkeep.text import statement_rules_eu as eu
from soulkeep.text.statement_english import Found


class Phrases(NamedTuple):
    """How a language states facts: its phrases, its words for people, and what turns a clause into none.

    `openers` may stand before a phrase within its clause (None: anything); `others` is another's subject before it.
    """

    rules: tuple[tuple[float, str], ...]
    kin: dict[str, str]
    trigger: str
    unreal: str
    asks: str = r"\?\W*$"
    openers: str | None = None
    others: str | None = None
    refused: str = ""


PHRASES: dict[str, Phrases] = {
    "de": Phrases(
        eu.GERMAN, eu.KIN_DE, r"\b[IiMmWw](?:ch|ein|ir)|[Nn]enn", eu.UNREAL_DE, openers=eu.OPENERS_DE,
        refused=r"(?:es|das|dich|sie|ihn|dir|wie|dass|wenn|daran|dein\w*|ihr\w*|dies\w*|sehr|alles|mich|diese\w*|nicht\w*|zu|so|hier|ein|mir|uns)\b",
    ),
    "fr": Phrases(
        eu.FRENCH, eu.KIN_FR, r"\b(?:[Jj]['’e]|[Mm](?:on|a)|[Nn]ous|[Oo]n|[Aa]ppelle)\b", eu.UNREAL_FR, openers=eu.OPENERS_FR,
        refused=r"(?:ça|cela|te|tu|vous|toi|lui|elle|ce|cette|ces|quand|que|comment|ton|ta|tes|votre|vos|son|sa|ses|y|en|tout|bien|beaucoup|pas|plus|de|le|la|d['’])\b",
    ),
    "es": Phrases(
        eu.SPANISH, eu.KIN_ES, r"\b(?:[Mm][ei]|[Yy]o|[Ss]oy|[Tt]engo|[Ee]st(?:oy|udio)|[Vv]iv\w+|[Tt]rabajo|[Uu]\w+o|[Oo]dio|[Hh]ablo|[Pp]\w+o|[Nn]\w+|[Rr]\w+|[Cc]\w+|[Dd]ejé|[Tt]e\w*|[Ll]l[aá]mame)\b",
        eu.UNREAL_ES, asks=r"\?\W*$|^\W*¿", openers=eu.OPENERS_ES,
        refused=r"(?:eso|esto|esta|este|esa|ese|tu|tus|te|su|sus|que|cómo|cuando|mucho|todo|lo|algo|nada|así|tanto|muy|estar|mi|mis)\b",
    ),
    "ko": Phrases(
        cjk.KOREAN, cjk.KIN_KO, "[가-힣]", cjk.UNREAL_KO, asks=cjk.ASKS_KO, others=cjk.OTHERS_KO,
        refused=r"(?:너|널|네|그|그거|그걸|이거|이걸|저거|저걸|이것|그것|그녀|걔|얘|당신|누구|뭐|뭘|무엇|어디|거기|여기|저기|나|날|저|것|건|걸|더|다|안|못|잘|정말|진짜|너무|아주|혼자|같이|많이|요즘|"
                r"집|회사|밖|위|뒤|그쪽|이쪽|옆집|있는|없는|하는|제일|가장|서로|다시|바로|새로|스스로|따로|주로|실제|때문|음식|모르|별|특별)$",
    ),
    "ja": Phrases(
        cjk.JAPANESE, cjk.KIN_JA, "[ぁ-ゖァ-ヺ一-龥]", cjk.UNREAL_JA, asks=cjk.ASKS_JA, others=cjk.OTHERS_JA,
        refused=r"(?:私|僕|俺|君|あなた|彼|彼女|何|誰|方|事|物|人|それ|これ|あれ|今|大|一番|本当|毎日|一緒|こと|もの|ここ|そこ|どこ|家|会社)$",
    ),
    "zh": Phrases(
        cjk.CHINESE, cjk.KIN_ZH, "[我咱叫]", cjk.UNREAL_ZH, asks=cjk.ASKS_ZH,
        refused=r"(?:你|您|他|她|它|这|那|什么|哪|谁|我|自己|一个人|人家|好|不|很|别人|这里|那里|家|家里|公司|吃|喝|看|玩|用|说|外面|一起)$|(?:你|您|他|她|这|那|哪|什么|怎么|不)",
    ),
}  # fmt: skip

_BOUNDARY = re.compile(
    r"[.,!?;:()—–…。、，！？；：\n\"“”«»]|\b(?:und|aber|et|mais|y|pero)\s(?=(?:ich|wir|arbeite|wohne|lebe|mein\w*|je|j['’]\w+|mon|ma|trabajo|vivo|tengo|soy|me|mi)\b)",
    re.IGNORECASE,
)
"""Where a clause may begin."""
_MARITAL = {"ko": ("기혼", "이혼"), "ja": ("既婚", "離婚"), "zh": ("已婚", "离异")}
_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_ONES = ("하나 한", "둘 두", "셋 세", "넷 네", "다섯", "여섯", "일곱", "여덟", "아홉")
_DIGITS = "〇一二三四五六七八九"
_ARTICLE = re.compile(r"^(?:les?|la|el|los|las) (?=\w{3})|^l['’](?=\w{3})")
_OUTSIDE_KIN = frozenset(("named", "kin", "of", "no", "no2", "thing"))
_LIMITED = frozenset(
    (
        "likes",
        "dislikes",
        "prefers",
        "allergy",
        "diet",
        "uses",
        "role",
        "favourite",
        "home",
        "origin",
        "employer",
        "name",
        "studies",
        "named",
    )
)


class _Compiled(NamedTuple):
    rules: tuple[tuple[float, re.Pattern[str]], ...]
    trigger: re.Pattern[str]
    unreal: re.Pattern[str]
    asks: re.Pattern[str]
    openers: re.Pattern[str] | None
    others: re.Pattern[str] | None
    refused: re.Pattern[str]


@lru_cache(maxsize=8)
def _compiled(language: str) -> _Compiled:
    table = PHRASES[language]
    return _Compiled(
        tuple(
            (confidence, re.compile(pattern))
            for confidence, pattern in sorted(
                table.rules, key=lambda rule: "(?P<of>" not in rule[1]
            )  # one's people first
        ),
        re.compile(table.trigger),
        re.compile(table.unreal, re.IGNORECASE),
        re.compile(table.asks),
        re.compile(table.openers, re.IGNORECASE) if table.openers is not None else None,
        re.compile(table.others) if table.others is not None else None,
        re.compile(table.refused, re.IGNORECASE),
    )


def phrases(text: str, start: int, end: int, language: str) -> Iterator[Found]:
    """What one sentence states; nothing if it asks, supposes or speaks of others."""
    table, kin = _compiled(language), PHRASES[language].kin
    end = min(end, start + 300)
    said = text[start:end].rstrip()
    if not table.trigger.search(said) or table.asks.search(said) or table.unreal.search(said):
        return
    taken: list[tuple[int, int]] = []
    for confidence, rule in table.rules:
        for match in rule.finditer(text, start, end):
            if not _told(text, start, match.start(), table):
                continue
            found = list(_found(match, confidence, kin, table.refused, language))
            if not any(one.value[0] < there[1] and there[0] < one.value[1] for one in found for there in taken):
                taken.extend(one.value for one in found)
                yield from found


def _told(text: str, start: int, place: int, table: _Compiled) -> bool:
    begin = start
    for boundary in _BOUNDARY.finditer(text, start, place):
        begin = boundary.end()
    before = text[begin:place].strip()
    if table.openers is not None and (len(before) > 60 or not table.openers.fullmatch(before)):
        return False
    return table.others is None or table.others.search(text[begin:place] + " ") is None


def _found(
    match: re.Match[str], confidence: float, kin: dict[str, str], refused: re.Pattern[str], language: str
) -> Iterator[Found]:
    groups = match.groupdict()
    denied = any(groups.get(no) for no in ("no", "no2"))
    of = groups.get("of")
    subject = "" if of is None else (kin[of.casefold()] if kin[of.casefold()] != "pet" else of.casefold())
    for group, said in groups.items():
        relation, _, no = group.rstrip("2").partition("_")
        if said is None or group in _OUTSIDE_KIN - {"named"} or relation == "no":
            continue
        if relation in _LIMITED and refused.match(_ARTICLE.sub("", said.strip())):
            if group in ("named", "likes", "role", "home", "name", "uses"):
                return
            continue
        span = match.start(group) + len(said) - len(said.lstrip()), match.end(group) - len(said) + len(said.rstrip())
        holds = not no and not denied
        if relation == "named":
            known = kin[groups["kin"].casefold()]
            yield Found("", known, span, True, confidence, *match.span())
            if known == "pet":
                yield Found(said.strip(), "kind", match.span("kin"), True, confidence, *match.span())
        elif relation == "favourite":
            yield Found(subject, f"favourite {groups['thing'].casefold()}", span, holds, confidence, *match.span())
        elif relation == "likes" and denied and not re.search(r"mehr|plus|[Yy]a no", match[0]):
            yield Found(subject, "dislikes", span, True, confidence, *match.span())
        elif relation in ("married", "divorced"):
            words = _MARITAL[language][relation == "divorced"]
            yield Found(subject, "marital status", span, holds, confidence, *match.span(), words)
        else:
            relation = "marital status" if relation == "marital" else relation
            yield Found(subject, relation, span, holds, confidence, *match.span(), _written(said.strip(), relation))


def _written(said: str, relation: str) -> str:
    """The words of a value that has others than those that stand there: ages in figures, "…는 걸" as a noun."""
    if relation == "age" and not said.isdigit():
        for tens, number in _TENS.items():
            if said.startswith(tens):
                rest = said.removeprefix(tens)
                return str(number + next((one for one, forms in enumerate(_ONES, 1) if rest in forms.split()), 0))
        before, _, after = said.partition("十")
        return str(10 * (_DIGITS.find(before) if before else 1) + max(_DIGITS.find(after) if after else 0, 0))
    return f"{said[:-1]}것" if said.endswith((" 걸", " 건", " 거")) else ""
