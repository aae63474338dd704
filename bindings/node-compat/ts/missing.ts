// Placeholders for values of the official SDK that this package does not have: a program links, and using one throws an
// error that names the replacement.

import { ELSEWHERE, refusal } from "./refusals.js";

/** An instance of a class that is not here: there is none. */
export interface Missing {
    /** None is made. */
    readonly made: never;
}

/** The replacement for each, by name, for `parlour-compat check`. */
export const MISSING = new Map<string, string>();

/** Keys that tools read of any value, without using it. */
const LOOKED_AT: ReadonlySet<unknown> = new Set(["name", "then", "__esModule"]);
/** Keys that convert a value to a text or a number, or loop over it. */
const USES: ReadonlySet<unknown> = new Set([Symbol.toPrimitive, Symbol.iterator, Symbol.asyncIterator]);

function missing(name: string, kind: keyof typeof ELSEWHERE): never {
    const advice = ELSEWHERE[kind];
    MISSING.set(name, advice);
    const refuse = (): never => {
        throw refusal(name, advice);
    };
    // A function that `new` and `extends` take, so that both come as far as the sentence.
    const target = function (): never {
        return refuse();
    };
    Object.defineProperty(target, "name", { value: name });
    return new Proxy(target, {
        apply: refuse,
        construct: refuse,
        get(_target, key): unknown {
            // `instanceof`: nothing is one of these.
            if (key === Symbol.hasInstance) return () => false;
            if (typeof key === "symbol" ? USES.has(key) : !LOOKED_AT.has(key)) return refuse();
            return Reflect.get(target, key);
        },
    }) as never;
}

/** A class that is not here, with the static member that programs call. A program may derive a class from it. */
export type MissingClass = (new (...given: unknown[]) => Missing) & {
    /** Not here: calling it throws. */
    readonly init: (...given: unknown[]) => never;
};

/** A class that is not here: making one, deriving from it and its static members throw. */
export function missingClass(name: string, kind: keyof typeof ELSEWHERE): MissingClass {
    return missing(name, kind);
}

/** A function that is not here. */
export function missingFunction(name: string, kind: keyof typeof ELSEWHERE): (...given: unknown[]) => never {
    return missing(name, kind);
}

/** A constant that is not here: writing it out, counting with it and looping over it throw. */
export function missingConstant(name: string, kind: keyof typeof ELSEWHERE): never {
    return missing(name, kind);
}
