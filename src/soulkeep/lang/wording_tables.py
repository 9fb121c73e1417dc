"""The templates of `wordings`, by language, and words that show a habit. `<은|는>` stands for the first after a consonant."""

from __future__ import annotations

FEELINGS = {
    "en": "joy affection pride gratitude sadness loneliness anger fear shame disgust surprise",
    "de": "Freude Zuneigung Stolz Dankbarkeit Trauer Einsamkeit Ärger Angst Scham Ekel Überraschung",
    "fr": "joie affection fierté gratitude tristesse solitude colère peur honte dégoût surprise",
    "es": "alegría cariño orgullo gratitud tristeza soledad enfado miedo vergüenza asco sorpresa",
    "ko": "기쁨 애정 자부심 고마움 슬픔 외로움 분노 두려움 부끄러움 혐오 놀라움",
    "ja": "喜び 愛情 誇り 感謝 悲しみ 寂しさ 怒り 恐れ 恥ずかしさ 嫌悪 驚き",
    "zh": "喜悦 喜爱 自豪 感激 悲伤 孤独 愤怒 恐惧 羞愧 厌恶 惊讶",
}
"""In the order of the English ones."""

HOURS = {  # night, morning, afternoon, evening
    "en": ("at night", "in the morning", "in the afternoon", "in the evening"),
    "de": ("nachts", "vormittags", "nachmittags", "abends"),
    "fr": ("la nuit", "le matin", "l'après-midi", "le soir"),
    "es": ("por la noche, tarde", "por la mañana", "por la tarde", "al anochecer"),
    "ko": ("밤에", "아침에", "오후에", "저녁에"),
    "ja": ("夜中に", "午前中に", "午後に", "夕方から夜に"),
    "zh": ("在深夜", "在上午", "在下午", "在晚上"),
}

WEEKDAYS = {
    "en": "on Mondays|on Tuesdays|on Wednesdays|on Thursdays|on Fridays|on Saturdays|on Sundays",
    "de": "montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags",
    "fr": "le lundi|le mardi|le mercredi|le jeudi|le vendredi|le samedi|le dimanche",
    "es": "los lunes|los martes|los miércoles|los jueves|los viernes|los sábados|los domingos",
    "ko": "월요일에|화요일에|수요일에|목요일에|금요일에|토요일에|일요일에",
    "ja": "月曜日に|火曜日に|水曜日に|木曜日に|金曜日に|土曜日に|日曜日に",
    "zh": "在星期一|在星期二|在星期三|在星期四|在星期五|在星期六|在星期日",
}

