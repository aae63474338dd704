// Ends that come in the middle: of a worker in every phase of a call, of a process from inside its own callbacks. None
// is a crash, and the service sees each connection closed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CHILD, child, childArgs, run, service } from "../support.mjs";

/** The code of a worker that is terminated. `told()` reports that it has started. */
const WORKERS = {
    "nothing at all": `told();`,
    "a client that was never used": `new Client(settings); told();`,
    "a call that is never answered": `client.messages.create(ask, silence); told();`,
    "hundreds of calls": `
        for (;;) { await Promise.allSettled(Array.from({ length: 50 }, () => client.messages.create(ask))); told(); }`,
    "a stream that is flowing": `for (;;) for await (const one of client.messages.stream(ask, flood)) told();`,
    "a stream that is waiting": `for await (const one of client.messages.stream(ask, stall)) told();`,
    "many streams with listeners": `
        for (let at = 0; at < 20; at++) client.messages.stream(ask, flood).on("text", told).on("error", () => {});`,
    "a stream that was dropped": `client.messages.stream(ask, flood); told();`,
    "back-off": `client.messages.create(ask, busy); setTimeout(told, 20);`,
    "waiting for a key": `
        new Client({ ...settings, apiKey: () => new Promise(() => {}) }).messages.create(ask); told();`,
    "its own end": `
        client.messages.stream(ask, flood).on("text", () => { told(); process.exit(0); });`,
    "an error of its own": `
        for await (const one of client.messages.stream(ask, flood)) { told(); throw new Error("mine"); }`,
    "a log": `
        const other = new Client({ ...settings, logLevel: "debug", logger: { error: told, warn: told, info: told,
            debug: told } });
        for (;;) await other.messages.create(ask);`,
};

const WORKER = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { Client } = require("parlour");
    const { settings, ask, way } = workerData;
    const client = new Client(settings);
    const fault = (reply) => ({ headers: { "x-emulator-fault": JSON.stringify(reply) } });
    const delta = { event: "content_block_delta", data: { type: "content_block_delta", index: 0,
        delta: { type: "text_delta", text: "x".repeat(60) } } };
    const start = [
        { event: "message_start", data: { type: "message_start", message: { id: "m", type: "message", role: "assistant",
            model: "m", content: [], stop_reason: null, stop_sequence: null, usage: {} } } },
        { event: "content_block_start", data: { type: "content_block_start", index: 0,
            content_block: { type: "text", text: "" } } },
    ];
    const flood = fault({ default: true, status: 200 });
    const stall = fault({ sse: [...start, delta], fault: { stall_after: "content_block_delta" } });
    const silence = fault({ fault: "stall_before_headers" });
    const busy = fault({ status: 503, headers: { "retry-after": "30" } });
    const told = () => parentPort.postMessage(0);
    (async () => { WAY })();`;

test("worker_threads are terminated in every phase without a crash", async (t) => {
    const emulator = await service(t, { keepRequests: 1 });
    const script = `${CHILD}
        import { Worker } from "node:worker_threads";
        const settings = { baseURL, apiKey, vendor: "svc", fromEnv: false };
        const words = ask("write 400 words");
        const ways = ${JSON.stringify(Object.values(WORKERS))};
        const code = ${JSON.stringify(WORKER)};
        const errors = new Set();
        const one = async (way, wait) => {
            const workerData = { settings, ask: words };
            const made = new Worker(code.replace("WAY", () => way), { eval: true, workerData, execArgv: [] });
            made.on("error", (error) => errors.add(error.message));
            const ended = new Promise((done) => made.once("exit", done));
            await Promise.race([ended, new Promise((done) => made.once("message", done))]);
            if (wait === undefined) return ended;
            if (wait > 0) await new Promise((done) => setTimeout(done, wait));
            await made.terminate();
        };
        // The main thread is busy with the same service all the while.
        let going = true;
        const busy = (async () => {
            let count = 0;
            while (going) { await client.messages.stream(words).finalMessage(); count++; }
            return count;
        })();
        for (const wait of [0, 1, 10]) {
            for (let at = 0; at < ways.length; at += 4) {
                await Promise.all(ways.slice(at, at + 4).map((way) => one(way, wait)));
            }
        }
        // One that nobody ends: before, its error may have come too late to be told.
        await one(${JSON.stringify(WORKERS["an error of its own"])});
        going = false;
        console.log(...errors, (await busy) > 0, (await client.messages.create(ask("say alive"))).content[0].text);`;
    const { code, signal, out, err } = await run(script, childArgs(emulator));
    assert.deepEqual({ code, signal, out }, { code: 0, signal: null, out: "mine true alive\n" }, err);
    assert.ok(await emulator.waitOpenConnections(0), "every connection is closed");
});

/** Places from which a process may end itself. */
const EXITS = {
    "a listener": `client.messages.stream(ask()).on("text", () => process.exit(7));`,
    "a loop": `for await (const one of client.messages.stream(ask())) process.exit(7);`,
    "the answer of a call": `client.messages.create(ask()).then(() => process.exit(7));`,
    "the function that gives the key": `
        new Client({ baseURL, vendor: "svc", fromEnv: false, apiKey: () => process.exit(7) }).messages.create(ask());`,
    "a logger": `
        const say = () => process.exit(7);
        const logger = { error: say, warn: say, info: say, debug: say };
        new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, logger, logLevel: "debug" })
            .messages.create(ask());`,
    "the turn of the call": `client.messages.create(ask()); process.exit(7);`,
    "a timer, with hundreds of calls in flight": `
        for (let at = 0; at < 300; at++) client.messages.create(ask());
        for (let at = 0; at < 50; at++) client.messages.stream(ask("write 200 words")).on("text", () => {});
        setTimeout(() => process.exit(7), 30);`,
    "an exception that nobody catches": `
        process.on("exit", () => (process.exitCode = 7));
        process.on("uncaughtException", () => process.exit(7));
        client.messages.create(ask()).then(() => setImmediate(() => { throw new Error("mine"); }));`,
    "an exit handler that begins a call": `
        process.on("exit", () => client.messages.create(ask()));
        client.messages.create(ask()).then(() => process.exit(7));`,
};

for (const [place, script] of Object.entries(EXITS)) {
    test(`process.exit in flight, from ${place}`, async (t) => {
        const emulator = await service(t);
        const { code, signal, err } = await run(`${CHILD}${script}`, childArgs(emulator));
        assert.deepEqual({ code, signal, err }, { code: 7, signal: null, err: "" });
        assert.ok(await emulator.waitOpenConnections(0));
    });
}

test(
    "a process that is killed in flight leaves no connection",
    { skip: process.platform === "win32" },
    async (t) => {
        const emulator = await service(t);
        emulator.push({ fault: "stall_before_headers", repeat: 3 });
        const { running, ended } = child(
            `${CHILD}\nfor (let at = 0; at < 3; at++) client.messages.create(ask()).catch(() => {});`,
            childArgs(emulator),
        );
        assert.ok(await emulator.waitRequests(3));
        running.kill("SIGKILL");
        assert.equal((await ended).signal, "SIGKILL");
        assert.ok(await emulator.waitOpenConnections(0));
    },
);
