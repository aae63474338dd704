// Types of settings and options. Times are milliseconds. It must not hold anything that runs.

import type { BetaName } from "./betas.js";
import type { CredentialFunction, KeyFunction } from "./core.js";
import type { Logger, LogLevel } from "./log.js";
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
    /** Headers to send, and with null those not to send. In place of defaults of the same name. */
    headers?: HeadersOption | undefined;
    /**
     * Headers to send whose values are secrets, although their names do not say so. Masked wherever something prints,
     * and never sent over plain http.
     */
    secretHeaders?: HeadersOption | undefined;
    /** Query parameters; one of the same name set on the client gives way. */
    query?: QueryOption | undefined;
    /**
     * Top-level keys to set in the body. They win over those of the request. As text, JSON whose numbers may be of any
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
    /** How many times the call may be repeated. */
    maxRetries?: number | undefined;
    /** Whether a long whole answer is streamed inside. */
    streamLongAnswers?: boolean | undefined;
    /** The API key of this call, in place of the client's credential. */
    apiKey?: string | undefined;
    /** The token of this call, in place of the client's credential. */
    authToken?: string | undefined;
    /** Gives the call up when it is aborted. */
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
    /** What each further wait is multiplied by; 1 unless given. */
    factor?: number | undefined;
    /** No wait is longer than this. */
    cap: number;
    /** The most that chance adds to a wait; 0 unless given. */
    jitter?: number | undefined;
}

/** When and how a call is repeated. */
export interface RetryOptions {
    /**
     * The numbers to start from. Those of the service's specification, which waits 5 s after a failure of the service,
     * those of the public clients, which begin with half a second, or no retries. Default: `default`.
     */
    profile?: "default" | "sdk_compatible" | "none" | undefined;
    /** The waits after a rate limit. */
    rateLimit?: BackoffOptions | undefined;
    /** The waits after a failure of the service. */
    server?: BackoffOptions | undefined;
    /** The waits after a lost connection or a timeout. */
    connection?: BackoffOptions | undefined;
    /** How often a call is repeated at most. Default: 3. */
    maxRetries?: number | undefined;
    /** The longest delay asked for by the service that is waited for. */
    maxRetryAfter?: number | undefined;
    /**
     * Whether a whole answer that had begun and was cut, or was too slow, is asked for again, and billed again. Each
     * repetition is billed: with 3 retries one call can cost four answers. On in the profile `sdk_compatible`. Default:
     * off.
     */
    repeatCutAnswers?: boolean | undefined;
}

/** How many retries a client may spend; each costs a token. */
export interface BudgetOptions {
    /** Retries at hand at the start, and never more. Default: 100. */
    tokens?: number | undefined;
    /** The part of a retry that a success gives back. Default: 0.1. */
    refillPerSuccess?: number | undefined;
}

/** Connections kept for later. */
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
    /** What chance gives, one after the other and then again. */
    random?: readonly number[] | undefined;
    /** Where the calendar starts: milliseconds since 1970. */
    unixMs?: number | undefined;
}
// end generated

