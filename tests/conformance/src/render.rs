//! Turns the `sse` list of a case into the exact bytes of a body, and a scripted reply of a case into the emulator's
//! script. The harness renders by itself, so that the client's input does not depend on another encoder.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::json::Json;

/// Named lists of stream items (`cases/fixtures.json`), used as `"@name"`, and two defaults.
pub struct Fixtures(Json);

impl Fixtures {
    /// Wraps the parsed fixture file: an object of arrays, `request` and `config`.
    #[must_use]
    pub fn new(file: Json) -> Fixtures {
        Fixtures(file)
    }

    /// A default that is no stream: `request`, the body of a call that gives none, and `config`, what every client
    /// is configured with.
    #[must_use]
    pub fn default_of(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }
}

/// A part of a streamed body.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Bytes written at once.
    Bytes(Vec<u8>),
    /// Silence, in milliseconds.
    Pause(u64),
}

/// One scripted reply: the emulator's script, and the body where the client is to be fed it directly.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The object the emulator understands.
    pub script: Json,
    /// The event-stream body, for replies with `sse`.
    pub body: Option<Vec<u8>>,
    /// The expected request for this reply.
    pub expect_request: Json,
    /// True if the body may be cut anywhere without changing the meaning of the case.
    pub divisible: bool,
}

/// Reads one entry of `server`.
///
/// # Errors
/// A sentence about the first malformed part.
pub fn reply(entry: &Json, fixtures: &Fixtures) -> Result<Reply, String> {
    let mut script = entry.clone();
    let expect_request = script.take("expect_request").unwrap_or(Json::Null);
    let newline = script.take("newline");
    let pad = script.take("pad").and_then(|v| v.as_u64()).unwrap_or(0);
    let mut body = None;
    let mut divisible = false;
    if let Some(json) = script.take("json") {
        script.set("text", Json::Text(json.to_string()));
        default_header(&mut script, "content-type", "application/json");
    }
    if let Some(items) = script.take("raw") {
        let style = Style { newline: newline.as_ref().and_then(Json::as_str).unwrap_or("\n"), pad };
        let items: Result<Vec<_>, _> = items.items().iter().map(|i| raw(i, fixtures, &style)).collect();
        script.set("raw", Json::Array(items?));
    }
    if let Some(unit) = script.take("flood") {
        let style = Style { newline: newline.as_ref().and_then(Json::as_str).unwrap_or("\n"), pad };
        script.set("flood", raw(&unit, fixtures, &style)?);
    }
    if let Some(items) = script.take("sse") {
        let style = Style { newline: newline.as_ref().and_then(Json::as_str).unwrap_or("\n"), pad };
        let pieces = stream(items.items(), fixtures, &style)?;
        if let Some(cut) = script.take("cut") {
            script.set("fault", fault(&cut, items.items(), fixtures, &style)?);
        }
        let whole: Vec<u8> = pieces
            .iter()
            .flat_map(|p| if let Piece::Bytes(bytes) = p { bytes.as_slice() } else { &[] })
            .copied()
            .collect();
        divisible = pieces.iter().all(|p| matches!(p, Piece::Bytes(_)))
            && ["fault", "flood", "pieces", "split_at", "gzip", "content_length", "gap_ms", "status"]
                .iter()
                .all(|key| script.get(key).is_none());
        script.set("sse", emulator_items(&pieces));
        default_header(&mut script, "content-type", "text/event-stream; charset=utf-8");
        body = Some(whole);
    }
    Ok(Reply { script, body, expect_request, divisible })
}

/// An element of an answer that is given byte for byte: what the emulator takes, `{"sse": […]}` for the bytes of stream
/// items, `{"chunk": element, "extension": ";a=b"}` for an element in the chunked framing.
fn raw(item: &Json, fixtures: &Fixtures, style: &Style<'_>) -> Result<Json, String> {
    if item.get("pause_ms").is_some() {
        return Ok(item.clone());
    }
    raw_bytes(item, fixtures, style).map(|bytes| one("base64", Json::Text(STANDARD.encode(bytes))))
}

