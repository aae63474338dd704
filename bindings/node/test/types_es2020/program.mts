// A program for the library of ES2020, which knows neither `ErrorOptions` nor the web's types: what it imports must
// need nothing else.

import { Client, type Message, type MessageParam, ParlourError, RateLimitError, ToolError } from "parlour";
import * as hooks from "parlour/hooks";
import * as mcp from "parlour/mcp";
import { Emulator } from "parlour/testing";

export const known = [hooks.StreamBase, mcp.tools, Emulator];

export async function reply(client: Client, messages: MessageParam[]): Promise<Message | number | undefined> {
    try {
        return await client.messages.create({ model: "m", max_tokens: 1, messages });
    } catch (error) {
        if (error instanceof RateLimitError) return error.status;
        const cause: unknown = error;
        throw new ParlourError("no reply", { cause: new ToolError("no", { cause }) });
    }
}
