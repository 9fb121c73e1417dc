"""The records of a check: counts, shares, sums."""

from __future__ import annotations

import json

import pytest

from soulkeep.types.claims import CONTRADICTED, NOT_CHECKED, NOT_FOUND, SUPPORTED, Check, Claim, Grounding, aggregate


def claim(verdict: str, *, referenced: str = NOT_FOUND, cited: bool = False) -> Claim:
    return Claim(
        text="You adopted a cat.",
        sentence=0,
        recalled=verdict,
        referenced=referenced,
        description=NOT_FOUND,
        verdict=verdict,
        sources=(),
        cited=cited,
    )


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ((), NOT_FOUND),
        ((NOT_FOUND, NOT_FOUND), NOT_FOUND),
        ((NOT_FOUND, CONTRADICTED), CONTRADICTED),
        ((CONTRADICTED, SUPPORTED), SUPPORTED),
        ((SUPPORTED, NOT_FOUND), SUPPORTED),
        ((NOT_CHECKED, SUPPORTED), SUPPORTED),
        ((NOT_CHECKED, CONTRADICTED), CONTRADICTED),
        ((NOT_CHECKED, NOT_CHECKED), NOT_CHECKED),
    ],
)
def test_support_outweighs_contradiction_and_that_silence(verdicts: tuple[str, ...], whole: str) -> None:
    assert aggregate(verdicts) == aggregate(reversed(verdicts)) == whole


def test_a_check_counts_its_claims() -> None:
    check = Check(claims=(claim(SUPPORTED), claim(SUPPORTED), claim(CONTRADICTED), claim(NOT_FOUND)))
    assert (check.supported, check.contradicted, check.not_found) == (2, 1, 1)
    assert check.grounded == 0.5
    assert not check.holds
    assert Check(claims=(claim(SUPPORTED),)).holds


@pytest.mark.parametrize(
    ("verdict", "holds"), [(SUPPORTED, True), (NOT_CHECKED, True), (NOT_FOUND, False), (CONTRADICTED, False)]
)
def test_a_reply_holds_unless_something_speaks_against_it(verdict: str, holds: bool) -> None:
    assert Check(claims=(claim(SUPPORTED), claim(verdict))).holds is holds


def test_what_was_not_checked_counts_neither_for_nor_against_a_reply() -> None:
    check = Check(claims=(claim(SUPPORTED), claim(NOT_CHECKED), claim(NOT_CHECKED), claim(CONTRADICTED)))
    assert (check.not_checked, check.not_found, check.grounded) == (2, 0, 0.5)
    assert Check(claims=(claim(NOT_CHECKED),)).grounded is None
    assert Grounding.of([check]).grounded == 0.5
    assert Grounding.of([Check(claims=(claim(NOT_CHECKED),))]).grounded is None


def test_without_claims_there_is_nothing_to_hold_against_a_reply() -> None:
    check = Check(claims=())
    assert check.holds
    assert check.grounded is None
    assert check.reference_accuracy is None


def test_references_are_judged_by_the_sentences_that_cite() -> None:
    check = Check(
        claims=(
            claim(SUPPORTED, referenced=SUPPORTED, cited=True),
            claim(SUPPORTED, referenced=NOT_FOUND, cited=True),
            claim(SUPPORTED, referenced=SUPPORTED),
        )
    )
    assert check.reference_accuracy == 0.5
    assert Check(claims=(claim(SUPPORTED, referenced=SUPPORTED),)).reference_accuracy is None


def test_checks_of_a_conversation_add_up() -> None:
    one = Check(claims=(claim(SUPPORTED, referenced=SUPPORTED, cited=True), claim(NOT_FOUND)))
    other = Check(claims=(claim(CONTRADICTED, referenced=CONTRADICTED, cited=True),))
    whole = Grounding.of([one, other, Check(claims=())])
    assert (whole.replies, whole.claims) == (3, 3)
    assert (whole.supported, whole.contradicted, whole.not_found) == (1, 1, 1)
    assert (whole.cited, whole.cited_supported) == (2, 1)
    assert whole.grounded == pytest.approx(1 / 3)
    assert whole.reference_accuracy == 0.5


def test_stored_counts_give_the_same_sum() -> None:
    checks = [Check(claims=(claim(SUPPORTED, cited=True), claim(NOT_FOUND))), Check(claims=(claim(CONTRADICTED),))]
    stored = json.loads(json.dumps([check.data() for check in checks]))
    assert Grounding.of_data(stored) == Grounding.of(checks)


def test_damaged_counts_count_as_none() -> None:
    whole = Grounding.of_data([{}, {"supported": "many", "not_found": -3, "contradicted": 2}])
    assert (whole.replies, whole.claims, whole.contradicted) == (2, 2, 2)
    assert Grounding().grounded is None
    assert Grounding().reference_accuracy is None
