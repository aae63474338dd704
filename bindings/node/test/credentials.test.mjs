// `credentials`: a function that sees each attempt and gives a key, a token, headers or an address for it.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { AuthenticationError, Client, ConfigError, textOf } from "parlour";
import { ask as asking, service } from "./support.mjs";

const ask = () => asking("say in");

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");

test("it sees the bytes that are sent", async (t) => {
    const emulator = await service(t);
    const seen = [];
    const client = emulator.client({
        defaultHeaders: { "X-Given": "1" },
        credentials: async (request) => {
            seen.push(request);
            await null;
            return { apiKey: emulator.apiKey, headers: { "x-digest": digest(request.body) } };
        },
    });
    assert.equal(textOf(await client.messages.create(ask())), "in");
    assert.equal(await client.messages.stream(ask()).finalText(), "in");
    assert.equal((await client.request("GET", "/v1/models?limit=1")).status, 200);
    assert.ok((await client.models.list({ limit: 1 })).data.length > 0);
    assert.equal(seen.length, 4);
    emulator.requests.forEach((sent, at) => {
        const request = seen[at];
        assert.equal(request.method, sent.method);
        assert.ok(request.url.startsWith(emulator.url + sent.path));
        assert.deepEqual(Buffer.from(request.body), Buffer.from(sent.body));
        assert.equal(new Map(request.headers).get("x-given"), "1");
        assert.equal(sent.headers.get("x-digest"), digest(sent.body));
        assert.deepEqual([request.attempt, request.afterRefusal], [1, false]);
    });
});

test("each attempt and a refusal ask again, where the call was made", async (t) => {
    const emulator = await service(t);
    const store = new AsyncLocalStorage();
    const asked = [];
    const credentials = ({ attempt, afterRefusal }) => {
        asked.push([attempt, afterRefusal, store.getStore()]);
        return { authToken: afterRefusal ? emulator.apiKey : "stale" };
    };
    emulator.push({ status: 529 });
    const client = emulator.client({ credentials, retry: { server: { first: 1, cap: 1 } } });
    const reply = await store.run("mine", () => client.messages.create(ask()));
    assert.equal(textOf(reply), "in");
    assert.deepEqual(asked, [
        [1, false, "mine"],
        [2, false, "mine"],
        [3, true, "mine"],
    ]);
    const wrong = emulator.client({ credentials: () => ({ authToken: "wrong" }) });
    await assert.rejects(wrong.messages.create(ask()), AuthenticationError);
});

test("a token is kept while it is valid", async (t) => {
    const emulator = await service(t);
    let asked = 0;
    const credentials = () => {
        asked += 1;
        return { authToken: emulator.apiKey, validFor: 3_600_000 };
    };
    const client = emulator.client({ credentials });
    await client.messages.create(ask());
    await Promise.all([1, 2, 3].map(() => client.messages.create(ask())));
    await client.withOptions({ timeout: 5000 }).messages.create(ask());
    assert.equal(asked, 1);
});

test("another origin sees no secret but what was given for it", async (t) => {
    const [emulator, other] = [await service(t), await service(t)];
    {
        other.push({ status: 200, text: "[]" });
        const credentials = () => ({ headers: { authorization: "signed" }, url: `${other.url}/elsewhere` });
        const client = emulator.client({ credentials, secretHeaders: { "x-tenant": "canary" } });
        assert.equal((await client.request("GET", "/v1/models")).status, 200);
        const [seen] = other.requests;
        assert.deepEqual([seen.path, seen.headers.get("authorization")], ["/elsewhere", "signed"]);
        assert.equal(seen.headers.get("x-tenant"), null);
        const both = emulator.client({ credentials: () => ({ apiKey: "canary", url: other.url }) });
        await assert.rejects(both.messages.create(ask()), /not the service's/);
        assert.equal(other.requests.length, 1);
    }
});

test("what is wrong is told", async (t) => {
    const emulator = await service(t);
    const cases = [
        [() => "a key", TypeError, /gave string, not a Credential/],
        [() => undefined, TypeError, /gave undefined/],
        [() => Promise.reject(new RangeError("the vault")), RangeError, /the vault/],
        [() => ({}), ConfigError, /empty/],
        [() => ({ apiKey: "a", authToken: "b" }), ConfigError, /both given/],
        [() => ({ headers: { host: "h" } }), ConfigError, /host/],
        [() => ({ apiKey: "a", validFor: -1 }), ConfigError, /validFor must/],
        [() => ({ apikey: "a" }), ConfigError, /has no `apikey`: did you mean `apiKey`/],
    ];
    for (const [credentials, kind, words] of cases) {
        const client = emulator.client({ credentials });
        const told = (error) => error instanceof kind && words.test(error.message);
        await assert.rejects(client.messages.create(ask()), told);
        await assert.rejects(client.messages.stream(ask()).finalText(), told);
    }
    assert.equal(emulator.requests.length, 0);
});

test("one way stands in the place of another", async (t) => {
    const emulator = await service(t);
    const stale = () => ({ authToken: "stale" });
    const given = { baseURL: emulator.url, fromEnv: false };
    assert.throws(() => new Client({ ...given, apiKey: "k", credentials: stale }), /use one of them/);
    assert.throws(() => new Client({ ...given, credentials: "k" }), /credentials is a function/);
    const client = emulator.client({ credentials: stale });
    const keyed = client.withOptions({ apiKey: emulator.apiKey });
    assert.equal(textOf(await keyed.messages.create(ask())), "in");
    const right = client.withOptions({ credentials: () => ({ authToken: emulator.apiKey }) });
    assert.equal(textOf(await right.messages.create(ask())), "in");
});

test("calls are made for a profile in a workspace", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ workspaceId: "wrkspc_1" });
    await client.messages.create(ask(), { userProfileId: "p_1" });
    const [seen] = emulator.requests;
    assert.equal(seen.headers.get("svc-workspace-id"), "wrkspc_1");
    assert.equal(seen.headers.get("svc-user-profile-id"), "p_1");
});
