"""How people ask a character about itself, and the words by which the sentences of a description answer.

Each table holds patterns by language and topic. Questions are matched as a whole, lower-cased, without their closing marks,
after `LEADS` and before `TAILS`; sentences of a description are searched.
"""

# ruff: noqa: E501 - tables of words; letters of some scripts count double

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

NAME, WHO, NATURE, WORK, HOME, ORIGIN, AGE = "name", "who", "nature", "work", "home", "origin", "age"
LIKES, DISLIKES, FEARS, WISHES, FAMILY = "likes", "dislikes", "fears", "wishes", "family"
MARRIED, SIBLINGS, CHILDREN, PARENTS = "married", "siblings", "children", "parents"
OF_FAMILY = (MARRIED, SIBLINGS, CHILDREN, PARENTS)
"""Parts of a family that may be asked about alone."""


_LEADS: Mapping[str, str] = {
    "en": r"(?:(?:so|and|but|well|hi|hello|hey|oh|ok|okay|please|tell me|just|now|then|by the way)[ ,]+){0,8}"
    r"(?:(?:(?:can|could|would|will) you |please ){0,8}(?:please )?(?:tell|show) (?:me|us) |(?:i(?:'d| would) like to|i want to|may i|can i) (?:know|ask) )?",
    "de": r"(?:(?:und|aber|also|hallo|hi|na|ach|bitte|sag mal|sag|erzähl mal|jetzt)[ ,]+){0,8}"
    r"(?:(?:(?:kannst|könntest|magst) du|können sie|könnten sie|willst du) (?:mir |uns )?(?:bitte )?(?:sagen|erzählen|verraten),? )?",
    "fr": r"(?:(?:et|mais|alors|bonjour|salut|dis|dites|dis-moi|dites-moi|au fait|eh bien|s'il te plaît)[ ,]+){0,8}",
    "es": r"(?:(?:y|pero|pues|hola|oye|oiga|dime|dígame|bueno|por favor|a ver)[ ,]+){0,8}",
    "ko": r"(?:(?:그럼|그런데|근데|그래서|안녕|안녕하세요|저기|혹시|음|아|자|궁금한데|실례지만)[ ,.!]+){0,8}",
    "ja": r"(?:(?:では|じゃあ|ところで|ねえ|あの|えっと|こんにちは|それで|失礼ですが)[、, ]*){0,8}",
    "zh": r"(?:(?:那么?|请问|你好|嗨|对了|话说|所以|哎)[，,、 ]*){0,8}",
}
_TAILS: Mapping[str, str] = {
    "en": r"(?: (?:exactly|really|anyway|then|please|again|by the way|now|these days|nowadays)){0,8}(?:, ?[^\W\d_]+(?: [^\W\d_]+){0,2})?",
    "de": r"(?: (?:eigentlich|denn|genau|überhaupt|jetzt|so|nochmal|noch mal|bitte)){0,8}(?:, ?[^\W\d_]+(?: [^\W\d_]+)?)?",
    "fr": r"(?: (?:donc|exactement|au juste|en fait|alors|vraiment|maintenant)){0,8}(?:, ?[^\W\d_]+(?: [^\W\d_]+)?)?",
    "es": r"(?: (?:exactamente|realmente|en realidad|ahora|tú|usted)){0,8}(?:, ?[^\W\d_]+(?: [^\W\d_]+)?)?",
    "ko": r"",
    "ja": r"",
    "zh": r"(?:呢|呀|啊|吗|嘛){0,8}",
}

_CALLING = "(?:아|야|씨|님|さん|くん|君|ちゃん|様)"
"""What may follow a name that is called."""

_KO_YOU = r"(?:(?:너는|넌|너|네가|니가|당신은|당신|자네는|자네|그대는|그쪽은|{names}(?:은|는|이|가|이는|아|야)?)[ ,]*)"
_KO_YOURS = r"(?:(?:네|니|너의|너|당신의|당신|자네|{names}의|{names}) ?)"
_KO_END = r"[ ]?(?:이에요|예요|이야|야|이니|니|인가요|인가|인지|입니까|이십니까|이세요|세요|이죠|죠|지|이냐|냐|일까|까|에요|요|말해 ?줘|말해 ?주세요|알려 ?줘|알려 ?주세요|궁금해|궁금해요)?"
_KO_DO = r"(?:해|하니|해요|하세요|합니까|하십니까|하냐|하나요|하는데|하는 거야|하시나요|하는지)"
_JA_YOU = (
    r"(?:(?:あなた|君|きみ|お前|おまえ|そなた|貴方|{names}(?:さん|くん|君|ちゃん|様)?)(?:って|は|も|が|の)?[、 ]*)?"
)
_JA_END = r"(?:です|でしょう|なん(?:です|だ)|なの|だ|だい|い|かい|ですか|か|の|かな|んですか|のですか|か教えて(?:ください|よ)?|教えて(?:ください|よ)?){0,5}"