/** Settings of a client; the README explains each. */
export interface ClientOptions {
    // generated: client, from schema/settings.toml by `make generate`
    /**
     * Where calls go: scheme, host, and a path prefix if there is one; a query in it is dropped. Default: from the
     * environment.
     */
    baseURL?: string | null | undefined;
    /**
     * The API key, sent as x-api-key. Or a function that gives it: asked for each call, again for each repetition, once
     * more after a 401. Default: from the environment.
     */
    apiKey?: string | KeyFunction | null | undefined;
    /** A token, sent as a bearer token in place of a key. Default: from the environment. */
    authToken?: string | null | undefined;
    /**
     * A function that gives the credential of each attempt: a signature, a token that expires, another address. It sees
     * the request as it will be sent, and is asked once more after a 401.
     */
    credentials?: CredentialFunction | undefined;
    /** Send no credential: something on the way adds it. Default: off. */
    noCredentials?: boolean | undefined;
    /** The vendor name, which begins the names of the service's headers. Default: from the environment. */
    vendor?: string | undefined;
    /**
     * The value of the version header. It chooses the dialect: from 2026-10-21 on, which `latest` stands for, a key is
     * sent as a bearer token, and there are no sampling parameters. Default: from the environment.
     */
    version?: string | undefined;
    /** Beta features to ask for in every call. */
    betas?: BetaName | readonly BetaName[] | undefined;
    /** The user profile that every call is made on behalf of. */
    userProfileId?: string | undefined;
    /** The workspace of every call, for credentials that can act in several. */
    workspaceId?: string | undefined;
    /** Headers to send in every call, and with null those not to send. */
    defaultHeaders?: HeadersOption | undefined;
    /**
     * Headers to send in every call whose values are secrets, although their names do not say so. Masked wherever
     * something prints, and never sent over plain http.
     */
    secretHeaders?: HeadersOption | undefined;
    /** Query parameters to add to every call. */
    defaultQuery?: QueryOption | undefined;
    /** Top-level keys to set in the body of every message call. As text, JSON whose numbers may be of any size. */
    body?: object | string | undefined;
    /** Appended to the user agent, for example my-service/2.1. */
    userAgentSuffix?: string | undefined;
    /** Let the credential travel over plain http to another machine. Default: off. */
    allowPlainHttp?: boolean | undefined;
    /** The HTTP version to speak. `negotiate`: whatever the TLS handshake settles on. Default: `1`. */
    httpVersion?: "1" | "2" | "negotiate" | undefined;
    /**
     * The proxy that calls go through. A URL (`http`, `https`, `socks5`, `socks5h`), `env` for what the environment
     * says, or `none`. Default: `env` with `from_env`, else `none`.
     */
    proxy?: string | undefined;
    /**
     * Hosts, domains, addresses and networks that go directly although there is a proxy. Each with its port, if need
     * be; a domain covers what is below it.
     */
    noProxy?: string | readonly string[] | undefined;
    /** The path of the unix socket that all connections lead to. */
    unixSocket?: string | undefined;
    /** Addresses of hosts, which are then not looked up. */
    resolve?: Readonly<Record<string, string | readonly string[]>> | undefined;
    /** The address of this machine that connections begin at. */
    localAddress?: string | undefined;
    /** The certificate to show to a service that asks for one, as PEM; needs `clientKeyPem`. */
    clientCertificatePem?: string | undefined;
    /** The private key of `clientCertificatePem`, as PEM. */
    clientKeyPem?: string | undefined;
    /** The oldest version of TLS that may be spoken. Default: `1.2`. */
    minTlsVersion?: "1.2" | "1.3" | undefined;
    /** PEM bundles of certificate authorities to trust besides those of the system. */
    caPem?: string | readonly string[] | undefined;
    /** PEM bundles of certificate authorities to trust, and no others. */
    onlyCaPem?: string | readonly string[] | undefined;
    /** How idle connections are kept. */
    pool?: PoolOptions | undefined;
    /** Whether a long whole answer is streamed inside. Default: `true`. */
    streamLongAnswers?: boolean | undefined;
    /** The limit for a connection to be made. Default: 10000. */
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
    /** The size of the largest event a stream may bring. Default: 64 MiB. */
    maxEventBytes?: number | undefined;
    /** How much of an error's body is kept. Default: 1 MiB. */
    maxErrorBodyBytes?: number | undefined;
    /** The size of the largest answer. Default: 256 MiB. */
    maxResponseBytes?: number | undefined;
    /** How much a stream may bring in all. Default: 128 MiB. */
    maxStreamBytes?: number | undefined;
    /** Let the log hold request and response bodies, which hold what users said. Default: off. */
    logBodies?: boolean | undefined;
    /**
     * Models that are deprecated, each with the day it answers no more from on, and with null those that are not.
     * Written as 2026-11-30; empty if the day is not known.
     */
    deprecatedModels?: Readonly<Record<string, string | null>> | undefined;
    /**
     * Let the first request to a deprecated model leave a warning in the log. Once for each model and client. Default:
     * on.
     */
    deprecationWarnings?: boolean | undefined;
    /** The header for a random key that is the same on every attempt of a call. Default: none. */
    idempotencyHeader?: string | undefined;
    /** The budget that keeps all calls of the client from retrying at once. With null: no limit. */
    budget?: BudgetOptions | null | undefined;
    /** What is retried, and when. */
    retry?: RetryOptions | undefined;
    /** How often a call is repeated at most. Default: 3. */
    maxRetries?: number | undefined;
    /** A clock for tests: waits between attempts are recorded and not slept. */
    clock?: ClockOptions | undefined;
    /** The limit of one attempt: a whole answer, or the longest silence of a stream. */
    timeout?: number | undefined;
    /** Whether to look up in the environment what is not given. Default: on. */
    fromEnv?: boolean | undefined;
    /**
     * Called for each message that ended with another stop reason than `end_turn`. It runs on this thread and in the
     * AsyncLocalStorage context of the call, before the answer is handed out.
     */
    onStop?: StopListener | undefined;
    /** Where log records of this thread's clients go. */
    logger?: Logger | undefined;
    /** The least severe records that the logger gets. */
    logLevel?: LogLevel | undefined;
    // end generated
}
