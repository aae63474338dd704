//! The tools that the service defines and a program runs: the parsed commands, the results for the model, and input
//! that no method is called for.
#![cfg(feature = "tools")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use parlour::client_tools::{
    BROWSER_ACTIONS, BashCommand, BashTool, BrowserClickCommand, BrowserCommand, BrowserNavigateCommand,
    BrowserScriptCommand, BrowserTool, COMPUTER_ACTIONS, ClickCommand, CommandResult, ComputerCommand,
    ComputerTool, CoordinateTarget, CreateCommand, InsertCommand, MemoryCommand, MemoryTool, Point,
    RestartCommand, RunCommand, StrReplaceCommand, Target, TextEditorCommand, TextEditorTool, ToolReply,
    TypeCommand, ViewCommand, toolsets,
};
use parlour::{Content, Json, MessageRequest, Tool, ToolError, Toolbox};
use parlour_emulator::{Emulator, Reply};
use serde_json::{Value, json};

use support::{client, soon};

fn said(error: &ToolError) -> String {
    match error.content() {
        Content::Text(text) => text.clone(),
        other => panic!("not text: {other:?}"),
    }
}

fn input(value: &Value) -> Json {
    Json::from_serialize(value).unwrap()
}

fn memory(value: &Value) -> Result<MemoryCommand, String> {
    MemoryCommand::read(&input(value)).map_err(|error| said(&error))
}

fn computer(action: &str, value: &Value) -> Result<ComputerCommand, String> {
    ComputerCommand::read(Some(action), &input(value)).map_err(|error| said(&error))
}

fn browser(member: &str, value: &Value) -> Result<BrowserCommand, String> {
    BrowserCommand::read(Some(member), &input(value)).map_err(|error| said(&error))
}

fn view(range: &Value) -> ViewCommand {
    match memory(&json!({"command": "view", "path": "/memories/a", "view_range": range})).unwrap() {
        MemoryCommand::View(command) => command,
        other => panic!("{other:?}"),
    }
}

#[test]
fn commands_are_read_and_written_as_the_service_names_their_fields() {
    for command in [
        json!({"command": "view", "path": "/memories", "view_range": [2, -1]}),
        json!({"command": "view", "path": "/memories"}),
        json!({"command": "create", "path": "/memories/a", "file_text": ""}),
        json!({"command": "str_replace", "path": "/memories/a", "old_str": "x", "new_str": ""}),
        json!({"command": "insert", "path": "/memories/a", "insert_line": 0, "insert_text": "x\n"}),
        json!({"command": "delete", "path": "/memories/a"}),
        json!({"command": "rename", "old_path": "/memories/a", "new_path": "/memories/b"}),
        json!({"command": "link", "path": "/memories/a", "to": [1.5, null]}),
    ] {
        let read = memory(&command).unwrap();
        assert_eq!(serde_json::to_value(&read).unwrap(), command);
        let name = command["command"].as_str().unwrap();
        assert_eq!(read.name(), if name == "link" { "other" } else { name });
    }
    for command in [json!({"command": "ls"}), json!({"restart": true})] {
        assert_eq!(serde_json::to_value(BashCommand::read(&input(&command)).unwrap()).unwrap(), command);
    }
    let undo = json!({"command": "undo_edit", "path": "/a"});
    assert_eq!(serde_json::to_value(TextEditorCommand::read(&input(&undo)).unwrap()).unwrap(), undo);
    for (action, fields) in [
        ("key", json!({"text": "ctrl+s", "repeat": 3})),
        ("hold_key", json!({"text": "a", "duration": 1.5})),
        (
            "scroll",
            json!({"coordinate": [1, 2], "scroll_direction": "left", "scroll_amount": 3, "text": "ctrl"}),
        ),
        ("left_click_drag", json!({"start_coordinate": [0, 0], "coordinate": [5, 6]})),
        ("zoom", json!({"region": [0, 1, 20, 10]})),
        ("screenshot", json!({})),
        ("teleport", json!({"where": "home"})),
    ] {
        let read = computer(action, &fields).unwrap();
        let mut written = serde_json::to_value(&read).unwrap();
        if action != "teleport" {
            assert_eq!(written.as_object_mut().unwrap().remove("action").unwrap(), action);
        }
        assert_eq!(written, fields);
    }
    assert_eq!(COMPUTER_ACTIONS.len(), 17);
}

