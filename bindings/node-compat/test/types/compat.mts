// Programs of the official SDK under the strict compiler: the namespace of types, the classes of errors, streams,
// tools, schemas.

import Vendor from "parlour-compat";
import {
    Client as Named,
    APIPromise,
    BetaLocalFilesystemMemoryTool,
    PagePromise,
    type ParsedMessage,
    toFile,
} from "parlour-compat";
import { APIResource } from "parlour-compat/core/resource";
import { betaZodTool } from "parlour-compat/helpers/beta/zod";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import { betaMemoryTool, type MemoryToolHandlers } from "parlour-compat/helpers/beta/memory";
import { zodOutputFormat } from "parlour-compat/helpers/zod";
import { jsonSchemaOutputFormat } from "parlour-compat/helpers/json-schema";
import { MessageStream } from "parlour-compat/lib/MessageStream";
import type { MessageParam, Tool, ToolUnion } from "parlour-compat/resources/messages";
import { z } from "zod";

const client: Vendor = new Vendor({
    apiKey: "k",
    maxRetries: 2,
    timeout: 10_000,
    defaultHeaders: { a: "b" },
});
const other: Named = client.withOptions({ maxRetries: 0 });

const params: Vendor.MessageCreateParams = {
    model: "svc-sonnet-4-5",
    max_tokens: 10,
    messages: [{ role: "user", content: "hi" }],
};
const base: Vendor.MessageCreateParamsNonStreaming = { ...params, stream: false };
const history: Vendor.MessageParam[] = [];
const more: Vendor.Messages.MessageParam = { role: "user", content: [{ type: "text", text: "hi" }] };
const tools: Vendor.Tool[] = [
    { name: "a", input_schema: { type: "object", properties: { b: { type: "string" } }, required: ["b"] } },
];
const union: Vendor.ToolUnion[] = [...tools, { type: "web_search_20250305", name: "web_search" }];
const imported: (MessageParam | Tool | ToolUnion)[] = [more, ...tools, ...union];
const schema: Vendor.Tool.InputSchema = { type: "object" };
const beta: Vendor.Beta.BetaMessageParam = { role: "user", content: "hi" };
const betaTools: Vendor.Beta.Messages.BetaToolUnion[] = [{ name: "a", input_schema: schema }];
void [imported, beta, betaTools, toFile, APIPromise];
// A missing class takes static members, and throws an error that names the replacement when one is read.
export const missing = (): Promise<unknown> => BetaLocalFilesystemMemoryTool.init("./memory");

export async function whole(): Promise<string> {
    const message: Vendor.Message = await client.messages.create(base);
    history.push({ role: "assistant", content: message.content }, more);
    const results: Vendor.ToolResultBlockParam[] = [];
    for (const block of message.content) {
        if (block.type === "tool_use") {
            const input = block.input as { city: string };
            results.push({
                type: "tool_result",
                tool_use_id: block.id,
                content: input.city,
                is_error: false,
            });
        }
    }
    history.push({ role: "user", content: results });
    const id: string | null | undefined = message._request_id;
    const text = message.content
        .filter((block): block is Vendor.TextBlock => block.type === "text")
        .map((block) => block.text);
    return `${String(id)}${text.join("")}${message.usage.output_tokens}`;
}

export async function streams(): Promise<void> {
    const events = await client.messages.create({ ...params, stream: true });
    for await (const event of events) {
        if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
            const piece: string = event.delta.text;
            void piece;
        }
    }
    const stream: MessageStream = client.messages
        .stream({ model: "m", max_tokens: 1, messages: history })
        .on("text", (piece: string, soFar: string) => void [piece, soFar])
        .on("error", (error) => void error.message);
    const message: Vendor.Message = await stream.finalMessage();
    const event: Vendor.RawMessageStreamEvent | undefined = undefined;
    void [message, event, stream.controller.signal];
}

export async function views(): Promise<void> {
    const { data, response, request_id: id } = await client.messages.create(base).withResponse();
    const status: number = response.status;
    const raw: Response = await client.messages.create(base).asResponse();
    const headers: string | null = raw.headers.get("request-id");
    for await (const piece of await client.models.list().asStream()) void piece.byteLength;
    const results: Response = await client.messages.batches.results("b").asResponse();
    void [data.content, status, id, headers, results.body];
}

export async function failures(): Promise<number | undefined> {
    try {
        await other.messages.create(base, {
            timeout: 5,
            signal: new AbortController().signal,
            headers: { a: "b" },
        });
        return 200;
    } catch (error) {
        if (error instanceof Vendor.RateLimitError) return error.status;
        if (error instanceof Vendor.APIError) {
            const { name, message, headers } = error;
            void [name, message, headers?.get("retry-after"), error.requestID];
            return error.status;
        }
        const wrong: Vendor.APIError = new Vendor.APIError(400, {}, "m", new Headers());
        throw wrong;
    }
}

const Person = z.object({ name: z.string(), age: z.number() });

export async function schemas(): Promise<string> {
    const format = zodOutputFormat(Person);
    const message = await client.messages.parse({ ...base, output_config: { format } });
    const name: string | undefined = message.parsed_output?.name;
    const plain = jsonSchemaOutputFormat({
        type: "object",
        properties: { a: { type: "string" } },
        required: ["a"],
    } as const);
    const second = await client.messages.parse({ ...base, output_config: { format: plain } });
    void second.parsed_output?.a;
    return name ?? "";
}

