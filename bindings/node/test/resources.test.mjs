// The endpoints beside messages: counts, models, batches, files, skills, limits, pages, webhooks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
    APIConnectionTimeoutError,
    APIResponseValidationError,
    APIUserAbortError,
    ConfigError,
    Conversation,
    NotFoundError,
    ParlourError,
    rawOf,
    verifyWebhook,
    WebhookVerificationError,
} from "parlour";
import { all, ask, MODEL, service, turn } from "./support.mjs";

const requests = (...ids) => ids.map((id) => ({ custom_id: id, params: ask(`say ${id}`) }));

/** A batch of these requests that has ended. */
async function ended(client, ...ids) {
    const { id } = await client.messages.batches.create({ requests: requests(...ids) });
    return client.messages.batches.wait(id, { firstPause: 0, longestPause: 0 });
}

const line = (id, result = { type: "canceled" }) => JSON.stringify({ custom_id: id, result });

test("tokens are counted of whatever a message is asked with", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const params = ask("How many tokens are these?");
    const count = await client.messages.countTokens({ ...params, temperature: 1 });
    assert.ok(count.input_tokens > 0);
    assert.deepEqual(Object.keys(emulator.requests[0].json()).sort(), ["messages", "model"]);
    const conversation = new Conversation(params.messages);
    const body = conversation.body({ model: MODEL, max_tokens: 9 });
    assert.deepEqual(await client.messages.countTokens(body), count);
    const { data, response, request_id: id } = await client.messages.countTokens(params).withResponse();
    assert.deepEqual(data, count);
    assert.equal(response.status, 200);
    assert.ok(id);
    const raw = await client.messages.countTokens(params).asResponse();
    assert.deepEqual(await raw.json(), count);
    await assert.rejects(client.messages.countTokens(7), TypeError);
});

test("every endpoint is a method under the name that the reference page says", async (t) => {
    const tables = new URL("../../../schema/made/tables.json", import.meta.url);
    const { endpoints } = JSON.parse(await readFile(tables, "utf8"));
    const client = (await service(t)).client();
    assert.ok(endpoints.length > 20);
    for (const { name, names } of endpoints) {
        const method = names.node.split(".").reduce((owner, part) => owner?.[part], client);
        assert.equal(typeof method, "function", `${name}: ${names.node}`);
    }
});

test("lists are walked item by item, page by page, and by hand", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const first = await client.models.list({ limit: 2 });
    assert.equal(first.data.length, 2);
    assert.equal(first.answer.has_more, true);
    assert.equal(first.hasNextPage(), true);
    const second = await first.getNextPage();
    assert.equal(emulator.requests[1].query, `limit=2&after_id=${first.data[1].id}`);
    assert.notEqual(second.data[0].id, first.data[0].id);
    // The same page again: a page is never used up.
    assert.deepEqual((await first.getNextPage()).data, second.data);

    const names = (await all(client.models.list({ limit: 2 }))).map(({ id }) => id);
    assert.equal(new Set(names).size, names.length);
    assert.deepEqual(
        (await all(first)).map(({ id }) => id),
        names,
    );
    const sizes = [];
    for await (const page of first.iterPages()) sizes.push(page.data.length);
    assert.ok(sizes.length > 2 && sizes.slice(0, -1).every((size) => size === 2), String(sizes));
    const last = await client.models.list({ limit: 1000 });
    assert.equal(last.hasNextPage(), false);
    await assert.rejects(last.getNextPage(), /last page/);
    const retired = await all(client.models.list({ lifecycle: ["retired"] }));
    assert.deepEqual(
        retired.map(({ lifecycle }) => lifecycle),
        ["retired"],
    );

    const model = await client.models.retrieve(names[0]);
    assert.equal(model.id, names[0]);
    assert.ok(model._request_id);
    await assert.rejects(client.models.retrieve("none"), NotFoundError);
    await assert.rejects(client.models.retrieve(""), ConfigError);
    await assert.rejects(client.models.list({ after_id: "a", before_id: "b" }), ConfigError);
    await assert.rejects(all(client.models.list({}, { signal: AbortSignal.abort() })), APIUserAbortError);
});

test("a list that leads in a circle ends, and what is no page is an error", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ maxRetries: 0 });
    const page = { json: { data: [{ id: "a" }], has_more: true, last_id: "a" } };
    emulator.push(page, page);
    const seen = [];
    await assert.rejects(async () => {
        for await (const { id } of client.models.list()) seen.push(id);
    }, /circle/);
    assert.deepEqual(seen, ["a"]);
    emulator.push({ json: { data: 7 } });
    await assert.rejects(client.models.list(), /not a page/);
    emulator.push({ text: "<html>" });
    await assert.rejects(client.models.list(), APIResponseValidationError);
});

