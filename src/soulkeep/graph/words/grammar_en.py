"""English word forms and sentences: plurals, articles, possessives, negation, coordination. Knows nothing of RDF."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from soulkeep.graph.words.people import people
from soulkeep.graph.words.verbs_en import base_form, is_participle
from soulkeep.lang.classes import is_noun
from soulkeep.lang.people_words import NATIONS

_PLURAL_PAIRS = (
    "child:children person:people man:men woman:women foot:feet tooth:teeth goose:geese mouse:mice ox:oxen louse:lice "
    "die:dice quiz:quizzes life:lives wife:wives knife:knives leaf:leaves half:halves wolf:wolves shelf:shelves "
    "self:selves loaf:loaves thief:thieves calf:calves elf:elves scarf:scarves hero:heroes potato:potatoes "
    "tomato:tomatoes echo:echoes veto:vetoes torpedo:torpedoes volcano:volcanoes criterion:criteria "
    "phenomenon:phenomena medium:media bacterium:bacteria datum:data genus:genera corpus:corpora alumnus:alumni "
    "stimulus:stimuli nucleus:nuclei radius:radii fungus:fungi cactus:cacti matrix:matrices vertex:vertices "
    "appendix:appendices stomach:stomachs monarch:monarchs epoch:epochs bus:buses gas:gases lens:lenses alias:aliases "
    "canvas:canvases atlas:atlases bias:biases iris:irises"
)
_PLURALS = dict(pair.split(":") for pair in _PLURAL_PAIRS.split())
_SAME = "series species sheep fish deer aircraft spacecraft offspring means corps headquarters bison salmon"
_UNCHANGED = frozenset(_SAME.split())
_UNCOUNTED = (
    "music information education equipment research software hardware money knowledge furniture weather clothing "
    "luggage advice progress traffic homework jewellery jewelry news mathematics physics politics economics athletics "
    "gymnastics linguistics chaos health"
)
_MASS = frozenset(_UNCOUNTED.split())
"""Nouns that are not counted."""

_NO_MEN = ("human", "german", "roman", "shaman", "talisman", "ottoman", "norman", "caiman")
_FORE = re.compile(r"(.*?\w)((?: (?:of|in|for|by|at|on|to|from|with|as)\b| \(|-in-law\b).*)", re.DOTALL)
"""A noun, and what is said of it after it: "place" and " of birth"."""

_PEOPLES = (
    "asian african european siberian bengal persian arabian malayan sumatran andean himalayan caribbean "
    "mediterranean arctic antarctic roman celtic norse viking latin victorian edwardian gothic byzantine ottoman "
    "prussian bavarian sicilian venetian tuscan hawaiian californian texan alaskan tibetan mongolian nepalese "
    "burmese cambodian afghan syrian lebanese armenian georgian kazakh serbian croatian slovenian albanian "
    "estonian latvian lithuanian maltese sudanese tanzanian ugandan zambian tunisian libyan bolivian venezuelan "
    "ecuadorian jamaican haitian catalan basque breton flemish saxon nordic scandinavian slavic jewish christian "
    "muslim islamic buddhist hindu catholic protestant"
)
_NATIONALITIES = frozenset(f"{NATIONS} {_PEOPLES}".split())
"""Adjectives that are written with a capital."""
_OTHERWISE = frozenset(("polish", "attic", "latin", "roman", "gothic", "pole", "scotch", "native"))
"""Words for peoples that mean something else in small letters."""

_ADJECTIVE = re.compile(
    r".*(?:[aeiou]l|ic|ous|ive|ed|ing|able|ible|ant|ent|ary|ory|less|ful|ish|some|y|er|est|ern|lar)"
)
_DETERMINED = re.compile(r"(?:an?|the|my|our|his|her|its|their|your|this|that|one of|some)\b", re.IGNORECASE)
_VOWEL = re.compile(
    r"(?:8|1[18](?!\d)|honest|hono|hour|heir|"
    r"(?!uni(?![nmd])|union|us[aeiu]|ur[aeio]|ut[aeio]|ubi|uk|uga|eu|ewe|one(?![a-z])|once|ouija)[aeiouàáâäåæéèêëíîïóôöøœúûü])",
    re.IGNORECASE,
)
_SPELT = re.compile(r"[B-DF-HJ-NP-TV-XZ]+s?(?![A-Za-z])|[A-Z]{1,3}s?(?![A-Za-z])")
"""An abbreviation read letter by letter."""

_AUXILIARIES = {
    "is": "isn't", "are": "aren't", "was": "wasn't", "were": "weren't", "am": "am not", "can": "can't",
    "could": "couldn't", "will": "won't", "would": "wouldn't", "should": "shouldn't", "must": "mustn't",
    "may": "may not", "might": "might not", "did": "didn't", "does": "doesn't", "do": "don't",
    "include": "don't include",
}  # fmt: skip
_DENIED = {denied: said for said, denied in _AUXILIARIES.items()}
_DENIED |= {"hasn't": "has", "haven't": "have", "hadn't": "had"}
_HAVE = {"has": ("hasn't", "doesn't have"), "have": ("haven't", "don't have"), "had": ("hadn't", "didn't have")}
_DO = {"did": "didn't do", "does": "doesn't do", "do": "don't do"}
_POLARITY = {f"some{end}": f"any{end}" for end in ("", "one", "body", "thing", "where")}
"""What English says in place of a word under negation."""

_LATE = {"still": " any more", "also": " either", "too": " either", "already": " yet"}
_ADVERB = re.compile(r"(?:also|often|once|first|later|always|mostly|still|already|\w+ly)\b")
_UNDENIABLE = re.compile(r"\b(?:and|but|never|nor|no|not|nothing|nobody|none|hardly|only)\b|[,;]")

PREPOSITION = r"(?:of|in|for|by|at|on|to|from|with|as|after|under|against|about|over|near|into|through|across)"
_SAID_OF = re.compile(
    rf"(?:\w+ed|known|born|made|written|held|sung|won|set|found|taught|led|sold)(?: \w+)* {PREPOSITION}"
)
_DID_TO = re.compile(
    r"(?:entered|joined|left|reached|won|received|changed|lost|made|began|started|took) "
    r"(?:service|office|power|duty|work|force|use|hands|form|shape|root) (?:on|in|at|from)"
)
"""What happened to something, which isn't what was done to it: "entered service on"."""

