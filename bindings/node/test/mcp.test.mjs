// Tools, prompts and resources of a server of the Model Context Protocol, which runs as a process of its own, and the
// conversions by themselves.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client as MCPClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as mcp from "parlour/mcp";
import { service } from "./support.mjs";

const LOG = "file:///log.txt";
const WORDS = { type: "text", text: "words" };
const PIXEL = Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64");
const IMAGE = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
const LINE = {
    type: "document",
    source: { type: "text", media_type: "text/plain", data: "line" },
    title: LOG,
};

/** A client of a server of the test's own. */
async function connected(t) {
    const client = new MCPClient({ name: "tests", version: "1" });
    const server = fileURLToPath(new URL("mcp_server.mjs", import.meta.url));
    t.after(() => client.close());
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [server] }));
    return client;
}

function scripted(stop_reason, ...content) {
    const usage = { input_tokens: 3, output_tokens: 2 };
    const head = { id: "msg_1", type: "message", role: "assistant", model: "svc-haiku-3-5" };
    return { json: { ...head, content, stop_reason, usage } };
}

test("the calls of an answer are calls of a server", async (t) => {
    const emulator = await service(t);
    const tools = await mcp.tools(await connected(t), { rename: (name) => `far_${name}` });
    const names = ["add", "mixed", "structured", "sound", "broken", "silent"];
    assert.deepEqual(
        tools.map((tool) => tool.name),
        [...names, "hang"].map((name) => `far_${name}`),
    );
    const uses = names.map((name, at) => ({
        type: "tool_use",
        id: `t${at}`,
        name: `far_${name}`,
        input: { a: 2, b: 3 },
    }));
    emulator.push(scripted("tool_use", ...uses));
    const messages = [{ role: "user", content: "Please." }];
    const reply = await emulator
        .client()
        .messages.create({ model: "svc-haiku-3-5", max_tokens: 64, messages, tools });
    assert.deepEqual(emulator.requests[0].json().tools[0], {
        name: "far_add",
        description: "Adds two numbers.",
        input_schema: {
            type: "object",
            properties: { a: { type: "integer" }, b: { type: "integer" } },
            required: ["a", "b"],
        },
    });

    const results = await Promise.all(
        reply.content.map((block) => tools.find((tool) => tool.name === block.name).call(block)),
    );
    assert.deepEqual(
        results.map((result) => [result.type, result.tool_use_id]),
        names.map((_, at) => ["tool_result", `t${at}`]),
    );
    const [add, mixed, structured, sound, broken, silent] = results.map(({ content, is_error = false }) => ({
        content,
        is_error,
    }));
    assert.deepEqual(add, { content: [{ type: "text", text: "5" }], is_error: false });
    const link = { type: "text", text: `{"resource_link":{"uri":"${LOG}","name":"log"}}` };
    assert.deepEqual(mixed, { content: [WORDS, IMAGE, LINE, link], is_error: false });
    assert.deepEqual(structured, { content: [{ type: "text", text: '{"n":1}' }], is_error: false });
    assert.equal(sound.is_error, true);
    assert.match(sound.content, /^MCPConversionError: .*audio \(audio\/wav\)/);
    assert.deepEqual(broken, { content: [{ type: "text", text: "disk full" }], is_error: true });
    assert.deepEqual(silent, { content: undefined, is_error: false });
});

test("tools of a server run in a tool run", async (t) => {
    const emulator = await service(t);
    const tools = await mcp.tools(await connected(t));
    const names = ["add", "mixed", "broken", "silent"];
    const uses = names.map((name, at) => ({ type: "tool_use", id: `t${at}`, name, input: { a: 2, b: 3 } }));
    emulator.push(scripted("tool_use", ...uses), scripted("end_turn", WORDS));
    const messages = [{ role: "user", content: "Please." }];
    const request = { model: "svc-haiku-3-5", max_tokens: 64, messages, tools };
    const last = await emulator.client({ logLevel: "off" }).messages.runTools(request);
    assert.deepEqual(last.content[0].text, "words");
    const told = emulator.requests[1].json().messages.at(-1).content;
    assert.deepEqual(told[0].content, [{ type: "text", text: "5" }]);
    assert.deepEqual(
        told.map(({ is_error = false }) => is_error),
        [false, false, true, false],
    );
});

