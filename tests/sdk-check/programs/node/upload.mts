// A file of a workspace. [client.beta]
import Anthropic, { toFile } from "@anthropic-ai/sdk";

const client = new Anthropic();
const file = await toFile(Buffer.from("some notes"), "notes.txt", { type: "text/plain" });
const made = await client.beta.files.upload({ file });
console.log(made.filename, made.mime_type, made.size_bytes);
console.log((await client.beta.files.retrieveMetadata(made.id)).id === made.id);
console.log((await client.beta.files.delete(made.id)).type);
