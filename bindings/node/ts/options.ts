// Types of settings and options. Times are milliseconds. It must not hold anything that runs.

import type { BetaName } from "./betas.js";
import type { ApiKey, CredentialFunction, KeyFunction } from "./core.js";
import type { Price, SpendingLimit } from "./ledger.js";
import type { Logger, LogLevel } from "./log.js";
import type { Hook } from "./hook_chain.js";
import type { StopListener } from "./stops.js";

/** Header lines; null leaves a default out. */
export type HeadersOption =
    Readonly<Record<string, string | null | undefined>> | Iterable<readonly [string, string | null]>;

/** Query parameters. */
export type QueryOption =
    Readonly<Record<string, string | number | boolean | undefined>> | Iterable<readonly [string, string]>;

/** Options of a single call. */
export interface RequestOptions {
    // generated: call, from schema/settings.toml by `make generate`
    /** Headers to send; null removes a header. They replace defaults of the same name. */
    headers?: HeadersOption | undefined;
    /**
     * Headers to send whose values are secrets, although their names do not say so. Masked in all output, and never
     * sent over plain http.
     */
    secretHeaders?: HeadersOption | undefined;
    /** Query parameters; they replace those of the client with the same name. */
    query?: QueryOption | undefined;
    /**
     * Top-level keys to set in the body. They override those of the request. As text, JSON whose numbers may be of any
     * size.
     */
    body?: object | string | undefined;
    /** Beta features to ask for, besides those of the client. */
    betas?: BetaName | readonly BetaName[] | undefined;
    /** The user profile that the call is made on behalf of. */
    userProfileId?: string | undefined;
    /** The workspace of the call, for credentials that can act in several. */
    workspaceId?: string | undefined;
    /** The limit of one attempt: a whole answer, or the longest silence of a stream. */
    timeout?: number | undefined;
    /** The limit of the call with all its attempts and waits. */
    totalTimeout?: number | undefined;
    /** The longest time until the first event of a stream other than a ping. */
    firstEventTimeout?: number | undefined;
    /** The maximum number of retries of the call. */
    maxRetries?: number | undefined;
    /** Whether a long whole answer is streamed inside. */
    streamLongAnswers?: boolean | undefined;
    /** Which calls go first while calls wait for the rate limits. Default: `interactive`. */
    priority?: "interactive" | "bulk" | undefined;
    /** Labels that the ledger counts the call under, besides those of the client; they are not sent. */
    labels?: string | readonly string[] | undefined;
    /** The API key of this call, in place of the client's credential. */
    apiKey?: string | undefined;
    /** The token of this call, in place of the client's credential. */
    authToken?: string | undefined;
    /** Aborts the call. */
    signal?: AbortSignal | null | undefined;
    // end generated
}

/** Options of `request()`. Here `body` is the body itself. */
export interface RawRequestOptions extends Omit<RequestOptions, "body" | "carry"> {
    /**
     * A value for JSON, or JSON as text or bytes. A `FormData` is sent as a form of several parts. A `Blob`, a `File`,
     * the file at a `file:` URL, a stream and another asynchronous iterable of bytes are sent as they are, read while
     * they are sent; so are text and bytes, given a `mediaType`.
     */
    body?: object | string | Uint8Array | ArrayBuffer | null | undefined;
    /**
     * The media type of a body that is sent unchanged. Default: the type of a `Blob`, or `application/octet-stream`.
     */
    mediaType?: string | undefined;
    /** Gives the body as it comes. */
    stream?: boolean | undefined;
}

// generated: groups, from schema/settings.toml by `make generate`
/** Waits before retries. */
export interface BackoffOptions {
    /** The wait before the first retry. */
    first: number;
    /** The factor between one wait and the next; 1 unless given. */
    factor?: number | undefined;
    /** No wait is longer than this. */
    cap: number;
    /** The maximum random addition to a wait; 0 unless given. */
    jitter?: number | undefined;
}

/** When and how a call is repeated. */
export interface RetryOptions {
    /**
     * The numbers to start from. `default`: those of the service's specification, which waits 5 s after a failure of
     * the service; `sdk_compatible`: those of the public clients, which begin with half a second; `none`: no retries.
     * Default: `default`.
     */
    profile?: "default" | "sdk_compatible" | "none" | undefined;
    /** The waits after a rate limit. */
    rateLimit?: BackoffOptions | undefined;
    /** The waits after a failure of the service. */
    server?: BackoffOptions | undefined;
    /** The waits after a lost connection or a timeout. */
    connection?: BackoffOptions | undefined;
    /** The maximum number of retries of a call. Default: 3. */
    maxRetries?: number | undefined;
    /** The longest delay requested by the service that is obeyed. */
    maxRetryAfter?: number | undefined;
    /**
     * Whether to repeat a call whose whole answer was cut after its beginning, or was too slow. Each repetition is
     * billed again: with 3 retries one call can cost four answers. On in the profile `sdk_compatible`. Default: off.
     */
    repeatCutAnswers?: boolean | undefined;
}

