//! Converts an answer of the service to an error: reads the envelope of protocol §5.1 tolerantly.

use bytes::Bytes;
use http::HeaderMap;

use crate::error::{Error, ErrorKind};
use crate::json::Json;
use crate::json::object::Object;
use crate::secret::url_to_show;

/// Codes of a 429 for a spend cap (protocol §5.3).
const SPEND_CAPS: [&str; 2] = ["enforced_spend_limit_reached", "contract_spend_limit_reached"];

/// Codes of failures that a retry does not fix although their status is a retryable one (protocol §5.6).
const FINAL: [&str; 1] = ["skill_read_blocked_undecryptable"];

/// How much of a body that is not JSON becomes the message.
const MESSAGE_CHARS: usize = 500;

/// The parts of an error envelope, each optional.
#[derive(Debug, Default, PartialEq, Eq)]
struct Envelope {
    error_type: Option<String>,
    message: Option<String>,
    request_id: Option<String>,
    error_code: Option<String>,
}

impl Envelope {
    fn code_is_of(&self, codes: &[&str]) -> bool {
        self.error_code.as_deref().is_some_and(|code| codes.contains(&code))
    }

    fn is_spend_cap(&self) -> bool {
        self.code_is_of(&SPEND_CAPS)
    }

    fn is_final(&self) -> bool {
        self.is_spend_cap() || self.code_is_of(&FINAL)
    }
}

/// The details that the service adds to the envelope in a body: `error.details`, a JSON object.
pub(super) fn details(body: &[u8]) -> Option<Json> {
    let text = std::str::from_utf8(body).ok()?;
    let outer = Object::parse(text.strip_prefix('\u{feff}').unwrap_or(text).trim()).ok()?;
    let error = Object::parse(outer.raw("error")?).ok()?;
    Json::parse(error.raw("details")?).ok().filter(Json::is_object)
}

/// The error for an answer with a status other than 2xx.
pub(crate) fn from_answer(status: u16, headers: &HeaderMap, body: Bytes) -> Error {
    let envelope = read(&body);
    let (spend_cap, is_final) = (envelope.is_spend_cap(), envelope.is_final());
    let kind = ErrorKind::from_status(status, envelope.error_type.as_deref());
    let message = match (300..400).contains(&status) {
        true => redirect(headers),
        false => envelope.message.unwrap_or_else(|| text_of(&body, status)),
    };
    // A 408 has no kind of its own, but is retryable.
    let retryable = kind.is_retryable() || status == 408 || status >= 500;
    Error::with_whole_message(kind, message.into())
        .with_retryable(retryable && !is_final)
        .with_error_type(envelope.error_type)
        .with_answer(status, headers)
        .with_request_id(envelope.request_id)
        .with_error_code(envelope.error_code, spend_cap, is_final)
        .with_body(body)
}

/// The error for a success with an error envelope, or for an `error` event: the kind is derived from `error.type`
/// (decision 0019).
pub(crate) fn from_envelope(json: &Bytes) -> Error {
    let envelope = read(json);
    let (spend_cap, is_final) = (envelope.is_spend_cap(), envelope.is_final());
    let kind =
        envelope.error_type.as_deref().and_then(ErrorKind::from_error_type).unwrap_or(ErrorKind::ApiStatus);
    let message = envelope.message.unwrap_or_else(|| text_of(json, 200));
    Error::with_whole_message(kind, message.into())
        .with_retryable(kind.is_retryable() && !is_final)
        .with_error_type(envelope.error_type)
        .with_request_id(envelope.request_id)
        .with_error_code(envelope.error_code, spend_cap, is_final)
        .with_body(json.clone())
}

/// The error in a JSON body that should have been something else: an object with `error`.
pub(crate) fn in_json(body: &Bytes) -> Option<Error> {
    let text = std::str::from_utf8(body).ok()?;
    let object = Object::parse(text.strip_prefix('\u{feff}').unwrap_or(text).trim()).ok()?;
    object.raw("error").filter(|error| *error != "null")?;
    Some(from_envelope(body))
}

fn read(body: &[u8]) -> Envelope {
    let text = String::from_utf8_lossy(body);
    // A byte order mark is no part of the text (RFC 8259 §8.1).
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let Ok(outer) = Object::parse(text.trim()) else { return Envelope::default() };
    let request_id = outer.field("request_id");
    let inner = outer.raw("error");
    let Some(Ok(error)) = inner.map(Object::parse) else {
        // Some gateways send `{"error": "text"}` or `{"message": "text"}`: a message without a type.
        let message = outer.field("error").or_else(|| outer.field("message"));
        return Envelope { message, request_id, ..Envelope::default() };
    };
    let error_code =
        error.raw("details").and_then(|d| Object::parse(d).ok()).and_then(|d| d.field("error_code"));
    Envelope { error_type: error.field("type"), message: error.field("message"), request_id, error_code }
}

