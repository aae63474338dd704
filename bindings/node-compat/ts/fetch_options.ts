// Translates the `fetchOptions` of the official SDK: a dispatcher of undici for a proxy, or for certificates, becomes
// settings of this package; nothing is sent through it. An option without a counterpart is refused by its name.

import type { ClientOptions } from "parlour";
import { FETCH_OPTIONS, refusal } from "./refusals.js";

/** Certificates and limits of connections, as `node:tls` and Bun name them. */
export interface TLSOptions {
    /** The authorities to trust, and no others, as PEM. */
    ca?: string | Uint8Array | readonly (string | Uint8Array)[] | undefined;
    /** The certificate to show, as PEM. */
    cert?: string | Uint8Array | undefined;
    /** Its private key, as PEM. */
    key?: string | Uint8Array | undefined;
    /** The oldest version of TLS. */
    minVersion?: "TLSv1.2" | "TLSv1.3" | undefined;
    /** Certificates are always verified. */
    rejectUnauthorized?: true | undefined;
}

/** The options of fetch that are read. */
export interface FetchOptions {
    /** An `Agent` or a `ProxyAgent` of undici. */
    dispatcher?: object | undefined;
    /** The address of a proxy, as Bun has it. */
    proxy?: string | undefined;
    /** Certificates, as Bun has them. */
    tls?: TLSOptions | undefined;
}

type Settings = Partial<ClientOptions>;
type Fields = Record<string, unknown>;

function refuse(name: string, key = name): never {
    throw refusal(`fetchOptions: ${name}`, FETCH_OPTIONS[key] ?? FETCH_OPTIONS.others ?? "");
}

/** Whether the option is set: an infinite bound is not. */
const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== null && value !== false && value !== Infinity;

/** The value that undici keeps under a symbol of this description; its releases agree only on that. */
function kept(dispatcher: object, description: string): unknown {
    const symbol = Object.getOwnPropertySymbols(dispatcher).find((one) => one.description === description);
    return symbol === undefined ? undefined : (dispatcher as Record<symbol, unknown>)[symbol];
}

/** A PEM text, or several in one. */
function pem(value: unknown, name: string): string {
    if (typeof value === "string") return value;
    if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
    if (Array.isArray(value)) return value.map((one) => pem(one, name)).join("\n");
    return refuse(name, "tls");
}

const VERSIONS: Readonly<Record<string, "1.2" | "1.3">> = { "TLSv1.2": "1.2", "TLSv1.3": "1.3" };

/** The options of connections: certificates, versions, limits. */
const OF_CONNECTIONS: Readonly<Record<string, (value: unknown) => Settings>> = {
    ca: (value) => ({ onlyCaPem: pem(value, "ca") }),
    cert: (value) => ({ clientCertificatePem: pem(value, "cert") }),
    key: (value) => ({ clientKeyPem: pem(value, "key") }),
    minVersion(value) {
        const version = VERSIONS[String(value)];
        return version === undefined ? refuse("minVersion", "tls") : { minTlsVersion: version };
    },
    rejectUnauthorized: (value) => (value === true ? {} : refuse("rejectUnauthorized")),
    timeout: (value) => (typeof value === "number" ? { connectTimeout: value } : refuse("connect.timeout")),
    localAddress: (value) => ({ localAddress: String(value) }),
    socketPath: (value) => ({ unixSocket: String(value) }),
    allowH2: () => ({ httpVersion: "negotiate" }),
};

function ofConnections(given: unknown): Settings {
    if (!isGiven(given)) return {};
    if (typeof given !== "object") return refuse("connect");
    const made: Settings = {};
    for (const [name, value] of Object.entries(given as Fields)) {
        // `false` is a word of its own here: no certificate is verified.
        if (!isGiven(value) && !(name === "rejectUnauthorized" && value === false)) continue;
        Object.assign(made, (OF_CONNECTIONS[name] ?? (() => refuse(`connect.${name}`, "tls")))(value));
    }
    return made;
}

/** The further options of an agent; those of a proxy are read where it keeps them. */
const OF_AGENTS: Readonly<Record<string, (value: unknown) => Settings>> = {
    connect: ofConnections,
    tls: ofConnections,
    allowH2: () => ({ httpVersion: "negotiate" }),
    keepAliveTimeout: (value) => ({ pool: { idleTimeout: Number(value) } }),
    connectTimeout: (value) => ({ connectTimeout: Number(value) }),
    ...Object.fromEntries(
        ["uri", "token", "auth", "headers", "requestTls", "proxyTls", "proxyTunnel"].map((name) => [
            name,
            () => ({}),
        ]),
    ),
};

function ofAgent(agent: object, isBehindProxy: boolean): Settings {
    const options = kept(agent, "options");
    if (typeof options !== "object" || options === null) return refuse("dispatcher");
    const made: Settings = {};
    for (const [name, value] of Object.entries(options as Fields)) {
        // That of a proxy makes the tunnel; an address that was given as a text has come apart.
        if (!isGiven(value) || (isBehindProxy && /^(connect|\d+)$/.test(name))) continue;
        Object.assign(
            made,
            (OF_AGENTS[name] ?? (() => refuse(name, name in FETCH_OPTIONS ? name : "dispatcher")))(value),
        );
    }
    return made;
}

/** The address of a proxy with the credentials from its headers. */
function proxied(address: string, headers: Fields): string {
    const url = new URL(address);
    for (const [name, value] of Object.entries(headers)) {
        if (name.toLowerCase() !== "proxy-authorization") refuse("headers of the proxy", "proxyHeaders");
        if (!isGiven(value)) continue;
        const [scheme = "", secret = ""] = String(value).split(" ");
        const [user, ...password] = Buffer.from(secret, "base64").toString("utf8").split(":");
        if (scheme.toLowerCase() !== "basic" || user === undefined) return refuse("token", "proxyHeaders");
        url.username = encodeURIComponent(user);
        url.password = encodeURIComponent(password.join(":"));
    }
    return url.href;
}

function ofDispatcher(dispatcher: object): Settings {
    const { name } = dispatcher.constructor;
    if (name === "Agent") return ofAgent(dispatcher, false);
    const address = (kept(dispatcher, "proxy agent options") as Fields | undefined)?.uri;
    const agent = kept(dispatcher, "proxy agent");
    if (name !== "ProxyAgent" || typeof address !== "string" || typeof agent !== "object" || agent === null)
        return refuse(name === "EnvHttpProxyAgent" ? name : "dispatcher");
    if (isGiven(kept(dispatcher, "proxy tls settings"))) refuse("proxyTls");
    return {
        ...ofAgent(agent, true),
        ...ofConnections(kept(dispatcher, "request tls settings")),
        proxy: proxied(address, (kept(dispatcher, "proxy headers") ?? {}) as Fields),
    };
}

/** Translates options of fetch to settings. Throws for an option without a counterpart. */
export function settingsOf(given: unknown): Settings {
    if (!isGiven(given)) return {};
    if (typeof given !== "object") return refuse("others");
    const { dispatcher, proxy, tls, ...others } = given as FetchOptions;
    for (const [name, value] of Object.entries(others)) if (isGiven(value)) refuse(name, "others");
    const made = { ...ofConnections(tls) };
    if (isGiven(proxy)) {
        if (typeof proxy !== "string") return refuse("proxy", "others");
        made.proxy = proxy;
    }
    if (!isGiven(dispatcher)) return made;
    if (typeof dispatcher !== "object") return refuse("dispatcher");
    return { ...made, ...ofDispatcher(dispatcher) };
}
