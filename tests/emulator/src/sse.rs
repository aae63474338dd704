//! Events to bytes: rendering of an event stream and the edits a script may make to it. Knows nothing of what the
//! events say.

use std::time::Duration;

use serde_json::Value;

use crate::script::{Edit, ScriptError, SseItem, decode};

/// A rendered part of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Bytes to be flushed together, with the name of the event they are.
    Bytes { bytes: Vec<u8>, event: Option<String> },
    /// Silence.
    Pause(Duration),
}

/// How events are written.
#[derive(Clone, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) newline: &'a str,
    pub(crate) pad: usize,
    pub(crate) edit: Option<&'a Edit>,
}

/// Renders items in order, edits applied.
pub(crate) fn render(items: &[SseItem], style: &Style<'_>) -> Result<Vec<Part>, ScriptError> {
    let plain = Edit::default();
    let edit = style.edit.unwrap_or(&plain);
    let mut done = vec![false; edit.insert.len()];
    let mut parts = Vec::with_capacity(items.len());
    for item in items {
        let name = name_of(item);
        if put_in(edit, &mut done, |i| i.before.as_deref(), name.as_deref(), &mut parts, style)? {
            return Ok(parts);
        }
        if !name.as_ref().is_some_and(|n| edit.drop.contains(n)) {
            parts.push(render_one(item, style, edit)?);
        }
        if put_in(edit, &mut done, |i| i.after.as_deref(), name.as_deref(), &mut parts, style)? {
            return Ok(parts);
        }
    }
    for insert in edit.insert.iter().filter(|i| i.before.is_none() && i.after.is_none()) {
        for item in &insert.items {
            parts.push(render_one(item, style, edit)?);
        }
    }
    Ok(parts)
}

/// Puts in what belongs at this event, each insertion once. True: the stream ends here.
fn put_in(
    edit: &Edit,
    done: &mut [bool],
    place: impl Fn(&crate::script::Insert) -> Option<&str>,
    name: Option<&str>,
    parts: &mut Vec<Part>,
    style: &Style<'_>,
) -> Result<bool, ScriptError> {
    for (insert, done) in edit.insert.iter().zip(done) {
        if *done || place(insert).is_none() || place(insert) != name {
            continue;
        }
        *done = true;
        for item in &insert.items {
            parts.push(render_one(item, style, edit)?);
        }
        if insert.then_end {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The name an event goes by: its `event` line, else the `type` in its data.
fn name_of(item: &SseItem) -> Option<String> {
    let inner = || item.data.as_ref().and_then(|d| d.get("type")).and_then(Value::as_str).map(str::to_owned);
    item.event.clone().or_else(inner)
}

fn render_one(item: &SseItem, style: &Style<'_>, edit: &Edit) -> Result<Part, ScriptError> {
    let end = style.newline;
    if let Some(ms) = item.pause_ms {
        return Ok(Part::Pause(Duration::from_millis(ms)));
    }
    if let Some(raw) = &item.raw {
        return Ok(Part::Bytes { bytes: raw.as_bytes().to_vec(), event: None });
    }
    if let Some(raw) = &item.raw_base64 {
        return Ok(Part::Bytes { bytes: decode("raw_base64", raw)?, event: None });
    }
    let mut out = String::new();
    if let Some(comment) = &item.comment {
        out.push_str(&format!(": {comment}{end}{end}"));
        return Ok(Part::Bytes { bytes: out.into_bytes(), event: None });
    }
    if let Some(event) = item.event.as_ref().filter(|_| edit.event_names) {
        out.push_str(&format!("event: {event}{end}"));
    }
    if let Some(data) = &item.data {
        let text = match data {
            Value::String(verbatim) => verbatim.clone(),
            other if edit.data_lines => format!("{other:#}"),
            other => other.to_string(),
        };
        for line in text.split('\n') {
            out.push_str("data: ");
            out.push_str(line);
            out.extend(std::iter::repeat_n(' ', style.pad + item.pad));
            out.push_str(end);
        }
    }
    out.push_str(end);
    Ok(Part::Bytes { bytes: out.into_bytes(), event: name_of(item) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Insert;
    use serde_json::json;

    const PLAIN: Style<'static> = Style { newline: "\n", pad: 0, edit: None };

    fn text(parts: &[Part]) -> String {
        parts
            .iter()
            .map(|p| match p {
                Part::Bytes { bytes, .. } => String::from_utf8_lossy(bytes).into_owned(),
                Part::Pause(time) => format!("<{}>", time.as_millis()),
            })
            .collect()
    }

    #[test]
    fn items_become_lines() {
        let items = [
            SseItem::event("ping", json!({"type": "ping"})),
            SseItem { data: Some(json!("a\nb")), ..SseItem::default() },
            SseItem::comment("hi"),
            SseItem::pause(Duration::from_millis(7)),
            SseItem::raw(b"x\n"),
            SseItem { event: Some("ping".into()), ..SseItem::default() },
        ];
        let whole = text(&render(&items, &PLAIN).unwrap());
        assert_eq!(
            whole,
            "event: ping\ndata: {\"type\":\"ping\"}\n\ndata: a\ndata: b\n\n: hi\n\n<7>x\nevent: ping\n\n"
        );
        let style = Style { newline: "\r\n", pad: 2, edit: None };
        assert_eq!(
            text(&render(&items[..1], &style).unwrap()),
            "event: ping\r\ndata: {\"type\":\"ping\"}  \r\n\r\n"
        );
    }

    #[test]
    fn edits_drop_insert_and_cut() {
        let items: Vec<_> = ["a", "b", "b", "c"].iter().map(|t| SseItem::typed(json!({"type": t}))).collect();
        let mut edit = Edit { drop: vec!["c".into()], event_names: false, ..Edit::default() };
        edit.insert.push(Insert {
            before: Some("b".into()),
            items: vec![SseItem::comment("x")],
            ..Insert::default()
        });
        let style = Style { edit: Some(&edit), ..PLAIN };
        assert_eq!(
            text(&render(&items, &style).unwrap()),
            "data: {\"type\":\"a\"}\n\n: x\n\ndata: {\"type\":\"b\"}\n\ndata: {\"type\":\"b\"}\n\n"
        );
        edit.insert[0] = Insert { after: Some("a".into()), then_end: true, ..Insert::default() };
        edit.data_lines = true;
        let style = Style { edit: Some(&edit), ..PLAIN };
        assert_eq!(text(&render(&items, &style).unwrap()), "data: {\ndata:   \"type\": \"a\"\ndata: }\n\n");
    }
}
