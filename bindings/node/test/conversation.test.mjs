// Conversations and arriving JSON: turns are sent as they were given, and objects grow in place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CacheChange, ConfigError, Conversation, markCache, PartialJSON } from "parlour";
import { service } from "./support.mjs";

const CALL = { type: "tool_use", id: "t1", name: "look", input: {} };
const RESULT = { type: "tool_result", tool_use_id: "t1", content: "seen" };

/** User and assistant in turn. */
function talk(...turns) {
    const made = new Conversation();
    turns.forEach((content, place) => {
        if (place % 2 === 0) made.addUser(content);
        else made.addAssistant(content);
    });
    return made;
}

test("a conversation is held with the service", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const params = { model: "svc-haiku-3-5", max_tokens: 64 };
    const conversation = new Conversation([{ role: "user", content: "My name is Ada." }]);
    assert.equal(conversation.addReply(await client.messages.create(conversation.body(params))), true);
    conversation.addUser("What is my name?");
    const reply = await client.messages.create(conversation.body(params));
    assert.equal(reply.content[0].text, "Your name is Ada.");
    assert.equal(await client.messages.stream(conversation.body(params)).finalText(), "Your name is Ada.");
});

test("turns are sent as they were given, and saved as they are", () => {
    const conversation = new Conversation(['{"role": "user",  "content": "x", "n": 12345678901234567890}']);
    const params = { model: "m", max_tokens: 1 };
    const body = conversation.body(params).toString();
    assert.ok(body.includes('{"role": "user",  "content": "x", "n": 12345678901234567890}'), body);
    assert.equal(Conversation.fromText(conversation.toText()).body(params).toString(), body);
    assert.equal(conversation.clone().body(params).toString(), body);
    assert.equal(typeof JSON.parse(JSON.stringify(conversation)), "object");
    const reply =
        '{"type":"message","id":"m","role":"assistant","model":"m","content":[{"type":"text","text":"caf\\u00e9"}],' +
        '"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}';
    assert.equal(conversation.addReply(reply), true);
    assert.deepEqual(conversation.at(-1), { role: "assistant", content: [{ type: "text", text: "café" }] });
});

test("a call is never parted from its result, and a broken history is repaired", () => {
    const conversation = talk("1", "2", "3", [CALL], [RESULT], "4", "5", "6");
    assert.deepEqual(conversation.cutPoints(), [0, 2, 6]);
    const copy = conversation.clone();
    assert.deepEqual(conversation.keepLast(5), { removed: 6, within: true });
    assert.deepEqual(
        [...conversation].map((turn) => turn.content),
        ["5", "6"],
    );
    assert.equal(copy.length, 8);
    assert.equal(copy.cutBefore(3), false);
    assert.equal(copy.keepTokens(1e9).removed, 0);
    assert.ok(copy.estimatedTokens > 0);
    copy.rewind(1);
    assert.equal(copy.at(1), undefined);
    const broken = talk("1", [CALL], "2");
    assert.deepEqual(broken.repair(), [{ turn: 2, kind: "answered_call", subject: "t1" }]);
    assert.deepEqual(broken.repair(), []);
});

test("what is no turn is refused at once", () => {
    const conversation = new Conversation();
    for (const wrong of [{ content: "x" }, "[]", { role: "user" }, "{"]) {
        assert.throws(() => conversation.add(wrong), ConfigError, JSON.stringify(wrong));
    }
    assert.equal(conversation.length, 0);
    assert.throws(() => conversation.body({ model: "m", max_tokens: 1 }), ConfigError);
    assert.throws(() => Conversation.fromText("no"), ConfigError);
    assert.throws(() => conversation.keepLast(-1), RangeError);
    assert.throws(() => conversation.keepTokens(1.5), RangeError);
});

test("arriving JSON: the same objects grow", () => {
    const arriving = new PartialJSON();
    assert.deepEqual([arriving.value, arriving.isComplete, arriving.error], [undefined, false, null]);
    arriving.push('{"city": "Ly');
    const shown = arriving.value;
    assert.deepEqual(shown, { city: "Ly" });
    arriving.push('on", "days": [1, 2');
    assert.equal(arriving.value, shown);
    assert.deepEqual(shown, { city: "Lyon", days: [1, 2] });
    arriving.push('3, {"x": null}], "__proto__": 1}');
    assert.equal(JSON.stringify(arriving.value), '{"city":"Lyon","days":[1,23,{"x":null}],"__proto__":1}');
    assert.equal(arriving.isComplete, true);
    const strict = new PartialJSON({ trailingStrings: false });
    strict.push('{"a": 1, "b": "x');
    assert.deepEqual(strict.value, { a: 1 });
});

