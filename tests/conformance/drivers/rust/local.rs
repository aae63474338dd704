//! Cases that the Rust driver runs without a service: conversations, growing JSON, signatures of webhooks.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use parlour::clock::ScriptedClock;
use parlour::{
    Body, CacheChange, CachePart, CacheTtl, Conversation, Message, MessageRequest, PartialJson,
    PartialJsonMode, Trimmed, WebhookError, WebhookEvent, WebhookVerifier,
};
use parlour_conformance::json::Json;
use parlour_conformance::lines;

use crate::Failed;

pub(crate) fn conversation(call: &Json) -> Result<Json, Failed> {
    let mut talk = Conversation::new();
    let mut results = Vec::new();
    for operation in call.get("operations").map(Json::items).unwrap_or_default() {
        let Some((name, value)) = operation.entries().first() else { continue };
        results.push(match one(&mut talk, name, value) {
            Ok(result) => result,
            Err(Failed::Client(error)) => object([("error", Json::text(error.kind().name()))]),
            Err(other) => return Err(other),
        });
    }
    let mut line = unsent();
    line.set("results", Json::Array(results));
    line.set("messages", messages(&talk));
    if let Some(settings) = call.get("settings").and_then(Json::as_str) {
        let body = talk.body_json(settings.to_owned())?;
        line.set("body_text", Json::text(String::from_utf8_lossy(&body.to_bytes())));
    }
    Ok(line)
}

fn one(talk: &mut Conversation, name: &str, value: &Json) -> Result<Json, Failed> {
    let text = value.as_str().unwrap_or_default();
    let number = value.as_u64().unwrap_or_default();
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    Ok(match name {
        "push" => {
            talk.push_json(text.to_owned())?;
            Json::Null
        }
        "reply" => {
            let message: Message =
                serde_json::from_str(text).map_err(|e| Failed::Line(format!("no message: {e}")))?;
            Json::Bool(talk.push_reply(&message)?)
        }
        "load" => {
            *talk = Conversation::from_json(text)?;
            Json::Null
        }
        "keep_last" => trimmed(talk.keep_last(index)),
        "keep_tokens" => trimmed(talk.keep_tokens(number)),
        "rewind" => {
            talk.rewind(index);
            Json::Null
        }
        "cut_before" => Json::Bool(talk.cut_before(index)),
        "save_and_load" => {
            *talk = Conversation::from_json(talk.to_json()?.as_str())?;
            Json::Null
        }
        "repair" => {
            let changes = talk.repair()?;
            let change = |change: &parlour::Repair| {
                object([
                    ("turn", Json::int(change.turn)),
                    ("kind", Json::text(change.kind.as_str())),
                    ("subject", lines::optional(change.subject.as_deref())),
                ])
            };
            Json::Array(changes.iter().map(change).collect())
        }
        other => return Err(Failed::Line(format!("unknown operation {other}"))),
    })
}

fn trimmed(trimmed: Trimmed) -> Json {
    object([("removed", Json::int(trimmed.removed)), ("within", Json::Bool(trimmed.within))])
}

/// The turns as JSON text of one array.
pub(crate) fn messages(talk: &Conversation) -> Json {
    let turns: Vec<String> = (0..talk.len())
        .filter_map(|index| talk.turn_json(index))
        .map(|turn| String::from_utf8_lossy(&turn).into_owned())
        .collect();
    Json::Text(format!("[{}]", turns.join(",")))
}

