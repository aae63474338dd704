// Routes. The rules are cases of conformance (`config/routes`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, ConfigError } from "parlour";
import { ask, service } from "./support.mjs";

const models = (emulator) => emulator.requests.map(({ body }) => JSON.parse(body).model);

const routed = (emulator, settings) =>
    new Client({ baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc", routeAfter: 1, ...settings });

test("the answer and the hook name the route", async (t) => {
    const emulator = await service(t);
    const ends = [];
    const hook = { onEnd: (end) => void ends.push(end.route) };
    const routes = [{ model: "svc-sonnet-4-5", name: "larger" }];
    const client = routed(emulator, { routes, routeFor: 5_000, hooks: [hook] });
    emulator.push({ status: 529 });
    const reply = await client.messages.create(ask());
    assert.equal(reply.response.route, "larger");
    await client.messages.stream(ask()).finalMessage();
    const asked = ask().model;
    assert.deepEqual(models(emulator), [asked, "svc-sonnet-4-5", "svc-sonnet-4-5"]);
    assert.deepEqual(ends, ["larger", "larger"]);
});

test("another address gets its own key", async (t) => {
    const [emulator, other] = [await service(t), await service(t)];
    const routes = [{ baseURL: other.url, apiKey: other.apiKey }];
    const client = routed(emulator, { routes, defaultHeaders: { "x-gateway-token": "hidden" } });
    emulator.push({ status: 503 });
    assert.equal((await client.messages.create(ask())).response.route, "route-1");
    const headers = new Map(other.requests[0].headers);
    assert.equal(headers.get("x-api-key"), other.apiKey);
    assert.ok(!headers.has("x-gateway-token"));
});

test("an answer of the service itself has none", async (t) => {
    const emulator = await service(t);
    const client = routed(emulator, { routes: [{ model: "svc-sonnet-4-5" }] });
    assert.equal((await client.messages.create(ask())).response.route, null);
});

for (const [settings, named] of [
    [{ routes: [{}] }, "routes"],
    [{ routes: [{ modle: "hidden" }] }, "did you mean routes[0].model"],
    [{ routes: [{ baseURL: "https://other.example" }] }, "a token of its own"],
    [{ routes: [{ apiKey: 5 }] }, "apiKey"],
    [{ routes: "hidden" }, "routes"],
    [{ routes: [null] }, "routes"],
    [{ routeAfter: 0 }, "routeAfter"],
    [{ routeFor: 0 }, "routeFor"],
]) {
    test(`${JSON.stringify(settings)} is refused`, () => {
        const made = () => new Client({ baseURL: "http://127.0.0.1:9", apiKey: "k", ...settings });
        assert.throws(made, (error) => {
            assert.ok(error instanceof ConfigError || error instanceof TypeError, String(error));
            assert.ok(error.message.includes(named), error.message);
            assert.ok(!error.message.includes("hidden"), error.message);
            return true;
        });
    });
}
