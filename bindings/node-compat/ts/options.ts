// Translates settings and options from the spelling of the official SDK to that of this package.

import { needObject } from "./arguments.js";
import type { ClientOptions as OwnClientOptions, RequestOptions } from "parlour";
import { type FetchOptions, settingsOf } from "./fetch_options.js";
import { CALL_OPTIONS, CLIENT_OPTIONS, refuseOptions } from "./refusals.js";

/** The limit of one attempt in milliseconds, where none is given: as the SDK has it. */
export const TIMEOUT = 600_000;

/** Options of a call. */
export interface CallOptions extends Omit<RequestOptions, "body"> {
    /** The whole body, in place of the parameters. */
    body?: object | undefined;
}

/** Settings of a client: those of the SDK, and all of this package. */
export interface ClientOptions extends OwnClientOptions {
    /** The key that signs webhooks. */
    webhookKey?: string | null | undefined;
    /**
     * Translated to settings: an `Agent` or a `ProxyAgent` of undici becomes `proxy`, `onlyCaPem`,
     * `clientCertificatePem` and their like. A value among the settings overrides it.
     */
    fetchOptions?: FetchOptions | undefined;
    /** Without meaning on a server. */
    dangerouslyAllowBrowser?: boolean | undefined;
}

function without(given: object, names: Iterable<string>): Record<string, unknown> {
    const gone = new Set(names);
    return Object.fromEntries(Object.entries(given).filter(([name]) => !gone.has(name)));
}

/** The options of a call for this package; those that cannot be kept throw their sentence. */
export function callOptions(given: CallOptions | undefined): RequestOptions | undefined {
    if (given === undefined) return undefined;
    needObject("the options of a call", given, "{ timeout: 10_000 }");
    refuseOptions(given, CALL_OPTIONS);
    return without(given, ["body", ...Object.keys(CALL_OPTIONS)]);
}

/** Parameters of the SDK that are options of a call here. */
const AS_OPTIONS = { betas: "betas", workspace_id: "workspaceId", user_profile_id: "userProfileId" } as const;

/** Whether parameters have any of these. */
export function haveOptions(params: object): boolean {
    for (const name in AS_OPTIONS) if (name in params) return true;
    return false;
}

/** The parameters without those that are options here, and the latter together with the options of the call. */
export function parted(
    params: object,
    options: CallOptions | undefined,
): [rest: Record<string, unknown>, call: RequestOptions | undefined] {
    const call = callOptions(options);
    if (!haveOptions(params)) return [params as Record<string, unknown>, call];
    const rest: Record<string, unknown> = { ...params };
    const more: Record<string, unknown> = {};
    for (const [name, option] of Object.entries(AS_OPTIONS)) {
        const value = rest[name];
        if (value !== undefined && value !== null) more[option] = value;
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- one of three names
        delete rest[name];
    }
    return [rest, { ...call, ...more }];
}

/** Settings for a copy of a client. */
export function changedSettings(given: ClientOptions): OwnClientOptions {
    needObject("the settings of a client", given, "{ apiKey }");
    refuseOptions(given, CLIENT_OPTIONS);
    const own = without(given, [
        "webhookKey",
        "dangerouslyAllowBrowser",
        "fetchOptions",
        ...Object.keys(CLIENT_OPTIONS),
    ]);
    return given.fetchOptions === undefined ? own : { ...settingsOf(given.fetchOptions), ...own };
}

/** Settings of a client, with the defaults of the SDK: its retries, its limit, and no budget for retries. */
export function clientSettings(given: ClientOptions): OwnClientOptions {
    const settings = changedSettings(given);
    return {
        ...settings,
        timeout: settings.timeout ?? TIMEOUT,
        retry: settings.retry ?? { profile: "sdk_compatible" },
        budget: settings.budget === undefined ? null : settings.budget,
    };
}
