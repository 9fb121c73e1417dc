"""Descriptions of things in the data, as sentences."""

from __future__ import annotations

import re

from soulkeep.graph.episodes.listing import sentence
from soulkeep.graph.knowledge import Knowledge
from soulkeep.graph.words import grammar_en
from soulkeep.graph.words.articles import bare_words
from soulkeep.graph.words.grammar_de import german_article
from soulkeep.graph.words.spoken import spoken as spoken_name
from soulkeep.graph.words.verbs_en import base_form, is_participle
from soulkeep.lang.classes import is_noun
from soulkeep.lang.pack import pattern, subject, wording
from soulkeep.lang.particles import attached

_LONGEST = 300
"""Most characters of a description that is told."""


_NOUNS = 12
"""Most words of a description that may be a noun phrase."""


_ONE_ONLY = frozenset(("first", "second", "third", "last", "only", "most", "main", "capital", "former"))


def description(
    thing: str, language: str, knowledge: Knowledge, *, foreign: bool = True, any_language: bool = False
) -> str:
    """Return the data's description of a thing as a sentence; "" if there is none.

    Args:
        thing: the thing.
        language: the language to tell it in, ISO 639-1.
        knowledge: the data.
        foreign: whether an English description serves if there is none in the language.
        any_language: whether one in any language does.
    """
    lexicon = knowledge.lexicon
    texts = list(lexicon.descriptions(thing))
    others = [spoken.split("-")[0] for _, spoken in texts] if any_language else []
    for wanted in (language, "", *(["en"] if foreign else []), *others):
        for text, spoken in texts:
            if spoken.split("-")[0] == wanted and text.strip():
                put = _put(_cut(text.strip()), spoken_name(thing, lexicon, language), language)
                if lexicon.is_person(thing) and not lexicon.may_live(thing):
                    put = _over(put, spoken_name(thing, lexicon, language), language)
                if language == "en":
                    put = grammar_en.peoples(put)
                    if not lexicon.is_person(thing):
                        put = _LATER.sub(lambda found: f"{found[1]}It {found[2].lower()}", put)
                return put if spoken in (language, "") else sentence(_cut(text.strip()), language)
    return ""


_DOES = re.compile(r"[A-Z][a-z]*[a-rt-z]s ([a-z]+)")
"""A description that may tell what a thing does: "Lets the wearer see through walls."."""

_HANGS = re.compile(
    rf"(?:{grammar_en.PREPOSITION}|and|or|that|which|who|where|is|are|was|were|along|around|beside|between|beyond)"
)
"""What follows a noun, rather than a verb: "Ruins near the lake"."""

_WITHOUT_SUBJECT = re.compile(
    r"(?:(?:Can(?:not)?|Can['’]t|Could|Must|Won['’]t) (?=[a-z])|(?:May|Will) (?=(?:not|be|only|never)\b)"
    r"|(?:Is|Was|Has|Had|Does|Did|Isn['’]t) (?!it\b|he\b|she\b|they\b|there\b)(?=[a-z]))(?=[^?]*$|[^.!?]*[.!])"
)
"""How a sentence of a description begins that leaves its subject out: "Cannot be bought."."""

_LATER = re.compile(rf"((?<=\w)[.!] )({_WITHOUT_SUBJECT.pattern})")

_QUALITIES = re.compile(r"[A-Z][a-z]+(?:, [a-z][a-z-]+){0,3},? (?:and|but) [a-z-]+\b(?![^.]* (?:is|are|was|were)\b)")
"""A description that may be of adjectives alone: "Soundproof, chilly and smelling of apples."."""

_NOUN_PHRASE = re.compile(r"(?:The|An?|One of) ")


_HEAD = re.compile(
    r"([A-Z][a-z’'-]+(?: [a-z’'-]+){0,4}?)"
    r"(?=[.,;:]| (?:whose|that|which|who|with|of|for|in|on|near|from|by|at|[a-z]+ed) )"
)
"""A description that is a noun without an article: "Restless volcano whose plume …"."""


_NO_PHRASE = re.compile(r"\b(?:the|an?|its|his|her|their|your|you)\b|^[A-Z][\w-]*[^lsu]s .")  # "Guards the gate"


_GERMAN_HEAD = re.compile(
    r"[A-ZÄÖÜ]\w+(?:, (?:in |auf |an |mit |bei )?(?:der|die|das|dem|den|wo)|"
    r" (?:der|des|in|an|am|im|mit|von|für|aus|auf|über|unter|bei|beim|nahe|ohne|zwischen|zum|zur))\b"
)


_GERMAN_OWNER = re.compile(r"(?:unsere?|eure?|euer|meine?|deine?|seine?|ihre?) [A-ZÄÖÜ]", re.IGNORECASE)
_GERMAN_ADJECTIVE = re.compile(r"([A-ZÄÖÜ][a-zäöüß]{2,}e[rs]?) ([A-ZÄÖÜ][a-zäöüß]+)\b")
"""A description that begins with an adjective: "Achteckige Laube mit Samowar"."""

_GERMAN_PHRASE = re.compile(r"(?:Ein|Eine|Der|Die|Das) ")


_MAIN = re.compile(r"[,;:.–]| (?:which|that|who|whose|where|when) ")


_KOREAN_PHRASE = re.compile(r"[^.!?。…]*[^.!?。…다요죠까야어아지네군]\.")
"""A Korean description that ends in a noun, and yet in a full stop."""


_FINITE = re.compile(r"\b(?:is|are|was|were|has|have|had|can|will|does|did|makes?|lives?|runs?|holds?|keeps?)\b")


