//! Invariants for any bytes at all, shared by the property tests and the fuzz targets. Each check takes raw bytes and
//! panics where a promise is broken.

mod http1;
mod values;

use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue};
pub(crate) use http1::http1;
use parlour::{Error, Event, EventKind, Message, testing};
pub(crate) use values::{conversation, growing, gzip, journal, schema, webhook};

const LARGE: usize = 1 << 20;
const SMALL: usize = 48;

/// The decoded body, in a form that can be compared.
type Outcome = (Vec<Event>, Result<Message, String>);

fn decoded(chunks: &[Bytes], limit: usize) -> Outcome {
    let (events, result) = testing::decode_all(chunks, limit);
    (events, result.map_err(|error| described(&error)))
}

fn described(error: &Error) -> String {
    format!("{:?} {} {:?}", error.kind(), error.message(), error.partial_message())
}

/// Cuts a body at these places, whatever they are; empty pieces included.
fn cut(body: &Bytes, places: &[u8]) -> Vec<Bytes> {
    let mut rest = body.clone();
    let mut pieces = Vec::new();
    for place in places {
        pieces.push(rest.split_to(usize::from(*place).min(rest.len())));
    }
    pieces.push(rest);
    pieces
}

/// The first byte says how many of the next bytes are the lengths of pieces; the rest is the body. Any split
/// gives the same events and the same ending.
pub(crate) fn framing(data: &[u8]) {
    let (places, body) = match data.split_first() {
        Some((count, rest)) => rest.split_at(usize::from(*count).min(rest.len())),
        None => (data, data),
    };
    let body = Bytes::copy_from_slice(body);
    let single: Vec<Bytes> = (0..body.len()).map(|at| body.slice(at..=at)).collect();
    let whole = decoded(std::slice::from_ref(&body), LARGE);
    assert_eq!(whole, decoded(&cut(&body, places), LARGE), "cut at {places:?}");
    assert_eq!(whole, decoded(&single, LARGE), "byte by byte");
    // A limit that bites may end the body sooner, by the line instead of the event where a line is cut; what
    // was handed out until then is the same.
    for chunks in [vec![body.clone()], cut(&body, places), single.clone()] {
        let (events, ending) = decoded(&chunks, SMALL);
        match ending {
            Err(text) if text.contains("max_event_bytes") => assert!(whole.0.starts_with(&events)),
            ending => assert_eq!(whole, (events, ending), "limit {SMALL}"),
        }
    }
    let frames = testing::frame_and_tag(std::slice::from_ref(&body));
    assert_eq!(frames, testing::frame_and_tag(&single));
}

const NAMES: [&str; 9] = [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "ping",
    "error",
    "novelty",
];

/// The first byte chooses a name, the rest is the data of one event. Every reading of an event gives an answer,
/// and what is handed out is what was sent.
pub(crate) fn event(data: &[u8]) {
    let Some((name, data)) = data.split_first() else { return };
    let name = NAMES.get(usize::from(*name) % NAMES.len()).copied().unwrap_or_default();
    let mut body = format!("event: {name}\ndata: ").into_bytes();
    body.extend(data.iter().filter(|byte| !matches!(byte, b'\r' | b'\n')));
    body.extend_from_slice(b"\n\n");
    let (events, result) = testing::decode_all(&[Bytes::from(body.clone())], LARGE);
    assert!(events.len() <= 1);
    for event in &events {
        read_all(event);
        assert!(contains(&body, event.json().as_bytes()) || std::str::from_utf8(&body).is_err());
    }
    if let Err(error) = result {
        let _ = (error.to_string(), format!("{error:?}"));
    }
    testing::text_pieces(&[Bytes::from(body)], |piece| assert!(piece.is_char_boundary(piece.len())));
}

fn contains(hay: &[u8], needle: &[u8]) -> bool {
    needle.is_empty() || hay.windows(needle.len()).any(|part| part == needle)
}

/// Calls everything an event has to say; panics are the findings.
fn read_all(event: &Event) {
    let _ = (event.kind(), event.name(), event.index(), event.delta_type(), event.thinking());
    let _ =
        (event.signature(), event.citation(), event.message(), event.content_block(), event.stop_reason());
    let _ = (event.partial_json(), format!("{event:?}"));
    assert!(event.text().is_none() || event.kind() == EventKind::ContentBlockDelta);
}

