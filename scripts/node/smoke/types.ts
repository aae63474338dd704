// Code that a user's strict TypeScript must accept, and code that it must refuse. Only compiled, as ES module and as
// CommonJS.
import Default, {
    APIError,
    Client,
    RateLimitError,
    type Message,
    type MessageCreateParams,
    type StreamEvent,
} from "parlour";
import { Emulator } from "parlour/testing";

export const same: typeof Client = Default;

export async function ask(client: Client, signal: AbortSignal): Promise<string> {
    const params: MessageCreateParams = {
        model: "svc-haiku-3-5",
        max_tokens: 16,
        messages: [{ role: "user", content: [{ type: "text", text: "Say hello" }] }],
    };
    const { data, response } = await client.messages
        .create({ ...params, stream: false }, { signal })
        .withResponse();
    const status: number = response.status;
    return `${status} ${textOf(data)}`;
}

function textOf(message: Message): string {
    let text = "";
    for (const block of message.content) {
        if (block.type === "text") text += block.text;
        else if (block.type === "tool_use") text += block.name;
        // @ts-expect-error: no kind of block is called so
        else if (block.type === "tool_usee") text += "?";
    }
    return text;
}

export function piece(event: StreamEvent): string {
    switch (event.type) {
        case "content_block_delta":
            return event.delta.type === "text_delta" ? event.delta.text : "";
        case "message_delta":
            return event.delta.stop_reason ?? "";
        default:
            return "";
    }
}

export async function events(client: Client): Promise<void> {
    const stream = client.messages.stream({ model: "m", max_tokens: 1, messages: [] });
    stream.on("text", (delta) => delta.toUpperCase());
    for await (const event of stream) piece(event);
    try {
        await stream.finalMessage();
    } catch (error) {
        if (error instanceof RateLimitError) console.log(error.retryAfter);
        else if (error instanceof APIError) console.log(error.status, error.requestID);
        else throw error;
    }
}

export async function wrong(client: Client): Promise<void> {
    // @ts-expect-error: max_tokens is missing
    await client.messages.create({ model: "m", messages: [] });
    // @ts-expect-error: an option that is not one
    await client.messages.create({ model: "m", max_tokens: 1, messages: [] }, { timeoutt: 1 });
}

export async function tested(): Promise<string> {
    const emulator = await Emulator.start();
    const client: Client = emulator.client({ maxRetries: 0 });
    await emulator.stop();
    return client.baseURL;
}
