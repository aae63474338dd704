// A batch under the namespace of betas. [batches]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const batch = await client.beta.messages.batches.create({
    requests: [
        {
            custom_id: "a",
            params: {
                model: "claude-sonnet-4-5",
                max_tokens: 40,
                messages: [{ role: "user", content: "Say beta" }],
            },
        },
    ],
    betas: ["some-beta-2025-01-01"],
});
while ((await client.beta.messages.batches.retrieve(batch.id)).processing_status !== "ended");
for await (const entry of await client.beta.messages.batches.results(batch.id)) {
    console.log(entry.custom_id, entry.result.type);
}