#[test]
fn every_command_of_a_browser_is_read_and_written_with_its_fields() {
    let point = json!({"type": "coordinate", "x": 3, "y": 4});
    let element = json!({"type": "ref", "ref": "e7"});
    let commands = [
        (
            "navigate",
            json!({"url": "https://example.com", "tab_id": "t1"}),
            "Navigated to https://example.com.",
        ),
        ("list_tabs", json!({}), ""),
        ("new_tab", json!({}), "Opened a tab."),
        ("switch_tab", json!({"tab_id": "t2"}), "Switched to t2."),
        ("close_tab", json!({"tab_id": "t2"}), "Closed t2."),
        ("read_page", json!({"depth": 2, "filter": "interactive", "ref": "e1"}), ""),
        ("get_page_text", json!({}), ""),
        ("read_console", json!({"tab_id": "t1"}), ""),
        ("read_network", json!({}), ""),
        ("find", json!({"query": "the search box"}), ""),
        ("form_input", json!({"target": element, "value": 1.5}), "Set the value."),
        ("file_upload", json!({"target": element, "paths": ["/a"]}), "Uploaded the files."),
        ("scroll_to", json!({"target": element}), "Scrolled to the element."),
        ("screenshot", json!({}), ""),
        ("zoom", json!({"region": [0, 1, 20, 10]}), ""),
        ("left_click", json!({"target": point, "modifiers": "ctrl"}), "Clicked."),
        ("right_click", json!({"target": element}), "Right-clicked."),
        ("middle_click", json!({"target": element}), "Middle-clicked."),
        ("double_click", json!({"target": point}), "Double-clicked."),
        ("triple_click", json!({"target": point}), "Triple-clicked."),
        ("hover", json!({"target": element}), "Moved the mouse."),
        ("left_click_drag", json!({"from": point, "target": point}), "Dragged."),
        ("left_mouse_down", json!({"target": point}), "Left mouse button pressed."),
        ("left_mouse_up", json!({"target": point}), "Left mouse button released."),
        ("mouse_move", json!({"target": point}), "Moved the mouse."),
        (
            "scroll",
            json!({"scroll_direction": "down", "target": point, "scroll_amount": 3}),
            "Scrolled down.",
        ),
        ("type", json!({"text": ""}), "Typed."),
        ("key", json!({"text": "Enter", "repeat": 2}), "Pressed Enter."),
        ("hold_key", json!({"text": "a", "duration": 2.0}), "Held a for 2s."),
        ("wait", json!({"duration": 0.5}), "Waited 0.5s."),
        ("javascript_exec", json!({"text": "1 + 1"}), ""),
    ];
    assert_eq!(commands.each_ref().map(|(name, _, _)| *name), BROWSER_ACTIONS);
    for (name, fields, done) in commands {
        let read = browser(name, &fields).unwrap();
        let mut written = serde_json::to_value(&read).unwrap();
        assert_eq!(written.as_object_mut().unwrap().remove("action").unwrap(), name);
        assert_eq!(written, fields, "{name}");
        assert_eq!((read.name(), read.done().unwrap_or_default().as_str()), (name, done));
    }
    let odd = json!({"target": {"type": "coordinate", "x": 3.0, "y": 4, "z": 5}, "modifiers": null});
    let BrowserCommand::LeftClick(click) = browser("left_click", &odd).unwrap() else { panic!() };
    assert_eq!(click.target, Target::Coordinate(CoordinateTarget { x: 3, y: 4 }));
    let later = json!({"gesture": "circle"});
    assert_eq!(browser("draw", &later).unwrap(), BrowserCommand::Other(input(&later)));
}

