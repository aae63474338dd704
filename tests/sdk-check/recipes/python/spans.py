"""The spans that tracers make of calls through ``parlour.compat``, beside those that they make with the vendor's SDK
itself: both run the same calls against an emulator.

    spans.py [TRACER ...]

Wants ``parlour``, the SDK and the tracers of a list beside this file: ``scripts/python/recipes.sh`` sees to it.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from parlour.testing import Emulator

MODEL = "svc-sonnet-4-5"
ASKED = {"model": MODEL, "max_tokens": 256, "messages": [{"role": "user", "content": "say hello"}]}
TOOL = {
    "name": "weather",
    "description": "Tells.",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
TOOLED = {
    **ASKED,
    "system": "be brief",
    "tools": [TOOL],
    "messages": [{"role": "user", "content": "use weather for Oslo"}],
}
BROKEN = {
    "sse": [
        {"event": data["type"], "data": data}
        for data in (
            {
                "type": "message_start",
                "message": {
                    "id": "msg_1",
                    "type": "message",
                    "role": "assistant",
                    "model": MODEL,
                    "content": [],
                    "stop_reason": None,
                    "stop_sequence": None,
                    "usage": {"input_tokens": 3, "output_tokens": 1},
                },
            },
            {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "he"}},
            {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
        )
    ]
}
# What is different, and why: the recipes say the same.
ELSEWHERE = {
    "code.filepath": "where the SDK is installed, and where this package is",
    "code.function": "the same",
    "code.lineno": "the same",
    "duration": "a time",
    "logfire.msg": "has a time",
    "process_id": "a number",
    "output.value": "JSON in another order",
    "error.message": "the message of an error is that of this package",
    "error.stack": "a stack",
    "error.type": "has the name of the package",
    "exception.message": "the message of an error",
    "logfire.exception.fingerprint": "of the stack",
    "gen_ai.tool.definitions": "the schemas of a runner's tools have another order",
    "llm.tools.0.tool.json_schema": "the same",
    "input.value": "the same",
}
KNOWN = {
    ("logfire", "a runner"): "the SDK's has blocks of the history as Python prints them",
    ("logfire", "a runner of streams"): "the same",
    ("sentry", "a raw response"): "the SDK's has `unknown_response`, this no tokens",
}
"""Calls of which something else is shown; their spans are there."""


def calls(sdk: Any, client: Any, later: Any, service: Emulator) -> dict[str, Callable[[], Any]]:
    """What is called, by name."""

    def stream(read: Callable[[Any], Any], **more: Any) -> Callable[[], Any]:
        def call() -> None:
            with client.messages.stream(**ASKED | more) as opened:
                read(opened)

        return call

    def refused(status: int, call: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            service.push({"status": status})
            return call()

        return run

    def broken(call: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            service.push(BROKEN)
            return call()

        return run

    def runner(**more: Any) -> list[Any]:
        def weather(city: str) -> str:
            """Tells."""
            return f"sunny in {city}"

        messages = TOOLED["messages"]
        run = client.beta.messages.tool_runner(
            **ASKED | {"messages": messages} | more, tools=[sdk.beta_tool(weather)], thread=False
        )
        return [list(turn) if more else turn for turn in run]

    def left() -> None:
        opened = client.messages.create(**ASKED, stream=True)
        next(iter(opened))
        opened.close()

    def lines() -> None:
        with client.messages.with_streaming_response.create(**ASKED) as answer:
            answer.parse()

    async def later_stream() -> None:
        async with later.messages.stream(**ASKED) as opened:
            await opened.get_final_message()

    async def later_events() -> None:
        async for _ in await later.messages.create(**ASKED, stream=True):
            pass

    create = client.messages.create
    loop = asyncio.new_event_loop()
    return {
        "whole": lambda: create(**ASKED),
        "a tool": lambda: create(**TOOLED),
        "a beta": lambda: client.beta.messages.create(**ASKED),
        "events": lambda: list(create(**ASKED, stream=True)),
        "events of a tool": lambda: list(create(**TOOLED, stream=True)),
        "events that are left": left,
        "a stream by its events": stream(list),
        "a stream of a tool": stream(list, **TOOLED),
        "a stream by its text": stream(lambda opened: list(opened.text_stream)),
        "a stream by its message": stream(lambda opened: opened.get_final_message()),
        "a stream by its whole text": stream(lambda opened: opened.get_final_text()),
        "a stream to its end": stream(lambda opened: opened.until_done()),
        "a raw response": lambda: client.messages.with_raw_response.create(**ASKED).parse(),
        "a streaming response": lines,
        "a runner": runner,
        "a runner of streams": lambda: runner(stream=True),
        "a refusal": refused(400, lambda: create(**ASKED)),
        "a refused stream": refused(529, lambda: create(**ASKED, stream=True)),
        "a refused stream with a block": refused(529, stream(list)),
        "a broken stream": broken(lambda: list(create(**ASKED, stream=True))),
        "a broken stream with a block": broken(stream(list)),
        "whole, later": lambda: loop.run_until_complete(later.messages.create(**ASKED)),
        "events, later": lambda: loop.run_until_complete(later_events()),
        "a stream, later": lambda: loop.run_until_complete(later_stream()),
    }


def exported() -> tuple[Any, Callable[[], list[Any]]]:
    """A processor of spans, and what takes those that it has."""
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    spans = InMemorySpanExporter()

    def take() -> list[Any]:
        made = [
            {
                "name": span.name,
                "status": span.status.status_code.name,
                "events": [event.name for event in span.events],
                "attributes": dict(span.attributes or {}),
            }
            for span in spans.get_finished_spans()
            # The SDK makes some of its own.
            if not re.match(r"[a-z]+\.(messages|custom_tool_use)\b", span.name)
            or "openinference.span.kind" in (span.attributes or {})
        ]
        spans.clear()
        return made

    return SimpleSpanProcessor(spans), take


def provider() -> Callable[[], list[Any]]:
    """Has OpenTelemetry export spans to this program."""
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider

    processor, take = exported()
    made = TracerProvider()
    made.add_span_processor(processor)
    trace.set_tracer_provider(made)
    return take


def opentelemetry() -> Callable[[], list[Any]]:
    """Traceloop's."""
    take = provider()
    from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor

    AnthropicInstrumentor().instrument()
    return take


