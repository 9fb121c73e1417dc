"""Tests of what episodes promise: whose they are, that they are removed when they should be, and that nothing breaks
them."""

from __future__ import annotations

import gc
import json
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pyoxigraph as ox
import pytest
from child_talker import ARTISTS, question

import soulkeep
from episodes_support import BORN, EX, MUSIC, NOW, Talk, dbo, dbr, told
from nursery import PIPE, Child
from soulkeep.graph.episodes.log import Input
from soulkeep.graph.vocabulary import SK
from soulkeep.stores.rows import PartitionKey

CHILD = Path(__file__).with_name("child_talker.py")
TEXTS = "SELECT ?text { ?episode sk:text ?text }"
ANSWERED = ["input", "answer", "similar", "patterns", "message"]
SECRET = "Quetzalcoatl"
ODD_PEOPLE = (
    "anna/../boris", 'anna" . <x> <y> "', "anna' OR 1=1 --", "<anna>", "anna#input", "안나", "%2e%2e",
    "\\", " ", "a" * 200,
)  # fmt: skip


@pytest.fixture
def talk() -> Iterator[Talk]:
    with Talk() as talk:
        yield talk


def quads(episodes: soulkeep.Episodes) -> list[ox.Quad]:
    """Return the TriG of episodes, read again."""
    return list(ox.parse(episodes.trig(), format=ox.RdfFormat.TRIG))


def texts_in(episodes: soulkeep.Episodes) -> set[str]:
    """Return all texts of turns in the TriG of episodes. Derived statements quote them, with who said it."""
    found = {quad.object.value for quad in quads(episodes) if quad.predicate.value == f"{SK}text"}  # type: ignore[union-attr]
    return {text for text in found if not text.endswith("”")}


def child(mode: str, path: Path, run: str) -> Child:
    return Child([CHILD, mode, path, run], stdin=PIPE, stdout=PIPE, preload=["warm_talker"])


# -- whose they are


def shows(talk: Talk, character: soulkeep.Character, person: str | None) -> str:
    """Return everything that can be seen of a past, as one text."""
    episodes = character.episodes(person=person)
    asked = ["What did I ask you today?", "What have we talked about?"]
    told = [character.reply(text, person=person, id=f"{i}") for i, text in enumerate(asked)]
    seen: list[object] = [
        list(episodes), episodes.interests(), episodes.trig(), [reply.text for reply in told],
        *(episodes.similar(text) for text in (BORN, "When was Miles Davis born?")),
        episodes.patterns(BORN), episodes.sparql(TEXTS).rows,
        episodes.sparql("SELECT * { GRAPH ?g { ?s ?p ?o } FILTER(STRSTARTS(STR(?g), 'urn:soulkeep:situation')) }").rows,
        episodes.sparql("SELECT * { ?i a sk:Interest ; sk:term ?term }").rows,
    ]  # fmt: skip
    return repr(seen)


def test_what_one_person_says_another_never_sees(talk: Talk) -> None:
    talk.say_all([BORN, f"I love Charlie Parker, says {SECRET}."])
    assert "Charlie" in shows(talk, talk.ella, "anna")
    for other in ("boris", "Anna", "ann", None):
        seen = shows(talk, talk.ella, other)
        assert "Charlie" not in seen.replace(repr(BORN), "")
        assert SECRET not in seen


def test_what_one_character_hears_another_never_sees(talk: Talk) -> None:
    otis = talk.keep.character("otis", name="Otis")
    talk.say_all([BORN, f"I love Charlie Parker, says {SECRET}."])
    assert list(otis.episodes(person="anna")) == []
    otis.know(b'<http://x/a> <http://www.w3.org/2000/01/rdf-schema#label> "Anything"@en .', source="x", format="turtle")
    assert "Charlie" not in shows(talk, otis, "anna")


def test_nobody_in_particular_has_episodes_of_their_own(talk: Talk) -> None:
    talk.say(BORN, person=None)
    assert len(talk.episodes(None)) == 5
    assert len(talk.episodes("anna")) == 0
    assert talk.say(BORN).patterns == ()
    assert told(talk.say(BORN, person=None)) == "same_question_again"