#[test]
fn what_does_not_fit_a_browser_is_told_to_the_model() {
    for (name, fields, wanted) in [
        ("navigate", json!({}), "Invalid arguments for browser:\n- url: missing"),
        ("switch_tab", json!({"tab_id": ""}), "at least one character"),
        ("read_page", json!({"filter": "some"}), "filter: \"some\" is not all or interactive"),
        ("read_page", json!({"depth": -1}), "depth: -1 is not a whole number from 0 on"),
        ("left_click", json!({"target": [3, 4]}), r#"or {"type": "ref", "ref": …}"#),
        ("left_click", json!({"target": {"type": "coordinate", "x": -1, "y": 4}}), "whole pixels from 0 on"),
        ("left_click", json!({"target": {"type": "ref", "ref": ""}}), "target: "),
        ("mouse_move", json!({"target": {"type": "ref", "ref": "e1"}}), "whole pixels"),
        (
            "scroll_to",
            json!({"target": {"type": "coordinate", "x": 1, "y": 4}}),
            "the reference of an element",
        ),
        ("form_input", json!({"target": {"type": "ref", "ref": "e1"}, "value": [1]}), "true or false"),
        ("file_upload", json!({"target": {"type": "ref", "ref": "e1"}, "paths": [1]}), "a list of texts"),
        ("key", json!({"text": "a", "repeat": 0}), "from 1 to 100"),
    ] {
        let error = browser(name, &fields).unwrap_err();
        assert!(error.contains(wanted), "{name}: {error}");
    }
}

#[test]
fn what_may_be_missing_or_spelt_otherwise_is_understood() {
    let odd = json!({"command": "view", "path": "/memories", "view_range": null, "colour": "red"});
    assert!(matches!(memory(&odd).unwrap(), MemoryCommand::View(ViewCommand { view_range: None, .. })));
    let float = json!({"command": "insert", "path": "/memories/a", "insert_line": 3.0, "new_str": "x"});
    let MemoryCommand::Insert(insert) = memory(&float).unwrap() else { panic!() };
    assert_eq!((insert.insert_line, insert.insert_text.as_str()), (3, "x"));
    let removal = json!({"command": "str_replace", "path": "/a", "old_str": "x"});
    let TextEditorCommand::StrReplace(removal) = TextEditorCommand::read(&input(&removal)).unwrap() else {
        panic!()
    };
    assert_eq!(removal.new_str, "");
    let single = input(&json!({"action": "left_click", "coordinate": [10, 20]}));
    let ComputerCommand::LeftClick(click) = ComputerCommand::read(None, &single).unwrap() else { panic!() };
    assert_eq!(click.coordinate, Some(Point { x: 10, y: 20 }));
}

#[test]
fn what_does_not_fit_is_told_to_the_model_by_field_and_bounds() {
    for (command, wanted) in [
        (json!({}), "Invalid arguments for memory:\n- command: missing"),
        (json!({"command": 7}), "command: 7 is not a string"),
        (json!({"command": "view"}), "path: missing"),
        (json!({"command": "view", "path": ""}), "at least one character"),
        (json!({"command": "view", "path": "/a", "view_range": [0, 3]}), "view_range: [0,3]"),
        (json!({"command": "view", "path": "/a", "view_range": [3, 2]}), "first line from 1 on"),
        (json!({"command": "view", "path": "/a", "view_range": [1]}), "view_range: [1]"),
        (json!({"command": "create", "path": "/a"}), "file_text: missing"),
        (json!({"command": "str_replace", "path": "/a", "old_str": ""}), "old_str: \"\""),
        (json!({"command": "insert", "path": "/a", "insert_line": -1, "insert_text": ""}), "from 0 on"),
        (
            json!({"command": "insert", "path": "/a", "insert_line": 1.5, "insert_text": ""}),
            "insert_line: 1.5",
        ),
        (json!({"command": "rename", "old_path": "/a"}), "new_path: missing"),
    ] {
        let error = memory(&command).unwrap_err();
        assert!(error.contains(wanted), "{command}: {error}");
    }
    for (action, fields, wanted) in [
        ("left_click", json!({"coordinate": [1]}), "coordinate: [1] is not [x, y]"),
        ("left_click", json!({"coordinate": [-1, 5]}), "from 0 on"),
        ("mouse_move", json!({}), "coordinate: missing"),
        ("key", json!({"text": ""}), "at least one character"),
        ("key", json!({"text": "a", "repeat": 101}), "from 1 to 100"),
        ("wait", json!({"duration": 100.5}), "from 0 to 100"),
        ("wait", json!({"duration": "1"}), "duration: \"1\""),
        ("scroll", json!({"scroll_direction": "in", "scroll_amount": 1}), "up, down, left or right"),
        ("zoom", json!({"region": [5, 0, 5, 9]}), "x0 < x1"),
    ] {
        let error = computer(action, &fields).unwrap_err();
        assert!(error.contains(wanted), "{action}: {error}");
    }
    let long = json!({"command": "view", "path": ["x".repeat(1000)]});
    assert!(memory(&long).unwrap_err().len() < 250, "a wrong value is not repeated whole");
    assert!(
        said(&BashCommand::read(&input(&json!({"restart": false}))).unwrap_err())
            .contains("command: missing")
    );
}

#[test]
fn a_file_is_shown_with_its_line_numbers() {
    let text = "one\ntwo\nthree\n";
    let shown = view(&json!([2, -1])).show_file(text).unwrap();
    assert_eq!(shown, "Here's the content of /memories/a with line numbers:\n     2\ttwo\n     3\tthree");
    assert!(view(&json!([3, 900])).show_file(text).unwrap().ends_with("\n     3\tthree"));
    assert!(view(&Value::Null).show_file("").unwrap().ends_with("     1\t"));
    assert!(said(&view(&json!([4, 5])).show_file(text).unwrap_err()).contains("has 3 lines"));
    let long = "\n".repeat(1_000_000);
    assert!(said(&view(&Value::Null).show_file(&long).unwrap_err()).contains("999,999"));
}

#[test]
fn a_directory_is_shown_two_levels_deep_without_what_is_hidden() {
    let entries = [
        ("b.txt", 1536),
        ("a/", 0),
        ("a/c.txt", 7),
        ("a/d/", 0),
        ("a/d/e.txt", 1),
        (".git/", 0),
        (".git/x", 5),
        ("node_modules/y", 5),
    ];
    let shown = view(&Value::Null).show_directory(entries);
    let (head, rest) = shown.split_once('\n').unwrap();
    assert!(
        head.contains("2 levels deep in /memories/a,") && head.ends_with("hidden items and node_modules:")
    );
    let lines = [
        "1.5K\t/memories/a",
        "0B\t/memories/a/a/",
        "7B\t/memories/a/a/c.txt",
        "0B\t/memories/a/a/d/",
        "1.5K\t/memories/a/b.txt",
    ];
    assert_eq!(rest, lines.join("\n"));
}

fn replace(old: &str, new: &str) -> StrReplaceCommand {
    let value = json!({"command": "str_replace", "path": "/memories/a", "old_str": old, "new_str": new});
    match memory(&value).unwrap() {
        MemoryCommand::StrReplace(command) => command,
        other => panic!("{other:?}"),
    }
}

fn insert(line: u64, text: &str) -> InsertCommand {
    let value = json!({"command": "insert", "path": "/memories/a", "insert_line": line, "insert_text": text});
    match memory(&value).unwrap() {
        MemoryCommand::Insert(command) => command,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_replacement_needs_one_place() {
    let edited = replace("two", "2\n2b").apply("one\ntwo\nthree\nfour\nfive\nsix").unwrap();
    assert_eq!(edited.text, "one\n2\n2b\nthree\nfour\nfive\nsix");
    let lines = "     1\tone\n     2\t2\n     3\t2b\n     4\tthree\n     5\tfour";
    assert!(edited.reply.starts_with("The file /memories/a has been edited."), "{}", edited.reply);
    assert!(edited.reply.ends_with(lines), "{}", edited.reply);
    let missing = said(&replace("zero", "").apply("one").unwrap_err());
    assert_eq!(
        missing,
        "No replacement was performed, old_str `zero` did not appear verbatim in /memories/a."
    );
    let many = said(&replace("o", "").apply("one\ntwo\nx").unwrap_err());
    assert!(many.contains("in lines: 1, 2. Please ensure it is unique"), "{many}");
    assert_eq!(replace("one\n", "").apply("one\n").unwrap().text, "");
}

#[test]
fn an_insertion_leaves_the_rest_as_it_is() {
    for (line, text, before, after) in [
        (0, "new", "one\r\ntwo", "new\none\r\ntwo"),
        (1, "new\n", "one\r\ntwo", "one\r\nnew\ntwo"),
        (2, "new", "one\ntwo", "one\ntwo\nnew\n"),
        (0, "new", "", "new\n"),
        (1, "a\nb", "one\n", "one\na\nb\n"),
    ] {
        assert_eq!(insert(line, text).apply(before).unwrap().text, after, "{line} {text:?} {before:?}");
    }
    let beyond = said(&insert(3, "x").apply("one\ntwo\n").unwrap_err());
    assert!(beyond.contains("within the range of lines of the file: [0, 2]"), "{beyond}");
    assert!(insert(u64::from(u32::MAX), "x").apply("one").is_err());
}

/// Keeps its files in a map, and counts what it was asked.
#[derive(Default)]
struct Notes(Mutex<BTreeMap<String, String>>);

impl MemoryTool<Arc<Mutex<Vec<String>>>> for Notes {
    async fn view(&self, command: ViewCommand, asked: Arc<Mutex<Vec<String>>>) -> CommandResult {
        asked.lock().unwrap().push(command.path.clone());
        match self.0.lock().unwrap().get(&command.path) {
            Some(text) => Ok(command.show_file(text)?.into()),
            None => Err(command.not_found()),
        }
    }

    async fn create(&self, command: CreateCommand, asked: Arc<Mutex<Vec<String>>>) -> CommandResult {
        asked.lock().unwrap().push(command.path.clone());
        self.0.lock().unwrap().insert(command.path, command.file_text);
        Ok(().into())
    }
}

struct Shell;

impl BashTool<Arc<Mutex<Vec<String>>>> for Shell {
    async fn run(&self, command: RunCommand, _: Arc<Mutex<Vec<String>>>) -> CommandResult {
        Ok(format!("ran {}", command.command).into())
    }

    async fn restart(&self, _: RestartCommand, _: Arc<Mutex<Vec<String>>>) -> CommandResult {
        Ok(().into())
    }
}

struct Editor;

impl TextEditorTool<Arc<Mutex<Vec<String>>>> for Editor {
    fn definition(&self) -> Tool {
        Tool::text_editor().option("max_characters", 10_000)
    }
}

struct Screen;

impl ComputerTool<Arc<Mutex<Vec<String>>>> for Screen {
    fn supports(&self, action: &str) -> bool {
        ["screenshot", "left_click", "type", "cursor_position"].contains(&action)
    }

    async fn screenshot(&self, _: Arc<Mutex<Vec<String>>>) -> CommandResult {
        Ok(ToolReply::image("image/png", "aGVsbG8="))
    }

    async fn left_click(&self, command: ClickCommand, asked: Arc<Mutex<Vec<String>>>) -> CommandResult {
        asked.lock().unwrap().push(format!("{:?}", command.coordinate));
        Ok(().into())
    }

    async fn cursor_position(&self, _: Arc<Mutex<Vec<String>>>) -> CommandResult {
        Ok(ToolReply::point(Point { x: 3, y: 4 }))
    }

    async fn type_text(&self, _: TypeCommand, _: Arc<Mutex<Vec<String>>>) -> CommandResult {
        Err(ToolError::new("No window has the focus."))
    }
}

fn answer(stop: &str, content: &Value) -> Reply {
    let message = json!({"id": "msg_1", "type": "message", "role": "assistant", "model": "svc-haiku-3-5",
        "content": content, "stop_reason": stop, "stop_sequence": null,
        "usage": {"input_tokens": 5, "output_tokens": 2}});
    Reply::json(200, message)
}

#[tokio::test]
async fn a_run_sends_the_definitions_and_answers_every_call() {
    let emulator = Emulator::start().await.unwrap();
    let call = |id: &str, name: &str, input: Value| json!({"type": "tool_use", "id": id, "name": name, "input": input});
    let member = |id: &str, name: &str, input: Value| {
        json!({"type": "tool_use", "id": id, "name": name,
        "toolset_name": "computer", "input": input})
    };
    let calls = json!([
        call("m1", "memory", json!({"command": "create", "path": "/memories/a", "file_text": "hi"})),
        call("m2", "memory", json!({"command": "view"})),
        call("m3", "memory", json!({"command": "delete", "path": "/memories/a"})),
        call("m4", "memory", json!({"command": "link", "path": "/memories/a"})),
        call("b1", "bash", json!({"command": "ls"})),
        call("b2", "bash", json!({"restart": true})),
        call("e1", "str_replace_based_edit_tool", json!({"command": "view", "path": "/x"})),
        member("c1", "screenshot", json!({})),
        member("c2", "left_click", json!({"coordinate": [1, 2]})),
        member("c3", "cursor_position", json!({})),
        member("c4", "type", json!({"text": "hello"})),
        member("c5", "left_click", json!({})),
    ]);
    let done = answer("end_turn", &json!([{"type": "text", "text": "done"}]));
    emulator.script(vec![answer("tool_use", &calls), done]);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let tools = Toolbox::new().add_memory(Notes::default()).unwrap();
    let tools = tools.add_bash(Shell).unwrap().add_text_editor(Editor).unwrap().add_computer(Screen).unwrap();
    let request = MessageRequest::new("svc-haiku-3-5", 64).user("Remember.");
    let client = client(&emulator);
    let mut run = client.messages().run_tools(request, tools, Arc::clone(&asked)).unwrap();
    assert_eq!(soon(run.until_done()).await.unwrap().text(), "done");

    let requests = emulator.requests();
    let body: Value = serde_json::from_slice(&requests[1].body).unwrap();
    let tools = &body["tools"];
    assert_eq!(tools[0], json!({"type": "memory_20250818", "name": "memory"}));
    assert_eq!(tools[1], json!({"type": "bash_20250124", "name": "bash"}));
    assert_eq!(tools[2]["max_characters"], 10_000);
    assert_eq!((&tools[3]["type"], &tools[3]["name"]), (&json!("computer_toolset_20260801"), &Value::Null));
    let off = tools[3]["configs"].as_object().unwrap();
    assert_eq!(off.len(), 13);
    assert_eq!(off["zoom"], json!({"enabled": false}));

    let results = &body["messages"][2]["content"];
    let result = |at: usize| (results[at]["content"].clone(), results[at]["is_error"] == true);
    assert_eq!(result(0), (json!("File created successfully at: /memories/a"), false));
    assert_eq!(result(1), (json!("Invalid arguments for memory:\n- path: missing"), true));
    assert_eq!(result(2), (json!("The command delete is not supported here."), true));
    assert_eq!(result(3), (json!("This command is not supported here."), true));
    assert_eq!(result(4), (json!("ran ls"), false));
    assert_eq!(result(5), (json!("The shell was restarted."), false));
    assert!(result(6).1);
    assert_eq!(results[7]["content"][0]["source"]["data"], "aGVsbG8=");
    assert_eq!(results[7]["toolset_name"], "computer");
    assert_eq!(result(8), (json!("Clicked."), false));
    assert_eq!(result(9), (json!("X=3,Y=4"), false));
    assert_eq!(result(10), (json!("No window has the focus."), true));
    assert!(result(11).1, "what follows a failure of the toolset is not run");
    assert_eq!(*asked.lock().unwrap(), ["/memories/a", "Some(Point { x: 1, y: 2 })"]);
}

/// Takes longer for the first call than for the second.
struct Slow(Arc<Mutex<Vec<&'static str>>>);

impl MemoryTool for Slow {
    async fn create(&self, _: CreateCommand, (): ()) -> CommandResult {
        for _ in 0..20 {
            tokio::task::yield_now().await;
        }
        self.0.lock().unwrap().push("create");
        Err(ToolError::new("The disk is full."))
    }

    async fn view(&self, _: ViewCommand, (): ()) -> CommandResult {
        self.0.lock().unwrap().push("view");
        Ok("nothing".into())
    }
}

#[tokio::test]
async fn commands_to_one_tool_run_in_the_order_of_the_model() {
    let emulator = Emulator::start().await.unwrap();
    let call =
        |id: &str, input: Value| json!({"type": "tool_use", "id": id, "name": "memory", "input": input});
    let calls = json!([
        call("m1", json!({"command": "create", "path": "/memories/a", "file_text": "hi"})),
        call("m2", json!({"command": "view", "path": "/memories/a"})),
    ]);
    let done = answer("end_turn", &json!([{"type": "text", "text": "done"}]));
    for early in [false, true] {
        emulator.script(vec![answer("tool_use", &calls), done.clone()]);
        let order = Arc::new(Mutex::new(Vec::new()));
        let tools = Toolbox::new().add_memory(Slow(Arc::clone(&order))).unwrap();
        let request = MessageRequest::new("svc-haiku-3-5", 64).user("Remember.");
        let client = client(&emulator);
        let mut run = client.messages().run_tools(request, tools, ()).unwrap();
        if early {
            run = run.early();
        }
        soon(run.until_done()).await.unwrap();
        assert_eq!(*order.lock().unwrap(), ["create", "view"]);
        let body: Value = serde_json::from_slice(&emulator.requests().last().unwrap().body).unwrap();
        assert_eq!(
            body["messages"][2]["content"][1]["content"], "nothing",
            "a failure does not end the others"
        );
    }
}

#[test]
fn a_computer_without_actions_is_a_mistake_that_is_told() {
    struct Nothing;
    impl ComputerTool for Nothing {
        fn supports(&self, _: &str) -> bool {
            false
        }
    }
    let error = Toolbox::new().add_computer(Nothing).unwrap_err();
    assert!(error.to_string().contains("supports no action: implement at least one"), "{error}");
    assert_eq!(Tool::computer(1280, 800).name.as_deref(), Some("computer"));
}

/// Opens pages and runs code, which a browser does not offer by itself.
struct Pages(Arc<Mutex<Vec<String>>>);

impl BrowserTool for Pages {
    fn supports(&self, action: &str) -> bool {
        ["navigate", "left_click", "javascript_exec"].contains(&action)
    }

    async fn navigate(&self, command: BrowserNavigateCommand, (): ()) -> CommandResult {
        self.0.lock().unwrap().push(command.url);
        let state = json!([{"type": "browser_state",
            "tabs": [{"tab_id": "t1", "title": "A", "url": "https://a.example", "active": true}]}]);
        Ok(serde_json::from_value::<Content>(state).unwrap().into())
    }

    async fn left_click(&self, command: BrowserClickCommand, (): ()) -> CommandResult {
        match command.target {
            Target::Ref(element) => Err(ToolError::new(format!("There is no {}.", element.reference))),
            target => Ok(format!("{target:?}").into()),
        }
    }

    async fn javascript_exec(&self, command: BrowserScriptCommand, (): ()) -> CommandResult {
        self.0.lock().unwrap().push(command.text);
        Ok(().into())
    }
}

#[tokio::test]
async fn a_browser_offers_its_commands_and_ends_a_turn_with_the_first_failure() {
    let emulator = Emulator::start().await.unwrap();
    let call = |id: &str, name: &str, input: Value| {
        json!({"type": "tool_use", "id": id, "name": name,
        "toolset_name": "browser", "input": input})
    };
    let calls = json!([
        call("a", "navigate", json!({"url": "https://a.example"})),
        call("b", "javascript_exec", json!({"text": "1"})),
        call("c", "left_click", json!({"target": {"type": "ref", "ref": "e7"}})),
        call("d", "navigate", json!({"url": "https://b.example"})),
    ]);
    emulator.script(vec![
        answer("tool_use", &calls),
        answer("end_turn", &json!([{"type": "text", "text": "done"}])),
    ]);
    let seen = Arc::new(Mutex::new(Vec::new()));
    let tools = Toolbox::new().add_browser(Pages(Arc::clone(&seen))).unwrap();
    let client = client(&emulator);
    let request = MessageRequest::new("svc-haiku-3-5", 64).user("Look.");
    soon(client.messages().run_tools(request, tools, ()).unwrap().until_done()).await.unwrap();

    let body: Value = serde_json::from_slice(&emulator.requests()[1].body).unwrap();
    let configs = body["tools"][0]["configs"].as_object().unwrap();
    assert_eq!(body["tools"][0]["type"], "browser_toolset_20260801");
    // 27 of 31 are on by themselves, two of which are implemented here.
    assert_eq!(configs.len(), 26);
    assert_eq!(configs["javascript_exec"], json!({"enabled": true}));
    assert_eq!(configs["screenshot"], json!({"enabled": false}));
    assert!(!configs.contains_key("navigate") && !configs.contains_key("read_console"));
    let results = &body["messages"][2]["content"];
    assert_eq!(results[0]["content"][0]["tabs"][0]["tab_id"], "t1");
    assert_eq!((&results[0]["toolset_name"], &results[1]["content"]), (&json!("browser"), &Value::Null));
    assert_eq!((&results[2]["content"], &results[2]["is_error"]), (&json!("There is no e7."), &json!(true)));
    assert_eq!(results[3]["is_error"], true);
    assert_eq!(*seen.lock().unwrap(), ["https://a.example", "1"]);
    assert_eq!(toolsets().map(parlour::client_tools::Toolset::name), ["computer", "browser"]);
}
