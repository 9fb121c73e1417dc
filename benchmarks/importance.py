"""Measure how well the learnt importance tells what is asked about later from the rest.

    python benchmarks/importance.py FOLDER …       # data sets as `soulkeep eval retrieval` takes them

For each data set: how often a turn that answers a question is judged more important than another turn (AUC; 0.5 is
chance).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from soulkeep.evals.datasets import read_dataset
from soulkeep.judgement.model import judge


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    for folder in parser.parse_args().folders:
        dataset = read_dataset(folder)
        asked, rest = [], []
        for conversation in dataset.conversations:
            evidence = {id for question in dataset.questions[conversation.id] for id in question.evidence}
            for turn in conversation.turns:
                judged = judge(turn.text).importance
                (asked if turn.id in evidence else rest).append(judged)
        one, other = np.array(asked)[:, None], np.array(rest)
        auc = (one > other).mean() + (one == other).mean() / 2
        print(f"{dataset.name:24} AUC {auc:.3f}   mean {np.mean(asked):.2f} against {np.mean(rest):.2f}")


if __name__ == "__main__":
    main()
