// An answer that is an object, by zod. [parse]
import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";

const Order = z.object({ product: z.string(), price: z.number(), quantity: z.number().int() });
const message = await new Anthropic().messages.parse({
    model: "claude-sonnet-4-5",
    max_tokens: 500,
    messages: [{ role: "user", content: 'Two packs of "Green Tea" for 5.50 each.' }],
    output_config: { format: zodOutputFormat(Order) },
});
console.log(message.parsed_output?.product, message.parsed_output);
