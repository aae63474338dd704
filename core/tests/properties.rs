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

type Check = fn(&[u8]);

/// The seeds of the fuzz targets hold too.
#[test]
fn the_seeds_hold() {
    let targets: [(&str, Check); 5] = [
        ("http1", checks::http1),
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
