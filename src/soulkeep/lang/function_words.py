"""Words that hold sentences together and tell nothing of their matter: articles, pronouns, auxiliaries, question words."""

from __future__ import annotations

import re
from functools import lru_cache

from soulkeep.lang.terms import terms

_WORDS = {
    "en": "a about again all also am an and any are as at be because been before being but by can could did do does "
    "doing done don't else ever for from get got had has have having he her here hers him his how i if in into is isn't "
    "it its just know let me mine more most much my no not now of on one only or other our ours out over please really "
    "remember said say she should so some something tell than that the their them then there these they thing things "
    "think this those to too up us very was we well were what what's when where which while who whom whose why will with "
    "would yes you your yours did didn't doesn't called name named i'm i've you're you've they're they've we've that's there's "
    "can't cannot won't aren't wasn't weren't haven't hasn't hadn't couldn't wouldn't shouldn't it'll you'll they'll let's",
    "de": "aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein deine dem den denn der des die "
    "dies dir doch du ein eine einem einen einer er es etwas für hab habe haben hast hat ich ihm ihn ihr im in ist ja "
    "kann kein können man mein meine meinem meinen meiner mich mir mit nach nein nicht noch nur ob oder schon sein "
    "seine sich sie sind so über um und uns unser vom von vor war waren warum was weißt welche welcher welches wem wen "
    "wenn wer werden wie wieder wir wird wo woher wohin zu zum zur heißt heißen",
    "fr": "ai as au aux avec avez ce ces cet cette comment dans de des du elle elles en est et eu fait il ils je la le "
    "les leur lui ma mais me mes moi mon ne nos notre nous on ont où ou par pas pour pourquoi qu quand que quel quelle "
    "quels quelles qui quoi sa sans se ses son sont suis sur ta te tes toi ton tu un une vos votre vous y était appelle "
    "s'appelle",
    "es": "a al algo como cómo con cual cuál cuando cuándo de del donde dónde el él ella ellas ellos en era es esa ese "
    "eso esta está este esto estoy ha han has hay he la las le les lo los me mi mis muy más nada no nos nosotros o para "
    "pero por porque qué que quien quién se ser si sí sin sobre son su sus también te tiene tu tus un una y ya yo llama",
    "it": "a ai al alla anche che chi ci come con cosa da dal dei del della di dove e è era gli ha hai ho i il in io la "
    "le lei lo lui ma mi mia mio miei mie ne nel nella no noi non o per perché più quale quando quello questa questo se "
    "si sono su sua suo ti tu tua tuo un una uno vi voi chiama",
    "pt": "a ao as com como da das de do dos e é ela ele em era eu foi isso isto já lhe mais mas me meu meus minha minhas "
    "muito na não nas no nos o onde os ou para pela pelo por porque qual quando que quem se sem ser seu sua são também te "
    "tem um uma você",
    "nl": "aan al als bij dan dat de die dit door een en er had heb hebben heeft het hij hoe ik in is je jij jouw kan "
    "maar me met mij mijn naar niet nog nu of om onze ook op over te tot uit van voor waar waarom wanneer was wat we wel "
    "welke wie wij worden ze zij zijn zo",
    "ru": "а без был была были в вас вы где да для до его ее если есть и из или как какая какие какой когда кто ли меня "
    "мне мой моя моё мои мы на не нет но ну о он она они от по почему при с свой со так там то тот ты у уже что чтобы "
    "это этот я зовут",
    "ko": "나 내 너 네 저 제 우리 당신 그 이 것 거 게 수 때 뭐 무엇 누구 언제 어디 어떻게 왜 어떤 무슨 몇 얼마나 있어 있니 있나 "
    "없어 해 했어 하는 하고 한 할 돼 됐어 그리고 그래서 하지만 정말 좀 더 잘 다 또 이야 뭐지 뭐였지 뭐라고 기억 기억해 알아 이름 어디야",
    "ja": "私 僕 俺 あなた 君 これ それ あれ どれ 何 誰 いつ どこ なぜ どう です ます した して する ある いる か は が を に の "
    "で と も から まで ました ですか ますか いますか 名前 覚え",
    "zh": "我 你 他 她 它 我们 你们 什么 谁 哪 哪里 何时 怎么 为什么 吗 呢 的 了 是 在 有 和 就 不 也 都 记得 叫什 名字 么名 字 叫",
}

_WITH_PRONOUN = re.compile(r"\b(?:i|you|he|she|it|we|they)['’](?:ll|d|m|re|ve|s)\b", re.IGNORECASE)


_SHORT = 400
"""Characters up to which the telling terms of a text are kept: of what came to mind they are asked for again and again."""


@lru_cache(maxsize=64)
def function_terms(language: str) -> frozenset[str]:
    """The terms of a language's function words; empty where we have none."""
    return frozenset(terms(_WORDS.get(language, ""), language))


def telling_terms(text: str, language: str) -> set[str]:
    """The terms of a text that aren't function words."""
    return set((_telling if len(text) <= _SHORT else _telling.__wrapped__)(text, language))


@lru_cache(maxsize=2048)
def _telling(text: str, language: str) -> frozenset[str]:
    if language == "en":
        text = _WITH_PRONOUN.sub(" ", text)  # "I'll" would be found as "ill", and "we'd" as "wed"
    return frozenset(terms(text, language)) - function_terms(language)
