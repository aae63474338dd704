// An answer that is an object, by a JSON Schema. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { jsonSchemaOutputFormat } from "@anthropic-ai/sdk/helpers/json-schema";

const Numbers = {
    type: "object",
    properties: { primes: { type: "array", items: { type: "number" } } },
    required: ["primes"],
} as const;
const message = await new Anthropic().messages.parse({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [{ role: "user", content: "The primes below 8." }],
    output_config: { format: jsonSchemaOutputFormat(Numbers) },
});
console.log(message.parsed_output?.primes);
