// The table of what waits, against a Map that does the same.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { ByToken } = createRequire(import.meta.url)("../dist/by_token.js");

/** Numbers that look random and are the same each time. */
function numbers(seed) {
    return (below) => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
    };
}

/** Tokens as the native half gives them: one after another, above those of other ports. */
const PORT = 3 * 2 ** 40;

for (const [name, most] of [
    ["few", 8],
    ["hundreds", 400],
    ["thousands, and none in between", 5_000],
]) {
    test(`what is set is found until it is deleted: ${name}`, () => {
        const next = numbers(most);
        const [table, model] = [new ByToken(), new Map()];
        const live = [];
        let token = PORT;
        let adding = true;
        for (let step = 0; step < 40_000; step++) {
            if (live.length === 0) adding = true;
            if (live.length >= most) adding = false;
            if (next(10) < (adding ? 8 : 2) || live.length === 0) {
                // Now and then one with the same place as another.
                token += next(20) === 0 ? 1 << 16 : 1;
                live.push(token);
                table.set(token, `of ${token}`);
                model.set(token, `of ${token}`);
            } else {
                const at = next(live.length);
                const gone = live[at];
                live[at] = live[live.length - 1];
                live.pop();
                table.delete(gone);
                model.delete(gone);
                assert.equal(table.get(gone), undefined);
            }
            assert.equal(table.size, model.size);
            const some = live[next(live.length || 1)];
            if (some !== undefined) assert.equal(table.get(some), model.get(some));
        }
        for (const [key, value] of model) assert.equal(table.get(key), value);
    });
}

test("a token that is set again has its new value, and one that is not there is deleted in vain", () => {
    const table = new ByToken();
    table.set(7, "once");
    table.set(7, "twice");
    table.delete(8);
    table.delete(7 + 64);
    assert.deepEqual(
        [table.size, table.get(7), table.get(8), table.get(7 + 64)],
        [1, "twice", undefined, undefined],
    );
    table.delete(7);
    table.delete(7);
    assert.deepEqual([table.size, table.get(7)], [0, undefined]);
});
