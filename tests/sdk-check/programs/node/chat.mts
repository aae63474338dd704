// A conversation that is kept by the program. [works]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const history: Anthropic.MessageParam[] = [];

async function ask(text: string): Promise<string> {
    history.push({ role: "user", content: text });
    const { role, content } = await client.messages.create({
        model: "claude-sonnet-4-5",
        max_tokens: 200,
        messages: history,
    });
    history.push({ role, content });
    return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

console.log(await ask("My name is Grace."));
console.log(await ask("What is my name?"));
console.log(history.length);
