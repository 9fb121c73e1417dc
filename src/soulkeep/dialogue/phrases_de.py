"""The German wordings of the offline voice: familiar (du) and polite (Sie)."""

from __future__ import annotations

from soulkeep.dialogue.phrases import Phrases

PLAIN = Phrases(
    told=(
        "[Du hast|Sie haben] mir{when} erzählt: {quote}",
        "Ich weiß noch, wie [du|Sie]{when} [sagtest|sagten]: {quote}",
        "[Du hast|Sie haben]{when} zu mir gesagt: {quote}",
        "Von [dir|Ihnen] habe ich{when} gehört: {quote}",
    ),
    said=(
        "Ich habe{when} gesagt: {quote}",
        "Ich weiß noch, wie ich{when} sagte: {quote}",
        "Von mir war{when} zu hören: {quote}",
        "So habe ich es{when} gesagt: {quote}",
    ),
    heard=(
        "{who} sagte{when}: {quote}",
        "Ich weiß noch, wie {who}{when} sagte: {quote}",
        "{who} hat{when} gesagt: {quote}",
    ),
    read=(
        "Das weiß ich noch aus {where}: {quote}",
        "So steht es in {where}: {quote}",
        "Das habe ich in {where} gelesen: {quote}",
    ),
    dated=" am {date}, {ago},",
    today=" heute",
    also=(
        "Und noch etwas fällt mir ein. ",
        "Da ist noch etwas. ",
        "Auch das weiß ich noch. ",
        "Und ich erinnere mich an noch etwas. ",
    ),
    nothing=(
        "Daran erinnere ich mich nicht.",
        "Dazu fällt mir nichts ein.",
        "Daran habe ich keine Erinnerung.",
        "Davon weiß ich nichts mehr.",
    ),
    noted=("Das merke ich mir.", "Das vergesse ich nicht.", "Das behalte ich.", "Ich werde daran denken."),
    reminded=(
        "Das erinnert mich an etwas. ",
        "Dabei fällt mir etwas ein. ",
        "Da kommt mir etwas in den Sinn. ",
        "Das ruft etwas in mir wach. ",
    ),
    again=(
        "Es ist, wie ich schon sagte. ",
        "Ich kann es nur wiederholen. ",
        "Ich sage es gern noch einmal. ",
        "Wie ich schon gesagt habe. ",
    ),
    of_me=("Man sagt über mich: {quote}", "Von mir heißt es: {quote}", "So werde ich beschrieben: {quote}"),
    i_am=("Ich bin {name}.", "Ich heiße {name}.", "Mein Name ist {name}."),
    quotes=("„", "“"),
)

