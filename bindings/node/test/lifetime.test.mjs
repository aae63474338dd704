// How long things live: the process, the connection of a dropped stream, the memory that many calls leave behind.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    ask,
    CHILD,
    child,
    childArgs,
    eventually,
    FLOOD,
    FLOODED_STREAM,
    run,
    service,
    SILENCE,
    streamed,
    unfinished,
} from "./support.mjs";

test("an idle client never keeps the process alive", async (t) => {
    const emulator = await service(t);
    const before = `${CHILD}
        client.messages.stream(ask());`;
    // Constructed and not used; used and idle, its connection kept.
    assert.deepEqual(await run(CHILD, childArgs(emulator)), { code: 0, signal: null, out: "", err: "" });
    const used = await run(
        `${CHILD}\nawait client.messages.create(ask()); console.log("done");`,
        childArgs(emulator),
    );
    assert.deepEqual(used, { code: 0, signal: null, out: "done\n", err: "" });
    const streamed = await run(`${before}\nawait client.messages.create(ask());`, childArgs(emulator));
    assert.equal(streamed.code, 0, streamed.err);
});

test("a busy client keeps the process alive", async (t) => {
    const emulator = await service(t);
    emulator.push({ delay_ms: 300 }, { ...streamed("a", "b"), gap_ms: 50 }, { delay_ms: 100 });
    const whole = await run(
        `${CHILD}\nclient.messages.create(ask()).then(() => console.log("done"));`,
        childArgs(emulator),
    );
    assert.equal(whole.out, "done\n", whole.err);
    const stream = await run(
        `${CHILD}\nclient.messages.stream(ask()).on("text", (piece) => console.log(piece));`,
        childArgs(emulator),
    );
    assert.equal(stream.out, "a\nb\n", stream.err);
    const raw = await run(
        `${CHILD}\nclient.request("GET", "/v1/models").then(() => console.log("done"));`,
        childArgs(emulator),
    );
    assert.equal(raw.out, "done\n", raw.err);
});

test("process.exit in flight ends the process at once", async (t) => {
    const emulator = await service(t);
    emulator.push(SILENCE, unfinished("a"));
    const { running, ended } = child(
        `${CHILD}
        client.messages.create(ask()).catch(() => {});
        client.messages.stream(ask()).on("text", () => {});
        process.stdin.once("data", () => process.exit(7));`,
        childArgs(emulator),
    );
    assert.ok(await emulator.waitRequests(2));
    running.stdin.write("go");
    const { code, err } = await ended;
    assert.deepEqual([code, err], [7, ""]);
    assert.ok(await emulator.waitOpenConnections(0));
});

test(
    "Ctrl-C in flight ends the process like any other",
    { skip: process.platform === "win32" },
    async (t) => {
        const emulator = await service(t);
        emulator.push(SILENCE);
        const { running, ended } = child(
            `${CHILD}\nawait client.messages.create(ask());`,
            childArgs(emulator),
        );
        assert.ok(await emulator.waitRequests(1));
        running.kill("SIGINT");
        assert.equal((await ended).signal, "SIGINT");
    },
);

test("the loop turns while an answer never runs dry", async (t) => {
    const emulator = await service(t);
    for (const [reply, call] of [
        [FLOOD, "client.messages.create(ask(), options)"],
        [FLOODED_STREAM, "client.messages.stream(ask(), options).finalMessage()"],
    ]) {
        emulator.push(reply);
        const seen = emulator.requests.length;
        const { running, ended } = child(
            `import { Client } from "parlour";
            import { ask } from "./support.mjs";
            const [baseURL, apiKey] = process.argv.slice(1);
            const unlimited = { maxResponseBytes: 2 ** 50, maxStreamBytes: 2 ** 50 };
            const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, ...unlimited });
            const gone = new AbortController();
            const options = { signal: gone.signal };
            const failed = ${call}.catch((error) => error.name);
            await new Promise((go) => process.stdin.once("data", go));
            // Each is a turn of the loop, in which a client that reads on and on would stay.
            for (let turn = 0; turn < 100; turn += 1) await new Promise((go) => setImmediate(go));
            gone.abort();
            console.log(await failed);
            process.stdin.destroy();`,
            childArgs(emulator),
        );
        assert.ok(await emulator.waitRequests(seen + 1));
        running.stdin.write("go");
        const { code, out, err } = await ended;
        assert.deepEqual([code, err], [0, ""]);
        assert.match(out, /Abort/);
    }
});

