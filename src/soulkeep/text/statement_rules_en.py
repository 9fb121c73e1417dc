"""English statements about oneself: what follows "I", "I'm", "I've" or "my sister", by the kind of verb.

A rule is a pattern tried where the verb begins, adverbs and negations skipped. Its groups are named after the relation whose
value they hold; `_no` after the name says that it is not, or no longer, so. Values reach to the end of the clause; what they
hold is cut out of that by their relation's kind.
"""

from __future__ import annotations

import re

from soulkeep.text.statement_words import (
    CONDITIONS,
    DIETS,
    KIN,
    KIN_PLURAL,
    LANGUAGES,
    NATIONS,
    PETS,
    POSSESSIONS,
    STYLE,
)

Rule = tuple[re.Pattern[str], float]

_NUMBER = r"(?:\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)"
_PET = "|".join(sorted(PETS, key=len, reverse=True))
_KIN = "|".join(sorted((re.escape(word) for word in KIN), key=len, reverse=True))
_WITH_PLACE = r"(?:,? (?:based|living|located|and live) in (?P<home>.+))?"
_JOB = rf"(?P<role>.+?)(?: (?:at|for|with|of) (?P<employer>.+?))?{_WITH_PLACE}$"
_CHANGING = r"(?:switch(?:ing|ed|es)?|migrat(?:ing|ed|es|e)|mov(?:ing|ed|es|e)|transition(?:ing|ed)?|chang(?:ing|ed)|convert(?:ing|ed)|port(?:ing|ed)|upgrad(?:ing|ed))"
_FROM_TO = rf"{_CHANGING}(?: (?:over|fully|completely|everything|(?:my|our|the)(?: \w+){{1,3}}))? from (?P<uses_no>.+?) (?:over )?to (?P<uses>.+)"
_MAKING = r"(?:(?:re)?(?:writing|building|making|implementing|coding|developing|creating|designing|prototyping|porting|moving|migrating|converting|working on))"
_MADE = r"(?:re)?(?:builds?|built|develop(?:s|ed)?|writes?|wrote|coded?|created?|designed|prototyped?|implemented|ported|deployed?)"
_KNOWN = r"(?P<known>.+?)(?: (?:instead of|rather than)(?: using| in)? (?P<known_no>.+))?$"
_HAS = rf"(?P<has>(?:(?!(?:friend|rental|rented|company|hotel|nearby)\b)[\w-]+ ){{0,2}}?(?:{POSSESSIONS}))(?=$| (?:and|but|now|too|that|which|in)\b)"
_ALWAYS = r"(?<=usually )|(?<=always )|(?<=generally )|(?<=typically )|(?<=often )|(?<=really )|(?<=normally )"
_NAMED_NATION = "|".join(f"{word[0].upper()}{word[1:]}" for word in NATIONS.split())
_END = r"(?=$| (?:and|but|now|too|for|since|so|any|because|myself|these|today|again|again|already)\b)"


def _rules(*rules: tuple[float, str]) -> tuple[Rule, ...]:
    """Compile rules in any case, save where a capital is asked for: a proper name, unlike "a gym"."""
    return tuple(
        (re.compile(pattern.replace("[A-Z]", "(?-i:[A-Z])"), re.IGNORECASE), confidence)
        for confidence, pattern in rules
    )


JOB = re.compile(rf"(?:an?|the) (?:(?P<age>\d{{1,2}})[- ]years?[- ]old )?{_JOB}", re.IGNORECASE)
"""What may stand behind a name: "I'm Ada, an engineer at Lovelace Labs"."""

