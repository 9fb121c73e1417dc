"""Short sentences about what is remembered, by templates: what somebody stated, and what was found again and again.

Values stay as they were said; the words around them are a language's own, English where we have none. Grammar goes as
far as tables reach: articles and agreement in English, elision in French, particles in Korean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from soulkeep.text.moments import human_date
from soulkeep.text.particles import final_consonant
from soulkeep.text.statement_words import CONDITIONS, DIETS, NATIONS, ORGANIZATIONS
from soulkeep.text.statement_words import KIN as KIN_WORDS
from soulkeep.text.wording_tables import (
    FEELINGS,
    HABITS,
    HOURS,
    KIN,
    ONE_OF,
    OWN,
    QUOTES,
    RELATIONS,
    THE_ONE,
    WEEKDAYS,
    YEARS_OLD,
)

_SLOT = re.compile(r"\{([^{}]*)\}|<([^<>|]*)\|([^<>|]*)>|\[([^\[\]|]*)\|([^\[\]|]*)\]")
_DOUBLE_STOP = re.compile(r"([.!?。！？…])[.。]$")
_THINGS = 3
"""Things that are named as examples."""

_COUNTED = re.compile(
    r"(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|several|many|zwei|drei|vier|fünf|sechs|mehrere|deux|trois|quatre|cinq|six|"
    r"plusieurs|dos|tres|cuatro|cinco|seis|varios|varias)\b|(?:한|두|세|네|다섯|여섯|여러) ?(?:명|마리)|[一二三四五六七八九十两兩几]+[人匹羽个個只隻条])",
    re.IGNORECASE,
)
_WAY_OF_EATING = re.compile(
    rf"\b(?:{DIETS})\b|-free\b|based\b|\b(?:vegan|vegetar|pesce?ta|koscher|kosher|halal|lakto|gluten|végan|végét|pescé|casher|sans |sin |zölia|"
    r"celia|céliaq|keto|zuckerfrei)|채식|비건|할랄|코셔|글루텐|키토|페스코|유당|저탄|단식|식단|주의|菜食|ベジ|ヴィーガン|ビーガン|ハラル|グルテン|断食|制限|"
    r"素|清真|生酮|无麸|节食",
    re.IGNORECASE,
)
_DRINK = re.compile(
    r"\b(?:alcohol|coffee|tea|wine|beer|milk|sodas?|juice|water|kaffee|tee|wein|bier|milch|alkohol|café|thé|vin|bière|lait|alcool|vino|cerveza|"
    r"leche|té)$|(?:술|커피|홍차|녹차|맥주|우유|와인|소주|酒|茶|咖啡|コーヒー|ビール|牛乳|牛奶)$",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"(?:diabetic|asthmatic|epileptic|dyslexic|pregnant|autistic|colou?r[- ]?blind|deaf|blind|bipolar|an?a?emic|schwanger|blind|taub|farbenblind|"
    r"enceinte|aveugle|sourde?|daltonien(?:ne)?|diabétique|asthmatique|diabétic[oa]|asmátic[oa]|cieg[oa]|sord[oa]|daltónic[oa])",
    re.IGNORECASE,
)
_SCHOOL = re.compile(
    r"\b(?:university|college|school|institute|academy|mit|ucla|nyu|eth|universität|hochschule|université|école|universidad|escuela)\b|"
    r"(?:universität|hochschule|대학교?|학교|大学|大學|学院|高校)$",
    re.IGNORECASE,
)
_NOUN_BEGINS = re.compile(
    r"(?:to|an?|the|my|our|his|her|their|your|this|that|these|those|some|more|less|no|not|for|on|at|in|\d\S*|[A-Z]\S*|\w+ing|i|i['’]ll|we|you|it)\b"
)
"""What begins no verb that "to" would stand before."""

_DOING = re.compile(
    r"(?:be|do|have|read|avoid|write|learn|spend|eat|go|listen|see|hear|help|give|keep|find|get|make|take|try|stay|meet|bring|build|"
    r"(?:play|watch|travel|use|drink|cook|work|relax|walk|run|swim|bake|drive|buy|sit|sing|explore|create|share)"
    r"(?= (?:an?|the|my|our|with|in|on|out|around|to|from|at|for|by|some|new|games|movies|music|sports|books|food)\b))\b(?!-)"
)
"""Verbs that somebody likes to do."""

_BARE_TITLE = re.compile(
    r"(?:head|director|president|vice president|vp|chief|ceo|cto|cfo|coo|captain|dean|mayor)\b(?: of\b|$)", re.I
)
_DETERMINED = re.compile(
    r"(?:an?|the|my|our|his|her|their|one|self-employed|retired|unemployed|between|in|on|at)\b", re.IGNORECASE
)
_NATIONALITIES = frozenset(NATIONS.split())
_CALLED = {
    "de": {"kind": "Art"},
    "fr": {"kind": "Espèce"},
    "es": {"kind": "Especie"},
    "ko": {"kind": "종류", "marital status": "결혼 여부", "nationality": "국적"},
    "ja": {"kind": "種類", "marital status": "婚姻状況", "nationality": "国籍"},
    "zh": {"kind": "种类", "marital status": "婚姻状况", "nationality": "国籍"},
}
"""Relations that are named in a language's own words."""
_FREE = ("plan", "promise", "goal", "prefers", "likes", "dislikes", "avoids", "uses", "has", "attended", "learning")
"""Relations whose values are words of the teller's own, rather than names."""
_THEIRS = {
    "my": "their", "our": "their", "mine": "theirs", "ours": "theirs", "myself": "themselves", "ourselves": "themselves", "me": "them",
    "us": "them", "I'm": "they are", "I’m": "they are", "I've": "they have", "I’ve": "they have", "I'll": "they will", "I’ll": "they will",
}  # fmt: skip
_OWN_WORDS = {
    "en": re.compile(rf"\b(?:{'|'.join(sorted(_THEIRS, key=len, reverse=True))})\b(?!['’])"),
    "de": re.compile(r"\b(?:ich|mich|mir|mein\w*|wir|uns|unser\w*)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:je|me|moi|mon|ma|mes|nous|notre|nos)\b|\b[jm]['’]", re.IGNORECASE),
    "es": re.compile(r"\b(?:yo|me|mí|mis?|nos|nuestr[oa]s?)\b|\w{3,}[aei]rme\b", re.IGNORECASE),
    "ko": re.compile(r"(?<![가-힣])(?:내|제|나의|저의|나를|저를|나만의|우리)(?![가-힣])"),
    "ja": re.compile(r"私|僕|俺|(?<![一-龥])自分"),
    "zh": re.compile(r"我|咱"),
}
"""How a language's speakers name themselves: a sentence about them can't."""
_SPELT_WITH_VOWEL = re.compile(
    r"(?:[AEFHILMNORSX](?:[A-Z]|\b)|(?!(?:uni|use|usu|eu|one|ux|ur[io]|uk)\b|uni|use|usu|eu|one-)[aeiou]|hono|hour|heir)"
)
_FRENCH_EN = re.compile(
    "(?:france|allemagne|espagne|italie|suisse|belgique|angleterre|écosse|irlande|chine|corée|russie|pologne|autriche|turquie|grèce|suède|"
    "norvège|finlande|algérie|tunisie|égypte|inde|afrique|europe|asie|amérique|australie|bretagne|normandie|provence|alsace|corse)(?: du (?:sud|nord))?"
)
_FRENCH_AU = re.compile(
    "canada|japon|portugal|brésil|mexique|maroc|sénégal|québec|danemark|luxembourg|liban|pérou|chili|vietnam|cameroun|mali"
)


