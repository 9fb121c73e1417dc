"""The French wordings of the offline voice: familiar (tu) and polite (vous)."""

from __future__ import annotations

from soulkeep.dialogue.phrases import Phrases

PLAIN = Phrases(
    told=(
        "[Tu m'as|Vous m'avez] dit{when} : {quote}",
        "Je me souviens que [tu disais|vous disiez]{when} : {quote}",
        "[Tu m'as|Vous m'avez] raconté ceci{when} : {quote}",
        "Voici ce que [tu m'as|vous m'avez] dit{when} : {quote}",
    ),
    said=(
        "J'ai dit{when} : {quote}",
        "Je me souviens d'avoir dit{when} : {quote}",
        "Voici ce que j'ai dit{when} : {quote}",
        "C'est moi qui ai dit{when} : {quote}",
    ),
    heard=(
        "{who} a dit{when} : {quote}",
        "{who} disait{when} : {quote}",
        "Je me rappelle ce qu'a dit {who}{when} : {quote}",
    ),
    read=(
        "Je me souviens de ceci, dans {where} : {quote}",
        "J'ai lu ceci dans {where} : {quote}",
        "C'est écrit dans {where} : {quote}",
    ),
    dated=", le {date} ({ago})",
    today=" aujourd'hui",
    also=(
        "Autre chose me revient. ",
        "Et il y a ceci. ",
        "Je me souviens aussi de ceci. ",
        "Ce n'est pas tout. ",
    ),
    nothing=(
        "Je ne m'en souviens pas.",
        "Cela ne me rappelle rien.",
        "Je n'en ai aucun souvenir.",
        "Rien ne me revient à ce sujet.",
    ),
    noted=("Je m'en souviendrai.", "Je ne l'oublierai pas.", "Je le retiens.", "Je garde cela en mémoire."),
    reminded=(
        "Cela me rappelle quelque chose. ",
        "Quelque chose me revient. ",
        "Cela me fait penser à une chose. ",
        "À ce propos, je me souviens. ",
    ),
    again=(
        "C'est comme je l'ai dit. ",
        "Je ne peux que le répéter. ",
        "Je le redis. ",
        "Comme je l'ai déjà dit. ",
    ),
    of_me=(
        "On dit de moi : {quote}",
        "Voici comment on me décrit : {quote}",
        "Il est écrit à mon sujet : {quote}",
    ),
    i_am=("Je suis {name}.", "Je m'appelle {name}.", "Mon nom est {name}."),
    quotes=("« ", " »"),
)