BE = _rules(
    (0.9, r"(?P<age>\d{1,3})(?: years? old| yrs? old| y/?o\b|(?=$| and | but | now))"),
    (0.9, r"(?:an?|the) (?P<age>\d{1,2})[- ]years?[- ]old (?P<role>.+)"),
    (
        0.85,
        r"(?:(?:much )?of |exactly |such )?(?:an?|my|the) (?:huge |big |biggest |massive |die-?hard |real |great )?(?:fan|lover) of (?P<likes>.+)",
    ),
    (
        0.85,
        r"(?:very much |more of )?an? (?:very |strongly |mostly |predominantly )?(?P<manner>visual|auditory|kinesthetic|tactile|hands-on|verbal) (?:learner|thinker|person)\b",
    ),
    (0.85, rf"(?P<nationality>(?-i:{_NAMED_NATION}))(?=$| (?:and|but|by|living|so|too)\b)"),
    (
        0.85,
        r"(?:happily |newly |recently |now )?(?P<marital>married|engaged|divorced|widowed)(?=$| (?:and|but|now|with (?:\w+ )?(?:kids|children)|too|again)\b)",
    ),
    (0.85, rf"on an? (?:strict |mostly )?(?P<diet>{DIETS})\b"),
    (
        0.85,
        r"(?:much of )?an? (?:(?:huge|big|massive|real|total|great|die-?hard|avid|true|lifelong|long-?time|complete) )*+(?P<likes>[\w-]+(?: [\w-]+)?) (?:fan|lover|enthusiast|nerd|junkie)\b",
    ),
    (0.85, r"an? native (?P<language>[\w]+) speaker"),
    (0.9, rf"an? (?:strict )?(?P<diet>{DIETS})(?:{_END}| person)"),
    (0.9, r"an? (?:former|ex-?|retired former) ?(?P<role_no>.+)"),
    (
        0.85,
        r"(?:an?|the) (?P<role>(?:[\w-]+ )?(?:head|director|vp|vice president|chief|president|manager) of (?-i:[a-z]).+?)(?: (?:at|for) (?P<employer>.+))?$",
    ),
    (0.85, rf"(?:an?|the|one of the) {_JOB}"),
    (0.75, r"(?P<role>(?:head|director|vp|chief|president|manager|ceo|cto) of .+?)(?: (?:at|for) (?P<employer>.+))?$"),
    (0.75, r"(?P<role>ceo|cto|cfo|coo)\b(?: (?:at|of|for) (?P<employer>.+))?"),
    (0.9, r"(?:living|based|located|residing|settled)(?: \w+ly| right)? (?:in|near) (?P<home>.+)"),
    (0.8, r"(?:settling|settled) (?:in(?:to)?|down in) (?P<home>.+)"),
    (0.9, r"from (?P<origin>.+)"),
    (0.65, r"(?:moving|relocating)(?: back)?(?: from (?P<home_no>.+?))? to (?P<home>.+)"),
    (0.85, rf"{_FROM_TO}"),
    (0.75, r"(?:switching|migrating|moving over|transitioning)(?: over| fully| completely)? to (?P<uses>.+)"),
    (0.75, r"replacing (?P<uses_no>.+?) with (?P<uses>.+)"),
    (0.9, r"working as (?:an?|the) " + _JOB),
    (0.85, r"(?:working|employed) (?:at|for|by) (?P<employer>.+)"),
    (0.85, r"allergic to (?P<allergy>.+)"),
    (0.9, rf"(?P<diet>{DIETS}){_END}"),
    (
        0.85,
        rf"(?P<health>diabetic|asthmatic|epileptic|dyslexic|pregnant|autistic|(?:colou?r[- ]?blind)|deaf|blind|bipolar|anemic){_END}",
    ),
    (0.9, rf"diagnosed with (?P<health>{CONDITIONS})\b"),
    (0.85, r"(?:studying|a student|enrolled) at (?P<school>.+)"),
    (
        0.85,
        r"(?:studying|majoring in|doing (?:a|my) (?:degree|phd|master['’]?s|ma|msc|bachelor['’]?s) in) (?P<studies>.+?)(?: at (?P<school>.+))?$",
    ),
    (0.85, r"(?:happily )?married to (?P<spouse>.+)"),
    (0.85, r"(?:engaged to|dating|seeing|in a relationship with|going out with) (?P<partner>.+)"),
    (
        0.85,
        rf"(?:fluent in|learning to speak) (?P<language>(?:{LANGUAGES})\b(?:(?:, | and |, and )(?:{LANGUAGES})\b)*)",
    ),
    (0.75, r"learning (?:how to (?:use|code in|program in) )?(?P<learning>.+)"),
    (0.75, rf"{_MAKING} (?:(?:(?!instead of|rather than).){{1,80}}? )?using (?P<uses>[A-Z].+)"),
    (0.75, rf"{_MAKING} (?:(?:(?!instead of|rather than).){{1,80}}? )?(?:in|with|on|to|into|for) {_KNOWN}"),
    (0.8, rf"running (?:everything|all of it|(?:all )?(?:my|our|the|most)(?: [\w-]+){{1,3}}) (?:on|in) {_KNOWN}"),
    (0.85, r"using (?P<uses>.+)"),
    (0.75, r"(?:trying to (?:stay away from|avoid)|avoiding|staying away from) (?P<avoids>.+)"),
    (0.8, r"on (?:an?|my) (?P<uses>[A-Z].+)"),
    (
        0.75,
        r"(?:really |totally |so )?(?:into|fond of|passionate about|obsessed with|keen on|crazy about|in love with) (?P<likes>.+)",
    ),
    (0.65, rf"(?:going to|gonna) {_FROM_TO}"),
    (0.6, r"going (?P<way>to|on) (?P<going>.+)"),
    (0.6, r"(?:planning(?: on)?|organi[sz]ing|intending on) (?P<affair>.+)"),
    (0.6, r"(?:(?:planning|intending|hoping|going|about) to|gonna) (?P<plan>.+)"),
    (0.8, r"aiming for (?P<aim>.+)"),
    (0.8, r"(?:aiming|determined) to (?P<goal>.+)"),
)

