"""Measure how well the checker of replies agrees with labels, and how long it takes.

    python benchmarks/checker.py              # by rules
    python benchmarks/checker.py --model      # by the language model that SOULKEEP_CHECK_URL or _CHAT_URL names
    python benchmarks/checker.py --json

For each half of `claims/claims.jsonl`, and for each language in it: accuracy, Cohen's kappa (agreement beyond chance,
up to 1), and precision and recall of each verdict. The rules were tuned on `tune` alone; of `held`, the rows written
"after" are younger than the rules. What is not checked counts as not found; so does a claim that is none to the
checker, or falls into several of which one isn't found, unless one is contradicted; and a failing model. Then how many
sentences of `claims/sentences.jsonl` are rightly told to claim something, and the processor time of a check: 5
sentences against 20 memories and a description of 500 words.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from soulkeep.errors import ChatError
from soulkeep.judgement.talk import claims_something
from soulkeep.models.chat.base import ChatModel
from soulkeep.models.chat.roles import models_from_environment
from soulkeep.reply.factcheck.by_model import Grounds, check_by_model
from soulkeep.reply.factcheck.check import Source, check
from soulkeep.types.claims import CONTRADICTED, NOT_FOUND, SUPPORTED

VERDICTS = (SUPPORTED, CONTRADICTED, NOT_FOUND)

_FOLDER = Path(__file__).parent / "claims"
_MEMORIES, _SENTENCES, _WORDS = 20, 5, 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", action="store_true", help="check by a language model instead of rules")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    models = models_from_environment() if options.model else None
    chat = models and (models.check or models.chat)
    if options.model and chat is None:
        parser.error("--model needs SOULKEEP_CHAT_URL and SOULKEEP_CHAT_MODEL.")
    report = measure(chat)
    print(json.dumps(report, ensure_ascii=False, indent=2) if options.json else as_text(report))


def measure(chat: ChatModel | None) -> dict[str, Any]:
    """Return all figures."""
    rows = _rows("claims.jsonl")
    said = [_verdict(row, chat) for row in rows]
    groups: dict[str, list[tuple[str, str]]] = {}
    for row, verdict in zip(rows, said, strict=True):
        for group in (
            row["split"],
            f"{row['split']} written {row['written']}",
            f"{row['split']} {row['language']}",
        ):
            groups.setdefault(group, []).append((row["label"], verdict))
    report: dict[str, Any] = {
        "author": "rules" if chat is None else chat.name,
        "agreement": {group: agreement(pairs) for group, pairs in sorted(groups.items(), reverse=True)},
    }
    if chat is None:
        sentences = _rows("sentences.jsonl")
        right = sum(claims_something(row["sentence"], row["language"]) == row["claims"] for row in sentences)
        report["sentences"] = {"count": len(sentences), "accuracy": right / len(sentences)}
        report["milliseconds"] = _time(rows)
    return report


def agreement(pairs: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return accuracy, kappa, precision and recall of (label, verdict) pairs."""
    count = len(pairs)
    accuracy = sum(label == verdict for label, verdict in pairs) / count
    labels, verdicts = Counter(label for label, _ in pairs), Counter(verdict for _, verdict in pairs)
    chance = sum(labels[verdict] * verdicts[verdict] for verdict in VERDICTS) / count**2
    found: dict[str, Any] = {
        "count": count,
        "accuracy": accuracy,
        "kappa": (accuracy - chance) / (1 - chance) if chance < 1 else 1.0,
    }
    for verdict in VERDICTS:
        right = sum(label == said == verdict for label, said in pairs)
        found[verdict] = {
            "precision": right / verdicts[verdict] if verdicts[verdict] else None,
            "recall": right / labels[verdict] if labels[verdict] else None,
        }
    return found


def as_text(report: dict[str, Any]) -> str:
    """Return the figures as a table."""
    head = f"{'by ' + report['author']:22} {'n':>4} {'acc':>6} {'kappa':>6}"
    lines = [head + "".join(f"   {verdict:>12} P/R" for verdict in VERDICTS)]
    for group, figures in report["agreement"].items():
        line = f"{group:22} {figures['count']:4} {figures['accuracy']:6.3f} {figures['kappa']:6.3f}"
        for verdict in VERDICTS:
            line += f"   {_share(figures[verdict]['precision']):>8}/{_share(figures[verdict]['recall']):>7}"
        lines.append(line)
    if "sentences" in report:
        told = report["sentences"]
        lines.append(f"\nsentences told to claim something or not: {told['accuracy']:.3f} of {told['count']} rightly")
        lines.append(f"a check of {_SENTENCES} sentences: {report['milliseconds']:.1f} ms on average")
    return "\n".join(lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines()]


def _sources(row: dict[str, Any]) -> list[Source]:
    told = zip(row["passages"], row["speakers"], strict=True)
    return [Source(f"s{number}", text, speaker) for number, (text, speaker) in enumerate(told)]


def _verdict(row: dict[str, Any], chat: ChatModel | None) -> str:
    sources, name, person = _sources(row), row["name"], row["person"]
    try:
        if chat is None:
            language = row["language"]
            done = check(
                row["claim"], recalled=sources, cited={}, description="", name=name, person=person, language=language
            )
        else:
            grounds = Grounds(name=name, person=person, said="", description="", sources=sources, cited={})
            done = asyncio.run(check_by_model(chat, row["claim"], grounds))
    except ChatError as error:
        print(f"{row['id']}: {error}", file=sys.stderr)
        return NOT_FOUND
    if done.contradicted:
        return CONTRADICTED
    every = {claim.verdict for claim in done.claims}
    return SUPPORTED if every == {SUPPORTED} else NOT_FOUND


def _time(rows: Sequence[dict[str, Any]]) -> float:
    """Return the milliseconds of processor time of a check in English whose sources were read before."""
    english = [row for row in rows if row["language"] == "en"]
    texts = dict.fromkeys((source.text, source.speaker) for row in english for source in _sources(row))
    told = [Source(f"s{number}", *one) for number, one in enumerate(texts)]
    recalled, others = told[:_MEMORIES], told[_MEMORIES:]
    description = " ".join(" ".join(source.text for source in others).split()[:_WORDS])
    replies = [
        " ".join(row["claim"] for row in english[start : start + _SENTENCES])
        for start in range(0, len(english) - _SENTENCES, _SENTENCES)
    ]
    begun = 0.0
    for _ in range(2):  # the first round analyses the sources
        begun = time.process_time()
        for reply in replies:
            check(
                reply,
                recalled=recalled,
                cited={},
                description=description,
                name="Sherlock Holmes",
                person="anna",
                language="en",
            )
    return (time.process_time() - begun) * 1000 / len(replies)


if __name__ == "__main__":
    main()