fn text_of(body: &[u8], status: u16) -> String {
    let text = String::from_utf8_lossy(body.get(..body.len().min(4 * MESSAGE_CHARS)).unwrap_or_default());
    let text = text.trim();
    if text.is_empty() {
        return format!("status {status} without a body");
    }
    match text.char_indices().nth(MESSAGE_CHARS) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn redirect(headers: &HeaderMap) -> String {
    match headers.get(http::header::LOCATION).and_then(|v| v.to_str().ok()) {
        Some(target) => format!(
            "the service redirects to {}; redirects are not followed because the credential would go along",
            url_to_show(target)
        ),
        None => "the service redirects without a target".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Error {
        from_answer(status, &HeaderMap::new(), Bytes::copy_from_slice(body.as_bytes()))
    }

    #[test]
    fn the_envelope_is_read() {
        let error = answer(
            404,
            r#"{"type":"error","error":{"type":"not_found_error","message":"No such model."},"request_id":"req_1"}"#,
        );
        assert_eq!(error.kind(), ErrorKind::NotFound);
        assert_eq!(error.error_type(), Some("not_found_error"));
        assert_eq!(error.message(), "No such model.");
        assert_eq!(error.request_id(), Some("req_1"));
    }

    #[test]
    fn bodies_without_an_envelope_still_tell_something() {
        assert_eq!(answer(413, " <html>too big</html>\n").message(), "<html>too big</html>");
        assert_eq!(answer(502, "").message(), "status 502 without a body");
        assert_eq!(answer(500, r#"{"error":"plain"}"#).message(), "plain");
        assert_eq!(answer(500, r#"{"message":"plain"}"#).error_type(), None);
        assert!(answer(500, &"é".repeat(5000)).message().len() < 2100);
        assert!(answer(408, "").is_retryable() && !answer(400, "").is_retryable());
    }

    #[test]
    fn a_spend_cap_is_told_apart() {
        let body = r#"{"type":"error","error":{"type":"rate_limit_error","message":"Cap.","details":{"error_code":"enforced_spend_limit_reached"}}}"#;
        let error = answer(429, body);
        assert!(error.is_spend_cap() && !error.is_retryable());
        assert_eq!(error.kind(), ErrorKind::RateLimit);
    }

    #[test]
    fn advice_fits_the_case() {
        let said = |status: u16, kind: &str, message: &str, operation: &str| {
            let body = format!(
                r#"{{"type":"error","error":{{"type":"{kind}","message":"{message}","details":{{"error_code":"{kind}"}}}}}}"#
            );
            answer(status, &body).with_operation(operation.to_owned()).to_string()
        };
        for (status, kind, message, operation, advice) in [
            (429, "contract_spend_limit_reached", "Cap.", "POST /v1/messages", "raise the spend limit"),
            (429, "rate_limit_error", "Slow down.", "POST /v1/messages", "wait as long as the service asks"),
            (
                400,
                "x",
                "metadata: an object is expected",
                "POST /v1/messages",
                "correct what the service names",
            ),
            (400, "x", "prompt is too long: 300000 tokens", "POST /v1/messages", "shorten the conversation"),
            (400, "x", "exceed context limit", "POST /v1/messages", "shorten the conversation"),
            (404, "x", "model: y", "POST /v1/messages", "check the model name"),
            (404, "x", "nothing", "POST /v1/v1/messages", "take the path out of the base URL"),
            (404, "x", "nothing", "POST /v1/messages/v1/messages", "take the path out of the base URL"),
        ] {
            let sentence = said(status, kind, message, operation);
            assert!(sentence.contains(&format!("; next: {advice}")), "{sentence}");
        }
    }

    #[test]
    fn codes_are_kept_and_some_are_final() {
        let body = |code: &str| {
            format!(
                r#"{{"type":"error","error":{{"type":"t","message":"m","details":{{"error_code":"{code}","paths":["a"]}}}}}}"#
            )
        };
        for (status, code, cap, retryable) in [
            (429, "contract_spend_limit_reached", true, false),
            (429, "ramp_limit_exceeded", false, true),
            (409, "skill_read_blocked_undecryptable", false, false),
            (409, "something_new", false, true),
            (529, "compaction_unavailable", false, true),
            (400, "file_not_downloadable", false, false),
        ] {
            let error = answer(status, &body(code));
            assert_eq!((error.error_code(), error.is_spend_cap()), (Some(code), cap));
            assert_eq!(error.is_retryable(), retryable, "{code}");
            assert!(error.details().unwrap().as_str().contains(r#""paths":["a"]"#));
            assert!(error.to_string().contains(code), "{error}");
        }
        let plain = answer(429, r#"{"error":{"type":"t","details":null}}"#);
        assert!(plain.details().is_none() && plain.error_code().is_none());
    }

    #[test]
    fn a_redirect_names_its_target_without_user_and_query() {
        let mut headers = HeaderMap::new();
        headers.insert(
            "location",
            "https://user:pass@other.example/v1?Signature=hidden#hidden".parse().unwrap(),
        );
        let error = from_answer(307, &headers, Bytes::new());
        assert_eq!(error.kind(), ErrorKind::ApiStatus);
        assert!(error.message().contains("other.example") && !error.message().contains("pass"), "{error}");
        assert!(!format!("{error} {}", error.message()).contains("hidden"), "{error}");
    }

    #[test]
    fn inside_a_stream_the_type_decides() {
        let error = from_envelope(&Bytes::from_static(
            br#"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#,
        ));
        assert_eq!(error.kind(), ErrorKind::Overloaded);
        assert!(error.is_retryable());
        assert_eq!(from_envelope(&Bytes::from_static(b"oops")).message(), "oops");
    }
}
