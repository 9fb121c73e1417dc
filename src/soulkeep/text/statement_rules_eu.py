"""German, French and Spanish statements about oneself, as whole phrases.

Groups are named after the relation whose value they hold, `_no` for what is not, or no longer, so; `kin` with `named` for
people and pets, `of` for whom of one's people something is said, `no` for a word that turns the phrase round.
"""

from __future__ import annotations

_NAME = r"[A-ZÀ-ÖØ-Þ][\w'’-]*+(?: (?:(?:de|del|la|las|los|le|von|am|an der) )?[A-ZÀ-ÖØ-Þ0-9][\w'’-]*+){0,2}"
_WORDS = r"[^\W_][\w'’-]*(?: [\w'’-]+){0,3}?"
_AGE = r"\d{1,3}"


def _expand(rules: tuple[tuple[float, str], ...], end: str, adverb: str) -> tuple[tuple[float, str], ...]:
    """Fill in what the rules of a language share: {N} a name, {W} a few words, {E} the end of a value, {A} adverbs."""
    short = {"{N}": _NAME, "{W}": _WORDS, "{E}": end, "{A}": adverb, "{Y}": _AGE}
    filled = []
    for confidence, pattern in rules:
        for mark, meaning in short.items():
            pattern = pattern.replace(mark, meaning)
        filled.append((confidence, pattern))
    return tuple(filled)


