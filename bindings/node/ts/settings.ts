// How users spell settings and options, and how the native half does. One place for both. Defaults and the judgement of
// values are the core's.

import { native } from "./native.js";
import { needBoolean, needObject } from "./arguments.js";
import { refuseHalves } from "./json_argument.js";
import { halfIn, write } from "./json.js";
import { kindOf } from "./kind_of.js";

type Convert = (name: string, value: unknown) => unknown;
type Row = readonly [target: string, convert: Convert];
type Table = ReadonlyMap<string, Row>;

/**
 * Replaces values that JSON does not have, which would arrive as "not set": no setting accepts it, and the error of the
 * core names the accepted values.
 */
const NO_VALUE: readonly unknown[] = [[]];

const same: Convert = (_, value) =>
    typeof value === "symbol" ||
    typeof value === "function" ||
    typeof value === "bigint" ||
    (typeof value === "number" && !Number.isFinite(value))
        ? NO_VALUE
        : value;

/** JSON has no NaN or Infinity: they would arrive as "not set". */
const ms: Convert = (name, value) => {
    if (typeof value !== "number" || !Number.isFinite(value)) {
        throw new TypeError(`${name} must be a number of milliseconds, and is ${kindOf(value)}`);
    }
    return value;
};

function entries(name: string, value: unknown): [string, unknown][] {
    if (typeof value !== "object" || value === null) {
        throw new TypeError(`${name} must be an object, and is ${kindOf(value)}`);
    }
    if (Symbol.iterator in value) {
        const pairs = [...(value as Iterable<[string, unknown]>)];
        if (pairs.every(Array.isArray)) return pairs;
        throw new TypeError(`${name} must be an object, or a list of names with their values`);
    }
    return Object.entries(value).filter(([, item]) => item !== undefined);
}

const map: Convert = (name, value) => Object.fromEntries(entries(name, value));

/** JSON that is passed on as it is written. */
class Text {
    constructor(readonly json: string) {}
}

const mapOrText: Convert = (name, value) => {
    if (typeof value !== "string") return map(name, value);
    let read: unknown;
    try {
        read = JSON.parse(value);
    } catch {
        read = undefined;
    }
    if (!isMap(read)) throw new TypeError(`${name} must be an object, or JSON of one as text`);
    refuseHalves(name, value);
    return new Text(value);
};

const query: Convert = (name, value) =>
    Object.fromEntries(
        entries(name, value).map(([key, item]) => [
            key,
            typeof item === "number" || typeof item === "boolean" ? String(item) : item,
        ]),
    );

const list: Convert = (name, value) => {
    const all: unknown = typeof value === "string" ? [value] : value;
    if (Array.isArray(all) && all.every((one) => typeof one === "string")) return all;
    throw new TypeError(`${name} must be text or an array of text, and is ${kindOf(value)}`);
};

function nested(table: Record<string, Row>): Convert {
    const rows = new Map(Object.entries(table));
    return (name, value) => {
        if (value === null) return null;
        needObject(name, value, `{ ${[...rows.keys()].slice(0, 2).join(", ")} }`);
        return convert(entries(name, value), rows, `${name}.`);
    };
}

/** A list of such objects. */
function eachOf(one: Convert): Convert {
    return (name, value) => {
        if (!Array.isArray(value)) throw new TypeError(`${name} must be an array, and is ${kindOf(value)}`);
        return value.map((item: unknown, index) => one(`${name}[${index}]`, item));
    };
}

const msOrNull: Convert = (name, value) => (value === null ? null : ms(name, value));

// generated: groups, from schema/settings.toml by `make generate`
const backoff = nested({
    first: ["first_ms", ms],
    factor: ["factor", same],
    cap: ["cap_ms", ms],
    jitter: ["jitter_ms", ms],
});

const retry = nested({
    profile: ["profile", same],
    rateLimit: ["rate_limit", backoff],
    server: ["server", backoff],
    connection: ["connection", backoff],
    maxRetries: ["max_retries", same],
    maxRetryAfter: ["max_retry_after_ms", ms],
    repeatCutAnswers: ["repeat_cut_answers", same],
});

const budget = nested({
    tokens: ["tokens", same],
    refillPerSuccess: ["refill_per_success", same],
});

const recordings = nested({
    folder: ["folder", same],
    mode: ["mode", same],
    matching: ["matching", same],
    timing: ["timing", same],
});

