// A conversation that outlives its program: kept as the bytes that are sent, shortened, saved, and marked for the
// cache.
//
//     node examples/node/conversation.mjs             # asks two questions
// node examples/node/conversation.mjs talk.json # continues the saved conversation, and saves it again
//
// The file is read by every language of this package.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { CacheChange, Conversation, markCache, textOf } from "parlour";
import { connect } from "./service.mjs";

const saved = process.argv[2];
const known = saved !== undefined && existsSync(saved);
const talk = known ? Conversation.fromText(readFileSync(saved, "utf8")) : new Conversation();
if (known) console.log(`going on after ${talk.length} turns`);

const { client, model, close } = await connect();
const params = markCache({ model, max_tokens: 256, system: "Be brief." });
let before = null;
for (const question of ["My name is Ada.", "What is my name?"]) {
    talk.addUser(question);
    // Whole exchanges go, oldest first; a call of a tool never loses its result.
    talk.keepTokens(50_000);
    const body = talk.body(params);
    if (before !== null) {
        const change = CacheChange.between(before, body);
        console.log(
            change === null ? "the prompt before is repeated" : `${change.part} changed: the cache is missed`,
        );
    }
    before = body;
    const reply = await client.messages.create(body);
    talk.addReply(reply);
    console.log(`${question} -> ${textOf(reply)}`);
}
await close();
console.log(`${talk.length} turns, about ${talk.estimatedTokens} tokens`);
if (saved !== undefined) writeFileSync(saved, talk.toText());