REGISTERS = {
    "warm": {
        "told": (
            "Das habe ich gut behalten, [du hast|Sie haben] mir{when} erzählt: {quote}",
            "[Du hast|Sie haben] mir{when} anvertraut: {quote}",
            "Ich denke gern daran, wie [du|Sie]{when} [sagtest|sagten]: {quote}",
            "Aber ja, [du hast|Sie haben]{when} gesagt: {quote}",
        ),
        "also": (
            "Und auch das habe ich mir bewahrt. ",
            "Da ist noch etwas, an das ich gern denke. ",
            "Auch das ist mir geblieben. ",
            "Und eines möchte ich noch sagen. ",
        ),
        "nothing": (
            "Es tut mir leid, daran erinnere ich mich nicht.",
            "Ich würde [dir|Ihnen] gern helfen, aber mir fällt nichts dazu ein.",
            "[Verzeih|Verzeihen Sie], das weiß ich nicht mehr.",
            "Leider habe ich daran keine Erinnerung.",
        ),
        "noted": (
            "Danke, dass [du|Sie] mir das [erzählst|erzählen]. Ich merke es mir.",
            "Das behalte ich gut in Erinnerung.",
            "Ich werde es nicht vergessen.",
            "Das ist bei mir gut aufgehoben.",
        ),
        "reminded": (
            "Ach, da fällt mir etwas ein. ",
            "Das weckt eine Erinnerung in mir. ",
            "Ach, das erinnert mich an etwas. ",
            "Da muss ich an etwas denken. ",
        ),
        "again": (
            "Ich sage es [dir|Ihnen] gern noch einmal. ",
            "Aber gern noch einmal. ",
            "Wie ich [dir|Ihnen] schon erzählt habe. ",
            "Ich habe es schon einmal gesagt. ",
        ),
    },
    "terse": {
        "told": (
            "[Du|Sie]{when}: {quote}",
            "So [hast du|haben Sie] es{when} gesagt: {quote}",
            "[Deine|Ihre] Worte{when}: {quote}",
            "Von [dir|Ihnen]{when}: {quote}",
        ),
        "said": (
            "Ich{when}: {quote}",
            "So sagte ich es{when}: {quote}",
            "Meine Worte{when}: {quote}",
            "Von mir{when}: {quote}",
        ),
        "also": ("Und: ", "Noch etwas. ", "Außerdem. ", "Dazu noch. "),
        "nothing": ("Keine Ahnung.", "Weiß ich nicht mehr.", "Fällt mir nichts ein.", "Keine Erinnerung."),
        "noted": ("Gemerkt.", "Verstanden.", "Vergess ich nicht.", "Behalte ich."),
        "reminded": ("Mir fällt etwas ein. ", "Erinnert mich an etwas. ", "Hm, da war etwas. ", "Da war doch was. "),
        "again": ("Wie gesagt. ", "Noch einmal. ", "Sagte ich schon. ", "Ich wiederhole. "),
    },
    "formal": {
        "told": (
            "Wie [du mir|Sie mir]{when} [mitgeteilt hast|mitgeteilt haben]: {quote}",
            "Ich entsinne mich, dass [du|Sie]{when} [sagtest|sagten]: {quote}",
            "Wenn ich mich recht entsinne, [sagtest du|sagten Sie]{when}: {quote}",
            "[Du hast|Sie haben] mir{when} Folgendes anvertraut: {quote}",
        ),
        "said": (
            "Ich entsinne mich, dass ich{when} sagte: {quote}",
            "Meine eigenen Worte lauteten{when}: {quote}",
            "Wie ich{when} bemerkte: {quote}",
            "Ich habe{when} Folgendes gesagt: {quote}",
        ),
        "also": (
            "Des Weiteren entsinne ich mich an dies. ",
            "Überdies fällt mir noch etwas ein. ",
            "[Gestatte|Gestatten Sie] mir eine Ergänzung. ",
            "Hinzu kommt noch etwas. ",
        ),
        "nothing": (
            "Bedauerlicherweise entsinne ich mich dessen nicht.",
            "Hierzu ist mir leider nichts in Erinnerung.",
            "Ich muss gestehen, dass ich davon nichts weiß.",
            "Das entzieht sich leider meiner Erinnerung.",
        ),
        "noted": (
            "Ich werde es in Erinnerung behalten.",
            "Das werde ich nicht vergessen.",
            "Ich habe es zur Kenntnis genommen.",
            "Dessen werde ich eingedenk sein.",
        ),
        "reminded": (
            "Dies ruft mir etwas in Erinnerung. ",
            "Hierbei entsinne ich mich einer Sache. ",
            "In der Tat, dazu fällt mir etwas ein. ",
            "Das gemahnt mich an etwas. ",
        ),
        "again": (
            "Es verhält sich, wie ich bereits sagte. ",
            "Ich kann mich nur wiederholen. ",
            "[Gestatte|Gestatten Sie], dass ich mich wiederhole. ",
            "Wie bereits gesagt. ",
        ),
    },
    "casual": {
        "told": (
            "[Du hast|Sie haben] mir{when} erzählt: {quote}",
            "Klar, [du hast|Sie haben]{when} gesagt: {quote}",
            "Ach ja, [du meintest|Sie meinten]{when}: {quote}",
            "Das kam{when} von [dir|Ihnen]: {quote}",
        ),
        "also": (
            "Ach, und noch was. ",
            "[Warte|Warten Sie], da war noch was. ",
            "Und das hier hab ich auch noch. ",
            "Dann noch das. ",
        ),
        "nothing": (
            "Puh, keine Ahnung.",
            "Nee, da klingelt nichts.",
            "Hm, weiß ich echt nicht mehr.",
            "Da muss ich passen.",
        ),
        "noted": ("Okay, merk ich mir.", "Das behalt ich.", "Vergess ich nicht.", "Ist notiert."),
        "reminded": (
            "Ach, da fällt mir was ein. ",
            "Hey, da klingelt was. ",
            "Oh, das erinnert mich an was. ",
            "Da war doch was. ",
        ),
        "again": (
            "Wie gesagt. ",
            "Na gut, noch mal. ",
            "Hab ich schon gesagt. ",
            "Ich sag's noch mal. ",
        ),
    },
}
