// Code of a program of the official SDK that a strict TypeScript must accept. Only compiled, as ES module and as
// CommonJS.
import Vendor, { APIError } from "parlour-compat";
import { betaTool } from "parlour-compat/helpers/beta/json-schema";
import type { MessageParam } from "parlour-compat/resources/messages";

export async function ask(client: Vendor, messages: MessageParam[]): Promise<string> {
    const params: Vendor.MessageCreateParamsNonStreaming = { model: "svc-haiku-3-5", max_tokens: 16, messages };
    const { data, response } = await client.messages.create(params).withResponse();
    const status: number = response.status;
    // @ts-expect-error: a number is wanted
    void client.messages.create({ ...params, max_tokens: "16" });
    return `${status} ${data.content.map((block) => (block.type === "text" ? block.text : "")).join("")}`;
}

export const failed = (error: unknown): boolean => error instanceof APIError && error.status === 529;
export const tool = betaTool({
    name: "weather",
    description: "The weather",
    inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const,
    run: ({ city }) => city.toUpperCase(),
});
