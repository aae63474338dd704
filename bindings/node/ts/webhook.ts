// Webhooks of the service: whether a request is from it. The core makes every decision.

import { brand } from "./brand.js";
import { ParlourError } from "./errors.js";
import { needNumber, needObject, needText } from "./arguments.js";
import { bytesOf } from "./json_argument.js";
import { parse } from "./json.js";
import { native } from "./native.js";
import type { WebhookEvent } from "./resource_types.js";
import { kindOf } from "./kind_of.js";

/** A request that is no webhook of the service. Answer it with 400. It reveals no secret. */
export class WebhookVerificationError extends ParlourError {
    static {
        WebhookVerificationError.prototype.name = "WebhookVerificationError";
        brand(WebhookVerificationError, "WebhookVerificationError");
    }

    /** The failed check: `"secret"`, `"header"`, `"timestamp"`, `"age"`, `"signature"` or `"body"`. */
    readonly refusal: string;

    /** @internal */
    constructor(refusal: string, message: string) {
        super(message);
        this.refusal = refusal;
    }
}

/** A request that may be a webhook. */
export interface WebhookRequest {
    /** The raw body, before anything reads it as JSON. */
    body: string | Uint8Array;
    /** The headers: the platform's `Headers`, or those of `node:http`. */
    headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
    /** The secret, as the service shows it, or several while one is replaced. */
    secrets: string | readonly string[];
    /** How far the timestamp may be from now, in milliseconds; 300 000 if it is not given. */
    tolerance?: number | undefined;
    /** The time to check against; the present if it is not given. */
    now?: Date | undefined;
}

/**
 * Verifies a webhook (protocol §8.10) and gives its event. The same event may arrive more than once, with the same id.
 * Answer with a 2xx at once and work afterwards. Throws a `WebhookVerificationError`.
 */
export function verifyWebhook(request: WebhookRequest): WebhookEvent {
    needObject("a webhook", request, "{ body, headers, secrets }");
    const { body, headers, secrets, tolerance = null, now } = request;
    const raw = typeof body === "string" ? body : bytesOf(body);
    if (raw === undefined) {
        throw new TypeError(
            `the body of a webhook must be text or bytes as they came, and is ${kindOf(body)}: take it before ` +
                `anything reads it as JSON`,
        );
    }
    needObject("the headers of a webhook", headers, "those of the request");
    const all = [secrets].flat();
    for (const secret of all) needText("a secret of webhooks", secret);
    if (tolerance !== null) needNumber("tolerance, in milliseconds,", tolerance);
    const header = (name: string): string | null => {
        // `Headers` of the platform or of a package, or a Map; a record has text under every name.
        const { get } = headers as { get?: unknown };
        if (typeof get === "function") return (headers as Headers).get(name);
        const record = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
        const found = Object.entries(record).filter(([key]) => key.toLowerCase() === name);
        const values = found.flatMap(([, value]) => value ?? []);
        return values.length === 1 ? (values[0] ?? null) : null;
    };
    const refusal = native.verifyWebhook(
        all,
        header("webhook-id"),
        header("webhook-timestamp"),
        header("webhook-signature"),
        raw,
        tolerance,
        now?.getTime() ?? null,
    );
    if (refusal !== null) throw new WebhookVerificationError(refusal.reason, refusal.message);
    const text =
        typeof raw === "string" ? raw : Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString();
    return parse(text) as WebhookEvent;
}
