// Requests and answers as they are: a form of several parts, a body that is made while it is sent, and answers that are
// read while they arrive. This is how endpoints are reached that have no method of their own.
//
//     node examples/node/raw.mjs
//     node examples/node/raw.mjs report.pdf   # uploads this file

import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import process from "node:process";
import { connect } from "./service.mjs";

const { client, model, close } = await connect();

// Uploads a file by hand. A file in a form is read while it is sent.
const [path] = process.argv.slice(2);
const form = new FormData();
form.set("expires_in_seconds", "3600");
if (path === undefined)
    form.set("file", new File(["Po, Arno, Tiber\n"], "rivers.txt", { type: "text/plain" }));
else form.set("file", await openAsBlob(path), basename(path));
const made = await (await client.request("POST", "/v1/files", { body: form })).json();
console.log(`form: ${made.filename}, ${made.size_bytes} bytes, until ${made.expires_at}`);
await client.request("DELETE", `/v1/files/${made.id}`);

/** Counts the tokens of a request that is written while it is sent: no part of it has to be there before. */
async function* pieces() {
    yield Buffer.from(`{"model":"${model}","messages":[{"role":"user","content":"Name rivers:`);
    for (const river of ["Po", "Arno", "Tiber"]) yield Buffer.from(` ${river}`);
    yield Buffer.from('"}]}');
}
const counting = { body: pieces(), mediaType: "application/json" };
const counted = await (await client.request("POST", "/v1/messages/count_tokens", counting)).json();
console.log(`pieces: the request has ${counted.input_tokens} tokens`);

// Hands on the events of a message as bytes, in the pieces in which they arrive.
const messages = [{ role: /** @type {const} */ ("user"), content: "Count to 5" }];
const body = { model, max_tokens: 64, stream: true, messages };
const answer = await client.request("POST", "/v1/messages", { body, stream: true });
console.log(`events: ${answer.response?.headers.get("content-type")}`);
const chunks = [];
for await (const chunk of answer) chunks.push(chunk);
for (const line of Buffer.concat(chunks).toString().split("\n"))
    if (line.startsWith("event: ")) console.log(`  ${line}`);

// A method returns its result with the head of the answer, the unchanged answer, or its pieces.
const { data, response } = await client.models.retrieve(model).withResponse();
console.log(`with its answer: ${data.id}, status ${response.status}`);
const whole = await client.models.retrieve(model).asResponse();
console.log(`raw: status ${whole.status}, ${(await whole.arrayBuffer()).byteLength} bytes`);
let bytes = 0;
for await (const chunk of await client.models.retrieve(model).asStream()) bytes += chunk.length;
console.log(`raw in pieces: ${bytes} bytes`);
await close();
