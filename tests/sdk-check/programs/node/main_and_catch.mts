// A program with a main function. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();

async function main(): Promise<void> {
    const params: Anthropic.MessageCreateParams = {
        model: "claude-sonnet-4-5",
        max_tokens: 100,
        messages: [{ role: "user", content: "Count to 5" }],
    };
    const message: Anthropic.Message = await client.messages.create(params);
    for (const block of message.content) if (block.type === "text") console.log(block.text);
}

main().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
});
