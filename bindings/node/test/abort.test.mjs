// AbortSignals: at whatever moment they come, the call ends at once, the server sees it, and nothing stays behind.

import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { APIUserAbortError, textOf } from "parlour";
import { all, ask, eventually, service, SILENCE, streamed, unfinished } from "./support.mjs";

const listeners = (signal) => getEventListeners(signal, "abort").length;

/** Expects that a promise rejects for the reason of an abort. */
const aborts = (promise, cause) =>
    assert.rejects(promise, (error) => {
        assert.ok(error instanceof APIUserAbortError, error);
        assert.equal(error.name, "APIUserAbortError");
        assert.equal(error.cause, cause);
        return true;
    });

test("aborted before the call: nothing is sent", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const signal = AbortSignal.abort("never mind");
    await aborts(messages.create(ask(), { signal }), "never mind");
    await aborts(messages.create(ask("x", { stream: true }), { signal }), "never mind");
    await aborts(messages.stream(ask(), { signal }).finalMessage(), "never mind");
    await aborts(emulator.client().request("GET", "/v1/models", { signal }), "never mind");
    assert.equal(emulator.requests.length, 0);
    assert.equal(listeners(signal), 0);
});

test("aborted in the turn of the call: nothing is sent", async (t) => {
    const emulator = await service(t);
    const controller = new AbortController();
    const call = emulator.client().messages.create(ask(), { signal: controller.signal });
    controller.abort("at once");
    await aborts(call, "at once");
    assert.equal(emulator.requests.length, 0);
});

test("aborted while it waits for the answer: the socket is closed", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    for (let round = 1; round <= 5; round++) {
        emulator.push(SILENCE);
        const controller = new AbortController();
        const call = messages.create(ask(), { signal: controller.signal });
        assert.ok(await emulator.waitRequests(round));
        controller.abort();
        await aborts(call, controller.signal.reason);
        await eventually(() => emulator.openConnections === 0, "the connection is closed");
        assert.equal(listeners(controller.signal), 0);
    }
});

test("aborted during back-off: the call ends and is not repeated", async (t) => {
    const emulator = await service(t);
    // A call that waited for the end of the back-off would be sent again.
    emulator.push({ status: 529, headers: { "retry-after": "30" }, repeat: 5 });
    const controller = new AbortController();
    const call = emulator.client().messages.create(ask(), { signal: controller.signal });
    await eventually(() => emulator.answered === 1, "the first attempt");
    controller.abort();
    await aborts(call, controller.signal.reason);
    assert.equal(emulator.requests.length, 1);
});

