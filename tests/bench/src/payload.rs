//! The replies the benchmark serves and decodes, rendered once.
//!
//! A reply's shape is named by the model, so that a driver needs no side channel: letters with a number each,
//! joined by dashes, after any first word (`mock-e2000-c1`). They are the letters of the project's shared
//! mock service, so that one driver serves both.

use std::fmt::Write as _;

/// The reply that a model name asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    /// `e`: text deltas of a stream.
    pub events: usize,
    /// `d`: microseconds between two deltas.
    pub delay_us: u64,
    /// `c`: 0 sends the whole stream in one write, 1 one write an event, N writes of N bytes.
    pub writes: usize,
    /// `b`: this many events share an HTTP chunk; 0 puts all into one.
    pub block: usize,
    /// `s`: bytes of a whole answer's body.
    pub size: usize,
    /// `f`: this many requests of that very model name fail with status 500 before the first succeeds.
    pub failures: u32,
    /// `t`: calls of a tool `look` in a whole answer, which then ends with `tool_use`.
    pub calls: usize,
    /// `l`: 1 adds the rate limits of four families to a whole answer, too wide to hold a call.
    pub limits: bool,
}

impl Plan {
    /// Reads a model name; letters it does not know are passed over.
    #[must_use]
    pub fn of(model: &str) -> Plan {
        let mut plan = Plan {
            events: 100,
            delay_us: 0,
            writes: 1,
            block: 1,
            size: 600,
            failures: 0,
            calls: 0,
            limits: false,
        };
        for part in model.split('-') {
            let mut chars = part.chars();
            let (letter, Ok(n)) = (chars.next(), chars.as_str().parse::<u64>()) else { continue };
            match letter {
                Some('e') => plan.events = n as usize,
                Some('d') => plan.delay_us = n,
                Some('c') => plan.writes = n as usize,
                Some('b') => plan.block = n as usize,
                Some('s') => plan.size = n as usize,
                Some('f') => plan.failures = n as u32,
                Some('t') => plan.calls = n as usize,
                Some('l') => plan.limits = n == 1,
                _ => {}
            }
        }
        plan
    }
}

/// A rendered response, head included, and the ends of the parts that are written separately.
#[derive(Debug, PartialEq, Eq)]
pub struct Rendered {
    /// Everything that goes to the socket.
    pub bytes: Vec<u8>,
    /// Offsets into `bytes`, ascending; the last is its length.
    pub cuts: Vec<usize>,
    /// The parts that wait for the plan's delay first: the deltas.
    pub paced: std::ops::Range<usize>,
}

/// Headers that hosted services send beside the content headers, so that a peer has the usual number to parse.
const COMMON: &str =
    "date: Thu, 01 Jan 2026 00:00:00 GMT\r\nrequest-id: req_0123456789abcdefghijklmn\r\nvia: 1.1 bench\r\n";

/// Those of rate limits.
const LIMITS: &str = "x-ratelimit-limit-tokens: 400000\r\nx-ratelimit-remaining-tokens: 399000\r\n\
    x-ratelimit-reset-tokens: 2026-01-01T00:00:30Z\r\n";

/// Rate limits in place of [`LIMITS`], which would hold a client back that obeys them.
fn wide_limits() -> String {
    ["requests", "tokens", "input-tokens", "output-tokens"]
        .map(|family| {
            format!(
                "svc-ratelimit-{family}-limit: 4000000000\r\nsvc-ratelimit-{family}-remaining: 3900000000\r\n\
                 svc-ratelimit-{family}-reset: 2026-01-01T00:00:30Z\r\n"
            )
        })
        .concat()
}

/// Twelve characters each; a third of them with what real text has: escapes, quotes, other scripts.
const DELTAS: [&str; 12] = [
    "Harbour town",
    "s wake early",
    ", says Zo\u{eb}: ",
    "first the gu",
    "lls, then 40",
    " boats out.\\n",
    "Each carries",
    " a lamp and ",
    "a \\\"logs\\\" of ",
    "the tide \u{2014} s",
    "o nobody has",
    " to guess. |",
];

