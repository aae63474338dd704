// Signs each attempt as gateways of the AWS kind require (SigV4), and checks the received requests.
//
//     node examples/node/sigv4.mjs

import { createHash, createHmac } from "node:crypto";
import { Client, textOf } from "parlour";
import { Emulator } from "parlour/testing";

const [ID, SECRET] = ["AKIDEXAMPLE", "secret-of-the-example"];
const [REGION, SERVICE] = ["eu-central-1", "messages"];
const SIGNED = "host;x-amz-content-sha256;x-amz-date";

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

/**
 * The value of `authorization` for a request of this moment whose body has this digest.
 *
 * @param {string} method
 * @param {URL} url
 * @param {string} at
 * @param {string} digest
 */
function signature(method, { host, pathname, search }, at, digest) {
    const headers = `host:${host}\nx-amz-content-sha256:${digest}\nx-amz-date:${at}\n`;
    const canonical = [method, pathname, search.slice(1), headers, SIGNED, digest].join("\n");
    const scope = `${at.slice(0, 8)}/${REGION}/${SERVICE}/aws4_request`;
    const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${sha256(canonical)}`;
    let key = Buffer.from(`AWS4${SECRET}`);
    for (const part of [...scope.split("/"), toSign]) key = createHmac("sha256", key).update(part).digest();
    const given = `Credential=${ID}/${scope}, SignedHeaders=${SIGNED}, Signature=${key.toString("hex")}`;
    return `AWS4-HMAC-SHA256 ${given}`;
}

/**
 * Checks a request as a gateway does.
 *
 * @param {import("parlour/testing").RecordedRequest} request
 */
function isGenuine({ method, path, headers, body }) {
    const digest = sha256(body);
    const url = new URL(path, `http://${headers.get("host")}`);
    const expected = signature(method, url, headers.get("x-amz-date") ?? "", digest);
    return headers.get("x-amz-content-sha256") === digest && headers.get("authorization") === expected;
}

// The first attempt meets an overloaded service, and the second is signed anew.
const emulator = await Emulator.start();
emulator.push({ status: 529 });
const client = new Client({
    baseURL: emulator.url,
    vendor: "svc",
    fromEnv: false,
    retry: { server: { first: 10, cap: 10 } },
    credentials: ({ method, url, body }) => {
        const at = new Date().toISOString().replaceAll(/[:-]|\.\d+/g, "");
        // A body that is a stream cannot be signed before it is sent.
        const digest = body === null ? "UNSIGNED-PAYLOAD" : sha256(body);
        const authorization = signature(method, new URL(url), at, digest);
        // A gateway needs no additional key; the emulator of this example does.
        return {
            apiKey: emulator.apiKey,
            headers: { authorization, "x-amz-content-sha256": digest, "x-amz-date": at },
        };
    },
});
const reply = await client.messages.create({
    model: "svc-haiku-3-5",
    max_tokens: 64,
    messages: [{ role: "user", content: "Say it was signed." }],
});
console.log(`model: ${textOf(reply)}`);
for (const [at, request] of emulator.requests.entries())
    console.log(`attempt ${at + 1}: ${isGenuine(request) ? "genuine" : "forged"}`);
await emulator.stop();
