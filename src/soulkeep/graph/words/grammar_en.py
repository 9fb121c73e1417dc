"""English word forms and sentences: plurals, articles, possessives, negation, coordination. Independent of RDF."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from soulkeep.graph.words.kinds import people
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
"""Mass nouns, which aren't counted."""

_NO_MEN = ("human", "german", "roman", "shaman", "talisman", "ottoman", "norman", "caiman")
_FORE = re.compile(r"(.*?\w)((?: (?:of|in|for|by|at|on|to|from|with|as)\b| \(|-in-law\b).*)", re.DOTALL)
"""A noun and the phrase that follows it: "place" and " of birth"."""

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
"""Adjectives of nations and peoples, which are capitalised."""
_OTHERWISE = frozenset(("polish", "attic", "latin", "roman", "gothic", "pole", "scotch", "native"))
"""Words for peoples that mean something else in lower case."""

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
"""An abbreviation that is read letter by letter."""

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
"""Words with the words that replace them under negation."""

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
"""Active verb phrases that look like passive ones: "entered service on"."""

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
_DONE = re.compile(
    r"\w+ (?:(?:\w+ly|up|out|off|down|away|together|in|back|over) )?(?:by|in|at|near|from|on|with|under|during|into)"
)
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
"""Nouns of roles that a thing mostly has one of."""

_BE = re.compile(r"(.*?) ((?:(?:is|are|was|were)(?:n't)?|includes?) .*)", re.DOTALL)


def _is_name(word: str) -> bool:
    """Return whether a capitalised word looks like a name, being neither a common noun nor an adjective."""
    low = word.casefold()
    return re.fullmatch(r"[A-Z][a-z]{4,}", word) is not None and not (
        is_noun(low) or _ADJECTIVE.fullmatch(low) or base_form(low) or low in _participles()["adjectives"]
    )


_NO_PASTS = frozenset(["ground", "wound", "saw", "felt", "rose", "cast", "set", "shot", "bore", "spoke", "fit"])
"""Nouns that look like past tenses: the ground of a club."""


class Negated(NamedTuple):
    """A denied verb phrase: its beginning, and the words that end the sentence (" any more")."""

    words: str
    late: str


def plural(noun: str) -> str:
    """Return the plural of a noun or a noun phrase: album → albums, place of birth → places of birth."""
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
    """Return whether a noun is a plural."""
    if after := _FORE.fullmatch(noun):
        noun = after[1]
    word = re.split(r"[ -]", noun.casefold())[-1]
    if word in _PLURALS or word in _UNCHANGED | _MASS:
        return False
    return word in _PLURALS.values() or word.endswith(("people", "women")) or bool(re.search(r"[^siu]s$", word))


def singulars(noun: str) -> list[str]:
    """Return the possible singulars of a lower-case English noun, the likeliest first; empty if it is no plural."""
    irregular = [one for one, many in _PLURALS.items() if many == noun]
    endings = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("s", ""))
    return irregular or [noun.removesuffix(end) + instead for end, instead in endings if noun.endswith(end)]


def is_mass(noun: str) -> bool:
    """Return whether a noun is not counted, such as "music"."""
    return noun.casefold().split(" ")[-1] in _MASS


def indefinite(noun: str) -> str:
    """Return a noun with "a" or "an"; unchanged if it has an article, is a plural or isn't counted."""
    if not noun or _DETERMINED.match(noun) or is_plural(noun) or is_mass(noun):
        return noun
    read = re.sub(r"^[\W_]+", "", noun)
    spelt = _SPELT.match(read)
    vowel = spelt[0][0] in "AEFHILMNORSX" if spelt else _VOWEL.match(read) is not None
    return f"{'an' if vowel else 'a'} {noun}"


def peoples(text: str) -> str:
    """Return a text with lower-case names of peoples capitalised: "a german zoologist"."""
    return re.sub(
        r"(?<![\w'’-])[a-z]{4,}(?![\w'’-])",
        lambda word: word[0].capitalize() if word[0] in _NATIONALITIES - _OTHERWISE else word[0],
        text,
    )


def common(noun: str) -> str:
    """Return a label as a common noun, in lower case except for abbreviations, names of peoples and proper nouns."""
    words = noun.split()
    if len(words) > 1 and _is_name(words[0]) and all(word.islower() for word in words[1:]):
        return noun  # an example: Komodo dragon
    return " ".join(
        word.lower() if re.fullmatch(r"[A-Z][a-zà-ÿ]*(?:-\w+)?", word) and word.lower() not in _NATIONALITIES else word
        for word in noun.split()
    )


_DID_IT_ON = re.compile(r"(\w+) (?:the|an?|his|her|its|their) (?:\w+ ){1,2}(?:on|in|at|since)")
"""What somebody did, and when: "joined the district on"."""


