"""What is a matter: words for people, things, places and activities that somebody's talk comes back to, and words that
go with any talk ("suggestion", "option", "longer") and so tell nothing of it.
"""

from __future__ import annotations

from functools import lru_cache

from soulkeep.lang.classes import members
from soulkeep.lang.people_words import KIN, KIN_PLURAL, OCCUPATIONS, PETS

IDLE = {
    "en": "able absolutely actually agree ago already although amazing another anything anyone around away awesome awful back bad beautiful "
    "become believe best better big bit bring busy bye chance come congrats congratulations cool couple crazy cute day days definitely "
    "different doubt each easy end enjoy enough even ever every everyone everything everybody exactly excited exciting fact fantastic far feel "
    "feeling few find fine first forward free fun funny getting give glad go going gonna gotta good great guess guy guys happen happy hard having "
    "hear hello help here hey hi hope i'd i'll i'm i've idea important incredible interested interesting it'd it'll keep kind kinda kinds last "
    "late lately later least leave let's level little long look lot lots love lovely make making many may maybe mean means meant might minute "
    "moment morning myself nah nice night nothing oh ok okay old one ones own part past people perfect person place plan pleasure possible "
    "pretty probably proud put quick quite ready real reason recently right same see seem sense share shall show since someone something sometimes "
    "soon sorry sort sound special start still stuff such super supposed sure surprise take talk thank thanks thought today together tomorrow tonight "
    "took totally tough tried true try trying turn two type understand until upon usually want wanna watch way week weekend weeks weird welcome whatever "
    "whole wish without wonder wonderful word words work worry worth wow wrong yeah year years yep yesterday yet you'd you'll you're you've young "
    "am pm via per less under both between through while during after before often always never once three four five six seven eight nine ten hundred "
    "like likes liked favorite favourite sounds check checking gotten comes came went goes done made makes seems seemed looks looked looking says asked ask told tells telling "
    "gave gives given taking takes heard hearing felt feels finding found kept keeping starting starts needs needed wants wanted hoping hopes loves loved amazed recommend read use used using uses "
    "agreed agrees bet care dream easier wish set side spend spent stay stays stick stuck tip tips turned turns lucky huge main major total full half high low hmm including "
    "ourselves themselves yourself himself herself itself remind reminds reminded pushing wait waiting time times prof dr small supportive inspired learning playing using inspiring positive simple single extra favourite favorites wow's agreed "
    "dear mr mrs ms sir madam lol haha hmm aww yay photo picture pic sharing",
    "de": "abend alles anfang art bald bisschen bitte danke dinge eigentlich einfach ende endlich erst etwa fast ganz genau gern gerne gerade gestern gibt gleich "
    "gut gute guten grüß hallo heute hier idee immer irgendwie jahr jahre jahren jeder jede jetzt klar lange leben lust machen macht mal mann mehr mensch menschen "
    "minute moment monat monate morgen nacht natürlich neu nie nichts okay paar sache sachen sagen schade schön sehr seit sicher spaß stunde stunden super tag tage "
    "tagen teil toll tut tschüss uhr viel viele vielen vielleicht weg weil wirklich woche wochen wochenende wort wow zeit ziemlich zusammen leute grund glück frage stimmt sie ihnen ihr ihre ihren herr frau",
    "fr": "alors année années ans après assez aujourd'hui aussi avant beau beaucoup bien bientôt bon bonjour bonne bonsoir ça chose choses chouette comme coup cool d'accord "
    "déjà demain dernier dernière encore ensuite envie faire fois génial gens hier heure heures heureux idée jamais jour jours juste longtemps maintenant matin merci "
    "mieux moins mois moment monde nouveau nouvelle nuit oh oui parce part passe petit petite peu peut plaisir plus point presque puis quelque quelques raison rien "
    "salut samedi semaine semaines serait soir super sûr sympa temps toujours tous tout toute toutes travers très trop trouve truc vais veux vie vrai vraiment week-end",
    "es": "ahora algo alguien año años antes aquí así aunque ayer bien bueno buena buenos buenas cada casi claro cosa cosas creo cuenta cuánto después día días dice difícil "
    "entonces especial estaba estar estupendo fin forma fue fui gente genial gracias gran gusta gusto hacer hace hasta hola hora horas hoy idea increíble igual luego lugar "
    "mañana manera mejor mes meses menos minuto momento mucha mucho muchos muchas mundo nada noche nueva nuevo nunca otra otro parte pasado poco puede puedo quiero "
    "realmente rato razón seguro semana semanas siempre suerte tal tan tarde tengo tener tiempo toda todo todos todas tres último vale vamos verdad vez veces vida voy",
    "ko": "오늘 어제 내일 모레 지금 아까 요즘 이번 다음 지난 매일 항상 가끔 처음 나중 이제 벌써 아직 다시 그냥 진짜 정말 너무 아주 많이 조금 모두 혼자 같이 함께 우리 저희 "
    "자기 사람 사람들 생각 이야기 얘기 시간 하루 정도 하나 두개 동안 때문 경우 마음 느낌 기분 부분 문제 안녕 안녕하세요 반가워 고마워 감사 축하 미안 그래 그렇구나 그러면 그런데 근데 "
    "그리고 그래서 하지만 그때 여기 거기 저기 이거 그거 저거 무엇 뭔가 어디 언제 누구 응원 아침 저녁 새벽 주말 평일 오전 오후 작년 올해 내년 이름 소식 당신 자네 선생 여러분 "
    "그것 이것 저것 무슨 어떤 이런 그런 저런 다른 모든 여러 계속 갑자기 거의 특히 역시 물론 아마 혹시 제일 가장 훨씬 덕분 다행 대단 조심 천천히 열심히 괜찮 필요 가능 최고 기대 그럼 어때 매운 사이 마리 킬로 번째 년째 개월 시간쯤 살쯤 예전 옛날 마지막 당분간 중간 얼마 무척 제가 네가 내가 자꾸 아니 맞아 자주 이럴 저녁때 덕에 첫날 여름 겨울 봄날 가을날 대신 정작 사실 먼저",
    "ja": "今日 昨日 明日 今 今週 来週 先週 今年 去年 来年 今月 来月 先月 先日 最近 毎朝 毎晩 毎日 毎週 時間 時 人 方 事 物 所 本当 一緒 大変 大丈夫 素敵 最高 最初 最後 自分 皆 全部 今度 今回 前 後 感 気 気持 "
    "何 何年 少 多分 絶対 普段 無理 元気 結局 次 初 初心 年間 月 日 週末 朝 昨夜 今朝 今夜 話 私 僕 俺 君 彼 彼女 思 言 行 来 見 出 入 年 歳 ありがとう こんにちは スゴイ ホント 是非 勿論 一番 一度 一人 場所 感謝 心配 残念 確 何度 お互",
    "zh": "今天 昨天 明天 后天 现在 最近 以前 以后 之前 之后 时候 时间 每天 周末 早上 晚上 上午 下午 今年 去年 明年 这个 那个 这样 那样 这里 那里 什么 怎么 为什么 一个 一下 一点 一些 一样 一起 "
    "一直 自己 大家 别人 朋友们 觉得 知道 认为 以为 感觉 喜欢 可以 可能 应该 需要 希望 真的 非常 特别 比较 已经 还是 或者 但是 因为 所以 如果 虽然 而且 然后 不过 其实 当然 "
    "谢谢 你好 您好 再见 不错 好的 没有 没事 没关系 哈哈 加油 祝贺 恭喜 太好 厉害 开心 高兴 事情 东西 地方 问题 有点 一只 整天 一整天 个月 上个月 下个月 每个月 个星期 可怜 两岁 容易 负责 一定 有时 平时 平常 有空 有机会 有意思 机会 意思 名字 的话 周日 周一 周二 周三 周四 周五 周六 有些 很多 许多 这么 那么 多么 第一 几个 两个 时光 起来 出来 下来 上去 不会 不能 不用 不要 不是 就是 都是 也是 只是 还有 打算 决定 开始 准备 继续 终于 刚刚 一定 肯定 记得 告诉",
}
"""Words of any talk, beside the function words."""