@pytest.mark.parametrize("person", ODD_PEOPLE)
def test_a_person_may_be_called_anything(talk: Talk, person: str) -> None:
    if not person.strip():
        with pytest.raises(soulkeep.InputError):
            talk.say(BORN, person=person)
        return
    talk.say("When was Miles Davis born?", person="anna")
    talk.say("When was Tina Turner born?", person="boris")
    reply = talk.say(BORN, person=person)
    assert talk.texts(person) == [BORN]
    assert texts_in(talk.episodes(person)) == {BORN, reply.text}
    rows = (
        talk.ella.episodes(person=person)
        .sparql("SELECT ?who ?text { ?e a sk:Input ; sk:speaker ?who ; sk:text ?text }")
        .rows
    )
    assert len(rows) == 1
    speakers = {q.object.value for q in quads(talk.episodes(person)) if q.predicate.value == f"{SK}speaker"}  # type: ignore[union-attr]
    assert speakers == {person}


# -- what goes


def test_a_forgotten_turn_is_in_no_episode_and_restored_it_is(talk: Talk) -> None:
    reply = talk.say(BORN)
    talk.say("Who recorded Abbey Road?")
    assert reply.heard is not None
    episodes = talk.episodes()
    before, interests = list(episodes), episodes.interests()
    situations = "SELECT ?s { ?s a sk:Situation }"
    assert len(talk.ella.episodes(person="anna").sparql(situations).rows) == 2

    talk.ella.forget(reply.heard, person="anna")
    assert talk.texts() == ["Who recorded Abbey Road?"]
    assert reply.heard not in {one.turn for one in episodes}
    assert BORN not in texts_in(episodes)
    assert episodes.similar(BORN) == ()
    assert episodes.patterns(BORN) == []
    assert dbr("Charlie_Parker") not in {one.term for one in episodes.interests()}
    assert len(talk.ella.episodes(person="anna").sparql(situations).rows) == 1
    assert talk.ella.episodes(person="anna").sparql(f"ASK {{ ?e sk:text {json.dumps(BORN)} }}").truth is False

    talk.ella.restore(reply.heard, person="anna")
    assert list(episodes) == before
    assert episodes.interests() == interests
    assert len(talk.ella.episodes(person="anna").sparql(situations).rows) == 2


def test_a_deleted_turn_is_in_no_episode(talk: Talk) -> None:
    reply = talk.say(BORN)
    talk.say("Who recorded Abbey Road?")
    store = talk.keep._store
    found = store.find(PartitionKey("ella", "anna"), reply.heard or "")
    assert found is not None
    store.delete(found.partition, [found.seq], at=NOW.timestamp())
    assert talk.texts() == ["Who recorded Abbey Road?"]
    assert talk.episodes().similar(BORN) == ()
    assert not talk.ella.episodes(person="anna").sparql(f"ASK {{ ?e sk:text {json.dumps(BORN)} }}").truth


def test_rating_and_using_a_memory_leaves_the_episodes_as_they_are(talk: Talk) -> None:
    reply = talk.say_all([BORN, "Who recorded Abbey Road?"])
    before, interests = list(talk.episodes()), talk.episodes().interests()
    talk.ella.amend(reply.heard or "", importance=9.0, person="anna")
    talk.ella.amend(reply.heard or "", person="anna", pinned=True)
    assert list(talk.episodes()) == before
    assert talk.episodes().interests() == interests


def test_of_an_erased_person_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with Talk(path=path) as talk, Talk(path=path, knowing=None) as other:
        talk.say_all([BORN, f"I love Charlie Parker, {SECRET}!", "Thanks, great!"])
        talk.say("Who recorded Abbey Road?", person="boris")
        episodes = talk.episodes()
        assert f"I love Charlie Parker, {SECRET}!" in {one.text for one in episodes}
        for keeper in (talk, other):
            assert any(SECRET in (row[0] or "") for row in keeper.ella.episodes(person="anna").sparql(TEXTS).rows)
        assert talk.keep.erase(person="anna").clean

        assert SECRET.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert (list(episodes), episodes.interests(), episodes.patterns(BORN)) == ([], [], [])
        for keeper in (talk, other):
            assert keeper.ella.episodes(person="anna").sparql(TEXTS).rows == ()
            assert len(keeper.episodes()) == 0
        gc.collect()
        assert [one for one in gc.get_objects() if isinstance(one, Input) and SECRET in one.text] == []
        assert talk.texts("boris") == ["Who recorded Abbey Road?"]

        again = talk.say(BORN)
        assert (again.similar, again.patterns, again.remarks) == ((), (), ())
        assert talk.texts() == other.texts() == [BORN]


