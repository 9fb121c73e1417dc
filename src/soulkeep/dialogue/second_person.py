"""What is known of a person, told to their face: "anna lives in Bonn." becomes "You live in Bonn."

The wordings of `text.wordings.fact_wording` are turned; whatever isn't safely turned is quoted.
"""

# ruff: noqa: E501 - tables of words

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from soulkeep.dialogue.first_person import base_form
from soulkeep.dialogue.first_person_korean import spoken_end
from soulkeep.dialogue.fresh import fresh
from soulkeep.dialogue.persona import Persona
from soulkeep.dialogue.phrases import is_polite, phrases_of, worded
from soulkeep.text.asked_facts import asked_fact
from soulkeep.text.particles import attached
from soulkeep.text.wordings import fact_wording

_MOST = 5
"""Facts of one answer."""

_ABOUT_ME: Mapping[str, str] = {
    "en": r"\bwhat (?:(?:all )?do|can|else do) you (?:already |really |actually |still )?(?:know|remember|tell me)(?: about| of) me(?:$| so far| by now)|\bdo you (?:know|remember) (?:anything|something|me\b(?! \w))|\btell me (?:what you know |everything you know |something |what you remember )?about (?:me|myself)\b|\bwhat (?:have|did) (?:you (?:learn(?:ed|t)?|remember)|i (?:tell|told) you) about (?:me|myself)\b",
    "de": r"\bwas (?:alles )?(?:weißt|wissen) (?:du|sie)(?: \w+){0,2} über mich\b|\b(?:kennst du|kennen sie) mich\b|\b(?:erinnerst du dich|erinnern sie sich)(?: noch)? an mich\b|\berzähl\w*(?: sie)? mir(?: etwas| was| alles)? über mich\b",
    "fr": r"\b(?:que|qu'est-ce que) (?:sais-tu|tu sais|savez-vous|vous savez) (?:de|sur) moi\b|\btu sais quoi (?:de|sur) moi\b|\b(?:tu te souviens|te souviens-tu|vous souvenez-vous|vous vous souvenez) de moi\b|\b(?:parle|parlez)-moi de moi\b",
    "es": r"\bqué (?:más )?(?:sabes|sabe|recuerdas|recuerda)(?: usted)? (?:de|sobre|acerca de) mí|\b(?:te acuerdas|se acuerda) de mí|\b(?:háblame|cuéntame) de mí",
    "ko": r"(?:나|저)에 ?(?:대해|관해)서? ?(?:뭘|뭐|무엇을?|아는|알고|얼마나|어떤|기억|말해|얘기해)|(?:나|저)를? (?:기억해|기억하|기억나|알아|아니|아세요)",
    "ja": r"(?:私|僕|俺|わたし)(?:について|に関して|のこと)[、はをで]*(?:何|どんな|どれ|知って|覚えて|教えて|話して)",
    "zh": r"[你您](?:都)?(?:知道|了解|记得)(?:关于)?我(?:的)?(?:什么|哪些|多少|吗|的事)|关于我.{0,6}(?:知道|记得|了解)|[你您]还?(?:记得|认识)我吗",
}  # fmt: skip

_GERMAN = (
    "heißt heißt heißen, ist bist sind, lebt lebst leben, kommt kommst kommen, arbeitet arbeitest arbeiten, mag magst mögen, hat hast haben, "
    "isst isst essen, trinkt trinkst trinken, spricht sprichst sprechen, lernt lernst lernen, besitzt besitzt besitzen, benutzt benutzt benutzen, "
    "bevorzugt bevorzugst bevorzugen, meidet meidest meiden, war warst waren"
)
_FRENCH = (
    "s'appelle t'appelles vous_appelez, a as avez, vit vis vivez, vient viens venez, est es êtes, travaille travailles travaillez, aime aimes aimez, "
    "mange manges mangez, boit bois buvez, souffre souffres souffrez, parle parles parlez, apprend apprends apprenez, possède possèdes possédez, "
    "utilise utilises utilisez, préfère préfères préférez, évite évites évitez"
)
_SPANISH = (
    "vive vives vive, tiene tienes tiene, es eres es, trabaja trabajas trabaja, sigue sigues sigue, come comes come, bebe bebes bebe, habla hablas habla, "
    "aprende aprendes aprende, posee posees posee, usa usas usa, prefiere prefieres prefiere, evita evitas evita, prometió prometiste prometió, ha has ha"
)
_JAPANESE = (
    ("ではない", "ではありません"), ("でいない", "でいません"), ("ていない", "ていません"), ("がいない", "がいません"), ("がない", "がありません"),
    ("ている", "ています"), ("でいる", "でいます"), ("がいる", "がいます"), ("がある", "があります"), ("食べる", "食べます"), ("避ける", "避けます"),
    ("飲む", "飲みます"), ("話す", "話します"), ("使う", "使います"), ("好む", "好みます"), ("した", "しました"), ("だ", "です"),
)  # fmt: skip


