// A tool runner in a loop. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: 'Count the letters of the word "strawberry".' }],
    tools: [
        betaZodTool({
            name: "count_letters",
            description: "Counts the letters of a word",
            inputSchema: z.object({ word: z.string() }),
            run: async ({ word }) => String(word.length),
        }),
    ],
});
for await (const message of runner) {
    for (const block of message.content) {
        if (block.type === "tool_use") console.log("calls", block.name, JSON.stringify(block.input));
        else if (block.type === "text") console.log(block.text);
    }
}
console.log((await runner).stop_reason, runner.params.messages.length);
