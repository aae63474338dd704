// NODE_EXTRA_CA_CERTS: clients trust the certificates that node adds.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { selfSigned } from "./certificate.mjs";
import { MESSAGE, run } from "./support.mjs";

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
    const { cert, key } = selfSigned({ addresses: ["127.0.0.1"] });
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

    // Not trusted: the error names the setting, in the spelling of this package.
    const unknown = await asked(undefined);
    for (const message of unknown.told) assert.match(message, /\bcaPem\b/);
    assert.ok(!/ca_pem|certificate_pem/.test(unknown.told.join()), unknown.told[0]);

    const missing = await asked(join(folder, "none.pem"));
    assert.match(missing.told[0], /caPem/);
    assert.equal(missing.err.match(/parlour ignores the certificates of NODE_EXTRA_CA_CERTS/g)?.length, 1);
});
