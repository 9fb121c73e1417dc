"""Tests of what a language model's memories are worth, replayed from its recorded answers: a prompt that changed is
noticed."""

from __future__ import annotations

import pytest
from benchmarks.talks.report import Report, associations, judge
from benchmarks.talks.talk import NAMES


@pytest.fixture(scope="module")
def reports() -> dict[str, Report]:
    return {name: judge(name) for name in NAMES}


def test_what_the_model_gave_is_kept(reports: dict[str, Report]) -> None:
    kept, emitted = sum(one.kept for one in reports.values()), sum(one.emitted for one in reports.values())
    assert emitted > 400
    assert kept / emitted >= 0.97


def test_little_of_what_holds_at_the_end_is_wrong(reports: dict[str, Report]) -> None:
    judged = [one.wrong for one in reports.values()]
    assert None not in judged, "others are standing than were judged: have them judged anew"
    assert sum(filter(None, judged)) / sum(one.standing for one in reports.values()) <= 0.05


def test_the_evidence_is_in_the_prompt(reports: dict[str, Report]) -> None:
    questions = sum(sum(one.questions.values()) for one in reports.values())
    found = {way: sum(sum(one.found[way].values()) for one in reports.values()) for way in ("with", "without")}
    assert questions == 80
    assert found["with"] / questions >= 0.93
    assert found["with"] - found["without"] >= 0.15 * questions, "or the talks are too easy to show anything"


def test_it_costs_little_more_than_a_call_a_message(reports: dict[str, Report]) -> None:
    for name, one in reports.items():
        assert one.per_message <= 1.2, name


def test_cues_call_to_mind_what_shares_no_word() -> None:
    found = associations()
    assert found["with"]["R@10"] >= found["without"]["R@10"] + 0.2
