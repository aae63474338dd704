// A server that takes webhooks of the service. Without `serve` it takes two that the emulator signs.
//
//     WEBHOOK_SECRET=whsec_... node examples/node/webhooks.mjs serve

import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import process from "node:process";
import { verifyWebhook, WebhookVerificationError } from "parlour";
import { Emulator } from "parlour/testing";

// Two while one is being replaced: `whsec_old whsec_new`.
const secrets = (process.env.WEBHOOK_SECRET ?? "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5").split(" ");
const seen = new Set();

/**
 * Answers at once; work comes afterwards. The body is verified raw: a body that a framework has parsed as JSON and
 * written again is another text.
 *
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {Buffer} body
 * @returns {number} The status of the answer.
 */
function take(headers, body) {
    try {
        const { id, data } = verifyWebhook({ body, headers, secrets });
        // The same event may come again.
        if (!seen.has(id)) console.log(`${data.type} of ${data.id}: fetch its state now`);
        seen.add(id);
        return 200;
    } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        console.log(`refused (${error.refusal}): ${error.message}`);
        return 400;
    }
}

const server = createServer(async (request, response) => {
    const body = await buffer(request);
    response.writeHead(take(request.headers, body)).end();
});

if (process.argv[2] === "serve") {
    server.listen(8080, "127.0.0.1");
} else {
    const emulator = await Emulator.start();
    await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    for (const [when, age] of /** @type {const} */ ([
        ["now", 0],
        ["an hour old", 3600],
    ])) {
        // Acts as the service: an event, signed so many seconds ago.
        const query = new URLSearchParams({ age: String(age) });
        for (const secret of secrets) query.append("secret", secret);
        const signed = await fetch(`${emulator.url}/emulator/webhook?${query}`);
        const headers = [...signed.headers].filter(([name]) => name.startsWith("webhook-"));
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
            method: "POST",
            headers,
            body: await signed.arrayBuffer(),
        });
        console.log(`${when}: ${answer.status}`);
    }
    server.closeAllConnections();
    server.close();
    await emulator.stop();
}
