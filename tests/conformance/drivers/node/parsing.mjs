// Structured answers: `iterator` waits for the whole message, the others read a stream whose value grows. Translation
// only.

import * as lines from "./lines.mjs";

/** The last line of a structured answer. */
export async function run(client, call, options, variant, out) {
    const params = { ...JSON.parse(call.body), output: JSON.parse(call.schema) };
    if (call.choice !== undefined) params.method = call.choice;
    if (call.max_reasks !== undefined) params.maxReasks = call.max_reasks;
    if (call.partials) {
        const stream = client.messages.parse({ ...params, stream: true }, options);
        for await (const value of stream) out.line(lines.item(value));
        return done(await stream.final());
    }
    const streamed = variant !== "iterator" && call.max_reasks === undefined;
    const message = streamed
        ? await client.messages.parse({ ...params, stream: true }, options).final()
        : await client.messages.parse(params, options);
    return done(message);
}

function done(message) {
    const { outcome } = message;
    return {
        ...lines.message(message, message.response),
        outcome: outcome.type,
        value: outcome.type === "value" ? outcome.value : null,
        written: outcome.text ?? null,
        reason: (outcome.type === "cut" ? outcome.stopReason : outcome.reason) ?? null,
        turns: message.replies.length,
        usage: message.totalUsage,
    };
}
