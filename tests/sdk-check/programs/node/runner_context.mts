// What a tool is told besides its input. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const controller = new AbortController();
const tool = betaZodTool({
    name: "long_task",
    description: "Works on a long task",
    inputSchema: z.object({ task: z.string() }),
    run: (_, context) => {
        context?.signal?.throwIfAborted();
        return `call ${context?.toolUseBlock.name}`;
    },
});
const message = await new Anthropic().beta.messages.toolRunner(
    {
        model: "claude-sonnet-4-5",
        max_tokens: 300,
        messages: [{ role: "user", content: 'Work on the long task "sweep".' }],
        tools: [tool],
    },
    { signal: controller.signal },
);
console.log(message.content);