_HOLLOW = {
    "en": "suggestion option advice note new managing tip help idea question example step plan list recommendation piece package bit lot group impact "
    "way thing stuff kind sort type part point issue problem matter topic subject detail aspect area field range variety number amount level degree rate "
    "result effect cause reason purpose goal target aim benefit advantage value quality feature element factor item unit set case instance situation "
    "condition state status position role task project process approach method technique strategy solution answer response reply feedback comment review "
    "opinion view thought feeling experience perspective insight information info knowledge skill ability talent chance opportunity possibility choice decision change "
    "difference improvement progress development update version start beginning end middle top bottom side front back edge line row column section page chapter "
    "piece pair couple bunch ton series collection mix combination balance support need demand interest attention focus effort energy power strength "
    "success failure mistake error challenge struggle difficulty trouble concern worry doubt hope wish dream luck surprise shock fun joy passion motivation inspiration "
    "confidence courage determination commitment dedication resilience growth journey adventure moment memory time hour minute day night week month year date schedule deadline "
    "timeline season future past present world life person people man woman guy folk everyone member individual user "
    "stage phase period event activity resource material tool service system program plan design style theme format structure model pattern trend "
    "standard basis base foundation source origin content context background environment setting atmosphere space spot center location site scene "
    "message word phrase name title term sentence story stories post link photo picture image video view look sight sound voice taste smell touch color size shape "
    "request order offer deal price cost budget expense fee payment account sale discount product brand "
    "conversation discussion talk chat speech call meeting session appointment interview visit trip tour "
    "guide guideline instruction rule requirement procedure formula calculation equation diagram chart table figure data fact evidence proof "
    "suggesting helping trying looking thinking making getting going doing being having using finding keeping working maintaining organizing planning creating "
    "building rolling improving ensuring incorporating balancing considering exploring implementing handling developing providing understanding "
    "adding setting taking giving putting starting stopping feeling seeing hearing saying telling asking talking speaking "
    "better best worse worst longer shorter bigger smaller larger higher lower faster slower earlier later easier harder more less most least further closer older younger "
    "actually local social effective upscale extra specific particular additional various unique current recent previous certain general main key common "
    "popular special perfect ideal suitable proper available possible necessary important useful helpful detailed concrete creative classic digital online quick short "
    "must swing taste expert beginner professional newbie fan must-have highlight favorite favourite overall must-see comfort transition "
    "while rest turn tune touch track edge peace mind heart hand head eye face body ground road street corner path",
    "de": "vorschlag vorschläge tipp tipps rat ratschlag ratschläge beispiel beispiele frage fragen schritt schritte plan pläne liste option optionen möglichkeit möglichkeiten "
    "empfehlung empfehlungen hilfe stück paar gruppe auswirkung problem probleme thema themen punkt punkte art weise bereich ergebnis ziel ziele erfahrung information informationen "
    "antwort lösung methode details unterschied chance gefühl gedanke gedanken aufgabe situation fall änderung entscheidung notiz hinweis detail anfrage seite bild foto",
    "fr": "suggestion suggestions conseil conseils exemple exemples question questions étape étapes plan plans liste option options possibilité possibilités recommandation "
    "recommandations aide morceau groupe impact problème problèmes sujet sujets point points façon manière domaine résultat objectif objectifs expérience information informations "
    "réponse solution méthode détail détails différence choix sentiment pensée tâche situation cas changement décision remarque demande page photo image",
    "es": "sugerencia sugerencias consejo consejos ejemplo ejemplos pregunta preguntas paso pasos plan planes lista opción opciones posibilidad posibilidades recomendación "
    "recomendaciones ayuda pieza grupo impacto problema problemas tema temas punto puntos área resultado objetivo objetivos experiencia información respuesta solución método "
    "detalle detalles diferencia elección sensación pensamiento tarea situación caso cambio decisión nota petición página foto imagen",
    "ko": "추천 제안 조언 팁 예시 예를 질문 방법 단계 목록 계획 선택 선택지 옵션 아이디어 도움 정보 설명 답변 대답 결과 목표 경험 내용 주제 상황 영향 해결 해결책 부탁 그룹 "
    "종류 사진 의견 변화 차이 결정 기회 관련 활동 사용 이용 설정 확인 참고 노력 메모 비용 페이지",
    "ja": "提案 助言 例 例文 質問 方法 手順 段階 一覧 計画 選択 選択肢 案 助 情報 説明 回答 返事 結果 目標 経験 内容 話題 状況 影響 解決 解決策 種類 写真 意見 変化 違 決定 機会 関連 活動 使用 "
    "アイデア アドバイス ヒント オプション リスト ステップ グループ プラン メモ ポイント ページ コツ 必要 可能 重要 具体的",
    "zh": "建议 推荐 例子 方法 步骤 列表 计划 选择 选项 主意 帮助 信息 解释 回答 结果 目标 经验 经历 内容 话题 情况 影响 解决 种类 照片 意见 变化 区别 关系 活动 使用 方面 方式 过程 "
    "具体 重要 相关 想法 提示 笔记 小组 部分 页面",
}

