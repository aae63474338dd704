//! From an answer and an order to the exact writes on the wire: rendering, compression, cutting, pauses, and where it
//! breaks. No sockets here; the servers carry the plan out.

mod cut;
#[cfg(test)]
mod tests;

use std::io::Write as _;
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};

use cut::{Cut, truncate_at};

use crate::answer::{Answer, Content, EVENTS, JSON};
use crate::cache::Writes;
use crate::fields::{self, Fields};
use crate::ids::{Dice, digest};
use crate::script::{Fault, RawItem, Reply, ScriptError, SseItem, decode};
use crate::sse::{Part, Style, render};

/// The whole plan of one reply.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) status: u16,
    pub(crate) headers: Fields,
    pub(crate) steps: Vec<Step>,
    pub(crate) finish: Finish,
    /// Sent after the steps until the client leaves; `finish` is not reached then.
    pub(crate) flood: Option<Bytes>,
    pub(crate) head: Head,
    pub(crate) delay: Duration,
    /// What can be read from the prompt cache once it has begun.
    pub(crate) writes: Writes,
    pub(crate) framing: Framing,
    /// The connection serves further requests.
    pub(crate) keep_alive: bool,
    /// A close at the end is not announced, because it should come unexpected.
    pub(crate) silent_close: bool,
}

impl Plan {
    /// A status and nothing else.
    pub(crate) fn empty(status: u16) -> Self {
        Self {
            status,
            headers: Fields::new(),
            steps: Vec::new(),
            finish: Finish::End,
            flood: None,
            head: Head::Whole,
            delay: Duration::ZERO,
            writes: Writes::new(),
            framing: Framing::Length(0),
            keep_alive: true,
            silent_close: false,
        }
    }
}

/// One write with its flush, or a silence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Data(Bytes),
    Pause(Duration),
}

/// The end of the delivery, after the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    /// The framing is completed.
    End,
    /// Completed, then the connection goes without announcement.
    EndThenClose,
    EndThenReset,
    /// The framing stays incomplete.
    Close,
    Reset,
    Stall,
}

/// The delivery of the header block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    Whole,
    /// It is part of the steps.
    Given,
    Missing(Finish),
    Half(Finish),
}

/// The framing of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    Chunked,
    Length(u64),
    UntilClose,
}

/// Silence of a model stream after which the service sends a ping (protocol §12.3).
const PING_EVERY: Duration = Duration::from_secs(12);

/// The circumstances that every plan depends on.
#[derive(Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) request_id: &'a str,
    pub(crate) date: String,
    /// Time between the events of a model stream.
    pub(crate) pace: Duration,
    pub(crate) seed: u64,
}

/// Turns a scripted body, or else the service's own answer, into a plan.
pub(crate) fn plan(
    answer: Option<Answer>,
    order: &Reply,
    setting: &Setting<'_>,
) -> Result<Plan, ScriptError> {
    if let Some(items) = &order.raw {
        return bytes_as_given(items, order);
    }
    let Answer { status, mut headers, content, writes } = match answer {
        Some(answer) => answer,
        None => scripted(order)?,
    };
    let status = order.status.unwrap_or(status);
    let pace = if order.gap_ms > 0 { Duration::from_millis(order.gap_ms) } else { setting.pace };
    let model_stream = matches!(content, Content::Events(_)) && order.sse.is_none();
    let style = Style {
        newline: order.newline.as_deref().unwrap_or("\n"),
        pad: order.pad,
        edit: order.edit.as_ref(),
    };
    let (kind, mut parts) = match content {
        Content::Empty => (None, Vec::new()),
        Content::Bytes { kind, bytes } => (Some(kind), vec![Part::Bytes { bytes, event: None }]),
        Content::Events(items) => (Some(EVENTS), render(&items, &style)?),
    };
    if order.gzip {
        parts = compress(parts);
        fields::default(&mut headers, "content-encoding", "gzip");
    }
    let length = body_length(&parts);
    let cut = Cut::of(order);
    let mut finish = truncate_after(&mut parts, order.fault.as_ref());
    if matches!(cut, Cut::None) && !pace.is_zero() {
        parts = spread(parts, pace, model_stream);
    }
    let dice = model_stream.then(|| Dice::new(digest(setting.seed, &length.to_le_bytes())));
    let gap = Duration::from_millis(order.gap_ms);
    let mut steps = cut.apply(parts, gap, dice);
    if let Some((offset, end)) = offset_of(order.fault.as_ref()) {
        truncate_at(&mut steps, offset);
        finish = end;
    }
    let framing = framing_of(order, kind, length);
    if let Some(kind) = kind {
        fields::default(&mut headers, "content-type", kind);
    }
    fields::default(&mut headers, "request-id", setting.request_id);
    fields::default(&mut headers, "date", setting.date.clone());
    apply_headers(&mut headers, order);
    let lies = order.content_length.is_some_and(|announced| announced != length);
    let keep_alive = order.keep_alive && !lies && framing != Framing::UntilClose;
    Ok(Plan {
        status,
        headers,
        steps,
        finish,
        flood: flood(order)?,
        head: head_of(order.fault.as_ref()),
        delay: Duration::from_millis(order.delay_ms),
        writes,
        framing,
        keep_alive,
        silent_close: lies && order.keep_alive,
    })
}

