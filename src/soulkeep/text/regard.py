"""How something said to somebody moves the two closer together or apart, and how it moves trust.

Rules of what is said *to* someone: endearments, thanks, secrets, insults, accusations. What is said about others or things
("I hate Mondays"), what is denied ("you are not stupid") and what others are quoted with doesn't count.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text.negation import denies
from soulkeep.text.questions import is_question


class Regard(NamedTuple):
    """How closeness and trust move, -1…1 each; 0 for ordinary talk."""

    closeness: float
    trust: float


ORDINARY = Regard(0.0, 0.0)

_MOVES: dict[str, tuple[float, float]] = {
    "love": (0.6, 0.2),
    "fond": (0.4, 0.15),
    "dear": (0.2, 0.05),
    "thanks": (0.15, 0.15),
    "praise": (0.25, 0.15),
    "trust": (0.3, 0.5),
    "secret": (0.35, 0.4),
    "vulnerable": (0.25, 0.15),
    "care": (0.25, 0.2),
    "promise": (0.1, 0.2),
    "laughter": (0.1, 0.0),
    "apology": (0.05, 0.15),
    "forgiving": (0.3, 0.25),
    "insult": (-0.5, -0.25),
    "hate": (-0.7, -0.4),
    "lie": (-0.3, -0.7),
    "distrust": (-0.2, -0.6),
    "threat": (-0.6, -0.6),
    "rejection": (-0.5, -0.1),
    "dismissal": (-0.25, -0.05),
}
"""What each kind of cue does to closeness and trust."""

_ASKED = 0.5
_LOOK_BACK = 36

_EN_ADV = r"(?:(?:really|so|truly|just|still|also|do|very|absolutely|always|honestly|only|fucking|will|even|deeply|completely|a bit|a little|kind of|always) ){0,3}"
_EN_ARE = r"you(?:'re| are|'ve been| were| can be) (?:(?:really|so|such|just|a|an|the|my|very|truly|most|always|pretty|quite|fucking|complete|total|absolute|absolutely|absolutely the|nothing but|incredibly|biggest) ){0,4}"
_EN_KIN = r"(?:mother|mom|mum|father|dad|brother|sister|son|daughter|wife|husband|grandma|grandpa|grandmother|grandfather|best friend|boyfriend|girlfriend|dog|cat|baby|partner)"
_DE_ADV = r"(?:(?:so|sehr|wirklich|echt|auch|immer|noch|total|einfach|richtig|ganz|schon|ja|ein|eine|der|die|mein|meine|beste|bester|doch|absolut|unglaublich|völlig|ziemlich|nur|wahnsinnig|manchmal|oft) ){0,3}"
_FR_ADV = r"(?:(?:très|si|trop|vraiment|tellement|toujours|un|une|mon|ma|le|la|aussi|bien|complètement|qu'un|qu'une|juste|encore|tout|toute|super|parfois|souvent|quand même) ){0,3}"
_ES_ADV = r"(?:(?:muy|tan|realmente|siempre|un|una|mi|el|la|también|tan|súper|completamente|totalmente|todo|bastante|solo|mucho|a veces|más|verdaderamente) ){0,3}"

_CUES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("love", rf"\bi {_EN_ADV}(?:love|adore|cherish|worship) (?:you|u|ya)\b(?! to\b)|^love (?:you|ya|u)\b|\blove (?:you|ya|u)(?: (?:too|so much|all|loads|forever))?[.!]|in love with you\b|\byou (?:mean|are) (?:the world|everything|so much|a lot) to me|\byou(?:'re| are) my (?:best friend|soulmate|everything|one and only|sunshine|true love|favou?rite person|whole world)|what would i do without you|\bmarry me\b|\byou complete me"),
        ("fond", rf"\bi(?:'ve| have)? {_EN_ADV}(?:like|miss|missed|need|admire|care about|cared about) you\b(?! to\b)|\bi {_EN_ADV}(?:enjoy|like|love|liked|enjoyed|loved) (?:talking|chatting|being|spending time|hanging out|our (?:talks|chats|conversations|time))\b|\b(?:glad|happy|good|great|lucky|so nice) (?:to see you|to have you|that you(?:'re| are) here|you(?:'re| are) (?:here|back|my)|i (?:met|know|found|have) you)|thinking (?:about|of) you\b|can't wait to see you|\bi feel {_EN_ADV}(?:safe|comfortable|close|at home) (?:with|to|around) you|\byou (?:always )?make me (?:so |feel )?(?:happy|smile|laugh|safe|better|loved|understood)|\b(?:hug|hugs|kisses) (?:you|for you)|\bhugs you\b|\bgive you a (?:big )?hug"),
        ("dear", r"(?:^|[,.!] ?|\bmy |\bthank you |\bthanks )(?:honey|darling|sweetheart|babe|sweetie|dearest|dear|my love|(?<=my )love)(?=[,.!?]|$)"),
        ("thanks", r"\b(?:thanks|thank you|thank u|thx)\b|\bi {0,1}(?:really |so |truly )?appreciate (?:it|you|that|your|everything|all)|\bi(?:'m| am) (?:so |very |really |truly |forever )?(?:grateful|thankful)|much appreciated|\bi owe you\b"),
        ("praise", rf"\b{_EN_ARE}(?:kind|sweet|nice|clever|smart|funny|brave|wonderful|amazing|awesome|brilliant|great|best|lovely|beautiful|talented|helpful|generous|good (?:friend|listener|person|man|woman|teacher|cook)|thoughtful|adorable|cute|genius|hilarious|patient|strong|handsome|incredible|wise|gentle|true friend|legend|star|hero|angel|treasure)\b|\b(?:well done|good job|great job|nice work|great work|bravo)\b|(?:so |very )?proud of you|\byou did (?:great|well|it|so well|an? (?:great|amazing|good))|\b(?:kind|sweet|nice|thoughtful|clever|good) of you\b|\byou (?:look|sound|sing|play|cook|write) (?:so |really )?(?:beautiful(?:ly)?|great|amazing|lovely|wonderful(?:ly)?|stunning|well)|\byou always know (?:what|how)"),
        ("trust", rf"\bi (?:have always |'ve always )?{_EN_ADV}(?:trust|believe(?: in)?|have faith in) you\b|\bi(?:'ve| have)? (?:always )?trusted you with\b|\bi (?:know i )?can (?:always )?(?:count|rely|depend) on you|\byou(?:'re| are) the only (?:one|person)|\bonly you (?:know|understand|can)|\bi can (?:tell you (?:anything|everything)|be myself (?:with|around))|\bi(?:'d| would) trust you\b|\bi feel i can tell you"),
        ("secret", r"\bnever (?:told|shown|admitted|said) (?:this to |that to |it to )?(?:anyone|anybody|a soul)|\bhaven't told (?:anyone|anybody|a soul)|\b(?:nobody|no one|no-one) (?:else )?knows\b(?! (?:what|why|how|where|if|the))|\b(?:don't|do not|please don't|never) tell (?:anyone|anybody|a soul|the others)|\b(?:a|my|our|this|tell you a|my biggest|my darkest) (?:little |big |deep )?secret\b(?! (?:ingredient|agent|service|sauce|santa|recipe|weapon|garden|to|of|meeting))|\bbetween (?:you and me|us)\b(?! and)|\bi(?:'ve| have) been hiding|\bi (?:have|need|want) to (?:confess|admit)|\bfirst person i(?:'ve| have)?(?: ever)? (?:told|tell)|\bkeep (?:it|this) (?:to yourself|secret)|\bconfide in you"),
        ("vulnerable", rf"\bi(?:'m| am|'ve been| have been| feel| felt| was) {_EN_ADV}(?:scared|terrified|lonely|ashamed|depressed|heartbroken|worthless|suicidal|alone|anxious|guilty|hurt|overwhelmed|insecure|unloved|hopeless|devastated|empty|broken|afraid(?! (?:not|so|that|we|i can|the|there|you)))\b|\bi(?:'ve been| have been|'m| was| just)? ?(?:cried|crying|can't stop crying|cry myself)|\bmy {_EN_KIN} (?:just )?(?:died|passed away|left (?:me|us)|is dying|has cancer|dumped me)|\bi was (?:abused|bullied|beaten|assaulted|molested|abandoned)|\bi {_EN_ADV}hate myself|\bpanic attack|\bi (?:just )?lost my {_EN_KIN}|\bi (?:want|wanted) to die\b|\bkill myself|\bbroke up with me|\bi(?:'m| am) struggling|\bi don't know (?:how to go on|what to do any ?more)|\bi had a miscarriage|\bi(?:'ve| have) relapsed|\bmy (?:greatest|biggest|deepest) (?:fear|regret|shame)"),
        ("care", r"\bsorry (?:to hear|for your|about your|you(?:'re| are| had)|that (?:you|happened))|\bi(?:'m| am|'ll be| will be|'ll always be| will always be) (?:always )?(?:here for you|there for you|on your side|by your side)|\byou can (?:always )?(?:talk to me|count on me|rely on me|tell me anything)|\btake (?:good )?care of yourself|\bget well soon|\bi(?:'m| am|'ve been| was) {0,1}(?:so |really )?worried about you|\bare you (?:okay|ok|all right|alright)\b|\bi(?:'ll| will) (?:always )?(?:protect|take care of|look after|wait for) you|\blet me help you|\bi got you\b"),
        ("promise", r"\bi promise\b|\byou have my word|\bi(?:'ll| will|) ?(?:would |will )?never (?:leave|hurt|lie to|betray|abandon|forget|let down) you|\bi (?:won't|will not) (?:leave|hurt|lie to|betray|abandon|tell anyone|let you down)|\bi swear\b"),
        ("laughter", r"\b(?:ha(?:ha)+h?|he(?:he)+h?|lol|lmao|rofl)\b|😂|🤣|\byou crack me up|\bour (?:little |inside |old |running )*joke|\b(?:joking|kidding), (?:of course|silly)|\bremember when we laughed"),
        ("apology", rf"\b(?:i(?:'m| am) {_EN_ADV})sorry\b(?! (?:to hear|for your|to bother|but|about your|you|that (?:you|happened)))|^(?:so |very )?sorry\b(?! (?:to hear|for your|to bother|but|about your|you))|\bi (?:do |sincerely |want to |must |owe you an )?apolog(?:i[sz]e|y)|\b(?:please )?forgive me\b|\bmy apologies|\bi was wrong\b|\bmy bad\b|\bi shouldn't have\b|\bi (?:deeply |really )?regret (?:what|hurting|lying|saying)"),
        ("forgiving", r"\bi (?:already |can |do |will |'ll )?forgive you|\bi(?:'ve| have)(?: already)? forgiven you|\bi(?:'m| am) not (?:mad|angry|upset)(?: (?:at|with) you)? any ?more|\blet's make up\b"),
        ("insult", rf"\b{_EN_ARE}(?:(?!not |no |never |hardly |neither )\w+ )?(?:stupid|idiot|idiotic|moron|dumb|pathetic|useless|worthless|disgusting|ugly|loser|jerk|bitch|asshole|bastard|monster|fool|coward|pig|scum|creep|trash|garbage|cruel|heartless|selfish|awful|horrible|terrible|hopeless|mean|evil|despicable|annoying|incompetent|ridiculous|insufferable|waste of|disgrace|disappointment|failure|freak|clown|imbecile|brat|witch)\b|\byou (?:(?:stupid|fucking|little|dumb|filthy|goddamn|bloody|ungrateful|damn|miserable|pathetic) ){{0,2}}(?:idiot|moron|bitch|asshole|bastard|jerk|loser|fool|scum|pig|coward|imbecile|monster|brat)\b|\b(?:fuck|screw|damn|curse) (?:you|u)\b(?! up)|\bgo to hell\b|\byou (?:really )?(?:suck|disgust me|make me sick|stink)\b|\bshame on you|\bpiece of (?:shit|garbage|trash)|\bnobody likes you|\bwhat(?:'s| is) wrong with you\b"),
        ("hate", rf"\bi {_EN_ADV}(?:hate|despise|loathe|detest|can't stand|cannot stand) (?:you|u)\b(?! (?:so much )?for making)|\byou (?:mean|are) nothing to me|\bi wish (?:you were (?:dead|gone|never born)|i(?:'d| had) never met you|you(?:'d| would) (?:die|disappear))|\b(?:drop dead|i hope you (?:die|suffer|rot))\b"),
        ("lie", rf"\b{_EN_ARE}(?:liar|lying|cheater|traitor|two-faced|hypocrite|fraud|backstabber|fake|dishonest|lied)\b|\byou(?:'ve| have)? (?:always |just |only |never stopped |keep |kept )?(?:lied|lying|lie) (?:to (?:me|us)|about|again)|\byou lied\b|(?:^|[,.!?] ?)liar\b|\b(?:did|do) you (?:always )?(?:lie|have to lie)\b|\byou(?:'ve| have)? (?:always |just )?(?:broke|break|broken) your (?:promise|word)|\byou promised(?: me)?\b[^.!?]{{0,60}}\b(?:but|didn't|never|still|forgot)\b|\byou(?:'ve| have)? (?:betrayed|cheated on|deceived|tricked|used|manipulated|stabbed|double-crossed|sold) (?:me|us)\b|\bstop lying\b|\byou never (?:keep|kept) (?:your|a)|\byou told (?:everyone|everybody|them|him|her) (?:my|about my|our) secret|\bbehind my back\b|\byou stole (?:my|from me)|\bhow could you (?:do this|do that|betray|lie)"),
        ("distrust", r"\bi (?:don't|do not|can't|cannot|can never|could never|will never|won't|won't ever|never|no longer|don't think i can|don't know if i can) (?:really |ever |even )?trust (?:you|a word)|\bi (?:don't|do not|can't|cannot|won't) (?:really |ever )?believe (?:you(?=[.!?,]|$| any)|(?:a word|anything|what) you)|\bhow (?:can|could|am) i (?:supposed to |ever )?(?:trust|believe) you|\blost (?:my|all|any) (?:trust|faith) in you|\bwhy should i (?:trust|believe) you|\bi trusted you(?=[.!,]|$| and| but)|\bwhat are you hiding"),
        ("threat", r"\bi(?:'ll| will|'m going to|'m gonna| am going to| swear i'll) (?:\w+ )?(?:kill|hurt|destroy|ruin|beat|punch|crush|murder|strangle|hit|slap|end|hunt) you\b(?! (?:at|in|to|with kindness))|\byou(?:'ll| will| are going to|'re going to|'re gonna) (?:regret|pay for|be sorry|suffer|wish you)|\bor else[.!]|\bwatch your back|\bi(?:'ll| will) make you (?:pay|regret|suffer|sorry)|\byou(?:'re| are) dead(?: meat| to me)?[.!]|\byou better watch|\bi know where you live"),
        ("rejection", r"\bleave me (?:alone|be)\b|(?<!to )(?<!i )(?<!we )(?<!will )(?<!don't )(?<!not )\bgo away\b(?=[.!,]|$)|\b(?:get lost(?=[.!]|$)|get away from me|get out[.!]|piss off|fuck off|buzz off|get out of my (?:life|sight|house))|\bi (?:never|don't|do not|don't ever) (?:ever )?(?:want to|wanna) (?:see|talk to|hear from|speak to|speak with|be with|know) you|\b(?:don't|do not|don't ever|never) (?:talk|speak|write|call|text|touch)(?: to)? me\b(?! (?:if|when|before|after|unless|at))|\bwe(?:'re| are) (?:done|through|over|finished|not friends)\b(?! (?:with|here))|\bit(?:'s| is) over between us|\bi (?:don't|do not|never|no longer) (?:really )?(?:love|loved|like|need|want|miss|care about) you\b(?! to)|\bstay away from me|\byou(?:'re| are) not my friend|\bi(?:'m| am) (?:so )?(?:sick|tired) of you\b|\bi(?:'m| am) (?:leaving|breaking up with) you\b|\bgoodbye forever|\bi want (?:nothing to do with|to break up)"),
        ("dismissal", r"\b(?:shut up|shut it)\b|\bnobody (?:asked|cares)\b|\bi (?:don't|couldn't) (?:care|give a (?:damn|shit|fuck))(?: less)?(?: (?:what|about what) you|[.!]|$)|\bwho (?:cares|asked you)\b|^whatever[.! ]*$|\byou(?:'re| are) (?:so )?(?:boring|wasting my time)|\bstop (?:talking|bothering me|annoying me)|\b(?:mind your own|none of your) business|\byou bore me|\byou (?:never listen|don't (?:care|understand) (?:about )?me)\b|\btalk to the hand"),
    ),
    "de": (
        ("love", rf"\bich liebe (?:dich|euch)\b(?!(?: \w+)? nicht)|\b(?:ich )?(?:hab|habe) dich {_DE_ADV}lieb\b|\bich bin {_DE_ADV}in dich verliebt|\bdu bist {_DE_ADV}(?:alles für mich|mein ein und alles|beste freundin|bester freund|liebe meines lebens|schatz)|\bdu bedeutest mir {_DE_ADV}(?:viel|alles)|\bheirate mich|\bwas (?:würde|täte|würd) ich (?:nur |bloß )?ohne dich"),
        ("fond", rf"\bich (?:mag|vermisse|brauche|bewundere) (?:dich|euch)\b(?!(?: \w+)? nicht)|\b(?:du fehlst mir|hab dich gern|habe dich gern)|\b(?:schön|froh|glücklich|gut),? (?:dich zu (?:sehen|kennen|haben)|dass (?:du da bist|es dich gibt|ich dich))|\bich (?:rede|spreche|bin|unterhalte mich) {_DE_ADV}gerne? (?:mit|bei) dir|\bich denke an dich|\bfühle mich bei dir|\bdrück dich|\bumarme dich|\bdu machst mich {_DE_ADV}glücklich|\bdu bringst mich zum lachen"),
        ("dear", r"(?:^|[,.!] ?|\bmein |\bmeine )(?:schatz|liebling|süße|süßer|liebster|liebste|schätzchen|liebes|mein lieber|meine liebe)(?=[,.!?]|$)"),
        ("thanks", r"\b(?:danke|dankeschön|vielen dank|tausend dank|herzlichen dank|ich danke dir|bin dir (?:so |sehr )?dankbar)\b"),
        ("praise", rf"\bdu (?:bist|warst) {_DE_ADV}(?:lieb|nett|klug|schlau|lustig|mutig|wunderbar|toll|großartig|süß|hübsch|schön|talentiert|hilfsbereit|beste|bester|guter freund|gute freundin|genial|schatz|engel|witzig|geduldig|stark|fantastisch|held)\b|\b(?:gut gemacht|super gemacht|toll gemacht|bravo)\b|\b(?:so |sehr )?stolz auf dich|\b(?:lieb|nett|süß|freundlich) von dir"),
        ("trust", rf"\bich vertraue? (?:dir|auf dich)\b(?!(?: \w+){{0,2}} (?:nicht|nie))|\bich glaube? (?:dir|an dich)\b(?!(?: \w+){{0,2}} (?:nicht|nie|kein))|\bkann (?:ich )?mich {_DE_ADV}auf dich verlassen|\b(?:nur|bloß) du (?:verstehst|weißt|kennst)|\bdu bist (?:der|die|das) einzige|\bdir kann ich alles (?:sagen|erzählen)"),
        ("secret", r"\b(?:das |es |davon )?(?:weiß|wissen) (?:sonst )?(?:niemand|keiner)|\b(?:noch )?(?:nie|niemandem|keinem)(?: \w+){0,3} (?:erzählt|gesagt|anvertraut|gestanden|verraten)|\bmein (?:größtes |dunkelstes |kleines )?geheimnis|\bein geheimnis\b|\b(?:sag|erzähl|verrat)e? (?:es |das )?(?:bitte )?(?:niemandem|keinem|nicht weiter)|\bunter uns\b|\bmuss dir (?:etwas|was) (?:gestehen|beichten|anvertrauen|sagen)"),
        ("vulnerable", rf"\bich (?:bin|fühle? mich|war|fühlte mich) {_DE_ADV}(?:einsam|allein|alleine|traurig|verzweifelt|depressiv|wertlos|verletzt|am ende|überfordert|hilflos|beschämt|verloren|am boden zerstört|unglücklich)\b|\bich habe? {_DE_ADV}(?:angst|geweint|schuldgefühle|panik)\b|\bich schäme? mich|\bich weine\b|\bmeine? (?:mutter|mama|vater|papa|oma|opa|bruder|schwester|sohn|tochter|frau|mann|hund|katze|freundin|freund) (?:ist|hat)(?: \w+){{0,2}} (?:gestorben|verlassen|tot|krebs)|\bich hasse mich|\bich wurde (?:gemobbt|missbraucht|geschlagen|verlassen)|\bich will (?:nicht mehr leben|sterben)|\bich kann nicht mehr\b"),
        ("care", r"\bich bin (?:immer )?für dich da|\btut mir (?:so |sehr )?leid (?:für dich|das zu hören|dass du)|\bpass (?:gut )?auf dich auf|\bgute besserung|\bmir sorgen um dich|\bgeht(?:'s| es) dir gut\b|\bdu kannst (?:immer |jederzeit )?(?:mit mir reden|auf mich zählen)|\bmein beileid|\bich (?:beschütze|helfe) dich?r?"),
        ("promise", r"\bich verspreche? (?:es )?(?:dir)?|\bversprochen[.!]|\bich (?:schwöre|werde dich nie|lasse dich nie|verlasse dich nie)"),
        ("laughter", r"\b(?:ha(?:ha)+|hi(?:hi)+|he(?:he)+|lol)\b|😂|🤣|\bunser (?:alter )?(?:insider|witz|scherz)"),
        ("apology", r"\b(?:es )?tut mir (?:so |sehr |wirklich |echt |furchtbar )*leid\b(?! (?:für dich|das zu hören|dass du))|\bentschuldige\b(?! bitte,? wo)|\bich entschuldige mich|\b(?:verzeih|vergib) mir|\bich hatte unrecht|\bmein fehler\b|^(?:entschuldigung|sorry)\b"),
        ("forgiving", r"\bich (?:verzeihe?|vergebe?) dir\b(?! nicht)|\bhabe? dir (?:schon |längst )?(?:verziehen|vergeben)|\bich bin dir nicht (?:mehr )?böse"),
        ("insult", rf"\bdu (?:bist|warst) {_DE_ADV}(?:dumm|dämlich|blöd|doof|idiot|hässlich|nutzlos|widerlich|ekelhaft|erbärmlich|versager|versagerin|arschloch|mistkerl|egoistisch|egoist|feigling|monster|grausam|gemein|schrecklich|unfähig|nervig|lächerlich|peinlich|miststück|schwein|wertlos|trottel|unerträglich)\b|\bdu (?:(?:dumme[rs]?|blöde[rs]?|verdammte[rs]?|dämliche[rs]?|mieser?|feige[rs]?) ){{0,2}}(?:idiot|arschloch|mistkerl|trottel|schwein|kuh|feigling|versager|miststück|depp|penner|hexe)\b|\bfick dich|\bleck mich|\bfahr zur hölle|\bdu (?:widerst|ekelst|kotzt) mich an|\bschäm dich|\bniemand mag dich"),
        ("hate", r"\bich (?:hasse|verachte|verabscheue) (?:dich|euch)\b(?!(?: \w+)? nicht)|\bdu bedeutest mir nichts|\bich wünschte,? (?:ich hätte dich nie|du wärst (?:tot|weg))"),
        ("lie", rf"\bdu (?:bist|warst) {_DE_ADV}(?:lügner|lügnerin|verräter|verräterin|heuchler|heuchlerin|betrüger|betrügerin|verlogen|falsch)\b|\bdu lügst\b(?! nicht)|\bdu hast (?:mich |uns )?(?:\w+ ){{0,2}}(?:angelogen|belogen|betrogen|verraten|hintergangen|ausgenutzt|gelogen|getäuscht)|\b(?:hast|hattest) du (?:mich )?(?:\w+ )?(?:angelogen|belogen|betrogen|gelogen)|\bdu hast (?:dein|das) (?:versprechen|wort) (?:\w+ )?gebrochen|\bdu hast (?:es )?(?:mir )?(?:es )?versprochen[^.!?]{{0,40}}\b(?:aber|nicht|nie|trotzdem)\b|\bhör auf zu lügen|(?:^|[,.!] ?)lügner\b|\bhinter meinem rücken"),
        ("distrust", r"\bich (?:vertraue?|traue?|glaube?) dir (?:\w+ ){0,2}(?:nicht|nie|kein)|\bich kann dir (?:\w+ ){0,2}(?:nicht|nie|nichts)(?: \w+)? (?:vertrauen|glauben|trauen)|\bwie (?:soll|kann) ich dir (?:\w+ ){0,2}(?:vertrauen|glauben)|\bich habe? dir vertraut"),
        ("threat", r"\bich (?:werde dich|bring dich|bringe dich|mach dich|mache dich) (?:\w+ )?(?:umbringen|um\b|töten|fertig|vernichten|zerstören|schlagen|verprügeln|kriegen)|\bdas wirst du (?:\w+ )?(?:bereuen|büßen)|\bdu wirst (?:es |das )?(?:\w+ )?(?:bereuen|büßen|dafür bezahlen)|\bsonst passiert was|\bich weiß,? wo du wohnst"),
        ("rejection", r"\blass mich (?:\w+ )?(?:in ruhe|in frieden|allein|los)\b|\b(?:geh weg|hau ab|verschwinde|verpiss dich|zieh leine)\b|\bich will dich (?:\w+ ){0,2}(?:nie|nicht)(?: wieder| mehr)* ?sehen|\bich will (?:nichts|nie) (?:\w+ )?mit dir|\b(?:sprich|rede|red) (?:nie|nicht) (?:\w+ )?mit mir|\bich (?:liebe|mag|brauche|vermisse) dich (?:\w+ )?nicht|\bes ist aus\b|\bich (?:verlasse dich|mache schluss)|\bwir sind keine freunde|\bhabe? genug von dir"),
        ("dismissal", r"\bhalt (?:den mund|die klappe|die fresse|'s maul|das maul)|\b(?:interessiert|juckt) (?:mich|niemanden|keinen) nicht\b|\binteressiert (?:niemanden|keinen)\b|\bist mir (?:doch |völlig )?egal,? was du|^mir (?:doch )?egal[.!]*$|\bdu (?:langweilst|nervst) mich|\bgeht dich nichts an|\bdu hörst (?:mir )?nie zu|\bna und\b[.!?]*$"),
    ),
    "fr": (
        ("love", rf"\bje (?:t'|vous )(?:aime|adore)\b(?! (?:pas|plus|bien))|\bamoureuse? de (?:toi|vous)|\btu es {_FR_ADV}(?:tout pour moi|meilleure? amie?|meilleur ami|amour|âme sœur|rayon de soleil)|\bépouse[- ]moi|\bque ferais-je sans toi|\btu comptes (?:tant|tellement|beaucoup|énormément) pour moi"),
        ("fond", r"\bje t'(?:aime bien|apprécie|admire)\b(?! pas)|\btu (?:me |m')(?:manques|rends heureuse?|fais (?:rire|sourire|du bien))\b(?! pas)|\b(?:heureuse?|contente?|ravie?) (?:de (?:te|vous) (?:voir|revoir|connaître|parler)|que tu sois (?:là|ici))|\bj'(?:aime|adore) (?:parler|discuter|être|passer du temps) avec toi|\bje pense à toi|\bj'ai besoin de toi\b|\bje tiens à toi|\bje te (?:serre|prends) dans mes bras|\bgros bisous"),
        ("dear", r"(?:^|[,.!] ?|\bmon |\bma )(?:chérie?|amour|trésor|cœur|ma belle|mon ange|mon chou)(?=[ ]?[,.!?]|$)"),
        ("thanks", r"\bmerci\b|\bje (?:te|vous) (?:remercie|suis (?:très |vraiment )?reconnaissante?)|\bc'est gentil\b"),
        ("praise", rf"\b(?:tu es|t'es|vous êtes|tu étais) {_FR_ADV}(?:gentille?|adorable|intelligente?|drôle|courageu(?:x|se)|merveilleu(?:x|se)|géniale?|formidable|belle|beau|douée?|meilleure?|ange|généreu(?:x|se)|forte?|patiente?|incroyable|super|mignonne?|bon ami|bonne amie)\b|\bbravo\b|\bbien joué|\bfi(?:er|ère) de toi|\bgentil de ta part"),
        ("trust", r"\bje (?:te|vous) (?:fais (?:entièrement |totalement )?confiance|crois)\b(?! (?:pas|plus))|\bj'ai (?:entièrement |toute |totalement )?confiance en (?:toi|vous)|\bje (?:sais que je )?peux (?:toujours )?compter sur toi|\b(?:il n'y a que toi|toi seule?|tu es (?:le seul|la seule))\b|\bje peux tout te dire|\bje crois en toi"),
        ("secret", r"\bjamais (?:dit|raconté|avoué|confié|parlé|montré)(?: ça| cela)?(?: de ça)? à (?:personne|quelqu'un|qui)|\b(?:personne|nul) (?:d'autre )?(?:ne )?(?:le |l')?sait\b|\bn'en ai (?:jamais )?parlé à personne|\b(?:un|mon|notre) (?:petit |grand )?secret\b|\bne (?:le )?dis (?:rien )?à personne|\bne le dis à personne|\bentre nous\b|\bje dois t'avouer|\bj'ai quelque chose à te (?:dire|confier|avouer)"),
        ("vulnerable", rf"\bje (?:suis|me sens|me sentais|étais) {_FR_ADV}(?:seule?|triste|déprimée?|désespérée?|perdue?|blessée?|brisée?|honteu(?:x|se)|coupable|dépassée?|anéantie?|vide|malheureu(?:x|se)|terrifiée?|nulle?)\b|\bj'ai {_FR_ADV}(?:peur|honte|pleuré|tout perdu)\b(?! (?:que|qu'il))|\bje (?:pleure|me déteste|n'en peux plus|veux mourir)|\bm(?:a|on) (?:mère|père|frère|sœur|fils|fille|femme|mari|chien|chat|grand-mère|grand-père|copain|copine) (?:est (?:morte?|décédée?|partie?)|m'a quittée?)|\bj'ai été (?:harcelée?|abusée?|battue?|abandonnée?|quittée?)"),
        ("care", r"\bje suis (?:toujours )?là pour toi|\bje serai toujours là|\bprends (?:bien )?soin de toi|\bbon rétablissement|\bje m'inquiète pour toi|\bça va aller\b|\btu peux (?:toujours )?(?:me parler|compter sur moi|tout me dire)|\b(?:mes|toutes mes) condoléances|\bdésolée? (?:pour toi|de l'apprendre|d'apprendre)"),
        ("promise", r"\bje (?:te |le )?(?:le )?(?:promets|jure)\b|\bje ne (?:te )?(?:quitterai|trahirai|mentirai|laisserai|t'oublierai) (?:jamais|pas)"),
        ("laughter", r"\b(?:ha(?:ha)+|hi(?:hi)+|mdr+|ptdr+|lol)\b|😂|🤣|\bnotre (?:petite )?blague"),
        ("apology", rf"\bje (?:suis|m'en veux|m'excuse|te demande pardon|te présente mes excuses)\b(?: {_FR_ADV}désolée?)(?! (?:pour toi|de l'apprendre|d'apprendre))|\bje (?:m'excuse|te demande pardon|regrette (?:ce que|de t'avoir))|^(?:désolée?|pardon|excuse-moi|excusez-moi)\b|\bpardonne[- ]moi|\bj'ai eu tort|\bc'est ma faute"),
        ("forgiving", r"\bje te pardonne\b(?! pas)|\bje t'ai (?:déjà )?pardonnée?|\bje ne t'en veux (?:pas|plus)"),
        ("insult", rf"\b(?:tu es|t'es|vous êtes|tu n'es) {_FR_ADV}(?:stupide|idiote?|bête|conn?e?|connard|connasse|salaud|salope|nulle?|moche|inutile|dégoûtante?|pathétique|égoïste|lâche|monstre|cruelle?|méchante?|horrible|insupportable|ridicule|imbécile|débile|crétine?|ratée?|minable|détestable|lamentable|raté|loser)\b(?! pas)|(?:^|[,.!] ?|\bespèce d[e'] ?|\bpauvre |\bsale )(?:connard|connasse|salaud|salope|idiote?|imbécile|crétine?|débile|abrutie?)\b|\bva te faire|\bva au diable|\btu (?:me dégoûtes|fais pitié|crains)\b|\bhonte à toi|\bpersonne ne t'aime|\bta gueule"),
        ("hate", r"\bje te (?:déteste|hais|méprise)\b(?! pas)|\btu n'es rien pour moi|\bj'aurais (?:préféré|aimé) ne jamais te (?:connaître|rencontrer)|\bcrève\b"),
        ("lie", rf"\b(?:tu es|t'es|tu n'es) {_FR_ADV}(?:menteu(?:r|se)|traîtres?(?:se)?|hypocrite|tricheu(?:r|se))\b|\btu (?:mens|m'as (?:\w+ )?(?:menti|trahie?|trompée?|utilisée?|manipulée?)|m'as encore menti|as (?:encore )?menti|me mens)\b|\bas-tu menti|\btu m'avais promis[^.!?]{{0,40}}\b(?:mais|pas|jamais)\b|\btu n'as pas tenu (?:ta|tes|parole)|\btu as (?:rompu|brisé|trahi) (?:ta|ma|notre)|\barrête de (?:me )?mentir|(?:^|[,.!] ?)menteu(?:r|se)\b|\bdans mon dos\b"),
        ("distrust", r"\bje ne (?:te|vous) (?:fais (?:plus |pas )(?:du tout )?confiance|crois (?:pas|plus))|\bje (?:te )?(?:fais|crois) (?:pas|plus) (?:confiance|ce que tu)|\bje n'ai (?:plus|pas|aucune) (?:\w+ )?confiance en toi|\bje ne peux (?:plus|pas) te (?:faire confiance|croire)|\bcomment (?:te faire confiance|te croire|veux-tu que je te croie)|\bje te faisais confiance"),
        ("threat", r"\bje vais te (?:tuer|détruire|frapper|faire (?:du mal|payer|souffrir)|massacrer|casser)|\btu vas (?:le |me le )?(?:regretter|payer|souffrir)|\bje te (?:tuerai|détruirai|ferai payer)|\btu me le (?:paieras|payeras)|\bje sais où tu habites"),
        ("rejection", r"\b(?:laisse|fiche|fous)[- ]moi (?:tranquille|la paix|seule?)|\b(?:va-t'en|dégage|casse-toi|fous le camp|tire-toi)\b|\bje ne veux plus (?:jamais )?(?:te (?:voir|parler|connaître)|entendre parler de toi|de toi)|\bje veux plus (?:te voir|te parler)|\bne (?:me parle|m'appelle|me touche|m'écris) (?:plus|pas)|\bje ne (?:t'aime|te veux) (?:plus|pas)|\bje t'aime (?:pas|plus)\b|\bc'est fini entre nous|\bje te quitte|\btu n'es (?:pas|plus) mon ami|\bj'en ai (?:assez|marre) de toi"),
        ("dismissal", r"\b(?:tais-toi|ferme-la|la ferme)\b|\b(?:je m'en fiche|je m'en fous|on s'en fiche|on s'en fout)\b(?:[.!]|$| de ce que tu)|\bça ne te regarde pas|\btu (?:m'ennuies|m'énerves|m'agaces|ne m'écoutes jamais)|\bpersonne ne t'a (?:demandé|sonné)|\bet alors ?[.!?]*$|^peu importe[.!]*$"),
    ),
    "es": (
        ("love", rf"\b(?:te|os) (?:quiero|amo|adoro)\b(?! (?:decir|preguntar|contar|pedir|ver|ayudar|enseñar|dar|hacer|comentar|mostrar|presentar|invitar|hablar|proponer|recordar|mandar|enviar|llevar|avisar))|\benamorad[oa] de ti|\beres {_ES_ADV}(?:todo para mí|mejor amig[oa]|vida|amor|alma gemela|lo mejor)\b|\bcásate conmigo|\bqué haría (?:yo )?sin ti|\bsignificas (?:mucho|todo) para mí"),
        ("fond", r"\b(?:me caes (?:muy |súper )?bien|te (?:extraño|echo de menos|echaba de menos|aprecio|admiro|necesito)|me gustas)\b|\b(?:feliz|content[oa]|alegro|gusto|encantad[oa]) (?:de|que|por) (?:verte|conocerte|tenerte|hablar contigo|estés aquí)|\bme (?:gusta|encanta) (?:hablar|estar|charlar|pasar tiempo) contigo|\bpienso en ti\b|\bme (?:haces|hace) (?:feliz|reír|sonreír|bien)\b|\bun abrazo\b|\bte mando (?:un )?(?:beso|abrazo)|\bganas de verte|\bqué bien que est[ée]s"),
        ("dear", r"(?:^|[,.!¡] ?|\bmi )(?:cariño|amor|cielo|corazón|tesoro|vida|mi amor|mi vida|querid[oa])(?=[,.!?]|$)"),
        ("thanks", r"\bgracias\b|\bte (?:lo )?agradezco|\bte estoy (?:muy |tan )?agradecid[oa]|\bte debo una"),
        ("praise", rf"\b(?:eres|fuiste) {_ES_ADV}(?:amable|buen[oa]?|dulce|list[oa]|inteligente|gracios[oa]|valiente|maravillos[oa]|increíble|genial|guap[oa]|herm[oa]s[oa]|lind[oa]|talentos[oa]|mejor|ángel|generos[oa]|fuerte|paciente|divertid[oa]|estupend[oa]|crack|brillante|hermos[oa])\b|\b(?:bien hecho|buen trabajo|bravo|enhorabuena)\b|\borgullos[oa] de ti|\bqué (?:amable|majo|maja|lindo|linda) eres|\bmuy amable de tu parte"),
        ("trust", r"\b(?:confío|creo) (?:mucho |plenamente |totalmente |ciegamente )?en ti\b|\bte creo\b|\bs[ée] que puedo (?:contar contigo|confiar en ti)|\bpuedo contar contigo|\b(?:solo|sólo) tú (?:me )?(?:sabes|entiendes|conoces)|\beres (?:la única persona|el único|la única)\b|\ba ti (?:te )?puedo cont[aá]r(?:te|telo)? todo|\bpuedo contarte (?:todo|cualquier)"),
        ("secret", r"\b(?:nunca|jamás) (?:se )?(?:lo )?(?:le )?(?:he|había) (?:dicho|contado|confesado)(?: (?:esto|eso))?|\bno se lo (?:he contado|he dicho|digas|cuentes) a nadie|\bnadie (?:más )?lo sabe|\b(?:un|mi|nuestro|es) secreto\b|\bentre (?:tú y yo|nosotros)\b|\btengo que confesarte|\btengo algo que (?:contarte|decirte|confesarte)|\bte voy a contar un secreto"),
        ("vulnerable", rf"\b(?:me siento|estoy|me sentía|estaba) {_ES_ADV}(?:sol[oa]|triste|deprimid[oa]|desesperad[oa]|perdid[oa]|destrozad[oa]|avergonzad[oa]|culpable|rot[oa]|agobiad[oa]|vací[oa]|herid[oa]|aterrad[oa]|asustad[oa]|hundid[oa]|inútil)\b|\btengo {_ES_ADV}(?:miedo|vergüenza|ansiedad|ataques de pánico)\b|\b(?:estoy llorando|he llorado|lloré|no paro de llorar|me odio|no puedo más|quiero morir(?:me)?)\b|\b(?:murió|falleció|se murió|ha muerto) mi\b|\bmi (?:madre|mamá|padre|papá|hermano|hermana|hijo|hija|esposa|marido|perro|gato|abuela|abuelo|novio|novia) (?:murió|falleció|ha muerto|me dejó|tiene cáncer)|\bme (?:abandonaron|maltrataron|acosaban|pegaban|dejó mi)"),
        ("care", r"\b(?:estoy|estaré) (?:siempre )?(?:aquí para ti|a tu lado|contigo para lo que)|\bcuídate\b|\bque te mejores|\bme preocup(?:o|as) (?:por ti)?|\bestás bien\b|\bpuedes (?:hablar conmigo|contar conmigo|contarme)|\bmi más sentido pésame|\blo siento (?:mucho )?por ti|\bsiempre (?:estaré|voy a estar) (?:aquí|ahí|contigo)"),
        ("promise", r"\bte (?:lo )?(?:prometo|juro)\b|\bnunca te (?:dejaré|abandonaré|mentiré|traicionaré|voy a (?:dejar|mentir|abandonar))"),
        ("laughter", r"\b(?:ja(?:ja)+|je(?:je)+|ji(?:ji)+|lol)j?\b|😂|🤣|\bnuestra (?:vieja )?broma"),
        ("apology", r"\blo siento\b(?! (?:mucho )?por (?:ti|tu))|\b(?:perdóname|perdona|discúlpame|disculpa|te pido (?:perdón|disculpas))\b|^perdón\b|\bme equivoqué\b|\bfue (?:mi )?culpa(?: mía)?\b|\bme arrepiento de"),
        ("forgiving", r"\bte (?:perdono|he perdonado|perdoné)\b|\bya no estoy (?:enfadad[oa]|enojad[oa]|molest[oa]) contigo"),
        ("insult", rf"\b(?:eres|fuiste) {_ES_ADV}(?:estúpid[oa]|idiota|tont[oa]|imbécil|fe[oa]|inútil|asqueros[oa]|patétic[oa]|egoísta|cobarde|monstruo|cruel|horrible|insoportable|ridícul[oa]|fracasad[oa]|basura|mierda|cabrón|cabrona|miserable|malvad[oa]|desgraciad[oa]|perdedora?|mala persona|despreciable)\b|(?:^|[,.!¡] ?|\bpedazo de |\bmaldit[oa] )(?:idiota|imbécil|estúpid[oa]|cabrón|gilipollas|pendej[oa]|basura)\b|\b(?:vete a la mierda|que te jodan|jódete|vete al (?:diablo|infierno|carajo))|\bme das asco|\bqué vergüenza me das|\bnadie te quiere"),
        ("hate", r"\bte (?:odio|detesto|desprecio|aborrezco)\b|\bno significas nada para mí|\b(?:ojalá|desearía) (?:no haberte conocido|nunca haberte conocido|te mueras|estuvieras muert[oa])|\bno te soporto\b|\bmuérete\b"),
        ("lie", rf"\beres {_ES_ADV}(?:mentiros[oa]|traidora?|hipócrita|falsa?|fals[oa]|tramposa?|tramposo|embuster[oa])\b|\b(?:me (?:\w+ )?(?:mentiste|has mentido|estás mintiendo|mientes|traicionaste|has traicionado|engañaste|has engañado|utilizaste|usaste)|mentiste|estás mintiendo)\b|\bme (?:lo )?(?:prometiste|habías prometido)[^.!?]{{0,40}}\b(?:pero|no|nunca)\b|\b(?:rompiste|has roto|no cumpliste|nunca cumples) (?:tu|tus|la|mi)|\bdeja de mentir|(?:^|[,.!¡] ?)mentiros[oa]\b|\ba mis espaldas\b"),
        ("distrust", r"\b(?:no|ya no|nunca más|jamás) (?:\w+ )?(?:confío|confiaré|puedo confiar|creo|volveré a confiar|vuelvo a confiar) (?:\w+ )?(?:en ti|nada de lo que)|\b(?:no|ya no) te creo\b|\bcómo (?:voy a|puedo|quieres que) (?:confiar|confíe|creerte|te crea)|\bconfiaba en ti|\bconfié en ti"),
        ("threat", r"\b(?:te voy a|voy a) (?:matar(?:te)?|destruir(?:te)?|hacer daño|pegar(?:te)?|golpear(?:te)?|arruinar(?:te)?|hacerte daño|hacer(?:te)? pagar)\b|\bte (?:mataré|destruiré|arrepentirás|vas a arrepentir)\b|\bme las (?:vas a pagar|pagarás)|\bsé dónde vives|\bvas a (?:sufrir|pagar por)"),
        ("rejection", r"\bdéjame (?:en paz|sol[oa]|tranquil[oa])|\b(?:vete de aquí|lárgate|aléjate de mí|fuera de mi vista|piérdete)\b|^vete[.!]|\bno (?:te )?quiero (?:volver a )?(?:verte|hablarte|hablar contigo|saber (?:nada )?de ti|estar contigo|ver nunca más)|\bno me (?:hables|llames|escribas|toques)|\b(?:ya )?no te (?:quiero|amo|necesito|extraño)\b|\bhemos terminado|\blo nuestro (?:se )?(?:acabó|terminó)|\bte dejo[.!]|\bno eres mi amig[oa]|\best(?:oy|aba) hart[oa] de ti"),
        ("dismissal", r"\b(?:cállate|cierra (?:la boca|el pico))\b|\b(?:me da igual|no me importa) lo que (?:digas|dices|piens)|^(?:me da igual|no me importa|a quién le importa|y qué)[.!?]*$|\bno es asunto tuyo|\b(?:me aburres|eres (?:muy |tan )?aburrid[oa]|nunca me escuchas|me fastidias)\b|\bnadie te (?:ha )?pregunt(?:ó|ado)"),
    ),
    "ko": (
        ("love", "사랑해(?=요?(?:[.!~?,♥❤ ]|$))|사랑한다(?=[.!~ ]|$)|사랑합니다|너(?:를|밖에|뿐)[^.!?]{0,4}사랑해|너 없이(?:는)? 못|나랑 결혼|넌 내 (?:전부|모든)|네가 내 (?:전부|모든)|내 가장 친한 친구"),
        ("fond", "(?<![가-힣])(?:너(?!무|머|덜)|네|널|니|당신|자기)(?:를|가|이|랑|도)?[^.!?,]{0,6}(?:좋아해|좋아(?=[.!]|$)|보고 ?싶|그리웠|그리워|필요해)|(?:너|당신|자기)(?:랑|와|하고) (?:얘기|이야기|대화|있)[^.!?]{0,10}(?:좋|즐거|행복|편)|보고 ?싶었어|네 생각|널 생각|만나서 (?:너무 |정말 )?(?:반가|좋|행복)|네가 있어서|안아 ?줄|곁에 있어 ?줘"),
        ("dear", "(?:^|[,.! ])(?:자기야|여보|내 사랑|우리 애기)(?=[,.!?~ ]|$)"),
        ("thanks", "고마워|고맙|감사합|감사해|감사드|땡큐"),
        ("praise", "(?<![가-힣])(?:너(?!무|머|덜)|넌|네가|니가|당신은|자긴)\\s?(?:는|은)?\\s?(?:정말|진짜|참|너무|완전)?\\s?(?:착하|착해|똑똑|멋지|멋져|멋있|대단|최고|예쁘|예뻐|재밌|재미있|친절|다정|귀여|귀엽|용감|훌륭|좋은 사람|좋은 친구)|잘했어|잘했다|수고했|네가 자랑스|너 최고|역시 너"),
        ("trust", "(?<![가-힣])(?:너(?!무|머|덜)|널|너를|당신을|네 말|너만|너는|당신은)\\s?(?:정말|항상|늘|언제나|완전히)?\\s?(?:믿어|믿는|믿을게|믿을 수 있|신뢰)|너한테만|너에게만|너니까 (?:말|얘기|이야기|털어)|너밖에 없|의지가 돼|의지할 수"),
        ("secret", "비밀(?:인데|이야|이에요|을 (?:말|알려|털어|지켜)|로 해|이 있|이니까|은)|아무(?:한테|에게)도 (?:말|얘기|이야기)|아무도 모르|누구(?:한테|에게)도 (?:말|얘기|이야기)|우리끼리|우리 둘만|털어놓|고백할 게|처음 (?:말하|얘기하|이야기하)는"),
        ("vulnerable", "(?:나|내가|난|나는|저는|전|요즘|사실)[^.!?]{0,12}(?:외로|외롭|무서|무섭|두려|우울|힘들어|슬퍼|죽고 싶|불안해|부끄러|괴로)|(?:엄마|어머니|아빠|아버지|할머니|할아버지|남편|아내|강아지|고양이|동생|언니|누나|오빠|형)(?:가|이|께서)[^.!?]{0,8}(?:돌아가셨|죽었|떠났|아프|아파)|(?:울었어|울고 있|눈물이 나)|내가 (?:너무 )?싫어|헤어졌어|왕따(?:였|를 당)|학대"),
        ("care", "내가 (?:곁에|옆에) 있|괜찮아\\?|괜찮은 거|(?:너|네|당신|네가|니가)[^.!?]{0,8}걱정(?:했|돼|된|이)|몸조심|푹 쉬|얼른 나|빨리 나아|힘내|내가 지켜|도와줄게|언제든 (?:말|얘기|연락)|네 편"),
        ("promise", "약속할게|약속해(?=[.!]|$)|맹세|절대 (?:안 떠|떠나지 않|배신 안|배신하지 않|거짓말 안)"),
        ("laughter", "ㅋㅋ|ㅎㅎㅎ|하하|😂|🤣|너 때문에 웃|너 (?:진짜 |정말 )?웃겨|우리만 아는 농담"),
        ("apology", "미안(?:해(?!하)|하다(?![가-힣])|합|했)|미안(?=[.!,~]|$)|죄송|사과할게|용서해 ?줘|내가 잘못|내 잘못"),
        ("forgiving", "용서할게|용서했|(?:이제|더 이상) 화 안 (?:났|나)|화 풀렸"),
        ("insult", "(?<![가-힣])(?:너(?!무|머|덜)|넌|네가|니가|당신은|너는)\\s?(?:정말|진짜|참|너무|완전|왜 이렇게|왜 그렇게)?\\s?(?:멍청|바보|한심|못생|쓸모없|쓰레기|역겨|역겹|이기적|비겁|최악|짜증나|재수 ?없|못됐|못된|잔인|찌질|형편없)|(?:멍청한|미친|나쁜|더러운|한심한) (?:놈|년|자식|새끼|것)|개새끼|씨발|시발|병신|이 (?:바보|멍청이|새끼|자식)야|닥치고"),
        ("hate", "(?<![가-힣])(?:너(?!무|머|덜)|널|네가|니가|너를|당신이|너 같은)[^.!?,]{0,6}(?:싫어|미워|증오|혐오|꼴 보기 싫|밉)|널 만난 (?:걸|것을) 후회|너 같은 (?:건|거|놈)|죽어버려"),
        ("lie", "거짓말(?:쟁이|했|하지|이지|만|이잖|을 했|하는|하고)|약속(?:을|도)? ?(?:또 )?(?:어겼|안 지켰|안 지키|깼|지키지 않)|(?:나를|날|내)\\s?(?:를 )?(?:속였|배신|이용했)|왜 (?:나를 |날 )?속|배신자|배신했|사기꾼|뒤통수"),
        ("distrust", "(?<![가-힣])(?:너(?!무|머|덜)|널|너를|네 말|당신을|이제|더 이상)[^.!?]{0,8}(?:못 믿|안 믿|믿을 수 없|믿지 (?:않|못)|믿을 수가 없)|어떻게 (?:너를|널|네 말을) 믿|널 믿었는데|너를 믿었는데"),
        ("threat", "죽여 ?버|죽일 거|죽인다|가만 ?안 ?둘|가만 ?안 ?두|가만두지 않|후회하게 (?:해|만들)|두고 ?봐|각오해|복수할|망하게 할|때릴 거|패버"),
        ("rejection", "(?:나|날) (?:좀 )?(?:내버려|냅둬|놔|혼자 있게)|꺼져|저리 가|(?:내 눈앞에서|제발|당장) ?(?:가 버려|사라져)|다시는 (?:보기|보고|연락|말|만나|내 눈)|말 걸지 마|연락하지 마|우리 (?:이제 )?(?:끝|헤어지자(?!고| 하| 했)|그만 만나)|헤어지자(?=[.!~]|$)|(?<![가-힣])(?:너(?!무|머|덜)|널|너를|당신을)[^.!?]{0,6}(?:사랑하지 않(?![은았])|안 좋아|좋아하지 않(?![은았])|안 사랑|필요 ?없)|이제 너랑 (?:끝|친구 아)|너 (?:이제 )?지겨"),
        ("dismissal", "닥쳐|입 다물|조용히 해|시끄러워|(?:누가|아무도) (?:물어봤|안 물어|궁금하대|관심 없)|네가 뭘 알|관심 없어|상관하지 마|신경 ?꺼|네 (?:말|얘기)(?:는|은)? ?(?:지루|재미없|듣기 싫)|너랑 상관없|어쩌라고"),
    ),
    "ja": (
        ("love", "愛して(?:る|いる|います|ます)(?!人)|(?:君|あなた|お前|きみ)(?:のこと)?(?:が|を)?(?:本当に|とても|すごく|ずっと)?(?:大好き|だいすき)|^大好き|大好き(?:だよ|です|だ)?[。！!]|結婚して(?:くだ|ほし|くれ)|(?:君|あなた)が(?:すべて|全て)|(?:君|あなた)なしでは|一番の親友だ"),
        ("fond", "(?:君|あなた|きみ)(?:のこと)?が(?:とても|本当に|すごく|ずっと)?(?:好き|恋し|必要)|会いたかった|会いたい(?=[。！!よな]|$)|会えて(?:嬉し|うれし|良かった|よかった|幸せ)|(?:君|あなた|きみ)と(?:話|いる|一緒)[^。！？]{0,10}(?:楽し|嬉し|幸せ|落ち着|安心|好き)|(?:君|あなた)のことを(?:考え|想)|いてくれて(?:よかった|良かった|嬉し|うれし)|抱きしめ(?:たい|てあげ|させ)|そばにいて"),
        ("dear", "(?:^|[、。！ ])(?:ダーリン|ハニー|愛しい人|私の宝物)(?=[、。！？ ]|$)"),
        ("thanks", "ありがと|有難う|有り難う|感謝し(?:て|ま)|助かりました|助かったよ|恩に着"),
        ("praise", "(?:君|あなた|きみ)(?:は|って)(?:本当に|とても|すごく|なんて|いつも)?(?:優し|やさし|賢|頭がい|面白|すごい|すご|素敵|素晴らし|最高|かわい|可愛|綺麗|きれい|勇敢|親切|頼りにな|天才|いい人|良い人|いい友)|よくやった|よく頑張った|さすが(?:だ|です|！|ね)|(?:君|あなた)を誇り|すごいですね|お見事|偉いね"),
        ("trust", "(?:君|あなた|きみ|お前)(?:のこと)?(?:を|は|なら)(?:ずっと|心から|いつも)?(?:信じて(?!い?な|た)|信じる|信頼して(?!い?な|た)|信用して(?!い?な|た)|信じられる|信頼でき)|(?:君|あなた|きみ)(?:に)?だけ(?:に|は|が)|(?:君|あなた)になら(?:何でも|話せ)|頼りにして"),
        ("secret", "秘密(?:だ|な|です|を(?:教え|話|打ち明)|にして|があ)|誰にも(?:言|話|内緒|打ち明)|誰も知らな|内緒(?:だ|に|で|ね|の)|ここだけの話|二人だけの|打ち明け|初めて(?:話す|言う|打ち明)|告白(?:する|したい)ことが"),
        ("vulnerable", "(?:私|僕|俺|わたし|ぼく|本当は|実は|最近)[^。！？]{0,14}(?:寂し|さびし|怖い|怖く|つらい|辛い|悲し|孤独|不安(?:で|な|だ)|死にたい|恥ずかし|苦し|うつ)|(?:母|父|祖母|祖父|夫|妻|兄|姉|弟|妹|犬|猫|おばあちゃん|おじいちゃん|お母さん|お父さん|息子|娘)が[^。！？]{0,8}(?:亡くな|死ん|死に)|泣いて(?:しま|い|る|ばか)|自分が(?:大)?嫌い|振られ(?:た|ま)|いじめられ|虐待され"),
        ("care", "大丈夫(?:？|\\?|ですか|なの)|そばにいる(?:よ|から|ね)|無理しないで|お大事に|気をつけてね|心配して(?:いた|た|る|い)|いつでも(?:話|相談|頼|聞)|味方だ|守(?:る|ってあげる)(?:よ|から)|元気出して|力になる|ご愁傷"),
        ("promise", "約束(?:する|します|だ(?:よ|ね)|です)|誓(?:う|います)|絶対に?(?:裏切らない|離れない|嘘はつかない|離さない)|二度と(?:嘘|裏切|傷つけ)[^。]{0,5}な"),
        ("laughter", "(?:笑|w{2,}|www|ｗｗ)(?=[。！!\\s]|$)|（笑）|\\(笑\\)|あはは|はははは|😂|🤣|笑わせ(?:て|な|る)|二人の冗談"),
        ("apology", "ごめん(?:ね|なさい|よ)?(?!ください)|申し訳|すまな(?:い|かった)|すみませんでした|許して(?:くだ|くれ|ほし|ね|$)|悪かった(?:よ|です|。|$|と思)|私が(?:悪|間違)|お詫び|謝(?:る|り)(?:よ|ま|た|$)"),
        ("forgiving", "許(?:すよ|してあげる|します|した(?:よ|から))|もう怒って(?:い)?ない"),
        ("insult", "(?:君|あなた|お前|おまえ|きみ|てめえ|あんた)(?:は|って|なんて|なんか)?(?:本当に|なんて|すごく|ただの|どうしようもない|とても)?(?:バカ|ばか|馬鹿|アホ|あほ|愚か|醜|ブス|気持ち悪|キモ|最低|最悪|クズ|くず|役立たず|卑怯|臆病者|自分勝手|わがまま|冷酷|情けな|ひどい人|哀れ|無能|邪魔)|(?:この)(?:バカ|馬鹿|ばか|クズ|アホ|野郎)|くたばれ|クソ(?:野郎|女)|ふざけるな|恥を知れ|消えろ"),
        ("hate", "(?:君|あなた|お前|おまえ|きみ|あんた)(?:のこと)?(?:が|を|なんか|なんて)?(?:本当に|心から)?(?:大嫌い|嫌い|憎い|憎んで|憎む|軽蔑)|^大嫌い[。！!]|死ねばいい|^死ね|出会わなければよかった|会わなければよかった"),
        ("lie", "嘘つき|うそつき|嘘(?:を|ばかり|ばっかり)?(?:つい(?:た|て)|つく(?:な|の)|つかな|言)|騙(?:した|して|され)|だました|裏切(?:った|り者|って|られ)|約束(?:を|も)?(?:また)?(?:破っ|破る|守らな|守ってくれな)|利用した(?:の|だけ|んだ)"),
        ("distrust", "(?:君|あなた|お前|あんた|もう)[^。！？]{0,8}(?:信じられな|信じない|信用(?:でき|し)な|信用して(?:い)?な|信じて(?:い)?な|信じません|信用できま)|信じて(?:い)?たのに|信用していたのに|信じていいか"),
        ("threat", "殺(?:す(?:ぞ|から|よ|！|。|$)|してやる)|覚え(?:て|と)(?:い)?ろ|後悔させ|ただじゃ(?:お|置)か|痛い目に|ぶっ(?:殺|飛ば)|仕返し(?:して|する)|ただで済む|許さない(?:ぞ|から|！|。|$)"),
        ("rejection", "ほっといて|放っておいて|一人にして|あっち(?:へ|に)?行(?:け|って)|出て行(?:け|って)|消えて(?!い)|近寄らないで|近づかないで|二度と(?:会い|話し|顔|連絡|来)|話しかけ(?:ないで|るな)|別れ(?:よう|たい|ましょう)|もう(?:終わり|おしまい)(?:だ|に|よ|です)|(?:君|あなた|お前)(?:のこと)?(?:なんか|なんて|は|が|を)?(?:もう)?(?:好きじゃな|愛してな|愛していな|必要な|いらな)|連絡しないで|うんざりだ"),
        ("dismissal", "黙れ|黙って(?:て|ろ|くれ)|うるさい|どうでもいい|関係ない(?:でしょ|だろ)|(?:誰も|誰が)(?:聞いて|頼んで|気にし)|興味ない(?:よ|し|です)?[。！!]?$|つまらない(?:人|話)|口を出すな|余計なお世話|だから何"),
    ),
    "zh": (
        ("love", "我(?:真的|好|很|最|也|一直|永远|还是)?爱(?:死)?(?:你|妳|您)(?!们公司)|^爱你|爱上(?:了)?你|你是我(?:的)?(?:一切|全部|最好的朋友|最爱|心肝|命)|嫁给我|没有你我|离不开你|你对我(?:来说)?(?:很|太|最)重要"),
        ("fond", "(?:我|真)(?:真的|好|很|最|也|一直|挺|非常|特别|超)?(?:喜欢|想念|想|欣赏|佩服)(?:死)?(?:你|妳|您)(?=[。！!,，~了啊哦呀的]|$)|(?:喜欢|爱)(?:和|跟|与)你(?:聊|说|在一起|待|玩)|见到你(?:真|很|好|太|我)?(?:高兴|开心|好)|认识你(?:真|很|好|太)?(?:好|高兴|开心|幸运)|有你(?:真好|在|就|陪)|(?:需要|舍不得|惦记)你|想抱(?:抱)?你|抱抱你|(?:和|跟)你(?:在一起|聊天|说话)(?:真|很|好|特别|非常|我)*(?:开心|快乐|舒服|安心|幸福)|你让我(?:很|好|感到|觉得)?(?:开心|快乐|幸福|安心|温暖)"),
        ("dear", "(?:^|[，。！,! ])(?:亲爱的|宝贝|宝宝|老公|老婆|亲)(?=[，。！？,!?~ ]|$)"),
        ("thanks", "谢谢|感谢|多谢|谢啦|谢了|感激"),
        ("praise", "你(?:真的?|好|太|很|最|实在|可真|简直|是最|一直很|总是很)(?:是个?)?(?:太)?(?:好|善良|聪明|厉害|棒|体贴|温柔|可爱|漂亮|美|帅|勇敢|优秀|贴心|有趣|有才|幽默|了不起|能干|细心|好人)(?!笑|像|奇怪|吗)|干得(?:好|漂亮)|做得(?:好|真好|很好|不错)|真有你的|为你(?:感到)?(?:骄傲|自豪)|你最棒|多亏(?:了)?你"),
        ("trust", "我(?:完全|一直|永远|很|最|都|当然|愿意)?(?:相信|信任|信得过)(?:你|妳|您)|(?:只|就)(?:告诉|跟|对|有|和)你(?!们)(?:一个人)?(?:说|讲|知道|懂|能|理解|了解|一个|我)?|只有你(?:懂|知道|明白|理解|能)|你是(?:唯一|我唯一)|靠得住|可以依靠你|什么都(?:可以|能|想)(?:跟|和|对|告诉)你"),
        ("secret", "秘密(?!武器|花园|警察|配方)|从(?:来)?没(?:有)?(?:跟|和|对|告诉|向)(?:过)?(?:任何人|别人|谁|人)|没(?:有)?(?:跟|和|对)(?:任何人|别人|谁|人)(?:说|讲|提)|没(?:有)?告诉(?:过)?(?:任何人|别人|谁|其他人)|(?:别|不要|不许|不能|千万别)(?:告诉|跟|和|对)(?:任何|别|其他)?人?(?:说|讲)?|没(?:有)?人知道(?!怎|为|什|他|她|它)|咱(?:们)?俩(?:之间)?知道|只有我们(?:两|俩)|我(?:要|得|想|必须)(?:向你|跟你|对你)?坦白|说句心里话|说实话我"),
        ("vulnerable", "我(?:真的|好|很|最近|其实|一直|总|现在|有点|特别|非常|觉得|感到|感觉|一个人|太|都|也|每天|每晚|晚上|又|快|经常){0,4}(?:孤独|寂寞|害怕|难过|抑郁|绝望|自卑|崩溃|想死|想哭|哭|伤心|焦虑|痛苦|撑不下去|内疚|羞愧|委屈|迷茫)|我(?:的)?(?:妈妈?|爸爸?|母亲|父亲|奶奶|爷爷|外婆|外公|姐姐?|哥哥?|弟弟|妹妹|老公|老婆|狗狗?|猫咪?|孩子|儿子|女儿)(?:[^。！？]{0,6})(?:去世|死了|走了|离开了|得了癌|过世)|我(?:讨厌|恨)(?:我)?自己|被(?:甩|霸凌|虐待|抛弃|欺负)(?:了|过)?|我(?:刚)?(?:失恋|分手)"),
        ("care", "我(?:会)?(?:一直|永远|都|就)?(?:会)?(?:陪着?你|在你身边|支持你|保护你|照顾你|等你(?!的)|站在你)|你(?:还好|没事)(?:吗|吧)|照顾好自己|早日康复|好好休息|(?:我|很|好|一直)?担心你|别难过|别担心|注意身体|保重|随时(?:可以)?(?:找我|跟我|和我)|节哀|心疼你"),
        ("promise", "我(?:答应|保证|发誓|承诺|向你保证)|绝(?:对)?不(?:会)?(?:骗你|离开你|背叛你|伤害你)|永远不会(?:骗|离开|背叛|伤害|忘记)你"),
        ("laughter", "哈哈|嘿嘿|嘻嘻|笑死|😂|🤣|你(?:真|太|好|可真)(?:逗|搞笑|幽默)|我们(?:俩)?的(?:老)?(?:玩笑|梗)"),
        ("apology", "对不起|对不住|抱歉|请?原谅我|是我(?:的)?(?:不好|不对|错|的错)|我错了|我不该|不好意思(?=[，。！,!]|$)|我道歉|向你道歉"),
        ("forgiving", "我(?:已经|早就|会)?原谅你|我不(?:再)?(?:生|怪)你(?:的气)?"),
        ("insult", "你(?:真的?|好|太|很|就|简直|这个|这|他妈|可真|怎么这么|怎么那么|是个?|就是个?|真是个?|个|才|实在)+(?:是个?)?(?:大)?(?:蠢|笨|傻|白痴|混蛋|恶心|丑|没用|废物|垃圾|自私|卑鄙|无耻|可恶|讨厌|烦人|恶毒|残忍|懦夫|胆小鬼|失败者|人渣|变态|智障|贱|坏人|坏蛋|小人|过分|可怜虫|冷血|虚伪|差劲|没良心)|(?:傻逼|傻b|王八蛋|混蛋|滚蛋|去你的|去死|他妈的你|你妈的|贱人|臭不要脸|不要脸|白痴！)|你(?:让我|真让人|令人)(?:觉得)?(?:恶心|反感|作呕)|没人喜欢你|你不是人"),
        ("hate", "我?(?:真的|好|很|最|特别|非常|超)?(?:恨|讨厌|憎恨|厌恶|鄙视|瞧不起|看不起|恨死|讨厌死)(?:死)?你(?!的(?:衣|鞋|帽|车|工作|老板))|后悔(?:认识|遇见|遇到)你|希望你(?:去死|消失|死)|不想再忍你"),
        ("lie", "你(?:又|一直|总是|老是|竟然|居然|还|为什么|怎么|从来|敢|就是|都在?|在|明明){0,3}(?:骗(?:了|我|人)|撒谎|说谎|欺骗|背叛|出卖|利用(?:了)?我|食言|说话不算|不守信|不守承诺|失信)|(?:大)?骗子|叛徒|两面派|你(?:违背|打破|没(?:有)?遵守|没(?:有)?信守|没(?:有)?兑现)(?:了)?(?:你的|自己的|对我的)?(?:诺言|承诺|约定)|(?:别|不要)(?:再)?(?:骗我|撒谎|说谎)|你答应(?:过|了)?我?[^。！？]{0,12}(?:却|但|可|没)|背着我|伪君子"),
        ("distrust", "(?:不|没法|无法|不能|不会|不敢|再也不|再也不会|很难|怎么能|怎么|凭什么|还能|怎么可能)(?:再|会|能|敢|可能)?(?:相信|信任|信)(?:你|妳|您)|(?:枉|亏)我(?:那么|这么|还)?(?:相信|信任)你|我(?:那么|这么|曾经|曾|本来|以前)(?:相信|信任)(?:过)?你"),
        ("threat", "(?:我(?:要|会|就|一定要?|非)?(?:杀了?|弄死|打死|毁了?|揍|打断|收拾|教训|报复|整死)(?:死)?你)|你(?:会|一定会|迟早会?|给我)(?:后悔|付出代价|等着|遭报应|好看)|走着瞧|给我等着|要你好看|有你好看|我知道你(?:家)?住(?:在)?哪|饶不了你|不会放过你"),
        ("rejection", "别(?:再)?(?:烦我|来烦|理我|找我|碰我|联系我|跟我说话|和我说话|靠近我|缠着)|不要(?:再)?(?:烦我|理我|找我|碰我|联系我|跟我说话|来)|让我(?:一个人)?(?:静静|静一静|待着|一个人)|(?:^|[，。！,! ])滚(?:开|出去|远点|吧|！|!|$)|给我滚|走开|离我远|我(?:再也)?不(?:想|要|愿)(?:再)?(?:见到?你|看到你|理你|跟你说话|和你说话)|我(?:已经|再也|根本|从来|一点都|从|都)?(?:不|没)(?:再)?(?:爱(?:过)?|喜欢|需要|想)你(?:了|。|！|$)|(?:我们|咱们)(?:完了|结束了|到此为止|分手|绝交|不是朋友)|分手吧|绝交|受够(?:了)?你|你不是我(?:的)?朋友|(?:跟|和)你(?:没|没有)(?:什么)?(?:关系|话)"),
        ("dismissal", "闭嘴|住口|(?:谁|没人)(?:问|在乎|关心)(?:你|了)|关你(?:什么|屁)事|我?(?:才)?不在乎你|懒得(?:理|跟|听)你|随便你|你(?:真|好|太)?(?:无聊|烦)(?:死了|[。！!]|$)|少(?:管|来烦|废话)|多管闲事|与你无关|那又怎(?:么)?样|你从来(?:都)?不听"),
    ),
}  # fmt: skip

_CLAUSE = re.compile(r"[.!?,;:\n。！？，、；：…]|\b(?:but|because|aber|weil|mais|parce que|pero|porque)\b")

_UNREAL: dict[str, str] = {
    "en": r"\b(?:if|whether|unless|as though|would|(?<!i )(?:said|says|told \w+|thinks|called \w+|asked))\b",
    "de": r"\b(?:wenn|falls|ob|als ob|(?:er|sie|man) (?:sagt|sagte|meint|meinte|glaubt))\b",
    "fr": r"\b(?:si|comme si|(?:il|elle|on|ils) (?:dit|disait|a dit|m'a dit|pense))\b(?! je)",
    "es": r"\b(?:si|como si|(?:él|ella|dice|dijo|piensa|dicen) que)\b",
}
"""What makes the rest of its clause unreal or another one's words."""

