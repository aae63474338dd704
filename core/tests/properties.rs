//! Properties of the decoder and of the retry headers for any bytes: the fuzz targets' checks, as tests that
//! run everywhere. It must not name a single case that could be an example elsewhere.
#![cfg(all(feature = "resources", feature = "structured", feature = "webhooks"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod checks;

use proptest::collection::vec;
use proptest::prelude::*;

/// Pieces that event streams are made of, so that random bodies get somewhere.
const PIECES: [&str; 24] = [
    "event: ",
    "data: ",
    "data:",
    ":",
    "id: 1",
    "retry: 5",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\r\n\r\n",
    "\u{feff}",
    "message_start",
    "message_stop",
    "ping",
    "content_block_delta",
    "{\"type\":\"ping\"}",
    "{\"type\":\"message_stop\"}",
    "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"role\":\"assistant\",\"model\":\"x\",\"content\":[],\
     \"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}",
    "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}",
    "{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"\u{e9}\"}}",
    "event: ping\ndata: {\"type\":\"ping\"}\n\n",
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
    "[DONE]",
];

/// A body with the places to cut it, in the form the check takes.
fn with_places(body: Vec<u8>, places: Vec<u8>) -> Vec<u8> {
    let mut data = vec![u8::try_from(places.len()).unwrap()];
    data.extend(places);
    data.extend(body);
    data
}

fn stream_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => proptest::sample::select(&PIECES[..]).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 0..6),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// JSON of the shapes events have, with values of the wrong kinds.
fn event_like() -> impl Strategy<Value = Vec<u8>> {
    let value = proptest::sample::select(vec![
        "null",
        "-1",
        "1e400",
        "4294967296",
        "\"\"",
        "\"\\ud83d\"",
        "\"text_delta\"",
        "\"input_json_delta\"",
        "\"message\"",
        "[]",
        "{}",
        "[{}]",
        "true",
        "\"\\u0000\u{e9}\"",
        "{\"type\":\"text\",\"text\":1}",
        "{\"type\":\"text_delta\",\"text\":\"x\"}",
        "{\"type\":\"novel\"}",
        "{",
    ]);
    let key = proptest::sample::select(vec![
        "type",
        "index",
        "delta",
        "content_block",
        "message",
        "usage",
        "text",
        "error",
        "partial_json",
        "stop_reason",
        "id",
        "content",
    ]);
    (any::<u8>(), vec((key, value), 0..6)).prop_map(|(name, fields)| {
        let fields: Vec<_> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        let mut data = vec![name];
        data.extend(format!("{{{}}}", fields.join(",")).into_bytes());
        data
    })
}

/// Lines of heads, good and bad, so that random answers get somewhere.
const STATUS_LINES: [&str; 12] = [
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 200\r\n",
    "HTTP/1.0 200 OK\r\n",
    "HTTP/1.1 204 No Content\r\n",
    "HTTP/1.1 304 \r\n",
    "HTTP/1.1 101 Switching Protocols\r\n",
    "HTTP/1.1 529 Busy\n",
    "HTTP/1.1 20 OK\r\n",
    "HTTP/2.0 200 OK\r\n",
    "\r\n\nHTTP/1.1 200 OK\r\n",
    "HTTP/1.1 099 \r\n",
];
const HEADERS: [&str; 30] = [
    "content-length: 5\r\n",
    "Content-Length: 5\r\n",
    "content-length: 5, 5\r\n",
    "content-length: 6\r\n",
    "content-length: 0\r\n",
    "content-length: +5\r\n",
    "content-length: 18446744073709551615\r\n",
    "content-length:\r\n",
    "transfer-encoding: chunked\r\n",
    "transfer-encoding: chunked\r\n",
    "Transfer-Encoding: gzip, Chunked\r\n",
    "transfer-encoding: chunked, gzip\r\n",
    "transfer-encoding: gzip\r\n",
    "transfer-encoding: identity\r\n",
    "transfer-encoding:\r\n",
    "connection: close\r\n",
    "connection: keep-alive\r\n",
    "Connection: x, Close , keep-alive\r\n",
    "x: 1\n",
    "x:\t1  \r\n",
    "x: \u{e9}\r\n",
    "x:\r\n",
    ": 1\r\n",
    "x : 1\r\n",
    "x: 1\r2\r\n",
    "x: 1\r\n 2\r\n",
    "x\r\n",
    "x: \u{7f}\r\n",
    "content-type: text/plain\r\n",
    "retry-after: 1\r\n",
];
const BODIES: [&str; 26] = [
    "hello",
    "hello and more",
    "5\r\nhello\r\n",
    "5\r\nhello\r\n",
    "1;a=b\r\nx\r\n",
    "000a \t;e=\"1\r\n0123456789\r\n",
    "A\r\n0123456789\r\n",
    "0\r\n\r\n",
    "0\r\n\r\n",
    "0\r\nx-t: 1\r\n\r\n",
    "0\r\nx-t: 1\r\ny:2\r\n\r\n",
    "0\r\nx-t: 1\ry\r\n\r\n",
    "0\r\nx-t: 1\n\r\n\r\n",
    "0\r\nno header\r\n\r\n",
    "0\r\n\n\r\n",
    "+5\r\nhello\r\n",
    "-5\r\n",
    "0x5\r\nhello\r\n",
    "5\rhello",
    "5\nhello\r\n",
    "5;a\nhello\r\n",
    "5 5\r\nhello\r\n",
    "5\r\nhello!\r\n",
    "fffffffffffffffff\r\n",
    "ffffffffffffffff\r\nhello",
    "\r\n",
];

