// Errors: every kind has a class, nothing gets lost, and they travel.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import * as parlour from "parlour";
import { all, ask, run, service, start, streamed, text } from "./support.mjs";

const { APIError, APIStatusError, ParlourError } = parlour;

test("every kind of failure of the core has a class of its own", () => {
    const classes = Object.values(parlour).filter((one) => one?.prototype instanceof ParlourError);
    const rows = parlour.errorTable();
    assert.ok(rows.length >= 22);
    for (const [code, kind] of rows) {
        const own = classes.filter((one) => Object.hasOwn(one, "code") && one.code === code);
        assert.ok(own.length >= 1, `no class for ${code} ${kind}`);
        assert.ok(own.every((one) => one.kind === kind));
        // Its name on the wire leads back to it.
        const made = ParlourError.from({ name: "SomethingElse", code, kind, message: "m" });
        assert.equal(made.constructor, own[0]);
        assert.deepEqual([made.code, made.kind, made.name], [code, kind, own[0].name]);
    }
});

test("an unreadable event is a failure of the stream and an answer that cannot be read", async (t) => {
    const emulator = await service(t);
    emulator.push({ sse: [...start(), { event: "message_stop", data: "{oops" }] });
    await assert.rejects(all(emulator.client().messages.stream(ask())), (error) => {
        assert.equal(error.constructor, parlour.StreamDecodeError);
        assert.ok(
            error instanceof parlour.StreamError && error instanceof parlour.APIResponseValidationError,
        );
        assert.deepEqual([error.kind, error.code, error.isMidStream], ["Decode", 19, true]);
        assert.equal(error.partialMessage.id, "msg_1");
        assert.equal(ParlourError.from(JSON.parse(JSON.stringify(error))).constructor, error.constructor);
        return true;
    });
    emulator.push({ text: "<html>" });
    await assert.rejects(emulator.client().messages.create(ask()), (error) => {
        assert.equal(error.constructor, parlour.APIResponseValidationError);
        return !(error instanceof parlour.StreamError) && !(error instanceof parlour.StreamDecodeError);
    });
});

test("an error says why the call was not repeated", async (t) => {
    const emulator = await service(t);
    const clock = { random: [0] };
    for (const [settings, attempts, why] of [
        [{ budget: { tokens: 0 } }, 1, "budget_empty"],
        [{ maxRetries: 1 }, 2, "exhausted"],
        [{ totalTimeout: 2000 }, 1, "deadline_would_pass"],
    ]) {
        emulator.clear();
        emulator.push({ status: 529, repeat: 2 });
        const { messages } = emulator.client({ clock, ...settings });
        await assert.rejects(messages.create(ask()), { attempts, notRetried: why });
    }
    emulator.clear();
    emulator.push({ status: 529 });
    const spent = emulator.client({ budget: { tokens: 0 } }).messages.create(ask());
    await assert.rejects(spent, /the retry budget of the client is empty \(budget\);/);
    emulator.push({ status: 400 });
    await assert.rejects(emulator.client().messages.create(ask()), { notRetried: "not_retryable" });
});

test("a kind that a newer core knows is an error all the same", () => {
    const base = { name: "FutureError", code: 99, kind: "Future", message: "m", display: "m!" };
    const error = ParlourError.from(base);
    assert.equal(error.constructor, APIError);
    assert.deepEqual([error.code, error.kind, error.message, error.reason], [99, "Future", "m!", "m"]);
    assert.equal(ParlourError.from({ ...base, status: 418 }).constructor, APIStatusError);
});

for (const [status, name] of Object.entries({
    400: "BadRequestError",
    401: "AuthenticationError",
    402: "BillingError",
    403: "PermissionDeniedError",
    404: "NotFoundError",
    409: "ConflictError",
    413: "RequestTooLargeError",
    418: "APIStatusError",
    422: "UnprocessableEntityError",
    429: "RateLimitError",
    500: "InternalServerError",
    503: "ServiceUnavailableError",
    504: "DeadlineExceededError",
    529: "OverloadedError",
})) {
    test(`status ${status} is ${name}`, async (t) => {
        const emulator = await service(t);
        emulator.push({ status: Number(status), text: "no", headers: { "request-id": "req_9" } });
        const call = emulator.client({ maxRetries: 0 }).messages.create(ask());
        await assert.rejects(call, (error) => {
            assert.equal(error.constructor, parlour[name]);
            assert.ok(error instanceof APIStatusError && error instanceof APIError && error instanceof Error);
            assert.deepEqual([error.name, error.status, error.requestID], [name, Number(status), "req_9"]);
            return true;
        });
    });
}

