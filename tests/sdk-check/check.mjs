// Checks parlour-emulator with the vendor's TypeScript SDK: what that client accepts and understands, the service
// speaks well. Arguments: base address, key. Prints one line per failed check and the counts; exits 1 if one failed.

import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";

const [baseURL, key] = process.argv.slice(2);
const MODEL = "claude-sonnet-4-5";
// The SDK announces the end of models it knows; these are the emulator's own.
console.warn = () => {};

const make = (settings = {}) => new Anthropic({ baseURL, apiKey: key, maxRetries: 0, ...settings });
const client = make();
const ask = (content, more = {}) => ({
    model: MODEL,
    max_tokens: 1024,
    messages: [{ role: "user", content }],
    ...more,
});
/** An order for one request, as a header. */
const fault = (order) => ({ headers: { "x-emulator-fault": JSON.stringify(order) } });
const create = (content, more, options) => client.messages.create(ask(content, more), options);

const TRAIN = {
  name: "find_train",
  description: "Looks up the next departures between two stations.",
  input_schema: {
    type: "object",
    properties: { from: { type: "string" }, to: { type: "string" } },
    required: ["from", "to"],
  },
};

/** The error a call fails with, of that class. */
async function refused(kind, call, part = "") {
  const error = await call.then(
    () => assert.fail(`${kind.name} was expected`),
    (error) => error,
  );
  assert.ok(error instanceof kind, `${error.constructor.name}: ${error.message}`);
  assert.ok(error.message.includes(part), error.message);
  return error;
}

