// `drain()`: a program lets its running calls end before it exits, also at SIGTERM. The rules are cases of conformance
// (`limits/drain`) and tests of the core.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, DrainingError, textOf, tool } from "parlour";
import {
    ask,
    CHILD,
    child,
    childArgs,
    close,
    end,
    eventually,
    MESSAGE,
    MODEL,
    service,
    start,
    text,
    unfinished,
} from "./support.mjs";

test("what runs is listed, and what is new is refused", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    emulator.push(unfinished("x"));
    const stream = await client.messages.create(ask("any", { stream: true }));
    const report = await client.withOptions({ maxRetries: 1 }).drain(0);
    assert.equal(report.ended, 0);
    assert.deepEqual(
        report.left.map(({ operation, model, streams }) => [operation, model, streams]),
        [["POST /v1/messages", MODEL, true]],
    );
    assert.ok(report.left[0].running >= 0 && report.waited >= 0);
    await assert.rejects(client.messages.create(ask()), (error) => {
        assert.ok(error instanceof DrainingError && error.isRetryable === false);
        assert.match(error.message, /drain\(\) was called/u);
        return true;
    });
    await assert.rejects(client.models.retrieve(MODEL), DrainingError);
    const draining = client.drain(60_000);
    stream.abort();
    assert.deepEqual((await draining).left, []);
    assert.equal(emulator.requestCount, 1);
});

test("a health page has what runs", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { retryBudget, ...idle } = client.stats();
    assert.equal(typeof retryBudget, "number");
    assert.deepEqual(idle, {
        running: 0,
        oldestRunning: undefined,
        begun: 0,
        draining: false,
        inFlight: 0,
        waiting: 0,
        coolDown: undefined,
        hedges: 0,
        hedgesWon: 0,
    });
    emulator.push(unfinished("x"));
    const stream = await client.messages.create(ask("any", { stream: true }));
    const busy = client.stats();
    assert.deepEqual([busy.running, busy.begun, busy.inFlight], [1, 1, 1]);
    assert.ok(busy.oldestRunning >= 0);
    stream.abort();
    await client.drain(60_000);
    assert.deepEqual([client.stats().running, client.stats().draining], [0, true]);
    assert.match(client.prometheusText(), /^parlour_draining 1$/mu);
});

test("a limit that is none drains nothing", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    for (const limit of [-1, NaN, Infinity, "soon", undefined]) {
        await assert.rejects(client.drain(limit), TypeError);
    }
    assert.equal((await client.messages.create(ask())).content[0].text, "hello");
});

test("a function for keys is not asked", async (t) => {
    const emulator = await service(t);
    const client = new Client({
        baseURL: emulator.url,
        vendor: "svc",
        fromEnv: false,
        apiKey: () => assert.fail("no request is sent"),
    });
    assert.deepEqual((await client.drain(1_000)).left, []);
});

test("a tool run is saved and goes on with another client", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const answer = (stop_reason, block) => ({ json: { ...MESSAGE, content: [block], stop_reason } });
    emulator.push(answer("tool_use", { type: "tool_use", id: "a", name: "count", input: {} }));
    emulator.push(answer("end_turn", { type: "text", text: "done" }));
    let counted = 0;
    const count = tool({
        name: "count",
        description: "Counts.",
        input: { type: "object" },
        async run() {
            // The program is asked to end while the tool runs.
            await client.drain(0);
            counted += 1;
            return "three";
        },
    });
    const run = client.messages.runTools(ask("Count.", { tools: [count] }));
    await assert.rejects(Promise.resolve(run), DrainingError);
    const resumed = emulator.client().messages.resumeTools(run.save(), { tools: [count] });
    assert.equal(textOf(await resumed), "done");
    assert.equal(counted, 1, "no tool runs twice");
});

const SERVER = `${CHILD}
    const stream = await client.messages.create(ask("any", { stream: true }));
    let said = "";
    const read = (async () => {
        for await (const event of stream) if (event.type === "content_block_delta") said += event.delta.text;
    })();
    await new Promise((resolve) => {
        process.once("SIGTERM", resolve);
        console.log("begun");
    });
    const { left } = await client.drain(30_000);
    await read;
    console.log(left.length, said);
`;

test("a server ends at SIGTERM with its answers complete", async (t) => {
    const emulator = await service(t);
    emulator.push({ sse: [...start(), text("one "), { pause_ms: 300 }, text("two"), close(0), ...end()] });
    const { running, ended, out } = child(SERVER, childArgs(emulator));
    await eventually(() => out() === "begun\n", "the stream has begun");
    running.kill("SIGTERM");
    assert.deepEqual(await ended, { code: 0, signal: null, out: "begun\n0 one two\n", err: "" });
});

const FASTIFY = `${CHILD}
    import fastify from "fastify";
    const app = fastify();
    app.addHook("onClose", async () => {
        const { left } = await client.drain(30_000);
        console.log("left", left.length);
    });
    app.get("/later", async () => {
        const stream = await client.messages.create(ask("any", { stream: true }));
        void (async () => {
            let said = "";
            for await (const event of stream) if (event.type === "content_block_delta") said += event.delta.text;
            console.log("wrote", said);
        })();
        return { accepted: true };
    });
    process.once("SIGTERM", () => void app.close());
    console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
`;

test("Fastify waits at SIGTERM for what its requests left behind", async (t) => {
    const emulator = await service(t);
    emulator.push({ sse: [...start(), text("one "), { pause_ms: 300 }, text("two"), close(0), ...end()] });
    const { running, ended, out } = child(FASTIFY, childArgs(emulator));
    const address = await eventually(() => out().includes("\n") && out().trim(), "it listens");
    const answer = await fetch(`${address}/later`, { headers: { connection: "close" } });
    assert.deepEqual(await answer.json(), { accepted: true });
    running.kill("SIGTERM");
    const { code, err, out: printed } = await ended;
    assert.deepEqual([code, err], [0, ""]);
    assert.deepEqual(printed.trim().split("\n").slice(1).sort(), ["left 0", "wrote one two"]);
});
