// The endpoints beside messages. `iterator` walks lists item by item from the promise of a list, the others from its
// first page; `iterator` hands the requests of a batch over from an array, the others from an asynchronous generator.
// Translation only.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import * as lines from "./lines.mjs";
import { Conversation, rawOf } from "./package.mjs";

/** Thrown by the callback of a wait that the case gives up. */
const ENOUGH = Symbol("enough");

const WALKED = { type: "done", attempts: 0, waits_ms: [] };

/** The methods that call an endpoint of one object. */
const OBJECTS = {
    "messages.count_tokens": (client, _, body, options) => client.messages.countTokens(body, options),
    // generated: objects, from schema/openapi.yaml by `make generate`
    "models.get": (client, [modelId], _, options) => client.models.retrieve(modelId, options),
    "batches.get": (client, [batchId], _, options) => client.messages.batches.retrieve(batchId, options),
    "batches.delete": (client, [batchId], _, options) => client.messages.batches.delete(batchId, options),
    "batches.cancel": (client, [batchId], _, options) => client.messages.batches.cancel(batchId, options),
    "files.get": (client, [fileId], _, options) => client.files.retrieveMetadata(fileId, options),
    "files.delete": (client, [fileId], _, options) => client.files.delete(fileId, options),
    "skills.get": (client, [skillId], _, options) => client.skills.retrieve(skillId, options),
    "skills.delete": (client, [skillId], _, options) => client.skills.delete(skillId, options),
    "skills.versions.get": (client, [skillId, version], _, options) =>
        client.skills.versions.retrieve(skillId, version, options),
    "skills.versions.delete": (client, [skillId, version], _, options) =>
        client.skills.versions.delete(skillId, version, options),
    // end generated
    "rate_limits.update": (client, [workspace, rule], body, options) =>
        client.limits.update(workspace, rule, JSON.parse(body), options),
};

const LISTS = {
    // generated: lists, from schema/openapi.yaml by `make generate`
    "models.list": (client, _, params, options) => client.models.list(params, options),
    "batches.list": (client, _, params, options) => client.messages.batches.list(params, options),
    "files.list": (client, _, params, options) => client.files.list(params, options),
    "skills.list": (client, _, params, options) => client.skills.list(params, options),
    "skills.versions.list": (client, [skillId], params, options) =>
        client.skills.versions.list(skillId, params, options),
    "rate_limits.list": (client, _, params, options) => client.limits.list(params, options),
    "rate_limits.workspace": (client, [workspaceId], params, options) =>
        client.limits.listForWorkspace(workspaceId, params, options),
    // end generated
};

/** Makes the call and gives its last line. */
export async function run(client, call, options, out, variant) {
    const { endpoint, ids = [""] } = call;
    if (endpoint in LISTS)
        return await walked(LISTS[endpoint](client, ids, paramsOf(call), options), call, out, variant);
    if (endpoint === "messages.keep_tokens") {
        const turns = Conversation.fromText(call.saved);
        const kept = await client.messages.keepTokens(turns, call.tokens, JSON.parse(call.body), options);
        return { ...WALKED, answer: JSON.stringify({ ...kept, left: turns.length }) };
    }
    if (endpoint === "drain") {
        const { ended, left } = await client.drain(call.wait.limit_ms);
        return { ...WALKED, answer: JSON.stringify({ ended, left: left.length }) };
    }
    if (endpoint === "batches.create") return await created(client, call, options, variant);
    if (endpoint === "batches.wait") return await waited(client, call, options, out);
    if (endpoint.startsWith("batches.results")) return await results(client, call, options, out);
    if (endpoint === "batches.run")
        return await inFolder((folder) => ran(client, call, options, out, folder));
    if (endpoint === "files.upload")
        return await inFolder((folder) => {
            const { expires_in_seconds: expiresInSeconds } = call.upload;
            return answered(
                client.files.upload({ ...fileOf(call.upload, folder), expiresInSeconds }, options),
            );
        });
    if (endpoint === "skills.create" || endpoint === "skills.versions.create")
        return await inFolder((folder) => {
            const files = call.files.map((one) => fileOf(one, folder));
            const { skills } = client;
            return answered(
                endpoint === "skills.create"
                    ? skills.create({ displayName: call.display_name, files }, options)
                    : skills.versions.create(ids[0], { files }, options),
            );
        });
    if (endpoint === "files.download")
        return await inFolder((folder) => {
            const given = { ...options, maxBytes: call.max_bytes };
            return downloaded(client, ids[0], given, itemsOf(call, out), folder);
        });
    if (endpoint === "files.content") {
        const { data, response } = await client.files.download(ids[0], options).withResponse();
        return lines.raw((await data.read()).toString(), response);
    }
    return await answered(OBJECTS[endpoint](client, ids, call.body, options));
}

