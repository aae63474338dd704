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

import { OpenTelemetry, OverloadedError, RateLimitError } from "parlour";
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
/** The figures of observed clients. Of delta temporality, a reader forgets what is not observed any more. */
class Figures {
    #exporter;
    #reader;

    constructor(temporality = AggregationTemporality.DELTA) {
        this.#exporter = new InMemoryMetricExporter(temporality);
        this.#reader = new PeriodicExportingMetricReader({
            exporter: this.#exporter,
            exportIntervalMillis: 3_600_000,
        });
        this.api = { ...api, metrics: new MeterProvider({ readers: [this.#reader] }) };
    }

    hook() {
        return new OpenTelemetry({ api: this.api });
    }

    /** Name, kind, unit and points of each that has a value. */
    async all() {
        this.#exporter.reset();
        await this.#reader.forceFlush();
        const found = this.#exporter.getMetrics().flatMap((resource) => resource.scopeMetrics);
        return found
            .flatMap((scope) => scope.metrics)
            .filter(({ dataPoints }) => dataPoints.length > 0)
            .map(({ descriptor, dataPoints, isMonotonic }) => ({
                ...descriptor,
                kind: isMonotonic === true ? "counter" : "gauge",
                points: dataPoints.map(({ attributes, value }) => [attributes, value]),
            }));
    }

    /** The values of one figure, by the last of its attributes. */
    async of(name) {
        const points = (await this.all()).find((figure) => figure.name === name)?.points ?? [];
        return Object.fromEntries(
            points.map(([attributes, value]) => [Object.values(attributes).at(-1) ?? "", value]),
        );
    }
}

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

test("a call that is given up is within the span of the program", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ hooks: [new OpenTelemetry()] });
    const outer = tracer.startSpan("request");
    await api.context.with(api.trace.setSpan(api.context.active(), outer), async () => {
        for await (const _ of client.messages.stream(ask("say hi"))) break;
        emulator.push("stall_before_headers");
        const stopped = new AbortController();
        const call = client.messages.create(ask("say hi"), { signal: stopped.signal });
        await emulator.waitRequests(2);
        stopped.abort();
        await assert.rejects(call);
    });
    for (const span of await calls(2)) {
        assert.equal(span.parentSpanContext.spanId, outer.spanContext().spanId);
        assert.equal(span.status.code, api.SpanStatusCode.UNSET);
    }
});

