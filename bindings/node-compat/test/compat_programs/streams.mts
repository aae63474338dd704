// Programs of the official SDK: streams. Of each the line of its import was changed, and the model.

import assert from "node:assert/strict";
import Vendor from "parlour-compat";
import { MessageStream } from "parlour-compat/lib/MessageStream";
import { zodOutputFormat } from "parlour-compat/helpers/zod";
import { z } from "zod";
import { type Advice, last, MODEL, type Programs, stream, textOf } from "./support.mjs";

const params: Vendor.MessageCreateParamsNonStreaming = {
    model: MODEL,
    max_tokens: 64,
    messages: [{ role: "user", content: "Hello" }],
};
const CALL = {
    start: { type: "tool_use", id: "t1", name: "weather", input: {} },
    pieces: ['{"location": "S', 'an"', ', "unit": "c"}'],
};

export const programs: Programs = {
    "events in a loop": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const types: string[] = [];
        const events = await new Vendor().messages.create({ ...params, stream: true });
        for await (const event of events) types.push(event.type);
        assert.deepEqual(types, [
            "message_start",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
        ]);
    },
    "text as it comes": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const told: string[][] = [];
        const made = new Vendor().messages
            .stream(params)
            .on("text", (piece, soFar) => told.push([piece, soFar]));
        const message = await made.finalMessage();
        assert.deepEqual(told, [
            ["Hel", "Hel"],
            ["lo", "Hello"],
        ]);
        assert.equal(textOf(message), "Hello");
        assert.equal(await made.finalText(), "Hello");
    },
    "every listener": async ({ service }) => {
        service.push(stream(["Hi"]));
        const seen: string[] = [];
        const made = new Vendor().messages.stream(params);
        for (const name of [
            "connect",
            "streamEvent",
            "text",
            "contentBlock",
            "message",
            "finalMessage",
            "end",
        ] as const) {
            made.on(name, () => seen.push(name));
        }
        await made.done();
        // Seven events, none of them a ping.
        assert.equal(seen.filter((name) => name === "streamEvent").length, 6);
        assert.deepEqual([...new Set(seen)].sort(), [
            "connect",
            "contentBlock",
            "end",
            "finalMessage",
            "message",
            "streamEvent",
            "text",
        ]);
    },
    "the input of a tool as it comes": async ({ service }) => {
        service.push(stream(CALL));
        const shown: string[] = [];
        const made = new Vendor().messages.stream(params);
        made.on("inputJson", (_, input) => shown.push(JSON.stringify(input)));
        const message = await made.finalMessage();
        assert.deepEqual(shown, ["{}", '{"location":"San"}', '{"location":"San","unit":"c"}']);
        const [block] = message.content;
        assert.deepEqual(block.type === "tool_use" && block.input, { location: "San", unit: "c" });
    },
    "events of a stream with listeners": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const made = new Vendor().messages.stream(params);
        let text = "";
        for await (const event of made) {
            if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
                text += event.delta.text;
            }
        }
        assert.equal(text, "Hello");
        assert.equal((await made.finalMessage()).stop_reason, "end_turn");
    },
    "a loop that is left": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const events = await new Vendor().messages.create({ ...params, stream: true });
        for await (const event of events) if (event.type === "content_block_delta") break;
        assert.equal(events.controller.signal.aborted, true);
    },
    "a loop whose controller aborts": async ({ service }) => {
        service.push({ ...stream(["Hel", "lo"]), fault: { stall_after: "content_block_delta" } });
        const events = await new Vendor().messages.create({ ...params, stream: true });
        let count = 0;
        for await (const _ of events) if (++count === 2) events.controller.abort();
        assert.equal(count, 2);
    },
    "an abort, and who waits": async ({ service }) => {
        service.push({ ...stream(["Hel", "lo"]), fault: { stall_after: "content_block_delta" } });
        const made = new Vendor().messages.stream(params);
        const told = made.emitted("abort");
        const final = made.finalMessage();
        made.on("text", () => made.abort());
        await assert.rejects(final, Vendor.APIUserAbortError);
        assert.ok((await told) instanceof Vendor.APIUserAbortError);
        assert.equal(made.aborted, true);
    },
    "the signal of a stream": async ({ service }) => {
        service.push({ ...stream(["Hel", "lo"]), fault: { stall_after: "content_block_delta" } });
        const controller = new AbortController();
        const made = new Vendor().messages.stream(params, { signal: controller.signal });
        made.on("text", () => controller.abort());
        await assert.rejects(made.done(), Vendor.APIUserAbortError);
    },
    "a failure and its listener": async ({ service }) => {
        service.push({ status: 400, json: { type: "error", error: { type: "e", message: "no" } } });
        const made = new Vendor({ maxRetries: 0 }).messages.stream(params);
        const error = await new Promise((resolve) => made.on("error", resolve));
        assert.ok(error instanceof Vendor.APIError);
        assert.equal(error.status, 400);
        assert.equal(made.errored, true);
    },
    "the head of a stream": async ({ service }) => {
        service.push(stream(["Hi"]));
        const asked = new Vendor().messages.create({ ...params, stream: true }).withResponse();
        const { data, response, request_id: id } = await asked;
        assert.ok(response instanceof Response);
        assert.match(id ?? "", /^req_/);
        for await (const _ of data);
        service.push(stream(["Hi"]));
        const made = new Vendor().messages.stream(params);
        const { response: head, request_id: other } = await made.withResponse();
        assert.deepEqual([head.ok, head.status, head.statusText], [true, 200, "OK"]);
        assert.equal(made.request_id, other);
    },
    "a stream in two": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const events = await new Vendor().messages.create({ ...params, stream: true });
        const read = async (one: AsyncIterable<Vendor.MessageStreamEvent>): Promise<string[]> => {
            const types: string[] = [];
            for await (const { type } of one) types.push(type);
            return types;
        };
        const [left, right] = await Promise.all(events.tee().map(read));
        assert.deepEqual(left, right);
        assert.ok(left.length === 7 && !left.includes("ping"));
    },
    "from a server to a browser": async ({ service }) => {
        service.push(stream(["Hel", "lo"]));
        const readable = new Vendor().messages.stream(params).toReadableStream();
        const { body } = new Response(readable);
        assert.ok(body !== null);
        const made = MessageStream.fromReadableStream(body);
        const types = new Set<string>();
        made.on("streamEvent", ({ type }) => types.add(type));
        assert.equal(await made.finalText(), "Hello");
        assert.ok(!types.has("ping"));
    },
    "what has come so far": async ({ service }) => {
        service.push({ ...stream(["Hel", "lo"]), gap_ms: 2 });
        const made = new Vendor().messages.stream(params);
        while (made.currentMessage?.stop_reason !== "end_turn") {
            await new Promise((resolve) => setTimeout(resolve, 1));
        }
        assert.equal(textOf(made.currentMessage), "Hello");
    },
    "received messages": async ({ service }) => {
        service.push(stream(["Hi"]));
        const made = new Vendor().messages.stream(params);
        await made.done();
        assert.equal(made.receivedMessages.length, 1);
        assert.deepEqual(
            made.messages.map(({ role }) => role),
            ["user", "assistant"],
        );
    },
    "a stream with a schema": async ({ service }) => {
        service.push(stream(['{"name":', '"Ada"}']));
        const format = zodOutputFormat(z.object({ name: z.string() }));
        const made = new Vendor().messages.stream({ ...params, output_config: { format } });
        const message = await made.finalMessage();
        assert.deepEqual(message.parsed_output, { name: "Ada" });
    },
    "once() and off()": async ({ service }) => {
        service.push(stream(["a", "b", "c"]));
        const seen: string[] = [];
        const gone = () => seen.push("gone");
        const made = new Vendor().messages.stream(params).once("text", (piece) => seen.push(piece));
        await made.on("text", gone).off("text", gone).done();
        assert.deepEqual(seen, ["a"]);
    },
    "messages.stream() as a beta": async ({ service }) => {
        service.push(stream(["Hi"]));
        const made = new Vendor().beta.messages.stream({ ...params, betas: ["one-2025-01-01"] });
        assert.equal(await made.finalText(), "Hi");
        assert.match(last(service).headers.get("svc-beta") ?? "", /one/);
    },
};

export const advice: Advice = {
    "a second loop over a stream": [
        async ({ service }) => {
            service.push(stream(["Hi"]));
            const events = await new Vendor().messages.create({ ...params, stream: true });
            for await (const _ of events);
            for await (const _ of events);
        },
        /was read to its end.*finalMessage\(\)/,
    ],
    "asResponse() after the stream began": [
        async ({ service }) => {
            service.push(stream(["Hi"]));
            const asked = new Vendor().messages.create({ ...params, stream: true });
            for await (const _ of await asked);
            await asked.asResponse();
        },
        /asResponse\(\) of a stream.*before it is awaited/,
    ],
};
