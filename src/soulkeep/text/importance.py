"""How much a turn matters, by what it speaks of: 1 (small talk) … 10 (life-changing), where nobody rated it (4).

Rules, not understanding: life events, losses and firsts, health, who somebody is, likes and dislikes, promises and plans, strong
feelings. `benchmarks/importance.py` says how well they agree with ratings.
"""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.text.questions import is_question
from soulkeep.text.selfhood import speaks_of_self

_ORDINARY = 2.0
_SMALL_TALK = 1.0
_SHORT = 12
"""Characters of a turn that is taken for small talk whatever it says; half of that in scripts of whole words."""

_ABOUT_ONESELF = 1.0

_MATTERS: dict[str, tuple[tuple[float, str], ...]] = {
    "en": (
        (7, r"\b(?:died|dies|dead|death|passed away|funeral|killed|suicide|murder\w*|miscarriage)\b"),
        (6, r"\b(?:married|marry|wedding|engaged|divorc\w+|pregnan\w+|gave birth|newborn|adopted|broke up|split up)\b"),
        (5, r"\b(?:cancer|diagnos\w+|surgery|hospital|accident|allerg\w+|asthma|diabet\w+|depress\w+|disabilit\w+|stroke|epilep\w+)\b"),
        (4, r"\b(?:new job|got the job|quit|fired|laid off|promot\w+|graduat\w+|retir\w+|mov(?:ed|ing) to|bought a (?:house|flat|car)|"
            r"degree|career|startup|launch\w*)\b"),
        (3, r"\b(?:my name is|call me|i(?:'m| am) (?:a|an|from)|i live in|i work (?:as|at|for)|years old|my (?:wife|husband|partner|"
            r"son|daughter|mother|mom|father|dad|brother|sister|boyfriend|girlfriend|fianc\w+))\b"),
        (3, r"\b(?:never|always|hate|can't stand|love|adore|favou?rite|prefer\w*|vegan|vegetarian|avoid|refuse)\b"),
        (3, r"\b(?:promise\w*|swear|secret|don't tell|important|remember that|deadline|interview|exam|birthday|anniversary)\b"),
        (2, r"\b(?:going to|plan(?:s|ning|ned)?|want to|hope to|goal|dream of|decided|will start|started|learning|first time)\b"),
        (2, r"\b(?:scared|terrified|afraid|heartbroken|devastated|furious|ecstatic|thrilled|proud|ashamed|lonely|grateful|cried)\b"),
    ),
    "de": (
        (7, r"\b(?:gestorben|tot|tod|beerdigung|verstorben|umgebracht|fehlgeburt)\b"),
        (6, r"\b(?:geheiratet|hochzeit|verlobt|geschieden|scheidung|schwanger|geboren|getrennt)\b"),
        (5, r"\b(?:krebs|diagnos\w+|operation|krankenhaus|unfall|allerg\w+|asthma|diabetes|depress\w+|schlaganfall)\b"),
        (4, r"\b(?:neuen? (?:job|stelle)|gekündigt|befördert|abschluss|rente|umgezogen|ziehe um|haus gekauft)\b"),
        (3, r"\b(?:ich heiße|mein name|ich wohne|ich arbeite|jahre alt|meine? (?:frau|mann|sohn|tochter|mutter|vater|bruder|schwester))\b"),
        (3, r"\b(?:nie|immer|hasse|liebe|lieblings\w*|am liebsten|vegan|vegetarisch|bevorzuge)\b"),
        (3, r"\b(?:verspreche\w*|versprochen|geheimnis|wichtig|prüfung|vorstellungsgespräch|geburtstag|jahrestag)\b"),
        (2, r"\b(?:habe vor|plane|möchte|will|hoffe|ziel|zum ersten mal|beschlossen|angefangen)\b"),
    ),
    "fr": (
        (7, r"\b(?:morte?s?|décédée?s?|enterrement|décès|fausse couche)\b"),
        (6, r"\b(?:mariée?s?|mariage|fiancée?s?|divorc\w+|enceinte|naissance|séparée?s?)\b"),
        (5, r"\b(?:cancer|diagnosti\w+|opération|hôpital|accident|allergi\w+|asthme|diabète|dépression)\b"),
        (4, r"\b(?:nouveau travail|embauchée?|licenciée?|promotion|diplôme|retraite|déménag\w+|acheté une maison)\b"),
        (3, r"(?:je m'appelle|j'habite|je travaille|\bans\b|\b(?:ma femme|mon mari|mon fils|ma fille|ma mère|mon père|mon frère|ma sœur))"),
        (3, r"\b(?:jamais|toujours|déteste|adore|préfér\w+|favorie?|végan\w*|végétarien\w*)\b"),
        (3, r"\b(?:promets|promis|secret|important\w*|entretien|examen|anniversaire)\b"),
        (2, r"\b(?:je vais|prévois|veux|espère|objectif|première fois|décidé|commencé)\b"),
    ),
    "es": (
        (7, r"\b(?:murió|muert[oa]s?|falleci\w+|funeral|muerte)\b"),
        (6, r"\b(?:cas[ée]|casad[oa]|boda|comprometid[oa]|divorci\w+|embarazad[oa]|nació|separad[oa]s?)\b"),
        (5, r"\b(?:cáncer|diagnos\w+|operación|cirugía|hospital|accidente|alergi\w+|alérgic[oa]|asma|diabetes|depresión)\b"),
        (4, r"\b(?:nuevo trabajo|despidieron|ascendieron|gradu\w+|jubil\w+|mud\w+ a|compr\w+ una casa)\b"),
        (3, r"\b(?:me llamo|vivo en|trabajo (?:como|en|de)|años|mi (?:esposa|marido|esposo|hijo|hija|madre|padre|hermano|hermana))\b"),
        (3, r"\b(?:nunca|siempre|odio|encanta|favorit[oa]|prefiero|vegan[oa]|vegetarian[oa])\b"),
        (3, r"\b(?:prometo|prometí|secreto|importante|entrevista|examen|cumpleaños|aniversario)\b"),
        (2, r"\b(?:voy a|planeo|quiero|espero|meta|primera vez|decidí|empecé)\b"),
    ),
    "ko": (
        (7, "돌아가셨|죽었|사망|장례|세상을 떠"),
        (6, "결혼|약혼|이혼|임신|출산|태어났|헤어졌"),
        (5, "암에|암 진단|진단|수술|입원|병원|사고|알레르기|천식|당뇨|우울증"),
        (4, "취직|취업|합격|퇴사|해고|승진|졸업|은퇴|이사했|이사 가|이사를|집을 샀"),
        (3, "이름은|이라고 해|에 살아|에서 일해|살이야|우리 (?:엄마|아빠|어머니|아버지|형|누나|오빠|언니|동생|남편|아내|아들|딸)"),
        (3, "절대|항상|싫어|좋아해|사랑해|제일 좋|최애|선호|채식|못 먹"),
        (3, "약속|비밀|중요|면접|시험|생일|기념일"),
        (2, "할 거야|할게|계획|하고 싶|목표|처음으로|결심|시작했"),
    ),
    "ja": (
        (7, "亡くな|死ん|葬式|葬儀|他界"),
        (6, "結婚|婚約|離婚|妊娠|出産|生まれた|別れた"),
        (5, "がん|癌|診断|手術|入院|病院|事故|アレルギー|喘息|糖尿病|うつ病"),
        (4, "就職|転職|合格|退職|解雇|昇進|卒業|引退|引っ越し|家を買"),
        (3, "名前は|と申します|に住んで|で働いて|歳です|私の(?:妻|夫|母|父|兄|姉|弟|妹|息子|娘)"),
        (3, "絶対|いつも|嫌い|大好き|一番好き|苦手|菜食"),
        (3, "約束|秘密|大切|重要|面接|試験|誕生日|記念日"),
        (2, "するつもり|予定|したい|目標|初めて|決めた|始めた"),
    ),
    "zh": (
        (7, "去世|死了|过世|葬礼|丧"),
        (6, "结婚|订婚|离婚|怀孕|生了|出生|分手"),
        (5, "癌|诊断|手术|住院|医院|事故|车祸|过敏|哮喘|糖尿病|抑郁"),
        (4, "新工作|辞职|被裁|升职|毕业|退休|搬到|搬家|买了房"),
        (3, "我叫|我住在|我在.{1,8}工作|岁|我(?:妈|爸|妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|老公|老婆|儿子|女儿)"),
        (3, "从不|绝不|总是|讨厌|喜欢|最爱|偏爱|吃素|不吃"),
        (3, "答应|保证|秘密|重要|面试|考试|生日|纪念日"),
        (2, "打算|计划|想要|希望|目标|第一次|决定|开始学"),
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def _patterns(language: str) -> tuple[tuple[float, re.Pattern[str]], ...]:
    return tuple((weight, re.compile(words)) for weight, words in _MATTERS.get(language, ()))


def importance(text: str, language: str) -> float:
    """How much a turn matters, 1…10; 2 for an ordinary one, and in languages that aren't known here.

    What a turn speaks of counts most; of further matters each adds half as much as the one before. A question counts half.
    """
    wide = language in ("ko", "ja", "zh")
    found = sorted((weight for weight, words in _patterns(language) if words.search(text.lower())), reverse=True)
    if not found:
        return _SMALL_TALK if len(text.strip()) <= _SHORT / (2 if wide else 1) or is_question(text) else _ORDINARY
    score = sum(weight / (1 << place) for place, weight in enumerate(found))
    if speaks_of_self(text, language):
        score += _ABOUT_ONESELF
    if is_question(text):
        score /= 2
    return min(10.0, max(1.0, round(_ORDINARY + score)))
