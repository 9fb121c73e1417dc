"""What sentences of talk are like, by how they begin and end: words for summaries, in seven languages (5)."""

from __future__ import annotations

import re

SMALL = {
    "en": r"hi|hey|hello|good (?:morning|evening|afternoon|night|luck)|(?:good)?bye|see (?:you|ya)|take care|talk (?:to you )?(?:soon|later)|"
    r"thanks?|thank you|thx|congrat\w*|wow|whoa|awesome|great|nice|cool|amazing|wonderful|perfect|sounds|sure|yeah|yes|yep|no problem|nah|"
    r"you're (?:welcome|right|so|such)|welcome|i'?m (?:so |really )?(?:glad|happy|sorry|here|proud)|i'd be happy|happy to|let me know|feel free|"
    r"have (?:a|fun)|that(?:'s| is| sounds| must| would| makes)|(?:it )?means a lot|your (?:support|kind)|yay|yup|never ceases|what an?|how (?:nice|lovely|cool|sweet|exciting|wonderful|awesome|about)|(?:i )?hope|keep|"
    r"so (?:cool|nice|true|glad|happy)|oh|aw+|ah|ok(?:ay)?|absolutely|definitely|of course|exactly|i (?:totally |completely )?(?:agree|understand|see|bet|know)|"
    r"don't worry|no worries|can't wait|looking forward|lol|haha\w*|well|glad|good (?:to|for|point|idea|choice|question)|here(?:'s| are| is)|"
    r"remember|enjoy|best of luck|go for it|i can (?:help|imagine|see)|catch you|got it|makes sense|understood|noted|if you(?:'d| need| have| want| would)",
    "de": r"(?:mir geht es |ganz |sehr |auch )?(?:gut|klug|schön|nett|lieb)|hallo|hi|hey|guten (?:morgen|tag|abend)|gute nacht|servus|moin|tschüss|bis (?:bald|dann|später|morgen)|mach's gut|danke\w*|vielen dank|bitte|"
    r"glückwunsch|herzlichen|wow|toll|super|schön|klasse|cool|prima|klar|ja|nein|genau|stimmt|natürlich|gerne?|kein problem|das (?:ist|klingt|freut|tut|hört)|"
    r"freut mich|es freut|ich (?:verstehe|hoffe|weiß|freue mich)|viel (?:glück|spaß|erfolg)|na|oh|ach|okay|alles (?:klar|gut)|wie (?:schön|toll)|was für|kein wunder",
    "fr": r"(?:très|ça va) bien|salut|bonjour|bonsoir|bonne (?:nuit|soirée|journée|chance|idée)|coucou|au revoir|à (?:bientôt|demain|plus)|merci\w*|félicitations|bravo|waouh|wow|"
    r"super|génial|chouette|parfait|oui|non|bien sûr|d'accord|exactement|de rien|c'est|ça (?:a l'air|va|fait)|je (?:comprends|suis (?:ravie?|contente?|désolée?))|"
    r"j'espère|amuse|oh|ah|ok|quel(?:le)?|tant mieux|pas de souci|prends soin|bon courage",
    "es": r"¡?(?:muy|todo) bien|[¡¿]?hola|buen[oa]s (?:días|tardes|noches)|adiós|hasta (?:luego|pronto|mañana)|nos vemos|cuídate|(?:muchas )?gracias|felicidades|enhorabuena|guau|wow|"
    r"genial|qué|estupendo|perfecto|sí|no pasa nada|claro|por supuesto|exacto|de nada|eso|me alegro|lo siento|entiendo|espero|suerte|ánimo|oh|ah|vale|ok|buena suerte|disfruta",
    "ko": r"(?:안녕|반가|반갑|고마|고맙|감사|축하|미안|대단|멋지|멋있|괜찮|알겠|알았|다행|힘내|걱정 ?마|걱정하지|조심|수고|당연|물론|어서 ?와|오랜만|왔어|환영)\w*|"
    r"(?:우와|와|오|(?<!아)아++|응|네|예|그래|그래요|그렇구나|그랬구나|그러게|맞아|맞아요|정말|정말요|진짜|좋아|좋다|좋지|좋겠다|기대돼|기대할게|화이팅|파이팅|잘 ?자|잘 ?가|또 ?봐|(?<!ㅋ)ㅋ++|(?<!ㅎ)ㅎ++|(?<!ㅠ)ㅠ++)(?=[\s,.!~?]|$)",
    "ja": "こんにち|こんばん|おはよう|おやすみ|はじめまして|さようなら|またね|じゃあね|ありがと|感謝|おめでと|すごい|素敵|いいね|いいです|よかった|うん|はい|ええ|そう(?:です|だ|か|な|、)|なるほど|わあ|へえ|本当|もちろん|ごめん|"
    "すみません|頑張|がんば|お大事|気をつけ|楽しみ|わかりました|了解|お疲れ|大丈夫|それは",
    "zh": "你好|您好|大家好|嗨|哈喽|早上好|早安|晚上好|晚安|再见|拜拜|回头见|谢谢|多谢|感谢|恭喜|祝|哇|太好了|太棒|真棒|真好|不错|好的|好呀|好啊|好吧|嗯|是的|是啊|对啊|对呀|当然|没问题|没关系|不客气|哈+|"
    "加油|别担心|放心|原来如此|我明白|我理解|那太|那真|真的|听起来|厉害|保重|注意|辛苦|希望",
}
"""Greetings, thanks, praise and what else people say without telling anything."""

