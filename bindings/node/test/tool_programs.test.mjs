// Programs in the style of the official SDK for tools, tool runners, structured answers and thinking. Of such a program
// the import and the names of classes and helpers change, nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import {
    APIError,
    Client as SDK,
    ConfigError,
    outputFormat as zodOutputFormat,
    tool as betaZodTool,
} from "parlour";
import { MODEL, service } from "./support.mjs";

const USAGE = { input_tokens: 3, output_tokens: 2 };

/** A scripted answer. */
const answer = (content, stop_reason = "end_turn", more = {}) => ({
    json: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: MODEL,
        content,
        stop_reason,
        usage: USAGE,
        ...more,
    },
});
const text = (words) => ({ type: "text", text: words });
const call = (id, name, input) => ({ type: "tool_use", id, name, input });

async function connect(t, ...replies) {
    const emulator = await service(t);
    emulator.push(...replies);
    const client = new SDK({ apiKey: emulator.apiKey, baseURL: emulator.url, vendor: "svc", fromEnv: false });
    return { emulator, client };
}

test("a loop over tools by hand", async (t) => {
    const { emulator, client } = await connect(
        t,
        answer([text("I look."), call("t1", "get_weather", { location: "Paris" })], "tool_use"),
        answer([text("It is warm in Paris.")]),
    );
    const tools = [
        {
            name: "get_weather",
            description: "The weather at a place",
            input_schema: {
                type: "object",
                properties: { location: { type: "string" } },
                required: ["location"],
            },
        },
    ];
    const messages = [{ role: "user", content: "How is the weather in Paris?" }];
    let message;
    for (;;) {
        message = await client.messages.create({ model: MODEL, max_tokens: 1024, messages, tools });
        if (message.stop_reason !== "tool_use") break;
        const results = message.content
            .filter((block) => block.type === "tool_use")
            .map(({ id, input }) => ({
                type: "tool_result",
                tool_use_id: id,
                content: [{ type: "text", text: `warm in ${input.location}` }],
            }));
        messages.push({ role: message.role, content: message.content }, { role: "user", content: results });
    }
    assert.equal(message.content[0].text, "It is warm in Paris.");
    assert.equal(emulator.requests[1].json().messages[2].content[0].content[0].text, "warm in Paris");
});

test("a tool runner with zod, looped over", async (t) => {
    const { emulator, client } = await connect(
        t,
        answer([call("t1", "get_weather", { location: "Rome" })], "tool_use"),
        answer([text("Warm.")]),
    );
    const weather = betaZodTool({
        name: "get_weather",
        description: "The weather at a place",
        inputSchema: z.object({ location: z.string().describe("A city") }),
        run: (input) => Promise.resolve(`The weather in ${input.location} is warm`),
    });
    const runner = client.beta.messages.toolRunner({
        model: MODEL,
        max_tokens: 1000,
        messages: [{ role: "user", content: "How is Rome?" }],
        tools: [weather],
        max_iterations: 5,
    });
    const reasons = [];
    for await (const message of runner) reasons.push(message.stop_reason);
    assert.deepEqual(reasons, ["tool_use", "end_turn"]);
    assert.equal((await runner.done()).content[0].text, "Warm.");
    const [{ content }] = emulator.requests[1].json().messages.at(-1).content;
    assert.match(JSON.stringify(content), /The weather in Rome is warm/);
});

test("a tool runner that is awaited, changed, and bounded", async (t) => {
    const again = answer([call("t1", "count", {})], "tool_use");
    const { emulator, client } = await connect(t, again, again, again, answer([text("Done.")]));
    const count = betaZodTool({ name: "count", inputSchema: z.object({}), run: () => "1" });
    const messages = [{ role: "user", content: "Count." }];
    const params = { model: MODEL, max_tokens: 100, messages, tools: [count] };
    const bounded = await client.beta.messages.toolRunner({ ...params, max_iterations: 2 });
    assert.equal(bounded.stop_reason, "tool_use");
    assert.equal(emulator.requests.length, 2);

    const runner = client.beta.messages.toolRunner(params);
    for await (const message of runner) {
        if (message.stop_reason !== "tool_use") continue;
        runner.setMessagesParams((before) => ({ ...before, max_tokens: 2000 }));
        runner.pushMessages(
            { role: "assistant", content: message.content },
            { role: "user", content: "Be quick." },
        );
        assert.throws(() => runner.pushMessages({ role: "assistant", content: "No." }), ConfigError);
    }
    assert.equal((await runner.runUntilDone()).content[0].text, "Done.");
    const last = emulator.requests.at(-1).json();
    assert.equal(last.max_tokens, 2000);
    assert.equal(last.messages.length, 3);
    assert.match(JSON.stringify(last.messages[2]), /"tool_use_id":"t1".*Be quick\./);
});

