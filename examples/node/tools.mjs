// Tool use: the model asks for functions of this program, gets their results, and answers with them.
//
// Shows several calls in one turn, errors that go back to the model, and that a call which was cut off is never run.
//
//     node examples/node/tools.mjs
//     node examples/node/tools.mjs "Convert 100 celsius."

import process from "node:process";
import { textOf } from "parlour";
import { connect } from "./service.mjs";

/** A bound for models that never stop asking. */
const MAX_ROUNDS = 5;

/** @type {import("parlour").ToolParam[]} */
const TOOLS = [
    {
        name: "convert_temperature",
        description: "Converts degrees between two scales.",
        input_schema: {
            type: "object",
            properties: {
                degrees: { type: "number", description: "The temperature to convert" },
                from: { type: "string", enum: ["celsius", "fahrenheit"], description: "Its scale" },
            },
            required: ["degrees", "from"],
        },
    },
    {
        name: "count_letters",
        description: "Counts the letters of a text.",
        input_schema: {
            type: "object",
            properties: { text: { type: "string", description: "The text to look at" } },
            required: ["text"],
        },
    },
];

const service = await connect();
const question = process.argv[2] ?? 'Convert 21.5 degrees celsius, and count the letters of "parlour".';
console.log(`Talking to ${service.said}\nyou:   ${question}`);
try {
    console.log(`model: ${await converse(question)}`);
} finally {
    await service.close();
}

/**
 * Asks, and runs tools until the model answers in text.
 *
 * @param {string} content
 */
async function converse(content) {
    /** @type {import("parlour").MessageParam[]} */
    const messages = [{ role: "user", content }];
    for (let round = 0; round < MAX_ROUNDS; round++) {
        const request = { model: service.model, max_tokens: 512, tools: TOOLS, messages };
        const reply = await service.client.messages.create(request);
        if (reply.stop_reason !== "tool_use") return finished(reply);
        // All results of a turn belong in one user turn, one for each call.
        const calls = reply.content.filter((block) => block.type === "tool_use");
        messages.push({ role: "assistant", content: reply.content });
        messages.push({ role: "user", content: calls.map(answer) });
    }
    throw new Error(`the model asked for tools ${MAX_ROUNDS} times over and never answered`);
}

/**
 * The text of the last turn. A call within a turn that ran out of tokens may be cut off, and is not run.
 *
 * @param {import("parlour").Message} reply
 */
function finished(reply) {
    const text = textOf(reply);
    return reply.stop_reason === "end_turn" ? text : `${text} [${reply.stop_reason}]`;
}

/**
 * The result of one call, or the reason why there is none, which the model reads and can react to.
 *
 * @param {import("parlour").ToolUseBlock} call
 * @returns {import("parlour").ToolResultBlockParam}
 */
function answer(call) {
    const shown = `${call.name}(${JSON.stringify(call.input)})`;
    try {
        const content = run(call.name, call.input);
        console.log(`  ${shown} = ${content}`);
        return { type: "tool_result", tool_use_id: call.id, content };
    } catch (error) {
        const content = error instanceof Error ? error.message : String(error);
        console.log(`  ${shown} cannot be run: ${content}`);
        return { type: "tool_result", tool_use_id: call.id, content, is_error: true };
    }
}

/**
 * The model's input is checked like any other input from outside.
 *
 * @param {string} name
 * @param {Record<string, unknown>} input
 */
function run(name, { degrees, from, text }) {
    if (name === "convert_temperature" && typeof degrees === "number") {
        if (from === "celsius") return `${((degrees * 9) / 5 + 32).toFixed(1)} fahrenheit`;
        if (from === "fahrenheit") return `${(((degrees - 32) * 5) / 9).toFixed(1)} celsius`;
        throw new Error(`${JSON.stringify(from)} is not a scale`);
    }
    if (name === "count_letters" && typeof text === "string")
        return String(text.match(/\p{L}/gu)?.length ?? 0);
    throw new Error("no tool takes this");
}