test("arriving JSON: a number that is taken back leaves what it replaced", () => {
    const arriving = new PartialJSON();
    const shown = [
        '{"a": {"x": [1]}, "a": 1',
        ".",
        "5",
        "e",
        '3, "n": [2',
        ".",
        '5], "b": null, "b": 7',
        ".",
        "5}",
    ].map((piece) => {
        arriving.push(piece);
        return JSON.stringify(arriving.value);
    });
    assert.deepEqual(shown, [
        '{"a":1}',
        '{"a":{"x":[1]}}',
        '{"a":1.5}',
        '{"a":{"x":[1]}}',
        '{"a":1500,"n":[2]}',
        '{"a":1500,"n":[]}',
        '{"a":1500,"n":[2.5],"b":7}',
        '{"a":1500,"n":[2.5],"b":null}',
        '{"a":1500,"n":[2.5],"b":7.5}',
    ]);
});

test("arriving JSON: malformed text is a state", () => {
    const arriving = new PartialJSON();
    arriving.push('{"kept": 1, "more": nope');
    assert.notEqual(arriving.error, null);
    arriving.push('"later"');
    assert.deepEqual(arriving.value, { kept: 1 });
    assert.equal(arriving.isComplete, false);
});

test("arriving JSON: a look after each piece costs what is new", () => {
    // 1 MB in pieces of ten characters: well under a second. A copy of the earlier text at each read would take
    // minutes.
    const rows = Array.from({ length: 25_000 }, (_, id) => ({
        id,
        name: `row ${id}`,
        ok: true,
        share: id / 7,
    }));
    for (const whole of [{ text: "word ".repeat(200_000) }, { rows }]) {
        const text = JSON.stringify(whole);
        const arriving = new PartialJSON();
        for (let at = 0; at < text.length; at += 10) {
            arriving.push(text.slice(at, at + 10));
            assert.ok(arriving.value !== undefined || at === 0);
        }
        assert.deepEqual(arriving.value, whole);
    }
});

const SETTINGS = {
    model: "svc-haiku-3-5",
    max_tokens: 8,
    system: "Be brief.",
    tools: [{ name: "look", input_schema: { type: "object" } }],
};

test("cache markers are placed where they pay", async (t) => {
    const emulator = await service(t);
    const client = emulator.client();
    const marked = markCache(SETTINGS, { stable: "1h" });
    const long = { type: "ephemeral", ttl: "1h" };
    assert.deepEqual([marked.tools[0].cache_control, marked.system[0].cache_control], [long, long]);
    assert.deepEqual(marked.cache_control, { type: "ephemeral" });
    assert.ok(!("messages" in marked));
    assert.ok(!("cache_control" in SETTINGS.tools[0]));
    assert.deepEqual(markCache(marked), marked);
    assert.equal((await client.messages.create(talk("Hi").body(marked))).role, "assistant");
    const whole = markCache({ ...SETTINGS, messages: [...talk("Hi")] });
    assert.deepEqual(whole.system[0].cache_control, { type: "ephemeral", ttl: "5m" });
    assert.equal((await client.messages.create(whole)).role, "assistant");
    assert.throws(() => markCache(SETTINGS, { stable: "2h" }), ConfigError);
});

test("a missed cache is explained", () => {
    const conversation = talk("a", "b", "c");
    const before = conversation.body(SETTINGS);
    conversation.addAssistant("d");
    assert.equal(CacheChange.between(before, conversation.body(SETTINGS)), null);
    const system = CacheChange.between(before, conversation.body({ ...SETTINGS, system: "Be long." }));
    assert.deepEqual({ ...system }, { part: "system", index: null, offset: 4 });
    assert.ok(system instanceof CacheChange);
    const other = CacheChange.between(before, { ...SETTINGS, messages: [...talk("a", "B", "c")] });
    assert.deepEqual([other.part, other.index], ["messages", 1]);
    assert.throws(() => CacheChange.between(before, "["), ConfigError);
    const answer = {
        ...{ id: "m", type: "message", role: "assistant", model: "m", content: [], stop_reason: "end_turn" },
        usage: { input_tokens: 1, output_tokens: 0 },
    };
    assert.equal(CacheChange.reportedBy(answer), null);
    const told = { cache_miss_reason: { type: "tools_changed", cache_missed_input_tokens: 10 } };
    assert.equal(CacheChange.reportedBy({ ...answer, diagnostics: told }), "tools");
});