/// How the end of the body is marked.
fn framing_of(order: &Reply, kind: Option<&str>, length: u64) -> Framing {
    match (order.content_length, order.until_close, order.chunked) {
        (Some(announced), _, _) => Framing::Length(announced),
        (_, true, _) => Framing::UntilClose,
        (_, _, Some(true)) => Framing::Chunked,
        (_, _, None) if kind == Some(EVENTS) || order.flood.is_some() => Framing::Chunked,
        _ => Framing::Length(length),
    }
}

/// An answer whose head is part of its bytes. Neither a length nor an end mark is added to it.
fn bytes_as_given(items: &[RawItem], order: &Reply) -> Result<Plan, ScriptError> {
    let mut parts = Vec::with_capacity(items.len());
    for item in items {
        parts.push(match item {
            RawItem::Text(text) => Part::Bytes { bytes: text.clone().into_bytes(), event: None },
            RawItem::Bytes(bytes) => Part::Bytes { bytes: decode("base64", &bytes.base64)?, event: None },
            RawItem::Pause(pause) => Part::Pause(Duration::from_millis(pause.pause_ms)),
        });
    }
    let length = body_length(&parts);
    let mut finish = truncate_after(&mut parts, order.fault.as_ref());
    let cut = Cut::of(order);
    let gap = Duration::from_millis(order.gap_ms);
    if matches!(cut, Cut::None) && !gap.is_zero() {
        parts = spread(parts, gap, false);
    }
    let mut steps = cut.apply(parts, gap, None);
    if let Some((offset, end)) = offset_of(order.fault.as_ref()) {
        truncate_at(&mut steps, offset);
        finish = end;
    }
    let head = match head_of(order.fault.as_ref()) {
        Head::Whole => Head::Given,
        broken => broken,
    };
    Ok(Plan {
        steps,
        finish,
        flood: flood(order)?,
        head,
        delay: Duration::from_millis(order.delay_ms),
        framing: Framing::Length(length),
        keep_alive: order.keep_alive,
        ..Plan::empty(200)
    })
}

/// The bytes of a flood, in writes that are large enough to outrun a client.
fn flood(order: &Reply) -> Result<Option<Bytes>, ScriptError> {
    const WRITE: usize = 64 << 10;
    let unit = match &order.flood {
        Some(RawItem::Text(text)) => text.clone().into_bytes(),
        Some(RawItem::Bytes(bytes)) => decode("flood", &bytes.base64)?,
        Some(RawItem::Pause(_)) | None => return Ok(None),
    };
    let times = (WRITE / unit.len().max(1)).max(1);
    Ok(Some(Bytes::from(unit.repeat(times))))
}

fn scripted(order: &Reply) -> Result<Answer, ScriptError> {
    let bytes = |kind, bytes| Content::Bytes { kind, bytes };
    let content = match order {
        Reply { json: Some(body), .. } => bytes(JSON, body.to_string().into_bytes()),
        Reply { text: Some(body), .. } => bytes("text/plain; charset=utf-8", body.clone().into_bytes()),
        Reply { base64: Some(body), .. } => bytes("application/octet-stream", decode("base64", body)?),
        Reply { sse: Some(items), .. } => Content::Events(items.clone()),
        _ => Content::Empty,
    };
    Ok(Answer { content, ..Answer::empty() })
}

