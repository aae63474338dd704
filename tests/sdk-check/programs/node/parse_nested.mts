// An object with objects, lists and choices. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";

const Address = z.object({ street: z.string(), town: z.string().optional() });
const Company = z.object({
    name: z.string().min(1).describe("Its whole name"),
    kind: z.enum(["shop", "works"]),
    addresses: z.array(Address),
    founded: z.union([z.number(), z.null()]),
});
const message = await new Anthropic().messages.parse({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [{ role: "user", content: 'The company is called "Nord".' }],
    output_config: { format: zodOutputFormat(Company) },
});
console.log(JSON.stringify(message.parsed_output));
