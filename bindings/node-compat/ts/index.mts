// The same module for `import`; see ../index.mts.

import { Client } from "./index.js";

export * from "./index.js";
export default Client;
