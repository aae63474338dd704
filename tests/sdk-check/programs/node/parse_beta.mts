// An answer that is an object, as a beta. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { betaZodOutputFormat } from "@anthropic-ai/sdk/helpers/beta/zod";
import { z } from "zod";

const Person = z.object({ name: z.string(), age: z.number().nullable() });
const message = await new Anthropic().beta.messages.parse({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [{ role: "user", content: 'The person is called "Ada".' }],
    output_config: { format: betaZodOutputFormat(Person) },
});
console.log(message.parsed_output, message.stop_reason);
