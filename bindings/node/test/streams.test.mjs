// Streams: events, listeners, snapshots, and how they end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { APIUserAbortError, textOf } from "parlour";
import {
    all,
    ask,
    begin,
    close,
    end,
    event,
    eventually,
    grow,
    json,
    MESSAGE,
    open,
    service,
    start,
    streamed,
    text,
    turn,
    unfinished,
} from "./support.mjs";

const data = (items) => items.map((item) => item.data);

test("a loop gets the events of the wire, unknown keys and kinds included", async (t) => {
    const emulator = await service(t);
    const sse = [
        begin(),
        open(0, { type: "text", text: "" }),
        event("ping"),
        text("Hello"),
        text('\\ "quoted" \u2028\n\u{1f980} é'),
        text(""),
        event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "more", extra: 1 } }),
        event("content_block_delta", { index: 0, delta: { type: "odd_delta", odd: true } }),
        event("surprise", { a: [1] }),
        close(0),
        open(1, { type: "brand_new", stuff: {} }),
        close(1),
        ...end(),
    ];
    emulator.push({ sse }, { sse, pieces: 7 });
    const { messages } = emulator.client();
    assert.deepStrictEqual(await all(messages.stream(ask())), data(sse));
    assert.deepStrictEqual(await all(await messages.create(ask("x", { stream: true }))), data(sse));
    assert.equal(emulator.requests[0].json().stream, true);
});

test("deltas of all kinds and block indexes keep their places", async (t) => {
    const emulator = await service(t);
    const many = Array.from({ length: 300 }, (_, at) => {
        const index = [0, 1, 2, 70, 5000][at % 5];
        if (at % 3 === 0) return text(`t${at} `.repeat(at), index);
        if (at % 3 === 1) return json(`"j${at}`, index);
        return grow(index, { type: "thinking_delta", thinking: `é${at}` });
    });
    const sse = [...start(), ...many];
    emulator.push({ sse, fault: { stall_after: "never" } });
    const stream = emulator.client().messages.stream(ask());
    const got = [];
    await assert.rejects(async () => {
        for await (const one of stream) got.push(one);
    });
    // The service breaks the protocol (block 5000 never began), so all up to there arrives.
    assert.deepStrictEqual(got, data(sse).slice(0, got.length));
});

test("blocks that grow side by side: snapshots belong to the block with the event's index", async (t) => {
    const emulator = await service(t);
    const sse = [
        begin(),
        open(0, { type: "text", text: "A:" }),
        open(1, { type: "thinking", thinking: "", signature: "" }),
        open(2, { type: "tool_use", id: "t", name: "tool", input: {} }),
        text("one "),
        grow(1, { type: "thinking_delta", thinking: "hm " }),
        json('{"city": "Ber', 2),
        text("two"),
        json('lin"}', 2),
        grow(1, { type: "thinking_delta", thinking: "yes" }),
        grow(1, { type: "signature_delta", signature: "sig" }),
        close(2),
        close(0),
        close(1),
        ...end("tool_use"),
    ];
    emulator.push({ sse });
    const told = [];
    const tell =
        (name) =>
        (...args) =>
            // An input grows on: it is copied to stay as it was.
            told.push([name, ...structuredClone(args)]);
    const stream = emulator
        .client()
        .messages.stream(ask())
        .on("text", tell("text"))
        .on("thinking", tell("thinking"))
        .on("inputJson", tell("inputJson"))
        .on("signature", tell("signature"))
        .on("contentBlock", tell("contentBlock"));
    const message = await stream.finalMessage();
    const tool = { type: "tool_use", id: "t", name: "tool", input: { city: "Berlin" } };
    const thinking = { type: "thinking", thinking: "hm yes", signature: "sig" };
    assert.deepStrictEqual(told, [
        ["text", "one ", "A:one "],
        ["thinking", "hm ", "hm "],
        ["inputJson", '{"city": "Ber', { city: "Ber" }],
        ["text", "two", "A:one two"],
        ["inputJson", 'lin"}', { city: "Berlin" }],
        ["thinking", "yes", "hm yes"],
        ["signature", "sig"],
        ["contentBlock", tool],
        ["contentBlock", { type: "text", text: "A:one two" }],
        ["contentBlock", thinking],
    ]);
    assert.deepStrictEqual(message.content, [{ type: "text", text: "A:one two" }, thinking, tool]);
    assert.equal(message.stop_reason, "tool_use");
    assert.equal(message.usage.output_tokens, 7);
});

