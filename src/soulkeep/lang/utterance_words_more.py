"""The tables of `utterance_words.py` for German, French, Spanish, Japanese and Chinese, with what is common there."""

from __future__ import annotations

from soulkeep.lang.utterance_words import NEVER, Words

_DE_PRONOUN = r"(?:ich|du|er|sie|es|wir|ihr|man)"
_DE_VERB = (
    r"(?:ist|sind|bist|war|waren|warst|hast|hat|haben|habt|hatte|hatten|hattest|kann|kannst|können|könnt|könntest|darf|darfst|soll|sollen|sollte|will|willst|wollen|wird|wirst|werden|würdest|würde|wurde|wurden|magst|mag|"
    r"kennst|kennt|weißt|weiß|lebt|lebst|gibt|spielst|spielt|gehst|geht|gehen|kommst|kommt|glaubst|findest|machst|macht|möchtest|möchten|hörst|singst|singt|wohnst|wohnt|arbeitest|arbeitet|erinnerst|stimmt|gefällt|musst|muss|"
    r"heißt|heißen|stammt|tust|tut|tun|meinst|denkst|fühlst|sagst|sagt|starb|schrieb|sang|spielte|lebte|kam|kostet|dauert|liegt|steht|liebst|liest|isst|trinkst|schläfst|hältst|nennt|bedeutet|passiert|begann|beginnt|fängt)"
)
_THANKS_DE = r"(?:(?:vielen|tausend|herzlichen|besten|lieben|recht herzlichen) dank|danke(?:schön| schön| sehr| dir| vielmals)?)(?: (?:für (?:die|deine|den|das) \w+|dass du \w+|nochmal|trotzdem))?"

