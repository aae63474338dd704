// Models, the tokens of a request, and limits: facts to check before a request is sent. None of these calls is billed.
//
//     node examples/node/models.mjs
//     PARLOUR_ADMIN_KEY=... node examples/node/models.mjs   # the limits of the organisation, too

import process from "node:process";
import { connect } from "./service.mjs";

const { client, model, emulator, close } = await connect();

// A loop over a list fetches its pages as they are needed.
for await (const { id, max_input_tokens: input, max_tokens: output } of client.models.list({ limit: 5 }))
    console.log(`model ${id}: ${input} tokens in, ${output} out`);
const chosen = await client.models.retrieve(model);

const messages = [{ role: /** @type {const} */ ("user"), content: "Name three rivers." }];
const { input_tokens: count } = await client.messages.countTokens({ model, messages });
console.log(`the request has ${count} tokens, ${chosen.id} takes ${chosen.max_input_tokens}`);

// Every call gives its unchanged answer, and endpoints that have no method of their own are reached by request().
const raw = await client.models.retrieve(model).asResponse();
const page = await client.request("GET", "/v1/models", { query: { limit: 1 } });
console.log(`raw: status ${raw.status}, ${(await page.arrayBuffer()).byteLength} bytes`);

// The key of an administrator is that of this call alone.
const apiKey = process.env.PARLOUR_ADMIN_KEY ?? (emulator && "test-admin-key");
if (apiKey) {
    for await (const { type, group, limits } of client.limits.list({}, { apiKey })) {
        const values = limits.map((one) => `${one.type} ${one.value}`);
        console.log(`limits of ${group?.type ?? type}: ${values.join(", ")}`);
    }
}
await close();
