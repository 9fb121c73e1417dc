"""Tests of the acts of a person's words: greet, ask, state, agree, refuse, or judge what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.lang.utterances import (
    AGREEMENT,
    FAREWELL,
    FEEDBACK,
    GREETING,
    REJECTION,
    STATEMENT,
    WH_QUESTION,
    YES_NO_QUESTION,
    utterance,
)

KINDS = (GREETING, FAREWELL, WH_QUESTION, YES_NO_QUESTION, STATEMENT, AGREEMENT, REJECTION, FEEDBACK)
ASKED = ("who", "when", "where", "what", "which", "how many", "how long", "how old", "how", "why")
LANGUAGES = ("en", "ko", "de", "fr", "es", "ja", "zh")

# A class a line, what it asks, and the sign of the feedback where there is some; " / " sets the utterances apart.
ENGLISH = """
greeting: Hi! / Hello there / hey / Good morning / good evening, my friend / Hiya :) / Hey Melody!
greeting: Nice to meet you. / yo / Hello again, good to see you
farewell: Bye! / Good night / see you tomorrow / Have a good day / I have to go now, bye / gotta go
farewell: Talk to you later! / Take care / ok bye / sleep well
farewell +: Thanks, goodbye!
wh-question when: When was Charlie Parker born? / when was charlie parker born / do you know when Coltrane was born?
wh-question when: in what year did Bowie die / what time does the concert start
wh-question when: Can you tell me when my sister's birthday is / so he died when? / how long ago was that recorded
wh-question where: tell me where Miles Davis was born / In which city did he grow up?
wh-question where: If I go to Lisbon, where should I eat? / any idea where I left my keys / hey, where's my umbrella
wh-question who: I'd like to know who wrote Yesterday / Whose song is that? / who's playing the trumpet
wh-question who: Hello! Who sang Summertime first? / Do you remember who played drums on Kind of Blue?
wh-question who: To whom did he sell the guitar?
wh-question which: name some jazz musicians / give me a list of albums by Billy Joel
wh-question which: which artists were born in New York / Which of them was older? / list all the songs on Abbey Road
wh-question what: and Miles Davis? / what about his birthplace? / what is the birth place of Ella Fitzgerald
wh-question what: could you tell me something about Nina Simone? / what's your favourite record
wh-question what: I like jazz, what about you? / what did you do yesterday / What should I wear tonight?
wh-question what: i was wondering what you think of Radiohead / Tell me about Prince.
wh-question what: What kind of music do you like
wh-question how long: how long is Yesterday / For how long were they married?
wh-question how many: how many albums has she recorded / How much does a trumpet cost?
wh-question how old: how old is Joe Satriani
wh-question how: How are you? / Hi, how are you doing today? / how do I make pancakes
wh-question why: Why did the Beatles split up? / how come you never sleep? / Do you know why?
wh-question when -: No, that's wrong. When was he born?
wh-question where +: Thanks! And where did she live?
yes/no question: Was Billy Joel born in New York? / is he still alive / He was born in Liverpool, wasn't he?
yes/no question: do you like the Rolling Stones / Have you ever been to Spain? / Did John Lennon play the piano
yes/no question: can you sing / Are you there? / Really? / You know Duke Ellington, right? / hi, are you awake
yes/no question: I wonder whether she still performs / Tell me if Elvis was ever in Vienna / isn't that funny
yes/no question: Thanksgiving is on Thursday this year? / should I call my mother
yes/no question: Does your brother play an instrument? / Do you know Chet Baker? / May I ask you something?
yes/no question: Would you like to hear what happened to me today? / So it rained all day?
statement: I know where he was born. / When I was young, we danced. / No one was there
statement: Hi, I'm Anna, I live in Porto / What a day! / Right, I moved to Porto / I love Miles Davis
statement: My brother plays the guitar in a band. / We went to a concert last night and it was great
statement: How beautiful this song is! / Yes, I grew up in Hamburg. / No, I've never heard of her
statement: I don't know who she is / Where I come from, people sing a lot. / What he did was awful
statement: Tomorrow I have an exam. / it's raining again / I bought a new record yesterday. It's by Nina Simone.
statement: I had a really good day / My boss told me I was wrong / Will Smith is my neighbour's favourite actor
statement: Play something by Coltrane / May is my favourite month / I finally found out why she left
statement: Sure Thing is a great song / Yesterday I told my mum what happened.
statement: Good Vibrations is the best song ever / Okay, so I quit my job today / Thank God it's Friday
statement: Stop in the Name of Love was on the radio / i think we should get a dog
statement: She asked me, "Where have you been?" / You know what? I got the job! / Who cares.
statement: My name's Tom and I'm a nurse / Guess what I did today
statement: Never mind the Bollocks is my brother's favourite album
agreement: yes / Sure! / yes please / ok / why not / Go ahead / I'd love to / yeah, sounds good / of course
agreement: Good idea! / yep / Alright then / Yes, tell me more / definitely / fine with me / Yes, I would like that.
agreement: please do
rejection: no / No thanks / not now / I don't want to know / never mind / nope / I'd rather not / no way
rejection: Not really. / maybe later / No, I don't want to / nah, not interested / forget it / Please don't.
rejection: no need
feedback +: thanks / Great answer! / That's right / well done / that was helpful
feedback +: Thank you so much, that's exactly what I wanted to know / perfect / You're absolutely right / good job!
feedback +: Interesting, good to know / Great, thanks!
feedback -: wrong / that's not true / Nonsense! / You're mistaken. / stop asking that / No, that's not correct
feedback -: that's not what I asked / You've already told me that three times / That makes no sense
feedback -: you got that wrong / bad answer
"""

KOREAN = """
greeting: 안녕 / 안녕하세요! / 좋은 아침이야 / 안녕, 오랜만이야 / 반가워 / 하이 / 나 왔어!
farewell: 잘 가 / 또 봐 / 잘 자 / 나 이제 갈게, 내일 봐 / 안녕히 계세요 / 좋은 하루 보내 / 나 먼저 자러 갈게
farewell: 바이바이
farewell +: 고마워, 다음에 또 보자
wh-question when: 찰리 파커는 언제 태어났어? / 찰리 파커 언제 태어났어 / 몇 년도에 죽었어? / 콘서트 몇 시에 시작해
wh-question when: 내 동생 생일이 언제인지 기억나?
wh-question where: 마일스 데이비스가 어디서 태어났는지 알려줘 / 어느 도시에서 자랐니 / 내 우산 어디 있지?
wh-question who: 예스터데이는 누가 작곡했어? / 이 노래 누가 불렀는지 알아? / 드럼 친 사람이 누군지 궁금해
wh-question who: 네가 제일 좋아하는 가수는 누구니 / 이거 누구 노래야
wh-question which: 재즈 음악가 몇 명만 말해 줘 / 어떤 가수가 뉴욕에서 태어났어? / 빌리 조엘 앨범 목록 좀 알려줘
wh-question what: 마일스 데이비스는? / 그 사람 고향은 뭐야 / 너는 무슨 음악 좋아해? / 안녕, 오늘 뭐 했어?
wh-question what: 니나 시몬에 대해 말해 줘 / 내가 제일 좋아하는 노래가 뭐게 / 이름이 뭐예요 / 저녁에 뭘 먹을까
wh-question how many: 앨범을 몇 장이나 냈어? / 형제가 몇 명이에요?
wh-question how old: 조 새트리아니는 몇 살이야?
wh-question how long: 예스터데이는 얼마나 길어? / 서울에서 부산까지 얼마나 걸려?
wh-question why: 비틀즈는 왜 해체했어? / 왜?
wh-question how: 오늘 기분 어때? / 팬케이크 어떻게 만들어
wh-question when -: 아니야, 틀렸어. 언제 태어났냐고
wh-question where +: 고마워! 그럼 어디 살았어?
yes/no question: 빌리 조엘은 뉴욕에서 태어났어? / 아직 살아 있니 / 그 사람 리버풀 출신이지? / 재즈 좋아해?
yes/no question: 스페인에 가 본 적 있어? / 존 레논도 피아노 쳤나요 / 진짜? / 엄마한테 전화할까 / 거기 누군가 있어?
yes/no question: 듀크 엘링턴 알아? / 뭐 좀 물어봐도 돼? / 언젠가 같이 갈 수 있을까?
yes/no question: 비틀즈가 빈에 간 적이 있는지 알려줘 / 너도 그렇게 생각하냐 / 어제 비 왔습니까
statement: 어릴 때 우리는 춤을 췄어 / 어디선가 들어 본 노래야 / 누군가 문을 두드렸어 / 뭔가 이상해
statement: 언젠가 파리에 가고 싶어 / 나는 그 사람이 어디서 태어났는지 알아 / 안녕, 나는 안나고 포르투에 살아
statement: 나는 마일스 데이비스를 좋아해 / 동생이 밴드에서 기타를 쳐. / 오늘 정말 힘들었어
statement: 어제 콘서트에 갔는데 정말 좋았어 / 응, 나 함부르크에서 자랐어 / 아니, 그 가수는 처음 들어 봐
statement: 내일 시험이 있어. / 비가 또 오네 / 아무도 없었어 / 그래서 나 회사 그만뒀어 / 왜 그랬는지 모르겠어
statement: 새 음반을 샀어. 니나 시몬 거야. / 우리 강아지가 아파 / 오늘 날씨가 얼마나 좋은지 몰라
statement: 엄마가 "어디 있었어?"라고 물었어 / 나 사실 의사야 / 콜트레인 노래 틀어 줘 / 무슨 일이 있어도 갈 거야
agreement: 응 / 그래 / 좋아! / 네, 부탁해요 / 물론이지 / 당연하지 / 그러자 / 응, 듣고 싶어 / 어 말해 봐 / 오케이
rejection: 아니 / 됐어 / 괜찮아, 안 해도 돼 / 나중에 / 싫어 / 아니요, 괜찮아요 / 별로 / 알고 싶지 않아 / 지금은 말고
rejection: 하지 마
feedback +: 고마워 / 맞아 / 잘했어! / 정말 도움이 됐어 / 네 말이 맞아 / 좋은 대답이야, 고마워 / 정답이야
feedback -: 틀렸어 / 그건 사실이 아니야 / 말도 안 돼 / 그만 좀 물어봐 / 아니, 그거 틀렸어 / 그거 아까 말했잖아
feedback -: 내가 물어본 건 그게 아니야 / 헛소리 하지 마
"""

LATER = {  # written after the rules, which were mended by them later
    "en": """