GERMAN = Words(
    acts=(
        ("praise", r"(?:gut|super|toll|prima|klasse) gemacht|(?:sehr |wirklich |eine )?(?:gute|tolle|super|schöne|hilfreiche|klasse) (?:antwort|erklärung|arbeit)|(?:das|es|die antwort) (?:ist|war|stimmt|klingt) ?(?:ja |wirklich |sehr |echt |genau |ganz |vollkommen |absolut )*(?:richtig|wahr|korrekt|hilfreich|super|toll|prima|gut|großartig|nützlich)?(?! ?nicht)(?= ?(?:[,.!]|$))|(?:da )?(?:du hast|hast du) (?:ja |völlig |vollkommen |ganz |absolut )*recht|das hat (?:mir )?(?:sehr |wirklich )?geholfen|bravo|perfekt|ausgezeichnet|hervorragend"),
        ("blame", r"(?:nein |aber |ich glaube |doch |sorry |tut mir leid )?(?:das|es|die antwort|deine antwort) (?:ist|war|stimmt|hilft|ergibt|macht) ?(?:mir |doch |ja |aber |leider |so |gar |überhaupt |einfach |völlig |total |ganz |wirklich )*(?:falsch|nicht(?: (?:richtig|wahr|korrekt|so|hilfreich|weiter|gut))?|unsinn|quatsch|blödsinn|gelogen|eine lüge|keinen sinn|verkehrt|eine falsche antwort|schwachsinn)|(?:nein )?(?:da )?(?:du (?:irrst|täuschst)|irrst du|täuschst du) dich|du (?:hast|liegst) (?:da |völlig |leider )*(?:unrecht|falsch|nicht recht|mich (?:falsch|nicht) verstanden)|(?:das )?hab(?:e)? ich (?:so )?nicht (?:gefragt|gemeint|gesagt)|das (?:hast du|hattest du) (?:mir )?(?:schon|bereits) .{0,20}(?:gesagt|erzählt|gefragt)|hör (?:endlich |bitte )?auf(?: damit| zu fragen| mich das zu fragen| das zu fragen)?|frag (?:mich )?(?:das )?nicht (?:mehr|wieder|dauernd|ständig)|falsch(?:e antwort)?|unsinn|quatsch|blödsinn|schwachsinn|stimmt nicht|schlechte antwort"),
        ("rejection", r"nein,? (?:vielen )?danke|danke,? nein|(?:jetzt|heute|gerade|momentan|im moment) nicht|nicht (?:jetzt|heute|nötig|wirklich|so gern|interessiert)|lieber nicht|auf keinen fall|(?:ich )?(?:will|möchte|mag) (?:das )?(?:nicht|lieber nicht)(?: (?:wissen|hören|reden))?|(?:das )?(?:will|möchte) ich (?:lieber )?nicht(?: (?:wissen|hören))?|(?:nein )?(?:kein interesse|keine lust|kein bedarf)|(?:vielleicht )?(?:später|ein andermal|ein anderes mal)(?: vielleicht)?(?= ?(?:[,.!]|$))|vergiss es|egal|schon gut|niemals|ganz sicher nicht|bitte nicht|nein|nee|nö|ne(?= ?(?:[,.!]|$))"),
        ("farewell", r"tsch(?:üss|üß|au|üssi)|auf wiedersehen|auf wiederhören|wiedersehen|gute nacht|bis (?:morgen|später|dann|bald|gleich|nachher|zum nächsten mal|nächste woche|demnächst)|mach'?s gut|schlaf (?:gut|schön)|schönen (?:tag|abend|feierabend)(?: noch)?|schönes wochenende|(?:einen )?(?:schönen|guten) tag noch|ich muss (?:jetzt )?(?:los|gehen|weg|ins bett|schlafen)|ich geh(?:e)? (?:jetzt )?(?:ins bett|schlafen|los)|man sieht sich|wir sehen uns(?: morgen| später| bald)?|ciao|tschö|pass auf dich auf|leb wohl|bye"),
        ("greeting", r"hallo(?: (?:zusammen|nochmal|du|mein freund|meine liebe))?|hi|hey|hallöchen|servus|moin(?: moin)?|grüß (?:dich|gott|euch)|guten? (?:morgen|tag|abend|mittag)|(?:schön|freut mich),? (?:dich (?:zu sehen|kennenzulernen|wiederzusehen)|sehr)?|willkommen zurück|ich bin (?:wieder )?(?:da|zurück)|na|lange nicht gesehen"),
        ("agreement", r"(?:ja|jo|jep|jawohl|klar|sicher|natürlich|selbstverständlich|gerne?|okay|ok|in ordnung|einverstanden|freilich|unbedingt|auf jeden fall|na klar|aber ja|aber sicher|aber gern|von mir aus|meinetwegen|alles klar|warum nicht|abgemacht|gute idee|klingt gut|mach das|nur zu|leg los|schieß los|weiter|das wäre (?:schön|toll|super)|ich würde gerne?|sehr gerne?|gut|na gut)(?: (?:bitte|gerne?|klar|doch|natürlich|sicher|das|mach das|okay))*(?! (?:ist|war|sind)\b)|bitte(?= ?(?:[,.!]|$))"),
        ("thanks", _THANKS_DE),
        ("confirm", r"genau|richtig|korrekt|stimmt|exakt|eben"),
        ("mild", r"(?:sehr |wie |echt |oh )*(?:toll|super|cool|prima|klasse|schön|interessant|spannend|nett|wunderbar|gut zu wissen|wow)(?= ?(?:[,.!]|$))"),
        ("tired", r"(?:wie )?(?:langweilig|nervig|öde)(?= ?(?:[,.!]|$))|das weiß ich (?:schon|bereits)"),
        ("and", r"und"),
        ("filler", r"aber|also|oh|ach|äh+m*|hm+|naja|übrigens|bitte|dann|sag mal|sorry|entschuldigung|entschuldige|moment|warte|eigentlich|mal|noch eine frage|eine frage|weißt du,"),
    ),
    starts=rf"(?:{_DE_PRONOUN}|mein|meine|dein|deine|sein|seine|ihre|das|der|die|den|dem|ein|eine|was|wer|wen|wem|wessen|wann|wo|woher|wohin|wie|warum|wieso|weshalb|welche\w*|in welche\w*|{_DE_VERB}|sag|erzähl|nenn|gib|zeig|und|aber|dann|bitte|heute|gestern|dass|wenn|ob)(?![\w-])",
    asked=(
        ("what", r"was ist mit|wie wäre es mit|was für"),
        ("why", r"warum|wieso|weshalb|weswegen|wozu"),
        ("when", r"wann|um wie viel uhr|wie spät|(?:welche[mnrs]?) (?:jahr|tag|datum|monat|uhrzeit|zeit)|vor wie langer zeit|wie lange ist es her"),
        ("how old", r"wie alt"),
        ("how many", r"wie ?viele?[nr]?|wieviele?"),
        ("how long", r"wie lange?"),
        ("where", r"wo|woher|wohin|welche[rsnm]? (?:stadt|land|ort|gegend|straße)"),
        ("who", r"wer|wen|wem|wessen"),
        ("which", r"welche[rsnm]?"),
        ("how", r"wie"),
        ("what", r"was|worüber|wovon|woran|womit|worum"),
    ),
    before=r"(?:in|im|an|am|zu|von|mit|bei|für|aus|über|seit|bis|um|auf|nach|durch|ab) ",
    opens=rf" (?:genau |denn |noch |eigentlich )?(?:{_DE_VERB}(?![\w-]))",
    bare=("who", "what", "which", "how many"),
    subjects=rf" (?:{_DE_PRONOUN}|mein\w*|dein\w*|sein\w*|der|die|das|den|man|mir|mich)\b(?! (?:alles )?(?:geschrieben|gesungen))",
    plain=r"was für ein\w* [^?]*$|wie (?:schön|toll|nett|schade|traurig|süß|lieb|wunderbar|furchtbar|schrecklich|gut)(?! (?:ist|war|kannst|sind))|wer weiß$|was soll's|was solls|weißt du was$|rat mal|na und",
    inverted=rf"{_DE_VERB} (?:{_DE_PRONOUN}|mein\w*|dein\w*|sein\w*|ihre?|euer|der|die|das|es|jemand|schon|eigentlich)(?![\w-])|(?:ist|war|hat|lebt|kam|stammt|wurde) \w",
    embeds=(
        r"(?:weißt|wissen|erinnerst|kannst|könntest|würdest|magst|hast|verrätst|sagst|erzählst) (?:du|sie|ihr)(?: dich| noch| mir| uns| zufällig| vielleicht| bitte| eine ahnung| eine idee| mal)*(?: (?:sagen|verraten|erzählen|erklären|daran|erinnern|gesagt))?|"
        r"(?:sag|sage|erzähl|erzähle|verrat|verrate|erklär|erkläre|zeig)(?: mir| uns| mal| doch| bitte)*|ich (?:würde|möchte|will) (?:gerne? |mal |nur |so )*(?:wissen|erfahren)|ich (?:wüsste|hätte) gerne?(?: gewusst)?|(?:mich|es) (?:würde (?:mich )?)?interessiert? ?(?:mich|es)?|ich frage? mich|keine ahnung"
    ),
    between=r",? (?:genau |bitte |eigentlich |denn |mal |, )*",
    whether=r"ob\b",
    subordinate=r"(?:wenn|als|wo|wie|was|während|weil|da|nachdem|bevor|obwohl|falls|seit)\b",
    tags=r"(?:oder|oder nicht|nicht wahr|nicht|stimmt's|stimmts|gell|ne|richtig|ja|hm|was)",
    sure_tags=("stimmt's", "stimmts", "gell"),
    joins=("und", "aber", "dann", "oder"),
    situ=r"(?:genau|denn|nochmal|bitte)",
    requests=(
        ("plain", r"(?:erzähl|sag|gib|zeig)\w{0,20} (?:mir |uns |bitte )*(?:einen? )?(?:witz|geschichte|moment|minute|chance|kuss|gute nacht)"),
        ("which", r"(?:bitte )?(?:nenne?|liste|zähle?|empfiehl|empfehle)\b(?! mich)|(?:gib|zeig|mach|sag)e? (?:mir |uns |bitte )*(?:eine liste|die liste|alle|einige|ein paar|beispiele|\w+ beispiele)"),
        ("what", r"(?:bitte )?(?:erzähl|sag|berichte|erkläre?|zeig)e?(?: mir| uns| bitte| doch| mal)*(?: \w+){0,3}? (?:über|von|mehr|alles|etwas über|was über)\b|(?:kannst|könntest) du (?:mir |uns )?(?:\w+ ){0,3}?(?:über|von) .{0,200}(?:erzählen|sagen)|beschreibe?\b|erklär(?:e)? (?:mir )?\w|ich (?:will|möchte|würde gern|würde gerne) (?:mehr|etwas|alles) (?:über|von)"),
    ),
)  # fmt: skip

_FR_PRONOUN = r"(?:je|j'|tu|il|elle|on|nous|vous|ils|elles|c'|ce|ça)"
_FR_INVERTED = r"(?:(?:n'|m'|t'|s'|l'|y |en |ne |me |te |se |le |la |les |lui )?(?<![a-zà-ÿ])[a-zà-ÿ]+(?:-t)?-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce)\b)"

