//! A history that is cut keeps the tool changes of its system messages (protocol §8.8).
#![cfg(feature = "conversation")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeMap;

use parlour::{Conversation, Message, MessageRequest, TokenSearch, Tool};
use parlour_emulator::Emulator;
use serde_json::{Value, json};

use support::builder;

fn conversation(turns: &Value) -> Conversation {
    Conversation::from_json(&turns.to_string()).unwrap()
}

fn turns(conversation: &Conversation) -> Value {
    let saved: Value = serde_json::from_str(conversation.to_json().unwrap().as_str()).unwrap();
    saved["messages"].clone()
}

fn user(text: &str) -> Value {
    json!({"role": "user", "content": text})
}

fn assistant(text: &str) -> Value {
    json!({"role": "assistant", "content": text})
}

fn system(changes: &[Value]) -> Value {
    json!({"role": "system", "content": changes})
}

fn added(tool: &Value) -> Value {
    json!({"type": "tool_addition", "tool": tool})
}

fn removed(tool: &Value) -> Value {
    json!({"type": "tool_removal", "tool": tool})
}

fn named(name: &str) -> Value {
    json!({"type": "tool_reference", "name": name})
}

fn defined(name: &str, description: &str) -> Value {
    let definition = json!({"name": name, "description": description, "input_schema": {"type": "object"}});
    json!({"type": "tool_definition", "definition": definition})
}

#[test]
fn what_was_said_of_tools_is_said_once_more() {
    let (look, late) = (named("look"), named("late"));
    let (one, two) = (defined("late", "One."), defined("late", "Two."));
    let server = json!({"type": "mcp_toolset_reference", "server_name": "s"});
    let member = json!({"type": "mcp_tool_reference", "name": "x", "server_name": "s"});
    let new = json!({"type": "tool_of_tomorrow", "x": 1.0});
    let odd = json!({"type": "tool_addition", "tool": 5});
    for (said, kept) in [
        (vec![vec![removed(&look)]], vec![removed(&look)]),
        (vec![vec![added(&one)]], vec![added(&one)]),
        // The last word counts; a definition stays as long as its name may be meant.
        (vec![vec![removed(&look)], vec![added(&look)], vec![removed(&look)]], vec![removed(&look)]),
        (vec![vec![removed(&look)], vec![added(&look)]], vec![removed(&look), added(&look)]),
        (vec![vec![added(&look)], vec![added(&look)]], vec![added(&look)]),
        (vec![vec![added(&one), removed(&late)]], vec![added(&one), removed(&late)]),
        (vec![vec![added(&one)], vec![removed(&late)], vec![added(&late)]], vec![added(&one)]),
        (vec![vec![added(&one)], vec![removed(&late)], vec![added(&two)]], vec![added(&two)]),
        (
            vec![vec![removed(&late)], vec![added(&two)], vec![removed(&late)]],
            vec![removed(&late), added(&two), removed(&late)],
        ),
        // Of a server its tools stay apart, in their order.
        (
            vec![vec![removed(&member)], vec![removed(&server)], vec![removed(&member), removed(&server)]],
            vec![removed(&member), removed(&server)],
        ),
        // Unknown blocks are repeated unchanged.
        (vec![vec![removed(&new)], vec![odd.clone()], vec![removed(&new)]], vec![odd, removed(&new)]),
        (vec![vec![json!({"type": "text", "text": "Be brief."})]], vec![]),
    ] {
        let mut history = Vec::new();
        for changes in &said {
            history.extend([user("a"), system(changes), assistant("b")]);
        }
        history.extend([user("c"), user("d"), assistant("e"), user("f")]);
        let mut talk = conversation(&json!(history));
        assert!(talk.cut_before(said.len() * 3));
        let mut expected = vec![user("c"), user("d"), assistant("e"), user("f")];
        if !kept.is_empty() {
            expected.insert(2, system(&kept));
        }
        assert_eq!(turns(&talk), json!(expected), "{said:?}");
    }
}

#[test]
fn it_stands_before_what_is_said_later_and_without_markers() {
    let marked = |block: Value| {
        let mut block = block;
        block["cache_control"] = json!({"type": "ephemeral"});
        block
    };
    let (look, see) = (named("look"), named("see"));
    let mut talk = conversation(&json!([
        user("a"),
        {"role": "system", "content": [{"type": "text", "text": "Be brief."}, marked(removed(&look))],
            "clear_at": "never"},
        assistant("b"),
        user("c"),
        system(&[marked(added(&look)), removed(&see)]),
        assistant("d"),
        user("e"),
    ]));
    assert!(talk.cut_before(3));
    let expected = json!([
        user("c"),
        system(&[removed(&look)]),
        system(&[marked(added(&look)), removed(&see)]),
        assistant("d"),
        user("e"),
    ]);
    assert_eq!(turns(&talk), expected);
    // It counts as a kept turn, and is removed with its exchange.
    assert_eq!(talk.keep_last(5).removed, 0);
    let trimmed = talk.keep_last(2);
    assert_eq!((trimmed.removed, trimmed.within), (4, true));
    assert_eq!(turns(&talk), json!([user("e"), system(&[removed(&look), added(&look), removed(&see)])]));
    let trimmed = talk.keep_last(1);
    assert_eq!((trimmed.removed, trimmed.within, talk.len()), (0, false, 2));
}

