// Calls that must not run: their input was cut off while they could begin early, or their tool was replaced since.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tool } from "parlour";
import { ask, begin, bodyOf, close, end, json, open, service } from "./support.mjs";

const PAY = {
    type: "object",
    properties: { to: { type: "string" }, amount: { type: "number" } },
};
const DONE = { sse: [begin(), ...end("end_turn")] };

/** The events of an answer that calls `pay` with these texts as inputs. */
const writing = (stop, ...inputs) => [
    begin(),
    ...inputs.flatMap((text, at) => [
        open(at, { type: "tool_use", id: `t${at}`, name: "pay", input: {} }),
        json(text, at),
        close(at),
    ]),
    ...end(stop),
];

const told = (emulator, at = 1) =>
    bodyOf(emulator, at)
        .messages.at(-1)
        .content.map(({ content }) => content);

for (const stop of ["tool_use", "max_tokens", "refusal"]) {
    for (const stream of [false, true]) {
        for (const gap_ms of [0, 10]) {
            const way = `${stop}, ${stream ? "streamed" : "whole"}, ${String(gap_ms)} ms apart`;
            test(`a call that was cut never begins (${way})`, async (t) => {
                const emulator = await service(t);
                const paid = [];
                const pay = tool({
                    name: "pay",
                    input: PAY,
                    run: (input) => {
                        paid.push(input);
                        return "paid";
                    },
                });
                const whole = '{"to": "ann", "amount": 1}';
                emulator.push({ sse: writing(stop, whole, '{"to": "bob", "amount": 10'), gap_ms }, DONE);
                const run = emulator
                    .client()
                    .messages.runTools({ ...ask(), tools: [pay], stream, early: true });
                await run.untilDone();
                assert.ok(!paid.some(({ to }) => to === "bob"));
                if (stop !== "tool_use") return;
                assert.deepEqual(paid, [{ to: "ann", amount: 1 }]);
                const cut = "Not executed: the input of this call was cut off.";
                assert.deepEqual(told(emulator), ["paid", cut]);
            });
        }
    }
}

for (const way of ["addTools", "setParams"]) {
    test(`a definition ends the function of its name (${way})`, async (t) => {
        const emulator = await service(t);
        let ran = false;
        const pay = tool({ name: "pay", input: PAY, run: () => (ran = true) });
        const other = { name: "pay", description: "Another.", input_schema: { type: "object" } };
        emulator.push({ sse: writing("tool_use", '{"to":"bob"}') }, DONE);
        const run = emulator.client().messages.runTools({ ...ask(), tools: [pay], stream: true });
        await (await run.next()).done();
        if (way === "addTools") run.addTools(other);
        else run.setParams({ tools: [other] });
        await run.untilDone();
        assert.equal(ran, false);
        assert.deepEqual(told(emulator), ["Error: Tool 'pay' not found"]);
        assert.deepEqual(bodyOf(emulator, 1).tools, [other]);
    });
}

test("a call whose tool a system turn took out does not run", async (t) => {
    const emulator = await service(t);
    let ran = false;
    const pay = tool({ name: "pay", input: PAY, run: () => (ran = true) });
    emulator.push({ sse: writing("tool_use", '{"to":"bob"}') }, DONE);
    const run = emulator.client().messages.runTools({ ...ask(), tools: [pay], stream: true });
    await (await run.next()).done();
    const { conversation } = run;
    const removal = { type: "tool_removal", tool: { type: "tool_reference", name: "pay" } };
    conversation.add({ role: "system", content: [removal] });
    run.conversation = conversation;
    await run.untilDone();
    assert.equal(ran, false);
    const [result, system] = bodyOf(emulator, 1).messages.slice(-2);
    assert.equal(result.content[0].content, "Error: Tool 'pay' not found");
    assert.deepEqual(system, { role: "system", content: [removal] });
});
