// Streams whose events do not come from a call of their own: `MessageStream.fromReadableStream()` and `tee()`.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    APIStatusError,
    APIUserAbortError,
    Client,
    ConfigError,
    MessageStream,
    OverloadedError,
    RateLimitError,
    StreamDecodeError,
    StreamEndedError,
    StreamProtocolError,
} from "parlour";
import {
    ask,
    begin,
    close,
    end,
    event,
    json,
    open,
    PATIENCE,
    service,
    start,
    streamed,
    text,
} from "./support.mjs";

const PIECES = ["Good", " morning", ", wörld"];
const WHOLE = PIECES.join("");

/** A web stream of these chunks. */
const readable = (...chunks) => ReadableStream.from(chunks);
const encode = (string) => new TextEncoder().encode(string);
const lines = (...events) => events.map(({ data }) => `${JSON.stringify(data)}\n`).join("");
const scripted = (...pieces) => lines(...streamed(...pieces).sse);

/** All that a loop over it gives. */
async function all(iterable) {
    const items = [];
    for await (const item of iterable) items.push(item);
    return items;
}

async function opened(test, reply, more) {
    const emulator = await service(test);
    emulator.push(reply);
    const client = new Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        fromEnv: false,
        maxRetries: 0,
        ...more,
    });
    return { emulator, stream: client.messages.stream(ask()) };
}

test("what toReadableStream() writes is the same stream elsewhere", async (t) => {
    const reply = streamed(...PIECES);
    const { stream } = await opened(t, reply);
    const there = MessageStream.fromReadableStream(stream.toReadableStream());
    const snapshots = [];
    there.on("text", (_delta, snapshot) => snapshots.push(snapshot));
    const events = await all(there);
    assert.deepEqual(
        events.map(({ type }) => type),
        reply.sse.map(({ event: name }) => name),
    );
    assert.deepEqual(snapshots, ["Good", "Good morning", WHOLE]);
    const message = await there.finalMessage();
    assert.equal(await there.finalText(), WHOLE);
    assert.equal(message.stop_reason, "end_turn");
    assert.equal(message.usage.output_tokens, 7);
    assert.equal(there.response, null);
    assert.equal(there.ended, true);
});

test("bytes may be cut anywhere, and lines may end as they like", async () => {
    const bytes = encode(scripted(...PIECES).replaceAll("\n", "\r\n\n"));
    for (const size of [1, 2, 7, bytes.length]) {
        const chunks = [];
        for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
        const stream = MessageStream.fromReadableStream(readable(...chunks));
        assert.equal(await stream.finalText(), WHOLE);
    }
    const unended = scripted(...PIECES).trimEnd();
    assert.equal(await MessageStream.fromReadableStream(readable(encode(unended))).finalText(), WHOLE);
});

test("the message is as far as its consumer", async () => {
    const stream = MessageStream.fromReadableStream(readable(encode(scripted(...PIECES))));
    assert.equal(stream.currentMessage, null);
    const seen = [];
    for await (const { type } of stream) seen.push([type, stream.currentMessage.content[0]?.text]);
    assert.deepEqual(seen.slice(0, 5), [
        ["message_start", undefined],
        ["content_block_start", ""],
        ["content_block_delta", "Good"],
        ["content_block_delta", "Good morning"],
        ["content_block_delta", WHOLE],
    ]);
});

test("tool input and unknown events come through", async () => {
    const call = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
    const text = lines(
        begin(),
        event("weather_report", { cloud: "cumulus" }),
        open(0, call),
        json('{"a": 12345678901234567890'),
        json("}"),
        close(0),
        ...end("tool_use"),
    );
    const stream = MessageStream.fromReadableStream(readable(encode(text)));
    const kinds = (await all(stream)).map(({ type }) => type);
    assert.ok(kinds.includes("weather_report"));
    const [block] = (await stream.finalMessage()).content;
    assert.equal(block.name, "f");
    assert.ok("a" in block.input);
});

test("events that end too early, in no order, or that are none are errors with what there is", async () => {
    const cut = lines(...start(), text("half"));
    const ended = MessageStream.fromReadableStream(readable(encode(cut)));
    await assert.rejects(ended.finalMessage(), (error) => {
        assert.ok(error instanceof StreamEndedError);
        assert.match(error.message, /ended before the message was complete; next:/);
        assert.equal(error.partialMessage.content[0].text, "half");
        return true;
    });
    const disordered = MessageStream.fromReadableStream(readable(encode(lines(text("x"), ...end()))));
    await assert.rejects(disordered.done(), StreamProtocolError);
    for (const line of ["{", "7", "null", '{"kind":"x"}']) {
        const broken = MessageStream.fromReadableStream(readable(encode(`${cut}${line}\n${cut}`)));
        const seen = [];
        const reading = (async () => {
            for await (const { type } of broken) seen.push(type);
        })();
        await assert.rejects(reading, (error) => {
            assert.ok(error instanceof StreamDecodeError);
            assert.match(error.message, /line 4/);
            return true;
        });
        assert.deepEqual(seen, ["message_start", "content_block_start", "content_block_delta"]);
    }
    for (const [type, kind] of [
        ["overloaded_error", OverloadedError],
        ["rate_limit_error", RateLimitError],
        ["new_error", APIStatusError],
    ]) {
        const told = `${cut}${JSON.stringify({ type: "error", error: { type, message: "full" } })}\n`;
        await assert.rejects(MessageStream.fromReadableStream(readable(encode(told))).done(), (error) => {
            assert.ok(error instanceof kind, error.constructor.name);
            assert.equal(error.type, type);
            assert.match(error.message, /full/);
            assert.equal(error.partialMessage.content[0].text, "half");
            return true;
        });
    }
    await assert.rejects(MessageStream.fromReadableStream(readable()).done(), StreamEndedError);
});