KIN_DE = {
    "schwester": "sister", "bruder": "brother", "mutter": "mother", "mama": "mother", "vater": "father", "papa": "father",
    "sohn": "son", "tochter": "daughter", "kind": "child", "mann": "spouse", "ehemann": "spouse", "frau": "spouse", "ehefrau": "spouse",
    "partner": "partner", "partnerin": "partner", "verlobter": "partner", "verlobte": "partner", "freund": "friend",
    "freundin": "friend", "oma": "grandmother", "großmutter": "grandmother", "opa": "grandfather", "großvater": "grandfather",
    "hund": "pet", "hündin": "pet", "katze": "pet", "kater": "pet", "hase": "pet", "hasen": "pet", "kaninchen": "pet", "hamster": "pet",
    "papagei": "pet", "papageien": "pet", "pferd": "pet", "welpe": "pet", "welpen": "pet", "schildkröte": "pet", "vogel": "pet",
}  # fmt: skip
_KIN_DE = "|".join(f"{word[0].upper()}{word[1:]}" for word in sorted(KIN_DE, key=len, reverse=True))
_PET_DE = "Hund|Hündin|Katze|Kater|Kaninchen|Hamster|Hasen|Papageien?|Pferd|Welpen|Schildkröte|Vogel"
_JOB_DE = (
    r"(?:[\w-]+ )?\w*(?:[Ll]ehrer|[Ii]ngenieur|[Ee]ntwickler|[Pp]rogrammierer|[Dd]esigner|[Ää]rzt|[Aa]rzt|[Kk]rankenschwester|[Pp]fleger|[Kk]och|"
    r"[Kk]öchin|[Bb]äcker|[Aa]nwalt|[Aa]nwält|[Jj]ournalist|[Aa]utor|[Kk]ünstler|[Mm]usiker|[Ff]otograf|[Bb]erater|[Vv]erkäufer|[Ss]tudent|[Ss]chüler|"
    r"[Rr]entner|[Ii]nformatiker|[Pp]hysiker|[Cc]hemiker|[Bb]iologe|[Bb]iologin|[Pp]sychologe|[Pp]sychologin|[Pp]ilot|[Ff]ahrer|[Mm]echaniker|"
    r"[Ee]lektriker|[Tt]ischler|[Gg]ärtner|[Ff]riseur|[Pp]olizist|[Ff]euerwehrmann|[Ss]oldat|[Bb]uchhalter|[Mm]anager|[Aa]rchitekt|"
    r"[Üü]bersetzer|[Ss]chauspieler|[Ss]änger|[Tt]ierarzt|[Tt]ierärzt|[Zz]ahnarzt|[Zz]ahnärzt|[Ee]rzieher|[Hh]ausfrau|[Hh]ausmann)(?:in)?"
)
_ADV_DE = (
    r"(?: (?:jetzt|nun|zurzeit|derzeit|aktuell|gerade|schon|immer noch|noch|auch|allein|sehr|wirklich|total|echt|am liebsten|gern|gerne|immer|"
    r"meistens|hier|ja|leider|ursprünglich|eigentlich|seit \w+(?: (?:Jahren|Monaten|Wochen))?|letzte[ns]? \w+|vor \w+ \w+|nächste[ns]? \w+|bald))*+"
)
_END_DE = (
    r"(?=\s*(?:[.,;:!?)–—]|$)| (?:und|aber|weil|denn|da|oder|seit|für|mit|bei|in|im|an|auf|als|zum|zur|um|wenn|sehr|nicht|mehr|gern|gerne|"
    r"jetzt|auch|geboren|aufgewachsen|von|wo|der|die|das)\b)"
)
GERMAN = _expand(
    (
        (0.95, r"[Mm]ein Name ist (?P<name>{N})"),
        (0.95, r"[Ii]ch hei(?:ß|ss)e (?P<name>{N})"),
        (0.9, r"[Nn]ennt? mich (?:einfach )?(?P<name>{N})"),
        (0.9, r"(?:[Ii]ch|[Ww]ir) (?:wohnen?|leben?){A} in (?:der |dem )?(?P<home>{N})"),
        (0.9, r"(?:(?:wohne|lebe) ich|(?<=und )(?:wohne|lebe)){A} in (?:der |dem )?(?P<home>{N})"),
        (0.9, r"(?:[Ii]ch|[Ww]ir) (?:wohnen?|leben?) nicht mehr in (?:der |dem )?(?P<home_no>{N})"),
        (
            0.9,
            r"(?:[Ii]ch bin|[Ww]ir sind|bin ich|sind wir){A}(?: (?:von|aus) (?P<home_no>{N}))? nach (?P<home>{N}) (?:um)?gezogen",
        ),
        (0.65, r"(?:[Ii]ch ziehe|[Ww]ir ziehen|ziehe ich){A}(?: von (?P<home_no>{N}))? nach (?P<home>{N})"),
        (0.9, r"[Ii]ch komme{A} aus (?:der |dem )?(?P<origin>{N})"),
        (0.9, r"[Ii]ch bin{A} in (?P<origin>{N}) (?:geboren|aufgewachsen)"),
        (0.9, r"[Ii]ch bin{A} (?P<age>{Y})(?: Jahre(?: alt)?\b|(?=[.,!]|$| und ))"),
        (0.95, r"[Mm]ein Geburtstag ist (?:am )?(?P<birthday>\d{1,2}\. ?\w+)"),
        (0.9, r"(?:[Ii]ch habe|habe ich) am (?P<birthday>\d{1,2}\. ?[A-Z]\w+) Geburtstag"),
        (
            0.9,
            r"(?:[Ii]ch arbeite|arbeite ich|(?<=und )arbeite){A} als (?:eine? )?(?P<role>{W})(?: bei (?:der |einer )?(?P<employer>{N}))?{E}",
        ),
        (
            0.85,
            r"(?:[Ii]ch arbeite|arbeite ich|(?<=und )arbeite){A} (?:bei|für) (?:der |dem )?(?P<employer>{N})(?: als (?P<role>{W}){E})?",
        ),
        (
            0.9,
            rf"[Ii]ch bin{{A}} (?:eine? )?(?P<role>{_JOB_DE})(?: (?:von Beruf|bei (?:der )?(?P<employer>{{N}})))?{{E}}",
        ),
        (0.9, r"[Ii]ch (?:wurde|bin) zu[mr] (?P<role>{W}) befördert"),
        (0.9, r"[Ii]ch habe (?:bei|meinen Job bei) (?P<employer_no>{N}) (?:gekündigt|aufgehört)"),
        (0.9, r"[Ii]ch arbeite nicht mehr (?:bei|für) (?P<employer_no>{N})"),
        (
            0.9,
            r"[Ii]ch bin{A} (?:glücklich )?(?P<marital>verheiratet|verlobt|geschieden|verwitwet|ledig)(?=\s*(?:[.,;!]|$)| (?:und|aber|seit))",
        ),
        (
            0.9,
            r"[Ii]ch bin{A} (?P<nationality>Deutsche[r]?|Österreicher(?:in)?|Schweizer(?:in)?|Koreaner(?:in)?|Japaner(?:in)?|Chinese|Chinesin|Amerikaner(?:in)?|Engländer(?:in)?|Franzose|Französin|Spanier(?:in)?|Italiener(?:in)?|Pole|Polin|Türke|Türkin|Russe|Russin){E}",
        ),
        (0.9, r"[Ii]ch bin{A} (?P<age>{Y}) geworden"),
        (0.85, r"[Ii]ch lerne{A} (?P<learning>{W}){E}"),
        (0.85, r"[Ii]ch (?:mei|vermei)de{A} (?P<avoids>{W}){E}"),
        (0.85, r"[Ii]ch kann (?P<dislikes>{W}) (?:gar |überhaupt )?nicht (?:ausstehen|leiden)"),
        (0.85, r"[Ii]ch (?P<no>vertrage (?:keinen|keine|kein)) (?P<diet>{W}){E}"),
        (0.85, r"[Ii]ch (?:trinke|esse|mag) lieber (?P<prefers>{W}) als (?P<prefers_no>{W}){E}"),
        (0.85, r"[Ii]ch spiele (?:sehr |total )?gerne? (?P<likes>{W}){E}"),
        (0.9, r"[Ii]ch studiere{A} (?P<studies>{W}){E}"),
        (0.9, r"[Ii]ch bin{A} (?:mit (?P<spouse>{N}) verheiratet|verheiratet mit (?P<spouse2>{N}))"),
        (0.9, r"[Ii]ch habe mich von (?P<partner_no>{N}) getrennt"),
        (0.85, r"[Ii]ch bin{A} (?:stark )?allergisch (?:gegen|auf) (?P<allergy>{W}){E}"),
        (0.9, r"[Ii]ch habe (?:eine )?(?P<allergy>\w+?)-?[Aa]llergie"),
        (
            0.9,
            r"[Ii]ch bin{A} (?P<no>nicht mehr |kein |keine )?(?P<diet>vegan|vegetarisch|Veganer(?:in)?|Vegetarier(?:in)?|laktoseintolerant){E}",
        ),
        (
            0.9,
            r"[Ii]ch habe{A} (?P<health>Asthma|Diabetes|ADHS|Migräne|Epilepsie|Depressionen|Rheuma|Krebs|Bluthochdruck)\b",
        ),
        (
            0.9,
            r"[Ii]ch spreche{A} (?:fließend |gut |etwas |ein bisschen )?(?P<language>[A-Z]\w+(?:isch|sch))\b(?: und (?P<language2>[A-Z]\w+sch)\b)?",
        ),
        (
            0.85,
            r"[Ii]ch (?:mag|liebe|trinke gerne?|esse gerne?){A}(?P<no> keine?n?)? (?P<likes>{W})(?P<no2> (?:gar |überhaupt )?nicht)?{E}",
        ),
        (0.9, r"[Ii]ch (?:hasse|verabscheue) (?P<dislikes>{W}){E}"),
        (0.85, r"[Ii]ch (?P<no>esse|trinke)(?: \w+)? (?:kein|keine|keinen) (?P<diet>{W}){E}"),
        (0.85, r"[Ii]ch (?:bevorzuge|ziehe) (?P<prefers>{W}){E}"),
        (0.9, r"[Mm]eine? Lieblings(?P<thing>[\w-]+) (?:ist|sind|heißt) (?:der |die |das )?(?P<favourite>{W}){E}"),
        (
            0.85,
            r"(?:[Ii]ch (?:benutze|verwende|nutze)|[Ww]ir (?:benutzen|verwenden|nutzen)){A}(?P<no> nicht mehr| kein| keine)? (?P<uses>{N})(?P<no2> nicht(?: mehr)?\b)?",
        ),
        (
            0.85,
            r"(?:[Ii]ch bin|[Ww]ir sind){A} von (?P<uses_no>{N}) (?:auf|zu) (?P<uses>{N}) (?:umgestiegen|gewechselt)",
        ),
        (0.8, r"(?:[Ii]ch wechsle|[Ww]ir wechseln){A} von (?P<uses_no>{N}) (?:auf|zu) (?P<uses>{N})"),
        (
            0.9,
            rf"[Ii]ch habe{{A}} (?:eine?n?|mein[e]?n?) (?P<kin>{_PET_DE})(?: namens|, (?:der|die|das)|, [sS]ie|, [eE]r)?(?: heißt)? (?P<named>(?-i:[A-Z]\w+))(?: heißt)?",
        ),
        (0.8, rf"[Ii]ch habe{{A}} (?:eine?n?) (?P<pet>{_PET_DE}){{E}}"),
        (0.85, rf"[Ii]ch habe{{A}} eine?n? (?P<kin>{_KIN_DE})(?: namens|, (?:der|die)) (?P<named>{{N}})"),
        (0.95, rf"[Mm]eine? (?:\w+e[rs]? )?(?P<kin>{_KIN_DE}) heißt (?P<named>{{N}})"),
        (
            0.9,
            rf"[Mm]eine?[nmr]? (?:(?:kleine|große|jüngere|ältere|beste)[rnms]? )?(?P<kin>{_KIN_DE}) (?P<named>{{N}})(?! {_KIN_DE})",
        ),
        (
            0.9,
            rf"[Mm]eine? (?:\w+e[rs]? )?(?P<of>{_KIN_DE})(?: {{N}})? (?:wohnt|lebt){{A}} in (?:der |dem )?(?P<home>{{N}})",
        ),
        (0.9, rf"[Mm]eine? (?:\w+e[rs]? )?(?P<of>{_KIN_DE})(?: {{N}})? (?:ist|arbeitet als) (?P<role>{_JOB_DE}){{E}}"),
        (
            0.9,
            rf"[Mm]eine? (?:\w+e[rs]? )?(?P<of>{_KIN_DE})(?: {{N}})? ist{{A}} (?P<age>{{Y}})(?: Jahre(?: alt)?)?{{E}}",
        ),
        (0.85, rf"[Mm]eine? (?:\w+e[rs]? )?(?P<of>{_KIN_DE})(?: {{N}})? (?:mag|liebt) (?P<likes>{{W}}){{E}}"),
        (0.85, r"[Mm]ein Ziel ist(?: es)?,? (?P<goal>[^.!?;]{4,80})"),
        (0.8, r"[Ii]ch (?:habe vor|plane),? (?P<plan>[^.!?;,]{4,80})"),
        (0.9, r"[Ii]ch verspreche(?: dir)?,? (?P<promise>[^.!?;]{4,80})"),
    ),
    _END_DE,
    _ADV_DE,
)
OPENERS_DE = (
    r"(?:(?:und|aber|also|ja|nein|hallo|hi|hey|übrigens|ehrlich gesagt|jetzt|nun|aktuell|derzeit|zurzeit|seit|gerade|heute|gestern|letzte[ns]?|nächste[ns]?|"
    r"jahr|monat|woche|jahren|monaten|leider|zum glück|na ja|naja|ach|oh|denn|außerdem|auch|dann|da|im|in|am|vor|inzwischen|mittlerweile|"
    r"eigentlich|danke|ok|okay|\d+|zwei|drei|einem|einer|paar|guten tag|servus|moin|dort|hier)(?:\s+|$))*"
)
UNREAL_DE = r"\b(?:wenn|falls|ob|hätte|wäre|würde|könnte|angenommen|stell dir vor|sagte?|sagt|meinte?|vielleicht|als ob|spaß|scherz)\b"

