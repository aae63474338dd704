// Another copy of the package, for tests. It must not hold any test.

import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The package once more, with the same binary. */
export async function copy(t) {
    // Beside the original, so that its dependencies are found.
    const folder = await mkdtemp(join(PACKAGE, "node_modules", ".parlour-copy-"));
    t.after(() => rm(folder, { recursive: true }));
    for (const part of ["dist", "package.json"])
        await cp(join(PACKAGE, part), join(folder, part), { recursive: true });
    const binary = process.env.PARLOUR_NATIVE_PATH;
    if (binary === undefined) {
        const name = "parlour.linux-x64-gnu.node";
        await symlink(join(PACKAGE, name), join(folder, name));
    }
    return createRequire(import.meta.url)(join(folder, "dist", "index.js"));
}
