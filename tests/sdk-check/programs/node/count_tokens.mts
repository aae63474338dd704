// Counts tokens before it asks. [countTokens]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const asked: Anthropic.MessageCountTokensParams = {
    model: "claude-sonnet-4-5",
    system: "You are brief.",
    messages: [{ role: "user", content: "Say twelve tokens or so" }],
};
const { input_tokens } = await client.messages.countTokens(asked);
const { usage } = await client.messages.create({
    model: "claude-sonnet-4-5",
    max_tokens: 50,
    system: "You are brief.",
    messages: [{ role: "user", content: "Say twelve tokens or so" }],
});
console.log(input_tokens, usage.input_tokens === input_tokens);