_GERMAN_FINITE = re.compile(r"\b(?:ist|sind|war|waren|hat|haben|kann|wird|wurde|lebt|liegt|steht)\b")


def _over(text: str, name: str, language: str) -> str:
    """Return a description of a dead person in the past tense."""
    is_, was = subject("joining", language).get("is_was", ("", ""))
    return f"{name} {was}{text[len(name) + len(is_) + 1 :]}" if is_ and text.startswith(f"{name} {is_} ") else text


_GERMAN_SUPERLATIVE = re.compile(r"([A-ZÄÖÜ][a-zäöüß]*[sß]t)(e|er|es)(?= [A-ZÄÖÜ])")
_GERMAN_TITLE = re.compile(
    r"(?:Graf|Gräfin|König|Königin|Herzog|Herzogin|Fürst|Fürstin|Kaiser|Kaiserin|Papst|Bischof) von "
)


def _put(text: str, name: str, language: str) -> str:
    """Return a description as a sentence; some vocabularies have only noun phrases, "mountain in Valdora"."""
    bare = name.casefold().removeprefix("the ")
    if language == "en" and name and not text.casefold().removeprefix("the ").startswith(bare):
        if _WITHOUT_SUBJECT.match(text) or _tells_what_it_does(text):
            return sentence(f"{name} {text[0].lower()}{text[1:]}", language)
        if _NOUN_PHRASE.match(text) and not _FINITE.search(_MAIN.split(text)[0]):
            return sentence(f"{name} is {text[0].lower()}{text[1:]}", language)
        if _QUALITIES.match(text) and not is_noun(text.split(",")[0].split()[0].casefold()):
            return sentence(f"{name} is {text[0].lower()}{text[1:]}", language)
        head = None if _FINITE.search(_MAIN.split(text)[0]) else _HEAD.match(text)
        if (
            head
            and not (_NO_PHRASE.search(head[1]) or grammar_en.is_plural(head[1]))
            and is_noun(noun := head[1].split()[-1].casefold())
        ):
            phrase = head[1][0].lower() + head[1][1:]
            put = phrase if noun in bare_words("mass") else _definite(phrase) or grammar_en.indefinite(phrase)
            return sentence(f"{name} is {put}{text[head.end() :]}", language)
    if language == "de" and name and not _GERMAN_FINITE.search(_MAIN.split(text)[0]):
        if _GERMAN_PHRASE.match(text):
            return sentence(f"{name} ist {text[0].lower()}{text[1:]}", language)
        if superlative := _GERMAN_SUPERLATIVE.match(text):
            the = {"e": "die", "er": "der", "es": "das"}[superlative[2]]
            rest = text[superlative.end() :]
            return sentence(f"{name} ist {the} {superlative[1].lower()}e{rest}", language)
        if _GERMAN_TITLE.match(text):
            return sentence(f"{name} ist {text}", language)
        if _GERMAN_OWNER.match(text):
            return sentence(f"{name} ist {text[0].lower()}{text[1:]}", language)
        adjective = _GERMAN_ADJECTIVE.match(text)
        article = german_article(adjective[2]) if adjective else None
        if adjective and article and adjective[1].endswith({"eine": ("e",), "ein": ("er", "es")}.get(article, ())):
            return sentence(f"{name} ist {article} {text[0].lower()}{text[1:]}", language)
        article = german_article(text) if _GERMAN_HEAD.match(text) else None
        if article is not None:
            return sentence(f"{name} ist {article} {text}", language)
    if language == "ko" and name and _KOREAN_PHRASE.fullmatch(text):
        text = text[:-1]
    if text[-1] in ".!?。…" or len(text.split()) > _NOUNS or not name:
        return sentence(text, language)
    if language == "en":
        owned = re.match(r"(?:\S+ ){0,3}\S+['’]s ", text) is not None
        if owned:
            return sentence(f"{name} is {text}", language)
        return sentence(f"{name} is {_definite(text) or grammar_en.indefinite(text)}", language)
    if language == "ko":
        return sentence(attached(attached(name, "은(는) ") + text, "(이)야"), language)
    if language == "de" and (article := german_article(text)):
        return sentence(f"{name} ist {article} {text}", language)
    return sentence(f"{name}: {text}", language)


def _tells_what_it_does(text: str) -> bool:
    """Return whether a description begins with a verb, and not with a noun in the plural."""
    match = _DOES.match(text)
    if match is None or base_form(text.split()[0].casefold()) is None:
        return False
    return not (_HANGS.fullmatch(match[1]) or is_participle(match[1]))


def _definite(text: str) -> str:
    """Return a noun phrase with "the" if it tells of the only such thing; else ""."""
    first = text.split()[0].casefold()
    return f"the {text}" if first.endswith("est") or first in _ONE_ONLY or first[0].isdigit() else ""


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    end = max(text.rfind(stop, 0, _LONGEST) for stop in (". ", "。", "! ", "? "))
    return text[: end + 1] if end > 60 else f"{text[:_LONGEST].rstrip()}…"


def as_it(text: str, entity: str, language: str, knowledge: Knowledge, asked: str) -> str:
    """Return a description without the name that was asked about: "It's an inn.", "Das ist ein Gasthof."."""
    what = pattern("questions", "asks_what_it_is", language)
    name = knowledge.lexicon.label(entity, language)
    if what is None or not what.search(asked) or name.casefold() not in asked.casefold():
        return text
    begun = wording("joining", "it_is", language)
    return re.sub(
        rf"^(?:(?:The|Der|Die|Das) )?{re.escape(name)} (?:is|ist) (?=(?:an?|eine?|unsere?) )", f"{begun} ", text
    )
