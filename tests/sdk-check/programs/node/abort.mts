// A stream that the program breaks off. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const controller = new AbortController();
const stream = client.messages.stream(
    {
        model: "claude-sonnet-4-5",
        max_tokens: 200,
        messages: [{ role: "user", content: "Count to 90" }],
    },
    { signal: controller.signal },
);
stream.on("text", () => controller.abort());
stream.on("abort", (error) => console.log("aborted:", error instanceof Anthropic.APIUserAbortError));
await stream.done().catch((error: unknown) => {
    console.log(error instanceof Error);
});
console.log(stream.aborted, stream.ended);