_DOES = re.compile(
    rf"(?:is|was|are|were|can|lives?|works?|plays?|belongs?|\w+[^su]s) (?:\w+ )*{PREPOSITION}|(?:is|was) \w+"
)
_VERB = re.compile(
    r"knows|likes|loves|hates|dislikes|owns|uses|plays|speaks|contains|includes|prefers|teaches|wrote|sang|won|taught|"
    r"wields|rules|depicts|borders|connects|leads|holds|guards|serves|follows|employs|inhabits|orbits|features|slew|fears|"
    r"secretly loves|possesses|worships|protects|commands|manages|runs|eats|hunts|sells|makes|buys|needs|keeps|"
    r"requires|produces|wears|hosts|visits|grants|brews|trains|crafts|summons|heals|carries|sings|"
    r"(?!\w{0,2}ed$|\w*eed$|hundred|sacred|kindred)\w+ed"
)


_STATE = re.compile(
    rf"(?:located|based|situated|known|named|called|used|owned|ruled|kept|allied|married|connected|related|dedicated|"
    rf"inhabited|influenced|filed|housed|guarded|inspired|interested|involved|engaged) (?:\w+ )*{PREPOSITION}"
)
_DONE = re.compile(r"\w+ (?:(?:\w+ly|up|out|off|down|away|together) )?(?:by|in|at|near|from|on|with|under|during|into)")
_ROLE = re.compile(r"((?:\w+ ){0,2}\w+) of")
_ROLE_IN = re.compile(r"((?:\w+ ){0,2}\w+) (?:in|at|for|on|with)")
_NO_ROLES = frozenset(
    [
        "date",
        "place",
        "number",
        "year",
        "time",
        "cause",
        "name",
        "country",
        "language",
        "type",
        "kind",
        "point",
        "source",
        "city",
        "currency",
        "amount",
        "level",
        "length",
        "rate",
        "state",
        "day",
        "month",
        "location",
        "lot",
        "set",
        "list",
        "version",
        "title",
        "sort",
        "order",
    ]
)
_ONE_OF_A_KIND = frozenset(
    [
        "captain",
        "head",
        "capital",
        "mayor",
        "leader",
        "king",
        "queen",
        "father",
        "mother",
        "owner",
        "founder",
        "author",
        "creator",
        "president",
        "husband",
        "wife",
        "chair",
        "chairman",
        "director",
        "governor",
        "ruler",
        "headmaster",
        "master",
        "patron",
        "mouth",
        "source",
        "winner",
    ]
)
"""Roles of which a thing has one, mostly."""