const checks = {
  async wholeAnswer() {
    const { data, response, request_id } = await client.messages.create(ask("Say hello there")).withResponse();
    assert.equal(data.content[0].text, "hello there");
    assert.deepEqual([data.stop_reason, data.role, data.type], ["end_turn", "assistant", "message"]);
    assert.deepEqual([data.usage.input_tokens, data.usage.output_tokens], [4, 3]);
    assert.ok(request_id.startsWith("req_"));
    assert.ok(Number(response.headers.get("anthropic-ratelimit-requests-remaining")) > 0);
    assert.ok(Number(response.headers.get("x-ratelimit-remaining-tokens")) > 0);
  },

  async conversation() {
    const messages = [{ role: "user", content: "My name is Ada." }];
    const first = await client.messages.create({ model: MODEL, max_tokens: 100, messages });
    messages.push({ role: "assistant", content: first.content }, { role: "user", content: "What is my name?" });
    const second = await client.messages.create({ model: MODEL, max_tokens: 100, messages });
    assert.equal(second.content[0].text, "Your name is Ada.");
  },

  async limitsOfOutput() {
    const cut = await create("Count to 100", { max_tokens: 3 });
    assert.deepEqual([cut.stop_reason, cut.content[0].text], ["max_tokens", "1 2 3 4 5 6 "]);
    const stopped = await create("Count to 100", { stop_sequences: [" 7"] });
    assert.deepEqual([stopped.stop_reason, stopped.stop_sequence], ["stop_sequence", " 7"]);
  },

  async streamHelper() {
    const whole = await create("Count to 200");
    let text = "";
    const stream = client.messages.stream(ask("Count to 200")).on("text", (piece) => (text += piece));
    const final = await stream.finalMessage();
    assert.equal(text, whole.content[0].text);
    assert.equal(final.content[0].text, text);
    assert.equal(final.usage.output_tokens, whole.usage.output_tokens);
    assert.ok(stream.request_id.startsWith("req_"));
  },

  async rawStream() {
    const kinds = [];
    for await (const event of await create("Say hi", { stream: true })) kinds.push(event.type);
    assert.deepEqual(kinds.slice(0, 2), ["message_start", "content_block_start"]);
    assert.deepEqual(kinds.slice(-3), ["content_block_stop", "message_delta", "message_stop"]);
  },

  async streamFramingsAreRead() {
    for (const order of [{ newline: "\r\n" }, { pieces: 7 }, { gzip: true }, { edit: { data_lines: true } }]) {
      const stream = client.messages.stream(ask("Say: naïve 日本語"), fault(order));
      assert.equal(await stream.finalText(), "naïve 日本語", JSON.stringify(order));
    }
  },

  async leavingAStreamEarly() {
    const stream = await create("Count to 5000", { stream: true, max_tokens: 20000 });
    for await (const event of stream) if (event.type === "content_block_delta") break;
    assert.ok(stream.controller.signal.aborted);
  },

  async toolsStreamedAndContinued() {
    let partial = "";
    const question = ask("Next train from Lyon to Turin?", { tools: [TRAIN] });
    const turn = await client.messages.stream(question).on("inputJson", (piece) => (partial += piece)).finalMessage();
    const call = turn.content.at(-1);
    assert.equal(turn.stop_reason, "tool_use");
    assert.deepEqual([call.name, call.input], ["find_train", { from: "Lyon", to: "Turin" }]);
    assert.deepEqual(JSON.parse(partial), call.input);
    const result = { type: "tool_result", tool_use_id: call.id, content: "18:42, platform 3" };
    const messages = [
      ...question.messages,
      { role: "assistant", content: turn.content },
      { role: "user", content: [result] },
    ];
    const done = await client.messages.create({ ...question, messages });
    assert.ok(done.content[0].text.includes("18:42, platform 3"));
  },

  async toolChoice() {
    const forced = await create("hm", { tools: [TRAIN], tool_choice: { type: "any" } });
    assert.deepEqual(forced.content.map((block) => block.type), ["tool_use"]);
    const none = await create("find_train", { tools: [TRAIN], tool_choice: { type: "none" } });
    assert.equal(none.stop_reason, "end_turn");
  },

  async toolRunnerOfTheSdk() {
    const add = {
      name: "add_numbers",
      description: "Adds two numbers.",
      input_schema: {
        type: "object",
        properties: { a: { type: "integer" }, b: { type: "integer" } },
        required: ["a", "b"],
      },
      parse: (input) => input,
      run: ({ a, b }) => String(a + b),
    };
    const done = await client.beta.messages.toolRunner(ask("Use add_numbers on 17 and 25", { tools: [add] }));
    assert.ok(done.content[0].text.includes("42"), JSON.stringify(done.content));
  },

  async thinking() {
    const settings = ask("Why is the sky blue?", {
      max_tokens: 4000,
      thinking: { type: "enabled", budget_tokens: 1024 },
    });
    const turn = await client.messages.stream(settings).finalMessage();
    assert.deepEqual(turn.content.map((block) => block.type), ["thinking", "text"]);
    const messages = [
      ...settings.messages,
      { role: "assistant", content: turn.content },
      { role: "user", content: "And?" },
    ];
    await client.messages.create({ ...settings, messages });
    turn.content[0].thinking += "!";
    const call = client.messages.create({ ...settings, messages });
    await refused(Anthropic.BadRequestError, call, "messages.1.content.0.signature");
  },

  async caching() {
    const text = "y".repeat(8000);
    const settings = ask("Say ok", {
        system: [{ type: "text", text, cache_control: { type: "ephemeral", ttl: "1h" } }],
    });
    const first = (await client.messages.create(settings)).usage;
    const second = (await client.messages.create(settings)).usage;
    assert.deepEqual([first.cache_creation_input_tokens, first.cache_read_input_tokens], [2000, 0]);
    assert.equal(first.cache_creation.ephemeral_1h_input_tokens, 2000);
    assert.deepEqual([second.cache_creation_input_tokens, second.cache_read_input_tokens], [0, 2000]);
  },

  async countTokens() {
    const messages = [{ role: "user", content: "Say hello there" }];
    assert.equal((await client.messages.countTokens({ model: MODEL, messages })).input_tokens, 4);
  },

  async models() {
    const listed = [];
    for await (const model of client.models.list({ limit: 2 })) listed.push(model.id);
    assert.ok(new Set(listed).size === listed.length && listed.length >= 6, listed.join());
    assert.equal((await client.models.retrieve("claude-opus-4-5")).id, "claude-opus-4-5-20251101");
  },

  async batches() {
    const one = { custom_id: "one", params: ask("Say one") };
    const bad = { custom_id: "bad", params: { model: MODEL, max_tokens: -1, messages: [] } };
    const api = client.messages.batches;
    const made = await api.create({ requests: [one, bad] });
    assert.deepEqual([made.processing_status, made.request_counts.processing], ["in_progress", 2]);
    const listed = [];
    for await (const batch of api.list({ limit: 1 })) listed.push(batch.id);
    assert.ok(listed.includes(made.id));
    let batch;
    do batch = await api.retrieve(made.id);
    while (batch.processing_status !== "ended");
    const results = {};
    for await (const line of await api.results(made.id)) results[line.custom_id] = line.result;
    assert.equal(results.one.message.content[0].text, "one");
    assert.equal(results.bad.error.error.type, "invalid_request_error");
    assert.equal((await api.delete(made.id)).type, "message_batch_deleted");
    const other = await api.create({ requests: [one] });
    assert.equal((await api.cancel(other.id)).processing_status, "canceling");
  },

  async files() {
    const upload = async (name, bytes, type, more, options) =>
      client.files.upload({ file: await Anthropic.toFile(Buffer.from(bytes), name, { type }), ...more }, options);
    const made = await upload("map.txt", "four", "text/plain", { expires_in_seconds: 3600 });
    assert.deepEqual([made.filename, made.mime_type, made.size_bytes], ["map.txt", "text/plain", 4]);
    assert.ok(made.downloadable === false && made.expires_at);
    assert.deepEqual(await client.files.retrieveMetadata(made.id), made);
    await refused(Anthropic.BadRequestError, client.files.download(made.id), "file_not_downloadable");
    const plot = await upload("plot.png", [137, 80], "image/png", {}, { headers: { "x-emulator-made": "tool" } });
    const content = await (await client.files.download(plot.id)).arrayBuffer();
    assert.deepEqual([...new Uint8Array(content)], [137, 80]);
    const listed = [];
    for await (const file of client.files.list({ limit: 1 })) listed.push(file.id);
    assert.deepEqual(listed.slice(0, 2), [plot.id, made.id]);
    assert.equal((await client.files.delete(made.id)).type, "file_deleted");
  },

  async skills() {
    const sheet = (description) =>
      Anthropic.toFile(Buffer.from(`---\nname: charts\ndescription: ${description}\n---\n# How\n`), "charts/SKILL.md");
    const api = client.skills;
    const made = await api.create({ files: [await sheet("Reads charts.")], display_name: "Charts" });
    assert.deepEqual([made.display_name, made.source.type], ["Charts", "custom"]);
    const newer = await api.versions.create(made.id, { files: [await sheet("Draws charts.")] });
    assert.equal((await api.retrieve(made.id)).latest_version_id, newer.id);
    const versions = [];
    for await (const version of api.versions.list(made.id, { limit: 1 })) versions.push(version);
    assert.deepEqual(versions.map((v) => v.description), ["Draws charts.", "Reads charts."]);
    for (const { id } of versions) {
      const gone = await api.versions.delete(id, { skill_id: made.id });
      assert.equal(gone.type, "skill_version_deleted");
    }
    assert.equal((await api.delete(made.id)).type, "skill_deleted");
  },

  async configuredLimits() {
    const kinds = new Set();
    const admin = make({ apiKey: "test-admin-key" });
    for await (const rule of admin.organization.rateLimits.list({ limit: 2 })) kinds.add(rule.group.type);
    assert.ok(kinds.has("model_group") && kinds.has("files"));
    const { rateLimits } = admin.organization.workspaces;
    const change = (value) =>
      rateLimits.update("rlg_skills", { workspace_id: "wrkspc_2", limits: [{ type: "requests_per_minute", value }] });
    const changed = await change(7);
    assert.deepEqual([changed.limits[0].value, changed.limits[0].source.type], [7, "workspace"]);
    const listed = async (query) => {
      const ids = [];
      for await (const rule of rateLimits.list("wrkspc_2", query)) ids.push(rule.rate_limit_id);
      return ids;
    };
    assert.deepEqual(await listed({}), ["rlg_skills"]);
    assert.ok((await listed({ include_inherited: true, limit: 2 })).length > 2);
    await change(null);
    assert.deepEqual(await listed({}), []);
  },

  async webhooks() {
    const key = "whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5";
    const served = async (query) => {
      const answer = await fetch(`${baseURL}/emulator/webhook?${query}`);
      return [await answer.text(), { headers: Object.fromEntries(answer.headers), key }];
    };
    const event = client.beta.webhooks.unwrap(...(await served("secret=whsec_YQ&secret=" + key)));
    assert.deepEqual([event.type, event.data.type], ["event", "session.idled"]);
    for (const query of ["age=3600", "secret=whsec_YQ"]) {
      const [body, options] = await served(query);
      assert.throws(() => client.beta.webhooks.unwrap(body, options), query);
    }
  },

  async errorsOfTheService() {
    const error = await refused(Anthropic.BadRequestError, create(""), "messages.0.content");
    assert.equal(error.requestID, error.error.request_id);
    await refused(Anthropic.NotFoundError, create("x", { model: "claude-none-1" }), "claude-none-1");
    await refused(Anthropic.BadRequestError, create("x", { speed: "fast" }), "speed");
    await refused(Anthropic.AuthenticationError, make({ apiKey: "wrong" }).models.list());
  },

  async errorsByStatus() {
    const kinds = {
      400: Anthropic.BadRequestError,
      403: Anthropic.PermissionDeniedError,
      409: Anthropic.ConflictError,
      422: Anthropic.UnprocessableEntityError,
      429: Anthropic.RateLimitError,
      500: Anthropic.InternalServerError,
      529: Anthropic.InternalServerError,
    };
    for (const [status, kind] of Object.entries(kinds)) {
      const call = create("x", {}, { headers: { "x-emulator-status": status } });
      assert.equal((await refused(kind, call)).status, Number(status));
    }
  },

  async brokenConnections() {
    for (const order of ["reset_before_headers", "close_before_headers", "reset_mid_headers"]) {
      await refused(Anthropic.APIConnectionError, create("x", {}, fault({ fault: order })));
    }
  },

  async errorInTheMiddleOfAStream() {
    const data = { type: "error", error: { type: "overloaded_error", message: "too much" } };
    const insert = [{ after: "content_block_delta", items: [{ event: "error", data }], then_end: true }];
    const stream = client.messages.stream(ask("Count to 50"), fault({ edit: { insert } }));
    await refused(Anthropic.APIError, stream.finalMessage(), "overloaded_error");
  },

  async aSilentConnectionTimesOut() {
    const call = create("x", {}, { ...fault({ fault: "stall_before_headers" }), timeout: 50 });
    await refused(Anthropic.APIConnectionTimeoutError, call);
  },

  async retriesUntilTheServiceRecovers() {
    const seen = [];
    const overloadFirst = (url, init) => {
      const headers = new Headers(init.headers);
      seen.push(headers.get("x-stainless-retry-count"));
      if (seen.length === 1) {
        headers.set("x-emulator-fault", JSON.stringify({ status: 529, headers: { "retry-after": "0.01" } }));
      }
      return fetch(url, { ...init, headers });
    };
    const retrying = make({ maxRetries: 2, fetch: overloadFirst });
    assert.equal((await retrying.messages.create(ask("Say ok"))).content[0].text, "ok");
    assert.deepEqual(seen, ["0", "1"]);
  },

  async bearerTokenAndNewerVersion() {
    for (const [version, taken] of [["2023-06-01", true], ["2026-10-21", false]]) {
      const bearer = make({ apiKey: null, authToken: key, defaultHeaders: { "anthropic-version": version } });
      assert.equal((await bearer.messages.create(ask("Say hi"))).content[0].text, "hi");
      const sampling = bearer.messages.create(ask("Say hi", { temperature: 1 }));
      if (taken) assert.equal((await sampling).content[0].text, "hi");
      else await refused(Anthropic.BadRequestError, sampling, "temperature");
    }
    const later = make({ defaultHeaders: { "anthropic-version": "2027-03-01" } });
    await refused(Anthropic.BadRequestError, later.messages.create(ask("x")), "2027-03-01");
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    await check();
  } catch (error) {
    failed += 1;
    console.error(`typescript: ${name} failed\n${error.stack}`);
  }
}
console.log(`typescript: ${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
