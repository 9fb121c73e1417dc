"""The words by which the description of a character shows its personality, its way of speaking and its example lines.

A description may mix languages, so one pattern holds the words of all seven: English, Korean, Japanese, Chinese, German,
French and Spanish.
"""

# ruff: noqa: E501 - tables of words; letters of some scripts count double

from __future__ import annotations

import re
from functools import lru_cache

_SPEECH = (
    r"speak\w*|spoke\w*|talk\w*|says?|said|voice|tone|speech|manner(?:s|isms?)?|accent|wording|sentences?|words?|phrases?|dialect|address(?:es)?|"
    r"repl(?:y|ies)|answers?|respond\w*|style|language|vocabulary|catch ?phrases?",
    r"spricht|sprech\w*|redet|reden|sagt|Ton(?:fall)?|Stimme|Sprache|Ausdrucksweise|Redeweise|Wortwahl|Sätze\w*|Worte\w*|antwortet|duzt|siezt|Anrede",
    r"parle\w*|dit|voix|langage|mots?|répond\w*|s['’]exprime\w*|tutoie\w*|vouvoie\w*|élocution|le ton|un ton|d['’]un ton",
    r"habla\w*|dice|tono|voz|lenguaje|frases?|palabras?|responde\w*|se expresa|tutea\w*|usted|acento",
)
_SPEECH_WIDE = (
    "말투|어조|말씨|(?<![가-힣])말을|말한다|말하|말끝|어투|화법|대답|존댓말|높임말|반말|목소리|호칭|부른다|"
    "口調|話し方|話す|喋|しゃべ|語尾|口癖|言葉|敬語|タメ口|ため口|一人称|返事|答え|"
    "说话|语气|口吻|口头禅|言语|谈吐|语调|措辞|回答|称呼"
)

STYLES = ("terse", "formal", "archaic", "warm", "playful", "casual")
"""The registers that a description can show; where two show as often, the first of these counts more."""

