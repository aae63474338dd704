// Reads the results of a batch. [batches]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const params = (text: string): Anthropic.MessageCreateParamsNonStreaming => ({
    model: "claude-sonnet-4-5",
    max_tokens: 64,
    messages: [{ role: "user", content: text }],
});
const { id } = await client.messages.batches.create({
    requests: [
        { custom_id: "good", params: params("Say fine") },
        { custom_id: "bad", params: { ...params("Say bad"), model: "claude-none-1" } },
    ],
});
while ((await client.messages.batches.retrieve(id)).processing_status !== "ended");
const lines: string[] = [];
for await (const entry of await client.messages.batches.results(id)) {
    if (entry.result.type === "succeeded") {
        const [block] = entry.result.message.content;
        lines.push(`${entry.custom_id}: ${block?.type === "text" ? block.text : ""}`);
    } else if (entry.result.type === "errored") {
        lines.push(`${entry.custom_id}: ${entry.result.error.error.type}`);
    }
}
console.log(lines.sort());