test("a readable stream that fails fails the stream, and leaving the stream cancels it", async () => {
    const failing = new ReadableStream({
        pull(controller) {
            controller.error(new TypeError("the pipe broke"));
        },
    });
    await assert.rejects(MessageStream.fromReadableStream(failing).done(), /the pipe broke/);
    for (const leave of [
        async (stream) => {
            for await (const _ of stream) break;
        },
        async (stream) => {
            await stream[Symbol.asyncIterator]().next();
            stream.abort();
            await assert.rejects(stream.done(), APIUserAbortError);
        },
    ]) {
        let cancelled = false;
        const endless = new ReadableStream({
            start(controller) {
                controller.enqueue(encode(lines(...start(), text("x"))));
            },
            cancel() {
                cancelled = true;
            },
        });
        await leave(MessageStream.fromReadableStream(endless));
        assert.equal(cancelled, true);
    }
    for (const wrong of [undefined, null, "text", {}]) {
        assert.throws(() => MessageStream.fromReadableStream(wrong), ConfigError);
    }
});

test("tee() gives two streams of the same events, read at their own speed", async (t) => {
    const reply = streamed(...PIECES);
    const { stream } = await opened(t, reply);
    const [left, right] = stream.tee();
    const kinds = reply.sse.map(({ event: name }) => name);
    assert.deepEqual(
        (await all(left)).map(({ type }) => type),
        kinds,
    );
    assert.equal(await left.finalText(), WHOLE);
    assert.equal(right.currentMessage, null);
    const seen = [];
    for await (const event of right) {
        seen.push(event.type);
        if (event.type === "content_block_start") assert.equal(right.currentMessage.content[0].text, "");
    }
    assert.deepEqual(seen, kinds);
    assert.equal((await right.finalMessage()).usage.output_tokens, 7);
    assert.notEqual(left.requestID, null);
    assert.equal(left.requestID, right.requestID);
});

test("both halves may be read at once, in any way", async (t) => {
    const { stream } = await opened(t, streamed(...PIECES));
    const [left, right] = stream.tee();
    const pieces = [];
    left.on("text", (piece) => pieces.push(piece));
    const [message, texts] = await Promise.all([left.finalMessage(), all(right.textStream)]);
    assert.equal(texts.join(""), WHOLE);
    assert.deepEqual(pieces, PIECES);
    assert.equal(message.content[0].text, WHOLE);
    const again = MessageStream.fromReadableStream(readable(encode(scripted(...PIECES)))).tee();
    const [[first], second] = [again[0].tee(), again[1]];
    assert.deepEqual(await Promise.all([first.finalText(), second.finalText()]), [WHOLE, WHOLE]);
});

test("a failure reaches both halves", async (t) => {
    const { stream } = await opened(t, {
        ...streamed("half"),
        fault: { close_after: "content_block_delta" },
    });
    const halves = stream.tee();
    for (const half of halves) {
        await assert.rejects(half.finalMessage(), (error) => {
            assert.equal(error.partialMessage.content[0].text, "half");
            return true;
        });
    }
});

test("the answer is given up when both halves are left, and not before", async (t) => {
    const sse = [...start(), text("x"), close(0), ...end()];
    const { emulator, stream } = await opened(t, { sse, fault: { stall_after: "content_block_delta" } });
    const [left, right] = stream.tee();
    for await (const { type } of left) if (type === "content_block_delta") break;
    const reader = right[Symbol.asyncIterator]();
    for (let n = 0; n < 3; n++) assert.equal((await reader.next()).done, false);
    assert.equal(stream.ended, false);
    right.abort();
    assert.equal(stream.ended, true);
    await assert.rejects(reader.next(), APIUserAbortError);
    const deadline = Date.now() + PATIENCE;
    while (emulator.closedEarly !== 1 && Date.now() < deadline) await new Promise((go) => setTimeout(go, 5));
    assert.equal(emulator.closedEarly, 1);
});

test("a stream that is being read cannot be split", async (t) => {
    const { stream } = await opened(t, streamed(...PIECES));
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    assert.throws(() => stream.tee(), /before events of the stream are read/);
    await reader.return();
});
