// Mistakes of programs by the names of the official SDK: each is an error that names the given value or the expected
// one.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import Vendor, { betaMemoryTool, betaZodTool, toFile } from "parlour-compat";
import { Emulator } from "parlour/testing";
import { ask } from "../../node/test/support.mjs";

const emulator = await Emulator.start();
after(() => emulator.stop());
const base = { baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc", fromEnv: false };
const vendor = new Vendor({ ...base, maxRetries: 0 });

/** The mistake, the name of the error, and its message. */
const MISTAKES = [
    [() => new Vendor(null), "TypeError", /settings of a client must be an object such as \{ apiKey \}/],
    [() => vendor.withOptions(3), "TypeError", /settings of a client must be an object .*, and is 3/],
    [() => vendor.messages.create(null), "TypeError", /a request must be an object such as .*, and is null/],
    [() => vendor.messages.create(ask(), 5), "TypeError", /options of a call must be an object .*, and is 5/],
    [() => vendor.messages.batches.create(), "TypeError", /parameters of batches must be an object/],
    [() => vendor.models.list(7), "TypeError", /parameters of a list must be an object .*, and is 7/],
    [() => vendor.beta.files.upload({}), "TypeError", /a file must be an object such as a File.*undefined/],
    [() => vendor.beta.skills.create(), "TypeError", /parameters of a skill must be an object/],
    [
        () => vendor.beta.webhooks.unwrap(""),
        "TypeError",
        /unwrap\(\) must be an object such as \{ headers \}/,
    ],
    [() => vendor.request(), "TypeError", /options of a request must be an object such as \{ method/],
    [() => betaZodTool(), "TypeError", /a tool must be an object such as \{ name, description, inputSchema/],
    [() => betaMemoryTool(7), "TypeError", /functions of the tool memory must be an object .*, and is 7/],
    [
        () => toFile(null),
        "TypeError",
        /the content of a file must be an object such as a Blob.*, and is null/,
    ],
];

for (const [mistake, name, says] of MISTAKES) {
    test(`mistake: ${says.source}`, async () => {
        const error = await (async () => mistake())().then(
            (value) => assert.fail(`it was silent, and gave ${typeof value}`),
            (reason) => reason,
        );
        assert.equal(error.name, name, error.stack);
        assert.match(error.message, says);
    });
}
