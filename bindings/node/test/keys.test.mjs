// An apiKey that is a function: asked for each call, and once more after a 401.

import assert from "node:assert/strict";
import { test } from "node:test";
import { all, ask, service } from "./support.mjs";

/** Gives these keys one after another, and counts. */
function vault(...keys) {
    const give = () => keys[Math.min(give.asked++, keys.length - 1)];
    give.asked = 0;
    return give;
}

const used = (emulator) => emulator.requests.map((seen) => seen.headers.get("x-api-key"));

for (const [kind, wrap] of Object.entries({
    "a function": (give) => give,
    "an async function": (give) => async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        return give();
    },
})) {
    test(`${kind} is asked for each call`, async (t) => {
        const emulator = await service(t);
        emulator.setKeys("k1", "k2", "k3", "k4");
        const keys = vault("k1", "k2", "k3", "k4");
        const client = emulator.client({ apiKey: wrap(keys) });
        assert.equal(keys.asked, 0);
        await client.messages.create(ask());
        await client.messages.stream(ask()).finalMessage();
        await client.request("GET", "/v1/models");
        await (await client.messages.create(ask("x", { stream: true }))).done();
        assert.deepEqual(used(emulator), ["k1", "k2", "k3", "k4"]);
    });

    test(`${kind} is asked once more after a 401, and only once`, async (t) => {
        const emulator = await service(t);
        emulator.setKeys("new");
        const rotated = () => emulator.client({ apiKey: wrap(vault("old", "new")), maxRetries: 0 });
        await rotated().messages.create(ask());
        await rotated().messages.stream(ask()).finalMessage();
        await rotated().request("GET", "/v1/models");
        assert.ok((await all(await rotated().messages.create(ask("x", { stream: true })))).length > 0);
        assert.deepEqual(used(emulator), ["old", "new", "old", "new", "old", "new", "old", "new"]);
        const keys = vault("old", "older", "oldest");
        await assert.rejects(emulator.client({ apiKey: wrap(keys) }).messages.create(ask()), {
            name: "AuthenticationError",
        });
        assert.equal(keys.asked, 2);
    });

    test(`${kind} is asked again for each repetition`, async (t) => {
        const emulator = await service(t);
        emulator.setKeys("k1", "k2");
        emulator.push({ status: 529 });
        const client = emulator.client({ apiKey: wrap(vault("k1", "k2")), clock: { random: [0] } });
        await client.messages.create(ask());
        assert.deepEqual(used(emulator), ["k1", "k2"]);
    });

    test(`what ${kind} throws reaches the caller as it is`, async (t) => {
        const emulator = await service(t);
        const mine = new Error("the vault is closed");
        let asked = 0;
        const key = wrap(() => {
            if (asked++ % 2 === 0) return "old";
            throw mine;
        });
        emulator.setKeys("new");
        const { messages } = emulator.client({ apiKey: key });
        await assert.rejects(messages.create(ask()), (error) => error === mine);
        await assert.rejects(messages.stream(ask()).finalMessage(), (error) => error === mine);
        asked = 1;
        await assert.rejects(messages.create(ask()), (error) => error === mine);
        assert.deepEqual(used(emulator), ["old", "old"]);
    });
}

test("what is no key is refused before anything is sent", async (t) => {
    const emulator = await service(t);
    for (const given of [undefined, 7, null]) {
        await assert.rejects(emulator.client({ apiKey: () => given }).messages.create(ask()), TypeError);
    }
    await assert.rejects(emulator.client({ apiKey: () => "two\nlines" }).messages.create(ask()), {
        name: "ConfigError",
        message: /^(?!.*two).*$/s,
    });
    assert.equal(emulator.requests.length, 0);
});

test("a call that is aborted while the key is on its way sends nothing", async (t) => {
    const emulator = await service(t);
    let give;
    const client = emulator.client({ apiKey: () => new Promise((resolve) => (give = resolve)) });
    const controller = new AbortController();
    const call = client.messages.create(ask(), { signal: controller.signal });
    const stream = client.messages.stream(ask(), { signal: controller.signal });
    setImmediate(() => {
        controller.abort();
        give(emulator.apiKey);
    });
    await assert.rejects(call, { name: "APIUserAbortError" });
    await assert.rejects(stream.finalMessage(), { name: "APIUserAbortError" });
    assert.equal(emulator.requests.length, 0);
});

test("a copy keeps the function, or swaps it", async (t) => {
    const emulator = await service(t);
    emulator.setKeys("k1", "k2", "k3");
    const client = emulator.client({ apiKey: () => "k1" });
    await client.withOptions({ timeout: 5000 }).messages.create(ask());
    await client.withOptions({ apiKey: "k2" }).messages.create(ask());
    await client.withOptions({ apiKey: () => "k3" }).messages.create(ask());
    await client.withOptions({ authToken: "k1" }).messages.create(ask());
    assert.deepEqual(used(emulator), ["k1", "k2", "k3", null]);
    assert.equal(emulator.requests[3].headers.get("authorization"), "Bearer k1");
});
