// The client with the name and the members of the official SDK. It wraps a client of `parlour`.

import {
    Client as OwnClient,
    type CopyOptions,
    type Logger,
    type LogLevel,
    type RawRequestOptions,
    type RawResponse,
} from "parlour";
import { changeViews, logLevelOf } from "parlour/hooks";
import { needObject } from "./arguments.js";
import { BetaMessages, Messages } from "./messages.js";
import { changedSettings, type ClientOptions, clientSettings, TIMEOUT } from "./options.js";
import { type APIPromise, changed, viewsOf } from "./promises.js";
import { refuseMembers, refusal } from "./refusals.js";
import type { AskOptions, Asker } from "./resource.js";
import { Files, Models, Skills, Webhooks } from "./resources.js";
import type * as T from "./types.js";

/** A request of `client.request()` and its kind. */
export interface FinalRequestOptions extends AskOptions {
    /** `get`, `post` and so on. */
    method?: string | undefined;
    /** Below the address of the service. */
    path?: string | undefined;
}

/** The beta resources of the service. */
export class Beta {
    readonly #client: OwnClient;
    readonly #outer: Client;
    readonly #webhookKey: string | null;
    /** The resource `/v1/messages`. */
    readonly messages: Messages;
    #models: Models | undefined;
    #files: Files | undefined;
    #skills: Skills | undefined;

    /** @internal */
    constructor(client: OwnClient, outer: Client, webhookKey: string | null) {
        this.#client = client;
        this.#outer = outer;
        this.#webhookKey = webhookKey;
        this.messages = new BetaMessages(client, outer);
    }