/// An answer, perhaps behind others that inform, in the form the check takes.
fn answer_like() -> impl Strategy<Value = Vec<u8>> {
    let lines = |from: &'static [&'static str], count| {
        vec(proptest::sample::select(from), count).prop_map(|lines| lines.concat().into_bytes())
    };
    let informing = proptest::sample::select(vec![
        "",
        "",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nx: 1\r\ncontent-length: 3\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 102 \n\n",
    ]);
    let many =
        prop_oneof![30 => Just(0_usize), 1 => 90_usize..140].prop_map(|count| "m: 1\r\n".repeat(count));
    let noise = prop_oneof![6 => Just(None), 1 => any::<(u16, u8)>().prop_map(Some)];
    (
        (any::<u8>(), vec(0_u8..60, 0..20)),
        informing,
        lines(&STATUS_LINES, 1..2),
        many,
        lines(&HEADERS, 0..4),
        proptest::sample::select(vec!["\r\n", "\r\n", "\r\n", "\n", ""]),
        lines(&BODIES, 0..4),
        noise,
    )
        .prop_map(|((flags, places), informing, status, many, headers, end, body, noise)| {
            let mut bytes =
                [informing.as_bytes(), &status, many.as_bytes(), &headers, end.as_bytes(), &body].concat();
            if let Some((at, byte)) = noise {
                let at = usize::from(at) % bytes.len().max(1);
                bytes.splice(at..(at + 1).min(bytes.len()), [byte]);
            }
            let mut data = vec![flags];
            data.extend(with_places(bytes, places));
            data
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn an_answer_means_to_us_what_it_means_to_hyper(data in answer_like()) {
        checks::http1(&data);
    }
}

proptest! {
    #[test]
    fn any_split_gives_the_same_events(body in stream_like(), places in vec(0_u8..40, 0..20)) {
        checks::framing(&with_places(body, places));
    }

    #[test]
    fn any_split_of_any_bytes_gives_the_same(data in vec(any::<u8>(), 0..300)) {
        checks::framing(&data);
    }

    #[test]
    fn any_data_of_an_event_can_be_read(data in prop_oneof![event_like(), vec(any::<u8>(), 0..200)]) {
        checks::event(&data);
    }

    #[test]
    fn any_order_of_events_ends_well(steps in vec(any::<u8>(), 0..80)) {
        checks::accumulate(&steps);
        // The same with a beginning, so that more of it is reached.
        let mut begun = vec![0, 0, 1, 0];
        begun.extend(steps);
        checks::accumulate(&begun);
    }

    #[test]
    fn any_retry_header_is_bounded(
        seconds in "[-+0-9.eE ]{0,24}|\\PC{0,30}",
        ms in "[-+0-9.]{0,24}",
        date in "[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT",
        raw in vec(any::<u8>(), 0..60),
    ) {
        checks::retry_after(format!("retry-after: {seconds}").as_bytes());
        checks::retry_after(format!("retry-after-ms: {ms}\nretry-after: {date}\ndate: {date}").as_bytes());
        checks::retry_after(&[b"retry-after:", &raw[..]].concat());
        checks::retry_after(&raw);
    }
}

/// Members of gzipped bodies: an empty one, a short one, one that unpacks to much, and one that is cut off.
const GZIPPED: [&[u8]; 4] = [
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1\x31\x01\x00\x00\x00\xc2\xa0\xac\
        \xeb\x5f\xc2\x1a\x1e\x40\x01\x00\x00\xef\x06\xc8\x3c\xdc\x5e\xb8\x0b\x00\x00",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36",
];

/// Blocks of histories, in order and out of it: ids are few, so that calls and results find each other.
const BLOCKS: [&str; 14] = [
    r#"{"type":"text","text":"x"}"#,
    r#"{"type":"text","text":" "}"#,
    r#"{"type":"text","text":""}"#,
    r#"{"type":"tool_use","id":"a","name":"f","input":{}}"#,
    r#"{"type":"tool_use","id":"b","name":"f","input":3}"#,
    r#"{"type":"tool_result","tool_use_id":"a","content":"x"}"#,
    r#"{"type":"tool_result","tool_use_id":"b"}"#,
    r#"{"type":"server_tool_use","id":"s","name":"web_search","input":{"query":"x"}}"#,
    r#"{"type":"server_tool_use","id":"t","name":"web_search","input":{}}"#,
    r#"{"type":"web_search_tool_result","tool_use_id":"s","content":[]}"#,
    r#"{"type":"web_search_tool_result","tool_use_id":"t","content":[]}"#,
    r#"{"type":"thinking","thinking":"x","signature":""}"#,
    r#"{"type":"tool_addition","tool":{"type":"tool_reference","name":"f"}}"#,
    r#"{"type":"tool_removal","tool":{"type":"tool_reference","name":"f"}}"#,
];

fn history_like() -> impl Strategy<Value = Vec<u8>> {
    let role = proptest::sample::select(vec!["user", "user", "assistant", "assistant", "system", "nobody"]);
    let turn = (role, vec(proptest::sample::select(&BLOCKS[..]), 0..4));
    (0_u8..12, vec(turn, 0..16)).prop_map(|(kept, turns)| {
        let turns = turns
            .iter()
            .map(|(role, blocks)| format!(r#"{{"role":"{role}","content":[{}]}}"#, blocks.join(",")));
        let mut data = vec![kept];
        data.extend(format!("[{}]", turns.collect::<Vec<_>>().join(",")).into_bytes());
        data
    })
}

/// JSON with few keys, so that keys come twice.
fn growing_like() -> impl Strategy<Value = Vec<u8>> {
    let token = proptest::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\":",
        "\"a\":",
        "\"b\":",
        "1",
        "-1.5e3",
        "\"x\\u00e9y\"",
        "true",
        "null",
        "{}",
        "\"a\":1.5,",
        "\"a\":{\"a\":[1,2]},",
        " ",
    ]);
    (any::<u8>(), vec(0_u8..6, 0..20), vec(token, 0..24)).prop_map(|(mode, places, tokens)| {
        let text = format!("{{{}", tokens.concat());
        let mut data = vec![mode];
        data.extend(with_places(text.into_bytes(), places));
        data
    })
}

fn schema_like() -> impl Strategy<Value = Vec<u8>> {
    let rule = proptest::sample::select(vec![
        r#""type":"object""#,
        r#""type":["array","number"]"#,
        r#""uniqueItems":true"#,
        r#""enum":[1,"x",[1]]"#,
        r##""$ref":"#""##,
        r##""anyOf":[{"$ref":"#"},{"$ref":"#"}]"##,
        r##""items":{"$ref":"#"}"##,
        r#""properties":{"a":{"const":1.0}}"#,
        r##""additionalProperties":{"$ref":"#"}"##,
        r#""maxLength":1"#,
        r#""not":{"type":"null"}"#,
        r#""required":["a"]"#,
        r##""if":{"type":"array"},"then":{"$ref":"#"}"##,
    ]);
    let value = proptest::sample::select(vec![
        "1",
        "\"xx\"",
        "null",
        "[1,1.0]",
        "[[1],[1.0]]",
        "{\"a\":1}",
        "[{\"a\":[]},{}]",
        "{\"a\":{\"a\":{\"b\":2}}}",
        "1e400",
    ]);
    (vec(rule, 0..5), value)
        .prop_map(|(rules, value)| format!("{{{}}}\n{value}", rules.join(",")).into_bytes())
}

fn webhook_like() -> impl Strategy<Value = Vec<u8>> {
    let entry = proptest::sample::select(vec![
        "v1,vbQvS0Cq/p2i8aDoC3Npvs3RBPy2MCOQpYu2DnMZ49U=",
        "v1,AAAA",
        "v1,",
        "v2,x",
        "v1a,AAAA",
        "x",
    ]);
    let at = proptest::sample::select(vec!["1790000000", "1790000301", "soon", "-1", "99999999999999999999"]);
    let body = proptest::sample::select(vec![r#"{"id":"evt_demo_1","type":"event"}"#, "{}", ""]);
    (proptest::sample::select(vec!["msg_demo_1", "", "x"]), at, vec(entry, 0..70), body)
        .prop_map(|(id, at, entries, body)| format!("{id}\n{at}\n{}\n{body}", entries.join(" ")).into_bytes())
}

proptest! {
    #[test]
    fn any_history_is_cut_and_repaired(data in history_like()) {
        checks::conversation(&data);
    }

    #[test]
    fn any_growing_json_is_followed_by_a_copy(data in growing_like()) {
        checks::growing(&data);
    }

    #[test]
    fn any_webhook_is_refused_or_signed(data in webhook_like()) {
        checks::webhook(&data);
    }

    #[test]
    fn any_gzipped_body_is_the_same_however_it_comes(
        members in vec(0_usize..4, 1..4),
        places in vec(0_u8..30, 0..12),
        noise in proptest::option::weighted(0.3, any::<(u16, u8)>()),
    ) {
        let mut body: Vec<u8> = members.iter().flat_map(|member| GZIPPED[*member]).copied().collect();
        if let Some((at, byte)) = noise {
            let at = usize::from(at) % body.len();
            body[at] = byte;
        }
        checks::gzip(&with_places(body, places));
    }
}

/// Records of a journal, in order and out of it.
fn journal_like() -> impl Strategy<Value = Vec<u8>> {
    let record = proptest::sample::select(vec![
        r#"{"planned":{"part":0,"contents":"0001020304050607","after":null,"at":null}}"#,
        r#"{"planned":{"part":1,"contents":"0001020304050607ffffffffffffffff","after":"b1","at":7}}"#,
        r#"{"planned":{"part":1,"contents":"00","after":null,"at":null}}"#,
        r#"{"created":{"part":0,"batch":"b1"}}"#,
        r#"{"created":{"part":1,"batch":"b2"}}"#,
        r#"{"foreign":{"part":0,"batch":"b3"}}"#,
        r#"{"batch_run":{"version":2}}"#,
        "",
        "{}",
    ]);
    let first = proptest::sample::select(vec![
        r#"{"batch_run":{"version":2,"service":"http://x","account":{"salt":"s","digest":"d"}}}"#,
        r#"{"batch_run":{"version":2,"service":"","account":null}}"#,
        r#"{"batch_run":{"version":1}}"#,
    ]);
    let end = proptest::sample::select(vec!["\n", "\r\n", "", "\n{", "\n\n"]);
    (any::<u8>(), first, vec(record, 0..6), end).prop_map(|(place, first, records, end)| {
        let mut data = vec![place];
        data.extend(format!("{first}\n{}{end}", records.join("\n")).into_bytes());
        data
    })
}

proptest! {
    #[test]
    fn any_journal_is_refused_or_read_wherever_it_is_cut(data in journal_like()) {
        checks::journal(&data);
    }
}

proptest! {
    // A schema that refers to itself takes all the steps that a check may take.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn any_schema_ends(data in schema_like()) {
        checks::schema(&data);
    }
}

type Check = fn(&[u8]);

/// The seeds of the fuzz targets hold too.
#[test]
fn the_seeds_hold() {
    let targets: [(&str, Check); 11] = [
        ("http1", checks::http1),
        ("framing", checks::framing),
        ("event", checks::event),
        ("accumulate", checks::accumulate),
        ("retry_after", checks::retry_after),
        ("conversation", checks::conversation),
        ("growing", checks::growing),
        ("schema", checks::schema),
        ("webhook", checks::webhook),
        ("gzip", checks::gzip),
        ("journal", checks::journal),
    ];
    for (target, check) in targets {
        let folder = format!("{}/fuzz/seeds/{target}", env!("CARGO_MANIFEST_DIR"));
        let mut count = 0;
        for entry in std::fs::read_dir(&folder).unwrap() {
            check(&std::fs::read(entry.unwrap().path()).unwrap());
            count += 1;
        }
        assert!(count > 0, "no seeds in {folder}");
    }
}