_KINDS = (
    "animal plant food beverage clothing furniture vehicle building room sport game art hobby disease illness meal holiday religion science "
    "relative instrument jewelry toy"
)
_NO_KIND = "basic technical combine human blocks set over drive bars tackle ace head pipe race stock case board stick mix adult annual native model pet gin must admiral"
_ALSO = (
    "art music book novel movie film screenplay script poem poetry writing story-writing novel essay blog podcast song album band concert choir theater theatre opera festival church temple mosque "
    "faith therapy therapist counseling counselling school kindergarten college university degree thesis dissertation exam homework study career work office company startup "
    "business promotion interview retirement family home house apartment flat garden kitchen harbour harbor river lake sea ocean beach forest mountain park city village island desert "
    "dance dancing ballet painting drawing pottery ceramics sculpture photography guitar piano violin cello drum flute singing knitting sewing crochet woodworking cooking baking gardening fishing "
    "hiking camping climbing running jogging cycling swimming surfing skiing skating yoga pilates meditation gym workout marathon triathlon basketball football soccer baseball tennis golf hockey "
    "volleyball boxing karate chess gaming programming coding astronomy travel tournament league veteran military army navy police firefighter politics election campaign protest charity volunteering "
    "shelter adoption pregnancy baby child children kid teenager parent wife husband partner friend neighbor neighbour boss colleague coworker roommate girlfriend boyfriend ex wedding marriage divorce "
    "engagement birthday anniversary funeral grief patient student dancer reader actor library museum gallery studio shop bakery restaurant café cafe bar pub farm "
    "hospital clinic health diet sleep insomnia anxiety depression stress migraine headache allergy asthma diabetes cancer surgery medication pain injury knee weight smoking alcohol money debt rent mortgage savings salary "
    "tax insurance patent visa passport immigration lawsuit court car bike bicycle motorcycle boat train plane camera phone laptop computer robot bookshop bookstore notebook diary fantasy science-fiction history "
    "physics chemistry biology philosophy psychology math maths mathematics language religion bible lgbtq autism adhd cat dog horse bird fish turtle hamster rabbit bee coffee tea wine beer bread "
    "dessert cake pasta pizza recipe vegan vegetarian chocolate cheese lighthouse castle bridge garden greenhouse allotment house-hunting neighbourhood neighborhood"
)
"""Words of matters that no kind names."""


