"""Turning sentences of a description into the first person: "Holmes is a detective" becomes "I am a detective".

It works for English and Korean; sentences with a word that may mean somebody else are not turned.
"""

# ruff: noqa: E501 - tables of words

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from soulkeep.lang import pack
from soulkeep.lang.language import detect
from soulkeep.lang.names import proper_names
from soulkeep.lang.people_words import KIN, KIN_PLURAL, distinct_words
from soulkeep.lang.selfhood import speaks_of_self
from soulkeep.reply.persona import Persona, any_of, names_of
from soulkeep.reply.phrases import is_polite
from soulkeep.reply.phrases_persona import traits
from soulkeep.reply.topics import entry_of, in_own_words
from soulkeep.reply.voice.first_person_korean import korean


def about_oneself(sentences_told: Sequence[str], persona: Persona) -> list[str]:
    """Return the sentences of a description that are about the character, rather than about somebody it mentions."""
    names = any_of(names_of(persona.name))
    statements: list[str] = []
    ours = True  # whether "he" is the character
    other = ""  # gender of the other person in the last sentence
    for sentence in sentences_told:
        language = detect(sentence, persona.language)
        opened = _begins("pronoun", language, sentence)
        pronoun = opened is not None
        if opened is not None and not ours and other and _genders().get(opened[0].lower(), other) != other:
            ours = True  # as in "Her father was a fisherman. She …"
        if pack.of_any_language("persona", "others").match(sentence) or (pronoun and not ours):
            continue
        possessive = _begins("possessive", language, sentence) is not None
        if possessive and not ours:
            continue
        statements.append(sentence)
        if not pronoun:
            ours = _people().search(sentence) is None if possessive else _opens_with_oneself(sentence, names, language)
            other = _other_gender(sentence, names)
    return statements


def _begins(key: str, language: str, sentence: str) -> re.Match[str] | None:
    """Match the beginning of a sentence with a pattern of the language's pack."""
    said = pack.pattern("persona", key, language, ignore_case=True)
    return None if said is None else said.match(sentence)


@lru_cache(maxsize=1)
def _genders() -> dict[str, str]:
    """Return the gender of each pronoun, in all languages; the German "sie" may be several."""
    return {
        word: gender
        for gender, key in (("m", "he"), ("f", "she"))
        for language in pack.saying("persona", key)
        for word in pack.words("persona", key, language)
    }


def _other_gender(sentence: str, names: str) -> str:
    """Return whether a sentence about one relative of the character is about a man ("m") or a woman ("f"); else ""."""
    men, women = pack.of_any_language("persona", "men"), pack.of_any_language("persona", "women")
    spoken_of = {gender for gender, relatives in (("m", men), ("f", women)) if relatives.search(sentence)}
    unnamed = women.sub("", men.sub("", sentence))
    others = [name for name in proper_names(unnamed) if not re.search(names, name)]
    return spoken_of.pop() if len(spoken_of) == 1 and not others else ""


def _opens_with_oneself(sentence: str, names: str, language: str) -> bool:
    """Return whether a sentence's subject is the character, judging by its beginning."""
    if re.match(rf"(?:{names})(?!['’]s\b|의|の|的)", sentence, re.IGNORECASE):
        return True
    if re.match(r"(?:you|i|a|an|du|ich|je|tu|un|une|una|ein|eine|yo)\b|나는|저는|私は|我", sentence, re.IGNORECASE):
        return True
    named = [name for name in proper_names(sentence) if not re.fullmatch(names, name)]
    return language == "de" or not (named or _people().search(sentence))


