//! Invariants for any bytes that cross the border to a host, shared by the property tests and the fuzz targets.
//! Each check takes raw bytes and panics where a promise is broken.

mod events;
mod strings;

use bytes::Bytes;
pub(crate) use events::event_text;
use parlour_bridge::conversation::Conversation;
use parlour_bridge::resources::BatchWriter;
use parlour_bridge::settings::{Scope, SettingsMap, builder, builder_in, credential, options};
use parlour_bridge::tools::{Call, ToolLoop};
use parlour_bridge::{ErrorInfo, client_tools, mcp, structured};
use serde::de::IgnoredAny;
pub(crate) use strings::{json_strings, long_strings};

/// Part of each text that is set, and of no sentence of the library.
const SECRET: &str = "s3cr3t";

/// Both sides of the first line end.
fn halves(data: &[u8]) -> (&[u8], &[u8]) {
    let at = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    (&data[..at], data.get(at + 1..).unwrap_or_default())
}

fn brief(error: &ErrorInfo) {
    assert!(error.message.len() < 4096, "{} bytes: {:.200}", error.message.len(), error.message);
}

/// The first byte chooses a form. Settings as one object, a credential, an environment, or settings that come one by
/// one, each on a line: a letter for the function, the name, `=`, and the value. A refusal is brief and does not show
/// a text that was given; settings that are accepted one by one are accepted as one object.
pub(crate) fn settings(data: &[u8]) {
    let Some((form, rest)) = data.split_first() else { return };
    match form % 4 {
        0 => {
            let _ = builder(rest, false).map_err(|error| brief(&error));
            let _ = options(rest).map_err(|error| brief(&error));
            let _ = credential(rest).map_err(|error| brief(&error));
        }
        1 => {
            let (settings, environment) = halves(rest);
            let _ = builder_in(settings, environment).map_err(|error| brief(&error));
        }
        2 => one_by_one(Scope::Client, rest),
        _ => one_by_one(Scope::Call, rest),
    }
}

fn one_by_one(scope: Scope, lines: &[u8]) {
    let Ok(lines) = std::str::from_utf8(lines) else { return };
    let mut map = SettingsMap::new(scope);
    // A line that has the text of the secret itself may have it in a name, and names are shown.
    for line in lines.split('\n').filter(|line| !line.contains(SECRET)).take(12) {
        let mut letters = line.chars();
        let how = letters.next();
        let Some((name, value)) = letters.as_str().split_once('=') else { continue };
        let before = map.render().to_string();
        let text = format!("{SECRET}{value}");
        let (entry, json) = value.split_once(':').unwrap_or(("x", value));
        let done = match how {
            Some('t') => map.set_text(name, &text),
            Some('e') => map.set_entry(name, entry, json),
            Some('x') => map.set_entry_text(name, entry, &text),
            Some('p') => map.push_text(name, &text),
            Some('u') => {
                map.unset(name);
                Ok(())
            }
            _ => map.set(name, value),
        };
        if let Err(error) = done {
            brief(&error);
            // Addresses are shown: they may have nothing secret.
            let shown = ["base_url", "proxy"].iter().any(|address| name.contains(address));
            assert!(shown || !error.message.contains(SECRET), "{line}: {}", error.message);
            assert_eq!(
                map.render().to_string(),
                before,
                "{line}: a setting that was refused is left as it was"
            );
        }
        assert!(!format!("{map:?}").contains(SECRET), "{line}");
    }
    let whole = map.render();
    is_json(whole.as_bytes());
    if scope == Scope::Call
        && let Err(error) = options(whole.as_bytes())
    {
        panic!("{}: {}", *whole, error.message);
    }
}

fn is_json(text: &[u8]) {
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(text) {
        panic!("{error}: {}", String::from_utf8_lossy(text));
    }
}

/// A request and another JSON text, separated by a line end: bodies, histories, tools, results and schemas of a host.
/// Accepted input is sent as JSON, and a saved state is read again as the same.
pub(crate) fn bodies(data: &[u8]) {
    let (first, second) = halves(data);
    let (request, text) = (Bytes::copy_from_slice(first), String::from_utf8_lossy(second));
    for limits in [None, Some(second)] {
        match ToolLoop::begin(request.clone(), limits) {
            Ok(machine) => tool_loop(machine, second),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    if let Ok(machine) = ToolLoop::from_json(&text) {
        tool_loop(machine, first);
    }
    conversation(first, second);
    if let Ok(mut plan) = structured::plan(request.clone(), second, None) {
        is_json(&plan.body().expect("a plan has a body").to_bytes());
        if let Ok(Some(body)) = plan.again(second, &[], "no") {
            is_json(&body.to_bytes());
        }
    }
    if let Ok((schema, _)) = structured::transform(second) {
        is_json(schema.as_bytes());
    }
    let made =
        [mcp::to_blocks(&text), mcp::to_contents(&text), mcp::to_turn(&text), mcp::to_resource("u", &text)];
    made.iter().flatten().for_each(|made| is_json(made.as_bytes()));
    let _ = (
        client_tools::show_file(&text, "a\nb"),
        client_tools::edit(&text, "a\nb"),
        client_tools::applied(&text, "a"),
    );
    let mut writer = BatchWriter::new();
    if writer.push("id", request).is_ok() {
        is_json(first);
    }
}

fn tool_loop(mut machine: ToolLoop, second: &[u8]) {
    let same = |machine: &ToolLoop| {
        let saved = machine.to_json().expect("a loop can be saved");
        let again = ToolLoop::from_json(&saved).expect("what was saved can be read");
        assert_eq!(again.to_json().expect("again"), saved);
    };
    same(&machine);
    let _ = (machine.add_tool(second), machine.offer_tool(second), machine.remove_tool("f"));
    let _ = machine.set_settings(&String::from_utf8_lossy(second));
    if let Ok(Some(body)) = machine.request() {
        is_json(&body.to_bytes());
        let calls: Vec<Call> = machine.received(second, &[], |name, _| name != "g").unwrap_or_default();
        calls.iter().for_each(|call| is_json(call.input.as_bytes()));
        while let Some(call) = machine.begin_call() {
            if machine.finish_call(&call.id, second, false).is_err() {
                assert!(machine.finish_text(&call.id, "done", false), "{call:?} runs");
            }
        }
        let _ = machine.say(second);
        if let Ok(Some(body)) = machine.request() {
            is_json(&body.to_bytes());
        }
    }
    same(&machine);
}

fn conversation(first: &[u8], second: &[u8]) {
    let mut talk = Conversation::new();
    for turn in [first, second] {
        if talk.push(Bytes::copy_from_slice(turn)).is_ok() {
            is_json(turn);
        }
    }
    let _ = talk.push_reply(second);
    if let Ok(body) = talk.body(Bytes::copy_from_slice(first)) {
        is_json(&body.to_bytes());
    }
    let saved = talk.to_json().expect("a history can be saved");
    let again = Conversation::from_json(&saved).expect("what was saved can be read");
    assert_eq!(again.to_json().expect("again"), saved);
}
