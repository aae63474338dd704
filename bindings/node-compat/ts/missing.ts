// What stands in place of values of the field's SDK that this package has not: a program links, and what uses one is told what to write.

import { ELSEWHERE, refusal } from "./refusals.js";

/** An instance of a class that is not here: there is none. */
export interface Missing {
    /** None is made. */
    readonly made: never;
}

/** What is to be written in place of each, by their names, for `parlour-compat check`. */
export const MISSING = new Map<string, string>();

/** What tools look for in any value, without using it. */
const LOOKED_AT: ReadonlySet<unknown> = new Set(["name", "then", "__esModule"]);
/** What turns a value into a text or a number, or loops over it. */
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
