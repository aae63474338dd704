// Several API keys. The rules are cases of conformance (`config/keys`).

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { AuthenticationError, Client, ConfigError } from "parlour";
import { ask, service } from "./support.mjs";

const sent = (emulator) => emulator.requests.map(({ headers }) => new Map(headers).get("x-api-key"));

test("a file of keys is read again", async (t) => {
    const emulator = await service(t);
    const folder = await mkdtemp(join(tmpdir(), "parlour-keys-"));
    t.after(() => rm(folder, { recursive: true }));
    const apiKeyFile = join(folder, "keys");
    await writeFile(apiKeyFile, `${emulator.apiKey} 2\n`);
    // Waits are over at once, and move the clock: so the file is due again.
    const client = new Client({ baseURL: emulator.url, apiKeyFile, clock: {} });
    await client.messages.create(ask());
    await writeFile(apiKeyFile, "another\n");
    emulator.push({ status: 529, headers: { "retry-after": "2" } });
    await assert.rejects(client.messages.create(ask()), AuthenticationError);
    assert.deepEqual(sent(emulator), [emulator.apiKey, emulator.apiKey, "another"]);
});

test("copies take turns together, and replace the keys", async (t) => {
    const emulator = await service(t);
    const keys = [emulator.apiKey, { key: "second", weight: 1 }];
    const client = new Client({ baseURL: emulator.url, apiKeys: keys });
    await client.messages.create(ask());
    // The second is refused, and the first goes on.
    await client.withOptions({ timeout: 9_000 }).messages.create(ask());
    const other = client.withOptions({ apiKeys: ["fourth"] });
    await assert.rejects(other.messages.create(ask()), AuthenticationError);
    assert.deepEqual(sent(emulator), [emulator.apiKey, "second", emulator.apiKey, "fourth"]);
});

for (const [settings, named] of [
    [{ apiKeys: [] }, "apiKeys"],
    [{ apiKeys: [{ weight: 1 }] }, "apiKeys"],
    [{ apiKeys: ["hidden"], authToken: "hidden" }, "apiKeys"],
    [{ apiKeyFile: "/nowhere" }, "apiKeyFile"],
]) {
    test(`${JSON.stringify(settings)} is refused`, () => {
        const made = () => new Client({ baseURL: "http://127.0.0.1:9", ...settings });
        assert.throws(made, (error) => {
            assert.ok(error instanceof ConfigError, String(error));
            assert.ok(error.message.includes(named) && !error.message.includes("hidden"), error.message);
            return true;
        });
    });
}
