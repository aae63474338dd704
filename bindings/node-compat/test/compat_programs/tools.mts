// Programs of the official SDK: tools, tool runners, structured answers, batches, lists. Of each the lines of its
// imports were changed, and the model.

import assert from "node:assert/strict";
import { createReadStream } from "node:fs";
import { Client as MCPClient } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import Vendor, { betaRefusalFallbackMiddleware, toFile } from "parlour-compat";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import {
    mcpMessages,
    mcpResourceToContent,
    mcpResourceToFile,
    mcpTools,
} from "parlour-compat/helpers/beta/mcp";
import { betaMemoryTool } from "parlour-compat/helpers/beta/memory";
import { betaZodOutputFormat, betaZodTool } from "parlour-compat/helpers/beta/zod";
import { jsonSchemaOutputFormat } from "parlour-compat/helpers/json-schema";
import { zodOutputFormat } from "parlour-compat/helpers/zod";
import { ToolError } from "parlour-compat/lib/tools/ToolError";
import { AbstractPage, Page, PageCursor, PagePromise } from "parlour-compat/pagination";
import { BROWSER_MEMBER_NAME_VALUES, COMPUTER_MEMBER_NAME_VALUES } from "parlour-compat/resources/messages";
import { BETA_BROWSER_MEMBER_NAME_VALUES } from "parlour-compat/resources/beta/messages";
import { z } from "zod";
import type { Emulator } from "parlour/testing";
import { type Advice, answer, call, last, MODEL, type Programs, stream, textOf } from "./support.mjs";

const params: Vendor.MessageCreateParamsNonStreaming = {
    model: MODEL,
    max_tokens: 64,
    messages: [{ role: "user", content: "Hello" }],
};
const weather = betaZodTool({
    name: "weather",
    description: "The weather at a place",
    inputSchema: z.object({ location: z.string() }),
    run: ({ location }) => `Sunny in ${location}`,
});
const CALLS = answer([call("t1", "weather", { location: "Oslo" })], "tool_use");
const Person = z.object({ name: z.string(), age: z.number().int() });
const ADA = answer('{"name":"Ada","age":36}');
const requests = ["a", "b"].map((id) => ({ custom_id: id, params }));
const result = (service: Emulator) => last(service).json().messages.at(-1).content[0];