fn raw_bytes(item: &Json, fixtures: &Fixtures, style: &Style<'_>) -> Result<Vec<u8>, String> {
    if let Some(text) = item.as_str() {
        return Ok(text.as_bytes().to_vec());
    }
    if let Some(text) = item.get("base64").and_then(Json::as_str) {
        return STANDARD.decode(text).map_err(|e| e.to_string());
    }
    if let Some(items) = item.get("sse") {
        let pieces = stream(items.items(), fixtures, style)?;
        let bytes = |piece: Piece| match piece {
            Piece::Bytes(bytes) => Ok(bytes),
            Piece::Pause(_) => Err("a pause stands between the elements of raw, not in their sse".to_owned()),
        };
        return Ok(pieces.into_iter().map(bytes).collect::<Result<Vec<_>, _>>()?.concat());
    }
    let inner = item.get("chunk").ok_or_else(|| format!("raw does not know the element {item}"))?;
    let inner = raw_bytes(inner, fixtures, style)?;
    let extension = item.get("extension").and_then(Json::as_str).unwrap_or_default();
    let mut out = format!("{:x}{extension}\r\n", inner.len()).into_bytes();
    out.extend(inner);
    out.extend(b"\r\n");
    Ok(out)
}

/// `{"after_item": N, "plus": bytes, "how": "close"|"reset"|"stall"}` as the emulator's fault at a byte offset.
fn fault(cut: &Json, items: &[Json], fixtures: &Fixtures, style: &Style<'_>) -> Result<Json, String> {
    let after = cut.get("after_item").and_then(Json::as_u64).and_then(|n| usize::try_from(n).ok());
    let items = items.get(..after.ok_or("cut wants after_item")?).ok_or("cut: there are fewer items")?;
    let offset: usize = stream(items, fixtures, style)?
        .iter()
        .map(|p| if let Piece::Bytes(bytes) = p { bytes.len() } else { 0 })
        .sum();
    let plus = cut.get("plus").and_then(Json::as_u64).unwrap_or(0);
    let how = match cut.get("how").and_then(Json::as_str) {
        Some(how @ ("close" | "reset" | "stall")) => how,
        _ => return Err("cut wants how: close, reset or stall".to_owned()),
    };
    Ok(one(&format!("{how}_at"), Json::int(offset as u64 + plus)))
}

fn default_header(script: &mut Json, name: &str, value: &str) {
    let mut headers = script.take("headers").unwrap_or(Json::Object(Vec::new()));
    if !headers.entries().iter().any(|(k, _)| k.eq_ignore_ascii_case(name)) {
        headers.set(name, Json::text(value));
    }
    script.set("headers", headers);
}

fn emulator_items(pieces: &[Piece]) -> Json {
    Json::Array(
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Bytes(bytes) => one("raw_base64", Json::Text(STANDARD.encode(bytes))),
                Piece::Pause(ms) => one("pause_ms", Json::int(ms)),
            })
            .collect(),
    )
}

fn one(key: &str, value: Json) -> Json {
    Json::Object(vec![(key.to_owned(), value)])
}

struct Style<'a> {
    newline: &'a str,
    pad: u64,
}

fn stream(items: &[Json], fixtures: &Fixtures, style: &Style<'_>) -> Result<Vec<Piece>, String> {
    let mut out = Vec::new();
    for item in items {
        if let Some(name) = item.as_str() {
            let name =
                name.strip_prefix('@').ok_or_else(|| format!("a stream item {item} is no @fixture"))?;
            let list = fixtures.0.get(name).ok_or_else(|| format!("there is no fixture @{name}"))?;
            out.extend(stream(list.items(), fixtures, style)?);
        } else if let Some(list) = item.get("items") {
            let times = item.get("times").and_then(Json::as_u64).unwrap_or(1);
            let pieces = stream(list.items(), fixtures, style)?;
            for _ in 0..times {
                out.extend(pieces.iter().cloned());
            }
        } else {
            out.push(single(item, style)?);
        }
    }
    Ok(out)
}