HAVE = _rules(
    (0.9, r"been (?:living|based) in (?P<home>.+)"),
    (0.85, r"lived in (?P<home>.+?) (?:for|since|all|my)\b.*"),
    (0.9, rf"been working as (?:an?|the) {_JOB}"),
    (0.85, r"been (?:working|employed) (?:at|for|by) (?P<employer>.+)"),
    (0.85, rf"been an? {_JOB}"),
    (0.85, rf"been (?:an? )?(?P<diet>{DIETS})\b"),
    (0.85, r"been using (?P<uses>.+)"),
    (0.85, r"(?:ever )?used (?P<uses>.+)"),
    (0.8, r"been (?:writing|coding|programming)(?: in)? (?P<uses>[A-Z].+)"),
    (0.85, r"been married to (?P<spouse>.+)"),
    (0.85, r"been dating (?P<partner>.+)"),
    (0.8, r"been (?:studying) (?P<studies>.+?)(?: at (?P<school>.+))?$"),
    (0.8, r"been learning (?P<learning>.+)"),
    (0.85, r"been (?P<role_no>fired|laid off)$"),
    (0.9, r"(?:been |got(?:ten)? )promoted to (?P<role>.+)"),
    (0.9, rf"been diagnosed with (?P<health>{CONDITIONS})\b"),
    (0.85, r"moved(?: back)?(?: from (?P<home_no>.+?))? to (?P<home>.+)"),
    (0.85, _FROM_TO),
    (0.75, rf"{_MADE} (?:(?:(?!instead of|rather than).){{1,80}}? )?using (?P<uses>[A-Z].+)"),
    (0.75, rf"(?:{_MADE}|moved) (?:(?:(?!instead of|rather than).){{1,80}}? )?(?:in|with|on|to|into) {_KNOWN}"),
    (0.8, r"(?:ever |actually )?(?:attended|been to) (?P<attended>.+)"),
    (0.85, r"an? (?:\w+ )?(?:aversion to|dislike (?:of|for)|distaste for|hatred of) (?P<dislikes>.+)"),
    (0.85, r"an? (?:\w+ )?preference for (?P<prefers>.+)"),
    (0.85, rf"(?:got )?an? {_HAS}"),
    (0.85, r"(?:just |recently )?turned (?P<age>\d{1,3})(?=$| (?:and|but|last|this|today|yesterday|in|on|a)\b)"),
    (0.8, r"(?:switched|migrated)(?: over| fully| completely)? to (?P<uses>.+)"),
    (0.8, r"(?:stopped|quit|given up) using (?P<uses_no>.+)"),
    (0.9, r"(?:stopped|quit) working (?:at|for) (?P<employer_no>.+)"),
    (0.9, r"(?:quit|left|lost|resigned from) my (?:old )?job (?:at|with) (?P<employer_no>.+)"),
    (0.85, r"(?:broken up|split up) with (?P<partner_no>.+)"),
    (0.9, r"(?:got )?an? (?:\w+ )?(?:allergy) to (?P<allergy>.+)"),
    (0.9, r"(?:got )?an? (?:(?:severe|bad|mild|serious|strong|slight|terrible) )?(?P<allergy>\w+(?: \w+)?) allergy\b"),
    (0.9, r"(?:got )?(?:(?:severe|bad) )?(?P<allergy>[\w-]+) allergies\b"),
    (0.85, rf"(?:got )?(?:severe |mild |bad |chronic )?(?P<health>{CONDITIONS})(?=$|[ ,])"),
    (
        0.9,
        rf"(?:got )?(?:an?|my|our|this) (?:(?P<age>\d{{1,2}})[- ]year[- ]old )?(?:\w+ )?(?P<kind>{_PET})(?:,)? (?:named|called|who is called|whose name is|,?) ?(?P<pet>[A-Z].+)",
    ),
    (0.8, rf"(?:got )?an? (?:[\w-]+ ){{0,2}}?(?P<pet>{_PET}){_END}"),
    (
        0.9,
        rf"(?:got )?an? (?:(?P<age>\d{{1,2}})[- ]year[- ]old )?(?:(?:older|younger|big|little|twin|elder|best|good) )?(?P<kin>{_KIN})(?:,)? (?:named|called|whose name is) (?P<named>.+)",
    ),
    (
        0.85,
        rf"(?:got )?(?P<many>{_NUMBER} (?:(?:older|younger|little|big|grown|adult|young|small|beautiful|wonderful|rescue) )?(?P<plural>{'|'.join(KIN_PLURAL)}))\b",
    ),
)