const route = nested({
    model: ["model", same],
    baseURL: ["base_url", same],
    apiKey: ["api_key", same],
    authToken: ["auth_token", same],
    forModel: ["for_model", same],
    name: ["name", same],
});

const pool = nested({
    maxIdlePerHost: ["max_idle_per_host", same],
    idleTimeout: ["idle_timeout_ms", msOrNull],
    tcpKeepalive: ["tcp_keepalive_ms", msOrNull],
});

const clock = nested({
    follows: ["follows", same],
    random: ["random", same],
    unixMs: ["unix_ms", same],
});
// end generated

const CALL_ROWS: [string, Row][] = Object.entries({
    // generated: call, from schema/settings.toml by `make generate`
    headers: ["headers", map],
    secretHeaders: ["secret_headers", map],
    query: ["query", query],
    body: ["body_keys", mapOrText],
    betas: ["beta", list],
    userProfileId: ["user_profile_id", same],
    workspaceId: ["workspace_id", same],
    timeout: ["timeout_ms", ms],
    totalTimeout: ["total_timeout_ms", ms],
    firstEventTimeout: ["first_event_timeout_ms", ms],
    maxRetries: ["max_retries", same],
    streamLongAnswers: ["stream_long_answers", same],
    priority: ["priority", same],
    labels: ["labels", list],
    apiKey: ["api_key", same],
    authToken: ["auth_token", same],
    // end generated
});

const CALL: Table = new Map(CALL_ROWS);

/** Options that a copy of a client may set for its calls and still share its connections. */
const DEFAULTS: Table = new Map([
    ...CALL_ROWS,
    ["defaultHeaders", ["headers", map]],
    ["defaultQuery", ["query", query]],
] as [string, Row][]);

const CLIENT: Table = new Map(
    Object.entries({
        // generated: client, from schema/settings.toml by `make generate`
        baseURL: ["base_url", same],
        apiKey: ["api_key", same],
        authToken: ["auth_token", same],
        apiKeys: ["api_keys", same],
        apiKeyFile: ["api_key_file", same],
        noCredentials: ["no_credentials", same],
        vendor: ["vendor", same],
        version: ["version", same],
        betas: ["beta", list],
        userProfileId: ["user_profile_id", same],
        workspaceId: ["workspace_id", same],
        defaultHeaders: ["headers", map],
        headers: ["headers", map],
        secretHeaders: ["secret_headers", map],
        defaultQuery: ["query", query],
        query: ["query", query],
        body: ["body_keys", mapOrText],
        userAgentSuffix: ["user_agent_suffix", same],
        allowPlainHttp: ["allow_plain_http", same],
        httpVersion: ["http_version", same],
        proxy: ["proxy", same],
        noProxy: ["no_proxy", list],
        unixSocket: ["unix_socket", same],
        resolve: ["resolve", map],
        localAddress: ["local_address", same],
        clientCertificatePem: ["client_certificate_pem", same],
        clientKeyPem: ["client_key_pem", same],
        minTlsVersion: ["min_tls_version", same],
        caPem: ["ca_pem", list],
        onlyCaPem: ["only_ca_pem", list],
        pool: ["pool", pool],
        streamLongAnswers: ["stream_long_answers", same],
        connectTimeout: ["connect_timeout_ms", ms],
        answerTimeout: ["answer_timeout_ms", ms],
        streamSilenceTimeout: ["stream_silence_timeout_ms", ms],
        streamProgressTimeout: ["stream_progress_timeout_ms", ms],
        firstEventTimeout: ["first_event_timeout_ms", ms],
        longAnswerTimeout: ["long_answer_timeout_ms", ms],
        totalTimeout: ["total_timeout_ms", ms],
        maxEventBytes: ["max_event_bytes", same],
        maxErrorBodyBytes: ["max_error_body_bytes", same],
        maxResponseBytes: ["max_response_bytes", same],
        maxStreamBytes: ["max_stream_bytes", same],
        maxRequestBytes: ["max_request_bytes", same],
        logBodies: ["log_bodies", same],
        deprecatedModels: ["deprecated_models", map],
        deprecationWarnings: ["deprecation_warnings", same],
        idempotencyHeader: ["idempotency_header", same],
        budget: ["budget", budget],
        retry: ["retry", retry],
        maxRetries: ["max_retries", same],
        pacing: ["pacing", same],
        priority: ["priority", same],
        maxInFlight: ["max_in_flight", same],
        maxInFlightPerHost: ["max_in_flight_per_host", same],
        adaptiveInFlight: ["adaptive_in_flight", same],
        limits: ["limits", same],
        requestsPerMinute: ["requests_per_minute", same],
        tokensPerMinute: ["tokens_per_minute", same],
        inputTokensPerMinute: ["input_tokens_per_minute", same],
        outputTokensPerMinute: ["output_tokens_per_minute", same],
        noticeAt: ["notice_at", same],
        hedge: ["hedge", same],
        ledger: ["ledger", same],
        prices: ["prices", same],
        spendingLimits: ["spending_limits", same],
        routes: ["routes", eachOf(route)],
        routeAfter: ["route_after", same],
        routeFor: ["route_for_ms", ms],
        labels: ["labels", list],
        callLog: ["call_log", same],
        cache: ["cache", same],
        cacheWarmUp: ["cache_warm_up", same],
        cacheKeepAlive: ["cache_keep_alive_ms", ms],
        recordings: ["recordings", recordings],
        clock: ["clock", clock],
        // end generated
    } satisfies Record<string, [string, Convert]>),
);

