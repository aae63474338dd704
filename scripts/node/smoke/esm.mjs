// A call, a stream and an error with the installed package, loaded as ES modules. Argument: the folder it has to lie
// in.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import process from "node:process";
import Default, { Client, RateLimitError, version } from "parlour";
import { Emulator } from "parlour/testing";

const require = createRequire(import.meta.url);
const place = require.resolve("parlour");
assert(place.startsWith(process.argv[2]), `parlour comes from ${place}, not from ${process.argv[2]}`);
assert.equal(Default, Client);
// Both ways of loading it give the same classes.
assert.equal(require("parlour").Client, Client);
assert.equal(version(), require("parlour/package.json").version);

const request = {
    model: "svc-haiku-3-5",
    max_tokens: 16,
    messages: [{ role: "user", content: "Say hello" }],
};
const emulator = await Emulator.start();
try {
    const client = emulator.client();
    const message = await client.messages.create(request);
    assert.deepEqual(message.content, [{ type: "text", text: "hello" }]);
    let text = "";
    for await (const event of client.messages.stream(request)) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta")
            text += event.delta.text;
    }
    assert.equal(text, "hello");
    emulator.push({ status: 429 });
    await assert.rejects(client.messages.create(request, { maxRetries: 0 }), RateLimitError);
} finally {
    await emulator.stop();
}
console.log(`parlour ${version()} answers from ${place}`);