test("a batch is created, watched, read and deleted", async (t) => {
    const emulator = await service(t, { batchPolls: 3 });
    const { batches } = emulator.client().messages;
    const made = await batches.create({ requests: requests("a", "b") });
    assert.equal(made.processing_status, "in_progress");
    await assert.rejects(batches.results(made), /has not ended/);
    const seen = [];
    const last = await batches.wait(made.id, {
        firstPause: 0,
        longestPause: 0,
        onProgress: (batch) => seen.push(batch.processing_status),
    });
    assert.ok(seen.length > 0 && seen.every((status) => status === "in_progress"), String(seen));
    assert.equal(last.processing_status, "ended");
    assert.equal(last.request_counts.succeeded, 2);
    for (const source of [made.id, last]) {
        const results = await batches.results(source);
        assert.equal(results.response.status, 200);
        const found = new Map();
        for await (const { custom_id: id, result } of results) {
            assert.equal(result.type, "succeeded");
            found.set(id, result.message.content[0].text);
        }
        assert.deepEqual([...found.keys()].sort(), ["a", "b"]);
    }
    assert.deepEqual(
        (await all(batches.list())).map(({ id }) => id),
        [made.id],
    );
    assert.equal((await batches.retrieve(made.id)).id, made.id);
    assert.equal((await batches.delete(made.id)).type, "message_batch_deleted");
    await assert.rejects(batches.retrieve(made.id), NotFoundError);
    const other = await batches.create({ requests: requests("c") });
    assert.notEqual((await batches.cancel(other.id)).processing_status, "in_progress");
});

test("batches are made of anything a loop goes over", async (t) => {
    const emulator = await service(t);
    const { batches } = emulator.client().messages;
    const sent = () =>
        emulator.requests
            .at(-1)
            .json()
            .requests.map((one) => one.custom_id);
    await batches.create({
        requests: (function* () {
            yield* requests("1", "2");
        })(),
    });
    assert.deepEqual(sent(), ["1", "2"]);
    const conversation = new Conversation([{ role: "user", content: "hi" }]);
    const { data, response } = await batches
        .create({
            requests: (async function* () {
                await turn();
                yield { custom_id: "x", params: conversation.body({ model: MODEL, max_tokens: 5 }) };
                yield { custom_id: "y", params: JSON.stringify(ask()) };
            })(),
        })
        .withResponse();
    assert.deepEqual(sent(), ["x", "y"]);
    assert.ok(data.id && response.requestID);
    const raw = await batches.create({ requests: requests("z") }).asResponse();
    assert.equal((await raw.json()).type, "message_batch");

    await batches.create({ requests: requests("p", "q").map((one) => Promise.resolve(one)) });
    assert.deepEqual(sent(), ["p", "q"]);

    const before = emulator.requests.length;
    await assert.rejects(batches.create({ requests: requests("a", "a") }), /already/);
    await assert.rejects(batches.create({ requests: [] }), ConfigError);
    await assert.rejects(batches.create({ requests: [{ custom_id: "a", params: 7 }] }), TypeError);
    const gone = new AbortController();
    const endless = (async function* () {
        for (let at = 0; ; at += 1) {
            if (at === 1000) gone.abort();
            yield requests(`r${at}`)[0];
        }
    })();
    await assert.rejects(batches.create({ requests: endless }, { signal: gone.signal }), APIUserAbortError);
    assert.equal(emulator.requests.length, before);
});