FRENCH = Words(
    acts=(
        ("praise", r"(?:très |vraiment )?(?:bonne|excellente|super|belle) (?:réponse|explication)|bien (?:joué|dit|vu)|bon travail|bravo|(?:c'est|c'était|ça c'est) (?:tout à fait |très |vraiment |bien |exactement |super |trop )*(?:ça|vrai|juste|correct|exact|utile|parfait|génial|super|bien|gentil|ce que je voulais(?: savoir)?)|(?:tu as|t'as|vous avez) (?:tout à fait |bien |parfaitement )?(?:raison|bien répondu)|(?:ça|cela) m'a (?:bien |beaucoup |vraiment )?aidée?|parfait|excellent|génial"),
        ("blame", r"(?:non |mais |désolée? |je crois que |je pense que )?(?:c'est|c'était|ce n'est|ce n'était|c'est pas|ça n'a|ça n'est) ?(?:pas |complètement |totalement |tout à fait |vraiment |même |très |bien |aucun |n'importe |absolument )*(?:faux|vrai(?<=pas vrai)|vrai(?<=tout à fait vrai)|juste(?<=pas juste)|correct(?<=pas correct)|utile(?<=pas utile)|ça(?<=pas ça)|une erreur|un mensonge|ce que j'ai demandé|ma question|absurde|ridicule|sens|quoi|nul|des bêtises|inexact|incorrect)|(?:tu|vous) (?:te|vous) tromp(?:es|ez)|tu as tort|t'as tort|tu (?:dis|racontes) (?:n'importe quoi|des bêtises)|tu (?:me )?l'as déjà (?:dit|demandé)|tu m'as déjà (?:dit|demandé) ça|tu (?:n'as|as) (?:pas|rien|mal) compris|arrête(?: de (?:me )?demander(?: ça)?| avec ça| ça)?|n'importe quoi|faux|mauvaise réponse|bêtises|pas vrai|je n'ai pas demandé ça"),
        ("rejection", r"(?:non,? merci(?: bien)?|merci,? (?:mais )?non)|pas (?:maintenant|aujourd'hui|vraiment|question|besoin|la peine|envie|ce soir|du tout|intéressée?|encore)|(?:je )?(?:ne )?(?:veux|préfère|souhaite) pas(?: (?:le savoir|savoir|en parler))?|je n'ai pas envie|j'ai pas envie|je préfère (?:pas|ne pas)|plus tard(?: peut-être)?|une autre fois|(?:peut-être )?plus tard|laisse tomber|peu importe|oublie(?: ça)?|jamais de la vie|surtout pas|bien sûr que non|hors de question|non+|nan"),
        ("farewell", r"au revoir|bonne (?:nuit|soirée|journée|fin de journée|continuation|semaine)|bon week-end|à (?:demain|bientôt|plus(?: tard)?|plus|tout à l'heure|la prochaine|lundi|tantôt|ce soir|toute)|adieu|ciao|fais de beaux rêves|dors bien|prends soin de toi|je dois (?:y aller|partir|te laisser|filer)|il faut que j'y aille|j'y vais|je te laisse|je vais (?:me coucher|dormir|au lit)|on se (?:voit|parle) (?:demain|bientôt|plus tard)|bye|salut et à bientôt"),
        ("greeting", r"(?:bonjour|bonsoir|salut|coucou|hello|hey|rebonjour|allô|bienvenue|re)(?: (?:à toi|à tous|mon ami|mon amie|toi|tout le monde))?|(?:je suis )?(?:ravie?|content|contente|heureux|heureuse|enchantée?)(?: de (?:te (?:voir|revoir|rencontrer|connaître)))?(?= ?(?:[,.!]|$))|ça fait longtemps|ça faisait longtemps|(?:je suis )?de retour|me (?:re)?voilà"),
        ("agreement", r"(?:oui|ouais|si|bien sûr|d'accord|volontiers|ok|okay|certainement|évidemment|absolument|tout à fait|avec plaisir|pourquoi pas|vas-y|allez|allons-y|bien entendu|entendu|je veux bien|ça marche|bonne idée|avec joie|carrément|parfaitement|j'aimerais(?: bien)?(?: ça)?|continue|je suis d'accord|moi aussi|ça me va|marché conclu)(?: (?:oui|s'il te plaît|s'il te plait|stp|merci|bien sûr|volontiers|avec plaisir))*(?! (?:est|était)\b)|s'il te plaît(?= ?(?:[,.!]|$))"),
        ("thanks", r"(?:un grand |mille )?merci(?: (?:beaucoup|bien|infiniment|à toi|pour (?:ça|tout|ton aide|ta réponse|l'info|l'information)|mille fois|encore|de (?:m'avoir|ton)\s?\w*+(?: \w++)?+))*|je te remercie"),
        ("confirm", r"exact|exactement|voilà|correct|juste|c'est cela|effectivement"),
        ("mild", r"(?:très |c'est |trop |oh |quelle? )*(?:super|cool|chouette|intéressant|sympa|bien|bon à savoir|magnifique|wow|pas mal)(?= ?(?:[,.!]|$))"),
        ("tired", r"(?:c'est )?(?:ennuyeux|chiant|nul|lassant)(?= ?(?:[,.!]|$))|je (?:le )?sais(?: déjà)?(?= ?(?:[,.!]|$))"),
        ("and", r"et"),
        ("filler", r"mais|alors|donc|bon|ben|bah|euh+|hum+|oh|ah|eh bien|dis|au fait|s'il te plaît|stp|s'il vous plaît|pardon|excuse-moi|excusez-moi|attends|en fait|tiens|puis|dis-moi,|une question|encore une question"),
    ),
    starts=rf"(?:{_FR_PRONOUN}|mon|ma|mes|ton|ta|tes|son|sa|ses|le|la|les|un|une|des|l'|d'où|qui|que|qu'|quoi|quand|où|comment|pourquoi|combien|quel\w*|est-ce|dis|donne|raconte|parle|peux|es|as|a|est|et|mais|{_FR_INVERTED}|aujourd'hui|hier|si)",
    asked=(
        ("what", r"qu'en est-il de|et si|que dirais-tu de|qu'est-ce qu[ei']?"),
        ("why", r"pourquoi|pour quelle raison"),
        ("when", r"quand|depuis quand|(?:quel(?:le)?s?) (?:année|jour|date|heure|mois|époque|siècle)|à quelle heure|il y a combien de temps"),
        ("how old", r"quel âge"),
        ("how long", r"(?:depuis |pendant )?combien de temps"),
        ("how many", r"combien(?: d[e'])?"),
        ("where", r"où|d'où|quel(?:le)?s? (?:ville|pays|endroit|région|rue)"),
        ("who", r"qui est-ce qu[ei']?|qui|qui est-ce"),
        ("which", r"quels|quelles|lequel|laquelle|lesquels|lesquelles"),
        ("how", r"comment"),
        ("what", r"quel|quelle|quoi|que(?= [a-zà-ÿ]+-)|qu'(?=[a-zà-ÿ-]+-)|que(?= (?:fais|sais|penses|veux|signifie|faire|veut|font|fait))|ce qu[ei']|ce que"),
    ),
    before=r"(?:à|de|en|dans|pour|avec|par|chez|sur|vers|depuis|pendant|jusqu'à|sous|dans) ",
    opens=rf"(?: est-ce| (?:[\w' ]{{0,40}}?){_FR_INVERTED}| (?:a|ont|est|sont|était|étaient|es|as|vas|va|vont|c'est|fait|fut|avez|êtes|peut|peux|dois|doit|faut|vient|habite|s'appelle|tu|vous|ça)\b)",
    bare=("who", "what", "which", "how many", "how long", "how old", "why", "how", "where"),
    subjects=r" (?:je|j'|il|elle|nous|ils|elles|j)(?![\w-])",
    plain=r"quelle? (?:belle|bonne|jolie|merveilleuse|horrible|chance|horreur|surprise|dommage|plaisir|beau|bel)|qui sait$|peu importe|devine|tu sais quoi$|comme c'est|et alors$|qu'importe",
    inverted=rf"est-ce qu|{_FR_INVERTED}(?<!dis-moi)|(?:peux|pourrais|veux|connais|aimes|es|as|vas|sais|crois|penses) tu\b",
    embeds=(
        r"(?:est-ce que )?(?:tu|vous) (?:sais|savez|te souviens|te rappelles|peux|pourrais|pouvez)(?: me| nous| encore| par hasard| bien)*(?: (?:dire|expliquer|rappeler|montrer|raconter))?(?: de)?|(?:sais|peux|pourrais|te souviens|te rappelles)-tu(?: me| nous)*(?: (?:dire|expliquer|rappeler|montrer|raconter))?|savez-vous|pouvez-vous me dire|"
        r"(?:dis|explique|rappelle|montre|raconte|indique|dites)-(?:moi|nous)|j'aimerais (?:bien )?savoir|je (?:voudrais|veux|aimerais) (?:bien )?savoir|je me (?:demande|demandais)|(?:tu as|t'as|as-tu|une) (?:une )?idée"
    ),
    between=r",? (?:exactement |encore |bien |un peu |, )*",
    whether=r"(?:si|s'il|s'ils)\b",
    subordinate=r"(?:quand|où|lorsque|si|comme|parce|pendant|depuis|après|avant|dès)\b",
    tags=r"(?:n'est-ce pas|non|hein|pas vrai|si|d'accord|ok|c'est ça|oui|ou pas|vrai)",
    sure_tags=("n'est-ce pas", "hein"),
    joins=("et", "mais", "alors", "donc", "ou"),
    situ=r"(?:exactement|encore|déjà|alors)",
    requests=(
        ("plain", r"(?:raconte|dis|donne|fais)-(?:moi|nous) (?:une? )?(?:blague|histoire|secret|bisou|minute|chance|câlin)"),
        ("which", r"(?:cite|nomme|liste|énumère|recommande)(?:-moi|z)?\b|(?:donne|fais|montre)-(?:moi|nous) (?:une liste|la liste|des exemples|quelques|tous|toutes|des noms|trois|cinq|deux|d'autres)"),
        ("what", r"(?:parle|dis|raconte)-(?:moi|nous) (?:\w+ ){0,3}?(?:de|d'|sur|du|des|plus|tout)|(?:peux-tu|tu peux|pourrais-tu|tu pourrais) (?:me|nous) (?:parler|dire quelque chose)|(?:décris|explique|définis)(?:-moi)? \w|dis-moi (?:le|la|les|son|sa|ses|ton|ta)\b|(?:je veux|je voudrais|j'aimerais) (?:en )?savoir (?:plus|davantage|tout)"),
    ),
)  # fmt: skip