/// The text of the `i`-th delta of any stream, escaped for a JSON string.
#[must_use]
pub fn delta(i: usize) -> &'static str {
    DELTAS.get(i % DELTAS.len()).copied().unwrap_or_default()
}

/// The text a client must have at the end of a stream of `events` deltas.
#[must_use]
pub fn text_of(events: usize) -> String {
    (0..events).map(|i| delta(i).replace("\\n", "\n").replace("\\\"", "\"")).collect()
}

/// The events of one streamed reply as event-stream text, one string each.
#[must_use]
pub fn events(model: &str, deltas: usize) -> Vec<String> {
    let one = |name: &str, data: &str| format!("event: {name}\ndata: {data}\n\n");
    let mut all = vec![
        one(
            "message_start",
            &format!(
                r#"{{"type":"message_start","message":{{"id":"msg_bench0000000000000000","type":"message","role":"assistant","model":"{model}","content":[],"stop_reason":null,"stop_sequence":null,"usage":{{"input_tokens":25,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}}}}}}"#
            ),
        ),
        one(
            "content_block_start",
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        ),
        one("ping", r#"{"type":"ping"}"#),
    ];
    all.extend((0..deltas).map(|i| {
        let data = format!(
            r#"{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{}"}}}}"#,
            delta(i)
        );
        one("content_block_delta", &data)
    }));
    all.push(one("content_block_stop", r#"{"type":"content_block_stop","index":0}"#));
    all.push(one(
        "message_delta",
        &format!(
            r#"{{"type":"message_delta","delta":{{"stop_reason":"end_turn","stop_sequence":null}},"usage":{{"output_tokens":{deltas}}}}}"#
        ),
    ));
    all.push(one("message_stop", r#"{"type":"message_stop"}"#));
    all
}

/// A whole answer's body of about `size` bytes with so many calls of a tool, never less than an answer with one delta's
/// text.
#[must_use]
pub fn whole(model: &str, size: usize, calls: usize) -> String {
    let stop = if calls == 0 { "end_turn" } else { "tool_use" };
    let calls: String = (0..calls)
        .map(|at| {
            format!(r#",{{"type":"tool_use","id":"toolu_bench{at:04}","name":"look","input":{{"at":"quay {at}","deep":true}}}}"#)
        })
        .collect();
    let with = |text: &str| {
        format!(
            r#"{{"id":"msg_bench0000000000000000","type":"message","role":"assistant","model":"{model}","content":[{{"type":"text","text":"{text}"}}{calls}],"stop_reason":"{stop}","stop_sequence":null,"usage":{{"input_tokens":25,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":88,"service_tier":"standard"}}}}"#
        )
    };
    let room = size.saturating_sub(with("").len());
    let mut text = String::new();
    let mut i = 0;
    while i == 0 || text.len() < room {
        text.push_str(delta(i));
        i += 1;
    }
    with(&text)
}

/// The response to a request that is not streamed.
#[must_use]
pub fn render_whole(plan: &Plan, model: &str) -> Rendered {
    let body = whole(model, plan.size, plan.calls);
    let limits = if plan.limits { wide_limits() } else { LIMITS.to_owned() };
    one_part("200 OK", &limits, &body)
}

/// The response that `f` asks for. It names a wait of a millisecond, so that a retry costs no time.
#[must_use]
pub fn render_failure() -> Rendered {
    let body = r#"{"type":"error","error":{"type":"api_error","message":"scripted by the model name"}}"#;
    one_part("500 Internal Server Error", &format!("{LIMITS}retry-after-ms: 1\r\n"), body)
}

/// The response to a streamed request.
#[must_use]
pub fn render_stream(plan: &Plan, model: &str) -> Rendered {
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\ncache-control: no-cache\r\n\
         transfer-encoding: chunked\r\n{COMMON}{LIMITS}\r\n"
    );
    let mut bytes = head.into_bytes();
    let mut cuts = vec![bytes.len()];
    let mut size = String::new();
    let events = events(model, plan.events);
    let block = if plan.block == 0 { events.len() } else { plan.block };
    for chunk in events.chunks(block) {
        size.clear();
        let _ = write!(size, "{:x}\r\n", chunk.iter().map(String::len).sum::<usize>());
        bytes.extend_from_slice(size.as_bytes());
        chunk.iter().for_each(|event| bytes.extend_from_slice(event.as_bytes()));
        bytes.extend_from_slice(b"\r\n");
        cuts.push(bytes.len());
    }
    bytes.extend_from_slice(b"0\r\n\r\n");
    cuts.push(bytes.len());
    // the head and the three events before the first delta go out at once
    let paced = 4..4 + plan.events;
    match plan.writes {
        1 if plan.block != 1 => Rendered { bytes, cuts, paced: 0..0 },
        1 => Rendered { bytes, cuts, paced },
        0 => Rendered { cuts: vec![bytes.len()], bytes, paced: 0..0 },
        n => {
            let cuts = (1..=bytes.len().div_ceil(n)).map(|i| (i * n).min(bytes.len())).collect();
            Rendered { bytes, cuts, paced: 0..0 }
        }
    }
}

fn one_part(status: &str, extra: &str, body: &str) -> Rendered {
    let bytes = format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{COMMON}{extra}\r\n{body}",
        body.len()
    )
    .into_bytes();
    Rendered { cuts: vec![bytes.len()], bytes, paced: 0..0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delta_is_twelve_characters_and_its_event_about_130_bytes() {
        for i in 0..DELTAS.len() {
            let text: String = serde_json::from_str(&format!("\"{}\"", delta(i))).unwrap();
            assert_eq!(text.chars().count(), 12, "{text:?}");
        }
        let deltas = &events("m", 240)[3..243];
        let mean = deltas.iter().map(String::len).sum::<usize>() / deltas.len();
        assert!((125..=135).contains(&mean), "{mean}");
    }

    #[test]
    fn a_whole_answer_has_the_size_asked_for_and_is_json() {
        for size in [600, 100_000] {
            let body = whole("mock-s600", size, 0);
            assert!((size..size + 16).contains(&body.len()), "{}", body.len());
            let value: serde_json::Value = serde_json::from_str(&body).unwrap();
            assert_eq!(value["stop_reason"], "end_turn");
        }
        let plan = Plan::of("mock-t2-s900");
        let value: serde_json::Value = serde_json::from_str(&whole("m", plan.size, plan.calls)).unwrap();
        assert_eq!(
            (value["content"].as_array().unwrap().len(), &value["stop_reason"]),
            (3, &"tool_use".into())
        );
    }

    #[test]
    fn the_parts_cover_the_bytes_and_only_deltas_are_paced() {
        let plan = Plan::of("mock-e20-c1-d4000");
        assert_eq!((plan.events, plan.writes, plan.delay_us), (20, 1, 4000));
        let r = render_stream(&plan, "m");
        assert_eq!(r.cuts.last(), Some(&r.bytes.len()));
        assert!(r.cuts.is_sorted());
        for i in r.paced.clone() {
            let part = std::str::from_utf8(&r.bytes[r.cuts[i - 1]..r.cuts[i]]).unwrap();
            assert!(part.contains("event: content_block_delta"), "{part}");
        }
        assert_eq!(r.paced.len(), 20);
        assert_eq!(render_stream(&Plan::of("mock-e20-c0"), "m").cuts.len(), 1);
        let blocks = render_stream(&Plan::of("mock-e20-c1-b13"), "m");
        // head, two blocks of the 26 events, the end
        assert_eq!(blocks.cuts.len(), 4);
        let pieces = render_stream(&Plan::of("mock-e20-c100"), "m");
        assert_eq!(pieces.cuts.len(), pieces.bytes.len().div_ceil(100));
    }
}
