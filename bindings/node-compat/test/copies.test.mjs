// Two copies of `parlour` in one program: the classes of this package know the errors of both.

import assert from "node:assert/strict";
import { test } from "node:test";
import { APIError, NotFoundError, RateLimitError } from "parlour-compat";
import { copy } from "../../node/test/copies.mjs";

test("an error of another copy is an instance of the classes of this package", async (t) => {
    const other = await copy(t);
    const error = new other.RateLimitError({ status: 429, message: "slow" });
    for (const known of [RateLimitError, APIError]) assert.ok(error instanceof known, known.name);
    assert.ok(!(error instanceof NotFoundError));
});
