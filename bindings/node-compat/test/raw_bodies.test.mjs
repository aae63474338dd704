// The bytes of answers, and answers of results and downloads, through the promises of this package.

import assert from "node:assert/strict";
import { test } from "node:test";
import Vendor from "parlour-compat";
import { ask, service } from "../../node/test/support.mjs";

const CONTENT = Uint8Array.from({ length: 300_000 }, (_, at) => at % 251);
const SKILL = new TextEncoder().encode("---\nname: report\ndescription: Writes.\n---\nWrite.");
const FILES = [{ name: "report/SKILL.md", file: SKILL }];

/** Calls, and the calls whose promises are made of another one there. */
const onCompat = (client, skill, batch) => [
    [() => client.messages.create(ask()), "id"],
    [() => client.models.list({ limit: 1 }), "data"],
    [() => client.get("/v1/models"), "data"],
    [() => client.messages.create(ask())._thenUnwrap(({ id }) => id), "id"],
    [() => client.beta.files.upload({ file: new File([CONTENT], "plan.pdf") }), "filename"],
    [() => client.beta.skills.create({ files: [new File([SKILL], "report/SKILL.md")] }), "latest_version_id"],
    [
        () => client.beta.skills.versions.create(skill, { files: [new File([SKILL], "report/SKILL.md")] }),
        "skill_id",
    ],
    [() => client.messages.batches.create({ requests: [{ custom_id: "a", params: ask() }] }), "results_url"],
    [() => client.messages.batches.results(batch), "custom_id"],
];

async function checkBytes(emulator, make, key) {
    const before = emulator.requestCount;
    const call = make();
    const stream = await call.asStream();
    assert.equal(stream.response.status, 200);
    const answer = JSON.parse((await stream.read()).toString());
    assert.ok(key in answer, `${key} in ${JSON.stringify(answer)}`);
    assert.equal(emulator.requestCount, before + 1);
    await assert.rejects(call, /asStream\(\) took this answer/);
    return answer;
}

async function endedBatch(client) {
    const { batches } = client.messages;
    const { id } = await batches.create({ requests: [{ custom_id: "a", params: ask() }] });
    while ((await batches.retrieve(id)).processing_status !== "ended");
    return id;
}

test("parlour-compat gives the bytes of any answer, and answers of results and downloads", async (t) => {
    const emulator = await service(t, { batchPolls: 1 });
    const client = new Vendor({ apiKey: emulator.apiKey, baseURL: emulator.url, vendor: "svc" });
    const own = emulator.client();
    const skill = await own.skills.create({ displayName: "Reports", files: FILES });
    const id = await endedBatch(own);
    for (const [make, key] of onCompat(client, skill.id, id)) await checkBytes(emulator, make, key);

    const events = client.messages.create({ ...ask(), stream: true });
    const bytes = await events.asStream();
    assert.match((await bytes.read()).toString(), /^event: message_start/);
    await assert.rejects(events, /asStream\(\) took this answer/);

    const before = emulator.requestCount;
    const results = await client.messages.batches.results(id).asResponse();
    assert.ok(results instanceof Response);
    assert.ok(results.url.endsWith(`/v1/messages/batches/${id}/results`));
    assert.equal((await results.json()).custom_id, "a");
    assert.equal(emulator.requestCount, before + 1);
    const read = client.messages.batches.results(id);
    await read;
    await assert.rejects(read.asResponse(), /bytes .* before it is awaited/);

    const made = { headers: { "x-emulator-made": "tool" } };
    const file = await own.files.upload({ file: CONTENT }, made);
    const content = await client.beta.files.download(file.id).asResponse();
    assert.deepEqual(new Uint8Array(await content.arrayBuffer()), CONTENT);
    const pieces = await client.beta.files.download(file.id).asStream();
    assert.deepEqual(new Uint8Array(await pieces.read()), CONTENT);

    const late = client.messages.create(ask())._thenUnwrap(({ type }) => type);
    assert.equal(await late, "message");
    await assert.rejects(late.asStream(), /before it is awaited/);
    emulator.push({ status: 404 });
    await assert.rejects(client.models.list().asStream(), Vendor.NotFoundError);
});

test("a form is sent in parts, and once more if it is given again", async (t) => {
    const emulator = await service(t);
    const form = new FormData();
    form.set("file", new File([CONTENT], "plan.pdf", { type: "application/pdf" }));
    const client = new Vendor({ baseURL: emulator.url, apiKey: emulator.apiKey, fromEnv: false });
    for (let time = 0; time < 2; time += 1) {
        const made = await client.post("/v1/files", { body: form });
        assert.deepEqual([made.filename, made.size_bytes], ["plan.pdf", CONTENT.length]);
    }
});
