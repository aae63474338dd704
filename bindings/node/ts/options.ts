// Types of settings and options. Times are milliseconds. It must not hold anything that runs.

import type { KeyFunction } from "./core.js";
import type { Logger, LogLevel } from "./log.js";
import type { StopListener } from "./stops.js";

/** Header lines; null leaves a default out. */
export type HeadersOption =
    Readonly<Record<string, string | null | undefined>> | Iterable<readonly [string, string | null]>;

/** Query parameters. */
export type QueryOption =
    Readonly<Record<string, string | number | boolean | undefined>> | Iterable<readonly [string, string]>;

/** What a call sets for itself. */
export interface RequestOptions {
    /** Gives the call up when it is aborted. */
    signal?: AbortSignal | null | undefined;
    /** For one attempt: a whole answer, or the longest silence of a stream. */
    timeout?: number | undefined;
    /** For the call with all its attempts and waits. */
    totalTimeout?: number | undefined;
    /** Until the first event of a stream other than a ping. */
    firstEventTimeout?: number | undefined;
    /** How often the call may be repeated. */
    maxRetries?: number | undefined;
    /** Headers in place of defaults of the same name; null leaves a default out. */
    headers?: HeadersOption | undefined;
    /** Headers whose values are secrets, although their names do not say so: masked, and never sent over plain http. */
    secretHeaders?: HeadersOption | undefined;
    /** Query parameters. */
    query?: QueryOption | undefined;
    /** Top-level keys of the body; they win over those of the request. As text, JSON whose numbers may be of any size. */
    body?: object | string | undefined;
    /** Beta features, besides those of the client. */
    betas?: string | readonly string[] | undefined;
    /** Whether a long call for a whole answer may travel as a stream inside. */
    carry?: "auto" | "whole" | undefined;
    /** Another key for this call. */
    apiKey?: string | undefined;
    /** Another bearer token for this call. */
    authToken?: string | undefined;
}

/** Options of `request()`. Here `body` is the body itself. */
export interface RawRequestOptions extends Omit<RequestOptions, "body" | "carry"> {
    /** A value for JSON, or JSON as text or bytes. */
    body?: object | string | Uint8Array | null | undefined;
    /** Gives the body as it comes. */
    stream?: boolean | undefined;
}

/** Waits before retries. */
export interface BackoffOptions {
    first: number;
    factor?: number | undefined;
    cap: number;
    jitter?: number | undefined;
}

/** When and how a call is repeated. */
export interface RetryOptions {
    /** The numbers to start from: the service's specification, those of the public clients, or no retries. */
    profile?: "spec" | "public" | "none" | undefined;
    rateLimit?: BackoffOptions | undefined;
    server?: BackoffOptions | undefined;
    connection?: BackoffOptions | undefined;
    maxRetries?: number | undefined;
    /** The longest delay asked for by the service that is waited for. */
    maxRetryAfter?: number | undefined;
    /** Repeat a whole answer that travelled as a stream and was cut in its middle: it is billed again. */
    repeatCutAnswers?: boolean | undefined;
}

/** How many retries a client may spend; each costs a token. */
export interface BudgetOptions {
    tokens?: number | undefined;
    /** Tenths of a token that a success gives back. */
    tenthsBack?: number | undefined;
}

/** Connections kept for later. */
export interface PoolOptions {
    maxIdlePerHost?: number | undefined;
    /** null: for ever. */
    idleTimeout?: number | null | undefined;
    /** null: none. */
    tcpKeepalive?: number | null | undefined;
}

/** A scripted clock for tests: waits are recorded, not slept. */
export interface ClockOptions {
    random?: readonly number[] | undefined;
    unixMs?: number | undefined;
}

/** Settings of a client; the README explains each. */
export interface ClientOptions {
    /** The key, or a function that gives it: asked for each call, again for each repetition, once more after a 401. */
    apiKey?: string | KeyFunction | null | undefined;
    authToken?: string | null | undefined;
    noCredentials?: boolean | undefined;
    baseURL?: string | null | undefined;
    vendor?: string | undefined;
    version?: string | undefined;
    betas?: string | readonly string[] | undefined;
    defaultHeaders?: HeadersOption | undefined;
    /** Headers whose values are secrets, although their names do not say so: masked, and never sent over plain http. */
    secretHeaders?: HeadersOption | undefined;
    defaultQuery?: QueryOption | undefined;
    /** Top-level keys to set in the body of every message call; JSON of an object may stand in its place. */
    body?: object | string | undefined;
    userAgentSuffix?: string | undefined;
    allowPlainHttp?: boolean | undefined;
    httpVersion?: "1" | "2" | "negotiate" | undefined;
    /** An address (`http`, `https`, `socks5`, `socks5h`), `"env"` for what the environment says, or `"none"`. */
    proxy?: string | undefined;
    /** Hosts, domains and networks that go directly although there is a proxy. */
    noProxy?: string | readonly string[] | undefined;
    caPem?: string | readonly string[] | undefined;
    onlyCaPem?: string | readonly string[] | undefined;
    /** What the client shows of itself, together with its key. */
    clientCertificatePem?: string | undefined;
    clientKeyPem?: string | undefined;
    minTlsVersion?: "1.2" | "1.3" | undefined;
    /** Addresses to use in place of looking a name up. */
    resolve?: Readonly<Record<string, string | readonly string[]>> | undefined;
    /** The IP address that connections come from. */
    localAddress?: string | undefined;
    /** The path of a socket that is connected to in place of the host. */
    unixSocket?: string | undefined;
    pool?: PoolOptions | undefined;
    carry?: "auto" | "whole" | undefined;
    /** For one attempt: a whole answer, or the longest silence of a stream. */
    timeout?: number | undefined;
    connectTimeout?: number | undefined;
    answerTimeout?: number | undefined;
    streamSilenceTimeout?: number | undefined;
    streamProgressTimeout?: number | undefined;
    /** Until the first event of a stream other than a ping. */
    firstEventTimeout?: number | undefined;
    /** For one attempt at a whole answer that travels as a stream inside. */
    longAnswerTimeout?: number | undefined;
    totalTimeout?: number | undefined;
    maxRetries?: number | undefined;
    retry?: RetryOptions | undefined;
    /** null: no limit. */
    budget?: BudgetOptions | null | undefined;
    maxEventBytes?: number | undefined;
    maxErrorBodyBytes?: number | undefined;
    maxResponseBytes?: number | undefined;
    maxStreamBytes?: number | undefined;
    logBodies?: boolean | undefined;
    idempotencyHeader?: string | undefined;
    clock?: ClockOptions | undefined;
    /** Whether to look up in the environment what is not given. */
    fromEnv?: boolean | undefined;
    /** Where log records of this thread's clients go. */
    logger?: Logger | undefined;
    logLevel?: LogLevel | undefined;
    /**
     * Called for each message that ended with another stop reason than `end_turn`, on this thread and in the
     * AsyncLocalStorage context of the call, before the answer is handed out.
     */
    onStop?: StopListener | undefined;
}
