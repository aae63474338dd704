// Runs the programs with the vendor's SDK and keeps what they print and ask, or holds it against what was kept.
//
//     record.mjs FOLDER [write]
//
// `FOLDER` has the SDK in its `node_modules`; `parlour` is that of this tree.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { mistakes, programs, SEEN, seen, write } from "./moved.mjs";

const own = createRequire(new URL("../../../bindings/node/package.json", import.meta.url));
const { Emulator } = own("parlour/testing");
const typescript = own("typescript");
const [given = ".", mode] = process.argv.slice(2);
const folder = join(resolve(given), "programs");

const all = programs();
write(folder, all, typescript);
const failed = mistakes(
    folder,
    all.map(({ name }) => name),
    typescript,
    join(dirname(own.resolve("@types/node/package.json")), ".."),
).map(([name, message]) => `${name}: ${message}`);
const found = {};
const left = [...all];
const work = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const { error, ...did } = await seen(folder, one, Emulator);
        if (error !== null) failed.push(`${one.name}: ${error.slice(-500)}`);
        found[one.name] = did;
    }
};
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
if (mode === "write") {
    const kept = Object.fromEntries(all.map(({ name }) => [name, found[name]]));
    writeFileSync(SEEN, `${JSON.stringify(kept, null, 1)}\n`);
}
const kept = JSON.parse(readFileSync(SEEN, "utf8"));
for (const [name, did] of Object.entries(found)) {
    if (JSON.stringify(kept[name]) !== JSON.stringify(did)) {
        failed.push(`${name}: not what is kept: ${JSON.stringify(did).slice(0, 500)}`);
    }
}
for (const line of failed) console.log(line);
console.log(`programs of the SDK: ${all.length} run, ${failed.length} complaints`);
process.exitCode = failed.length > 0 ? 1 : 0;