/** An error with everything that an error can have. */
async function rich(t) {
    const emulator = await service(t);
    emulator.push({
        status: 429,
        headers: { "retry-after": "2", "request-id": "req_7", "x-multi": ["a", "b"] },
        json: { type: "error", error: { type: "rate_limit_error", message: "slow down" } },
        repeat: 2,
    });
    const client = emulator.client({ maxRetries: 1, clock: { random: [0] } });
    return client.messages.create(ask()).then(assert.fail, (error) => error);
}

test("an error carries all facts", async (t) => {
    const error = await rich(t);
    assert.ok(error instanceof parlour.RateLimitError);
    assert.equal(error.reason, "slow down");
    assert.match(error.message, /slow down.*429.*req_7.*next:/);
    assert.deepEqual(
        [error.status, error.type, error.requestID, error.attempts, error.retryAfter, error.waits],
        [429, "rate_limit_error", "req_7", 2, 2000, [2000]],
    );
    assert.deepEqual(error.error, {
        type: "error",
        error: { type: "rate_limit_error", message: "slow down" },
    });
    assert.equal(typeof error.rawBody, "string");
    assert.equal(error.headers.get("x-multi"), "a, b");
    assert.deepEqual(
        [error.isRetryable, error.isMidStream, error.isSpendCap, error.sawStopReason],
        [true, false, false, false],
    );
    assert.equal(error.partialMessage, null);
    assert.match(inspect(error), /RateLimitError: .*slow down/);
});

test("toJSON and from round-trip, structuredClone does not throw", async (t) => {
    const error = await rich(t);
    const again = ParlourError.from(JSON.parse(JSON.stringify(error)));
    assert.equal(again.constructor, error.constructor);
    assert.deepEqual(again.toJSON(), error.toJSON());
    assert.deepEqual([...again.headers], [...error.headers]);
    assert.deepEqual(again.error, error.error);
    assert.equal(again.message, error.message);
    const cloned = structuredClone(error);
    assert.ok(cloned instanceof Error);
    assert.equal(cloned.message, error.message);
});

test("a broken stream's error travels with the partial message", async (t) => {
    const emulator = await service(t);
    emulator.push({ sse: [...start(), text("half")] });
    const error = await all(emulator.client().messages.stream(ask())).then(assert.fail, (e) => e);
    const again = APIError.from(JSON.parse(JSON.stringify(error)));
    assert.ok(again instanceof parlour.StreamEndedError && again instanceof parlour.StreamError);
    assert.deepEqual(again.partialMessage, error.partialMessage);
    assert.equal(parlour.textOf(again.partialMessage), "half");
    structuredClone(error);
});

test("bodies that are no UTF-8 survive", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400, base64: "/w==" });
    const error = await emulator
        .client()
        .messages.create(ask())
        .then(assert.fail, (e) => e);
    assert.deepEqual(error.rawBody, Buffer.from([255]));
    assert.deepEqual(ParlourError.from(JSON.parse(JSON.stringify(error))).rawBody, Buffer.from([255]));
});

test("no connection, and a time limit", async (t) => {
    const emulator = await service(t);
    emulator.push({ fault: "stall_before_headers" });
    const { messages } = emulator.client({ maxRetries: 0 });
    await assert.rejects(messages.create(ask(), { timeout: 20 }), (error) => {
        assert.ok(
            error instanceof parlour.APIConnectionTimeoutError && error instanceof parlour.APITimeoutError,
        );
        assert.ok(error instanceof parlour.APIConnectionError);
        assert.equal(error.status, undefined);
        assert.equal(error.headers, undefined);
        return true;
    });
    await emulator.stop();
    await assert.rejects(messages.create(ask()), { name: "APIConnectionError", attempts: 1 });
});

