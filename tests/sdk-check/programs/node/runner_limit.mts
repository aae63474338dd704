// A tool runner with a limit of turns. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const ring = betaZodTool({
    name: "ring_bell",
    description: "Rings the bell",
    inputSchema: z.object({}),
    run: () => "ding",
});
const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    max_iterations: 1,
    messages: [{ role: "user", content: "Ring the bell." }],
    tools: [ring],
});
let turns = 0;
for await (const message of runner) {
    turns += 1;
    console.log(message.stop_reason);
}
console.log(turns);
