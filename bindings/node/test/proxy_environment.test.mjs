// Proxy variables of the environment: HTTPS_PROXY, ALL_PROXY, and NO_PROXY with names and networks. In children, each
// with an environment of its own.

import assert from "node:assert/strict";
import { createServer } from "node:https";
import { createServer as createProxy, connect } from "node:net";
import { test } from "node:test";
import { selfSigned } from "./certificate.mjs";
import { MESSAGE, run } from "./support.mjs";

/** Two places that no machine has: a name, and an address of a network for documentation (RFC 5737). */
const NAME = "service.invalid";
const ADDRESS = "192.0.2.7";

const listening = (server) =>
    new Promise((resolve) => {
        server.listen(0, "127.0.0.1", () => resolve(server.address().port));
    });

/** A service on the loopback that vouches for itself to be at both places. */
async function service(t) {
    const { cert, key } = selfSigned({ names: [NAME], addresses: [ADDRESS] });
    const server = createServer({ cert, key }, (request, response) => {
        request.resume().on("end", () => {
            const message = { ...MESSAGE, stop_reason: "end_turn" };
            response.setHeader("content-type", "application/json").end(JSON.stringify(message));
        });
    });
    const port = await listening(server);
    t.after(() => {
        server.closeAllConnections();
        server.close();
    });
    return { port, cert };
}

/** A proxy on the loopback whose every tunnel ends at this port; it writes down where they should have ended. */
async function proxy(t, port) {
    const targets = [];
    const sockets = new Set();
    const server = createProxy((socket) => {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.once("data", (head) => {
            const [method, target] = head.toString("latin1").split(" ");
            targets.push(`${method} ${target}`);
            const upstream = connect(port, "127.0.0.1", () => {
                socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
                socket.pipe(upstream).pipe(socket);
            });
            sockets.add(upstream);
            upstream.on("error", () => socket.destroy());
        });
    });
    const own = await listening(server);
    t.after(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
    });
    return { targets, address: `127.0.0.1:${own}` };
}

const SCRIPT = `
    import { Client } from "parlour";
    import { ask } from "./support.mjs";
    const settings = JSON.parse(process.argv[1]);
    const { messages } = new Client({ apiKey: "k", vendor: "svc", maxRetries: 0, ...settings });
    console.log(await messages.create(ask()).then(({ id }) => id, ({ name }) => name));`;

const NONE = Object.fromEntries(
    ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
        [name, ""],
        [name.toLowerCase(), ""],
    ]),
);

for (const [what, { host = NAME, through, env, settings = {} }] of Object.entries({
    "HTTPS_PROXY is the way to a service with https": {
        through: true,
        env: (proxy) => ({ HTTPS_PROXY: `http://${proxy}`, ALL_PROXY: "http://nowhere.invalid" }),
    },
    "ALL_PROXY is, where no other is named": { through: true, env: (proxy) => ({ ALL_PROXY: proxy }) },
    "HTTP_PROXY is not": { through: false, env: (proxy) => ({ HTTP_PROXY: proxy }) },
    "names in lower case count": { through: true, env: (proxy) => ({ https_proxy: proxy }) },
    "a name of NO_PROXY goes directly": {
        through: false,
        env: (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: "other.example, service.invalid" }),
    },
    "a domain of NO_PROXY does": {
        through: false,
        env: (proxy) => ({ ALL_PROXY: proxy, no_proxy: ".invalid" }),
    },
    "an address in a network of NO_PROXY does": {
        host: ADDRESS,
        through: false,
        env: (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: "10.0.0.0/8,192.0.2.0/24" }),
    },
    "an address outside of it does not": {
        host: ADDRESS,
        through: true,
        env: (proxy) => ({ HTTPS_PROXY: proxy, NO_PROXY: "10.0.0.0/8,192.0.3.0/24" }),
    },
    "fromEnv: false leaves them out": {
        through: false,
        env: (proxy) => ({ HTTPS_PROXY: proxy }),
        settings: { fromEnv: false },
    },
    'the setting "none" wins over the environment': {
        through: false,
        env: (proxy) => ({ HTTPS_PROXY: proxy }),
        settings: { proxy: "none" },
    },
})) {
    test(`proxies of the environment: ${what}`, async (t) => {
        const { port, cert } = await service(t);
        const { targets, address } = await proxy(t, port);
        // Without the proxy nobody listens: the limit is for a network that drops the packets.
        const given = { baseURL: `https://${host}`, onlyCaPem: cert, connectTimeout: through ? 30_000 : 500 };
        const { code, out, err } = await run(SCRIPT, {
            args: [JSON.stringify({ ...given, ...settings })],
            env: { ...NONE, ...env(address) },
        });
        assert.equal(code, 0, err);
        if (through) assert.deepEqual([out, targets], ["msg_1\n", [`CONNECT ${host}:443`]]);
        else assert.deepEqual([/^APIConnection(Timeout)?Error\n$/.test(out), targets], [true, []], out);
    });
}
