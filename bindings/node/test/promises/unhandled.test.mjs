// No failure of a call ends the process if the program ignores it: each way to fail, and each way to ignore it, in a
// child that dies of a single unhandled rejection.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CHILD, childArgs, run, service } from "../support.mjs";

/** Ways in which a call fails. The service takes the fault from the header. */
const FAULTS = `
    const fault = (reply) => ({ headers: { "x-emulator-fault": JSON.stringify(reply) }, maxRetries: 0 });
    const half = [
        { event: "message_start", data: { type: "message_start", message: { id: "m", type: "message", role: "assistant",
            model: "m", content: [], stop_reason: null, stop_sequence: null, usage: {} } } },
        { event: "content_block_start", data: { type: "content_block_start", index: 0,
            content_block: { type: "text", text: "" } } },
        { event: "content_block_delta", data: { type: "content_block_delta", index: 0,
            delta: { type: "text_delta", text: "half" } } },
    ];
    const FAULTS = {
        refused: fault({ status: 400 }),
        overloaded: fault({ status: 529 }),
        unauthorized: fault({ status: 401 }),
        reset: fault({ status: 200, fault: "reset_before_headers" }),
        "no JSON": fault({ text: "<html>", headers: { "content-type": "text/html" } }),
        "cut in the middle": fault({ sse: half }),
        "reset in the middle": fault({ sse: half, fault: { reset_after: "content_block_delta" } }),
        "an error event": fault({ sse: [...half, { event: "error",
            data: { type: "error", error: { type: "overloaded_error", message: "busy" } } }] }),
        "events that contradict": fault({ sse: [half[2]] }),
        "odd shapes": fault({ sse: [...half, { event: "content_block_delta", data: {} },
            { event: "content_block_start", data: { index: 1 } }, { event: "content_block_stop", data: {} }] }),
        "a timeout": { ...fault({ fault: "stall_before_headers" }), timeout: 50 },
        "aborted before": { signal: AbortSignal.abort("mine") },
        "aborted later": { ...fault({ sse: half, fault: { stall_after: "content_block_delta" } }),
            get signal() { return AbortSignal.timeout(20); } },
        misspelt: { tiemout: 1 },
    };`;

/** Ways to make a call and ignore its outcome. */
const WAYS = `
    const boom = () => { throw new Error("a listener of the program"); };
    const boomLater = async () => { throw new Error("a listener of the program, later"); };
    const stream = (o) => client.messages.stream(ask(), o);
    const WAYS = {
        create: (o) => client.messages.create(ask(), o),
        "create, withResponse": (o) => void client.messages.create(ask(), o).withResponse(),
        "create, asResponse": (o) => void client.messages.create(ask(), o).asResponse(),
        "create, asStream": (o) => void client.messages.create(ask(), o).asStream(),
        "create, all three": (o) => {
            const call = client.messages.create(ask(), o);
            call.withResponse();
            call.asResponse();
        },
        "create a stream": (o) => client.messages.create(ask("x", { stream: true }), o),
        "create a stream, withResponse": (o) => client.messages.create(ask("x", { stream: true }), o).withResponse(),
        "create a stream, asStream": (o) => client.messages.create(ask("x", { stream: true }), o).asStream(),
        "create a stream, asResponse": (o) => client.messages.create(ask("x", { stream: true }), o).asResponse(),
        request: (o) => client.request("POST", "/v1/messages", { ...o, body: ask() }),
        "request, stream": (o) => client.request("POST", "/v1/messages", { ...o, body: ask(), stream: true }),
        stream: (o) => stream(o),
        "stream, withResponse": (o) => stream(o).withResponse(),
        finalMessage: (o) => stream(o).finalMessage(),
        "finalText and done": (o) => { const one = stream(o); one.finalText(); one.done(); },
        emitted: (o) => { stream(o).emitted("text"); stream(o).emitted("contentBlock"); },
        "a loop that was begun": (o) => stream(o)[Symbol.asyncIterator]().next(),
        "several reads of a loop": (o) => {
            const loop = stream(o)[Symbol.asyncIterator]();
            for (let at = 0; at < 9; at++) loop.next();
        },
        textStream: (o) => { const loop = stream(o).textStream; loop.next(); loop.next(); loop.next(); },
        batches: (o) => { const loop = stream(o).batches(); loop.next(); loop.next(); },
        toReadableStream: (o) => {
            const reader = stream(o).toReadableStream().getReader();
            reader.read().then(() => reader.read()).catch(() => {});
        },
        "toReadableStream, not read": (o) => stream(o).toReadableStream(),
        "toReadableStream, cancelled": (o) => stream(o).toReadableStream().cancel("enough"),
        "listeners for all but errors": (o) => stream(o).on("text", () => {}).on("end", () => {}),
        "listeners that throw": (o) => {
            const one = stream(o);
            for (const name of ["connect", "streamEvent", "text", "contentBlock", "message", "finalMessage", "error",
                "abort", "end"]) one.on(name, boom).on(name, boomLater).once(name, boom);
        },
        "a stream aborted at once": (o) => stream(o).abort(),
        "a stream aborted by its controller": (o) => { const one = stream(o); one.done(); one.controller.abort(); },
        "a stream disposed of": (o) => { const one = stream(o); one.finalMessage(); one[Symbol.asyncDispose](); },
        "a copy of the client": (o) => client.withOptions({ timeout: 5000 }).messages.create(ask(), o),
    };`;