test("errors of users' own making", () => {
    const error = new parlour.RateLimitError("mine", { cause: 1 });
    assert.deepEqual(
        [error.message, error.reason, error.code, error.kind, error.cause],
        ["mine", "mine", 9, "RateLimit", 1],
    );
    assert.deepEqual(
        [error.status, error.requestID, error.error, error.rawBody],
        [undefined, null, undefined, null],
    );
});

const BEGIN = `
    import { Client } from "parlour";
    import { ask } from "./support.mjs";
    const [baseURL, apiKey] = process.argv.slice(1);
    const client = new Client({ baseURL, apiKey, vendor: "svc", fromEnv: false, maxRetries: 0 });
    const { messages } = client;
`;

for (const [what, script] of Object.entries({
    "a call": "messages.create(ask());",
    "a call's response": "messages.create(ask()).withResponse();",
    "a call's raw response": "messages.create(ask()).asResponse();",
    "a call that streams": "messages.create(ask('x', { stream: true }));",
    "a call refused before it was sent": "messages.create(7);",
    "a raw call": "client.request('GET', '/x');",
    "a stream": "messages.stream(ask());",
    "a stream's message": "messages.stream(ask()).finalMessage();",
    "a stream with listeners for all but errors":
        "messages.stream(ask()).on('text', () => {}).on('end', () => {});",
})) {
    test(`the failure of ${what} that nobody waits for is told, once`, async (t) => {
        const emulator = await service(t);
        emulator.push({ status: 400, repeat: 0 });
        const { code, err } = await run(`${BEGIN}${script}${script}`, {
            args: [emulator.url, emulator.apiKey],
        });
        assert.equal(code, 0, err);
        assert.equal(err.match(/PARLOUR_UNAWAITED/g)?.length, 1, err);
        assert.ok(!err.includes(emulator.apiKey));
    });
}

test("nothing is told of failures that somebody waits for, also later, nor of calls that were given up", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400, repeat: 0 });
    const script = `${BEGIN}
        const swallow = () => {};
        messages.create(ask()).catch(swallow);
        messages.create(ask()).withResponse().catch(swallow);
        messages.create(ask()).asResponse().catch(swallow);
        Promise.allSettled([messages.create(ask()), messages.create(ask())]);
        messages.create(ask(), { signal: AbortSignal.abort() });
        messages.stream(ask()).abort();
        messages.stream(ask()).on("error", swallow);
        messages.stream(ask()).on("error", swallow).finalMessage();
        const stream = messages.stream(ask());
        stream.finalMessage().catch(swallow);
        try { for await (const event of messages.stream(ask())); } catch {}
        try { await stream.done(); } catch {}
        try { await messages.create(ask("x", { stream: true })); } catch {}
    `;
    const { code, out, err } = await run(script, { args: [emulator.url, emulator.apiKey] });
    assert.deepEqual([code, out, err], [0, "", ""]);
});

test("no failure that nobody awaits ends the process: unhandled rejections, none, ever", async (t) => {
    const emulator = await service(t);
    emulator.push({ status: 400, repeat: 0 });
    const script = `
        import { Client, configure } from "parlour";
        import { ask } from "./support.mjs";
        const [baseURL, apiKey] = process.argv.slice(1);
        const settings = { baseURL, apiKey, vendor: "svc", fromEnv: false, maxRetries: 0 };
        const client = new Client(settings);
        const { messages } = client;
        messages.create(ask());
        messages.create(ask()).withResponse();
        messages.create(ask()).asResponse();
        messages.create(ask("x", { stream: true }));
        messages.create(ask("x", { stream: true })).withResponse();
        messages.create(ask("x", { stream: true })).asResponse();
        messages.create(7);
        messages.create(ask(), { nonsense: 1 }).asResponse();
        messages.create(ask(), { signal: AbortSignal.abort() });
        messages.stream(ask());
        messages.stream(ask()).finalMessage();
        messages.stream(ask()).finalText();
        messages.stream(ask()).done();
        messages.stream(ask()).emitted("text");
        messages.stream(ask()).on("text", () => {});
        messages.stream(ask()).on("end", () => {});
        messages.stream(ask()).withResponse();
        messages.stream(ask())[Symbol.asyncIterator]().next();
        messages.stream(ask()).textStream.next();
        messages.stream(ask()).batches().next();
        messages.stream(ask()).toReadableStream().getReader().read().catch(() => {});
        messages.stream(ask()).finalMessage();
        client.request("GET", "/x");
        client.request("GET", "/x", { stream: true });
        new Client({ ...settings, apiKey: () => { throw new Error("mine"); } }).messages.create(ask());
        new Client({ ...settings, apiKey: async () => { throw new Error("mine"); } }).messages.create(ask());
        new Client({ ...settings, apiKey: async () => 7 }).messages.stream(ask()).finalMessage();
        process.on("exit", (code) => console.log("left with", code));
    `;
    const { code, out, err } = await run(script, { args: [emulator.url, emulator.apiKey] });
    assert.deepEqual([code, out], [0, "left with 0\n"]);
    // The warning appears, once.
    assert.equal(err.match(/nothing waits for what comes of it/g)?.length, 1, err);
});

