// One client for the life of the server. Made at its first use: modules are loaded while Next builds, where there is no
// key.

import { Client } from "parlour";

let client;

export const theClient = () => (client ??= new Client());
