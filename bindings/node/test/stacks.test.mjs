// Stacks: an error holds the line of the user's that made the call or waited for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, service, start, text } from "./support.mjs";

/** Waits as a program would: in functions of its own, whose names the stack then holds. */
async function inner(call) {
    return await call();
}
async function outer(call) {
    return await inner(call);
}

const half = { sse: [...start(), text("half")] };

const WAYS = {
    create: ({ create }) => create(ask()),
    "create, withResponse": ({ create }) => create(ask()).withResponse(),
    "create, asResponse": ({ create }) => create(ask()).asResponse(),
    "create, asStream": ({ create }) => create(ask()).asStream(),
    "create, a stream": ({ create }) => create(ask("x", { stream: true })),
    "create, a stream, withResponse": ({ create }) => create(ask("x", { stream: true })).withResponse(),
    "create, a stream, asResponse": ({ create }) => create(ask("x", { stream: true })).asResponse(),
    "create, aborted": ({ create }) => create(ask(), { signal: AbortSignal.abort() }),
    "create, wrong signal": ({ create }) => create(ask(), { signal: new AbortController() }),
    "create, misspelt": ({ create }) => create(ask(), { tiemout: 1 }),
    "create, Promise.all": ({ create }) => Promise.all([create(ask())]),
    request: ({ request }) => request("GET", "/v1/x"),
    "request, stream": ({ request }) => request("GET", "/v1/x", { stream: true }),
    finalMessage: ({ stream }) => stream(ask()).finalMessage(),
    finalText: ({ stream }) => stream(ask()).finalText(),
    done: ({ stream }) => stream(ask()).done(),
    emitted: ({ stream }) => stream(ask()).emitted("message"),
    withResponse: ({ stream }) => stream(ask()).withResponse(),
    async loop({ stream }) {
        for await (const event of stream(ask())) assert.ok(event);
    },
    async textStream({ stream }) {
        for await (const piece of stream(ask()).textStream) assert.ok(piece);
    },
    async batches({ stream }) {
        for await (const batch of stream(ask()).batches()) assert.ok(batch.length > 0);
    },
    async "finalMessage of one that failed before"({ stream }) {
        const one = stream(ask()).on("error", () => undefined);
        await new Promise((resolve) => one.on("end", resolve));
        await one.finalMessage();
    },
};

for (const [what, reply, but] of [
    ["refused", { status: 400, repeat: 0 }, []],
    [
        "cut in the middle",
        { ...half, repeat: 0 },
        ["create, a stream", "create, asResponse", "create, asStream", "request", "withResponse"],
    ],
]) {
    test(`the stack of a call that is ${what} holds who waited`, async (t) => {
        const emulator = await service(t);
        emulator.push(reply);
        const client = emulator.client({ maxRetries: 0 });
        const { messages } = client;
        const ways = {
            create: (...given) => messages.create(...given),
            stream: (...given) => messages.stream(...given),
            request: (...given) => client.request(...given),
        };
        for (const [name, way] of Object.entries(WAYS)) {
            if (but.some((start) => name.startsWith(start))) continue;
            const error = await outer(() => way(ways)).then(
                () => assert.fail(`${name} did not fail`),
                (error) => error,
            );
            assert.match(error.stack, /at (async )?inner .*stacks\.test\.mjs:\d+/, name);
            assert.match(error.stack, /at (async )?outer .*stacks\.test\.mjs:\d+/, name);
            assert.ok(error.stack.startsWith(`${error.name}: ${error.message}\n`), error.stack);
        }
    });
}

test("the limit that the program set for stacks holds", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400, repeat: 0 });
    const before = Error.stackTraceLimit;
    t.after(() => (Error.stackTraceLimit = before));
    Error.stackTraceLimit = 1;
    const error = await outer(() => emulator.client().messages.create(ask())).catch((error) => error);
    assert.equal(error.stack.match(/^ {4}at /gm).length, 1);
});
