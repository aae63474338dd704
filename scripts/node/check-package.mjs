// Whether the tarballs of the Node package are as promised: complete, with nothing else in them, small, and for old C
// libraries. It must not run their code.
//
//   node scripts/node/check-package.mjs <main folder> <platform folder> <compat folder> [--foreign]
//
// The folders are unpacked tarballs. `--foreign` is for a binary that was linked by the machine's own linker: neither
// its size nor the C library that it needs is checked. Reads the symbol versions from the ELF file itself.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const MOST_BYTES = 10_400_000;
const NEWEST_GLIBC = [2, 28];
/** The libraries of every Linux with the GNU C library. */
const LIBRARIES = ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1"];
const LOADER = /^ld-linux-[a-z0-9-]+\.so\.\d$/;
// The second to the fourth are for tools that know no `exports`: they look for `parlour/mcp` in a folder of that name.
const NEEDED = [
    "package.json",
    "hooks/package.json",
    "mcp/package.json",
    "testing/package.json",
    "README.md",
    "LICENSE",
    "THIRD-PARTY-NOTICES",
    "native.d.ts",
];
const ORDINARY =
    /^(dist\/[\w/-]+(\.d)?\.(js|mjs|ts|mts)|package\.json|(hooks|mcp|testing)\/package\.json|README\.md|LICENSE|THIRD-PARTY-NOTICES|native\.d\.ts)$/;
const ORDINARY_OF_COMPAT = /^(dist\/[\w/-]+(\.d)?\.(js|mjs|ts|mts)|package\.json|README\.md|LICENSE)$/;

const SHT_DYNAMIC = 6;
const SHT_GNU_VERNEED = 0x6ffffffe;
const DT_NEEDED = 1n;

const list = (folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
            relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"),
        );
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The glibc versions and the libraries that a 64-bit little-endian ELF file asks for. */
function wants(image) {
    if (!image.subarray(0, 6).equals(Buffer.from("\x7fELF\x02\x01", "latin1"))) {
        throw new Error("the binary is not a 64-bit little-endian ELF file");
    }
    const table = Number(image.readBigUInt64LE(0x28));
    const size = image.readUInt16LE(0x3a);
    const sections = Array.from({ length: image.readUInt16LE(0x3c) }, (_, number) => {
        const at = table + number * size;
        return {
            type: image.readUInt32LE(at + 4),
            offset: Number(image.readBigUInt64LE(at + 24)),
            length: Number(image.readBigUInt64LE(at + 32)),
            link: image.readUInt32LE(at + 40),
        };
    });
    const text = (strings, at) => {
        const start = sections[strings].offset + at;
        return image.toString("latin1", start, image.indexOf(0, start));
    };
    const versions = new Set();
    const libraries = new Set();
    for (const { type, offset, length, link } of sections) {
        if (type === SHT_DYNAMIC) {
            for (let at = offset; at < offset + length; at += 16) {
                if (image.readBigUInt64LE(at) !== DT_NEEDED) continue;
                libraries.add(text(link, Number(image.readBigUInt64LE(at + 8))));
            }
        }
        if (type !== SHT_GNU_VERNEED) continue;
        for (let need = offset, following = 1; following !== 0; need += following) {
            let entry = need + image.readUInt32LE(need + 8);
            for (let left = image.readUInt16LE(need + 2); left > 0; left--) {
                versions.add(text(link, image.readUInt32LE(entry + 8)));
                entry += image.readUInt32LE(entry + 12);
            }
            following = image.readUInt32LE(need + 12);
        }
    }
    return { versions: [...versions], libraries: [...libraries] };
}

const leaves = (value) => (typeof value === "string" ? [value] : Object.values(value).flatMap(leaves));
const newer = (left, right) => left[0] - right[0] || left[1] - right[1];

function* faultsOfMain(folder) {
    const files = list(folder);
    const about = read(join(folder, "package.json"));
    for (const file of NEEDED) if (!files.includes(file)) yield `the main package lacks ${file}`;
    for (const file of files) if (!ORDINARY.test(file)) yield `${file} does not belong in the main package`;
    for (const key of ["devDependencies", "dependencies", "scripts", "napi", "overrides"]) {
        if (key in about) yield `its package.json has ${key}`;
    }
    // Every file that package.json leads to is there.
    for (const path of new Set(leaves([about.main, about.types, about.exports]))) {
        if (!files.includes(path.replace("./", "")))
            yield `package.json leads to ${path}, which is not there`;
    }
}

function* faultsOfPlatform(folder, main, foreign) {
    const about = read(join(folder, "package.json"));
    const { version, optionalDependencies } = read(join(main, "package.json"));
    const expected = ["LICENSE", "README.md", "THIRD-PARTY-NOTICES", "package.json", about.main]
        .sort()
        .join();
    const found = list(folder).sort().join();
    if (found !== expected) yield `the platform package holds ${found}, not ${expected}`;
    if (about.version !== version) yield `${about.name} has the version ${about.version}, not ${version}`;
    if (optionalDependencies?.[about.name] !== version)
        yield `the main package does not ask for ${about.name} ${version}`;
    if (foreign) return;
    const path = join(folder, about.main);
    const { size } = statSync(path);
    if (size > MOST_BYTES) yield `the binary has ${size} bytes, more than ${MOST_BYTES}`;
    const { versions, libraries } = wants(readFileSync(path));
    const glibc = versions.flatMap((one) =>
        one.startsWith("GLIBC_") ? [one.slice(6).split(".").map(Number)] : [],
    );
    const newest = glibc.sort(newer).at(-1) ?? [0, 0];
    if (newer(newest, NEWEST_GLIBC) > 0) yield `the binary wants glibc ${newest.join(".")}, newer than 2.28`;
    for (const library of libraries) {
        if (!LIBRARIES.includes(library) && !LOADER.test(library))
            yield `the binary wants the library ${library}`;
    }
    console.log(
        `${about.name}: ${size} bytes, glibc ${newest.join(".")}, libraries ${libraries.sort().join(" ")}`,
    );
}

function* faultsOfCompat(folder, main) {
    const files = list(folder);
    const about = read(join(folder, "package.json"));
    for (const file of ["package.json", "README.md", "LICENSE"])
        if (!files.includes(file)) yield `parlour-compat lacks ${file}`;
    for (const file of files)
        if (!ORDINARY_OF_COMPAT.test(file)) yield `${file} does not belong in parlour-compat`;
    for (const key of ["devDependencies", "dependencies", "scripts"])
        if (key in about) yield `the package.json of parlour-compat has ${key}`;
    const { version } = read(join(main, "package.json"));
    if (about.version !== version) yield `parlour-compat has the version ${about.version}, not ${version}`;
    if (about.peerDependencies?.parlour !== version)
        yield `parlour-compat asks for parlour ${about.peerDependencies?.parlour}, not ${version}`;
    for (const path of new Set(leaves([about.main, about.types, about.bin, about.exports]))) {
        if (!files.includes(path.replace("./", "")))
            yield `the package.json of parlour-compat leads to ${path}, which is not there`;
    }
}

const [main, platform, compat] = process.argv.slice(2).filter((word) => word !== "--foreign");
if (!main || !platform || !compat)
    throw new Error("usage: check-package.mjs <main folder> <platform folder> <compat folder> [--foreign]");
const foreign = process.argv.includes("--foreign");
const faults = [
    ...faultsOfMain(main),
    ...faultsOfPlatform(platform, main, foreign),
    ...faultsOfCompat(compat, main),
];
for (const fault of faults) console.error(`package of Node: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
