// The chain of hooks: what each may want, what it sees, and what it throws.

import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { test } from "node:test";

import { Client, ConfigError, HookError, OverloadedError } from "parlour";
import { service } from "./support.mjs";

const ASK = { model: "svc-haiku-3-5", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
const BUSY = { status: 529, json: { type: "error", error: { type: "overloaded_error", message: "busy" } } };
const KEPT = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "kept" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 7, output_tokens: 3 },
};

/** Runs with an emulator and a client that has these hooks. */
async function hooked(t, hooks, run, more = {}) {
    const emulator = await service(t);
    await run(emulator.client({ clock: {}, hooks, ...more }), emulator);
}

/** Writes down what it is asked. */
class Book {
    lines = [];
    ends = [];

    onCall({ model, labels, stream, method }) {
        this.lines.push(`call ${model} ${labels} ${stream} ${method}`);
    }

    async onAttempt(attempt) {
        assert.equal(
            attempt.headers.find(([name]) => name === "x-api-key"),
            undefined,
        );
        assert.equal(JSON.parse(attempt.body.toString()).model, ASK.model);
        this.lines.push(`attempt ${attempt.attempt}`);
        return { headers: { "x-attempt": String(attempt.attempt) } };
    }

    onFailure({ attempt, error, nextWait }) {
        assert.ok(error instanceof OverloadedError);
        this.lines.push(`failure ${attempt} ${typeof nextWait}`);
    }

    onEnd(end) {
        this.lines.push(`end ${end.outcome}`);
        this.ends.push(end);
    }
}

test("hooks are asked in the context of the call, and see its end", async (t) => {
    const storage = new AsyncLocalStorage();
    const contexts = [];
    const book = new Book();
    const where = {
        onCall: () => void contexts.push(storage.getStore()),
        onEnd: () => contexts.push(storage.getStore()),
    };
    await hooked(t, [where, book], async (client, emulator) => {
        emulator.push(BUSY);
        const reply = await storage.run("of the call", () =>
            client.messages.create(ASK, { labels: ["blue"] }),
        );
        assert.deepEqual(book.lines, [
            "call svc-haiku-3-5 blue false POST",
            "attempt 1",
            "failure 1 number",
            "attempt 2",
            "end completed",
        ]);
        const [end] = book.ends;
        assert.equal(end.attempts, 2);
        assert.equal(end.usage.output_tokens, reply.usage.output_tokens);
        assert.ok(end.duration >= 0 && end.status === 200 && end.requestID !== null);
        const sent = emulator.requests.map(({ headers }) => new Map(headers).get("x-attempt"));
        assert.deepEqual(sent, ["1", "2"]);
    });
    assert.deepEqual(contexts, ["of the call", "of the call"]);
});

test("a hook answers whole and streamed calls", async (t) => {
    const cache = {
        onCall: () => ({ answer: { body: JSON.stringify(KEPT), headers: { "request-id": "r" } } }),
    };
    const book = new Book();
    await hooked(t, [cache, book], async (client, emulator) => {
        assert.equal((await client.messages.create(ASK)).content[0].text, "kept");
        const stream = client.messages.stream(ASK);
        assert.equal((await stream.finalMessage()).content[0].text, "kept");
        assert.equal(emulator.requests.length, 0);
    });
    assert.deepEqual(
        book.ends.map(({ answeredByHook, requestID }) => [answeredByHook, requestID]),
        [
            [true, "r"],
            [true, "r"],
        ],
    );
});

const thrown = new RangeError("out of order");
for (const [result, subkind, text] of [
    [thrown, "failed", "RangeError: out of order"],
    [{ veto: "not today" }, "veto", "not today"],
    [{ vetto: "not today" }, "failed", "did you mean `veto`"],
    [5, "failed", "onAttempt gave number"],
    [{ answer: { status: 99 } }, "failed", "99"],
    [{ answer: { body: 5 } }, "failed", "neither text nor bytes"],
    [{ headers: { host: "elsewhere" } }, "failed", "host"],
    [{ retry: false }, "failed", "has no `retry`"],
]) {
    test(`a hook that gives ${String(text)} ends the call with an error that names it`, async (t) => {
        class Broken {
            onAttempt() {
                if (result instanceof Error) throw result;
                return result;
            }
        }
        await hooked(t, [new Broken()], async (client, emulator) => {
            const calls = [
                () => client.messages.create(ASK),
                () => client.messages.stream(ASK).finalMessage(),
            ];
            for (const call of calls) {
                await assert.rejects(call, (error) => {
                    assert.ok(error instanceof HookError, String(error));
                    assert.equal(error.subkind, subkind);
                    assert.ok(error.message.includes("`Broken` (onAttempt)"), error.message);
                    assert.ok(error.message.includes(text), error.message);
                    if (result === thrown) assert.equal(error.cause, thrown);
                    return true;
                });
            }
            assert.equal(emulator.requests.length, 0);
        });
    });
}

test("a hook decides about the next attempt", async (t) => {
    const insists = {
        onFailure({ nextWait }) {
            assert.equal(nextWait, null);
            return { retryAfter: 500 };
        },
    };
    await hooked(
        t,
        [insists],
        async (client, emulator) => {
            emulator.push(BUSY);
            await client.messages.create(ASK);
            assert.equal(emulator.requests.length, 2);
        },
        { maxRetries: 0 },
    );
    await hooked(t, [{ onFailure: () => ({ retry: false }) }], async (client, emulator) => {
        emulator.push(BUSY);
        await assert.rejects(client.messages.create(ASK), ({ attempts, notRetried }) => {
            assert.deepEqual([attempts, notRetried], [1, "hook"]);
            return true;
        });
    });
});

test("the end of a call that was left", async (t) => {
    const outcomes = [];
    await hooked(t, [{ onEnd: ({ outcome }) => outcomes.push(outcome) }], async (client, emulator) => {
        emulator.push({ status: 200, default: true, gap_ms: 60_000 });
        for await (const _ of await client.messages.create({ ...ASK, stream: true })) break;
        await client.messages.create(ASK);
    });
    assert.deepEqual(outcomes.toSorted(), ["completed", "interrupted"]);
});

test("what is no hook is refused", async (t) => {
    assert.throws(() => new Client({ hooks: {} }), TypeError);
    assert.throws(() => new Client({ hooks: [5] }), TypeError);
    await hooked(t, [], async (_client, emulator) => {
        assert.throws(
            () => new Client({ baseURL: emulator.url, apiKey: "k", hooks: [{}] }),
            (error) => error instanceof ConfigError && error.message.includes("onCall"),
        );
    });
});
