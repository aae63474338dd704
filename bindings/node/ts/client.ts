// The client: its settings, copies with other settings, and the native client made from them.

import { ByteStream } from "./bytes.js";
import { type DrainReport, drainReport } from "./drain.js";
import { Core, type KeyFunction, RAW, type Request } from "./core.js";
import { rejected } from "./deferred.js";
import { environment } from "./environment.js";
import { translateErrors } from "./errors.js";
import { extraCertificates } from "./extra_ca.js";
import { needNumber, needObject, needText } from "./arguments.js";
import { bytesOf, refuseHalves } from "./json_argument.js";
import { write } from "./json.js";
import { type ReportOptions, type UsageReport, usageReport } from "./ledger.js";
import { type LimiterState, limiterState } from "./limiter.js";
import { type ClientStats, clientStats } from "./stats.js";
import * as log from "./log.js";
import { Messages } from "./messages.js";
import { native, type NativeClient, type NativeResourceCall } from "./native.js";
import type { ClientOptions, RawRequestOptions, RequestOptions } from "./options.js";
import type { Files, Limits, Models, Skills } from "./resources.js";
import { resources } from "./resources_lazy.js";
import { RawResponse } from "./response.js";
import { callOptions, checkSettings, clientSettings, defaultOptions, isDefault } from "./settings.js";
import { HookChain, register as registerChain } from "./hook_chain.js";
import { register, StopHook } from "./stops.js";
import { isBlob, isForm, isPlain, isStream, isURL } from "./shapes.js";
import { kindOf } from "./kind_of.js";
import { failed, unaryCall } from "./unary_call.js";
import { APIPromise } from "./api_promise.js";
import type { Uploads } from "./uploads.js";

const OURS: ReadonlySet<string> = new Set(["signal", "body", "mediaType", "stream"]);

/** Whether a body is sent as it is, and not as JSON. */
function isMade(body: unknown, mediaType: string | undefined): body is object | string {
    if (mediaType !== undefined && body !== undefined && body !== null) return true;
    return (
        typeof body === "object" &&
        body !== null &&
        (isForm(body) || isBlob(body) || isURL(body) || isStream(body))
    );
}

/** The body of a raw request as JSON. */
function jsonOf(body: unknown): string | Uint8Array | null {
    if (body === undefined || body === null) return null;
    const given = typeof body === "string" ? body : bytesOf(body);
    if (given !== undefined) {
        refuseHalves("the body of a request", given);
        return given;
    }
    if (typeof body !== "object" || !isPlain(body)) {
        throw new TypeError(
            `the body of a request must be an object, JSON as text or bytes, a form, a file or a stream of bytes, ` +
                `and is ${kindOf(body)}`,
        );
    }
    return write(body);
}

/** Settings that may be changed for a copy. */
export type CopyOptions = Omit<ClientOptions & RequestOptions, "signal">;

/** The settings that a client was made from, and those of its later copies, which share its connections. */
interface Origin {
    settings: ClientOptions;
    copies: object[];
}

/** The code for bodies that are not JSON; loaded at their first use. */
function uploading(): { Uploads: typeof Uploads; callWith: typeof import("./raw_body.js").callWith } {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the package
    const { callWith } = require("./raw_body.js") as typeof import("./raw_body.js");
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as above
    return { callWith, Uploads: (require("./uploads.js") as typeof import("./uploads.js")).Uploads };
}

function build({ settings, copies }: Origin): Core {
    const { apiKey, credentials, fromEnv, timeout, logger, logLevel, onStop, hooks, ...given } = settings;
    if (credentials !== undefined && typeof credentials !== "function") {
        throw new TypeError(`credentials is a function, not ${typeof credentials}`);
    }
    const key: KeyFunction | undefined =
        typeof apiKey === "function" && credentials === undefined ? apiKey : undefined;
    const hook = onStop === undefined ? undefined : new StopHook(onStop);
    const chain = hooks === undefined || hooks.length === 0 ? undefined : new HookChain(hooks);
    log.configure(logger, logLevel);
    const extra = given.onlyCaPem === undefined ? extraCertificates() : undefined;
    if (extra !== undefined) given.caPem = [...[given.caPem ?? []].flat(), extra];
    const json = clientSettings(key === undefined ? { ...given, apiKey } : given);
    let made: NativeClient = translateErrors(
        () =>
            new native.Client(
                json,
                (fromEnv ?? true) ? environment() : null,
                key !== undefined || credentials !== undefined,
                chain?.described ?? [],
            ),
    );
    // Its own records come from calls: none is lost before this.
    if (made.logLevel !== null) log.configure(logger, logLevel, made.logLevel);
    if (hook !== undefined) register(made.watchStops(), hook);
    if (chain !== undefined) registerChain(made.number, chain);
    for (const copy of timeout === undefined ? copies : [{ timeout }, ...copies]) {
        const options = defaultOptions(copy);
        const before = made;
        made = translateErrors(() => before.withOptions(options));
    }
    return new Core(made, key, credentials, hook, chain);
}

