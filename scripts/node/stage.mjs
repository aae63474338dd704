// Lays out the npm packages as they are published: the main one, without a binary, one for each platform, and
// `parlour-compat`. It must not build anything.
//
//   node scripts/node/stage.mjs <folder> <binary> <suffix>
//
// <folder>/main, <folder>/compat and <folder>/npm/<suffix> are made; <binary> goes into the package of the platform
// named by <suffix>, for example linux-x64-gnu. package.json lists the platforms, under "napi"; the napi command
// derives from a target the `os`, `cpu` and `libc` fields for npm.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [folder, binary, suffix] = process.argv.slice(2);
if (!folder || !binary || !suffix) throw new Error("usage: stage.mjs <folder> <binary> <suffix>");
const source = resolve(import.meta.dirname, "../../bindings/node");
const main = resolve(folder, "main");
const npm = resolve(folder, "npm");

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const write = (path, value) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const legal = ["LICENSE", "THIRD-PARTY-NOTICES"];

rmSync(main, { recursive: true, force: true });
rmSync(npm, { recursive: true, force: true });
mkdirSync(npm, { recursive: true });
// It makes folders beside the package.json that it reads, and nowhere else.
const guide = resolve(folder, "package.json");
copyFileSync(join(source, "package.json"), guide);
// By node itself: npm's launcher on Windows is no executable.
const napi = join(source, "node_modules/@napi-rs/cli/dist/cli.js");
execFileSync(process.execPath, [napi, "create-npm-dirs"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
});
rmSync(guide);

const { name, version, files, ...about } = read(join(source, "package.json"));
const platforms = {};
for (const one of readdirSync(npm).sort()) {
    const place = join(npm, one, "package.json");
    const made = read(place);
    platforms[made.name] = version;
    made.description = `The native half of ${name} for ${one}`;
    made.files.push(...legal);
    // A program that asks npm for this package alone wants the other one.
    writeFileSync(
        join(npm, one, "README.md"),
        `# ${made.name}\n\n${made.description}. Install \`${name}\`.\n`,
    );
    for (const text of legal) copyFileSync(join(source, text), join(npm, one, text));
    write(place, made);
}
copyFileSync(binary, join(npm, suffix, `${name}.${suffix}.node`));

mkdirSync(main, { recursive: true });
for (const file of files) cpSync(join(source, file), join(main, file), { recursive: true });
// Fields that only this repository needs are not published. The platforms' packages are named here and nowhere else: a
// lock file made before they are published would not know them.
for (const ours of ["devDependencies", "scripts", "napi", "overrides"]) delete about[ours];
write(join(main, "package.json"), { name, version, ...about, files, optionalDependencies: platforms });

const compat = resolve(folder, "compat");
const beside = resolve(source, "../node-compat");
rmSync(compat, { recursive: true, force: true });
mkdirSync(compat, { recursive: true });
const { scripts: _, ...shown } = read(join(beside, "package.json"));
for (const file of shown.files) cpSync(join(beside, file), join(compat, file), { recursive: true });
write(join(compat, "package.json"), shown);
