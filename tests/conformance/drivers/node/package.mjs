// The package under test: the one of this source tree, loaded as its users load it, by name. It must not know what is
// done with it.

import { createRequire } from "node:module";

const inside = createRequire(new URL("../../../../bindings/node/package.json", import.meta.url));

const parlour = inside("parlour");

export const { APIUserAbortError, Client, ParlourError, rawOf, textOf } = parlour;
