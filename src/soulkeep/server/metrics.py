"""Figures for Prometheus at `/metrics`: requests, operations on memories, and the state of the keeps."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from fastapi import FastAPI, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from soulkeep.keep import Keep
from soulkeep.server.access import Forbidden
from soulkeep.server.logs import route_of
from soulkeep.server.service import Service, grant_of, service_of
from soulkeep.stores.rows import StoreStats
from soulkeep.telemetry import Note, Telemetry, Value, failures
from soulkeep.types.records import Job

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Metrics:
    """The metrics of a server. No label contains a character's or a person's id, which would be unbounded in number and
    reveal who is there."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self.registry = registry
        self.requests = Histogram(
            "soulkeep_http_request_seconds",
            "Seconds until a request was answered.",
            ("method", "route", "status"),
            buckets=_SECONDS,
            registry=registry,
        )
        self.running = Gauge("soulkeep_http_requests_running", "Requests being answered.", registry=registry)
        self.operations = Histogram(
            "soulkeep_operation_seconds",
            "Seconds that an operation on memories took.",
            ("operation", "call"),
            buckets=_SECONDS,
            registry=registry,
        )
        self.failures = Counter(
            "soulkeep_operation_failures",
            "Operations on memories that failed.",
            ("operation", "call", "error"),
            registry=registry,
        )
        labels = ("workspace",)
        self._memories = Gauge("soulkeep_memories", "Memories kept.", labels, registry=registry)
        self._bytes = Gauge(
            "soulkeep_database_bytes",
            "Bytes of the file, or of all workspaces in PostgreSQL.",
            labels,
            registry=registry,
        )
        self._minds = Gauge("soulkeep_mind_bytes", "Bytes of working sets in memory.", labels, registry=registry)
        self._jobs = Gauge("soulkeep_jobs", "Work on memories that waits or is being done.", labels, registry=registry)
        self._failing = Gauge("soulkeep_jobs_failing", "… of it, what failed at least once.", labels, registry=registry)
        self._oldest = Gauge("soulkeep_job_age_seconds", "How long the oldest has waited.", labels, registry=registry)
        by_role = ("workspace", "role")
        self._calls = Gauge("soulkeep_model_calls", "Calls of language models.", by_role, registry=registry)
        self._failed = Gauge("soulkeep_model_failures", "… of them, those that failed.", by_role, registry=registry)
        self._lost = Gauge(
            "soulkeep_model_malformed", "Items of their answers that could not be used.", by_role, registry=registry
        )
        self._tokens = Gauge(
            "soulkeep_model_tokens", "Tokens that they read and wrote.", (*by_role, "what"), registry=registry
        )
        self._provisional = Gauge(
            "soulkeep_windows_provisional",
            "Stretches of talk that wait to be remembered by a model.",
            labels,
            registry=registry,
        )
        self._counts: dict[str, tuple[float, tuple[StoreStats, list[Job]] | None]] = {}
        self._passed = Gauge(
            "soulkeep_passed_over",
            "Failures that cost a part and not the whole: each is in the log.",
            ("part", "error"),
            registry=registry,
        )
        self._rss = Gauge("soulkeep_peak_memory_bytes", "Most memory that the process had.", registry=registry)

    def text(self, service: Service) -> bytes:
        """Return all metrics in Prometheus' text format."""
        for name, keep in service.workspaces.opened().items():
            stats, jobs = self._counted(name, keep)
            self._memories.labels(name).set(stats.memories)
            if stats.bytes is not None:
                self._bytes.labels(name).set(stats.bytes)
            self._minds.labels(name).set(keep.mind_bytes)
            self._jobs.labels(name).set(len(jobs))
            self._provisional.labels(name).set(sum(job.provisional for job in jobs))
            for role, spent in keep.usage().items():
                self._calls.labels(name, role).set(spent.calls)
                self._failed.labels(name, role).set(spent.failed)
                self._lost.labels(name, role).set(spent.malformed)
                for what in ("prompt", "completion", "cached"):
                    self._tokens.labels(name, role, what).set(getattr(spent, what))
            self._failing.labels(name).set(sum(1 for job in jobs if job.attempts))
            self._oldest.labels(name).set(max((time.time() - job.since.timestamp() for job in jobs), default=0.0))
        for (part, error), count in failures().items():
            self._passed.labels(part, error).set(count)
        kilobytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self._rss.set(kilobytes if sys.platform == "darwin" else kilobytes * 1024)
        return generate_latest(self.registry)

    def _counted(self, name: str, keep: Keep) -> tuple[StoreStats, list[Job]]:
        """Return the counts of a workspace. They are computed again only after fifty times as long as that took, so
        that scrapes don't burden the database where there are very many memories."""
        now = time.monotonic()
        until, counts = self._counts.get(name, (0.0, None))
        if counts is None or now >= until:
            counts = keep.stats(), keep.jobs()
            done = time.monotonic()
            self._counts[name] = done + 50 * (done - now), counts
        return counts


class MeasuredTelemetry(Telemetry):
    """Telemetry that reports each operation to the metrics, and to another telemetry if given."""

    def __init__(self, metrics: Metrics, also: Telemetry | None = None) -> None:
        self._metrics = metrics
        self._also = also or Telemetry()

    @contextmanager
    def operation(self, name: str, attributes: Mapping[str, Value]) -> Iterator[Note]:
        call = str(attributes.get("soulkeep.call", ""))
        began = time.perf_counter()
        try:
            with self._also.operation(name, attributes) as note:
                yield note
        except Exception as error:
            self._metrics.failures.labels(name, call, type(error).__name__).inc()
            raise
        finally:
            self._metrics.operations.labels(name, call).observe(time.perf_counter() - began)


class RequestMetrics:
    """ASGI middleware that counts and times requests by the template of their path."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def said(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self._metrics.running.inc()
        try:
            await self._app(scope, receive, said)
        finally:
            self._metrics.running.dec()
            passed = time.perf_counter() - began
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self._metrics.requests.labels(method, route_of(scope), str(status)).observe(passed)


def install(app: FastAPI, metrics: Metrics) -> None:
    """Add `/metrics` for whoever runs the server, since it covers all workspaces; if there is only one, its admins may
    see it, too."""

    @app.get("/metrics", include_in_schema=False)
    def figures(request: Request) -> Response:
        service = service_of(request)
        grant = grant_of(request)
        service.access(grant).require_whole("admin")
        if not grant.operator and len(service.workspaces.names()) > 1:
            raise Forbidden("These figures tell of other workspaces, too.", hint="Use the admin key.")
        return Response(metrics.text(service), media_type=CONTENT_TYPE_LATEST)