HABITS: dict[str, dict[str, str]] = {
    "en": {
        "said": "{who} has said this {count} times{since}: {quote}",
        "asked": "{who} has asked this {count} times{since}: {quote}",
        "since": " since {month}",
        "days": "{who} speaks of {topic} again and again, on {count} different days{since}.",
        "turns": "{who} speaks of {topic} again and again, {count} times so far.",
        "about": "{who} has asked about {topic} {count} times{since}.",
        "feeling": "When {who} speaks of {topic} and shows a feeling, it is mostly {feeling} ({count} of the last {all} times).",
        "time": "{who} mostly talks {time} ({count} of the last {all} conversations).",
        "word": "Most things that {who} likes have “{shared}” in common: {things} ({count} of {all}).",
        "kind": "Most things that {who} likes are of one kind, {shared}: {things} ({count} of {all}).",
    },
    "de": {
        "said": "{who} hat das{since} {count}-mal gesagt: {quote}",
        "asked": "{who} hat das{since} {count}-mal gefragt: {quote}",
        "since": " seit {month}",
        "days": "{who} spricht immer wieder von {topic}, an {count} verschiedenen Tagen{since}.",
        "turns": "{who} spricht immer wieder von {topic}, bisher {count}-mal.",
        "about": "{who} hat{since} {count}-mal nach {topic} gefragt.",
        "feeling": "Wenn {who} von {topic} spricht und Gefühl zeigt, ist es meist {feeling} ({count} der letzten {all} Male).",
        "time": "{who} redet meist {time} ({count} der letzten {all} Gespräche).",
        "word": "Das meiste, was {who} mag, hat „{shared}“ gemeinsam: {things} ({count} von {all}).",
        "kind": "Das meiste, was {who} mag, ist von einer Art, {shared}: {things} ({count} von {all}).",
    },
    "fr": {
        "said": "{who} a dit cela {count} fois{since} : {quote}",
        "asked": "{who} a posé cette question {count} fois{since} : {quote}",
        "since": " depuis {month}",
        "days": "{who} parle souvent de ceci, {count} jours différents{since} : {topic}.",
        "turns": "{who} parle souvent de ceci, {count} fois jusqu'ici : {topic}.",
        "about": "{who} a posé {count} questions à ce sujet{since} : {topic}.",
        "feeling": "Quand {who} montre un sentiment à ce sujet ({topic}), c'est surtout : {feeling} ({count} des {all} dernières fois).",
        "time": "{who} parle surtout {time} ({count} des {all} dernières conversations).",
        "word": "La plupart des choses qu'aime {who} ont « {shared} » en commun : {things} ({count} sur {all}).",
        "kind": "La plupart des choses qu'aime {who} sont d'un même genre, {shared} : {things} ({count} sur {all}).",
    },
    "es": {
        "said": "{who} ha dicho esto {count} veces{since}: {quote}",
        "asked": "{who} ha preguntado esto {count} veces{since}: {quote}",
        "since": " desde {month}",
        "days": "{who} habla una y otra vez de esto, {count} días distintos{since}: {topic}.",
        "turns": "{who} habla una y otra vez de esto, {count} veces hasta ahora: {topic}.",
        "about": "{who} ha hecho {count} preguntas sobre esto{since}: {topic}.",
        "feeling": "Cuando {who} muestra un sentimiento sobre esto ({topic}), suele ser: {feeling} ({count} de las últimas {all} veces).",
        "time": "{who} suele hablar {time} ({count} de las últimas {all} conversaciones).",
        "word": "La mayoría de lo que le gusta a {who} tiene «{shared}» en común: {things} ({count} de {all}).",
        "kind": "La mayoría de lo que le gusta a {who} es de un mismo tipo, {shared}: {things} ({count} de {all}).",
    },
    "ko": {
        "said": "{who}<은|는>{since} 이 말을 {count}번 했다. {quote}",
        "asked": "{who}<은|는>{since} 이것을 {count}번 물었다. {quote}",
        "since": " {month}부터",
        "days": "{who}<은|는>{since} {topic} 이야기를 거듭한다. 서로 다른 {count}일에 했다.",
        "turns": "{who}<은|는> {topic} 이야기를 거듭한다. 지금까지 {count}번 했다.",
        "about": "{who}<은|는>{since} {topic}에 대해 {count}번 물었다.",
        "feeling": "{who}<이|가> {topic} 이야기를 하며 감정을 보일 때는 대개 {feeling}이다(최근 {all}번 중 {count}번).",
        "time": "{who}<은|는> 주로 {time} 이야기한다(최근 대화 {all}번 중 {count}번).",
        "word": "{who}<이|가> 좋아하는 것에는 대부분 “{shared}”<이|가> 들어간다: {things} ({all}개 중 {count}개).",
        "kind": "{who}<이|가> 좋아하는 것은 대부분 한 종류다. {shared}: {things} ({all}개 중 {count}개).",
    },
    "ja": {
        "said": "{who}は{since}これを{count}回言った。{quote}",
        "asked": "{who}は{since}これを{count}回尋ねた。{quote}",
        "since": "{month}から",
        "days": "{who}は{since}{topic}の話を繰り返している。別々の{count}日に話した。",
        "turns": "{who}は{topic}の話を繰り返している。これまで{count}回話した。",
        "about": "{who}は{since}{topic}について{count}回尋ねた。",
        "feeling": "{who}が{topic}の話で感情を見せるときは、たいてい{feeling}だ（最近の{all}回中{count}回）。",
        "time": "{who}はたいてい{time}話す（最近の会話{all}回中{count}回）。",
        "word": "{who}が好きなものの多くに「{shared}」が入っている：{things}（{all}個中{count}個）。",
        "kind": "{who}が好きなものの多くは一つの種類だ。{shared}：{things}（{all}個中{count}個）。",
    },
    "zh": {
        "said": "{who}{since}说过{count}次：{quote}",
        "asked": "{who}{since}问过{count}次：{quote}",
        "since": "自{month}以来",
        "days": "{who}{since}一再说起{topic}，在{count}个不同的日子说过。",
        "turns": "{who}一再说起{topic}，至今{count}次。",
        "about": "{who}{since}问起{topic}{count}次。",
        "feeling": "{who}说起{topic}而流露感情时，多半是{feeling}（最近{all}次中有{count}次）。",
        "time": "{who}多半{time}聊天（最近{all}次谈话中有{count}次）。",
        "word": "{who}喜欢的东西大多含有“{shared}”：{things}（{all}个中有{count}个）。",
        "kind": "{who}喜欢的东西大多属于一类，{shared}：{things}（{all}个中有{count}个）。",
    },
}  # fmt: skip
"""What was found again and again. `{since}` is empty where the time isn't known."""

QUOTES = {"de": ("„", "“"), "fr": ("« ", " »"), "es": ("«", "»"), "ja": ("「", "」")}

BEFORE_NOUNS = {
    "en": r"(?:(?:an?|the|my|our|your|his|her|its|their|this|that|these|those|some|any|no|new|first|own|\w+['’]s|"
    r"of|in|about|with|for|at|from|on|into|doing) )",
    "fr": r"(?:(?:une?|les?|la|des?|du|mon|mas?|mes|nos|notre|tes|ton|ta|votre|vos|ses|son|sa|leurs?|cet?|cette|ces|aux?"
    r"|en) |[ld]['’])",
    "es": r"(?:una?s?|unos|el|las?|los|mis?|tus?|sus?|nuestr[oa]s?|est[ea]s?|es[ea]s?|al|del?|en|con|sobre) ",
}
"""What stands before nouns, and seldom before verbs and words that tell how."""

NO_MATTER = (
    "emotion emotions feeling feelings experience experiences stuff thank thanks gefühl gefühle 十分 参加 参与 认真 努力 看到 遇到 听到 感到 找到 "
    "得到 收到 进行 成为 带来 感受 心情 一家 "
    "나만 너만 우리만 그녀 그대 그분 그놈 가기 하기 보기 되기 있기 없기 먹기 남자 여자"
)
"""Words that go with any matter."""

CLASSES = (
    "fruit vegetable dessert pasta meat seafood cheese bread dish drink beverage tea coffee wine beer dog cat bird "
    "insect animal flower tree plant sport exercise dance instrument music film movie novel book game toy art craft "
    "science vehicle car language city country fabric hobby"
)
"""Classes that somebody's tastes may share, in English."""

LIFE = {
    "en": "work school family home",
    "de": "Arbeit Schule Familie",
    "fr": "travail école famille",
    "es": "trabajo escuela familia",
    "ko": "회사 직장 학교 가족",
    "ja": "仕事 学校 家族",
    "zh": "工作 学校 家人",
}
"""Matters of every life, too common to say what a talk is about, but not what is on somebody's mind."""
