"""Every way of asking of `benchmarks.constructions`, of what data holds: two data sets in each of three languages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from benchmarks.constructions import SHEETS, questions
from benchmarks.knowledge import RIGHT, WRONG, asked

from tests_support import part

UNDERSTOOD = {"en": ("birdsanctuary", "metro"), "de": ("feuerwehr", "schachverein"), "ko": ("bookstore", "townmuseum")}


@pytest.mark.parametrize("language", sorted(UNDERSTOOD))
def test_what_data_holds_is_told_however_it_is_asked(language: str) -> None:
    count: Counter[str] = Counter()
    missed: list[str] = []
    for name in UNDERSTOOD[language]:
        path = SHEETS / f"{name}.ttl"
        for one in asked(path, part([*questions(path, language)])):
            count[one.verdict] += 1
            if one.verdict != RIGHT:
                missed.append(f"{name} [{one.verdict}] {one.case['before']} {one.case['ask']} -> {one.text}")
    assert count.total() > 100
    assert count[RIGHT] / count.total() >= 0.93, missed
    assert count[WRONG] / count.total() <= 0.01, missed


def test_questions_are_the_same_every_time_and_hold_their_answers() -> None:
    path = SHEETS / "metro.ttl"
    first = [*questions(path, "en")]
    assert first == [*questions(path, "en")]
    assert first != [*questions(path, "en", seed=2)]
    assert {"value", "so", "not_so", "most", "count", "each", "same"} <= {one["kind"] for one in first}
    assert all(one["right"] and all(one["right"]) for one in first)


def test_korean_particles_and_german_articles_fit_the_word(tmp_path: Path) -> None:
    path = tmp_path / "x.ttl"
    path.write_text(
        "@prefix : <http://x/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ':p rdfs:label "직업"@ko, "Ort"@de . :K rdfs:label "고양이"@ko, "Katze"@de .\n'
        + "".join(
            f':{name} a :K ; rdfs:label "{name}" ; :p "{work}" .\n'
            for name, work in (("가나", "목수"), ("다람", "의사"), ("마바", "시인"))
        )
    )
    korean = {one["ask"] for one in questions(path, "ko")}
    assert {"고양이 수는?", "고양이는 몇이나 있어?"} <= korean
    assert any(one.endswith("직업은 뭐야?") for one in korean)
    german = {one["ask"] for one in questions(path, "de")}
    assert any(one.startswith("Kennst du den Ort von ") for one in german)
