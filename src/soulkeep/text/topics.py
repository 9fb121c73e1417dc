"""What a stretch of talk is about: names, nouns and phrases as they stand in it (4: keywords, many languages).

Counting, not understanding. A word counts more where its surroundings show a noun: after an article or a possessive, with
a Korean particle, with a German capital. Words of any talk ("good", "time", "really") never count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from soulkeep.text.function_words import function_terms
from soulkeep.text.names import proper_names
from soulkeep.text.terms import terms

_LONGEST = 4000
"""Characters of a text that are looked at: of a long one, its beginning says what it is about."""

_IDLE = {
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

_DETERMINER_WORDS = {
    "en": "a an the my our your his her their this these some any every each another 's new no of in with for about at",
    "fr": "le la les l un une des du de d mon ma mes notre nos ton ta tes votre vos son sa ses leur leurs ce cet cette ces au aux en",
    "es": "el la los las un una unos unas mi mis tu tus su sus nuestro nuestra nuestros nuestras este esta ese esa del al de en con",
    "it": "il lo la i gli le un uno una l mio mia miei mie tuo tua suo sua nostro nostra del della dei delle di al alla in con",
    "pt": "o a os as um uma meu minha meus minhas seu sua nosso nossa do da dos das no na ao de em com",
    "nl": "de het een mijn jouw zijn haar ons onze hun dit deze dat die van in met",
}
"""Words that a noun follows, or an adjective and a noun."""

_DETERMINERS = {language: frozenset(words.split()) for language, words in _DETERMINER_WORDS.items()}
_ADJECTIVES_FIRST = frozenset(["en", "nl"])
_ELIDING = frozenset(["fr", "it", "ca"])

_UNSURE = 0.4
"""What an occurrence counts that nothing shows to be a noun."""

_NAME, _PHRASE = 1.6, 1.3
"""How much more a name counts, and a phrase said again, than its words alone."""

_LINKS = ("de", "del", "de la", "of", "of the", "von", "van", "du", "di", "da")

_SHORTEST = 3
_LONGEST_WORD = 40

_MARKUP = re.compile(r"```.*?(?:```|\Z)|[*_#`|>]+", re.DOTALL)
"""Code tells in no language what talk is about; capitals after a mark are no name."""

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_TIMES = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|wed|thur?s?|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabend|januar|februar|märz|mai|juni|juli|oktober|dezember|"
    r"lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|"
    r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)

_OTHER_SCRIPT = re.compile("[가-힣\u3040-\u30ff㐀-䶿一-鿿々]")
_HANGUL = re.compile("[가-힣]+")
_PARTICLES = (
    "은 는 이 가 을 를 에 에서 에게 에게서 한테 한테서 께 께서 으로 로 와 과 도 의 만 랑 이랑 하고 부터 까지 보다 처럼 마다 에는 에도 에서는 에서도 한테는 에게는 "
    "으로는 로는 으로도 이라 이라고 라고 이라는 라는 이야 이에요 예요 이랑은 들 들이 들은 들을 들도 들과 들의 들에게 이나 밖에 조차"
)
_KOREAN_PARTICLES = sorted(_PARTICLES.split(), key=len, reverse=True)
_AFTER_CONSONANT = frozenset(
    ["은", "이", "을", "으로", "과", "이랑", "이라", "이라고", "이라는", "이야", "이에요", "이나", "으로는", "으로도"]
)
_AFTER_VOWEL = frozenset(["는", "가", "를", "로", "와", "랑", "라고", "라는", "예요", "로는"])
_CERTAIN = frozenset(["를", "에", "는", "에서", "에게", "한테", "으로"])
"""Particles that no noun of two syllables ends in."""

_ENDS_IN_I = re.compile(
    "(?:고양이|어린이|볶이|호랑이|원숭이|걸이|놀이|달팽이|지팡이|덩이|나들이|맞이|먹이|떡말이|막이|아이|오이|종이|사이|차이|나이|거북이|개구리|멍멍이|쌍둥이|둥이)$"
)
"""Nouns whose last syllable looks like a particle."""

_KOREAN_VERB = re.compile(
    "(?:다|요|어|아|해|야|지|네|까|게|고|서|면|데|든|니|래|자|워|려|며|던|했|셔|하|되|있|없|같|싶|르|좋|줘|봐|돼|와|죠|군|걸|듯|나|러|큼|로워|스러운|적인|하는|되는|있는|없는|같은|싶은|좋은|작은|많은|큰|된|한|할|될|인|일|갈|먹을|있을|없을|못|안|거라|지내|보내|[어아해여워와]주|[어아해]보)$"
)
"""Endings of verbs and adjectives, and of the forms that stand before nouns."""

_KANA = re.compile("[ァ-ヺー]{2,12}")
_HAN = re.compile("[㐀-䶿一-鿿々]+")
_HAN_LONGEST = 4
_CHINESE_IDLE = re.compile(
    "[的了是在我你您他她它们这那吗呢吧啊呀哦嗯哈嘛就也都很不没有和跟与说去来到要会能想把被给让对从用还又再太真最更好个些么谁哪几着过得地很但而或及以为上下里中时候多少今昨明看吃喝买养玩做只打啦请次叫岁]"
)
"""Characters that words seldom hold: a Han run is cut at them."""


class _Word(NamedTuple):
    surface: str
    low: str
    stem: str | None
    joined: bool
    """Whether only a blank stands between it and the word before."""
    elided: bool
    """Whether it had an article before an apostrophe: l'hôpital."""


