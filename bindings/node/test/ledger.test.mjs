// `ledger`, `labels` and `usageReport()`: what calls used, in each way that a call can end.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { APIStatusError, Client, ConfigError, OverLimitError } from "parlour";
import { ask, eventually, service } from "./support.mjs";

const QUICK = { ledger: true, clock: { random: [0] } };
const MODEL = ask().model;

test("calls are counted by model and label", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ ...QUICK, labels: ["blue"] });
    const first = await client.messages.create(ask(), { labels: ["chat"] });
    emulator.push({ status: 529 }, { default: true });
    const second = await client.messages.create(ask());
    const third = await client.messages.stream(ask()).finalMessage();
    const report = client.usageReport();
    const line = report.models[MODEL];
    assert.deepEqual(
        [line.calls, line.completed, line.attempts, line.retries, line.waited],
        [3, 3, 4, 1, 5000],
    );
    const output = [first, second, third].reduce((sum, { usage }) => sum + usage.output_tokens, 0);
    assert.equal(line.outputTokens, output);
    assert.deepEqual(report.labels.blue, report.total);
    assert.deepEqual([report.labels.chat.calls, report.total.streams], [1, 1]);
    assert.deepEqual(
        client.withOptions({ labels: "green" }).usageReport({ reset: true }).total,
        report.total,
    );
    assert.equal(client.usageReport().total.calls, 0);
});

test("what did not end well is apart", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ ...QUICK, maxRetries: 0 });
    emulator.push({ status: 400 });
    await assert.rejects(client.messages.create(ask()), APIStatusError);
    emulator.push({ default: true, gap_ms: 600_000 });
    for await (const event of client.messages.stream(ask())) {
        assert.ok(event);
        break;
    }
    await eventually(() => client.usageReport().total.calls === 2);
    const { total } = client.usageReport();
    assert.deepEqual([total.failed, total.interrupted, total.completed], [1, 1, 0]);
    assert.ok(total.interruptedInputTokens > 0);
    assert.deepEqual([total.inputTokens, total.outputTokens], [0, 0]);
});

test("a label may have any name", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ ledger: true, labels: ["__proto__"] });
    await client.messages.create(ask());
    assert.equal(client.usageReport().labels["__proto__"].calls, 1);
});

test("a call beyond a spending limit is refused before it is sent", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({
        spendingLimits: [
            { tokens: 2_000, per: "day", label: "blue" },
            { cost: 1, per: "month" },
        ],
        prices: { [MODEL]: { input: 3, output: 15, cache: { read: 0.3 } } },
    });
    const first = await client.messages.create(ask(), { labels: ["blue"] });
    const larger = { ...ask(), max_tokens: 4_000 };
    await assert.rejects(client.messages.create(larger, { labels: ["blue"] }), (error) => {
        assert.ok(error instanceof OverLimitError);
        assert.deepEqual([error.subkind, error.setting], ["spending", "spending_limits"]);
        assert.ok(error.retryAfter > 86_000_000 && error.retryAfter <= 86_400_000);
        return true;
    });
    assert.equal(emulator.requests.length, 1);
    await client.messages.create(larger);
    const { total, limits } = client.usageReport();
    const [tokens, cost] = limits;
    assert.deepEqual([tokens.label, tokens.isCost, tokens.most, tokens.reserved], ["blue", false, 2_000, 0]);
    assert.equal(tokens.used, first.usage.input_tokens + first.usage.output_tokens);
    assert.ok(total.cost > 0 && Math.abs(cost.used - total.cost) < 1e-9);
    await assert.rejects(client.messages.create({ ...ask(), model: "svc-haiku-3-5" }), ConfigError);
    const wrong = { apiKey: "k", baseURL: "http://127.0.0.1:9", spendingLimits: [{ tokens: 0, per: "day" }] };
    assert.throws(() => new Client(wrong), /spendingLimits/);
});

test("a file gets a line for each call", async (t) => {
    const emulator = await service(t);
    const folder = await mkdtemp(join(tmpdir(), "parlour-calls-"));
    t.after(() => rm(folder, { recursive: true }));
    const callLog = join(folder, "calls.jsonl");
    const client = emulator.client({ callLog });
    const reply = await client.messages.create(ask(), { labels: ["blue"] });
    await client.models.list();
    const text = await readFile(callLog, "utf8");
    const lines = text.trimEnd().split("\n");
    const [first, second] = lines.map((line) => JSON.parse(line));
    assert.deepEqual([first.operation, second.operation], ["POST /v1/messages", "GET /v1/models"]);
    assert.deepEqual([first.labels, first.usage.output_tokens], [["blue"], reply.usage.output_tokens]);
    const wrong = { baseURL: "http://127.0.0.1:9", apiKey: "k", callLog: folder };
    assert.throws(() => new Client(wrong), ConfigError);
});
