// Marks by which a class knows the instances that another copy of this package made: two versions in one program, or a
// test environment that loads modules anew.

const BRAND = Symbol.for("parlour.class");

type Class = abstract new (...given: never[]) => object;

/** Marks the instances of a class with its name, the same in all copies. */
export function brand(made: Class, name: string): void {
    Object.defineProperty(made.prototype, BRAND, { value: name });
}

/** Whether a value is an instance of a class, or of the class of the same brand in another copy. */
export function isInstance(made: Class, value: unknown): boolean {
    if (Function.prototype[Symbol.hasInstance].call(made, value)) return true;
    if (typeof value !== "object" || value === null || !(BRAND in value)) return false;
    const wanted = Object.getOwnPropertyDescriptor(made.prototype, BRAND);
    // A class that a program derives has no brand of its own.
    if (wanted === undefined) return false;
    for (let at: object | null = value; at !== null; at = Object.getPrototypeOf(at) as object | null)
        if (Object.getOwnPropertyDescriptor(at, BRAND)?.value === wanted.value) return true;
    return false;
}
