// A call, a stream and an error by the names of the official SDK, loaded as ES modules.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import Vendor, { APIError, RateLimitError } from "parlour-compat";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import { APIPromise } from "parlour-compat/core/api-promise";
import { Emulator } from "parlour/testing";

// Both ways of loading it give the same classes.
assert.equal(createRequire(import.meta.url)("parlour-compat"), Vendor);
const request = {
    model: "svc-haiku-3-5",
    max_tokens: 16,
    messages: [{ role: "user", content: "Say hello" }],
};
const emulator = await Emulator.start();
try {
    const client = new Vendor({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        vendor: "svc",
        fromEnv: false,
    });
    const call = client.messages.create(request);
    assert(call instanceof APIPromise);
    assert.deepEqual((await call).content, [{ type: "text", text: "hello" }]);
    assert.equal(await client.messages.stream(request).finalText(), "hello");
    emulator.push({ status: 429 });
    await assert.rejects(client.messages.create(request, { maxRetries: 0 }), RateLimitError);
    assert.equal(Vendor.APIError, APIError);
    const inputSchema = { type: "object", properties: {} };
    const tool = betaTool({ name: "t", description: "d", inputSchema, run: () => "done" });
    assert.equal(await tool.run({}), "done");
} finally {
    await emulator.stop();
}