def fact_wording(told_by: str, subject: str, relation: str, value: str, holds: bool, language: str) -> str:
    """A statement as a sentence: "anna's sister lives in Vienna."

    Args:
        told_by: who stated it, by any name.
        subject: the words naming whom or what it is of ("sister", "Clara", "dog"); empty if it is the teller.
        relation: what it says of them: "home", "likes", "favourite film" …, or the name of a measured thing.
        value: as it was said.
        holds: False for what isn't so, or no longer: the sentence is true of both.
        language: of the sentence, ISO 639-1; English where we have none.
    """
    language = language if language in RELATIONS else "en"
    value, relation = " ".join(value.split()), " ".join(relation.split())
    who, own = _who(" ".join(told_by.split()), " ".join(subject.split()), language)
    kind, thing = _kind(relation, value, language)
    value = _neutral(kind, _fitted(kind, value, language), language)
    kin = KIN.get(language, {}).get(thing, _with_article(thing) if language == "en" else thing)
    bare = kin.split(" ", 1)[-1]  # without its article
    if not value and (thing in ONE_OF or thing in THE_ONE):  # "I have a sister": nothing but that
        kind, value = "has", kin
    slots = {
        "who": who,
        "whose": _possessive(who),
        "of": _of(who, language),
        "To": "A" + _of(who, "es")[2:],
        "relation": thing.lower() if language == "de" and kind == "favourite" else thing,
        "is": "are" if re.search(r"[^siu]s$", thing) else "is",
        "a kin": kin,
        "kin": bare,
        "the kin": _the(kin, bare, language),
        "value": value,
        "of value": _of(value, language),
        "in value": _in_french(value),
    }
    template = RELATIONS[language][kind][0 if holds else 1]
    text = _filled(template, slots, _several(own, language))
    article_first = bool(own) and language in ("fr", "es")
    if article_first or template.startswith(("{the kin}", "{relation}", "{kin}")):
        text = text[:1].upper() + text[1:]
    return _DOUBLE_STOP.sub(r"\1", text)