_ES_VERB = r"(?:es|son|era|eran|fue|fueron|está|están|estaba|estás|eres|ha|han|has|había|tiene|tienes|tienen|puedo|puedes|puede|quieres|quiere|sabes|sabe|conoces|te gusta|te gustan|le gusta|vive|vives|nació|nacieron|murió|hizo|hiciste|hay|debo|debería|crees|piensas|recuerdas|te acuerdas|tocas|toca|cantas|sigue|siguen|viene|vas|va|vamos|estuvo|estuviste|podrías|podría|te parece|te apetece)"

_ES_ACCENTED = "|".join(
    rf"(?<={word})"
    for word in [
        "qué",
        "quién",
        "quiénes",
        "cuándo",
        "dónde",
        "cómo",
        "cuál",
        "cuáles",
        "cuánto",
        "cuánta",
        "cuántos",
        "cuántas",
    ]
)
"""After these anything may follow; without the accent they are conjunctions."""

SPANISH = Words(
    acts=(
        ("praise", r"(?:muy )?(?:buena|excelente|gran) (?:respuesta|explicación)|buen trabajo|bien (?:hecho|dicho)|muy bien|bravo|(?:eso )?(?:es|era|fue|está) (?:muy |totalmente |exactamente |bastante |realmente )*(?:cierto|verdad|correcto|verdadero|útil|perfecto|genial|lo que quería(?: saber)?|así|bien)(?= ?(?:[,.!]|$))|tienes (?:toda la |mucha )?razón|me (?:ha ayudado|ayudó|ayudaste)(?: mucho)?|muy útil|perfecto|excelente|genial|estupendo"),
        ("blame", r"(?:no |pero |creo que |perdona )*(?:eso|esto|lo que dices|tu respuesta)?(?: )?(?:no )?(?:es|está|era|fue|tiene) (?:muy |totalmente |completamente |nada )*(?:mentira|falso|incorrecto|mal|un error|una tontería|absurdo|ridículo|sentido(?<=no tiene sentido)|ningún sentido|falsa|incorrecta)|(?:eso |esto )?no (?:es|era|fue|está) (?:muy |del todo |tan |nada )*(?:verdad|cierto|correcto|así|lo que (?:pregunté|te pregunté|dije|quería)(?: saber)?|mi pregunta|útil|bien|gracioso)|te (?:equivocas|has equivocado|equivocaste)|estás (?:equivocad[oa]|mintiendo)|(?:ya )?(?:me )?lo (?:has dicho|dijiste|preguntaste) ya|ya me (?:lo |has )?(?:dijiste|dicho|preguntaste|preguntado)(?: eso)?|no (?:me )?(?:has entendido|entendiste|entiendes)(?: nada)?|deja de preguntar(?:me)?(?: eso)?|para(?: ya)?(?= ?(?:[,.!]|$))|no (?:me )?preguntes (?:más|eso)|tonterías|mentira|falso|incorrecto|mala respuesta|no te pregunté eso|qué tontería"),
        ("rejection", r"(?:no,? (?:muchas )?gracias|gracias,? pero no)|(?:ahora|hoy|todavía|aún) no|no (?:quiero|me apetece|me interesa|hace falta|es necesario|por ahora|creo|ahora)(?: (?:saber|saberlo|hablar de eso|oírlo))?|prefiero (?:que )?no|mejor no|(?:quizás |tal vez )?(?:más tarde|luego|otro día|en otro momento)(?= ?(?:[,.!]|$))|olvídalo|déjalo|da igual|no importa|de ninguna manera|ni hablar|ni loc[oa]|claro que no|por supuesto que no|para nada|nunca|no+(?= ?(?:[,.!]|$))|no"),
        ("farewell", r"adiós|hasta (?:luego|mañana|pronto|la vista|la próxima|otra|entonces|el lunes|siempre)|buenas noches|nos vemos(?: (?:mañana|luego|pronto))?|chao|chau|que (?:descanses|duermas bien|tengas (?:un )?(?:buen|buena|lindo|feliz) \w+|te vaya bien)|(?:ten|que pases) (?:un )?(?:buen|buena) \w+|buen (?:día|fin de semana)|me (?:tengo que ir|voy(?: a (?:dormir|la cama))?)|(?:me )?tengo que irme|tengo que irme|cuídate|dulces sueños|bye|hablamos (?:luego|mañana|pronto)"),
        ("greeting", r"hola+(?: (?:de nuevo|otra vez|amig[oa]|a todos))?|buenos días|buenas tardes|buenas|buen día|hey|ey|saludos|bienvenid[oa]|(?:mucho gusto|encantad[oa](?: de conocerte)?|un placer)|(?:me alegro|qué bueno|qué alegría) de verte|cuánto tiempo(?= ?(?:[,.!]|$))|cuánto tiempo sin verte|ya (?:estoy aquí|volví|he vuelto)"),
        ("agreement", r"(?:sí|si(?= ?(?:[,.!]|$))|claro(?: que sí)?|vale|por supuesto|desde luego|de acuerdo|ok|okay|bueno|está bien|cómo no|con (?:mucho )?gusto|adelante|dale|seguro|por qué no|me (?:encantaría|gustaría)(?: mucho)?|cierto|ciertamente|buena idea|suena bien|venga|hecho|perfectamente|sigue|continúa|yo también|me parece bien|estoy de acuerdo|encantada?o?)(?: (?:sí|claro|por favor|vale|gracias|que sí|adelante))*(?! (?:es|era)\b)|por favor(?= ?(?:[,.!]|$))"),
        ("thanks", r"(?:muchas |muchísimas |mil )?gracias(?: (?:por (?:todo|eso|tu ayuda|la (?:respuesta|información|ayuda)|contarme\w*|decírmelo|preguntar)|de nuevo|otra vez|igualmente))*|te lo agradezco"),
        ("confirm", r"exacto|exactamente|correcto|así es|eso es|efectivamente|verdad"),
        ("mild", r"(?:muy |qué |oh |es )*(?:bien|guay|interesante|genial|bueno|bonito|bueno saberlo|chulo|fantástico|maravilloso|vaya)(?= ?(?:[,.!]|$))"),
        ("tired", r"(?:qué )?(?:aburrido|aburrida|pesado|pesada|rollo)(?= ?(?:[,.!]|$))|ya lo sé|ya lo sabía"),
        ("and", r"y|e"),
        ("filler", r"pero|entonces|pues|bueno|eh+|em+|oh|ah|oye|mira|por cierto|por favor|perdón|perdona|disculpa|espera|además|a ver|una pregunta|otra pregunta|dime,"),
    ),
    starts=rf"(?:yo|tú|él|ella|nosotros|ellos|mi|mis|tu|tus|su|sus|el|la|los|las|un|una|lo|me|te|se|le|nos|qué|que|quién|quien|quiénes|cuándo|dónde|cómo|cuál|cuáles|cuánt\w+|por qué|en qué|de qué|a qué|de dónde|{_ES_VERB}|dime|dame|cuéntame|y|pero|hoy|ayer|mañana|no|soy|estoy|tengo|vivo|¿)(?![\w-])",
    asked=(
        ("what", r"qué (?:tal|hay|pasa) (?:de|con)|qué tal si|cuál (?:es|era|fue)|cual es"),
        ("why", r"por qué|porqué|por que|para qué"),
        ("when", r"cuándo|cuando(?! (?:era|éramos|estaba|estuve|tenía|tengo|llego|voy|puedo|hay|fui))|(?:qué|que) (?:año|día|fecha|hora|mes|época|siglo)|hace cuánto(?: tiempo)?|desde cuándo"),
        ("how old", r"cuántos años|qué edad|que edad"),
        ("how long", r"cuánto (?:tiempo|dura|duró|tarda)|cuanto tiempo"),
        ("how many", r"cuánt[oa]s?|cuant[oa]s"),
        ("where", r"dónde|donde|adónde|de dónde|(?:qué|que) (?:ciudad|país|lugar|calle|sitio|pueblo)"),
        ("who", r"quién|quiénes|quien|quienes"),
        ("which", r"cuáles|cuál|(?:cual|cuales)|(?:qué|que) (?:cantantes|artistas|músicos|canciones|discos|álbumes)"),
        ("how", r"cómo|como|qué tal"),
        ("what", r"qué|que"),
    ),
    before=r"(?:a|en|de|con|para|desde|hasta|sobre|hacia) ",
    opens=rf"{_ES_ACCENTED}| (?:exactamente )?(?:{_ES_VERB}|se llama|te llamas|estudias|haces|escribió|cantó|compuso|ocurrió|pasó|significa|cuesta|dura|empezó|empieza|grabó|comes|lloras|ríes|dices|trabajas|trabaja|creció|duermes|significa|está|escuchas|quedan|discos|álbumes)(?![\w-])",
    bare=(),
    subjects=NEVER,
    plain=r"qué (?:día|pena|lástima|suerte|bonit[oa]|lind[oa]|mal|rabia|alegría|horror|vergüenza|casa|cosa)\b(?: (?:tan|más)|$)|qué \w+ (?:tan|más) |cómo no$|quién sabe$|adivina|y qué$|sabes qué$|qué más da",
    inverted=r"(?:sabes|conoces|te gusta|te gustan|quieres|puedes|crees|recuerdas|te acuerdas|has|tienes|estás|eres|podrías|piensas|vives|tocas|cantas) (?!que\b$)\w",
    embeds=(
        r"(?:tú )?(?:sabes|recuerdas|te acuerdas de|puedes|podrías|conoces|tienes idea de)(?: (?:decirme|explicarme|recordarme|contarme|mostrarme))?|(?:me )?(?:puedes|podrías|dices)(?: (?:decir|explicar|recordar|contar))?|"
        r"(?:dime|explícame|cuéntame|recuérdame|muéstrame)|me (?:gustaría|encantaría) saber|(?:quiero|quisiera|querría|necesito) saber|me pregunto|me (?:estaba )?preguntaba"
    ),
    between=r",? (?:exactamente |¿|otra vez |, )*",
    whether=r"si\b",
    subordinate=r"(?:cuando|donde|si|como|mientras|porque|después|antes|desde|aunque|que)\b",
    tags=r"¿?(?:verdad|no|cierto|a que sí|vale|eh|sí|o no)",
    sure_tags=("verdad", "cierto", "a que sí"),
    joins=("y", "pero", "entonces", "o"),
    situ=r"(?:exactamente|entonces)",
    requests=(
        ("plain", r"(?:cuéntame|dime|dame) (?:un[ao]? )?(?:chiste|historia|cuento|secreto|beso|minuto|momento|abrazo|oportunidad)"),
        ("which", r"(?:nombra|nómbrame|enumera|lista|recomiéndame|recomienda|menciona)\b|(?:dame|dime|muéstrame|hazme) (?:una lista|la lista|algunos|algunas|unos|unas|todos|todas|ejemplos|los nombres|nombres|más|tres|cinco)"),
        ("what", r"(?:háblame|cuéntame|dime) (?:\w+ ){0,3}?(?:de|del|sobre|más|algo|todo|el|la|los|las|su|sus|tu)\b|(?:me )?(?:puedes|podrías) (?:hablar|contar|hablarme|contarme|decirme algo) (?:\w+ ){0,2}?(?:de|del|sobre)|(?:describe|explica|define|explícame|descríbeme) \w|(?:quiero|me gustaría|quisiera) saber (?:más|algo|todo)"),
    ),
)  # fmt: skip

