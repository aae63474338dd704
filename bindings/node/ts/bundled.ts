// Throws an error with advice where a bundler has put this package into its output without the binary. Loaded before
// anything that such an output cannot load, so that this error comes first.

const ADVICE =
    "parlour was bundled, and its native half cannot be loaded out of a bundle: mark parlour as external " +
    "(esbuild and tsup: --external:parlour; rollup: external; vite: ssr.external; webpack: externals; Next: " +
    "serverExternalPackages)";

/** The error messages of the stand-ins for `require` that bundlers emit. */
const STAND_IN = /dynamic(?:ally)? require|cannot find module|require is not (?:defined|a function)/i;

/** The error for a package that was bundled. */
export function bundled(cause: unknown): Error {
    return new Error(ADVICE, { cause });
}

/** Whether the error that `require` threw for an existing file comes from a bundler. */
export function isOfBundler(error: unknown): boolean {
    return error instanceof Error && STAND_IN.test(error.message);
}

/** Throws where `require` and `__dirname` are not those of Node. */
export function refuseBundle(): void {
    try {
        // eslint-disable-next-line @typescript-eslint/no-require-imports -- asks whether this `require` is Node's
        require("node:path");
    } catch (error) {
        throw bundled(error);
    }
    if (typeof __dirname === "undefined") throw bundled(undefined);
}

refuseBundle();