def repeated_wording(speaker: str, quote: str, count: int, since: datetime | None, asks: bool, language: str) -> str:
    """That somebody said or asked the same several times: 'anna has asked this 5 times since May 2026: “…”'.

    Args:
        speaker: who, by any name.
        quote: what, verbatim.
        count: how often.
        since: when first; None if unknown. Its month is named, in its own time zone.
        asks: it was asked rather than said.
        language: of the sentence, ISO 639-1; English where we have none.
    """
    opening, closing = QUOTES.get(language, ("“", "”"))
    quoted = f"{opening}{' '.join(quote.split())}{closing}"
    return _habit(
        "asked" if asks else "said",
        language,
        who=speaker,
        quote=quoted,
        count=str(count),
        since=_since(since, language),
    )


def topic_wording(speaker: str, topic: str, count: int, since: datetime | None, language: str) -> str:
    """That somebody speaks of something again and again: on so many days since a time, or if it is None, so many times."""
    return _habit(
        "turns" if since is None else "days",
        language,
        who=speaker,
        topic=topic,
        count=str(count),
        since=_since(since, language),
    )


def asked_wording(speaker: str, topic: str, count: int, since: datetime | None, language: str) -> str:
    """That somebody asked about something several times."""
    return _habit("about", language, who=speaker, topic=topic, count=str(count), since=_since(since, language))


def feeling_wording(speaker: str, topic: str, feeling: str, count: int, of: int, language: str) -> str:
    """That a feeling goes with a topic, so many times of those at which somebody showed any.

    Args:
        feeling: an English noun of `wording_tables.FEELINGS`; others stay as they are.
    """
    names = dict(zip(FEELINGS["en"].split(), FEELINGS.get(language, FEELINGS["en"]).split(), strict=True))
    return _habit(
        "feeling",
        language,
        who=speaker,
        topic=topic,
        feeling=names.get(feeling, feeling),
        count=str(count),
        all=str(of),
    )


def hour_wording(speaker: str, part: int, count: int, of: int, language: str) -> str:
    """At what part of the day somebody talks: 0 at night, 1 in the morning, 2 in the afternoon, 3 in the evening."""
    return _habit(
        "time", language, who=speaker, time=HOURS.get(language, HOURS["en"])[part], count=str(count), all=str(of)
    )


def weekday_wording(speaker: str, weekday: int, count: int, of: int, language: str) -> str:
    """On what day of the week somebody talks, 0 for Monday."""
    days = WEEKDAYS.get(language, WEEKDAYS["en"]).split("|")
    return _habit("time", language, who=speaker, time=days[weekday], count=str(count), all=str(of))


def taste_wording(speaker: str, shared: str, things: Sequence[str], of: int, language: str, *, is_class: bool) -> str:
    """That most of what somebody likes shares a word, or is of a class, with some of those things as examples."""
    comma = {"ja": "、", "zh": "、"}.get(language, ", ")
    return _habit(
        "kind" if is_class else "word",
        language,
        who=speaker,
        shared=shared,
        things=comma.join(things[:_THINGS]) + ("…" if len(things) > _THINGS else ""),
        count=str(len(things)),
        all=str(of),
    )


def _habit(kind: str, language: str, **slots: str) -> str:
    return _filled(HABITS.get(language, HABITS["en"])[kind], slots, False)


def _since(time: datetime | None, language: str) -> str:
    """Since when, by the month."""
    if time is None:
        return ""
    month = re.sub(r"^\d+\.? (?:de )?| ?\d+[일日]$", "", human_date(time, language))
    return HABITS.get(language, HABITS["en"])["since"].format(month=month)


