// The same types for `require`; never run.

import parlour = require("parlour");
import testing = require("parlour/testing");

const client: parlour.Client = new parlour.Client();
const other = new parlour.default();
other satisfies parlour.Client;
void client.messages
    .create({ model: "m", max_tokens: 1, messages: [] })
    .then((message) => message.id satisfies string);
void testing.Emulator.start().then((emulator) => emulator.client() satisfies parlour.Client);