test("a look at an input after each piece costs what is new", async (t) => {
    const emulator = await service(t);
    const items = 2000;
    const pieces = Array.from({ length: items }, (_, at) =>
        json(`${at === 0 ? '{"list": [' : ","}{"name":"item ${at}"}`),
    );
    const call = { type: "tool_use", id: "t", name: "tool", input: {} };
    emulator.push({ sse: [begin(), open(0, call), ...pieces, json("]}"), close(0), ...end("tool_use")] });
    // Each read continues with the previous value: parsing the whole text again would make other objects.
    let last;
    let looks = 0;
    const stream = emulator.client().messages.stream(ask());
    stream.on("inputJson", (_, input) => {
        looks++;
        last ??= { input, list: input.list, first: input.list[0] };
        assert.ok(input === last.input && input.list === last.list && input.list[0] === last.first);
    });
    const { parse } = JSON;
    let parsed = 0;
    t.after(() => (JSON.parse = parse));
    JSON.parse = (text, ...more) => {
        parsed += text.length;
        return parse(text, ...more);
    };
    await stream.done();
    JSON.parse = parse;
    assert.equal(looks, items + 1);
    assert.deepEqual(last.input.list.at(-1), { name: `item ${items - 1}` });
    assert.equal(last.input.list.length, items);
    // The events themselves have about 100 characters each; the text, read again at each look, 40 million.
    assert.ok(parsed < 500 * items, `${parsed} characters were parsed`);
});

test("a summary is told where it came in words, and to nobody where its block is another", async (t) => {
    const emulator = await service(t);
    const summary = (content) => grow(0, { type: "compaction_delta", content, encrypted_content: "e" });
    const seen = [];
    for (const [block, content] of [
        [{ type: "compaction", content: null }, "they met"],
        [{ type: "compaction", content: null }, null],
        [{ type: "compaction", content: null }, ""],
        [{ type: "text", text: "" }, "not a summary"],
    ]) {
        emulator.push({ sse: [begin(), open(0, block), summary(content), close(0), ...end()] });
        const stream = emulator.client().messages.stream(ask());
        await stream.on("compaction", (words) => seen.push(words)).finalMessage();
    }
    assert.deepEqual(seen, ["they met"]);
});

test("listeners are told of everything, in order", async (t) => {
    const emulator = await service(t);
    const citation = {
        type: "char_location",
        cited_text: "c",
        document_index: 0,
        start_char_index: 0,
        end_char_index: 1,
    };
    const sse = [...start(), text("Hi"), grow(0, { type: "citations_delta", citation }), close(0), ...end()];
    emulator.push({ sse });
    const stream = emulator.client().messages.stream(ask());
    const told = [];
    const names = [
        "connect",
        "text",
        "citation",
        "contentBlock",
        "message",
        "finalMessage",
        "error",
        "abort",
        "end",
    ];
    for (const name of names) stream.on(name, (first) => told.push([name, first]));
    const events = [];
    stream.on("streamEvent", (one, snapshot) => events.push([one, textOf(snapshot)]));
    const message = await stream.finalMessage();
    assert.deepStrictEqual(
        told.map(([name]) => name),
        ["connect", "text", "citation", "contentBlock", "message", "finalMessage", "end"],
    );
    const [, , [, cited], [, block], [, whole], [, final]] = told;
    assert.deepStrictEqual(cited, citation);
    assert.deepStrictEqual(block, { type: "text", text: "Hi", citations: [citation] });
    assert.deepStrictEqual(whole, message);
    assert.equal(final, message);
    assert.deepStrictEqual(
        events.map(([one]) => one),
        data(sse),
    );
    assert.deepStrictEqual(
        events.map(([, so]) => so),
        ["", "", "Hi", "Hi", "Hi", "Hi", "Hi"],
    );
    assert.equal(message._request_id, stream.requestID);
    assert.equal(stream.response.status, 200);
});

test("a listener that comes late gets whole snapshots", async (t) => {
    const emulator = await service(t);
    emulator.push({ ...streamed("one ", "two ", "three"), gap_ms: 20 });
    const stream = emulator.client().messages.stream(ask());
    const late = [];
    stream.once("text", () => stream.on("text", (_, so) => late.push(so)));
    await stream.done();
    assert.deepEqual(late, ["one two ", "one two three"]);
});

test("once, off and emitted", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b", "c"), streamed("a"));
    const { messages } = emulator.client();
    const stream = messages.stream(ask());
    const told = [];
    const never = () => told.push("never");
    stream.on("text", never).off("text", never);
    stream.once("text", (piece) => told.push(piece));
    const [first, message] = await Promise.all([stream.emitted("text"), stream.emitted("message")]);
    assert.equal(first, "a");
    assert.equal(message.id, "msg_1");
    assert.deepEqual(told, ["a"]);
    const other = messages.stream(ask());
    await assert.rejects(other.emitted("inputJson"), /no inputJson will come/);
});

