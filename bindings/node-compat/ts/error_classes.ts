// Makes the error classes of the official SDK: errors of `parlour` are instances of them, and their constructors make
// such an error, for tests of programs.

import { BadRequestError, ParlourError } from "parlour";

/** A class of this package. */
type Kind = typeof ParlourError;

/** Header lines as programs have them. */
export type HeadersLike = Headers | Readonly<Record<string, string>> | Iterable<readonly [string, string]>;

function linesOf(headers: HeadersLike | undefined | null): [string, string][] {
    if (headers === undefined || headers === null) return [];
    const lines = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
    return lines.map(([name, value]) => [name.toLowerCase(), value]);
}

/** An error in the body of an answer. */
interface Told {
    type?: string;
    message?: string;
    details?: { error_code?: unknown } | null;
}

/** The record of an error that a program makes. */
function recordOf(
    status: number | undefined,
    error: object | undefined,
    message: string | undefined,
    headers: HeadersLike | undefined,
    type: string | null | undefined,
): object {
    const lines = linesOf(headers);
    const told = (error as { error?: Told } | undefined)?.error;
    const details = told?.details ?? null;
    const code = details?.error_code;
    const words = message ?? told?.message ?? (error === undefined ? "" : JSON.stringify(error));
    return {
        message: words,
        display: status === undefined ? words : `${status} ${words}`.trim(),
        status: status ?? null,
        errorType: type ?? told?.type ?? null,
        errorCode: typeof code === "string" ? code : null,
        details: details === null ? null : JSON.stringify(details),
        requestId: lines.find(([name]) => name === "request-id")?.[1] ?? null,
        headers: lines,
        body: error === undefined ? null : JSON.stringify(error),
    };
}

/** Whether an error of this package is an instance of a class of the SDK. */
type Test = (error: ParlourError) => boolean;

/** Of the class of an answer's error: how it is made. */
export interface OfAnswer<I> {
    /** The error of an answer with this status, body and head. */
    new (status?: number, error?: object, message?: string, headers?: HeadersLike, type?: string | null): I;
    /** The members of its errors. */
    readonly prototype: I;
}

/** Of the class of an error without an answer. */
export interface OfNone<I> {
    new (told?: {
        /** The message. */
        message?: string | undefined;
        /** The cause. */
        cause?: Error | undefined;
    }): I;
    readonly prototype: I;
}

/** Of the base of all. */
export interface OfAny<I> {
    new (message?: string): I;
    readonly prototype: I;
}

/**
 * A class whose instances are those of one of our classes, or some of them. `isWhole`: no class is derived from it
 * here.
 */
export function standIn<T extends Kind, Made = OfAnswer<InstanceType<T>>>(
    Own: T,
    name: string,
    test?: Test,
    isWhole = false,
): Made {
    const Base = Own as unknown as new (record: object) => ParlourError;
    const StandIn = class extends Base {
        constructor(
            status?: number | string | { message?: string; cause?: unknown },
            error?: object,
            message?: string,
            headers?: HeadersLike,
            type?: string | null,
        ) {
            // Those that came without an answer take their words first.
            const words = (typeof status === "object" ? status.message : status) ?? WORDS[name];
            super(
                typeof words === "string"
                    ? recordOf(undefined, undefined, words, undefined, undefined)
                    : recordOf(words, error, message, headers, type),
            );
            if (typeof status === "object" && status.cause !== undefined) this.cause = status.cause;
        }

        static override [Symbol.hasInstance](value: unknown): boolean {
            // The exported class is derived from this one; a class that a program derives from that has instances of
            // its own.
            const made: unknown = isWhole ? this : Object.getPrototypeOf(this);
            if (made !== StandIn) return Function.prototype[Symbol.hasInstance].call(this, value);
            return value instanceof Own && (test === undefined || test(value));
        }
    };
    Object.defineProperty(StandIn, "name", { value: name });
    return StandIn as never;
}

/** `file_expired` as `FileExpired`. */
const pascal = (code: string): string =>
    code.replace(/(?:^|_)(cmek|.)([^_]*)/g, (_, first: string, rest: string) => first.toUpperCase() + rest);

/**
 * Makes the classes of the service's error codes, which are lists separated by spaces; classes of the codes in `betas`
 * have the prefix `Beta`.
 */
export function ofCodes<Classes>(
    codes: readonly (readonly [own: Kind, codes: string])[],
    betas: string,
): Classes {
    const made: Record<string, unknown> = {};
    const ofBetas = new Set(betas.split(" "));
    for (const [Own, listed] of codes) {
        for (const code of listed.split(" ")) {
            const name = `${ofBetas.has(code) ? "Beta" : ""}${pascal(code)}Error`;
            made[name] = ofCode(Own, name, code);
        }
    }
    return made as Classes;
}

/** The class of the errors of ours that have a code. */
export function ofCode<Made>(Own: Kind, name: string, code: string): Made {
    return standIn(Own, name, (error) => error.errorCode === code, true);
}

const ofEnds = new Map<string, unknown>();

/** The class of the refused requests whose code ends so; always the same for a name. */
export function ofEnd(name: string, end: string): unknown {
    let made = ofEnds.get(name);
    if (made === undefined) {
        made = standIn(BadRequestError, name, (error) => error.errorCode?.endsWith(end) === true, true);
        ofEnds.set(name, made);
    }
    return made;
}

/** The message of an error without an answer if its program gives it none. */
const WORDS: Readonly<Record<string, string>> = {
    APIUserAbortError: "the call was aborted",
    APIConnectionError: "the connection failed",
    APIConnectionTimeoutError: "a time limit ran out",
};

/** Errors with a status that has no class of its own in this package. */
export const withStatus =
    (status: number): Test =>
    (error) =>
        error.status === status;