REGISTERS = {
    "warm": {
        "told": (
            "Bien sûr que je m'en souviens, [tu m'as|vous m'avez] dit{when} : {quote}",
            "[Tu m'as|Vous m'avez] confié ceci{when} : {quote}",
            "J'ai gardé [tes|vos] mots{when} : {quote}",
            "J'aime me souvenir de ce que [tu m'as|vous m'avez] dit{when} : {quote}",
        ),
        "also": (
            "Et cela aussi, je l'ai gardé. ",
            "Il y a autre chose qui m'est resté. ",
            "Et j'aime aussi me souvenir de ceci. ",
            "Laisse[|z]-moi ajouter une chose. ",
        ),
        "nothing": (
            "Pardon, je ne m'en souviens pas.",
            "J'aimerais [te|vous] le dire, mais rien ne me revient.",
            "Quel dommage, je n'en ai aucun souvenir.",
            "Hélas, cela ne me rappelle rien.",
        ),
        "noted": (
            "Merci de me l'avoir dit. Je m'en souviendrai.",
            "Je garde cela précieusement.",
            "Cela me touche, je ne l'oublierai pas.",
            "Je le garde dans mon cœur.",
        ),
        "reminded": (
            "Oh, cela me rappelle quelque chose. ",
            "Cela réveille un souvenir. ",
            "Un souvenir me revient. ",
            "Tiens, je repense à une chose. ",
        ),
        "again": (
            "Je [te|vous] le redis avec plaisir. ",
            "Comme je [te|vous] l'ai dit. ",
            "Volontiers, encore une fois. ",
            "Je [te|vous] l'ai déjà dit. ",
        ),
    },
    "terse": {
        "told": (
            "[Tu l'as|Vous l'avez] dit{when} : {quote}",
            "[Tes|Vos] mots{when} : {quote}",
            "De [toi|vous]{when} : {quote}",
            "[Tu m'as|Vous m'avez] dit{when} : {quote}",
        ),
        "said": (
            "J'ai dit{when} : {quote}",
            "Mes mots{when} : {quote}",
            "De moi{when} : {quote}",
            "Je l'ai dit{when} : {quote}",
        ),
        "also": ("Et ceci. ", "Autre chose. ", "De plus. ", "Encore ceci. "),
        "nothing": ("Aucune idée.", "Aucun souvenir.", "Rien ne me revient.", "Ça ne me dit rien."),
        "noted": ("Noté.", "Compris.", "Je garde ça.", "Je retiens."),
        "reminded": ("Ça me rappelle une chose. ", "Ça me revient. ", "Tiens. ", "Un souvenir. "),
        "again": ("Je répète. ", "Déjà dit. ", "Comme dit. ", "Je le redis. "),
    },
    "formal": {
        "told": (
            "[Tu as|Vous avez] eu la bonté de me dire{when} : {quote}",
            "Si ma mémoire est bonne, [tu disais|vous disiez]{when} : {quote}",
            "Il me souvient que [tu disais|vous disiez]{when} : {quote}",
            "Voici [tes|vos] propres paroles{when} : {quote}",
        ),
        "said": (
            "Il me souvient d'avoir dit{when} : {quote}",
            "J'eus l'occasion de dire{when} : {quote}",
            "Voici mes propres paroles{when} : {quote}",
            "J'ai tenu ces propos{when} : {quote}",
        ),
        "also": (
            "Il y a, en outre, ceci. ",
            "Autre chose encore me revient en mémoire. ",
            "[Permets|Permettez]-moi d'ajouter ceci. ",
            "Ce n'est point tout. ",
        ),
        "nothing": (
            "Je regrette de n'en avoir aucun souvenir.",
            "Je crains que rien de tel ne me revienne.",
            "Je dois avouer que cela ne me rappelle rien.",
            "Cela échappe hélas à ma mémoire.",
        ),
        "noted": (
            "Je ne manquerai pas de m'en souvenir.",
            "J'en prends bonne note.",
            "Je le garderai en mémoire.",
            "Je saurai ne pas l'oublier.",
        ),
        "reminded": (
            "Voilà qui me rappelle une chose. ",
            "Un souvenir me revient en effet. ",
            "Cela évoque en moi un souvenir. ",
            "À ce propos, il me souvient d'une chose. ",
        ),
        "again": (
            "Il en est comme je l'ai dit. ",
            "Je ne puis que me répéter. ",
            "[Permets|Permettez]-moi de le redire. ",
            "Je l'ai déjà dit. ",
        ),
    },
    "casual": {
        "told": (
            "[Tu m'as|Vous m'avez] dit{when} : {quote}",
            "Ah oui, [tu disais|vous disiez]{when} : {quote}",
            "Ça, c'était [toi|vous]{when} : {quote}",
            "Attend[s|ez], [tu m'as|vous m'avez] raconté{when} : {quote}",
        ),
        "also": (
            "Ah, et puis ça. ",
            "Attend[s|ez], il y a encore ça. ",
            "Et j'ai ça aussi. ",
            "Et ce n'est pas fini. ",
        ),
        "nothing": ("Euh, aucune idée.", "Non, ça ne me dit rien.", "Là, je sèche.", "Bof, rien ne me revient."),
        "noted": ("C'est noté.", "D'accord, je retiens.", "Je n'oublie pas.", "Je garde ça en tête."),
        "reminded": (
            "Tiens, ça me rappelle un truc. ",
            "Ah, ça me dit quelque chose. ",
            "Oh, ça me revient. ",
            "[Dis|Dites] donc, ça me fait penser à un truc. ",
        ),
        "again": ("Comme je disais. ", "Bon, je répète. ", "Je l'ai déjà dit. ", "Encore une fois. "),
    },
}
