// Frameworks at pinned versions with a client of this package, against its emulator. Each recipe is what the guide shows; it ends with 1 if one
// does not do what it says.
//
//   node recipes.mjs <folder of the Node package>

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: recipes.mjs <folder of the Node package>");
const own = (name) => import(pathToFileURL(join(folder, "dist", name)).href);
const { Client } = await own("index.mjs");
const { Client: Compat } = await own("compat/index.mjs");
// Its hints are for other hosts.
globalThis.AI_SDK_LOG_WARNINGS = false;
const { Emulator } = await own("testing.mjs");

// The packages have the vendor in their names.
const { vendor } = new Client({ apiKey: "-", fromEnv: false });
const Vendor = vendor.charAt(0).toUpperCase() + vendor.slice(1);
const MODEL = "svc-sonnet-4-5";
const settings = (service) => ({
    baseURL: service.url,
    apiKey: service.apiKey,
    vendor: "svc",
    fromEnv: false,
});
const usage = { input_tokens: 3, output_tokens: 2 };
const answer = (content, stop_reason = "end_turn") => ({
    json: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: MODEL,
        content,
        stop_reason,
        stop_sequence: null,
        usage,
    },
});

const RECIPES = {
    "AI SDK: a provider with the fetch of a client": async (service) => {
        const { generateText, streamText } = await import("ai");
        const provider = await import(`@ai-sdk/${vendor}`);
        const client = new Client(settings(service));
        const models = provider[`create${Vendor}`]({
            baseURL: `${client.baseURL}/v1`,
            apiKey: "not used",
            fetch: client.fetch,
        });
        const asked = { model: models(MODEL), prompt: "say hello", maxOutputTokens: 64, maxRetries: 0 };
        const { text } = await generateText(asked);
        assert.match(text, /hello/i);
        assert.equal(service.requests.at(-1).headers.get("x-api-key"), service.apiKey);
        let pieces = "";
        for await (const piece of streamText(asked).textStream) pieces += piece;
        assert.match(pieces, /hello/i);
    },
    "AI SDK: retries are the client's": async (service) => {
        const { generateText } = await import("ai");
        const provider = await import(`@ai-sdk/${vendor}`);
        const client = new Client({ ...settings(service), retry: { profile: "sdk_compatible" } });
        const models = provider[`create${Vendor}`]({
            baseURL: `${client.baseURL}/v1`,
            apiKey: "not used",
            fetch: client.fetch,
        });
        service.push(
            { status: 529, headers: { "retry-after-ms": "1" } },
            answer([{ type: "text", text: "at last" }]),
        );
        const { text } = await generateText({
            model: models(MODEL),
            prompt: "hi",
            maxOutputTokens: 64,
            maxRetries: 0,
        });
        assert.equal(text, "at last");
    },
    "LangChain: a chat model with a client": async (service) => {
        const { [`Chat${Vendor}`]: Chat } = await import(`@langchain/${vendor}`);
        const client = new Compat(settings(service));
        const model = new Chat({
            model: MODEL,
            apiKey: "not used",
            maxRetries: 0,
            createClient: () => client,
        });
        const whole = await model.invoke("say hello");
        assert.match(whole.text, /hello/i);
        let pieces = "";
        for await (const piece of await model.stream("say hello")) pieces += piece.text;
        assert.match(pieces, /hello/i);
    },
    "LangChain: tools": async (service) => {
        const { [`Chat${Vendor}`]: Chat } = await import(`@langchain/${vendor}`);
        const { tool } = await import("@langchain/core/tools");
        const client = new Compat(settings(service));
        const model = new Chat({
            model: MODEL,
            apiKey: "not used",
            maxRetries: 0,
            createClient: () => client,
        });
        const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
        const weather = tool(({ city }) => `sunny in ${city}`, {
            name: "weather",
            description: "Weather",
            schema,
        });
        service.push(
            answer([{ type: "tool_use", id: "t1", name: "weather", input: { city: "Oslo" } }], "tool_use"),
        );
        const { tool_calls: calls } = await model.bindTools([weather]).invoke("weather?");
        assert.deepEqual(
            calls.map(({ name, args }) => [name, args]),
            [["weather", { city: "Oslo" }]],
        );
    },
};

let failed = 0;
for (const [title, recipe] of Object.entries(RECIPES)) {
    const service = await Emulator.start();
    try {
        await recipe(service);
        console.log(`recipes: ${title}: ok`);
    } catch (error) {
        failed++;
        console.log(`recipes: ${title}: FAILED`);
        console.error(error);
    }
    await service.stop();
}
process.exitCode = failed > 0 ? 1 : 0;