_STYLE_WORDS: dict[str, tuple[str, str, str]] = {
    "terse": (
        r"terse\w*|curtly|(?<=is )curt|curt(?= and\b|,)|laconic\w*|taciturn\w*|gruff\w*|brusque\w*|monosyllab\w*|(?:few|fewest|sparse|clipped) words|short sentences|tight-lipped|"
        r"wortkarg\w*|einsilbig\w*|schweigsam\w*|maulfaul\w*|mürrisch\w*|lakonisch\w*|barsch\w*|"
        r"peu (?:bavard|loquace)\w*|avare de mots|bourru\w*|phrases courtes|peu de mots|"
        r"lacónic\w*|parc[oa]s?|callad[oa]s?|pocas palabras|hurañ\w*|frases cortas",
        r"short|brief\w*|blunt\w*|concise\w*|dry|clipped|knapp\w*|kurz\w*|bref|brève\w*|concis\w*|sec[oa]|breve\w*",
        "무뚝뚝|과묵|말수가 적|말이 적|말이 없|퉁명|간결|짧게 (?:말|대답)|짧은 문장|단답|"
        "無口|寡黙|口数[がの]少な|ぶっきらぼう|無愛想|そっけな|素っ気な|簡潔|言葉少な|"
        "寡言|话少|话不多|简短|简洁|惜字如金|沉默",
    ),
    "formal": (
        r"formal(?:ly)?(?! (?:garden|education|training|dress|wear|dinner|occasion|complaint))|courteous\w*|polite(?:ly)?|well-mannered|dignified|eloquent\w*|"
        r"gentlemanly|ladylike|aristocratic|förmlich\w*|höflich\w*|siezt|distinguiert\w*|vornehm\w*|formel(?:le)?s?|courtois\w*|poli(?:e|es|ment)?|"
        r"vouvoie\w*|cérémonieu\w*|guindé\w*|distingué\w*|cortés\w*|cortes(?:es|ía)|educad[oa]s?|ceremonios\w*|respetuos\w*|de usted|refinad\w*",
        r"proper(?:ly)?|refined|stiff(?:ly)?|educated|academic|precise(?:ly)?|elaborate|gewählt\w*|steif\w*|soutenue?|recherchée?|culto",
        "격식|존댓말|높임말|경어|정중|공손|예의 ?바르|점잖|깍듯|敬語|丁寧|礼儀正し|です・ます|かしこま|恭し|上品|正式|礼貌|敬语|彬彬有礼|恭敬|文雅|客气",
    ),
    "archaic": (
        r"archaic\w*|thees?|thou (?:art|shalt|hast)|thous|old-fashioned|antiquated|shakespear\w*|altertümlich\w*|altmodisch\w*|archaisch\w*|archaï\w*|surannée?s?|arcaic\w*|"
        r"arcaiz\w*|anticuad\w*",
        r"victorian|medieval|ancient|elizabethan|olden|biblical|mittelalterlich\w*|médiéval\w*|antigu[oa]s?",
        "사극|고풍|옛 ?말투|옛스러|예스러|하오체|하게체|古風|武士言葉|侍言葉|ござる|時代がか|古めかし|文語|文言|古雅|半文半白",
    ),
    "warm": (
        r"warm(?:-?hearted|ly)|warm(?= and\b|,)|(?<=and )warm|kind-?hearted|kindly|(?<=is )kind(?! of)|(?<=very )kind(?! of)|kind(?= and\b|,)|(?<=and )kind(?! of)|"
        r"gentle(?!m[ae]n)|affectionate\w*|caring|tender(?:ly)?|compassionate|nurturing|motherly|loving(?! (?:life|living|memory))|friendly|herzlich\w*|warmherzig\w*|liebevoll\w*|"
        r"freundlich\w*|sanft\w*|gütig\w*|fürsorglich\w*|chaleureu\w*|gentil\w*|affectueu\w*|bienveillant\w*|tendre\w*|aimable\w*|cariños\w*|amable\w*|"
        r"afectuos\w*|tiern[oa]s?|bondados\w*",
        r"warm\w*|soft\w*|kind|sweet(?:ly)?|wärme\w*|douce(?:ment)?|doux|cálid[oa]s?|dulce\w*|suave\w*",
        "다정|따뜻|상냥|친절|온화|포근|자상|살갑|優し|温か|あたたか|親切|穏やか|思いやり|温柔|温暖|热情|亲切|和善|体贴",
    ),
    "playful": (
        r"playful\w*|mischievous\w*|teas(?:es|ing)|cheeky|jok(?:es|ing|er)|witty|whimsical|goofy|impish|silly|humorous|sense of humou?r|banter|pranks?|puns?|"
        r"verspielt\w*|schelmisch\w*|witzig\w*|humorvoll\w*|neckisch\w*|scherzt|frech\w*|albern\w*|espiègle\w*|taquin\w*|malicieu\w*|facétieu\w*|"
        r"blagueu\w*|plaisante|juguet\w*|travies[oa]s?|bromista\w*|pícar[oa]s?|burl[oó]n\w*|bromea",
        r"funny|cheerful\w*|bubbly|jolly|lustig\w*|drôle\w*|gracios[oa]s?|divertid[oa]s?",
        "장난|유쾌|익살|발랄|재치|농담|능청|까불|いたずら|悪戯|茶目っ気|陽気|冗談|お調子者|おどけ|からか|俏皮|调皮|幽默|顽皮|开玩笑|风趣|活泼",
    ),
    "casual": (
        r"laid-?back|easy-?going|informal(?:ly)?|casual(?:ly)?(?! clothes)|slang|colloquial\w*|umgangssprachlich\w*|lässig\w*|salopp\w*|duzt|"
        r"ungezwungen\w*|familièrement|décontractée?s?|tutoie\w*|argot|coloquial\w*|desenfadad\w*|tutea\w*|jerga",
        r"relaxed|locker\w*|street|lazy|simple|modern|familier|familière|relajad[oa]",
        "반말|편하게|격의 없|털털|허물없|タメ口|ため口|砕けた|くだけた|フランク|気さく|馴れ馴れし|随意|随便|口语化|大大咧咧|随和|不拘小节",
    ),
}
"""By register: words of alphabets that show it anywhere, those that show it where speech is spoken of, and words of other
scripts."""