test("garbage collection of a dropped stream cancels it", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const drops = {
        begun: async () => void (await messages.create(ask("x", { stream: true }))),
        "read in part": async () => {
            const loop = messages.stream(ask())[Symbol.asyncIterator]();
            await loop.next();
        },
        "never looked at": async () => void messages.stream(ask()),
        raw: async () => void (await emulator.client().request("GET", "/v1/models", { stream: true })),
    };
    let count = 0;
    for (const [what, drop] of Object.entries(drops)) {
        emulator.push(unfinished("a"));
        await drop();
        assert.ok(await emulator.waitRequests(++count));
        await eventually(() => {
            globalThis.gc();
            return emulator.closedEarly === count;
        }, `collection of a stream that was ${what}`);
    }
});

test("a stream that somebody waits for is not collected", async (t) => {
    const emulator = await service(t);
    emulator.push({ ...streamed("a", "b", "c"), gap_ms: 30 });
    const pieces = [];
    emulator
        .client()
        .messages.stream(ask())
        .on("text", (piece) => pieces.push(piece));
    await eventually(() => {
        globalThis.gc();
        return pieces.length === 3;
    }, "the end of the stream");
});

test("a slow consumer holds back the server instead of filling memory", async (t) => {
    const emulator = await service(t);
    // Far more than the buffers of client and sockets hold together.
    const PIECE = 64 * 1024;
    const PIECES = 512;
    emulator.push({ default: true }, streamed(...Array.from({ length: PIECES }, () => "x".repeat(PIECE))));
    const script = `${CHILD}
        await client.messages.create(ask());
        gc();
        const before = process.memoryUsage().rss;
        const loop = client.messages.stream(ask())[Symbol.asyncIterator]();
        await loop.next();
        console.log("began");
        await new Promise((done) => process.stdin.once("data", done));
        console.log(process.memoryUsage().rss - before);
        let total = 0;
        for (let one = await loop.next(); !one.done; one = await loop.next())
            if (one.value.type === "content_block_delta") total += one.value.delta.text.length;
        console.log(total);
        process.exit(0);`;
    const { running, ended, out } = child(script, { ...childArgs(emulator), flags: ["--expose-gc"] });
    await eventually(() => out() === "began\n", "the first event");
    // Held back: the reply does not complete while nobody reads. A second is plenty to send all of it.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(emulator.answered, 1, "the server could send everything");
    running.stdin.write("on");
    const { code, err } = await ended;
    assert.deepEqual([code, err], [0, ""]);
    const [, grown, total] = out().split("\n").map(Number);
    assert.ok(grown < (PIECE * PIECES) / 3, `${grown} bytes were taken in without being read`);
    assert.equal(total, PIECE * PIECES, "nothing is lost by holding back");
});

test("10 000 calls and streams leave nothing behind: memory, handles, listeners", async (t) => {
    const emulator = await service(t, { keepRequests: 1 });
    const script = `${CHILD}
        import { createRequire } from "node:module";
        import { readdirSync } from "node:fs";
        const require = createRequire(process.cwd() + "/x.js");
        const { pendingCalls } = require("../dist/port.js");
        const handles = () => readdirSync("/proc/self/fd").length;
        const rounds = async (count) => {
            let left = count;
            const worker = async (at) => {
                while (left-- > 0) {
                    if (left % 4 === 0) for await (const event of client.messages.stream(ask())) event.type;
                    else if (left % 4 === 1) await client.messages.stream(ask()).finalMessage();
                    else await client.messages.create(ask());
                }
            };
            await Promise.all(Array.from({ length: 16 }, (_, at) => worker(at)));
            gc(); await new Promise((done) => setTimeout(done, 50)); gc();
            return [process.memoryUsage(), handles(), process.listenerCount("exit")];
        };
        const [memory, open, listened] = await rounds(8000);
        const [later, still, listens] = await rounds(10000);
        console.log(JSON.stringify({ rss: later.rss - memory.rss, heap: later.heapUsed - memory.heapUsed,
            external: later.external - memory.external, handles: still - open, pending: pendingCalls(),
            listeners: listens - listened }));
    `;
    const { code, out, err } = await run(script, { ...childArgs(emulator), flags: ["--expose-gc"] });
    assert.equal(code, 0, err);
    const grown = JSON.parse(out);
    const MIB = 1 << 20;
    assert.ok(grown.rss < 24 * MIB, out);
    assert.ok(grown.heap < MIB, out);
    assert.ok(grown.external < MIB, out);
    assert.deepEqual([grown.handles, grown.pending, grown.listeners], [0, 0, 0], out);
});