test("a listener that throws does not end the stream for others", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b"));
    const warnings = [];
    const heed = (warning) => warnings.push(warning.message);
    process.on("warning", heed);
    t.after(() => process.off("warning", heed));
    const told = [];
    const stream = emulator
        .client()
        .messages.stream(ask())
        .on("text", () => {
            throw new Error("mine");
        })
        .on("text", async () => {
            throw new Error("mine, later");
        })
        .on("text", (piece) => told.push(piece));
    assert.equal(await stream.finalText(), "ab");
    assert.deepEqual(told, ["a", "b"]);
    await eventually(() => warnings.length === 4, "warnings");
    assert.deepEqual(warnings.sort(), ["mine", "mine", "mine, later", "mine, later"]);
});

test("a loop and listeners see the same events, each once", async (t) => {
    const emulator = await service(t);
    emulator.push({ ...streamed("a", "b", "c"), gap_ms: 5 });
    const stream = emulator.client().messages.stream(ask());
    const heard = [];
    stream.on("text", (piece) => heard.push(piece));
    const looped = [];
    for await (const one of stream) {
        if (one.type === "content_block_delta") {
            looped.push(one.delta.text);
            assert.deepEqual(heard, looped, "a listener hears when the loop gets it");
        }
    }
    assert.deepEqual(looped, ["a", "b", "c"]);
});

test("the final message may be awaited while a loop runs", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b"), streamed("a", "b"));
    const { messages } = emulator.client();
    const stream = messages.stream(ask());
    const final = stream.finalMessage();
    const events = await all(stream);
    assert.equal(events.length, 7);
    assert.equal(textOf(await final), "ab");
    // Within the loop it reads ahead; the loop still gets everything.
    const other = messages.stream(ask());
    let count = 0;
    for await (const one of other) {
        if (count++ === 0) assert.equal(await other.finalText(), "ab");
        assert.ok(one.type);
    }
    assert.equal(count, 7);
});

test("textStream gives the text alone, batches all that has come", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b"), streamed("a", "b"), streamed());
    const { messages } = emulator.client();
    assert.deepEqual(await all(messages.stream(ask()).textStream), ["a", "b"]);
    const batches = await all(messages.stream(ask()).batches());
    assert.ok(batches.every((batch) => batch.length > 0));
    assert.equal(batches.flat().length, 7);
    assert.deepEqual(await all(messages.stream(ask()).textStream), []);
});

test("toReadableStream gives lines of JSON, and cancelling it closes the connection", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b"), unfinished("c"));
    const { messages } = emulator.client();
    const body = await new Response(messages.stream(ask()).toReadableStream()).text();
    const lines = body.trimEnd().split("\n");
    assert.deepEqual(lines.map(JSON.parse), data(streamed("a", "b").sse));
    const stream = messages.stream(ask());
    const reader = stream.toReadableStream().getReader();
    assert.ok((await reader.read()).value instanceof Uint8Array);
    await reader.cancel("enough");
    assert.ok(stream.aborted);
    assert.ok(await emulator.waitClosedEarly(1));
});

test("currentMessage is the message as far as it was read", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed("a", "b", "c"));
    const stream = emulator.client().messages.stream(ask());
    assert.equal(stream.currentMessage, null);
    const seen = [];
    for await (const one of stream) {
        assert.ok(one);
        seen.push(textOf(stream.currentMessage));
    }
    assert.deepEqual(seen, ["", "", "a", "ab", "abc", "abc", "abc", "abc"]);
    assert.equal(stream.currentMessage.stop_reason, "end_turn");
    assert.ok(stream.ended && !stream.aborted && !stream.errored);
});

test("create with stream: true resolves once the answer has begun", async (t) => {
    const emulator = await service(t);
    emulator.push(unfinished("a"), { status: 400 });
    const { messages } = emulator.client();
    const call = messages.create(ask("x", { stream: true }));
    const { data: stream, response, request_id } = await call.withResponse();
    assert.equal(stream, await call);
    assert.equal(response, stream.response);
    assert.equal(request_id, stream.request_id);
    assert.equal((await call.asResponse()).status, 200);
    stream.abort();
    await assert.rejects(messages.create(ask("x", { stream: true })), { name: "BadRequestError" });
});

