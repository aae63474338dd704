// The hook `onStop`: called for each message that ended with another stop reason than `end_turn`, before its answer is
// handed out, in the context of its call.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { Client } from "parlour";
import { ask, end, eventually, MESSAGE, service, start, text, turn, worker } from "./support.mjs";

/** A scripted whole answer that ends with this stop reason. */
const stopped = (stop_reason, more = {}) => ({
    headers: { "request-id": "req_1" },
    json: { ...MESSAGE, stop_reason },
    ...more,
});
/** A scripted stream that does. */
const streamStopped = (stop_reason) => ({ sse: [...start(), text("a"), ...end(stop_reason)] });

const store = new AsyncLocalStorage();

/** A client whose hook writes down each notice, and where it ran. */
function listening(emulator, more = {}) {
    const notices = [];
    const contexts = [];
    const client = emulator.client({
        onStop: (notice) => {
            notices.push(notice);
            contexts.push(store.getStore());
        },
        ...more,
    });
    return { client, notices, contexts };
}

const reasons = (notices) => notices.map(({ stopReason }) => stopReason);

test("whole answers are told and counted, but for end_turn", async (t) => {
    const emulator = await service(t);
    const { client, notices } = listening(emulator);
    emulator.push(stopped("max_tokens"), stopped("end_turn"), stopped("refusal"), stopped("brand_new"));
    await client.messages.create(ask());
    assert.deepEqual(notices, [
        { stopReason: "max_tokens", requestID: "req_1", messageID: MESSAGE.id, model: MESSAGE.model },
    ]);
    await client.messages.create(ask());
    assert.equal(notices.length, 1);
    await client.withOptions({ maxRetries: 0 }).messages.create(ask());
    await client.messages.create(ask()).asResponse();
    assert.deepEqual(reasons(notices), ["max_tokens", "refusal", "brand_new"]);
    assert.deepEqual(client.stopReasonCounts, { max_tokens: 1, refusal: 1, brand_new: 1 });
});

test("streams are told, however they are read, before their end is", async (t) => {
    const emulator = await service(t);
    const { client, notices } = listening(emulator);
    emulator.push(streamStopped("tool_use"), streamStopped("pause_turn"), streamStopped("end_turn"));
    for await (const event of client.messages.stream(ask())) {
        if (event.type === "message_stop") assert.deepEqual(reasons(notices), ["tool_use"]);
    }
    await client.messages.stream(ask()).finalMessage();
    await client.messages.stream(ask()).finalMessage();
    emulator.push({ ...streamStopped("stop_sequence"), gap_ms: 2 });
    await client.messages
        .stream(ask())
        .on("text", () => undefined)
        .finalMessage();
    assert.deepEqual(reasons(notices), ["tool_use", "pause_turn", "stop_sequence"]);
});

test("a stream is told with its last event, though the service keeps the body open", async (t) => {
    const emulator = await service(t);
    const { client, notices } = listening(emulator);
    emulator.push({ ...streamStopped("tool_use"), fault: { stall_after: "message_stop" } });
    for await (const event of client.messages.stream(ask())) {
        if (event.type !== "message_stop") continue;
        assert.deepEqual(reasons(notices), ["tool_use"]);
        break;
    }
    assert.deepEqual(client.stopReasonCounts, { tool_use: 1 });
});

test("a stream that is left before the message has ended is neither told nor counted", async (t) => {
    const emulator = await service(t);
    const { client, notices } = listening(emulator);
    emulator.push({ ...streamStopped("max_tokens"), fault: { stall_after: "message_delta" } });
    for await (const event of client.messages.stream(ask())) if (event.type === "message_delta") break;
    await emulator.waitClosedEarly(1);
    assert.deepEqual([notices, client.stopReasonCounts], [[], {}]);
});