/** How many retries a client may spend; each costs a token. */
export interface BudgetOptions {
    /** The retries available at the start, which is also the maximum. Default: 100. */
    tokens?: number | undefined;
    /** The fraction of a retry that a success returns. Default: 0.1. */
    refillPerSuccess?: number | undefined;
}

/** A folder of recorded answers. */
export interface RecordingsOptions {
    /** The path of the folder. For recording, it is created if its parent is there. */
    folder: string;
    /**
     * Whether answers are replayed, recorded, or both. `replay`: nothing is sent, and a request without a recording is
     * an error. `record`: each answer is recorded. `cache`: a recorded complete answer is given, and other requests are
     * sent and recorded. Default: `replay`.
     */
    mode?: "replay" | "record" | "cache" | undefined;
    /**
     * Which requests count as the same. `strict`: those with the same method, path and JSON. `loose`: of a message only
     * the model, the conversation and the names of tools count. Default: `strict`.
     */
    matching?: "strict" | "loose" | undefined;
    /** Whether a replayed answer takes as long as it took when it was recorded. Default: `false`. */
    timing?: boolean | undefined;
}

/** Where calls go while the service has no room for them; with at least one of the first four. */
export interface RouteOptions {
    /** The model that is asked in place of that of the call. */
    model?: string | undefined;
    /** The address that calls are sent to; one of another origin needs a credential of its own. */
    baseURL?: string | undefined;
    /** The API key that is sent in place of the client's credential. */
    apiKey?: string | undefined;
    /** A token, sent as a bearer token in place of the client's credential. */
    authToken?: string | undefined;
    /** The model whose calls take the route. Default: calls of all models. */
    forModel?: string | undefined;
    /** How answers name the route. Default: `route-1` for the first, and so on. */
    name?: string | undefined;
}

/** Idle connections that are kept for reuse. */
export interface PoolOptions {
    /** Idle connections kept per host; 0 for none. Default: 1024. */
    maxIdlePerHost?: number | undefined;
    /** How long an idle connection is kept. Default: 90000. With null: for ever. */
    idleTimeout?: number | null | undefined;
    /** Idle time before TCP keep-alive probes. Default: 60000. With null: none. */
    tcpKeepalive?: number | null | undefined;
}

/** A scripted clock for tests: waits are recorded, not slept. */
export interface ClockOptions {
    /** The address of the emulator's shared time, on which time limits then run. */
    follows?: string | undefined;
    /** The values of the random generator, used in turn and repeatedly. */
    random?: readonly number[] | undefined;
    /** The start of the wall clock: milliseconds since 1970. */
    unixMs?: number | undefined;
}
// end generated