_JA_STOP = r"[よねわなー]{0,2}(?=[\s、。，,.!！?？~〜ー…♪]|$)"

JAPANESE = Words(
    final=True,
    stop=_JA_STOP,
    starts=r".",
    acts=(
        ("praise", r"(?:全く)?(?:その|おっしゃる)(?:通り|とおり)(?:です|だ)?|正解(?:です|だ)?|(?:とても|すごく|本当に|大変)?(?:いい|良い|素晴らしい|すばらしい)(?:答え|回答|説明)(?:です|だ|でした)?|よくできました|(?:とても|すごく|大変|本当に)?(?:助かりました|助かった|助かります|役に立ちました|役に立った|参考になりました|参考になった)|(?:あなた|君)の言う(?:通り|とおり)(?:です|だ)?|(?:すごい|完璧|お見事|さすが)(?:です|だ)?|正しいです?|あたり|当たり"),
        ("blame", r"(?:それ|これ|あれ|その答え|今の)?(?:は|って)?(?:全然|完全に|ちょっと|全く|絶対)?(?:違います|違う|違った|違いますよ|ちがう|ちがいます|間違い(?:です|だ)?|間違ってる|間違っている|間違っています|間違えてる|間違えています|嘘(?:です|だ)?|うそ(?:です|だ)?|正しくない(?:です)?|正しくありません|本当(?:じゃない|ではない|ではありません|じゃありません)(?:です)?|事実(?:じゃない|ではない|ではありません)|おかしい(?:です)?|でたらめ(?:です|だ)?|意味が(?:分からない|わからない|分かりません|ない)|役に立たない|ナンセンス(?:です|だ)?|ばかげてる)|(?:あなた|君)(?:は|が)?(?:間違って(?:いる|います|る)|勘違いして(?:いる|います|る))|(?:もう)?(?:それ|その話|その質問)?(?:は|を)?(?:聞くの|質問するの|言うの)?(?:は|を)?やめて(?:ください|くれ|よ)?|(?:それ|その話)?(?:は|も)?(?:もう|さっき|前に)(?:も)?(?:聞いた|言った|聞きました|言いました)(?:よ|じゃない|でしょ|だろ)?|そんなこと(?:は)?聞いて(?:い)?(?:ない|ません)|(?:そういう|そんな)(?:意味|こと)(?:じゃない|ではない|ではありません)"),
        ("thanks", r"(?:本当に|どうも|いつも|教えてくれて|聞いてくれて|話してくれて){0,4}(?:ありがとう(?:ございます|ございました)?|有難う|感謝(?:します|しています)?|サンキュー|あざす|あざっす)|どうもありがとう|どうも"),
        ("rejection", r"(?:いいえ|いや|いえ)?[、 ]?(?:結構です|けっこうです|遠慮します|遠慮しておきます|やめておきます|やめとく|いらない(?:です)?|いりません|要りません|必要ない(?:です)?|嫌です|嫌だ|やだ|いやだ|無理(?:です)?|だめ(?:です)?|お断りします|興味(?:が)?ない(?:です)?|興味ありません|知りたくない(?:です)?|聞きたくない(?:です)?|したくない(?:です)?)|(?:今|今日|まだ|もう)(?:は|日は)?(?:いい|いいです|やめて|だめ|ちょっと|結構です)|(?:また)?(?:後|あと|今度|次の機会)(?:で|に|にして|にする|にします)|別に(?:いい)?|気にしないで|忘れて|大丈夫です|いいえ|いえ|いや|ううん|違う"),
        ("farewell", r"さようなら|さよなら|バイバイ|ばいばい|じゃあ?(?:ね|な|また)?(?:明日|あした|後で|今度|ね)?|(?:では|それでは|じゃあ)?また(?:ね|な|明日|あした|今度|後で|来週|会いましょう|会おう|話そう|話しましょう|お会いしましょう)+|おやすみ(?:なさい)?|行ってきます|(?:そろそろ|もう)?(?:寝ます|寝る|寝るね|行きます|行くね|行かなきゃ|帰ります|帰るね)|お疲れ(?:様|さま)(?:です|でした)?|失礼します|(?:良い|よい|いい)(?:一日|週末|夜)を|元気でね?|お元気で|気をつけて"),
        ("greeting", r"こんにち[はわ]|こんばん[はわ]|おはよう(?:ございます)?|もしもし|やあ|やっほー|ハロー|ハイ|はじめまして|初めまして|(?:お)?久しぶり(?:です)?|ただいま|ようこそ|おかえり(?:なさい)?|よろしく(?:お願いします)?|会えて(?:嬉しい|うれしい)(?:です)?|どうも|あけましておめでとう(?:ございます)?"),
        ("agreement", r"(?:はい|ええ|うん|そう(?:です|だ|しよう|しましょう|して|してください)?|もちろん(?:です)?|いい(?:です)?(?:よ|ね|とも)+|オーケー|オッケー|ok|了解(?:です|しました)?|わかりました|わかった|分かった|分かりました|喜んで|よろこんで|ぜひ(?:お願いします|聞きたい(?:です)?)?|お願いします|賛成(?:です)?|当然(?:です)?|続けて(?:ください)?|どうぞ|なるほど|聞きたい(?:です)?|やろう|やりましょう|いい考え(?:です|だ)?|もちろんいい|きっと)"),
        ("confirm", r"そうそう|そうです(?:ね)?|確かに|たしかに|本当です?|その通り|正確です?"),
        ("mild", r"(?:とても|すごく|それは|へえ、?)?(?:面白い(?:です)?|おもしろい(?:です)?|いい(?:です)?|素敵(?:です)?|すてき(?:です)?|へえ+|すごい|興味深い(?:です)?|よかった|良かった)"),
        ("tired", r"(?:とても)?(?:つまらない(?:です)?|退屈(?:です|だ)?|しつこい|うるさい)|(?:もう)?知ってる|(?:もう)?知っています"),
        ("and", r"じゃあ|では|それでは|それなら|で|そして"),
        ("filler", r"ねえ|あの+|えっと|ええと|ところで|でも|あっ|ああ|おお|そういえば|すみません|ごめん|ちょっと|実は|ちなみに|さて|まあ|うーん|質問(?:です|があります)?"),
    ),
    indefinite=r"どこか(?!ら)(?=[でにへをがのも]|$|、)|誰か(?!ら)|だれか(?!ら)|何か(?!ら|月|国|所)|なにか|いつか(?!ら)|なぜか|誰も|だれも|何も|なにも|どこも|どこにも|誰にも|いつも|いつでも|何でも|なんでも|誰でも|どこでも|どうでも|なんとか|何とか|なんか|何度も|何回も|何年も|何時間も|何日も|どうも|どうぞ|どうか|どうせ|いくつか|いくらか|何人か|何曲か|何枚か|どちらも|どれも|何とも|なんて(?=(?:いい|素敵|素晴|美し|すご|ひど))|なんと(?=も|なく)|どうにか|どうしても|いつの間にか|いつまでも|何より",
    asked=(
        ("when", r"いつ|何年(?!間|前から|も)|何月|何日(?!間)|何時(?!間)|何曜日|どのくらい前"),
        ("how old", r"何歳|おいくつ|いくつ(?=です|な|だ|$)|年齢は"),
        ("how long", r"(?:どのくらい|どれくらい|どれぐらい|どのぐらい)(?:長|の長|の?間|の?時間|かか)|何(?:時間|分間?|日間|年間|週間|か月|ヶ月)"),
        ("how many", r"何(?:人|枚|個|曲|回|本|匹|冊|台|杯|度)|いくつ|いくら|(?:どのくらい|どれくらい)(?:多|の?数|の?人)"),
        ("where", r"どこ|どちら(?=の出身|に住|から)|何処|どの(?:街|町|国|都市|場所|県)"),
        ("who", r"誰|だれ|どなた|どの人"),
        ("why", r"なぜ|何故|どうして|なんで|何で(?=[^す])"),
        ("which", r"どの|どれ|どちら|どっち|どんな(?=歌手|曲|歌|アルバム|本|人)"),
        ("how", r"どう|どのよう|どんな風|いかが|どのくらい|どれくらい|どれほど"),
        ("what", r"何|なに|なん(?=で?す|の|だ|て)|どんな"),
    ),
    plain=r"^何て(?:素敵|素晴)|かもしれ|(?:何|なん)(?:て|と)いう(?:日|こと)(?:だ|でしょう)",
    told=r"か(?:は|を|も|が|なんて)?(?:、)?(?:よく|まだ|全然|もう|ちゃんと)?(?:知って|知ってる|知らな|知りません|分か|わか|覚えて|忘れ|気にし)|か(?:と|って)?(?:聞かれ|尋ね|聞いた$|聞きました$)|て(?:も|いても)",
    closed=r"(?:と思う|と思います|から|けど|です|ました|ません|ない|たい|よ|ね|だ)$(?<!何です)(?<!誰です)(?<!どこです)(?<!いつです)",
    inverted=r"(?:です|ます|でした|ました|ません|でしょう|だろう|ない|た|る)か$|かな$|かい$|っけ$|だよね$|ですよね$|でしょ$|かしら$|ませんか$|いいか$",
    requesting=r"(?:教えて|聞かせて|話して|説明して|言って|挙げて|あげて|紹介して|答えて|おしえて|並べて|お勧めして|おすすめして)(?:ください|下さい|くれ|くれる|くれます(?:か)?|くれない(?:か)?|ほしい(?:です)?|もらえます(?:か)?|もらえる|いただけますか|頂戴|ちょうだい|よ|ね|みて)*$|(?:知りたい|気になる|気になります|聞きたい)(?:です|な|んです(?:が|けど)?|んだけど)?$",
    lists=r"リスト|一覧|全部|すべて|いくつか|何人か|何曲か|[一二三四五六七八九十\d]{1,20}(?:人|曲|枚|つ|個)|挙げて|名前を.{0,200}(?:挙|あげ)|おすすめ|お勧め|·(?:挙|教)",
    whether=r"かどうか",
    requests=(("plain", r"(?:冗談|ジョーク|お?話|物語|秘密)を?(?:して|聞かせて|教えて|話して)"), ("what", r".")),
    topic=r"^.{1,30}(?:は|について)$",
    names=r"\w{1,10}(?:さん|ちゃん|くん|君|様)?",
)  # fmt: skip