_ASKED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (NAME, r"what(?:'s| is) your (?:full |real |first |last )?name|what are you called|what (?:should|shall|can|may|do) (?:i|we|they|people) call you|what your name is|(?:i|we) (?:know|have) your name|your name"),
        (WHO, r"who are you|what are you|who you are|what you are|who might you be|(?:something |a (?:little )?bit |more |a little |(?:all )?)?about (?:you|yourself)|introduce yourself|what(?:'s| is) your (?:story|background)|what can you tell (?:me|us) about yourself|who (?:am i|are we) (?:talking|speaking) (?:to|with)"),
        (NATURE, r"what are you like(?: as a person)?|what you are like|what you're like|how would (?:you|others|people|your friends) describe (?:you|yourself)|describe yourself|what (?:kind|sort|type) of (?:a )?(?:person|man|woman|guy|girl|character|being|creature) (?:are you|you are)|what(?:'s| is) your (?:personality|character|nature|temperament)(?: like)?|(?:something )?about your personality"),
        (WORK, r"what do you do(?: for (?:a living|work|money)| all day(?: long)?| professionally| here)?|what you do(?: for a living)?|what(?:'s| is) your (?:job|profession|occupation|work|trade|role|calling|line of work)|what do you work as|what (?:kind|sort) of work do you do|where do you work|(?:something )?about your (?:job|work|profession)|do you (?:have a job|work)"),
        (HOME, r"where do you (?:live|stay|reside|dwell|sleep)|where (?:are you living|you live)|where(?:'s| is) your (?:home|house|place|flat|apartment)|(?:what|which) (?:city|town|country|place|village) do you live in|where can (?:i|we) find you"),
        (ORIGIN, r"where (?:are|do) you (?:come )?from|where you(?:'re| are| come) from|where were you born|where did you grow up|where(?:'s| is) your home ?town|what(?:'s| is) your (?:nationality|origin)"),
        (AGE, r"how old are you|how old you are|what(?:'s| is) your age|when were you born|when(?:'s| is) your birthday"),
        (LIKES, r"what do you (?:really |most |also )?(?:like|love|enjoy|adore)(?: (?:doing|to do|most|best|the most|to eat|to drink|to talk about))*|what you (?:like|love|enjoy)(?: to do| doing)?|what are you (?:into|fond of|interested in|passionate about)|what are your (?:hobbies|interests|passions|favou?rite things|likes)|what(?:'s| is) your (?:hobby|passion)|what do you (?:like to )?do (?:for fun|in your (?:free|spare) time|when you(?:'re| are) not working)|do you have (?:any |a )?hobb(?:y|ies)|what makes you happy|(?:something )?about your (?:hobbies|interests)"),
        (DISLIKES, r"what do you (?:really |most )?(?:dislike|hate|loathe|detest|despise|not like)(?: most| the most)?|what don't you like|what (?:annoys|bothers|irritates|angers) you(?: most| the most)?|what are your dislikes|what you (?:hate|dislike)"),
        (FEARS, r"what (?:are you|do you) (?:most )?(?:afraid of|scared of|fear)(?: most| the most)?|what (?:scares|frightens) you(?: most| the most)?|what are your (?:\w+ )?fears|are you (?:afraid|scared) of anything"),
        (WISHES, r"what do you (?:wish for|dream of|dream about|hope for|long for)|what do you want (?:most|in life|from life|to achieve|to become)(?: most| in life)*|what(?:'s| is| are) your (?:\w+ )?(?:dreams?|goals?|wish(?:es)?|aims?|purpose|ambitions?)(?: in life)?|what drives you"),
        (MARRIED, r"are you (?:married|single|engaged|taken)|do you have an? (?:wife|husband|partner|girlfriend|boyfriend|spouse)|who(?:'s| is) your (?:wife|husband|partner|spouse)|(?:something )?about your (?:wife|husband|marriage|partner)"),
        (SIBLINGS, r"do you have (?:any |a )?(?:siblings?|brothers?|sisters?|brothers (?:or|and) sisters|brother or (?:a )?sister)|are you an only child|how many (?:siblings|brothers|sisters) do you have|who are your siblings|(?:something )?about your (?:siblings|brothers?|sisters?)"),
        (CHILDREN, r"do you have (?:any |a )?(?:children|kids?|sons?|daughters?|child)|are you a (?:mother|father|parent)|how many (?:children|kids) do you have|(?:something )?about your (?:children|kids|sons?|daughters?)"),
        (PARENTS, r"do you have (?:any )?parents|who (?:are|were) your parents|who(?:'s| is| was) your (?:mother|father|mum|mom|dad)|(?:something )?about your (?:parents|mother|father|mum|mom|dad)|are your parents (?:still )?alive"),
        (FAMILY, r"do you have (?:a |any )?(?:family|relatives)|(?:something )?about your (?:family|childhood)|who(?:'s| is| are) your family"),
    ),
    "de": (
        (NAME, r"wie (?:heißt du|heißen sie|ist (?:dein|ihr) name|lautet (?:dein|ihr) name|darf ich (?:dich|sie) nennen|soll ich (?:dich|sie) nennen)|wie du heißt|was ist (?:dein|ihr) name"),
        (WHO, r"wer (?:bist du|sind sie)|wer du bist|was bist du|was sind sie|(?:erzähl(?:e|en sie)?|sag(?:e|en sie)?)(?: mir| uns)?(?: doch| mal| bitte)*(?: etwas| was| mehr| ein bisschen)? (?:von|über) (?:dich|dir|sich)(?: selbst)?|stell(?:e)? dich (?:doch |mal |bitte )*vor|stellen sie sich (?:doch |mal |bitte )*vor|mit wem (?:spreche|rede) ich"),
        (NATURE, r"wie bist du(?: so)?|wie sind sie(?: so)?|was für (?:ein mensch|eine person|jemand|eine|ein) bist du|wie würdest du dich (?:selbst )?beschreiben|wie würden sie sich (?:selbst )?beschreiben|beschreib(?:e)? dich(?: selbst)?|wie ist (?:dein|ihr) (?:charakter|wesen)"),
        (WORK, r"was machst du(?: beruflich| von beruf| den ganzen tag| so)*|was machen sie(?: beruflich| von beruf| so)*|was (?:arbeitest du|arbeiten sie)|als was arbeitest du|(?:was|welchen) (?:ist (?:dein|ihr) )?beruf(?: hast du| haben sie)?|was (?:bist du|sind sie) von beruf|wo arbeitest du|wo arbeiten sie|womit verdienst du (?:dein )?geld"),
        (HOME, r"wo (?:wohnst|lebst) du|wo (?:wohnen|leben) sie|wo bist du (?:zu hause|daheim)|wo du wohnst|wo ist (?:dein|ihr) zuhause"),
        (ORIGIN, r"woher (?:kommst|stammst) du|woher (?:kommen|stammen) sie|wo (?:bist du|sind sie) (?:geboren|aufgewachsen|her)|wo kommst du her|wo kommen sie her"),
        (AGE, r"wie alt (?:bist du|sind sie)|wie alt du bist|wann (?:bist du|sind sie) geboren|wann hast du geburtstag"),
        (LIKES, r"was (?:magst|liebst) du(?: gern(?:e)?| am liebsten| so| besonders)*|was mögen sie(?: gern(?:e)?| am liebsten| besonders)*|was machst du (?:gern(?:e)?|am liebsten|in deiner freizeit)|was sind (?:deine|ihre) (?:hobbys|interessen)|(?:hast du|haben sie) (?:ein )?hobbys?|wofür interessierst du dich|was (?:gefällt|freut) (?:dir|dich)"),
        (DISLIKES, r"was (?:hasst|verabscheust) du(?: am meisten)?|was magst du (?:nicht|gar nicht|überhaupt nicht)|was (?:hassen sie|mögen sie nicht)|was (?:nervt|stört|ärgert) dich"),
        (FEARS, r"wovor (?:hast du|haben sie|fürchtest du dich) ?(?:am meisten )?(?:angst)?|was macht dir angst"),
        (WISHES, r"was (?:wünschst du dir|wünschen sie sich|sind (?:deine|ihre) (?:träume|ziele|wünsche))|wovon träumst du|was ist (?:dein|ihr) (?:\w+ )?(?:traum|ziel|wunsch)|was willst du (?:im leben|erreichen|werden)|was treibt dich an"),
        (MARRIED, r"(?:bist du|sind sie) (?:verheiratet|ledig|vergeben|verlobt)|(?:hast du|haben sie) (?:einen mann|eine frau|einen partner|eine partnerin|einen freund|eine freundin)|erzähl(?: mir)? von (?:deiner frau|deinem mann)"),
        (SIBLINGS, r"(?:hast du|haben sie) (?:noch )?(?:geschwister|einen bruder|eine schwester|brüder|schwestern)|bist du ein einzelkind|erzähl(?: mir)? von (?:deinen geschwistern|deinem bruder|deiner schwester)"),
        (CHILDREN, r"(?:hast du|haben sie) (?:schon )?(?:kinder|ein kind|einen sohn|eine tochter)|erzähl(?: mir)? von (?:deinen kindern|deinem sohn|deiner tochter)"),
        (PARENTS, r"(?:hast du|haben sie) (?:noch )?eltern|wer (?:sind|waren) (?:deine|ihre) eltern|leben deine eltern noch|erzähl(?: mir)? von (?:deinen eltern|deiner mutter|deinem vater)"),
        (FAMILY, r"(?:hast du|haben sie) (?:eine |noch )?familie|erzähl(?: mir)? von deiner familie"),
    ),
    "fr": (
        (NAME, r"comment (?:t'appelles-tu|tu t'appelles|vous appelez-vous|vous vous appelez|est-ce que tu t'appelles)|tu t'appelles comment|vous vous appelez comment|quel est (?:ton|votre) (?:nom|prénom)|c'est quoi ton (?:nom|prénom)|comment (?:dois|puis)-je (?:t'|vous )appeler"),
        (WHO, r"qui es-tu|qui êtes-vous|tu es qui|vous êtes qui|t'es qui|qui tu es|parle(?:z)?(?:-moi|-nous)?(?: un peu)? de (?:toi|vous)(?:-même)?|présente-toi|présentez-vous|à qui (?:ai-je|je parle|est-ce que je parle)(?: l'honneur)?"),
        (NATURE, r"comment (?:es-tu|tu es|te décrirais-tu|tu te décrirais|vous décririez-vous)|tu es comment|décris-toi|décrivez-vous|quel genre de personne (?:es-tu|êtes-vous)|quel(?:le)? est (?:ton|ta|votre) (?:caractère|personnalité)"),
        (WORK, r"(?:que|qu'est-ce que) (?:fais-tu|tu fais|faites-vous|vous faites)(?: dans la vie| comme (?:métier|travail))?|tu fais quoi(?: dans la vie)?|quel est (?:ton|votre) (?:métier|travail|emploi)|quelle est (?:ta|votre) profession|où (?:travailles-tu|tu travailles|travaillez-vous)|c'est quoi ton (?:métier|travail)"),
        (HOME, r"où (?:habites-tu|tu habites|habitez-vous|vis-tu|tu vis|vivez-vous|vous habitez|est-ce que tu habites)|tu habites où|vous habitez où"),
        (ORIGIN, r"d'où (?:viens-tu|tu viens|venez-vous|es-tu|êtes-vous)|tu viens d'où|où es-tu née?|où êtes-vous née?|où as-tu grandi"),
        (AGE, r"quel âge (?:as-tu|tu as|avez-vous)|tu as quel âge|quand es-tu née?"),
        (LIKES, r"(?:qu'aimes-tu|qu'est-ce que tu aimes|qu'aimez-vous|qu'est-ce que vous aimez|tu aimes quoi|qu'est-ce qui te plaît)(?: faire| le plus)*|quels sont (?:tes|vos) (?:loisirs|passe-temps|hobbies|centres d'intérêt)|quelles sont (?:tes|vos) passions|(?:as-tu|avez-vous) (?:un |des )?(?:hobbies|hobby|passe-temps|loisirs|passions?)|que fais-tu pendant ton temps libre"),
        (DISLIKES, r"(?:que|qu'est-ce que) (?:détestes-tu|tu détestes|tu n'aimes pas|vous détestez|détestez-vous|vous n'aimez pas)(?: le plus)?|qu'est-ce qui (?:t'|vous )(?:énerve|agace)"),
        (FEARS, r"de quoi (?:as-tu|avez-vous|tu as) peur|qu'est-ce qui (?:te|vous) fait peur"),
        (WISHES, r"quels? (?:est|sont) (?:ton|tes|votre|vos) (?:plus grand )?(?:rêves?|buts?|souhaits?|objectifs?)|de quoi rêves-tu|de quoi rêvez-vous|qu'est-ce que tu veux faire dans la vie"),
        (MARRIED, r"(?:es-tu|êtes-vous|tu es|vous êtes) (?:mariée?|célibataire|en couple)|(?:as-tu|avez-vous|tu as) (?:un mari|une femme|un compagnon|une compagne)"),
        (SIBLINGS, r"(?:as-tu|avez-vous|tu as|vous avez) (?:des |un |une )?(?:frères?(?: et sœurs| ou sœurs| et des sœurs| ou des sœurs)?|sœurs?)"),
        (CHILDREN, r"(?:as-tu|avez-vous|tu as|vous avez) (?:des |un |une )?(?:enfants?|fils|filles?)"),
        (PARENTS, r"(?:as-tu|avez-vous|tu as) (?:encore )?(?:des |tes |vos )?parents|qui (?:sont|étaient) (?:tes|vos) parents|parle-moi de (?:tes parents|ton père|ta mère)"),
        (FAMILY, r"(?:as-tu|avez-vous|tu as) (?:une |de la )?famille|parle-moi de ta famille"),
    ),
    "es": (
        (NAME, r"(?:cómo|como) (?:te llamas|se llama(?: usted)?)|cuál es (?:tu|su) nombre|(?:cómo|como) (?:te|le) (?:puedo|debo) llamar|(?:cómo|como) puedo (?:llamarte|llamarle)"),
        (WHO, r"(?:quién|quien) (?:eres|es usted)|qué eres|(?:háblame|cuéntame|dime|hábleme|cuénteme)(?: algo| un poco| más)* (?:de|sobre) (?:ti|usted)(?: mism[oa])?|preséntate|preséntese|con quién hablo"),
        (NATURE, r"(?:cómo|como) (?:eres|es usted)|(?:cómo|como) te describirías|descríbete|qué (?:tipo|clase) de persona eres|cómo es (?:tu|su) (?:personalidad|carácter)"),
        (WORK, r"(?:a qué te dedicas|a qué se dedica(?: usted)?)|qué haces(?: en la vida| para vivir| todo el día)?|qué hace usted|en qué trabajas|de qué trabajas|cuál es (?:tu|su) (?:trabajo|profesión|oficio|ocupación)|(?:dónde|donde) trabajas"),
        (HOME, r"(?:dónde|donde) (?:vives|vive(?: usted)?|resides|está (?:tu|su) casa)|en qué ciudad vives"),
        (ORIGIN, r"de (?:dónde|donde) (?:eres|es usted|vienes)|(?:dónde|donde) (?:naciste|nació usted|creciste)"),
        (AGE, r"(?:cuántos|cuantos) años (?:tienes|tiene(?: usted)?)|qué edad (?:tienes|tiene(?: usted)?)|cuándo naciste|cuándo es tu cumpleaños"),
        (LIKES, r"(?:qué|que) (?:te|le) (?:gusta|encanta|apasiona|interesa)(?:n)?(?: hacer| más| a usted| comer| beber)*|cuáles son (?:tus|sus) (?:aficiones|hobbies|pasatiempos|intereses|gustos)|tienes (?:algún |alguna )?(?:hobby|afición|aficiones|hobbies|pasatiempos?)|qué haces en tu tiempo libre"),
        (DISLIKES, r"(?:qué|que) (?:odias|detestas|no te gusta|odia usted|no le gusta|te molesta)(?: más)?"),
        (FEARS, r"(?:a qué|de qué) (?:le )?(?:tienes|tiene usted) miedo|qué te (?:da miedo|asusta)|a qué temes"),
        (WISHES, r"cuál(?:es)? (?:es|son) (?:tus?|sus?) (?:mayor(?:es)? )?(?:sueños?|metas?|deseos?|objetivos?)|con qué sueñas|qué quieres (?:en la vida|ser|lograr)"),
        (MARRIED, r"(?:estás|está usted|eres) (?:casad[oa]|solter[oa])|(?:tienes|tiene usted) (?:pareja|esposa|esposo|marido|mujer|novi[oa])"),
        (SIBLINGS, r"(?:tienes|tiene usted) (?:algún |alguna )?(?:herman[oa]s?)|eres hij[oa] únic[oa]"),
        (CHILDREN, r"(?:tienes|tiene usted) (?:algún |alguna )?(?:hij[oa]s?|niñ[oa]s)"),
        (PARENTS, r"(?:tienes|tiene usted) padres|quiénes (?:son|eran|fueron) (?:tus|sus) padres|(?:háblame|cuéntame) de tus? (?:padres?|madre)"),
        (FAMILY, r"(?:tienes|tiene usted) familia|(?:háblame|cuéntame) de tu familia"),
    ),
    "ko": (
        (NAME, rf"{_KO_YOURS}?(?:이름|성함)(?:이|은)? ?(?:뭐|무엇|어떻게 (?:돼|되)|말해|알려|궁금)?{_KO_END}|{_KO_YOU}?(?:뭐라고|어떻게) 부르면 (?:돼|될까|되나요|돼요)[요]?"),
        (WHO, rf"{_KO_YOU}(?:대체 |도대체 |정체가 )?(?:누구|뭐 하는 (?:사람|애)|어떤 (?:사람|존재)|뭐){_KO_END}|누구(?:세요|십니까|신가요|시죠|신지)|{_KO_YOURS}?(?:자기 ?소개|소개)(?:를|좀| )*(?:해 ?줘|해 ?주세요|해 ?봐|부탁해|부탁해요|부탁드려요|해 ?주실래요|해 ?줄래)|(?:너|당신|자네|네|{{names}})에 ?대해(?:서)? ?(?:좀 |더 )?(?:말해|알려|얘기해|이야기해) ?(?:줘|주세요|봐|줄래)"),
        (NATURE, rf"{_KO_YOURS}?성격(?:이|은)? ?(?:어때|어떤|뭐|어떻게 돼|어떠(?:세요|니|신가요)){_KO_END}|{_KO_YOU}어떤 (?:성격|사람|타입|스타일){_KO_END}"),
        (WORK, rf"{_KO_YOU}?(?:무슨|어떤) ?일을? ?(?:{_KO_DO}|하고 (?:있어|있니|있어요|있나요|계세요)|하는 (?:사람|애|분){_KO_END})|{_KO_YOU}?(?:뭐|뭘) ?하(?:는 (?:사람|애|분){_KO_END}|고 살아|면서 살아)|{_KO_YOURS}?(?:직업|하는 일)(?:이|은)? ?(?:뭐|무엇|어떻게 (?:돼|되)){_KO_END}|{_KO_YOU}어디(?:에서|서) (?:일해|일하|근무){_KO_END}(?:세요|니|나요)?"),
        (HOME, rf"{_KO_YOU}?(?:지금 |요즘 )?어디(?:에|서|에서)? ?(?:살아|살고 있어|사니|사세요|사나요|살고 있나요|사는지|사십니까|사시나요|사냐|살지)(?:요)?|{_KO_YOURS}?(?:집|사는 (?:곳|데))(?:이|은)? ?(?:어디|어딘지){_KO_END}"),
        (ORIGIN, rf"{_KO_YOU}?어디 (?:출신|사람){_KO_END}|{_KO_YOURS}?고향(?:이|은)? ?(?:어디|어딘지){_KO_END}|{_KO_YOU}?어디(?:에서|서) (?:왔어|태어났어|왔니|오셨어|왔어요|태어났어요|오셨어요|자랐어)(?:요)?"),
        (AGE, rf"{_KO_YOU}?(?:몇 ?살|나이가? ?(?:몇|어떻게 (?:돼|되세|되)|얼마)){_KO_END}|{_KO_YOURS}?(?:나이|생일)(?:가|는|이|은)? ?(?:몇|언제|뭐|어떻게 (?:돼|되))?{_KO_END}|{_KO_YOURS}나이(?:가|는)?"),
        (LIKES, rf"{_KO_YOU}?(?:뭘|뭐를|뭐|무엇을|어떤 (?:걸|것을|거)) ?(?:제일 |가장 |특히 )?좋아{_KO_DO}|{_KO_YOU}?(?:제일 |가장 )?좋아하는 (?:게|건|것은|것이|거) ?(?:뭐|무엇|있어|있){_KO_END}|{_KO_YOURS}?취미(?:가|는)? ?(?:뭐|있어|무엇|있|어떻게 되){_KO_END}"),
        (DISLIKES, rf"{_KO_YOU}?(?:뭘|뭐를|뭐|무엇을|어떤 (?:걸|것을)) ?(?:제일 |가장 |특히 )?싫어{_KO_DO}|{_KO_YOU}?(?:제일 |가장 )?싫어하는 (?:게|건|것은|것이|거) ?(?:뭐|무엇|있어|있){_KO_END}"),
        (FEARS, rf"{_KO_YOU}?(?:뭐가|무엇이|뭘|어떤 게) ?(?:제일 |가장 )?(?:무서워|무섭|두려워|두렵|무서워해|두려워해){_KO_END}|{_KO_YOU}?(?:제일 |가장 )?(?:무서워|두려워)하는 (?:게|건|것은|것이) ?(?:뭐|무엇|있어){_KO_END}"),
        (WISHES, rf"{_KO_YOURS}?(?:꿈|소원|목표|장래 ?희망|바라는 것)(?:이|은|가|는)? ?(?:뭐|무엇|있어|어떻게 되){_KO_END}"),
        (MARRIED, rf"{_KO_YOU}?결혼(?:은|을)? ?(?:했|하셨)(?:어|니|어요|나요|습니까)|{_KO_YOU}?(?:남편|아내|애인|남자 ?친구|여자 ?친구)(?:이|은|가|는)? ?(?:있|계)(?:어|니|으세요|나요|으신가요|시니|세요|어요)"),
        (SIBLINGS, rf"{_KO_YOU}?(?:형제|자매|형제자매|남매|동생|언니|오빠|누나|형|여동생|남동생)(?:이|은|가|는)? ?(?:있|계|어떻게 (?:돼|되))(?:어|니|으세요|나요|으신가요|셔|시니|세요|어요)?{_KO_END}"),
        (CHILDREN, rf"{_KO_YOU}?(?:아이|아이들|자녀|자식|아들|딸)(?:이|은|가|는)? ?(?:있|계)(?:어|니|으세요|나요|으신가요|시니|세요|어요)?{_KO_END}"),
        (PARENTS, rf"{_KO_YOU}?(?:부모님?|어머니|아버지|엄마|아빠)(?:이|은|가|는|께서는)? ?(?:있|계|누구|어떤 분)(?:어|니|으세요|나요|셔|시니|세요|어요|이세요|이셔)?{_KO_END}"),
        (FAMILY, rf"{_KO_YOU}?가족(?:이|은|가|는)? ?(?:있|계|어떻게 (?:돼|되))(?:어|니|으세요|나요|으신가요|셔|시니|세요|어요)?{_KO_END}|{_KO_YOURS}?가족에 ?대해(?:서)? (?:말해|알려|얘기해) ?(?:줘|주세요)"),
    ),
    "ja": (
        (NAME, rf"{_JA_YOU}お?名前(?:は|を)?(?:何|なん|なに)?(?:と(?:いう|言う|いい|言い)(?:ます)?)?(?:教えて|聞かせて)?{_JA_END}(?:ください)?|{_JA_YOU}(?:何|なん)て(?:呼べば|呼んだら)いい{_JA_END}"),
        (WHO, rf"{_JA_YOU}(?:一体)?(?:誰|だれ|何者|どなた|どんな人|どういう人){_JA_END}|自己紹介(?:を)?(?:して|お願い)(?:ください|します|くれる|よ)?|(?:あなた|君|きみ|自分)(?:自身)?のこと(?:を|について)?(?:もっと)?(?:教えて|話して|聞かせて)(?:ください|よ|くれる)?|あなたについて(?:教えて|話して)(?:ください)?"),
        (NATURE, rf"{_JA_YOU}(?:どんな性格|性格は(?:どんな(?:感じ)?|どう)|どんなタイプ){_JA_END}|{_JA_YOU}(?:どんな)?性格{_JA_END}"),
        (WORK, rf"{_JA_YOU}(?:お?仕事|ご?職業)(?:は)?(?:何|なん|なに)?(?:を)?(?:して(?:いる|る|います|ます))?{_JA_END}|{_JA_YOU}(?:何|なに)をして(?:いる|る)(?:人|方){_JA_END}|{_JA_YOU}どこで働いて(?:いる|る|います|ます){_JA_END}"),
        (HOME, rf"{_JA_YOU}(?:今)?(?:どこ|どちら)(?:に|で)?(?:住んで|お住まい|暮らして)(?:いる|る|います|ます|いらっしゃいます)?{_JA_END}|{_JA_YOU}(?:お住まい|家|お家)は(?:どこ|どちら){_JA_END}"),
        (ORIGIN, rf"{_JA_YOU}(?:ご?出身|故郷|生まれ)は?(?:どこ|どちら)?{_JA_END}|{_JA_YOU}(?:どこ|どちら)(?:の出身|から来た|から来ました|で生まれた|で生まれました|で育った){_JA_END}"),
        (AGE, rf"{_JA_YOU}(?:何歳|おいくつ|いくつ|何才){_JA_END}|{_JA_YOU}(?:年齢|歳|年|誕生日)は(?:いくつ|いつ|何歳)?{_JA_END}"),
        (LIKES, rf"{_JA_YOU}(?:一番)?(?:何|なに|どんな(?:こと|もの))が(?:一番)?好き{_JA_END}|{_JA_YOU}(?:一番)?好きな(?:もの|こと|物)は(?:何|なに|なん)?{_JA_END}|{_JA_YOU}ご?趣味は(?:何|なに|なん)?{_JA_END}"),
        (DISLIKES, rf"{_JA_YOU}(?:一番)?(?:何|なに|どんな(?:こと|もの))が(?:一番)?(?:嫌い|苦手){_JA_END}|{_JA_YOU}(?:一番)?(?:嫌い|苦手)な(?:もの|こと|物)は(?:何|なに|なん)?{_JA_END}"),
        (FEARS, rf"{_JA_YOU}(?:一番)?(?:何|なに)が(?:一番)?怖い{_JA_END}|{_JA_YOU}(?:一番)?怖いものは(?:何|なに|なん)?{_JA_END}"),
        (WISHES, rf"{_JA_YOU}(?:将来の)?(?:夢|目標|願い)は(?:何|なに|なん)?{_JA_END}"),
        (MARRIED, rf"{_JA_YOU}ご?結婚(?:は)?して(?:いる|る|います|ます){_JA_END}|{_JA_YOU}(?:夫|妻|旦那|奥さん|恋人|彼氏|彼女)は(?:いる|います){_JA_END}"),
        (SIBLINGS, rf"{_JA_YOU}ご?(?:兄弟|姉妹|兄弟姉妹|きょうだい|兄|姉|弟|妹|お兄さん|お姉さん|弟さん|妹さん)は(?:いる|います|いらっしゃいます)?{_JA_END}"),
        (CHILDREN, rf"{_JA_YOU}(?:お?子供|お?子ども|お子さん|息子|娘)は(?:いる|います|いらっしゃいます)?{_JA_END}"),
        (PARENTS, rf"{_JA_YOU}(?:ご両親|両親|親|お?父さん|お?母さん|父|母)は(?:いる|います|いらっしゃいます|どんな人)?{_JA_END}"),
        (FAMILY, rf"{_JA_YOU}ご?家族は(?:いる|います|いらっしゃいます)?{_JA_END}"),
    ),
    "zh": (
        (NAME, r"[你您](?:的)?(?:叫什么(?:名字)?|名字(?:是|叫)什么|怎么称呼|贵姓)|(?:我)?(?:该|应该)?怎么称呼[你您]"),
        (WHO, r"[你您](?:到底|究竟)?是(?:谁|什么人|干什么的人)|(?:请)?(?:[你您])?(?:能|可以)?(?:做个|做一下|来个)?(?:自我介绍|介绍一下(?:[你您])?自己)(?:一下)?|(?:跟我|给我|和我)?(?:说说|讲讲|聊聊|谈谈)[你您](?:自己)?(?:吧)?"),
        (NATURE, r"[你您](?:是(?:个|一个)?(?:什么样|怎样|怎么样)的人|(?:的)?(?:性格|个性|脾气)(?:是)?(?:怎么样|什么样的?|如何|怎样))|[你您]会怎么形容自己"),
        (WORK, r"[你您](?:是(?:做|干)什么(?:工作)?的|(?:的)?(?:工作|职业)是什么|(?:做|干)什么工作|(?:平时|每天)(?:都)?(?:做|干)(?:些)?什么|在哪(?:里|儿)?(?:工作|上班)|从事什么(?:工作|职业)?)"),
        (HOME, r"[你您](?:现在|目前)?(?:住(?:在)?(?:哪|什么地方)(?:里|儿)?|(?:的)?家在(?:哪|什么地方)(?:里|儿)?|生活在哪(?:里|儿)?)"),
        (ORIGIN, r"[你您](?:是)?(?:哪里人|哪儿人|从哪(?:里|儿)?来的?|来自哪(?:里|儿)?|在哪(?:里|儿)?(?:出生|长大)的?|(?:的)?(?:老家|家乡|故乡)(?:在|是)(?:哪|什么地方)(?:里|儿)?)"),
        (AGE, r"[你您](?:今年)?(?:多大(?:了|年纪)?|几岁(?:了)?|多少岁(?:了)?|(?:的)?(?:年龄|年纪)(?:是)?(?:多大|多少))|[你您](?:的)?生日是(?:什么时候|哪天|几号)|[你您](?:是)?什么时候出生的?"),
        (LIKES, r"[你您](?:最|都)?(?:喜欢|爱|热爱)(?:做|吃|喝)?(?:些)?什么|[你您](?:的|有什么|有)?(?:爱好|兴趣|兴趣爱好)(?:是什么|有哪些)?|[你您]对什么感兴趣|[你您]空闲时(?:间)?(?:都)?(?:喜欢)?(?:做|干)什么"),
        (DISLIKES, r"[你您](?:最)?(?:讨厌|不喜欢|恨)(?:做|吃|喝)?(?:些)?什么"),
        (FEARS, r"[你您](?:最)?(?:害怕|怕|恐惧)(?:的是)?什么|[你您]有什么(?:害怕|怕)的"),
        (WISHES, r"[你您](?:的|有什么)?(?:梦想|愿望|目标|理想|心愿)(?:是什么)?|[你您]想(?:成为|实现)什么"),
        (MARRIED, r"[你您](?:结婚了|结婚|成家了|有对象|单身|有没有对象|有(?:妻子|丈夫|老婆|老公|女朋友|男朋友))"),
        (SIBLINGS, r"[你您](?:有|有没有)(?:兄弟姐妹|兄弟|姐妹|哥哥|姐姐|弟弟|妹妹)|[你您]是独生(?:子|女)"),
        (CHILDREN, r"[你您](?:有|有没有)(?:孩子|儿子|女儿|小孩)"),
        (PARENTS, r"[你您](?:有|有没有)(?:父母|爸爸|妈妈)|[你您](?:的)?(?:父母|爸爸|妈妈)(?:是谁|还在|是做什么的)"),
        (FAMILY, r"[你您](?:有|有没有)家人|[你您]家里有(?:谁|什么人|几个人)|(?:说说|讲讲)[你您]的家(?:人|庭)"),
    ),
}  # fmt: skip

