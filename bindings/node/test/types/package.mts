// The guarantees of the types: compiled against the built package, never run. A line that must not compile says so.

import parlour, {
    APIError,
    type APIPromise,
    type ByteStream,
    Client,
    type ContentBlock,
    type Message,
    type MessageCreateParams,
    type MessageParam,
    MessageStream,
    RateLimitError,
    type RawResponse,
    type ResponseInfo,
    type StreamEvent,
    textOf,
    type ToolUseBlock,
} from "parlour";
import { Emulator } from "parlour/testing";

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void;

const client = new Client({
    apiKey: async () => "k",
    timeout: 1000,
    defaultHeaders: { "x-a": null },
    retry: { profile: "sdk_compatible", rateLimit: { first: 1, cap: 2 } },
    budget: null,
    logger: console,
    logLevel: "info",
});
same<typeof parlour, typeof Client>();

// @ts-expect-error -- no setting has this name
new Client({ baseUrl: "http://localhost" });
// @ts-expect-error -- times are numbers
new Client({ timeout: "10s" });

const params = { model: "m", max_tokens: 1, messages: [{ role: "user" as const, content: "hi" }] };

// Calls
const whole = client.messages.create(params, { signal: AbortSignal.timeout(1), maxRetries: 1 });
same<typeof whole, APIPromise<Message>>();
same<Awaited<typeof whole>, Message>();
const streaming = client.messages.create({ ...params, stream: true });
same<typeof streaming, APIPromise<MessageStream, ResponseInfo>>();
same<Awaited<ReturnType<typeof whole.asResponse>>, RawResponse>();
same<Awaited<ReturnType<typeof whole.withResponse>>["data"], Message>();
same<Awaited<ReturnType<typeof whole.asStream>>, ByteStream>();
declare const either: boolean;
const undecided = await client.messages.create({ ...params, stream: either });
same<typeof undecided, Message | MessageStream>();
void client.messages.create(JSON.stringify(params));
// @ts-expect-error -- the model is missing
void client.messages.create({ max_tokens: 1, messages: [] });
// @ts-expect-error -- no option has this name
void client.messages.create(params, { tiemout: 1 });

// Blocks are distinguished by their type, unknown ones last.
function block(one: ContentBlock): string {
    switch (one.type) {
        case "text":
            return one.text;
        case "tool_use":
            same<typeof one, ToolUseBlock>();
            return one.inputState === "incomplete" ? "" : JSON.stringify(one.input);
        case "thinking":
            return one.thinking + one.signature;
        default: {
            const type: string = one.type;
            return type;
        }
    }
}

// Events as well.
function event(one: StreamEvent): void {
    if (one.type === "content_block_delta") {
        same<typeof one.index, number>();
        if (one.delta.type === "text_delta") same<typeof one.delta.text, string>();
        // @ts-expect-error -- not every delta has a text
        one.delta.text.length;
    }
    if (one.type === "message_delta") same<typeof one.usage.output_tokens, number | null | undefined>();
}

const stream = client.messages
    .stream(params)
    .on("text", (piece, so) => {
        same<typeof piece, string>();
        same<typeof so, string>();
    })
    .on("error", (error) => {
        same<typeof error.requestID, string | null>();
    })
    .once("finalMessage", (message) => {
        same<typeof message, Message>();
    });
// @ts-expect-error -- no event has this name
stream.on("texts", () => undefined);
for await (const one of stream) event(one);
for await (const piece of stream.textStream) same<typeof piece, string>();
for await (const batch of stream.batches()) same<typeof batch, StreamEvent[]>();
same<Awaited<ReturnType<typeof stream.finalMessage>>, Message>();
const first = await stream.emitted("text");
same<typeof first, string>();
{
    await using closing = client.messages.stream(params);
    closing.abort();
}
new Response(stream.toReadableStream());
const elsewhere = MessageStream.fromReadableStream(stream.toReadableStream());
same<typeof elsewhere, typeof stream>();
const halves = elsewhere.tee();
same<typeof halves, [typeof stream, typeof stream]>();

// An answer can be sent back in a request unchanged.
const message = await whole;
const messages: MessageParam[] = [
    { role: "user", content: "hi" },
    { role: "assistant", content: message.content },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" }] },
];
void client.messages.create({
    ...params,
    messages,
    tools: [{ name: "t", input_schema: { type: "object" } }],
});
same<typeof message._request_id, string | null | undefined>();
same<typeof message.stop_reason extends string | null ? true : false, true>();
textOf(message) satisfies string;
message.content.map(block) satisfies string[];

// Errors
try {
    await whole;
} catch (error) {
    if (error instanceof RateLimitError) {
        same<typeof error.status, number | undefined>();
        same<typeof error.retryAfter, number | null>();
        same<typeof error.headers, Headers | undefined>();
        same<typeof error.partialMessage, Message | null>();
        APIError.from(error.toJSON()) satisfies Error;
    }
}

// Anything else
const raw = await client.request("GET", "/v1/models", { query: { limit: 1 } });
same<typeof raw, RawResponse>();
for await (const bytes of await client.request("GET", "/x", { stream: true })) same<typeof bytes, Buffer>();
same<typeof client, Client>();
client.withOptions({ maxRetries: 0, apiKey: "k" }) satisfies Client;
// @ts-expect-error -- made with start()
new Emulator();
const emulator = await Emulator.start({ vendor: "svc", pace: 5 });
emulator.push("spend_cap", { status: 400 });
emulator.client() satisfies Client;
// @ts-expect-error -- internals are private
client.messages.core;

// Unknown parameters pass; known ones have their types.
export function more(client: Client, params: MessageCreateParams): unknown[] {
    const known = { model: "m", max_tokens: 1, messages: [{ role: "user", content: "hi" }] } as const;
    return [
        client.messages.create({ ...known, some_new_parameter: { a: 1 } }),
        client.messages.create({
            model: "m",
            max_tokens: 1,
            messages: [{ role: "user", content: [{ type: "text", text: "hi" }] }],
            some_new_parameter: 1,
            stream: true,
        }),
        client.messages.create(params),
        client.messages.stream({ ...known, some_new_parameter: true }),
        client.messages.countTokens({ model: "m", messages: [], some_new_parameter: true }),
        // @ts-expect-error -- a number
        client.messages.create({ ...known, max_tokens: "1", some_new_parameter: 1 }),
        // @ts-expect-error -- no such role
        client.messages.create({ ...known, messages: [{ role: "human", content: "hi" }] }),
    ];
}