test("large requests arrive as JSON writes them, whatever their strings hold", async (t) => {
    const emulator = await service(t);
    const { messages } = emulator.client();
    const { batches } = messages;
    const long = "x".repeat(3000);
    const texts = [
        long,
        `${long}"\\\n\t\u0000\u001f\u007f\u2028</script>`,
        `\u0001${long}`,
        `"\\u0001"${long}"\\u0001":`,
        `${long}\u00e4\u4e16\u{1f600}`,
        `\ud800${long}\udc00`,
        "\u0001",
        "\u0001\u0001",
        "\\u0001",
        '"\u0001"',
        'a quote before the end: "\u0001',
        "short",
        "",
    ];
    const turns = texts.map((text) => ({ role: "user", content: [{ type: "text", text }] }));
    const tool = (name, description) => ({ name, description, input_schema: { type: "object" } });
    const given = {
        ...ask(),
        messages: [...turns, { role: "user", content: long }],
        tools: [tool("a", long), tool("b", "\u0001")],
        temperature: undefined,
    };
    given.tools[0].input_schema.properties = { "\u0001": { title: long }, [long]: {}, "\u0001\u0001": {} };
    // Values that are not what they look like: all of their requests is left to JSON.stringify.
    const boxed = { ...given, system: new String(long) };
    const own = { ...given, metadata: { toJSON: () => ({ user_id: "\u0001" }) } };
    const inherits = { ...given, metadata: Object.create({ user_id: long }) };
    const proto = { ...given, metadata: JSON.parse(`{"__proto__":"${long}"}`) };
    // Half of a surrogate pair goes out as U+FFFD; JSON that the program wrote itself may hold none.
    const whole = (value) =>
        JSON.parse(JSON.stringify(value), (_, item) =>
            typeof item === "string" ? item.toWellFormed() : item,
        );
    const text = JSON.stringify(whole(given));
    const bodies = [
        ask(long),
        given,
        ask("small"),
        text,
        boxed,
        own,
        inherits,
        proto,
        given,
        new TextEncoder().encode(text),
    ];
    const requests = bodies.map((params, at) => ({ custom_id: `r${at}`, params }));
    const before = JSON.stringify(given);
    // Requests that the emulator would refuse: the text that arrives is what counts.
    for (const one of [given, boxed, own, inherits, proto]) {
        emulator.push({ json: { done: true } });
        await messages.create(one).asResponse();
        assert.deepEqual(emulator.requests.at(-1).json(), whole(one));
    }
    assert.equal(JSON.stringify(given), before, "the program's objects stay as they were");
    const made = { id: "msgbatch_1", type: "message_batch", processing_status: "in_progress" };
    emulator.push({ json: made });
    await batches.create({ requests });
    const plain = (params) =>
        typeof params === "string" || params instanceof Uint8Array
            ? JSON.parse(Buffer.from(params).toString())
            : whole(params);
    const sent = emulator.requests.at(-1).json().requests;
    for (const [at, { custom_id: id, params }] of requests.entries())
        assert.deepEqual(sent[at], { custom_id: id, params: plain(params) });
    const soon = { firstPause: 0, longestPause: 0 };
    const runs = await batches.run({ requests: [requests[0], { ...requests[0], custom_id: "b" }] }, soon);
    assert.equal((await all(runs)).length, 2);
    const run = emulator.requests.findLast((one) => one.method === "POST");
    assert.deepEqual(run.json().requests[1].params, bodies[0]);
});

test("a long batch of a generator leaves turns to the program, and the generator when it fails", async (t) => {
    const emulator = await service(t);
    const { batches } = emulator.client().messages;
    const turns = async (size, count) => {
        let [seen, isLeft] = [0, false];
        const large = ask("x".repeat(size));
        const endless = function* () {
            try {
                for (let at = 0; ; at += 1)
                    yield { custom_id: at === count ? "r0" : `r${at}`, params: large };
            } finally {
                isLeft = true;
            }
        };
        let timer = setImmediate(function again() {
            seen += 1;
            timer = setImmediate(again);
        });
        await assert.rejects(batches.create({ requests: endless() }), /"r0".*already/);
        clearImmediate(timer);
        assert.ok(isLeft);
        return seen;
    };
    // After 256 requests, or a megabyte.
    assert.ok((await turns(1, 1000)) >= 3);
    assert.ok((await turns(300_000, 20)) >= 5);
    assert.equal(emulator.requests.length, 0);
});

test("a wait has a limit, and ends with its signal or its listener", async (t) => {
    const emulator = await service(t, { batchPolls: 1_000_000 });
    const { batches } = emulator.client().messages;
    const { id } = await batches.create({ requests: requests("a") });
    await assert.rejects(
        batches.wait(id, { firstPause: 1, longestPause: 1, limit: 20 }),
        APIConnectionTimeoutError,
    );
    const gone = new AbortController();
    const waiting = batches.wait(id, { signal: gone.signal, onProgress: () => gone.abort() });
    await assert.rejects(waiting, APIUserAbortError);
    const angry = new Error("no more");
    await assert.rejects(
        batches.wait(id, {
            onProgress: () => {
                throw angry;
            },
        }),
        angry,
    );
    await assert.rejects(batches.wait(id, { limit: "soon" }), TypeError);
    assert.equal((await batches.retrieve(id)).processing_status, "in_progress");
});

