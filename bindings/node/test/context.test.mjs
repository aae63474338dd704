// AsyncLocalStorage: whatever of the user's is called on account of a call runs where the call was made, whatever woke
// it.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";
import {
    ask,
    begin,
    CHILD,
    childArgs,
    close,
    end,
    json,
    open as openBlock,
    run,
    service,
    streamed,
} from "./support.mjs";

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
    // In a child: log collection is shared by the process.
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
        console.log(JSON.stringify([whole, [...new Set(seen)].map((name) => name ?? null).sort()]));`;
    const { out, err, code } = await run(script, childArgs(emulator));
    assert.equal(code, 0, err);
    // Callbacks without a call run in no context: not in that of the request in which the client was made.
    const [whole, streams] = JSON.parse(out);
    const names = REQUESTS.toSorted();
    assert.deepEqual(whole, names);
    // A stream that was read to its end may leave a record when its connection is returned to the pool.
    assert.deepEqual(
        streams.filter((name) => name !== null),
        names,
    );
});

/** The callbacks of a client, each in the store of its call; `names` are those of the calls. */
const CALLED_BACK = `
    const store = new AsyncLocalStorage();
    const later = () => new Promise(setImmediate);
    const seen = {};
    const note = (what) => (seen[what] ??= []).push(store.getStore());
    const take = () => note("logger");
    const credentials = async () => { note("credentials"); await later(); note("credentials"); return { apiKey }; };
    const called = new Client({
        baseURL, vendor: "svc", fromEnv: false, credentials, onStop: () => note("onStop"),
        logger: { error: take, warn: take, info: take, debug: take }, logLevel: "debug" });
    const run = async () => { note("run"); await later(); note("run"); return "x"; };
    const act = tool({ name: "act", input: { type: "object" }, run });
    const approve = async () => { note("approve"); await later(); note("approve"); return true; };
    const names = ["one", "two", "three"];
    for (const settings of [{}, { early: true }, { stream: true, early: true }]) {
        await Promise.all(names.map((name) => store.run(name, async () => {
            await called.messages.runTools({ ...ask(), tools: [act], approve, ...settings });
            if (store.getStore() !== name) throw new Error("the store is lost");
        })));
    }
    const counted = Object.fromEntries(
        Object.entries(seen).map(([what, stores]) => [what, [...new Set(stores)].sort()]));
    done(JSON.stringify(counted));`;

for (const inWorker of [false, true]) {
    test(`whatever is called back sees its call${inWorker ? ", in a worker" : ""}`, async (t) => {
        const emulator = await service(t);
        const call = { type: "tool_use", id: "t0", name: "act", input: {} };
        const asks = {
            sse: [begin(), openBlock(0, call), json("{}"), close(0), ...end("tool_use")],
            repeat: 3,
        };
        const stops = { sse: [begin(), ...end("max_tokens")], repeat: 3 };
        for (let way = 0; way < 3; way++) emulator.push(asks, stops);
        const head = `
            const { AsyncLocalStorage } = require("node:async_hooks");
            const { Client, tool } = require("parlour");
            const ask = ${ask.toString().replace("MODEL", '"svc-sonnet-4-5"')};`;
        const script = inWorker
            ? `import { Worker } from "node:worker_threads";
                const code = ${JSON.stringify(`${head}
                    const { workerData: [baseURL, apiKey], parentPort } = require("node:worker_threads");
                    const done = (text) => parentPort.postMessage(text);
                    (async () => { ${CALLED_BACK} })();`)};
                new Worker(code, { eval: true, execArgv: [], workerData: process.argv.slice(1) })
                    .on("message", (text) => console.log(text));`
            : `import { createRequire } from "node:module";
                const require = createRequire(process.cwd() + "/");
                ${head}
                const [baseURL, apiKey] = process.argv.slice(1);
                const done = (text) => console.log(text);
                ${CALLED_BACK}`;
        const { out, err, code } = await run(script, childArgs(emulator));
        assert.equal(code, 0, err);
        const names = REQUESTS.toSorted();
        const seen = JSON.parse(out);
        assert.deepEqual(Object.keys(seen).sort(), ["approve", "credentials", "logger", "onStop", "run"]);
        // A record that is logged when a connection is returned to the pool belongs to no call.
        for (const [what, stores] of Object.entries(seen))
            assert.deepEqual(
                stores.filter((name) => name !== null),
                names,
                what,
            );
    });
}

/** Requests of every kind, each in a store of its own that nothing but the library could keep. */
const FORGOTTEN = `
    const store = new AsyncLocalStorage();
    const kept = new Map();
    const within = async (what, work) => {
        const context = { what };
        kept.set(what, new WeakRef(context));
        await store.run(context, work);
    };
    let client;
    await within("client", async () => {
        const quiet = () => undefined;
        const logger = { error: quiet, warn: quiet, info: quiet, debug: quiet };
        client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false,
            logger, logLevel: "debug", onStop: quiet, maxRetries: 0 });
        client.act = tool({ name: "act", input: { type: "object" }, run: () => "x" });
        await client.messages.create(ask());
    });
    const { messages } = client;
    await within("whole", () => messages.create(ask()));
    await within("stream", () => messages.stream(ask()).finalMessage());
    await within("loop", async () => { for await (const _ of messages.stream(ask())); });
    await within("left", async () => { for await (const _ of messages.stream(ask())) break; });
    await within("signal", async () => {
        const controller = new AbortController();
        const call = messages.create(ask(), { signal: controller.signal });
        controller.abort();
        await call.catch(() => undefined);
    });
    await within("failed", () => messages.create({ ...ask(), max_tokens: -1 }).catch(() => undefined));
    await within("tools", () => messages.runTools({ ...ask(), tools: [client.act], early: true }));
    await within("credentials", () =>
        client.withOptions({ apiKey: null, credentials: async () => ({ apiKey, validFor: 60_000 }) })
            .messages.create(ask()));
    await within("list", async () => { for await (const _ of client.models.list()); });
    const pieces = function* () { yield Buffer.from("abc"); };
    await within("upload", () => client.files.upload({ file: pieces(), name: "a.txt" }));
    await within("batch", async () => {
        const requests = [{ custom_id: "a", params: ask() }];
        for await (const _ of await messages.batches.run({ requests, firstPause: 1 }));
    });
    let alive;
    // What native code held goes some turns of the loop after what held it was collected.
    for (let round = 0; round < 100; round++) {
        // On a turn of its own: what was looked at by deref() is not collected before the end of that turn.
        await new Promise(setImmediate);
        gc();
        await new Promise(setImmediate);
        alive = [...kept].filter(([, context]) => context.deref() !== undefined).map(([what]) => what);
        if (alive.length === 0) break;
    }
    await messages.create(ask());
    done("alive: " + alive.join());`;

for (const inWorker of [false, true]) {
    test(`nothing of a finished request is kept${inWorker ? ", in a worker" : ""}`, async (t) => {
        const emulator = await service(t, { batchPolls: 1 });
        const body = `
            const { AsyncLocalStorage } = require("node:async_hooks");
            const { Client, tool } = require("parlour");
            const ask = ${ask.toString().replace("MODEL", '"svc-sonnet-4-5"')};
            (async () => { ${FORGOTTEN} })();`;
        const script = inWorker
            ? `import { Worker } from "node:worker_threads";
                const code = ${JSON.stringify(`
                    const { workerData: [baseURL, apiKey], parentPort } = require("node:worker_threads");
                    const done = (text) => parentPort.postMessage(text);
                    ${body}`)};
                new Worker(code, { eval: true, execArgv: [], workerData: process.argv.slice(1) })
                    .on("message", (text) => console.log(text));`
            : `import { createRequire } from "node:module";
                const require = createRequire(process.cwd() + "/");
                const [baseURL, apiKey] = process.argv.slice(1);
                const done = (text) => console.log(text);
                ${body}`;
        const { out, err, code } = await run(script, { ...childArgs(emulator), flags: ["--expose-gc"] });
        assert.deepEqual([code, out], [0, "alive: \n"], err);
    });
}
