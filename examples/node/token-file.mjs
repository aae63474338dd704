// A token in a file that the platform rewrites, as the agent of a workload identity does.
//
//     node examples/node/token-file.mjs

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, textOf } from "parlour";
import { Emulator } from "parlour/testing";

/**
 * How long a token is valid, in milliseconds, as the platform documents it. It is cached for so long, unless the
 * service refuses it.
 */
const VALID_FOR = 3_600_000;

const folder = await mkdtemp(join(tmpdir(), "parlour-token-"));
const path = join(folder, "token");
const emulator = await Emulator.start();

const client = new Client({
    baseURL: emulator.url,
    vendor: "svc",
    fromEnv: false,
    // Called for the first attempt, shortly before the end, and when the service refused the token.
    credentials: async ({ afterRefusal }) => {
        console.log(`reading the file: ${afterRefusal ? "the token was refused" : "no token is kept"}`);
        return { authToken: (await readFile(path, "utf8")).trim(), validFor: VALID_FOR };
    },
});

/** @param {string} text */
async function ask(text) {
    const messages = [{ role: /** @type {const} */ ("user"), content: `Say ${text}` }];
    const reply = await client.messages.create({ model: "svc-haiku-3-5", max_tokens: 64, messages });
    console.log(`model: ${textOf(reply)}`);
}

/** @param {string} token */
async function rotate(token) {
    await writeFile(path, `${token}\n`);
    emulator.setKeys(token);
}

try {
    await rotate("token-of-the-morning");
    await ask("one");
    await ask("two");
    await rotate("token-of-the-evening");
    await ask("three");
} finally {
    await emulator.stop();
    await rm(folder, { recursive: true });
}
