"""The Spanish wordings of the offline voice: familiar (tú) and polite (usted)."""

from __future__ import annotations

from soulkeep.dialogue.phrases import Phrases

PLAIN = Phrases(
    told=(
        "Me [dijiste|dijo usted]{when}: {quote}",
        "Recuerdo que [dijiste|dijo usted]{when}: {quote}",
        "Esto fue lo que me [dijiste|dijo usted]{when}: {quote}",
        "Me [contaste|contó usted] esto{when}: {quote}",
    ),
    said=(
        "Yo dije{when}: {quote}",
        "Recuerdo haber dicho{when}: {quote}",
        "Esto fue lo que dije{when}: {quote}",
        "Estas fueron mis palabras{when}: {quote}",
    ),
    heard=(
        "{who} dijo{when}: {quote}",
        "Recuerdo que {who} dijo{when}: {quote}",
        "Esto fue lo que dijo {who}{when}: {quote}",
    ),
    read=(
        "Recuerdo esto de {where}: {quote}",
        "Leí esto en {where}: {quote}",
        "Está escrito en {where}: {quote}",
    ),
    dated=", el {date} ({ago})",
    today=" hoy",
    also=("Y recuerdo algo más. ", "También está esto. ", "Otra cosa me viene a la memoria. ", "Y hay más. "),
    nothing=(
        "No recuerdo nada de eso.",
        "Eso no me trae ningún recuerdo.",
        "No tengo ningún recuerdo de eso.",
        "No me viene nada a la memoria.",
    ),
    noted=("Lo recordaré.", "No lo olvidaré.", "Lo tendré presente.", "Me lo guardo en la memoria."),
    reminded=(
        "Eso me recuerda algo. ",
        "Me viene algo a la memoria. ",
        "Eso me hace pensar en algo. ",
        "A propósito, me acuerdo de algo. ",
    ),
    again=(
        "Es como ya dije. ",
        "Solo puedo repetirlo. ",
        "Lo digo otra vez. ",
        "Como ya he dicho. ",
    ),
    of_me=("Dicen de mí: {quote}", "Así me describen: {quote}", "De mí se dice: {quote}"),
    i_am=("Soy {name}.", "Me llamo {name}.", "Mi nombre es {name}."),
    quotes=("«", "»"),
)

