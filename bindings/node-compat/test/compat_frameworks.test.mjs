// Uses of the official SDK by frameworks and programs beyond calls, on `parlour-compat`.

import assert from "node:assert/strict";
import { test } from "node:test";
import Client from "parlour-compat";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import { mcpContent, mcpMessage, mcpMessages, mcpResourceToContent } from "parlour-compat/helpers/beta/mcp";
import { ask, begin, close, end, grow, open, service } from "../../node/test/support.mjs";

test("a listener gets the summary of a compaction, as with the SDK's stream of betas", async (t) => {
    const emulator = await service(t);
    const content = "they met";
    emulator.push({
        sse: [
            begin(),
            open(0, { type: "compaction", content: null }),
            grow(0, { type: "compaction_delta", content }),
            close(0),
            ...end(),
        ],
    });
    const client = new Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        vendor: "svc",
        fromEnv: false,
    });
    const seen = [];
    await client.beta.messages
        .stream(ask())
        .on("compaction", (words) => seen.push(words))
        .finalMessage();
    assert.deepEqual(seen, [content]);
});

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

test("further keys of a content of a server are those of its block", () => {
    const cached = { cache_control: { type: "ephemeral" } };
    const said = { role: "user", content: { type: "text", text: "a" } };
    const block = { type: "text", text: "a", ...cached };
    assert.deepEqual(mcpMessage(said, cached), { role: "user", content: [block] });
    assert.deepEqual(mcpMessages([said, said], cached)[1], { role: "user", content: [block] });
    assert.deepEqual(mcpContent(said.content, cached), [block]);
    const contents = [{ uri: "file:///a", mimeType: "text/plain", text: "a" }];
    assert.deepEqual(mcpResourceToContent({ contents }, cached).cache_control, cached.cache_control);
    // As functions that map() calls, with an index.
    const plain = { role: "user", content: [{ type: "text", text: "a" }] };
    assert.deepEqual([said, said].map(mcpMessage), [plain, plain]);
    assert.deepEqual([said.content].map(mcpContent), [plain.content]);
});

test("a tool that a runner's program takes out within a turn does not run", async (t) => {
    const emulator = await service(t);
    const client = new Client({ baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc" });
    let ran = false;
    const pay = betaTool({
        name: "pay",
        description: "Pays.",
        inputSchema: { type: "object", properties: {} },
        run: () => {
            ran = true;
            return "paid";
        },
    });
    const answer = (content, stop_reason) => ({
        json: {
            ...{ id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason },
            usage: { input_tokens: 1, output_tokens: 1 },
        },
    });
    const call = { type: "tool_use", id: "t0", name: "pay", input: {} };
    emulator.push(answer([call], "tool_use"), answer([{ type: "text", text: "no" }], "end_turn"));
    const runner = client.beta.messages.toolRunner({ ...ask(), tools: [pay] });
    const removal = { type: "tool_removal", tool: { type: "tool_reference", name: "pay" } };
    for await (const { stop_reason, content } of runner) {
        if (stop_reason !== "tool_use") continue;
        runner.setMessagesParams((params) => ({
            ...params,
            messages: [
                ...params.messages,
                { role: "assistant", content },
                { role: "system", content: [removal] },
            ],
        }));
    }
    assert.equal(ran, false);
});
