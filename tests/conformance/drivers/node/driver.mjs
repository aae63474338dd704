// The Node driver: reads calls as JSON lines, makes them with `parlour`, writes what happened as JSON lines. The
// protocol is described in the README of the harness. It translates and asserts nothing.
//
// Variants: `iterator` reads streams by loops and gives requests as objects; `emitter` reads them by listeners and
// gives requests as text; `readable` reads them by `toReadableStream()`, gives requests as bytes, and options by a copy
// of the client.

import { createInterface } from "node:readline";
import { run } from "./calls.mjs";
import * as lines from "./lines.mjs";
import * as local from "./local.mjs";
import { Client, ParlourError } from "./package.mjs";
import { ofCall, ofClient } from "./settings.mjs";

/** Bodies of many megabytes are logged too; the first part of a record tells enough. */
const LONGEST = 4000;

const record = (text) => process.stderr.write(`${text.slice(0, LONGEST)}\n`);
const log = { error: record, warn: record, info: record, debug: record };

let kept;

for await (const text of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const line = JSON.parse(text);
    const out = new lines.Output(line.id);
    try {
        if (!line.reuse_client || kept === undefined) {
            kept = undefined;
            kept = new Client(ofClient(line, log));
        }
        if (local.MODES.has(line.call.mode)) {
            out.line(local.run(line.call));
            continue;
        }
        await run(kept, line.call, ofCall(line.call.options), out, line.variant);
    } catch (error) {
        if (!(error instanceof ParlourError)) throw error;
        out.line(lines.error(error));
    }
}
