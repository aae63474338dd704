//! Properties of the decoder and of the retry headers for any bytes: the fuzz targets' checks, as tests that
//! run everywhere. It must not name a single case that could be an example elsewhere.
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

type Check = fn(&[u8]);

/// The seeds of the fuzz targets hold too.
#[test]
fn the_seeds_hold() {
    let targets: [(&str, Check); 4] = [
        ("framing", checks::framing),
        ("event", checks::event),
        ("accumulate", checks::accumulate),
        ("retry_after", checks::retry_after),
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