const isMap = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null && !Array.isArray(value);

/** Settings for which `null` means something; elsewhere it means that nothing was said. */
const NULL_COUNTS = new Set([
    // generated: nulls, from schema/settings.toml by `make generate`
    "budget",
    "idle_timeout_ms",
    "tcp_keepalive_ms",
    // end generated
]);

function unknown(name: string, known: string[], prefix: string): string {
    const near = native.nearest(name, known);
    const meant = near === null ? `known are ${known.join(", ")}` : `did you mean ${prefix}${near}?`;
    return `unknown option ${prefix}${name}; ${meant}`;
}

function convert(given: [string, unknown][], table: Table, prefix = ""): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (const [name, value] of given) {
        if (value === undefined) continue;
        const row = table.get(name);
        if (row === undefined) {
            throw new TypeError(unknown(name, [...table.keys()], prefix));
        }
        const [target, make] = row;
        if (value === null && !NULL_COUNTS.has(target)) continue;
        const made = make(prefix + name, value);
        const before = out[target];
        out[target] = isMap(made) && isMap(before) ? { ...before, ...made } : made;
    }
    return out;
}

/** Settings whose text is the program's, and is sent in a body or a query. */
const SAID: ReadonlySet<string> = new Set(["body_keys", "query"]);

/** A value as JSON. Half a surrogate pair becomes U+FFFD as in requests; in headers, keys and names it is a mistake. */
function valueOf(name: string, value: unknown): string {
    if (SAID.has(name)) return write(value);
    const json = JSON.stringify(value) as string | undefined;
    if (json !== undefined && halfIn(json) >= 0)
        throw new TypeError(
            `${name} holds half of a surrogate pair: its text was cut in the middle of a character`,
        );
    return String(json);
}

function written(given: [string, unknown][], table: Table): string {
    const members = Object.entries(convert(given, table)).map(
        ([name, value]) =>
            `${JSON.stringify(name)}:${value instanceof Text ? value.json : valueOf(name, value)}`,
    );
    return `{${members.join(",")}}`;
}

/** A program without types may give anything. */
function isGiven(what: string, given: unknown): asserts given is object {
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return;
    throw new TypeError(`${what} are an object, and not ${kindOf(given)}`);
}

/** The options of a call as JSON, or null if there are none. `signal` and the like are not for the native half. */
export function callOptions(given: object, without: ReadonlySet<string>): string | null {
    isGiven("the options of a call", given);
    const named = Object.entries(given).filter(([name, value]) => value !== undefined && !without.has(name));
    return named.length === 0 ? null : written(named, CALL);
}

/** The settings of a client as JSON. */
export function clientSettings(given: object): string {
    return written(Object.entries(given), CLIENT);
}

/** Refuses settings that are no object, such as a key alone. */
export function checkSettings(settings: unknown): asserts settings is object {
    isGiven("the settings of a client", settings);
    const { fromEnv } = settings as { fromEnv?: unknown };
    if (fromEnv !== undefined && fromEnv !== null) needBoolean("fromEnv", fromEnv);
}

/** Options for all calls of a client as JSON, out of those names for which {@link isDefault} holds. */
export function defaultOptions(given: object): string {
    return written(Object.entries(given), DEFAULTS);
}

/** Whether a copy of a client may differ by this and still share its connections. */
export function isDefault(name: string): boolean {
    return DEFAULTS.has(name);
}
