//! Recorded exchanges as cases: the recorded answer is served byte for byte, the recorded request is sent, and the
//! message must be the one stored with the recording. Reads a folder that is no part of the project; its format is
//! described in README.md.

use std::path::Path;

use crate::case::{Case, Service, Step};
use crate::json::Json;
use crate::oracle;
use crate::render::{Fixtures, reply};

/// Headers of a recorded answer that describe the recorded connection, not the answer.
// The content coding is one of them: those who made the recordings offered other codings than these drivers do.
const OF_THE_CONNECTION: &[&str] =
    &["connection", "transfer-encoding", "content-encoding", "content-length", "date", "via", "keep-alive"];

/// Every recording that `index.json` of the folder names.
///
/// # Errors
/// The first one that cannot be read, with its path.
pub fn load(folder: &Path) -> Result<Vec<Case>, String> {
    let index = read(&folder.join("index.json"))?;
    let mut cases = Vec::new();
    for entry in index.items() {
        let text = |key: &str| entry.get(key).and_then(Json::as_str).unwrap_or_default();
        let name = format!("{}/{}", text("folder"), text("base"));
        let case = recording(folder, &name, entry).map_err(|e| format!("transcript {name}: {e}"))?;
        cases.push(case);
    }
    Ok(cases)
}

fn read(path: &Path) -> Result<Json, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Json::parse(&text).map_err(|e| format!("{}: {e}", path.display()))
}

fn recording(folder: &Path, name: &str, entry: &Json) -> Result<Case, String> {
    let pair = read(&folder.join(format!("{name}.pair.json")))?;
    let answer = pair.get("response").ok_or("no response")?;
    let request = pair.some("request");
    let status = answer.get("status").and_then(Json::as_u64).unwrap_or(200);
    let mut script = Json::Object(vec![("headers".to_owned(), headers(answer))]);
    script.set("expect_request", expected_request(request));
    if status != 200 {
        script.set("status", Json::int(status));
    }
    let (expect, mode) = match answer.get("sse_file") {
        Some(_) => {
            let bytes = std::fs::read(folder.join(format!("{name}.sse"))).map_err(|e| e.to_string())?;
            let body = String::from_utf8(bytes).map_err(|e| e.to_string())?;
            let item = one("raw", Json::Text(body.clone()));
            script.set("sse", Json::Array(vec![item]));
            (streamed(folder, name, &body)?, "stream")
        }
        None => {
            let json = answer.get("json").cloned().unwrap_or(Json::Null);
            script.set("json", json.clone());
            whole(status, &json)
        }
    };
    let mut expect = expect;
    if let Some(limits) = limits(answer) {
        expect.set("rate_limits", limits);
    }
    Ok(Case {
        name: name.to_owned(),
        why: format!("recorded: {}", entry.get("exercises").map(ToString::to_string).unwrap_or_default()),
        needs: Vec::new(),
        config: config(request),
        server: vec![reply(&script, &Fixtures::new(Json::Null))?],
        service: Service::default(),
        proxy: None,
        steps: vec![Step { call: call(request, mode)?, expect }],
        time_limit: std::time::Duration::from_secs(30),
        splits: true,
        spare_replies: false,
        verbatim: true,
    })
}

/// The expected outcome of a streamed recording.
fn streamed(folder: &Path, name: &str, body: &str) -> Result<Json, String> {
    let failed = folder.join(format!("{name}.final-error.json"));
    let mut expect = Json::Object(Vec::new());
    let events = oracle::events(body);
    if oracle::messages_in(&events) > 1 {
        // Several answers pasted into one body, or a second message in the middle of the first: a broken stream
        // (protocol §4.5 steps 1 and 9), which must still hand out the first message as far as it came. A complete
        // first message is also accepted, if the rest arrives after the stream was left.
        let (first, complete) = oracle::first_message(&events);
        let word = if complete { "$same_but_nulls" } else { "$present" };
        let mut error = Json::Object(Vec::new());
        error.set("kind", Json::text("StreamProtocol"));
        error.set("mid_stream", Json::Bool(true));
        error.set("partial_message", one(word, first.clone()));
        let broken = one("error", error);
        if complete {
            expect.set("either", Json::Array(vec![broken, one("message_without_nulls", first)]));
        } else {
            expect = broken;
        }
    } else if failed.exists() {
        // The other client failed, perhaps on something that the protocol lets pass, such as a gateway's
        // `data: [DONE]` behind the end. The index allows a typed error or the right message, which an unfinished
        // stream does not have.
        let typed = ["StreamProtocol", "StreamEnded", "Decode"].map(Json::text).to_vec();
        let kinds = one("$one_of", Json::Array(typed));
        let refused = one("error", one("kind", kinds));
        let (message, complete) = oracle::first_message(&events);
        if complete {
            expect.set("either", Json::Array(vec![refused, one("message_without_nulls", message)]));
        } else {
            expect = refused;
        }
    } else {
        let file = read(&folder.join(format!("{name}.final.json")))?;
        expect.set("message_without_nulls", file.get("message").cloned().ok_or("no message")?);
    }
    Ok(expect)
}

