// Functions of the program's that fail: what a hook, a logger or a listener throws is a process warning, once, and costs no answer.
// Each in a plain process, whose own warnings and uncaught exceptions count.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CHILD, childArgs, end, MESSAGE, run, service, start, text } from "./support.mjs";

const WHOLE = { json: { ...MESSAGE, stop_reason: "max_tokens" } };
const STREAM = { sse: [...start(), text("a"), ...end("max_tokens")] };

/** Ways to fail, as JavaScript: an error, a value without text, a promise, one of another class, a `then` that throws. */
const FAILURES = {
    "throws an error": `throw new Error("mine")`,
    "throws a value without text": `throw Object.create(null)`,
    "gives a promise that rejects": `return Promise.reject(new Error("mine"))`,
    "gives a thenable that rejects": `return { then: (_, reject) => reject(new Error("mine")) }`,
    "gives an object whose then throws": `return { get then() { throw new Error("mine"); } }`,
};

const PROGRAM = (fail, inWorker) => `
    import { Worker, isMainThread, workerData } from "node:worker_threads";
    const program = async (args) => {
        const { Client } = await import("parlour");
        const params = { model: "svc-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }] };
        const [baseURL, apiKey] = args;
        const fail = () => { ${fail} };
        let warnings = 0;
        process.on("warning", () => { warnings += 1; });
        const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, onStop: fail });
        const whole = await Promise.all(Array.from({ length: 3 }, () => client.messages.create(params)));
        const stream = client.messages.stream(params).on("text", fail);
        const { content } = await stream.finalMessage();
        await new Promise(setImmediate);
        console.log(whole.length, content[0].text, warnings);
    };
    const logs = async ([baseURL, apiKey]) => {
        const { Client } = await import("parlour");
        const params = { model: "svc-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "x" }] };
        const fail = () => { ${fail} };
        const logger = { error: fail, warn: fail, info: fail, debug: fail };
        const logging = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, logger, logLevel: "debug" });
        const { id } = await logging.messages.create(params);
        console.log(id);
    };
    const args = process.argv.slice(1);
    if (${String(inWorker)}) {
        const code = "const { workerData } = require('node:worker_threads');"
            + "const program = " + program + "; const logs = " + logs + ";"
            + "program(workerData).then(() => logs(workerData));";
        new Worker(code, { eval: true, execArgv: [], workerData: args }).on("error", (error) => { console.log("lost", error); });
    } else {
        await program(args);
        await logs(args);
    }`;

for (const [what, fail] of Object.entries(FAILURES)) {
    for (const inWorker of [false, true]) {
        test(`a hook that ${what} costs no answer${inWorker ? ", in a worker" : ""}`, async (t) => {
            const emulator = await service(t);
            emulator.push(WHOLE, WHOLE, WHOLE, STREAM, WHOLE);
            const { code, out, err } = await run(PROGRAM(fail, inWorker), childArgs(emulator));
            // Three stops of whole answers, one of the stream, one piece of text.
            assert.deepEqual([code, out], [0, "3 a 5\nmsg_1\n"], err);
            assert.match(err, /Warning|mine|a listener threw/);
        });
    }
}

test("a replaced emitWarning that throws takes no other call with it", async (t) => {
    const emulator = await service(t);
    emulator.push(WHOLE, WHOLE, WHOLE);
    const { code, out, err } = await run(
        `${CHILD}
        process.emitWarning = () => { throw new Error("not here"); };
        const caught = [];
        process.on("uncaughtException", ({ message }) => caught.push(message));
        const angry = client.withOptions({ onStop: () => { throw new Error("mine"); } });
        const answers = await Promise.all([1, 2, 3].map(() => angry.messages.create(ask())));
        await new Promise(setImmediate);
        console.log(answers.length, caught.join());`,
        childArgs(emulator),
    );
    assert.deepEqual([code, out], [0, "3 not here,not here,not here\n"], err);
});

test("a key function whose promise is of another class fails its call alone", async (t) => {
    const emulator = await service(t);
    const failing = emulator.client({
        apiKey: () => ({
            get then() {
                throw new Error("mine");
            },
        }),
    });
    const [failed, fine] = await Promise.allSettled([
        failing.messages.create({ model: MESSAGE.model, max_tokens: 9, messages: [] }),
        emulator.client().messages.create({
            model: MESSAGE.model,
            max_tokens: 9,
            messages: [{ role: "user", content: "x" }],
        }),
    ]);
    assert.deepEqual([failed.reason?.message, fine.status], ["mine", "fulfilled"]);
});
