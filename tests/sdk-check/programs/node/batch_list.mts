// The batches of a workspace. [batches]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
for (const custom_id of ["a", "b", "c"]) {
    await client.messages.batches.create({
        requests: [
            {
                custom_id,
                params: {
                    model: "claude-sonnet-4-5",
                    max_tokens: 20,
                    messages: [{ role: "user", content: "Say x" }],
                },
            },
        ],
    });
}
const page = await client.messages.batches.list({ limit: 2 });
console.log(page.data.length, page.has_more);
let count = 0;
for await (const batch of client.messages.batches.list({ limit: 2 })) {
    count += 1;
    console.log(batch.type);
}
console.log(count);
