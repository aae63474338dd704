// Makes the modules of `parlour-compat` whose exports have the vendor's name, as those of the official SDK:
// `import { Vendor }`. The table of presets is the only place for that name, so they are written into dist/ after each
// compilation.
//
//   node scripts/node/vendor.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");
const presets = readFileSync(resolve(root, "core/src/service/presets.rs"), "utf8");
const vendors = Array.from(presets.matchAll(/^ *vendor: "([a-z]+)",$/gm), ([, vendor]) => vendor);
if (vendors.length === 0) throw new Error("the presets name no vendor: has their file changed its shape?");

const classes = vendors.map((vendor) => vendor[0].toUpperCase() + vendor.slice(1));
const exported = classes.flatMap((name) => [`Client as ${name}`, `ParlourError as ${name}Error`]).join(", ");
const write = (name, text) => {
    writeFileSync(
        resolve(root, "bindings/node-compat/dist", name),
        `// Made by scripts/node/vendor.mjs.\n${text}`,
    );
};
const from = (module) => `export * from "${module}";\nexport { default, ${exported} } from "${module}";\n`;

write("vendor.mjs", from("./index.mjs"));
write("vendor.d.mts", from("./index.mjs"));
// `require` gives the class, on which these names are found: see cjs.ts.
write("vendor.d.ts", from("./index.js"));
// In a browser a program has to get as far as the sentence: its imports are looked for before anything runs.
const names = classes.flatMap((name) => [`exports.${name}`, `exports.${name}Error`]).join(" = ");
write("vendor_refuse.js", `"use strict";\n${names} = undefined;\nmodule.exports = require("./refuse.js");\n`);
