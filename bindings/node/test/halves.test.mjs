// Text that was cut inside of a surrogate pair: in a request it becomes U+FFFD, and JSON that the program wrote is
// refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, Conversation, tool, ToolError } from "parlour";
import { ask, MODEL, service } from "./support.mjs";

const GOOD = "whole \u{1F600}";
const BAD = `${GOOD.slice(0, -1)} tail \ude00 \\ud800`;
const MENDED = "whole \ufffd tail \ufffd \\ud800";
const OK = { json: { done: true } };

const params = ask(BAD, {
    system: `${BAD} ${GOOD}`,
    metadata: { user_id: BAD },
    tools: [{ name: "look", description: BAD, input_schema: { type: "object", title: BAD } }],
});
const mended = {
    ...ask(MENDED),
    system: `${MENDED} ${GOOD}`,
    metadata: { user_id: MENDED },
    tools: [{ name: "look", description: MENDED, input_schema: { type: "object", title: MENDED } }],
};

test("half a pair becomes U+FFFD by every way into a request", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const last = () => emulator.requests.at(-1).json();
    await messages.create(params);
    assert.deepEqual(last(), mended);
    await messages.stream(params).finalMessage();
    assert.deepEqual(last(), { ...mended, stream: true });
    await messages.create({ ...params, stream: true }).asResponse();
    assert.deepEqual(last(), { ...mended, stream: true });
    await messages.countTokens(params);
    assert.equal(last().system, mended.system);
    // A long text crosses beside the JSON of a request of a batch.
    const long = `${"x".repeat(3000)}${BAD}`;
    const requests = ["a", "b", "c"].map((custom_id) => ({ custom_id, params: { ...params, system: long } }));
    await messages.batches.create({ requests });
    for (const one of last().requests)
        assert.deepEqual(one.params, { ...mended, system: `${"x".repeat(3000)}${MENDED}` });
    emulator.push(OK);
    await messages.create(ask(GOOD), { body: { extra: BAD } }).asResponse();
    assert.deepEqual(last().extra, MENDED);
    emulator.push(OK);
    await emulator.client().request("POST", "/v1/anything", { body: { [BAD]: BAD }, query: { q: BAD } });
    assert.deepEqual(last(), { [MENDED]: MENDED });
    assert.equal(new URLSearchParams(emulator.requests.at(-1).query).get("q"), MENDED);
});

test("half a pair in a conversation, an answer or a tool's result does not spoil the history", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const last = () => emulator.requests.at(-1).json();
    const said = new Conversation([{ role: "user", content: BAD }]);
    said.addReply(
        `{"role":"assistant","content":[{"type":"text","text":"a \\ud83d \\\\ud83d \\ud83d\\ude00"}]}`,
    );
    said.addUser([{ type: "text", text: BAD }]);
    await messages.create(said.body({ model: MODEL, max_tokens: 9, system: BAD }));
    assert.deepEqual(
        [last().system, ...last().messages.map(({ content }) => content[0].text ?? content)],
        [MENDED, MENDED, "a \ufffd \\ud83d \u{1F600}", MENDED],
    );
    const look = tool({
        name: "look",
        input: { type: "object" },
        run: () => ({ found: BAD }),
    });
    emulator.push({
        json: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: MODEL,
            content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }],
            stop_reason: "tool_use",
            stop_sequence: null,
            usage: { input_tokens: 1, output_tokens: 1 },
        },
    });
    await messages.runTools({ ...ask(BAD), tools: [look] });
    const [first, , result] = last().messages;
    assert.equal(first.content, MENDED);
    const { content } = result.content[0];
    const text = typeof content === "string" ? content : content[0].text;
    assert.deepEqual(JSON.parse(text), { found: MENDED });
});

