// Many questions at once. [works, concurrent]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => {
        const { content } = await client.messages.create({
            model: "claude-sonnet-4-5",
            max_tokens: 50,
            messages: [{ role: "user", content: `Say number ${number}` }],
        });
        return content[0]?.type === "text" ? content[0].text : "";
    }),
);
console.log(answers);
