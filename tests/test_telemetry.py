"""Tests of what is reported of operations on memories, to OpenTelemetry and to other receivers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import soulkeep
from soulkeep.telemetry import Note, Value
from soulkeep.testing.models import HashEmbedder

SECRET = "I stole the silver spoon from the drawer."


class Seen:
    """Spans and durations, as an exporter gets them."""

    def __init__(self) -> None:
        self._spans, self._metrics = InMemorySpanExporter(), InMemoryMetricReader()
        tracers = TracerProvider()
        tracers.add_span_processor(SimpleSpanProcessor(self._spans))
        self.telemetry = soulkeep.OpenTelemetry(tracers, MeterProvider([self._metrics]))

    @property
    def spans(self) -> list[ReadableSpan]:
        return list(self._spans.get_finished_spans())

    def attributes(self, name: str) -> Mapping[str, Any]:
        [span] = [span for span in self.spans if span.name == name]
        assert span.attributes is not None
        return span.attributes

    @property
    def durations(self) -> list[Mapping[str, Any]]:
        data = self._metrics.get_metrics_data()
        assert data is not None
        [metric] = data.resource_metrics[0].scope_metrics[0].metrics
        assert metric.name == "gen_ai.client.operation.duration"
        return [point.attributes for point in metric.data.data_points]  # type: ignore[misc]


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def holmes(seen: Seen, clock: soulkeep.Clock) -> Iterator[soulkeep.Character]:
    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), telemetry=seen.telemetry) as keep:
        yield keep.character("holmes", name="Sherlock Holmes")


def test_storing_and_recalling_are_spans_by_the_conventions(seen: Seen, holmes: soulkeep.Character) -> None:
    holmes.observe(SECRET, person="anna", session="monday")
    holmes.recall("What did I steal?", person="anna")
    stored, recalled = seen.attributes("update_memory holmes"), seen.attributes("search_memory holmes")
    assert stored["gen_ai.operation.name"] == "update_memory"
    assert stored["gen_ai.memory.record.count"] == 1
    assert stored["gen_ai.provider.name"] == recalled["gen_ai.provider.name"] == "soulkeep"
    assert recalled["gen_ai.agent.id"] == "holmes"
    assert recalled["gen_ai.memory.search.result.count"] == 1


def test_a_reply_is_a_span_with_its_steps_beneath_it(seen: Seen, holmes: soulkeep.Character) -> None:
    holmes.observe(SECRET, person="anna")
    reply = holmes.reply("What did I steal?", person="anna", session="tuesday")
    told = seen.attributes("invoke_agent holmes")
    assert told["soulkeep.responder"] == reply.responder
    assert told["gen_ai.conversation.id"] == "tuesday"
    [parent] = [span for span in seen.spans if span.name == "invoke_agent holmes"]
    beneath = [span for span in seen.spans if span.parent and span.parent.span_id == parent.context.span_id]
    assert {"search_memory", "bids", "answer"} <= {span.name for span in beneath}
    for span in beneath:
        assert parent.start_time <= span.start_time <= span.end_time  # type: ignore[operator]


def test_a_reply_that_is_left_early_is_told_of_and_closed(seen: Seen, holmes: soulkeep.Character) -> None:
    import asyncio

    async def leave() -> None:
        pieces = aiter(holmes.stream("Do you remember me?", person="anna"))
        await anext(pieces)
        await pieces.aclose()  # type: ignore[attr-defined]

    asyncio.run(leave())
    assert seen.attributes("invoke_agent holmes")["error.type"] == "GeneratorExit"


def test_an_error_is_told_by_its_kind_and_never_by_its_words(seen: Seen, holmes: soulkeep.Character) -> None:
    with pytest.raises(soulkeep.UnknownMemory):
        holmes.forget("no-such-memory", person="anna")
    [span] = seen.spans
    assert span.attributes is not None
    assert span.attributes["error.type"] == "UnknownMemory"
    assert not span.status.is_ok
    assert not span.events
    assert {"error.type": "UnknownMemory"}.items() <= seen.durations[0].items()


def test_nothing_that_was_said_and_nobody_faced_is_ever_told(seen: Seen, holmes: soulkeep.Character) -> None:
    memory = holmes.observe(SECRET, person="anna").id
    holmes.recall("What did I steal?", person="anna")
    holmes.reply("What did I steal?", person="anna")
    holmes.amend(memory, "I stole the golden fork.", person="anna")
    holmes.delete(memory, person="anna")
    holmes.learn(SECRET, source="canon")
    told = " ".join(span.to_json() for span in seen.spans) + str(seen.durations)
    for word in ("silver", "golden", "steal", "anna"):
        assert word not in told
    assert "holmes" not in str(seen.durations)


def test_a_telemetry_of_your_own_hears_of_everything(clock: soulkeep.Clock) -> None:
    heard: list[tuple[str, Mapping[str, Value], Note]] = []

    class Mine(soulkeep.Telemetry):
        @contextmanager
        def operation(self, name: str, attributes: Mapping[str, Value]) -> Iterator[Note]:
            note = Note()
            yield note
            heard.append((name, attributes, note))

    with soulkeep.open(":memory:", clock=clock, embedder=HashEmbedder(), telemetry=Mine()) as keep:
        holmes = keep.character("holmes")
        holmes.observe("내 고양이 이름은 미소야.", person="anna")
        holmes.under("mimir").recall("고양이 이름이 뭐야?", person="anna")
        keep.erase(person="anna")
    assert [name for name, _, _ in heard] == ["update_memory", "search_memory", "delete_memory"]
    assert heard[-1][2]["gen_ai.memory.record.count"] == 1


def test_without_telemetry_nothing_of_it_is_imported() -> None:
    import subprocess
    import sys

    code = (
        "import sys, soulkeep\n"
        "with soulkeep.open(':memory:') as keep: keep.character('holmes').observe('Hello.')\n"
        "print('opentelemetry' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
