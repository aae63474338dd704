// The resources beside messages, loaded at their first use: most programs send messages alone, and start without them.

import type * as Resources from "./resources.js";

let loaded: typeof Resources | undefined;

/** The module. */
export function resources(): typeof Resources {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it with the package
    return (loaded ??= require("./resources.js") as typeof Resources);
}