test("settings that an error names are written as in Node", () => {
    const settings = { apiKey: "k", vendor: "svc", fromEnv: false };
    const refused = (more) => {
        try {
            new parlour.Client({ ...settings, ...more });
        } catch (error) {
            assert.equal(error.name, "ConfigError");
            return error.message;
        }
        return assert.fail("it was taken");
    };
    assert.match(refused({ baseURL: "http://service.example" }), /\ballowPlainHttp\b/);
    assert.match(refused({ baseURL: "http://127.0.0.1:1", answerTimeout: -1 }), /answerTimeout/);
    assert.match(
        refused({ baseURL: "http://127.0.0.1:1", retry: { maxRetryAfter: -1 } }),
        /retry\.maxRetryAfter/,
    );
    assert.ok(!/[a-z]_[a-z]/.test(refused({ baseURL: "http://127.0.0.1:1", maxRetries: "many" })));
});

test("a name that is nearly one gets the one that was meant", async (t) => {
    const emulator = await service(t);
    assert.throws(() => new parlour.Client({ baseUrl: "http://127.0.0.1:1" }), {
        message: "unknown option baseUrl; did you mean baseURL?",
    });
    assert.throws(() => new parlour.Client({ retry: { maxRetrys: 1 } }), /did you mean retry\.maxRetries\?/);
    assert.throws(() => new parlour.Client({ moon: 1 }), /unknown option moon; known are .*\bapiKey, /);
    assert.throws(() => emulator.client().messages.stream(ask(), { tiemout: 1 }), /did you mean timeout\?/);
});

test("what console.log shows of a stream and of a response says how it stands, and holds no secret", async (t) => {
    const emulator = await service(t, { apiKey: "sk-very-secret-key" });
    emulator.push(
        { ...streamed("private"), headers: { "request-id": "req_7", "set-cookie": "s=hidden" } },
        { status: 400, repeat: 1 },
    );
    const { messages } = emulator.client({ maxRetries: 0 });
    const stream = messages.stream(ask());
    assert.match(inspect(stream), /^MessageStream \{ state: 'waiting for the answer', requestID: null \}$/);
    await stream.emitted("text");
    assert.match(inspect(stream), /^MessageStream \{ state: '(open|complete)', requestID: 'req_7' \}$/);
    await stream.finalMessage();
    assert.match(inspect(stream), /state: 'complete'/);
    assert.match(inspect(stream.response), /^ResponseInfo \{\n? *status: 200,\n? *requestID: 'req_7'/);
    const failed = messages.stream(ask()).on("error", () => undefined);
    await failed.done().catch(() => undefined);
    assert.match(inspect(failed), /state: 'failed'.*error: /s);
    const raw = await messages.create(ask()).asResponse();
    assert.match(inspect(raw), /^RawResponse \{\n? *status: 200/);
    for (const shown of [stream, stream.response, failed, raw]) {
        assert.ok(!/private|hidden|very-secret/.test(inspect(shown, { depth: 9, showHidden: true })));
    }
});