/** @internal The inside of a client, for `parlour/hooks`. */
export let coreOf: (client: Client) => Core;

/**
 * A client of one service. Making one starts nothing and opens nothing. It belongs to its thread; each worker makes its
 * own, and all share the connections' threads.
 */
export class Client {
    readonly #origin: Origin;
    readonly #core: Core;
    /** The resource `/v1/messages`. */
    readonly messages: Messages;

    /**
     * Settings that are not given are looked up in the environment; see the README for all of them. Throws a
     * `ConfigError` for an invalid value, a `TypeError` for an unknown name.
     */
    constructor(settings: ClientOptions = {}) {
        checkSettings(settings);
        const [origin, core] = inside(settings) ?? [{ settings, copies: [] }, undefined];
        this.#origin = origin;
        this.#core = core ?? build(origin);
        this.messages = new Messages(this.#core);
    }

    #models: Models | undefined;
    #files: Files | undefined;
    #skills: Skills | undefined;
    #limits: Limits | undefined;
    #fetch: typeof globalThis.fetch | undefined;

    static {
        coreOf = (client) => client.#core;
    }

    /** This client: it has the methods that other SDKs keep under `beta`. */
    get beta(): this {
        return this;
    }

    /** The resource `/v1/models`. */
    get models(): Models {
        return (this.#models ??= new (resources().Models)(this.#core));
    }

    /** The resource `/v1/files`. */
    get files(): Files {
        return (this.#files ??= new (resources().Files)(this.#core));
    }

    /** The resource `/v1/skills`. */
    get skills(): Skills {
        return (this.#skills ??= new (resources().Skills)(this.#core));
    }

    /** The configured rate limits of the organisation, for an administrative key. */
    get limits(): Limits {
        return (this.#limits ??= new (resources().Limits)(this.#core));
    }

    /**
     * A `fetch` for frameworks that take one: requests below `baseURL` go through this client, with its credential in
     * place of theirs, its retries and its limits. An answer with a status of failure is a response, as there; give the
     * framework no retries of its own.
     */
    get fetch(): typeof globalThis.fetch {
        // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the package
        return (this.#fetch ??= (require("./fetch.js") as typeof import("./fetch.js")).fetchOf(this));
    }

    /** Address of the service. */
    get baseURL(): string {
        return translateErrors(() => this.#core.native.baseUrl);
    }

    /** Vendor name, which is the prefix of the service's own headers. */
    get vendor(): string {
        return this.#core.vendor;
    }

    /** How many messages of this client and its copies ended with which stop reason; `end_turn` is not counted. */
    get stopReasonCounts(): Record<string, number> {
        return translateErrors(() => this.#core.native.stopReasonCounts());
    }

    /**
     * What is known of the rate limits of the key, model by model, and how many calls wait for them. Of this client and
     * its copies together.
     */
    get limiterState(): LimiterState {
        return limiterState(translateErrors(() => this.#core.native.limiterState()));
    }

    /** The state of this client and its copies at one moment, for health pages. */
    stats(): ClientStats {
        return clientStats(translateErrors(() => this.#core.native.stats()));
    }

    /**
     * What the message calls of this client and its copies used, by model and by label; all zero unless the setting
     * `ledger` is on. A call is entered when it has ended.
     */
    usageReport(options: ReportOptions = {}): UsageReport {
        return usageReport(translateErrors(() => this.#core.native.usageReport(options.reset === true)));
    }

    /**
     * The figures of `stats()`, of `limiterState` and, with the setting `ledger`, of `usageReport()`, as a page in the
     * text exposition format of Prometheus (0.0.4; media type `text/plain; version=0.0.4`). By model; labels of the
     * ledger are not on it.
     */
    prometheusText(): string {
        return translateErrors(() => this.#core.native.prometheusText());
    }

    /**
     * Lets the running calls end before the program exits: refuses new calls from now on, with a `DrainingError`, and
     * waits until those that run have ended, at most `limit` milliseconds. What still runs then is listed in the
     * report, and goes on. Of this client and its copies together.
     *
     * A call runs until its whole answer is there, or its stream has ended or is closed; its retries are part of it. A
     * tool run, a batch run or a wait for a batch makes several calls: its next one is refused, and it can be saved and
     * go on in another process. A client does not open again; draining it twice waits again.
     */
    async drain(limit: number): Promise<DrainReport> {
        needNumber("the limit of drain(), in milliseconds,", limit);
        if (limit < 0) throw new TypeError("the limit of drain() is a number of milliseconds, 0 or more");
        const body = translateErrors(() => native.ResourceCall.drain(limit));
        const request = {
            mode: RAW,
            body,
            options: null,
            signal: undefined,
            method: null,
            path: null,
            strings: null,
        };
        // Without the functions of the client: no request is sent that would need a key.
        const core = new Core(this.#core.native, undefined, undefined, undefined, undefined);
        return unaryCall(core, request, (json) => drainReport(String(json)));
    }

    /**
     * A copy with other settings. Shares the connections, unless a setting of the connection itself differs.
     */
    withOptions(options: CopyOptions): Client {
        const { settings, copies } = this.#origin;
        checkSettings(options);
        const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
        const { logger, logLevel, ...shared } = given as CopyOptions;
        const { key, credentials } = this.#core;
        const asks = key !== undefined || credentials !== undefined;
        const swapsKey = asks && ("apiKey" in given || "authToken" in given);
        if (swapsKey || typeof given.apiKey === "function" || !Object.keys(shared).every(isDefault)) {
            const next: ClientOptions = { ...settings, ...given };
            const ways = ["apiKey", "apiKeys", "apiKeyFile", "authToken", "credentials"] as const;
            // One replaces the others.
            if (ways.some((way) => (given as ClientOptions)[way] != null)) {
                for (const way of ways) if (!(way in given)) Reflect.deleteProperty(next, way);
            }
            return fromInside({ settings: next, copies }, undefined);
        }
        log.configure(logger, logLevel, this.#core.native.logLevel);
        const json = defaultOptions(shared);
        const made = translateErrors(() => this.#core.native.withOptions(json));
        return fromInside(
            { settings, copies: [...copies, shared] },
            new Core(made, this.#core.key, this.#core.credentials, this.#core.onStop, this.#core.hooks),
        );
    }

    /**
     * Any request below the base address, with the client's credential, retries, limits and errors. With
     * `stream: true` it gives the body as it comes, once the answer has begun.
     */
    request(method: string, path: string, options: RawRequestOptions & { stream: true }): Promise<ByteStream>;
    request(
        method: string,
        path: string,
        options?: RawRequestOptions & { stream?: false | undefined },
    ): APIPromise<RawResponse>;
    request(
        method: string,
        path: string,
        options: RawRequestOptions = {},
    ): APIPromise<RawResponse> | Promise<ByteStream> {
        let request: Omit<Request, "mode">;
        let uploads: Uploads | undefined;
        let sent: NativeResourceCall | undefined;
        try {
            needText('the method of a request, such as "GET",', method);
            needText('the path of a request, such as "/v1/models",', path);
            needObject("the options of a request", options, "{ body }");
            const { body, mediaType } = options;
            const streams = options.stream === true;
            if (isMade(body, mediaType)) {
                const made = uploading();
                uploads = new made.Uploads();
                sent = made.callWith(body, { method, path, streams, mediaType }, uploads);
            }
            request = {
                body: sent ?? jsonOf(body),
                options: callOptions(options, OURS),
                signal: options.signal ?? undefined,
                method,
                path,
                strings: null,
            };
        } catch (error) {
            return (options as RawRequestOptions | null)?.stream === true
                ? rejected<ByteStream>(error)
                : failed<RawResponse>(error);
        }
        if (options.stream === true) {
            const stream = ByteStream.start(this.#core, request);
            const begun = stream.whenOpened(() => stream);
            return uploads === undefined ? begun : uploads.begun(begun);
        }
        const call = unaryCall<RawResponse>(
            this.#core,
            { ...request, mode: RAW },
            (body, info) => new RawResponse(body, info),
        );
        return uploads === undefined ? call : uploads.sent(call);
    }

    /** The state that may be logged; never a credential. */
    toJSON(): {
        /** Address of the service. */
        baseURL: string;
        /** Vendor name. */
        vendor: string;
    } {
        return { baseURL: this.baseURL, vendor: this.vendor };
    }

    [Symbol.for("nodejs.util.inspect.custom")](): string {
        return `Client { baseURL: '${this.baseURL}', vendor: '${this.vendor}' }`;
    }
}

/** How `withOptions` hands the inside of a copy to the constructor, which is public. */
const copies = new WeakMap<ClientOptions, [Origin, Core | undefined]>();

function inside(settings: ClientOptions): [Origin, Core | undefined] | undefined {
    return copies.get(settings);
}

function fromInside(origin: Origin, core: Core | undefined): Client {
    const ticket: ClientOptions = {};
    copies.set(ticket, [origin, core]);
    return new Client(ticket);
}

/**
 * Sets the number of threads of this process for the work that the loop does not drive (2); call it before the first
 * call.
 */
export function configure(options: {
    /** 1 to 64. */
    workerThreads: number;
}): void {
    needObject("the options", options, "{ workerThreads: 4 }");
    needNumber("workerThreads", options.workerThreads);
    translateErrors(() => {
        native.configure(options.workerThreads);
    });
}
