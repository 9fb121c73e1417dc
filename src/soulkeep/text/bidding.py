"""Whether a text bids the other do something: "Tell me a joke", "노래 불러 줘"; and whether it says anything at all."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.text.function_words import telling_terms
from soulkeep.text.utterances import AGREEMENT, FEEDBACK, GREETING, REJECTION, utterance

_OPENING = r"^(?:(?:please|ok|okay|now|so|well|hey|come on|then|and|just|bitte|komm|na|los|also|s'il te plaît|s'il vous plaît|allez|alors|por favor|venga|anda|oye)[ ,!]+)*"

_BIDS: dict[str, str] = {
    "en": r"(?:tell|sing|show|give|teach|read|write|draw|play|dance|explain|describe|pretend|recommend|suggest|translate|do|make|say|help|entertain|cheer me|surprise|hug|kiss|wake me|sell|bring|open|close|fetch)\b"
    r"(?!,| (?:of|is|was|are|has|had|will|you (?:that|what)|you,))",
    "de": r"(?:erzähl|sing|zeig|gib|lies|schreib|male? (?:mir|uns)|spiel|tanz|erklär|beschreib|empfiehl|übersetz|mach|sag|hilf|unterhalt|überrasch|umarm|weck|bring|öffne|schließ)(?:e|en sie|n sie)?\b(?! (?:ich|er|sie|es|wir|hat|ist|war)\b)",
    "fr": r"(?:raconte|chante|montre|donne|lis|écris|dessine|joue|danse|explique|décris|recommande|traduis|fais|dis|aide|amuse|surprends|embrasse|réveille|apporte|ouvre|ferme|racontez|chantez|montrez|donnez|lisez|écrivez|jouez|expliquez|faites|dites|aidez)(?:-(?:moi|nous|le|la|les))*(?:$| )(?!(?:est|était|que)\b)",
    "es": r"(?:cuénta|canta|cánta|enséña|muéstra|dame|danos|lee|escribe|escríbe|dibuja|juega|baila|explíca|describe|recomiénda|traduce|haz|di|ayúda|sorprénde|abráza|despiérta|trae|abre|cierra|cuénte|cante|muéstre|dé|lea|escriba|explíque|haga|diga|ayúde)(?:me|nos|melo|le)*(?:$|[ ,!.])(?!(?:es|está|fue|que)\b)",
    "ko": r"(?:아|어|여|해|줘|봐|와|가|려|워|러|켜|돼|라|자|꿔|춰|써|려|쳐|켜|혀)? ?(?:줘|줘라|주세요|주라|주십시오|줄래|줄래요|주실래요|주겠니|보세요|봐라|봐 ?줘|십시오|해라|하거라|해봐|해 ?보세요|부탁해|부탁해요|부탁드려요|부탁합니다)$",
    "ja": r"(?:て|[んい]で)(?:ください|下さい|くださいませ|くれ|よ|ね|ちょうだい|頂戴|ほしい|もらえる)?$|(?:なさい|てくださいな|お願いします|お願い|頼む|しろ|せよ)$",
    "zh": r"^(?:请(?![问客假教])|(?:麻烦|快|来)?(?:你|您)?(?:给我|帮我|帮帮我|跟我|为我|对我|告诉我|教我|陪我|讲|唱|说(?:个|点|一)|来(?:个|点|一|首)|给我们|画|念|读(?:一|个)|写(?:一|个|首)|跳(?:个|一|支)|推荐|解释|介绍|描述|翻译|猜))|(?:好不好|行不行)$",
}
_TO_REMEMBER: dict[str, str] = {
    "en": r"\b(?:remember|(?:don't|never) forget|note|keep in mind|call me|bear in mind|remind me)\b|\bthat (?:i|my|we|our)\b",
    "de": r"\b(?:merk\w*|vergiss|vergessen|nenn\w* mich|denk\w* daran|erinner\w*|dass (?:ich|mein\w*|wir))\b",
    "fr": r"\b(?:souviens|souvenez|rappelle|n'oublie|oublie|appelle-moi|appelez-moi|retiens|note|que (?:je|mon|ma|mes|nous))\b",
    "es": r"\b(?:recuerda|recuerde|acuérda\w*|no olvides|olvides|llámame|anota|que (?:yo|mi|mis|me))\b",
    "ko": "기억|잊지|알아 ?둬|명심|불러 ?줘$(?<!노래 불러 줘)(?<!노래 불러줘)|적어|라고 불러",
    "ja": "覚えて|忘れないで|と呼んで|メモ",
    "zh": "记住|记得|别忘|叫我",
}
"""What is bidden is then told, too: "Remember that I'm allergic to nuts"."""

_HESITATES = re.compile(
    r"(?:ok(?:ay)?|yep|nope|h+m+|m+h*m+|u+h+|u+m+|o+h+|a+h+|e+h+|e+r+m*|huh|wow|lol|ha(?:ha)+|he(?:he)+|hi(?:hi)+|well|so|yeah|hey|meh|ach(?: so)?|tja|naja|na ja|äh+m*|öh+|bah|euh+|bof|"
    r"ben|pues|vaya|ay|uf|jo|음+|흠+|어+|아+|오+|헐|와+|흥|엥|글쎄|그래|그렇구나|ㅋ+|ㅎ+|ㅠ+|ㅜ+|う+ー*ん|ふ+ー*ん|へ+え*ー*|えっと|あ+ー*|え+ー*|お+ー*|はあ|まあ|ほう|なるほど|"
    r"そっか|そうか|嗯+|哦+|噢+|啊+|呃+|唔+|哈+|呵+|嘿+|唉+|哎+|这样啊|是吗|好吧)"
)
_WORDS = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@lru_cache(maxsize=32)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def bids(text: str, language: str) -> bool:
    """Whether a text bids the other do something, and tells nothing to remember; False in languages unknown here."""
    pattern = _BIDS.get(language)
    folded = " ".join(text.lower().replace("’", "'").split()).rstrip(" .!…~。！")
    if pattern is None or _compiled(_TO_REMEMBER[language]).search(folded):
        return False
    if language in ("ko", "ja", "zh"):
        return _compiled(pattern).search(folded) is not None
    return _compiled(f"{_OPENING}{pattern}").match(folded) is not None


def says_nothing(text: str, language: str) -> bool:
    """Whether a text holds nothing to remember: ":)", "hm", "ok", "thanks"."""
    words = " ".join(_WORDS.findall(text.lower()))
    if not words or _HESITATES.fullmatch(words):
        return True
    if utterance(text, language).kind in (AGREEMENT, REJECTION, FEEDBACK, GREETING):
        return True
    return not telling_terms(text, language)