/// Two bytes make an event: its form, and its contents. The result is an error or a message that survives
/// being written and read; no text appears that was not sent.
pub(crate) fn accumulate(data: &[u8]) {
    let mut body = String::new();
    for pair in data.chunks(2).take(200) {
        let form = pair.first().copied().unwrap_or_default();
        let what = pair.get(1).copied().unwrap_or_default();
        body.push_str(&step(form, what));
    }
    let body = Bytes::from(body);
    let (events, result) = testing::decode_all(&[body], LARGE);
    let sent: usize = events.iter().filter_map(Event::text).map(|text| text.len()).sum();
    let begun: usize = events
        .iter()
        .filter(|event| event.kind() == EventKind::ContentBlockStart)
        .filter(|event| event.json().contains("\"text\":\"begun\""))
        .count();
    let partial = match &result {
        Ok(message) => Some(message),
        Err(error) => error.partial_message(),
    };
    let Some(message) = partial else { return };
    assert!(message.text().len() <= sent + begun * "begun".len(), "{message:?}");
    let json =
        serde_json::to_string(message).unwrap_or_else(|e| panic!("{message:?} cannot be written: {e}"));
    let again: Message = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{json} cannot be read: {e}"));
    // As text: that a tool's input was cut is our own mark and does not travel.
    assert_eq!(json, serde_json::to_string(&again).unwrap_or_default());
}

fn step(form: u8, what: u8) -> String {
    let index = what % 4;
    let name = NAMES.get(usize::from(form) % NAMES.len()).copied().unwrap_or_default();
    let rest = match name {
        "message_start" => r#""message":{"id":"m","type":"message","role":"assistant","model":"svc","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#.to_owned(),
        "content_block_start" => {
            let block = match (what >> 2) % 6 {
                0 | 1 => r#"{"type":"text","text":""}"#,
                2 => r#"{"type":"text","text":"begun"}"#,
                3 => r#"{"type":"tool_use","id":"t","name":"n","input":{}}"#,
                4 => r#"{"type":"thinking","thinking":"","signature":""}"#,
                _ => r#"{"type":"novelty","depth":[1,{"a":null}]}"#,
            };
            format!(r#""index":{index},"content_block":{block}"#)
        }
        "content_block_delta" => {
            let delta = match (what >> 2) % 8 {
                0 | 1 => r#"{"type":"text_delta","text":"wörd \u00e9\ud83d\ude00"}"#,
                2 => r#"{"type":"input_json_delta","partial_json":"{\"a\":"}"#,
                3 => r#"{"type":"input_json_delta","partial_json":"[1,\"x\"]}"}"#,
                4 => r#"{"type":"thinking_delta","thinking":"hm"}"#,
                5 => r#"{"type":"signature_delta","signature":"s"}"#,
                6 => r#"{"type":"citations_delta","citation":{"type":"novel"}}"#,
                _ => r#"{"type":"novelty_delta","x":1}"#,
            };
            format!(r#""index":{index},"delta":{delta}"#)
        }
        "content_block_stop" => format!(r#""index":{index}"#),
        "message_delta" => {
            let reason = ["\"end_turn\"", "\"tool_use\"", "\"max_tokens\"", "null"];
            let reason = reason.get(usize::from(index)).copied().unwrap_or("null");
            format!(r#""delta":{{"stop_reason":{reason},"stop_sequence":null}},"usage":{{"output_tokens":{what}}}"#)
        }
        "error" if what < 250 => return String::new(),
        "error" => r#""error":{"type":"overloaded_error","message":"busy"}"#.to_owned(),
        _ => r#""x":1"#.to_owned(),
    };
    format!("event: {name}\ndata: {{\"type\":\"{name}\",{rest}}}\n\n")
}

/// Lines `name: value` are the headers of an answer. A wait that is honoured is above zero and within bounds.
pub(crate) fn retry_after(data: &[u8]) {
    const LONGEST: Duration = Duration::from_secs(60);
    let mut headers = HeaderMap::new();
    for line in data.split(|byte| *byte == b'\n') {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
            headers.append(name, value);
        }
    }
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    for longest in [LONGEST, Duration::ZERO, Duration::MAX] {
        if let Some(wait) = testing::retry_after_ms(&headers, now, longest) {
            assert!(wait <= longest.as_millis(), "{headers:?}");
        }
    }
    let waits = parlour::retry::RetryAfter::read(&headers, now, LONGEST);
    assert!(waits.wanted().is_none_or(|wanted| !wanted.is_zero()), "{headers:?}");
}
