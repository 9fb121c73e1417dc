"""German articles and pronouns, by a gender that an adjective, an ending, a table or the question shows."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

Gender = Literal["masculine", "feminine", "neuter"]

_ADJECTIVE = re.compile(r"(?:[a-zäöüß][\w-]*|[A-ZÄÖÜ]\w+(?:isch|sch))(e|er|es) (?=[A-ZÄÖÜ])")
"""An adjective before a noun, whose ending shows the gender."""

_ENDINGS: tuple[tuple[Gender, re.Pattern[str]], ...] = (
    (
        "feminine",
        re.compile(
            r"\w+(?:ung|heit|keit|schaft|tät|ion|ei|enz|anz|in|gruppe|bühne|straße|insel|stadt|burg|bahn|linie)"
        ),
    ),
    ("neuter", re.compile(r"\w+(?:chen|lein|ment|tum|ium|haus|schiff|werk|dorf|spiel|stück|fest|rennen|museum)")),
    ("masculine", re.compile(r"\w+(?:ling|ismus)")),
)
_PRONOUNS: dict[Gender, str] = {"masculine": "Er", "feminine": "Sie", "neuter": "Es"}
_OF_ADJECTIVES: dict[str, Gender] = {"e": "feminine", "er": "masculine", "es": "neuter"}
_LONGEST_END = 12
"""Most letters of a compound's end that is looked up."""


@lru_cache(maxsize=1)
def _genders() -> dict[str, frozenset[str]]:
    table = tomllib.loads((Path(__file__).parent / "genders.toml").read_text(encoding="utf-8"))
    return {gender: frozenset(str(words).split()) for gender, words in table.items()}


@lru_cache(maxsize=4096)
def german_gender(phrase: str) -> Gender | None:
    """Return the gender of a phrase in the singular; None if neither adjective nor noun shows it.

    Args:
        phrase: a noun with its modifiers: "jährliches Etappenrennen in Valdora".
    """
    if adjective := _ADJECTIVE.match(phrase):
        return _OF_ADJECTIVES[adjective[1]]
    noun = phrase.split()[0].rstrip(",;") if phrase.split() else ""
    if not noun[:1].isupper():
        return None
    low = noun.casefold()
    for length in range(min(len(low), _LONGEST_END), 2, -1):  # the longest known end
        for gender in _PRONOUNS:
            if low[-length:] in _genders()[gender]:
                return gender
    for gender, ending in _ENDINGS:
        if ending.fullmatch(noun):
            return gender
    if low.endswith("e") and not low.endswith(tuple(_genders()["not_feminine"])):
        return "feminine"
    return None


_NO_ARTICLE = frozenset(("burg", "schloss", "haus", "villa", "kloster", "gut", "lager", "insel", "stadt", "dorf"))
"""Nouns before a name that take no article: Burg Falkenstein."""

_ACCUSATIVE = re.compile(
    r"\bwelchen\b|\b(?:gibt'?s?|hat|habt|haben|hatte|kennst|kennt|kennen|besitzt|empfiehlst|brauch\w*|nenn\w*|zeig\w*)\b",
    re.IGNORECASE,
)
_KIND = r"(?:(?:eurer|unserer|dieser|der|von (?:euren|unseren|den|diesen)) )?[\w-]+"
_IS_SUBJECT = re.compile(
    rf"\W*(?:(?:und )?(?:welcher|wer|was (?:ist|is|war|sind)|was is['’]?n|welche[rs]? {_KIND} (?:ist|war|sind))\b|"
    rf"(?:was|welche[rs]? {_KIND}) (?:hat|hatte|braucht|bekam|bekommt) (?:den|die|das) \w+(?:st|ßt|er)e[nrs]? |"
    r"was hat mehr\b|"
    rf"welche[rs]? {_KIND} (?:haben (?!sie\b|wir\b|ihr\b)|hat "
    r"(?:(?:gar|noch|noch gar|überhaupt|denn) )?(?:den|einen|keinen|mehr|weniger|"
    r"die meisten|die wenigsten|viele?|\d)))",
    re.IGNORECASE,
)
"""Questions for what has something, not for what is had."""
_IS_OBJECT = re.compile(
    r"\W*[Ww]elche [\w-]+ (?!ist|heißt|kostet|gehört|wird)[a-zäöüß]+t (?:er|sie|man|[A-ZÄÖÜ]\w+ [A-ZÄÖÜ]\w+)\b"
)
"""Questions whose verb is followed by somebody who does it: "Welche Züge fährt Aylin Demir?"."""
_OTHER_CASE = re.compile(r"\b(?:in|an|auf|bei|aus|von|mit|zu|wessen|wem)\b(?: welche[mnrs]?| was)?\b", re.IGNORECASE)
_DEFINITE: dict[Gender, str] = {"masculine": "der", "feminine": "die", "neuter": "das"}