KIN_FR = {
    "sœur": "sister", "soeur": "sister", "frère": "brother", "mère": "mother", "maman": "mother", "père": "father", "papa": "father",
    "fils": "son", "fille": "daughter", "enfant": "child", "mari": "spouse", "femme": "spouse", "épouse": "spouse",
    "copain": "partner", "copine": "partner", "compagnon": "partner", "compagne": "partner", "fiancé": "partner", "fiancée": "partner",
    "ami": "friend", "amie": "friend", "grand-mère": "grandmother", "mamie": "grandmother", "grand-père": "grandfather", "papi": "grandfather",
    "chien": "pet", "chienne": "pet", "chat": "pet", "chatte": "pet", "lapin": "pet", "hamster": "pet", "perroquet": "pet", "cheval": "pet",
    "tortue": "pet", "oiseau": "pet", "chiot": "pet", "chaton": "pet",
}  # fmt: skip
_KIN_FR = "|".join(sorted(KIN_FR, key=len, reverse=True))
_PET_FR = "chienne|chien|chatte|chaton|chat|lapin|hamster|perroquet|cheval|tortue|oiseau|chiot"
_JOB_FR = (
    r"(?:ingénieure?|développeu[rs]e?|programmeu[rs]e?|professeure?|enseignante?|institut(?:eur|rice)|médecin|infirmi(?:er|ère)|avocate?|"
    r"journaliste|écrivaine?|artiste|musicien(?:ne)?|photographe|consultante?|vendeu[rs]e?|étudiante?|retraitée?|cuisini(?:er|ère)|"
    r"boulang(?:er|ère)|architecte|comptable|traduct(?:eur|rice)|act(?:eur|rice)|chant(?:eur|euse)|graphiste|designer|chercheu[rs]e?|"
    r"dentiste|vétérinaire|pharmacien(?:ne)?|psychologue|pilote|polici(?:er|ère)|pompier|secrétaire|serveu[rs]e?|coiffeu[rs]e?|"
    r"mécanicien(?:ne)?|électricien(?:ne)?|plombier|menuisier|jardini(?:er|ère)|bibliothécaire|libraire|chef)(?: [\w-]+){0,2}?"
)
_ADV_FR = (
    r"(?: (?:maintenant|actuellement|aussi|toujours|encore|vraiment|beaucoup|bien|très|trop|tellement|déjà|seule?|ensemble|surtout|désormais|"
    r"récemment|juste|ici|depuis \w+(?: ans| mois)?))*+"
)
_END_FR = (
    r"(?=\s*(?:[.,;:!?)–—]|$)| (?:et|mais|parce|car|ou|depuis|pour|avec|chez|dans|à|au|aux|en|comme|qui|que|quand|si|plus|maintenant|aussi|"
    r"où|sur|donc|alors|pas)\b)"
)
FRENCH = _expand(
    (
        (0.95, r"[Jj]e m['’]appelle (?P<name>{N})"),
        (0.95, r"[Mm]on (?:nom|prénom)(?:,? c)?['’]?\s?est (?P<name>{N})"),
        (0.9, r"[Aa]ppelle-moi (?P<name>{N})"),
        (
            0.9,
            r"(?:[Jj]['’]habite|[Jj]e vis|[Nn]ous habitons|[Nn]ous vivons|[Oo]n habite){A} (?:à|au|en|aux) (?P<home>{N})",
        ),
        (0.9, r"[Jj]e n['’](?:habite) plus (?:à|au|en) (?P<home_no>{N})"),
        (
            0.9,
            r"(?:[Jj]['’]ai|[Nn]ous avons){A} (?:déménagé|emménagé)(?: de (?P<home_no>{N}))? (?:à|au|en|vers) (?P<home>{N})",
        ),
        (
            0.9,
            r"[Jj]e (?:me suis installée?|viens (?:d['’]emménager|de déménager|de m['’]installer)) (?:à|au|en) (?P<home>{N})",
        ),
        (0.65, r"[Jj]e déménage{A}(?: de (?P<home_no>{N}))? (?:à|au|en) (?P<home>{N})"),
        (0.9, r"[Jj]e (?:viens|suis originaire){A} (?:de la |de l['’]|du |des |de |d['’])(?P<origin>{N})"),
        (0.9, r"[Jj]e suis née? (?:à|au|en) (?P<origin>{N})"),
        (0.9, r"[Jj]e suis née? le (?P<birthday>\d{1,2}(?:er)? \w+(?: \d{4})?)"),
        (0.9, r"[Jj]['’]ai{A} (?P<age>{Y}) ans"),
        (0.95, r"[Mm]on anniversaire(?:,? c)?['’]?\s?est le (?P<birthday>\d{1,2}(?:er)? \w+)"),
        (0.9, r"[Jj]e (?:travaille|bosse){A} comme (?P<role>{W})(?: chez (?P<employer>{N}))?{E}"),
        (0.85, r"[Jj]e (?:travaille|bosse){A} (?:chez|pour) (?P<employer>{N})(?: comme (?P<role>{W}){E})?"),
        (0.9, rf"[Jj]e suis{{A}} (?:une? )?(?P<role>{_JOB_FR})(?: chez (?P<employer>{{N}}))?{{E}}"),
        (0.9, r"[Jj]['’]ai été promue? (?:au poste de )?(?P<role>{W}){E}"),
        (0.9, r"[Jj]['’]ai (?:quitté|démissionné de) (?:mon (?:travail|poste|emploi) chez )(?P<employer_no>{N})"),
        (0.9, r"[Jj]e ne travaille plus (?:chez|pour) (?P<employer_no>{N})"),
        (0.9, r"[Jj]['’]étudie{A} (?:le |la |les |l['’])?(?P<studies>{W}){E}"),
        (
            0.9,
            r"[Jj]e suis{A} (?P<marital>mariée?|fiancée?|divorcée?|veufs?|veuve|célibataire)(?=\s*(?:[.,;!]|$)| (?:et|mais|depuis))",
        ),
        (
            0.9,
            r"[Jj]e suis{A} (?P<nationality>français(?:e)?|belge|suisse|canadien(?:ne)?|coréen(?:ne)?|japonais(?:e)?|chinois(?:e)?|américain(?:e)?|anglais(?:e)?|allemande?|espagnole?|italien(?:ne)?|algérien(?:ne)?|marocain(?:e)?|tunisien(?:ne)?)(?=\s*(?:[.,;!]|$)| (?:et|mais))",
        ),
        (0.85, r"[Jj]['’]apprends{A} (?:à )?(?P<learning>(?:le |la |les |l['’])?{W}){E}"),
        (0.9, r"[Jj]['’]ai horreur (?:de la |de l['’]|du |des |de |d['’])(?P<dislikes>{W}){E}"),
        (0.9, r"[Jj]e ne supporte pas (?P<dislikes>(?:le |la |les |l['’])?{W}){E}"),
        (0.85, r"[Jj]['’]évite{A} (?:de )?(?P<avoids>(?:le |la |les |l['’])?{W}){E}"),
        (0.9, r"[Jj]['’]ai eu (?P<age>{Y}) ans"),
        (0.9, r"[Jj]e suis mariée? (?:à|avec) (?P<spouse>{N})"),
        (0.9, r"[Jj]['’]ai rompu avec (?P<partner_no>{N})"),
        (0.9, r"[Jj]e suis{A} allergique (?:aux |au |à la |à l['’]|à )(?P<allergy>{W}){E}"),
        (
            0.9,
            r"[Jj]e (?:ne )?suis{A} (?P<no>plus |pas )?(?P<diet>végane?|végétarien(?:ne)?|végétalien(?:ne)?|intolérante? au lactose)\b",
        ),
        (
            0.9,
            r"[Jj]['’]ai (?:de l['’]|du |une? )?(?P<health>asthme|diabète|migraines?|dépression|épilepsie|TDAH|hypertension|cancer)\b",
        ),
        (
            0.9,
            r"[Jj]e parle{A} (?:couramment |un peu )?(?:le |l['’])?(?P<language>français|anglais|allemand|espagnol|italien|portugais|coréen|japonais|chinois|arabe|russe|néerlandais)\b(?: et (?:le |l['’])?(?P<language2>français|anglais|allemand|espagnol|italien|coréen|japonais|chinois|arabe|russe)\b)?",
        ),
        (0.85, r"[Jj](?:['’]aime|['’]adore){A} (?:le |la |les |l['’])?(?P<likes>{W}){E}"),
        (0.85, r"[Jj]e n['’]aime (?P<no>pas |plus )(?:du tout )?(?:le |la |les |l['’])?(?P<likes>{W}){E}"),
        (0.9, r"[Jj]e déteste{A} (?:le |la |les |l['’])?(?P<dislikes>{W}){E}"),
        (0.85, r"[Jj]e (?P<no>ne (?:mange|bois) (?:pas|plus|jamais)) (?:de |d['’])(?P<diet>{W}){E}"),
        (
            0.85,
            r"[Jj]e préfère (?:le |la |les |l['’])?(?P<prefers>{W})(?: (?:à|au|aux) (?:la |l['’])?(?P<prefers_no>{W}))?{E}",
        ),
        (
            0.9,
            r"[Mm](?:on|a) (?P<thing>[\w-]+) (?:préférée?|favorite?|favori)(?:,? c)?['’]?\s?est (?:le |la |les |l['’])?(?P<favourite>{W}){E}",
        ),
        (0.85, r"(?:[Jj]['’]utilise|[Nn]ous utilisons|[Oo]n utilise){A} (?P<uses>{N})"),
        (0.85, r"[Jj]e n['’]utilise (?P<no>plus |pas |jamais )(?P<uses>{N})"),
        (
            0.85,
            r"(?:[Jj]e suis passée?|[Nn]ous sommes passé\w*|[Jj]e passe|[Nn]ous passons) de (?P<uses_no>{N}) à (?P<uses>{N})",
        ),
        (0.9, rf"[Jj]['’]ai une? (?P<kin>{_KIN_FR}) (?:qui s['’]appelle|nommée?|appelée?) (?P<named>{{N}})"),
        (0.8, rf"[Jj]['’]ai une? (?P<pet>{_PET_FR}){{E}}"),
        (0.95, rf"[Mm](?:on|a) (?:\w+ )?(?P<kin>{_KIN_FR}) s['’]appelle (?P<named>{{N}})"),
        (0.9, rf"[Mm](?:on|a) (?:(?:petit|grand|meilleur)e? )?(?P<kin>{_KIN_FR}) (?P<named>{{N}})"),
        (
            0.9,
            rf"[Mm](?:on|a) (?:(?:petit|grand)e? )?(?P<of>{_KIN_FR})(?: {{N}})? (?:habite|vit){{A}} (?:à|au|en) (?P<home>{{N}})",
        ),
        (0.9, rf"[Mm](?:on|a) (?:(?:petit|grand)e? )?(?P<of>{_KIN_FR})(?: {{N}})? est (?P<role>{_JOB_FR}){{E}}"),
        (0.9, rf"[Mm](?:on|a) (?:(?:petit|grand)e? )?(?P<of>{_KIN_FR})(?: {{N}})? a (?P<age>{{Y}}) ans"),
        (0.85, r"[Mm]on (?:but|objectif|rêve)(?:,? c)?['’]?\s?est (?:de |d['’])(?P<goal>[^.!?;,]{4,80})"),
        (0.8, r"[Jj](?:['’]ai l['’]intention|e prévois) (?:de |d['’])(?P<plan>[^.!?;,]{4,80})"),
        (0.9, r"[Jj]e (?:te |vous )?promets (?:de |d['’]|que )(?P<promise>[^.!?;,]{4,80})"),
    ),
    _END_FR,
    _ADV_FR,
)
OPENERS_FR = (
    r"(?:(?:et|mais|donc|alors|oui|non|bonjour|salut|coucou|moi|en fait|d['’]ailleurs|au fait|maintenant|actuellement|depuis|aujourd['’]hui|hier|"
    r"honnêtement|franchement|malheureusement|heureusement|car|parce que|puisque|comme|ah|oh|bon|bref|aussi|puis|ensuite|merci|ok|"
    r"l['’]année|dernière|dernier|le|la|mois|semaine|en|\d+|ans?|deux|trois|il y a|ici|là)(?:\s+|$))*"
)
UNREAL_FR = r"\b(?:si|serais|aurais|voudrais|imagine|imaginons|supposons|peut-être|dit|disait|a dit|blague|plaisante)\b"