def told_to_face(
    said: str, facts: Sequence[str], persona: Persona | None, person: str | None, *, language: str, lately: Sequence[str] = ()
) -> str | None:  # fmt: skip
    """Answer what the person's name is, or what is known of them.

    Args:
        said: what the person just said.
        facts: wordings of what is known of them, the most important first; five are told.
        persona: who the character is; decides how it addresses the person.
        person: whom the wordings name.
        language: to speak in, ISO 639-1.
        lately: the character's own last texts.

    Returns:
        The answer; None where something else is asked, or the facts don't tell.
    """
    if not person or not facts:
        return None
    variant = zlib.crc32(said.encode())
    wordings = phrases_of(persona, language)
    if asked_fact(said, language) == "name":
        name = next(filter(None, (_name(fact, person) for fact in facts)), None)
        return None if name is None else fresh([worded(way, name=name) for way in wordings.you_are], lately, variant)
    if not asks_about_oneself(said, language):
        return None
    polite = is_polite(persona, language)
    opening, closing = wordings.quotes
    told = [to_face(fact, person, language, polite=polite) or f"{opening}{fact}{closing}" for fact in facts[:_MOST]]
    listed = ("" if language in ("ja", "zh") else " ").join(told)
    return fresh([f"{lead}{after}" for lead, after in product(wordings.of_you, [listed])], lately, variant)


def asks_about_oneself(text: str, language: str) -> bool:
    """Whether somebody asks what is known of them: "What do you know about me?"."""
    pattern = _pattern(language)
    return pattern is not None and pattern.search(text.lower().replace("’", "'").rstrip(" ?？!.。")) is not None


@lru_cache(maxsize=16)
def _pattern(language: str) -> re.Pattern[str] | None:
    return re.compile(_ABOUT_ME[language]) if language in _ABOUT_ME else None


def _name(fact: str, person: str) -> str | None:
    """The name that a fact gives a person, in whatever language it is worded."""
    for language in _ABOUT_ME:
        before, _, after = fact_wording(person, "", "name", "\0", True, language).partition("\0")
        end = after if language != "ko" else "."
        if fact.startswith(before) and fact.endswith(end) and len(fact) > len(before) + len(end):
            name = fact[len(before) : -len(end)]
            return re.sub("(?:이다|다)$", "", name) if language == "ko" else name
    return None


def to_face(fact: str, person: str, language: str, *, polite: bool = False) -> str | None:
    """A fact about a person, told to them; None if that isn't safe.

    Args:
        fact: a sentence that names the person, as `fact_wording` makes it.
        person: whom it names.
        language: of the sentence, ISO 639-1.
        polite: how the person is addressed.
    """
    turn = {
        "en": _english,
        "de": _german,
        "fr": _french,
        "es": _spanish,
        "ko": _korean,
        "ja": _japanese,
        "zh": _chinese,
    }
    if language not in turn:
        return None
    name = re.escape(person)
    turned = turn[language](fact, name, polite)
    return None if turned is None or re.search(rf"(?<!\w){name}(?!\w|님|さん)", turned) else turned


def _english(fact: str, name: str, _: bool) -> str | None:
    text = re.sub(rf"(?<!\w){name}'s?(?=\s)", "your", fact)
    subject = re.match(rf"{name} (?P<adverb>(?:no longer|never|also|not) )?(?P<verb>[\w']+)", text)
    if subject is not None:
        second = {"is": "are", "was": "were", "has": "have", "does": "do"}
        verb = second.get(subject["verb"]) or base_form(subject["verb"])
        if verb is None:
            return None
        text = f"you {subject['adverb'] or ''}{verb}{text[subject.end() :]}"
    elif text == fact:
        return None
    return text[0].upper() + text[1:]