def first_person(sentence: str, persona: Persona, language: str) -> str | None:
    """Return a sentence about the character as it would say it itself, in a language; None if that isn't safe."""
    unquoted = _QUOTATION.sub(" ", sentence)
    if unquoted != sentence or "{{" in sentence or "|" in sentence:
        return None
    entry = entry_of(sentence)
    if entry is not None:
        fits = _may_be_in(language, entry.value, persona)
        return in_own_words(entry, language, polite=is_polite(persona, language)) if fits else None
    if detect(sentence, persona.language) != language:
        return None
    others = rf"{any_of(names_of(persona.name))}|(?<!\w){pack.subject('persona', language).get('pronoun', '(?!)')}"
    own = _KOREAN_SELF.search(sentence) if language == "ko" else speaks_of_self(sentence, language)
    if (
        own
        and not pack.of_any_language("asking", "spoken_to").search(sentence)
        and not re.search(others, sentence, re.I)
    ):
        return _ended(sentence)
    if language == "en":
        return english(sentence, persona.name)
    return korean(sentence, persona) if language == "ko" else None


def _may_be_in(language: str, value: str, persona: Persona) -> bool:
    """Return whether a value of a list may be in a language; short ones are hard to tell."""
    if language in ("ko", "ja", "zh") and re.search(r"[^\W\d_]", value) and not re.search(_OF_ASIA, value):
        return False
    return detect(value, detect(persona.description, language)) == language


_OF_ASIA = r"[가-힣぀-ヿ㐀-䶿一-鿿]"
_QUOTATION = re.compile(r"[“”\"«»„「」『』]")
_KOREAN_SELF = re.compile(r"(?:^|\s)(?:나는|나도|내가|내|저는|저도|제가|제)(?=\s)")
"""Pattern without 전, which also means "ago"."""
_WIDE = r"[぀-ヿ㐀-䶿一-鿿]"


def _ended(sentence: str) -> str:
    """Return a sentence with a full stop at its end."""
    if sentence[-1] in '.!?…。！？」"”':
        return sentence
    return f"{sentence}。" if not sentence[-1].isascii() and re.match(_WIDE, sentence[-1]) else f"{sentence}."


# -- English -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _people() -> re.Pattern[str]:
    """Return a pattern of words for other people."""
    return re.compile(
        rf"\b(?:{'|'.join(sorted({*KIN, *KIN_PLURAL}, key=len, reverse=True))}|friends?|king|queen|prince|princess|lord|lady|master|boss|man|woman|boy|girl|"
        r"people|neighbou?rs?|colleagues?|enem(?:y|ies)|rivals?|students?|clients?|customers?|guests?|villagers?|uncle|aunt|cousins?|twin)\b",
        re.IGNORECASE,
    )


