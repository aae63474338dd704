// Parameters that a loop changes. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: "Ring the bell." }],
    tools: [
        betaZodTool({
            name: "ring_bell",
            description: "Rings the bell",
            inputSchema: z.object({ times: z.number().int().optional() }),
            run: () => "ding",
        }),
    ],
});
for await (const message of runner) {
    if (message.stop_reason !== "tool_use") continue;
    const { role, content } = message;
    runner.setMessagesParams((params) => ({
        ...params,
        max_tokens: 500,
        messages: [...params.messages, { role, content }],
    }));
}
console.log(runner.params.max_tokens, (await runner.done()).stop_reason);
