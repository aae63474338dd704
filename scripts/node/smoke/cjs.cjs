// A call and a stream with the installed package, loaded with `require`. Argument: the folder it has to lie in.
"use strict";

const assert = require("node:assert/strict");
const { Client, default: Default, version } = require("parlour");
const { Emulator } = require("parlour/testing");

const place = require.resolve("parlour");
assert(place.startsWith(process.argv[2]), `parlour comes from ${place}, not from ${process.argv[2]}`);
assert.equal(Default, Client);

async function main() {
    const messages = [{ role: "user", content: "Say hello" }];
    const request = { model: "svc-haiku-3-5", max_tokens: 16, messages };
    const emulator = await Emulator.start();
    try {
        const client = emulator.client();
        const message = await client.messages.create(request);
        assert.equal(message.content[0].text, "hello");
        assert.equal(await client.messages.stream(request).finalText(), "hello");
    } finally {
        await emulator.stop();
    }
    console.log(`parlour ${version()} answers from ${place}`);
}

main().catch((error) => {
    console.error(error);
    process.exitCode = 1;
});
