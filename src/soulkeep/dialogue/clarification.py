"""Asking back, where it can't be told what is meant."""

from __future__ import annotations

from collections.abc import Sequence

from soulkeep.dialogue.persona import Persona

_FAMILIAR = {
    "en": ("What do you mean?", "Sorry, what are you referring to?", "I don't follow. What is this about?"),
    "ko": ("무슨 얘기야?", "뭘 말하는 건지 조금만 더 말해 줄래?", "잘 모르겠어. 어떤 걸 말하는 거야?"),
    "ja": ("何の話?", "もう少し詳しく教えて。", "どれのことを言っているの?"),
    "zh": ("你指的是什么？", "你能说得再具体一点吗？", "我没听懂，你说的是哪件事？"),
    "de": ("Was meinst du?", "Worum geht es gerade?", "Das verstehe ich nicht. Wovon sprichst du?"),
    "fr": ("Qu'est-ce que tu veux dire ?", "De quoi parles-tu ?", "Je ne te suis pas. Il s'agit de quoi ?"),
    "es": ("¿Qué quieres decir?", "¿A qué te refieres?", "No te sigo. ¿De qué hablas?"),
}
_POLITE = {
    "ko": (
        "무슨 말씀이신가요?",
        "어떤 것을 말씀하시는지 조금 더 말씀해 주시겠어요?",
        "잘 모르겠어요. 어떤 이야기인가요?",
    ),
    "ja": ("何のお話でしょうか。", "もう少し詳しく教えていただけますか。", "どれのことをおっしゃっていますか。"),
    "zh": ("您指的是什么？", "您能说得再具体一点吗？", "我没听懂，您说的是哪件事？"),
    "de": ("Was meinen Sie?", "Worum geht es gerade?", "Das verstehe ich nicht. Wovon sprechen Sie?"),
    "fr": ("Que voulez-vous dire ?", "De quoi parlez-vous ?", "Je ne vous suis pas. De quoi s'agit-il ?"),
    "es": ("¿Qué quiere decir?", "¿A qué se refiere?", "No le sigo. ¿De qué habla?"),
}


def ask_back(language: str, persona: Persona, lately: Sequence[str], *, variant: int) -> str:
    """A question what is meant, other than those asked lately while there is another.

    Args:
        language: to speak in; English where there are no wordings.
        persona: whether the character speaks politely.
        lately: what it said last.
        variant: chooses among the wordings.
    """
    familiar = _FAMILIAR.get(language, _FAMILIAR["en"])
    wordings = _POLITE.get(language, familiar) if persona.address == "polite" else familiar
    fresh = [text for text in wordings if text not in lately] or [text for text in wordings if text != lately[-1]]
    return fresh[variant % len(fresh)]