test("chunks of a stream are measured where that is wanted", async (t) => {
    const emulator = await service(t);
    const figures = new Figures();
    const name = "gen_ai.client.operation.time_per_output_chunk";
    for (const chunkTimes of [false, true]) {
        const hook = new OpenTelemetry({ api: figures.api, chunkTimes });
        const client = emulator.client({ hooks: [hook] });
        let chunks = 0;
        for await (const { type } of client.messages.stream(ask("Count to 40")))
            if (type === "content_block_delta") chunks += 1;
        await new Promise(setImmediate);
        const found = (await figures.all()).find((one) => one.name === name);
        assert.ok(chunks > 1);
        assert.equal(found?.points[0][1].count, chunkTimes ? chunks : undefined);
    }
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

test("figures of a client are those of its page", async (t) => {
    const emulator = await service(t);
    const figures = new Figures(AggregationTemporality.CUMULATIVE);
    const client = emulator.client({ ledger: true, maxInFlight: 4, maxRetries: 0 });
    figures.hook().observe(client);
    assert.deepEqual(await figures.of("parlour.calls_running"), { "": 0 });
    emulator.push({ status: 429, headers: { "retry-after": "60" } });
    await assert.rejects(client.messages.create(ask("say hi")), RateLimitError);
    await client.messages.create(ask("say hi"));
    const found = await figures.all();
    const page = client.prometheusText();
    const kinds = new Map(Array.from(page.matchAll(/# TYPE (\S+) (\w+)/g), ([, name, kind]) => [name, kind]));
    const units = { calls_waiting: "{call}", tokens: "{token}", cool_down: "s", limit: "" };
    for (const [name, unit] of Object.entries(units))
        assert.equal(found.find((one) => one.name === `parlour.${name}`).unit, unit);
    // Those without a value are not exported: this client shares its limits with no other.
    kinds.delete("parlour_limit_processes");
    assert.equal(found.length, kinds.size);
    const seen = new Set();
    for (const { name, unit, kind, description, points } of found) {
        const before = name.replace(".", "_") + (unit === "s" ? "_seconds" : "");
        const full = kind === "counter" ? `${before}_total` : before;
        assert.equal(kinds.get(full), kind);
        assert.ok(page.includes(`# HELP ${full} ${description}\n`));
        for (const [attributes] of points) for (const label of Object.keys(attributes)) seen.add(label);
    }
    const labels = ["speed", "credential", "priority", "limit", "outcome", "class", "tool", "reason"];
    assert.deepEqual(seen, new Set(["gen_ai.request.model", ...labels.map((label) => `parlour.${label}`)]));
    const [state] = client.limiterState.models;
    assert.equal((await figures.of("parlour.limit")).requests, state.requests.limit);
    assert.equal((await figures.of("parlour.limit_remaining")).tokens, state.tokens.remaining);
    assert.deepEqual(await figures.of("parlour.calls_waiting"), { interactive: 0, bulk: 0 });
    const { client: coolDown } = await figures.of("parlour.cool_down");
    assert.ok(coolDown > 0 && coolDown <= 60);
    assert.equal((await figures.of("parlour.calls")).failed, 1);
    assert.deepEqual(await figures.of("parlour.calls_begun"), { "": 2 });
});

test("calls in flight and waiting are seen while they are", async (t) => {
    const emulator = await service(t);
    const figures = new Figures();
    const client = emulator.client({ maxInFlight: 1, pacing: "pace" });
    figures.hook().observe(client);
    emulator.push("stall_before_headers");
    const stopped = new AbortController();
    const all = [1, 2, 3].map(() => client.messages.create(ask("say hi"), { signal: stopped.signal }));
    const ended = Promise.allSettled(all);
    while ((await figures.of("parlour.calls_waiting")).interactive !== 2) {
        await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(await figures.of("parlour.model_calls_in_flight"), { client: 1 });
    assert.deepEqual(await figures.of("parlour.calls_in_flight_cap"), { "": 1 });
    assert.deepEqual(await figures.of("parlour.calls_running"), { "": 3 });
    stopped.abort();
    await ended;
});

test("a client is observed while it lives", async (t) => {
    const emulator = await service(t);
    const figures = new Figures();
    const caps = () => figures.of("parlour.calls_in_flight_cap");
    const hook = figures.hook();
    const other = figures.hook();
    const [one, two, three] = [1, 2, 3].map((maxInFlight) => emulator.client({ maxInFlight }));
    const stop = hook.observe(one, { attributes: { client: "one" } });
    other.observe(two, { attributes: { client: "two" } });
    assert.deepEqual(await caps(), { one: 1, two: 2 });
    // The same attributes: it takes the place of the first, whose end is nothing to it.
    const end = other.observe(three, { attributes: { client: "one" } });
    stop();
    assert.deepEqual(await caps(), { one: 3, two: 2 });
    end();
    end();
    assert.deepEqual(await caps(), { two: 2 });
    let collected = false;
    const registry = new FinalizationRegistry(() => (collected = true));
    (() => {
        const client = emulator.client({ maxInFlight: 4 });
        registry.register(client);
        hook.observe(client);
    })();
    while (!collected) {
        globalThis.gc();
        await new Promise((resolve) => setImmediate(resolve));
    }
    // The second time it is no longer asked.
    for (const _ of [1, 2]) assert.deepEqual(await caps(), { two: 2 });
    assert.equal(two.stats().running, 0);
});

test("a client that has no figures costs no others", async () => {
    const figures = new Figures();
    const page = "# HELP parlour_calls_waiting About.\n# TYPE parlour_calls_waiting gauge\n";
    const sample =
        'parlour_calls_waiting{model="a\\"b\\\\n\\nc",label=""} 0.5\nparlour_calls_waiting_not 1\n';
    let broken = false;
    const client = (text) => ({
        prometheusText() {
            if (broken && text === "") throw new Error("broken");
            return page + text;
        },
    });
    const clients = [client(""), client(sample)];
    figures.hook().observe(clients[0], { attributes: { client: "broken" } });
    figures.hook().observe(clients[1], { attributes: { client: 'a "quoted" one' } });
    broken = true;
    const expected = { "gen_ai.request.model": 'a"b\\n\nc', client: 'a "quoted" one' };
    const [{ name, points }] = await figures.all();
    assert.deepEqual([name, points], ["parlour.calls_waiting", [[expected, 0.5]]]);
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
