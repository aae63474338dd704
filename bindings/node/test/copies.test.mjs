// Two copies of the package in one program: their classes know each other's instances.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as own from "parlour";
import { copy } from "./copies.mjs";
import { ask, service } from "./support.mjs";

test("an error of another copy is an instance of the classes of this one", async (t) => {
    const emulator = await service(t);
    const other = await copy(t);
    assert.notEqual(other.RateLimitError, own.RateLimitError);
    emulator.push({
        status: 429,
        json: { type: "error", error: { type: "rate_limit_error", message: "slow" } },
    });
    const client = new other.Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        vendor: "svc",
        fromEnv: false,
        maxRetries: 0,
    });
    const error = await client.messages.create(ask()).then(
        () => undefined,
        (failed) => failed,
    );
    for (const known of [other.RateLimitError, own.RateLimitError, own.APIStatusError, own.ParlourError])
        assert.ok(error instanceof known, known.name);
    assert.ok(!(error instanceof own.NotFoundError));
    class Mine extends own.RateLimitError {}
    assert.ok(!(error instanceof Mine));
    assert.ok(new Mine("mine") instanceof other.RateLimitError);
    assert.ok(new other.ToolError("no") instanceof own.ToolError);
    assert.ok(!(new Error("no") instanceof own.ParlourError));
    for (const none of [null, undefined, "text", 1, {}, Object.create(null)])
        assert.ok(!(none instanceof own.ParlourError));
});
