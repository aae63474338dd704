// A call and a stream, with the exports that the package has under two names, and a call by the names of the official
// SDK. A bundle of it says FINE.
import { Client, textOf } from "parlour";
import Vendor from "parlour-compat";
import { Emulator } from "parlour/testing";

const request = {
    model: "svc-haiku-3-5",
    max_tokens: 16,
    messages: [{ role: "user", content: "Say hello" }],
};

async function main() {
    const emulator = await Emulator.start();
    try {
        const { url: baseURL, apiKey } = emulator;
        const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false });
        const said = textOf(await client.messages.create(request));
        const streamed = await client.messages.stream(request).finalText();
        const vendor = new Vendor({ baseURL, apiKey, vendor: "svc", fromEnv: false });
        const moved = textOf(await vendor.messages.create(request));
        const all = [said, streamed, moved];
        console.log(all.every((text) => text === "hello") ? "FINE" : all.join(", "));
    } finally {
        await emulator.stop();
    }
}

void main();
