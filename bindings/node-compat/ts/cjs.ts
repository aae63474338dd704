// What `require("parlour-compat")` gives: the class itself, on which all exports stand, as that of the field's SDK. A file of its own,
// because names that ESM imports are found in a file that assigns to its exports one by one.

import { Client } from "./index.js";

Object.defineProperty(Client, "__esModule", { value: true });
module.exports = Client;
// It stands there already. TypeScript and bundlers look for it by these words.
(module.exports as { default: unknown }).default = Client;