WAS = _rules(
    (0.9, r"born(?: and raised)? in (?P<origin>[^\d]+?)(?: (?:in|on) (?P<birthday>.*\d.*))?$"),
    (0.9, r"born (?:on|in) (?P<birthday>.*\d.*)"),
    (0.9, r"raised in (?P<origin>.+)"),
    (0.9, rf"(?:recently )?diagnosed with (?P<health>{CONDITIONS})\b"),
    (0.9, r"promoted to (?P<role>.+)"),
    (0.85, r"hired (?:by|at) (?P<employer>.+?)(?: as (?:an?|the|their) (?P<role>.+))?$"),
    (0.85, r"(?:fired|laid off) (?:from|by) (?P<employer_no>[A-Z].+)"),
)

DO = _rules(
    (0.9, r"lives? (?:\w+ )?(?:in|near) (?P<home>.+)"),
    (0.85, r"resides? in (?P<home>.+)"),
    (0.9, r"used to live in (?P<home_no>.+)"),
    (0.9, r"used to work (?:at|for) (?P<employer_no>.+)"),
    (0.85, r"used to (?:be|work as) (?:an?|the) (?P<role_no>.+)"),
    (0.85, r"used to use (?P<uses_no>.+)"),
    (0.8, r"used to (?:love|like|enjoy) (?P<likes_no>.+)"),
    (0.9, rf"works? (?:\w+ly )?as (?:an?|the) {_JOB}"),
    (0.85, r"works? (?:\w+ly |remotely )?(?:at|for) (?P<employer>.+?)(?: as (?:an?|the) (?P<role>.+))?$"),
    (0.8, r"(?:run|own)s? (?:an?|my own) (?P<owns>.+)"),
    (0.9, r"(?:moved|relocated)(?: back)?(?: here)?(?: from (?P<home_no>.+?))? to (?P<home>.+)"),
    (0.8, r"moved(?: here| away)? from (?P<home_no>.+)"),
    (0.85, r"(?:grew up|was born|come[s]?|hails?|originate) (?:in|from) (?P<origin>.+)"),
    (0.85, r"graduated from (?P<studies>.+?)(?: with an? .+)?$"),
    (0.85, r"(?:study|studies|studied|goes|go) at (?P<school>.+)"),
    (0.85, r"(?:study|studies|studied|major(?:ed|s)? in) (?P<studies>.+?)(?: at (?P<school>.+))?$"),
    (
        0.9,
        rf"speaks? (?:(?:fluent|native|a little|a bit of|some|basic) )?(?P<language>(?:{LANGUAGES})\b(?:(?:, | and |, and )(?:{LANGUAGES})\b)*)",
    ),
    (
        0.85,
        r"(?:like|love|enjoy|prefer)s? (?:it )?when you (?:give me|use|show me|send me|write|provide|include|offer|explain with) (?P<prefers>.+)",
    ),
    (
        0.85,
        rf"(?:{_ALWAYS})(?:need|want|like)s? (?P<style>(?:(?!(?:your|my|his|her|their|some|more|the|you|to)\b)[\w-]+ ){{0,3}}?{STYLE})\b",
    ),
    (
        0.85,
        r"(?:like|love|prefer|want)s? (?P<style>my (?:[\w-]+ )?(?:answers|replies|responses|explanations|messages|examples|feedback|coffee|tea|steak|eggs|food|pizza|toast|curry) (?:very |really |extra |nice and )?(?:short|brief|concise|long|detailed|simple|direct|honest|blunt|black|hot|cold|iced|strong|weak|sweet|spicy|mild|rare|crispy|plain|well done|medium rare|medium)(?: and (?:short|brief|concise|simple|direct|strong|hot|sweet|clear))?)\b",
    ),
    (0.8, r"(?:try to |tend to )?(?:avoid|stay away from|steer clear of|keep away from)s? (?P<avoids>.+)"),
    (0.8, r"tr(?:y|ies) to (?:stay away from|avoid|steer clear of) (?P<avoids>.+)"),
    (0.8, r"(?:attended|went to) (?P<attended>.+)"),
    (0.85, r"(?:just )?turned (?P<age>\d{1,3})(?=$| (?:and|but|last|this|today|yesterday|in|on|a)\b)"),
    (0.85, rf"follows? an? (?:strict |mostly |low-\w+ )?(?P<diet>{DIETS}) (?:diet|lifestyle)\b"),
    (0.85, rf"(?:own|bought)s? an? {_HAS}"),
    (0.8, rf"runs? (?:everything|all of it|(?:all )?(?:my|our|the|most)(?: [\w-]+){{1,3}}) (?:on|in) {_KNOWN}"),
    (0.75, rf"{_MADE} (?:(?:(?!instead of|rather than).){{1,80}}? )?using (?P<uses>[A-Z].+)"),
    (0.75, rf"{_MADE} (?:(?:(?!instead of|rather than).){{1,80}}? )?(?:in|with|on|to|into) {_KNOWN}"),
    (
        0.7,
        rf"(?:(?:made the |a )?deci(?:sion|ded)|chose) to (?:re)?(?:write|build|port|migrate|move|switch|convert) (?:.{{1,60}}? )?(?:in|to|with|on|into) {_KNOWN}",
    ),
    (0.8, r"(?:ditched|dropped|abandoned) (?P<uses_no>.+?) (?:for|in favou?r of) (?P<known>.+)"),
    (0.85, r"(?:like|love|enjoy|adore)s? (?:to )?(?P<likes>.+)"),
    (0.9, r"(?:hate|dislike|detest|despise|loathe)s? (?:to )?(?P<dislikes>.+)"),
    (0.85, r"(?:can['’]?t|cannot) stand (?P<dislikes>.+)"),
    (0.85, r"(?:care for) (?P<likes>.+)"),
    (0.85, r"prefers? (?P<prefers>[\w-]+(?<!ing)) to (?P<prefers_no>[\w-]+)$"),
    (0.85, r"prefers? to (?:avoid|stay away from|steer clear of) (?P<avoids>.+)"),
    (0.85, r"prefers? (?P<prefers>.+?)(?: (?:over|rather than|instead of) (?P<prefers_no>.+))?$"),
    (0.85, r"(?:eat|drink)s? (?P<diet>.+)"),
    (0.85, rf"(?:became|went|turned) (?:an? )?(?P<diet>{DIETS})\b"),
    (0.85, r"uses? (?P<uses>.+)"),
    (0.8, r"drives? an? (?P<uses>.+)"),
    (0.8, r"(?:write|code|program)s? in (?P<uses>[A-Z].+)"),
    (0.9, _FROM_TO),
    (0.8, r"(?:switched|migrated)(?: over| fully| completely)? to (?P<uses>.+)"),
    (0.75, rf"(?:moved|migrated|switched)(?: over| everything|(?: (?:my|our|the)(?: [\w-]+){{1,3}}))? to {_KNOWN}"),
    (0.85, r"(?:replaced|swapped) (?P<uses_no>.+?) (?:with|for) (?P<uses>.+)"),
    (0.85, r"(?:stopped|quit|gave up) using (?P<uses_no>.+)"),
    (0.9, r"(?:stopped|quit) working (?:at|for) (?P<employer_no>.+)"),
    (
        0.9,
        r"(?:quit|left|lost|resigned from) (?:my|his|her) (?:old |previous )?(?:job|position|role) (?:at|with) (?P<employer_no>.+)",
    ),
    (0.75, r"(?:quit|resigned from) (?P<employer_no>[A-Z].+)"),
    (0.85, r"(?:got )?(?:fired|laid off) (?:from|by) (?P<employer_no>[A-Z].+)"),
    (0.9, r"(?:got|was) promoted to (?P<role>.+)"),
    (0.85, r"became (?:an?|the) (?P<role>.+)"),
    (
        0.85,
        r"(?:got|landed|took|accepted|found|started) (?:an?|my|the) (?:new )?(?:job|position|role|offer)(?: offer)? (?:at|with|from) (?P<employer>.+?)(?: as (?:an?|the|their) (?P<role>.+))?$",
    ),
    (
        0.85,
        r"(?:got|landed|took|accepted|found|started) (?:an?|my|the) (?:new )?(?:job|position|role) as (?:an?|the) "
        + _JOB,
    ),
    (0.8, r"(?:started(?: working)?) (?:at|for) (?P<employer>[A-Z].+?)(?: as (?:an?|the|their) (?P<role>.+))?$"),
    (0.85, r"(?:started working|work) as (?:an?|the) " + _JOB),
    (0.75, r"joined (?P<employer>[A-Z].+?) as (?:an?|the|their) (?P<role>.+)"),
    (0.9, r"(?:broke|split) up with (?P<partner_no>.+)"),
    (0.9, r"divorced (?P<spouse_no>.+)"),
    (0.9, r"(?:got married to|married) (?P<spouse>.+)"),
    (0.9, r"(?:got engaged to) (?P<partner>.+)"),
    (
        0.9,
        rf"(?:got|adopted|bought|rescued) (?:an?|our|my) (?:[\w-]+ ){{0,2}}?(?P<kind>{_PET})(?:,)? (?:named|called) (?P<pet>.+)",
    ),
    (0.8, rf"(?:adopted|rescued) an? (?:[\w-]+ ){{0,2}}?(?P<pet>{_PET}){_END}"),
    (0.9, rf"got (?:severe )?(?P<health>{CONDITIONS})$"),
    (0.9, r"(?:go|goes) by (?P<name>[A-Z].+)"),
    (0.65, r"(?:plan|intend|hope)s? to (?P<plan>.+)"),
    (0.65, r"(?:plan|intend)s? on (?P<affair>.+)"),
    (0.65, r"(?:have |has )?decided to (?P<plan>.+)"),
    (0.9, r"(?:promise|swear|vow)(?: you)?(?: that)? (?:to|i['’]ll|i will|we['’]ll|we will) (?P<promise>.+)"),
    (0.85, r"(?:got (?P<marital>married|engaged|divorced))(?=$| (?:and|but|last|this|in|on)\b)"),
    (0.8, r"(?:aim|dream|aspire)s? (?:of|for) (?P<aim>.+)"),
    (0.8, r"(?:aim|aspire)s? to (?P<goal>.+)"),
    (
        0.8,
        r"wants? to (?P<goal>(?:become|be an?|learn|save|lose|get (?:better|fit)|master|finish|publish|start (?:my|a)|open (?:my|a)|build) .+)",
    ),
)

