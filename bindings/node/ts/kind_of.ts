// Describes a value in error messages: its kind and never its content, which may be a secret.

/** `text`, `an array`, `a Promise` and so on. */
export function kindOf(value: unknown): string {
    if (value === null || value === undefined) return String(value);
    if (typeof value === "string") return value === "" ? "empty text" : "text";
    if (typeof value === "number") return String(value);
    if (typeof value === "boolean") return String(value);
    if (Array.isArray(value)) return "an array";
    if (typeof value === "object") {
        const name = (value as { constructor?: { name?: unknown } }).constructor?.name;
        if (typeof name !== "string" || name === "" || name === "Object") return "an object";
        return `${/^[AEIO]/.test(name) ? "an" : "a"} ${name}`;
    }
    return `a ${typeof value}`;
}
