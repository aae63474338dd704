//! Conversations: bytes that stay, cuts that break nothing, and repaired histories that the service accepts.
#![cfg(feature = "conversation")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use parlour::{Content, Conversation, InputBlock, Message, MessageParam, MessageRequest, RepairKind, Tool};
use parlour_emulator::Emulator;
use serde_json::{Value, json};

use support::client;

fn conversation(turns: Value) -> Conversation {
    Conversation::from_json(&turns.to_string()).unwrap()
}

fn turns(conversation: &Conversation) -> Value {
    let saved: Value = serde_json::from_str(conversation.to_json().unwrap().as_str()).unwrap();
    saved["messages"].clone()
}

fn sent(conversation: &Conversation, settings: &MessageRequest) -> Value {
    let body = conversation.body(settings).unwrap();
    let emulated = body.to_bytes();
    serde_json::from_slice(&emulated).unwrap()
}

fn settings() -> MessageRequest {
    let tool = Tool::new("look", "Looks.", r#"{"type":"object","properties":{}}"#).unwrap();
    MessageRequest::new("svc-haiku-3-5", 64).system("Be brief.").tool(tool)
}

fn call(id: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "look", "input": {}})
}

fn result(id: &str) -> Value {
    json!({"type": "tool_result", "tool_use_id": id, "content": "seen"})
}

#[test]
fn a_body_is_the_settings_and_the_bytes_of_the_turns() {
    let mut talk = Conversation::new();
    talk.push_json(r#" {"content": "Hello",  "role":"user"} "#).unwrap();
    talk.push(MessageParam::assistant("Hi")).unwrap();
    talk.user("Bye").unwrap();
    let body = talk.body(&MessageRequest::new("m", 5).extra("mood", parlour::Json::string("calm"))).unwrap();
    assert_eq!(
        body.to_bytes(),
        concat!(
            r#"{"model":"m","max_tokens":5,"mood":"calm","messages":[{"content": "Hello",  "role":"user"},"#,
            r#"{"role":"assistant","content":"Hi"},{"role":"user","content":"Bye"}]}"#,
        )
    );
    let whole = talk.body_json("{ }").unwrap();
    assert!(whole.to_bytes().starts_with(br#"{"messages":[{"content": "Hello""#));
}

#[test]
fn large_payloads_are_shared_with_every_request() {
    let mut talk = Conversation::new();
    let picture = parlour::Blob::encode(&vec![7; 300_000]);
    talk.push(MessageParam::user(vec![InputBlock::image("image/png", picture.clone())])).unwrap();
    let large = format!(r#"{{"role":"user","content":"{}"}}"#, "x".repeat(100_000));
    talk.push_json(large.clone()).unwrap();
    let body: Value = sent(&talk, &settings());
    assert_eq!(body["messages"][0]["content"][0]["source"]["data"], picture.as_str());
    assert_eq!(body["messages"][1], serde_json::from_str::<Value>(&large).unwrap());
}

#[test]
fn turns_and_messages_in_the_settings_are_refused_by_name() {
    let talk = conversation(json!([{"role": "user", "content": "a"}]));
    let twice = talk.body(&settings().user("b")).unwrap_err();
    assert!(twice.to_string().contains("messages"), "{twice}");
    let twice = talk.body_json(r#"{"messages":[]}"#).unwrap_err();
    assert!(twice.to_string().contains("messages"), "{twice}");
    let none = Conversation::new().body(&settings()).unwrap_err();
    assert!(none.to_string().contains("without turns"), "{none}");
    for bad in ["[]", "{", r#"{"role":"user"}"#, r#"{"content":"x"}"#] {
        assert!(Conversation::new().push_json(bad).is_err(), "{bad}");
    }
}

#[test]
fn what_was_saved_is_read_again_and_the_rest_is_refused() {
    let talk = conversation(
        json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]}]),
    );
    let saved = talk.to_json().unwrap();
    let again = Conversation::from_json(saved.as_str()).unwrap();
    assert_eq!(again.to_json().unwrap().as_str(), saved.as_str());
    assert_eq!(again.turn_json(0).unwrap(), talk.turn_json(0).unwrap());
    for (bad, why) in [
        (r#"{"type":"parlour.conversation","version":2,"messages":[]}"#, "version 2"),
        (r#"{"type":"parlour.conversation","version":1}"#, "messages"),
        (r#"{"messages":[]}"#, "type"),
        (r#"[{"role":"user","content":"a"},7]"#, "messages.1"),
        ("nothing", "not a saved conversation"),
    ] {
        let error = Conversation::from_json(bad).unwrap_err().to_string();
        assert!(error.contains(why), "{bad}: {error}");
    }
}

#[test]
fn a_reply_without_content_adds_no_turn() {
    let mut talk = Conversation::new();
    let reply: Message = parlour::Json::parse(
        r#"{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":""}],"model":"m",
            "stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}"#,
    )
    .unwrap()
    .decode()
    .unwrap();
    assert!(!talk.push_reply(&reply).unwrap());
    assert!(talk.is_empty());
}

#[test]
fn half_a_character_of_a_reply_is_replaced() {
    let mut talk = Conversation::new();
    let reply: Message = parlour::Json::parse(
        r#"{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"a\ud83d"},
            {"type":"tool_use","id":"t","name":"f","input":{"k":"b\ude00 \ud83d\ude00 \\ud83d"}},
            {"type":"new","deep":[{"k":"c\uD83D"}]}],"model":"m","stop_reason":"tool_use",
            "usage":{"input_tokens":1,"output_tokens":1}}"#,
    )
    .unwrap()
    .decode()
    .unwrap();
    assert!(talk.push_reply(&reply).unwrap());
    let sent = String::from_utf8(talk.turn_json(0).unwrap().to_vec()).unwrap();
    let turn: serde_json::Value = serde_json::from_str(&sent).expect("each character is whole");
    assert_eq!(turn["content"][0]["text"], "a\u{fffd}");
    assert_eq!(turn["content"][1]["input"]["k"], "b\u{fffd} \u{1f600} \\ud83d");
    assert_eq!(turn["content"][2]["deep"][0]["k"], "c\u{fffd}");
}

/// Three exchanges: plain, with two calls, plain.
fn history() -> Conversation {
    conversation(json!([
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "1"},
        {"role": "user", "content": "two"},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "s"}, call("t1")]},
        {"role": "user", "content": [result("t1")]},
        {"role": "assistant", "content": [call("t2")]},
        {"role": "user", "content": [result("t2"), {"type": "text", "text": "and?"}]},
        {"role": "assistant", "content": "2"},
        {"role": "user", "content": "three"},
    ]))
}

