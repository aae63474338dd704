// The body of a request of a batch, whose long strings cross beside the text: V8 would copy each into the text, and
// collect the copies so often that its young generation grows. The native half puts them in; `spliced.rs` has the other
// end.

import { write } from "./json.js";
import { type RequestBody, wholeOf } from "./request_body.js";

/** Strings of so many characters cross by themselves. */
const LONG = 1024;
/**
 * Requests are searched for long strings while they have so many characters: the search costs more than a small one.
 */
const LARGE = 2048;
/** Stands for a long string. A string that is just this one crosses as if it were long. */
const MARK = "\u0001";

/** Writes one request after another. */
export class SplitJSON {
    /** The long strings of the last request, in the order of their marks. */
    readonly strings: string[] = [];
    /** Characters or bytes of the last request. */
    length = 0;
    #searches = false;

    /** The body of a request; where it is text that was made here, with marks in the place of {@link strings}. */
    body(params: object | string | Uint8Array | RequestBody): string | Uint8Array | RequestBody {
        this.strings.length = 0;
        this.length = 0;
        const body = wholeOf(params, this.#write);
        // The text is undefined for values that JSON does not have.
        this.length += (body as string | undefined)?.length ?? 0;
        this.#searches = this.length >= LARGE;
        return body;
    }

    readonly #write = (params: object): string => write(params, this.#searches ? this.#take : undefined);

    readonly #take = (_name: string, value: unknown): unknown => {
        if (typeof value !== "string" || (value.length < LONG && value !== MARK)) return value;
        // Half a surrogate pair has an escape in JSON, and no form of its own in UTF-8.
        if (!(value as unknown as { isWellFormed(): boolean }).isWellFormed()) return value;
        this.length += value.length;
        this.strings.push(value);
        return MARK;
    };
}