_ZH_STOP = r"[啊呀哦啦呢吧了嘛哈的哟噢]{0,2}(?=[\s、。，,.!！?？~～…；;：:]|$)"

CHINESE = Words(
    final=True,
    stop=_ZH_STOP,
    starts=r".",
    acts=(
        ("praise", r"(?:你)?(?:说|答|回答|讲)得?(?:真|很|太|非常)?(?:对|好|不错|棒|没错)|(?:非常|完全|很|太)?(?:正确|准确)|(?:好|很好的?|不错的?|棒的?|精彩的)(?:回答|答案|解释)|干得(?:好|漂亮|不错)|做得(?:好|很好|不错)|(?:太|真|很|非常|好)?(?:棒|厉害|完美|聪明|牛)(?:了|极了)?|(?:这|那)?(?:很|太|真|非常)?(?:有帮助|有用|帮了(?:我)?大忙)|(?:这|那|就)?(?:正)?是我(?:想|要)(?:知道|听|的)?的?|你是对的|没错|帮了我(?:很多|大忙)|答对了|说对了"),
        ("blame", r"(?:你|这|那|不|这个|那个|你的回答|你这|不对|我觉得|我认为|可是|但是)*(?:说|答|弄|搞|记|理解|回答)?(?:是)?(?:完全|全|都)?(?:错|错误|错的|弄错|搞错)(?:了|的|误)?|(?:这|那|这个|那个|事实)?(?:并|根本)?(?:不|不是)(?:对|是真的|真的|正确|准确|事实|真实的|是事实|是这样的?|这样的?|是我(?:问|想问|要)的)|胡说(?:八道)?|瞎说|乱说|胡扯|废话|骗人|(?:这|那)?(?:没有|没|毫无)(?:道理|意义|帮助|用)|别(?:再)?(?:问|说|重复)(?:这个|那个|了|我)*|不要(?:再)?(?:问|说)(?:这个|那个|了|我)*|(?:你)?(?:刚才|刚刚|已经|早就)(?:就)?(?:说|问|讲|告诉)过?(?:我)?(?:了|这个|一遍|好几遍|三次|很多次)*|我(?:没|不是)(?:问|在问)(?:这个|你这个|那个)|(?:你)?(?:误会|误解|没听懂|没明白|听错)(?:了)?(?:我)?(?:的意思)?(?:了)?|答非所问|够了|闭嘴|不可能"),
        ("rejection", r"(?:不用|不必|不需要|不要|不)(?:了)?[，, ]?(?:谢谢|多谢)(?:你)?|(?:谢谢)[，, ]?(?:不用|不必|不要)(?:了)?|(?:现在|今天|暂时|目前|这次)(?:先)?(?:不要|不想|不行|不用|不了|不|没空)(?:了)?|(?:我)?(?:不想|不要|不愿意|不用|不必|不需要|不行|不好|不可以|没兴趣|不感兴趣|不同意)(?:知道|听|说|谈|谈这个|了|这个|去){0,6}|(?:以后|下次|改天|晚点|回头)(?:再(?:说|聊|讲))?|算了(?:吧)?|没关系|当然不|绝不|才不|不是|没有|不|不了|免了|别(?:这样)?|拒绝"),
        ("farewell", r"再见|拜拜|88|晚安|(?:我们)?(?:明天|回头|下次|改天|待会儿?|一会儿?|下周|周末)(?:再)?(?:见|聊)|回见|(?:我)?(?:该|得|要|先)(?:走|睡觉|去睡|睡|去上班|下线|去忙|休息)(?:了)?|我走了|我先走(?:一步)?(?:了)?|保重|慢走|(?:祝你)?(?:有|过)(?:个)?(?:愉快|美好|好)的?(?:一天|周末|夜晚|心情)|好梦|做个好梦|好好休息|后会有期|下线了"),
        ("greeting", r"(?:你|您|大家|嗨)好(?:啊|呀)?|早上好|早安|早|下午好|晚上好|中午好|嗨+|哈喽|哈啰|喂|嘿|hello|hi|好久不见|(?:很|真)?高兴(?:认识|见到|再见到)你|幸会|我(?:回来|来|又来)了|欢迎(?:回来)?|新年快乐"),
        ("agreement", r"(?:好|好的|好呀|好啊|好吧|行|可以|当然|当然可以|当然好|是|是的|嗯{1,20}|对啊|没问题|ok|okay|同意|愿意|我愿意|想|我想(?:听|知道|要)?|乐意|肯定|必须的|成|中|要|要的|请(?:说|讲|继续)?|继续|说吧|讲吧|去吧|来吧|为什么不呢|有|我也(?:是|这么觉得|同意)|好主意|听起来不错|明白了?|知道了|懂了|那好|一定|没事)"),
        ("thanks", r"(?:非常|真的|太|多|十分)?(?:谢谢|感谢|多谢|谢|谢了|感激)(?:你|您|大家)?(?:的(?:帮助|回答|解释|建议)|告诉我|啦|了)*|辛苦了?"),
        ("confirm", r"对+|对的|确实|的确|就是|正是|说的是|是这样"),
        ("mild", r"(?:真|很|太|好|挺|还)?(?:有趣|有意思|不错|酷|好|好玩|有道理|赞)(?:了|的)?|原来如此|哇+|哈哈+|太好了"),
        ("tired", r"(?:真|好|太|很)?(?:无聊|没意思|烦|啰嗦|烦人)(?:了|死了)?|我(?:早就|已经)?知道了?"),
        ("and", r"那么?|那|还有|然后"),
        ("filler", r"但是|可是|不过|其实|对了|请问|哦+|噢|啊+|呃+|唉|哎|话说|所以|麻烦(?:你)?|另外|顺便问一下|顺便|问一下|等等|等一下|不好意思|对不起|抱歉|我问你|有个问题|还有一个问题"),
    ),
    indefinite=r"什么都|什么也|谁都|谁也|哪里都|哪儿都|哪里也|哪儿也|哪都|怎么都|怎么也|几乎|好几|没什么|没有什么|什么的|不管(?:什么|怎么|谁|哪\w?)|无论(?:什么|怎么|如何|谁|哪\w?)|随便什么|怎么说呢|几(?:个月|年|天|个小时|周|分钟|次)(?:前|后|以前)|十几|几十|几百|几千|哪怕|什么时候都|多少(?:有点|都)|谁知道|任何|不怎么|没怎么|怎么样都|多么|不知道为什么|不知怎么|想起(?:了)?什么",
    asked=(
        ("when", r"什么时候|什么時候|什么时间|何时|何年|哪年|哪一年|哪天|哪一天|哪月|几点|几号|几月|几时|星期几|周几|多久(?:以)?前"),
        ("how old", r"多大(?:年纪|岁数|了)?|几岁|多少岁|什么年纪"),
        ("how long", r"多久|多长|几(?:个小时|小时|分钟|天|年|个月|周)(?!前|后)"),
        ("how many", r"多少|几(?=[\u4e00-\u9fff])"),
        ("where", r"哪里|哪儿|什么地方|何处|哪(?:个|座|一个|一座)(?:城市|国家|地方|城)|哪国|在哪|去哪|到哪"),
        ("who", r"谁|哪位|何人|什么人"),
        ("why", r"为什么|为何|为啥|怎么会|干嘛|干吗|凭什么|什么原因"),
        ("which", r"哪(?:个|些|首|张|本|部|种|一|几)|哪"),
        ("how", r"怎么样|怎样|怎么|如何|咋"),
        ("what", r"什么|啥|何物"),
    ),
    plain=r"^(?:怎么可能|谁在乎|谁知道呢?|什么鬼|什么嘛|管他呢?)$|^多么",
    told=r"(?:我|他|她|我们|大家|他们|妈妈|爸爸)(?:们)?(?:当然|早就|已经|也|都|还|终于|不|并不|可不|完全|忽然|突然)*(?:知道|记得|明白|忘了|清楚|不知道|想起|发现|问|告诉|了解|想知道了)(?:过)?(?:我|他|她|你)?|不知道|无论|不管",
    closed=r"(?:都可以|都行|就好|就行)$",
    inverted=r"[吗么](?:$|,)|(?:吗|嘛|没有|了没)$|(\w)不\1|有没有|是不是|能不能|可不可以|喜不喜欢|要不要|会不会|知不知道|(?:对不对|好不好|行不行|是吧|对吧)$|是否",
    requesting=r"(?:请|能不能|可以)?(?:告诉|给)我.*|(?:跟|和|给)我(?:们)?(?:说说|讲讲|聊聊|讲|说|介绍|列)|^(?:请)?(?:介绍|说说|讲讲|列出|列举|说出|推荐|谈谈|解释|描述|举出)|我(?:很|好|真)?(?:想|想要)(?:知道|了解|问问?)|(?:我)?(?:很|有点)?好奇",
    lists=r"列|名单|清单|一些|几(?:个|首|张|位|名)|[一二三四五六七八九十两\d]{1,20}(?:个|首|张|位|名)|所有|全部|推荐",
    whether=r"是否|是不是|有没有|会不会|能不能|(?:了)?没有",
    requests=(("plain", r"(?:讲|说|给我)(?:一)?个?(?:笑话|故事|秘密)|给我(?:一点|点|一个)?(?:时间|机会|面子|拥抱)|笑话|给我(?:唱|放|买|拿|看)"), ("what", r".")),
    topic=r"^.{1,30}呢$",
    names=r"\w{1,6}",
)  # fmt: skip
