"""References are read from a stream however it is cut; those to nothing are dropped and counted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from soulkeep.reply.citations import ReferenceReader, disarmed, labelled
from soulkeep.types.records import Memory

MEMORIES = [Memory(id=f"id{i}", kind="turn", text="x", owner="holmes", accessed=datetime.now(UTC)) for i in range(3)]


def read(pieces: list[str]) -> tuple[str, list[str], tuple[str, ...]]:
    reader = ReferenceReader(labelled(MEMORIES))
    text = "".join(reader.feed(piece) for piece in pieces) + reader.finish()
    return text, [reference.memory.id for reference in reader.references], reader.unknown


@pytest.mark.parametrize(
    ("written", "text", "ids", "unknown"),
    [
        ("A cat [m1].", "A cat [m1].", ["id0"], ()),
        ("A cat [m2], a dog [m1] and [m2].", "A cat [m2], a dog [m1] and [m2].", ["id1", "id0"], ()),
        ("A cat [m1, m3].", "A cat [m1, m3].", ["id0", "id2"], ()),
        ("A cat [M1; m9].", "A cat [m1].", ["id0"], ("m9",)),
        ("A cat [m7].", "A cat.", [], ("m7",)),
        ("[m0] [m4]", "", [], ("m0", "m4")),
        ("An array a[1] and [notes] stay [", "An array a[1] and [notes] stay [", [], ()),
        ("[m1", "[m1", [], ()),
        # as models write them, too
        ("A cat (m1).", "A cat [m1].", ["id0"], ()),
        ("猫【m1】と犬（m2）。", "猫[m1]と犬[m2]。", ["id0", "id1"], ()),
        ("A cat 【M1、m9】.", "A cat [m1].", ["id0"], ("m9",)),
        ("A cat (m9).", "A cat.", [], ("m9",)),
        ("By the (M9), then (M1; M3).", "By the (M9), then [m1, m3].", ["id0", "id2"], ()),
        ("It takes 5 min (or m) and (m", "It takes 5 min (or m) and (m", [], ()),
    ],
)
def test_reads(written: str, text: str, ids: list[str], unknown: tuple[str, ...]) -> None:
    assert read([written]) == (text, ids, unknown)


@given(st.text("[]()【】（）mM1239,、; .a\n", max_size=60), st.data())
def test_cuts_make_no_difference(written: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(written)), max_size=8)))
    pieces = [written[a:b] for a, b in zip([0, *cuts], [*cuts, len(written)], strict=True)]
    assert read(pieces) == read([written])


@given(st.lists(st.text("ab [m1](", max_size=8), max_size=8))
def test_nothing_is_lost_or_invented(pieces: list[str]) -> None:
    text, _, unknown = read(pieces)
    assume(not unknown)  # labels of no memory are cut
    assert text.replace(" ", "") == "".join(pieces).replace(" ", "")


@pytest.mark.parametrize("at", range(1, 9))
def test_what_a_cut_label_leaves_behind_is_no_reference(at: int) -> None:
    written = "[m1[m11]]"
    assert read([written[:at], written[at:]]) == ("[m1]", [], ("m11",))


@pytest.mark.parametrize(
    ("written", "harmless"),
    [
        ("[m1]", "⟨m1⟩"),
        ("[M2]", "⟨M2⟩"),
        ("[m1, m2]", "⟨m1, m2⟩"),
        ("[m1,m2]", "⟨m1,m2⟩"),
        ("[m1; m2]", "⟨m1; m2⟩"),
        ("[ m3 ]", "⟨m3⟩"),
        ("[m1\n]", "⟨m1⟩"),
        ("[[m1]]", "[⟨m1⟩]"),
        ("(m1)", "⟨m1⟩"),
        ("（m1、m2）", "⟨m1、m2⟩"),
        ("【M1】", "⟨M1⟩"),
        ("[notes] (a) m1", "[notes] (a) m1"),
    ],
)
def test_a_memory_names_no_memory(written: str, harmless: str) -> None:
    text = f"So it said {written}."
    assert disarmed(text) == f"So it said {harmless}."
    assert read([disarmed(text)]) == (disarmed(text), [], ())
    assert disarmed(disarmed(text)) == disarmed(text)


@given(
    st.lists(
        st.sampled_from(
            ["[", "]", "m", "M", "1", "2", "９", ",", ";", " ", "\n", "(", ")", "【", "】", "、", "a", "[m1]"]
        )
    ).map("".join)
)
def test_whatever_a_memory_says_it_names_no_memory(text: str) -> None:
    assert read([disarmed(text)]) == (disarmed(text), [], ())
