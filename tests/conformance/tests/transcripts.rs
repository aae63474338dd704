//! Recordings as cases: what was recorded is data and never read as a word of the case format, and either outcome that
//! the index allows is accepted. The recordings are written here; those of a real service are no part of the project.

#![allow(clippy::unwrap_used, reason = "a panic is the failure report")]

use std::path::PathBuf;

use parlour_conformance::case::Case;
use parlour_conformance::check;
use parlour_conformance::driver::{Driver, Row};
use parlour_conformance::json::Json;
use parlour_conformance::outcome::{Collector, Outcome};
use parlour_conformance::run::{self, Delivery};
use parlour_conformance::transcripts;

/// A folder with one recording, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("parlour-recordings-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("somewhere")).unwrap();
        let index = r#"[{"folder":"somewhere","base":"it","status":200,"exercises":["a rule"]}]"#;
        std::fs::write(path.join("index.json"), index).unwrap();
        for (ending, text) in files {
            std::fs::write(path.join("somewhere").join(format!("it.{ending}")), text).unwrap();
        }
        Folder(path)
    }

    fn case(&self) -> Case {
        transcripts::load(&self.0).unwrap().pop().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const PAIR_OF_A_STREAM: &str =
    r#"{"request":null,"response":{"status":200,"headers":{},"sse_file":"it.sse"}}"#;

const STREAM: &str = concat!(
    "event: message_start\n",
    r#"data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}"#,
    "\n\n",
    r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
    "\n\n",
    r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}"#,
    "\n\n",
    r#"data: {"type":"content_block_stop","index":0}"#,
    "\n\n",
    r#"data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}"#,
    "\n\n",
);
const STOP: &str = "data: {\"type\":\"message_stop\"}\n\n";
const ENDED: &str = r#"{"id":1,"type":"error","kind":"StreamEnded","retryable":false,"message":"cut","display":"cut","attempts":1,"waits_ms":[]}"#;
const MESSAGE: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2}}"#;

async fn differences(case: &Case) -> Vec<String> {
    let row = Row {
        name: "rust".to_owned(),
        command: vec![env!("CARGO_BIN_EXE_driver-rust").to_owned()],
        variants: vec!["json".to_owned()],
        lacks: Vec::new(),
        build: String::new(),
    };
    let mut driver = Driver::start(&row).unwrap();
    let verdict = run::case(case, "json", &Delivery::AsScripted, &mut driver).await;
    assert!(driver.finish(run::SECRET).await.is_none());
    verdict.differences
}

/// Whether an outcome, given as the lines of a driver, is what the case expects.
fn accepts(case: &Case, lines: &[&str]) -> bool {
    let mut collector = Collector::default();
    let ended: Option<Outcome> =
        lines.iter().find_map(|line| collector.line(Json::parse(line).unwrap()).unwrap());
    check::outcome(case.steps.first().unwrap(), &ended.unwrap()).is_empty()
}

fn success(message: &str) -> String {
    let mut line = Json::parse(r#"{"id":1,"type":"done","attempts":1,"waits_ms":[],"text":"Hi"}"#).unwrap();
    line.set("message", Json::text(message));
    line.to_string()
}

#[tokio::test]
async fn recorded_keys_that_begin_with_a_dollar_are_data() {
    for schema in [
        r##"{"type":"object","properties":{"node":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"string"}}}"##,
        // An object of one such key, and texts that a case would have filled in.
        r##"{"$ref":"#/definitions/$URL"}"##,
        r#"{"$same":"$KEY"}"#,
    ] {
        let body = format!(
            r#"{{"model":"svc-sonnet-4-5","max_tokens":64,"messages":[{{"role":"user","content":"at $URL"}}],"tools":[{{"name":"t","input_schema":{schema}}}]}}"#
        );
        let pair = format!(
            r#"{{"request":{{"query":"","headers":{{}},"body":{body}}},"response":{{"status":200,"headers":{{}},"json":{MESSAGE}}}}}"#
        );
        let folder = Folder::new("dollar", &[("pair.json", &pair)]);
        let case = folder.case();
        assert_eq!(differences(&case).await, Vec::<String>::new(), "{schema}");

        // The request is still compared, below such a key too.
        let other =
            Json::parse(&body.replace("\"model\":\"svc-sonnet-4-5\"", "\"model\":\"other\"")).unwrap();
        let mut changed = folder.case();
        changed.steps[0].call.set("body", other);
        assert!(!differences(&changed).await.is_empty(), "{schema}");
    }
}

#[tokio::test]
async fn a_body_whose_only_key_begins_with_a_dollar_is_data() {
    let pair = r##"{"request":{"query":"","headers":{},"body":{"$ref":"#/x"}},"response":{"status":200,"headers":{},"json":{"kind":"of another endpoint"}}}"##;
    let folder = Folder::new("lone", &[("pair.json", pair)]);
    assert_eq!(differences(&folder.case()).await, Vec::<String>::new());
}

#[tokio::test]
async fn where_the_other_client_failed_the_right_message_is_as_good_as_a_typed_error() {
    let body = format!("{STREAM}{STOP}data: [DONE]\n\n");
    let folder =
        Folder::new("done", &[("pair.json", PAIR_OF_A_STREAM), ("sse", &body), ("final-error.json", "{}")]);
    let case = folder.case();
    assert_eq!(differences(&case).await, Vec::<String>::new());
    assert!(accepts(&case, &[ENDED]));
    assert!(accepts(&case, &[&success(MESSAGE)]));
    assert!(!accepts(&case, &[&success(&MESSAGE.replace("msg_1", "msg_2"))]));
    assert!(!accepts(&case, &[&ENDED.replace("StreamEnded", "Connect")]));
}

#[tokio::test]
async fn a_stream_that_never_ended_has_no_right_message() {
    let folder =
        Folder::new("cut", &[("pair.json", PAIR_OF_A_STREAM), ("sse", STREAM), ("final-error.json", "{}")]);
    let case = folder.case();
    assert_eq!(differences(&case).await, Vec::<String>::new());
    assert!(accepts(&case, &[ENDED]));
    assert!(!accepts(&case, &[&success(MESSAGE)]));
}
