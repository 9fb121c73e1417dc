"""Places as answers without a sentence: "In Dunmoor.", "At the Salt Warehouse.", "On Harbour Street."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from soulkeep.graph.terms import is_iri
from soulkeep.graph.words.articles import bare_words, is_work
from soulkeep.graph.words.bare_names import stands_bare
from soulkeep.graph.words.grammar_de import after_preposition, in_named_place
from soulkeep.graph.words.lexicon import Lexicon
from soulkeep.graph.words.spoken import listed_words
from soulkeep.graph.words.verb_names import verb_name
from soulkeep.lang.particles import attached
from soulkeep.lang.quoting import marks

_OTHER_WAY = re.compile(
    r"\b(?:from|to|into|towards?)\b[\s?!.]*+$|\bcomes?\b.{0,80}?\bfrom\b|^from where|\bwo(?:her|hin)\b", re.I
)
"""A question for a direction, from or to a place."""

_HAPPENS_AT = re.compile(
    r"\b(?:perform\w*|premier\w*|play\w*|held|meet\w*|work\w*|stud\w*|train\w*|teach\w*|taught)\b", re.IGNORECASE
)
_ARTICLE = re.compile(r"(?:der|die|das) ")
IN_WHICH = re.compile(r"^\W*(?:und )?in welche[mnr]\b", re.I)
"""A German question that is answered by a place, too."""
_FROM_WHERE = re.compile(r"^\W*(?:und )?(?:woher (?:kommt|kam|stammte?)\b|wo (?:kommt|kam)\b.*\bher\b)", re.I)
_BARE_TOWN = r"(?!\w*(?:ei|eiz|USA|ande)\b)[A-ZÄÖÜ][a-zäöüß]+(?:-[A-ZÄÖÜ][a-zäöüß]+)?"
"""A town or country that has no article, as far as its end shows."""
_AFTER_PREPOSITION = re.compile(
    r"^\W*(?:und )?(?:(?P<thing>auf|an|aus|bei|in|von|zu|mit|unter|neben|hinter|vor|nach) welche[mnr]"
    r"|(?P<until>bis wann)|wo(?P<with>mit|von|bei)\b"
    r"|(?P<object>für|um|durch|gegen|ohne) welche[sn]?|(?P<made>woraus|aus was)"
    r"|(?P<many>für) wie ?viele?|(?P<since>seit) wann|(?P<hour>um wie ?viel uhr|wann genau)"
    r"|(?P<person>mit|von|bei|zu|für|gegen|über|an|nach) we[mn])\b",
    re.I,
)
"""A German question whose preposition the answer repeats: "Mit wem …?" – "Mit Ute."."""

_TOWNS = re.compile(rf"{_BARE_TOWN}(?: und {_BARE_TOWN})?")
_PLOT = re.compile(r"(?:Parzelle|Beet|Stellplatz|Platz|Feld|Deck|Bahn) \d+\w?")
_NUMBERED = re.compile(r"(?:Zimmer|Raum|Stall|Halle|Saal|Haus|Gehege|Zwinger|Box) \d+\w?")
_WHERE = re.compile(r"\bwo\b", re.IGNORECASE)
_OF_A_TOWN = re.compile(
    r"^\W{0,3}(?:und )?wo\b.*(?:geboren|gestorben|\bwohn|\bleb|aufgewachsen|\bher\b)", re.IGNORECASE
)
_SEVERAL = re.compile(
    r"((?:[A-ZÄÖÜ]\w+er )?[A-ZÄÖÜ]\w*(?:[Tt]age|[Ss]piele|[Nn]ächte|[Ww]ettkämpfe|[Mm]eisterschaften))"
)
"""Names in the plural: Süderwischer Dressurtage."""
_DATED_NAME = re.compile(r"^([A-ZÄÖÜ][a-zäöüß]+) (\d{1,2}\. .+)$")
"""A name of a kind and a day: Markttag 13. Juni."""
_SINGLE = re.compile(r"[A-ZÄÖÜ][\w-]+")
_DAY = re.compile(r"\d{1,2}\. ")
_DATE = re.compile(r"(?:(?:\d{1,2}\. )?[A-ZÄ][a-zä]{2,8} )?\d{4}")
_HOUR = re.compile(r"\d{1,2}(?::\d\d)?")
_GERMAN_IN = re.compile(
    r"^.*(?:raum|saal|zimmer|haus|halle|turm|schloss|burg|museum|theater|park|garten|wald|keller|küche|dorf|stadt|tal|"
    r"see|hafen|gasthof|krug|bibliothek|kirche|schule|galerie|kapelle|scheune|werkstatt|hotel|gehege|kabinett|flügel|kammer|stall|zoo)",
    re.I,
)


@lru_cache(maxsize=1)
def _prepositions() -> dict[str, str]:
    return {word: said for said in ("in", "at", "on") for word in bare_words(f"{said}_places")}


def where(text: str, found: Sequence[str], property: str, asked: str, language: str, lexicon: Lexicon) -> str:
    """Return places with the preposition for being there, as an answer to "where"; unchanged if none is certain.

    Args:
        text: the places in words.
        found: the places as terms.
        property: the property by which they were found; "" for none.
        asked: the question.
        language: ISO 639-1; only English, German and Korean get prepositions.
        lexicon: names of the places and their classes.
    """
    if not text or not found:
        return text
    if language == "de" and (put := _in_german_town(text, found, asked, lexicon)) != text:
        return put
    if (language != "ko" and not all(map(is_iri, found))) or _OTHER_WAY.search(asked):
        return text
    if any(is_iri(one) and lexicon.is_person(one) for one in found):
        return text
    if language == "ko":
        if re.search(r"어디(?:에)?서", asked):
            return attached(text, "에서")
        stays = re.search(r"어디(?:에|쯤)? ?(있|살)", asked)
        return f"{text}에 {'있어' if stays[1] == '있' else '살아'}" if stays else text
    if language == "de":
        return _german(text, found, asked, lexicon)
    if language != "en" or re.match(r"\s*which\b", asked, re.I):
        return text
    said = {_preposition(one, asked, lexicon) for one in found}
    preposition = said.pop() if len(said) == 1 else ""
    if not preposition:
        pattern = lexicon.sentence(property, "en") if property else None
        if property and pattern is None and (verb := verb_name(property, lexicon)) is not None:
            pattern = f"{verb} {{object}}"
        told = re.search(r" (in|at|on) \{object\}$", pattern or "")
        preposition = told[1] if told else ""
    if not preposition:
        return text
    return f"{preposition} {re.sub(r'^The (?=[A-Z])', 'the ', text)}"


def held_at(found: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """Return the places of events that were found for "where", a premiere's venue; none if they aren't all events."""
    places = dict[str, None]()
    for one in found:
        kinds = {kind.casefold().split(" ")[-1] for kind in lexicon.kinds(one)} if is_iri(one) else set()
        there = [end for _, end in lexicon.about(one) if is_iri(end) and _preposition(end, "", lexicon)]
        if len(there) != 1 or not kinds & bare_words("events"):
            return ()
        places[there[0]] = None
    return tuple(places)


def _preposition(place: str, asked: str, lexicon: Lexicon) -> str:
    kind = lexicon.class_of(place)
    label = lexicon.label(kind, "en") if kind else ""
    last = lexicon.label(place, "en").split()[-1:]
    for name in (label, *last):
        words = re.findall(r"[a-zé]+", name.casefold())
        if words and (said := _prepositions().get(words[-1])):
            inside = said == "in" and words[-1] in ("library", "castle", "palace", "hall", "house", "aquarium")
            return "at" if inside and _HAPPENS_AT.search(asked) else said
    return ""


_ON_A_DAY = re.compile(r"\W*an welche[mnr] \w*(?:tag|abend|morgen|nacht|nächt|termin|wochenende)", re.IGNORECASE)


def after_asked_preposition(text: str, found: Sequence[str], asked: str, lexicon: Lexicon) -> str:
    """Return a German answer with the preposition of its question; unchanged where the case can't be formed."""
    if _FROM_WHERE.match(asked):
        return f"aus {text}" if re.fullmatch(rf"{_BARE_TOWN}(?: und {_BARE_TOWN})?", text) else text
    match = _AFTER_PREPOSITION.match(asked)
    if match is None or not found:
        return text
    if same := match["person"] or match["many"]:
        return f"{same.lower()} {text}"
    if match["until"]:
        return f"bis {'zum ' * (_DAY.match(text) is not None)}{text}" if _DATE.fullmatch(text) else text
    if match["since"]:
        return f"seit {'dem ' * (_DAY.match(text) is not None)}{text}" if _DATE.fullmatch(text) else text
    if match["hour"]:
        return f"um {text} Uhr" if _HOUR.fullmatch(text) else text
    if match["made"]:
        return text if text.startswith("aus ") else f"aus {text}"
    before, accusative = (match["thing"] or match["with"] or match["object"]).lower(), match["object"] is not None
    if not all(map(is_iri, found)):
        return f"{before} {text}" if before in ("in", "aus") and _TOWNS.fullmatch(text) else text
    if all(is_work(lexicon.label(kind, "en")) for one in found if (kind := lexicon.class_of(one))):
        titles = [quoted_title(lexicon.label(one, "de")) for one in found]
        return f"{before} {listed_words(titles, 'de', most=len(titles))}"
    if before == "an" and _ON_A_DAY.match(asked):
        before = "bei"  # "an welchen Abenden?" – "beim Sommerfest"
    put = [_put(before, one, lexicon, accusative=accusative) for one in found]
    if not all(put):
        return text
    if all(one.startswith(f"{before} ") for one in put):  # "für den Turm und das Tor", but "im Turm und in der Burg"
        put[1:] = [one.removeprefix(f"{before} ") for one in put[1:]]
    return listed_words(put, "de", most=len(put))


