// Detects the kind of a value by its members, where its class is unknown: bodies, files and headers may be of another
// realm (a test environment, `vm`) or of a package (undici, node-fetch, jsdom), which `instanceof` does not know.

/**
 * The name that an object has for `Object.prototype.toString`: `FormData`, `URL`, `Blob`, and `Object` where it has
 * none.
 */
export function tagOf(value: object): string {
    return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

const can = (value: object, ...methods: string[]): boolean =>
    methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function");

/** The fields of a form, files among them. */
export type FormFields = Iterable<[name: string, value: unknown]>;

/** Whether a value is a form whose fields can be read. */
export function isForm(value: object): value is { entries(): FormFields } {
    return tagOf(value) === "FormData" && can(value, "append", "entries");
}

/** A `Blob` or a `File`, whose bytes are read as a stream. */
export interface BlobLike {
    readonly size: number;
    readonly type?: unknown;
    readonly name?: unknown;
    stream(): unknown;
}

/** Whether a value is a blob or a file. */
export function isBlob(value: object): value is BlobLike {
    return can(value, "stream", "arrayBuffer") && typeof (value as { size?: unknown }).size === "number";
}

/** Whether a value is the platform's or another `URL`. */
export function isURL(value: object): value is { readonly href: string } {
    return tagOf(value) === "URL" && typeof (value as { href?: unknown }).href === "string";
}

/** A stream of the web that no loop goes over. */
export interface ReadableLike {
    getReader(): {
        read(): Promise<{ done: boolean; value?: unknown }>;
        cancel(reason?: unknown): Promise<unknown>;
    };
}

/** Whether a value is a stream of the web, which some packages make without an iterator. */
export function isReadable(value: object): value is ReadableLike {
    return can(value, "getReader", "cancel");
}

/** Whether a loop can go over a value that is no list of values, map or set: a stream, or a generator. */
export function isStream(value: object): boolean {
    return (
        Symbol.asyncIterator in value || isReadable(value) || (Symbol.iterator in value && can(value, "next"))
    );
}

/** Whether JSON can represent the object: the JSON of a form, a map or a file would be `{}`. */
export function isPlain(value: object): boolean {
    const prototype = Object.getPrototypeOf(value) as object | null;
    // Of this realm, or of another, whose own root it is.
    if (prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null)
        return tagOf(value) === "Object";
    if (Array.isArray(value) || can(value, "toJSON")) return true;
    // A class of the program, with fields; the opaque classes of libraries have none, or read like a stream.
    return (
        tagOf(value) === "Object" &&
        Object.keys(value).length > 0 &&
        !can(value, "pipe") &&
        !can(value, "append")
    );
}