YOU = {
    "en": re.compile(r"\b(?:you|your|yours|you're|you've)\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:du|dich|dir|dein\w*|ihr|euch|euer|eure\w*)\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:tu|te|toi|ton|ta|tes|vous|votre|vos)\b|\bt'", re.IGNORECASE),
    "es": re.compile(r"\b(?:tú|ti|te|tu|tus|usted|vosotros|\w+(?:aste|iste))\b", re.IGNORECASE),
    "ko": re.compile(r"(?:^|\s)(?:너\w?|넌|널|네가|니가|너의|당신\w*|자네\w*)(?=\s|$|[,.!])"),
    "ja": re.compile("あなた|君(?:は|が|の|も)|お前"),
    "zh": re.compile("[你您]"),
}

SELF_BEGINS = {
    "en": re.compile(r"(?:i|we|my|our)\b", re.IGNORECASE),
    "de": re.compile(r"(?:ich|wir|mein\w*|unser\w*)\b", re.IGNORECASE),
    "fr": re.compile(r"(?:je|j['’]|nous|mon|ma|mes|notre|nos)\b", re.IGNORECASE),
    "es": re.compile(
        r"(?:yo|mi|mis|me|nuestr\w+|\b\w+[éí]|soy|estoy|tengo|vivo|trabajo|quiero|voy|tuve|fui|hice)\b", re.IGNORECASE
    ),
    "ko": re.compile(r"(?:나[는도]?|난|내|내가|저[는도]?|전|제|제가|우리\w?)\s"),
    "ja": re.compile("私|僕|俺|うち"),
    "zh": re.compile("我|咱"),
}

