"""Endings of Korean answers as their questions want them: "어떤 팬클럽이 있어?" – "우비소녀단이 있어."."""

from __future__ import annotations

import re

from soulkeep.lang.particles import attached

_WHAT = re.compile(r"어떤|무슨|뭐|뭔|뭘|무엇|누구|누가|어느 (?:분|것|게|거)")
_REQUEST = r"지 ?(?:[가-힣]{1,4} )?(?:알려|말해|말씀해|가르쳐|궁금)[가-힣]{0,6}(?: [가-힣]{1,6}){0,2}"
_THERE_IS = re.compile(
    r"(?P<before>[가-힣]) ?(?P<verb>(?:갖고|가지고) )?"
    rf"(?:있(?:(?:어|나|니|는가|습|을까|을지|지|죠|는데)[가-힣]{{0,4}}|는{_REQUEST})"
    rf"|(?P<honoured>계(?:(?:셔|세|시|신|십|실)[가-힣]{{0,4}}|신{_REQUEST})))\W*$"
)
"""A question for what there is, or who is there, or what somebody has."""
_CAN = re.compile(rf"(?:[을를]|뭐|뭘) ?(?P<verb>[가-힣]{{1,4}}) 수 있(?:[가-힣]{{1,6}}|는{_REQUEST})\W*$")
_NO_SUBJECT = ("에", "서", "테", "께", "고", "어", "아", "로", "수", "게", *"돼져여혀려겨해워켜쳐라와봐춰펴녀러셔")
"""Ends of words before "is" after which it doesn't say that there is something: "병원에 있어?", "자고 있어?"."""
_TOOK = re.compile(r"(?:얼마나|며칠|몇 ?[가-힣]{1,3}) ?(?:[가-힣]{1,6} )?걸(?P<past>렸)?")
_OF_TIME = re.compile(r"(?:년|개월|달|주|일|시간|분|초|하루|반)$")
_WAS = re.compile(
    r"(?:누구|누가|뭐|무엇|얼마|어디|언제|몇 ?[가-힣]{1,3})(?:였|이었)(?:어|나|는|습|죠|지|니|을까|더)[가-힣]{0,4}\W*$"
    r"|무슨 (?:일|직업)[가-힣]{0,2} (?:하셨|했)[가-힣]{0,4}\W*$"
)
_FROM_OR_UNTIL = re.compile(r"언제(?P<particle>부터|까지)")
_DATED = re.compile(r"(?:년|월|일|시|분)$")


def ended(text: str, asked: str) -> str:
    """Return values as a Korean sentence in 반말 that ends as their question does: in what there is, what can be done,
    how long it took, since or until when, or in what was; else in "is"."""
    if not text or text[-1] in ".!?。…":
        return text
    if (dated := _FROM_OR_UNTIL.search(asked)) is not None and _DATED.search(text):
        return f"{text}{dated['particle']}야."
    if (took := _TOOK.search(asked)) is not None and _OF_TIME.search(text):
        return f"{text} {'걸렸어' if took['past'] else '걸려'}."
    if _WHAT.search(asked) is not None:
        if (can := _CAN.search(asked)) is not None:
            return attached(text, f"을(를) {can['verb']} 수 있어.")
        there = _THERE_IS.search(asked)
        if there is not None and (there["verb"] or not there["before"].endswith(_NO_SUBJECT)):
            has = (there["verb"] or "") if "누가" in asked else ""
            return attached(text, f"이(가) {has}{'계셔' if there['honoured'] and not there['verb'] else '있어'}.")
    return attached(text, "(이)었어." if _WAS.search(asked) else "(이)야.")