KIN_ES = {
    "hermana": "sister", "hermano": "brother", "madre": "mother", "mamá": "mother", "padre": "father", "papá": "father", "hijo": "son",
    "hija": "daughter", "esposo": "spouse", "esposa": "spouse", "marido": "spouse", "mujer": "spouse", "novio": "partner",
    "novia": "partner", "pareja": "partner", "prometido": "partner", "prometida": "partner", "amigo": "friend", "amiga": "friend",
    "abuela": "grandmother", "abuelo": "grandfather", "tío": "uncle", "tía": "aunt", "primo": "cousin", "prima": "cousin",
    "perro": "pet", "perra": "pet", "perrito": "pet", "gato": "pet", "gata": "pet", "gatito": "pet", "conejo": "pet", "hámster": "pet",
    "loro": "pet", "caballo": "pet", "tortuga": "pet", "pájaro": "pet",
}  # fmt: skip
_KIN_ES = "|".join(sorted(KIN_ES, key=len, reverse=True))
_PET_ES = "perrito|perro|perra|gatito|gato|gata|conejo|hámster|loro|caballo|tortuga|pájaro"
_JOB_ES = (
    r"(?:ingenier[oa]|desarrollador[a]?|programador[a]?|profesora?|maestr[oa]|médic[oa]|doctora?|enfermer[oa]|abogad[oa]|periodista|escritora?|"
    r"artista|músic[oa]|fotógraf[oa]|consultora?|vendedora?|estudiante|jubilad[oa]|cociner[oa]|chef|panader[oa]|arquitect[oa]|contadora?|contable|"
    r"traductora?|actor|actriz|cantante|diseñadora?|investigadora?|dentista|veterinari[oa]|farmacéutic[oa]|psicólog[oa]|piloto|policía|bomber[oa]|"
    r"secretari[oa]|camarer[oa]|peluquer[oa]|mecánic[oa]|electricista|fontaner[oa]|carpinter[oa]|jardiner[oa]|bibliotecari[oa]|gerente)(?: (?!en\b|y\b|pero\b)[\w-]+){0,2}?"
)
_ADV_ES = r"(?: (?:ahora|actualmente|también|todavía|aún|siempre|mucho|realmente|muy|ya|sol[oa]|juntos|sobre todo|recientemente|desde hace \w+ \w+|aquí))*+"
_END_ES = r"(?=\s*(?:[.,;:!?)–—]|$)| (?:y|e|pero|porque|o|desde|para|con|en|como|que|cuando|si|más|ahora|también|donde|por|así|hace|ya|de mi|a)\b)"
SPANISH = _expand(
    (
        (0.95, r"[Mm]e llamo (?P<name>{N})"),
        (0.95, r"[Mm]i nombre es (?P<name>{N})"),
        (0.9, r"[Ll]l[aá]mame (?P<name>{N})"),
        (0.85, r"(?:^|[.,!] ?)(?:[Hh]ola,? )?(?:[Yy]o )?[Ss]oy (?P<name>{N})(?=\s*(?:[.,!]|$)| y )"),
        (0.9, r"(?<!no )\b(?:[Vv]ivo|[Vv]ivimos){A} en (?P<home>{N})"),
        (0.9, r"[Yy]a no vivo en (?P<home_no>{N})"),
        (0.9, r"(?:[Mm]e mudé|[Nn]os mudamos|[Mm]e he mudado){A}(?: de(?:sde)? (?P<home_no>{N}))? a (?P<home>{N})"),
        (0.65, r"[Mm]e mudo{A}(?: de (?P<home_no>{N}))? a (?P<home>{N})"),
        (0.9, r"(?<!no )\b(?:[Ss]oy|[Vv]engo) de (?P<origin>{N})"),
        (0.9, r"[Nn]ací en (?P<origin>{N})"),
        (0.9, r"[Tt]engo{A} (?P<age>{Y}) años"),
        (0.95, r"[Mm]i cumpleaños es (?:el )?(?P<birthday>\d{1,2} de \w+)"),
        (0.9, r"(?<!no )\b[Tt]rabajo{A} (?:como|de) (?P<role>{W})(?: para (?P<employer>{N}))?{E}"),
        (
            0.85,
            r"(?<!no )\b[Tt]rabajo{A} (?:en|para) (?!(?:Madrid|Barcelona|Valencia|Sevilla|Bilbao|Málaga|Zaragoza|Granada|Buenos Aires|Bogotá|Lima|Santiago|Quito|Caracas|México|Medellín|Londres|París|Berlín|Nueva York|España|Argentina|Chile|Colombia|Perú)\b)(?P<employer>{N})(?: (?:como|de) (?P<role>{W}){E})?",
        ),
        (
            0.9,
            rf"(?<!no )\b[Ss]oy{{A}} (?:una? )?(?P<role>{_JOB_ES})(?: (?:en la empresa|para) (?P<employer>{{N}}))?{{E}}",
        ),
        (0.9, r"[Mm]e (?:ascendieron|han ascendido) a (?P<role>{W}){E}"),
        (0.9, r"(?:[Rr]enuncié a|[Dd]ejé) mi (?:trabajo|puesto) en (?P<employer_no>{N})"),
        (0.9, r"[Yy]a no trabajo (?:en|para) (?P<employer_no>{N})"),
        (0.9, r"(?<!no )\b[Ee]studio{A} (?P<studies>{W}){E}"),
        (
            0.9,
            r"(?:[Ee]stoy|[Ss]oy){A} (?P<marital>casad[oa]|prometid[oa]|divorciad[oa]|solter[oa]|viud[oa])(?=\s*(?:[.,;!]|$)| (?:y|pero|desde))",
        ),
        (
            0.9,
            r"(?<!no )\b[Ss]oy{A} (?P<nationality>español(?:a)?|mexican[oa]|argentin[oa]|colombian[oa]|chilen[oa]|peruan[oa]|venezolan[oa]|cuban[oa]|corean[oa]|japon[eé]sa?|chin[oa]|american[oa]|ingl[eé]sa?|franc[eé]sa?|aleman(?:a)?|alemán|italian[oa])(?=\s*(?:[.,;!]|$)| (?:y|pero))",
        ),
        (0.85, r"(?:[Ee]stoy aprendiendo|[Aa]prendo){A} (?:el |la |a )?(?P<learning>{W}){E}"),
        (0.9, r"\b[Nn]o (?:soporto|aguanto) (?P<dislikes>(?:el |la |los |las )?{W}){E}"),
        (0.85, r"(?<!no )\b[Ee]vito{A} (?P<avoids>(?:el |la |los |las )?{W}){E}"),
        (0.9, r"[Cc]umplí (?P<age>{Y}) años"),
        (0.9, r"[Ee]stoy casad[oa] con (?P<spouse>{N})"),
        (0.9, r"(?:[Rr]ompí|[Tt]erminé) con (?P<partner_no>{N})"),
        (0.9, r"(?<!no )\b[Ss]oy{A} alérgic[oa] (?:al |a la |a los |a las |a )(?P<allergy>{W}){E}"),
        (0.9, r"[Tt]engo alergia (?:al |a la |a los |a las |a )(?P<allergy>{W}){E}"),
        (
            0.9,
            r"(?P<no>\b[Yy]a no |\b[Nn]o )?\b[Ss]oy{A} (?P<diet>vegan[oa]|vegetarian[oa]|intolerante a la lactosa)\b",
        ),
        (0.9, r"(?<!no )\b[Tt]engo (?P<health>asma|diabetes|migrañas?|depresión|epilepsia|TDAH|hipertensión|cáncer)\b"),
        (
            0.9,
            r"(?<!no )\b[Hh]ablo{A} (?P<language>español|inglés|francés|alemán|italiano|portugués|coreano|japonés|chino|árabe|ruso|catalán)\b(?: y (?P<language2>español|inglés|francés|alemán|italiano|portugués|coreano|japonés|chino|árabe|ruso|catalán)\b)?",
        ),
        (
            0.85,
            r"(?P<no>\b[Yy]a no |\b[Nn]o )?\b[Mm]e (?:gustan?|encantan?){A} (?:el |la |los |las )?(?P<likes>{W}){E}",
        ),
        (0.9, r"(?<!no )\b[Oo]dio{A} (?:el |la |los |las )?(?P<dislikes>{W}){E}"),
        (0.85, r"\b(?P<no>[Nn]o (?:como|bebo|tomo)) (?P<diet>{W}){E}"),
        (
            0.85,
            r"[Pp]refiero (?:el |la |los |las )?(?P<prefers>{W})(?: (?:al|a|antes que) (?:el |la |los |las )?(?P<prefers_no>{W}))?{E}",
        ),
        (0.9, r"[Mm]i (?P<thing>[\w-]+) (?:favorit[oa]|preferid[oa]) es (?:el |la )?(?P<favourite>{W}){E}"),
        (0.85, r"(?P<no>\b[Yy]a no |\b[Nn]o )?\b(?:[Uu]so|[Uu]samos|[Uu]tilizo){A} (?P<uses>{N})"),
        (0.85, r"(?:[Cc]ambié|[Cc]ambiamos|[Pp]asé|[Mm]igramos|[Mm]e cambié) de (?P<uses_no>{N}) a (?P<uses>{N})"),
        (0.9, rf"[Tt]engo una? (?P<kin>{_KIN_ES}) (?:que se llama|llamad[oa]) (?P<named>{{N}})"),
        (0.8, rf"(?<!no )\b[Tt]engo una? (?P<pet>{_PET_ES}){{E}}"),
        (0.95, rf"[Mm]i (?P<kin>{_KIN_ES})(?: mayor| menor)? se llama (?P<named>{{N}})"),
        (0.9, rf"[Mm]i (?:mejor )?(?P<kin>{_KIN_ES})(?: mayor| menor)? (?P<named>{{N}})"),
        (0.9, rf"[Mm]i (?P<of>{_KIN_ES})(?: mayor| menor)?(?: {{N}})? vive{{A}} en (?P<home>{{N}})"),
        (0.9, rf"[Mm]i (?P<of>{_KIN_ES})(?: mayor| menor)?(?: {{N}})? es (?P<role>{_JOB_ES}){{E}}"),
        (0.9, rf"[Mm]i (?P<of>{_KIN_ES})(?: mayor| menor)?(?: {{N}})? tiene (?P<age>{{Y}}) años"),
        (0.85, r"[Mm]i (?:meta|objetivo|sueño) es (?P<goal>[^.!?;,]{4,80})"),
        (0.8, r"(?:[Pp]laneo|[Tt]engo pensado) (?P<plan>[^.!?;,]{4,80})"),
        (0.9, r"(?:[Tt]e )?[Pp]rometo (?:que )?(?P<promise>[^.!?;,]{4,80})"),
    ),
    _END_ES,
    _ADV_ES,
)
OPENERS_ES = (
    r"(?:(?:y|pero|pues|bueno|sí|no|hola|yo|a mí|en realidad|por cierto|ahora|actualmente|hoy|ayer|la verdad|sinceramente|honestamente|"
    r"desgraciadamente|por suerte|porque|ya que|como|ah|oh|además|también|entonces|luego|gracias|vale|ok|el|la|año|mes|semana|"
    r"pasad[oa]|hace|desde|en|\d+|años?|meses|dos|tres|un|una|que|ya|aquí)(?:\s+|$))*"
)
UNREAL_ES = r"\b(?:si|sería|tendría|quisiera|ojalá|imagina|supongamos|quizás?|tal vez|dijo|dice|decía|broma|bromeo)\b"