_TRAITS = (
    r"adventurous|aggressive|aloof|ambitious|analytical|anxious|arrogant|bold|bossy|brave|bright|calculating|calm|careful|careless|cautious|charismatic|"
    r"charming|cheerful|clever|clumsy|cold|compassionate|competitive|confident|courageous|cowardly|cruel|cunning|curious|cynical|daring|dedicated|"
    r"determined|diligent|disciplined|eccentric|elegant|empathetic|energetic|enthusiastic|fearless|fierce|friendly|frugal|funny|generous|gentle|gloomy|"
    r"greedy|grumpy|gruff|hard[- ]?working|helpful|honest|honou?rable|hot-headed|humble|humorous|idealistic|impatient|impulsive|independent|industrious|"
    r"inquisitive|intelligent|introverted|jealous|jolly|kind-?hearted|lazy|lonely|loud|loyal|melancholic|mischievous|modest|moody|mysterious|naive|nervous|"
    r"noble|nosy|observant|optimistic|outgoing|passionate|patient|perfectionist|persistent|pessimistic|playful|polite|practical|proud|quiet|quick-witted|"
    r"rational|rebellious|reckless|reliable|reserved|resourceful|responsible|restless|romantic|rude|ruthless|sarcastic|sensitive|serious|sharp-witted|"
    r"shy|sincere|sly|sociable|stern|stoic|strict|stubborn|suspicious|talkative|taciturn|thoughtful|timid|tireless|tough|vain|warm-?hearted|wise|witty",
    r"abenteuerlustig\w*|arrogant\w*|bescheiden\w*|ehrgeizig\w*|ehrlich\w*|eigensinnig\w*|fleißig\w*|freundlich\w*|fröhlich\w*|geduldig\w*|"
    r"gutmütig\w*|hilfsbereit\w*|humorvoll\w*|klug\w*|mürrisch\w*|mutig\w*|neugierig\w*|ruhig\w*|schlau\w*|schüchtern\w*|stolz\w*|streng(?:e[nmrs]?)?|stur\w*|"
    r"tapfer\w*|treu\w*|verschlossen\w*|verträumt\w*|vorsichtig\w*|warmherzig\w*|weise\w*|wortkarg\w*|zynisch\w*|zuverlässig\w*",
    r"ambitieu\w*|arrogante?s?|bavarde?s?|bienveillante?s?|bourrue?s?|calmes?|courageu\w*|curieu\w*|cyniques?|espiègles?|fidèles?|fi[eè]re?s?|"
    r"généreu\w*|gentil\w*|honnêtes?|impatiente?s?|intelligente?s?|loya\w*|malicieu\w*|mélancoliques?|mystérieu\w*|naï\w*|optimistes?|patiente?s?|prudente?s?|"
    r"rêveu\w*|rusée?s?|sages?|sérieu\w*|solitaires?|tenaces?|têtue?s?|timides?|travailleu\w*",
    r"alegres?|ambicios[oa]s?|amables?|astut[oa]s?|cínic[oa]s?|curios[oa]s?|generos[oa]s?|gruñ\w*|honest[oa]s?|impacientes?|ingenu[oa]s?|"
    r"inteligentes?|leales?|melancólic[oa]s?|misterios[oa]s?|optimistas?|orgullos[oa]s?|pacientes?|perezos[oa]s?|prudentes?|sabi[oa]s?|seri[oa]s?|"
    r"solitari[oa]s?|soñador\w*|tercos?|terca|testarud[oa]s?|tímid[oa]s?|trabajador\w*|tranquil[oa]s?|valientes?",
)
_TRAITS_WIDE = (
    "호기심|무뚝뚝|다정|상냥|친절|용감|대담|소심|수줍|내성적|외향적|활발|쾌활|명랑|차분|침착|냉정|냉철|까칠|예민|섬세|성실|부지런|게으|게을|고집|자존심|오만|겸손|"
    "정직|솔직|똑똑|영리|총명|지혜|현명|엉뚱|덜렁|장난기|유쾌|낙천적|긍정적|비관적|과묵|신중|충직|의리|정의감|완벽주의|독립적|감성적|이성적|츤데레|온화|따뜻|엄격|근엄|교활|"
    "好奇心|無口|寡黙|優し|親切|勇敢|勇ましい|臆病|内気|内向的|外向的|明るい|陽気|冷静|冷酷|几帳面|真面目|努力家|怠け者|頑固|プライドが高い|傲慢|謙虚|正直|率直|賢い|聡明|"
    "天然|おっちょこちょい|いたずら好き|楽天的|前向き|慎重|忠実|正義感|完璧主義|繊細|ツンデレ|穏やか|温厚|厳格|ずる賢い|負けず嫌い|寂しがり|"
    "好奇|冷漠|温柔|善良|勇敢|胆小|害羞|内向|外向|活泼|开朗|冷静|沉稳|细心|认真|勤奋|懒惰|固执|倔强|骄傲|高傲|傲慢|谦虚|诚实|直率|聪明|机智|智慧|调皮|幽默|乐观|悲观|谨慎|忠诚|"
    "正义感|完美主义|独立|敏感|傲娇|温和|严厉|严肃|狡猾|好胜|孤独"
)

