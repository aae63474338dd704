// A tool that tells the model what went wrong. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import { z } from "zod";

const message = await new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: 'Open the door "north".' }],
    tools: [
        betaZodTool({
            name: "open_door",
            description: "Opens a door",
            inputSchema: z.object({ door: z.string() }),
            run: ({ door }) => {
                throw new ToolError([{ type: "text", text: `the door ${door} is stuck` }]);
            },
        }),
    ],
});
console.log(message.content);
