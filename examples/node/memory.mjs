// Memory: the model keeps notes in files of one directory, which no path and no link can leave (memory_directory.mjs).
//
//     node examples/node/memory.mjs
//     node examples/node/memory.mjs notes "What do you know of me?"

import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { memoryTool, textOf } from "parlour";
import { MemoryDirectory } from "./memory_directory.mjs";
import { connect } from "./service.mjs";

const [given, question = "Remember that I like tea."] = process.argv.slice(2);
const service = await connect();
console.log(`Talking to ${service.said}`);
service.emulator?.push(...script());
const folder = given ?? (await mkdtemp(join(tmpdir(), "parlour-memory-")));
await mkdir(folder, { recursive: true });
const memory = await MemoryDirectory.open(folder);
try {
    const answer = await service.client.messages.runTools({
        model: service.model,
        max_tokens: 1024,
        system: "Look at your memory before you answer, and keep what you learn of the user.",
        messages: [{ role: "user", content: question }],
        tools: [memoryTool(memory)],
        approve(call) {
            console.log(`  ${call.name}(${JSON.stringify(call.input)})`);
            return true;
        },
    });
    console.log(`model: ${textOf(answer)}`);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".md"))) {
        console.log(`memory: ${name}: ${(await readFile(join(folder, name), "utf8")).trim()}`);
    }
} finally {
    await memory.close();
    if (given === undefined) await rm(folder, { recursive: true });
    await service.close();
}

/** The script of the emulator's model: it looks, tries to leave the directory, keeps a note, and answers. */
function script() {
    /** @param {string} stop_reason @param {object[]} content */
    const answer = (stop_reason, ...content) => ({
        json: {
            id: "msg_1",
            type: "message",
            role: "assistant",
            model: "svc-sonnet-4-5",
            content,
            stop_reason,
            stop_sequence: null,
            usage: { input_tokens: 9, output_tokens: 9 },
        },
    });
    /** @param {string} id @param {object} input */
    const call = (id, input) => ({ type: "tool_use", id, name: "memory", input });
    return [
        answer("tool_use", call("a", { command: "view", path: "/memories" })),
        answer(
            "tool_use",
            call("b", { command: "view", path: "/memories/../../etc/passwd" }),
            call("c", { command: "create", path: "/memories/user.md", file_text: "Likes tea.\n" }),
        ),
        answer("end_turn", { type: "text", text: "I shall remember that you like tea." }),
    ];
}
