// The same package by `require`: it gives the class, on which the other names are found.
const assert = require("node:assert/strict");
const Vendor = require("parlour-compat");
const { Emulator } = require("parlour/testing");

async function main() {
    const emulator = await Emulator.start();
    try {
        const client = new Vendor({ baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc", fromEnv: false });
        emulator.push({ status: 429 });
        const request = { model: "svc-haiku-3-5", max_tokens: 16, messages: [{ role: "user", content: "Say hello" }] };
        await assert.rejects(client.messages.create(request, { maxRetries: 0 }), Vendor.RateLimitError);
        assert.equal((await client.messages.create(request)).content[0].text, "hello");
    } finally {
        await emulator.stop();
    }
}

main();
