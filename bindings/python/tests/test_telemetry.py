"""Spans and metrics through OpenTelemetry's own library."""

from __future__ import annotations

import asyncio
import gc
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader, Sum
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import parlour
from parlour.telemetry import OpenTelemetry
from parlour.testing import Emulator
from support import MODEL, ask, environment, eventually


class Receiver:
    """What a program with OpenTelemetry's SDK receives."""

    def __init__(self, *, propagate: bool = False, chunk_times: bool = False) -> None:
        self.spans = InMemorySpanExporter()
        self.reader = InMemoryMetricReader()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self.spans))
        self.tracer = self.provider.get_tracer("program")
        self.meters = MeterProvider(metric_readers=[self.reader])
        self.hook = OpenTelemetry(
            tracer_provider=self.provider,
            meter_provider=self.meters,
            propagate=propagate,
            chunk_times=chunk_times,
        )

    def metrics(self) -> dict[str, Any]:
        data = self.reader.get_metrics_data()
        if data is None:
            return {}
        (resource,) = data.resource_metrics
        (scope,) = resource.scope_metrics
        return {metric.name: metric for metric in scope.metrics}

    def points(self) -> dict[str, list[Any]]:
        return {name: list(metric.data.data_points) for name, metric in self.metrics().items()}

    def figures(self, name: str) -> dict[str, float]:
        """The values of one figure, by the last of its attributes."""
        return {
            "".join(list(point.attributes.values())[-1:]): point.value
            for point in self.points().get(name, [])
        }


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


@pytest.mark.parametrize("chunk_times", [False, True])
def test_chunks_are_measured_where_that_is_wanted(service: Emulator, chunk_times: bool) -> None:
    receiver = Receiver(chunk_times=chunk_times)
    client = service.client(hooks=[receiver.hook])
    with client.messages.stream(**ask("Count to 40")) as stream:
        chunks = sum(event.type == "content_block_delta" for event in stream)
    assert chunks > 1
    points = receiver.points().get("gen_ai.client.operation.time_per_output_chunk", [])
    assert [point.count for point in points] == ([chunks] if chunk_times else [])


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


def test_figures_of_a_client_are_those_of_its_page(service: Emulator) -> None:
    receiver = Receiver()
    client = service.client(ledger=True, max_in_flight=4, max_retries=0)
    receiver.hook.observe(client)
    assert receiver.points()["parlour.calls_running"][0].value == 0
    service.push({"status": 429, "headers": {"retry-after": "60"}})
    with pytest.raises(parlour.RateLimitError):
        client.messages.create(**ask())
    client.messages.create(**ask("say hi"))
    metrics, page = receiver.metrics(), client.prometheus_text()
    kinds = dict(re.findall(r"# TYPE (\S+) (\w+)", page))
    units = {"calls_waiting": "{call}", "tokens": "{token}", "cool_down": "s", "limit": ""}
    assert {name: metrics[f"parlour.{name}"].unit for name in units} == units
    # Those without a value are not exported: this client shares its limits with no other.
    del kinds["parlour_limit_processes"]
    assert len(metrics) == len(kinds)
    seen = set()
    for metric in metrics.values():
        name = metric.name.replace(".", "_") + ("_seconds" if metric.unit == "s" else "")
        counter = isinstance(metric.data, Sum)
        assert kinds[name + "_total" * counter] == ("counter" if counter else "gauge")
        assert not counter or metric.data.is_monotonic
        assert f"# HELP {name}{'_total' * counter} {metric.description}\n" in page
        seen |= {name for point in metric.data.data_points for name in point.attributes}
    labels = ("speed", "credential", "priority", "limit", "outcome", "class", "tool", "reason")
    assert seen == {"gen_ai.request.model", *(f"parlour.{label}" for label in labels)}
    state = client.limiter_state.models[MODEL]
    assert receiver.figures("parlour.limit")["requests"] == state.requests.limit
    assert receiver.figures("parlour.limit_remaining")["tokens"] == state.tokens.remaining
    assert receiver.figures("parlour.calls_waiting") == {"interactive": 0, "bulk": 0}
    assert 0 < receiver.figures("parlour.cool_down")["client"] <= 60
    assert receiver.figures("parlour.calls")["failed"] == receiver.figures("parlour.calls_begun")[""] - 1 == 1


def test_calls_in_flight_and_waiting_are_seen_while_they_are(service: Emulator) -> None:
    receiver = Receiver()

    async def run() -> None:
        async with service.async_client(max_in_flight=1, pacing="pace") as client:
            receiver.hook.observe(client)
            service.push("stall_before_headers")
            calls = [asyncio.ensure_future(client.messages.create(**ask())) for _ in range(3)]
            waiting = partial(receiver.figures, "parlour.calls_waiting")
            await asyncio.to_thread(eventually, lambda: waiting().get("interactive") == 2, "two wait")
            assert receiver.figures("parlour.model_calls_in_flight") == {"client": 1}
            assert receiver.figures("parlour.calls_in_flight_cap") == {"": 1}
            assert receiver.figures("parlour.calls_running") == {"": 3}
            for call in calls:
                call.cancel()
            await asyncio.gather(*calls, return_exceptions=True)
        assert receiver.points() == {}

    asyncio.run(run())


def test_a_client_is_observed_while_it_lives(service: Emulator) -> None:
    receiver = Receiver()
    # Two hooks of one provider: the library keeps the first instrument of a name.
    other = OpenTelemetry(tracer_provider=receiver.provider, meter_provider=receiver.meters)
    one, two, three = (service.client(max_retries=0) for _ in range(3))
    stop = receiver.hook.observe(one, attributes={"client": "one"})
    other.observe(two, attributes={"client": "two"})
    two.messages.create(**ask("say hi"))
    assert receiver.figures("parlour.calls_begun") == {"one": 0, "two": 1}
    # The same attributes: it takes the place of the first, whose end is nothing to it.
    end = other.observe(three, attributes={"client": "one"})
    three.messages.create(**ask("say hi"))
    stop()
    assert receiver.figures("parlour.calls_begun") == {"one": 1, "two": 1}
    end()
    end()
    assert receiver.figures("parlour.calls_begun") == {"two": 1}
    two.close()
    assert receiver.figures("parlour.calls_begun") == {}
    receiver.hook.observe(service.client())
    gc.collect()
    assert receiver.figures("parlour.calls_begun") == {}


def test_a_client_that_has_no_figures_costs_no_others(
    service: Emulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    receiver = Receiver()
    client = service.client()
    broken = service.client()
    receiver.hook.observe(broken, attributes={"client": "broken"})
    receiver.hook.observe(client, attributes={"client": 'a "quoted" one'})

    def fail(self: parlour.Client) -> str:
        if self is broken:
            raise MemoryError
        return 'parlour_calls_waiting{model="a\\"b\\\\n\\nc",label=""} 0.5\nparlour_calls_waiting_not 1\n'

    monkeypatch.setattr(parlour.Client, "prometheus_text", fail)
    ((name, (point,)),) = receiver.points().items()
    assert (name, point.value) == ("parlour.calls_waiting", 0.5)
    assert point.attributes == {"gen_ai.request.model": 'a"b\\n\nc', "client": 'a "quoted" one'}


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
