// Gives bindings/node-compat the folder node_modules that its sources and tests resolve names in: links to the package
// `parlour` of this tree and to the packages installed in bindings/node. npm is not asked: one lock file pins the tools
// of both packages.
//
//   node scripts/node/link.mjs
import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const bindings = resolve(import.meta.dirname, "../../bindings");
const home = join(bindings, "node-compat/node_modules");
const installed = join(bindings, "node/node_modules");
const wanted = new Map([["parlour", join(bindings, "node")]]);
for (const name of readdirSync(installed)) {
    if (name.startsWith(".")) continue;
    const names = name.startsWith("@")
        ? readdirSync(join(installed, name)).map((one) => `${name}/${one}`)
        : [name];
    for (const one of names) wanted.set(one, join(installed, one));
}

for (const [name, target] of wanted) {
    const place = join(home, name);
    mkdirSync(dirname(place), { recursive: true });
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
        if (resolve(dirname(place), readlinkSync(place)) === target) continue;
        rmSync(place);
    }
    // On Windows a junction, which needs no privilege.
    symlinkSync(target, place, "junction");
}
