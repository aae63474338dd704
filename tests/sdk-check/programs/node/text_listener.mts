// Text as it arrives, by a listener. [works]
import Anthropic from "@anthropic-ai/sdk";

const stream = new Anthropic().messages
    .stream({
        model: "claude-sonnet-4-5",
        max_tokens: 200,
        messages: [{ role: "user", content: "Count to 12" }],
    })
    .on("text", (text, snapshot) => {
        console.log(JSON.stringify(text), snapshot.length);
    });
const message = await stream.finalMessage();
console.log(message.content, await stream.finalText());