#[test]
fn it_counts_in_a_budget() {
    let long = defined("late", &"x".repeat(3_000));
    let history = json!([user("a"), system(&[added(&long)]), assistant("b"), user("c"), assistant("d")]);
    let mut talk = conversation(&history);
    let trimmed = talk.keep_tokens(500);
    assert_eq!((trimmed.removed, trimmed.within, talk.len()), (3, false, 3));
    assert!(talk.estimated_tokens() > 1_000);
    // The service counts the end together with the preserved changes.
    let talk = conversation(&history);
    let mut search = TokenSearch::new(&talk, 50);
    let mut lengths = Vec::new();
    while let Some(first) = search.next() {
        let mut end = talk.clone();
        end.cut_before(first);
        lengths.push(end.len());
        search.counted(60);
    }
    assert_eq!(lengths, [5, 3]);
}

#[test]
fn a_summary_says_itself_what_became_of_the_tools() {
    let summary = |changes: Value| {
        let block =
            json!({"type": "compaction", "content": "So far.", "signature": "s", "tool_changes": changes});
        json!({"role": "assistant", "content": [block, {"type": "text", "text": "b"}]})
    };
    let before = [user("a"), system(&[removed(&named("look"))])];
    let after = [user("c"), assistant("d"), user("e")];
    for (changes, points) in [
        (json!([{"type": "tool_removal", "tool": named("look")}]), vec![0, 2]),
        (json!([]), vec![0, 2, 3, 5]),
        (Value::Null, vec![0, 2, 3, 5]),
    ] {
        let summary = summary(changes);
        let history: Vec<Value> =
            before.iter().chain(std::iter::once(&summary)).chain(&after).cloned().collect();
        let mut talk = conversation(&json!(history));
        assert_eq!(talk.cut_points().collect::<Vec<_>>(), points);
        assert!(talk.cut_before(2));
        assert_eq!(turns(&talk), json!(history[2..]));
        assert_eq!(talk.cut_before(3), points.len() > 2);
    }
}

/// The tools that the model may call, each with its definition, or as the request has it.
type Tools = BTreeMap<String, String>;

/// The tool changes so far, followed block by block as the service does.
#[derive(Clone)]
struct Said {
    tools: Tools,
    definitions: Tools,
}

impl Said {
    fn nothing() -> Said {
        let given = |name: &str| (name.to_owned(), "of the request".to_owned());
        Said {
            tools: Tools::from([given("look"), given("see"), given("s/x"), given("s/y")]),
            definitions: Tools::from([given("look"), given("see")]),
        }
    }

    fn block(&mut self, block: &Value) {
        let tool = &block["tool"];
        let names = match tool["type"].as_str() {
            None => return,
            Some("mcp_toolset_reference") => vec!["s/x".to_owned(), "s/y".to_owned()],
            Some("mcp_tool_reference") => vec![format!("s/{}", tool["name"].as_str().unwrap())],
            Some("tool_reference") => vec![tool["name"].as_str().unwrap().to_owned()],
            Some(_) => {
                let name = tool["definition"]["name"].as_str().unwrap().to_owned();
                self.definitions.insert(name.clone(), tool["definition"]["description"].to_string());
                vec![name]
            }
        };
        for name in names {
            if block["type"] == "tool_removal" {
                self.tools.remove(&name);
            } else {
                let what = self.definitions.get(&name).cloned().unwrap_or("of the request".to_owned());
                self.tools.insert(name, what);
            }
        }
    }
}

