// A run of batches: any number of requests, split into batches, and a journal by which the run survives its process.
//
//     node examples/node/batch-run.mjs
//     node examples/node/batch-run.mjs nightly.state   # stopped at any moment and started again: nothing is sent twice

import process from "node:process";
import { textOf } from "parlour";
import { connect } from "./service.mjs";

const QUESTIONS = 12;
const { client, model, emulator, close } = await connect();

/** The requests, the same ones in the same order in each run; one at a time is in memory. */
function* requests() {
    for (let number = 0; number < QUESTIONS; number += 1) {
        const messages = [{ role: /** @type {const} */ ("user"), content: `What is ${number} + ${number}?` }];
        yield { custom_id: `sum-${number}`, params: { model, max_tokens: 64, messages } };
    }
}

const results = await client.messages.batches.run({
    requests: requests(),
    state: process.argv[2],
    // Of a real service, leave the pauses and the size of a batch to the library.
    requestsPerBatch: 5,
    ...(emulator === null ? {} : { firstPause: 1, longestPause: 1 }),
});
let done = 0;
// They come as the batches end, in no order.
for await (const { custom_id: name, result } of results) {
    done += 1;
    const text = result.type === "succeeded" ? textOf(result.message) : result.type;
    console.log(`[${"#".repeat(done).padEnd(QUESTIONS)}] ${name}: ${text}`);
}
await close();
