"""Measure how well the learnt feelings agree with labels, and how often a turn moves what is between two.

    python benchmarks/affect.py FOLDER …       # MADial's folder, one with korean_chat_pairs.jsonl, any other data set

First it judges sentences of our own, simple ones and harder ones, none of which the model was trained on: the share
whose strongest emotion is the labelled one (none for neutral ones), and whose valence has the right sign.

For each folder: how often a memory labelled with a good feeling is judged better than one labelled with a bad one (AUC;
0.5 is chance) where there are labels, and the share of turns that move closeness or trust.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from soulkeep.judgement.model import judge
from soulkeep.lang.language import detect
from soulkeep.memory.feelings import feelings_shown

_GOOD = {"joy", "affection", "pride", "gratitude", "positive"}
_NEUTRAL = {"neutral", "surprise"}
"""Labels that say nothing of how good or bad it is."""
_LITTLE = 0.1
"""Valence that counts as none."""

_SENTENCES = """
en joy           We won the finals and I can't stop grinning!
en affection     I adore you, you mean the world to me.
en pride         My little girl graduated today and I'm so proud of her.
en gratitude     Thank you for sitting up with me all night.
en sadness       I've been crying since the vet called.
en loneliness    Everyone has moved away and I feel completely alone here.
en anger         He scratched my car and drove off, I'm furious!
en fear          I'm terrified of what the doctor is going to say.
en shame         I made a fool of myself in front of the whole office, so embarrassing.
en disgust       There was a hair in the soup, it was revolting.
en surprise      Wow, I never expected to see you here!
en neutral       The train to Leeds leaves at nine from platform four.
en neutral       I had pasta for lunch and then went back to work.
en neutral       Could you send me the second chapter tomorrow?
en neutral       My sister is two years older than me.
en negative      I'm not happy with how this turned out.
en positive      The new flat is lovely, but the move was hard at first. Now it's wonderful.
de joy           Endlich Ferien, ich freue mich riesig!
de affection     Ich hab dich so lieb, mein Schatz.
de pride         Ich bin richtig stolz auf das, was wir geschafft haben.
de gratitude     Vielen Dank, dass du mir zugehört hast.
de sadness       Seit der Trennung weine ich jeden Abend.
de loneliness    In der neuen Stadt fühle ich mich sehr einsam.
de anger         Der Nachbar hat schon wieder alles zugeparkt, ich bin stinksauer.
de fear          Vor der Prüfung morgen habe ich furchtbare Angst.
de shame         Das war mir so peinlich, ich wollte im Boden versinken.
de disgust       Der Käse war verschimmelt, einfach eklig.
de surprise      Damit hätte ich niemals gerechnet, was für eine Überraschung!
de neutral       Der Zug nach Bremen fährt um neun ab.
de neutral       Ich habe mittags Nudeln gegessen.
de neutral       Kannst du mir morgen das zweite Kapitel schicken?
de neutral       Meine Schwester ist zwei Jahre älter als ich.
de negative      Ich bin mit dem Ergebnis überhaupt nicht zufrieden.
de positive      Am Anfang war es schwer, aber jetzt gefällt es mir hier sehr.
fr joy           On part enfin en vacances, je suis trop contente !
fr affection     Je t'aime de tout mon cœur, mon amour.
fr pride         Je suis tellement fier de mon fils.
fr gratitude     Merci infiniment pour ton aide.
fr sadness       Je pleure depuis que mon chien est parti.
fr loneliness    Personne ne m'appelle, je me sens vraiment seule.
fr anger         Il m'a encore menti, je suis furieux !
fr fear          J'ai très peur de l'opération de demain.
fr shame         J'ai honte de ce que j'ai dit hier.
fr disgust       Cette odeur est dégoûtante, ça me donne envie de vomir.
fr surprise      Ça alors, quelle surprise de te voir ici !
fr neutral       Le train pour Lyon part à neuf heures.
fr neutral       J'ai mangé des pâtes à midi.
fr neutral       Tu peux m'envoyer le deuxième chapitre demain ?
fr neutral       Ma sœur a deux ans de plus que moi.
fr negative      Je ne suis pas du tout content de ce voyage.
fr positive      C'était difficile au début, mais maintenant je suis ravie.
es joy           ¡Por fin vacaciones, estoy contentísima!
es affection     Te quiero muchísimo, mi vida.
es pride         Estoy muy orgulloso de mi hija.
es gratitude     Muchas gracias por acompañarme ayer.
es sadness       No paro de llorar desde que murió mi abuelo.
es loneliness    Me siento muy sola en esta ciudad.
es anger         Me enfada muchísimo que siempre llegue tarde.
es fear          Tengo mucho miedo de volar.
es shame         Qué vergüenza, me caí delante de todos.
es disgust       Qué asco, la leche estaba podrida.
es surprise      ¡No me lo puedo creer, qué sorpresa!
es neutral       El tren a Sevilla sale a las nueve.
es neutral       Comí pasta al mediodía y volví al trabajo.
es neutral       ¿Puedes mandarme el segundo capítulo mañana?
es neutral       Mi hermana tiene dos años más que yo.
es negative      No estoy nada contento con el resultado.
es positive      Al principio fue duro, pero ahora estoy encantada.
ko joy           드디어 방학이다! 너무 신나!
ko affection     엄마 사랑해, 항상 내 곁에 있어 줘.
ko pride         우리 딸이 1등을 해서 정말 자랑스러워.
ko gratitude     어제 도와줘서 고마워.
ko sadness       강아지가 떠나고 매일 눈물이 나.
ko loneliness    주말마다 혼자라서 너무 외로워.
ko anger         약속을 또 어겨서 진짜 화가 나.
ko fear          내일 수술이 너무 무서워.
ko shame         사람들 앞에서 넘어져서 창피했어.
ko disgust       음식에서 벌레가 나와서 역겨웠어.
ko surprise      갑자기 나타나서 깜짝 놀랐잖아!
ko neutral       부산 가는 기차는 아홉 시에 출발해.
ko neutral       점심에 국수를 먹고 다시 회사에 갔어.
ko neutral       내일 두 번째 장을 보내 줄 수 있어?
ko neutral       우리 언니는 나보다 두 살 많아.
ko negative      이번 여행은 별로 즐겁지 않았어.
ko positive      처음에는 힘들었지만 지금은 정말 행복해.
ja joy           やっと夏休みだ、すごく嬉しい！
ja affection     あなたのことが大好きです。
ja pride         娘が一番になって、とても誇らしい。
ja gratitude     昨日は手伝ってくれてありがとう。
ja sadness       犬が死んでから毎日泣いている。
ja loneliness    週末はいつも一人で寂しい。
ja anger         また約束を破られて、本当に腹が立つ。
ja fear          明日の手術がとても怖い。
ja shame         みんなの前で転んで恥ずかしかった。
ja disgust       虫が入っていて気持ち悪かった。
ja surprise      急に出てきたからびっくりした！
ja neutral       京都行きの電車は九時に出ます。
ja neutral       昼にパスタを食べて会社に戻った。
ja neutral       明日、第二章を送ってくれますか？
ja neutral       姉は私より二つ年上です。
ja negative      今回の旅行はあまり楽しくなかった。
ja positive      最初は大変だったけど、今はとても幸せです。
zh joy           终于放假了，我太开心了！
zh affection     我爱你，宝贝。
zh pride         女儿得了第一名，我真为她骄傲。
zh gratitude     谢谢你昨天帮我。
zh sadness       狗狗走了以后我每天都在哭。
zh loneliness    周末总是一个人，好孤独。
zh anger         他又骗我，气死我了！
zh fear          我很害怕明天的手术。
zh shame         在大家面前摔倒，太丢脸了。
zh disgust       汤里有虫子，真恶心。
zh surprise      哇，真没想到会在这里见到你！
zh neutral       去上海的火车九点开。
zh neutral       中午吃了面条，然后回公司了。
zh neutral       明天能把第二章发给我吗？
zh neutral       我姐姐比我大两岁。
zh negative      这次旅行我一点都不开心。
zh positive      刚开始很难，但是现在我很幸福。
"""

_LATER = """
en sadness       It just isn't the same house since Grandpa left us.
en anger         Stop reading my letters, I've had enough of this!
en fear          My hands wouldn't stop trembling when the lights went out.
en joy           Best weekend ever, the kids were squealing with laughter.
en affection     I could listen to you for hours, sweetheart.
en shame         I can't look her in the eyes after what I said to her.
en neutral       She is pretty tall and plays the cello.
de sadness       Mir ist zum Heulen zumute.
de anger         Jetzt reicht es mir aber, das ist eine Frechheit!
de fear          Mir wird ganz bang, wenn ich an morgen denke.
de joy           Die Kinder strahlen und ich auch.
de affection     Du bist mir so wichtig, mein Herz.
de shame         Ich bin knallrot angelaufen und wollte nur noch weg.
de neutral       Sie ist ganz schön groß und spielt Cello.
fr sadness       J'ai le cœur lourd depuis son départ.
fr anger         J'en ai assez de tes mensonges !
fr fear          Je tremblais quand la lumière s'est éteinte.
fr joy           On a tellement ri hier soir, c'était génial.
fr affection     Tu comptes tellement pour moi, ma chérie.
fr shame         Je n'ose plus la regarder en face.
fr neutral       Elle est assez grande et joue du violoncelle.
es sadness       Se me parte el alma cuando pienso en ella.
es anger         ¡Ya basta de tus mentiras!
es fear          Me temblaban las manos cuando se apagó la luz.
es joy           Nos reímos toda la noche, fue genial.
es affection     Eres lo más importante para mí, cariño.
es shame         Me puse roja como un tomate, quería desaparecer.
es neutral       Es bastante alta y toca el violonchelo.
ko sadness       할아버지가 떠나신 뒤로 마음이 텅 빈 것 같아.
ko anger         더는 못 참겠어, 정말 너무하잖아!
ko fear          불이 꺼졌을 때 손이 덜덜 떨렸어.
ko joy           어젯밤에 배꼽 빠지게 웃었어.
ko affection     너는 나한테 제일 소중한 사람이야.
ko shame         얼굴이 빨개져서 도망가고 싶었어.
ko neutral       그 애는 키가 꽤 크고 첼로를 켜.
ja sadness       祖父がいなくなってから、胸にぽっかり穴が開いたようだ。
ja anger         もう我慢できない、いい加減にして！
ja fear          電気が消えたとき、手が震えた。
ja joy           昨日の夜はお腹が痛くなるほど笑った。
ja affection     君は僕にとって一番大切な人だ。
ja shame         顔が真っ赤になって、逃げ出したかった。
ja neutral       彼女はかなり背が高く、チェロを弾く。
zh sadness       爷爷走了以后，心里空落落的。
zh anger         我忍不下去了，你太过分了！
zh fear          灯灭的时候我的手一直在抖。
zh joy           昨晚我们笑得肚子都疼了。
zh affection     你是我最重要的人，亲爱的。
zh shame         我脸都红了，真想找个地缝钻进去。
zh neutral       她个子挺高，会拉大提琴。
"""
"""Written after the lists were, harder: most show what they show by what happens. None of their words were put in."""

_FEELINGS = dict.fromkeys(("Happy", "开心", "兴奋"), 1) | dict.fromkeys(
    ("Anxious", "Disappointed", "Sad", "Fear", "Angry", "焦虑", "失望", "悲伤", "害怕", "愤怒"), -1
)
"""MADial's labels of feelings, good and bad."""