export async function runs(): Promise<Vendor.Beta.BetaMessage> {
    const weather = betaZodTool({
        name: "weather",
        description: "The weather",
        inputSchema: z.object({ location: z.string() }),
        run: ({ location }, context) => `${location} ${context?.toolUseBlock.id ?? ""}`,
    });
    const plain = betaTool({
        name: "plain",
        description: "Plain",
        inputSchema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] },
        run: ({ a }) => String(a + 1),
    });
    const handlers: MemoryToolHandlers = { view: (command) => command.path };
    const runner = client.beta.messages.toolRunner({
        model: "m",
        max_tokens: 1,
        messages: [{ role: "user", content: "hi" }],
        tools: [weather, plain, betaMemoryTool(handlers)],
        max_iterations: 3,
        betas: ["context-1"],
    });
    for await (const message of runner) void message.content;
    return await runner;
}

export async function resources(): Promise<void> {
    for await (const model of client.models.list({ limit: 5 })) void model.id;
    const page = await client.models.list();
    void [page.has_more, page.getPaginatedItems()];
    const batch: Vendor.Messages.MessageBatch = await client.messages.batches.create({
        requests: [{ custom_id: "a", params: base }],
    });
    for await (const line of await client.messages.batches.results(batch.id)) {
        if (line.result.type === "succeeded") void line.result.message.content;
    }
    const count: number = (await client.messages.countTokens({ model: "m", messages: history })).input_tokens;
    const answer = await client.post<{ id: string }>("/v1/messages", { body: params });
    void [count, answer.id];
}

// The namespaces have the same members as the SDK's: discriminated unions, precise inputs, classes as values and types.

type Block = Vendor.Message["content"][number];
const isClick = (block: Block): block is Vendor.BrowserLeftClickToolUseBlock =>
    block.type === "tool_use" && block.toolset_name === "browser" && block.name === "left_click";

export function clicks({ content }: Vendor.Message): (string | number)[] {
    return content
        .filter(isClick)
        .map(({ input: { target } }) => (target.type === "ref" ? target.ref : target.x));
}

export function memberOf(call: Vendor.Messages.ComputerToolUseBlock): number {
    if (call.name === "scroll") return call.input.scroll_amount;
    return call.name === "wait" ? call.input.duration : 0;
}

const browser: Vendor.BrowserToolset20260801 = {
    type: "browser_toolset_20260801",
    configs: { javascript_exec: { enabled: true } },
};
const search: Vendor.WebSearchTool20250305 = { type: "web_search_20250305", name: "web_search", max_uses: 2 };
const place: Vendor.Messages.WebSearchTool20250305.UserLocation = { type: "approximate", city: "Oslo" };
search.user_location = place;
search.allowed_domains = ["example.org"];
search.allowed_domains.push("example.com");
export const requestOfAll: Vendor.Beta.MessageCreateParams.MessageCreateParamsNonStreaming = {
    ...base,
    tools: [browser, search, { type: "computer_toolset_20260801" }],
    workspace_id: "w",
};
const outcome: Vendor.Messages.BashCodeExecutionToolResultBlockParam = {
    type: "bash_code_execution_tool_result",
    tool_use_id: "a",
    content: { type: "bash_code_execution_tool_result_error", error_code: "unavailable" },
};
export const turn: Vendor.MessageParam = { role: "assistant", content: [outcome] };
export const wrong: Vendor.WebSearchTool20250305 = {
    type: "web_search_20250305",
    name: "web_search",
    // @ts-expect-error -- a field that the tool has not
    max_characters: 1,
};
// @ts-expect-error -- another tool's name
export const other2: Vendor.ToolBash20250124 = { type: "bash_20250124", name: "shell" };

export function told(error: unknown): readonly string[] {
    if (error instanceof Vendor.ImageDimensionsTooLargeError) return error.details.paths;
    const expired: Vendor.FileExpiredError | null =
        error instanceof Vendor.Files.FileExpiredError ? error : null;
    return expired === null ? [] : [expired.errorCode];
}

export async function listsAndBatches(): Promise<void> {
    const pages: PagePromise<Vendor.ModelInfosPage, Vendor.ModelInfo> = client.models.list();
    for await (const model of pages) void (model satisfies Vendor.Models.ModelInfo);
    const request: Vendor.Messages.BatchCreateParams.Request = { custom_id: "a", params: base };
    const batch: Vendor.Beta.Messages.BetaMessageBatch = await client.beta.messages.batches.create({
        requests: [request],
        betas: ["a"],
    });
    const messages: Vendor.Messages = client.messages;
    const batches: Vendor.Messages.Batches = messages.batches;
    void [batch, batches, Vendor.Beta.Messages.prototype.create];
}

class Own extends APIResource {
    ask(): Promise<{ id: string }> {
        return this._client.get<{ id: string }>("/v1/models/a");
    }
}
void new Own(client).ask();

export async function parsed(): Promise<string | undefined> {
    const format = zodOutputFormat(Person);
    const message: ParsedMessage<z.infer<typeof Person>> = await client.messages.parse({
        ...base,
        output_config: { format },
    });
    const [block] = message.content;
    history.push({ role: "assistant", content: message.content });
    return block?.type === "text" ? block.parsed_output?.name : undefined;
}

const logs: [Vendor.ClientOptions["logger"], Vendor.ClientOptions["logLevel"]] = [
    client.logger,
    client.logLevel,
];
void logs;

// A name of an unsupported surface is an error.
// @ts-expect-error -- middleware
export type Absent = Vendor.Middleware;
// @ts-expect-error -- agents
export type Agent = Vendor.Beta.Agents;