test("broken lines stand among the results, and a cut one ends them", async (t) => {
    const emulator = await service(t);
    const { batches } = emulator.client({ maxRetries: 0 }).messages;
    emulator.push({ text: `${line("one")}\nnot json\n${line("two", { type: "new", more: 1 })}\n` });
    const lines = await all(await batches.results("msgbatch_1"));
    assert.deepEqual(
        lines.map(({ custom_id: id, result }) => [id, result.type]),
        [
            ["one", "canceled"],
            ["", "broken"],
            ["two", "new"],
        ],
    );
    assert.ok(lines[1].result.error instanceof ParlourError);
    assert.match(lines[1].result.error.message, /line 2/);
    emulator.push({ text: `${line("one")}\n{"custom_id":"tw` });
    const results = await batches.results("msgbatch_1");
    const seen = [];
    await assert.rejects(async () => {
        for await (const { custom_id: id } of results) seen.push(id);
    }, /line 2/);
    assert.deepEqual(seen, ["one"]);
    await assert.rejects(batches.results("none"), NotFoundError);
    await assert.rejects(batches.results(""), ConfigError);
});

test("many results come in order, in a loop and in lists, with broken lines in their places", async (t) => {
    const emulator = await service(t);
    const { batches } = emulator.client().messages;
    const broken = (at) => at % 97 === 5 || at % 97 === 6;
    const ids = Array.from({ length: 5000 }, (_, at) => (broken(at) ? "" : `r${at}-\u00e4\u4e16\u{1f600}`));
    const text = ids
        .map((id, at) =>
            id === "" ? `{"broken":${at}}` : line(id, { type: "new", text: "x".repeat(at % 300) }),
        )
        .join("\n");
    const check = (lines) => {
        assert.deepEqual(
            lines.map(({ custom_id: id }) => id),
            ids,
        );
        for (const [at, { result }] of lines.entries()) {
            if (broken(at)) assert.match(result.error.rawBody, new RegExp(`"broken":${at}`));
            else assert.equal(result.text.length, at % 300);
        }
    };
    emulator.push({ text });
    check(await all(await batches.results("msgbatch_1")));
    emulator.push({ text });
    const lists = await all((await batches.results("msgbatch_1")).batches());
    assert.ok(lists.length < 2500);
    check(lists.flat());
    // Two loops after one another: the second continues where the first released the iterator.
    emulator.push({ text });
    const results = await batches.results("msgbatch_1");
    const first = results[Symbol.asyncIterator]();
    const seen = [];
    for (let at = 0; at < 10; at += 1) seen.push((await first.next()).value);
    check([...seen, ...(await all(results))]);
});

test("long strings of results arrive as JSON has them, whatever they hold", async (t) => {
    const emulator = await service(t);
    const long = "x".repeat(70_000);
    const results = [
        { text: long },
        { text: `${long}"\\\n\t\u0000\u001f\u2028` },
        { text: `\u00e4\u4e16\u{1f600}${long}` },
        { text: long, mark: "\u0001", one: "\u00011", two: "\u00012", named: { "\u00011": "\u00011" } },
        { [long]: long, [`"${long}`]: [[{ deep: long }], `\u0001${long}`, 1.5, null, true, long.slice(1)] },
        JSON.parse(`{"__proto__":${JSON.stringify(long)},"1":"\\u00011","0":${JSON.stringify(`${long}0`)}}`),
    ];
    const lines = results.map((result, at) => line(`r${at}`, { type: "new", ...result }));
    // Names need not be followed by their colon, and of two that are the same the last one counts.
    lines.push(
        `{"custom_id":"spaced","result" : {"type":"new" , "a" :"${long}","text"\t: "${long}","a":"b"}}`,
    );
    // Half a surrogate pair.
    lines.push(line("half", { type: "new", text: `${long}\ud800`, mark: "\u00011" }));
    emulator.push({ text: lines.join("\n") });
    const seen = await all(await emulator.client().messages.batches.results("msgbatch_1"));
    const wanted = lines.map((text) =>
        JSON.parse(text, (_, value) => (typeof value === "string" ? value.toWellFormed() : value)),
    );
    assert.equal(seen.length, wanted.length);
    for (const [at, one] of seen.entries()) {
        // Not deepEqual: it would print a difference of 70 000 characters.
        assert.ok(JSON.stringify(one) === JSON.stringify(wanted[at]), one.custom_id);
        assert.equal(Object.getPrototypeOf(one.result), Object.prototype);
    }
});

test("leaving the results closes their connection", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const batch = await ended(client, ...Array.from({ length: 40 }, (_, at) => `r${at}`));
    for await (const { custom_id: id } of await client.messages.batches.results(batch)) {
        assert.ok(id);
        break;
    }
    const aborted = new AbortController();
    const results = await client.messages.batches.results(batch, { signal: aborted.signal });
    aborted.abort();
    await assert.rejects(all(results), APIUserAbortError);
});

