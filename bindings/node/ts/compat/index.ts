// `parlour/compat`: the names of the field's SDK for Node, so that a typical program changes the line of its import. Nothing of this
// package imports it. Decision 0100 says what it keeps, and what it refuses with a sentence.

import { Client, Beta } from "./client.js";
import * as errors from "./errors.js";
import { toFile } from "./files.js";
import { Messages } from "./messages.js";
import { ERROR_CLASS, refusal } from "./refusals.js";
import { Batches, Files, Models, Skills } from "./resources.js";

export { Client, Beta, type FinalRequestOptions } from "./client.js";
export * from "./errors.js";
export { toFile, type FileLike } from "./files.js";
export * from "./helpers.js";
export { BetaToolRunner, Messages } from "./messages.js";
export type { CallOptions as RequestOptions, ClientOptions } from "./options.js";
export { APIPromise } from "./promises.js";
export { BetaFallbackState, betaRefusalFallbackMiddleware } from "./refusals.js";
export { Batches, Files, Models, Page, type PagePromise, Skills } from "./resources.js";
export { MessageStream, Stream } from "./streams.js";
/** The same class as {@link MessageStream}. */
export { MessageStream as BetaMessageStream } from "./streams.js";
export type * from "./more_types.js";
export type * from "./types.js";
/** What stands on the class; named here, or its declaration would not be read. */
export type {} from "./names.js";
export type {} from "./more_names.js";
export default Client;

/** The vendor of the service that a key alone is for: programs know classes by it. */
let vendor: string | undefined;

function vendorName(): string {
    return (vendor ??= new Client({ apiKey: "-", baseURL: null, fromEnv: false }).parlour.vendor);
}

/**
 * Behind the class: the names that begin with the vendor's, which stands in the table of presets alone, and a sentence for
 * classes of errors that are not here.
 */
const named = new Proxy(Function.prototype, {
    get(target, name, receiver): unknown {
        if (typeof name === "string" && /^[A-Z]/.test(name)) {
            const lower = name.toLowerCase();
            if (lower === vendorName()) return Client;
            if (lower === `${vendorName()}error`) return errors.ParlourError;
            if (name.endsWith("Error")) throw refusal(name, ERROR_CLASS);
        }
        return Reflect.get(target, name, receiver);
    },
});

for (const [name, value] of Object.entries({
    ...errors,
    toFile,
    Messages,
    Beta,
    Batches,
    Files,
    Models,
    Skills,
})) {
    Object.defineProperty(Client, name, { value, writable: true, configurable: true });
}
Object.setPrototypeOf(Client, named);

// All exports stand on the class too: `require` gives the class, see cjs.ts.
for (const [name, value] of Object.entries(module.exports as object)) {
    if (!Object.prototype.hasOwnProperty.call(Client, name)) {
        Object.defineProperty(Client, name, { value, writable: true, configurable: true });
    }
}
