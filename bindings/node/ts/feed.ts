// Hands on the events of a stream. A file of its own: the declarations of `parlour/hooks` need no others of
// `fed_stream.ts`.

import type { ResponseInfo } from "./head.js";
import type { StreamEvent } from "./types.js";

/** Where events come from. */
export interface Feed {
    /** The next events, at least one; undefined at the end. Not called again before it is settled. */
    pull(): Promise<StreamEvent[] | undefined>;
    /** Nobody reads any more. */
    close(): void;
    /** The head of the answer. */
    readonly info: ResponseInfo | null;
}