_ANSWERS: Mapping[str, Mapping[str, str]] = {
    WORK: {
        "en": r"\b(?:works?|working|jobs?|profession|occupation|trade|employed|employment|runs an?|owns an?|serves?|earns?|studies|studying|student|teaches|{occupations})\b",
        "de": r"\b(?:arbeitet|arbeite|beruf\w*|von beruf|job|leitet|dient|betreibt|studiert|student\w*|lehr\w*|angestellt|detektiv\w*|schmied\w*|arzt|ärzt\w*|köch\w*|koch|händler\w*|ritter\w*|soldat\w*|künstler\w*|verkäufer\w*|\w+(?:meister|ingenieur|macher|führer|wirt|wärter|pfleger|bauer|leiter|arbeiter|händler|bäcker|fischer|hüter|träger|lehrer|jäger|schmied|künstler|sänger)(?:in)?|\w+(?:mann|frau))\b",
        "fr": r"\b(?:travaille\w*|métier|profession|emploi|job|dirige|étudi\w*|serveu\w*|détective|médecin|infirmi\w*|professeure?|artiste|soldat|chevalier|boulang\w*|cuisini\w*|marchand\w*|écrivain\w*|forgeron\w*|musicien\w*)\b",
        "es": r"\b(?:trabaj\w*|profesión|oficio|ocupación|empleo|se dedica|dirige|estudia\w*|camarer\w*|detective|médic\w*|enfermer\w*|profesora?|artista|soldado|caballero|hidalgo|panader\w*|cociner\w*|comerciante|escritora?|herrer\w*|músic\w*)\b",
        "ko": "일한다|일하|직업|근무|운영|종사|탐정|의사|교사|선생|학생|기사|요리사|작가|화가|가수|배우|집사|개발자|간호사|경찰|군인|상인|직원|사장|대장장이|마법사|아이돌|기자|변호사|교수",
        "ja": "働|仕事|職業|勤め|営|探偵|医者|医師|教師|先生|学生|高校生|騎士|料理人|作家|画家|歌手|俳優|執事|看護師|警察|軍人|商人|店員|社長|鍛冶|魔法使い|記者|弁護士|教授",
        "zh": "工作|职业|上班|从事|经营|侦探|医生|教师|老师|学生|骑士|厨师|作家|画家|歌手|演员|管家|程序员|护士|警察|军人|商人|店员|老板|铁匠|法师|记者|律师|教授",
    },
    HOME: {
        "en": r"\b(?:lives?(?! of\b)|living (?:in|at|on|near)|resid\w+|dwell\w*|lodg\w+|inhabits?|home is|(?:his|her|their|your|my) (?:home|house|flat|apartment|cottage|cabin|castle)|in an? (?:[\w-]+ ){0,3}(?:house|cottage|flat|apartment|cabin|castle))\b",
        "de": r"\b(?:wohn\w*|lebt|lebe|haus\w*|zuhause|wohnung)\b",
        "fr": r"\b(?:habit\w*|vit|vis|vivent|loge|maison|appartement|demeure\w*|réside)\b",
        "es": r"\b(?:vive|vivo|vivimos|resid\w*|casa|piso|apartamento|hogar|habita)\b",
        "ko": "(?:에|에서) ?(?:혼자 |함께 )?(?:사는|산다|살고|살며|살아|거주|지낸|지내)|집[은이]|사는 곳",
        "ja": "住[むんみ]|暮ら[しす]|家は|在住|自宅",
        "zh": "住在|居住|生活在|家在|住处|住着",
    },
    ORIGIN: {
        "en": r"\b(?:born (?:in|at|near|on|to|into) (?!\w*\d)|(?:is|am|are|comes?|came|hails?|hailing|was) (?:[\w-]+ ){0,6}from(?= (?:the )?(?-i:[A-Z]))|^an? (?:[\w-]+ ){1,6}from|native|grew up|raised|hometown|originally|descend\w+)\b",
        "de": r"\b(?:geboren\w*|stamm\w*|kommt aus|aufgewachsen|herkunft|heimat\w*|gebürtig\w*|(?:kommt|komme|ist|bin) (?:[\w-]+ ){0,5}aus)\b",
        "fr": r"\b(?:née?|vient de|vient d['’]|originaire|grandi|natale?|origine)\b",
        "es": r"\b(?:nació|nacid[oa]|nací|viene de|originari[oa]|creció|natal|es de|procede)\b",
        "ko": "출신|태어났|태어나|고향|에서 온|자랐|자라",
        "ja": "出身|生まれ|故郷|育[っち]|から来",
        "zh": "出生|来自|老家|家乡|故乡|长大|出身",
    },
    AGE: {
        "en": r"^[\w ]{1,40}, \d{1,4}(?=[,.]|$)|\b\d{1,4}[- ]years?[- ]old\b|\bage[ds]?\b|\bborn (?:in|on) \w*\d|\bbirthday\b|\b(?:twenties|thirties|forties|fifties|sixties|seventies|eighties)\b|\b(?:teen|ty|ty-\w+)[- ]years?[- ]old\b|\w+[- ]years?[- ]old\b",
        "de": r"^[^\W\d_][\w .’\'-]{0,40}, \d{1,4}(?=[,.]|$)|\b\w+ jahre alt\b|\balter\b|\w+jährige?[rnms]?\b|\bgeboren (?:am|im|\d)|\bgeburtstag\b|\bjahrgang\b",
        "fr": r"^[^\W\d_][\w .’\'-]{0,40}, \d{1,4}(?=[,.]|$)|\b\w+ ans\b|\bâge\b|\bnée? (?:en|le) |\banniversaire\b",
        "es": r"^[^\W\d_][\w .’\'-]{0,40}, \d{1,4}(?=[,.]|$)|\b\w+ años\b|\bedad\b|\bnaci(?:ó|d[oa]) (?:en|el) \w*\d|\bcumpleaños\b",
        "ko": r"\d+ ?살|[가-힣]+ 살|\d+ ?세(?![가-힣])|나이|생일|년생|[이삼사오육칠]?십 ?대|대 (?:초반|중반|후반)",
        "ja": r"[0-9０-９一二三四五六七八九十百]+[歳才]|年齢|誕生日|生まれは|十代|[0-9]+代",
        "zh": r"[0-9一二三四五六七八九十百]+岁|年龄|年纪|生日|出生于",
    },
    LIKES: {
        "en": r"\b(?:likes?|loves?|enjoys?|adores?|fond of|passion\w*|hobb(?:y|ies)|interest(?:s|ed)?|favou?rites?|plays|collects|keen on|delights? in)\b",
        "de": r"\b(?:mag|liebt|liebe|gern|gerne|begeister\w*|leidenschaft\w*|hobbys?|interess\w*|lieblings\w*|spielt|sammelt|schwärmt)\b",
        "fr": r"\b(?:aime|adore|apprécie|passion\w*|loisirs?|hobby|hobbies|intéress\w*|préfér\w*|joue|collectionne|raffole)\b",
        "es": r"\b(?:gustan?|encantan?|ama|adora|disfruta|pasión|apasion\w*|afición|aficionad[oa]|hobby|interes\w*|favorit[oa]s?|toca|colecciona)\b",
        "ko": "좋아하|좋아한|좋아함|사랑하|즐긴|즐기|취미|애호|관심|모은다|연주",
        "ja": "好き|好む|好ん|愛し|趣味|楽しむ|楽しん|興味|集め|大好物|好物",
        "zh": "喜欢|热爱|喜爱|爱好|爱吃|爱喝|爱看|爱听|兴趣|享受|迷恋|收集|酷爱|超级爱",
    },
    DISLIKES: {
        "en": r"\b(?:dislikes?|hates?|loathes?|detests?|despises?|can(?:not|['’]t) (?:stand|bear)|annoyed|irritated|(?:does not|doesn['’]t|do not|don['’]t) (?:like|care for)|never liked)\b",
        "de": r"\b(?:hasst|hasse|verabscheut|verachtet|mag (?:kein\w*|nicht)|abneigung|nervt|ärgert)\b",
        "fr": r"\b(?:déteste|hait|n['’]aime pas|méprise|exècre|horreur|agace|énerve)\b",
        "es": r"\b(?:odia|odio|detesta|no (?:le|me) gustan?|desprecia|aborrece|molesta)\b",
        "ko": "싫어하|싫어한|싫어함|미워하|질색|혐오|못 참",
        "ja": "嫌い|嫌う|苦手|憎[むん]|我慢できな",
        "zh": "讨厌|不喜欢|厌恶|憎恨|受不了|反感",
    },
    FEARS: {
        "en": r"\b(?:fears?|afraid|scared|terrified|frightened|dreads?|phobia)\b",
        "de": r"\b(?:angst|fürchtet|fürchte|furcht|panik)\b",
        "fr": r"\b(?:peur|craint|crains|redoute|terrifi\w*|phobie)\b",
        "es": r"\b(?:miedo|teme|temo|asusta|aterr\w*|fobia|pavor)\b",
        "ko": "무서워|두려워|두렵|무섭|겁|공포",
        "ja": "怖[いが]|恐れ|恐怖|怯え",
        "zh": "害怕|恐惧|怕|恐高",
    },
    WISHES: {
        "en": r"\b(?:dreams?|goals?|hopes?|wish(?:es)?|longs? (?:for|to)|wants? to|aims?|ambitions?|seeks?|determined to|vow\w*|purpose|aspires?)\b",
        "de": r"\b(?:träum\w*|traum|ziel\w*|hofft|wünsch\w*|sehn\w*|will|möchte|strebt)\b",
        "fr": r"\b(?:rêve\w*|but|objectif|espère|souhait\w*|désir\w*|veut|voudrait|aspire)\b",
        "es": r"\b(?:sueñ\w*|meta|objetivo|espera|desea|anhela|quiere|aspira|ambición)\b",
        "ko": "꿈|소원|목표|바란다|바라|희망|원한다|되고 싶|하고 싶",
        "ja": "夢|目標|願[いっう]|望[むみん]|なりたい|目指",
        "zh": "梦想|愿望|目标|理想|希望|渴望|想成为|立志",
    },
    MARRIED: {
        "en": r"\b(?:(?:is|am|was|been|gets?|got|are|not|never|once|still|happily) (?:\w+ )?(?:married|single|engaged|divorced|widowed)|married (?:to|with|for|life)|marries|marriage|unmarried|widow(?:er|ed)?|bachelor|(?:his|her|my|your|their) (?:\w+ )?(?:wife|husband|spouse|partner|fiancée?|girlfriend|boyfriend)|(?:a|no) (?:wife|husband|girlfriend|boyfriend))\b",
        "de": r"\b(?:verheiratet\w*|ledig|verlobt|geschieden|verwitwet|witwer?|ehe(?:frau|mann|partner\w*)|heiratete|(?:seine|meine|deine) frau|(?:ihr|mein|dein|ihrem|meinem|deinem) mann)\b",
        "fr": r"\b(?:mariée?|célibataire|fiancée?|divorcée?|veuf|veuve|épou(?:x|se|sa|sé)\w*|(?:son|mon|ton) mari|(?:sa|ma|ta) femme)\b",
        "es": r"\b(?:casad[oa]|solter[oa]|divorciad[oa]|viud[oa]|espos[oa]|marido|(?:su|mi|tu) mujer|se casó|me casé)\b",
        "ko": "결혼|남편|아내|독신|미혼|기혼|이혼|약혼|애인|남자 ?친구|여자 ?친구",
        "ja": "結婚|既婚|未婚|独身|離婚|婚約|夫|妻|旦那|恋人",
        "zh": "结婚|已婚|未婚|单身|离婚|订婚|丈夫|妻子|老公|老婆|女朋友|男朋友",
    },
    SIBLINGS: {
        "en": r"\b(?:siblings?|brothers?|sisters?|twins?|only child|eldest of|youngest of|oldest of)\b(?!-in-law)",
        "de": r"\b(?:geschwister\w*|br(?:u|ü)der\w*|(?:zwillings)?schwestern?|zwilling\w*|einzelkind)\b",
        "fr": r"\b(?:frères?|sœurs?|jum(?:eau|eaux|elles?)|enfant unique|fratrie)\b",
        "es": r"\b(?:herman[oa]s?|gemel[oa]s?|melliz[oa]s?|hij[oa] únic[oa])\b",
        "ko": "형제|자매|남매|동생|언니|오빠|누나|형이|형과|형은|쌍둥이|외동",
        "ja": "兄|姉|弟|妹|きょうだい|双子|一人っ子",
        "zh": "哥哥|姐姐|弟弟|妹妹|兄弟|姐妹|双胞胎|独生",
    },
    CHILDREN: {
        "en": r"\b(?:(?:his|her|my|your|their|an?|one|two|three|four|five|six|no|\d+|grown|adopted) (?:\w+ )?(?:child(?:ren)?|kids?|sons?|daughters?)|childless|(?:mother|father) of (?:\w+|an?))\b",
        "de": r"\b(?:kind(?:er|ern)?|kinderlos\w*|sohn|söhne\w*|tochter|töchtern?|(?:mutter|vater) von)\b",
        "fr": r"\b(?:enfants?|fils|(?:sa|ma|ta|une|deux|trois) filles?|(?:mère|père) de)\b",
        "es": r"\b(?:hij[oa]s?(?! únic)|(?:madre|padre) de)\b",
        "ko": "아이가|아이를|아이들|자녀|자식|아들|딸",
        "ja": "息子|娘|子供|子ども|お子",
        "zh": "孩子|儿子|女儿",
    },
    PARENTS: {
        "en": r"\b(?:(?:step|grand)?(?:mother|father|parents?)(?! of\b)|mum|mom|dad|orphan\w*|raised by|(?:son|daughter) of)\b",
        "de": r"\b(?:(?:stief|groß)?(?:mutter|vater|eltern)(?! von\b)|waise\w*|(?:sohn|tochter) (?:von|eines|einer|des|der))\b",
        "fr": r"\b(?:(?:mère|père|parents)(?! de\b)|orphelin\w*|(?:fils|fille) (?:de|d['’]|du))",
        "es": r"\b(?:(?:madre|padres?)(?! de\b)|huérfan[oa]|hij[oa] de)\b",
        "ko": "어머니|아버지|엄마|아빠|부모|고아",
        "ja": "父|母|両親|親|孤児",
        "zh": "妈妈|母亲|爸爸|父亲|父母|孤儿",
    },
    FAMILY: {
        "en": r"\b(?:family|siblings?|brothers?|sisters?|mother|father|parents?|sons?|daughters?|child(?:ren)?|kids?|wife|husband|married|widow\w*|spouse|orphan\w*|twins?|uncle|aunt|grand\w+)\b",
        "de": r"\b(?:famili\w*|geschwister|br(?:u|ü)der\w*|schwestern?|mutter|vater|eltern|sohn|söhne|tochter|töchter|kind(?:er|ern)?|ehe\w*|verheiratet|witwe\w*|waise\w*|zwilling\w*)\b",
        "fr": r"\b(?:famille|frères?|sœurs?|mère|père|parents?|fils|filles?|enfants?|mari\w*|femme|épouse|veu(?:f|ve)|orphelin\w*|jum\w+)\b",
        "es": r"\b(?:familia|herman[oa]s?|madre|padres?|hij[oa]s?|niñ[oa]s|espos[oa]|marido|casad[oa]|viud[oa]|huérfan[oa]|gemel[oa]s?)\b",
        "ko": "가족|형제|자매|남매|동생|언니|오빠|누나|어머니|아버지|엄마|아빠|부모|아들|딸|남편|아내|결혼|고아|쌍둥이|할머니|할아버지",
        "ja": "家族|兄|姉|弟|妹|母|父|両親|息子|娘|夫|妻|結婚|孤児|双子|祖母|祖父",
        "zh": "家人|家庭|哥哥|姐姐|弟弟|妹妹|妈妈|母亲|爸爸|父亲|父母|儿子|女儿|丈夫|妻子|结婚|已婚|孤儿|双胞胎|奶奶|爷爷|孩子",
    },
}  # fmt: skip