test("aborted while connecting", async (t) => {
    const { createServer } = await import("node:net");
    // A listener whose queue is full lets further connections hang.
    const server = createServer();
    await new Promise((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, resolve));
    t.after(() => server.close());
    const { Client } = await import("parlour");
    const client = new Client({
        baseURL: `http://127.0.0.1:${server.address().port}`,
        apiKey: "k",
        vendor: "svc",
        fromEnv: false,
    });
    const controller = new AbortController();
    const calls = Array.from({ length: 8 }, () =>
        client.messages.create(ask(), { signal: controller.signal }),
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(listeners(controller.signal), 1, "one listener, however many calls");
    controller.abort();
    await Promise.all(calls.map((call) => aborts(call, controller.signal.reason)));
    assert.equal(listeners(controller.signal), 0);
});

test("aborted in the middle of a stream: the loop rejects with what had arrived, the server sees it", async (t) => {
    const emulator = await service(t);
    emulator.push(unfinished("part"));
    const controller = new AbortController();
    const stream = emulator.client().messages.stream(ask(), { signal: controller.signal });
    const pieces = [];
    await assert.rejects(
        async () => {
            for await (const piece of stream.textStream) {
                pieces.push(piece);
                setImmediate(() => controller.abort("enough"));
            }
        },
        (error) => {
            assert.ok(error instanceof APIUserAbortError);
            assert.equal(error.cause, "enough");
            assert.equal(textOf(error.partialMessage), "part");
            return true;
        },
    );
    assert.deepEqual(pieces, ["part"]);
    assert.ok(stream.aborted);
    assert.ok(await emulator.waitClosedEarly(1));
    assert.equal(listeners(controller.signal), 0);
});

test("aborted between two reads of a stream: the next read rejects, and listeners are told", async (t) => {
    const emulator = await service(t);
    emulator.push(unfinished("part"));
    const controller = new AbortController();
    const stream = await emulator
        .client()
        .messages.create(ask("x", { stream: true }), { signal: controller.signal });
    const told = [];
    stream.on("abort", (error) => told.push(error.cause));
    controller.abort("between");
    await aborts(all(stream), "between");
    assert.deepEqual(told, ["between"]);
    assert.ok(await emulator.waitClosedEarly(1));
});

test("a raw stream is aborted like any other", async (t) => {
    const emulator = await service(t);
    emulator.push({ text: "x".repeat(1000), fault: { stall_at: 500 } });
    const controller = new AbortController();
    const stream = await emulator
        .client()
        .request("GET", "/v1/models", { stream: true, signal: controller.signal });
    const rest = stream.read();
    setImmediate(() => controller.abort("raw"));
    await aborts(rest, "raw");
    assert.ok(await emulator.waitClosedEarly(1));
});

test("AbortSignal.timeout ends a call", async (t) => {
    const emulator = await service(t);
    emulator.push(SILENCE);
    await assert.rejects(
        emulator.client().messages.create(ask(), { signal: AbortSignal.timeout(20) }),
        (error) => {
            assert.ok(error instanceof APIUserAbortError);
            assert.equal(error.cause.name, "TimeoutError");
            return true;
        },
    );
});

test("one long-lived signal over very many calls keeps no listeners", async (t) => {
    const emulator = await service(t, { keepRequests: 1 });
    emulator.push({ status: 204, text: "", repeat: 0 });
    const client = emulator.client();
    const { signal } = new AbortController();
    const calls = 100_000;
    let left = calls;
    let most = 0;
    const worker = async () => {
        while (left-- > 0) {
            await client.request("GET", "/x", { signal });
            most = Math.max(most, listeners(signal));
        }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
    assert.equal(listeners(signal), 0);
    assert.equal(most, 1);
});

test("streams that end, fail or are dropped let go of the signal", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client({ maxRetries: 0 });
    const { signal } = new AbortController();
    emulator.push(streamed("a"), { status: 400 });
    await messages.stream(ask(), { signal }).finalMessage();
    assert.equal(listeners(signal), 0);
    await assert.rejects(messages.stream(ask(), { signal }).finalMessage());
    assert.equal(listeners(signal), 0);
    emulator.push(unfinished("a"));
    await (async () => {
        const dropped = await messages.create(ask("x", { stream: true }), { signal });
        assert.ok(dropped);
    })();
    assert.equal(listeners(signal), 1);
    await eventually(() => {
        globalThis.gc();
        return listeners(signal) === 0;
    }, "collection");
    assert.ok(await emulator.waitClosedEarly(1));
});

test("what is no signal is a rejection, of whatever is awaited, and nothing is sent", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { messages } = client;
    const controller = new AbortController();
    for (const signal of [controller, "soon", 7, true, {}, () => undefined, { aborted: false }]) {
        const refused = { name: "TypeError", message: /^signal must be an AbortSignal, and is / };
        await assert.rejects(messages.create(ask(), { signal }), refused);
        await assert.rejects(messages.create(ask("x", { stream: true }), { signal }), refused);
        await assert.rejects(messages.create(ask(), { signal }).asResponse(), refused);
        const stream = messages.stream(ask(), { signal });
        await assert.rejects(stream.finalMessage(), refused);
        await assert.rejects(all(stream), refused);
        await assert.rejects(client.request("GET", "/v1/models", { signal }), refused);
        await assert.rejects(client.request("GET", "/v1/models", { signal, stream: true }), refused);
    }
    await assert.rejects(
        messages.create(ask(), { signal: controller }),
        /AbortController: give its `signal`/,
    );
    assert.equal(emulator.requests.length, 0);
    const odd = { aborted: false, addEventListener: () => assert.fail("mine"), removeEventListener() {} };
    await assert.rejects(messages.create(ask(), { signal: odd }), /mine/);
    await assert.rejects(messages.stream(ask(), { signal: odd }).finalMessage(), /mine/);
});
