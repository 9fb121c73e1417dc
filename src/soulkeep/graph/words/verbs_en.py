"""English verbs: base forms of past tenses and third persons, by tables of irregular verbs and rules."""

from __future__ import annotations

import re

_PAST_PAIRS = (
    "wrote:write rewrote:rewrite sang:sing won:win made:make led:lead sold:sell began:begin grew:grow became:become "
    "taught:teach held:hold took:take gave:give got:get went:go came:come saw:see met:meet knew:know left:leave "
    "lost:lose found:find built:build bought:buy brought:bring broke:break caught:catch chose:choose did:do drew:draw "
    "drove:drive fell:fall felt:feel flew:fly fought:fight forgot:forget ran:run kept:keep spoke:speak spent:spend "
    "stood:stand told:tell thought:think wore:wear said:say sent:send slept:sleep stole:steal swam:swim threw:throw "
    "understood:understand rose:rise rode:ride shot:shoot sat:sit ate:eat drank:drink bore:bear lay:lie paid:pay "
    "hung:hang hid:hide heard:hear dealt:deal meant:mean lent:lend struck:strike swore:swear tore:tear woke:wake "
    "wound:wind withdrew:withdraw overcame:overcome undertook:undertake oversaw:oversee outsold:outsell sought:seek "
    "shook:shake shone:shine sank:sink sprang:spring stuck:stick swung:swing laid:lay bound:bind bred:breed fed:feed "
    "fled:flee froze:freeze ground:grind dug:dig blew:blow bit:bite bent:bend rang:ring read:read set:set put:put "
    "cut:cut hit:hit cost:cost let:let shut:shut hurt:hurt beat:beat cast:cast broadcast:broadcast spread:spread "
    "quit:quit split:split burnt:burn learnt:learn dreamt:dream leapt:leap lit:light slid:slide spun:spin wove:weave "
    "arose:arise awoke:awake forgave:forgive foresaw:foresee mistook:mistake partook:partake upheld:uphold had:have "
    "has:have knelt:kneel knit:knit fit:fit slew:slay forbade:forbid overthrew:overthrow remade:remake "
    "rebuilt:rebuild underwent:undergo"
)
_PASTS = dict(pair.split(":") for pair in _PAST_PAIRS.split())
_IRREGULAR_PARTICIPLES = (
    "been done had gone come become won made led sold sung begun grown taught held taken given got known seen met "
    "left lost found built bought brought broken caught chosen drawn driven fallen felt flown fought forgotten run "
    "kept spoken spent stood told thought worn said sent slept stolen swum thrown understood risen ridden shot sat "
    "eaten drunk slain woven sewn "
    "hurt born borne paid hung hidden heard dealt meant lent struck sworn torn written read set put cut hit "
    "cast"
)
_PARTICIPLES = frozenset(_IRREGULAR_PARTICIPLES.split())

_WITH_E = (
    "create recreate procreate cite invite unite recite ignite excite incite reunite rewrite expedite complete "
    "compete delete deplete secrete phone clone tone stone atone telephone postpone condone dethrone adhere interfere "
    "persevere guide misguide welcome become scale whale exhale inhale impale console cajole bathe breathe clothe "
    "soothe loathe intervene convene contravene premiere probe centre taste waste paste hope cope scope grope elope "
    "rope shape escape scrape tape type axe dye"
)
"""Verbs in -e whose past looks like that of a verb without it."""

_WITHOUT_E = (
    "focus bias canvass pilot pivot ballot debut format combat develop envelop gallop worship kidnap blossom author "
    "sponsor honor mentor anchor favor labor tutor monitor color doctor armor factor censor harbor humor mirror "
    "honour favour labour colour harbour humour add err purr belong long prolong hang ring wing bring string edit "
    "murmur orbit visit exhibit inherit inhabit credit limit deposit profit audit solicit prohibit benefit market "
    "budget target interpret trumpet carpet blanket gossip equip fax tax box fix mix relax wax program join avoid aid "
    "raid install recall enroll enrol poison season person pardon reason abandon summon ransom win begin bargain "
    "captain gas fathom accustom custom bottom total rival signal equal pedal harvest coin loan"
)
"""Verbs without -e whose past looks like that of a verb with it."""

_BASES = frozenset(f"{_WITH_E} {_WITHOUT_E}".split())
_LONG = re.compile(r"(?:ai|au|ea|ee|ei|eu|ie|oa|oe|oi|oo|ou|io|(?<!q)u[ieo])[a-z]$")
"""A pair of vowels and one consonant, after which there mostly is no silent -e."""

_SILENT = re.compile(
    r"(?:[cvuz]|[aeiouy]s|[nrl]s|[nl]dg|dg|[aeiou]g|rg|lg|[bcdfgkpstz]l|[aeiuoy][dkm]|[aiuoy]t|[iu]n|an|[aiu]r|or|[iu]l|yl|"
    r"[aiuy]p|[iu]b|eng|ang|ung)$"
)
_THIRD_ES = re.compile(r"(?:ss|sh|ch|x|zz|o)es$")


def base_form(word: str) -> str | None:
    """Return a verb's base form: recorded → record, plays → play; None if it is neither past tense nor third person."""
    if word in _PASTS:
        return _PASTS[word]
    if re.fullmatch(r"[a-z]{2,}ed", word):
        return _of_past(word)
    if re.fullmatch(r"[a-z]+[^su]s", word) and not word.endswith("is"):
        return _of_third(word)
    return "focus" if word == "focuses" else None


def is_participle(word: str) -> bool:
    """Return whether a word may be a past participle, as after "has"."""
    return word in _PARTICIPLES or re.fullmatch(r"[a-z]{2,}ed", word) is not None


def _of_third(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else f"{word[:-3]}y"
    if _THIRD_ES.search(word) and word not in ("aches", "shoes"):
        return word[:-2]
    return "focus" if word == "focuses" else word[:-1]


def _of_past(word: str) -> str:
    stem, with_e = word[:-2], word[:-1]
    if stem in _BASES:
        return stem
    if with_e in _BASES or stem.endswith("e"):
        return with_e
    if stem.endswith("i"):
        return with_e if len(stem) == 2 else f"{stem[:-1]}y"
    if re.search(r"([b-df-hj-np-tv-z])\1$", stem):
        return _undoubled(stem)
    if stem.endswith("u"):
        return with_e
    if _LONG.search(stem) and not stem.endswith(("s", "v", "z", "c", "g")):
        return stem
    if stem.endswith("at") and len(re.findall(r"[aeiouy]+", stem)) == 1:
        return with_e
    if stem.endswith("it"):
        return stem
    return with_e if _SILENT.search(stem) else stem


def _undoubled(stem: str) -> str:
    """Return a stem without the consonant doubled before -ed, unless the verb itself has two."""
    if stem[-1] in "szf":
        return stem
    if stem[-1] == "l":
        return stem if len(re.findall(r"[aeiouy]+", stem)) == 1 else stem[:-1]
    return stem[:-1]