#[test]
fn cuts_never_part_a_call_from_its_result() {
    assert_eq!(history().cut_points().collect::<Vec<_>>(), [0, 2, 8]);
    for (limit, kept, within) in
        [(20, 9, true), (9, 9, true), (8, 7, true), (7, 7, true), (6, 1, true), (1, 1, true), (0, 1, false)]
    {
        let mut talk = history();
        let trimmed = talk.keep_last(limit);
        assert_eq!((talk.len(), trimmed.within), (kept, within), "keep_last({limit})");
        assert_eq!(trimmed.removed, 9 - kept);
        assert_eq!(turns(&talk)[0]["role"], "user");
        assert_eq!(talk.repair().unwrap(), [], "keep_last({limit})");
    }
    let mut talk = history();
    assert!(!talk.cut_before(4) && talk.len() == 9);
    assert!(talk.cut_before(2) && talk.len() == 7);
}

#[test]
fn a_budget_of_tokens_keeps_the_longest_end_that_fits() {
    let whole = history().estimated_tokens();
    let mut talk = history();
    assert_eq!(talk.keep_tokens(whole).removed, 0);
    let mut talk = history();
    let trimmed = talk.keep_tokens(whole - 1);
    assert_eq!((trimmed.removed, trimmed.within), (2, true));
    assert!(talk.estimated_tokens() < whole);
    let mut talk = history();
    let trimmed = talk.keep_tokens(0);
    assert_eq!((trimmed.removed, trimmed.within, talk.len()), (8, false, 1));
    assert!(Conversation::new().keep_tokens(0).within);
    // Text beyond ASCII takes more tokens than bytes of ASCII do; pictures take no account of their bytes.
    let tokens = |content: Content| {
        let mut talk = Conversation::new();
        talk.user(content).unwrap();
        talk.estimated_tokens()
    };
    assert!(tokens("漢字漢字".into()) >= 4 && tokens("abcdefghijkl".into()) >= 4);
    let picture = InputBlock::image("image/png", parlour::Blob::encode(&vec![1; 500_000]));
    assert!(tokens(vec![picture].into()) < 2_000);
}

