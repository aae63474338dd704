// All events by a listener. [ping]
import Anthropic from "@anthropic-ai/sdk";

const stream = new Anthropic().messages.stream({
    model: "claude-sonnet-4-5",
    max_tokens: 100,
    messages: [{ role: "user", content: "Count to 9" }],
});
stream.on("streamEvent", (event, snapshot) => {
    console.log(event.type, snapshot.content.length);
});
await stream.done();