_DENIED_BEFORE = {
    "zh": r"(?:不|没|没有|别|并非|并不|不会|不是|从未|从不)(?:是|会|再|想|觉得|认为|真的|说|真)?我?$",
    "ko": r"(?:^|\s)(?:안|못)\s?$",
    "ja": r"(?!)",
}
_DENIED_AFTER = {
    "ko": r"^[가-힣]{0,3}?(?:지|진|지는|질)\s?(?:는\s)?(?:않|못|마)|^\S{0,2}\s?(?:건|것은|거|게|는 건|은 게)\s?아니|^(?:가|이|은|는)?\s?아니|^\S{0,2}(?:냐|라)고 (?:한|말한|생각한) (?:적|건)",
    "ja": r"^[ぁ-ん]{0,2}?(?:では?|じゃ|く|わけでは|わけじゃ|なんて|とは|って)?(?:は|も)?(?:思(?:わ|って(?:い)?)|言(?:わ|って(?:い)?))?(?:な(?:い|か|く)|ありません|いません)|^[^。！？]{0,4}(?:わけでは|わけじゃ)な",
    "zh": r"^(?:是假的|才怪)",
}
_SELF_DENYING = {"secret", "rejection", "distrust", "forgiving", "promise", "dismissal", "care"}
"""Cues that deny by nature: a denial before them is a part of them, or can't be told from one."""