_ADJECTIVE = (
    r"(?:older|younger|big|little|twin|elder|eldest|oldest|youngest|late|dear|sweet|lovely|amazing|wonderful|good|close|old|best|baby|"
    r"current|new|former|ex|romantic|\d{1,2}[- ]year[- ]old|(?:first|second|third)[- ]grade)"
)
KIN_PHRASE = re.compile(
    rf"(?:{_ADJECTIVE}[ -])*(?P<kin>{_KIN}|{_PET})\b(?!['’]s\b|-)",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"(?: (?:named |called )?|, )(?P<name>(?:(?:Dr|Prof|Mr|Mrs|Ms)\.? )?[A-Z][^\W\d_]+(?:-[A-Z][^\W\d_]+)?(?: [A-Z][^\W\d_]+){0,2})(?![\w’'-])"
)
KIN_NAME = re.compile(
    rf"(?:{_ADJECTIVE} )*(?P<kin>{_KIN}|{_PET})(?:['’]s name is|['’]s name['’]s| is (?:called|named)|['’]s called) (?P<named>.+)",
    re.IGNORECASE,
)
KIN_IS = re.compile(
    r"(?:best )?(?P<kin>friend|boss|advisor|supervisor|mentor|coach|manager|partner|husband|wife|boyfriend|girlfriend) is (?:called |named )?(?P<named>.+)",
    re.IGNORECASE,
)
DIED = re.compile(r"\s+(?:has |just |recently |sadly )*(?:died|passed away|passed)\b", re.IGNORECASE)
GONE = re.compile(r"\bex\b|\bformer\b", re.IGNORECASE)