_POLITE = (
    r"polite(?:ly)?|politeness|honorifics?|formal speech|speaks? formally|jondaetmal|keigo|siez(?:t|en)|per sie|sie-form|vouvoi\w*|vouvoyer|de usted|usted",
    r"[\"“„«‚'‘]\s?(?:Sie|vous)\s?[\"”“»‘'’]",
    '존댓말|높임말|경어|존대|합쇼체|하십시오체|해요체|敬語|丁寧語|丁寧な(?:口調|言葉|話し方)|です・ます|ですます|敬语|尊称|[“"「]您[”"」]',
)
_FAMILIAR = (
    r"banmal|tameguchi|informal speech|casual speech|speaks? (?:casually|informally)|duz(?:t|en)|per du|du-form|tutoi\w*|tutoyer|tutea\w*|tuteo|de tú",
    r"[\"“„«‚'‘]\s?(?:du|Du|tu|tú)\s?[\"”“»‘'’]",
    "반말|낮춤말|평어|タメ口|ため口|常体|(?:砕けた|くだけた)(?:口調|言葉|話し方)",
)

_HEADINGS = (
    r"(?:example|sample)s?(?: of)?(?: (?:lines?|dialog(?:ue)?s?|messages?|quotes?|sentences?|phrases?|speech|replies|conversations?|chats?))?|"
    r"(?:typical|favou?rite|famous|signature|common) (?:lines?|phrases?|sayings?|quotes?|expressions?)|quotes?|catch ?phrases?|(?:often |always |he |she )*says|"
    r"sayings?|lines|(?:dialog(?:ue)?|speech) examples?|mes_example|example_dialogue|"
    r"beispiel(?:e|sätze|satz|zitate|dialoge?|zeilen|äußerungen)?|zitate?|typische (?:sätze|sprüche|aussprüche|zitate)|sprüche|sagt(?: oft| gern(?:e)?)?|"
    r"exemples?(?: de (?:répliques?|phrases?|dialogues?))?|phrases? types?|répliques?(?: types?)?|citations?|dit(?: souvent)?|expressions? favorites?|"
    r"(?:frases?|líneas?|diálogos?)(?: de ejemplo| típicas?| favoritas?| célebres?)?|ejemplos?(?: de (?:frases?|diálogos?|líneas?))?|citas?|dice(?: a menudo)?|"
    r"muletillas?|(?:예시|대표|예) ?(?:대사|말투|문장|대화|발화)|대사(?: ?예시)?|말투 ?예시|명대사|입버릇|자주 (?:하는|쓰는) 말|대화 ?예시|예문|"
    r"(?:台詞|セリフ|会話|発言|口調)の?例|例文?|(?:決め)?(?:台詞|セリフ)|口癖|名言|よく言う言葉|例句|台词(?:示例)?|口头禅|对话示例|示例(?:对话|台词)?|"
    r"经典台词|常说的话|语录|说话示例"
)