/// The tools at each answer of the model, and behind the last turn.
fn tools_at_each_answer(turns: &Value) -> Vec<Tools> {
    let mut said = Said::nothing();
    let mut seen = Vec::new();
    for turn in turns.as_array().unwrap() {
        if turn["role"] == "assistant" {
            seen.push(said.tools.clone());
        }
        let blocks = turn["content"].as_array().filter(|_| turn["role"] == "system");
        blocks.into_iter().flatten().for_each(|block| said.block(block));
    }
    seen.push(said.tools);
    seen
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// A history that the service takes: exchanges with calls of tools, and system messages that change these.
    fn history(&mut self) -> Value {
        let (mut turns, mut said) = (Vec::new(), Said::nothing());
        for exchange in 0..1 + self.below(6) {
            turns.extend((0..=self.below(2)).map(|_| user("Go on.")));
            self.maybe_system(&mut turns, &mut said);
            if self.below(3) == 0 {
                let id = format!("toolu_{exchange}");
                let call = json!({"type": "tool_use", "id": id, "name": "look", "input": {}});
                let result = json!({"type": "tool_result", "tool_use_id": id, "content": "seen"});
                turns.push(json!({"role": "assistant", "content": [call]}));
                turns.push(json!({"role": "user", "content": [result]}));
                self.maybe_system(&mut turns, &mut said);
            }
            turns.push(assistant("Done."));
        }
        turns.push(user("And now?"));
        self.maybe_system(&mut turns, &mut said);
        json!(turns)
    }

    fn maybe_system(&mut self, turns: &mut Vec<Value>, said: &mut Said) {
        for _ in 0..self.below(3) {
            let mut blocks = vec![json!({"type": "text", "text": "Mind the tools."})];
            for _ in 0..self.below(3) {
                blocks.push(self.change(said));
                said.block(&blocks[blocks.len() - 1]);
            }
            turns.push(system(&blocks));
        }
    }

    /// A change that the service takes after what was said.
    fn change(&mut self, said: &Said) -> Value {
        loop {
            let removes = self.below(2) == 0;
            let name = ["look", "see", "late", "last"][self.below(4)];
            let tool = match self.below(5) {
                0 => json!({"type": "mcp_toolset_reference", "server_name": "s"}),
                1 => {
                    json!({"type": "mcp_tool_reference", "name": (["x", "y"][self.below(2)]), "server_name": "s"})
                }
                2 if !removes && !said.tools.contains_key(name) => {
                    defined(name, &format!("{}.", self.below(1_000)))
                }
                // A name that nothing has defined is refused.
                3 | 4 if said.definitions.contains_key(name) => named(name),
                _ => continue,
            };
            return if removes { removed(&tool) } else { added(&tool) };
        }
    }
}

fn settings() -> MessageRequest {
    let tool = |name: &str| Tool::new(name, "Looks.", r#"{"type":"object","properties":{}}"#).unwrap();
    let json = |text: &str| parlour::Json::parse(text).unwrap();
    let server = json(r#"[{"type":"url","name":"s","url":"https://s.example"}]"#);
    MessageRequest::new("svc-opus-4-6", 64).tool(tool("look")).tool(tool("see")).extra("mcp_servers", server)
}

/// Ten thousand histories, cut anywhere: every answer that stays, and the next one, has the tools that it had, and the
/// service takes what is left as it took the whole.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_keeps_its_tools() {
    const HISTORIES: usize = 10_000;
    let emulator = Emulator::start().await.unwrap();
    let client =
        builder(&emulator).beta("inline-tools-2026-09-15").api_key(emulator.api_key()).build().unwrap();
    let settings = settings();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut calls = tokio::task::JoinSet::new();
    let (mut shortened, mut carried) = (0, 0);
    for at in 0..HISTORIES {
        let history = random.history();
        let mut talk = conversation(&history);
        let whole = talk.len();
        // Twice: preserved changes are preserved again.
        for _ in 0..2 {
            let trimmed = match random.below(3) {
                0 => talk.keep_last(1 + random.below(12)),
                1 => talk.keep_tokens(random.below(400) as u64),
                _ => {
                    let points: Vec<usize> = talk.cut_points().collect();
                    assert!(talk.cut_before(points[random.below(points.len())]));
                    continue;
                }
            };
            assert!(trimmed.within || talk.cut_points().collect::<Vec<_>>() == [0]);
        }
        let left = turns(&talk);
        shortened += usize::from(talk.len() < whole);
        carried += usize::from(!history.to_string().contains(&left.to_string()[1..]));
        let (before, now) = (tools_at_each_answer(&history), tools_at_each_answer(&left));
        assert_eq!(now, before[before.len() - now.len()..], "from {history}\nto {left}");
        assert_eq!(talk.repair().unwrap(), [], "from {history}\nto {left}");
        // The service is asked for some of them.
        if at % 20 > 0 {
            continue;
        }
        for (name, talk) in [("the whole", conversation(&history)), ("the rest", talk)] {
            let call = client.messages().create(talk.body(&settings).unwrap());
            let sent = turns(&talk);
            calls.spawn(async move { (name, sent, call.await) });
        }
        while calls.len() >= 16 {
            taken(calls.join_next().await.unwrap().unwrap());
        }
    }
    while let Some(done) = calls.join_next().await {
        taken(done.unwrap());
    }
    assert!(shortened > HISTORIES / 2 && carried > HISTORIES / 4, "{shortened} shortened, {carried} carried");
}

fn taken((name, sent, answer): (&str, Value, parlour::Result<parlour::Response<Message>>)) {
    if let Err(error) = answer {
        panic!("{name}: {error}\n{sent}");
    }
}
