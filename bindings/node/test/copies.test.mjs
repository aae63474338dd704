// Two copies of the package in one program: their classes know each other's instances.

import assert from "node:assert/strict";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as own from "parlour";
import { APIError, RateLimitError as CompatRateLimitError } from "parlour/compat";
import { ask, service } from "./support.mjs";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

/** The package once more, with the same binary. */
async function copy(t) {
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

test("an error of another copy is an instance of the classes of this one", async (t) => {
    const emulator = await service(t);
    const other = await copy(t);
    assert.notEqual(other.RateLimitError, own.RateLimitError);
    emulator.push({
        status: 429,
        json: { type: "error", error: { type: "rate_limit_error", message: "slow" } },
    });
    const client = new other.Client({
        baseURL: emulator.url,
        apiKey: emulator.apiKey,
        vendor: "svc",
        fromEnv: false,
        maxRetries: 0,
    });
    const error = await client.messages.create(ask()).then(
        () => undefined,
        (failed) => failed,
    );
    for (const known of [other.RateLimitError, own.RateLimitError, own.APIStatusError, own.ParlourError])
        assert.ok(error instanceof known, known.name);
    for (const known of [CompatRateLimitError, APIError]) assert.ok(error instanceof known, known.name);
    assert.ok(!(error instanceof own.NotFoundError));
    class Mine extends own.RateLimitError {}
    assert.ok(!(error instanceof Mine));
    assert.ok(new Mine("mine") instanceof other.RateLimitError);
    assert.ok(new other.ToolError("no") instanceof own.ToolError);
    assert.ok(!(new Error("no") instanceof own.ParlourError));
    for (const none of [null, undefined, "text", 1, {}, Object.create(null)])
        assert.ok(!(none instanceof own.ParlourError));
});
