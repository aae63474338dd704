// The hooks that a case lists: each method gives its results one after the other, and the last one for ever.

const METHODS = { on_call: "onCall", on_attempt: "onAttempt", on_failure: "onFailure" };

/** A hook for a row; `later`: its methods give promises. */
export function hookOf(row, later) {
    const out = {};
    for (const [name, method] of Object.entries(METHODS)) {
        if (row[name] === undefined) continue;
        const left = [...row[name]];
        const given = (asked) => result(left.length > 1 ? left.shift() : left[0], asked);
        out[method] = later ? async (asked) => given(asked) : given;
    }
    return out;
}

function result(row, asked) {
    if (row === null) return undefined;
    const { fail, copy, retry_after_ms: retryAfter, ...out } = row;
    if (fail !== undefined) throw new Error(fail);
    if (copy !== undefined) {
        const seen = new Map(asked.headers);
        out.headers = { ...out.headers };
        for (const [ours, theirs] of Object.entries(copy)) out.headers[ours] = seen.get(theirs) ?? "none";
    }
    return { ...out, ...(retryAfter !== undefined && { retryAfter }) };
}