def topics(texts: Sequence[str], language: str, *, count: int = 5) -> tuple[str, ...]:
    """Up to `count` words or short phrases that say what texts are about, as they stand there, most telling first.

    Args:
        texts: in any order, of any length; the beginning of very long ones counts.
        language: of all of them, ISO 639-1.
        count: at most.
    """
    return topics_of([(text, language) for text in texts], count=count)


def topics_of(texts: Iterable[tuple[str, str]], *, count: int = 5, without: Sequence[str] = ()) -> tuple[str, ...]:
    """What `topics` finds, for texts that each have their own language.

    Args:
        texts: each with its language.
        count: at most.
        without: names that are no topic, such as the speakers'.
    """
    barred = {part.casefold() for name in without for part in re.findall(r"[^\W_]+", name)}
    barred |= {name.casefold() for name in without}
    by_language: dict[str, list[str]] = {}
    for text, language in texts:
        by_language.setdefault(language, []).append(_MARKUP.sub("\n", text[:_LONGEST]))
    found: dict[str, float] = {}
    for language, said in by_language.items():
        finder = {"ko": _korean, "ja": _japanese, "zh": _chinese}.get(language)
        scores = finder(said) if finder else {}
        for surface, score in [*scores.items(), *_spaced(said, language, barred).items()]:
            found[surface] = found.get(surface, 0.0) + score
    ranked = sorted(found, key=lambda surface: -found[surface])  # stable: of equals, the one found first
    return tuple(_distinct(ranked, barred, count))


def _distinct(ranked: Sequence[str], barred: set[str], count: int) -> list[str]:
    """The first ones that aren't barred and don't say again what stands before them."""
    kept: list[str] = []
    for surface in ranked:
        if len(kept) >= count:
            break
        low = surface.casefold()
        if low in barred or all(word in barred for word in low.split()):
            continue
        if len(low) >= _SHORTEST and any(name.startswith(low) for name in barred):
            continue  # Mel for Melanie
        if not any(_within(low, other.casefold()) or _within(other.casefold(), low) for other in kept):
            kept.append(surface)
    return kept


def _within(short: str, long: str) -> bool:
    if short.isascii() or " " in long:
        return f" {short} " in f" {long} "
    return short in long


@lru_cache(maxsize=64)
def _idle(language: str) -> frozenset[str]:
    return frozenset(_IDLE.get(language, "").split())


@lru_cache(maxsize=64)
def idle_terms(language: str) -> frozenset[str]:
    """The terms of the words of any talk ("good", "time", "really") and of the function words."""
    words = [term for word in _idle(language) for term in terms(word, language)]
    return frozenset(words) | function_terms(language)


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str | None:
    """What the forms of a word share; None for one that tells nothing."""
    if len(word) < _SHORTEST or len(word) > _LONGEST_WORD or word in _idle(language) or _TIMES.fullmatch(word):
        return None
    stems = terms(word, language)
    if not stems or idle_terms(language).issuperset(stems):
        return None
    if language == "en" and (word.endswith("ly") or "'" in word or "’" in word):
        return None  # adverbs and contractions
    return stems[0]


