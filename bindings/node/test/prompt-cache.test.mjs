// Calls that share a marked prefix let one of them write it to the prompt cache of the service.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Client, ConfigError } from "parlour";
import { Emulator } from "parlour/testing";

const CALLS = 16;

function asked(question) {
    const text = "A long prompt that all share. ".repeat(700);
    return {
        model: "svc-haiku-3-5",
        max_tokens: 50,
        system: [{ type: "text", text, cache_control: { type: "ephemeral" } }],
        messages: [{ role: "user", content: `say ${question}` }],
    };
}

for (const streams of [true, false]) {
    test(`parallel calls write a prefix once, ${streams ? "streamed" : "whole"}`, async (t) => {
        const emulator = await Emulator.start();
        t.after(() => emulator.stop());
        emulator.push({ delay_ms: 150, repeat: 0 });
        const prices = { "svc-haiku-3-5": { input: 1, output: 5 } };
        const client = emulator.client({ cache: "keep", ledger: true, prices });
        const call = (number) =>
            streams
                ? client.messages.stream(asked(number)).finalMessage()
                : client.messages.create(asked(number));
        await Promise.all(Array.from({ length: CALLS }, (_, number) => call(number)));
        const { total } = client.usageReport();
        const prefix = total.cacheWrite5mTokens;
        assert.ok(prefix > 4000);
        assert.equal(total.cacheReadTokens, (CALLS - 1) * prefix);
        assert.deepEqual([total.cacheCold, total.cacheLost], [1, 0]);
        // On a busy machine some begin when it is there.
        assert.ok(total.cacheWaits > 0 && total.cacheWaits < CALLS);
        assert.ok(total.cacheSavings > 0 && total.queued > 0);
    });
}

test("an unknown value is refused", () => {
    const settings = { baseURL: "http://127.0.0.1:9", fromEnv: false, apiKey: "k", cache: "on" };
    assert.throws(() => new Client(settings), ConfigError);
});