/// The expected outcome of a whole recording, and the mode of the call.
fn whole(status: u64, json: &Json) -> (Json, &'static str) {
    let mut expect = Json::Object(Vec::new());
    if status != 200 {
        let kind = kind_of(status);
        let mut error = Json::Object(vec![("status".to_owned(), Json::int(status))]);
        error.set("kind", Json::text(kind));
        expect.set("error", error);
        return (expect, "create");
    }
    if json.get("type").and_then(Json::as_str) == Some("message") {
        expect.set("message", json.clone());
        return (expect, "create");
    }
    // An answer of another endpoint: the raw request has to hand it over untouched.
    expect.set("done", one("body", Json::Text(json.to_string())));
    (expect, "raw")
}

/// Protocol §5.2.
fn kind_of(status: u64) -> &'static str {
    match status {
        400 => "BadRequest",
        401 => "Authentication",
        402 => "Billing",
        403 => "PermissionDenied",
        404 => "NotFound",
        409 => "Conflict",
        413 => "RequestTooLarge",
        422 => "UnprocessableEntity",
        429 => "RateLimit",
        503 => "ServiceUnavailable",
        504 => "DeadlineExceeded",
        529 => "Overloaded",
        500..=599 => "InternalServer",
        _ => "ApiStatus",
    }
}

fn call(request: Option<&Json>, mode: &str) -> Result<Json, String> {
    let dummy =
        r#"{"model":"svc-sonnet-4-5","max_tokens":64,"messages":[{"role":"user","content":"Hello"}]}"#;
    let mut call = Json::Object(vec![("mode".to_owned(), Json::text(mode))]);
    let body = match request.and_then(|r| r.some("body")) {
        Some(body) => body.clone(),
        None => Json::parse(dummy).map_err(|e| e.to_string())?,
    };
    call.set("body", body);
    if mode == "raw" {
        call.set("method", Json::text("POST"));
        call.set("path", Json::text("/v1/messages"));
    }
    let mut query = Json::Object(Vec::new());
    let text = request.and_then(|r| r.get("query")).and_then(Json::as_str).unwrap_or_default();
    for pair in text.split('&').filter(|p| !p.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        query.set(name, Json::text(value));
    }
    if !query.entries().is_empty() {
        call.set("options", one("query", query));
    }
    Ok(call)
}

/// The request that is to arrive: the recorded one, its `stream` key aside.
fn expected_request(request: Option<&Json>) -> Json {
    let Some(request) = request else { return Json::Null };
    let mut expected = Json::Object(vec![("method".to_owned(), Json::text("POST"))]);
    if let Some(body) = request.some("body").cloned() {
        expected.set("body", pattern_of(body));
    }
    expected
}

/// A recorded body as a pattern: each value exactly as recorded. A recorded key may begin with `$`, as `$ref` of a JSON
/// Schema does, and must not be read as a word of the pattern language.
fn pattern_of(mut body: Json) -> Json {
    body.take("stream");
    let same = |value| one("$same", value);
    match body {
        // One key that begins with `$` would make the object itself look like a word.
        Json::Object(entries) if !matches!(entries.as_slice(), [(key, _)] if key.starts_with('$')) => {
            Json::Object(entries.into_iter().map(|(key, value)| (key, same(value))).collect())
        }
        other => same(other),
    }
}

/// The name before `-version` in the recorded request is the vendor's.
fn config(request: Option<&Json>) -> Json {
    let mut config = Json::Object(Vec::new());
    let headers = request.and_then(|r| r.get("headers")).map(Json::entries).unwrap_or_default();
    if let Some((name, version)) = headers.iter().find(|(n, v)| {
        n.ends_with("-version")
            && !n.starts_with("x-")
            && v.as_str().is_some_and(|v| v.split('-').count() == 3)
    }) {
        config.set("vendor", Json::text(name.trim_end_matches("-version")));
        config.set("version", version.clone());
    }
    config
}

fn one(key: &str, value: Json) -> Json {
    Json::Object(vec![(key.to_owned(), value)])
}

fn headers(answer: &Json) -> Json {
    let all = answer.get("headers").map(Json::entries).unwrap_or_default().iter();
    Json::Object(all.filter(|(name, _)| !OF_THE_CONNECTION.contains(&name.as_str())).cloned().collect())
}

/// The allowances as the recorded headers tell them, checked against what the client reads from them.
fn limits(answer: &Json) -> Option<Json> {
    let headers = answer.get("headers")?.entries();
    let mut out = Json::Object(Vec::new());
    for (ending, part) in [
        ("-ratelimit-requests-", "requests"),
        ("-ratelimit-tokens-", "tokens"),
        ("-ratelimit-input-tokens-", "input_tokens"),
        ("-ratelimit-output-tokens-", "output_tokens"),
    ] {
        let mut found = Json::Object(Vec::new());
        for key in ["limit", "remaining"] {
            let wanted = format!("{ending}{key}");
            if let Some((_, value)) = headers.iter().find(|(name, _)| name.ends_with(&wanted)) {
                found.set(key, Json::int(value.as_str()?));
            }
        }
        if !found.entries().is_empty() {
            out.set(part, found);
        }
    }
    (!out.entries().is_empty()).then_some(out)
}
