//! Properties of what crosses the border to a host, for any bytes: the checks of the fuzz targets, as tests that run
//! everywhere.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod checks;

use parlour_bridge::settings::{CALL_OPTIONS, CLIENT_SETTINGS};
use proptest::collection::vec;
use proptest::prelude::*;

/// Some of these pieces, one after another.
fn of(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(proptest::sample::select(pieces), 0..most).prop_map(|pieces| pieces.concat().into_bytes())
}

const LINES: [&str; 16] = [
    "tapi_key=x\n",
    "tbase_url=http://x\n",
    "tbase_url=:\n",
    "xheaders=x-a:b\n",
    "xheaders=x\u{e9}:\r\n",
    "eheaders=x-a:null\n",
    "ebody_keys=k:{\"a\":1}\n",
    "ebody_keys=k:1,\"x\":2\n",
    "pbeta=a\n",
    "pca_pem=-----BEGIN CERTIFICATE-----\n",
    "smax_retries=3\n",
    "smax_retries=-1\n",
    "sretry={\"profile\":\"none\"}\n",
    "stimeout_ms=1e400\n",
    "ubeta=\n",
    "stimeuot_ms=1\n",
];

const OBJECT_PIECES: [&str; 14] = [
    "{",
    "}",
    "\"api_key\":\"k\",",
    "\"auth_token\":\"t\",",
    "\"headers\":{\"x\":null},",
    "\"headers\":{\"x\":\"\\ud800\"},",
    "\"max_retries\":3",
    "\"max_retries\":true,",
    "\"retry\":{\"profile\":\"none\",\"profile\":1},",
    "\"timeout_ms\":2.5,",
    "\"tiemout\":1",
    "\"valid_for_ms\":-1",
    "null",
    "\n",
];

const BODIES: [&str; 15] = [
    r#"{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"hi"}]}"#,
    r#"{"model":"m","max_tokens":1,"messages":[],"tools":[{"name":"f","input_schema":{"type":"object"}}]}"#,
    r#"{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[{"name":"f","input_schema":1}]}"#,
    r#"{"role":"user","content":[{"type":"text","text":"x"}]}"#,
    r#"{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"a","name":"f","input":{}}],"stop_reason":"tool_use","usage":{"input_tokens":1,"output_tokens":1}}"#,
    r#"{"max_requests":1,"max_parallel":0}"#,
    r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
    r#"{"name":"f","input_schema":{"type":"object"}}"#,
    r#"[{"type":"text","text":"x"}]"#,
    r#""text""#,
    r#"{"command":"view","path":"/memories/a"}"#,
    "[",
    "1e400",
    "{}",
    "null",
];

const STREAM: [&str; 14] = [
    "event: content_block_delta\ndata: ",
    "data: ",
    "\n",
    "\n\n",
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}"#,
    r#"{"type":"content_block_delta","index":70,"delta":{"type":"text_delta","text":"\n\u00e9\ud83d\ude00"}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ud83d"}}"#,
    r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ude00 tail"}}"#,
    r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":"}}"#,
    r#"{"type":"content_block_delta","index":2,"delta":{"type":"thinking_delta","thinking":"😀"}  } "#,
    r#"{"index":0,"type":"novel"}"#,
    r#"[1]"#,
    "event: novel\ndata: {\"a\":1}\n\n",
    "event: ping\ndata:\n\n",
];

const STRINGS: [&str; 15] = [
    "a",
    "\\n",
    "\\u00e9",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "\\x",
    "\\",
    "\"",
    "\n",
    "\\u00",
    "\u{7f}",
    "12345678",
    "é",
    "\\/",
];

const LONG: [&str; 14] = [
    r#""\u0001""#,
    r#""\u0001":"#,
    r#""a\"\u0001""#,
    r#""\u0001\"""#,
    r#""\\""#,
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"a\":",
    "\"123456789\"",
    "1",
    "\n",
];

proptest! {
    #[test]
    fn any_text_is_written_and_read_as_serde_does(data in prop_oneof![of(&STRINGS, 12), vec(any::<u8>(), 0..60)]) {
        checks::json_strings(&data);
    }

    #[test]
    fn long_strings_come_to_their_places(inner in of(&LONG, 12), strings in of(&["\n", "x", "\"", "\u{1}", "é"], 6)) {
        checks::long_strings(&inner);
        checks::long_strings(&[b"{\"k\":[", &inner[..], b"]}\n", &strings[..]].concat());
        checks::long_strings(&[b"{\"k\":[\"a\\\"\\u0001\",", &inner[..], b",\"\\u0001\"]}\n", &strings[..]].concat());
    }

    #[test]
    fn records_say_what_events_say(data in of(&STREAM, 12)) {
        checks::event_text(&data);
    }

    #[test]
    fn any_bodies_are_refused_or_sent_as_json(first in of(&BODIES, 2), second in of(&BODIES, 2)) {
        checks::bodies(&[&first[..], b"\n", &second[..]].concat());
    }
}

proptest! {
    // Each setting is judged with a client of its own.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_settings_are_refused_or_taken(form in any::<u8>(),
        data in prop_oneof![of(&LINES, 8), of(&OBJECT_PIECES, 8)]) {
        checks::settings(&[&[form], &data[..]].concat());
    }
}

type Check = fn(&[u8]);

/// The kept corpora hold too.
#[test]
fn the_seeds_hold() {
    let targets: [(&str, Check); 5] = [
        ("settings", checks::settings),
        ("bodies", checks::bodies),
        ("event_text", checks::event_text),
        ("json_strings", checks::json_strings),
        ("long_strings", checks::long_strings),
    ];
    for (target, check) in targets {
        let folder = format!("{}/../../core/fuzz/seeds/{target}", env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            check(&std::fs::read(entry.unwrap().path()).unwrap());
            count += 1;
        }
        assert!(count > 0, "no seeds in {folder}");
    }
}

/// Every setting by its name, with texts that most of them refuse.
#[test]
fn no_refusal_of_a_setting_shows_its_value() {
    let clients = CLIENT_SETTINGS.iter().map(|(name, ..)| (2, *name));
    let calls = CALL_OPTIONS.iter().map(|(name, ..)| (3, *name));
    for (form, name) in clients.chain(calls) {
        for value in [" ", "\0", "a b", "\u{e9}", ":", "{", "x:y z", "k:\"\"", "\r"] {
            for letter in ["t", "x", "p"] {
                checks::settings(&[&[form], format!("{letter}{name}={value}").as_bytes()].concat());
            }
        }
    }
}