#[test]
fn sound_turns_keep_their_bytes_and_each_fault_is_named() {
    use RepairKind as K;
    let cases: &[(&str, Value, Value, &[K])] = &[
        (
            "nothing to do",
            json!([{"role": "user", "content": "a"}]),
            json!([{"role": "user", "content": "a"}]),
            &[],
        ),
        (
            "the model spoke first",
            json!([{"role": "assistant", "content": "hi"}, {"role": "user", "content": "a"}]),
            json!([{"role": "user", "content": "a"}]),
            &[K::RemovedLeadingTurn],
        ),
        (
            "a call without a result",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]}, {"role": "user",
                "content": "b"}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "t", "content": "This call was not executed: the \
                        conversation went on without its result.", "is_error": true},
                    {"type": "text", "text": "b"}]}]),
            &[K::AnsweredCall],
        ),
        (
            "a result without a call",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}, {"role": "user",
                "content": [result("t")]}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]),
            &[K::RemovedOrphanResult, K::RemovedTurn],
        ),
        (
            "results spread over turns, behind text, and doubled",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t"), call("u")]},
                {"role": "user", "content": [{"type": "text", "text": "b"}, result("u")]},
                {"role": "user", "content": [result("t"), result("u")]}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t"), call("u")]},
                {"role": "user", "content": [result("u"), result("t"), {"type": "text", "text": "b"}]}]),
            &[K::MovedResults, K::MovedResults, K::RemovedOrphanResult, K::RemovedTurn],
        ),
        (
            "blocks that may not stand there",
            json!([{"role": "user", "content": [{"type": "text", "text": ""}, {"type": "thinking",
                "thinking": "", "signature": "s"}, {"type": "text", "text": "a"}]},
                {"role": "assistant", "content": [{"type": "thinking", "thinking": "x", "signature": ""},
                    {"type": "text", "text": "b"}]},
                {"role": "user", "content": ""}]),
            json!([{"role": "user", "content": [{"type": "text", "text": "a"}]}, {"role": "assistant",
                "content": [{"type": "text", "text": "b"}]}]),
            &[
                K::RemovedEmptyText,
                K::RemovedMisplacedBlock,
                K::RemovedUnsignedThinking,
                K::RemovedEmptyText,
                K::RemovedTurn,
            ],
        ),
        (
            "an input that is no object, and the same call twice",
            json!([{"role": "user", "content": "a"},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "look", "input": "{\"a\":"},
                    call("t")]},
                {"role": "user", "content": [result("t")]}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]}, {"role": "user",
                "content": [result("t")]}]),
            &[K::ReplacedInput, K::RemovedDuplicateCall],
        ),
        (
            "a server tool that never ended, and a result of one that is gone",
            json!([{"role": "user", "content": "a"},
                {"role": "assistant", "content": [
                    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_0", "content": []},
                    {"type": "text", "text": "b"},
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}]},
                {"role": "user", "content": "c"}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "text",
                "text": "b"}]}, {"role": "user", "content": "c"}]),
            &[K::RemovedServerTool, K::RemovedServerTool],
        ),
        (
            "results of the service's tools, known and unknown, keep their calls",
            json!([{"role": "user", "content": "a"},
                {"role": "assistant", "content": [
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "advisor", "input": {}},
                    {"type": "advisor_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "advisor_result",
                        "text": "b"}},
                    {"type": "server_tool_use", "id": "srvtoolu_2", "name": "oracle", "input": {}},
                    {"type": "oracle_tool_result", "tool_use_id": "srvtoolu_2", "content": []},
                    {"type": "oracle_tool_result", "tool_use_id": "gone", "content": []},
                    {"type": "text", "text": "c"}]},
                {"role": "user", "content": "d"}]),
            json!([{"role": "user", "content": "a"},
                {"role": "assistant", "content": [
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "advisor", "input": {}},
                    {"type": "advisor_tool_result", "tool_use_id": "srvtoolu_1", "content": {"type": "advisor_result",
                        "text": "b"}},
                    {"type": "server_tool_use", "id": "srvtoolu_2", "name": "oracle", "input": {}},
                    {"type": "oracle_tool_result", "tool_use_id": "srvtoolu_2", "content": []},
                    {"type": "text", "text": "c"}]},
                {"role": "user", "content": "d"}]),
            &[K::RemovedServerTool],
        ),
        (
            "changes of tools stand in system messages alone",
            json!([{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "tool_removal",
                "tool": {"type": "tool_reference", "name": "look"}}]},
                {"role": "system", "content": [{"type": "tool_removal", "tool": {"type": "tool_reference",
                    "name": "look"}}]},
                {"role": "assistant", "content": "b"},
                {"role": "system", "content": [{"type": "text", "text": "c"}, {"type": "tool_addition",
                    "tool": {"type": "tool_reference", "name": "look"}}]},
                {"role": "user", "content": "d"}]),
            json!([{"role": "user", "content": [{"type": "text", "text": "a"}]},
                {"role": "system", "content": [{"type": "tool_removal", "tool": {"type": "tool_reference",
                    "name": "look"}}]},
                {"role": "assistant", "content": "b"},
                {"role": "user", "content": [{"type": "text", "text": "c"}]},
                {"role": "user", "content": "d"}]),
            &[K::RemovedMisplacedBlock, K::DemotedSystemTurn, K::RemovedMisplacedBlock],
        ),
        (
            "a paused turn is sent back as it is",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "server_tool_use",
                "id": "srvtoolu_1", "name": "web_search", "input": {}}]}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "server_tool_use",
                "id": "srvtoolu_1", "name": "web_search", "input": {}}]}]),
            &[],
        ),
        (
            "a system message between a call and its result",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]}, {"role": "system",
                "content": "b"},
                {"role": "user", "content": [result("t")]}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [call("t")]},
                {"role": "user", "content": [result("t"), {"type": "text", "text": "b"}]}]),
            &[K::DemotedSystemTurn, K::MovedResults, K::RemovedTurn],
        ),
        (
            "white space where the model would go on",
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": "b \n"}]),
            json!([{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "text",
                "text": "b"}]}]),
            &[K::TrimmedEnd],
        ),
        (
            "what is no message",
            json!([{"role": "user", "content": "a"}, {"role": "tool", "content": "b"}, {"role": "user", "content": 7}]),
            json!([{"role": "user", "content": "a"}]),
            &[K::RemovedTurn, K::RemovedTurn],
        ),
    ];
    for (name, before, after, kinds) in cases {
        let mut talk = conversation(before.clone());
        let untouched = talk.turn_json(0);
        let repairs = talk.repair().unwrap();
        assert_eq!(
            repairs.iter().map(|repair| repair.kind).collect::<Vec<_>>(),
            *kinds,
            "{name}: {repairs:?}"
        );
        assert_eq!(turns(&talk), *after, "{name}");
        if before[0] == after[0] {
            assert_eq!(talk.turn_json(0), untouched, "{name}");
        }
        assert_eq!(talk.repair().unwrap(), [], "{name}: a second repair finds nothing");
    }
}