_YOU: Mapping[str, str] = {
    "en": r"\b(?:you|your|yours|yourself)\b",
    "de": r"\b(?:du|dir|dich|dein\w*)\b|(?<!^)\b(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b",
    "fr": r"\b(?:tu|te|toi|ton|ta|tes|vous|votre|vos)\b|\bt'",
    "es": r"\b(?:tú|te|ti|tu|tus|usted|contigo)\b|\b\w{2,}(?:as|es|ás|és|ste)\b",
    "ko": r"(?:^|\s)(?:너|넌|널|네|네가|니|니가|너는|너도|너의|당신\S*|자네\S*|그대\S*)(?=\s|$|,)|(?:세요|십니까|시나요|신가요|시니|시죠)\W*$",
    "ja": r"あなた|君|きみ|お前|おまえ|そなた|貴方|ご(?:趣味|家族|出身|職業)|お(?:仕事|住まい|名前|好き)",
    "zh": r"[你您](?!们)",
}

_ABOUT_MIND: Mapping[str, str] = {
    "en": r"\byou (?:\w+ )?(?:know|remember|recall|think|believe|hear|heard|see|saw|seen|tell|told|say|said|mean|help|show|give|gave|explain|recommend|suggest|promise|notice|guess|suppose|find|found|understand|forget|forgot|consider|describe|discuss|approach|deal|feel|do with)\b|\byou (?:please|just)\b|\byour (?:\w+ )?(?:opinion|views?|thoughts?|take|advice|approach|idea) (?:on|of|about|to)\b|\binspired you\b|\bhow are you\b|\bare you (?:sure|ok|okay|there|ready|free|busy|listening|kidding|serious)\b",
    "de": r"\b(?:weißt|erinnerst|glaubst|denkst|meinst|kennst|gehört|gesehen|gesagt|erzählt|helfen|hilfst|zeig\w*|findest|verstehst|vergessen|wissen sie|erinnern|glauben sie|denken sie|meinen sie|kennen sie|finden sie|empfiehlst|geht es)\b|\bwie geht's\b",
    "fr": r"\b(?:sais|savez|souviens|souvenez|penses|pensez|crois|croyez|connais|connaissez|entendu|vu|dit|raconté|aider|aides|rappelles|rappelez|trouves|comprends|vas-tu|allez-vous|ça va)\b",
    "es": r"\b(?:sabes|sabe|recuerdas|recuerda|crees|cree|piensas|piensa|conoces|oíste|viste|dijiste|contaste|ayud\w+|acuerdas|entiendes|opinas|estás|está usted|te parece|qué tal)\b",
    "ko": "기억|알아|알고|알지|아니\\?|아세요|생각해|생각하|말했|말한|얘기한|도와|알려|본 적|봤|들었|들은|어떻게 생각|괜찮|추천|잘 지내|잘 지냈|뭐 ?해",
    "ja": "覚え|知って|知り|思い|思う|言った|言って|教えて|手伝|見た|聞いた|分か|わか|元気|おすすめ",
    "zh": "记得|知道|觉得|认为|说过|告诉|帮|看到|看见|听说|听到|认识|明白|理解|建议|推荐|好吗|还好",
}


