// Programs of the official SDK: messages, clients, options, errors. Of each the line of its import was changed, and the
// model.

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { type AddressInfo, connect } from "node:net";
import Vendor, { APIPromise, RetryableError, toFile } from "parlour-compat";
import { APIResource } from "parlour-compat/core/resource";
import { isRetryableError } from "parlour-compat/core/middleware";
import { jsonSchemaOutputFormat } from "parlour-compat/helpers/json-schema";
import { loadConfig } from "parlour-compat/lib/credentials";
import { maybeParseMessage, parseMessage } from "parlour-compat/lib/parser";
import { parseWithStandardSchema } from "parlour-compat/lib/standard-schema";
import { BetaMessageThread } from "parlour-compat/lib/threads/BetaMessageThread";
import { runRunnableTool, toolName } from "parlour-compat/lib/tools/BetaRunnableTool";
import { transformJSONSchema } from "parlour-compat/lib/transform-json-schema";
import { FileExpiredError, ImageDimensionsTooLargeError } from "parlour-compat/resources";
import { Agents } from "parlour-compat/resources/beta/agents";
import { AlreadyMemberError, InviteAlreadyExistsError } from "parlour-compat/resources/organization/invites";
import { VERSION } from "parlour-compat/version";
import { Client as Named } from "parlour-compat";
import { Agent, MockAgent, ProxyAgent } from "undici";
import { type Advice, answer, last, MODEL, type Programs, refused, stream, textOf } from "./support.mjs";

const messages: Vendor.MessageParam[] = [{ role: "user", content: "Hello" }];
const params: Vendor.MessageCreateParamsNonStreaming = { model: MODEL, max_tokens: 64, messages };

