// Answers that no type foresees: they arrive as they are, and neither listeners nor readers are harmed. Values that
// JavaScript cannot represent are available as text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { rawOf, textOf } from "parlour";
import { all, ask, begin, close, end, event, json, open, service, start, text } from "../support.mjs";

/** Bytes of one frame of the event stream. */
const frame = (name, data) => ({ raw: `event: ${name}\n${data === null ? "" : `data: ${data}\n`}\n` });

const NAMES = [
    "streamEvent",
    "text",
    "inputJson",
    "thinking",
    "signature",
    "citation",
    "contentBlock",
    "message",
];

test("events of odd shapes reach listeners, loops and the text without harm", async (t) => {
    const emulator = await service(t);
    const odd = [
        frame("content_block_delta", '{"index":0}'),
        frame("content_block_delta", '{"index":0,"delta":{"type":"brand_new","text":7}}'),
        frame("surprise", "[1]"),
        frame("surprise", "null"),
        frame("surprise", '{"data":2}'),
        frame("ping", null),
    ];
    emulator.push({ sse: [...start(), ...odd, text("fine"), close(0), ...end()], repeat: 3 });
    const { messages } = emulator.client();
    const listened = messages.stream(ask());
    for (const name of NAMES) listened.on(name, () => undefined);
    assert.equal(await listened.finalText(), "fine");
    const events = await all(messages.stream(ask()));
    const [bare, unknown, list, nothing, fields, empty] = events.slice(2);
    assert.deepEqual(bare, { type: "content_block_delta", index: 0 });
    assert.equal(unknown.delta.text, 7);
    assert.deepEqual(list, { type: "surprise", data: [1] });
    assert.deepEqual(nothing, { type: "surprise", data: null });
    assert.deepEqual(fields, { type: "surprise", data: 2 });
    assert.deepEqual(empty, { type: "ping", data: null });
    assert.deepEqual(events.slice(2, 8).map(rawOf).slice(2), ["[1]", "null", '{"data":2}', ""]);
    assert.deepEqual(await all(messages.stream(ask()).textStream), ["fine"]);
});

test("a message of an odd shape is handed out, and has no text", async (t) => {
    const emulator = await service(t);
    emulator.push({
        json: { type: "message", content: [null, { type: "text" }, { type: "text", text: "a" }] },
    });
    emulator.push({ json: { type: "message", content: "none" } });
    const { messages } = emulator.client();
    assert.equal(textOf(await messages.create(ask())), "a");
    const other = await messages.create(ask());
    assert.equal(other.content, "none");
    assert.equal(textOf(other), "");
});

test("integers beyond 2^53 are reachable through the raw text: message, event, request", async (t) => {
    const emulator = await service(t);
    const big = "9007199254740993";
    const tool = { type: "tool_use", id: "t", name: "n", input: {} };
    const delta = `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":${big}}}`;
    const sse = [begin(), open(0, tool), json(`{"id":${big}}`), close(0), frame("message_delta", delta)];
    emulator.push({ sse: [...sse, event("message_stop")], repeat: 2 });
    const { messages } = emulator.client();
    const stream = messages.stream(ask(), { body: `{"seed":${big}}` });
    const events = await all(stream);
    assert.equal(rawOf(events[4]), delta);
    assert.ok((await stream.finalMessage()).raw.includes(`{"id":${big}}`));
    assert.ok(emulator.requests[0].body.toString().includes(`"seed":${big}`));
    // A program that passes the stream on keeps the digits.
    const lines = await new Response(messages.stream(ask()).toReadableStream()).text();
    assert.ok(lines.includes(delta));
});

test("half a surrogate pair becomes U+FFFD, and stays in the raw text", async (t) => {
    const emulator = await service(t);
    const delta = '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"<\\ud83d>"}}';
    emulator.push({ sse: [...start(), frame("content_block_delta", delta), close(0), ...end()], repeat: 2 });
    const { messages } = emulator.client();
    const stream = messages.stream(ask());
    const events = await all(stream);
    assert.equal(events[2].delta.text, "<\ufffd>");
    assert.equal(rawOf(events[2]), delta);
    assert.equal(await stream.finalText(), "<\ufffd>");
    const lines = (await new Response(messages.stream(ask()).toReadableStream()).text()).split("\n");
    assert.equal(JSON.parse(lines[2]).delta.text, "<\ufffd>");
});

test("JSON nested deeper than any stack arrives, and can be passed on", async (t) => {
    const emulator = await service(t);
    const deep = `{"type":"surprise","a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    emulator.push({ sse: [...start(), frame("surprise", deep), close(0), ...end()], repeat: 2 });
    const { messages } = emulator.client();
    const events = await all(messages.stream(ask()));
    assert.equal(rawOf(events[2]), deep);
    const lines = (await new Response(messages.stream(ask()).toReadableStream()).text()).split("\n");
    assert.equal(lines[2], deep);
});
