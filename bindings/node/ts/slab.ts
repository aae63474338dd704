// A slab: an array whose free places are used again, addressed by tags that we issue ourselves.
//
// Not a Map: each time its table is full of deleted entries, it moves to a new one and leaves the old table pointing to
// it. With hundreds of calls in flight those tables outlive V8's short collections, and keep alive one another and all
// that was ever in them. A slab allocates only to grow.

/** A tag is an index below a sequence number; together they stay a small integer (Smi) to V8. */
const INDEX_BITS = 20;
const INDEX_MASK = (1 << INDEX_BITS) - 1;
const SEQUENCE_MASK = 0x3ff;

/** An empty slab gives its memory back if it is longer than this, which was for a burst. */
const KEPT = 1024;

/** Values by tag. A tag that was released is stale and finds nothing, also where its place was reserved again. */
export class Slab<T> {
    /** The tag of each place; 0 where it is free. */
    #tags: number[] = [];
    #values: (T | undefined)[] = [];
    #free: number[] = [];
    #sequence = 0;
    #size = 0;

    /** How many values there are. */
    get size(): number {
        return this.#size;
    }

    /** A tag, above 0, whose place is empty until {@link set}. Throws a `RangeError` if 1 048 576 are reserved. */
    reserve(): number {
        const index = this.#free.pop() ?? this.#tags.length;
        if (index > INDEX_MASK)
            throw new RangeError("1048576 calls are in flight; await some before the next");
        // Never 0, which means no tag.
        this.#sequence = (this.#sequence % SEQUENCE_MASK) + 1;
        const tag = (this.#sequence << INDEX_BITS) | index;
        this.#tags[index] = tag;
        this.#values[index] = undefined;
        return tag;
    }

    get(tag: number): T | undefined {
        const index = tag & INDEX_MASK;
        return this.#tags[index] === tag ? this.#values[index] : undefined;
    }

    /** Sets or, with `undefined`, empties the place of a reserved tag; does nothing for a stale one. */
    set(tag: number, value: T | undefined): void {
        const index = tag & INDEX_MASK;
        if (this.#tags[index] !== tag) return;
        this.#size += Number(value !== undefined) - Number(this.#values[index] !== undefined);
        this.#values[index] = value;
    }

    /** Frees the place of a tag; does nothing for a stale one. */
    release(tag: number): void {
        const index = tag & INDEX_MASK;
        if (this.#tags[index] !== tag) return;
        this.set(tag, undefined);
        this.#tags[index] = 0;
        this.#free.push(index);
        if (this.#free.length === this.#tags.length && this.#tags.length > KEPT) {
            this.#tags = [];
            this.#values = [];
            this.#free = [];
        }
    }
}