fn single(item: &Json, style: &Style<'_>) -> Result<Piece, String> {
    if let Some(kind) = item.get("type").and_then(Json::as_str) {
        return Ok(Piece::Bytes(frame(Some(kind), Some(&item.to_string()), style)));
    }
    let text = |key: &str| item.get(key).and_then(Json::as_str);
    if let Some(raw) = text("raw") {
        return Ok(Piece::Bytes(raw.as_bytes().to_vec()));
    }
    if let Some(raw) = text("raw_base64") {
        return STANDARD.decode(raw).map(Piece::Bytes).map_err(|e| e.to_string());
    }
    if let Some(comment) = text("comment") {
        return Ok(Piece::Bytes(format!(": {comment}{0}{0}", style.newline).into_bytes()));
    }
    if let Some(ms) = item.get("pause_ms").and_then(Json::as_u64) {
        return Ok(Piece::Pause(ms));
    }
    let data = item.get("data").map(|d| d.as_str().map_or_else(|| d.to_string(), str::to_owned));
    if data.is_none() && text("event").is_none() {
        return Err(format!("a stream item that says nothing: {item}"));
    }
    Ok(Piece::Bytes(frame(text("event"), data.as_deref(), style)))
}

fn frame(event: Option<&str>, data: Option<&str>, style: &Style<'_>) -> Vec<u8> {
    let mut out = String::new();
    if let Some(event) = event {
        out.push_str("event: ");
        out.push_str(event);
        out.push_str(style.newline);
    }
    for line in data.into_iter().flat_map(|d| d.split('\n')) {
        out.push_str("data: ");
        out.push_str(line);
        (0..style.pad).for_each(|_| out.push(' '));
        out.push_str(style.newline);
    }
    out.push_str(style.newline);
    out.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(entry: &str) -> String {
        let fixtures = Fixtures::new(Json::parse(r#"{"end":[{"type":"message_stop"}]}"#).unwrap());
        let reply = reply(&Json::parse(entry).unwrap(), &fixtures).unwrap();
        String::from_utf8(reply.body.unwrap()).unwrap()
    }

    #[test]
    fn items_become_the_bytes_they_describe() {
        assert_eq!(
            body(
                r#"{"sse":[{"type":"ping"},{"comment":"hi"},{"raw":"x\n"},{"pause_ms":5},{"event":"a","data":"1\n2"},"@end"]}"#
            ),
            "event: ping\ndata: {\"type\":\"ping\"}\n\n: hi\n\nx\nevent: a\ndata: 1\ndata: 2\n\nevent: \
            message_stop\ndata: {\"type\":\"message_stop\"}\n\n"
        );
        assert_eq!(
            body(
                r#"{"newline":"\r","pad":2,"sse":[{"data":{"n":1.50}},{"items":[{"event":"e"}],"times":2}]}"#
            ),
            "data: {\"n\":1.50}  \r\revent: e\r\revent: e\r\r"
        );
    }

    #[test]
    fn raw_answers_are_bytes() {
        let fixtures = Fixtures::new(Json::Null);
        let entry = r#"{"raw":["HTTP/1.1 200 OK\r\n",{"pause_ms":3},{"chunk":{"sse":[{"data":1}]},"extension":";a"},{"base64":"AA=="}]}"#;
        let made = reply(&Json::parse(entry).unwrap(), &fixtures).unwrap();
        let items = made.script.get("raw").unwrap().items();
        let bytes = |item: &Json| STANDARD.decode(item.get("base64").unwrap().as_str().unwrap()).unwrap();
        assert_eq!(bytes(&items[0]), b"HTTP/1.1 200 OK\r\n");
        assert_eq!(items[1].to_string(), r#"{"pause_ms":3}"#);
        assert_eq!(bytes(&items[2]), b"9;a\r\ndata: 1\n\n\r\n");
        assert_eq!(bytes(&items[3]), [0]);
        let wrong = Json::parse(r#"{"raw":[{"what":1}]}"#).unwrap();
        assert!(reply(&wrong, &fixtures).is_err());
    }

    #[test]
    fn json_bodies_keep_their_numbers() {
        let fixtures = Fixtures::new(Json::Null);
        let entry =
            Json::parse(r#"{"json":{"n":123456789012345678901},"headers":{"a":"b"},"status":400}"#).unwrap();
        let made = reply(&entry, &fixtures).unwrap();
        assert_eq!(
            made.script.to_string(),
            r#"{"status":400,"text":"{\"n\":123456789012345678901}","headers":{"a":"b","content-type":"application/json"}}"#
        );
    }
}
