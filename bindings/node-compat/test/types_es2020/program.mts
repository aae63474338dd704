// A program for the library of ES2020, which knows neither `ErrorOptions` nor the web's types: its imports must need
// nothing else.

import Vendor, { APIError, type MessageParam } from "parlour-compat";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import { mcpTools } from "parlour-compat/helpers/beta/mcp";

export const known = [APIError, betaTool, mcpTools];

export async function reply(client: Vendor, messages: MessageParam[]): Promise<string | null> {
    const message = await client.messages.create({ model: "m", max_tokens: 1, messages });
    return message.id;
}
