// Integers beyond 2^53 in the input of a tool: the text of the model stays beside the rounded value, and goes back with
// its digits.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tool } from "parlour";
import { ask, begin, close, end, json, MESSAGE, open, service } from "./support.mjs";

const BIG = "2512292042121000001";
const INPUT = `{"id":${BIG},"f":1.10,"list":[${BIG}],"text":"\\"${BIG}"}`;
const USE = { type: "tool_use", id: "toolu_1", name: "look", input: {} };
const message = (input) =>
    JSON.stringify({ ...MESSAGE, content: [USE], stop_reason: "tool_use" }).replace(
        '"input":{}',
        `"input":${input}`,
    );
const WHOLE = (input) => ({ headers: { "content-type": "application/json" }, text: message(input) });
const STREAM = (input) => ({ sse: [begin(), open(0, USE), json(input), close(0), ...end("tool_use")] });
const DONE = { json: { ...MESSAGE, stop_reason: "end_turn" } };
const result = { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "y" }] };
const back = ({ content }) =>
    ask("x", { messages: [...ask("x").messages, { role: "assistant", content }, result] });

for (const [way, scripted, call] of [
    ["a whole answer", WHOLE, (messages) => messages.create(ask())],
    ["a stream", STREAM, (messages) => messages.stream(ask()).finalMessage()],
]) {
    test(`blocks of ${way} that are put back by hand keep their digits`, async (t) => {
        const emulator = await service(t);
        const { messages } = emulator.client();
        emulator.push(scripted(INPUT), DONE, DONE, DONE);
        const answer = await call(messages);
        const [block] = answer.content;
        assert.equal(block.rawInput, INPUT);
        assert.deepEqual(Object.keys(block).sort(), Object.keys(USE).sort());
        await messages.create(back(answer));
        const sent = () => emulator.requests.at(-1).body.toString();
        assert.ok(sent().includes(`"input":${INPUT}`), sent());
        // A program's own JSON has the value that it sees.
        assert.deepEqual(JSON.parse(JSON.stringify(block)), { ...block });
        block.input.f = 2;
        await messages.create(back(answer));
        assert.ok(sent().includes('"f":2'), sent());
        await messages.create(ask("x", { system: JSON.stringify(block) }));
        assert.equal(emulator.requests.at(-1).json().system, JSON.stringify(block));
    });
}

test("a call has its input as the model wrote it, and says whether it is exact", async (t) => {
    const emulator = await service(t);
    const given = [];
    const look = tool({
        name: "look",
        input: { type: "object" },
        run: (input, { call }) => {
            given.push([call.rawInput, call.isExact, input.id]);
            return "y";
        },
    });
    emulator.push(WHOLE(INPUT), WHOLE(`{"id":9007199254740992, "text":"${BIG}"}`), DONE);
    const run = emulator.client().messages.runTools({ ...ask(), tools: [look] });
    await run.next();
    assert.deepEqual(
        run.calls.map(({ rawInput, isExact }) => [rawInput, isExact]),
        [[INPUT, false]],
    );
    await run;
    assert.deepEqual(given, [
        [INPUT, false, Number(BIG)],
        [`{"id":9007199254740992, "text":"${BIG}"}`, true, 9007199254740992],
    ]);
    assert.ok(emulator.requests.at(-1).body.toString().includes(BIG));
});