_NAMED_ADJECTIVE = re.compile(r"[A-ZÄÖÜ][a-zäöüß]+?(e|er|es)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_OWN_ARTICLE = re.compile(r"(Der|Die|Das) (?=[A-ZÄÖÜ])")
_PLURAL_END = re.compile(r"(?:en|er|eln|s|leute|kerle)$")
_WORD = re.compile(r"(?:\d+-)?[A-ZÄÖÜ][a-zäöüß]+(?:-[A-ZÄÖÜ][a-zäöüß]+)*")


class _NameOfANoun(NamedTuple):
    """A name with the gender of its noun, and whether an adjective in it is declined after the article."""

    gender: Gender
    adjective: str
    rest: str

    def after(self, article: str, *, oblique: bool) -> str:
        """Return the name after an article; `oblique`: in a case in which the adjective ends in -en."""
        if not self.adjective:
            return f"{article} {self.rest}"
        return f"{article} {self.adjective}{'en' if oblique else 'e'} {self.rest}"


def named_with_article(name: str, asked: str) -> str | None:
    """Return a thing's name with its article, if its noun shows the gender: "die Elefantenfütterung".

    Args:
        name: a name such as "Seebühne", "Theater Tandem" or "Alter Turm".
        asked: the question, which may need the name in the accusative.

    Returns:
        None if no noun shows the gender, or the question needs another case.
    """
    if _OTHER_CASE.match(asked.strip()):
        return None
    if (own := _OWN_ARTICLE.match(name)) is not None:
        article = "den" if own[1] == "Der" and _wants_accusative(asked) else own[1].lower()
        return f"{article}{name[own.end(1) :]}"
    if (parts := _name_of_a_noun(name)) is None:
        return None
    oblique = parts.gender == "masculine" and _wants_accusative(asked)
    return parts.after("den" if oblique else _DEFINITE[parts.gender], oblique=oblique)


def _wants_accusative(asked: str) -> bool:
    """Return whether what a question asks for is its object, as far as its verb and the word after it show."""
    if _IS_SUBJECT.match(asked):
        return False
    return _ACCUSATIVE.search(asked) is not None or _IS_OBJECT.match(asked) is not None


def in_named_place(name: str) -> str | None:
    """Return a place's name with "in": "in der Alten Bibliothek", "im Turm"; None if no noun shows the gender."""
    return after_preposition("in", name)


_CONTRACTED = {"in dem": "im", "an dem": "am", "bei dem": "beim", "von dem": "vom", "zu dem": "zum", "zu der": "zur"}


def after_preposition(preposition: str, name: str, *, accusative: bool = False) -> str | None:
    """Return a thing's name after a preposition: "auf der Großen Bühne"; None if no noun shows the gender.

    Args:
        preposition: in small letters.
        name: the name, as a subject.
        accusative: whether the preposition is one with that case, such as "für"; else it has the dative.
    """
    parts = _name_of_a_noun(name)
    if parts is None:
        return None
    if accusative:
        masculine = parts.gender == "masculine"
        return f"{preposition} {parts.after('den' if masculine else _DEFINITE[parts.gender], oblique=masculine)}"
    words = f"{preposition} {'der' if parts.gender == 'feminine' else 'dem'}"
    return parts.after(_CONTRACTED.get(words, words), oblique=True)


def _name_of_a_noun(name: str) -> _NameOfANoun | None:
    words = name.split()
    if not words or not _WORD.fullmatch(words[0]) or (len(words) > 1 and words[0].casefold() in _NO_ARTICLE):
        return None
    if len(words) > 1 and words[-1].isdigit() and not _YEAR.fullmatch(words[-1]):
        return None  # Parzelle 15, Bus 7, but the Sommerfest 2026
    adjective = _NAMED_ADJECTIVE.fullmatch(words[0]) if len(words) > 1 and _WORD.fullmatch(words[1]) else None
    if (
        adjective is not None
        and _of_noun(words[0].casefold()) is not None
        and not _is_adjective(words[0][: adjective.start(1)])
    ):
        adjective = None  # Großmutter Schlehdorn
    if adjective is not None and adjective[1] == "er" and _is_of_a_place(words[0]):
        if (gender := _of_noun(words[1].casefold())) is not None:
            return _NameOfANoun(gender, "", name)
        adjective = None
    if adjective is not None and (gender := _of_noun(words[1].casefold())) == _OF_ADJECTIVES[adjective[1]]:
        return _NameOfANoun(gender, words[0].removesuffix(adjective[1]), " ".join(words[1:]))
    if (
        adjective is not None
        and _is_adjective(words[0].removesuffix(adjective[1]))
        and not _PLURAL_END.search(words[1])
    ):
        stem, rest = words[0].removesuffix(adjective[1]), " ".join(words[1:])
        return _NameOfANoun(_OF_ADJECTIVES[adjective[1]], stem, rest) if _of_noun(words[1].casefold()) is None else None
    gender = _of_noun(words[0].casefold())
    return None if gender is None else _NameOfANoun(gender, "", name)


def _is_adjective(stem: str) -> bool:
    return stem.lower() in _genders()["adjectives"]


def _is_of_a_place(word: str) -> bool:
    """Return whether a word in -er is called after a place, and keeps its ending: Grieselbacher, Wiener."""
    stem = word.lower().removesuffix("er")  # with its ß
    ends = stem.endswith(tuple(_genders()["ends_of_places"])) and stem not in _genders()["no_places"]
    return ends or stem in _genders()["places"]


_FEMININE = re.compile(r"\w{3,}(?:ung|schaft|tät|tion|gruppe|bühne|straße|linie|stik|thek|erei|heit|keit|erie)")


def _of_noun(low: str) -> Gender | None:
    """Return the gender of a compound, by the longest noun at its end."""
    shortest = 2 if low.endswith("hof") or len(low) == 3 else 3
    for length in range(min(len(low), _LONGEST_END), shortest, -1):
        for gender in _PRONOUNS:
            if low[-length:] in _genders()[gender]:
                return gender
    return "feminine" if _FEMININE.fullmatch(low) else None


def german_article(phrase: str) -> str | None:
    """Return "ein" or "eine" for a phrase in the singular; None if its gender isn't known."""
    gender = german_gender(phrase)
    return None if gender is None else "eine" if gender == "feminine" else "ein"


def german_pronoun(phrase: str) -> str | None:
    """Return "Er", "Sie" or "Es" for a phrase; None if its gender isn't known."""
    gender = german_gender(phrase)
    return None if gender is None else _PRONOUNS[gender]


def german_pronoun_of_name(name: str) -> str | None:
    """Return "Er", "Sie" or "Es" for a name with an article, or with a noun of known gender; None otherwise."""
    article = name.split(" ")[0]
    if article in ("der", "die", "das"):
        return {"der": "Er", "die": "Sie", "das": "Es"}[article]
    parts = _name_of_a_noun(name)
    return None if parts is None else _PRONOUNS[parts.gender]


_MEASURED = re.compile(r"\b(von|mit|in|auf|nach) ([\d.,]+) (\w*(?:[Mm]eter|[Ll]iter)|Tage|Monate|Jahre)\b")


def dative(text: str) -> str:
    """Return a text with measures after prepositions such as "mit" in the dative: "mit 2715 Metern"."""
    return _MEASURED.sub(lambda found: found[0] if found[2] == "1" else f"{found[0]}n", text)


_BEFORE_NOMINATIVES = frozenset(("ist", "war", "wurde", "wird", "hat", "kostet", "dauert", "denn", "als", "oder"))
_OBLIQUE = frozenset(("der", "dem", "des", "im", "am", "vom", "zum", "zur", "beim", "ins", "ans"))
"""Articles, also in prepositions, that show that a name has one, but not which in the nominative."""


def nominative(name: str, asked: str) -> str:
    """Return a name with the article that a question gives it, in the nominative; unchanged if there is none."""
    match = re.search(rf"(?<!\w)(?:(\w+) )?(\w+) {re.escape(name)}(?!\w)", asked, re.IGNORECASE)
    if match is None:
        return name
    before, article = (match[1] or "").casefold(), match[2].casefold()
    if article in ("die", "das"):
        return f"{article} {name}"
    if article == "den" or (article == "der" and before in _BEFORE_NOMINATIVES):
        return f"der {name}"
    parts = _name_of_a_noun(name) if article in _OBLIQUE else None
    return name if parts is None else parts.after(_DEFINITE[parts.gender], oblique=False)
