// The features of the official SDK that this package does not have, each with a sentence that names the replacement.
// One table for the modules of `parlour-compat` and for `parlour-compat check`. It must not decide anything.

/** Options of the client. */
export const CLIENT_OPTIONS: Readonly<Record<string, string>> = {
    fetch:
        "calls do not go through fetch: for a framework that takes one, give it `client.parlour.fetch`; for " +
        "tests, `Emulator` of `parlour/testing`",
    httpAgent:
        "calls do not go through node:http: write `proxy`, `onlyCaPem`, `clientCertificatePem` or `pool` among the " +
        "settings",
    middleware:
        "there is no middleware: for headers or another address write `defaultHeaders` or `credentials`, which sees " +
        "each attempt; to look at " +
        "calls subscribe to `parlour:call:…` of `node:diagnostics_channel` or write `logger`; to change them wrap " +
        "`client.messages.create`",
    credentials: "write `apiKey: async () => key`, which is asked for each call",
    config: "profiles in files are not read: write `apiKey`, `authToken` and `baseURL`, or set the environment",
    profile:
        "profiles in files are not read: write `apiKey`, `authToken` and `baseURL`, or set the environment",
    openTelemetry:
        "it makes no spans of its own: patch `Client.Messages.prototype`, as tracers do, or write `logger`",
};

/** The options of fetch that are not read; see fetch_options.ts. */
export const FETCH_OPTIONS: Readonly<Record<string, string>> = {
    others:
        "calls do not go through fetch: write `proxy`, `onlyCaPem`, `clientCertificatePem`, `pool` or " +
        "`httpVersion` among the settings",
    dispatcher:
        "only an `Agent` or a `ProxyAgent` of undici is read: write `proxy`, `onlyCaPem`, `clientCertificatePem`, " +
        "`pool` or `httpVersion` " +
        "among the settings, and for tests take `Emulator` of `parlour/testing`",
    EnvHttpProxyAgent:
        "what the environment says of proxies is read without it: leave it out, or write `noProxy`",
    connect:
        "connections are made in native code: write `unixSocket`, `resolve` or `localAddress` among the settings",
    tls: "write `onlyCaPem`, `caPem`, `clientCertificatePem`, `clientKeyPem` or `minTlsVersion` among the settings",
    rejectUnauthorized:
        "certificates are always verified: write `caPem` with the authority that signed this one",
    "connect.timeout": "write `connectTimeout` in milliseconds among the settings",
    headersTimeout: "write `timeout` or `answerTimeout` among the settings",
    bodyTimeout: "write `timeout` or `streamSilenceTimeout` among the settings",
    connections:
        "connections have no bound, only those that are idle: write `pool: { maxIdlePerHost }`, and bound the calls " +
        "in flight",
    proxyHeaders:
        'a proxy is shown a name and a password: write `proxy: "http://name:password@host:port"` among the settings',
    proxyTls: "certificates of a proxy are verified as all are: write `caPem` among the settings",
};

/** The replacement for fallbacks by middleware. */
export const FALLBACKS =
    "write `fallbacks: [{ model }]` among the parameters: the service asks the other model itself";

/** Options of a call. */
export const CALL_OPTIONS: Readonly<Record<string, string>> = {
    fetchOptions:
        "calls do not go through fetch, and their connections are the client's: write `client.withOptions({ proxy " +
        "})` for a proxy, `signal` " +
        "and `timeout` for an end, `headers` and `query` for what is sent",
    httpAgent: CLIENT_OPTIONS.httpAgent ?? "",
    middleware: CLIENT_OPTIONS.middleware ?? "",
    openTelemetry: CLIENT_OPTIONS.openTelemetry ?? "",
    idempotencyKey:
        "the service has no such header: leave it out, or write `headers: { name: key }` for a gateway that has",
    fallbackState: FALLBACKS,
};

const REST =
    "use `client.request(method, path, { body })`, which has the same credential, retries and errors";

/** The replacements for values of single modules, by the keys that schema/sdk_values.txt names. */
export const ELSEWHERE = {
    rest: REST,
    middleware: CLIENT_OPTIONS.middleware ?? "",
    credentials: `${CLIENT_OPTIONS.credentials ?? ""}, or set the environment: profiles in files are not read`,
    toolsets:
        "run the members in a loop of your own, or give `computerTool()` of `parlour` or a `betaTool()` to " +
        "toolRunner()",
    agentTools:
        "give `bashTool()` or `textEditorTool()` of `parlour` or a `betaTool()` to toolRunner(), with functions of " +
        "your own",
    memory:
        "give `betaMemoryTool()` functions of your own, as examples/node/memory_directory.mjs has them for a " +
        "directory",
    thread: "keep the history yourself, or use `Conversation` of `parlour`",
    events: "loop over the stream, or read a body with `MessageStream.fromReadableStream()`",
    partial: "use `PartialJSON` of `parlour`",
    headers: "no header tells which helper made a request: leave it out",
    copy: "write `client.withOptions({})`",
    fields: "write the names of the fields out",
} as const;

