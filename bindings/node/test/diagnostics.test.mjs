// Diagnostics channels: the data that a tracer gets of calls, the context in which it gets them, and that nothing is
// allocated without a subscriber.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { APIError, CHANNELS } from "parlour";
import { ask, service, SILENCE, unfinished } from "./support.mjs";

const storage = new AsyncLocalStorage();

/**
 * Records the messages published while the test runs: the name of the channel, the call as it is then, and the store of
 * the context.
 */
function told(t) {
    const seen = [];
    for (const [name, channel] of Object.entries(CHANNELS)) {
        const listen = (call) => seen.push([name, { ...call }, storage.getStore(), call]);
        subscribe(channel, listen);
        t.after(() => unsubscribe(channel, listen));
    }
    return seen;
}

test("a call is told from its beginning to its end, in its own context", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ clock: { random: [0] } });
    const seen = told(t);
    emulator.push({ status: 529 });
    const message = await storage.run("one", () => client.messages.create(ask()));
    assert.deepEqual(
        seen.map(([name, , store]) => [name, store]),
        [
            ["start", "one"],
            ["opened", "one"],
            ["end", "one"],
        ],
    );
    const [, first, , object] = seen[0];
    assert.deepEqual(first, { operation: "messages.create", method: null, path: null, streams: false });
    assert.ok(seen.every(([, , , call]) => call === object));
    const { status, requestID, attempts, waits, complete } = seen.at(-1)[1];
    assert.deepEqual([status, requestID, attempts, complete], [200, message._request_id, 2, true]);
    assert.equal(waits.length, 1);
});

test("a failure is told with its error, and what was asked of it", async (t) => {
    const emulator = await service(t);
    const seen = told(t);
    emulator.push({ status: 400 });
    const reason = await emulator
        .client()
        .request("POST", "/v1/x", { body: {} })
        .catch((error) => error);
    assert.ok(reason instanceof APIError);
    assert.deepEqual(
        seen.map(([name]) => name),
        ["start", "error"],
    );
    const { operation, method, path, status, attempts, error } = seen[1][1];
    assert.deepEqual([operation, method, path, status], ["request", "POST", "/v1/x", 400]);
    assert.deepEqual([attempts, error], [1, reason]);
});

test("a stream is told when it has begun, and whether it was read to its end", async (t) => {
    const emulator = await service(t);
    const seen = told(t);
    const whole = storage.run("whole", () => emulator.client().messages.stream(ask()));
    await whole.finalMessage();
    emulator.push(unfinished("a"));
    for await (const _ of storage.run("left", () => emulator.client().messages.stream(ask()))) break;
    assert.deepEqual(
        seen.map(([name, { streams, complete }, store]) => [name, streams, complete, store]),
        [
            ["start", true, undefined, "whole"],
            ["opened", true, undefined, "whole"],
            ["end", true, true, "whole"],
            ["start", true, undefined, "left"],
            ["opened", true, undefined, "left"],
            ["end", true, false, "left"],
        ],
    );
    assert.equal(seen[2][1].status, 200);
    const controller = new AbortController();
    emulator.push(SILENCE);
    const given = emulator.client().messages.stream(ask(), { signal: controller.signal });
    setImmediate(() => controller.abort());
    await assert.rejects(given.finalMessage());
    assert.deepEqual([seen.at(-1)[0], seen.at(-1)[1].error.name], ["error", "APIUserAbortError"]);
});

test("other resources are told by their names", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const seen = told(t);
    await client.models.list({ limit: 1 });
    await client.messages.countTokens({ model: ask().model, messages: ask().messages });
    assert.deepEqual(
        seen.filter(([name]) => name === "end").map(([, { operation }]) => operation),
        ["models.list", "messages.count_tokens"],
    );
});
