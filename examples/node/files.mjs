// Files and skills: files are uploaded from a path, from memory and from a stream, listed, and deleted; a skill is made
// of files.
//
//     node examples/node/files.mjs              # uploads three small ones
//     node examples/node/files.mjs report.pdf   # and this one
//
// A file is never in memory as a whole: a stream is read while it is sent, and a path again if the request is repeated.

import { createReadStream } from "node:fs";
import process from "node:process";
import { Readable } from "node:stream";
import { connect } from "./service.mjs";

const { client, close } = await connect();
const sources = [
    { file: Buffer.from("Po, Arno, Tiber\n"), name: "rivers.txt" },
    {
        file: Readable.from([Buffer.from("a,b\n"), Buffer.from("1,2\n")]),
        name: "table.csv",
        mediaType: "text/csv",
    },
    { file: createReadStream(new URL(import.meta.url)), name: "program.mjs", mediaType: "text/javascript" },
    ...process.argv.slice(2).map((path) => ({ file: path })),
];
const ids = [];
for (const source of sources) {
    const { id, filename, size_bytes: size } = await client.files.upload(source);
    console.log(`uploaded ${filename}, ${size} bytes`);
    ids.push(id);
}
for await (const one of client.files.list({ limit: 2 }))
    console.log(`listed ${one.filename}, ${one.mime_type}`);
for (const id of ids) {
    const { type } = await client.files.delete(id);
    console.log(type);
}

// The names of a skill's files begin with the folder that they share.
const sheet = "---\nname: rivers\ndescription: Tells of rivers\n---\nName the longest first.\n";
const skill = await client.skills.create({
    displayName: "Rivers",
    files: [{ name: "rivers/SKILL.md", file: Buffer.from(sheet) }],
});
console.log(`skill ${skill.display_name}`);
for await (const version of client.skills.versions.list(skill.id))
    console.log(`version ${version.name} of the skill`);
await close();
