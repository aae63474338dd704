// Makes a batch and waits for its end. [batches]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
let batch = await client.messages.batches.create({
    requests: [1, 2, 3].map((number) => ({
        custom_id: `question-${number}`,
        params: {
            model: "claude-sonnet-4-5",
            max_tokens: 100,
            messages: [{ role: "user" as const, content: `Say answer ${number}` }],
        },
    })),
});
console.log(batch.processing_status, batch.request_counts.processing);
while (batch.processing_status !== "ended") {
    await new Promise((resolve) => setTimeout(resolve, 10));
    batch = await client.messages.batches.retrieve(batch.id);
}
console.log(batch.request_counts.succeeded, batch.request_counts.errored);
