// The documentation that an editor shows on hover: every public item of the package has a document. An item is anything
// that a program can name or write: an export, a member of one, a key of an object that a function takes or gives. A
// name for another type shows a document of its own only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { walked } from "../../node/test/hover.mjs";

const ROOT = fileURLToPath(new URL("../dist/", import.meta.url)).replaceAll("\\", "/");

test("every public item has a document", () => {
    const walk = walked(ROOT, ["index", "helpers", "mcp"]);
    assert.ok(walk.seen.size > 1000, String(walk.seen.size));
    assert.deepEqual(walk.missing, []);
});
