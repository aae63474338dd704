// The ways to take a stream: events, pieces of text, listeners, lists of the arrived events, snapshots of the growing
// message, or just its end; several at once; and the partial message of a broken stream.
//
//     node examples/node/streaming.mjs

import { APIError, textOf } from "parlour";
import { connect } from "./service.mjs";

const service = await connect();
const { client, model } = service;
console.log(`Talking to ${service.said}`);
try {
    await events();
    await text();
    await listeners();
    await batches();
    await snapshots();
    await onlyTheEnd();
    await atOnce();
    // Only the emulator can break a stream on request.
    if (service.emulator !== null) {
        service.emulator.push("close_mid_stream");
        await broken();
    }
} finally {
    await service.close();
}

/** @param {string} content */
function ask(content = "Count to 12.") {
    return client.messages.stream({ model, max_tokens: 64, messages: [{ role: "user", content }] });
}

/** All events, in order, including those that this version does not know. */
async function events() {
    console.log("\nEvents:");
    // Headers are there before the first event.
    const { data: stream, response } = await ask().withResponse();
    console.log(`  request ${response.requestID}, status ${response.status}`);
    for await (const event of stream) {
        switch (event.type) {
            case "message_start":
                console.log(`  ${event.message.id} by ${event.message.model}`);
                break;
            case "content_block_delta":
                console.log(`  block ${event.index} grows by ${JSON.stringify(event.delta)}`);
                break;
            case "message_delta":
                console.log(`  stop reason ${event.delta.stop_reason}, ${event.usage.output_tokens} tokens`);
                break;
            default:
                console.log(`  ${JSON.stringify(event)}`);
        }
    }
}

/** The pieces of text alone, joined by the caller. */
async function text() {
    let shown = "";
    for await (const piece of ask().textStream) shown += piece;
    console.log(`\nText: ${shown}`);
}

/**
 * Functions that are called as events arrive. Their exceptions do not end the stream, nor does an error without a
 * listener.
 */
async function listeners() {
    const stream = ask()
        .on("text", (delta, soFar) => console.log(`  ${delta.length} more characters make ${soFar.length}`))
        .on("contentBlock", (block) => console.log(`  a block of ${block.type} is complete`));
    console.log("\nListeners:");
    await stream.done();
}

/** All that has arrived at a time: the cheapest way to pass events on. */
async function batches() {
    const sizes = [];
    for await (const batch of ask().batches()) sizes.push(batch.length);
    console.log(`\nBatches: ${sizes.join(" + ")} events`);
}

/** The whole message so far, again and again: for a view that redraws itself. */
async function snapshots() {
    console.log("\nSnapshots:");
    const stream = ask();
    let shown = 0;
    for await (const _ of stream) {
        const soFar = stream.currentMessage === null ? "" : textOf(stream.currentMessage);
        if (soFar.length >= shown + 8) {
            shown = soFar.length;
            console.log(`  ${soFar}`);
        }
    }
}

/** No events at all. Unlike a whole answer this has no total time limit, only limits of silence. */
async function onlyTheEnd() {
    const message = await ask().finalMessage();
    const { input_tokens, output_tokens } = message.usage;
    console.log(`\nEnd: ${JSON.stringify(textOf(message))}, ${input_tokens} tokens in, ${output_tokens} out`);
}

/** Three streams side by side. */
async function atOnce() {
    console.log("\nAt once:");
    const answers = await Promise.all([3, 5, 7].map((number) => ask(`Count to ${number}.`).finalText()));
    for (const answer of answers) console.log(`  ${answer}`);
}

/**
 * A stream that is cut is an error, never a short answer; the error holds the part that had arrived. It is not repeated
 * by itself, since part of it was handed out already.
 */
async function broken() {
    try {
        console.log(`\nBroken: whole after all: ${await ask().finalText()}`);
    } catch (error) {
        if (!(error instanceof APIError)) throw error;
        const partial = error.partialMessage === null ? "" : textOf(error.partialMessage);
        console.log(`\nBroken: ${error.name}; received until then: ${JSON.stringify(partial)}`);
    }
}