MY = _rules(
    (0.95, r"(?:full |first |real )?name(?: is|['’]s) (?P<name>.+)"),
    (0.9, r"(?:nickname) is (?P<name>.+)"),
    (
        0.95,
        r"birthday(?: is|['’]s) (?:(?:on|in) )?(?:the )?(?P<birthday>.*(?:\d|january|february|march|april|may|june|july|august|september|october|november|december).*)",
    ),
    (
        0.9,
        r"(?:all-time |absolute |personal )?favou?rite (?P<thing>[\w'’-]+(?: [\w'’-]+){0,2}?) (?:is|are|was|has to be|would be|will always be|has always been) (?:probably |definitely |still |actually |now )?(?P<favourite>.+)",
    ),
    (0.9, r"(?:home ?town|home town|birthplace) is (?P<origin>.+)"),
    (0.85, r"(?:home|home city) is (?:in|near) (?P<home>.+)"),
    (0.85, r"(?:job|role|position|work|career) (?:as|is) (?:as )?(?:an?|the) (?P<role>.+)"),
    (0.9, r"(?:new )?(?:job |official )?title is (?:now )?(?P<role>.+)"),
    (0.9, r"employer is (?:now )?(?P<employer>.+)"),
    (0.9, r"major is (?P<studies>.+)"),
    (
        0.85,
        r"(?:main |biggest |big |ultimate |long[- ]term |current |personal |new )?(?:goal|dream|aim|ambition) is (?:now )?to (?P<goal>.+)",
    ),
    (
        0.85,
        r"(?:main |biggest |big |ultimate |long[- ]term |current |personal |new )?(?:goal|dream|aim|ambition) is (?:now )?(?P<aim>.+)",
    ),
    (0.85, r"plan is (?:now )?to (?P<plan>.+)"),
    (0.85, r"(?:main |favou?rite )?hobb(?:y|ies) (?:is|are|include) (?P<likes>.+)"),
    (0.9, rf"(?:native language|mother tongue|first language) is (?P<language>(?:{LANGUAGES})\b)"),
    (0.75, r"(?P<home_no>[A-Z][\w ]+) (?:days|years) are (?:over|behind me)"),
)

