// The package under test: the one of this source tree, loaded as its users load it, by name.

import { createRequire } from "node:module";

const inside = createRequire(new URL("../../../../bindings/node/package.json", import.meta.url));

const parlour = inside("parlour");

export const {
    APIUserAbortError,
    CacheChange,
    Client,
    Conversation,
    markCache,
    ParlourError,
    PartialJSON,
    rawOf,
    textOf,
    ToolError,
    verifyWebhook,
    WebhookVerificationError,
} = parlour;
