"""What a text claims: its sentences cut into clauses, without those that nobody could verify (1: fact checking, step 1).

Greetings, questions, wishes, orders, offers, admissions of not knowing, suppositions, and opinions or feelings of the
moment claim nothing. The patterns are tables by language; in languages without one, only questions are left out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text.function_words import function_terms
from soulkeep.text.questions import is_question
from soulkeep.text.terms import terms
from soulkeep.text.utterances import AGREEMENT, FAREWELL, FEEDBACK, GREETING, REJECTION, utterance

_IDLE = {
    "en": (
        r"^(?:let(?:'s| us| me)|please|tell me|come|go on|look|listen|wait|remember|don't|do not|never mind|take|try|be|have a|"
        r"give|keep|feel free|make sure|enjoy|rest|sit|stay|may|imagine|suppose|if|perhaps|maybe|hopefully|unless|shall|should)\b|"
        r"^(?:(?:well|and|but|so|then|now|perhaps|of course),? )*(?:i(?:'ll| will| shall| would| could| might| hope| wish| wonder| guess| suppose|"
        r" want to| can)|i'd|i am going to|i'm going to|we(?:'ll| could| might| should)|you (?:could|should|might|may|must|can|ought))\b|"
        r"\b(?:let me|would you|could you|"
        r"(?:must|may|might|could|would|should)(?: \w+){0,2} (?:be|have|has|feel))\b|"
        r"\bi(?: really| honestly| truly)? (?:do not|don't|cannot|can't|can not|didn't) (?:quite |really |even )?"
        r"(?:remember|recall|know|think|say|tell|believe|imagine|have any)\b|\bi have no (?:memory|idea|recollection|knowledge)\b|"
        r"\bi(?:'m| am) (?:not sure|unsure|afraid (?:i|that)|so |very |really |truly |just |quite )*(?:glad|happy|sorry|delighted|"
        r"pleased|proud of you|excited|curious|here for you|grateful|touched|relieved|sure|fine|well|listening|sad to hear|not sure)\b|"
        r"\b(?:that|this|it)(?:'s| is| was| must be| sounds| seems| looks)(?: \w+){0,3} (?:\w*ful|nice|lovely|great|good|bad|sad|"
        r"sweet|interesting|exciting|terrible|awful|fine|kind|hard|tough|amazing|fun|cute|pleasure|shame|pity|brilliant|"
        r"charming|fascinating|impressive|rough|fantastic|remarkable|singular|curious|true|right|ok|okay)\b|"
        r"^(?:(?:well|oh|and|but|indeed|of course),? )*(?:you(?:'re| are| look| seem| sound)(?: (?:very|so|really|truly|always|too|quite|most))* (?:welcome|"
        r"kind|sweet|right|wonderful|brave|strong|amazing|lovely|clever|wise|funny|good|a good \w+|not alone)|i (?:feel|love you|miss you|missed you|like you|"
        r"trust you|understand|see|agree)|i (?:do )?remember)\b(?: \w+){0,2}[.!…]*$|"
        r"\bcongratulations|\bnothing (?:of the kind |of that |comes )|"
        r"^(?:how|what an?|so|such an?|congratulations|good luck|well done|thank|thanks|of course|indeed|sure|exactly|yes|no|ah|oh|"
        r"hm+|my dear \w+|good \w+|nice to|glad to|happy to|sorry)\b(?=[^.]{0,40}[.!…]?$)(?!.*\b(?:you|i|he|she|they|we|your|my)\b.* \w+ \w)"
    ),
    "de": (
        r"^(?:lass|bitte|erzähl|komm|schau|hör|warte|vielleicht|hoffentlich|wenn|falls|sag|nimm|versuch|denk|sei|mach|geh|viel (?:glück|spaß|erfolg)|"
        r"wie (?:schön|schade|nett)|danke|gern|gerne|natürlich|ja|nein|ach|oh|was für)\b|"
        r"\b(?:ich (?:werde|würde|könnte|möchte|hoffe|wünsche|glaube|denke|finde|frage mich)|wir (?:könnten|sollten)|du (?:solltest|könntest|kannst)|"
        r"ich kann (?:mich|dir)|(?:ich (?:weiß|erinnere)|(?:weiß|erinnere) ich)\b.*\bnicht\b|daran erinnere ich mich nicht|fällt mir nichts ein|das merke ich mir|das vergesse ich nicht|"
        r"ich (?:bin|freue mich)\b.*\b(?:froh|für dich|glücklich|gespannt|traurig|leid)|tut mir leid|"
        r"(?:das|es) (?:ist|war|klingt|muss|freut)(?: \w+){0,3} (?:schön|toll|gut|schade|traurig|nett|wunderbar|interessant|schwer|schlimm|mich|sein|richtig|wahr))\b"
    ),
    "fr": (
        r"^(?:s'il te plaît|dis-moi|raconte|viens|regarde|écoute|attends|peut-être|si |allons|prends|essaie|sois|bonne? |merci|bien sûr|oui|non|ah|oh|quelle? )|"
        r"\b(?:je (?:voudrais|pourrais|peux|vais|pense|crois|trouve|me demande|suis (?:\w+ )?(?:content|contente|heureu\w+|désolée?|ravie?|triste))|j'(?:espère|aimerais)|"
        r"tu (?:pourrais|devrais|peux|dois)|je ne (?:me )?(?:sais|souviens|rappelle)|je ne m'en souviens|je n'en sais|cela ne me rappelle|je m'en souviendrai|je ne l'oublierai|"
        r"(?:c'est|ça (?:a l'air|doit)|cela (?:semble|doit))(?: \w+){0,3} (?:beau|bien|super|dommage|triste|gentil|formidable|intéressant|dur|difficile|merveilleux|vrai|être))\b"
    ),
    "es": (
        r"^(?:por favor|dime|cuéntame|ven|mira|escucha|espera|quizás?|tal vez|ojalá|si |vamos|toma|intenta|sé |gracias|claro|sí|no,|ah|oh|qué )|"
        r"\b(?:(?:yo )?(?:quisiera|podría|puedo|voy a|creo|pienso|espero|me pregunto|me alegr\w+|lo siento|me gustaría)|(?:deberías|podrías|puedes|debes)|"
        r"no (?:lo )?(?:sé|recuerdo|me acuerdo)|lo recordaré|no lo olvidaré|no me trae ningún recuerdo|"
        r"(?:es|suena|parece|debe)(?: \w+){0,2} (?:bonito|genial|bueno|triste|lástima|maravilloso|interesante|duro|difícil|verdad|ser))\b"
    ),
    "ko": (
        r"기억(?:이|은|도)? ?(?:안 ?나|나지 ?않|없)|기억하지 ?못|모르(?:겠|지만)|잘 ?몰라|몰라[.!]?$|떠오르지 ?않|기억해 ?둘게|잊지 ?않을게|담아 ?둘게|"
        r"(?:할게|줄게|볼게|을게|갈게|게요|(?<=[가-힣])자|까|해 ?줘|주세요|봐|하렴|해라|세요|십시오|면 ?좋겠\S*|바라|바랄게|겠지|겠다|겠네|을지도 ?몰라|ㄹ까)[.!~…]*$|"
        r"^(?:아마|혹시|만약|안녕|고마|축하|미안|잘 ?자|정말 |그래|응|네[,.]|아니[,.])(?=.{0,12}$)|"
        r"(?:좋겠|멋지|멋진|힘내|파이팅|화이팅|다행이|기뻐|기쁘|슬프|안타깝|힘들었겠|재미있겠|반가워|궁금|대단|훌륭|놀랍|행복해)(?:\S{0,6})[.!~…]*$|생각나\.$|떠오르는 게 있어|이것도 기억나"
    ),
    "ja": (
        r"覚えてい(?:ません|ない)|思い出せ(?:ません|ない)|わかりません|分かりません|知りません|知らない|わからない|覚えておきます|忘れません|思い出しました|これも覚えています|"
        r"(?:ましょう|ください|下さい|でしょう|だろう|かもしれ(?:ない|ません)|たい(?:です)?|と思(?:う|います)|嬉しい(?:です)?|うれしい(?:です)?|悲しい(?:です)?|"
        r"素敵(?:です)?(?:ね)?|すごい(?:です)?(?:ね)?|よかった(?:です)?(?:ね)?|楽しみ(?:です)?|残念(?:です)?(?:ね)?|ごめんなさい|ありがとう(?:ございます)?|おめでとう(?:ございます)?)(?:ね|よ)?[。！!…]*$|"
        r"^(?:もし|多分|たぶん|おそらく|こんにちは|おはよう|ありがとう)"
    ),
    "zh": (
        r"(?:不|没)(?:太)?(?:记得|知道|清楚|想不起)|想不起来|没有印象|我会(?:记住|的)|我不会忘记|让我想起来|我还记得这个|想起一件事|"
        r"^(?:请|让我|我们(?:去|来|一起)|也许|可能|或许|如果|要是|希望|祝|谢谢|你好|恭喜|对不起|抱歉|好的|当然)|"
        r"^我(?:想|觉得|认为|希望|可以|会|愿意|要)|你(?:应该|可以|要|最好)|"
        r"(?:吧|加油|太好了|真好|真棒|真可惜|真遗憾|真不错|很高兴|好难过|有意思|真了不起)[。！!…]*$"
    ),
}
"""Sentences, in lower case with straight apostrophes, that claim nothing."""

_FRAME = {
    "en": (
        r"^(?:(?:well|yes|no|ah|oh|indeed|and|but|so|actually|of course|certainly|exactly|right),? )*(?:(?:as (?:far as )?i (?:remember|recall|know)|"
        r"(?:if )?i (?:still )?(?:remember|recall|know|believe|think)(?: correctly)?(?: you saying)?|you(?:'ve| have| once| also)? (?:told|mentioned to|said to) me"
        r"(?: (?:once|before|earlier|yesterday))?|you (?:once |also |just )?(?:said|mentioned)|as you (?:said|told me|mentioned)|i (?:told|said to) you|i said|"
        r"(?:that|it) reminds me|from what i remember|from what you (?:said|told me)|the truth is|in fact)(?:,? that|,|:)?) "
    ),
    "de": (
        r"^(?:(?:ja|nein|ach|und|aber|also),? )*(?:du hast (?:mir )?(?:gesagt|erzählt)|du (?:sagtest|erzähltest)(?: mir)?|ich (?:erinnere mich|weiß(?: noch)?|habe gesagt)"
        r"|soweit ich weiß|soviel ich weiß)(?:, dass|,|:)? "
    ),
    "fr": r"^(?:(?:oui|non|ah|et|mais),? )*(?:tu m'as (?:dit|raconté)|tu (?:disais|as dit)|je me (?:souviens|rappelle)|je sais|j'ai dit)(?: que | qu'|, |: )",
    "es": r"^(?:(?:sí|no|ah|y|pero),? )*(?:me (?:dijiste|contaste|has dicho)|(?:yo )?(?:recuerdo|sé|dije)|dijiste)(?: que|,|:)? ",
    "ko": r"^(?:(?:응|그래|네|맞아|아니)[,.]? )*(?:(?:내가 )?기억(?:하기로는?|하는데|나는데)|내 기억에는?|네가 (?:말했듯이|그랬는데)),? ",
    "ja": r"^(?:(?:はい|ええ|うん|そう)、)*(?:確か、?|私の記憶では、?)",
    "zh": r"^(?:(?:是的|对|嗯)，)*(?:我记得(?:你说过?)?|你(?:跟我|对我)?(?:说过?|告诉过?我)|据我所知)[，：]?",
}
"""What only leads up to a claim: "You told me that …"."""

_TRAILING = {
    "ko": r"(?:다고|라고|이라고) ?(?:네가 |내가 )?(?:했|말했|그랬|들었)(?:잖아|지|어|던데|었지)?(?:요)?(?=[.!…]*$)",
    "ja": r"(?:と|って)(?:言って(?:い)?(?:た|ました)|聞きました|言いました)(?:よね|ね|よ)?(?=[。！…]*$)",
}
"""…and what only ends one in languages that say so at the end."""

_SUBJECT = re.compile(
    r"(?:I|[Yy]ou|[Ww]e|[Hh]e|[Ss]he|[Ii]t|[Tt]hey|(?:[Yy]our|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur|[Tt]he)(?: [\w'’-]+)?(?: [A-Z][\w'’-]+)*|"
    r"(?:[A-Z][\w.'’-]+)(?: [A-Z][\w'’-]+)*)(?= (?:\w))"
)
"""What a further verb of an English sentence is said of."""

_VERBAL = (
    r"(?:will|has|have|had|is|are|was|were|can|can't|cannot|could|does|doesn't|did|didn't|do|don't|isn't|wasn't|haven't|hasn't|"
    r"never|also|then|now|came|went|got|took|made|left|kept|ran|gave|saw|met|won|lost|fell|rose|sold|bought|found|became|began|"
    r"wrote|taught|told|built|broke|spent|(?!need|seed|feed|speed|hundred|sacred)[a-z]{2,}(?:[^e]ed))"
)
_JOINTS = {
    "en": re.compile(
        rf"(?:;|\s[–—-]+|—|--|,(?=\s(?:and|but|so|while|though|although|because|or)\s)|,(?=\s(?:I|you|he|she|we|they|it|my|your|our)(?:['’]\w+)?\s))\s*|"
        rf"\s(?=(?:and|but|because|so|while|although|though|then)\s(?:I|you|he|she|it|we|they|my|your|his|her|our|their|there|[A-Z]\w+\s{_VERBAL})\b)|"
        rf"\s(?=(?:and|but)\s{_VERBAL}\b)"
    ),
    "de": re.compile(
        r";\s*|,\s+(?=(?:und|aber|weil|doch|sondern|denn|dass)\b)|\s(?=(?:und|aber)\s(?:ich|du|er|sie|es|wir|bin|bist|ist|hat|habe|hast|war|arbeite\w*)\b)"
    ),
    "fr": re.compile(
        r";\s*|,\s+(?=(?:et|mais|car|donc|parce)\b)|\s(?=(?:et|mais|car)\s(?:je|tu|il|elle|nous|vous|on|j['’])\b)"
    ),
    "es": re.compile(
        r";\s*|,\s+(?=(?:y|pero|porque|aunque)\b)|\s(?=(?:y|pero)\s(?:yo|tú|él|ella|nosotros|es|está|tiene|tengo|vive|trabaja)\b)"
    ),
    "ko": re.compile(
        r"[,;]\s+|(?<=[이했었았였있없하자르오가되지리우])고\s+(?=\S+\s*\S)|(?<=[^\s])지만\s+|(?<=\S)(?:는데|은데|인데)\s+"
    ),
    "ja": re.compile(r"[、；]\s*(?=[^、]{4})|(?<=ます)が、?|(?<=です)が、?"),
    "zh": re.compile(r"[，；]\s*"),
}
_ANY_JOINT = re.compile(r"[;；]\s*")
_LEADING = re.compile(
    r"^(?:and|but|because|so|while|although|though|then|und|aber|weil|denn|et|mais|car|y|pero|porque)\s+", re.IGNORECASE
)

_ACTS = frozenset((GREETING, FAREWELL, AGREEMENT, REJECTION, FEEDBACK))

_FEWEST = 2
"""Words of a clause that claims something by itself (of unspaced scripts, half its characters count)."""

_UNSPACED = frozenset(("ja", "zh", "th"))

_LONGEST = 1000
"""Characters of a sentence that are read."""


_TURN = re.compile(
    r"(?:;|[,，、—–-]\s*(?=(?:but|though|although|yet|aber|doch|mais|pourtant|pero|aunque|但|不过)\b))\s*(?:\w+\s+)?|"
    r"(?<=지만)[, ]\s*|(?<=けれど)、|(?<=けど)、|(?<=が)、|[，,](?=但|不过)",
    re.IGNORECASE,
)
"""Where a sentence turns from what it does not claim to what it does."""


class Clause(NamedTuple):
    """A part of a sentence that says one thing, as it reads, with the subject it is said of."""

    text: str
    subject: str
    """Of the clause before, where this one leaves it out; else ""."""


def claims_something(sentence: str, language: str) -> bool:
    """Whether a sentence says something that could be true or false by what is known."""
    return bool(claiming(sentence, language))


def claiming(sentence: str, language: str) -> str:
    """What of a sentence does so: all of it, what comes after "I don't remember, but", or nothing."""
    if is_question(sentence):
        return ""
    folded = " ".join(sentence.replace("’", "'").lower().split()).strip("\"'“”„«»「」 ")
    if folded.endswith(("!", "！")) and len(folded.split()) < _FEWEST + 1 and language not in _UNSPACED:
        return ""  # "Elementary!"
    pattern = _pattern("idle", language)
    if pattern is not None and pattern.search(folded):
        rest = _TURN.split(sentence, maxsplit=1)  # "I don't remember, but she was called Edith."
        return claiming(rest[1], language) if len(rest) > 1 and not _short(rest[1], language) else ""
    if not _matter(sentence, language):
        return ""
    return "" if utterance(sentence, language).kind in _ACTS else sentence


def without_frame(sentence: str, language: str) -> str:
    """A sentence without what only leads up to what it claims: "You told me that"."""
    pattern = _pattern("frame", language)
    folded = sentence.replace("’", "'").lower()
    if pattern is not None and len(folded) == len(sentence) and (found := pattern.match(folded)):
        rest = sentence[found.end() :].strip()
        sentence = rest or sentence
    pattern = _pattern("trailing", language)
    return pattern.sub("", sentence) if pattern is not None else sentence


@lru_cache(maxsize=8192)
def clauses(sentence: str, language: str) -> tuple[Clause, ...]:
    """The clauses of a sentence, in order; the whole of it where it has but one."""
    sentence = sentence[:_LONGEST]
    cut = [part.strip() for part in _JOINTS.get(language, _ANY_JOINT).split(sentence) if part and part.strip()]
    parts: list[str] = []
    for part in cut:
        plain = _LEADING.sub("", part)
        if parts and _short(plain, language):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(plain if parts else part)
    if len(parts) > 1 and _short(parts[0], language):
        parts[:2] = [f"{parts[0]} {parts[1]}"]
    found: list[Clause] = []
    subject = ""
    for part in parts:
        named = _SUBJECT.match(part) if language == "en" else None
        verbal = re.match(rf"{_VERBAL}\b", part) if language == "en" else None
        if verbal is not None or (language == "en" and named is None):
            found.append(Clause(part, subject))
        else:
            found.append(Clause(part, ""))
            subject = named[0] if named else subject
    return tuple(found) or (Clause(sentence, ""),)


def _short(part: str, language: str) -> bool:
    words = len(part) / 2 if language in _UNSPACED else len(part.split())
    return words < _FEWEST or not _matter(part, language)


def _matter(text: str, language: str) -> bool:
    """Whether a text holds a word of matter, or a number."""
    return not set(terms(text, language)) <= function_terms(language)


@lru_cache(maxsize=64)
def _pattern(table: str, language: str) -> re.Pattern[str] | None:
    source = {"idle": _IDLE, "frame": _FRAME, "trailing": _TRAILING}[table].get(language)
    return re.compile(source) if source is not None else None