export const programs: Programs = {
    "the first message": async () => {
        const client = new Vendor();
        const message = await client.messages.create({
            max_tokens: 1024,
            messages: [{ role: "user", content: "Hello, there" }],
            model: MODEL,
        });
        assert.equal(message.role, "assistant");
        assert.equal(typeof textOf(message), "string");
        assert.ok(message.usage.output_tokens > 0);
    },
    "the class by name": async () => {
        const client = new Named({ maxRetries: 0 });
        assert.ok(client instanceof Vendor);
        assert.equal((await client.messages.create(params)).type, "message");
    },
    "require()": async () => {
        const require = createRequire(import.meta.url);
        const SDK = require("parlour-compat");
        assert.equal((await new SDK().messages.create(params)).type, "message");
        const { default: Default, APIError } = require("parlour-compat");
        assert.equal(Default, SDK);
        assert.equal(APIError, SDK.APIError);
    },
    "a conversation of several turns": async ({ service }) => {
        const client = new Vendor();
        const history: Vendor.MessageParam[] = [{ role: "user", content: "My name is Ada." }];
        const first = await client.messages.create({ ...params, messages: history });
        history.push({ role: "assistant", content: first.content });
        history.push({ role: "user", content: "What is my name?" });
        await client.messages.create({ ...params, messages: history });
        assert.equal(last(service).json().messages.length, 3);
    },
    "a system prompt with a cache breakpoint": async ({ service }) => {
        const system: Vendor.TextBlockParam[] = [
            { type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } },
        ];
        await new Vendor().messages.create({ ...params, system });
        assert.deepEqual(last(service).json().system, system);
    },
    "an image as base64": async ({ service }) => {
        const data = Buffer.from("image").toString("base64");
        const source: Vendor.Base64ImageSource = { type: "base64", media_type: "image/png", data };
        const content: Vendor.ContentBlockParam[] = [
            { type: "image", source },
            { type: "text", text: "What is it?" },
        ];
        service.push(answer("A dot."));
        await new Vendor().messages.create({ ...params, messages: [{ role: "user", content }] });
        assert.deepEqual(last(service).json().messages[0].content, content);
    },
    thinking: async ({ service }) => {
        service.push(
            answer([
                { type: "thinking", thinking: "Hm.", signature: "c2ln" },
                { type: "text", text: "Yes." },
            ]),
        );
        const thinking: Vendor.ThinkingConfigParam = { type: "enabled", budget_tokens: 1024 };
        const message = await new Vendor().messages.create({ ...params, max_tokens: 4000, thinking });
        for (const block of message.content) {
            if (block.type === "thinking") assert.equal(block.thinking, "Hm.");
            else if (block.type === "text") assert.equal(block.text, "Yes.");
        }
    },
    "the id of the request": async () => {
        const message = await new Vendor().messages.create(params);
        assert.match(message._request_id ?? "", /^req_/);
        assert.ok(!Object.keys(message).includes("_request_id"));
    },
    "withResponse()": async () => {
        const asked = new Vendor().messages.create(params).withResponse();
        const { data, response, request_id: id } = await asked;
        assert.equal(data.type, "message");
        assert.ok(response instanceof Response);
        assert.equal(response.headers.get("request-id"), id);
    },
    "asResponse()": async () => {
        const response = await new Vendor().messages.create(params).asResponse();
        assert.ok(response instanceof Response);
        assert.equal(response.statusText, "OK");
        assert.ok(response.url.endsWith("/v1/messages"));
        assert.equal(((await response.json()) as Vendor.Message).type, "message");
    },
    "a stream handed on as it is": async () => {
        const response = await new Vendor().messages.create({ ...params, stream: true }).asResponse();
        assert.match(response.headers.get("content-type") ?? "", /event-stream/);
        assert.match(await response.text(), /^event: message_start/);
    },
    APIPromise: async () => {
        const asked = new Vendor().messages.create(params);
        assert.ok(asked instanceof APIPromise);
        assert.equal(await asked._thenUnwrap(({ type }) => type), "message");
    },
    "the headers of a call": async ({ service }) => {
        const client = new Vendor({ defaultHeaders: { "x-team": "a", "x-drop": "b" } });
        await client.messages.create(params, { headers: { "x-call": "c", "x-drop": null } });
        const { headers } = last(service);
        assert.deepEqual(
            ["x-team", "x-call", "x-drop"].map((name) => headers.get(name)),
            ["a", "c", null],
        );
    },
    "a body of one's own": async ({ service }) => {
        const body = { ...params, max_tokens: 7 };
        await new Vendor().messages.create(params, { body });
        assert.equal(last(service).json().max_tokens, 7);
    },
    "parameters that are not known": async ({ service }) => {
        service.push(answer("ok"));
        await new Vendor().messages.create({ ...params, some_new_parameter: { a: 1 } });
        assert.deepEqual(last(service).json().some_new_parameter, { a: 1 });
    },
    "withOptions()": async ({ service }) => {
        const client = new Vendor().withOptions({ maxRetries: 0, timeout: 5000 });
        assert.equal(client.maxRetries, 0);
        assert.equal(client.timeout, 5000);
        service.push(refused(529, "overloaded_error"));
        await assert.rejects(client.messages.create(params), Vendor.InternalServerError);
    },
    "two retries, as they are usual": async ({ service }) => {
        service.push({ ...refused(500, "api_error"), headers: { "retry-after-ms": "1" }, repeat: 3 });
        const before = service.requests.length;
        await assert.rejects(new Vendor().messages.create(params), { status: 500 });
        assert.equal(service.requests.length - before, 3);
    },
    "a time limit": async ({ service }) => {
        service.push({ ...answer("late"), delay_ms: 5000 });
        const client = new Vendor({ timeout: 50, maxRetries: 0 });
        await assert.rejects(client.messages.create(params), Vendor.APIConnectionTimeoutError);
    },
    "an abort signal": async ({ service }) => {
        service.push({ ...answer("late"), delay_ms: 5000 });
        const controller = new AbortController();
        setTimeout(() => controller.abort(), 20);
        const asked = new Vendor().messages.create(params, { signal: controller.signal });
        await assert.rejects(asked, (error) => error instanceof Vendor.APIUserAbortError);
    },
    "errors by class": async ({ service }) => {
        const client = new Vendor({ maxRetries: 0 });
        for (const [status, name] of [
            [400, "BadRequestError"],
            [401, "AuthenticationError"],
            [403, "PermissionDeniedError"],
            [404, "NotFoundError"],
            [409, "ConflictError"],
            [422, "UnprocessableEntityError"],
            [429, "RateLimitError"],
            [500, "InternalServerError"],
        ] as const) {
            service.push(refused(status, "some_error", "because"));
            const error: unknown = await client.messages.create(params).catch((reason: unknown) => reason);
            assert.ok(error instanceof Vendor[name] && error instanceof Vendor.APIError, name);
            assert.ok(error instanceof Vendor.ParlourError && error instanceof Error);
            assert.equal(error.status, status);
            const told = error.error as Vendor.ErrorResponse;
            assert.equal(told.error.message, "because");
            assert.match(error.headers?.get("request-id") ?? "", /^req_/);
            assert.match(error.requestID ?? "", /^req_/);
            assert.equal(error.request_id, error.requestID);
            assert.equal(error.constructor.name, name);
        }
    },
    "a switch over errors": async ({ service }) => {
        service.push(refused(429, "rate_limit_error"));
        const told = await new Vendor({ maxRetries: 0 }).messages.create(params).catch((error: unknown) => {
            if (error instanceof Vendor.APIConnectionError) return "connection";
            if (error instanceof Vendor.RateLimitError) return `slow down: ${error.type}`;
            throw error;
        });
        assert.equal(told, "slow down: rate_limit_error");
    },
    "classes of errors by their codes": async ({ service }) => {
        const details = { error_code: "file_expired" };
        const told = { type: "not_found_error", message: "gone", details };
        service.push({ status: 404, json: { type: "error", error: told } });
        const error = await new Vendor().files.retrieveMetadata("file_1").catch((reason: unknown) => reason);
        assert.ok(error instanceof Vendor.FileExpiredError);
        const code: "file_expired" = error.errorCode;
        assert.deepEqual(
            [code, error.details.error_code, error.status],
            ["file_expired", "file_expired", 404],
        );
        assert.ok(error instanceof FileExpiredError && error instanceof Vendor.Files.FileExpiredError);
        assert.ok(error instanceof Vendor.NotFoundError && error instanceof Vendor.APIError);
        for (const Other of [Vendor.ThreadNotFoundError, Vendor.BadRequestError, RetryableError])
            assert.ok(!(error instanceof Other));
        service.push(refused(404, "not_found_error"));
        const plain = await new Vendor().files.retrieveMetadata("file_1").catch((reason: unknown) => reason);
        assert.ok(plain instanceof Vendor.NotFoundError && !(plain instanceof FileExpiredError));
        const body = { error: { details: { error_code: "image_dimensions_too_large", paths: ["a"] } } };
        const made = new Vendor.Messages.ImageDimensionsTooLargeError(400, body, "large", new Headers());
        assert.ok(made instanceof ImageDimensionsTooLargeError && made instanceof Vendor.BadRequestError);
        assert.deepEqual(made.details.paths, ["a"]);
    },
    "classes of errors of the administration": async ({ service }) => {
        const details = { error_code: "invite_already_exists" };
        const told = { type: "invalid_request_error", message: "invited", details };
        service.push({ status: 400, json: { type: "error", error: told } });
        const asked = new Vendor().post("/v1/organizations/invites", { body: { email: "a@b.c" } });
        const error = await asked.catch((reason: unknown) => reason);
        assert.ok(error instanceof InviteAlreadyExistsError && error instanceof Vendor.BadRequestError);
        assert.ok(!(error instanceof AlreadyMemberError));
    },
    "functions of modules": async ({ service }) => {
        const given = { type: "object", properties: { town: { type: "string", minLength: 1 } } };
        assert.deepEqual(transformJSONSchema(given), {
            type: "object",
            properties: { town: { type: "string", description: "{minLength: 1}" } },
            additionalProperties: false,
        });
        service.push(answer('{"town":"Turin"}'));
        const output_config = { format: jsonSchemaOutputFormat({ ...given, type: "object" }) };
        const message = await new Vendor().messages.create(params);
        assert.deepEqual(parseMessage(message, { output_config }).parsed_output, { town: "Turin" });
        assert.equal(maybeParseMessage(message, params).parsed_output, null);
        const wrong = { ...message, content: [{ type: "text", text: "{" }] };
        assert.throws(() => parseMessage(wrong, { output_config }), Vendor.ParlourError);
        assert.ok(isRetryableError(new Error("a", { cause: new Vendor.APIConnectionError({}) })));
        assert.ok(!isRetryableError(new Error("a")));
        const tool = { name: "t", run: (input: { n: number }) => input.n + 1 };
        assert.deepEqual(
            [toolName(tool), await runRunnableTool(tool, { n: 1 })],
            ["t", { content: 2, isError: false }],
        );
        const fails = () => {
            throw new Error("no such town");
        };
        const failed = await runRunnableTool({ run: fails }, {});
        assert.deepEqual(failed, { content: "Error: no such town", isError: true });
        const schema = { "~standard": { validate: (value: unknown) => ({ value }) } };
        assert.equal(parseWithStandardSchema(schema, 3), 3);
        const issues = [{ message: "too small", path: ["a", { key: 0 }] }];
        const strict = { "~standard": { validate: () => ({ issues }) } };
        assert.throws(() => parseWithStandardSchema(strict, 3), /1 issues: a\.0: too small/);
        assert.equal(typeof VERSION, "string");
    },
    "one side of an answer that fails": async () => {
        // Who looks at one side waits for the whole: a failure is no unhandled rejection, which would fail this test.
        const client = new Vendor({ maxRetries: 0 });
        const wrong = { ...params, model: "none" };
        const told = (error: unknown): boolean => error instanceof Vendor.NotFoundError;
        await assert.rejects(client.messages.create(wrong).asResponse(), told);
        await assert.rejects(client.messages.create(wrong).withResponse(), told);
        await assert.rejects(client.post("/v1/none", { body: {} }).withResponse(), told);
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    "no connection": async () => {
        const client = new Vendor({ baseURL: "http://127.0.0.1:1", apiKey: "k", maxRetries: 0 });
        const error: unknown = await client.messages.create(params).catch((reason: unknown) => reason);
        assert.ok(error instanceof Vendor.APIConnectionError);
        assert.equal(error.status, undefined);
    },
    "errors that tests make": () => {
        const headers = new Headers({ "request-id": "req_1", "retry-after": "3" });
        const body = { type: "error", error: { type: "rate_limit_error", message: "slow" } };
        const error = new Vendor.RateLimitError(429, body, "slow", headers);
        assert.ok(error instanceof Vendor.RateLimitError && !(error instanceof Vendor.NotFoundError));
        assert.deepEqual([error.status, error.requestID, error.type], [429, "req_1", "rate_limit_error"]);
        assert.equal(error.headers?.get("retry-after"), "3");
        assert.deepEqual(error.error, body);
        const made = Vendor.APIError.generate(404, body, undefined, headers);
        assert.ok(made instanceof Vendor.NotFoundError);
        assert.ok(new Vendor.APIUserAbortError() instanceof Vendor.APIError);
        assert.match(new Vendor.APIConnectionError({ message: "gone" }).message, /gone/);
        class Mine extends Vendor.APIError {}
        assert.ok(!(error instanceof Mine) && new Mine(400) instanceof Mine);
    },
    "requests of one's own": async () => {
        const client = new Vendor();
        const page = await client.get<{ data: Vendor.ModelInfo[] }>("/v1/models", { query: { limit: 1 } });
        assert.equal(page.data.length, 1);
        const made = await client.post<Vendor.Message>("/v1/messages", { body: params });
        assert.equal(made.type, "message");
        const raw = await client.get("/v1/models").asResponse();
        assert.equal(raw.status, 200);
        const asked = client.get<{ data: Vendor.ModelInfo[] }>("/v1/models").withResponse();
        const { data, response } = await asked;
        assert.ok(data.data.length > 0 && response instanceof Response);
    },
    "a streamed request of one's own": async () => {
        const client = new Vendor();
        const asked = client.post<AsyncIterable<Vendor.MessageStreamEvent>>("/v1/messages", {
            body: params,
            stream: true,
        });
        const types: string[] = [];
        for await (const { type } of await asked) types.push(type);
        assert.equal(types.at(-1), "message_stop");
    },
    "tokens are counted": async () => {
        const { model } = params;
        const { input_tokens: count } = await new Vendor().messages.countTokens({ model, messages });
        assert.ok(count > 0);
    },
    "betas of a call": async ({ service }) => {
        await new Vendor().beta.messages.create({ ...params, betas: ["one-2025-01-01", "two-2025-01-01"] });
        const { headers } = last(service);
        assert.match(headers.get("svc-beta") ?? "", /one-2025-01-01.*two-2025-01-01/);
        assert.equal(last(service).json().betas, undefined);
    },
    "a proxy by its dispatcher": async ({ service }) => {
        const asked: string[] = [];
        const proxy = createServer((request, response) => {
            asked.push(`${request.method} ${request.headers["proxy-authorization"]}`);
            response.writeHead(502).end();
        });
        proxy.on("connect", (request, socket) => {
            asked.push(`CONNECT ${request.headers["proxy-authorization"]}`);
            const [host = "", port] = (request.url ?? "").split(":");
            const through = connect(Number(port), host, () => {
                socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
                through.pipe(socket).pipe(through);
            });
            for (const end of [through, socket]) end.on("error", () => undefined);
        });
        await once(proxy.listen(0, "127.0.0.1"), "listening");
        const { port } = proxy.address() as AddressInfo;
        try {
            const address = `http://ada:secret%21@127.0.0.1:${port}`;
            const shown = `Basic ${Buffer.from("ada:secret!").toString("base64")}`;
            const settings = { maxRetries: 0, baseURL: "https://service.invalid:1" };
            const plain = new ProxyAgent({ uri: `http://127.0.0.1:${port}`, token: shown });
            for (const fetchOptions of [
                { dispatcher: new ProxyAgent(address) },
                { dispatcher: plain },
                { proxy: address },
            ]) {
                const client = new Vendor({ ...settings, fetchOptions });
                await assert.rejects(client.messages.create(params), Vendor.APIConnectionError);
                assert.match(asked.pop() ?? "", new RegExp(`^CONNECT ${shown.replace("+", "\\+")}$`));
            }
            const copy = new Vendor({ maxRetries: 0 }).withOptions({
                baseURL: settings.baseURL,
                fetchOptions: { proxy: address },
            });
            await assert.rejects(copy.messages.create(params), Vendor.APIConnectionError);
            assert.ok(asked.length > 0);
            const agent = new Agent({ connect: { timeout: 5_000 }, keepAliveTimeout: 10_000, allowH2: true });
            const direct = new Vendor({ fetchOptions: { dispatcher: agent } });
            assert.equal((await direct.messages.create(params)).type, "message");
            assert.equal(service.requests.length, 1);
        } finally {
            proxy.closeAllConnections();
            proxy.close();
        }
    },
    "a key that is asked for": async ({ service }) => {
        const { apiKey } = service;
        const client = new Vendor({ apiKey: async () => apiKey });
        assert.equal((await client.messages.create(params)).type, "message");
    },
    "many calls at once": async () => {
        const client = new Vendor();
        const all = await Promise.all(Array.from({ length: 20 }, () => client.messages.create(params)));
        assert.equal(new Set(all.map(({ _request_id: id }) => id)).size, 20);
    },
    "a logger": async () => {
        const lines: string[] = [];
        const take = (line: string): unknown => lines.push(line);
        const logger = { error: take, warn: take, info: take, debug: take };
        await new Vendor({ logger, logLevel: "debug" }).messages.create(params);
        new Vendor({ logger, logLevel: "off" });
        assert.ok(lines.length > 0);
    },
    "the logger of a client": () => {
        const client = new Vendor({ logger: console, logLevel: "off" });
        const level: Vendor.ClientOptions["logLevel"] = client.logLevel;
        assert.deepEqual([client.logger, level], [console, "off"]);
        assert.equal(new Vendor().logLevel, "off");
    },
    "a resource of one's own": async () => {
        class Own extends APIResource {
            lookUp(id: string): APIPromise<Vendor.ModelInfo> {
                return this._client.get(`/v1/models/${id}`);
            }
        }
        const found = await new Own(new Vendor()).lookUp(MODEL);
        assert.equal(found.type, "model");
        assert.ok(new Vendor().messages instanceof APIResource && new Vendor().models instanceof APIResource);
    },
    "the workspace and the profile of a call": async ({ service }) => {
        const client = new Vendor();
        await client.messages.create({ ...params, workspace_id: "ws_1", user_profile_id: "up_1" });
        const { headers } = last(service);
        const sent = ["svc-workspace-id", "svc-user-profile-id"].map((name) => headers.get(name));
        assert.deepEqual(sent, ["ws_1", "up_1"]);
        assert.equal(last(service).json().workspace_id, undefined);
        await client.models.list({ limit: 1, workspace_id: "ws_2" });
        assert.equal(last(service).headers.get("svc-workspace-id"), "ws_2");
        await client.models.retrieve(MODEL, { workspace_id: "ws_3" });
        assert.equal(last(service).headers.get("svc-workspace-id"), "ws_3");
    },
    "a class that a tracer patches": async () => {
        // Tracers know the classes by no type.
        type Traced = Record<string, (this: unknown, ...args: { model: string }[]) => unknown>;
        const seen: string[] = [];
        const undo: (() => void)[] = [];
        for (const { prototype } of [Vendor.Messages, Vendor.Beta.Messages]) {
            const traced = prototype as unknown as Traced;
            const { create } = traced;
            undo.push(() => (traced.create = create));
            traced.create = function (...args) {
                seen.push(args[0].model);
                return create.apply(this, args);
            };
        }
        try {
            const { response } = await new Vendor().messages.create(params).withResponse();
            assert.equal(response.status, 200);
            await new Vendor().beta.messages.create(params);
        } finally {
            for (const one of undo) one();
        }
        assert.deepEqual(seen, [MODEL, MODEL]);
    },
    "a client for each test, with a method replaced": async () => {
        const client = new Vendor();
        client.messages.create = (async () => ({ content: [{ type: "text", text: "mocked" }] })) as never;
        assert.equal(textOf(await client.messages.create(params)), "mocked");
    },
    "a message on its way to a database": async () => {
        const message = await new Vendor().messages.create(params);
        const again: unknown = JSON.parse(JSON.stringify(message));
        assert.deepEqual(again, { ...message });
        assert.deepEqual(structuredClone(message), { ...message });
    },
    "a file out of what is there": async () => {
        const file = await toFile(Buffer.from("text"), "a.txt", { type: "text/plain" });
        assert.ok(file instanceof File);
        assert.deepEqual([file.name, file.type, await file.text()], ["a.txt", "text/plain", "text"]);
        const url = new URL(import.meta.url).pathname;
        const { createReadStream } = await import("node:fs");
        assert.equal((await toFile(createReadStream(url))).name, "messages.mjs");
    },
    "an answer that was refused": async ({ service }) => {
        service.push(answer([], "refusal"));
        const message = await new Vendor().messages.create(params);
        assert.equal(message.stop_reason, "refusal");
    },
    "a stream that fails in its middle": async ({ service }) => {
        const { sse } = stream(["Hel", "lo"]);
        const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
        service.push({ sse: [...sse.slice(0, 4), { event: "error", data: error }] });
        const events = await new Vendor({ maxRetries: 0 }).messages.create({ ...params, stream: true });
        await assert.rejects(
            async () => {
                for await (const _ of events);
            },
            (reason: unknown) => reason instanceof Vendor.APIError && reason.type === "overloaded_error",
        );
    },
};