export const programs: Programs = {
    "a loop over tools by hand": async ({ service }) => {
        service.push(CALLS, answer("It is sunny."));
        const client = new Vendor();
        const history: Vendor.MessageParam[] = [{ role: "user", content: "Weather?" }];
        const tools: Vendor.Tool[] = [{ name: "weather", input_schema: { type: "object", properties: {} } }];
        let message = await client.messages.create({ ...params, messages: history, tools });
        while (message.stop_reason === "tool_use") {
            const use = message.content.find(
                (block): block is Vendor.ToolUseBlock => block.type === "tool_use",
            );
            if (use === undefined) break;
            history.push(
                { role: message.role, content: message.content },
                { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "sunny" }] },
            );
            message = await client.messages.create({ ...params, messages: history, tools });
        }
        assert.equal(textOf(message), "It is sunny.");
    },
    "a tool runner that is awaited": async ({ service }) => {
        service.push(CALLS, answer("It is sunny."));
        const message = await new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        assert.equal(textOf(message), "It is sunny.");
        assert.equal(result(service).content, "Sunny in Oslo");
    },
    "a tool runner in a loop": async ({ service }) => {
        service.push(CALLS, answer("It is sunny."));
        const runner = new Vendor().beta.messages.toolRunner({
            ...params,
            tools: [weather],
            max_iterations: 5,
        });
        const stops: unknown[] = [];
        for await (const message of runner) stops.push(message.stop_reason);
        assert.deepEqual(stops, ["tool_use", "end_turn"]);
        assert.equal((await runner.done()).stop_reason, "end_turn");
        assert.equal(runner.params.messages.length, 4);
    },
    "a tool runner that streams": async ({ service }) => {
        service.push(
            stream({ start: call("t1", "weather", {}), pieces: ['{"location":"Oslo"}'] }),
            stream(["It is sunny."]),
        );
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather], stream: true });
        const types = new Set<string>();
        let text = "";
        for await (const turn of runner) {
            for await (const event of turn) types.add(event.type);
            text = await turn.finalText();
        }
        assert.equal(text, "It is sunny.");
        assert.ok(!types.has("ping"));
    },
    "runUntilDone()": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        assert.equal(textOf(await runner.runUntilDone()), "Done.");
    },
    "parameters of a runner that change": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        for await (const message of runner) {
            if (message.stop_reason !== "tool_use") break;
            runner.setMessagesParams((before) => ({ ...before, max_tokens: 99 }));
        }
        assert.equal(last(service).json().max_tokens, 99);
    },
    "the messages that a runner's loop sees": async ({ service }) => {
        service.push(CALLS, CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        const counts: number[] = [];
        for await (const _ of runner) counts.push(runner.params.messages.length);
        // Without the answer that the loop is at, also the last one; behind the loop with it.
        assert.deepEqual([counts, runner.params.messages.length], [[1, 3, 5], 6]);
        const turn = { type: "tool_use", id: "toolu_1", name: "weather", input: {} };
        const calls = stream({ start: turn, pieces: ['{"location":"Oslo"}'] });
        service.push(calls, calls, stream(["Done."]));
        const streaming = new Vendor().beta.messages.toolRunner({
            ...params,
            tools: [weather],
            stream: true,
        });
        const seen: number[][] = [];
        for await (const one of streaming) {
            const before = streaming.params.messages.length;
            await one.finalMessage();
            const results = await streaming.generateToolResponse();
            seen.push([before, streaming.params.messages.length, results?.content.length ?? 0]);
        }
        const [first, second, third] = [
            [1, 1, 1],
            [3, 3, 1],
            [5, 5, 0],
        ];
        assert.deepEqual([seen, streaming.params.messages.length], [[first, second, third], 6]);
    },
    "a history that a runner's loop writes itself": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        for await (const { role, content, stop_reason } of runner) {
            if (stop_reason !== "tool_use") continue;
            const results = await runner.generateToolResponse();
            assert.equal(runner.params.messages.length, 1);
            runner.setMessagesParams((before) => ({
                ...before,
                messages: [...(before.messages as object[]), { role, content }, results],
            }));
        }
        const roles = last(service)
            .json()
            .messages.map(({ role }: { role: string }) => role);
        assert.deepEqual(roles, ["user", "assistant", "user"]);
        assert.equal(result(service).content, "Sunny in Oslo");
    },
    "a last answer that a runner's loop goes on from": async ({ service }) => {
        service.push(answer("One."), answer("Two."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        let turns = 0;
        for await (const { role, content } of runner) {
            turns += 1;
            if (turns > 1) break;
            const more = [
                { role, content },
                { role: "user", content: "And then?" },
            ];
            runner.setMessagesParams((before) => ({
                ...before,
                messages: [...(before.messages as object[]), ...more],
            }));
        }
        assert.equal(turns, 2);
        assert.match(JSON.stringify(last(service).json().messages.at(-1)), /And then/);
    },
    "messages pushed to a runner": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        for await (const message of runner) {
            if (message.stop_reason === "tool_use") runner.pushMessages({ role: "user", content: "Hurry." });
        }
        assert.match(JSON.stringify(last(service).json().messages), /Hurry/);
    },
    "a tool of a JSON Schema, with its context": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        let seen: unknown;
        const tool = betaTool({
            name: "weather",
            description: "The weather",
            inputSchema: {
                type: "object",
                properties: { location: { type: "string" } },
                required: ["location"],
            },
            run: (input, context) => {
                seen = [input.location, context?.toolUseBlock.id, context?.signal?.aborted];
                return [{ type: "text", text: "sunny" }];
            },
        });
        await new Vendor().beta.messages.toolRunner({ ...params, tools: [tool] });
        assert.deepEqual(seen, ["Oslo", "t1", false]);
        assert.deepEqual(result(service).content, [{ type: "text", text: "sunny" }]);
    },
    "a tool that is run by hand": async () => {
        assert.equal(await weather.run(weather.parse({ location: "Oslo" })), "Sunny in Oslo");
        assert.throws(() => weather.parse({}));
    },
    "a tool that fails": async ({ service }) => {
        service.push(CALLS, answer("Sorry."));
        const tool = betaZodTool({
            name: "weather",
            description: "The weather",
            inputSchema: z.object({ location: z.string() }),
            run: () => {
                throw new ToolError("the station is down");
            },
        });
        await new Vendor().beta.messages.toolRunner({ ...params, tools: [tool] });
        assert.equal(result(service).is_error, true);
        assert.match(JSON.stringify(result(service).content), /the station is down/);
    },
    "the memory tool": async ({ service }) => {
        service.push(
            answer([call("t1", "memory", { command: "view", path: "/memories" })], "tool_use"),
            answer("Nothing there."),
        );
        const seen: unknown[] = [];
        const memory = betaMemoryTool({
            view: async (command) => {
                seen.push(command.path);
                return "empty";
            },
            create: async () => "ok",
            str_replace: async () => "ok",
            insert: async () => "ok",
            delete: async () => "ok",
            rename: async () => "ok",
        });
        await new Vendor().beta.messages.toolRunner({ ...params, tools: [memory], betas: ["context-1"] });
        assert.equal(await memory.run({ command: "view", path: "/memories/a" } as never), "empty");
        assert.deepEqual(seen, ["/memories", "/memories/a"]);
    },
    "tools and prompts of an MCP server": async ({ service }) => {
        service.push(CALLS, answer("It is sunny."));
        const server = new McpServer({ name: "weather", version: "1.0.0" });
        const inputSchema = { location: z.string() };
        server.registerTool("weather", { description: "The weather", inputSchema }, ({ location }) => ({
            content: [{ type: "text", text: `Sunny in ${location}` }],
        }));
        server.registerPrompt("ask", { description: "Asks" }, () => ({
            messages: [{ role: "user", content: { type: "text", text: "How is the weather?" } }],
        }));
        const [here, there] = InMemoryTransport.createLinkedPair();
        const mcp = new MCPClient({ name: "program", version: "1.0.0" });
        await Promise.all([server.connect(there), mcp.connect(here)]);
        const { tools } = await mcp.listTools();
        const prompt = await mcp.getPrompt({ name: "ask" });
        const message = await new Vendor().beta.messages.toolRunner({
            ...params,
            messages: mcpMessages(prompt.messages),
            tools: mcpTools(tools, mcp),
        });
        assert.equal(textOf(message), "It is sunny.");
        assert.match(JSON.stringify(result(service).content), /Sunny in Oslo/);
        await mcp.close();
    },
    "parse() with zod": async ({ service }) => {
        service.push(ADA);
        const format = zodOutputFormat(Person);
        const message = await new Vendor().messages.parse({ ...params, output_config: { format } });
        assert.deepEqual(message.parsed_output, { name: "Ada", age: 36 });
    },
    "the value on the text of an answer": async ({ service }) => {
        service.push(ADA);
        const format = zodOutputFormat(Person);
        const message = await new Vendor().messages.parse({ ...params, output_config: { format } });
        const [block] = message.content;
        assert.ok(block?.type === "text");
        const age: number | undefined = block.parsed_output?.age;
        assert.equal(age, 36);
        assert.equal(block.parsed_output, message.parsed_output);
        const history: Vendor.MessageParam[] = [{ role: "assistant", content: message.content }];
        assert.equal(history.length, 1);
        assert.ok(!JSON.stringify(message.content).includes("parsed_output"));
    },
    "parse() with JSON Schema": async ({ service }) => {
        service.push(ADA);
        const format = jsonSchemaOutputFormat({
            type: "object",
            properties: { name: { type: "string" }, age: { type: "integer" } },
            required: ["name", "age"],
            additionalProperties: false,
        });
        const message = await new Vendor().messages.parse({ ...params, output_config: { format } });
        assert.equal(message.parsed_output?.name, "Ada");
    },
    "parse() as a beta": async ({ service }) => {
        service.push(ADA);
        const client = new Vendor();
        const output_format = betaZodOutputFormat(Person);
        const asked = client.beta.messages.parse({ ...params, output_format, betas: ["structured-1"] });
        assert.equal((await asked).parsed_output?.age, 36);
        assert.equal(last(service).json().output_format, undefined);
    },
    "parse() of what does not fit": async ({ service }) => {
        service.push(answer('{"name":"Ada"}'));
        const format = zodOutputFormat(Person);
        const asked = new Vendor().messages.parse({ ...params, output_config: { format } });
        await assert.rejects(
            asked,
            (error: unknown) => error instanceof Vendor.ParlourError && /age/.test(error.message),
        );
    },
    "a batch from beginning to end": async ({ service }) => {
        const { batches } = new Vendor().messages;
        let batch = await batches.create({ requests });
        while (batch.processing_status !== "ended") batch = await batches.retrieve(batch.id);
        const types: string[][] = [];
        for await (const line of await batches.results(batch.id)) {
            types.push([line.custom_id, line.result.type]);
        }
        assert.deepEqual(types.sort(), [
            ["a", "succeeded"],
            ["b", "succeeded"],
        ]);
        assert.equal((await batches.delete(batch.id)).id, batch.id);
        assert.ok(service.requests.length > 0);
    },
    "batches as a beta": async () => {
        const { batches } = new Vendor().beta.messages;
        const batch = await batches.create({ requests, betas: ["message-batches-2024-09-24"] });
        assert.equal((await batches.cancel(batch.id)).id, batch.id);
        const page = await batches.list({ limit: 1, betas: ["message-batches-2024-09-24"] });
        assert.equal(page.data.length, 1);
    },
    "models, page by page": async () => {
        const client = new Vendor();
        let page = await client.models.list({ limit: 2 });
        const ids = page.data.map(({ id }) => id);
        assert.equal(page.has_more, true);
        assert.equal(page.last_id, ids.at(-1));
        while (page.hasNextPage()) {
            page = await page.getNextPage();
            ids.push(...page.getPaginatedItems().map(({ id }) => id));
        }
        assert.equal(page.has_more, false);
        const all: string[] = [];
        for await (const model of client.models.list({ limit: 3 })) all.push(model.id);
        assert.deepEqual(all, ids);
    },
    "a model by its id": async () => {
        const model = await new Vendor().models.retrieve(MODEL);
        assert.equal(model.type, "model");
    },
    "a search of the service, by its types": async ({ service }) => {
        const found = { type: "web_search_result", url: "http://a", title: "A", encrypted_content: "e" };
        service.push(answer([{ type: "web_search_tool_result", tool_use_id: "s1", content: [found] }]));
        const search: Vendor.WebSearchTool20250305 = { type: "web_search_20250305", name: "web_search" };
        const question: Vendor.Messages.UserMessageParam = { role: "user", content: "Where is A?" };
        const message = await new Vendor().messages.create({
            ...params,
            messages: [question],
            tools: [search],
        });
        const pages: Vendor.WebSearchResultBlock[] = [];
        for (const block of message.content) {
            if (block.type !== "web_search_tool_result" || !Array.isArray(block.content)) continue;
            for (const page of block.content)
                if ("url" in page) pages.push(page as Vendor.WebSearchResultBlock);
        }
        assert.deepEqual(
            pages.map(({ title }) => title),
            ["A"],
        );
    },
    "the tools of a browser by their names": () => {
        const names: readonly Vendor.BrowserMemberName[] = BROWSER_MEMBER_NAME_VALUES;
        assert.ok(names.includes("left_click") && COMPUTER_MEMBER_NAME_VALUES.includes("screenshot"));
        assert.equal(BETA_BROWSER_MEMBER_NAME_VALUES, names);
    },
    "a page by its class": async () => {
        const client = new Vendor();
        const asked: PagePromise<Vendor.ModelInfosPage, Vendor.ModelInfo> = client.models.list({ limit: 1 });
        const one = client.models.retrieve(MODEL);
        assert.ok(asked instanceof PagePromise && !(one instanceof PagePromise));
        // Both are awaited before the service stops: a promise that rejects later ends the run.
        const [page]: [unknown, unknown] = await Promise.all([asked, one]);
        assert.ok(page instanceof Page && !(page instanceof PageCursor));
        const files: unknown = await client.files.list();
        assert.ok(files instanceof AbstractPage && files instanceof PageCursor);
    },
    "a resource of MCP as content": () => {
        const block = mcpResourceToContent({ contents: [{ uri: "file:///a.txt", text: "Some text." }] });
        assert.equal((block as { type: string }).type, "document");
    },
    "a file of a resource of MCP": async () => {
        const contents = [{ uri: "file:///reports/a.txt", mimeType: "text/plain", text: "a" }];
        const made = await new Vendor().beta.files.upload({ file: mcpResourceToFile({ contents }) });
        assert.deepEqual([made.filename, made.mime_type, made.size_bytes], ["a.txt", "text/plain", 1]);
    },
    "what a runner's loop pushes beside the answer": async ({ service }) => {
        // As with the SDK, the answer and its results are said only if the program says them.
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        for await (const { stop_reason } of runner) {
            if (stop_reason === "tool_use") runner.pushMessages({ role: "user", content: "Never mind." });
        }
        const sent = last(service).json().messages;
        assert.deepEqual(sent, [...params.messages, { role: "user", content: "Never mind." }]);
    },
    "an answer that a runner's loop pushes": async ({ service }) => {
        service.push(CALLS, answer("Done."));
        const runner = new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] });
        for await (const { role, content, stop_reason } of runner) {
            if (stop_reason === "tool_use") runner.pushMessages({ role, content });
        }
        assert.equal(result(service).content, "Sunny in Oslo");
    },
    "an upload": async ({ service }) => {
        const client = new Vendor();
        const given = toFile(Buffer.from("a,b"), "table.csv", { type: "text/csv" });
        const file = await client.beta.files.upload({ file: await given, betas: ["files-api-2025-04-14"] });
        assert.equal(file.filename, "table.csv");
        assert.equal(last(service).method, "POST");
        const { pathname } = new URL(import.meta.url);
        const other = await client.beta.files.upload({ file: createReadStream(pathname) });
        assert.equal(other.filename, "tools.mjs");
        const { id } = await client.beta.files.retrieveMetadata(file.id);
        assert.equal((await client.beta.files.delete(id)).id, id);
        const short = await client.files.upload({ file: await given, expires_in_seconds: 3600 });
        assert.equal(typeof short.expires_at, "string");
        const { response } = await client.beta.files.upload({ file: await given }).withResponse();
        assert.equal(response.status, 200);
        // @ts-expect-error -- no file
        await assert.rejects(client.beta.files.upload({ file: 7 }), TypeError);
    },
    "a skill": async () => {
        const text = "---\nname: report\ndescription: Writes reports\n---\nWrite.";
        const file = await toFile(Buffer.from(text), "report/SKILL.md", { type: "text/markdown" });
        const { skills } = new Vendor().beta;
        const skill = await skills.create({ display_name: "Reports", files: [file] });
        assert.equal(skill.display_name, "Reports");
        const version = await skills.versions.create(skill.id, { files: [file] });
        assert.equal(version.skill_id, skill.id);
    },
    "files of a workspace": async () => {
        const files: unknown[] = [];
        for await (const file of new Vendor().beta.files.list({ betas: ["files-api-2025-04-14"] }))
            files.push(file);
        assert.deepEqual(files, []);
    },
};

export const advice: Advice = {
    "fallbacks by middleware": [
        () => betaRefusalFallbackMiddleware([{ model: MODEL }]),
        /betaRefusalFallbackMiddleware.*write `fallbacks/,
    ],
    "a later result of a tool": [
        () => new Vendor().beta.messages.toolRunner({ ...params, tools: [weather] }).deferToolCall("t1"),
        /deferToolCall.*runner\.answer/,
    ],
    "a tool that wants to be closed": [
        () =>
            betaZodTool({
                name: "a",
                description: "b",
                inputSchema: z.object({}),
                run: () => "",
                close: () => undefined,
            }),
        /no `close`.*finally/,
    ],
    "parse() without a schema": [
        () => new Vendor().messages.parse(params),
        /parse\(\) needs `output_config.*zodOutputFormat/,
    ],
    "a setting that a runner has not": [
        () => new Vendor().beta.messages.toolRunner({ ...params, tools: [weather], compactionControl: {} }),
        /compactionControl/,
    ],
};