greeting: Good afternoon! / hey buddy, I'm back / Oh hello Melody
farewell: ok I'm off to bed, night! / catch you later / It was lovely talking to you, bye bye
wh-question where: where does Norah Jones come from / Would you tell me where the Beatles recorded Help?
wh-question who: And who produced that album? / My aunt loves opera. Who is the best tenor?
wh-question when: I'd love to know when they first toured Japan / what day is it today
wh-question which: Suggest a few songs by Leonard Cohen
wh-question what: what's the capital of Peru / Can you explain what bebop means / how about Janet Jackson?
wh-question how many: how many siblings does Michael Jackson have?
wh-question why: but why would he do that
wh-question what +: Thanks, what else did she record?
wh-question how: how did you sleep?
wh-question how old: How old was Mozart when he died
wh-question how long: do you know how long the flight to Tokyo takes
yes/no question: are any of them from Vienna / So you have never heard of Björk? / could Bach play the violin
yes/no question: You like cats too, don't you / was Jimi Hendrix left handed / do you think I should apologise to her
statement: My flight got cancelled, what a mess / I've been listening to Björk all morning / No wonder he left
statement: Which is why I never go there anymore. / thanks to my neighbour I found a flat
statement: ok computer is my favourite album / I asked him how he was doing / She's allergic to nuts and so am I
agreement: Yes, go on / sounds great to me
rejection: No, leave it / not today, sorry
feedback -: I'm sorry but that is simply not true / no, you misunderstood me
feedback +: wow, great explanation! / Cool, thank you very much
""",
    "ko": """
