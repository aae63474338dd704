// Headers that are secrets: never sent over plain http to another machine, and masked wherever they are shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { Client } from "parlour";
import { ask, CHILD, childArgs, run, service } from "./support.mjs";

const HIDDEN = "hidden-tenant-key";
const SECRETS = { secretHeaders: { "x-tenant": HIDDEN } };

test("secretHeaders of a client and of a call are sent", async (t) => {
    const emulator = await service(t);
    const client = emulator.client(SECRETS);
    await client.messages.create(ask());
    await client.messages.create(ask(), { secretHeaders: { "x-tenant": "other", "x-more": "m" } });
    await client.withOptions({ secretHeaders: { "x-tenant": "copy" } }).messages.create(ask());
    const seen = emulator.requests.map(({ headers }) => [headers.get("x-tenant"), headers.get("x-more")]);
    assert.deepEqual(seen, [
        [HIDDEN, null],
        ["other", "m"],
        ["copy", null],
    ]);
});

for (const [what, options] of Object.entries({
    "a key": { apiKey: HIDDEN },
    "a token": { authToken: HIDDEN },
    "a header that is known for it": { headers: { "Api-Key": HIDDEN } },
    "a header that is said to be one": SECRETS,
})) {
    test(`${what} does not travel over plain http to another machine`, async () => {
        const settings = {
            baseURL: "http://service.invalid",
            vendor: "svc",
            fromEnv: false,
            noCredentials: true,
        };
        const client = new Client(settings);
        const { apiKey, authToken, ...headers } = options;
        const calls = [
            () => client.messages.create(ask(), options),
            () => client.messages.create(ask("x", { stream: true }), options),
            () => client.messages.stream(ask(), options).finalMessage(),
            () => client.request("GET", "/v1/models", options),
            async () => client.withOptions(options).messages.create(ask()),
            async () => {
                const own = (apiKey ?? authToken) ? { noCredentials: false, apiKey, authToken } : headers;
                await new Client({ ...settings, ...own }).messages.create(ask());
            },
        ];
        for (const call of calls) {
            await assert.rejects(call, (error) => {
                assert.equal(error.name, "ConfigError");
                assert.ok(!inspect(error, { depth: 9 }).includes(HIDDEN), inspect(error));
                return true;
            });
        }
    });
}

test("a secret header is masked in what is shown and logged", async (t) => {
    const emulator = await service(t);
    // The service shows the header to its sender once more.
    const echo = { status: 400, headers: { "x-tenant": HIDDEN }, text: `no tenant ${HIDDEN}` };
    emulator.push(echo);
    const client = emulator.client(SECRETS);
    assert.ok(!inspect(client, { depth: 9, showHidden: true }).includes(HIDDEN));
    await assert.rejects(client.messages.create(ask()), (error) => {
        assert.ok(!inspect(error, { depth: 9 }).includes(HIDDEN));
        assert.ok(!JSON.stringify(error).includes(HIDDEN), JSON.stringify(error));
        return true;
    });
    emulator.push(echo);
    const script = `${CHILD}
        const options = { secretHeaders: { "x-tenant": process.env.HIDDEN } };
        const loud = client.withOptions({ ...options, logBodies: true });
        await loud.messages.create(ask()).catch((error) => console.log(error.message));`;
    const { code, out, err } = await run(script, {
        ...childArgs(emulator),
        env: { HIDDEN, PARLOUR_LOG: "debug" },
    });
    assert.equal(code, 0, err);
    assert.match(out + err, /parlour: /);
    assert.ok(!(out + err).includes(HIDDEN), out + err);
});
