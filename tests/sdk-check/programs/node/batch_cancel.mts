// A batch that is called off and deleted. [batches]
import Anthropic from "@anthropic-ai/sdk";

const { batches } = new Anthropic().messages;
const batch = await batches.create({
    requests: [
        {
            custom_id: "one",
            params: {
                model: "claude-sonnet-4-5",
                max_tokens: 20,
                messages: [{ role: "user", content: "Say x" }],
            },
        },
    ],
});
const cancelled = await batches.cancel(batch.id);
console.log(cancelled.id === batch.id, cancelled.processing_status);
while ((await batches.retrieve(batch.id)).processing_status !== "ended");
console.log((await batches.delete(batch.id)).type);
