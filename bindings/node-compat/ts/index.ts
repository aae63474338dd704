// `parlour-compat`: the names of the official SDK for Node, so that a typical program changes only the line of its
// import. It imports only `parlour` and `parlour/hooks`, and changes nothing of them. Decision 0100 lists the supported
// features, and those that it refuses with an error.

import { Beta, Client } from "./client.js";
import * as placeholders from "./placeholders.js";
import { ofEnd } from "./error_classes.js";
import { ParlourError } from "./errors.js";
import { BetaMessages, Messages } from "./messages.js";
import { ERROR_CLASS, OF_A_PRODUCT, refusal } from "./refusals.js";
import { Files, Skills, SkillVersions } from "./resources.js";
import type { Usage as MessageUsage } from "./types.js";
import type { BrowserMemberName, ComputerMemberName } from "./types/toolsets.js";

export { Client, Beta, type FinalRequestOptions } from "./client.js";
export * from "./code_errors.js";
export * from "./placeholders.js";
export * from "./errors.js";
export { toFile, type FileLike } from "./files.js";
export * from "./helpers.js";
export * from "./internals.js";
export {
    AbstractPage,
    BidirectionalPageCursor,
    Page,
    PageCursor,
    PagePromise,
    ReportPageCursor,
    TokenPage,
} from "./lists.js";
export type {
    BidirectionalPageCursorParams,
    BidirectionalPageCursorResponse,
    ReportPageCursorParams,
    ReportPageCursorResponse,
    TokenPageParams,
    TokenPageResponse,
} from "./lists.js";
export { BetaToolRunner, Completions, Messages } from "./messages.js";
export type { CallOptions as RequestOptions, ClientOptions } from "./options.js";
export { APIPromise } from "./promises.js";
export { BetaFallbackState, betaRefusalFallbackMiddleware } from "./refusals.js";
export { APIResource } from "./resource.js";
export {
    Batches,
    Files,
    Models,
    Skills,
    SkillVersions as Versions,
    type Uploadable,
    Webhooks,
} from "./resources.js";
export { MessageStream, Stream } from "./streams.js";
/** The same class as {@link MessageStream}. */
export { MessageStream as BetaMessageStream } from "./streams.js";
export type * from "./types.js";
export type * from "./types/answers.js";
export type * from "./types/beta_names.js";
export type * from "./types/beta_requests.js";
export type * from "./types/errors.js";
export type * from "./types/resources.js";
export type * from "./types/results.js";
export type * from "./types/tools.js";
export type * from "./types/toolsets.js";
export type * from "./types/webhooks.js";
export type {} from "./names/index.js";
export default Client;

/** The token counts of a message. The class of this name, for the usage of an account, is not here. */
export type Usage = MessageUsage;
export const Usage = placeholders.Usage;

// generated: members, from schema/toolsets.toml by `make generate`
/** The tools of a computer, by their names. */
export const COMPUTER_MEMBER_NAME_VALUES: readonly ComputerMemberName[] = [
    "key",
    "hold_key",
    "type",
    "cursor_position",
    "mouse_move",
    "left_mouse_down",
    "left_mouse_up",
    "left_click",
    "left_click_drag",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "scroll",
    "wait",
    "screenshot",
    "zoom",
];
export { COMPUTER_MEMBER_NAME_VALUES as BETA_COMPUTER_MEMBER_NAME_VALUES };
/** The tools of a browser, by their names. */
export const BROWSER_MEMBER_NAME_VALUES: readonly BrowserMemberName[] = [
    "navigate",
    "list_tabs",
    "new_tab",
    "switch_tab",
    "close_tab",
    "read_page",
    "get_page_text",
    "read_console",
    "read_network",
    "find",
    "form_input",
    "file_upload",
    "scroll_to",
    "screenshot",
    "zoom",
    "left_click",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "hover",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "mouse_move",
    "scroll",
    "type",
    "key",
    "hold_key",
    "wait",
    "javascript_exec",
];
export { BROWSER_MEMBER_NAME_VALUES as BETA_BROWSER_MEMBER_NAME_VALUES };
// end generated

/** The vendor of the service that a key alone is for: programs know classes by it. */
let vendor: string | undefined;

function vendorName(): string {
    return (vendor ??= new Client({ apiKey: "-", baseURL: null, fromEnv: false }).parlour.vendor);
}

/** Those that few seek, and that are many. */
const behind = placeholders as Record<string, unknown>;

/**
 * The prototype of the class finds the exports of placeholders.ts and the names that begin with the vendor's or a
 * product's, which only the table of presets contains. It throws an error for a missing error class.
 */
const named = new Proxy(Function.prototype, {
    get(target, name, receiver): unknown {
        if (typeof name === "string" && Object.hasOwn(behind, name)) return behind[name];
        if (typeof name === "string" && /^[A-Z]/.test(name)) {
            const lower = name.toLowerCase();
            if (lower === vendorName()) return Client;
            if (lower === `${vendorName()}error`) return ParlourError;
            for (const [end, code] of Object.entries(OF_A_PRODUCT)) {
                if (name.endsWith(end)) return ofEnd(name, code);
            }
            if (name.endsWith("Error")) throw refusal(name, ERROR_CLASS);
        }
        return Reflect.get(target, name, receiver);
    },
});
Object.setPrototypeOf(Client, named);

/** The static members of the other classes: names of exports; `=` precedes the export's name where it differs. */
// generated: statics, from schema/sdk_names.txt by `make generate`
const STATICS: Readonly<Record<string, string>> = {
    Messages:
        "AvailableToolsLimitExceededError Batches CompactionBlockAmbiguousError CompactionBlockMisplacedError CompactionContentMismatchError CompactionIncompleteTurnError CompactionNothingToSummarizeError CompactionSignatureInvalidError CompactionTooManyToolReferencesError CompactionToolChangesMismatchError CompactionUnavailableError ImageDimensionsTooLargeError ThreadAlreadyContinuedError ThreadContinueInFlightError ThreadFingerprintMismatchError ThreadNotFoundError ThreadUnsupportedRequestError ToolNameConflictError ToolReferenceUnresolvedError",
    Files: "FileExpiredError FileNotDownloadableError StorageQuotaExceededError",
    Skills: "SkillReadBlockedUndecryptableError Versions=SkillVersions",
    Beta: "BetaOrganizationNotEnrolledInBetaError BetaRequestBodyTimeoutError BetaUnsupportedCharsetError Files Messages=BetaMessages Models Skills Webhooks",
    BetaMessages: "Batches BetaToolRunner ToolError",
};
// end generated

function show(on: object, name: string, value: unknown): void {
    Object.defineProperty(on, name, { value, writable: true, configurable: true });
}

// All exports are members of the class too: `require` returns the class, see cjs.ts. Those of placeholders.ts are on
// its prototype: they are many, and rarely used.
const all = module.exports as Record<string, unknown>;
for (const name of Object.keys(all)) {
    const value = all[name];
    if (value !== behind[name] && !Object.hasOwn(Client, name)) show(Client, name, value);
}
const owners = { BetaMessages, SkillVersions } as Record<string, unknown>;
for (const [owner, of] of Object.entries({ Beta, Messages, BetaMessages, Files, Skills })) {
    for (const word of (STATICS[owner] ?? "").split(" ")) {
        const [name = "", from = name] = word.split("=");
        show(of, name, owners[from] ?? all[from]);
    }
}