greeting: 안녕 멜로디, 나 돌아왔어 / 굿모닝!
farewell: 이제 자야겠다, 잘 자 / 그럼 내일 또 얘기하자
wh-question where: 노라 존스는 어디 출신이야 / 모차르트가 어디에 묻혔는지 알려 줄 수 있어?
wh-question who: 그 앨범은 누가 프로듀싱했는데?
wh-question when: 비틀즈가 일본에 처음 온 게 언제야?
wh-question what: 비밥이 뭔지 설명해 줄래? / 그럼 자넷 잭슨은?
wh-question which: 레너드 코언 노래 몇 곡 추천해 줘
wh-question why: 근데 걔는 왜 그랬을까
wh-question how many: 마이클 잭슨은 형제가 몇이야?
wh-question how: 어제 잘 잤어? 컨디션은 어때?
wh-question what +: 고마워, 그거 말고 또 뭐 녹음했어?
yes/no question: 바흐도 바이올린 켰어? / 지미 헨드릭스 왼손잡이였지? / 걔한테 사과해야 할까? / 내 말 듣고 있니
yes/no question: 뵤크 노래 들어 본 적 있나요
statement: 오늘 아침 내내 뵤크 들었어 / 비행기가 취소돼서 엉망이야 / 친구한테 언제 오냐고 물어봤어
statement: 누가 뭐래도 나는 재즈가 좋아 / 좋아하는 노래를 하루 종일 들었지 / 그래도 어제보다는 나아졌어
agreement: 그래, 말해 줘 / 네 좋아요
rejection: 아니, 오늘은 됐어 / 나중에 들을게
feedback -: 미안하지만 그건 사실이 아니야 / 내 질문 제대로 이해 못 했네
feedback +: 와 설명 진짜 좋다, 고마워 / 오 정확해!
""",
}

OTHERS = {
    "de": """