@lru_cache(maxsize=4)
def _forms(table: str) -> Mapping[str, tuple[str, str]]:
    """The familiar and the polite form of each verb."""
    rows = (row.split() for row in table.split(", "))
    return {third: (familiar, polite.replace("_", " ")) for third, familiar, polite in rows}


def _german(fact: str, name: str, polite: bool) -> str | None:
    text = re.sub(rf"\bvon {name}(?!\w)", "von Ihnen" if polite else "von dir", fact)
    subject = re.match(rf"{name} (?P<verb>\w+)", text)
    if subject is None:
        return None if text == fact else text
    forms = _forms(_GERMAN).get(subject["verb"])
    return None if forms is None else f"{'Sie' if polite else 'Du'} {forms[polite]}{text[subject.end() :]}"


def _french(fact: str, name: str, polite: bool) -> str | None:
    subject = re.match(rf"{name} (?P<not>ne |n')?(?P<verb>(?:s')?\w+)", fact)
    forms = None if subject is None else _forms(_FRENCH).get(subject["verb"])
    if subject is None or forms is None:
        return _without_name(fact, name)
    denied = "" if subject["not"] is None else "n'" if forms[polite][0] in "aeêéu" else "ne "
    return f"{'Vous' if polite else 'Tu'} {denied}{forms[polite]}{fact[subject.end() :]}"


def _spanish(fact: str, name: str, polite: bool) -> str | None:
    called = re.match(rf"{name} (?P<not>no )?se llama(?= )", fact)
    if called is not None:
        said = f"{called['not'] or ''}{'se llama usted' if polite else 'te llamas'}"
        return f"{said[0].upper()}{said[1:]}{fact[called.end() :]}"
    liked = re.match(rf"A {name} (?P<not>no )?le (?=\w*gust)", fact)
    if liked is not None:
        said = f"A usted {liked['not'] or ''}le " if polite else f"{liked['not'] or ''}te "
        return f"{said[0].upper()}{said[1:]}{fact[liked.end() :]}"
    subject = re.match(rf"{name} (?P<not>(?:ya )?no |nunca )?(?P<verb>\w+)", fact)
    forms = None if subject is None else _forms(_SPANISH).get(subject["verb"])
    if subject is None or forms is None:
        return _without_name(fact, name)
    said = f"{'usted ' if polite else ''}{subject['not'] or ''}{forms[polite]}"
    return f"{said[0].upper()}{said[1:]}{fact[subject.end() :]}"


def _without_name(fact: str, name: str) -> str | None:
    """ "Anniversaire d'anna : 3 mai." -> "Anniversaire : 3 mai." """
    text = re.sub(rf" d(?:e |['’]){name}(?= ?:)", "", fact)
    return None if text == fact else text


def _korean(fact: str, name: str, polite: bool) -> str | None:
    match = re.match(rf"({name})(의|은|는|이|가|에게는)(?=\s)", fact)
    if match is None:
        return None
    form = match[2]
    if polite:
        who = f"{match[1]}님" + {"는": "은", "가": "이"}.get(form, form)
    else:
        who = {"의": "네", "이": "네가", "가": "네가", "에게는": "너에게는"}.get(form, "너는")
    text = f"{who}{fact[match.end() :]}".rstrip(".")
    if ":" in text:
        return f"{text}."
    ended = spoken_end(text, polite)
    if ended is None and text.endswith("다"):  # after a vowel, the copula is nothing but that
        ended = attached(text[:-1], "(이)에요" if polite else "(이)야")
    return None if ended is None else f"{ended}."


def _japanese(fact: str, name: str, polite: bool) -> str | None:
    text = re.sub(rf"^({name})(?=[のはに])", lambda match: f"{match[1]}さん" if polite else "君", fact)
    if text == fact:
        return None
    text = text.rstrip("。")
    if polite:
        ended = next((text[: -len(plain)] + said for plain, said in _JAPANESE if text.endswith(plain)), None)
        return None if ended is None else f"{ended}。"
    return f"{text}。"


def _chinese(fact: str, name: str, polite: bool) -> str | None:
    text = re.sub(rf"^{name}", "您" if polite else "你", fact)
    return None if text == fact else text