/** Members of a client that are missing; `beta.` before those of `client.beta`. */
export const MEMBERS: Readonly<Record<string, string>> = {
    completions: "the text completions are gone from the service: use `client.messages.create()`",
    userProfiles: REST,
    organization: REST,
    buildRequest: "the request is made in native code: use `client.request(method, path, options)`",
    buildURL: "addresses are made in native code: use `client.request(method, path, options)`",
    fetchWithTimeout: "calls do not go through fetch: use `client.request(method, path, options)`",
    getAPIList:
        "write `for await (const item of client.models.list())`, or ask for pages with `client.get(path, { query })`",
    "beta.agents": REST,
    "beta.environments": REST,
    "beta.sessions": REST,
    "beta.deployments": REST,
    "beta.deploymentRuns": REST,
    "beta.vaults": REST,
    "beta.memoryStores": REST,
    "beta.userProfiles": REST,
    "beta.dreams": REST,
    "beta.tunnels": REST,
    "beta.organization": REST,
    "beta.promptCaching": "caching needs no beta: use `client.messages.create()` with `cache_control`",
    "messages.thread": ELSEWHERE.thread,
};

/** Members of runs and pages that are missing. */
export const METHODS = {
    setRequestOptions: "give the options to toolRunner(), as its second argument",
    deferToolCall: "answer the call with `runner.answer(id, result)` when there is a result",
    compactBeforeNextTurn: "set `runner.conversation` to a shorter one between two turns",
    nextPageRequestOptions: "use `hasNextPage()` and `getNextPage()`",
} as const;

/** The error messages of methods that are called in an unsupported way. */
export const METHODS_ADVICE = {
    asResponse: "asResponse() of a stream is for the promise itself, before it is awaited",
    parse:
        "parse() needs `output_config: { format }`, as zodOutputFormat(schema) or jsonSchemaOutputFormat(schema) " +
        "make it",
} as const;

/** Keys of a tool that are missing. */
export const TOOL_KEYS = {
    close: "close what it holds after the run, in a `finally`",
} as const;

/** Keys of a run that are missing. */
export const RUN_KEYS = {
    compactionControl: "write `context_management` among the parameters, and the service compacts",
} as const;

/** The replacement for asking for another attempt. */
export const RETRYABLE =
    "there is no middleware that could throw it: write `maxRetries` or `retry`, or repeat the call in a loop of " +
    "your own";

/** The replacement for making a page or its promise by hand. */
export const LISTS = "only lists make it: write `client.models.list()` or another `list()`";

/** Codes that begin with the name of a product of the vendor's, by how the names of their classes end. */
export const OF_A_PRODUCT = {
    CodeKeyCreatorNotMemberError: "_code_key_creator_not_member",
    CodeVersionTooOldError: "_code_version_too_old",
} as const;

/** Whether this is the class of such a code. */
export function isOfAProduct(name: string): boolean {
    return Object.keys(OF_A_PRODUCT).some((end) => name.endsWith(end));
}

/** The replacement for missing error classes. */
export const ERROR_CLASS = "test `error instanceof Client.APIError && error.errorCode`";

/** The error for one of these. A `TypeError`: it is the program that has to change. */
export function refusal(name: string, advice: string, of = ""): TypeError {
    return new TypeError(`parlour-compat has no \`${name}\`${of}: ${advice}`);
}

/** Throws for the options that are not there. */
export function refuseOptions(given: object, table: Readonly<Record<string, string>>, of = ""): void {
    for (const name of Object.keys(table)) {
        const value = (given as Record<string, unknown>)[name];
        if (value !== undefined && value !== null && value !== false)
            throw refusal(name, table[name] ?? "", of);
    }
}

/** Gives a class members that throw their error when they are read. */
export function refuseMembers(prototype: object, prefix: string): void {
    for (const [name, advice] of Object.entries(MEMBERS)) {
        if (!name.startsWith(prefix) || name.slice(prefix.length).includes(".")) continue;
        Object.defineProperty(prototype, name.slice(prefix.length), {
            get: () => {
                throw refusal(`client.${name}`, advice);
            },
            enumerable: false,
            configurable: true,
        });
    }
}

/** Not here. */
export function betaRefusalFallbackMiddleware(..._given: unknown[]): never {
    throw refusal("betaRefusalFallbackMiddleware", FALLBACKS);
}

/** Not here. */
export class BetaFallbackState {
    /** None is made. */
    declare readonly made: never;

    /** Not here. */
    constructor() {
        throw refusal("BetaFallbackState", FALLBACKS);
    }
}
