// Bundles a program that uses the installed package, with each bundler and for both kinds of modules. With parlour left
// outside the bundle has to run. With parlour inside it has to run, or the bundler or the bundle has to report the
// replacement.
//
//   node run.mjs <folder>
//
// <folder> is a project with app.mjs and node_modules/parlour. Bundles go to its folder `out`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import { build as vite } from "vite";
import webpack from "webpack";

const project = resolve(process.argv[2] ?? "");
const entry = join(project, "app.mjs");
// Both packages: one that is bundled requires the other, which a module of ES cannot.
const OURS = /^parlour(?:-compat)?(?:\/|$)/;
const SENTENCE = /mark parlour as external/;
process.chdir(project);

const withEsbuild =
    (more = {}) =>
    ({ format, outside, file }) =>
        esbuild.build({
            ...{ entryPoints: [entry], outfile: file, format, bundle: true, platform: "node" },
            ...{
                external: outside ? ["parlour", "parlour/*", "parlour-compat", "parlour-compat/*"] : [],
                logLevel: "silent",
                ...more,
            },
        });

/** Each makes one bundle of the program. */
const BUNDLERS = {
    esbuild: withEsbuild(),
    "esbuild, minified": withEsbuild({ minify: true }),
    async rollup({ format, outside, file }) {
        const bundle = await rollup({
            input: entry,
            external: (id) => id.startsWith("node:") || (outside && OURS.test(id)),
            plugins: [nodeResolve({ preferBuiltins: true, exportConditions: ["node"] }), commonjs(), json()],
            onLog: () => undefined,
        });
        await bundle.write({ file, format, inlineDynamicImports: true });
    },
    vite: ({ format, outside, file }) =>
        vite({
            ...{ root: project, configFile: false, logLevel: "silent" },
            ssr: { noExternal: outside ? [] : true },
            build: {
                ...{ ssr: entry, outDir: dirname(file), emptyOutDir: false },
                rollupOptions: { output: { format, entryFileNames: file.slice(dirname(file).length + 1) } },
            },
        }),
    async webpack({ format, outside, file }) {
        const kind = format === "esm" ? "module" : "commonjs";
        const external = ({ request }, done) => {
            if (outside && OURS.test(request)) done(null, `${kind} ${request}`);
            else done();
        };
        const compiler = webpack({
            ...{ mode: "production", target: "node20", context: project, entry, externals: [external] },
            experiments: { outputModule: format === "esm" },
            output: {
                ...{ path: dirname(file), filename: file.slice(dirname(file).length + 1) },
                ...(format === "esm" ? { module: true, chunkFormat: "module" } : {}),
            },
        });
        const stats = await new Promise((done, fail) => {
            compiler.run((error, made) => (error ? fail(error) : done(made)));
        });
        if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
    },
};

/**
 * The output of a bundle, run from a folder without any package, as a deployed one would be, or from its own folder.
 */
function said(file, away) {
    const folder = away ? mkdtempSync(join(tmpdir(), "parlour-bundle-")) : dirname(file);
    if (away) cpSync(dirname(file), folder, { recursive: true });
    const path = join(folder, file.slice(dirname(file).length + 1));
    const { stdout, stderr } = spawnSync(process.execPath, [path], { encoding: "utf8", timeout: 60_000 });
    if (away) rmSync(folder, { recursive: true });
    return `${stdout}${stderr}`;
}

let failed = 0;
function look(what, good, why) {
    console.log(`bundlers: ${what}: ${good ? "ok" : "FAILED"}`);
    if (good) return;
    failed += 1;
    console.log(why);
}

for (const [name, bundle] of Object.entries(BUNDLERS)) {
    for (const format of ["esm", "cjs"]) {
        for (const outside of [true, false]) {
            const what = `${name}, ${format}, parlour ${outside ? "outside" : "inside"}`;
            const file = join(
                project,
                "out",
                what.replaceAll(/\W+/g, "-"),
                `app.${format === "esm" ? "mjs" : "cjs"}`,
            );
            mkdirSync(dirname(file), { recursive: true });
            try {
                await bundle({ format, outside, file });
            } catch (error) {
                const text = String(error?.stack ?? error);
                look(what, !outside && /parlour/.test(text), text);
                continue;
            }
            const near = said(file, false);
            if (outside) {
                look(what, near === "FINE\n", near);
                continue;
            }
            const fine = (text) => text === "FINE\n" || SENTENCE.test(text);
            const far = said(file, true);
            look(what, fine(near) && fine(far), `${near}\n${far}`);
        }
    }
}
process.exitCode = failed > 0 ? 1 : 0;