@lru_cache(maxsize=64)
def hollow_words(language: str) -> frozenset[str]:
    """Words that go with any talk, casefolded; in English with their plurals."""
    words = frozenset(_HOLLOW.get(language, "").split())
    return words | {_plural(word) for word in words} if language == "en" else words


def _plural(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def is_hollow(topic: str, language: str) -> bool:
    """Whether a word or a phrase tells nothing of what talk is about: "options", "detailed advice", "specific area"."""
    words = topic.casefold().split()
    hollow = hollow_words(language)
    if not words:
        return True
    if language == "en":
        return words[-1] in hollow or (len(words) == 1 and _no_noun(words[0]))
    return all(word in hollow for word in words)


def _no_noun(word: str) -> bool:
    """Whether an English word looks like an adjective."""
    return len(word) > 6 and word.endswith(("ful", "ous", "less", "ical")) and word not in ("medical", "musical")


def names_matter(topic: str) -> bool:
    """Whether an English word, or a word of a phrase, names a person by relation, a thing, a place or an activity."""
    known = _matters()
    words = topic.casefold().split()
    return any(form in known for word in words for form in _forms(word))


def _forms(word: str) -> set[str]:
    forms = {word}
    if word.endswith("s") and not word.endswith("ss"):
        forms |= {word[:-1], word.removesuffix("es")}
        if word.endswith("ies"):
            forms.add(word[:-3] + "y")
    return forms


@lru_cache(maxsize=1)
def _matters() -> frozenset[str]:
    known = {word for kind in _KINDS.split() for word in members(kind)}
    known |= {word for words in (KIN, KIN_PLURAL, PETS) for word in words}
    return frozenset((known | OCCUPATIONS) - hollow_words("en") - set(_NO_KIND.split())) | frozenset(_ALSO.split())