def verb_of(noun: str) -> str | None:
    """Return a property's label as a verb: "known for" → "is known for", "knows" → "knows"; None if it is a noun."""
    if _STATE.fullmatch(noun):
        return f"is {noun}"
    if (did := _DID_IT_ON.fullmatch(noun)) is not None and is_participle(did[1]):
        return noun
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
    if re.fullmatch(rf"(?:in|on|at|under|out|off) .+ (?:{PREPOSITION}|of)", noun):  # an example: in charge of
        return f"is {noun}"
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
    """Return a participle phrase as a predicate: "was built by", but "is captained by", and "fought in"."""
    first, _, rest = phrase.partition(" ")
    if first in _participles()["intransitive"] and not rest.startswith("by"):
        return phrase
    return f"{'was' if is_event(first) else 'is'} {phrase}"


def is_event(participle: str) -> bool:
    """Return whether a participle tells of a single event rather than of a lasting state."""
    return participle in _participles()["events"]


def several(verb: str) -> str:
    """Return a verb phrase in the plural: "is known for" → "are known for"."""
    if (role := re.fullmatch(r"is (?:an?|the) (.*?)( of)", verb)) is not None:
        return f"are {plural(role[1])}{role[2]}"
    first, space, rest = verb.partition(" ")
    other = {"is": "are", "was": "were", "has": "have"}.get(first)
    if other is None:
        other = (base_form(first) or first) if first.endswith("s") else first
    return other + space + rest


def possessed(name: str, words: str) -> str:
    """Return a clause about something that a thing has: "Charlie Parker's genre is Jazz".

    A name that takes no possessive, such as one with a bracket, comes after: "the genre of Sunny (1966) is Soul".
    """
    said = _BE.fullmatch(words)
    if said and (not name[-1:].isalnum() or "," in name):
        return f"the {said[1]} of {name} {said[2]}"
    plural_name = re.search(r"[^su]s$", name) and re.match(r"the ", name, re.IGNORECASE)
    return f"{name}'{'' if plural_name else 's'} {words}"


def owning(words: str) -> str:
    """Return the words about a possession in the plural: "genre is " → "genres are "."""
    noun = words.removesuffix(" is ")
    return words if noun == words or is_mass(noun) else f"{plural(noun)} are "


def owning_not(words: str) -> str | None:
    """Return the words about a possession, denied: "genre is " → "genre isn't "; None if they can't be denied."""
    said = _BE.fullmatch(words)
    if said is None:
        return None
    denied = negated(said[2])
    return None if denied is None or denied.late else f"{said[1]} {denied.words}"


def negated(words: str) -> Negated | None:
    """Return a verb phrase, denied: "recorded " → "didn't record "; None if it can't be denied.

    Args:
        words: the phrase up to its values, including the space before them.
    """
    first, space, rest = words.partition(" ")
    denied = _denied(first, rest)
    if denied is None:
        return None
    late = _LATE.get(first, "")
    rest = re.sub(r"\b(?:" + "|".join(_POLARITY) + r")\b", lambda found: _POLARITY[found[0]], denied[1])
    return Negated(denied[0] + (space if rest or words.endswith(" ") else "") + rest, late)


def _denied(first: str, rest: str) -> tuple[str, str] | None:
    """Return the first word of a verb phrase, denied, and the rest."""
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
    """Return parts joined as a list, with a comma before the conjunction if parts contain one themselves."""
    if len(parts) < 2:
        return "".join(parts)
    holds_list = any(re.search(r",(?!\d)| (?:and|or) ", part) for part in (parts[:1] if len(parts) == 2 else parts))
    separator = ", " if holds_list else " "
    return f"{', '.join(parts[:-1])}{separator}{conjunction} {parts[-1]}"


def listed_words(items: Sequence[str], conjunction: str) -> str:
    """Return names joined as a list; with semicolons between three or more if names contain commas."""
    if len(items) < 2:
        return "".join(items)
    commas = any("," in item for item in items[:-1])
    is_long = commas or any(re.search(r" (?:and|or) ", item) for item in items)
    if len(items) > 2 and commas:
        return f"{'; '.join(items[:-1])}; {conjunction} {items[-1]}"
    return f"{', '.join(items[:-1])}{',' if is_long else ''} {conjunction} {items[-1]}"


def sentence(text: str) -> str:
    """Return a text with an initial capital and one full stop; names such as "iPhone" are kept."""
    text = text.strip()
    if re.match(r"[a-zà-ÿ]+(?![A-Za-z])", text):
        text = text[0].upper() + text[1:]
    return text if re.search(r"[.!?…][\"”’')]*$", text) else f"{text}."