/** Hands a file in, as a tool makes one. */
async function upload(emulator, headers = {}) {
    const form = new FormData();
    form.append("file", new Blob(["0123456789"]), "digits.txt");
    const answer = await fetch(`${emulator.url}/v1/files`, {
        method: "POST",
        headers: { "x-api-key": emulator.apiKey, "svc-version": "2023-06-01", ...headers },
        body: form,
    });
    assert.equal(answer.status, 200);
    return (await answer.json()).id;
}

test("files are listed, looked at, downloaded and deleted", async (t) => {
    const emulator = await service(t);
    const { files } = emulator.client({ maxRetries: 0 });
    const id = await upload(emulator, { "x-emulator-made": "tool" });
    const [file] = await all(files.list());
    assert.deepEqual([file.id, file.filename, file.downloadable], [id, "digits.txt", true]);
    assert.equal((await files.retrieveMetadata(id)).size_bytes, 10);
    const content = await files.download(id);
    assert.equal((await content.read()).toString(), "0123456789");
    const { data, response } = await files.download(id).withResponse();
    assert.equal(response.status, 200);
    assert.equal(Buffer.concat(await all(data)).length, 10);
    await assert.rejects(files.download(await upload(emulator)), { status: 400 });
    assert.equal((await files.delete(id)).type, "file_deleted");
    await assert.rejects(files.retrieveMetadata(id), NotFoundError);
});

test("skills and configured limits are typed like the rest", async (t) => {
    const emulator = await service(t);
    const client = emulator.client({ maxRetries: 0 });
    assert.deepEqual(await all(client.skills.list({ source: "custom" })), []);
    await assert.rejects(client.skills.retrieve("skill_none"), NotFoundError);
    await assert.rejects(client.skills.delete("skill_none"), NotFoundError);
    await assert.rejects(all(client.skills.versions.list("skill_none")), NotFoundError);
    await assert.rejects(client.skills.versions.retrieve("skill_none", "1"), NotFoundError);
    await assert.rejects(client.skills.versions.delete("skill_none", ""), ConfigError);
    const admin = emulator.client({ apiKey: "test-admin-key" });
    const rules = await all(admin.limits.list());
    assert.ok(rules.length > 0 && rules.every((rule) => rule.limits.length > 0));
    await all(admin.limits.listForWorkspace("wrkspc_1"));
    emulator.push({ json: { type: "workspace_rate_limit", limits: [] } });
    await admin.limits.update("wrkspc_1", "rule", { limits: [{ type: "requests_per_minute", value: null }] });
    const sent = emulator.requests.at(-1);
    assert.equal(sent.path, "/v1/organizations/workspaces/wrkspc_1/rate_limits/rule");
    assert.deepEqual(sent.json(), { limits: [{ type: "requests_per_minute", value: null }] });
});

test("numbers of any size survive in the text of an answer", async (t) => {
    const emulator = await service(t);
    const text = '{"type":"model","id":"m","size":12345678901234567890}';
    emulator.push({
        raw: [
            `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
        ],
    });
    assert.equal(rawOf(await emulator.client().models.retrieve("m")), text);
});

test("webhooks are verified, and refused with a reason", async (t) => {
    const emulator = await service(t);
    const secret = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5";
    const sent = async (query) => {
        const answer = await fetch(`${emulator.url}/emulator/webhook?${query}`);
        return { headers: answer.headers, body: await answer.text() };
    };
    const fresh = await sent("type=session.idled");
    const event = verifyWebhook({ ...fresh, secrets: secret });
    assert.equal(event.data.type, "session.idled");
    const lines = Object.fromEntries([...fresh.headers].map(([name, value]) => [name.toUpperCase(), value]));
    const bytes = Buffer.from(fresh.body);
    assert.deepEqual(verifyWebhook({ headers: lines, body: bytes, secrets: ["whsec_YQ==", secret] }), event);
    const refused = (request, refusal) => {
        assert.throws(
            () => verifyWebhook({ ...fresh, secrets: secret, ...request }),
            (error) => error instanceof WebhookVerificationError && error.refusal === refusal,
        );
    };
    refused({ body: fresh.body.replace("idled", "ended") }, "signature");
    refused({ secrets: "whsec_YQ==" }, "signature");
    refused({ secrets: [] }, "secret");
    refused({ headers: {} }, "header");
    refused({ headers: { ...lines, "webhook-id": ["a", "b"] } }, "header");
    const old = await sent("age=3600");
    refused(old, "age");
    assert.ok(verifyWebhook({ ...old, secrets: secret, tolerance: 7_200_000 }).id);
    assert.ok(verifyWebhook({ ...old, secrets: secret, now: new Date(Date.now() - 3_600_000) }).id);
});
