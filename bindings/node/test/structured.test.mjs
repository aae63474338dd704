// Structured answers: the request, the outcome of an answer, and how the value grows. Schemas of zod and plain ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import { outputFormat, tool } from "parlour";
import { z } from "zod";
import { answer, ask, bodyOf, service, streamed } from "./support.mjs";

const Person = z.object({ name: z.string(), age: z.number().int().min(0).describe("In years") });
const PLAIN = {
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" } },
    required: ["name", "age"],
};

const reply = (text, stop_reason) => answer([{ type: "text", text }], stop_reason);
const ADA = '{"name":"Ada","age":36}';

for (const [library, output] of [
    ["zod", Person],
    ["JSON Schema", PLAIN],
]) {
    test(`a value of the schema, and what is none (${library})`, async (t) => {
        const emulator = await service(t);
        const { messages } = emulator.client();
        emulator.push(
            reply(ADA),
            reply('{"name":"Ada"}'),
            reply('{"name"', "max_tokens"),
            reply("", "refusal"),
        );
        const params = { ...ask(), output, method: "format" };
        const parsed = await messages.parse(params);
        assert.deepEqual(parsed.outcome, { type: "value", value: { name: "Ada", age: 36 } });
        assert.deepEqual(parsed.parsed_output, { name: "Ada", age: 36 });
        assert.equal(bodyOf(emulator).output_config.format.type, "json_schema");
        const invalid = await messages.parse(params);
        assert.equal(invalid.outcome.type, "invalid");
        assert.match(invalid.outcome.reason, /age/);
        assert.equal(invalid.parsed_output, null);
        assert.deepEqual((await messages.parse(params)).outcome, {
            type: "cut",
            text: '{"name"',
            stopReason: "max_tokens",
        });
        assert.equal((await messages.parse(params)).outcome.type, "refused");
    });
}

test("the model is asked again, and nothing that was paid is lost", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client({ maxRetries: 0 });
    emulator.push(reply('{"name":"Ada","age":-1}'), reply(ADA));
    const params = { ...ask(), output: Person, method: "format", maxReasks: 2 };
    const parsed = await messages.parse(params);
    assert.deepEqual(parsed.parsed_output, { name: "Ada", age: 36 });
    assert.deepEqual([parsed.replies.length, parsed.totalUsage.input_tokens], [2, 6]);
    assert.match(JSON.stringify(bodyOf(emulator, 1).messages.at(-1)), /age/);
    emulator.push(reply("{}"), { status: 500 });
    const broken = await messages.parse(params);
    assert.deepEqual([broken.outcome.type, broken.reaskError.status], ["invalid", 500]);
});

test("the value grows on a stream", async (t) => {
    const emulator = await service(t);
    emulator.push(streamed('{"name":"A', 'da","age":3', "6}"));
    const stream = emulator
        .client()
        .messages.parse({ ...ask(), output: Person, method: "format", stream: true });
    const seen = [];
    for await (const value of stream) seen.push(structuredClone(value));
    assert.deepEqual(seen.at(-1), { name: "Ada", age: 36 });
    assert.ok(seen.every(({ name }) => "Ada".startsWith(name ?? "")));
    assert.deepEqual((await stream.final()).parsed_output, { name: "Ada", age: 36 });
});

test("the format of a schema is taken as well", async (t) => {
    const emulator = await service(t);
    emulator.push(reply(ADA));
    const params = { ...ask(), output_config: { format: outputFormat(Person), effort: "low" } };
    const parsed = await emulator.client().messages.parse(params);
    assert.equal(parsed.parsed_output.name, "Ada");
    assert.equal(bodyOf(emulator).output_config.effort, "low");
});