test("half a pair that a model wrote spoils no further request of a tool run", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const call = (id, name) => `{"type":"tool_use","id":"${id}","name":"${name}","input":{"k":"a\\ud83d"}}`;
    const whole = (stop_reason, ...content) => ({
        headers: { "content-type": "application/json" },
        text:
            `{"id":"msg_1","type":"message","role":"assistant","model":"${MODEL}","content":[${content.join()}],` +
            `"stop_reason":"${stop_reason}","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`,
    });
    const inputs = [];
    const blocks = [{ type: "text", text: BAD, citations: [{ cited_text: BAD }] }];
    const run = (content) => (input) => {
        inputs.push(input);
        return content;
    };
    const tools = Object.entries({ text: BAD, blocks, json: { [BAD]: BAD } }).map(([name, content]) =>
        tool({ name, input: { type: "object" }, run: run(content) }),
    );
    tools.push(
        tool({
            name: "fails",
            input: { type: "object" },
            run: () => {
                throw new ToolError(blocks);
            },
        }),
    );
    for (const stream of [false, true]) {
        emulator.push(
            whole(
                "tool_use",
                ...tools.map(({ name }) => call(name, name)),
                call("unknown", "who\\ud83d"),
                call("denied", "text"),
            ),
            whole("end_turn"),
        );
        const loop = messages.runTools({ ...ask(BAD), tools, stream });
        await (await loop.next()).done?.();
        loop.deny("denied", BAD);
        loop.say(BAD);
        await loop;
        const { body } = emulator.requests.at(-1);
        const sent = Buffer.from(body).toString();
        assert.doesNotMatch(sent.replaceAll("\\\\", ""), /\\ud83d/i);
        const [, reply, results] = JSON.parse(sent).messages;
        assert.deepEqual(
            reply.content.map(({ input }) => input),
            reply.content.map(() => ({ k: "a\ufffd" })),
        );
        const told = Object.fromEntries(results.content.map((one) => [one.tool_use_id ?? "said", one]));
        const mendedBlocks = [{ type: "text", text: MENDED, citations: [{ cited_text: MENDED }] }];
        assert.equal(told.text.content, MENDED);
        assert.deepEqual(told.blocks.content, mendedBlocks);
        assert.deepEqual(JSON.parse(told.json.content), { [MENDED]: MENDED });
        assert.deepEqual([told.fails.content, told.fails.is_error], [mendedBlocks, true]);
        assert.match(told.unknown.content, /who\ufffd/);
        assert.equal(told.denied.content, MENDED);
        assert.equal(told.said.text, MENDED);
        const saved = JSON.parse(loop.save());
        assert.ok(saved !== null);
    }
    assert.deepEqual(new Set(inputs.map(({ k }) => k)), new Set(["a\ufffd"]));
});

test("JSON that the program wrote is refused with the place, before anything is sent", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const { messages } = client;
    const text = JSON.stringify(ask(BAD));
    const place = text.indexOf("\\ud83d");
    const refused = (unit) => ({
        name: "ConfigError",
        message: new RegExp(`half of a surrogate pair at ${unit} ${place}\\b`),
    });
    await assert.rejects(messages.create(text), refused("character"));
    await assert.rejects(messages.create(Buffer.from(text)), refused("byte"));
    await assert.rejects(messages.create(text.replaceAll("\\ud", "\\uD")), refused("character"));
    assert.throws(() => messages.stream(text), ConfigError);
    await assert.rejects(client.request("POST", "/v1/anything", { body: text }), refused("character"));
    await assert.rejects(
        messages.batches.create({ requests: [{ custom_id: "a", params: text }] }),
        ConfigError,
    );
    assert.throws(() => new Conversation().add(JSON.stringify({ role: "user", content: BAD })), ConfigError);
    await assert.rejects(messages.create(ask(), { headers: { "x-a": BAD } }), {
        name: "TypeError",
        message: /headers holds half of a surrogate pair/,
    });
    assert.equal(emulator.requests.length, 0);
    // Both halves are escapes here, and an escaped backslash begins none.
    await messages.create(JSON.stringify(ask("x")).replace('"x"', '"\\ud83d\\ude00 \\\\ud83d"'));
    assert.equal(emulator.requests.at(-1).json().messages[0].content, "\u{1F600} \\ud83d");
});