/// The order's headers replace those of the service; `null` removes.
fn apply_headers(headers: &mut Fields, order: &Reply) {
    for (name, value) in &order.headers {
        fields::remove(headers, name);
        let values =
            if let Value::Array(list) = value { list.as_slice() } else { std::slice::from_ref(value) };
        for value in values.iter().filter(|v| !v.is_null()) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            headers.push((name.clone(), text));
        }
    }
}

fn body_length(parts: &[Part]) -> u64 {
    parts.iter().map(|p| if let Part::Bytes { bytes, .. } = p { bytes.len() as u64 } else { 0 }).sum()
}

/// One gzip member over the whole body, flushed at the end of each part so that a client can read part by part.
fn compress(parts: Vec<Part>) -> Vec<Part> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    let mut out: Vec<Part> = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            // Writing into memory cannot fail.
            Part::Bytes { bytes, event } => {
                let _ = encoder.write_all(&bytes).and_then(|()| encoder.flush());
                out.push(Part::Bytes { bytes: std::mem::take(encoder.get_mut()), event });
            }
            pause @ Part::Pause(_) => out.push(pause),
        }
    }
    let tail = encoder.finish().unwrap_or_default();
    match out.last_mut() {
        Some(Part::Bytes { bytes, .. }) => bytes.extend(tail),
        _ => out.push(Part::Bytes { bytes: tail, event: None }),
    }
    out
}

/// Cuts behind the first event a fault names.
fn truncate_after(parts: &mut Vec<Part>, fault: Option<&Fault>) -> Finish {
    let (name, finish) = match fault {
        Some(Fault::ResetAfter(name)) => (name, Finish::Reset),
        Some(Fault::CloseAfter(name)) => (name, Finish::Close),
        Some(Fault::StallAfter(name)) => (name, Finish::Stall),
        Some(Fault::ResetAfterReply) => return Finish::EndThenReset,
        Some(Fault::CloseAfterReply) => return Finish::EndThenClose,
        _ => return Finish::End,
    };
    let found = parts.iter().position(|p| matches!(p, Part::Bytes { event: Some(e), .. } if e == name));
    let Some(index) = found else { return Finish::End };
    parts.truncate(index + 1);
    finish
}

fn offset_of(fault: Option<&Fault>) -> Option<(usize, Finish)> {
    match fault? {
        Fault::ResetAt(offset) => Some((*offset, Finish::Reset)),
        Fault::CloseAt(offset) => Some((*offset, Finish::Close)),
        Fault::StallAt(offset) => Some((*offset, Finish::Stall)),
        _ => None,
    }
}

fn head_of(fault: Option<&Fault>) -> Head {
    match fault {
        Some(Fault::ResetBeforeHeaders | Fault::ResetUpload(_)) => Head::Missing(Finish::Reset),
        Some(Fault::CloseBeforeHeaders) => Head::Missing(Finish::Close),
        Some(Fault::StallBeforeHeaders) => Head::Missing(Finish::Stall),
        Some(Fault::ResetMidHeaders) => Head::Half(Finish::Reset),
        Some(Fault::CloseMidHeaders) => Head::Half(Finish::Close),
        _ => Head::Whole,
    }
}

/// Puts the pace between parts; in a model stream a long silence is filled with pings, as the service does.
fn spread(parts: Vec<Part>, pace: Duration, pings: bool) -> Vec<Part> {
    let ping = SseItem::event("ping", json!({"type": "ping"}));
    let style = Style { newline: "\n", pad: 0, edit: None };
    let ping = render(&[ping], &style).unwrap_or_default();
    let mut out = Vec::with_capacity(parts.len() * 2);
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            let mut rest = pace;
            while pings && rest > PING_EVERY {
                out.push(Part::Pause(PING_EVERY));
                out.extend(ping.iter().cloned());
                rest -= PING_EVERY;
            }
            out.push(Part::Pause(rest));
        }
        out.push(part);
    }
    out
}