_QUOTED = re.compile(
    r"\"[^\"\n]{1,300}\"|“[^”\n]{1,300}”|«[^»\n]{1,300}»|„[^“”\n]{1,300}[“”]|「[^」\n]{1,300}」|『[^』\n]{1,300}』"
)
_LETTER = re.compile(r"[^\W\d_]")
_QUESTION_MARK = re.compile(r"[?？]")


@lru_cache(maxsize=16)
def _patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((kind, re.compile(cue)) for kind, cue in _CUES.get(language, ()))


@lru_cache(maxsize=16)
def _pattern(table: str, language: str) -> re.Pattern[str]:
    tables = {"unreal": _UNREAL, "before": _DENIED_BEFORE, "after": _DENIED_AFTER}
    return re.compile(tables[table].get(language, r"(?!)"))


def _stands(kind: str, match: re.Match[str], text: str, language: str) -> bool:
    """Whether a cue is said and meant: not denied, not imagined, not what another said."""
    head = text[max(0, match.start() - _LOOK_BACK) : match.start()]
    head = _CLAUSE.split(head)[-1]
    if _pattern("unreal", language).search(head):
        return False
    if kind in _SELF_DENYING:
        return True
    if language in _DENIED_BEFORE:
        tail = text[match.end() : match.end() + 12]
        return not (_pattern("before", language).search(head) or _pattern("after", language).search(tail))
    return not denies(head, language)


def _together(moves: list[float]) -> float:
    """The strongest move, and half as much of each further one as of the one before."""
    moves.sort(key=abs, reverse=True)
    return round(max(-1.0, min(1.0, sum(move / (1 << min(place, 60)) for place, move in enumerate(moves)))), 4)


def regard(text: str, language: str) -> Regard:
    """How a text said to somebody moves closeness and trust between the two; (0, 0) for ordinary talk.

    Each kind of cue counts once, further kinds less and less; a question counts half. Languages that aren't known here move
    nothing.

    Args:
        text: what one said to the other.
        language: ISO 639-1.
    """
    patterns = _patterns(language)
    if not patterns:
        return ORDINARY
    said = text.lower().replace("’", "'")
    own = _QUOTED.sub(" ", said)
    if own != said and _LETTER.search(own):
        said = own
    found = {
        kind
        for kind, pattern in patterns
        if any(_stands(kind, match, said, language) for match in pattern.finditer(said))
    }
    if not found:
        return ORDINARY
    scale = _ASKED if is_question(text) and _QUESTION_MARK.search(text) else 1.0
    return Regard(*(_together([_MOVES[kind][side] * scale for kind in found]) for side in (0, 1)))