def openinference() -> Callable[[], list[Any]]:
    """Arize's."""
    take = provider()
    from openinference.instrumentation.anthropic import AnthropicInstrumentor

    AnthropicInstrumentor().instrument()
    return take


def logfire() -> Callable[[], list[Any]]:
    """Pydantic's."""
    import logfire as one

    processor, take = exported()
    one.configure(send_to_logfire=False, console=False, additional_span_processors=[processor])
    one.instrument_anthropic()
    return take


def sentry() -> Callable[[], list[Any]]:
    """Sentry's."""
    import sentry_sdk
    from sentry_sdk.integrations.anthropic import AnthropicIntegration

    made: list[Any] = []

    def note(transaction: Any, hint: Any) -> None:
        made.extend(
            {
                "name": f"{span['op']} {span['description']}",
                "status": span.get("status"),
                "attributes": {name: value for name, value in span["data"].items() if "thread." not in name},
            }
            for span in transaction["spans"]
        )

    sentry_sdk.init(
        dsn="https://key@127.0.0.1/1",
        traces_sample_rate=1.0,
        send_default_pii=True,
        integrations=[AnthropicIntegration()],
        default_integrations=False,
        auto_enabling_integrations=False,
        before_send_transaction=note,
        before_send=lambda event, hint: None,
    )
    around = [sentry_sdk.start_transaction(name="calls")]
    around[0].__enter__()

    def take() -> list[Any]:
        around.pop().__exit__(None, None, None)
        spans = list(made)
        made.clear()
        around.append(sentry_sdk.start_transaction(name="calls"))
        around[0].__enter__()
        return spans

    return take


def datadog() -> Callable[[], list[Any]]:
    """Datadog's."""
    from ddtrace import patch
    from ddtrace.trace import TraceFilter, tracer

    made: list[Any] = []

    class Notes(TraceFilter):
        def process_trace(self, trace: Any) -> None:
            made.extend(trace)

    tracer.configure(trace_processors=[Notes()])
    __import__("anthropic")
    patch(anthropic=True)

    def take() -> list[Any]:
        tracer.flush()
        spans = [
            {
                "name": f"{span.name} {span.resource}",
                "status": span.error,
                "attributes": {
                    name: value
                    for name, value in {**span.get_tags(), **span.get_metrics()}.items()
                    if not name.startswith(("_", "runtime", "language"))
                },
            }
            for span in made
        ]
        made.clear()
        return spans

    return take


