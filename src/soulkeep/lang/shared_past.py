"""Whether a person asks what was said before between them and the character: "What did I ask you yesterday?" (3).

Only questions about the conversation itself count, not those about what else happened ("What did I eat yesterday?") or what
was said to others. When it was is read elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from soulkeep.lang.sentences import sentences
from soulkeep.lang.utterances import WHETHER, utterance


@dataclass(frozen=True, slots=True)
class SharedPast:
    """What a question asks of the conversations so far.

    Attributes:
        asks: "what", "whether", "when", "how often", "first" or "last" (what was asked or said first or last).
        who: whose words it asks for: "I" (the person's), "you" (the character's) or "we".
        what: what they did: "ask", "say" or "talk".
    """

    asks: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class _Rules:
    """The patterns of one language, over lower-case sentences.

    Attributes:
        deeds: who did what; the first that is found counts.
        never: sentences that are about other people's talk, or about none.
        often: words that ask how often.
        when: words that ask when, where the sentence does not show it otherwise.
        first, last: words for the first and the last thing said.
        thing: what was said, as a noun: "Do you remember my first question?" asks what it was.
    """

    deeds: tuple[tuple[str, str, str], ...]
    never: str
    often: str
    first: str
    last: str
    thing: str
    when: str = r"(?!)"


_ADVERBS = r"(?: (?:ever|just|first|last|already|really|actually|both|even|once|also|never|not|only|always|usually|recently|then|all))*"
_NOT_IF = r"(?<!would )(?<!could )(?<!should )(?<!might )(?<!\bif )(?<!can )(?<!may )"
_OTHERS_EN = r"(?! (?:to|with) (?!(?:you|u|me|us|each other|one another)\b))"
_OPEN_EN = (
    r"(?= ?(?:$|[?,.!;:])| (?:you|u|about|of|that|this|it|last|first|before|yesterday|today|earlier|again|just|for|if|whether|when|"
    r"where|what|who|how|why|which|the (?:same|question|last|first|other|most|very)|a question|any|some|questions?|on|in|at|recently|already|"
    r"most|so|back|and|ago|this|during|while|lately|once|twice|\w+ times)\b)"
)
_ASK_ME = r"(?= (?:me|us)\b| ?(?:$|[?,.!;:])| (?:about|that|this|it|last|first|before|yesterday|earlier|again|just|for|if|whether)\b)"


_LEADS_EN = (  # what a clause in a statement's order hangs on, where the question is about it
    r"(?:\b(?:what|who|whom|which|where|when|whether|if|often|times|how|why)(?: (?!(?:did|do|does|is|are|was|were|have|has|can|will|would|should|to)\b)[\w']+){0,4}? |"
    r"\b(?:things?|times?|questions?|words?|everything|anything|all|topics?|sentences?|answers?|artists?|songs?|albums?|names?)(?: that| which)? |"
    r"\b(?:remember|recall|forgotten|forget)\b(?: [\w']+){0,5}? |\b(?:that|true) |^(?:(?:but|so|and|hey|oh|wait|well|hi|ok|okay|no|yes|sorry|hmm)[, ]+)*)"
)


def _english(person: str, verb: str, past: str, going: str, after: str) -> str:
    """Who did something, in a question's order, in a statement's, and in "was I saying"."""
    return (
        rf"\b(?:did|didn't|have|haven't|had|hadn't) {person}{_ADVERBS} (?:{verb}|{past}){after}|"
        rf"{_LEADS_EN}{_NOT_IF}\b{person}(?:'ve| have|'d| had)?{_ADVERBS} (?:{past}){after}|"
        rf"\b(?:was|were) {person}{_ADVERBS} (?:{going}){after}|{_LEADS_EN}\b{person}{_ADVERBS} (?:was|were){_ADVERBS} (?:{going}){after}"
    )


_EN = _Rules(
    deeds=(
        ("I", "ask", _english("i", "ask", "asked", "asking", _OPEN_EN)),
        (
            "I",
            "ask",
            rf"\bhow often do i (?:ask|inquire){_OPEN_EN}|\bme asking\b|\bmy (?:very )?(?:\w+ )?questions?\b|\bquestions? (?:of mine|from me)\b|\bdo i ask (?:you|about)\b",
        ),
        (
            "you",
            "ask",
            _english("you", "ask", "asked", "asking", _ASK_ME)
            + r"|\byou asking me\b|\byour (?:very )?(?:first|last|previous|latest|earlier) question\b",
        ),
        (
            "I",
            "say",
            _english("i", "tell", "told", "telling", r" (?:you|u|ya)\b")
            + "|"
            + _english("i", "say|mention|bring up", "said|mentioned|brought up", "saying", _OTHERS_EN)
            + r"|\b(?:me|my) (?:telling you|saying|mentioning)\b|\bmy (?:very )?(?:first|last|previous|latest) (?:words?|message|sentence|remark)\b",
        ),
        (
            "you",
            "say",
            _english("you", "tell", "told", "telling", r" (?:me|us)\b")
            + "|"
            + _english(
                "you",
                "say|mention|bring up|answer|reply|recommend|suggest",
                "said|mentioned|brought up|answered|replied|recommended|suggested",
                "saying",
                _OTHERS_EN,
            )
            + r"|\byou (?:telling me|saying|mentioning)\b|\byour (?:very )?(?:first|last|previous|latest) (?:words?|message|sentence|answer|reply|remark)\b",
        ),
        (
            "we",
            "talk",
            _english(
                "(?:we|you and i)",
                "talk|speak|chat|discuss|go over|argue|converse",
                "talked|spoke|spoken|chatted|discussed|gone over|argued",
                "talking|speaking|chatting|discussing",
                _OTHERS_EN,
            )
            + r"|\bus (?:talking|discussing|speaking|chatting)\b|\bour (?:very )?(?:\w+ )?(?:conversations?|chats?|talks?|discussions?)\b|\bwhere (?:were we|did we (?:leave off|stop))\b|\bdid we (?:ever )?get to (?:talk|discuss)",
        ),
        (
            "I",
            "say",
            _english("i", "talk|speak", "talked|spoke|spoken", "talking", r" (?:to|with) you\b")
            + "|"
            + _english("i", "talk|speak", "talked|spoke|spoken", "talking", r" about\b"),
        ),
        (
            "you",
            "say",
            _english("you", "talk|speak", "talked|spoke|spoken", "talking", r" (?:to|with) me\b")
            + "|"
            + _english(
                "you", "talk|speak", "talked|spoke|spoken", "talking", r" about\b(?= (?:him|her|it|that|this)\b)"
            ),
        ),
    ),
    never=r"\bsince (?:the last time )?(?:i|you|we)\b|^(?:\w+, )*(?:i|you|we)(?:'ve| have)?(?: \w+)? (?:mentioned|said|told|asked|talked|were saying)\b.{0,200}[-–,;:] ?(?:and |so |but )?(?:have|has|did|do|does|is|are|how|what|who|why|when|where|which|can|could|would|will|was|were|any)\b(?! (?:you|i|we)\?*$)|\bdid (?:he|she|they|it|my \w+|your \w+|the \w+) (?:\w+ )?(?:ask|say|tell|talk)|\bwhat (?:do|would|will) you say\b|\bwhy\b.{0,12}\b(?:say|ask|tell|said|asked)|\b(?:say|said) (?:hi|hello|goodbye|yes|no|sorry)\b|\b(?:ask|asked) (?:you|me) (?:out|to (?:come|go|marry|dance|leave|help))\b",
    often=r"\bhow (?:often|many times|frequently|many questions|regularly)\b",
    first=r"\b(?:very )?first\b(?! (?:time|name|album|song|record|single|concert|wife|husband|job|day))|\bearliest\b|\bstart(?:ed)? (?:off )?with\b",
    last=r"\blast\b(?! (?:week|month|year|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter|spring|autumn|fall|weekend|name|album|song|january|february|march|april|may|june|july|august|september|october|november|december))|\blatest\b|\bmost recent|\bjust\b|\b(?:a (?:moment|second|minute) ago|right before)\b|\bwhere were we\b|\bleave off\b|\b(?:was|were) (?:i|you|we) (?:saying|talking)\b",
    thing=r"\b(?:first|last|latest|previous) (?:\w+ )?(?:thing|question|words?|message|conversation|chat|talk|topic|discussion|answer)\b",
    when=r"\bwhen (?:was|is) the (?:first|last) time\b|\bwhen did\b|\bhow long (?:ago|has it been since|since)\b",
)

_KO_I = r"(?:내가|나는|난|제가|저는|전에 내가|^나|\s나|내|너한테|네게|너에게|니한테)(?=[\s,]|$)"
_KO_YOU = r"(?:네가|니가|너는|넌|너|당신이|나한테|내게|나에게|저한테)(?=[\s,]|$)"
_KO_WE = r"(?:우리|우리가|우리는|우린|너랑 나|너하고 나|나랑 너|너랑|너하고|나랑)(?=[\s,]|$)"
_KO_ASK = r"(?:물어 ?(?:봤|본|보았|보던)|물었|물은|질문 ?(?:했|한|하던)|질문(?=[이은을들]|$|\s(?:뭐|중|기억|이|좀|목록))|여쭤 ?(?:봤|본))"
_KO_SAY = r"(?:말 ?(?:했|한|하던|해 ?줬|해 ?준|했었|하고 있었|씀드)|알려 ?(?:줬|준)|(?:뭐라고|뭐라|다고|라고|무슨 말(?:을)?) ?(?:했|그랬|한 |말했|말한|하고 있었|하던)|얘기해 ?(?:줬|준)|이야기해 ?(?:줬|준)|추천해 ?(?:줬|준)|대답했|답했|언급했|무슨 말)"
_KO_TALK = r"(?:(?:얘기|이야기|대화|수다|말)(?:를|을|도|는)? ?(?:[^\s]{1,6} ){0,2}(?:했|한(?=[\s]|게|거)|하던|하고 있었|나눴|나눈|나누었|떨었|나왔|꺼냈|나눠|꺼낸|해 ?줬|해 ?준)|(?:나눈|나눴던|한|했던|하던) (?:얘기|이야기|대화)|(?:무슨|어떤) (?:대화|얘기|이야기)(?:를|을)? ?(?:했|나눴|하고 있었|하던)|마지막 대화|첫 대화|지난번 대화|우리 대화)"

_KO = _Rules(
    deeds=(
        ("you", "ask", rf"^(?!.*(?:내가|너한테)).*{_KO_YOU}.{{0,200}}{_KO_ASK}"),
        ("I", "ask", _KO_ASK),
        ("we", "talk", rf"{_KO_WE}.{{0,200}}(?:{_KO_TALK}|{_KO_SAY}|{_KO_ASK})|{_KO_TALK}.{{0,200}}{_KO_WE}"),
        ("I", "say", rf"(?:내가|제가|너한테|너에게|네게).{{0,200}}(?:{_KO_SAY}|{_KO_TALK})"),
        ("you", "say", rf"(?:네가|니가|당신이|나한테|나에게|내게|너는|넌).{{0,200}}(?:{_KO_SAY}|{_KO_TALK})"),
        ("I", "say", rf"{_KO_I}.{{0,200}}(?:{_KO_SAY}|{_KO_TALK})"),
        ("you", "say", rf"{_KO_YOU}.{{0,200}}(?:{_KO_SAY}|{_KO_TALK})"),
        ("we", "talk", _KO_TALK),
        ("I", "say", rf"{_KO_SAY}.{{0,6}}(?:나|던가|적 있나)\??$"),
        ("you", "say", _KO_SAY),
    ),
    never=(
        r"(?<![가-힣])(?!(?:너|네|니|나|내|저|제|우리|당신|아무|누구)(?:한테|에게|께))[가-힣]+(?:한테서?|에게서?|께)(?=[\s,])|"
        r"^(?!.*(?:내가|제가|네가|니가|우리|나는|난|너는|넌|나한테|너한테|다고|라고 말)).*[가-힣]{1,6}(?<!뭐)(?<!누)(?<!얘기)(?<!이야기)(?<!질문)(?<!고양)(?<!번)(?<!거)(?<!제일)[이가]\s(?:.{0,200}\s)?(?:뭐|무슨|물|말|또|어제|나한테|왜|방금|아까)|"
        r"^(?!.*(?:내가|제가|네가|니가|우리|나는|난|너는|넌|나한테|너한테)).*(?:걔|그녀|그 사람|엄마|아빠|친구|선생님|사장님|동생)(?:은|는|이|가)\s.{0,200}(?:했|그랬|물)|나랑 얘기할|얘기할래|"
        r"^(?!.{0,200}(?:적(?:이|도|은)? ?(?:있|없)|기억|생각나|말해|알려|얘기해|(?:뭐|누구|언제|어디|무엇|몇 ?\S{1,3}|얼마)(?:야|지|였|이야|이었|인|예|더라|죠|니|냐|$)|"
        r"(?:말했|물어 ?봤|물었|얘기했|이야기했|했었|했지|했어|했나|했더|했죠|나눴|해 ?줬|질문했))).{0,200}(?:말한|물어 ?본|물은|얘기한|이야기한|추천해 ?준|알려 ?준|질문한|얘기해 ?준|말했던|얘기했던|나눈) "
    ),
    often=r"몇 ?번|얼마나 자주|몇 ?차례|몇 ?회",
    first=r"처음(?!\s?(?:만|봤|들))|첫 ?(?:질문|번째|마디|대화|얘기|말)|맨 처음|제일 먼저|가장 먼저",
    last=r"방금|마지막|조금 전|금방|직전|하던 (?:얘기|말|이야기)|어디까지|지난번",
    thing=r"(?:첫|마지막|처음|방금|지난번|전) ?(?:번째 )?(?:으로 )?(?:질문|대화|말|얘기|이야기|메시지|물어 ?본 (?:거|것|게|말)|한 (?:말|얘기))",
    when=r"언제(?!나|든|까지)",
)

_KO_REMEMBERED = re.compile(
    r"(?:물어 ?본|물은|말한|얘기한|이야기한|했던|한|해 ?준|나눈|질문한) ?(?:거|것|걸|게|말|얘기|이야기|질문|대화)(?:을|를|도|들)? ?(?:다 |아직 |혹시 )?(?:기억|말해|알려|얘기해|생각나)"
)

_DE_TALKED = r"(?:gesprochen|geredet|unterhalten|diskutiert|geplaudert|gechattet)"
_DE_SAID = r"(?:gesagt|erzählt|erwähnt|mitgeteilt|geschrieben|verraten)"
_DE = _Rules(
    deeds=(
        (
            "I",
            "ask",
            r"\b(?:habe?|hatte) ich (?:dich|dir)?\b.{0,200}\bgefragt|\bich (?:dich|dir)?\b.{0,200}\bgefragt (?:habe|hatte)|\bfragte ich\b|\bich dich\b.{0,200}\bfragte|\bmeine \w+ frage|\bmeine frage",
        ),
        (
            "you",
            "ask",
            r"\b(?:hast|hattest) du mich\b.{0,200}\bgefragt|\bdu mich\b.{0,200}\bgefragt (?:hast|hattest)|\bdeine (?:erste|letzte) frage",
        ),
        (
            "I",
            "say",
            rf"\b(?:habe?|hatte) ich\b.{{0,200}}\b{_DE_SAID}|\bich (?:dir|es|das)?\b.{{0,200}}\b{_DE_SAID} (?:habe|hatte)|\bsagte ich\b|\berzählte ich dir",
        ),
        (
            "you",
            "say",
            rf"\b(?:hast|hattest) du\b.{{0,200}}\b{_DE_SAID}|\bdu (?:mir|uns)?\b.{{0,200}}\b{_DE_SAID} (?:hast|hattest)|\bsagtest du\b|\bdeine (?:erste|letzte) antwort",
        ),
        (
            "we",
            "talk",
            rf"\b(?:haben|hatten) wir\b.{{0,200}}\b{_DE_TALKED}|\bwir\b.{{0,200}}\b{_DE_TALKED} (?:haben|hatten)|\b(?:sprachen|redeten) wir\b|\bunser(?:e|em|en|er|es)? \w*\s?(?:gespräche?|unterhaltung)|\bwo waren wir",
        ),
    ),
    never=r"^(?!.*\b(?:dir|mir|dich|mich)\b).*(?<!von )(?<!mit )(?<!über )\b(?:meinem|meiner|ihm|ihnen|seinem|seiner|deinem|deiner)\b.{0,200}(?:gesagt|erzählt|gefragt)|\b(?:warum|wieso)\b|^(?!.*\b(?:dich|mich)\b).*\b(?:ihn|sie|meinen|meine) .{0,200}gefragt|gesprochen.{0,200}\bmit (?!dir|mir|uns)|\bmit (?!dir|mir|uns)\w+ .{0,200}(?:gesprochen|geredet)",
    often=r"\bwie (?:oft|häufig|viele fragen)\b",
    first=r"\b(?:aller)?erste[nrs]?\b|\bzuerst\b|\bals erstes\b",
    last=r"\bletzte[nrs]? (?!woche|monat|jahr|nacht|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|sommer|winter)|\bzuletzt\b|\bgerade(?: eben)?\b|\b(?:so)?eben\b|\bwo waren wir\b",
    thing=r"\b(?:erste|letzte)[nrs]? (?:frage|gespräch|satz|nachricht|antwort|unterhaltung)\b",
)

_FR_ASKED = r"(?:demandée?|posée?|interrogée?)"
_FR_SAID = r"(?:dite?|racontée?|parlé|mentionnée?|confiée?|appris)"
_FR = _Rules(
    deeds=(
        (
            "I",
            "ask",
            rf"\bje (?:ne )?(?:t'ai|te l'ai|l'ai|t'avais|vous ai)\b.{{0,200}}?\b{_FR_ASKED}|\bt'ai-je\b.{{0,200}}\b{_FR_ASKED}|\bai-je (?:\w+ )?{_FR_ASKED}|\bj'ai (?:déjà |\w+ )?(?:demandé|posé)|\bje viens de (?:te )?demander|\b(?:ma|mes) (?:\w+ )?questions?",
        ),
        (
            "you",
            "ask",
            rf"\btu (?:ne )?m'(?:as|avais)\b.{{0,200}}\b{_FR_ASKED}|\bm'as-tu\b.{{0,200}}\b{_FR_ASKED}|\bta (?:première|dernière) question",
        ),
        (
            "I",
            "say",
            rf"\bje (?:ne )?(?:t'ai|te l'ai|t'avais|t'en ai|vous ai)\b.{{0,200}}\b{_FR_SAID}|\bt'ai-je\b.{{0,200}}\b{_FR_SAID}|\bje viens de (?:te )?dire|\b(?:ai-je|j'ai) (?:déjà |\w+ )?(?:dit|mentionné)(?! à (?!toi))",
        ),
        (
            "you",
            "say",
            rf"\btu (?:ne )?m'(?:as|avais|en as)\b.{{0,200}}\b{_FR_SAID}|\bm'as-tu\b.{{0,200}}\b{_FR_SAID}|\btu viens de (?:me )?dire|\b(?:as-tu|tu as|t'as) (?:déjà |\w+ )?(?:dit|mentionné)(?! à (?!moi))|\bta (?:première|dernière) réponse",
        ),
        (
            "we",
            "talk",
            r"\b(?:on|nous) (?:n')?(?:a|avait|avons|avions|en a|s'est|en avons)\b.{0,200}\b(?:parlé|discuté|bavardé|dit)|\b(?:a-t-on|avons-nous)\b.{0,200}\b(?:parlé|discuté|bavardé)|\bon (?:parlait|discutait)|\b(?:notre|nos) (?:\w+ )?(?:conversations?|discussions?)|\boù en était-on|\boù en étions-nous",
        ),
    ),
    never=r"\bpourquoi\b|\b(?:dit|demandé|parlé) (?:à|avec) (?!toi|moi|nous)\w",
    often=r"\bcombien de (?:fois|questions)\b|\bà quelle fréquence\b",
    first=r"\b(?:tout )?(?:première?|premières?)\b(?! fois)|\ben premier\b|\bd'abord\b",
    last=r"\bdernière?\b (?!semaine|fois)|\bviens de\b|\bvient de\b|\bà l'instant\b|\ben dernier\b|\bon (?:parlait|discutait)\b|\boù en ét",
    thing=r"\b(?:première|dernière) (?:question|conversation|discussion|chose|phrase|réponse)\b",
    when=r"\bquand\b.{0,200}\bdernière fois\b|\bquand (?:est-ce|avons|a-t|t'ai)",
)

_ES = _Rules(
    deeds=(
        (
            "I",
            "ask",
            r"\b(?:te|lo) (?:pregunté|he preguntado|había preguntado|acabo de preguntar|estaba preguntando)|\b(?:acabo de preguntar|pregunté|he preguntado|acabo de preguntarte)\b|\bmis? (?:\w+ )?preguntas?\b",
        ),
        ("you", "ask", r"\bme (?:preguntaste|has preguntado|habías preguntado)|\btu (?:primera|última) pregunta"),
        (
            "I",
            "say",
            r"\bte (?:lo )?(?:dije|he dicho|había dicho|conté|he contado|mencioné|he mencionado|hablé|he hablado|acabo de (?:decir|contar))|\b(?:acabo de decir(?:te)?|dije|he dicho|mencioné|he mencionado)\b(?! a (?!ti))",
        ),
        (
            "you",
            "say",
            r"\bme (?:lo )?(?:dijiste|has dicho|habías dicho|contaste|has contado|hablaste|has hablado|mencionaste|recomendaste|acabas de (?:decir|contar))|\b(?:dijiste|acabas de decir|has dicho|mencionaste)\b(?! a (?!mí))|\btu (?:primera|última) respuesta",
        ),
        (
            "we",
            "talk",
            r"\b(?:hablamos|hemos hablado|habíamos hablado|charlamos|hemos charlado|conversamos|hemos conversado|discutimos|hablábamos|hemos discutido)\b|\bnuestra (?:\w+ )?(?:conversación|charla)|\bnuestras (?:\w+ )?conversaciones|\bdónde estábamos|\bestábamos hablando",
        ),
    ),
    never=r"\bpor qué\b|\b(?:le|les|nos) (?:dije|pregunté|conté|he dicho|dijiste|preguntaste|contaste)|\b(?:hablamos|hablar) con (?!tigo|migo)|\bhablamos\?*$(?<!hablamos\?)",
    often=r"\bcu[áa]ntas (?:veces|preguntas)\b|\bcon qué frecuencia\b|\bcada cu[áa]nto\b",
    first=r"\bprimer[oa]?\b(?! vez)",
    last=r"\búltim[oa]\b (?!vez|semana|mes|año)|\bacab(?:o|as|amos) de\b|\bhace un (?:momento|segundo|rato)\b|\bestábamos hablando|\bdónde estábamos|\bhablábamos",
    thing=r"\b(?:primera|última|último|primer) (?:pregunta|conversación|charla|cosa|frase|mensaje|respuesta)\b|\blo (?:primero|último) que",
    when=r"\bcu[áa]ndo\b.{0,200}\búltima vez",
)

_JA_I = r"(?:私|わたし|僕|ぼく|俺|おれ|あたし)(?!たち|達|ら)(?:は|が|って|も|の|、)?"
_JA_YOU = r"(?:あなた|君|きみ|お前|おまえ|きみ)(?!たち)(?:は|が|って|も|の|、)?"
_JA_ASK = r"(?:聞いた|聞きました|聞いて(?:い)?(?:た|ました)|尋ねた|尋ねました|質問した|質問しました|質問(?=は|が|を|って)|聞いたこと|訊いた)"
_JA_SAY = r"(?:言った|言いました|言って(?:い)?(?:た|ました)|言ったこと|話した|話しました|話して(?:い)?(?:た|ました)|話(?:を|は|、)?[^。]{0,6}(?:した|しました)|教えてくれ(?:た|ました)|教え(?:た|ました)|伝え(?:た|ました)|おっしゃ)"
_JA_TALK = r"(?:話(?:を|は|って|も|、)?[^。]{0,8}(?:した|しました|して(?:い)?(?:た|ました))|話し(?:た|ました|合)|話して(?:い)?(?:た|ました)|会話|喋った|しゃべった|語った)"
_JA = _Rules(
    deeds=(
        ("you", "ask", rf"{_JA_YOU}[^。]{{0,200}}{_JA_ASK}|(?:私|僕|俺)に[^。]{{0,200}}{_JA_ASK}"),
        ("I", "ask", _JA_ASK),
        ("we", "talk", rf"(?:私たち|私達|僕たち|僕ら|俺たち|二人で|我々|一緒に)[^。]{{0,200}}(?:{_JA_TALK}|{_JA_SAY})"),
        (
            "you",
            "say",
            rf"{_JA_YOU}[^。]{{0,200}}{_JA_SAY}|(?:私|僕|俺)に[^。]{{0,200}}{_JA_SAY}|教えてくれ(?:た|ました)",
        ),
        ("I", "say", rf"{_JA_I}[^。]{{0,200}}{_JA_SAY}"),
        ("we", "talk", _JA_TALK),
        ("I", "say", rf"{_JA_SAY}っけ"),
        ("you", "say", _JA_SAY),
    ),
    never=r"(?:彼女|彼|先生|母|父|友達|上司|妹|弟|兄|姉|みんな|さん|ちゃん|くん)(?:は|が|に|から|って)(?![^。]{0,200}(?:私|僕|あなた)(?:は|が))[^。]{0,200}(?:言|聞|話|質問)|(?:聞いて|話して|言って)(?:も)?(?:いい|良い)|なぜ|どうして",
    often=r"何回|何度|どのくらいの頻度|どれくらいの頻度",
    first=r"最初|初めて(?!会)|はじめに|一番(?:目|初め)",
    last=r"最後|たった今|今(?=(?:、)?(?:何|なん|の質問))|直前|ついさっき|前回",
    thing=r"(?:最初|最後|前回)の(?:質問|会話|言葉|話|話題)",
    when=r"いつ(?!も|か)",
)

_ZH_VERB_ASK = (
    r"(?:问(?:了|过|的|你|我)|提(?:了|过|的)(?:什么|哪些|几个)?问题|(?:第一个|最后一个|上一个|第一|最后)问题)"
)
_ZH_VERB_SAY = r"(?:说(?:了|过|的|到)|讲(?:了|过|的)|提(?:到|过|起)|告诉(?:了|过|你|我)|推荐(?:了|过))"
_ZH_VERB_TALK = r"(?:聊(?:了|过|到|的|起)?|谈(?:了|过|到|的|起|论)?|讨论(?:了|过|的)?|说(?:了|过|到)|讲(?:了|过))"
_ZH = _Rules(
    deeds=(
        ("we", "talk", rf"(?:我们|咱们|我和你|我跟你(?=聊|谈)|你和我|咱俩|我俩)[^。]{{0,30}}?{_ZH_VERB_TALK}|我们的?(?:上次|第一次|最后一次)?(?:对话|谈话|聊天)"),
        ("I", "ask", rf"我(?!们)[^。你]{{0,14}}?(?:问|提)(?:了|过|的|你)|我的?(?:第一个|最后一个|上一个)问题|我[^。]{{0,10}}{_ZH_VERB_ASK}"),
        ("you", "ask", r"你[^。]{0,12}?问(?:了|过)?我"),
        ("I", "say", rf"(?<![跟和对向诉问给])我(?!们)[^。]{{0,6}}?(?:跟|和|对|向)你[^。]{{0,6}}?{_ZH_VERB_SAY}|(?<![跟和对向诉问给])我(?!们)[^。]{{0,8}}?告诉(?:过|了)?你|(?<![跟和对向诉问给])我(?!们)[^。你]{{0,10}}?{_ZH_VERB_SAY}|我[^。]{{0,8}}(?:跟|和)你(?:聊|谈|提)(?:过|到|起)"),
        ("you", "say", rf"你[^。]{{0,20}}?{_ZH_VERB_SAY}"),
    ),
    never=r"[他她它](?:们)?[^。]{0,6}(?:说|问|讲|告诉)|(?:跟|和|对|向)(?!你|我|我们)[^。，]{1,6}(?:说|讲|聊|谈)(?:了|过)|(?:妈妈|爸爸|老板|朋友|老师|妹妹|哥哥)(?:说|问|告诉)|(?:可以|能|可不可以|能不能|想|应该|要)(?:再)?(?:问|说|跟你说|告诉)|为什么|怎么说",
    often=r"几次|多少次|几遍|多少遍|多久一次|几个问题|多少个?问题",
    first=r"第一(?!次)|最先|最早|首先",
    last=r"刚才|刚刚|最后|上次|上一(?:个|次|句)|刚(?=问|说|聊)",
    thing=r"(?:第一个|最后一个|上一个)(?:问题|话题)|上次(?:的)?(?:对话|谈话|聊天)|最后一(?:句话|次)",
    when=r"什么时候|何时|哪天|几号",
)  # fmt: skip

_RULES = {"en": _EN, "ko": _KO, "de": _DE, "fr": _FR, "es": _ES, "ja": _JA, "zh": _ZH}
_LONG = 400
"""Characters of a sentence that are read."""
_KO_OURS = re.compile(
    r"우리(?= ?(?:엄마|아빠|언니|오빠|누나|형|동생|집|강아지|고양이|회사|학교|가족|할머니|할아버지|딸|아들|남편|아내|아이|애|개|팀|"
    r"부모님|사장|선생))"
)
"""The "우리" of families, which is "my"."""


class _Patterns:
    """A language's rules, compiled."""

    def __init__(self, rules: _Rules) -> None:
        self.deeds = tuple((who, what, re.compile(pattern)) for who, what, pattern in rules.deeds)
        self.never = re.compile(rules.never)
        self.often = re.compile(rules.often)
        self.first = re.compile(rules.first)
        self.last = re.compile(rules.last)
        self.thing = re.compile(rules.thing)
        self.when = re.compile(rules.when)