_DENIED_BEFORE = re.compile(
    r"(?:\b(?:not|never|nor|hardly|rarely|seldom|without|no|isn['’]t|aren['’]t|doesn['’]t|don['’]t|nicht|nie|niemals|kein\w*|weder|noch|pas|jamais|ni|"
    r"nunca|jamás|sin)\s+(?:[^\W\d_]+\s+){0,2}|[不没]太?|不是很?)$",
    re.IGNORECASE,
)
_DENIED_AFTER = re.compile(
    r"\s*+(?:[은는을를이가도]\s*+)?(?:(?:쓰|하|사용하|적이)지\s*(?:는\s*)?(?:않|못|마|말)|안\s*(?:쓰|하|써|해)|하지도?\s*않|지\s*않|[은는이가]?\s*아니)|"
    r"(?:は|を|が)?(?:使わ|話さ)?(?:な[いく]|ません)|くな[いく]|で[はも]?な[いく]|じゃな[いく]|\s++(?:niemand\w*|nie|nicht|personne|pas|jamais|nobody|no one|a nadie)\b"
)


def _both(*alphabets: str, wide: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(alphabets)})(?!\w)|(?:{wide})", re.IGNORECASE)


@lru_cache(maxsize=1)
def speech() -> re.Pattern[str]:
    """Words for speaking."""
    return _both(*_SPEECH, wide=_SPEECH_WIDE)


@lru_cache(maxsize=16)
def style(name: str, *, spoken: bool) -> re.Pattern[str]:
    """Words that show a register; `spoken`: in a sentence about speech."""
    anywhere, of_speech, wide = _STYLE_WORDS[name]
    return _both(anywhere, *([of_speech] if spoken else []), wide=wide)


@lru_cache(maxsize=1)
def traits() -> re.Pattern[str]:
    """Words of personality."""
    return _both(*_TRAITS, wide=_TRAITS_WIDE)


_OF_OTHERS = re.compile(
    r"^(?:his|her|their|sein\w*|ihr\w*|son|sa|ses|sus?) (?!(?:nature|personality|character|temperament|manner|disposition|heart|wesen|charakter|art|"
    r"caractère|carácter|personalidad|naturaleza)\b)[^\W\d_]+ (?:is|are|was|were|ist|sind|war|waren|est|sont|était|es|son|era|eran)\b|"
    r"^(?:그|그녀)의 [가-힣]+(?:은|는|이|가) (?<!성격은 )|^(?:彼|彼女)の(?!性格)[^\s]{1,6}は|^[他她]的(?!性格)[^\s]{1,4}(?:是|很)",
    re.IGNORECASE,
)
_FEELS_FOR = re.compile(
    r"\b(?:likes?|loves?|hates?|dislikes?|loathes?|detests?|despises?|enjoys?|prefers?|admires?|fears?|adores?|(?:can(?:not|['’]t)|couldn['’]t) (?:stand|bear)|"
    r"afraid of|fond of|annoyed (?:by|at)|interested in|wary of|patience (?:for|with)|mag|hasst|liebt|verabscheut|fürchtet|bewundert|aime|déteste|adore|hait|méprise|"
    r"gustan?|odia|ama|adora|detesta|admira)\b|\b(?:people|those|anyone|everyone|someone|somebody|person|men|women|man|woman) (?:who|that)\b",
    re.IGNORECASE,
)
_FELT = re.compile(
    r"을 좋아|를 좋아|을 싫어|를 싫어|을 사랑|를 사랑|사람을|사람들을|사람이 (?:좋|싫)|が好き|が嫌い|な人|い人|喜欢|讨厌|的人"
)
_NEW_CLAUSE = re.compile(
    r"[;:—]|, (?:but|and|yet|so|though|aber|und|doch|mais|et|pero|y)\b|\b(?:but|yet|though|although|aber|doch|mais|pero)\b|"
    r"\band (?:is|are|can be|seems)\b|지만|고,|ながら|が、|但"
)
_WIDE = re.compile(r"[가-힣぀-ヿ一-鿿]")