OPENERS = re.compile(
    r"(?:(?:and|but|so|also|well|oh|ah|yes|yeah|yep|yup|nope|no|hey|hi|hello|there|btw|by the way|honestly|actually|now|right now|"
    r"currently|anyway|anyways|because|since|as|plus|though|although|while|these days|nowadays|lately|recently|fyi|to be honest|tbh|"
    r"thanks|thank|sure|ok|okay|alright|great|cool|nice|awesome|perfect|for context|for reference|for the record|personally|in fact|"
    r"in general|generally|for work|at work|at home|today|yesterday|tonight|tomorrow|unfortunately|sadly|luckily|fortunately|"
    r"hopefully|finally|eventually|originally|normally|usually|mostly|mainly|basically|obviously|of course|besides|"
    r"however|therefore|then|again|still|just|apparently|really|seriously|hmm+|um+|uh+|haha+|lol|wow|man|meanwhile|"
    r"last|next|this|every|one|a|few|the|couple|ago|past|other|of|in|on|at|after|for|during|by|until|"
    r"night|day|morning|evening|afternoon|weekend|week|month|year|years|months|weeks|days|summer|winter|spring|fall|autumn|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d+(?:st|nd|rd|th)?|that|being|everyone|all|guys|"
    r"i should mention|i should add|i must say|i have to say|i forgot to (?:say|mention)|let me (?:add|say)|did i mention|just so you know|"
    r"(?:big|good|great|exciting|sad|bad|some|quick) (?:news|update)|update|confession|fun fact|ps|p\.s\.|"
    rf"(?:my|our) (?:{_KIN}) and)(?:\s+|$))*",
    re.IGNORECASE,
)  # fmt: skip
"""What may stand between the beginning of a clause and "I": anything else (if, the city, she said) makes it another's or unsure."""

BOUNDARY = re.compile(
    r"[.,!?;:()\n\"“”\[\]—]|\s[-–]+\s|\b(?:and|but|so|because|since|although|though)\s(?=(?:i|we|my|our|currently|now|recently|just|then|also)\b)",
    re.IGNORECASE,
)
"""Where a clause may begin."""

CLAUSE_END = re.compile(
    r"[;()\n\[\]\"“”—]|(?<!\bDr)(?<!\bSt)(?<!\bMt)(?<!\bProf)(?<!\bMrs)(?<!\bMr)[,.:!?]++(?=\s|$)|\s[-–]+\s"
)
"""Where a clause surely ends."""

UNREAL = re.compile(
    r"\b(?:if|unless|wish|wished|imagine|suppose|supposing|pretend|pretending|pretended|whether|said|says|saying|told|tells|claims|claimed|asked|"
    r"dreamed|dreamt|hypothetically|let['’]s say|role-?play|as though)\b",
    re.IGNORECASE,
)
"""What makes the rest of its sentence another's words, or only thought of."""

JOKE = re.compile(
    r"\b(?:just|only|was|am|i['’]m|totally) (?:kidding|joking)\b|(?<!no )\bkidding!|\bjk\b|(?:^|\s)/[sj]\b",
    re.IGNORECASE,
)

REQUEST = re.compile(
    r"(?:[,;:—]|\s[-–]+|\band|\bso|\bbut|\bthen)\s*(?:(?:so|and|but|then|hmm|ok|okay|well|please)\s+)*(?:can|could|would|will|do|does|did|is|are|"
    r"was|what|how|why|where|when|which|who|should|any|shall|may|have|has|know|got|i was wondering|i['’]m wondering)\b(?!n['’]t)(?! (?:i|we) not)",
    re.IGNORECASE,
)
"""The part of a sentence that asks, after one that tells: "I live in Busan, so can you …?"."""

_ADVERB = (
    r"currently|now|just|really|also|actually|still|recently|mostly|mainly|usually|always|absolutely|totally|simply|truly|honestly|finally|"
    r"officially|already|only|both|all|kinda|sorta|basically|personally|originally|very|so|quite|super|pretty|definitely|certainly|"
    r"generally|typically|normally|often|strictly|tend to|actively|deliberately|entirely|intentionally|sometimes|especially|particularly|genuinely|secretly|obviously|proudly|happily|primarily|"
    r"strongly|completely|fully|severely|highly|terribly|hugely|once|eventually|even|happen to be|much"
)
FRONT = re.compile(
    r"(?P<aux>['’]m|\s+am|['’]re|\s+are|['’]s|\s+is|['’]ve|\s+have|\s+has|\s+do(?:es)?(?=\s+not|n['’]?t)|\s+was|\s+were|ve(?=\s)|m(?=\s))?"
    rf"(?P<between>(?:n['’]?t\b|\s+(?:not|never|no longer|{_ADVERB})\b)*+)\s+(?=\S)",
    re.IGNORECASE,
)
"""What stands between the subject and the verb that tells."""

