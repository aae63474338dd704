// The tool loop: functions with schemas, which the model calls until it can answer.
//
// Shows a value of the program that no model sees, a hook that approves calls, and a run that is saved between two
// turns and continued as if in another process.
//
//     node examples/node/tool-runner.mjs

import { textOf, tool, ToolError } from "parlour";
import { connect } from "./service.mjs";

const readSensor = tool({
    name: "read_sensor",
    description: "Reads a sensor of the weather station.",
    input: {
        type: "object",
        properties: { name: { type: "string", description: "The sensor, such as roof" } },
        required: ["name"],
    },
    /** @param {{ name: string }} input */
    run({ name }, { context }) {
        const { readings } = /** @type {{ readings: Record<string, number> }} */ (context);
        if (!(name in readings)) throw new ToolError(`There is no sensor ${name}.`);
        return `${readings[name]} celsius`;
    },
});

const convert = tool({
    name: "convert_temperature",
    description: "Converts degrees celsius.",
    input: {
        type: "object",
        properties: {
            degrees: { type: "number", description: "The temperature in celsius" },
            to: { type: "string", enum: ["fahrenheit", "kelvin"], description: "The scale to convert to" },
        },
        required: ["degrees", "to"],
    },
    /** @param {{ degrees: number, to: string }} input */
    run: ({ degrees, to }) => (to === "fahrenheit" ? degrees * 1.8 + 32 : degrees + 273.15),
});

const service = await connect();
const { client, model } = service;
console.log(`Talking to ${service.said}`);

const tools = [readSensor, convert];
const shared = {
    context: { readings: { roof: 21.5, cellar: 12 } },
    toolTimeout: 10_000,
    // May wait for a person; for a denied call the model reads the reason.
    approve: (/** @type {import("parlour").ToolCall} */ call) => {
        console.log(`  ${call.name}(${JSON.stringify(call.input)})`);
        return true;
    },
};
const question = "Convert 21.5 degrees to fahrenheit.";
const messages = [{ role: /** @type {const} */ ("user"), content: question }];
const run = client.messages.runTools({ model, max_tokens: 512, messages, tools, ...shared });
const first = await run.next();
console.log(`turn 1: ${first?.stop_reason}, ${run.calls.length} call(s)`);

// Calls, parameters and history may be changed here; the state is JSON between two turns.
const resumed = client.messages.resumeTools(run.save(), { tools, ...shared });
console.log(`saved and resumed after ${resumed.requests} turn(s)`);
console.log(`model: ${textOf(await resumed.untilDone())}`);
console.log(`${resumed.requests} turns, ${resumed.usage.output_tokens} tokens out, ended: ${resumed.end}`);
await service.close();
