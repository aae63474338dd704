// A batch from the requests of a generator: counted, created, watched, and its results read as they arrive.
//
//     node examples/node/batches.mjs [COUNT]

import process from "node:process";
import { textOf } from "parlour";
import { connect } from "./service.mjs";

/** Characters of the bar. */
const WIDTH = 20;

const service = await connect();
const { client, emulator, model } = service;
console.log(`Talking to ${service.said}`);

for await (const { id, max_input_tokens: window } of client.models.list({ limit: 5 })) {
    if (id === model) console.log(`${id} reads ${window ?? "an unknown number of"} tokens`);
}

/** @param {number} number */
const params = (number) => ({
    model,
    max_tokens: 64,
    messages: [{ role: /** @type {const} */ ("user"), content: `Say ${number}` }],
});
const { input_tokens: tokens } = await client.messages.countTokens(params(1));
console.log(`a request has ${tokens} input tokens`);

/** Only one request at a time is in memory. @param {number} count */
function* requests(count) {
    for (let number = 1; number <= count; number += 1) {
        yield { custom_id: `say-${number}`, params: params(number) };
    }
}

const { batches } = client.messages;
const count = Number(process.argv[2] ?? 20);
const { id } = await batches.create({ requests: requests(count) });
const ended = await batches.wait(id, {
    // The emulator needs no time.
    ...(emulator === null ? {} : { firstPause: 10, longestPause: 10 }),
    onProgress: ({ processing_status: status, request_counts: { processing } }) => {
        const bar = "#".repeat(Math.round((1 - processing / count) * WIDTH));
        console.log(`[${bar.padEnd(WIDTH)}] ${status}, ${processing} to go`);
    },
});

const seen = { succeeded: 0, others: 0 };
for await (const { custom_id: name, result } of await batches.results(ended)) {
    switch (result.type) {
        case "succeeded":
            seen.succeeded += 1;
            if (name === "say-1") console.log(`${name}: ${textOf(result.message)}`);
            break;
        case "errored":
            seen.others += 1;
            console.log(`${name}: ${result.error.error.message}`);
            break;
        case "broken":
            seen.others += 1;
            console.log(`a line that cannot be read: ${result.error.message}`);
            break;
        default:
            seen.others += 1;
            console.log(`${name}: ${result.type}`);
    }
}
console.log(`${seen.succeeded} succeeded, ${seen.others} did not`);
await batches.delete(id);
await service.close();