_ADVERBS = (
    r"(?:(?:also|always|never|often|still|usually|rarely|seldom|sometimes|really|secretly|once|now|currently|already|just|only|deeply|truly|greatly|"
    r"barely|hardly|mostly|generally|constantly|quietly|frequently|especially|particularly|even|both) )*"
)
_BE = {
    "is": "am",
    "isn't": "am not",
    "has": "have",
    "hasn't": "haven't",
    "does": "do",
    "doesn't": "don't",
    "was": "was",
    "wasn't": "wasn't",
}
_WITH_I = {"are": "am", "aren't": "am not", "were": "was", "weren't": "wasn't"}
_UNCHANGED = distinct_words(
    "had hadn't did didn't can can't cannot could couldn't may might must mustn't will won't would wouldn't shall should shouldn't went came saw grew "
    "fell lost found left made took fought stood sat kept held spent told won wore led built became began knew met ran spoke taught thought wrote "
    "bought brought felt gave got heard sold slept swore drew drank ate broke chose forgot rode sang set put cut"
)
_NOT_VERBS = distinct_words(
    "always perhaps besides sometimes afterwards towards its his this as us yes thus unless across series news"
)
_SURE_VERBS = distinct_words(
    "live write speak read sing teach sell make eat wear enjoy collect keep love like hate want need know think believe feel hope wish prefer adore "
    "despise detest fear seek serve solve spend take give go come bring carry wear own learn become help protect dislike loathe run own tell say "
    "understand remember forget dwell reside tend grow bake brew grieve travel own manage seem strive"
)
_POSSIBLE_VERBS = distinct_words(
    "play work walk talk drink dream cook dance hunt guard rule study smile joke drive ride fight paint smoke sleep swim train laugh watch "
    "listen care look use ask answer call move trade sail farm mine repair craft forge design paint photograph treat nurse "
    "practise practice visit plan hide rest stay stand sit start stop try worry wonder judge report heal draw fish garden"
)
_BETWEEN_TRAITS = distinct_words("and but very quite rather a little bit always sometimes yet also")
_DETERMINED = re.compile(
    r"(?:the|a|an|his|her|their|my|your|this|that|these|those|every|each|all|any|some|no|it|them|him|me|everyone|everything|people|to)\b",
    re.I,
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_RELATIVE = re.compile(r"\b(?:who|which|that|whose|whom|where)\b", re.IGNORECASE)


def english(sentence: str, name: str) -> str | None:
    """Return an English sentence about a character in the first person; None if that isn't safe."""
    text = " ".join(sentence.replace("’", "'").split())
    names = any_of([called for called in names_of(name) if not called.startswith(("{", "<"))])
    if re.search(r"\b(?:you|your|yours|yourself|you're|you've)\b", text, re.IGNORECASE):
        return None if re.search(r"\b(?:he|she|they|his|her|him)\b", text, re.IGNORECASE) else _from_you(text)
    if (turned := _from_belongings(text, names)) is not None:
        return turned
    if _only_traits(text):
        return _ended("I am " + text[0].lower() + text[1:])
    if not re.search(rf"\b(?:{names}|he|she)\b", text, re.IGNORECASE) or re.match(r"an?\b", text, re.IGNORECASE):
        return _from_noun(text, names)
    return _from_third(text, names)


def _only_traits(text: str) -> bool:
    """Return whether a text only lists traits: "Gruff but kind."."""
    words = _WORD.findall(traits().sub(" ", text).lower())
    return traits().search(text) is not None and set(words) <= _BETWEEN_TRAITS


def _from_noun(text: str, names: str) -> str | None:
    """Turn "A detective from London." into "I am a detective from London."; return None if unsafe."""
    match = re.match(
        r"(?:an?) (?P<noun>(?:[\w'-]+,? ){0,6}?[\w'-]+)(?= ?(?:[.!…]|$|, | (?:who|that|whose|with|of|in|from|at|for|on|living|working|and|to|turned)\b))",
        text,
        re.IGNORECASE,
    )
    if match is None:
        return None
    said = match["noun"].replace(",", "").lower().split()
    rest = text[match.end() :]
    head = said[-1]
    if head.endswith("s") and not head.endswith(("ss", "us", "is")):
        return None
    if head.endswith("ed") or {*_BE, *_UNCHANGED, "and"} & set(said):
        return None
    relative = _RELATIVE.search(rest)
    plain = rest[: relative.start()] if relative else rest
    if re.search(r", (?:this|the|it|there|these|those)\b", rest) or _finite(plain):
        return None
    if re.search(rf"\b(?:{'|'.join(map(re.escape, _BE))}|he|she|they|{names})\b", plain, re.IGNORECASE):
        return None
    if relative is not None and re.search(rf"[,;] (?:he|she|they|{names})\b", rest):
        return None
    turned = _possessives(plain) if not _people().search(plain.split(" his ")[0].split(" her ")[0]) else plain
    if turned is None:
        return None
    return _ended(f"I am {text[0].lower()}{text[1 : match.end()]}{turned}{rest[len(plain) :]}")


def _finite(text: str) -> bool:
    """Return whether a text seems to hold a verb in the third person with an object: "brings the"."""
    words_of = _WORD.findall(text)
    return any(
        first.endswith("s") and base_form(first) in _SURE_VERBS | _POSSIBLE_VERBS and _DETERMINED.match(second)
        for first, second in pairwise(words_of)
    )


def _from_you(text: str) -> str | None:
    """Turn "You are a dwarf, and guard your axe." into "I am a dwarf, and guard my axe."; return None if unsafe."""
    if re.match(r"(?:[^,]{0,60}, )?you(?:r|'re|'ve)?\b", text, re.IGNORECASE) is None:
        return None
    relative = _RELATIVE.search(text)
    if re.search(r"(?:,|\band|\bbut|\bor) (?:are|were|aren't|weren't)\b", text, re.IGNORECASE) and relative:
        return None
    for pattern, turned in (
        (r"\byou're\b", "I'm"),
        (r"\byou've\b", "I've"),
        (r"\byou'll\b", "I'll"),
        (r"\byou'd\b", "I'd"),
        (r"\byours\b", "mine"),
        (r"\byourself\b", "myself"),
    ):
        text = re.sub(pattern, turned, text, flags=re.IGNORECASE)
    text = re.sub(r"\byour\b", "my", text).replace("Your ", "My ")
    subject = r"(?P<before>^|[,;:] |\b(?:and|but|or|because|that|when|while|if|as|though|although|where|what|who|since|so|until|before|after) )"
    text = re.sub(
        rf"{subject}you (?P<adverb>{_ADVERBS})(?P<verb>are|aren't|were|weren't)\b",
        lambda match: f"{match['before']}I {match['adverb']}{_WITH_I[match['verb'].lower()]}",
        text,
        flags=re.IGNORECASE,
    )
    text = re.sub(rf"{subject}you\b(?!$|[.,;!])", r"\g<before>I", text, flags=re.IGNORECASE)
    text = re.sub(
        r"(?<=[a-z]) you(?=$|[.,;!?]| (?:and|or|but|to|for|with|in|on|at|from|as|because|when)\b)", " me", text
    )
    text = re.sub(r"(?P<join>(?:,|\band|\bbut)) are\b", r"\g<join> am", text)
    if re.search(r"\byou\b", text, re.IGNORECASE):
        return None
    return _ended(text[0].upper() + text[1:])


def _from_third(text: str, names: str) -> str | None:
    """Turn "Holmes plays the violin and keeps his bees." into "I play the violin and keep my bees.", or return None."""
    text = re.sub(rf"^((?:{names})), (\d{{1,4}}(?: years old)?|an? [\w' -]+), (?=\w+)", r"\1 is \2, and \1 ", text)
    lowered = text.lower()
    if re.search(r"\b(?:he|his|him|himself)\b", lowered) and re.search(r"\b(?:she|her|hers|herself)\b", lowered):
        return None
    if re.search(r"\b(?:him|hers|he's|she's|they)\b", lowered):
        return None
    subject = re.compile(
        rf"(?<![\w'])(?:(?:(?:Mr|Mrs|Ms|Dr|Sir|Lady|Lord)\.? )?(?:{names})|[Hh]e|[Ss]he)(?![\w'-])(?! and [A-Z])"
    )
    if re.search(rf"\b(?:{names})'", text) and re.search(r"\b(?:he|she)\b", lowered):
        return None  # "he" is somebody else than the one named
    first = subject.search(text)
    if first is None or not _may_open(text[: first.start()]):
        return None
    others = _first_other(text, names)
    turned = ""
    end = 0
    for match in [*subject.finditer(text), None]:
        clause = text[end : len(text) if match is None else match.start()]
        clause_turned = _coordinated(turned, clause) if turned else clause
        if clause_turned is None:
            return None
        if match is None:
            turned = clause_turned
            break
        rest = re.match(rf" (?P<adverb>{_ADVERBS})(?P<verb>[\w'-]+)", text[match.end() :])
        verb = None if rest is None else base_form(rest["verb"])
        if match.start() > others or rest is None or verb is None:
            return None
        turned = f"{clause_turned}I {rest['adverb']}{verb}"
        end = match.end() + rest.end()
    pronouns = re.finditer(r"\b(?:his|her|himself|herself)\b", text, re.IGNORECASE)
    if max((match.start() for match in pronouns), default=-1) > others:
        return None
    turned = re.sub(rf"\b(?:{names})'s?(?= )", "my", turned)
    whole = _possessives(turned)
    return None if whole is None else _ended(whole[0].upper() + whole[1:])


def _from_belongings(text: str, names: str) -> str | None:
    """Turn "His brother works for the government." into "My brother works for the government."; None if unsafe."""
    match = re.match(rf"(?:His|Her|(?:{names})'s?)(?= [\w'])", text)
    if match is None:
        return None
    rest = text[match.end() :]
    if re.search(rf"\b(?:he|she|they|his|her|hers|him|them|their|{names})\b", rest, re.IGNORECASE):
        return None
    return _ended(f"My{rest}")


def _may_open(before: str) -> bool:
    """Return whether the text before the subject is an adverbial: "In his spare time, he …"."""
    return (
        not before
        or re.fullmatch(
            r"(?:In|At|On|During|After|Before|By|For|When|As|Despite|Since|Although|Though)\b[^.;:]{0,60}, ", before
        )
        is not None
    )


def _first_other(text: str, names: str) -> int:
    """Return where a text first mentions somebody else; a position beyond its end if it mentions nobody."""
    places = [
        match.start()
        for match in _people().finditer(text)
        if not re.search(r"\b(?:an?|old|young|the) $", text[: match.start()])
    ]
    for other in proper_names(text):
        place = text.find(other)
        if not re.search(names, other) and not re.search(
            r"\b(?:in|at|from|of|to|near|into|around|through|for|on|the) $", text[:place]
        ):
            places.append(place)
    return min(places, default=len(text) + 1)


def base_form(verb: str) -> str | None:
    """Return the form of a verb after "I"; None if the word can't be told to be a verb."""
    lowered = verb.lower()
    if lowered in _BE:
        return _BE[lowered]
    if lowered in _UNCHANGED or (lowered.endswith("ed") and len(lowered) > 4):
        return verb
    if (
        not lowered.endswith("s")
        or lowered.endswith("ss")
        or lowered in _NOT_VERBS
        or "'" in lowered
        or len(lowered) < 4
    ):
        return None
    if lowered in ("dies", "lies", "ties", "vies"):
        return lowered[:-1]
    if lowered.endswith("ies"):
        return f"{lowered[:-3]}y"
    if lowered.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return lowered[:-2]
    return lowered[:-1]


def _coordinated(before: str, rest: str) -> str | None:
    """Return the rest of a sentence with its further verbs turned; None if a word may be a verb or a noun."""
    parts: list[str] = [before]
    end = 0
    for match in re.finditer(
        rf"(?:, (?:and|but|or|then)|,|\band|\bbut|\bor|\bthen) (?P<adverb>{_ADVERBS})(?P<word>[a-z']+)\b", rest
    ):
        word = match["word"]
        if not (word in _BE or (word.endswith("s") and not word.endswith("ss") and word not in _NOT_VERBS)) or word in (
            "was",
            "wasn't",
        ):
            continue
        base = base_form(word)
        after = rest[match.end() :].lstrip()
        sure = word in _BE or base in _SURE_VERBS
        possible = base in _POSSIBLE_VERBS
        determined = _DETERMINED.match(after) is not None
        if not sure and not possible:
            if determined:
                return None
            continue
        if (
            _RELATIVE.search(before + rest[: match.start()])
            or base is None
            or (possible and not sure and not determined)
        ):
            return None
        parts += [rest[end : match.start("word")], base]
        end = match.end()
    return "".join([*parts, rest[end:]])


def _possessives(text: str) -> str | None:
    """Return a text with "his" and "her" as "my"; None if a pronoun stands for a person."""
    text = re.sub(r"\b(?:him|her)self\b", "myself", text)
    for match in re.finditer(r"\bher\b", text, re.IGNORECASE):
        if not re.match(
            r" (?!and\b|or\b|to\b|in\b|on\b|at\b|for\b|with\b|from\b|when\b|as\b|but\b|the\b|a\b)[A-Za-z]",
            text[match.end() :],
        ):
            return None
    return re.sub(r"\b([Hh])(?:is|er)\b", lambda match: "My" if match[1] == "H" else "my", text)
