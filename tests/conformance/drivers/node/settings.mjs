// From the `config` and `options` of a line to the settings of the client.

import { hookOf } from "./hooks.mjs";

/** Settings whose value the package takes as it is: the name in a case, the name of the setting. */
const SAME = {
    headers: "defaultHeaders",
    query: "defaultQuery",
    resolve: "resolve",
    deprecated_models: "deprecatedModels",
    prices: "prices",
    spending_limits: "spendingLimits",
    hedge: "hedge",
    // generated: config, from schema/settings.toml by `make generate`
    vendor: "vendor",
    version: "version",
    beta: "betas",
    user_profile_id: "userProfileId",
    workspace_id: "workspaceId",
    user_agent_suffix: "userAgentSuffix",
    allow_plain_http: "allowPlainHttp",
    http_version: "httpVersion",
    proxy: "proxy",
    no_proxy: "noProxy",
    unix_socket: "unixSocket",
    local_address: "localAddress",
    client_certificate_pem: "clientCertificatePem",
    client_key_pem: "clientKeyPem",
    min_tls_version: "minTlsVersion",
    ca_pem: "caPem",
    only_ca_pem: "onlyCaPem",
    stream_long_answers: "streamLongAnswers",
    connect_timeout_ms: "connectTimeout",
    answer_timeout_ms: "answerTimeout",
    stream_silence_timeout_ms: "streamSilenceTimeout",
    stream_progress_timeout_ms: "streamProgressTimeout",
    first_event_timeout_ms: "firstEventTimeout",
    long_answer_timeout_ms: "longAnswerTimeout",
    total_timeout_ms: "totalTimeout",
    max_event_bytes: "maxEventBytes",
    max_error_body_bytes: "maxErrorBodyBytes",
    max_response_bytes: "maxResponseBytes",
    max_stream_bytes: "maxStreamBytes",
    max_request_bytes: "maxRequestBytes",
    log_bodies: "logBodies",
    deprecation_warnings: "deprecationWarnings",
    idempotency_header: "idempotencyHeader",
    max_retries: "maxRetries",
    pacing: "pacing",
    priority: "priority",
    max_in_flight: "maxInFlight",
    max_in_flight_per_host: "maxInFlightPerHost",
    adaptive_in_flight: "adaptiveInFlight",
    limits: "limits",
    requests_per_minute: "requestsPerMinute",
    tokens_per_minute: "tokensPerMinute",
    input_tokens_per_minute: "inputTokensPerMinute",
    output_tokens_per_minute: "outputTokensPerMinute",
    ledger: "ledger",
    route_after: "routeAfter",
    route_for_ms: "routeFor",
    labels: "labels",
    call_log: "callLog",
    cache: "cache",
    cache_warm_up: "cacheWarmUp",
    cache_keep_alive_ms: "cacheKeepAlive",
    // end generated
};

/** Settings that hold settings, whose names become those of JavaScript too. */
const NESTED = ["retry", "budget", "recordings", "clock"];

/** Options of a call whose value the package takes as it is. */
const CALL = {
    headers: "headers",
    query: "query",
    // generated: options, from schema/settings.toml by `make generate`
    beta: "betas",
    user_profile_id: "userProfileId",
    timeout_ms: "timeout",
    total_timeout_ms: "totalTimeout",
    first_event_timeout_ms: "firstEventTimeout",
    max_retries: "maxRetries",
    stream_long_answers: "streamLongAnswers",
    priority: "priority",
    labels: "labels",
    api_key: "apiKey",
    auth_token: "authToken",
    // end generated
};

/** `first_ms` as users write it: times are milliseconds everywhere, and no name says so. Names of units stay. */
const camel = (name) =>
    (name === "unix_ms" ? name : name.replace(/_ms$/, "")).replace(/_([a-z])/g, (_, letter) =>
        letter.toUpperCase(),
    );

function renamed(value) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [camel(name), renamed(item)]));
}

/** Gives the keys one after the other, and the last one for ever. */
function provider(keys, later) {
    const left = [...keys];
    const given = () => (left.length > 1 ? left.shift() : left[0]);
    return later ? async () => given() : given;
}

/** Gives the listed credentials one after the other, and the last one for ever. */
function hook(rows, later) {
    const left = [...rows];
    const given = (request) => credential(left.length > 1 ? left.shift() : left[0], request);
    return later ? async (request) => given(request) : given;
}

function credential(row, request) {
    const { api_key: apiKey, auth_token: authToken, url, fail, sign, valid_for_ms: validFor } = row;
    if (fail !== undefined) throw new Error(fail);
    const headers = { ...row.headers };
    if (sign !== undefined) headers[sign] = signature(request);
    return { apiKey, authToken, url, validFor, ...(Object.keys(headers).length > 0 && { headers }) };
}

/** The FNV-1a digest of what the hook is shown. */
function signature({ attempt, afterRefusal, method, url, body }) {
    if (body === null) throw new Error("a body that is a stream cannot be signed");
    const head = Buffer.from(`${attempt} ${afterRefusal} ${method} ${url}\n`);
    let digest = 0xcbf29ce484222325n;
    for (const byte of Buffer.concat([head, body]))
        digest = BigInt.asUintN(64, (digest ^ BigInt(byte)) * 0x100000001b3n);
    return digest.toString(16).padStart(16, "0");
}

function routeOf(row) {
    const { base_url: baseURL, ...rest } = row;
    return { ...renamed(rest), ...(baseURL !== undefined && { baseURL }) };
}

/** The settings of `Client` for a line. The environment plays no part. */
export function ofClient(line, log) {
    const { auth = "key", keys, credentials, hooks, routes, ...config } = line.config ?? {};
    const out = { fromEnv: false, baseURL: line.base_url, logger: log, logLevel: "debug" };
    if (auth === "key") out.apiKey = line.api_key;
    else if (auth === "bearer") out.authToken = line.api_key;
    else if (auth === "none") out.noCredentials = true;
    else if (auth === "provider") out.apiKey = provider(keys, line.variant !== "emitter");
    else if (auth === "keys") out.apiKeys = keys;
    else if (auth === "hook") out.credentials = hook(credentials, line.variant !== "emitter");
    else if (auth !== "unset") throw new Error(`unknown auth ${auth}`);
    if (hooks !== undefined) out.hooks = hooks.map((row) => hookOf(row, line.variant !== "emitter"));
    if (routes !== undefined) out.routes = routes.map(routeOf);
    for (const [name, value] of Object.entries(config)) {
        if (name in SAME) out[SAME[name]] = value;
        else if (NESTED.includes(name)) out[name] = renamed(value);
        else throw new Error(`unknown setting ${name}`);
    }
    return out;
}

/** The options of a call for its `options`. */
export function ofCall(options) {
    const out = {};
    for (const [name, value] of Object.entries(options ?? {})) {
        if (name in CALL) out[CALL[name]] = value;
        else if (name === "body_keys") {
            const members = Object.entries(value).map(([key, text]) => `${JSON.stringify(key)}:${text}`);
            out.body = `{${members.join(",")}}`;
        } else throw new Error(`unknown option ${name}`);
    }
    return out;
}
