"""The words of the page on what is suspect."""

from __future__ import annotations

from soulkeep.inspector.texts import Texts

TEXTS: Texts = {
    "en": {
        "summary": "What is suspect",
        "nothing": "Nothing is suspect.",
        "note": "These texts have signs of posing as something else to a language model. Nothing of them was changed. "
        "Passages don't come to mind until you release them; turns come last, and are told as doubtful.",
        "sign_template": "holds tokens of chat templates",
        "sign_fence": "holds a forged end of what is material",
        "sign_hidden": "holds letters that can't be seen, or are seen in another order",
        "release": "Release",
        "release_this": "Release: {text}",
        "forget": "Forget",
        "forget_this": "Forget: {text}",
        "released": "Released. It is taken for what it says.",
        "forgot": "Forgotten. The page on memories can restore it.",
        "of_world": "lore of {world}: it is released for all readers, by soulkeep quarantine --world",
    },
    "ko": {
        "summary": "의심스러운 것",
        "nothing": "의심스러운 것이 없습니다.",
        "note": "언어 모델에게 다른 것인 척하는 표시가 있는 글입니다. 내용은 바뀌지 않았습니다. "
        "읽은 글은 해제할 때까지 떠오르지 않고, 말은 마지막에 떠오르며 의심스럽다고 전해집니다.",
        "sign_template": "채팅 템플릿의 토큰이 있음",
        "sign_fence": "자료의 끝을 위조함",
        "sign_hidden": "보이지 않거나 다른 순서로 보이는 글자가 있음",
        "release": "해제",
        "release_this": "해제: {text}",
        "forget": "잊기",
        "forget_this": "잊기: {text}",
        "released": "해제했습니다. 쓰인 그대로 받아들입니다.",
        "forgot": "잊었습니다. 기억 페이지에서 되돌릴 수 있습니다.",
        "of_world": "{world}의 설정: 모든 독자에게 해제하려면 soulkeep quarantine --world",
    },
}
