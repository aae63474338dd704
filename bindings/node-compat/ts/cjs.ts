// The result of `require("parlour-compat")`: the class itself, which has all exports as members, as in the official
// SDK. A file of its own, because names that ESM imports are found in a file that assigns to its exports one by one.

import { Client } from "./index.js";

Object.defineProperty(Client, "__esModule", { value: true });
module.exports = Client;
// The member exists already. TypeScript and bundlers look for it by these words.
(module.exports as { default: unknown }).default = Client;