/// A small generator of random numbers with a fixed seed: failures repeat.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn block(&mut self) -> Value {
        let id = format!("toolu_{}", self.below(5));
        let server = format!("srvtoolu_{}", self.below(3));
        match self.below(14) {
            0 => json!({"type": "text", "text": ""}),
            1..=3 => json!({"type": "text", "text": "some words"}),
            4 | 5 => call(&id),
            6..=8 => result(&id),
            9 => json!({"type": "thinking", "thinking": "hm", "signature": ""}),
            10 => {
                json!({"type": "server_tool_use", "id": server, "name": "web_search", "input": {"query": "q"}})
            }
            11 => json!({"type": "web_search_tool_result", "tool_use_id": server, "content": []}),
            12 => {
                json!({"type": "tool_use", "id": id, "name": "look", "input": {},
                    "caller": {"type": "code_execution_20250825", "tool_id": server}})
            }
            _ => json!({"type": "tool_use", "id": id, "name": "look", "input": "cut"}),
        }
    }

    fn turn(&mut self) -> Value {
        let role = ["user", "user", "user", "assistant", "assistant", "assistant", "system"][self.below(7)];
        let content = match self.below(4) {
            0 => json!("plain"),
            1 if self.below(4) == 0 => json!(""),
            _ => Value::Array((0..self.below(4)).map(|_| self.block()).collect()),
        };
        json!({"role": role, "content": content})
    }
}