test("a tool whose schema is of zod gets its arguments checked", async (t) => {
    const emulator = await service(t);
    const greet = tool({
        name: "greet",
        description: "Greets.",
        input: Person.extend({ age: z.coerce.number() }),
        run: ({ name, age }) => `${name} is ${typeof age}`,
    });
    assert.equal(greet.input_schema.properties.name.type, "string");
    const call = (id, input) => ({ type: "tool_use", id, name: "greet", input });
    const first = reply("");
    first.json.content = [call("t0", { name: "Ada", age: "36" }), call("t1", { name: 5, age: 1 })];
    first.json.stop_reason = "tool_use";
    emulator.push(first, reply("done"));
    await emulator.client().messages.runTools({ ...ask(), tools: [greet] });
    const told = bodyOf(emulator, 1).messages.at(-1).content;
    assert.equal(told[0].content, "Ada is number");
    assert.match(told[1].content, /\/name/);
    assert.ok(told[1].is_error);
});

test("what is no schema is refused before it is sent", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    await assert.rejects(async () => messages.parse({ ...ask() }), /schema `output`/);
    await assert.rejects(async () => messages.parse({ ...ask(), output: 7 }), { name: "TypeError" });
    await assert.rejects(
        async () => messages.parse({ ...ask(), output: PLAIN, maxReask: 1 }),
        /did you mean `maxReasks`/,
    );
    assert.equal(emulator.requests.length, 0);
});

test("a recursive model is asked for by a tool, and is a tool's input", async (t) => {
    const emulator = await service(t);
    const Tree = z.object({
        name: z.string(),
        get children() {
            return z.array(Tree);
        },
    });
    const value = { name: "a", children: [{ name: "b", children: [] }] };
    const answer = reply("", "tool_use");
    answer.json.content = [{ type: "tool_use", id: "t0", name: "answer", input: value }];
    emulator.push(answer);
    const parsed = await emulator.client().messages.parse({ ...ask(), model: "svc-opus-4-5", output: Tree });
    assert.deepEqual(parsed.parsed_output, value);
    const [sent] = bodyOf(emulator).tools;
    assert.deepEqual(sent.input_schema.properties.children.items, { $ref: "#" });

    const plant = tool({ name: "plant", input: Tree, run: ({ children }) => children[0].name });
    const call = reply("", "tool_use");
    call.json.content = [
        { type: "tool_use", id: "t0", name: "plant", input: value },
        { type: "tool_use", id: "t1", name: "plant", input: { name: "a", children: [{ name: 5 }] } },
    ];
    emulator.push(call, reply("done"));
    await emulator.client().messages.runTools({ ...ask(), tools: [plant] });
    const told = bodyOf(emulator, 2).messages.at(-1).content;
    assert.equal(told[0].content, "b");
    assert.match(told[1].content, /children/);
});

test("a schema of another library with the Standard Schema interface", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    /** An asynchronous library that transforms the value. */
    const schema = {
        "~standard": {
            version: 1,
            vendor: "ours",
            validate: (value) =>
                Promise.resolve(
                    value.name !== ""
                        ? { value: { loud: value.name.toUpperCase() } }
                        : { issues: [{ message: "no name", path: [{ key: "name" }] }] },
                ),
            jsonSchema: { input: () => PLAIN },
        },
    };
    emulator.push(reply(ADA), reply('{"name":"","age":36}'));
    const params = { ...ask(), output: schema, method: "format" };
    assert.deepEqual((await messages.parse(params)).parsed_output, { loud: "ADA" });
    const { outcome } = await messages.parse(params);
    assert.deepEqual([outcome.type, outcome.reason], ["invalid", "/name: no name"]);

    const call = reply("", "tool_use");
    call.json.content = [{ type: "tool_use", id: "t0", name: "shout", input: { name: "ada" } }];
    emulator.push(call, reply("done"));
    const shout = tool({ name: "shout", input: schema, run: ({ loud }) => loud });
    await messages.runTools({ ...ask(), tools: [shout] });
    assert.equal(bodyOf(emulator, 3).messages.at(-1).content[0].content, "ADA");

    const bare = { "~standard": { version: 1, vendor: "bare", validate: (value) => ({ value }) } };
    await assert.rejects(async () => messages.parse({ ...params, output: bare }), /bare has no converter/);
    emulator.push(reply(ADA));
    const beside = await messages.parse({ ...params, output: bare, jsonSchema: PLAIN });
    assert.deepEqual(beside.parsed_output, { name: "Ada", age: 36 });
});
