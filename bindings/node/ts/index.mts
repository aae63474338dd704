// The same package for `import`. One copy of the code serves both ways of loading it, so that an error is an instance
// of its class wherever that came from.

import { Client } from "./index.js";

export * from "./index.js";
export default Client;
