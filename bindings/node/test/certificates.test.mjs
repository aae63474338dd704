// NODE_EXTRA_CA_CERTS: what node itself trusts besides, clients trust too.

import assert from "node:assert/strict";
import { createSign, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MESSAGE, run } from "./support.mjs";

/** One value of DER. */
function der(tag, ...parts) {
    const body = Buffer.concat(parts);
    const { length } = body;
    const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
const sequence = (...parts) => der(0x30, ...parts);
const oid = (...bytes) => der(6, Buffer.from(bytes));
const utc = (years) => {
    const year = String(new Date().getUTCFullYear() + years).slice(2);
    return der(0x17, Buffer.from(`${year}0101000000Z`));
};

/** A certificate for 127.0.0.1 that nobody but itself vouches for, with its key. */
function selfSigned() {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
    const name = sequence(der(0x31, sequence(oid(0x55, 4, 3), der(12, Buffer.from("parlour test")))));
    const address = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
    const extensions = der(0xa3, sequence(sequence(oid(0x55, 29, 17), der(4, address))));
    const inner = sequence(
        der(0xa0, der(2, Buffer.from([2]))),
        der(2, Buffer.from([7])),
        algorithm,
        name,
        sequence(utc(-1), utc(2)),
        name,
        publicKey.export({ type: "spki", format: "der" }),
        extensions,
    );
    const signature = createSign("sha256").update(inner).sign(privateKey);
    const whole = sequence(inner, algorithm, der(3, Buffer.from([0]), signature));
    const text = whole.toString("base64").replace(/.{64}/g, "$&\n");
    return {
        cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
        key: privateKey.export({ type: "pkcs8", format: "pem" }),
    };
}

const SCRIPT = `
    import { Client } from "parlour";
    import { ask } from "./support.mjs";
    const [baseURL] = process.argv.slice(1);
    const settings = { baseURL, apiKey: "k", vendor: "svc", fromEnv: false, maxRetries: 0 };
    const told = async (more) => {
        const { messages } = new Client({ ...settings, ...more });
        try { return (await messages.create(ask())).id; } catch (error) { return error.message; }
    };
    console.log(JSON.stringify([await told({}), await told({}), await told({ proxy: "none" })]));`;

test("NODE_EXTRA_CA_CERTS is honoured, and a file that cannot be read is a warning", async (t) => {
    const { cert, key } = selfSigned();
    const folder = mkdtempSync(join(tmpdir(), "parlour-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "extra.pem");
    writeFileSync(file, `# a comment\n${cert}`);
    const server = createServer({ cert, key }, (request, response) => {
        request.resume().on("end", () => {
            const message = { ...MESSAGE, stop_reason: "end_turn" };
            response.setHeader("content-type", "application/json").end(JSON.stringify(message));
        });
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    const args = [`https://127.0.0.1:${server.address().port}`];
    const asked = async (path) => {
        const env = path === undefined ? {} : { NODE_EXTRA_CA_CERTS: path };
        const { out, err, code } = await run(SCRIPT, { args, env });
        assert.equal(code, 0, err);
        return { told: JSON.parse(out), err };
    };

    const trusted = await asked(file);
    assert.deepEqual(trusted, { told: ["msg_1", "msg_1", "msg_1"], err: "" });

    // Not trusted: the error says which setting is about it, as it is written here.
    const unknown = await asked(undefined);
    for (const message of unknown.told) assert.match(message, /\bcaPem\b/);
    assert.ok(!/ca_pem|certificate_pem/.test(unknown.told.join()), unknown.told[0]);

    const missing = await asked(join(folder, "none.pem"));
    assert.match(missing.told[0], /caPem/);
    assert.equal(missing.err.match(/parlour ignores the certificates of NODE_EXTRA_CA_CERTS/g)?.length, 1);
});