for (const [how, leave] of Object.entries({
    "leaving a loop": async (stream) => {
        for await (const one of stream) if (one.type === "content_block_delta") break;
    },
    "an error in a loop": async (stream) => {
        await assert.rejects(async () => {
            for await (const one of stream) if (one.type === "content_block_delta") throw new Error("mine");
        }, /mine/);
    },
    "leaving a loop over the text": async (stream) => {
        for await (const piece of stream.textStream) if (piece) break;
    },
    "abort()": async (stream) => {
        await stream.emitted("text");
        stream.abort();
    },
    "controller.abort()": async (stream) => {
        await stream.emitted("text");
        stream.controller.abort();
    },
    "Symbol.asyncDispose": async (stream) => {
        await stream.emitted("text");
        await stream[Symbol.asyncDispose]();
    },
})) {
    test(`${how} closes the connection, and the stream never looks complete`, async (t) => {
        const emulator = await service(t);
        emulator.push(unfinished("part"));
        const stream = emulator.client().messages.stream(ask());
        const told = [];
        for (const name of ["abort", "error", "end", "finalMessage"])
            stream.once(name, () => told.push(name));
        await leave(stream);
        assert.ok(stream.aborted && stream.ended && !stream.errored);
        await assert.rejects(stream.finalMessage(), (error) => {
            assert.ok(error instanceof APIUserAbortError);
            assert.equal(textOf(error.partialMessage), "part");
            return true;
        });
        await assert.rejects(all(stream), APIUserAbortError);
        assert.equal(textOf(stream.currentMessage), "part");
        assert.deepEqual(told, ["abort", "end"]);
        assert.ok(await emulator.waitClosedEarly(1));
    });
}

test("a stream that is aborted before it was sent sends nothing more", async (t) => {
    const emulator = await service(t);
    const stream = emulator.client().messages.stream(ask());
    stream.abort("at once");
    await assert.rejects(stream.finalMessage(), (error) => error.cause === "at once");
    assert.equal(stream.currentMessage, null);
});

test("a stream that breaks off is an error with what had arrived", async (t) => {
    const emulator = await service(t);
    emulator.push(
        {
            sse: [
                ...start(),
                text("half"),
                event("error", { error: { type: "overloaded_error", message: "busy" } }),
            ],
        },
        { sse: [...start(), text("half")] },
    );
    const { messages } = emulator.client();
    const told = [];
    const stream = messages.stream(ask()).on("error", (error) => told.push(error));
    await assert.rejects(all(stream), (error) => {
        assert.deepEqual([error.name, error.status, error.isMidStream], ["OverloadedError", 200, true]);
        assert.equal(textOf(error.partialMessage), "half");
        assert.deepEqual(told, [error]);
        return true;
    });
    assert.ok(stream.errored && !stream.aborted);
    const cut = messages.stream(ask());
    const pieces = [];
    await assert.rejects(
        async () => {
            for await (const piece of cut.textStream) pieces.push(piece);
        },
        { name: "StreamEndedError" },
    );
    assert.deepEqual(pieces, ["half"], "what arrived before the failure is handed on");
});

test("a failure before the answer reaches whoever waits: loop, listener, final message", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 401, repeat: 3 });
    const { messages } = emulator.client({ maxRetries: 0 });
    await assert.rejects(all(messages.stream(ask())), { name: "AuthenticationError" });
    await assert.rejects(messages.stream(ask()).finalText(), { name: "AuthenticationError" });
    const error = await messages.stream(ask()).emitted("error");
    assert.equal(error.status, 401);
});

test("a tool input that was cut says so", async (t) => {
    const emulator = await service(t);
    const tool = { type: "tool_use", id: "t", name: "tool", input: {} };
    emulator.push({ sse: [begin(), open(0, tool), json('{"a": [1, 2'), close(0), ...end("max_tokens")] });
    const message = await emulator.client().messages.stream(ask()).finalMessage();
    assert.equal(message.content[0].inputState, "incomplete");
    assert.equal(message.content[0].rawInput, '{"a": [1, 2');
    assert.ok(!Object.keys(message.content[0]).includes("inputState"));
});

test("a fast stream does not hold the loop", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed(...Array.from({ length: 20_000 }, (_, at) => `${at} `)));
    const stream = emulator.client().messages.stream(ask());
    let turns = 0;
    let counting = true;
    const count = async () => {
        while (counting) {
            await turn();
            turns++;
        }
    };
    const counter = count();
    let events = 0;
    for await (const one of stream) events += one.type === "content_block_delta" ? 1 : 0;
    counting = false;
    await counter;
    assert.equal(events, 20_000);
    assert.ok(turns >= 3, `${turns} turns`);
});

test("an empty message without events for anybody", async (t) => {
    const emulator = await service(t);
    emulator.push({ sse: [begin(), ...end()] });
    const message = await emulator.client().messages.stream(ask()).finalMessage();
    assert.deepEqual(message.content, []);
    assert.equal(message.id, MESSAGE.id);
});