TRACERS = {one.__name__: one for one in (opentelemetry, openinference, logfire, sentry, datadog)}


def child(which: str, tracer: str) -> None:
    """Runs the calls in one of the two; prints the spans of each as a line."""
    if which == "compat":
        import parlour.compat

        parlour.compat.stand_in()
    take = TRACERS[tracer]()
    import anthropic as sdk

    with Emulator() as service:
        settings: dict[str, Any] = {"base_url": service.url, "api_key": service.api_key, "max_retries": 0}
        client, later = sdk.Anthropic(**settings), sdk.AsyncAnthropic(**settings)
        for name, call in calls(sdk, client, later, service).items():
            raised = None
            try:
                call()
            except sdk.APIError:
                raised = True
            print(json.dumps({"call": name, "raised": raised, "spans": take()}, default=repr), flush=True)
    # What tracers do at the end is theirs.
    os._exit(0)


def shown(value: Any) -> Any:
    """A value of a span without what differs each time."""
    if isinstance(value, str):
        value = re.sub(r"\b(msg|req|toolu)_01[0-9A-Za-z]{22}\b", r"\1_id", value)
        value = re.sub(r"127\.0\.0\.1:\d+", "host", value)
        try:
            value = json.loads(value)
        except ValueError:
            return value
    if isinstance(value, dict):
        return {name: shown(one) for name, one in value.items()}
    return [shown(one) for one in value] if isinstance(value, list) else value


def spans_of(which: str, tracer: str) -> dict[str, Any]:
    """The spans of each call."""
    done = subprocess.run(
        [sys.executable, __file__, which, tracer],
        env={name: value for name, value in os.environ.items() if "API_KEY" not in name}
        | {"DD_INSTRUMENTATION_TELEMETRY_ENABLED": "false", "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"recipes: spans of {tracer} ({which}):\n{done.stderr}")
    return {one["call"]: one for one in map(json.loads, done.stdout.splitlines())}


def differences(theirs: dict[str, Any], ours: dict[str, Any], is_known: bool) -> list[str]:
    """What is not the same of one call; where that is known, of its spans alone."""
    if theirs["raised"] != ours["raised"]:
        return [f"raised: {theirs['raised']}, here {ours['raised']}"]
    named = [[one["name"] for one in spans["spans"]] for spans in (theirs, ours)]
    if named[0] != named[1]:
        return [f"spans: {named[0]}, here {named[1]}"]
    if is_known:
        return []
    found = []
    for there, here in zip(theirs["spans"], ours["spans"], strict=True):
        pairs = [
            ("status", there["status"], here["status"]),
            ("events", there.get("events"), here.get("events")),
        ]
        names = sorted(there["attributes"].keys() | here["attributes"].keys())
        pairs += [(name, there["attributes"].get(name), here["attributes"].get(name)) for name in names]
        for name, one, other in pairs:
            if (name not in ELSEWHERE and shown(one) != shown(other)) or (one is None) != (other is None):
                found.append(f"{name}: {one!r}, here {other!r}")
    return found


def main() -> int:
    """Compares the tracers that were asked for."""
    failed = 0
    for tracer in sys.argv[1:] or TRACERS:
        theirs, ours = spans_of("sdk", tracer), spans_of("compat", tracer)
        found = [
            f"{call}: {one}"
            for call in theirs
            for one in differences(theirs[call], ours[call], (tracer, call) in KNOWN)
        ]
        count = sum(len(one["spans"]) for one in ours.values())
        failed += bool(found) or count == 0
        verdict = "FAILED" if found or count == 0 else "ok"
        print(f"recipes: spans of {tracer}: {verdict} ({count} spans of {len(ours)} calls)", flush=True)
        print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] in ("sdk", "compat"):
        child(*sys.argv[1:])
    sys.exit(main())