def _spaced(texts: Sequence[str], language: str, barred: set[str]) -> dict[str, float]:
    """Words and phrases of alphabets."""
    weights: dict[str, float] = {}
    surfaces: dict[str, Counter[str]] = {}
    phrases: dict[tuple[str, str], Counter[str]] = {}
    shown_phrases: set[tuple[str, str]] = set()
    names: Counter[str] = Counter()
    for text in texts:
        said = [] if language == "de" else _joined(text, [name for name in proper_names(text) if not _shouted(name)])
        said = [" ".join(word for word in name.split() if not _TIMES.fullmatch(word.casefold())) for name in said]
        names.update(name for name in said if _is_name(name, language, barred))
        words = _read(text, language, barred | {word.casefold() for name in said for word in name.split()})
        in_text: dict[str, float] = {}
        for at, word in enumerate(words):
            if word.stem is None:
                continue
            shown = _shows_noun(words, at, language)
            in_text[word.stem] = max(in_text.get(word.stem, 0.0), 1.0 if shown else _UNSURE)
            surfaces.setdefault(word.stem, Counter())[word.surface if language == "de" else word.low] += 1
            before = words[at - 1] if at and word.joined else None
            if before is not None and before.stem is not None and before.stem != word.stem:
                pair = (before.stem, word.stem)
                phrases.setdefault(pair, Counter())[f"{before.surface} {word.surface}"] += 1
                if shown:
                    shown_phrases.add(pair)
        for stem, weight in in_text.items():  # said twice in one turn is said once
            weights[stem] = weights.get(stem, 0.0) + weight
    scores = {_surface(surfaces[stem]): weight for stem, weight in weights.items()}
    for pair in shown_phrases:
        if (times := phrases[pair].total()) > 1:
            scores[_surface(phrases[pair])] = times * _PHRASE + (weights[pair[0]] + weights[pair[1]]) / 2
    for name, times in names.items():
        scores[name] = times * _NAME
    return scores


def _read(text: str, language: str, barred: set[str]) -> list[_Word]:
    """The words of a text that are written in an alphabet."""
    words: list[_Word] = []
    end = -1
    for match in _WORD.finditer(text):
        surface = match[0] if match[0].isalnum() else _bare(match[0], language)
        start = match.end() - len(surface) if language in _ELIDING else match.start()
        if not surface.isascii() and _OTHER_SCRIPT.match(surface):
            continue
        low = surface.casefold()
        stem = None if low in barred else _stem(low, language)
        words.append(_Word(surface, low, stem, match.start() == end + 1 and text[end] == " ", start > match.start()))
        end = match.end()
    return words


def _shows_noun(words: Sequence[_Word], at: int, language: str) -> bool:
    """Whether the words around one show it to be a noun."""
    word = words[at]
    if language == "de":
        return word.joined and word.surface[0].isupper()
    determiners = _DETERMINERS.get(language)
    if determiners is None or word.elided:
        return True
    after = words[at + 1] if at + 1 < len(words) else None
    if language in _ADJECTIVES_FIRST and after is not None and after.joined and after.stem is not None:
        return False  # "a red bicycle": not the last of its phrase
    if not at or not word.joined:
        return False
    before = words[at - 1]
    if before.low in determiners:
        return True
    return (
        language in _ADJECTIVES_FIRST
        and before.stem is not None
        and at > 1
        and before.joined
        and words[at - 2].low in determiners
    )


def _is_name(name: str, language: str, barred: set[str]) -> bool:
    words = [word.casefold() for word in name.split()]
    if not words or any(word in barred for word in words):
        return False
    return any(_stem(word, language) is not None or (len(word) == 2 and word not in _idle(language)) for word in words)


def _joined(text: str, names: Sequence[str]) -> list[str]:
    """Names, with those made one that a small word joins: Lope de Vega."""
    joined: list[str] = []
    for name in names:
        if joined:
            whole = next((w for link in _LINKS if (w := f"{joined[-1]} {link} {name}") in text), None)
            if whole is not None:
                joined[-1] = whole
                continue
        joined.append(name)
    return joined


def _shouted(name: str) -> bool:
    """Whether a run of capitals is loud rather than a name."""
    return len(name.split()) > 3 and name.isupper()


def _bare(word: str, language: str) -> str:
    """A word without its possessive, its elided article or a contracted verb."""
    parts = re.split("['’]", word)
    if len(parts) == 1:
        return word
    if language in _ELIDING and len(parts[0]) <= 2:
        return parts[-1] or word
    return parts[0] if parts[-1] in ("s", "S") and parts[0] else word


