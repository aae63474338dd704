// Mistakes of programs: each is an error, thrown at once or by the awaited promise, that names the given value or the
// expected one, and the replacement. None is silent, none mentions Rust, and none ends the process.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
    Client,
    configure,
    computerTool,
    Conversation,
    MessageStream,
    outputFormat,
    PartialJSON,
    textOf,
    tool,
    verifyWebhook,
} from "parlour";
import * as mcp from "parlour/mcp";
import { Emulator } from "parlour/testing";
import { z } from "zod";
import { ask, MODEL } from "./support.mjs";

const emulator = await Emulator.start();
after(() => emulator.stop());
const base = { baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc", fromEnv: false };
const client = new Client({ ...base, maxRetries: 0 });
const { messages } = client;

const make = (more) => () => new Client({ ...base, ...more });
const create = (params, options) => () => messages.create(params, options);
const turn = (content) => [{ role: "user", content }];
const described = (more) => ({
    name: "weather",
    description: "The weather",
    input: { type: "object", properties: {} },
    run: () => "",
    ...more,
});
const run =
    (more, tools = [tool(described())]) =>
    () =>
        messages.runTools({ ...ask(), tools, ...more });
const read = async (stream) => {
    for await (const _ of stream);
};

/** The mistake, the name of the error, and its message. */
const MISTAKES = [
    // Settings
    [make({ baseUrl: "x" }), "TypeError", /unknown option baseUrl; did you mean baseURL\?/],
    [make({ apikey: "x" }), "TypeError", /unknown option apikey; did you mean apiKey\?/],
    [make({ retries: 3 }), "TypeError", /unknown option retries/],
    [make({ timeout: "5s" }), "TypeError", /timeout must be a number of milliseconds, and is text/],
    [make({ timeout: Number.NaN }), "TypeError", /timeout must be a number of milliseconds, and is NaN/],
    [make({ timeout: -1 }), "ConfigError", /timeout must be a number of milliseconds from 0/],
    [make({ maxRetries: "3" }), "ConfigError", /maxRetries must be a whole number from 0/],
    [make({ maxRetries: 1.5 }), "ConfigError", /maxRetries must be a whole number/],
    [make({ apiKey: 7 }), "ConfigError", /apiKey must be text/],
    [make({ apiKey: "" }), "ConfigError", /API key cannot be used: the credential is empty/],
    [() => new Client({ fromEnv: false }), "ConfigError", /no credential: .*apiKey, authToken/],
    [() => new Client("sk-not-shown"), "TypeError", /settings of a client are an object, and not text/],
    [
        make({ baseURL: "api.example.com" }),
        "ConfigError",
        /the base URL is not a URL: it has to begin with http/,
    ],
    [make({ baseURL: "ftp://x" }), "ConfigError", /has to begin with http:\/\/ or https:\/\//],
    [make({ baseURL: 7 }), "ConfigError", /baseURL must be text/],
    [make({ baseURL: "http://example.com" }), "ConfigError", /use https, or set allowPlainHttp/],
    [make({ defaultHeaders: "a: b" }), "TypeError", /defaultHeaders must be an object, and is text/],
    [make({ defaultHeaders: { "a b": "c" } }), "ConfigError", /`a b` is not a header name/],
    [make({ defaultHeaders: { a: 7 } }), "ConfigError", /headers: `a` must be text or null/],
    [make({ httpVersion: "3" }), "ConfigError", /httpVersion must be "1", "2", or "negotiate"/],
    [make({ proxy: "ftp://x" }), "ConfigError", /none of http, https, socks5, socks5h/],
    [make({ caPem: "none" }), "ConfigError", /PEM bundle .* holds no certificate/],
    [make({ clientCertificatePem: "x" }), "ConfigError", /clientCertificatePem needs clientKeyPem/],
    [make({ logLevel: "verbose" }), "TypeError", /logLevel must be one of off, error, warn, info, debug/],
    [make({ onStop: 7 }), "TypeError", /onStop must be a function, not number/],
    [make({ retry: { profile: "sdk" } }), "ConfigError", /"default", "sdk_compatible" or "none"/],
    [make({ retry: { maxRetry: 2 } }), "TypeError", /unknown option retry\.maxRetry; known are .*maxRetries/],
    [make({ budget: 5 }), "TypeError", /budget must be an object such as \{ tokens.* and is 5/],
    [() => configure({ workerThreads: 0 }), "ConfigError", /must be 1 to 64/],
    [() => configure({ workerThreads: "4" }), "TypeError", /workerThreads must be a number, and is text/],
    [() => configure(4), "TypeError", /an object such as \{ workerThreads: 4 \}, and is 4/],
    [make({ fromEnv: "no" }), "TypeError", /fromEnv must be true or false, and is text/],
    [make({ maxRetries: Number.NaN }), "ConfigError", /maxRetries must be a whole number/],
    [make({ maxEventBytes: Infinity }), "ConfigError", /maxEventBytes must be a whole number/],
    [make({ vendor: Symbol("svc") }), "ConfigError", /vendor must be text/],
    [make({ betas: [7] }), "TypeError", /betas must be text or an array of text, and is an array/],
    [make({ pool: [] }), "TypeError", /pool must be an object such as \{ maxIdlePerHost.*, and is an array/],
    [make({ body: "stream" }), "TypeError", /body must be an object, or JSON of one as text/],
    [make({ logger: {} }), "TypeError", /logger must be an object such as console.*without error\(\)/],
    [() => client.withOptions(3), "TypeError", /are an object, and not 3/],
    // Requests
    [create(null), "TypeError", /a request is an object such as \{ model.*; this is null/],
    [create(), "TypeError", /; this is undefined/],
    [create([turn("hi")]), "TypeError", /; this is an array/],
    [create(Promise.resolve(ask())), "TypeError", /; this is a Promise: await it/],
    [create("hello"), "ConfigError", /the request body is not one JSON object/],
    [create({ max_tokens: 1, messages: [] }), "ConfigError", /needs `model`/],
    [create({ model: MODEL, messages: [] }), "ConfigError", /needs `max_tokens`/],
    [create({ ...ask(), maxTokens: 1 }), "ConfigError", /`maxTokens`; did you mean `max_tokens`\?/],
    [create({ ...ask(), stream: "true" }), "TypeError", /stream must be true or false, and is text/],
    [create({ ...ask(), messages: "hi" }), "BadRequestError", /messages: an array is expected/],
    [create({ ...ask(), messages: [] }), "BadRequestError", /messages: at least one message/],
    [create({ ...ask(), messages: [{ role: "human", content: "x" }] }), "BadRequestError", /user, assistant/],
    [create({ ...ask(), max_tokens: "9" }), "BadRequestError", /max_tokens: a whole number/],
    [create({ ...ask(), metadata: { user_id: 7n } }), "TypeError", /BigInt/],
    [create({ ...ask(), model: "none" }), "NotFoundError", /model: none.*check the model name/],
    [
        create({ ...ask(), tool_choice: "auto" }),
        "BadRequestError",
        /tool_choice\.type: this field is required/,
    ],
    [
        create(ask(), { signal: new AbortController() }),
        "TypeError",
        /is an AbortController: give its `signal`/,
    ],
    [create(ask(), { retries: 2 }), "TypeError", /unknown option retries; known are .*maxRetries/],
    [create(ask(), { timeout: "1" }), "TypeError", /timeout must be a number of milliseconds, and is text/],
    [create(ask(), { headers: 7 }), "TypeError", /headers must be an object, and is 7/],
    [create(ask(), { body: [1] }), "TypeError", /body must be an object, or a list of names/],
    [create(ask(), "id"), "TypeError", /the options of a call are an object, and not text/],
    [create(ask(), { maxRetries: Number.NaN }), "ConfigError", /maxRetries must be a whole number/],
    [make({ apiKey: () => undefined }), "TypeError", /apiKey function gave undefined, not a string/, true],
    [make({ apiKey: "wrong" }), "AuthenticationError", /check the API key or token/, true],
    [make({ baseURL: "http://127.0.0.1:1" }), "APIConnectionError", /no connection.* 127\.0\.0\.1:1/, true],
    // Tools and schemas
    [() => tool(described({ name: undefined })), "TypeError", /a tool needs a `name`, such as/],
    [() => tool(described({ run: undefined })), "TypeError", /the tool `weather` needs a function `run`/],
    [() => tool(described({ input: undefined })), "TypeError", /the tool `weather` needs a schema `input`/],
    [() => tool(described({ input: "text" })), "TypeError", /neither a schema of a library nor JSON Schema/],
    [run({}, [tool(described({ input: { type: "string" } }))]), "ConfigError", /needs "type": "object"/],
    [run({}, [tool(described()), tool(described())]), "ConfigError", /two tools have the name `weather`/],
    [run({ maxRequest: 3 }), "TypeError", /`maxRequest` .*did you mean `maxRequests`\?/],
    [run({ maxRequests: 0 }), "ConfigError", /give at least 1/],
    [run({ maxRequests: () => 3 }), "TypeError", /maxRequests must be a number, and is a function/],
    [run({ approve: true }), "TypeError", /approve must be a function, and is true/],
    [run({ early: "yes" }), "TypeError", /early must be true or false, and is text/],
    [run({}, [undefined]), "TypeError", /tools\[0\] must be an object such as tool\(.*, and is undefined/],
    [run({}, "weather"), "TypeError", /tools must be an array, and is text/],
    [() => messages.runTools(), "TypeError", /parameters of a tool run must be an object such as/],
    [() => messages.resumeTools(7, { tools: [] }), "TypeError", /a saved run must be .*save\(\)/],
    [() => messages.parse(null), "TypeError", /a request must be an object such as .*, and is null/],
    [run({ toolTimeout: -1 }), "TypeError", /toolTimeout must be a number of milliseconds above 0/],
    [() => computerTool({}), "ConfigError", /supports no action: implement at least one/],
    [() => messages.parse(ask()), "TypeError", /parse\(\) needs a schema `output`/],
    [
        () => messages.parse({ ...ask(), output: class Person {} }),
        "TypeError",
        /is a class.*write a schema of zod/,
    ],
    [
        () => messages.parse({ ...ask(), output: z.object({}), method: "json" }),
        "ConfigError",
        /auto, format or tool/,
    ],
    [() => outputFormat(7), "TypeError", /neither a schema of a library nor JSON Schema, but 7/],
    [() => outputFormat([]), "TypeError", /neither a schema of a library nor JSON Schema, but an array/],
    // Streams
    [
        () => messages.stream(ask()).on("txt", () => undefined),
        "TypeError",
        /no event txt; did you mean text\?/,
    ],
    [() => messages.stream(ask()).on("text"), "TypeError", /listener for text must be a function/],
    [
        async () => {
            const stream = messages.stream(ask());
            await read(stream);
            await read(stream);
        },
        "ParlourError",
        /was read to its end.*finalMessage\(\)/,
    ],
    [
        () => {
            const stream = messages.stream(ask());
            return Promise.all([read(stream), read(stream)]);
        },
        "ParlourError",
        /already being read by another loop; use one loop, or listeners/,
    ],
    [() => MessageStream.fromReadableStream("x"), "ConfigError", /wants a ReadableStream/],
    [() => messages.stream(ask()).on(7, () => 0), "TypeError", /the name of an event must be text, and is 7/],
    [() => textOf(null), "TypeError", /the message must be an object such as one of messages\.create\(\)/],
    [() => new PartialJSON().push(7), "TypeError", /a piece must be text, and is 7/],
    // Resources
    [() => client.models.retrieve(), "TypeError", /the id of a model must be text, and is undefined/],
    [() => client.models.retrieve(""), "ConfigError", /model_id is missing/],
    [() => messages.batches.create({}), "TypeError", /needs `requests`: an array or another iterable/],
    [() => messages.batches.create(), "TypeError", /parameters of batches must be an object such as/],
    [() => messages.batches.create({ requests: [7] }), "TypeError", /request 0 must be an object such as/],
    [
        () => messages.batches.create({ requests: [{ custom_id: 7, params: ask() }] }),
        "TypeError",
        /the custom_id of request 0 must be text, and is 7/,
    ],
    [() => messages.batches.wait(7), "TypeError", /the id of a batch must be text, and is 7/],
    [() => messages.batches.results(7), "TypeError", /a batch must be .*its id as text, and is 7/],
    [() => client.files.download(7), "TypeError", /the id of a file must be text, and is 7/],
    [() => client.files.upload("plan.pdf"), "TypeError", /a file must be an object such as \{ file, name \}/],
    [() => client.skills.create(), "TypeError", /a skill is made of must be an object such as/],
    [() => client.models.list(7), "TypeError", /parameters of a list must be an object such as/],
    [
        () => messages.batches.create({ requests: [{ custom_id: "a b", params: ask() }] }),
        "ConfigError",
        /request 0 \("a b"\): a custom_id has 1 to 64/,
    ],
    [
        () => messages.batches.wait("a", { limit: "1h" }),
        "TypeError",
        /limit must be a number of milliseconds/,
    ],
    [() => client.request("GET", "v1/models"), "ConfigError", /path `v1\/models` has to start with `\/`/],
    [() => client.request("GET", "https://example.com/"), "ConfigError", /credential is not sent there/],
    [() => client.request("GET"), "TypeError", /the path of a request, .* must be text, and is undefined/],
    [() => new Conversation("x"), "ConfigError", /not one JSON object/],
    [
        () => new Conversation({}),
        "TypeError",
        /turns of a conversation must be an array.*, and not an object/,
    ],
    [() => new Conversation().add(7), "TypeError", /a turn must be an object such as .*, and is 7/],
    [() => new Conversation().addUser(7), "TypeError", /the content of a turn.* must be an array, and is 7/],
    [() => verifyWebhook(), "TypeError", /a webhook must be an object such as \{ body, headers, secrets \}/],
    [() => verifyWebhook({ body: "", headers: {}, secrets: 7 }), "TypeError", /a secret .* must be text/],
    [() => verifyWebhook({ body: {}, headers: {}, secrets: "x" }), "TypeError", /text or bytes as they came/],
    [() => verifyWebhook({ body: "", headers: {}, secrets: "x" }), "WebhookVerificationError", /whsec_/],
    // Servers of tools
    [() => mcp.tools({}), "TypeError", /must have listTools\(\) and callTool\(\)/],
    [() => mcp.messages({}), "TypeError", /messages of a prompt must be an array, and is undefined/],
    [() => mcp.toTool(null), "TypeError", /a tool must be an object such as \{ name, input_schema \}/],
    [
        () => mcp.content(),
        "TypeError",
        /what a server gave must be text, an object or an array, and is undefined/,
    ],
    // The service for tests
    [
        () => emulator.push({ statuss: 1 }),
        "TypeError",
        /reply 0: there is no key statuss; did you mean status\?/,
    ],
    [() => emulator.push({ fault: "reset_att" }), "TypeError", /no fault reset_att; did you mean reset_at\?/],
    [() => emulator.push("overload"), "TypeError", /a reply is an object such as \{ status: 529 \}/],
    [() => emulator.push(7), "TypeError", /a reply must be an object such as \{ status: 529 \}.*, and is 7/],
    [() => Emulator.start({ port: "80" }), "TypeError", /port must be a number, and is text/],
    [() => Emulator.start({ modells: "any" }), "TypeError", /no key modells; did you mean models\?/],
];

let count = 0;
for (const [mistake, name, says, calls] of MISTAKES) {
    test(`mistake ${++count}: ${says.source}`, async () => {
        const act = calls ? async () => mistake().messages.create(ask()) : async () => mistake();
        const error = await act().then(
            (value) => assert.fail(`it was silent, and gave ${typeof value}`),
            (reason) => reason,
        );
        assert.equal(error.name, name, error.stack);
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /\bRust\b|\brust type|napi|serde|\.unwrap\(|Option<|\bstruct\b/);
        // Settings have the names of JavaScript.
        assert.doesNotMatch(error.message, /\w_(ms|key|url|retries|timeout|budget|bytes)\b/);
        assert.doesNotMatch(error.message, /sk-not-shown/);
    });
}

test("there are far more than the 58 that a review found", () => {
    assert.ok(count >= 130, String(count));
});
