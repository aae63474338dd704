// The `fetchOptions` of the official SDK: which settings they become, and which are refused by their name.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, EnvHttpProxyAgent, MockAgent, Pool, ProxyAgent } from "undici";
import { settingsOf } from "../dist/fetch_options.js";

const PROXY = "http://127.0.0.1:3128";
const basic = (words) => `Basic ${Buffer.from(words).toString("base64")}`;
const proxy = (more) => ({ dispatcher: new ProxyAgent({ uri: PROXY, ...more }) });
const agent = (more) => ({ dispatcher: new Agent(more) });

test("what has a counterpart becomes it", () => {
    const cases = [
        [undefined, {}],
        [{}, {}],
        [{ dispatcher: undefined, keepalive: false }, {}],
        [{ proxy: PROXY }, { proxy: PROXY }],
        [{ tls: { ca: ["A", Buffer.from("B")] } }, { onlyCaPem: "A\nB" }],
        [agent(), {}],
        [{ dispatcher: new Agent() }, {}],
        [agent({ connect: { ca: "A", timeout: 5 } }), { onlyCaPem: "A", connectTimeout: 5 }],
        [
            agent({ connect: { cert: "C", key: Buffer.from("K"), minVersion: "TLSv1.3" } }),
            { clientCertificatePem: "C", clientKeyPem: "K", minTlsVersion: "1.3" },
        ],
        [agent({ connect: { socketPath: "/run/a.sock" } }), { unixSocket: "/run/a.sock" }],
        [
            agent({ connect: { rejectUnauthorized: true, localAddress: "127.0.0.2" } }),
            { localAddress: "127.0.0.2" },
        ],
        [
            agent({ allowH2: true, keepAliveTimeout: 9 }),
            { httpVersion: "negotiate", pool: { idleTimeout: 9 } },
        ],
        [{ dispatcher: new ProxyAgent(PROXY) }, { proxy: `${PROXY}/` }],
        [{ dispatcher: new ProxyAgent(new URL(PROXY)) }, { proxy: `${PROXY}/` }],
        [
            { dispatcher: new ProxyAgent("http://ada:a%40b@127.0.0.1:3128") },
            { proxy: "http://ada:a%40b@127.0.0.1:3128/" },
        ],
        [proxy({ token: basic("ada:a@b:c") }), { proxy: "http://ada:a%40b%3Ac@127.0.0.1:3128/" }],
        [proxy({ requestTls: { ca: "A" } }), { proxy: `${PROXY}/`, onlyCaPem: "A" }],
    ];
    for (const [given, settings] of cases) assert.deepEqual(settingsOf(given), settings);
    // The dispatcher of the platform's own fetch.
    void globalThis.fetch("data:,");
    assert.deepEqual(settingsOf({ dispatcher: globalThis[Symbol.for("undici.globalDispatcher.1")] }), {});
});

test("what has none is refused by its name", () => {
    class Tracing extends Agent {}
    const cases = [
        [{ keepalive: true }, /no `fetchOptions: keepalive`: calls do not go through fetch: write `proxy`/],
        [{ redirect: "error" }, /no `fetchOptions: redirect`/],
        ["any", /calls do not go through fetch/],
        [{ proxy: { url: PROXY } }, /no `fetchOptions: proxy`/],
        [{ dispatcher: new MockAgent() }, /`ProxyAgent` of undici is read.*Emulator/],
        [{ dispatcher: new Pool("http://127.0.0.1:1") }, /no `fetchOptions: dispatcher`/],
        [{ dispatcher: new Tracing() }, /no `fetchOptions: dispatcher`/],
        [{ dispatcher: new EnvHttpProxyAgent() }, /no `fetchOptions: EnvHttpProxyAgent`.*environment/],
        [{ dispatcher: {} }, /no `fetchOptions: dispatcher`/],
        [{ tls: { rejectUnauthorized: false } }, /no `fetchOptions: rejectUnauthorized`.*`caPem`/],
        [{ tls: { ca: 5 } }, /no `fetchOptions: ca`.*`onlyCaPem`/],
        [{ tls: { minVersion: "TLSv1.1" } }, /no `fetchOptions: minVersion`.*`minTlsVersion`/],
        [{ tls: { pfx: "P" } }, /no `fetchOptions: connect\.pfx`.*`clientCertificatePem`/],
        [agent({ connect: () => undefined }), /no `fetchOptions: connect`.*`unixSocket`/],
        [agent({ connections: 4 }), /no `fetchOptions: connections`.*`pool/],
        [agent({ headersTimeout: 5 }), /no `fetchOptions: headersTimeout`.*`answerTimeout`/],
        [agent({ bodyTimeout: 0 }), /no `fetchOptions: bodyTimeout`.*`streamSilenceTimeout`/],
        [agent({ pipelining: 3 }), /no `fetchOptions: pipelining`/],
        [proxy({ token: "Bearer abc" }), /no `fetchOptions: token`.*name:password/],
        [proxy({ headers: { via: "me" } }), /no `fetchOptions: headers of the proxy`/],
        [proxy({ proxyTls: { ca: "A" } }), /no `fetchOptions: proxyTls`.*`caPem`/],
        [proxy({ connections: 4 }), /no `fetchOptions: connections`/],
    ];
    for (const [given, says] of cases) {
        assert.throws(() => settingsOf(given), { name: "TypeError", message: says });
    }
});
