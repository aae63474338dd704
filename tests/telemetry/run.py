"""The same calls in Python and in Node give the same spans and metrics, as a receiver of OTLP gets them; their names
are those of OpenTelemetry's conventions, and neither secrets nor content are among what is sent.

No arguments. Python is this one, with the built package; Node is found in the path.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import conventions
from program import ANSWER, CALLS, KEY, MODEL, QUESTION, STEPS, TOOLS, for_workers
from receiver import Receiver

from parlour.testing import Emulator

HERE = Path(__file__).parent
WORKERS = {
    "python": [sys.executable, str(HERE / "worker.py")],
    "node": ["node", str(HERE / "worker.mjs")],
}

TIMES = {"gen_ai.response.time_to_first_chunk", "parlour.wait.retry", "parlour.wait.limits"}
"""Attributes whose values differ from one run to the next."""
CHUNKS = "gen_ai.client.operation.time_per_output_chunk"


def run(language: str, service: Emulator) -> Receiver:
    """What arrives when the worker of a language makes the calls."""
    service.clear()
    service.push(*(reply for _, _, replies in STEPS for reply in replies))
    # Settings of the library and proxies come from there.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("OTEL_") and not name.lower().endswith("_proxy")
    }
    with Receiver() as receiver:
        program = json.dumps(for_workers(service.url, receiver.url))
        ended = subprocess.run(
            [*WORKERS[language], program],
            check=False,
            env=environment,
            capture_output=True,
            text=True,
            timeout=30,
        )
    assert ended.returncode == 0, (language, ended.stderr)
    assert ended.stdout.split() == ["refused", "garbled"], ended
    assert not ended.stderr, (language, ended.stderr)
    assert service.script_left == 0
    return receiver


def spans_of(receiver: Receiver, service: Emulator) -> list[dict[str, Any]]:
    """The spans without ids and times, each with the name of its parent; those of the steps are left out."""
    received = receiver.spans()
    names = {span["spanId"]: span["name"] for span in received}
    traces = {span["spanId"]: span["traceId"] for span in received}
    found = []
    for span in received:
        if "parentSpanId" not in span:
            continue
        assert 0 < int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) <= time.time_ns(), span
        assert span["traceId"] == traces[span["parentSpanId"]], span
        attributes = dict(span.get("attributes", {}))
        if span["kind"] == "SPAN_KIND_CLIENT":
            assert attributes["server.port"] == {"intValue": service.url.rpartition(":")[2]}, span
        for name in TIMES & attributes.keys():
            assert attributes[name]["doubleValue"] > 0, span
            attributes[name] = "a time"
        if "parlour.request.id" in attributes:
            attributes["parlour.request.id"] = "an id"
        kept = {name: span.get(name) for name in ("scope", "name", "kind", "status", "events", "links")}
        found.append({"parent": names[span["parentSpanId"]], **kept, "attributes": attributes})
    return sorted(found, key=lambda span: json.dumps(span, sort_keys=True))


def metrics_of(receiver: Receiver) -> list[dict[str, Any]]:
    """The metrics without times; of measured times the number of values alone."""
    found = []
    for metric in receiver.metrics():
        ((kind, data),) = [(kind, metric[kind]) for kind in ("histogram", "sum", "gauge") if kind in metric]
        points = []
        for point in data["dataPoints"]:
            kept = {name: point.get(name) for name in ("attributes", "count", "explicitBounds")}
            if metric["name"] == CHUNKS:
                # The stream that is left early may have received one or two events by then.
                assert int(kept.pop("count")) in (1, 2), point
            if metric.get("unit") != "s":
                # What is left of a limit comes back with time.
                varies = metric["name"] == "parlour.limit_remaining"
                kept |= {name: point.get(name) for name in ("sum", "bucketCounts", "min", "max")}
                kept |= {} if varies else {"value": point.get("asDouble")}
            points.append(kept)
        found.append(
            {name: metric.get(name) for name in ("scope", "name", "unit", "description")}
            | {"kind": kind, **{name: data.get(name) for name in ("aggregationTemporality", "isMonotonic")}}
            | {"points": sorted(points, key=lambda point: json.dumps(point, sort_keys=True))}
        )
    return sorted(found, key=lambda metric: metric["name"])


def check_secrets(receiver: Receiver, service: Emulator) -> None:
    """They were on the way to the service, and are nowhere in what the receiver got."""
    sent = [bytes(seen.body) + repr(seen.headers).encode() for seen in service.requests]
    assert any(QUESTION.encode() in each for each in sent)
    assert receiver.received
    for path, head, body in receiver.received:
        assert b"content-encoding" not in head.lower(), "what is packed cannot be searched"
        for secret in (KEY, QUESTION, ANSWER):
            assert secret.encode() not in head + body, f"{secret!r} is in what {path} received"


def check_facts(spans: list[dict[str, Any]], metrics: list[dict[str, Any]]) -> None:
    """What the program makes, and not only what both languages agree on."""
    calls = [span for span in spans if span["kind"] == "SPAN_KIND_CLIENT"]
    check_tools([span for span in spans if span not in calls])
    assert len(calls) == CALLS
    by_step = {span["parent"]: span for span in calls}
    assert by_step.keys() == {name for name, _, _ in STEPS}
    names = {step: span["name"] for step, span in by_step.items()}
    assert set(names.values()) == {f"chat {MODEL}", "GET /v1/models"}
    failed = {step: span["status"] for step, span in by_step.items() if span["status"]}
    assert failed.keys() == {"refused", "garbled"}, failed
    assert failed["refused"] == {"message": "invalid_request_error", "code": "STATUS_CODE_ERROR"}

    def values(step: str, *wanted: str) -> list[Any]:
        attributes = by_step[step]["attributes"]
        return [next(iter(attributes[name].values())) if name in attributes else None for name in wanted]

    usage = ("input_tokens", "output_tokens", "cache_read.input_tokens", "cache_write.input_tokens")
    for step in ("whole", "streamed", "retried"):
        assert values(step, *(f"gen_ai.usage.{name}" for name in usage)) == ["19", "7", "5", "3"]
    counts = {step: values(step, "http.request.resend_count")[0] for step in by_step}
    assert {step for step, count in counts.items() if count == "1"} == {"retried"}
    assert values("left", "error.type", "parlour.outcome") == [None, "interrupted"]
    measured = {metric["name"]: metric for metric in metrics}
    durations = measured["gen_ai.client.operation.duration"]
    assert sum(int(point["count"]) for point in durations["points"]) == CALLS - 1
    tokens = measured["gen_ai.client.token.usage"]["points"]
    sums = {point["attributes"]["gen_ai.token.type"]["stringValue"]: point["sum"] for point in tokens}
    assert sums == {"input": 7 * 19, "output": 7 * 7}
    assert measured["parlour.calls_begun"]["points"][0]["value"] == CALLS


def check_tools(spans: list[dict[str, Any]]) -> None:
    """One span for each execution, within the step, and what the tool makes within that."""
    assert {span["kind"] for span in spans} == {"SPAN_KIND_INTERNAL"}
    by_name = {span["name"]: span for span in spans}
    assert len(by_name) == len(spans)
    assert by_name.pop("within look_up")["parent"] == "execute_tool look_up"
    assert by_name.keys() == {f"execute_tool {name}" for name in TOOLS}
    for name, error in TOOLS.items():
        span = by_name[f"execute_tool {name}"]
        expected = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": name,
            "gen_ai.tool.call.id": f"call_{name}",
            "gen_ai.tool.type": "function",
        }
        if name == "look_up":
            expected["gen_ai.tool.description"] = "Looks something up."
        if error is not None:
            expected |= {"error.type": error, "parlour.outcome": "failed"}
        assert span["parent"] == "tools"
        assert span["attributes"] == {key: {"stringValue": value} for key, value in expected.items()}
        assert span["status"] == ({} if error is None else {"message": error, "code": "STATUS_CODE_ERROR"})


def main() -> None:
    began = time.monotonic()
    with Emulator(api_key=KEY) as service:
        seen = {}
        for language in WORKERS:
            receiver = run(language, service)
            check_secrets(receiver, service)
            spans, metrics = spans_of(receiver, service), metrics_of(receiver)
            check_facts(spans, metrics)
            names = conventions.check(
                [span for span in receiver.spans() if span["scope"] != "program"], receiver.metrics()
            )
            print(f"{language}: {len(spans)} spans, {len(metrics)} metrics, {names} attributes")
            seen[language] = (spans, metrics)
    for python, node in zip(seen["python"], seen["node"], strict=True):
        assert len(python) == len(node)
        for one, other in zip(python, node, strict=True):
            assert one == other, f"Python and Node differ:\n{one}\n{other}"
    print(f"both languages agree, in {time.monotonic() - began:.1f} s")


main()
