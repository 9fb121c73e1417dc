"""Which fact about themselves a person asks for: "Where do I live?" asks for their home."""

from __future__ import annotations

import re
from functools import lru_cache

_KIN_EN = "sister|brother|mother|father|son|daughter|wife|husband|partner|boss|friend"
_KIN = {"wife": "spouse", "husband": "spouse", "mom": "mother", "mum": "mother", "dad": "father"}

_PATTERNS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("home", r"\bwhere (?:do|am|did) i (?:live|living|based|staying|move)\b|\bwhere(?:'s| is) my (?:home|house|flat|apartment)\b|"
                 r"\b(?:what|which) (?:city|town|country|place) (?:do|am) i (?:live|living|based)\b"),
        ("name", r"\bwhat(?:'s| is) my name\b|\bwho am i\b|\bwhat am i called\b|\bdo you (?:know|remember) my name\b"),
        ("age", r"\bhow old am i\b|\bwhat(?:'s| is) my age\b"),
        ("birthday", r"\bwhen(?:'s| is) my birthday\b|\bwhen was i born\b"),
        ("origin", r"\bwhere (?:am|do) i (?:come )?from\b"),
        ("role", r"\bwhat do i do(?: for (?:a living|work))?\s*\?|\bwhat(?:'s| is) my (?:current )?(?:job|role|profession|position|title)\b|\bwhat do i work as\b"),
        ("employer", r"\b(?:where|who|for whom) do i work(?: for| at)?\b|\b(?:what|which) company do i work\b"),
        ("allergy", r"\bwhat am i allergic to\b|\bwhat (?:allergies do i have|are my allergies)\b|\bam i allergic\b"),
        ("pet", r"\bwhat(?:'s| is) my (?:pet|cat|dog|rabbit|hamster|bird|parrot|horse)(?:'s name| called)\b|\bwhat(?:'s| is) the name of my (?:pet|cat|dog|rabbit|hamster|bird|parrot|horse)\b"),
        ("likes", r"\bwhat do i (?:like|love|enjoy)\b"),
        ("dislikes", r"\bwhat do i (?:dislike|hate)\b|\bwhat don't i like\b"),
        ("diet", r"\bwhat(?:'s| is) my diet\b|\bam i (?:a )?(?:vegan|vegetarian)\b"),
        (r"favourite \1", r"\bwhat(?:'s| is| are) my favou?rite (\w+)"),
        (r"\1", rf"\bwhat(?:'s| is) my ({_KIN_EN})(?:'s name| called)\b|\bwhat(?:'s| is) the name of my ({_KIN_EN})\b|\bwho(?:'s| is) my ({_KIN_EN})\b"),
    ),
    "de": (
        ("home", r"\bwo (?:wohne|lebe) ich\b|\bwohin bin ich gezogen\b"),
        ("name", r"\bwie heiße ich\b|\bwas ist mein name\b|\bwer bin ich\b"),
        ("age", r"\bwie alt bin ich\b"),
        ("birthday", r"\bwann (?:ist mein geburtstag|habe ich geburtstag|bin ich geboren)\b"),
        ("origin", r"\bwoher komme ich\b"),
        ("role", r"\bwas (?:arbeite|mache) ich(?: beruflich)?\b|\bwas ist mein (?:beruf|job)\b|\bals was arbeite ich\b"),
        ("employer", r"\b(?:wo|bei wem|für wen) arbeite ich\b"),
        ("allergy", r"\b(?:wogegen|gegen was) bin ich allergisch\b"),
        ("pet", r"\bwie heißt meine? (?:katze|kater|hund|haustier|kaninchen|pferd)\b"),
        ("likes", r"\bwas mag ich\b"),
        ("dislikes", r"\bwas (?:mag ich nicht|hasse ich)\b"),
    ),
    "fr": (
        ("home", r"\boù (?:est-ce que j'habite|j'habite|habité-je|est-ce que je vis|je vis)\b"),
        ("name", r"\bcomment je m'appelle\b|\bcomment est-ce que je m'appelle\b|\bquel est mon (?:nom|prénom)\b|\bqui suis-je\b"),
        ("age", r"\bquel âge (?:ai-je|j'ai|est-ce que j'ai)\b"),
        ("birthday", r"\bquand est mon anniversaire\b|\bc'est quand mon anniversaire\b"),
        ("origin", r"\bd'où (?:est-ce que )?je viens\b"),
        ("role", r"\bquel est mon (?:métier|travail)\b|\bqu'est-ce que je fais dans la vie\b"),
        ("employer", r"\boù (?:est-ce que )?je travaille\b|\bpour qui (?:est-ce que )?je travaille\b"),
        ("allergy", r"\bà quoi (?:suis-je|je suis|est-ce que je suis) allergique\b"),
        ("pet", r"\bcomment s'appelle m(?:on|a) (?:chat(?:te)?|chien(?:ne)?|animal|lapin|cheval)\b"),
    ),
    "es": (
        ("home", r"\bdónde vivo\b|\ba dónde me mudé\b"),
        ("name", r"\bcómo me llamo\b|\bcuál es mi nombre\b|\bquién soy\b"),
        ("age", r"\bcuántos años tengo\b"),
        ("birthday", r"\bcuándo es mi cumpleaños\b"),
        ("origin", r"\bde dónde soy\b"),
        ("role", r"\bcuál es mi (?:trabajo|profesión)\b|\ba qué me dedico\b|\bde qué trabajo\b"),
        ("employer", r"\b(?:dónde|para quién) trabajo\b"),
        ("allergy", r"\ba qué soy alérgic[oa]\b"),
        ("pet", r"\bcómo se llama mi (?:gat[oa]|perr[oa]|mascota|conejo|caballo)\b"),
    ),
    "ko": (
        ("home", "(?:내가|나는?|난|제가|저는?|전) ?(?:지금 )?(?:어디(?:에|서|에서)? ?(?:살|사는|거주)|사는 (?:곳|데))|(?:내|제) 집이? ?어디"),
        ("name", "(?:내|제|나의) ?이름|나는? 누구|내가 누구"),
        ("age", "(?:내|나|제) ?(?:나이|몇 ?살)|(?:내가|나는?|난|제가|저는?) ?몇 ?살"),
        ("birthday", "(?:내|나|제) ?생일"),
        ("origin", "(?:내가|나는?|난|제가|저는?) ?(?:어디 출신|고향)|(?:내|제) ?고향"),
        ("role", "(?:내|제) ?(?:직업|직장에서 하는 일)|(?:내가|나는?|난|제가|저는?) ?(?:무슨 ?일|뭐 하는 사람)"),
        ("employer", "(?:내가|나는?|난|제가|저는?) ?어디(?:에서|서)? ?일|(?:내|제) ?(?:회사|직장)이? ?어디"),
        ("allergy", "(?:내가|나는?|난|제가|저는?|내|제) ?(?:무슨|어떤|뭐에|무엇에)? ?알레르기"),
        ("pet", "(?:내|제|우리) ?(?:고양이|강아지|개|반려동물|토끼) ?이름"),
        ("likes", "(?:내가|나는?|난|제가|저는?) ?(?:뭘|뭐를?|무엇을|무슨 \\S+을?를?) ?좋아"),
    ),
    "ja": (
        ("home", "(?:私|僕|俺)(?:は|が|って)?(?:今)?(?:どこに(?:住|暮らし)|どこで暮らし)"),
        ("name", "(?:私|僕|俺)の名前|(?:私|僕|俺)は誰"),
        ("age", "(?:私|僕|俺)(?:は|って)?(?:何歳|いくつ)|(?:私|僕|俺)の(?:年齢|歳)"),
        ("birthday", "(?:私|僕|俺)の誕生日"),
        ("role", "(?:私|僕|俺)の(?:仕事|職業)"),
        ("employer", "(?:私|僕|俺)(?:は|が)?どこで働"),
        ("allergy", "(?:私|僕|俺)(?:は|が|の)?(?:何の?|どんな)?アレルギー"),
        ("pet", "(?:私|僕|俺|うち)の(?:猫|犬|ペット)の名前"),
    ),
    "zh": (
        ("home", "我(?:现在|目前)?住(?:在)?(?:哪|什么地方)|我家(?:在)?哪"),
        ("name", "我(?:叫什么|的名字|是谁)"),
        ("age", "我(?:今年|现在)?(?:多大|几岁|多少岁)"),
        ("birthday", "我(?:的)?生日"),
        ("origin", "我(?:是)?(?:哪里人|从哪里?来)|我(?:的)?(?:老家|家乡)"),
        ("role", "我(?:是做什么|的(?:工作|职业)是什么|做什么工作)"),
        ("employer", "我在哪(?:里|儿|家公司)?(?:工作|上班)"),
        ("allergy", "我对什么过敏"),
        ("pet", "我(?:家)?的?(?:猫|狗|宠物)(?:叫什么|的?名字)"),
        ("likes", "我喜欢(?:什么|吃什么|哪)"),
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (relation, re.compile(pattern.replace("ß", "ss"))) for relation, pattern in _PATTERNS.get(language, ())
    )


def asked_fact(question: str, language: str) -> str | None:
    """The relation of a fact about the asker that a question asks for; None if it asks for none that is known here."""
    folded = question.lower().replace("’", "'").replace("ß", "ss")  # not everybody has the key
    for relation, pattern in _patterns(language):
        match = pattern.search(folded)
        if match:
            found = next((group for group in match.groups() if group), "")
            return relation.replace("\\1", _KIN.get(found, found))
    return None