test("a tool runner whose results the program sees and changes", async (t) => {
    const { emulator, client } = await connect(
        t,
        answer([call("t1", "count", {})], "tool_use"),
        answer([call("t2", "count", {})], "tool_use"),
        answer([text("Done.")]),
    );
    let runs = 0;
    const count = betaZodTool({ name: "count", inputSchema: z.object({}), run: () => String(++runs) });
    const messages = [{ role: "user", content: "Count." }];
    const runner = client.beta.messages.toolRunner({
        model: MODEL,
        max_tokens: 100,
        messages,
        tools: [count],
    });
    const seen = [];
    assert.equal(await runner.generateToolResponse(), null);
    for await (const message of runner) {
        const response = await runner.generateToolResponse();
        // The functions run once, however often the response is requested.
        assert.deepEqual(await runner.generateToolResponse(), response);
        seen.push(response?.content[0].content ?? null);
        if (seen.length !== 1) continue;
        const [result] = response.content;
        runner.pushMessages(
            { role: "assistant", content: message.content },
            { role: "user", content: [{ ...result, cache_control: { type: "ephemeral" } }] },
            { role: "user", content: "Once more." },
        );
    }
    assert.deepEqual([runs, seen], [2, ["1", "2", null]]);
    assert.equal((await runner.done()).content[0].text, "Done.");
    const [, second, third] = emulator.requests.map((request) => request.json().messages);
    assert.deepEqual(second[2].content[0], {
        type: "tool_result",
        tool_use_id: "t1",
        content: "1",
        cache_control: { type: "ephemeral" },
    });
    assert.match(JSON.stringify(second.slice(3)), /Once more/);
    assert.deepEqual(third.at(-1).content, [{ type: "tool_result", tool_use_id: "t2", content: "2" }]);
});

test("results of the program's own in a tool runner", async (t) => {
    const { emulator, client } = await connect(
        t,
        answer([call("t1", "count", {})], "tool_use"),
        answer([text("Done.")]),
    );
    const count = betaZodTool({
        name: "count",
        inputSchema: z.object({}),
        run: () => assert.fail("not run"),
    });
    const messages = [{ role: "user", content: "Count." }];
    const runner = client.beta.messages.toolRunner({
        model: MODEL,
        max_tokens: 100,
        messages,
        tools: [count],
    });
    const result = { type: "tool_result", tool_use_id: "t1", content: "seven", is_error: true };
    for await (const { stop_reason } of runner)
        if (stop_reason === "tool_use") runner.pushMessages({ role: "user", content: [result] });
    assert.deepEqual(emulator.requests[1].json().messages.at(-1), { role: "user", content: [result] });
});

test("a tool runner that streams", async (t) => {
    const { client } = await connect(t);
    const convert = betaZodTool({
        name: "convert_temperature",
        description: "Converts a temperature",
        inputSchema: z.object({ degrees: z.number() }),
        run: ({ degrees }) => String(degrees),
    });
    const runner = client.beta.messages.toolRunner({
        model: MODEL,
        max_tokens: 500,
        messages: [{ role: "user", content: "Please use convert_temperature with 21.5 degrees." }],
        tools: [convert],
        stream: true,
    });
    const seen = [];
    for await (const stream of runner) {
        for await (const event of stream) seen.push(event.type);
        seen.push((await stream.finalMessage()).stop_reason);
    }
    assert.equal(seen[0], "message_start");
    assert.deepEqual(
        seen.filter((one) => one === "tool_use" || one === "end_turn"),
        ["tool_use", "end_turn"],
    );
});

test("a structured answer with zod", async (t) => {
    const { emulator, client } = await connect(t, answer([text('{"name":"Ada","langs":["en"]}')]));
    const Person = z.object({ name: z.string(), langs: z.array(z.string()) });
    const message = await client.messages.parse({
        model: MODEL,
        max_tokens: 1024,
        messages: [{ role: "user", content: "Who is she?" }],
        output_config: { format: zodOutputFormat(Person) },
    });
    assert.equal(message.parsed_output?.name, "Ada");
    assert.deepEqual(message.parsed_output.langs, ["en"]);
    assert.equal(emulator.requests[0].json().output_config.format.type, "json_schema");
});

test("thinking, whole and streamed", async (t) => {
    const { client } = await connect(t);
    const params = {
        model: MODEL,
        max_tokens: 3200,
        thinking: { type: "enabled", budget_tokens: 1600 },
        messages: [{ role: "user", content: "Say hello." }],
    };
    const message = await client.messages.create(params);
    const [first] = message.content;
    assert.equal(first.type, "thinking");
    assert.ok(first.thinking.length > 0 && first.signature.length > 0);

    let thinking = "";
    let state = "none";
    const states = [];
    const stream = client.messages.stream(params).on("thinking", (delta, snapshot) => {
        thinking += delta;
        assert.equal(snapshot, thinking);
        if (state !== "thinking") states.push((state = "thinking"));
    });
    stream.on("text", () => {
        if (state !== "text") states.push((state = "text"));
    });
    const final = await stream.finalMessage();
    assert.deepEqual(states, ["thinking", "text"]);
    assert.equal(final.content[0].thinking, thinking);
    // The answer goes back as it is.
    const messages = [
        ...params.messages,
        { role: "assistant", content: final.content },
        { role: "user", content: "Again." },
    ];
    const next = await client.messages.create({ ...params, messages });
    assert.equal(next.stop_reason, "end_turn");
    await assert.rejects(
        client.messages.create({ ...params, thinking: { type: "enabled", budget_tokens: 9999 } }),
        (error) => error instanceof APIError && error.status === 400,
    );
});
