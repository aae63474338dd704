"""Spans and metrics through OpenTelemetry's own library."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import parlour
from parlour.telemetry import OpenTelemetry
from parlour.testing import Emulator
from support import MODEL, ask, environment


class Receiver:
    """What a program with OpenTelemetry's SDK receives."""

    def __init__(self, *, propagate: bool = False) -> None:
        self.spans = InMemorySpanExporter()
        self.reader = InMemoryMetricReader()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.spans))
        self.tracer = self.provider.get_tracer("program")
        self.hook = OpenTelemetry(
            tracer_provider=self.provider,
            meter_provider=MeterProvider(metric_readers=[self.reader]),
            propagate=propagate,
        )

    def points(self) -> dict[str, list[Any]]:
        data = self.reader.get_metrics_data()
        assert data is not None
        (resource,) = data.resource_metrics
        (scope,) = resource.scope_metrics
        return {metric.name: list(metric.data.data_points) for metric in scope.metrics}


@pytest.fixture
def service() -> Iterator[Emulator]:
    with Emulator() as emulator:
        yield emulator


def test_a_call_is_a_span_within_that_of_the_program(service: Emulator) -> None:
    receiver = Receiver()
    client = service.client(hooks=[receiver.hook])
    with receiver.tracer.start_as_current_span("request") as outer:
        reply = client.messages.create(**ask("say hidden"))
        with client.messages.stream(**ask("say hidden")) as stream:
            assert stream.get_final_text() == "hidden"
    spans = {span.attributes["gen_ai.response.id"]: span for span in receiver.spans.get_finished_spans()[:2]}
    assert len(spans) == 2
    for span in spans.values():
        assert span.name == f"chat {MODEL}"
        assert span.kind is trace.SpanKind.CLIENT
        assert span.parent.span_id == outer.get_span_context().span_id
        assert span.status.status_code is trace.StatusCode.UNSET
        assert span.end_time >= span.start_time
        assert "hidden" not in str(dict(span.attributes))
    attributes = spans[reply.id].attributes
    assert attributes["gen_ai.usage.output_tokens"] == reply.usage.output_tokens
    assert attributes["gen_ai.response.finish_reasons"] == ("end_turn",)
    points = receiver.points()
    assert (
        points["gen_ai.client.operation.duration"][0].count
        + (
            points["gen_ai.client.operation.duration"][1].count
            if len(points["gen_ai.client.operation.duration"]) > 1
            else 0
        )
        == 2
    )
    (first,) = points["gen_ai.client.operation.time_to_first_chunk"]
    assert first.explicit_bounds[0] == 0.01
    kinds = {point.attributes["gen_ai.token.type"] for point in points["gen_ai.client.token.usage"]}
    assert kinds == {"input", "output"}


def test_tasks_have_their_own_parents(service: Emulator) -> None:
    receiver = Receiver(propagate=True)

    async def run() -> dict[str, int]:
        async with service.async_client(hooks=[receiver.hook]) as client:

            async def one(number: int) -> tuple[str, int]:
                with receiver.tracer.start_as_current_span(f"request {number}") as outer:
                    reply = await client.messages.create(**ask(f"say {number}"))
                    return reply.id, outer.get_span_context().span_id

            return dict(await asyncio.gather(*(one(number) for number in range(8))))

    parents = asyncio.run(run())
    calls = [span for span in receiver.spans.get_finished_spans() if span.kind is trace.SpanKind.CLIENT]
    assert {span.attributes["gen_ai.response.id"]: span.parent.span_id for span in calls} == parents
    sent = {int(seen.headers["traceparent"].split("-")[2], 16) for seen in service.requests}
    assert sent == set(parents.values())


def test_a_failure_is_an_error_of_its_span(service: Emulator) -> None:
    receiver = Receiver()
    client = service.client(hooks=[receiver.hook], max_retries=0)
    service.push({"status": 529})
    with pytest.raises(parlour.OverloadedError):
        client.messages.create(**ask())
    (span,) = receiver.spans.get_finished_spans()
    assert span.status.status_code is trace.StatusCode.ERROR
    assert span.attributes["error.type"] == span.status.description == "overloaded_error"
    assert span.parent is None
    (point,) = receiver.points()["gen_ai.client.operation.duration"]
    assert point.attributes["error.type"] == "overloaded_error"


def test_a_hook_of_the_program_gets_it_if_it_asks(service: Emulator) -> None:
    class Telling(parlour.Hook):
        def __init__(self, *, wanted: bool) -> None:
            self.telemetry = wanted
            self.ends: list[parlour.CallEnd] = []

        def on_end(self, end: parlour.CallEnd) -> None:
            self.ends.append(end)

    asking, other = Telling(wanted=True), Telling(wanted=False)
    reply = service.client(hooks=[asking, other]).messages.create(**ask("say hi"))
    (end,), (plain,) = asking.ends, other.ends
    assert end.telemetry is not None
    assert end.telemetry["name"] == f"chat {MODEL}"
    assert plain.telemetry is None
    assert (end.id, end.response_id, end.stop_reason) == (plain.id, reply.id, "end_turn")
    assert not end.stream
    assert end.ended_at > 1_700_000_000


def test_without_the_package_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "import parlour, parlour.telemetry\n"
        "try: parlour.telemetry.OpenTelemetry()\n"
        "except ImportError as error: print(error)\n"
    )
    command = [sys.executable, "-c", code.replace("\\\n", "\n")]
    out = subprocess.run(command, capture_output=True, text=True, timeout=60, env=environment(), check=True)
    assert "opentelemetry-api" in out.stdout
