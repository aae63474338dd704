// A call and a stream, with what the package has under two names. A bundle of it says FINE.
import { Client, textOf } from "parlour";
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
        console.log(said === "hello" && streamed === "hello" ? "FINE" : `${said}, ${streamed}`);
    } finally {
        await emulator.stop();
    }
}

void main();