test("a call is aborted, and one whose input was cut is not made", async (t) => {
    const tools = await mcp.tools(await connected(t));
    const hang = tools.find((tool) => tool.name === "hang");
    const stop = new AbortController();
    const waits = hang.call({ id: "t1", input: {} }, { signal: stop.signal });
    stop.abort();
    await assert.rejects(waits, { name: "AbortError" });
    const cut = await hang.call({ id: "t2", input: {}, inputState: "incomplete" });
    assert.equal(cut.is_error, true);
    assert.match(cut.content, /was cut/);
});

test("prompts and resources of a server", async (t) => {
    const client = await connected(t);
    assert.deepEqual(mcp.messages(await client.getPrompt({ name: "trains" })), [
        { role: "user", content: [{ type: "text", text: "About trains." }] },
        { role: "assistant", content: [{ type: "text", text: "Yes?" }] },
    ]);
    assert.deepEqual(mcp.content(await client.readResource({ uri: LOG })), [LINE, IMAGE]);
});

test("what the service has no block for is said", () => {
    for (const [value, words] of [
        [{ type: "audio", data: "", mimeType: "audio/wav" }, /audio\/wav/],
        [{ type: "image", data: "", mimeType: "image/tiff" }, /image\/tiff/],
        [{ contents: [{ uri: "a:b", blob: "" }] }, /without a media type in a:b/],
        [{ contents: [{ uri: "a:b", blob: "/w==", mimeType: "text/csv" }] }, /UTF-8/],
        [{ uri: "a:b" }, /neither/],
    ]) {
        assert.throws(() => mcp.content(value), { name: "MCPConversionError", message: words });
    }
    const content = { type: "image", data: PIXEL, mimeType: "image/png" };
    assert.throws(() => mcp.message({ role: "assistant", content }), mcp.MCPConversionError);
});

test("names that the service does not take", () => {
    const of = { name: "files.read", inputSchema: {} };
    assert.throws(() => mcp.tool({}, of), { name: "MCPConversionError", message: /files\.read.*`rename`/ });
    const made = mcp.tool({}, of, { name: "files_read", cache_control: { type: "ephemeral" } });
    assert.deepEqual(JSON.parse(JSON.stringify(made)), {
        name: "files_read",
        input_schema: { type: "object" },
        cache_control: { type: "ephemeral" },
    });
});

test("blocks go to a server and come back", () => {
    assert.deepEqual(mcp.content(mcp.toContent([WORDS, IMAGE, LINE])), [WORDS, IMAGE, LINE]);
    const csv = { uri: "a:b", blob: "bGluZQ==", mimeType: "text/csv; charset=utf-8" };
    assert.deepEqual(mcp.content([csv, { type: "text", text: "" }]), [{ ...LINE, title: "a:b" }]);
    assert.deepEqual(
        mcp.toContent([
            { type: "image", source: { type: "url", url: "https://a.example/b.png" } },
            { type: "document", source: { type: "content", content: "words" } },
            { type: "search_result", title: "T", source: "S", content: [WORDS] },
        ]),
        [
            { type: "resource_link", uri: "https://a.example/b.png", name: "image" },
            WORDS,
            { type: "text", text: "T (S)\n\nwords" },
        ],
    );
    for (const [blocks, words] of [
        [[{ type: "image", source: { type: "file", file_id: "file_1" } }], /file_1/],
        [[{ type: "tool_reference", tool_name: "a" }], /tool_reference/],
    ]) {
        assert.throws(() => mcp.toContent(blocks), { name: "MCPConversionError", message: words });
    }
    const far = [{ type: "image", source: { type: "url", url: "https://a.example" } }];
    assert.throws(() => mcp.toResource(LOG, far), /load them first/);
    assert.throws(() => mcp.toTool({ type: "bash_20250124", name: "bash" }), /without a schema/);
});

test("both ways of loading give one module", () => {
    assert.equal(createRequire(import.meta.url)("parlour/mcp").MCPConversionError, mcp.MCPConversionError);
});