async function answered(promise) {
    const { data, response } = await promise.withResponse();
    return { ...lines.done(response), answer: rawOf(data) };
}

function paramsOf({ query = [] }) {
    const params = {};
    for (const [name, value] of query) {
        if (name.endsWith("[]")) (params[name] ??= []).push(value);
        else params[name] = value;
    }
    return params;
}

/** Writes an item; true if the case wants no more. */
function itemsOf(call, out) {
    let left = call.cancel_after_events ?? Infinity;
    return (line) => {
        out.line({ type: "item", ...line });
        left -= 1;
        return left === 0;
    };
}

async function walked(list, call, out, variant) {
    if (call.walk === "first") {
        const { data, response } = await list.withResponse();
        return { ...lines.done(response), answer: rawOf(data.answer) };
    }
    const item = itemsOf(call, out);
    if (call.walk === "pages") {
        for await (const page of (await list).iterPages()) {
            if (item({ json: JSON.stringify(page.data) })) return lines.cancelled();
        }
        return WALKED;
    }
    for await (const one of variant === "iterator" ? list : await list) {
        if (item({ json: JSON.stringify(one) })) return lines.cancelled();
    }
    return WALKED;
}

async function created(client, call, options, variant) {
    const { requests } = JSON.parse(call.body);
    const one = async function* () {
        yield* requests;
    };
    const given = variant === "iterator" ? requests : one();
    return await answered(client.messages.batches.create({ requests: given }, options));
}

async function waited(client, call, options, out) {
    const { first_ms: firstPause, longest_ms: longestPause, limit_ms: limit } = call.wait ?? {};
    const item = itemsOf(call, out);
    try {
        const batch = await client.messages.batches.wait(call.ids[0], {
            ...options,
            firstPause,
            longestPause,
            limit,
            onProgress(seen) {
                if (item({ json: rawOf(seen) })) throw ENOUGH;
            },
        });
        return { ...lines.done(batch.response), answer: rawOf(batch) };
    } catch (error) {
        if (error !== ENOUGH) throw error;
        return lines.cancelled();
    }
}

/** Does something with a folder that is gone afterwards. */
async function inFolder(work) {
    const folder = mkdtempSync(join(tmpdir(), "parlour-"));
    try {
        return await work(folder);
    } finally {
        rmSync(folder, { recursive: true });
    }
}

function fileOf({ from, name, content = "", media_type: mediaType }, folder) {
    if (from === "machine") return { file: name };
    const bytes = Buffer.from(content);
    if (from === "path") {
        writeFileSync(join(folder, name), bytes);
        return { file: join(folder, name) };
    }
    const half = bytes.length >> 1;
    const file = from === "reader" ? Readable.from([bytes.subarray(0, half), bytes.subarray(half)]) : bytes;
    return { file, name, ...(mediaType === undefined ? {} : { mediaType }) };
}

async function downloaded(client, id, options, item, folder) {
    const path = join(folder, "content");
    try {
        await client.files.downloadTo(id, path, options);
    } finally {
        item({ json: String(existsSync(path)) });
    }
    return { type: "done", attempts: 0, body: readFileSync(path, "utf8") };
}

async function ran(client, call, options, out, folder) {
    const { requests } = JSON.parse(call.body);
    const { times = 1, requests_per_batch: requestsPerBatch, bytes_per_batch: bytesPerBatch } = call.run;
    const state = join(folder, "journal");
    const { journal, last = requests } = call.run;
    if (journal !== undefined) writeFileSync(state, journal);
    try {
        for (let time = 1; ; time++) {
            const given = time === times ? last : requests;
            const params = { requests: given, state, requestsPerBatch, bytesPerBatch };
            const found = await client.messages.batches.run(params, options);
            if (time === times) return await lined(found, call, out);
            for await (const _ of found);
        }
    } finally {
        if (journal !== undefined)
            out.line({ type: "item", json: JSON.stringify(readFileSync(state, "utf8")) });
    }
}

async function results(client, call, options, out) {
    const of = call.endpoint === "batches.results_of" ? JSON.parse(call.batch) : call.ids[0];
    return await lined(await client.messages.batches.results(of, options), call, out);
}

async function lined(found, call, out) {
    const item = itemsOf(call, out);
    for await (const line of found) {
        const { result } = line;
        const broken =
            result.type === "broken"
                ? { broken: result.error.kind, message: result.error.reason }
                : undefined;
        if (item(broken ?? { json: JSON.stringify(line) })) return lines.cancelled();
    }
    return { type: "done", attempts: found.response.attempts, waits_ms: found.response.waits };
}
