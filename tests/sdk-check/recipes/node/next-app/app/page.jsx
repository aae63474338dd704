// A server component that asks while it is rendered.

import { textOf } from "parlour";

import { theClient } from "../client.js";

export const dynamic = "force-dynamic";

export default async function Page() {
    const reply = await theClient().messages.create({
        model: "svc-sonnet-4-5",
        max_tokens: 256,
        messages: [{ role: "user", content: "say hello" }],
    });
    return <p>{textOf(reply)}</p>;
}