greeting: Hallo! / Guten Morgen
farewell: Tschüss, bis morgen / Gute Nacht
wh-question when: Wann wurde Charlie Parker geboren?
wh-question where: sag mir, wo Miles Davis geboren ist / In welcher Stadt ist er aufgewachsen?
wh-question how many: wie viele Alben hat sie aufgenommen
wh-question who: Weißt du, wer Yesterday geschrieben hat?
wh-question what: Und Miles Davis?
wh-question how: Hallo, wie geht es dir?
wh-question which: Welche Sänger kommen aus New York?
yes/no question: Lebt er noch? / magst du Jazz / Er kommt aus Liverpool, oder?
statement: Als ich jung war, haben wir getanzt. / Ich weiß, wo er geboren ist. / Wenn es regnet, bleibe ich zu Hause
statement: Ich wohne in Hamburg und arbeite als Koch.
agreement: ja gerne / Klar!
rejection: Nein danke / jetzt nicht
feedback +: Danke, das war hilfreich
feedback -: Das stimmt nicht / Falsch!
""",
    "fr": """
greeting: Bonjour ! / salut, ça fait longtemps
farewell: Au revoir / bonne nuit, à demain
wh-question when: Quand est né Charlie Parker ?
wh-question where: dis-moi où est né Miles Davis
wh-question who: Tu sais qui a écrit Yesterday ?
wh-question what: Et Miles Davis ? / qu'est-ce que tu fais ce soir
wh-question which: Quels chanteurs viennent de New York ?
wh-question how many: combien d'albums a-t-elle enregistrés
wh-question how: Salut, comment vas-tu ?
wh-question why: pourquoi tu pleures
yes/no question: Est-ce qu'il est encore en vie ? / Il vient de Liverpool, n'est-ce pas ? / as-tu un chat
statement: Quand j'étais petite, on dansait. / Je sais où il est né. / J'habite à Lyon et je suis infirmière.
statement: Quelle belle journée !
agreement: oui, volontiers / D'accord
rejection: Non merci / pas maintenant
feedback +: Merci, c'était utile
feedback -: C'est faux / Tu te trompes
""",
    "es": """
greeting: ¡Hola! / Buenos días
farewell: Adiós, hasta mañana / buenas noches, que descanses
wh-question when: ¿Cuándo nació Charlie Parker? / cuándo nació charlie parker
wh-question where: dime dónde nació Miles Davis
wh-question who: ¿Sabes quién escribió Yesterday?
wh-question what: ¿Y Miles Davis?
wh-question how many: ¿Cuántos discos grabó?
wh-question how: Hola, ¿cómo estás?
wh-question which: ¿Cuáles son sus mejores canciones?
wh-question why: por qué lloras
yes/no question: ¿Sigue vivo? / Es de Liverpool, ¿verdad? / ¿Te gusta el jazz?
statement: Cuando era joven, bailábamos. / Sé dónde nació. / Vivo en Sevilla y soy cocinera. / ¡Qué día tan bonito!
agreement: sí, claro / Vale
rejection: No, gracias / ahora no
feedback +: Gracias, muy útil
feedback -: Eso no es verdad / Te equivocas
""",
    "ja": """
