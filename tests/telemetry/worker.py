"""Makes the calls of a program with OpenTelemetry's library and its OTLP exporters. Argument: the program, as JSON."""

from __future__ import annotations

import asyncio
import json
import sys
from threading import Semaphore
from typing import Any

from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from parlour import AsyncClient, ParlourError, ToolError
from parlour.telemetry import OpenTelemetry

ended = Semaphore(0)


class Counting(OpenTelemetry):
    def on_end(self, end: Any) -> None:
        super().on_end(end)
        ended.release()


class Unreachable(Exception):
    pass


def tools_of(program: dict[str, Any], tracer: Any) -> list[Any]:
    """A tool that works, and three that fail each in a way of its own."""

    def look_up(text: str) -> str:
        """Looks something up."""
        assert text == program["question"]
        with tracer.start_as_current_span("within look_up"):
            return str(program["answer"])

    async def send(text: str) -> None:
        raise Unreachable(text)

    def decline(text: str) -> None:
        raise ToolError(text)

    def count(number: int) -> int:
        return number

    return [look_up, send, decline, count]


async def make(client: AsyncClient, how: str, request: dict[str, Any], tools: list[Any]) -> None:
    match how:
        case "tools":
            await client.messages.run_tools(**request, tools=tools, labels=["blue"]).until_done()
        case "create":
            await client.messages.create(**request, labels=["blue"])
        case "stream" | "leave":
            async with client.messages.stream(**request, labels=["blue"]) as stream:
                async for _ in stream:
                    if how == "leave":
                        break
        case "two":
            await asyncio.gather(*(client.messages.create(**request) for _ in range(2)))
        case "models":
            await client.models.list()


async def main(program: dict[str, Any]) -> None:
    receiver = program["receiver"]
    spans = TracerProvider()
    spans.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{receiver}/v1/traces")))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter(f"{receiver}/v1/metrics"), 3_600_000)
    metrics = MeterProvider([reader])
    hook = Counting(tracer_provider=spans, meter_provider=metrics, chunk_times=True)
    tracer = spans.get_tracer("program")
    async with AsyncClient(
        api_key=program["key"],
        base_url=program["service"],
        vendor="svc",
        from_env=False,
        hooks=[hook],
        max_retries=1,
        max_in_flight=1,
        pacing="pace",
        ledger=True,
    ) as client:
        hook.observe(client, attributes={"client": "one"})
        for step in program["steps"]:
            with tracer.start_as_current_span(step["name"], record_exception=False):
                try:
                    await make(client, step["how"], program["request"], tools_of(program, tracer))
                except ParlourError:
                    print(step["name"])
        for _ in range(program["calls"]):
            await asyncio.to_thread(ended.acquire)
        spans.shutdown()
        metrics.shutdown()


asyncio.run(main(json.loads(sys.argv[1])))