def own(name: str, sentences: str) -> None:
    """Print how well the model does on our own sentences, by language."""
    right: dict[str, list[bool]] = defaultdict(list)
    signs: dict[str, list[bool]] = defaultdict(list)
    for line in sentences.strip().splitlines():
        language, label, text = line.split(maxsplit=2)
        judged = judge(text)
        seen = judged.emotions[0].name if judged.emotions else "neutral"
        if label not in ("positive", "negative"):
            right[language].append(seen == label)
        if label != "surprise":
            sign = 0 if abs(judged.valence) < _LITTLE else 1 if judged.valence > 0 else -1
            signs[language].append(sign == (0 if label in _NEUTRAL else 1 if label in _GOOD else -1))
    for what, table in (("strongest emotion", right), ("sign of valence", signs)):
        every = [judged for judgements in table.values() for judged in judgements]
        shares = "  ".join(f"{language} {np.mean(judgements):.2f}" for language, judgements in table.items())
        print(f"{name}, {what:18} {np.mean(every):.3f} (n = {len(every)})   {shares}")


def _auc(good: list[float], bad: list[float]) -> str:
    one, other = np.array(good)[:, None], np.array(bad)
    auc = (one > other).mean() + (one == other).mean() / 2
    means = f"mean valence {np.mean(good):+.2f} against {np.mean(bad):+.2f}"
    return f"AUC {auc:.3f} (n = {len(good)} + {len(bad)})   {means}"


