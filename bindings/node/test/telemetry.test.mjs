// Spans and metrics through OpenTelemetry's own library.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
    AggregationTemporality,
    InMemoryMetricExporter,
    MeterProvider,
    PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
    BasicTracerProvider,
    InMemorySpanExporter,
    SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

import { OpenTelemetry, OverloadedError } from "parlour";
import { Emulator } from "parlour/testing";

const MODEL = "svc-haiku-3-5";

// The library has one set of providers for a process.
const spans = new InMemorySpanExporter();
const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 });
api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
api.trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
);
api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
const tracer = api.trace.getTracer("program");

function ask(content) {
    return { model: MODEL, max_tokens: 50, messages: [{ role: "user", content }] };
}

/** The spans of calls, once there are so many. */
async function calls(count) {
    for (;;) {
        const found = spans.getFinishedSpans().filter((span) => span.kind === api.SpanKind.CLIENT);
        if (found.length >= count) return found;
        await new Promise((resolve) => setImmediate(resolve));
    }
}

async function service(t) {
    spans.reset();
    const emulator = await Emulator.start();
    t.after(() => emulator.stop());
    return emulator;
}

test("calls are spans within those of the program", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ hooks: [new OpenTelemetry({ propagate: true })] });
    const one = (number) =>
        tracer.startActiveSpan(`request ${number}`, async (outer) => {
            const reply =
                number % 2 === 0
                    ? await client.messages.create(ask(`say hidden${number}`))
                    : await client.messages.stream(ask(`say hidden${number}`)).finalMessage();
            outer.end();
            return [reply.id, outer.spanContext().spanId];
        });
    const parents = Object.fromEntries(await Promise.all([0, 1, 2, 3].map(one)));
    const found = await calls(4);
    for (const span of found) {
        assert.equal(span.name, `chat ${MODEL}`);
        assert.equal(span.parentSpanContext.spanId, parents[span.attributes["gen_ai.response.id"]]);
        assert.deepEqual(span.attributes["gen_ai.response.finish_reasons"], ["end_turn"]);
        assert.equal(span.status.code, api.SpanStatusCode.UNSET);
        assert.ok(!JSON.stringify(span.attributes).includes("hidden"));
    }
    const sent = emulator.requests.map((seen) => seen.headers.get("traceparent").split("-")[2]);
    assert.deepEqual(new Set(sent), new Set(Object.values(parents)));
    await reader.forceFlush();
    const [{ scopeMetrics }] = metrics.getMetrics();
    const names = scopeMetrics.flatMap((scope) => scope.metrics.map((metric) => metric.descriptor.name));
    assert.deepEqual(names.sort(), [
        "gen_ai.client.operation.duration",
        "gen_ai.client.operation.time_to_first_chunk",
        "gen_ai.client.token.usage",
    ]);
});

test("a failure is an error of its span", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ hooks: [new OpenTelemetry({ api })], maxRetries: 0 });
    emulator.push({ status: 529 });
    await assert.rejects(client.messages.create(ask("say hi")), OverloadedError);
    const [span] = await calls(1);
    assert.deepEqual(span.status, { code: api.SpanStatusCode.ERROR, message: "overloaded_error" });
    assert.equal(span.attributes["error.type"], "overloaded_error");
    assert.equal(span.parentSpanContext, undefined);
});

test("a hook of the program gets it if it asks", async (t) => {
    const emulator = await service(t);
    const ends = [];
    const hook = (telemetry) => ({ telemetry, onEnd: (end) => ends.push(end) });
    const reply = await emulator.client({ hooks: [hook(true), hook(false)] }).messages.create(ask("say hi"));
    while (ends.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const [asked, plain] = ends;
    assert.equal(asked.telemetry.name, `chat ${MODEL}`);
    assert.ok(asked.telemetry.end >= asked.telemetry.start && asked.telemetry.start > 1_700_000_000_000);
    assert.equal(plain.telemetry, undefined);
    assert.deepEqual(
        [asked.id, asked.responseID, asked.stopReason, asked.stream],
        [plain.id, reply.id, "end_turn", false],
    );
});
