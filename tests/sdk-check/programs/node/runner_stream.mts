// A tool runner whose turns are streams. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: 'Open the door "north".' }],
    tools: [
        betaZodTool({
            name: "open_door",
            description: "Opens a door",
            inputSchema: z.object({ door: z.string() }),
            run: ({ door }) => `${door} is open`,
        }),
    ],
    max_iterations: 10,
    stream: true,
});
for await (const turn of runner) {
    let json = "";
    for await (const event of turn) {
        if (event.type === "content_block_start") console.log("begins", event.content_block.type);
        if (event.type !== "content_block_delta") continue;
        if (event.delta.type === "input_json_delta") json += event.delta.partial_json;
    }
    const message = await turn.finalMessage();
    console.log(json, message.stop_reason);
    const results = await runner.generateToolResponse();
    if (results) console.log(results.role, JSON.stringify(results.content));
}