/// Ten thousand histories that other programs broke, cut and repaired: the service refuses none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_service_accepts_every_repaired_history() {
    const HISTORIES: usize = 10_000;
    let emulator = Emulator::start().await.unwrap();
    let client = client(&emulator);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut calls = tokio::task::JoinSet::new();
    let (mut asked, mut repaired) = (0, 0);
    // The rules for system messages differ between generations of models: one that allows them.
    let mut settings = settings();
    settings.model = "svc-opus-4-6".to_owned();
    for _ in 0..HISTORIES {
        let mut turns: Vec<Value> = (0..random.below(9)).map(|_| random.turn()).collect();
        turns.push(json!({"role": "user", "content": "Go on."}));
        let mut talk = conversation(Value::Array(turns.clone()));
        match random.below(3) {
            0 => drop(talk.keep_last(random.below(8))),
            1 => drop(talk.keep_tokens(random.below(60) as u64)),
            _ => {}
        }
        repaired += usize::from(!talk.repair().unwrap().is_empty());
        let call = client.messages().create(talk.body(&settings).unwrap());
        asked += 1;
        calls.spawn(async move { (turns, talk.to_json().unwrap(), call.await) });
        if calls.len() >= 16 {
            accepted(calls.join_next().await.unwrap().unwrap());
        }
    }
    while let Some(done) = calls.join_next().await {
        accepted(done.unwrap());
    }
    assert!(asked == HISTORIES && repaired > HISTORIES / 2, "{repaired} of {asked} were broken");
}

fn accepted((turns, sent, answer): (Vec<Value>, parlour::Json, parlour::Result<parlour::Response<Message>>)) {
    if let Err(error) = answer {
        panic!("{error}\nfrom {}\nto {}", Value::Array(turns), sent.as_str());
    }
}

#[test]
fn the_first_change_of_the_prefix_is_where_the_cache_ends() {
    let body = |change: &dyn Fn(&mut Value)| {
        let mut request = json!({"model": "m", "max_tokens": 1, "system": "Be brief.",
            "tools": [{"name": "a"}, {"name": "b"}], "tool_choice": {"type": "auto"},
            "messages": [{"role": "user", "content": "one"}, {"role": "assistant", "content": "two"}]});
        change(&mut request);
        parlour::Body::from_json_bytes(request.to_string()).unwrap()
    };
    let found = |change: &dyn Fn(&mut Value)| {
        let found = parlour::CacheChange::between(&body(&|_| ()), &body(change)).unwrap();
        found.map(|change| (change.part.as_str(), change.index, change.offset))
    };
    let more = json!({"role": "user", "content": "three"});
    assert_eq!(found(&|_| ()), None);
    assert_eq!(found(&|r| r["messages"].as_array_mut().unwrap().push(more.clone())), None);
    assert_eq!(found(&|r| r["max_tokens"] = json!(9)), None, "it is no part of the prefix");
    assert_eq!(found(&|r| r["model"] = json!("n")), Some(("model", None, 1)));
    assert_eq!(found(&|r| r["speed"] = json!("fast")), Some(("speed", None, 0)));
    assert_eq!(found(&|r| r["tools"][1] = json!({"name": "c"})), Some(("tools", Some(1), 9)));
    assert_eq!(
        found(&|r| r["tools"].as_array_mut().unwrap().push(json!({"name": "c"}))),
        Some(("tools", Some(2), 0))
    );
    let both = |r: &mut Value| {
        r["system"] = json!("Be long.");
        r["messages"][0]["content"] = json!("other");
    };
    assert_eq!(found(&both), Some(("system", None, 4)), "the first one counts");
    assert_eq!(found(&|r| r["tool_choice"] = json!({"type": "any"})), Some(("tool_choice", None, 10)));
    assert_eq!(found(&|r| r["thinking"] = json!({"type": "adaptive"})), Some(("thinking", None, 0)));
    let (part, index, _) = found(&|r| r["messages"][1]["content"] = json!("twice")).unwrap();
    assert_eq!((part, index), ("messages", Some(1)));
    let dropped = found(&|r| drop(r["messages"].as_array_mut().unwrap().remove(0)));
    assert_eq!(dropped.map(|(part, index, _)| (part, index)), Some(("messages", Some(0))));
    assert!(parlour::CacheChange::between(&parlour::Body::empty(), &body(&|_| ())).is_err());
}

