// How often JavaScript and the native half call each other: that is most of the cost of a call and an event.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { native } = createRequire(import.meta.url)("../../dist/native.js");

/** Calls into the native half, and calls of it. */
const crossings = { into: 0, out: 0 };

for (const name of ["take", "cancel", "release", "answer", "refuse", "snapshot", "finalMessage"]) {
    const real = native[name];
    native[name] = (...args) => {
        crossings.into++;
        return real(...args);
    };
}
const { submit } = native.Client.prototype;
native.Client.prototype.submit = function (...args) {
    crossings.into++;
    return submit.apply(this, args);
};
const { openPort } = native;
native.openPort = (wake, hosted) =>
    openPort((...items) => {
        crossings.out++;
        wake(...items);
    }, hosted);

const { ask, service, start, streamed, text } = await import("../support.mjs");

/** Runs it and returns the number of crossings. */
async function counted(run) {
    crossings.into = 0;
    crossings.out = 0;
    await run();
    return { ...crossings };
}

test("a whole call crosses twice", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    await messages.create(ask());
    const { into, out } = await counted(async () => {
        for (let round = 0; round < 50; round++) await messages.create(ask());
    });
    assert.equal(into, 50);
    assert.equal(out, 50);
});

test("calls in flight share wake-ups", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const { into, out } = await counted(() =>
        Promise.all(Array.from({ length: 256 }, () => messages.create(ask()))),
    );
    assert.equal(into, 256);
    assert.ok(out <= 256, `${out}`);
    t.diagnostic(`256 calls at once: ${out} wake-ups`);
});

const READ = {
    "a loop": async (stream) => {
        let count = 0;
        for await (const one of stream) count += one.type === "content_block_delta" ? 1 : 0;
        return count;
    },
    "the final message": async (stream) => {
        await stream.finalMessage();
        return 1000;
    },
    "a listener": async (stream) => {
        let count = 0;
        await stream.on("text", () => count++).done();
        return count;
    },
};

for (const [how, read] of Object.entries(READ)) {
    test(`1 000 events that came at once cross in a few batches: ${how}`, async (t) => {
        const emulator = await service(t);
        emulator.push(streamed(...Array.from({ length: 1000 }, (_, at) => `${at} `)));
        const { messages } = emulator.client();
        let count = 0;
        const { into, out } = await counted(async () => {
            count = await read(messages.stream(ask()));
        });
        assert.equal(count, 1000);
        t.diagnostic(`1 000 events: ${into} calls into the native half, ${out} wake-ups`);
        assert.ok(into + out <= 200, `${into} + ${out}`);
    });
}

test("events that come one by one cross at most three times each", async (t) => {
    const emulator = await service(t);
    const events = 100;
    const sse = [...start(), ...Array.from({ length: events }, () => text("x")), ...streamed().sse.slice(2)];
    emulator.push({ sse, gap_ms: 5 });
    const { messages } = emulator.client();
    const { into, out } = await counted(async () => {
        for await (const one of messages.stream(ask())) assert.ok(one.type);
    });
    t.diagnostic(`${sse.length} events, 5 ms between them: ${into} calls, ${out} wake-ups`);
    assert.ok(into <= 2 * sse.length + 20, `${into} calls`);
    assert.ok(out <= sse.length + 20, `${out} wake-ups`);
});
