// Programs of the official SDK in CommonJS: what TypeScript's `import … = require()` and `esModuleInterop` make of the
// module, compiled to `require()`. Of each the line of its import was changed, and the model.

import assert = require("node:assert/strict");
import SDK = require("parlour-compat");
import Vendor, { APIError, Client as Named } from "parlour-compat";
import type { MessageParam, TextBlock } from "parlour-compat/resources/messages";

const MODEL = "svc-sonnet-4-5";
const history: MessageParam[] = [{ role: "user", content: "Hello" }];
const params: Vendor.MessageCreateParamsNonStreaming = { model: MODEL, max_tokens: 64, messages: history };

export const programs: Readonly<Record<string, () => unknown>> = {
    "import … = require()": async () => {
        const client: SDK.Client = new SDK.default();
        const message: SDK.default.Message = await client.messages.create(params);
        assert.equal(message.type, "message");
    },
    "the default import, compiled to require()": async () => {
        const client: Vendor = new Vendor({ maxRetries: 0 });
        assert.ok(client instanceof Named && client instanceof SDK.Client);
        const message = await client.messages.create(params);
        const texts = message.content.filter((block): block is TextBlock => block.type === "text");
        assert.equal(typeof texts[0].text, "string");
    },
    "classes of errors, compiled to require()": async () => {
        const error: unknown = await new Vendor({ maxRetries: 0 }).messages
            .create({ ...params, model: "none" })
            .catch((reason: unknown) => reason);
        assert.ok(error instanceof APIError && error instanceof SDK.NotFoundError);
        const status: number | undefined = error.status;
        assert.equal(status, 404);
    },
};