def _filled(template: str, slots: Mapping[str, str], several: bool) -> str:
    """A template with its slots filled, its particles chosen by what stands before them."""
    text, end = "", 0
    for match in _SLOT.finditer(template):
        text += template[end : match.start()]
        end = match.end()
        if match[1] is not None:
            text += slots[match[1]]
        elif match[2] is not None:
            text += match[2] if final_consonant(text) else match[3]
        else:
            text += match[5] if several else match[4]
    return text + template[end:]


def _kind(relation: str, value: str, language: str) -> tuple[str, str]:
    """The template for a relation, and what its slot for the relation takes."""
    known = RELATIONS[language]
    head, _, thing = relation.partition(" ")
    if head in ("favourite", "favorite") and thing:
        return "favourite", thing
    if relation in ONE_OF or relation in THE_ONE:
        if relation in ONE_OF and _COUNTED.match(value) and (" " in value or language in ("ko", "ja", "zh")):
            return "has", relation
        if relation == "pet" and language == "en" and value[:1].islower():
            return "has", relation
        if relation in known:
            return relation, relation
        return ("one of" if relation in ONE_OF else "the one"), relation
    if relation in ("marital status", "nationality") or (relation == "origin" and value.casefold() in _NATIONALITIES):
        return (
            ("condition", relation) if "condition" in known else ("", _CALLED.get(language, {}).get(relation, relation))
        )
    if relation == "has":
        return "has", relation
    if called := _CALLED.get(language, {}).get(relation):
        return "", called
    if relation == "diet" and not _WAY_OF_EATING.search(value):
        return ("drinks" if _DRINK.search(value) else "eats"), relation
    if relation == "health" and "condition" in known and _STATE.fullmatch(value):
        return "condition", relation
    if relation == "studies" and "school" in known and _SCHOOL.search(value):
        return "school", relation
    if relation in known and relation not in ("one of", "the one", "has", "condition", "eats", "drinks"):
        return relation, relation
    if language == "en" and relation and relation.casefold() in value.casefold():
        return "has", relation  # 15K monthly active users
    return ("the one" if relation in KIN.get(language, {}) else ""), relation


def _fitted(kind: str, value: str, language: str) -> str:
    """A value as its template takes it: with an article, with "to", in years."""
    if kind == "age" and value.isdigit():
        return YEARS_OLD[language].format(value)
    if kind == "allergy":
        return re.sub(r" ?(?:알레르기|알러지|アレルギー)$", "", value) or value
    if language != "en" or not value:
        return value
    if kind == "plan" and re.match(r"[a-z]+ing\b", value):
        return f"on {value}"
    if kind in ("plan", "promise", "goal") and not _NOUN_BEGINS.match(value):
        return f"to {value}"
    if kind in ("likes", "dislikes", "prefers") and _DOING.match(value):
        return f"to {value}"
    if kind == "employer" and value.split()[-1] in ORGANIZATIONS and not _DETERMINED.match(value):
        return _with_article(value)
    titled = not (value.split()[-1].islower() or value[0].islower() or value[0].isdigit())
    if kind == "role" and not titled and not _DETERMINED.match(value) and not _BARE_TITLE.match(value):
        return _with_article(value)
    if kind == "attended" and not re.search(r"[^s]s$", value) and not _DETERMINED.match(value):
        return _with_article(value)
    if kind == "has" and not _COUNTED.match(value) and not _DETERMINED.match(value) and not re.search(r"[^s]s$", value):
        return _with_article(value)
    if (
        kind == "health"
        and re.fullmatch(CONDITIONS, value, re.IGNORECASE) is None
        and value.endswith(("condition", "disease"))
    ):
        return value if _DETERMINED.match(value) else _with_article(value)
    return value


def _neutral(kind: str, value: str, language: str) -> str:
    """A value in which the teller does not speak of themselves: English "my" becomes "their", other languages quote it."""
    if kind not in _FREE or not (said := _OWN_WORDS.get(language)) or not said.search(value):
        return value
    if language == "en":
        return said.sub(lambda found: _THEIRS[found[0]], value)
    opening, closing = QUOTES.get(language, ("“", "”"))
    return value if "「{value}」" in RELATIONS[language][kind][0] else f"{opening}{value}{closing}"