/** Settings of a client; the README explains each. */
export interface ClientOptions {
    // generated: client, from schema/settings.toml by `make generate`
    /**
     * The base URL of calls: scheme, host, and a path prefix if there is one; a query in it is dropped. Default: from
     * the environment.
     */
    baseURL?: string | null | undefined;
    /**
     * The API key, sent as x-api-key. Or a function that returns it: called for each call, again for each retry, and
     * once more after a 401. Default: from the environment.
     */
    apiKey?: string | KeyFunction | null | undefined;
    /** A token, sent as a bearer token in place of a key. Default: from the environment. */
    authToken?: string | null | undefined;
    /** Several API keys of one account, which take turns by their weights. */
    apiKeys?: readonly (string | ApiKey)[] | undefined;
    /**
     * The path of a file with API keys, one a line, each with its weight behind it if it is not 1. It is read again
     * while calls are made, so that keys can be replaced at run time.
     */
    apiKeyFile?: string | undefined;
    /**
     * A function that returns the credential of each attempt: a signature, a token that expires, another address. It
     * receives the request as it will be sent, and is called once more after a 401.
     */
    credentials?: CredentialFunction | undefined;
    /** Send no credential, because a proxy or gateway adds it. Default: off. */
    noCredentials?: boolean | undefined;
    /** The vendor name, which begins the names of the service's headers. Default: from the environment. */
    vendor?: string | undefined;
    /**
     * The value of the version header. It selects the dialect: since 2026-10-21, which `latest` selects, a key is sent
     * as a bearer token, and there are no sampling parameters. Default: from the environment.
     */
    version?: string | undefined;
    /** Beta features to ask for in every call. */
    betas?: BetaName | readonly BetaName[] | undefined;
    /** The user profile that every call is made on behalf of. */
    userProfileId?: string | undefined;
    /** The workspace of every call, for credentials that can act in several. */
    workspaceId?: string | undefined;
    /** Headers to send in every call; null removes a header. */
    defaultHeaders?: HeadersOption | undefined;
    /**
     * Headers to send in every call whose values are secrets, although their names do not say so. Masked in all output,
     * and never sent over plain http.
     */
    secretHeaders?: HeadersOption | undefined;
    /** Query parameters to add to every call. */
    defaultQuery?: QueryOption | undefined;
    /** Top-level keys to set in the body of every message call. As text, JSON whose numbers may be of any size. */
    body?: object | string | undefined;
    /** Appended to the user agent, for example my-service/2.1. */
    userAgentSuffix?: string | undefined;
    /** Permit sending the credential over plain http to another machine. Default: off. */
    allowPlainHttp?: boolean | undefined;
    /** The HTTP version to use. `negotiate`: the version that the TLS handshake selects. Default: `1`. */
    httpVersion?: "1" | "2" | "negotiate" | undefined;
    /**
     * The proxy that calls go through. A URL (`http`, `https`, `socks5`, `socks5h`), `env` for the proxy of the
     * environment, or `none`. Default: `env` with `from_env`, else `none`.
     */
    proxy?: string | undefined;
    /**
     * Hosts, domains, addresses and networks to connect to without the proxy. Each may have a port; a domain includes
     * its subdomains.
     */
    noProxy?: string | readonly string[] | undefined;
    /** The path of the unix socket for all connections. */
    unixSocket?: string | undefined;
    /** Addresses of hosts, used instead of DNS lookups. */
    resolve?: Readonly<Record<string, string | readonly string[]>> | undefined;
    /** The local address that connections use. */
    localAddress?: string | undefined;
    /** The client certificate, for a service that requests one, as PEM; needs `clientKeyPem`. */
    clientCertificatePem?: string | undefined;
    /** The private key of `clientCertificatePem`, as PEM. */
    clientKeyPem?: string | undefined;
    /** The minimum version of TLS. Default: `1.2`. */
    minTlsVersion?: "1.2" | "1.3" | undefined;
    /** PEM bundles of certificate authorities to trust besides those of the system. */
    caPem?: string | readonly string[] | undefined;
    /** PEM bundles of certificate authorities to trust, and no others. */
    onlyCaPem?: string | readonly string[] | undefined;
    /** How idle connections are kept. */
    pool?: PoolOptions | undefined;
    /** Whether a long whole answer is streamed inside. Default: `true`. */
    streamLongAnswers?: boolean | undefined;
    /** The limit for establishing a connection. Default: 10000. */
    connectTimeout?: number | undefined;
    /** The limit for one attempt at a whole answer. Default: 120000. */
    answerTimeout?: number | undefined;
    /** The longest time in a stream without a byte. Default: 120000. */
    streamSilenceTimeout?: number | undefined;
    /** The longest time in a stream without progress. Default: 600000. */
    streamProgressTimeout?: number | undefined;
    /** The longest time until the first event of a stream other than a ping. Default: none. */
    firstEventTimeout?: number | undefined;
    /** The limit for one attempt at a whole answer that travels as a stream. Default: 3600000. */
    longAnswerTimeout?: number | undefined;
    /** The limit for a call with all its attempts and waits. Default: none. */
    totalTimeout?: number | undefined;
    /** The maximum size of an event of a stream. Default: 64 MiB. */
    maxEventBytes?: number | undefined;
    /** The maximum size of an error's body that is kept. Default: 1 MiB. */
    maxErrorBodyBytes?: number | undefined;
    /** The maximum size of an answer. Default: 256 MiB. */
    maxResponseBytes?: number | undefined;
    /** The maximum size of a stream in total. Default: 128 MiB. */
    maxStreamBytes?: number | undefined;
    /** The maximum size of a request. Default: none. */
    maxRequestBytes?: number | undefined;
    /** Log request and response bodies, which contain what users said. Default: off. */
    logBodies?: boolean | undefined;
    /**
     * Deprecated models, each with the day of its retirement, or null for a model that is not deprecated. Written as
     * 2026-11-30; empty if the day is unknown.
     */
    deprecatedModels?: Readonly<Record<string, string | null>> | undefined;
    /** Log a warning at the first request to a deprecated model. Once for each model and client. Default: on. */
    deprecationWarnings?: boolean | undefined;
    /** The header for a random key that is the same on every attempt of a call. Default: none. */
    idempotencyHeader?: string | undefined;
    /** The budget that keeps all calls of the client from retrying at once. With null: no limit. */
    budget?: BudgetOptions | null | undefined;
    /** What is retried, and when. */
    retry?: RetryOptions | undefined;
    /** The maximum number of retries of a call. Default: 3. */
    maxRetries?: number | undefined;
    /**
     * Whether message calls wait for the rate limits of the key. `pace`: a call is sent when the limits of its model
     * have room for it. `observe`: no call waits; the limits are kept for a look at them. Default: `observe`.
     */
    pacing?: "off" | "observe" | "pace" | undefined;
    /** Which calls go first while calls wait for the rate limits. Default: `interactive`. */
    priority?: "interactive" | "bulk" | undefined;
    /** The maximum number of message calls in flight at once; further ones wait. Default: no cap. */
    maxInFlight?: number | undefined;
    /**
     * The maximum number of message calls in flight at once to one service, that of the client or of a route. Default:
     * no cap.
     */
    maxInFlightPerHost?: number | undefined;
    /**
     * Let the cap of calls in flight follow the service: it falls with overloads and slow answers. It begins at 16 and
     * never exceeds `max_in_flight`, or 1 024 without that. Default: off.
     */
    adaptiveInFlight?: boolean | undefined;
    /**
     * The address of a Redis or Valkey server through which processes share the rate limits of a key.
     * `redis://host:6379`, `rediss://` with TLS, `unix://`, or a cluster or sentinels. Calls are then paced, and
     * spending limits are shared too.
     */
    limits?: string | undefined;
    /** The requests per minute and model that the key may make, for the time before an answer reports the limit. */
    requestsPerMinute?: number | undefined;
    /** The same for input and output tokens together. */
    tokensPerMinute?: number | undefined;
    /** The same for input tokens. */
    inputTokensPerMinute?: number | undefined;
    /** The same for output tokens. */
    outputTokensPerMinute?: number | undefined;
    /** The used fraction of a rate limit at which the end of a call has a notice of it, above 0 and at most 1. */
    noticeAt?: number | undefined;
    /**
     * Second attempts beside slow ones for each call, at most: above 0 and at most 0.1, such as 0.03. Default: no
     * second attempts.
     */
    hedge?: number | undefined;
    /** Count what message calls use, by model and by label. Default: off. */
    ledger?: boolean | undefined;
    /**
     * Prices of models per million tokens, for costs in reports and limits in money. In a currency of yours; none is
     * built in. Without prices of the cache, they follow from that of input.
     */
    prices?: Readonly<Record<string, Price>> | undefined;
    /** Limits on what calls may use within a time, in tokens or money; a call that would go beyond one is refused. */
    spendingLimits?: readonly SpendingLimit[] | undefined;
    /** Other models, credentials or addresses for message calls while the service has no room for them. */
    routes?: readonly RouteOptions[] | undefined;
    /** How many answers in a row with 429, 503 or 529 have calls take a route. Default: 3. */
    routeAfter?: number | undefined;
    /** How long calls avoid a service that had no room for them before one asks it again. Default: 30000. */
    routeFor?: number | undefined;
    /** Labels that the ledger counts the calls under; they are not sent. */
    labels?: string | readonly string[] | undefined;
    /**
     * The path of a file that gets a JSON line for each call that ended: outcome, usage and times. Neither content nor
     * secrets. Several processes may write to one file.
     */
    callLog?: string | undefined;
    /**
     * Whether message calls that share a marked prefix wait until one of them has written it to the prompt cache.
     * `keep`: the first with a prefix that is not in the cache goes ahead; sent at once, each would pay for writing it.
     * `extend`: also, markers of five minutes become those of an hour where their prefixes come again after more than
     * five minutes. Default: `off`.
     */
    cache?: "off" | "keep" | "extend" | undefined;
    /**
     * Write a cold prefix by a request that generates nothing, before a call whose answer comes whole. Calls that share
     * the prefix wait for that request, and not for the first answer. Only with `cache`. Default: off.
     */
    cacheWarmUp?: boolean | undefined;
    /**
     * How long after its last use a prefix is kept in the prompt cache, by requests that generate nothing. No more of
     * them than `prices` say it costs to write the prefix again. Only with `cache` and `prices`. Default: none.
     */
    cacheKeepAlive?: number | undefined;
    /** A folder in which answers are recorded, from which they are replayed, or that is used as a cache. */
    recordings?: RecordingsOptions | undefined;
    /** A clock for tests: waits between attempts are recorded and not slept. */
    clock?: ClockOptions | undefined;
    /** The limit of one attempt: a whole answer, or the longest silence of a stream. */
    timeout?: number | undefined;
    /** Whether to read unset settings from the environment. Default: on. */
    fromEnv?: boolean | undefined;
    /**
     * Called for each message that ended with a stop reason other than `end_turn`. It runs on this thread and in the
     * AsyncLocalStorage context of the call, before the answer is returned.
     */
    onStop?: StopListener | undefined;
    /** Hooks around each call and each attempt, in the order in which they are asked. */
    hooks?: readonly Hook[] | undefined;
    /** The destination of the log records of this thread's clients. */
    logger?: Logger | undefined;
    /** The minimum severity of records for the logger. */
    logLevel?: LogLevel | undefined;
    // end generated
}