LEADING = {
    "en": re.compile(r"^(?:(?:and|but|so|or|because|also|plus|then|yeah|yes|well|oh)\b,? )?(?:it|it['’]\w+|that|that['’]s|this|these|those|they|they['’]\w+|he|she|he['’]s|she['’]s|there|which|both|same|another|him|her|them|then|not)\b", re.IGNORECASE),
    "de": re.compile(r"^(?:(?:und|aber|also|denn|oder|ja|dann) )?(?:es|das|dies\w*|er|sie|die|der|dort|da|davon|damit|dafür|dabei|deshalb|deswegen|trotzdem|dann|beide)\b(?! \w*[A-ZÄÖÜ])"),
    "fr": re.compile(r"^(?:(?:et|mais|donc|ou|car|oui|alors) )?(?:il|elle|ils|elles|ça|cela|c['’]|ce|celui|celle|là|y|leur|lui|en)\b", re.IGNORECASE),
    "es": re.compile(r"^(?:(?:y|pero|así que|o|porque|sí|entonces),? )?(?:él|ella|ellos|ellas|eso|esto|esa|ese|aquello|allí|ahí|lo|le|les|fue|era|es)\b", re.IGNORECASE),
    "ko": re.compile(r"^(?:그리고 |근데 |그래서 |하지만 )?(?:그(?:건|게|것|거|녀)|그[는가를]? |걔|이(?:건|게|거) |거기|그때|그날|그곳|그분|그래서|하지만|그런데|그러면)"),
    "ja": re.compile("^(?:でも|それで|だから|そして)?(?:それ|そこ|その|あれ|あの|これ|この|彼|だから|しかし|でも)"),
    "zh": re.compile("^(?:但是?|所以|因为|而且|不过|然后)?(?:他|她|它|这(?!周|个月|几)|那(?!天我)|但|所以|而且|因为|然后)"),
}  # fmt: skip
"""How sentences begin that need the one before."""

ASKING = {
    "en": re.compile(r"^(?:what|how|why|where|when|who|which|(?:do|did|are|have|can|could|would|will|were) you|is (?:it|there|that))\b(?!.*\b(?:i|my|we)\b)", re.IGNORECASE),
    "ko": re.compile("(?:[나은는을]가요|습니까|[을할갈]까요?|나요|[을갈할]래요?|어때요?|뭐야|있니|했니|하니|였니|어디야|언제야)[~ ]*$"),
    "ja": re.compile("(?:ですか|ますか|かな|なの|でしょうか|の？|だい)$"),
    "zh": re.compile("(?:吗|(?<!着)呢|么|如何|没有|怎样|怎么样)[呀啊]?$|(?<!没)什么.{0,5}$|多少.{0,4}$|哪[个里儿些].{0,4}$|怎么办"),
}  # fmt: skip
"""How people ask who leave out the mark."""

REACTING = {
    "ko": re.compile("(?:구나|군요|겠다|겠네|겠어요|귀엽다|멋지다|좋다|좋지|대단하다|대단해|예쁘다|멋진걸|최고예요|최고야|[하보]자|[하시]실 거야|[으하]세요)[.!~ㅎㅋ]*$|[라다]니[ ,]"),
    "ja": re.compile("(?:ですね|だね|ますね|でしょう|しょうね|だよね|ましょう)[。！!〜]*$"),
    "zh": re.compile("^(?:.{0,3}，)?(?:真|太|好)[^，]{1,6}[了啊呀哦]?[。！!]?$|(?:吧|啦)[。！!~]?$|羡慕"),
}  # fmt: skip
"""How sentences end, or are made, that answer somebody's tale."""

_FLAGS = re.IGNORECASE

ASIDES = {
    "en": re.compile(
        r"(?:oh,?(?: and)?,? (?:also|by the way|btw|man|wow|before i forget|one more thing)|oh,? sorry|(?:by the way|btw|(?:on a )?side ?note|(?:just )?(?:a )?random(?:ly)?(?: thing| thought| question)?|off[- ]topic|unrelated|(?:totally |completely )?unrelated(?:ly)?(?: but)?|on (?:another|a different|a lighter) note|fun fact|sorry,? (?:i |random|off)|ugh|argh|oh,? the|gotta run|brb)\b|also,? (?:sorry|random|the weather)\b)",
        _FLAGS,
    ),
    "de": re.compile(
        r"(?:(?:ach |oh |und )?übrigens|ach(?: ja)?,? (?:noch was|übrigens|mensch|und)|nebenbei(?: bemerkt| gesagt)?|ganz was anderes|was anderes|off topic|sorry,? (?:kurz|ganz)|apropos|oh (?:mann|je|nein))\b",
        _FLAGS,
    ),
    "fr": re.compile(
        r"(?:(?:oh|ah),? (?:au fait|et aussi|zut|mince|là là)|au fait|d'ailleurs|à propos|entre parenthèses|rien à voir|désolée?,? (?:rien à voir|je dois)|hors sujet|zut|mince)\b",
        _FLAGS,
    ),
    "es": re.compile(
        r"(?:¡?(?:oh|ah|ay),? (?:también|por cierto|y también|no)|por cierto|a propósito|dicho sea de paso|cambiando de tema|perdón,? (?:nada que ver|tengo que)|nada que ver|uf)\b",
        _FLAGS,
    ),
    "ko": re.compile(
        "(?:아[, ]*(?:맞다|참|그리고|근데)|참[, ]|그건 그렇고|근데 있잖아|여담(?:인데|이지만|으로)|딴 ?(?:얘기|소리|말)|뜬금없|아이고|에휴|으아|갑자기 생각)"
    ),
    "ja": re.compile(
        "(?:あ、|あっ、)?(?:そういえば|ところで|ちなみに|余談|話は変わ|関係ない|全然違う話|すみません、ちょっと|うわ)"
    ),
    "zh": re.compile(
        "(?:哦|啊|噢|对了|哎呀)?[，,]?(?:对了|顺便(?:说|提)|话说|题外话|说点别的|不好意思，我得|哎呀|唉|天哪)"
    ),
}
"""How sentences begin that leave the matter for a moment."""