def _who(told_by: str, subject: str, language: str) -> tuple[str, str]:
    """Whom a statement is of, and which of the teller's people that is, if it is one of them."""
    if not subject or subject.casefold() == told_by.casefold() or not told_by:
        return subject or told_by, ""
    low = subject.casefold()
    local = KIN.get(language, {}).get(KIN_WORDS.get(low, low))
    if language in OWN:
        own = set(OWN[language].split())
        last = low.split()[-1]
        theirs = low in own or last in own or low.startswith(("my ", "meine ", "mein ")) or local is not None
        theirs = theirs or (
            language == "de"
            and last.endswith(("schwester", "bruder", "mutter", "vater", "freund", "freundin", "tochter"))
        )
    else:
        theirs = subject[0].islower() or low in KIN_WORDS
    if not theirs:
        return subject, ""
    named = re.sub(r"^(?:my|meine?|mon|ma|mes|mis?) ", "", subject) if local is None else local
    if language == "de":
        named = named.partition(" ")[2] if local else named
        return f"{told_by}{'’' if told_by[-1] in 'sßxzSXZ' else 's'} {named}", named
    if language in ("fr", "es"):
        article, _, noun = named.partition(" ") if local else ("", "", named)
        return (
            f"{_the(named, noun or named, language) if article else _guessed_article(noun, language)} {_of(told_by, language)}",
            named,
        )
    if language in ("ko", "ja", "zh"):
        return f"{told_by}{ {'ko': '의 ', 'ja': 'の', 'zh': '的'}[language] }{named}", named
    return f"{_possessive(told_by)} {subject[0].lower() + subject[1:] if low in KIN_WORDS else subject}", subject


def _several(own: str, language: str) -> bool:
    """Whether it is said of several, in English."""
    return (
        language == "en"
        and bool(re.search(r"(?:[^siu]s|children|people|folks|in-laws)$", own))
        and own not in ("mumps",)
    )


def _possessive(who: str) -> str:
    return f"{who}'s" if not re.search(r"[^s]s$", who) or who[:1].isupper() or "'s " not in who else f"{who}'"


def _with_article(noun: str) -> str:
    return f"{'an' if _SPELT_WITH_VOWEL.match(noun) else 'a'} {noun}"


def _the(kin: str, bare: str, language: str) -> str:
    """A French or Spanish noun with its definite article."""
    if language == "fr":
        return f"l'{bare}" if _elides(bare) else f"{'la' if kin.startswith('une ') else 'le'} {bare}"
    if language == "es":
        return f"{'la' if kin.startswith('una ') else 'el'} {bare}"
    return bare


def _guessed_article(noun: str, language: str) -> str:
    """A noun of unknown gender with an article, by its ending."""
    if language == "fr":
        if noun.endswith("s") and noun != "fils":
            return f"les {noun}"
        feminine = noun.endswith("e") or noun in ("sœur", "maman", "souris")
        return (
            f"l'{noun}"
            if _elides(noun)
            else f"{'la' if feminine and noun not in ('frère', 'père', 'grand-père', 'oncle') else 'le'} {noun}"
        )
    if noun.endswith("s"):
        return f"{'las' if noun.endswith('as') else 'los'} {noun}"
    return f"{'la' if noun.endswith('a') or noun in ('madre', 'mujer') else 'el'} {noun}"


def _of(who: str, language: str) -> str:
    """French or Spanish "of": d'anna, du frère, del hermano."""
    if language == "fr":
        for article, joined in (("le ", "du "), ("les ", "des ")):
            if who.startswith(article):
                return joined + who.removeprefix(article)
        return f"d'{who}" if _elides(who) else f"de {who}"
    return "del " + who.removeprefix("el ") if who.startswith("el ") else f"de {who}"


def _elides(word: str) -> bool:
    return word[:1].casefold() in tuple("aeiouâàéèêëîïôûœ")


def _in_french(place: str) -> str:
    """A place after "vivre": à Lyon, en France, au Japon."""
    first = place.casefold().removeprefix("la ").removeprefix("l'").removeprefix("le ")
    if re.match(r"(?:à|au|aux|en|dans|chez|près) ", place.casefold()):
        return place
    if _FRENCH_EN.fullmatch(first):
        return f"en {place[-len(first) :]}"
    if _FRENCH_AU.fullmatch(first):
        return f"au {place[-len(first) :]}"
    return f"aux {place[4:]}" if place.casefold().startswith("les ") else f"à {place}"
