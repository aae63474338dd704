// JSON that still arrives, as objects that grow with it: each read updates the same objects with the changes.

import { needText } from "./arguments.js";
import { native } from "./native.js";

/** Any JSON value. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };

/** A type whose fields may all be missing, at every depth: the type of a value that still arrives. */
export type DeepPartial<T> = T extends string | number | boolean | bigint | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? DeepPartial<Item>[]
      : T extends object
        ? { [Key in keyof T]?: DeepPartial<T[Key]> }
        : T;

type Container = JSONValue[] | Record<string, JSONValue>;

/** A change as the native half writes it. */
type Change =
    ["add", number, string | null, JSONValue] | ["append", string] | ["replace", number] | ["remove"];

const isContainer = (value: JSONValue): value is Container => typeof value === "object" && value !== null;

/**
 * A JSON text that is still arriving, and its value so far: the input of a tool, or an answer in JSON.
 *
 * The value can be read after any piece, in time proportional to the new text. Malformed text is a state, not an
 * exception.
 */
export class PartialJSON {
    #native: InstanceType<(typeof native)["NativePartialJson"]>;
    #value: JSONValue | undefined;
    /** The containers that may still grow, the outermost first. */
    readonly #open: Container[] = [];
    /** How many containers are around the value that was added last, and its key in the innermost. */
    #depth = 0;
    #key: string | number = 0;
    /** The previous value of the number that was added last, which replaced it in its object. */
    #replaced: JSONValue | undefined;

    /** Nothing has arrived. `trailingStrings: false` leaves an unfinished string out with its key. */
    constructor({
        trailingStrings = true,
    }: {
        /** Whether a string is shown that is not finished. */
        trailingStrings?: boolean;
    } = {}) {
        this.#native = new native.NativePartialJson(trailingStrings);
    }

    /** @internal Shows a JSON that the native half feeds itself. */
    static of(arriving: InstanceType<(typeof native)["NativePartialJson"]>): PartialJSON {
        const made = new PartialJSON();
        made.#native = arriving;
        return made;
    }

    /** Takes the next piece of the text. After an {@link PartialJSON.error} nothing is taken any more. */
    push(piece: string): void {
        needText("a piece", piece);
        this.#native.push(piece);
    }

    /**
     * The value so far; undefined as long as nothing of it can be shown. The same objects each time, which grow: copy a
     * value that must not change.
     */
    get value(): JSONValue | undefined {
        const changes = this.#native.changes();
        if (changes !== "") for (const change of JSON.parse(changes) as Change[]) this.#take(change);
        return this.#value;
    }

    /** Whether one whole value has arrived. */
    get isComplete(): boolean {
        return this.#native.isComplete;
    }

    /** Why the text can never become JSON, whatever follows; null if it may. */
    get error(): string | null {
        return this.#native.error;
    }

    #take(change: Change): void {
        switch (change[0]) {
            case "add": {
                const [, depth, key, value] = change;
                this.#open.length = depth;
                this.#depth = depth;
                const around = this.#open[depth - 1];
                this.#key = key ?? (Array.isArray(around) ? around.length : 0);
                const replaces =
                    typeof value === "number" && around !== undefined && Object.hasOwn(around, this.#key);
                this.#replaced = replaces ? this.#last() : undefined;
                this.#put(value);
                if (isContainer(value)) this.#open.push(value);
                break;
            }
            case "append": {
                const last = this.#last();
                this.#put(typeof last === "string" ? last + change[1] : change[1]);
                break;
            }
            case "replace":
                this.#put(change[1]);
                break;
            case "remove":
                this.#remove();
                break;
        }
    }

    #last(): JSONValue | undefined {
        const around = this.#open[this.#depth - 1];
        if (around === undefined) return this.#value;
        return Array.isArray(around) ? around[Number(this.#key)] : around[this.#key];
    }

    #put(value: JSONValue): void {
        const around = this.#open[this.#depth - 1];
        if (around === undefined) this.#value = value;
        else if (Array.isArray(around)) around[Number(this.#key)] = value;
        // A key of that name would set the prototype of the object.
        else if (this.#key === "__proto__") {
            Object.defineProperty(around, this.#key, {
                value,
                enumerable: true,
                writable: true,
                configurable: true,
            });
        } else around[this.#key] = value;
    }

    #remove(): void {
        const around = this.#open[this.#depth - 1];
        if (around === undefined) this.#value = undefined;
        else if (Array.isArray(around)) around.length = Number(this.#key);
        else if (this.#replaced !== undefined) this.#put(this.#replaced);
        else Reflect.deleteProperty(around, this.#key);
    }
}