BACK = {
    "en": re.compile(r"(?:any(?:way|how|ways)|back to|so(?:,| back)|as for|where were we|moving on)\b", _FLAGS),
    "de": re.compile(r"(?:jedenfalls|wie auch immer|zurück z|also,|egal)", _FLAGS),
    "fr": re.compile(r"(?:bref|enfin|en tout cas|revenons|pour revenir|donc,)", _FLAGS),
    "es": re.compile(r"(?:en fin|en cualquier caso|volviendo|bueno,|de todos modos|entonces,)", _FLAGS),
    "ko": re.compile("(?:아무튼|어쨌든|하여튼|암튼|다시 )"),
    "ja": re.compile("(?:とにかく|それはさておき|さて|話を戻)"),
    "zh": re.compile("(?:总之|不管怎样|反正|言归正传|回到)"),
}
"""How they come back to it."""

_PASSING = {
    "en": (
        r"weather|rain(?:ed|ing|s|y)?|snow(?:ed|ing)?|storm\w*|humid\w*|heat ?wave|freezing|commut\w+|traffic|subway|rush hour|train|bus|metro|the T|parking|flight|delay(?:ed|s)?|layover|"
        r"coffee|espresso|latte|lunch|breakfast|brunch|dinner|sandwich\w*|burrito\w*|empanadas?|tacos?|ramen|pizza|snack|donuts?|spilled|wi-?fi|printer|elevator|alarm clock|overslept",
        r"today|tonight|this (?:morning|afternoon|evening)|just now|i just|right now|on my way|on the way|at the moment|outside|(?:weather|traffic|commute)(?: thing)? (?:is|was|has been)",
    ),
    "de": (
        r"wetter|regen|regnet\w*|geregnet|schnei\w+|schnee|hitze|verkehr|stau|bahn|s-bahn|u-bahn|bus|zug|flug|verspätung|verspätet|kaffee|mittagessen|mittag|frühstück|abendessen|döner|pizza|verschüttet|drucker|wlan",
        r"heute|gerade|eben|unterwegs|draußen",
    ),
    "fr": (
        r"météo|pluie|pleut|plu|neige|canicule|embouteillages?|bouchons?|métro|train|bus|vol|retard|café|déjeuner|petit-déjeuner|dîner|sandwich|pizza|renversé|imprimante|wifi|temps (?:affreux|pourri|superbe)",
        r"aujourd'hui|ce (?:matin|soir|midi)|cet après-midi|à l'instant|je viens|en route|dehors",
    ),
    "es": (
        r"clima|tiempo (?:horrible|feo|precioso)|llov\w+|llueve|lluvia|nieva|nieve|calor|tráfico|atasco|metro|tren|autobús|vuelo|retraso|café|almuerzo|desayuno|cena|almorcé|empanadas?|tacos?|derramé|impresora|wifi",
        r"hoy|esta (?:mañana|tarde|noche)|ahora mismo|acabo de|de camino|afuera",
    ),
    "ko": (
        "날씨|비가|비 ?와|비도|눈이 ?[와왔오]|장마|폭염|미세먼지|더워|더웠|추워|추웠|막혀|막혔|막히|교통|지하철|버스|출근길|퇴근길|지각|연착|비행기|커피|점심|아침밥|저녁밥|쏟았|쏟아|프린터|와이파이|늦잠",
        "오늘|방금|아까|지금|오는 길|가는 길|밖에",
    ),
    "ja": (
        "天気|雨が|雪が|暑い|暑かった|寒い|寒かった|渋滞|電車|地下鉄|バス|通勤|遅延|遅れ|飛行機|コーヒー|ランチ|昼ご飯|お昼|朝ご飯|晩ご飯|こぼし|プリンター|寝坊",
        "今日|さっき|今朝|今|外",
    ),
    "zh": (
        "天气|下雨|下雪|太热|太冷|雾霾|堵车|交通|地铁|公交|通勤|航班|晚点|延误|咖啡|午饭|午餐|早饭|早餐|晚饭|洒了|打印机|睡过头",
        "今天|刚才|刚刚|今早|早上|现在|路上|外面",
    ),
}


