// The prompt cache: markers where they pay, and where two requests part. The core decides both.

import { translateErrors } from "./errors.js";
import { parse, rawOf } from "./json.js";
import { native } from "./native.js";
import type { ReadyRequest } from "./params.js";
import { bodyOf, RequestBody } from "./request_body.js";
import type { Message } from "./types.js";

/** A request as the native half takes it here. */
function given(request: object | ReadyRequest): string | Uint8Array {
    const body = bodyOf(request);
    return body instanceof RequestBody ? body.toString() : body;
}

/**
 * The parameters of a request with cache markers where they pay (protocol §10.1, §10.2): at the ends of the tools and
 * of the system prompt for the lifetime `stable`, and at the end of the messages for five minutes. A request with
 * markers of its own is given back as it is. The argument is not changed.
 *
 * `messages` may be left out: mark the other parameters once, and give them to `Conversation.body()` each time. Throws
 * `ConfigError` if it is no request, and for another lifetime.
 */
export function markCache<P extends object>(
    request: P,
    options: {
        /** How long the constant parts are kept; the changing parts are kept for five minutes. */
        stable?: "5m" | "1h";
    } = {},
): P {
    const { stable = "5m" } = options;
    return parse(translateErrors(() => native.markCache(given(request), stable))) as P;
}

/** Where two requests part, so that the prompt cache was read up to there at most (protocol §10.3, §10.7). */
export class CacheChange {
    /**
     * The part of the request, in the order of the prefix: `"model"`, `"speed"`, `"tools"`, `"system"`,
     * `"tool_choice"`, `"thinking"` or `"messages"`.
     */
    readonly part: string;
    /** The element of `tools` or `messages`; null for the other parts. */
    readonly index: number | null;
    /** The byte at which the JSON texts of the two part. */
    readonly offset: number;

    private constructor(part: string, index: number | null, offset: number) {
        this.part = part;
        this.index = index;
        this.offset = offset;
    }

    /**
     * Where the second request parts from the first; null if it repeats all of it. Both are whole requests: results of
     * `Conversation.body()`, JSON as text or bytes, or parameters. Throws `ConfigError` for other values.
     */
    static between(before: object | ReadyRequest, now: object | ReadyRequest): CacheChange | null {
        const json = translateErrors(() => native.cacheChange(given(before), given(now)));
        if (json === null) return null;
        const { part, index, offset } = JSON.parse(json) as CacheChange;
        return new CacheChange(part, index, offset);
    }

    /**
     * The part of the request that the service names in the `diagnostics` of an answer (protocol §10.9); null if it
     * names none.
     */
    static reportedBy(message: Message): string | null {
        const json = rawOf(message);
        return translateErrors(() => native.cacheMissReported(json));
    }
}