def traits_in(sentence: str) -> list[re.Match[str]]:
    """The words of personality that a sentence says of its character: not of others, nor of what it likes or hates."""
    if _OF_OTHERS.match(sentence):
        return []
    return [match for match in traits().finditer(sentence) if not _is_felt_for(sentence, match)]


def _is_felt_for(sentence: str, match: re.Match[str]) -> bool:
    """Whether a word stands in what somebody likes or hates, as "cold" does in "can't stand cold weather"."""
    if _WIDE.match(match[0]):
        clause = _NEW_CLAUSE.split(sentence[match.end() :])[0]
        return _FELT.search(clause) is not None and re.match(r"[^\s、，,]{0,4} ?(?:사람|人)", clause) is not None
    clause = _NEW_CLAUSE.split(sentence[: match.start()])[-1]
    return _FEELS_FOR.search(clause) is not None


@lru_cache(maxsize=2)
def address(kind: str) -> re.Pattern[str]:
    """Words that say how somebody addresses others: "polite" or "familiar"."""
    words, quoted, wide = _POLITE if kind == "polite" else _FAMILIAR
    return re.compile(rf"(?<!\w)(?i:{words})(?!\w)|{quoted}|(?:{wide})")


@lru_cache(maxsize=1)
def heading() -> re.Pattern[str]:
    """A line that announces example lines; what stands on it already is the group `rest`."""
    marked = r"[:：]\s*+[*_\])】]*+\s*+(?P<rest>.*)"
    return re.compile(rf"[\s#*_\[(<【■●・\-]*(?:{_HEADINGS})\s*+[*_\])】>]*+\s*+(?:{marked}|$)", re.IGNORECASE)


def denied(text: str, start: int, end: int) -> bool:
    """Whether words of a description that stand at `start` to `end` are said not to hold."""
    before = text[max(0, start - 40) : start]
    return _DENIED_BEFORE.search(before) is not None or _DENIED_AFTER.match(text, end) is not None


_INSTRUCTS = (
    r"\{\{user\}\}|<USER>|\b(?:the user|role-?play\w*|prompts?|as an ai|language model|chatbot|(?:in|break|out of) character|act as|pretend|"
    r"you (?:must|should|will|may|can) (?:always |never |not )*(?:speak|answer|respond|reply|act|stay|use|write|talk|be))\b|"
    r"^\W*(?:always|never|do not|don['’]t|please|speak|talk|answer|respond|reply|act|stay|keep|use|write|be|antworte|sprich|réponds|répondez|"
    r"parlez|responde|siempre|nunca)\b|(?:하세요|하십시오|해라|해줘|마세요|마라|할 것|하시오)[.!]?$|"
    r"(?:してください|しなさい|すること)[。.]?$|^请|扮演|不要"
)


@lru_cache(maxsize=1)
def instructs() -> re.Pattern[str]:
    """What shows that a sentence of a description tells a language model what to do."""
    return re.compile(_INSTRUCTS, re.IGNORECASE)
