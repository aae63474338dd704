// Readers of a stream: two at the same time, after a part, after the end, after it was closed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { APIUserAbortError, textOf } from "parlour";
import { all, ask, service, streamed, turn, unfinished } from "./support.mjs";

const BEING_READ = { name: "ParlourError", message: /already being read/ };
const AT_ITS_END = { name: "ParlourError", message: /read to its end.*finalMessage/ };

async function streams(t, ...replies) {
    const emulator = await service(t);
    emulator.push(...replies);
    const { messages } = emulator.client();
    return () => messages.stream(ask());
}

test("a second loop at the same time is refused, and the first one gets everything", async (t) => {
    const open = await streams(t, { ...streamed("a", "b", "c"), gap_ms: 5, repeat: 4 });
    for (const second of [
        (stream) => all(stream),
        (stream) => all(stream.textStream),
        (stream) => all(stream.batches()),
        (stream) => stream.toReadableStream().getReader().read(),
    ]) {
        const stream = open();
        const first = all(stream.textStream);
        await turn();
        await assert.rejects(second(stream), BEING_READ);
        assert.deepEqual(await first, ["a", "b", "c"]);
        assert.equal(await stream.finalText(), "abc");
    }
});

test("two loops over events that are there already do not divide them in silence", async (t) => {
    const open = await streams(t, streamed("a", "b", "c", "d"));
    const stream = open();
    const one = stream[Symbol.asyncIterator]();
    await one.next();
    const other = stream[Symbol.asyncIterator]();
    await other.next();
    await assert.rejects(one.next(), BEING_READ);
    assert.ok((await other.next()).value.type);
});

test("a loop that begins after a part was read gets the rest", async (t) => {
    const open = await streams(t, streamed("a", "b", "c"), streamed("a", "b", "c"));
    const stream = open();
    const loop = stream.textStream;
    assert.equal((await loop.next()).value, "a");
    assert.deepEqual(await all(stream.textStream), ["b", "c"]);
    const other = open();
    const events = other[Symbol.asyncIterator]();
    for (let at = 0; at < 3; at++) await events.next();
    const rest = await all(other.batches());
    assert.equal(rest.flat()[0].delta.text, "b");
    assert.equal(textOf(await other.finalMessage()), "abc");
});

test("after the end a new loop is an error that says what to do, and the old one goes on saying so", async (t) => {
    const open = await streams(t, { ...streamed("a"), repeat: 3 });
    const stream = open();
    const loop = stream[Symbol.asyncIterator]();
    while ((await loop.next()).done !== true);
    assert.deepEqual(await loop.next(), { done: true, value: undefined });
    await assert.rejects(all(stream), AT_ITS_END);
    await assert.rejects(all(stream.textStream), AT_ITS_END);
    await assert.rejects(all(stream.batches()), AT_ITS_END);
    assert.equal(await stream.finalText(), "a");

    const waited = open();
    await waited.finalMessage();
    await assert.rejects(all(waited.textStream), AT_ITS_END);

    // A loop that began before the end gets the remaining items, and no error.
    const kept = open();
    const early = kept.textStream;
    await kept.finalMessage();
    assert.deepEqual(await all(early), ["a"]);
});

test("a stream that this program closed says so", async (t) => {
    const open = await streams(t, { ...unfinished("part"), repeat: 2 });
    const stream = open();
    for await (const piece of stream.textStream) {
        assert.equal(piece, "part");
        break;
    }
    const closed = (error) => {
        assert.ok(error instanceof APIUserAbortError);
        assert.match(error.message, /closed by this program/);
        assert.equal(textOf(error.partialMessage), "part");
        return true;
    };
    await assert.rejects(all(stream), closed);
    await assert.rejects(all(stream.textStream), closed);
    await assert.rejects(stream.finalMessage(), closed);
    const other = open();
    await other.emitted("text");
    other.abort();
    await assert.rejects(all(other), closed);
});

test("bytes: the same rules", async (t) => {
    const emulator = await service(t);
    emulator.push({ text: "x".repeat(1000), pieces: 10, repeat: 2 });
    const client = emulator.client();
    const open = () => client.request("GET", "/v1/x", { stream: true });
    const body = await open();
    // Which of the two errors it is depends on the bytes that have arrived.
    const both = await Promise.allSettled([body.read(), body.read()]);
    const refused = both.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 1);
    assert.match(refused[0].reason.message, /already being read|read to its end/);
    await assert.rejects(body.read(), { message: /read to its end/ });
    const other = await open();
    const loop = other[Symbol.asyncIterator]();
    const { value } = await loop.next();
    assert.equal(value.length + (await other.read()).length, 1000);
});