_BE = re.compile(r"(.*?) ((?:(?:is|are|was|were)(?:n't)?|includes?) .*)", re.DOTALL)


def _is_name(word: str) -> bool:
    """Whether a word with a capital is a name, as far as its form tells: neither a common noun nor an adjective."""
    low = word.casefold()
    return re.fullmatch(r"[A-Z][a-z]{4,}", word) is not None and not (
        is_noun(low) or _ADJECTIVE.fullmatch(low) or base_form(low) or low in _participles()["adjectives"]
    )


_NO_PASTS = frozenset(["ground", "wound", "saw", "felt", "rose", "cast", "set", "shot", "bore", "spoke", "fit"])
"""Nouns that look like verbs of the past: the ground of a club."""


class Negated(NamedTuple):
    """A verb phrase that denies: what it begins with, and what comes after everything else (" any more")."""

    words: str
    late: str


def plural(noun: str) -> str:
    """The plural of a noun or a noun phrase: album → albums, place of birth → places of birth, series → series."""
    if after := _FORE.fullmatch(noun):
        return plural(after[1]) + after[2]
    start = max(noun.rfind(" "), noun.rfind("-")) + 1
    return noun[:start] + _plural_word(noun[start:])


def _plural_word(word: str) -> str:
    low = word.casefold()
    if not re.search(r"[a-zà-ÿ]$", low) or low in _UNCHANGED | _MASS or is_plural(word):
        return word
    if word.isupper() and len(word) > 1:
        return f"{word}s"
    if low in _PLURALS:
        return word[0] + _PLURALS[low][1:]
    if low.endswith("person"):
        return f"{word[:-6]}people"
    if low.endswith("man") and not low.endswith(_NO_MEN):
        return f"{word[:-3]}men"
    if re.search(r"(?:[^aeiou]|qu)y$", low):
        return f"{word[:-1]}ies"
    if low.endswith("sis"):
        return f"{word[:-2]}es"
    return f"{word}es" if low.endswith(("s", "x", "z", "ch", "sh")) else f"{word}s"


def is_plural(noun: str) -> bool:
    """Whether a noun is written as a plural."""
    if after := _FORE.fullmatch(noun):
        noun = after[1]
    word = re.split(r"[ -]", noun.casefold())[-1]
    if word in _PLURALS or word in _UNCHANGED | _MASS:
        return False
    return word in _PLURALS.values() or word.endswith(("people", "women")) or bool(re.search(r"[^siu]s$", word))


def singulars(noun: str) -> list[str]:
    """What an English plural in lower case may be the plural of, the likeliest first; empty for no plural."""
    irregular = [one for one, many in _PLURALS.items() if many == noun]
    endings = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("s", ""))
    return irregular or [noun.removesuffix(end) + instead for end, instead in endings if noun.endswith(end)]


def is_mass(noun: str) -> bool:
    """Whether a noun is not counted, such as "music"."""
    return noun.casefold().split(" ")[-1] in _MASS