pub(crate) fn cache(call: &Json) -> Result<Json, Failed> {
    let text = |key: &str| call.get(key).and_then(Json::as_str);
    let body = |key: &str| Body::from_json_bytes(text(key).unwrap_or_default().to_owned());
    let not_read = |e: serde_json::Error| Failed::Line(format!("not understood: {e}"));
    let mut line = unsent();
    if let Some(lifetime) = text("stable") {
        let mut request: MessageRequest =
            serde_json::from_str(text("request").unwrap_or_default()).map_err(not_read)?;
        let known =
            [CacheTtl::FiveMinutes, CacheTtl::OneHour].into_iter().find(|ttl| ttl.as_str() == lifetime);
        request.mark_cache(known.ok_or_else(|| Failed::Line(format!("no lifetime: {lifetime}")))?);
        line.set("marked", Json::Text(serde_json::to_string(&request).map_err(not_read)?));
    }
    if text("before").is_some() {
        let change = CacheChange::between(&body("before")?, &body("request")?)?;
        line.set(
            "change",
            change.map_or(Json::Null, |change| {
                object([
                    ("part", Json::text(change.part.as_str())),
                    ("index", change.index.map_or(Json::Null, Json::int)),
                    ("offset", Json::int(change.offset)),
                ])
            }),
        );
    }
    if let Some(answer) = text("answer") {
        let message: Message = serde_json::from_str(answer).map_err(not_read)?;
        line.set("reported", lines::optional(CacheChange::reported_by(&message).map(CachePart::as_str)));
    }
    Ok(line)
}

pub(crate) fn partial_json(call: &Json) -> Json {
    let trailing = call.get("trailing_strings").and_then(Json::as_bool) == Some(true);
    let mode = if trailing { PartialJsonMode::TrailingStrings } else { PartialJsonMode::Default };
    let mut json = PartialJson::new(mode);
    let mut values = Vec::new();
    for piece in call.get("pieces").map(Json::items).unwrap_or_default() {
        json.push(piece.as_str().unwrap_or_default());
        let shown = json.value().and_then(|_| Json::parse(&json.to_json()).ok());
        values.push(shown.unwrap_or(Json::Null));
    }
    let mut line = unsent();
    line.set("values", Json::Array(values));
    line.set("complete", Json::Bool(json.is_complete()));
    line.set("failed", Json::Bool(json.error().is_some()));
    line
}

pub(crate) fn webhook(call: &Json) -> Result<Json, Failed> {
    let mut line = unsent();
    let (event, refused) = match verified(call) {
        Ok(event) => {
            let json = serde_json::to_string(&event).map_err(|e| Failed::Line(e.to_string()))?;
            let event = Json::parse(&json).map_err(|e| Failed::Line(e.to_string()))?;
            (event, Json::Null)
        }
        Err(refusal) => (Json::Null, Json::text(name_of(&refusal))),
    };
    line.set("event", event);
    line.set("refused", refused);
    Ok(line)
}

fn verified(call: &Json) -> Result<WebhookEvent, WebhookError> {
    let list = |key: &str| call.get(key).map(Json::items).unwrap_or_default();
    let seconds = |key: &str| call.get(key).and_then(Json::as_u64).map(Duration::from_secs);
    let clock = ScriptedClock::new().with_wall(SystemTime::UNIX_EPOCH + seconds("now").unwrap_or_default());
    let mut verifier = WebhookVerifier::new(list("secrets").iter().filter_map(Json::as_str))?;
    verifier = verifier.clock(Arc::new(clock));
    if let Some(tolerance) = seconds("tolerance") {
        verifier = verifier.tolerance(tolerance);
    }
    let mut headers = parlour::reqwest::header::HeaderMap::new();
    for pair in list("headers") {
        let [Json::Text(name), Json::Text(value)] = pair.items() else { continue };
        let name = parlour::reqwest::header::HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, value.parse()) {
            headers.append(name, value);
        }
    }
    let body = call.get("body").and_then(Json::as_str).unwrap_or_default();
    verifier.verify_request(&headers, body.as_bytes())
}

fn name_of(refusal: &WebhookError) -> &'static str {
    match refusal {
        WebhookError::Secret(_) => "secret",
        WebhookError::Header(_) => "header",
        WebhookError::Timestamp => "timestamp",
        WebhookError::Age(_) => "age",
        WebhookError::Signature => "signature",
        WebhookError::Body(_) => "body",
        _ => "unknown",
    }
}

fn unsent() -> Json {
    let mut line = lines::tagged("done");
    line.set("attempts", Json::int(0));
    line.set("waits_ms", Json::Array(Vec::new()));
    line
}

fn object<const N: usize>(entries: [(&str, Json); N]) -> Json {
    Json::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
