// A runner whose loop is left. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const ring = betaZodTool({
    name: "ring_bell",
    description: "Rings the bell",
    inputSchema: z.object({ loud: z.boolean() }),
    run: ({ loud }) => (loud ? "DING" : "ding"),
});
console.log(ring.name, await ring.run(ring.parse({ loud: true })));
const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: "Ring the bell." }],
    tools: [ring],
});
for await (const message of runner) {
    console.log(message.content.map(({ type }) => type));
    if (message.stop_reason === "tool_use") break;
}