/** What cannot be kept: the sentence says what to write. */
export const advice: Advice = {
    "a fetch of one's own": [
        // @ts-expect-error -- the compiler says it first
        () => new Vendor({ fetch: globalThis.fetch }),
        /no `fetch`.*client\.parlour\.fetch.*Emulator/,
    ],
    "options of fetch": [
        // @ts-expect-error -- as above
        () => new Vendor({ fetchOptions: { keepalive: true } }),
        /no `fetchOptions: keepalive`.*`proxy`, `onlyCaPem`/,
    ],
    "options of fetch for a call": [
        // @ts-expect-error -- as above
        () => new Vendor().messages.create(params, { fetchOptions: {} }),
        /no `fetchOptions`.*withOptions\(\{ proxy \}\)/,
    ],
    "a dispatcher of one's own": [
        () => new Vendor({ fetchOptions: { dispatcher: new MockAgent() } }),
        /no `fetchOptions: dispatcher`.*`ProxyAgent`.*Emulator/,
    ],
    "certificates that nobody verifies": [
        () =>
            new Vendor({
                fetchOptions: { dispatcher: new Agent({ connect: { rejectUnauthorized: false } }) },
            }),
        /no `fetchOptions: rejectUnauthorized`.*`caPem`/,
    ],
    "an agent of node:http": [
        // @ts-expect-error -- as above
        () => new Vendor({ httpAgent: {} }),
        /no `httpAgent`.*`proxy`/,
    ],
    middleware: [
        // @ts-expect-error -- as above
        () => new Vendor({ middleware: [] }),
        /no `middleware`.*`defaultHeaders`.*diagnostics_channel/,
    ],
    "an idempotency key": [
        // @ts-expect-error -- as above
        () => new Vendor().messages.create(params, { idempotencyKey: "k" }),
        /no `idempotencyKey`.*headers/,
    ],
    "text completions": [
        // @ts-expect-error -- as above
        () => new Vendor().completions.create({}),
        /client\.completions.*messages\.create/,
    ],
    "managed agents": [
        // @ts-expect-error -- as above
        () => new Vendor().beta.agents.list(),
        /client\.beta\.agents.*client\.request/,
    ],
    "a key that is changed": [
        () => {
            new Vendor().apiKey = "other";
        },
        /client\.apiKey = ….*withOptions/,
    ],
    "a class of an error that is not known": [
        // @ts-expect-error -- as above
        () => Vendor.GoneForGoodError,
        /GoneForGoodError.*errorCode/,
    ],
    "a resource of agents": [() => new Agents(new Vendor()), /no `Agents`.*client\.request/],
    "a thread of messages": [
        () => class Thread extends BetaMessageThread {},
        /no `BetaMessageThread`.*`Conversation`/,
    ],
    "a file with credentials": [() => loadConfig(), /no `loadConfig`.*apiKey.*environment/],
    "an error that asks for another attempt": [
        () => {
            throw new RetryableError("again");
        },
        /RetryableError.*no middleware.*maxRetries/,
    ],
    "a misspelt parameter": [
        () => new Vendor().messages.create({ ...params, max_token: 3 }),
        /unknown parameter `max_token`; did you mean `max_tokens`\?/,
    ],
    "a request without a length": [
        // @ts-expect-error -- as above
        () => new Vendor().messages.create({ model: MODEL, messages }),
        /needs `max_tokens`/,
    ],
};
