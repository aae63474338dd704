// A chat in the terminal: several turns, each answer streamed, Ctrl-C to stop an answer.
//
// Shows how a conversation is kept (the model's turns are sent back unchanged), how an answer is stopped (`abort()`:
// its connection is closed and nothing more is generated), and how an error of one turn leaves the rest alone.
//
//     node examples/node/chat.mjs        # end with Ctrl-D, or with Ctrl-C at the prompt

import process from "node:process";
import { createInterface } from "node:readline";
import { APIError, APIUserAbortError } from "parlour";
import { connect } from "./service.mjs";

const service = await connect();
console.log(`Talking to ${service.said}. Ctrl-D ends.`);

const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "\nyou> " });
/** @type {import("parlour").MessageStream | null} */
let answering = null;
lines.on("SIGINT", () => {
    if (answering === null) lines.close();
    else answering.abort();
});

/** @type {import("parlour").MessageParam[]} */
const history = [];
lines.prompt();
for await (const line of lines) {
    if (line.trim() !== "") await turn(line);
    lines.prompt();
}
await service.close();
console.log();

/**
 * One question and its answer.
 *
 * @param {string} line
 */
async function turn(line) {
    /** @type {import("parlour").MessageParam} */
    const question = { role: "user", content: line };
    try {
        const { content } = await answer([...history, question]);
        // An empty answer is legal, but may not be sent back.
        if (content.length > 0) history.push(question, { role: "assistant", content });
    } catch (error) {
        // The turn is forgotten and can be asked again.
        if (error instanceof APIUserAbortError) console.log(" [stopped]");
        else if (error instanceof APIError) console.error(`\nerror: ${error.message}`);
        else throw error;
    } finally {
        answering = null;
    }
}

/**
 * Streams one answer to the screen.
 *
 * @param {import("parlour").MessageParam[]} messages
 */
async function answer(messages) {
    process.stdout.write("model> ");
    const stream = service.client.messages.stream({
        model: service.model,
        max_tokens: 1024,
        system: "You are a friendly partner in a conversation. Answer in plain text.",
        messages,
    });
    answering = stream;
    for await (const text of stream.textStream) process.stdout.write(text);
    console.log();
    return stream.finalMessage();
}