#[test]
fn what_the_service_says_of_a_missed_cache_is_read() {
    let reported = |diagnostics: Value| {
        let message = json!({"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [],
            "stop_reason": "end_turn", "stop_sequence": null, "diagnostics": diagnostics,
            "usage": {"input_tokens": 1, "output_tokens": 1}});
        let message: Message = parlour::Json::parse(&message.to_string()).unwrap().decode().unwrap();
        parlour::CacheChange::reported_by(&message).map(parlour::CachePart::as_str)
    };
    let reason = |kind: &str| json!({"cache_miss_reason": {"type": kind, "cache_missed_input_tokens": 9}});
    for part in ["model", "system", "tools", "messages"] {
        assert_eq!(reported(reason(&format!("{part}_changed"))), Some(part));
    }
    for other in
        [Value::Null, json!({"cache_miss_reason": null}), reason("unavailable"), reason("new_changed")]
    {
        assert_eq!(reported(other.clone()), None, "{other}");
    }
}

#[tokio::test]
async fn cache_markers_stand_where_the_service_takes_them() {
    let tool = |name: &str| Tool::new(name, "Counts.", r#"{"type":"object"}"#).unwrap();
    let plain = || MessageRequest::new("svc-haiku-3-5", 64);
    let emulator = Emulator::start().await.unwrap();
    let client = support::client(&emulator);
    for (mut settings, placed) in [
        (plain(), 1),
        (plain().system("Be brief."), 2),
        (plain().tool(tool("a")), 2),
        (plain().system("Be brief.").tool(tool("a")).tool(tool("b")), 3),
    ] {
        assert_eq!(settings.mark_cache(parlour::CacheTtl::OneHour), placed);
        assert_eq!(settings.mark_cache(parlour::CacheTtl::OneHour), 0, "markers that are there stay alone");
        let mut talk = Conversation::new();
        talk.user("Hi").unwrap();
        let body = sent(&talk, &settings);
        assert_eq!(body["cache_control"], json!({"type": "ephemeral"}));
        assert_eq!(body["messages"][0], json!({"role": "user", "content": "Hi"}), "turns keep their bytes");
        let ends = [&body["tools"], &body["system"]];
        for end in ends.iter().filter_map(|list| list.as_array()) {
            let (last, before) = end.split_last().unwrap();
            assert_eq!(last["cache_control"], json!({"type": "ephemeral", "ttl": "1h"}));
            assert!(before.iter().all(|other| other.get("cache_control").is_none()));
        }
        assert_eq!(ends.iter().filter(|end| end.is_array()).count(), placed - 1);
        client.messages().create(talk.body(&settings).unwrap()).await.unwrap();
    }
    let mut own = plain().cache_control(parlour::CacheControl::ephemeral()).system("Be brief.");
    let before = own.clone();
    assert_eq!(own.mark_cache(parlour::CacheTtl::FiveMinutes), 0);
    assert_eq!(own, before, "a caller who marks is left alone");
    let mut empty = plain().system("");
    assert_eq!(empty.mark_cache(parlour::CacheTtl::FiveMinutes), 1, "an empty prompt cannot be marked");
}