greeting: こんにちは / おはよう！
farewell: さようなら / おやすみ、また明日
wh-question when: チャーリー・パーカーはいつ生まれましたか？
wh-question where: マイルス・デイヴィスがどこで生まれたか教えて
wh-question who: イエスタデイは誰が書いたの
wh-question what: マイルス・デイヴィスは？ / 今日は何をしたの
wh-question how many: アルバムは何枚出しましたか
wh-question how: 元気？調子はどう？
wh-question why: なぜ解散したの？
yes/no question: まだ生きてる？ / ジャズは好きですか / リバプール出身だよね？
statement: 子供の頃、よく踊りました。 / どこかで聞いた曲だ / 彼がどこで生まれたか知っている。
statement: 私は東京に住んでいます。 / 誰もいなかった
agreement: はい / うん、いいよ
rejection: いいえ、結構です / 今はいい
feedback +: ありがとう / その通り！
feedback -: それは違います
""",
    "zh": """
greeting: 你好！ / 早上好
farewell: 再见 / 晚安，明天见
wh-question when: 查理·帕克是什么时候出生的？
wh-question where: 告诉我迈尔斯·戴维斯在哪里出生
wh-question who: 你知道谁写了《昨天》吗？
wh-question what: 迈尔斯·戴维斯呢？ / 你今天做了什么
wh-question how many: 她录了几张专辑
wh-question how: 你好，最近怎么样？
wh-question why: 他们为什么解散
wh-question which: 哪些歌手来自纽约？
yes/no question: 他还活着吗 / 你喜不喜欢爵士乐 / 他是利物浦人，对吧？
statement: 小时候我们常跳舞。 / 我知道他在哪里出生。 / 我住在上海，是个护士。 / 什么都没有发生 / 今天天气真好
agreement: 好的 / 当然可以
rejection: 不用了，谢谢 / 现在不要
feedback +: 谢谢你
feedback -: 你说错了 / 这不是真的
""",
}


class Labelled(NamedTuple):
    """An utterance and what it is."""

    text: str
    kind: str
    asks: str | None
    sign: int


def labelled(block: str) -> Iterator[Labelled]:
    """Yield the utterances of a block."""
    for line in block.strip().splitlines():
        label, _, texts = line.partition(": ")
        sign = {"+": 1, "-": -1}.get(label[-1], 0)
        label = label.rstrip("+- ")
        kind = next(kind for kind in KINDS if label.startswith(kind))
        asks = label[len(kind) :].strip() or ("whether" if kind == YES_NO_QUESTION else None)
        for text in texts.split(" / "):
            yield Labelled(text, kind, asks, sign)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


SETS = [("en", ENGLISH), ("ko", KOREAN), *LATER.items(), *OTHERS.items()]


@pytest.mark.parametrize(("language", "block"), SETS[:2], ids=["en", "ko"])
def test_each_class_is_found_with_precision_and_recall(language: str, block: str) -> None:
    cases = list(labelled(block))
    found = [utterance(case.text, language).kind for case in cases]
    meant = Counter(case.kind for case in cases)
    told = Counter(found)
    right = Counter(case.kind for case, kind in zip(cases, found, strict=True) if case.kind == kind)
    measures = {
        kind: (right[kind] / told[kind] if told[kind] else 0.0, right[kind] / number)
        for kind, number in meant.items()
        if number >= 5
    }
    wrong = [(case.text, case.kind, kind) for case, kind in zip(cases, found, strict=True) if case.kind != kind]
    assert set(measures) == set(KINDS)
    assert all(min(pair) >= 0.9 for pair in measures.values()), (measures, wrong)


@pytest.mark.parametrize(("language", "block"), SETS)
def test_nine_in_ten_are_read_wholly_right(language: str, block: str) -> None:
    """The class, what is asked, and the sign of the feedback."""
    cases = list(labelled(block))
    wrong = []
    for case in cases:
        read = utterance(case.text, language)
        if (read.kind, read.asks, sign(read.feedback)) != case[1:]:
            wrong.append((case, read))
    assert len(wrong) <= 0.1 * len(cases), wrong


def test_the_labelled_sets_are_as_large_as_they_should_be() -> None:
    sizes = {language: len(list(labelled(block))) for language, block in [("en", ENGLISH), ("ko", KOREAN)]}
    assert sizes["en"] >= 130
    assert sizes["ko"] >= 90
    assert all(len(list(labelled(block))) >= 12 for block in OTHERS.values())


def test_the_last_wh_question_of_several_counts() -> None:
    assert utterance("Do you know Miles Davis? When was he born?", "en").asks == "when"
    assert utterance("When was he born? Do you know?", "en").asks == "when"
    assert utterance("마일스 데이비스 알아? 언제 태어났어?", "ko").asks == "when"


def test_a_question_outweighs_the_greeting_and_the_statement_before_it() -> None:
    assert utterance("Hi, I'm Anna. Where did Coltrane live?", "en").kind == WH_QUESTION
    assert utterance("Hi, I'm Anna.", "en").kind == STATEMENT
    assert utterance("안녕, 나 안나야. 콜트레인은 어디 살았어?", "ko").kind == WH_QUESTION


def test_a_tale_asks_only_at_its_end() -> None:
    tale = "I went there. It rained. Was it cold? We left. Then we ate. He slept. It was late. I liked it."
    assert utterance(tale, "en").kind == STATEMENT
    assert utterance(tale + " What would you have done?", "en").kind == WH_QUESTION


def test_what_is_quoted_asks_nothing() -> None:
    assert utterance('She asked me, "Where have you been?"', "en").kind == STATEMENT
    assert utterance('Who wrote "Is That All There Is?"', "en").asks == "who"
    assert utterance('엄마가 "어디 있었어?"라고 물었어', "ko").kind == STATEMENT


def test_blame_outweighs_thanks() -> None:
    assert utterance("Thanks, but that's wrong.", "en").feedback == -1.0
    assert utterance("Great, thanks!", "en").feedback == 1.0
    assert utterance("고마워, 근데 그건 틀렸어", "ko").feedback == -1.0


def test_feedback_is_weaker_for_thanks_than_for_praise() -> None:
    assert 0 < utterance("thanks", "en").feedback < utterance("that was very helpful", "en").feedback <= 1


@pytest.mark.parametrize(
    "text", ["Something went wrong.", "What's wrong?", "Was that wrong?", "He was right about me."]
)
def test_wrong_and_right_elsewhere_are_no_feedback(text: str) -> None:
    assert utterance(text, "en").feedback == 0


@pytest.mark.parametrize(
    "text",
    ["어디선가 들었어", "누군가 왔어", "뭔가 달라", "언젠가 갈 거야", "무슨 일이 있어도 갈게", "언제나 네 편이야"],
)
def test_korean_indefinites_are_no_questions(text: str) -> None:
    assert utterance(text, "ko").asks is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [("언니", STATEMENT), ("바쁘니까", STATEMENT), ("바쁘니", YES_NO_QUESTION), ("바쁩니까", YES_NO_QUESTION)],
)
def test_korean_endings_that_look_alike_are_kept_apart(text: str, kind: str) -> None:
    assert utterance(text, "ko").kind == kind


def test_in_other_languages_only_question_marks_ask() -> None:
    assert utterance("Onde nasceu Charlie Parker?", "pt").kind == YES_NO_QUESTION
    assert utterance("Onde nasceu Charlie Parker?", "pt").asks == "whether"
    assert utterance("Onde nasceu Charlie Parker", "pt").kind == STATEMENT


@pytest.mark.parametrize("language", [*LANGUAGES, "pt"])
def test_nothing_said_is_a_statement(language: str) -> None:
    assert utterance("", language) == utterance(" \n", language)
    assert utterance("", language).kind == STATEMENT


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "piece", ["a", "no ", "what, ", "?", '"', "“", " ", "아니 ", "뭐 ", "不", "か、", "¿", "is he "]
)
def test_long_repetitions_are_read_to_their_end(language: str, piece: str) -> None:
    """A pattern that grows with the square of the text would not come back from these."""
    assert utterance(piece * 20_000, language).kind in KINDS


@given(st.text(max_size=80), st.sampled_from([*LANGUAGES, "pt"]))
def test_what_is_asked_goes_with_the_class(text: str, language: str) -> None:
    read = utterance(text, language)
    assert read.kind in KINDS
    assert -1 <= read.feedback <= 1
    if read.kind == WH_QUESTION:
        assert read.asks in ASKED
    else:
        assert read.asks == ("whether" if read.kind == YES_NO_QUESTION else None)
