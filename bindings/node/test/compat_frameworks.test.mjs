// What frameworks and programs do with the field's SDK beyond calls, on `parlour/compat`.

import assert from "node:assert/strict";
import { test } from "node:test";
import Client from "parlour/compat";
import { mcpContent } from "parlour/compat/helpers/beta/mcp";
import { ask, service } from "./support.mjs";

test("a message that is written down has its value", async (t) => {
    const emulator = await service(t);
    const client = new Client({ baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc" });
    const content = [{ type: "text", text: '{"words":"a"}' }];
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content };
    emulator.push({ json: { ...message, stop_reason: "end_turn", usage: { input_tokens: 1 } } });
    const schema = { type: "object", properties: { words: { type: "string" } } };
    const parsed = await client.messages.parse({
        ...ask(),
        output_config: { format: { type: "json_schema", schema } },
    });
    const written = JSON.parse(JSON.stringify(parsed));
    assert.deepEqual(written.parsed_output, { words: "a" });
    assert.deepEqual(written.content, content);
});

test("a run's setting that is not here says what to write", () => {
    const client = new Client({ apiKey: "-" });
    assert.throws(
        () => client.beta.messages.toolRunner({ ...ask(), tools: [], compactionControl: { enabled: true } }),
        /no `compactionControl` of a run: write `context_management`/,
    );
});

test("what is no content is refused", () => {
    assert.throws(
        () => mcpContent({ type: "resource_link", uri: "file:///a", name: "a" }),
        /link to a resource/,
    );
    const resource = { uri: "file:///a.png", mimeType: "image/png", text: "x" };
    assert.throws(() => mcpContent({ type: "resource", resource }), /without `blob`/);
    assert.equal(mcpContent({ type: "text", text: "a" })[0].text, "a");
});