NEGATION = re.compile(r"\b(?:not|never|no longer)\b|n['’]?t\b", re.IGNORECASE)
NOT_WHOLLY = re.compile(
    r"\b(?:not|n['’]?t)\s+(?:only|just|always|usually|even|all|often|necessarily|sure|really just|mainly|mostly)\b",
    re.IGNORECASE,
)
ENDED = re.compile(r"\b(?:any ?more|any longer|no longer)\b", re.IGNORECASE)

CALLED = re.compile(
    r"(?:^|[.,!;:—] ?|\b(?:you can|please|just|people|everyone|friends|they|everybody|folks|can) )(?:all |usually |just )?call me (?P<name>.+)",
    re.IGNORECASE,
)
FAVOURITE = re.compile(
    r"(?P<favourite>[A-Z][\w'’-]*(?: [\w'’-]+){0,4}) (?:is|are|was|has always been|will always be) (?:definitely |probably |still |by far )?my (?:all-time |absolute |personal )?favou?rite (?P<thing>[\w-]+)(?=\s*(?:$|[.,!;)]| (?:ever|of all|and|because)\b))"
)

DO_BEGINS = re.compile(
    r"build|built|develop|wrote|attended|went to|need|avoid|stay|steer|keep away|try|tries|turned \d|follow|ditched|dropped|abandoned|chose|made the|rewr|rebuil|wants? [a-z-]+ \w|live|reside|used|work|run|own|move|reloc|grew|was|come|hail|origin|graduat|stud|major|speak|like|love|enjoy|prefer|ador|hate|dislike|"
    r"detest|despise|loathe|can|care|strongly|eat|drink|became|went [vpkghdlf]|turned [vpkghdl]|use|drive|write|code|program|switch|migrat|transition|chang|"
    r"convert|port|upgrad|replac|swap|stop|quit|gave up|left (?:my|his|her)|lost (?:my|his|her)|resign|got|fired|laid|promot|land|took|accept|found|start|join|broke|split|"
    r"divorc|marr|adopt|bought (?:an?|our|my)|rescu|go|plan|intend|hope|decid|ha[sv]|promise|swear|vow|aim|dream|aspire|want",
    re.IGNORECASE,
)
"""How the verbs of `DO` begin: most verbs tell nothing lasting, and need not be tried."""

RATHER = re.compile(
    r"(?:['’]d|\s+would)\s+(?:much\s+)?rather\s+(?P<rather>.+?)\s+than\s+(?P<rather_no>.+)", re.IGNORECASE
)
PLACED = re.compile(
    r"(?:(?<![\w,] )(?<![\w,])[Bb]ased in |(?<![\w-])(?<!\bfrom )[Hh]ere in (?:the )?)(?P<home>[A-Z].*)"
)
WISH = re.compile(
    r"(?:^|[.!,;]\s+|\b(?:please|also|and|can you|could you|just)[, ]+)(?:please |can you |could you |just )*(?:keep|make) (?:your |all |the )?"
    r"(?P<things>(?:answers|replies|responses|explanations|messages|examples|summaries))\s(?:very |really |more |as )?"
    r"(?P<manner>(?:short|brief|concise|simple|direct|detailed|casual|formal|friendly|clear|focused|to the point)"
    r"(?:(?: and|,) (?:short|brief|concise|simple|direct|detailed|clear|focused|to the point))?)(?=\s*(?:[.,!?;—-]|$)| (?:please|and|so|for me|from now)\b)",
    re.IGNORECASE,
)
"""How a talk should be, asked for once and for all: "please keep explanations short"."""
SCHOOL = re.compile(
    r"\b(?:university|college|school|institute|academy|polytechnic)\b|^(?:the )?(?:MIT|UCLA|NYU|ETH|CMU|LSE|UCL|KAIST|SNU|UC \w+|Stanford|Harvard|Yale|"
    r"Princeton|Oxford|Cambridge|Berkeley|Cornell|Columbia|Caltech|Duke|Georgetown|Purdue|Johns Hopkins|Carnegie Mellon|Dartmouth|Juilliard)\b",
    re.IGNORECASE,
)
"""What is a place of study rather than its field."""
