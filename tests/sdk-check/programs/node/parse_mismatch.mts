// An answer that does not fit its schema. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";

const client = new Anthropic();
try {
    await client.messages.parse({
        model: "claude-sonnet-4-5",
        max_tokens: 500,
        messages: [{ role: "user", content: "How old?" }],
        output_config: { format: zodOutputFormat(z.object({ age: z.number() })) },
    });
} catch (error) {
    console.log(error instanceof Anthropic.AnthropicError, error instanceof Anthropic.APIError);
}