const END = `
    const { createRequire } = await import("node:module");
    const { pendingCalls } = createRequire(process.cwd() + "/x.js")("../dist/port.js");
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const over = async () => {
        for (const end = performance.now() + 20000; pendingCalls() > 0; await pause(5))
            if (performance.now() > end) throw new Error(pendingCalls() + " calls never end");
        await pause(20);
        gc();
        await pause(20);
    };`;

/** Runs a script to the end of all calls; returns its stderr. */
async function survives(t, script) {
    const emulator = await service(t, { keepRequests: 1 });
    const options = { ...childArgs(emulator), flags: ["--unhandled-rejections=strict", "--expose-gc"] };
    const { code, out, err } = await run(
        `${CHILD}${END}${script}
        await over();
        console.log("survived", (await client.messages.create(ask("say on"))).content[0].text);`,
        options,
    );
    assert.equal(out, "survived on\n", err);
    assert.equal(code, 0, err);
    return { err, sent: emulator.answered + emulator.closedEarly };
}

test("unhandled rejections: none, whatever fails and whoever does not look", async (t) => {
    const { err, sent } = await survives(
        t,
        `${FAULTS}${WAYS}
        process.on("warning", () => {});
        let place = "";
        process.on("exit", (code) => { if (code !== 0) console.error("about here:", place); });
        for (const [fault, options] of Object.entries(FAULTS)) {
            for (const [way, begin] of Object.entries(WAYS)) {
                place = fault + ", " + way;
                // A misspelt option of a stream is thrown where it is written, and that is all that ever is.
                try { begin(options); } catch (error) { if (!(error instanceof TypeError)) throw error; }
            }
            await over();
        }`,
    );
    assert.ok(!/unhandled/i.test(err), err);
    // Of 30 ways to make a call all but one send it, unless it was aborted before; and most faults are sent.
    t.diagnostic(`${sent} answers`);
    assert.ok(sent > 200, `${sent} answers`);
});

test("unhandled rejections: none from missing keys, missing services, loggers that throw", async (t) => {
    await survives(
        t,
        `${WAYS.replaceAll("client.", "other.")}
        process.on("warning", () => {});
        const settings = { baseURL, apiKey, vendor: "svc", fromEnv: false, maxRetries: 0 };
        const throws = () => { throw new Error("mine"); };
        const loud = { error: throws, warn: throws, info: throws, debug: throws };
        let other;
        for (const odd of [
            { apiKey: throws },
            { apiKey: async () => throws() },
            { apiKey: () => 7 },
            { apiKey: async () => undefined },
            { apiKey: async () => "wrong" },
            { baseURL: "http://127.0.0.1:1" },
            { baseURL: "https://127.0.0.1:1" },
            { logger: loud, logLevel: "debug" },
        ]) {
            other = new Client({ ...settings, ...odd });
            for (const begin of Object.values(WAYS)) begin({});
            await over();
        }`,
    );
});

test("a rejection that somebody awaits is an ordinary one", async (t) => {
    const emulator = await service(t);
    const script = `${CHILD}
        await client.messages.create(ask(), { headers: { "x-emulator-status": "400" } });`;
    const { code, err } = await run(script, childArgs(emulator));
    assert.equal(code, 1);
    assert.match(err, /BadRequestError/);
});
