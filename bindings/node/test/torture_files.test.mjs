// As torture.test.mjs, of calls that read and write files: a disk that is full or broken leaves the earlier file whole,
// and a run of batches continues.

import assert from "node:assert/strict";
import { test } from "node:test";
import { service } from "./support.mjs";
import { check, tortured } from "./torture.mjs";

for (const call of ["open", "pread"])
    test(`an upload survives each ${call} that fails`, async (t) => {
        const outcomes = await tortured(t, await service(t), "file", call, 1);
        const errors = outcomes.map(({ error }) => error).filter((error) => error !== null);
        for (const error of errors) check("file", call, error);
        assert.ok(errors.length > 0, `it never missed ${call}`);
    });

for (const call of ["open", "write", "sync", "rename"])
    test(`a download to a path survives each ${call} that fails`, async (t) => {
        const emulator = await service(t);
        emulator.script(Array.from({ length: 80 }, () => ({ text: "new!" })));
        const outcomes = await tortured(t, emulator, "save", call, 1);
        let failed = 0;
        for (const { seen, error, kept } of outcomes.slice(0, -1)) {
            assert.ok(seen > 0);
            if (error === null) {
                assert.equal(kept, "new!");
                continue;
            }
            failed++;
            check("save", call, error);
            // Only its last step, the entry in the folder, comes after the file has its place.
            assert.equal(kept, /was written, but/.test(error.text) ? "new!" : "earlier", error.text);
        }
        assert.ok(failed > 0, `it never missed ${call}`);
    });

for (const call of ["open", "write", "sync"])
    test(`a run of batches goes on after each ${call} of its journal that fails`, async (t) => {
        const emulator = await service(t);
        const outcomes = await tortured(t, emulator, "batches", call, 1);
        const errors = outcomes.map(({ error }) => error).filter((error) => error !== null);
        for (const error of errors) check("batches", call, error);
        assert.ok(errors.length > 0, `it never missed ${call}`);
    });
