"""What the offline voice says around the words it quotes, by language. Several wordings each, so that it varies."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """The wordings of one language. `{when}`, `{who}`, `{where}` and `{quote}` are filled in.

    Attributes:
        told: the person said it.       said: the character said it itself.
        heard: somebody else did.       read: it stands in a knowledge source.
        dated: how a date is joined to who said it; used where there is one.
        also: joins a further memory.   nothing: nothing is remembered.
        noted: the answer to a statement that recalls nothing.
        reminded: leads over from a statement to what it recalls.
    """

    told: tuple[str, ...]
    said: tuple[str, ...]
    heard: tuple[str, ...]
    read: tuple[str, ...]
    dated: str
    also: tuple[str, ...]
    nothing: tuple[str, ...]
    noted: tuple[str, ...]
    reminded: tuple[str, ...]
    quotes: tuple[str, str] = ("“", "”")


PHRASES = {
    "en": Phrases(
        told=("You told me{when}: {quote}", "I remember you saying{when}: {quote}"),
        said=("I said{when}: {quote}", "I remember saying{when}: {quote}"),
        heard=("{who} said{when}: {quote}", "I remember {who} saying{when}: {quote}"),
        read=("I remember this from {where}: {quote}", "It is in {where}: {quote}"),
        dated=" on {date}, {ago}",
        also=("And there is this. ", "Something else comes back to me. "),
        nothing=(
            "I don't remember anything about that.",
            "Nothing of the kind comes back to me.",
            "I have no memory of that.",
        ),
        noted=("I'll remember that.", "I'll keep that in mind.", "I won't forget it."),
        reminded=("That brings something back. ", "That reminds me. "),
    ),
    "ko": Phrases(
        told=("{when}네가 이렇게 말했어. {quote}", "네가 한 말이 기억나.{when} {quote}"),
        said=("{when}내가 이렇게 말했어. {quote}", "내가 한 말이 기억나.{when} {quote}"),
        heard=("{when}{who}의 말이야. {quote}", "{who}의 말이 기억나.{when} {quote}"),
        read=("{where}에 이런 대목이 있어. {quote}", "{where}에서 본 기억이 나. {quote}"),
        dated=" {date}({ago}), ",
        also=("그리고 이것도 기억나. ", "또 떠오르는 게 있어. "),
        nothing=("그건 기억나지 않아.", "그것에 대해서는 기억이 없어.", "아무것도 떠오르지 않아."),
        noted=("기억해 둘게.", "잊지 않을게.", "마음에 담아 둘게."),
        reminded=("그러고 보니 생각나. ", "그 말을 들으니 떠오르는 게 있어. "),
    ),
    "ja": Phrases(
        told=("{when}あなたはこう言っていました。{quote}",),
        said=("{when}私はこう言いました。{quote}",),
        heard=("{when}{who}の言葉です。{quote}",),
        read=("{where}にこうあります。{quote}",),
        dated="{date}({ago})、",
        also=("それから、これも覚えています。",),
        nothing=("そのことは覚えていません。", "それについては何も思い出せません。"),
        noted=("覚えておきます。", "忘れません。"),
        reminded=("そういえば思い出しました。",),
        quotes=("「", "」"),
    ),
    "zh": Phrases(
        told=("{when}你说过：{quote}", "我记得{when}你说：{quote}"),
        said=("{when}我说过：{quote}",),
        heard=("{when}{who}说过：{quote}",),
        read=("我记得{where}里写着：{quote}",),
        dated="{date}（{ago}），",
        also=("我还记得这个。", "另外还想起一件事。"),
        nothing=("这件事我不记得了。", "关于这个，我什么也想不起来。"),
        noted=("我会记住的。", "我不会忘记。"),
        reminded=("这让我想起来了。",),
    ),
    "de": Phrases(
        told=("Du hast mir{when} erzählt: {quote}", "Ich weiß noch, wie du{when} sagtest: {quote}"),
        said=("Ich habe{when} gesagt: {quote}",),
        heard=("{who} sagte{when}: {quote}",),
        read=("Das weiß ich noch aus {where}: {quote}", "So steht es in {where}: {quote}"),
        dated=" am {date}, {ago},",
        also=("Und noch etwas fällt mir ein. ",),
        nothing=("Daran erinnere ich mich nicht.", "Dazu fällt mir nichts ein."),
        noted=("Das merke ich mir.", "Das vergesse ich nicht."),
        reminded=("Das erinnert mich an etwas. ",),
        quotes=("„", "“"),
    ),
    "fr": Phrases(
        told=("Tu m'as dit{when} : {quote}", "Je me souviens que tu disais{when} : {quote}"),
        said=("J'ai dit{when} : {quote}",),
        heard=("{who} a dit{when} : {quote}",),
        read=("Je me souviens de ceci, dans {where} : {quote}",),
        dated=", le {date} ({ago})",
        also=("Autre chose me revient. ",),
        nothing=("Je ne m'en souviens pas.", "Cela ne me rappelle rien."),
        noted=("Je m'en souviendrai.", "Je ne l'oublierai pas."),
        reminded=("Cela me rappelle quelque chose. ",),
        quotes=("« ", " »"),
    ),
    "es": Phrases(
        told=("Me dijiste{when}: {quote}", "Recuerdo que dijiste{when}: {quote}"),
        said=("Yo dije{when}: {quote}",),
        heard=("{who} dijo{when}: {quote}",),
        read=("Recuerdo esto de {where}: {quote}",),
        dated=", el {date} ({ago})",
        also=("Y recuerdo algo más. ",),
        nothing=("No recuerdo nada de eso.", "Eso no me trae ningún recuerdo."),
        noted=("Lo recordaré.", "No lo olvidaré."),
        reminded=("Eso me recuerda algo. ",),
        quotes=("«", "»"),
    ),
}


def phrases(language: str) -> Phrases:
    """The wordings of a language; English where we have none."""
    return PHRASES.get(language, PHRASES["en"])