def _rows(path: Path) -> Iterable[dict[str, object]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def _moved(name: str, turns: list[tuple[str, str]]) -> None:
    regards = [feelings_shown(text) for text, _ in turns]
    warmer, cooler = (np.mean([sign * (r.closeness + r.trust) > 0 for r in regards]) for sign in (1, -1))
    print(f"{name:24} {warmer:.1%} of {len(turns)} turns warm up, {cooler:.1%} cool down")


def conversations(folder: Path) -> None:
    """Print how a data set of conversations is judged: agreement with labels of feelings, where it has any, and how
    often regard is moved."""
    labelled: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    neutral: dict[str, list[bool]] = defaultdict(list)
    turns: list[tuple[str, str]] = []
    for conversation in _rows(folder / "conversations.jsonl"):
        for session in conversation["sessions"]:  # type: ignore[attr-defined]
            for turn in session["turns"]:
                language = str(conversation.get("language") or detect(turn["text"]))
                turns.append((turn["text"], language))
                feeling = _FEELINGS.get(turn.get("emotion", ""))
                if feeling is not None:
                    labelled[language][feeling < 0].append(judge(turn["text"]).valence)
                    neutral[language].append(not judge(turn["text"]).emotions)
    for language, (good, bad) in labelled.items():
        if good and bad:
            unseen = f"no emotion seen in {np.mean(neutral[language]):.0%}"
            print(f"{folder.name + ', ' + language:24} {_auc(good, bad)}   {unseen}")
    if not labelled:
        print(f"{folder.name:24} has no labels of feelings")
    _moved(folder.name, turns)


def pairs(path: Path) -> None:
    """Print how Korean talk about break-ups compares with talk about love: a hint of valence, not a label of it."""
    by_label: dict[str, list[str]] = defaultdict(list)
    for row in _rows(path):
        by_label[str(row["label"])].append(str(row["user"]))
    names = {name: next((label for label in by_label if name in label), "") for name in ("love", "break")}
    if all(names.values()):
        good, bad = ([judge(text).valence for text in by_label[names[name]]] for name in ("love", "break"))
        print(f"{path.name:24} love against break-up: {_auc(good, bad)}")
    _moved(path.name, [(text, "ko") for texts in by_label.values() for text in texts])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path)
    own("own sentences", _SENTENCES)
    own("later ones   ", _LATER)
    for folder in parser.parse_args().folders:
        if (folder / "conversations.jsonl").exists():
            conversations(folder)
        elif (folder / "korean_chat_pairs.jsonl").exists():
            pairs(folder / "korean_chat_pairs.jsonl")
        else:
            print(f"{folder.name:24} skipped: no conversations.jsonl and no korean_chat_pairs.jsonl in {folder}")


if __name__ == "__main__":
    main()