test("the hook runs in the context of its call", async (t) => {
    const emulator = await service(t);
    const { client, notices, contexts } = store.run("maker", () => listening(emulator));
    emulator.push(stopped("max_tokens", { repeat: 3 }));
    const names = ["one", "two", "three"];
    await Promise.all(names.map((name) => store.run(name, () => client.messages.create(ask()))));
    assert.deepEqual(contexts.splice(0).sort(), names.toSorted());
    emulator.push({ ...streamStopped("max_tokens"), gap_ms: 3, repeat: 3 });
    const streams = names.map((name) => store.run(name, () => client.messages.stream(ask())));
    await store.run("reader", () => Promise.all(streams.map((stream) => stream.finalMessage())));
    assert.deepEqual(contexts.sort(), names.toSorted());
    assert.equal(notices.length, 6);
});

test("a hook that fails is a warning, and loses no answer", async (t) => {
    const emulator = await service(t);
    const warnings = [];
    const take = (warning) => warnings.push(warning.message);
    process.on("warning", take);
    t.after(() => process.off("warning", take));
    const hooks = [
        () => {
            throw new Error("the disk is full");
        },
        () => Promise.reject(new Error("the disk is gone")),
    ];
    for (const onStop of hooks) {
        const client = emulator.client({ onStop });
        emulator.push(stopped("max_tokens"), streamStopped("max_tokens"));
        assert.equal((await client.messages.create(ask())).stop_reason, "max_tokens");
        assert.equal((await client.messages.stream(ask()).finalMessage()).stop_reason, "max_tokens");
    }
    await eventually(() => warnings.length >= 4, "the warnings");
    assert.deepEqual(warnings, [
        "the disk is full",
        "the disk is full",
        "the disk is gone",
        "the disk is gone",
    ]);
});

test("a hook may close the stream that it is told of", async (t) => {
    const emulator = await service(t);
    emulator.push(streamStopped("refusal"));
    const client = emulator.client({ onStop: () => stream.abort() });
    const stream = client.messages.stream(ask());
    await assert.rejects(stream.finalMessage(), { name: "APIUserAbortError" });
});

test("each client has its own hook, a copy the one of its origin", async (t) => {
    const emulator = await service(t);
    const one = listening(emulator);
    const two = listening(emulator);
    const other = [];
    const swapped = one.client.withOptions({ onStop: ({ stopReason }) => other.push(stopReason) });
    emulator.push(stopped("a"), stopped("b"), stopped("c"), stopped("d"), stopped("e"));
    for (const client of [one.client, two.client, swapped, one.client.withOptions({ timeout: 9000 })]) {
        await client.messages.create(ask());
    }
    await emulator.client().messages.create(ask());
    assert.deepEqual([reasons(one.notices), reasons(two.notices), other], [["a", "d"], ["b"], ["c"]]);
});

test("the hook lives as long as what can call it", async (t) => {
    const emulator = await service(t);
    const notices = [];
    const { messages } = emulator.client({ onStop: ({ stopReason }) => notices.push(stopReason) });
    for (let round = 0; round < 3; round++) {
        globalThis.gc();
        await turn();
    }
    emulator.push(stopped("max_tokens"));
    await messages.create(ask());
    assert.deepEqual(notices, ["max_tokens"]);
});

test("what is no function is refused", () => {
    for (const onStop of ["print", 7, {}]) {
        assert.throws(() => new Client({ onStop }), {
            name: "TypeError",
            message: /^onStop must be a function/,
        });
    }
});

test("in a worker the hook runs on the worker", async (t) => {
    const emulator = await service(t);
    emulator.push(stopped("max_tokens"));
    const script = `
        const { threadId } = require("node:worker_threads");
        const onStop = ({ stopReason }) => parentPort.postMessage([stopReason, threadId]);
        await new Client({ ...workerData, vendor: "svc", fromEnv: false, onStop }).messages.create(ask());`;
    const one = worker(t, emulator, script);
    // A worker that has ended has none any more.
    const { threadId } = one;
    const [reason, thread] = await new Promise((resolve, reject) => {
        one.once("message", resolve).once("error", reject);
    });
    assert.deepEqual([reason, thread], ["max_tokens", threadId]);
});
