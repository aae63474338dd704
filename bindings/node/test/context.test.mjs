// AsyncLocalStorage: whatever of the user's is called on account of a call runs where the call was made, whatever woke it.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import { ask, run, CHILD, childArgs, service, streamed } from "./support.mjs";

const store = new AsyncLocalStorage();
const REQUESTS = ["one", "two", "three"];

/** Runs something for three requests at the same time, each with a store of its own. */
const three = (what) => Promise.all(REQUESTS.map((name) => store.run(name, () => what(name))));

test("listeners run in the context of the call that made the stream", async (t) => {
    const emulator = await service(t);
    emulator.push({ ...streamed("a", "b", "c"), gap_ms: 5, repeat: 3 });
    const { messages } = emulator.client();
    const NAMES = ["connect", "streamEvent", "text", "contentBlock", "message", "finalMessage", "end"];
    await three(async (name) => {
        const seen = new Map();
        const stream = messages.stream(ask());
        for (const event of NAMES) stream.on(event, () => seen.set(event, store.getStore()));
        await stream.finalMessage();
        assert.deepEqual([...seen.keys()].sort(), [...NAMES].sort());
        assert.deepEqual([...new Set(seen.values())], [name]);
        assert.equal(store.getStore(), name);
    });
});

test("listeners do beside a loop that runs elsewhere, and when the stream ends from outside", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b"), { ...streamed("a"), fault: { stall_after: "content_block_delta" } });
    const { messages } = emulator.client();
    const seen = [];
    const told = () => seen.push(store.getStore());
    const stream = store.run("maker", () => messages.stream(ask()).on("text", told).on("end", told));
    await store.run("reader", async () => {
        for await (const event of stream) assert.ok(event.type && store.getStore() === "reader");
    });
    assert.deepEqual(seen, ["maker", "maker", "maker"]);
    const other = store.run("other", () => messages.stream(ask()).on("abort", told));
    await other.emitted("text");
    store.run("breaker", () => other.abort());
    assert.equal(seen.at(-1), "other");
});

test("a key function runs there each time that it is asked", async (t) => {
    const emulator = await service(t);
    const seen = [];
    const apiKey = () => {
        seen.push(store.getStore());
        return seen.length > 3 ? emulator.apiKey : "stale";
    };
    const { messages } = emulator.client({ apiKey });
    await three(() => messages.create(ask()));
    assert.deepEqual(seen.toSorted(), [...REQUESTS, ...REQUESTS].toSorted());
    seen.length = 0;
    await three(() => messages.stream(ask()).finalMessage());
    assert.deepEqual(seen.toSorted(), [...REQUESTS, ...REQUESTS].toSorted());
});

test("log records come in the context of their call", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 529, repeat: 3 });
    // In a child: what is collected is one for the process.
    const script = `${CHILD}
        import { AsyncLocalStorage } from "node:async_hooks";
        const store = new AsyncLocalStorage();
        const seen = [];
        const take = () => seen.push(store.getStore());
        const logger = { error: take, warn: take, info: take, debug: take };
        const loud = store.run("maker", () => new Client({
            baseURL, apiKey, vendor: "svc", fromEnv: false, logger, logLevel: "info", clock: { random: [0] } }));
        const names = ["one", "two", "three"];
        await Promise.all(names.map((name) => store.run(name, () => loud.messages.create(ask()))));
        const whole = [...new Set(seen)].sort();
        seen.length = 0;
        await Promise.all(names.map((name) => store.run(name, () => loud.messages.stream(ask()).finalMessage())));
        console.log(JSON.stringify([whole, [...new Set(seen)].sort()]));`;
    const { out, err, code } = await run(script, childArgs(emulator));
    assert.equal(code, 0, err);
    const [whole, streams] = JSON.parse(out);
    const names = REQUESTS.toSorted();
    assert.deepEqual(whole, names);
    // A stream that was read to its end may leave a record when its connection is put away.
    assert.deepEqual(
        streams.filter((name) => name !== "maker"),
        names,
    );
});
