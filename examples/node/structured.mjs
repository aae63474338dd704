// Structured answers: a value that fits a schema, as a whole and while it grows.
//
//     node examples/node/structured.mjs

import { connect } from "./service.mjs";

const PERSON = /** @type {const} */ ({
    type: "object",
    properties: { name: { type: "string" }, age: { type: "integer" }, city: { type: "string" } },
    required: ["name", "age", "city"],
});

const service = await connect();
const { client, emulator, model } = service;
console.log(`Talking to ${service.said}`);

/**
 * Scripts the emulator with an answer, as a real model would give it.
 *
 * @param {unknown} value
 * @param {string} [stop_reason]
 */
function script(value, stop_reason = "end_turn") {
    const content = [{ type: "text", text: JSON.stringify(value) }];
    const usage = { input_tokens: 12, output_tokens: 9 };
    const message = { id: "msg_1", type: "message", role: "assistant", model, content, stop_reason, usage };
    emulator?.push({ json: message });
}

const messages = [
    { role: /** @type {const} */ ("user"), content: "Ada is 36 and moves to Paris. Who moves where?" },
];
/** @type {import("parlour").ParseParams<typeof PERSON>} */
const params = { model, max_tokens: 256, messages, output: PERSON, method: "format" };

// The first answer does not fit; the model is asked again, once, with the errors.
script({ name: "Ada", age: "thirty-six", city: "Paris" });
script({ name: "Ada", age: 36, city: "Paris" });
const parsed = await client.messages.parse({ ...params, maxReasks: 1 });
if (parsed.outcome.type === "value") {
    const { name, age, city } = parsed.outcome.value;
    console.log(`value: ${name}, ${age}, moves to ${city}`);
}
console.log(`${parsed.replies.length} answers, ${parsed.totalUsage.output_tokens} tokens`);

// A refusal is an outcome too: the message, its text and its price are there.
script("This is private.", "refusal");
console.log(`none: ${(await client.messages.parse(params)).outcome.type}`);

script({ name: "Ada", age: 36, city: "Paris" });
const stream = client.messages.parse({ ...params, stream: true });
for await (const value of stream) console.log(`so far: ${JSON.stringify(value)}`);
console.log(`whole: ${JSON.stringify((await stream.final()).parsed_output)}`);
await service.close();