def _words(language: str, words: str) -> re.Pattern[str]:
    return re.compile(words if language in ("ko", "ja", "zh") else rf"\b(?:{words})\b", _FLAGS)


PASSING = {
    language: (_words(language, matter), _words(language, when)) for language, (matter, when) in _PASSING.items()
}
"""The weather, the way to work, a coffee or a meal; of today: over tomorrow."""

ADVICE = {
    "en": re.compile(
        r"\b(?:you (?:(?:could|should|might|may|can)(?: also| always| even)?|need to|'ll need|'d want|don't need)\b|you(?:['’](?:ll|d)| may| might) (?:want|need|like)|i(?:['’]d| would)? (?:recommend|suggest|advise)|(?:it['’]s|is) (?:best|important|essential|recommended) to|make sure|be sure to|why not|how about|is a (?:great|good|popular|classic|excellent) (?:choice|option|idea|way))|^(?:[\w' ]{3,30}[:—–] |(?:consider|try|look|check|choose|opt|focus|avoid|ensure|use|start|keep|ask|explore|visit|make|take|bring|add|set|create|remember|don['’]t forget)\b)",
        _FLAGS,
    ),
    "de": re.compile(
        r"\b(?:(?:du|sie) (?:könntest|könnten|solltest|sollten|kannst|können)|(?:könntest|solltest|kannst|könnten|sollten|können) (?:du|sie)|(?:versuch|probier|achte|denk)\w*|ich (?:empfehle|rate|schlage)|am besten|wie wäre es)\b",
        _FLAGS,
    ),
    "fr": re.compile(
        r"\b(?:(?:tu|vous) (?:pourrais|pourriez|devrais|devriez|peux|pouvez)|(?:essaie|essayez|pense[zr]?|évite[zr]?|choisis(?:sez)?)\b|je (?:te |vous )?(?:recommande|conseille|suggère)|pourquoi ne pas)",
        _FLAGS,
    ),
    "es": re.compile(
        r"\b(?:(?:podrías|deberías|puedes|podría usted|debería|puede)|(?:prueba|intenta|considera|evita|asegúrate)|(?:te |le )?(?:recomiendo|sugiero|aconsejo)|qué tal si|por qué no)\b",
        _FLAGS,
    ),
    "ko": re.compile("(?:보세요|해 ?봐|해봐요?|어때요?|어떨까|추천|게 좋(?:아|을|겠|습)|것도 좋|거예요|하시면|하세요)"),
    "ja": re.compile("(?:てみて|たらどう|おすすめ|お勧め|といい|ましょう|ください|ほうがいい|方がいい)"),
    "zh": re.compile("(?:你可以|您可以|建议|不妨|试试|推荐|你应该|最好)"),
}
"""What tells somebody what to do."""
