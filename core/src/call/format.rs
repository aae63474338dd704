//! Distinguishes the two formats of a successful body: JSON and events.

use crate::answer_headers::AnswerHeaders;

/// The format of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// An event stream.
    Events,
    /// JSON, or something that is neither and is reported as JSON that cannot be read.
    Json,
}

/// The fields that a line of an event stream begins with; a comment begins with the colon itself.
const FIELDS: [&[u8]; 5] = [b"event:", b"data:", b"id:", b"retry:", b":"];

const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The format that the head declares. Any other content type, and none, is left to the first bytes: gateways serve
/// event streams as `text/plain` and `application/octet-stream`.
pub(crate) fn declared(headers: &AnswerHeaders) -> Option<Format> {
    is_event_stream(headers).then_some(Format::Events)
}

/// The format that the first bytes of a body show: `None` while more of them are needed. No JSON text begins like a
/// line of an event stream.
pub(crate) fn sniffed(start: &[u8]) -> Option<Format> {
    if start.len() < BOM.len() && BOM.starts_with(start) {
        return None;
    }
    let start = without_bom(start).trim_ascii_start();
    if start.is_empty() {
        return None;
    }
    if FIELDS.iter().any(|field| start.starts_with(field)) {
        return Some(Format::Events);
    }
    let undecided = FIELDS.iter().any(|field| field.starts_with(start));
    if undecided { None } else { Some(Format::Json) }
}

/// The format of a whole body.
pub(crate) fn of(headers: &AnswerHeaders, body: &[u8]) -> Format {
    declared(headers).or_else(|| sniffed(body)).unwrap_or(Format::Json)
}

/// Whether an answer says it is an event stream.
pub(crate) fn is_event_stream(headers: &AnswerHeaders) -> bool {
    says(headers, b"text/event-stream")
}

/// Whether an answer says it is JSON.
pub(crate) fn is_json(headers: &AnswerHeaders) -> bool {
    says(headers, b"application/json")
}

fn says(headers: &AnswerHeaders, kind: &[u8]) -> bool {
    headers.get("content-type").is_some_and(|value| {
        let value = value.trim_ascii_start();
        value.get(..kind.len()).is_some_and(|start| start.eq_ignore_ascii_case(kind))
    })
}

/// The body without a byte order mark, which JSON must not begin with and some gateways write all the same.
pub(crate) fn without_bom(body: &[u8]) -> &[u8] {
    body.strip_prefix(BOM).unwrap_or(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_events_from_json() {
        for events in
            ["event: x", "data:{}", ":", "\r\n\n: hi", "id:1", "retry: 5", "\u{feff}data: 1", "\u{feff}\n:"]
        {
            assert_eq!(sniffed(events.as_bytes()), Some(Format::Events), "{events}");
        }
        for json in
            ["{", " [", "\u{feff}{", "null", "<html>", "error: no", "data", "datum", "12", "\"event:\""]
        {
            assert_eq!(sniffed(json.as_bytes()).unwrap_or(Format::Json), Format::Json, "{json}");
        }
        for begun in ["", " \n", "e", "event", "dat", "\u{feff}"] {
            assert_eq!(sniffed(begun.as_bytes()), None, "{begun}");
        }
        assert_eq!(sniffed(b"\xEF"), None);
        assert_eq!(sniffed(b"\xEF\xBB"), None);
    }

    #[test]
    fn a_content_type_of_events_needs_no_look() {
        let headers =
            |value: &'static str| AnswerHeaders::of_lines([("Content-Type", value.as_bytes())].into_iter());
        assert_eq!(of(&headers("Text/Event-Stream; charset=utf-8"), b"{}"), Format::Events);
        assert_eq!(of(&headers("application/octet-stream"), b"event: ping"), Format::Events);
        assert_eq!(of(&headers("text/plain"), b"{}"), Format::Json);
        assert_eq!(of(&AnswerHeaders::default(), b""), Format::Json);
        assert!(is_json(&headers("application/json; charset=utf-8")) && !is_json(&AnswerHeaders::default()));
    }
}