    /** The resource `/v1/models`. */
    get models(): Models {
        return (this.#models ??= new Models(this.#client, this.#outer));
    }

    /** The resource `/v1/files`. */
    get files(): Files {
        return (this.#files ??= new Files(this.#client, this.#outer));
    }

    /** The resource `/v1/skills`. */
    get skills(): Skills {
        return (this.#skills ??= new Skills(this.#client, this.#outer));
    }

    /** Events that the service sends to the program. */
    get webhooks(): Webhooks {
        return new Webhooks(this.#webhookKey);
    }
}

/** How the inside of a copy gets into the constructor, which is public. */
const copies = new WeakMap<ClientOptions, OwnClient>();

/**
 * A client as programs of the official SDK make and use it. An unsupported use throws an error that names the
 * replacement.
 */
export class Client implements Asker {
    /** The limit of one attempt in milliseconds, where none is given. */
    static readonly DEFAULT_TIMEOUT: number = TIMEOUT;
    /** The wrapped client of `parlour`, for features that the SDK does not have. */
    readonly parlour: OwnClient;
    readonly #given: ClientOptions;
    /** The resource `/v1/messages`. */
    readonly messages: Messages;
    #beta: Beta | undefined;

    /** Settings that are not given are looked up in the environment. */
    constructor(settings: ClientOptions = {}) {
        this.#given = settings;
        this.parlour = copies.get(settings) ?? new OwnClient(clientSettings(settings));
        this.messages = new Messages(this.parlour, this);
        Object.defineProperty(this, "parlour", { enumerable: false });
    }

    /** The beta resources of the service. */
    get beta(): Beta {
        return (this.#beta ??= new Beta(this.parlour, this, this.#given.webhookKey ?? null));
    }

    /** The resource `/v1/models`. */
    get models(): Models {
        return this.beta.models;
    }

    /** The resource `/v1/files`. */
    get files(): Files {
        return this.beta.files;
    }

    /** The resource `/v1/skills`. */
    get skills(): Skills {
        return this.beta.skills;
    }

    /** Address of the service. */
    get baseURL(): string {
        return this.parlour.baseURL;
    }

    set baseURL(_address: string) {
        throw refusal("client.baseURL = …", "write `client.withOptions({ baseURL })`");
    }

    /** The key that was given. One from the environment is not handed out. */
    get apiKey(): string | null {
        const { apiKey } = this.#given;
        if (typeof apiKey === "string" || apiKey === null) return apiKey;
        throw refusal("client.apiKey", "read it where it comes from: a function or the environment");
    }

    set apiKey(_key: string | null) {
        throw refusal(
            "client.apiKey = …",
            "write `client.withOptions({ apiKey })`, or give a function that gives the key",
        );
    }

    /** The token that was given. One from the environment is not handed out. */
    get authToken(): string | null {
        const { authToken } = this.#given;
        if (typeof authToken === "string" || authToken === null) return authToken;
        throw refusal("client.authToken", "read it where it comes from: the environment");
    }

    set authToken(_token: string | null) {
        throw refusal("client.authToken = …", "write `client.withOptions({ authToken })`");
    }

    /** How often a call is repeated at most. */
    get maxRetries(): number {
        return this.#given.maxRetries ?? this.#given.retry?.maxRetries ?? 2;
    }

    set maxRetries(_retries: number) {
        throw refusal("client.maxRetries = …", "write `client.withOptions({ maxRetries })`");
    }

    /** The limit of one attempt in milliseconds. */
    get timeout(): number {
        return this.#given.timeout ?? TIMEOUT;
    }

    set timeout(_limit: number) {
        throw refusal("client.timeout = …", "write `client.withOptions({ timeout })`");
    }

    /** Where records go. */
    get logger(): Logger {
        return this.#given.logger ?? console;
    }

    set logger(_logger: Logger) {
        throw refusal("client.logger = …", "write `client.withOptions({ logger })`");
    }

    /** The minimum level of log records: the setting, else the environment's. Without either, logging is off. */
    get logLevel(): LogLevel {
        return logLevelOf(this.parlour, this.#given);
    }

    set logLevel(_level: LogLevel) {
        throw refusal("client.logLevel = …", "write `client.withOptions({ logLevel })`");
    }

    /** A copy with other settings. Shares the connections, unless a setting of the connection itself differs. */
    withOptions(settings: ClientOptions): Client {
        const given = { ...this.#given, ...settings };
        copies.set(given, this.parlour.withOptions(changedSettings(settings) as CopyOptions));
        return new Client(given);
    }

    /** Any request below the base address. */
    request<Answer = unknown>(options: FinalRequestOptions): APIPromise<Answer> {
        needObject("the options of a request", options, '{ method: "get", path: "/v1/models" }');
        const { method = "get", path, ...rest } = options;
        if (path === undefined) throw new TypeError("request() needs `path`, such as `/v1/models`");
        return this.#send(method, path, rest);
    }

    /** As {@link request}, with GET. */
    get<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("get", path, options);
    }

    /** As {@link request}, with POST. */
    post<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("post", path, options);
    }

    /** As {@link request}, with PUT. */
    put<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("put", path, options);
    }

    /** As {@link request}, with PATCH. */
    patch<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("patch", path, options);
    }

    /** As {@link request}, with DELETE. */
    delete<Answer = unknown>(path: string, options?: FinalRequestOptions): APIPromise<Answer> {
        return this.#send("delete", path, options);
    }

    #send<Answer>(method: string, path: string, options: FinalRequestOptions = {}): APIPromise<Answer> {
        needObject("the options of a request", options, "{ body }");
        const { body, stream, ...call } = options;
        delete call.path;
        delete call.method;
        if (stream === true) {
            if (!/^\/v1\/messages(\?|$)/.test(path)) {
                throw refusal(
                    "stream: true for this path",
                    "loop over `client.parlour.request(…, { stream: true })`",
                );
            }
            return this.messages.create(
                { ...(body as object), stream: true } as T.MessageCreateParamsStreaming,
                call,
            ) as never;
        }
        const own = this.parlour.request(method.toUpperCase(), path, {
            ...call,
            body,
        } as RawRequestOptions & {
            stream?: false;
        });
        const url = (): string => `${this.baseURL}${path}`;
        const shown = changeViews(own, (views) => viewsOf(views, url, (raw) => raw.body));
        return changed(shown as never as APIPromise<RawResponse>, valueOf) as APIPromise<Answer>;
    }

    /** The state that may be logged; never a credential. */
    toJSON(): {
        /** Address of the service. */
        baseURL: string;
        /** Vendor name. */
        vendor: string;
    } {
        return this.parlour.toJSON();
    }

    [Symbol.for("nodejs.util.inspect.custom")](): string {
        return `Client { baseURL: '${this.baseURL}', vendor: '${this.parlour.vendor}' }`;
    }
}

/** JSON as values, anything else as text, as the SDK reads an answer. */
async function valueOf(raw: RawResponse): Promise<unknown> {
    if (raw.status === 204) return null;
    const type = raw.headers.get("content-type") ?? "";
    return /\bjson\b/.test(type) ? ((await raw.json()) as unknown) : raw.text();
}

refuseMembers(Client.prototype, "");
refuseMembers(Beta.prototype, "beta.");
