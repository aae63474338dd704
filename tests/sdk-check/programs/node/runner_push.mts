// Messages that a loop pushes. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const runner = new Anthropic().beta.messages.toolRunner({
    model: "claude-sonnet-4-5",
    max_tokens: 300,
    messages: [{ role: "user", content: 'Read the thermometer of the room "attic".' }],
    tools: [
        betaZodTool({
            name: "read_thermometer",
            description: "Reads the thermometer of a room",
            inputSchema: z.object({ room: z.string() }),
            run: ({ room }) => `21 degrees in the ${room}`,
        }),
    ],
});
for await (const message of runner) {
    const results = await runner.generateToolResponse();
    if (results === null) continue;
    runner.pushMessages(
        { role: message.role, content: message.content },
        results,
        { role: "user", content: "Say it in one word" },
    );
}
console.log(runner.params.messages.map(({ role }) => role));
