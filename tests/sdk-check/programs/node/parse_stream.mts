// An object of a stream. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";

const Recipe = z.object({ title: z.string(), steps: z.array(z.string()) });
const stream = new Anthropic().messages.stream({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [{ role: "user", content: 'A recipe for "Waffles".' }],
    output_config: { format: zodOutputFormat(Recipe) },
});
for await (const event of stream) {
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
        console.log(event.delta.text);
    }
}
const message = await stream.finalMessage();
console.log(message.parsed_output?.title, message.parsed_output?.steps);
