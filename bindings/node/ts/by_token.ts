// What belongs to a token, for as long as it does. It must not know what that is.
//
// Not a Map: each time that one has been filled with what was deleted since, it moves to a new table and leaves the old one
// pointing to it. With hundreds of calls in flight those tables live long enough to be kept until the next full collection,
// and keep alive one another and all that was ever in them: half of what each short collection found. Here what is deleted is
// gone, and nothing is allocated but for more room.

/** Room that there is at first; a power of two. */
const LEAST = 64;
/** Room that is kept when nothing is left: more was for a burst. */
const KEPT = 1024;

/**
 * Where a token's search begins. Tokens are counted up: where each stood beside the one before, those in flight were one
 * row, and to take one out was to walk to the end of it.
 */
function home(token: number, mask: number): number {
    const scattered = Math.imul(token, 0x9e3779b1);
    return (scattered ^ (scattered >>> 15)) & mask;
}

/** Values by token: open addressing, in which each value stands at its token's place or in the next that was free. */
export class ByToken<T> {
    /** 0 where there is none. */
    #tokens = new Float64Array(LEAST);
    #values = new Array<T | undefined>(LEAST).fill(undefined);
    #size = 0;

    get size(): number {
        return this.#size;
    }

    /** The value of a token; tokens are whole numbers above 0. */
    get(token: number): T | undefined {
        const at = this.#find(token);
        return this.#tokens[at] === 0 ? undefined : this.#values[at];
    }

    set(token: number, value: T): void {
        let at = this.#find(token);
        if (this.#tokens[at] === 0) {
            // Half of it stays free, so that what is looked for is found soon.
            if (2 * ++this.#size > this.#tokens.length) {
                this.#resize(2 * this.#tokens.length);
                at = this.#find(token);
            }
            this.#tokens[at] = token;
        }
        this.#values[at] = value;
    }

    delete(token: number): void {
        let hole = this.#find(token);
        if (this.#tokens[hole] === 0) return;
        const mask = this.#tokens.length - 1;
        for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
            const other = this.#tokens[at] ?? 0;
            if (other === 0) break;
            // It is looked for from its own place on, and would not be found behind the hole.
            if (((at - home(other, mask)) & mask) < ((at - hole) & mask)) continue;
            this.#tokens[hole] = other;
            this.#values[hole] = this.#values[at];
            hole = at;
        }
        this.#tokens[hole] = 0;
        this.#values[hole] = undefined;
        if (--this.#size === 0 && this.#tokens.length > KEPT) this.#resize(LEAST);
    }

    /** Where the token is, or would be. */
    #find(token: number): number {
        const mask = this.#tokens.length - 1;
        let at = home(token, mask);
        while (this.#tokens[at] !== token && this.#tokens[at] !== 0) at = (at + 1) & mask;
        return at;
    }

    #resize(length: number): void {
        const tokens = this.#tokens;
        const values = this.#values;
        this.#tokens = new Float64Array(length);
        this.#values = new Array<T | undefined>(length).fill(undefined);
        for (const [before, token] of tokens.entries()) {
            if (token === 0) continue;
            const at = this.#find(token);
            this.#tokens[at] = token;
            this.#values[at] = values[before];
        }
    }
}
