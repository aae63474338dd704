// The slab of calls in flight, against a Map that does the same.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const { Slab } = createRequire(import.meta.url)("../dist/slab.js");

/** Numbers that look random and are the same each time. */
function numbers(seed) {
    return (below) => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
        return Math.floor((seed / 2 ** 32) * below);
    };
}

for (const [name, most] of [
    ["few", 8],
    ["hundreds", 400],
    ["thousands, and none in between", 5_000],
]) {
    test(`what is set is found until it is released: ${name}`, () => {
        const next = numbers(most);
        const [slab, model] = [new Slab(), new Map()];
        let stale = [];
        let adding = true;
        for (let step = 0; step < 40_000; step++) {
            if (model.size === 0) adding = true;
            if (model.size >= most) adding = false;
            if (adding === next(10) > 1 || model.size === 0) {
                const tag = slab.reserve();
                assert.ok(tag > 0 && Number.isSafeInteger(tag) && !model.has(tag), `${tag}`);
                const value = { tag };
                slab.set(tag, value);
                model.set(tag, value);
                stale = stale.filter((one) => one !== tag);
            } else {
                const tags = [...model.keys()];
                const tag = tags[next(tags.length)];
                slab.release(tag);
                model.delete(tag);
                stale.push(tag);
            }
            if (step % 97 > 0) continue;
            stale = stale.slice(-50);
            assert.equal(slab.size, model.size);
            for (const [tag, value] of model) assert.equal(slab.get(tag), value);
            for (const tag of stale) assert.equal(slab.get(tag), undefined);
        }
    });
}

test("a stale tag finds, changes and releases nothing, also when its place is taken again", () => {
    const slab = new Slab();
    const first = slab.reserve();
    slab.set(first, "first");
    slab.release(first);
    const second = slab.reserve();
    slab.set(second, "second");
    assert.equal(slab.get(first), undefined);
    slab.set(first, "stale");
    slab.release(first);
    assert.deepEqual([slab.get(second), slab.size], ["second", 1]);
    assert.equal(slab.get(0), undefined);
});

test("a place that is emptied stays reserved", () => {
    const slab = new Slab();
    const tag = slab.reserve();
    slab.set(tag, "value");
    slab.set(tag, undefined);
    assert.deepEqual([slab.get(tag), slab.size], [undefined, 0]);
    assert.notEqual(slab.reserve(), tag);
    slab.set(tag, "again");
    assert.deepEqual([slab.get(tag), slab.size], ["again", 1]);
});