@lru_cache(maxsize=16)
def _patterns(language: str) -> _Patterns | None:
    rules = _RULES.get(language)
    return None if rules is None else _Patterns(rules)


def asks_of_shared_past(text: str, language: str) -> SharedPast | None:
    """What a text asks of the conversations so far; None if it asks nothing of them, or in languages not known here.

    Where several sentences ask, the last one that asks about the conversations counts.
    """
    patterns = _patterns(language)
    if patterns is None:
        return None
    for sentence in reversed(sentences(text)):
        folded = " ".join(sentence[:_LONG].replace("’", "'").lower().split())
        if language == "ko":
            folded = _KO_OURS.sub("", folded)
        found = _who_did_what(folded, patterns)
        if found is None:
            continue
        asks = _asks(folded, sentence, language, patterns)
        if asks is not None:
            return SharedPast(asks, *found)
    return None


def _who_did_what(sentence: str, patterns: _Patterns) -> tuple[str, str] | None:
    """Whose words a sentence speaks of, and whether they asked, said or talked."""
    found = next(((who, what) for who, what, pattern in patterns.deeds if pattern.search(sentence)), None)
    return None if found is None or patterns.never.search(sentence) else found


def _asks(folded: str, sentence: str, language: str, patterns: _Patterns) -> str | None:
    """What a sentence asks about what was said; None if it asks nothing, or why or how."""
    asked = utterance(sentence[:_LONG], language).asks
    if asked is None:
        return None
    if patterns.often.search(folded):
        return "how often"
    if asked == "when" or (asked != WHETHER and patterns.when.search(folded)):
        return "when"
    if asked == WHETHER:
        thing = patterns.thing.search(folded)
        if thing is None:
            return "what" if language == "ko" and _KO_REMEMBERED.search(folded) else WHETHER
        return "first" if patterns.first.search(thing[0]) else "last"
    if asked in ("why", "how long", "how old") or (asked == "how" and language not in ("ja", "zh", "ko")):
        return None
    if patterns.first.search(folded):
        return "first"
    return "last" if patterns.last.search(folded) else "what"
