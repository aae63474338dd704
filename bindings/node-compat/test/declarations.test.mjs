// The declarations of the package with the oldest library that programs have.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

test("the declarations compile with lib ES2020 and without skipLibCheck", () => {
    const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
    const project = fileURLToPath(new URL("types_es2020", import.meta.url));
    const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", project], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
});