def _surface(forms: Counter[str]) -> str:
    """The form that stands for a stem: the most common, of equals the longest."""
    return max(forms, key=lambda form: (forms[form], len(form)))


def _korean(texts: Sequence[str]) -> dict[str, float]:
    """Korean nouns: words that bear particles, or are seen without endings of verbs."""
    idle = _idle("ko")
    scores: dict[str, float] = {}
    forms: dict[str, set[str]] = {}
    for text in texts:
        in_text: dict[str, float] = {}
        for word in _HANGUL.findall(text):
            stem = korean_noun(word)
            if stem is None or stem in idle or word in idle:
                continue
            weight = 1.0 if stem != word else 2 * _UNSURE
            in_text[stem] = max(in_text.get(stem, 0.0), weight)
            forms.setdefault(stem, set()).add(word)
        for stem, weight in in_text.items():
            scores[stem] = scores.get(stem, 0.0) + weight
    for stem in [stem for stem in scores if stem.endswith("이") and stem[:-1] in scores]:
        scores[stem[:-1]] += scores.pop(stem)  # 수연이가, 수연은
    for stem in scores:
        if len(forms[stem]) > 1:
            scores[stem] *= _PHRASE  # nouns change their particles
    return scores


def korean_noun(word: str) -> str | None:
    """A Korean word without its particle; None if it looks like a verb or is too short."""
    if len(word) < 2 or len(word) > _LONGEST_WORD:
        return None
    if not _ENDS_IN_I.search(word):
        for particle in _KOREAN_PARTICLES:
            rest = word[: -len(particle)]
            if not word.endswith(particle):
                continue
            if len(rest) < 2:
                if particle in _CERTAIN:
                    return None  # of a noun of one syllable
                continue
            consonant = (ord(rest[-1]) - 0xAC00) % 28
            if particle in _AFTER_CONSONANT and (not consonant or (particle == "으로" and consonant == 8)):
                continue
            if particle in _AFTER_VOWEL and consonant and not (particle in ("로", "로는") and consonant == 8):
                continue
            return (
                None if particle not in ("의", "를", "을", "에서", "와", "과") and _KOREAN_VERB.search(rest) else rest
            )
    return None if _KOREAN_VERB.search(word) else word


def _japanese(texts: Sequence[str]) -> dict[str, float]:
    """Japanese words in Katakana, and compounds in Han characters."""
    idle = _idle("ja")
    scores: dict[str, float] = {}
    for text in texts:
        runs = _KANA.findall(text) + [run for run in _HAN.findall(text) if 2 <= len(run) <= 2 * _HAN_LONGEST]
        for run in dict.fromkeys(runs):
            if run not in idle and not run.startswith(("何", "毎", "今", "来週", "先週", "昨")):
                scores[run] = scores.get(run, 0.0) + 1.0
    return scores


def _chinese(texts: Sequence[str]) -> dict[str, float]:
    """Chinese words, found as what stands between common characters, or is said again."""
    idle = _idle("zh")
    seen: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    pattern = _chinese_idle()
    for text in texts:
        pieces = {
            piece for run in _HAN.findall(text) for part in pattern.split(run) for piece in _CHINESE_IDLE.split(part)
        }
        whole.update(piece for piece in pieces if 2 <= len(piece) <= _HAN_LONGEST)
        seen.update(
            {
                piece[at : at + size]
                for piece in pieces
                for size in range(2, _HAN_LONGEST + 1)
                for at in range(len(piece) - size + 1)
            }
        )
    again = {piece for piece, times in seen.items() if times > 1}
    scores: dict[str, float] = {}
    for piece in sorted(again | set(whole), key=lambda piece: (-len(piece), -seen[piece], piece)):
        if piece in idle:
            continue
        # part of a longer word that is said as often
        if any(piece in longer and seen[longer] >= seen[piece] for longer in scores):
            continue
        if len(piece) > 2 and any(
            piece not in other and (piece[1:] in other or piece[:-1] in other) for other in scores
        ):
            continue  # across the border of one found before
        scores[piece] = seen[piece] + 0.5 * (piece in whole) + 0.1 * len(piece)
    return scores


@lru_cache(maxsize=1)
def _chinese_idle() -> re.Pattern[str]:
    words = sorted((word for word in _idle("zh") if len(word) > 1), key=lambda word: (-len(word), word))
    return re.compile("|".join(words))
