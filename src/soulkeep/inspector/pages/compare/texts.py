"""The words of the page that compares two recipes."""

from __future__ import annotations

from soulkeep.inspector.texts import Texts

TEXTS: Texts = {
    "en": {
        "about_landwehr": "emotional memory with forgetting and bids",
        "about_mimir": "short, medium and long-term memory, scenes",
        "about_requery": "rewritten questions, recency and importance",
        "about_seoul": "short-term talk, summaries, blends",
        "about_sieber": "knowledge as RDF, episodes of the talk",
        "about_soulkeep": "the defaults: of all the papers, what helps",
        "aligned": "Hit by hit",
        "answer": "Answers",
        "answer_hint": "Let both answer, too. Nothing is stored.",
        "better": "{count} up",
        "compare": "Compare",
        "intro": "Ask one question of the same memories in the hands of two recipes, and see what each brings to mind, "
        "how it scores it, and what it would say. Nothing is stored.",
        "left": "First recipe",
        "confidence": "confidence",
        "nothing": "Nothing comes to mind with either.",
        "only": "only {recipe}",
        "question": "Question",
        "ranks": "{same} in both, {left} only {first}, {right} only {second}",
        "right": "Second recipe",
        "says": "{recipe} says",
        "swap": "Swap the recipes",
        "took": "{ms} ms in all",
        "worse": "{count} down",
    },
    "ko": {
        "about_landwehr": "감정이 담긴 기억, 망각, 답하려는 제안",
        "about_mimir": "단기·중기·장기 기억, 장면",
        "about_requery": "질문 고쳐 쓰기, 최근성과 중요도",
        "about_seoul": "단기 대화, 요약, 기억의 합침",
        "about_sieber": "RDF 지식, 대화의 일화",
        "about_soulkeep": "기본값: 논문들에서 도움이 되는 것 모두",
        "aligned": "기억별 비교",
        "answer": "답",
        "answer_hint": "답도 하게 합니다. 아무것도 저장되지 않습니다.",
        "better": "{count} 위로",
        "compare": "비교하기",
        "intro": "같은 기억에 같은 질문을 두 방식으로 던져, 무엇이 떠오르고 어떻게 점수를 매기며 "
        "무엇이라 답할지 봅니다. 아무것도 저장되지 않습니다.",
        "left": "첫째 방식",
        "confidence": "확신",
        "nothing": "어느 방식으로도 떠오르는 것이 없습니다.",
        "only": "{recipe}에만",
        "question": "질문",
        "ranks": "양쪽 {same}개, {first}에만 {left}개, {second}에만 {right}개",
        "right": "둘째 방식",
        "says": "{recipe}의 답",
        "swap": "서로 바꾸기",
        "took": "모두 {ms} ms",
        "worse": "{count} 아래로",
    },
}