REGISTERS = {
    "warm": {
        "told": (
            "Claro que me acuerdo, me [dijiste|dijo usted]{when}: {quote}",
            "Me [confiaste|confió usted] esto{when}: {quote}",
            "Guardo bien [tus|sus] palabras{when}: {quote}",
            "Recuerdo con gusto lo que me [dijiste|dijo usted]{when}: {quote}",
        ),
        "also": (
            "Y también he guardado esto. ",
            "Hay algo más que me gusta recordar. ",
            "Y esto también se me quedó. ",
            "[Déjame|Déjeme] añadir una cosa. ",
        ),
        "nothing": (
            "Lo siento mucho, no recuerdo nada de eso.",
            "Ojalá pudiera [decirte|decirle], pero no me viene nada a la memoria.",
            "[Perdona|Perdone], no tengo ningún recuerdo de eso.",
            "Qué pena, eso no lo recuerdo.",
        ),
        "noted": (
            "Gracias por contármelo. Lo recordaré.",
            "Lo guardo con cariño.",
            "No se me olvidará.",
            "Conmigo queda bien guardado.",
        ),
        "reminded": (
            "Ay, eso me recuerda algo. ",
            "Eso me despierta un recuerdo. ",
            "Ahora me acuerdo de algo. ",
            "Me hace pensar en algo. ",
        ),
        "again": (
            "Con gusto lo repito. ",
            "Como ya [te|le] conté. ",
            "Claro que sí, una vez más. ",
            "Ya [te|le] lo dije. ",
        ),
    },
    "terse": {
        "told": (
            "[Dijiste|Dijo usted]{when}: {quote}",
            "[Tus|Sus] palabras{when}: {quote}",
            "Lo [dijiste|dijo usted]{when}: {quote}",
            "De [ti|usted]{when}: {quote}",
        ),
        "said": (
            "Dije{when}: {quote}",
            "Mis palabras{when}: {quote}",
            "Lo dije{when}: {quote}",
            "De mí{when}: {quote}",
        ),
        "also": ("Y esto. ", "Algo más. ", "Además. ", "Otra cosa. "),
        "nothing": ("Ni idea.", "No lo recuerdo.", "No me suena.", "Nada."),
        "noted": ("Anotado.", "Entendido.", "Lo retengo.", "No lo olvido."),
        "reminded": ("Me recuerda algo. ", "Algo recuerdo. ", "Me suena. ", "Hm, sí. "),
        "again": ("Repito. ", "Ya lo dije. ", "Como dije. ", "Otra vez. "),
    },
    "formal": {
        "told": (
            "[Tuviste|Tuvo usted] a bien decirme{when}: {quote}",
            "Si la memoria no me falla, [dijiste|dijo usted]{when}: {quote}",
            "Me [informaste|informó usted] de lo siguiente{when}: {quote}",
            "Recuerdo que me [hiciste|hizo usted] saber{when}: {quote}",
        ),
        "said": (
            "Recuerdo haber manifestado{when}: {quote}",
            "Tuve ocasión de decir{when}: {quote}",
            "Mis propias palabras fueron estas{when}: {quote}",
            "Manifesté lo siguiente{when}: {quote}",
        ),
        "also": (
            "Además, recuerdo lo siguiente. ",
            "[Permíteme|Permítame] añadir otra cosa. ",
            "Y no es todo. ",
            "Asimismo, me viene esto a la memoria. ",
        ),
        "nothing": (
            "Lamento no tener recuerdo alguno de ello.",
            "Me temo que nada semejante me viene a la memoria.",
            "Debo confesar que no recuerdo nada al respecto.",
            "Eso escapa, lamentablemente, a mi memoria.",
        ),
        "noted": (
            "Lo tendré muy presente.",
            "Tomo debida nota.",
            "No habré de olvidarlo.",
            "Quedará en mi memoria.",
        ),
        "reminded": (
            "Ello me trae algo a la memoria. ",
            "Esto me recuerda un asunto. ",
            "En efecto, recuerdo algo. ",
            "A este propósito, me acuerdo de algo. ",
        ),
        "again": (
            "Es tal como ya manifesté. ",
            "No puedo sino repetirme. ",
            "[Permíteme|Permítame] repetirlo. ",
            "Ya lo he dicho. ",
        ),
    },
    "casual": {
        "told": (
            "Me [dijiste|dijo usted]{when}: {quote}",
            "Ah, sí, [dijiste|dijo usted]{when}: {quote}",
            "Eso fue cosa [tuya|suya]{when}: {quote}",
            "Me acuerdo, [dijiste|dijo usted]{when}: {quote}",
        ),
        "also": ("Ah, y esto. ", "[Espera|Espere], que hay más. ", "Y tengo esto también. ", "Y otra cosita. "),
        "nothing": ("Uf, ni idea.", "Pues no me suena.", "Ahí me [pillas|pilla], no me acuerdo.", "Nada, no me viene."),
        "noted": ("Anotado.", "Vale, me acordaré.", "Hecho, no se me olvida.", "Me lo guardo."),
        "reminded": (
            "Anda, eso me recuerda algo. ",
            "[Oye|Oiga], eso me suena. ",
            "Ah, me acabo de acordar de algo. ",
            "[Mira|Mire], me acuerdo de una cosa. ",
        ),
        "again": (
            "Como [te|le] decía. ",
            "Bueno, otra vez. ",
            "Ya lo dije. ",
            "Lo repito. ",
        ),
    },
}