def indefinite(noun: str) -> str:
    """A noun with "a" or "an" before it; as it is if it has an article, is a plural or isn't counted."""
    if not noun or _DETERMINED.match(noun) or is_plural(noun) or is_mass(noun):
        return noun
    read = re.sub(r"^[\W_]+", "", noun)
    spelt = _SPELT.match(read)
    vowel = spelt[0][0] in "AEFHILMNORSX" if spelt else _VOWEL.match(read) is not None
    return f"{'an' if vowel else 'a'} {noun}"


def peoples(text: str) -> str:
    """A text with capitals where it names peoples in small letters: "a german zoologist"."""
    return re.sub(
        r"(?<![\w'’-])[a-z]{4,}(?![\w'’-])",
        lambda word: word[0].capitalize() if word[0] in _NATIONALITIES - _OTHERWISE else word[0],
        text,
    )


def common(noun: str) -> str:
    """A label as a common noun: capitals go, except in abbreviations and names of peoples, and of what no noun is."""
    words = noun.split()
    if len(words) > 1 and _is_name(words[0]) and all(word.islower() for word in words[1:]):
        return noun  # Komodo dragon
    return " ".join(
        word.lower() if re.fullmatch(r"[A-Z][a-zà-ÿ]*(?:-\w+)?", word) and word.lower() not in _NATIONALITIES else word
        for word in noun.split()
    )


def verb_of(noun: str) -> str | None:
    """What a property's label says as a verb: "known for" → "is known for", "knows" → "knows"; None if it is a noun."""
    if _STATE.fullmatch(noun):
        return f"is {noun}"
    if _DONE.fullmatch(noun) and is_participle(noun.split(" ")[0]):
        return done(noun)
    adverb, _, after = noun.partition(" ")
    if _ADVERB.fullmatch(adverb) and _DONE.fullmatch(after) and is_participle(after.split(" ")[0]):
        return f"was {noun}"
    if _DID_TO.fullmatch(noun):
        return noun
    if _SAID_OF.fullmatch(noun):
        return f"is {noun}"
    if _DOES.fullmatch(noun) or _VERB.fullmatch(noun):
        return noun
    if (role := _ROLE.fullmatch(noun)) and role[1].split(" ")[-1] not in _NO_ROLES:
        article = "the" if role[1].split(" ")[-1] in _ONE_OF_A_KIND else indefinite(role[1]).split(" ")[0]
        return f"is {article} {noun}"
    if (role := _ROLE_IN.fullmatch(noun)) and role[1].split(" ")[-1] in people():
        return f"is {indefinite(role[1])}{noun[role.end(1) :]}"
    first, *rest = noun.split(" ")
    past = base_form(first) is not None and not first.endswith(("s", "ed"))
    if not rest and first in _NO_PASTS:
        return None
    return noun if past and (not rest or re.fullmatch(PREPOSITION, rest[-1])) else None


@lru_cache(maxsize=1)
def _participles() -> dict[str, frozenset[str]]:
    table = tomllib.loads((Path(__file__).parent / "participles.toml").read_text(encoding="utf-8"))
    return {name: frozenset(str(words).split()) for name, words in table.items()}


def done(phrase: str) -> str:
    """A participle and what hangs on it, said of something: "was built by", but "is captained by", and "fought in"."""
    first, _, rest = phrase.partition(" ")
    if first in _participles()["intransitive"] and not rest.startswith("by"):
        return phrase
    return f"{'was' if is_event(first) else 'is'} {phrase}"


def is_event(participle: str) -> bool:
    """Whether a participle tells of what happened once, rather than of what goes on."""
    return participle in _participles()["events"]


def several(verb: str) -> str:
    """A verb phrase of one, said of several: "is known for" → "are known for"."""
    if (role := re.fullmatch(r"is (?:an?|the) (.*?)( of)", verb)) is not None:
        return f"are {plural(role[1])}{role[2]}"
    first, space, rest = verb.partition(" ")
    other = {"is": "are", "was": "were", "has": "have"}.get(first)
    if other is None:
        other = (base_form(first) or first) if first.endswith("s") else first
    return other + space + rest