_PAST: Mapping[str, str] = {
    "en": r"\b(?:did|was|were|had|used to)\b|\bhave you \w+(?:ed|en)\b",
    "de": r"\b(?:war(?:st)?|waren|hatte(?:st|n)?|hast .{0,200}\bge\w+|bist .{0,200}\bge\w+)\b",
    "fr": r"\b(?:as-tu|avez-vous|tu as|vous avez) (?:\w+ )?\w+[éuis]\b|\b(?:étai[st]|avai[st]|étiez|aviez)\b",
    "es": r"\b\w+(?:aste|iste)\b|\b(?:eras|estabas|tenías|fuiste)\b|\bhas \w+[ai]do\b",
    "ko": "[았었였했갔왔봤났렸졌](?:어|니|지|나|냐|던|습|을|$)",
    "ja": "(?:た|だ)(?:か|の|かい|んですか)?$|ましたか?$|でしたか?$",
    "zh": "了吗$|过吗$|过没有|曾经|以前",
}


def _occupations() -> str:
    from soulkeep.lang.people_words import OCCUPATIONS

    return "|".join(sorted(map(re.escape, OCCUPATIONS), key=len, reverse=True))


@lru_cache(maxsize=64)
def asked(language: str, names: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How a character is asked about itself, by topic.

    Args:
        language: ISO 639-1; empty where we have no table.
        names: what the character is called.
    """
    called = "|".join(re.escape(name.lower()) for name in names) or "(?!)"
    lead, tail = _LEADS.get(language, ""), _TAILS.get(language, "")
    lead = rf"{lead}(?:(?:{called}){_CALLING}?[,、，!！ ]+{lead})?"
    return tuple(
        (topic, re.compile(rf"(?:{lead})(?P<asked>{pattern.replace('{names}', f'(?:{called})')})(?:{tail})"))
        for topic, pattern in _ASKED.get(language, ())
    )


@lru_cache(maxsize=128)
def answering(topic: str, language: str) -> re.Pattern[str] | None:
    """Words by which a sentence of a description shows that it tells of a topic; None if there are none."""
    pattern = _ANSWERS.get(topic, {}).get(language)
    if pattern is None:
        return None
    return re.compile(pattern.replace("{occupations}", _occupations()), re.IGNORECASE)


@lru_cache(maxsize=16)
def addressing(language: str) -> re.Pattern[str] | None:
    """Words that speak of whom one talks to."""
    pattern = _YOU.get(language)
    return None if pattern is None else re.compile(pattern)


@lru_cache(maxsize=16)
def past(language: str) -> re.Pattern[str] | None:
    """Forms of verbs by which a question asks how things were."""
    pattern = _PAST.get(language)
    return None if pattern is None else re.compile(pattern)


@lru_cache(maxsize=16)
def about_mind(language: str) -> re.Pattern[str] | None:
    """Words by which a question asks what somebody knows, thinks or noticed, or for help: not who they are."""
    pattern = _ABOUT_MIND.get(language)
    return None if pattern is None else re.compile(pattern)