def _put(preposition: str, term: str, lexicon: Lexicon, *, accusative: bool) -> str:
    """Return a thing's German name after a preposition; "" where its case can't be formed."""
    name = _DATED_NAME.sub(r"\1 vom \2", lexicon.label(term, "de"))
    if lexicon.is_person(term) or (stands_bare(term, lexicon, "de") and not _ARTICLE.match(name)):
        return f"{preposition} {name}"
    if (put := after_preposition(preposition, name, accusative=accusative)) is not None:
        return put
    if not accusative and (several := _SEVERAL.fullmatch(name)) is not None:
        return f"{preposition} den {several[1].removesuffix('n')}n"
    return f"{preposition} {name}" if _SINGLE.fullmatch(name) else ""


def quoted_title(name: str) -> str:
    """Return a title in German quotation marks."""
    opening, closing = marks("de")
    return f"{opening}{name}{closing}"


def _in_german_town(text: str, found: Sequence[str], asked: str, lexicon: Lexicon) -> str:
    """Return a town, plot or numbered room with its German preposition: "Wo wurde er geboren?" – "In Süderkoog.",
    "Woher kommt es?" – "Aus Slowenien."; unchanged where the question doesn't show what it is."""
    if _FROM_WHERE.match(asked):
        return after_asked_preposition(text, found, asked, lexicon)
    if _PLOT.fullmatch(text):
        return f"auf {text}"
    if _NUMBERED.fullmatch(text):
        return f"in {text}"
    if len(found) == 1 and not is_iri(found[0]) and _WHERE.search(asked) and _GERMAN_IN.fullmatch(text.split()[0]):
        return in_named_place(text) or text
    return f"in {text}" if _OF_A_TOWN.search(asked) and re.fullmatch(_BARE_TOWN, text) else text


def _german(text: str, found: Sequence[str], asked: str, lexicon: Lexicon) -> str:
    if not re.search(r"\bwo\b", asked, re.I) and not IN_WHICH.search(asked):
        return text
    if (put := after_asked_preposition(text, found, asked, lexicon)) != text:
        return put
    names = [lexicon.label(one, "de").casefold() for one in found]
    if all(stands_bare(one, lexicon, "de") for one in found) and not any(map(_ARTICLE.match, names)):
        return f"in {text}"
    if len(found) > 1:
        return text
    inside = any(map(_GERMAN_IN.fullmatch, text.split()[:2]))
    return (in_named_place(text) if inside else None) or text
