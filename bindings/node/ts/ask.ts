// Calls functions of the program whose result may be a promise.

/** Calls a function of the program, which may give a promise; a program without types may give anything. */
export function ask(
    call: () => unknown,
    given: (value: unknown) => void,
    failed: (error: unknown) => void,
): void {
    let got: unknown;
    let later: Promise<unknown> | undefined;
    try {
        got = call();
        // Also of a class whose `then` throws, or calls back twice.
        if (typeof got === "object" && got !== null && "then" in got && typeof got.then === "function")
            later = got instanceof Promise ? got : Promise.resolve(got);
    } catch (error) {
        failed(error);
        return;
    }
    if (later === undefined) given(got);
    else later.then(given, failed);
}
