// Fake timers of test runners: a stopped clock must not delay a call.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { all, ask, service, streamed } from "./support.mjs";

/** Every way to wait that a fake may take the place of; none of them ever comes back. */
const FAKED = ["queueMicrotask", "setImmediate", "setTimeout", "setInterval"];

/** Puts fakes in place until the test ends, as sinon's fake timers do. */
function freeze(t) {
    const never = () => ({ ref() {}, unref() {}, hasRef: () => false });
    const before = FAKED.map((name) => [name, globalThis[name]]);
    const { nextTick } = process;
    const { now } = performance;
    for (const name of FAKED) globalThis[name] = never;
    process.nextTick = never;
    performance.now = () => 0;
    const thaw = () => {
        for (const [name, was] of before) globalThis[name] = was;
        process.nextTick = nextTick;
        performance.now = now;
    };
    t.after(thaw);
    return thaw;
}

async function calls(emulator) {
    const { messages } = emulator.client();
    const pieces = Array.from({ length: 3000 }, (_, at) => `${at} `);
    emulator.push(streamed(...pieces), streamed("a"), streamed("b"));
    const long = await all(messages.stream(ask()).textStream);
    const listened = [];
    await messages
        .stream(ask())
        .on("text", (piece) => listened.push(piece))
        .finalMessage();
    const opened = await messages.create(ask("x", { stream: true }));
    const { content } = await messages.create(ask("say whole"));
    const aborted = await messages
        .create(ask(), { signal: AbortSignal.abort() })
        .then(assert.fail, ({ name }) => name);
    return [long.length, listened, await opened.finalText(), content[0].text, aborted];
}

const EXPECTED = [3000, ["a"], "b", "whole", "APIUserAbortError"];

test("calls end while every timer and microtask of the globals is a fake", async (t) => {
    const emulator = await service(t);
    const thaw = freeze(t);
    const got = await calls(emulator);
    assert.ok(await emulator.waitRequests(4, 60_000));
    thaw();
    assert.deepEqual(got, EXPECTED);
});

test("calls end under the mock timers of node:test", async (t) => {
    const emulator = await service(t);
    mock.timers.enable();
    t.after(() => mock.timers.reset());
    const got = await calls(emulator);
    mock.timers.reset();
    assert.deepEqual(got, EXPECTED);
});