def possessed(name: str, words: str) -> str:
    """What is said of something that a thing has: "Charlie Parker's genre is Jazz".

    A name of which no possessive can be made, as one in a bracket, comes after: "the genre of Sunny (1966) is Soul".
    """
    said = _BE.fullmatch(words)
    if said and (not name[-1:].isalnum() or "," in name):
        return f"the {said[1]} of {name} {said[2]}"
    return f"{name}'{'' if re.search(r'[^s]s$', name) and name.startswith('The ') else 's'} {words}"


def owning(words: str) -> str:
    """What is said of what a thing has, of several: "genre is " → "genres are "."""
    noun = words.removesuffix(" is ")
    return words if noun == words or is_mass(noun) else f"{plural(noun)} are "


def owning_not(words: str) -> str | None:
    """What is said of what a thing has, denied: "genre is " → "genre isn't "; None if it can't be told how."""
    said = _BE.fullmatch(words)
    if said is None:
        return None
    denied = negated(said[2])
    return None if denied is None or denied.late else f"{said[1]} {denied.words}"


def negated(words: str) -> Negated | None:
    """A verb phrase as it is denied: "recorded " → "didn't record "; None if it can't be told how.

    Args:
        words: the phrase up to its values, with the space before them.
    """
    first, space, rest = words.partition(" ")
    denied = _denied(first, rest)
    if denied is None:
        return None
    late = _LATE.get(first, "")
    rest = re.sub(r"\b(?:" + "|".join(_POLARITY) + r")\b", lambda found: _POLARITY[found[0]], denied[1])
    return Negated(denied[0] + (space if rest or words.endswith(" ") else "") + rest, late)


def _denied(first: str, rest: str) -> tuple[str, str] | None:
    """The first word of a verb phrase, denied, and the rest."""
    second = rest.split(" ")[0]
    if second == "not":
        return first, rest.removeprefix("not ")
    if first in _DENIED:
        return _DENIED[first], rest
    if _ADVERB.match(first) and rest:
        inner = _denied(second, rest.partition(" ")[2])
        if inner is None:
            return None
        auxiliary, _, verb = inner[0].partition(" ")
        adverb = "" if first in _LATE else f"{first} "
        return auxiliary, f"{adverb}{verb} {inner[1]}" if verb else adverb + inner[1]
    if second in ("never", "no", "hardly", "only"):
        return None
    if first in _HAVE:
        return _HAVE[first][0 if is_participle(second) else 1], rest
    if first in _DO and not rest:
        return _DO[first], rest
    if first in _AUXILIARIES:
        return _AUXILIARIES[first], rest
    base = base_form(first)
    if base is None or _UNDENIABLE.search(rest):
        return None
    past = not first.endswith("s") or first.endswith("ss")
    return f"{'didn' if past else 'doesn'}'t {base}", rest


def coordinated(parts: Sequence[str], conjunction: str = "and") -> str:
    """Parts joined as a list; a comma stands before the conjunction where parts hold one of their own."""
    if len(parts) < 2:
        return "".join(parts)
    holds_list = any(re.search(r",(?!\d)| (?:and|or) ", part) for part in (parts[:1] if len(parts) == 2 else parts))
    separator = ", " if holds_list else " "
    return f"{', '.join(parts[:-1])}{separator}{conjunction} {parts[-1]}"


def listed_words(items: Sequence[str], conjunction: str) -> str:
    """Names joined as a list; semicolons between three or more if names hold commas."""
    if len(items) < 2:
        return "".join(items)
    commas = any("," in item for item in items[:-1])
    is_long = commas or any(re.search(r" (?:and|or) ", item) for item in items)
    if len(items) > 2 and commas:
        return f"{'; '.join(items[:-1])}; {conjunction} {items[-1]}"
    return f"{', '.join(items[:-1])}{',' if is_long else ''} {conjunction} {items[-1]}"


def sentence(text: str) -> str:
    """A text with a capital at its beginning and one stop at its end; names such as "iPhone" keep their letters."""
    text = text.strip()
    if re.match(r"[a-zà-ÿ]+(?![A-Za-z])", text):
        text = text[0].upper() + text[1:]
    return text if re.search(r"[.!?…][\"”’')]*$", text) else f"{text}."
