"""The same question has the same answer in every process, whatever order its sets of words come in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SHEET = Path(__file__).parents[1] / "sheets" / "knowledge" / "ricecakes.ttl"

CHILD = """
import sys
import soulkeep
from soulkeep.graph.episodes.understand import understand
from soulkeep.graph.files import read_file
from soulkeep.graph.knowledge import Knowledge
from pathlib import Path
knowledge = Knowledge([read_file(Path(sys.argv[1])).data])
for question in ("남궁옥희 장인께 배운 사람들은 누구누구인가요?", "제일 비싼 떡은 뭐야?", "누가 제갈봉을 가르쳤어?"):
    said = understand(question, "ko", knowledge)
    print(said.query, said.sure)
"""


def test_a_question_is_read_alike_in_every_process() -> None:
    read = {
        subprocess.run(
            [sys.executable, "-c", CHILD, str(SHEET)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(read) == 1
    assert b"wants" in read.pop()
