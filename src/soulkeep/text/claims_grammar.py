"""The little words that claims are read by, by language: pronouns, numerals, what binds a name, what says little."""

from __future__ import annotations

from soulkeep.text.statement_words import words

NAMED = {
    "en": r"\b(?:called|named|name(?:'s| is| was)?|by name)\b",
    "de": r"\b(?:namens|heißt|heiße|heißen|genannt|name ist)\b",
    "fr": r"(?:s'appelle|nommée?|appelée?|m'appelle|t'appelles)",
    "es": r"\b(?:llamad[oa]|se llama|me llamo|te llamas|nombre es)\b",
    "ko": r"이라는|라는|이름은|이름이|이라고|라고",
}
"""What binds a name to what bears it."""

NUMERALS = {
    "en": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
        "twenty thirty forty fifty sixty seventy eighty ninety",
    ),
    "de": (
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn",
        "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    ),
    "fr": (
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf",
        "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    ),
    "es": (
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve",
        "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    ),
}
"""Words of 0 … 19, and of the tens from 20."""

ORDINALS = {
    "en": (
        "_ first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
        "seventeenth eighteenth nineteenth",
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth",
    ),
}

MEASURES = (
    "year month week day hour minute pound dollar euro kilo mile metre am pm jahr monat woche tag stunde an mois semaine jour heure "
    "año mes semana día hora"
)
"""What numbers count that is no matter of its own."""

FIRST = {
    "en": "i me my mine myself we us our ours",
    "de": "ich mich mir mein meine meinen meinem meiner wir uns unser unsere",
    "fr": "je me moi mon ma mes nous notre nos j m",
    "es": "yo me mi mis mí nosotros nosotras nuestro nuestra",
    "ko": "나 내 나는 난 내가 나를 나의 나도 나한테 나에게 저 제 저는 제가 우리 우리는 우리가 우린",
}
"""Words for who speaks…"""

SECOND = {
    "en": "you your yours yourself",
    "de": "du dich dir dein deine deinen deinem deiner ihr euch euer eure",
    "fr": "tu te toi ton ta tes vous votre vos t",
    "es": "tú te ti tu tus vosotros vuestro vuestra usted",
    "ko": "너 네 너는 넌 네가 니가 너를 널 너의 너도 너한테 너에게 너희 너희는 너희가 당신 당신은 당신이 당신의",
}
"""…and for whom they speak to."""

OWNERS = words(
    "my our your mein meine meinen meinem meiner unser unsere dein deine deinen deinem deiner euer eure mon ma mes notre nos ton ta "
    "tes votre vos mi mis nuestro nuestra tu tus vuestro vuestra 내 네 제 나의 너의 우리 너희 당신의"
)
"""Those before what belongs to somebody."""

OTHERS = {
    "en": "he she his her",
    "de": "er sie sein seine ihr ihre",
    "fr": "il elle son sa ses",
    "es": "él ella su sus",
    "ko": "그는 그가 그녀는 그녀가 그의 그녀의",
}
"""Words for somebody else."""

PLURAL = {
    "en": "we us our ours",
    "de": "wir uns unser unsere",
    "fr": "nous notre nos",
    "es": "nosotros nosotras nuestro nuestra",
    "ko": "우리 우리는 우리가 우린 너희 너희는 너희가",
}
"""Those of several, who may be anybody."""

LIGHT = {
    "en": "told mention recall tell say said also too very quite just still even now then already really actually mostly "
    "main usual own ago since last time day lot bit thing way able lie stand situated located need accord according seem",
    "de": "schon noch auch sehr jetzt dann mal eben gerade jahr",
    "fr": "déjà encore aussi très bien maintenant depuis vas va vais aller",
    "es": "ya también muy ahora",
    "ko": "지금 이제 아직 또 아주 매우 너무 정말 거의 적 있 하 되 것 거 때 중 곳 말 지 우리 그 이",
}
"""Words that say little beside function words: a claim that has them in addition is the same claim."""

SEVERAL = {
    "en": "like eat drink have play own speak read watch visit use know make cook grow collect want need see meet love buy",
    "de": "mögen essen trinken haben spielen sprechen lesen kennen",
    "fr": "aimer manger boire avoir jouer parler lire connaître",
    "es": "gustar comer beber tener jugar hablar leer conocer",
    "ko": "좋아하 먹 마시 키우 읽 보 놀 있 만나 사",
}
"""Verbs of which more than one thing may be true: who drinks tea may drink coffee, too."""

PLACES = words("in at to from near on of into by en à de dans a desde por nach aus bei am im zu von vom auf unter")
"""Prepositions before places."""