def test_what_is_no_longer_known_is_still_remembered_and_nothing_breaks(talk: Talk) -> None:
    talk.say_all([BORN, "I love Billy Joel."])
    talk.ella.knowledge.remove("data")
    assert talk.say("Bye!").responder == "courtesy"
    assert talk.say("That's wrong.").responder == "courtesy"
    talk.wait(days=1)
    assert talk.say("Hello!").responder == "courtesy"
    assert BORN in talk.say("What did I ask you yesterday?").text
    assert BORN in texts_in(talk.episodes())
    assert talk.episodes().interests() == []
    assert talk.ella.episodes(person="anna").sparql(TEXTS).rows


# -- several processes, threads, and death


def test_what_one_process_replies_the_others_episodes_show(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    with Talk(path=path) as talk, child("serve", path, "") as other:
        assert other.stdin is not None
        assert other.stdout is not None
        assert json.loads(other.stdout.readline()) == "ready"
        expected: list[str] = []
        for text, remark in ((BORN, None), (BORN, "same_question_again"), ("Who wrote Imagine?", None)):
            assert told(talk.say(text)) == remark
            other.stdin.write(json.dumps(BORN) + "\n")
            other.stdin.flush()
            _, remarks, texts = json.loads(other.stdout.readline())
            expected += [text, BORN]
            assert texts == talk.texts() == expected
            assert len(remarks) == 1
            assert remarks[0].startswith("same_question")
        other.stdin.close()


def whole(talk: Talk) -> dict[str, list[str]]:
    """Return the kinds of the episodes of each answered turn, by the turn's id; incomplete ones are left out."""
    episodes = list(talk.episodes())
    assert [one.order for one in episodes] == sorted({one.order for one in episodes})
    assert len({one.id for one in episodes}) == len(episodes)
    found: dict[str, list[str]] = {}
    for one in episodes:
        found.setdefault(one.turn, []).append(one.kind)
    for turn, kinds in found.items():
        assert kinds == (ANSWERED[1:] if turn.endswith("/answer") else ["input"])
    return found


def test_replies_that_are_killed_leave_no_half_episodes(tmp_path: Path) -> None:
    path = tmp_path / "keep.db"
    acknowledged: list[str] = []
    for run in range(6):
        with child("reply_for_ever", path, f"run{run}") as killed:
            assert killed.stdout is not None
            heard = [killed.stdout.readline() for _ in range(3 + run)]
            assert all(heard), "the child ended by itself"
            killed.kill()
            acknowledged += [json.loads(line) for line in [*heard, *killed.stdout] if line.endswith("\n")]
    with Talk(path=path) as talk:
        found = whole(talk)
        assert {*acknowledged, *(f"{id}/answer" for id in acknowledged)} <= set(found)
        unanswered = [turn for turn in found if not turn.endswith("/answer") and f"{turn}/answer" not in found]
        for id in unanswered:  # the same call again goes on where the last one was killed
            reply = talk.say(question(int(id.rsplit(".", 1)[1])), id=id)
            assert reply.heard == id
        assert all(f"{id}/answer" in whole(talk) for id in unanswered)
        assert texts_in(talk.episodes()) >= set(talk.texts())


def test_threads_reply_to_one_person_at_once(talk: Talk) -> None:
    failed: list[BaseException] = []

    def ask(thread: int) -> None:
        try:
            for number in range(8):
                text = question(thread + number)
                reply = talk.ella.reply(text, person="anna", id=f"{thread}.{number}")
                assert ARTISTS[(thread + number) % len(ARTISTS)] in reply.text
        except BaseException as error:
            failed.append(error)

    def look() -> None:
        try:
            for _ in range(15):
                list(talk.episodes())
                talk.episodes().interests()
                talk.episodes().trig()
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=ask, args=(number,)) for number in range(5)] + [Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(whole(talk)) == 2 * 40
    assert Counter(talk.texts()) == {question(number): 8 for number in range(5)}
    before, interests = list(talk.episodes()), talk.episodes().interests()
    talk.keep._runtime.graph_cache.pasts.clear()
    assert list(talk.episodes()) == before
    assert {one.term: pytest.approx(one.weight) for one in interests} == {
        one.term: one.weight for one in talk.episodes().interests()
    }


def test_looking_at_the_episodes_changes_nothing(talk: Talk) -> None:
    texts = [BORN, "Thanks, great!", "I love Billy Joel.", "Where was Lou Reed born?", "That's wrong.", BORN]
    with Talk() as watched:
        for text in texts:
            talk.say(text)
            watched.say(text)
            watched.episodes().interests()
            watched.episodes().trig()
            watched.episodes().similar(BORN)
        seen, unseen = ({one.term: one.weight for one in each.episodes().interests()} for each in (watched, talk))
    assert seen == {term: pytest.approx(weight) for term, weight in unseen.items()}


# -- texts that nobody expects


POISON = (
    "a" * 50_000, "x " * 25_000, "?!.,;:" * 8_000, "(" * 50_000, "'" * 50_000, f"{BORN} " * 1_600,
    "Miles Davis, " * 3_800,
    "\x01\x02\x7f\x85\u2028\u2029\ufeff When was Charlie Parker born?\r\n\t", "?", "…", "\u202e\u0301\u200d",
    'When was "> . <x> <y> " Charlie Parker <urn:a> born? } ; DROP ALL #', 'Was "Charlie Parker"^^<urn:x> born @en . ?',
    "\\u0022 \\\" \\n ''' \"\"\" Charlie Parker", "{{ 7 * 7 }} {% for x in y %} Charlie Parker",
    "[m1] Charlie Parker [m2]",
)  # fmt: skip


@pytest.mark.parametrize("text", POISON, ids=range(len(POISON)))
def test_a_poisoned_turn_breaks_nothing_and_is_kept_verbatim(talk: Talk, text: str) -> None:
    talk.say(BORN)
    poisoned = talk.say(text)
    said = talk.ella.memory(poisoned.said or "", person="anna").text
    assert said
    assert "29 August 1920" in talk.say(BORN).text
    assert talk.texts()[1] == text
    assert {BORN, text, said} <= texts_in(talk.episodes())
    rows = talk.ella.episodes(person="anna").sparql(TEXTS).rows
    assert ox.Literal(text) in {next(iter(ox.parse(f"<a:a> <a:a> {row[0]} .", format=ox.RdfFormat.TURTLE))).object
                                for row in rows}  # fmt: skip
    assert talk.episodes().similar(text) is not None
    assert talk.episodes().patterns(text) is not None
    assert talk.say("What did I ask you today?").responder == "episode"


NAMES = ('Ann "The Hammer" O\'Neil', "Back\\slash Bob", "{{Curly}} Cleo", "<Angle> Ada")


@pytest.mark.parametrize("name", NAMES)
def test_an_entity_may_be_called_anything(name: str) -> None:
    label = name.replace("\\", "\\\\").replace('"', '\\"')
    knowing = f"""{EX}
    ex:Boxer a owl:Class ; rdfs:label "boxer"@en .
    ex:birthDate rdfs:label "birth date"@en ; rdfs:domain ex:Boxer ; rdfs:range xsd:date .
    <http://example.org/o'n?e=i&l#1> a ex:Boxer ; rdfs:label "{label}"@en ; ex:birthDate "1950-02-03"^^xsd:date .
    """
    with Talk(knowing=knowing.encode()) as talk:
        text = f"When was {name} born?"
        replies = [talk.say(text), talk.say(text)]
        assert [reply.responder for reply in replies] == ["knowledge"] * 2
        assert name in replies[0].text
        assert replies[1].similar[0].by == "same"
        assert {text, *(reply.text for reply in replies)} == texts_in(talk.episodes())
        assert name in {one.label for one in talk.episodes().interests()}


# -- times


def test_a_time_without_a_zone_is_refused_and_nothing_is_stored(talk: Talk) -> None:
    naive = datetime(2026, 5, 8, 12)
    with pytest.raises(soulkeep.NaiveTime):
        talk.ella.reply(BORN, person="anna", time=naive)
    with pytest.raises(soulkeep.NaiveTime):
        talk.ella.episodes(person="anna", time=naive)
    assert len(talk.episodes()) == 0


def test_turns_out_of_order_in_the_future_and_undated_are_kept_in_the_order_they_were_told(talk: Talk) -> None:
    times = [NOW, NOW - timedelta(days=400), NOW + timedelta(days=700), None, NOW]
    for number, time in enumerate(times):
        turn = soulkeep.Turn(question(number), time=time)
        talk.ella.observe_many([turn], person="anna", undated=time is None)
    episodes = list(talk.episodes())
    assert [one.text for one in episodes] == [question(number) for number in range(5)]
    assert [one.time for one in episodes] == times
    assert [one.order for one in episodes] == sorted(one.order for one in episodes)
    assert [one.text for one in talk.episodes().during("today")] == [question(number) for number in (0, 2, 4)]
    for number in range(5):
        reply = talk.say(question(number))
        assert reply.similar[0].by == "same"
        assert reply.patterns[0].count == 1
    assert len(quads(talk.episodes())) > 50


def test_an_undated_question_is_no_reason_to_be_annoyed(talk: Talk) -> None:
    talk.ella.observe_many([soulkeep.Turn(BORN)] * 5, person="anna", undated=True)
    reply = talk.say(BORN)
    assert reply.patterns[0].since is None
    assert reply.remarks == ()


# -- earlier talk, and repetitions


def test_earlier_talk_is_understood_once_it_is_known_what_it_is_about() -> None:
    texts = [f"{question(n)} ({n})" for n in range(600)]
    turns = [soulkeep.Turn(text, "anna", NOW - timedelta(minutes=n), id=f"t{n}") for n, text in enumerate(texts)]
    with Talk(knowing=None) as talk:
        assert sum(one.new for one in talk.ella.observe_many(turns, person="anna")) == 600
        assert len(talk.texts()) == 600
        talk.ella.know(MUSIC)
        talk.keep.settle()
        episodes = list(talk.episodes())
        assert len(episodes) == 600
        assert all(one.understanding is not None and one.understanding.properties for one in episodes)
        assert not any(one.new for one in talk.ella.observe_many(turns, person="anna"))
        assert talk.texts() == texts
        talk.keep.settle()
        assert list(talk.episodes()) == episodes
        assert talk.episodes().patterns("When was Miles Davis born?")[0].count == 120
        assert dbo("birthDate") in {one.term for one in talk.episodes().interests("property")}


def test_a_reply_with_the_same_id_gives_the_stored_answer_and_no_second_episode(talk: Talk) -> None:
    first = talk.say(BORN, id="q1")
    before = list(talk.episodes())
    second = talk.say(BORN, id="q1")
    assert (second.text, second.responder) == (first.text, "stored")
    assert list(talk.episodes()) == before


def test_an_id_with_odd_characters_names_an_episode(talk: Talk) -> None:
    for id in ('a"b', "a/../b", "a b#c", "<x>", "안녕", "a%2Fb"):
        talk.say(BORN, id=id)
        assert [one.kind for one in talk.episodes().trace(id)] == ANSWERED[1:]
    assert len({one.id for one in talk.episodes()}) == len(talk.episodes())
    assert len({quad.subject.value for quad in quads(talk.episodes()) if quad.predicate.value == f"{SK}order"}) == len(  # type: ignore[union-attr]
        talk.episodes()
    )


def test_a_question_about_very_many_things_keeps_the_order(talk: Talk) -> None:
    rows = (
        talk.ella.episodes()
        .sparql(f"SELECT ?name {{ ?one a {dbo('Singer')} ; rdfs:label ?name FILTER(LANG(?name) = 'en') }} LIMIT 40")
        .rows
    )
    names = [(row[0] or "").split('"')[1] for row in rows]
    talk.say(f"When did {', '.join(names[:-1])} and {names[-1]} die?")
    talk.say(BORN)
    orders = [one.order for one in talk.episodes()]
    assert len(orders) > 40
    assert orders == sorted(set(orders))


def test_never_means_never() -> None:
    with Talk(remarks=0.0) as talk:
        replies = [talk.say(BORN) for _ in range(6)]
        assert [told(reply) for reply in replies] == [None] * 6
        assert replies[-1].remarks  # they are there for whoever wants them


def test_a_listener_who_leaves_has_heard_what_was_said(talk: Talk) -> None:
    stream: Any = talk.ella.stream(BORN, person="anna", id="q1")
    pieces = iter(stream)
    heard = next(pieces)
    pieces.close()
    assert [one.kind for one in talk.episodes()] == ["input", "message"]
    assert list(talk.episodes())[-1].text == heard.strip()
    assert "29 August 1920" in talk.say(BORN).text
    assert len(quads(talk.episodes())) > 10


def test_the_weights_in_sparql_fade_as_those_of_interests_do(talk: Talk) -> None:
    talk.say(BORN)
    query = "SELECT ?weight { ?i sk:kind 'property' ; sk:weight ?weight }"

    def weight() -> float:
        return float((talk.ella.episodes(person="anna").sparql(query).rows[0][0] or "").split('"')[1])

    before = weight()
    talk.wait(days=30)
    assert weight() == pytest.approx(before / 2, abs=1e-3)


def test_what_was_evaluated_or_full_of_feeling_is_forgotten_only_by_name() -> None:
    with Talk() as talk:
        praised = talk.say("When was Charlie Parker born?")
        talk.say("That was a great answer, thank you!")
        plain = talk.say("When was Miles Davis born?")
        felt = talk.say("I am so terribly sad and heartbroken that Lou Reed died!")
        gone = {memory.id for memory in talk.ella.forget(person="anna", way="oldest", count=100)}
        assert {plain.heard, plain.said} <= gone
        assert not {praised.heard, praised.said, felt.heard} & gone
        assert praised.heard is not None
        assert talk.ella.forget(praised.heard, person="anna")[0].id == praised.heard


def test_an_episode_that_is_told_of_was_retrieved() -> None:
    with Talk() as talk:
        first = talk.say("When was Charlie Parker born?").heard
        assert first is not None
        before = talk.ella.memory(first, person="anna")
        talk.wait(days=2)
        talk.say("When was Charlie Parker born?")
        after = talk.ella.memory(first, person="anna")
        assert after.accessed > before.accessed
        assert after.stability > before.stability


def test_nothing_leans_on_what_is_forgotten() -> None:
    with Talk() as talk:
        asked = talk.say("When was Charlie Parker born?")
        for id in (asked.heard, asked.said):
            assert id is not None
            talk.ella.forget(id, person="anna")
        assert talk.say("Where was he born?").responder != "knowledge"


def test_what_others_say_in_a_talk_is_no_interest_of_the_person() -> None:
    with Talk() as talk:
        talk.say("Hello!")
        talk.ella.observe("I love Billy Joel.", person="anna", speaker="boris")
        talk.ella.observe("I love Lou Reed.", person="anna", speaker="Anna")
        assert [one.label for one in talk.episodes().interests("entity")] == ["Lou Reed"]


def test_a_character_that_is_renamed_still_knows_its_own_words() -> None:
    with Talk() as talk:
        talk.say("When was Lou Reed born?")
        before = [episode.kind for episode in talk.episodes()]
        talk.keep.character("ella", name="Evelyn")
        talk.ella = talk.keep.character("ella")
        assert [episode.kind for episode in talk.episodes()] == before


def test_he_in_one_conversation_is_nobody_of_another() -> None:
    with Talk(knowing=None) as talk:
        for number in range(70):  # more than are worked on together
            talk.ella.observe("When was Charlie Parker born?", person="anna", session="a", id=f"a{number}")
            talk.ella.observe("Where was he born?", person="anna", session="b" if number else "a", id=f"b{number}")
        talk.ella.know(MUSIC, source="data")
        talk.keep.settle()
        carried = [
            bool(one.understanding and one.understanding.carried) for one in talk.episodes() if one.kind == "input"
        ]
        assert carried.count(True) == 1


def test_erasing_one_person_leaves_the_queries_of_others(tmp_path: Path) -> None:
    with Talk(path=tmp_path / "keep.db") as talk:
        talk.say("When was Lou Reed born?")
        talk.say("Hello!", person="boris")
        assert talk.episodes().sparql("ASK {}").truth
        talk.keep.erase(person="boris")
        assert talk.episodes().sparql("ASK {}").truth


def test_unlearnt_data_is_in_no_file(tmp_path: Path) -> None:
    with Talk(path=tmp_path / "keep.db", knowing=None) as talk:
        secret = b'<http://x/s> <http://x/p> "secret" .\n'
        talk.ella.know(secret, source="one")
        [graph] = talk.keep._runtime.store.graphs("ella")
        data = talk.keep._runtime.store.graph(graph.digest)
        assert data is not None
        talk.ella.knowledge.remove("one")
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert data not in kept
