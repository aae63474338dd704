// `pacing`, `maxInFlight` and `limiterState`: calls that wait for the rate limits. The rules are cases of conformance
// (`limits/pacing`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, OverLimitError, OverloadedError, RateLimitError } from "parlour";
import { ask, eventually, service } from "./support.mjs";

/** Waits are over at once, and move the clock. */
const SCRIPTED = { pacing: "pace", clock: { random: [0] } };

const reported = (limit, left) => ({
    "svc-ratelimit-requests-limit": String(limit),
    "svc-ratelimit-requests-remaining": String(left),
});

const MODEL = ask().model;

test("the state has what the service reported", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    assert.deepEqual(client.limiterState, {
        pacing: "observe",
        inFlight: 0,
        maxInFlight: undefined,
        models: [],
    });
    emulator.push({ headers: reported(60, 20), default: true });
    await client.messages.create(ask());
    const [model] = client.limiterState.models;
    assert.equal(model.model, MODEL);
    assert.deepEqual([model.requests.limit, model.requests.remaining], [60, 20]);
    assert.ok(model.requests.reset > 39_000 && model.requests.reset <= 40_000);
    assert.deepEqual(
        [model.waiting, model.waitingBulk, model.refusals, model.coolDown],
        [0, 0, 0, undefined],
    );
    emulator.push({ status: 429, headers: { "retry-after": "9" } });
    await assert.rejects(client.messages.create(ask(), { maxRetries: 0 }), RateLimitError);
    const [refused] = client.withOptions({ timeout: 9_000 }).limiterState.models;
    assert.equal(refused.refusals, 1);
    assert.ok(refused.coolDown > 8_000 && refused.coolDown <= 9_000);
});

test("a cap that adapts follows overloads", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ adaptiveInFlight: true, maxRetries: 0 });
    assert.equal(client.limiterState.maxInFlight, 16);
    emulator.push({ status: 529 });
    await assert.rejects(client.messages.create(ask()), OverloadedError);
    assert.equal(client.limiterState.maxInFlight, 11);
    assert.equal(emulator.client({ adaptiveInFlight: true, maxInFlight: 3 }).limiterState.maxInFlight, 3);
});

test("a page for Prometheus has the figures", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ ledger: true, maxInFlight: 4 });
    await client.messages.create(ask());
    const lines = client.prometheusText().split("\n");
    assert.ok(lines.includes("parlour_calls_in_flight_cap 4"));
    assert.ok(lines.includes(`parlour_calls_total{model="${MODEL}",outcome="completed"} 1`));
    assert.ok(!emulator.client().prometheusText().includes("parlour_calls_total"));
});

test("a call that waited says how long", async (t) => {
    const emulator = await service(t);
    const client = emulator.client(SCRIPTED);
    emulator.push({ headers: reported(1, 0), default: true });
    assert.equal((await client.messages.create(ask())).response.queued, 0);
    assert.equal((await client.messages.create(ask(), { priority: "bulk" })).response.queued, 60_000);
});

test("a call that cannot be sent in time is refused", async (t) => {
    const emulator = await service(t);
    const client = emulator.client(SCRIPTED);
    emulator.push({ headers: reported(1, 0), default: true });
    await client.messages.create(ask());
    await assert.rejects(client.messages.create(ask(), { totalTimeout: 20_000 }), (error) => {
        assert.ok(error instanceof OverLimitError);
        assert.deepEqual([error.status, error.subkind, error.retryAfter], [undefined, "pacing", 60_000]);
        return true;
    });
    assert.equal(emulator.requests.length, 1);
});

test("wrong settings are named", () => {
    const key = { apiKey: "k", baseURL: "http://127.0.0.1:9" };
    assert.throws(() => new Client({ ...key, pacing: "fast" }), /pacing/);
    assert.throws(() => new Client({ ...key, maxInFlight: 0 }), /maxInFlight/);
});

test("calls share a cap, and one that is aborted leaves the queue", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ maxInFlight: 1 });
    emulator.push({ default: true, delay_ms: 600_000 });
    const ends = new AbortController();
    const first = client.messages.create(ask(), { signal: ends.signal });
    await eventually(() => emulator.requests.length === 1);
    assert.equal(client.limiterState.inFlight, 1);
    const abort = new AbortController();
    const second = client.messages.create(ask(), { signal: abort.signal });
    const third = client.messages.create(ask());
    await eventually(() => client.limiterState.models[0].waiting === 2);
    abort.abort();
    await assert.rejects(second);
    ends.abort();
    await assert.rejects(first);
    await third;
    assert.equal(client.limiterState.models[0].waiting, 0);
    assert.equal(emulator.requests.length, 2);
});

test("a stream that is left makes room", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ maxInFlight: 1 });
    emulator.push({ default: true, gap_ms: 600_000 });
    for await (const event of client.messages.stream(ask())) {
        assert.ok(event);
        assert.equal(client.limiterState.inFlight, 1);
        break;
    }
    await eventually(() => client.limiterState.inFlight === 0);
    await client.messages.create(ask());
});
