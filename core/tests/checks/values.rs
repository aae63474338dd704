//! Untrusted input of a caller, a model or a stranger: histories, JSON that grows, schemas, webhooks, gzipped bodies,
//! journals.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use parlour::clock::ScriptedClock;
use parlour::partial_json::{Mode, complete};
use parlour::{
    Conversation, Json, PartialChange, PartialJson, PartialKind, PartialMirror, WebhookVerifier,
    schema_violations, testing,
};
use serde_json::Value;

use super::cut;

/// The first byte chooses how much is kept, the rest is a saved history or a list of messages. A history that was
/// repaired is in order, one that was cut begins where it may, and both survive writing and reading.
pub(crate) fn conversation(data: &[u8]) {
    let Some((kept, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let Ok(talk) = Conversation::from_json(text) else { return };
    let same = |talk: &Conversation| {
        let written = talk.to_json().expect("a history can be written");
        let read = Conversation::from_json(written.as_str()).expect("what was written can be read");
        assert_eq!(read.to_json().expect("again").as_str(), written.as_str());
    };
    let points: Vec<usize> = talk.cut_points().collect();
    let mut last = talk.clone();
    let trimmed = last.keep_last(usize::from(*kept));
    assert!(trimmed.removed == 0 || points.contains(&trimmed.removed), "{trimmed:?}");
    assert!(last.len() <= usize::from(*kept) || !trimmed.within, "{trimmed:?}");
    let mut short = talk.clone();
    let trimmed = short.keep_tokens(u64::from(*kept) * 8);
    assert!(short.estimated_tokens() <= u64::from(*kept) * 8 || !trimmed.within, "{trimmed:?}");
    let mut mended = talk.clone();
    let done = mended.repair().expect("any history can be repaired");
    assert_eq!(
        done.is_empty(),
        mended.to_json().expect("written").as_str() == talk.to_json().expect("written").as_str()
    );
    assert_eq!(mended.repair().expect("again"), [], "a repaired history is in order");
    for talk in [&talk, &last, &short, &mended] {
        same(talk);
    }
}

/// A host's copy, as its documents say that it is kept.
#[derive(Default)]
struct Copy {
    value: Option<Value>,
    /// The way to the container that is open innermost.
    open: Vec<String>,
    key: String,
    replaced: Option<Value>,
}

impl Copy {
    fn take(&mut self, change: PartialChange<'_>) {
        match change {
            PartialChange::Add { depth, key, value } => self.add(depth, key, value),
            PartialChange::Append(text) => match self.last() {
                Value::String(grown) => grown.push_str(text),
                other => panic!("text behind {other}"),
            },
            PartialChange::Replace(number) => *self.last() = serde_json::from_str(number).expect("a number"),
            PartialChange::Remove => self.remove(),
            other => panic!("{other:?} is not documented"),
        }
    }

    fn add(&mut self, depth: usize, key: Option<&str>, value: PartialKind<'_>) {
        let made = match value {
            PartialKind::Bool(value) => Value::Bool(value),
            PartialKind::Number(text) => serde_json::from_str(text).expect("a number"),
            PartialKind::String(text) => Value::from(text),
            PartialKind::Array(_) => Value::Array(Vec::new()),
            PartialKind::Object(_) => Value::Object(serde_json::Map::new()),
            _ => Value::Null,
        };
        self.open.truncate(depth);
        self.replaced = None;
        self.key = key.unwrap_or_default().to_owned();
        let (is_container, is_number) = (made.is_array() || made.is_object(), made.is_number());
        let key = self.key.clone();
        match self.container() {
            None => self.value = Some(made),
            Some(Value::Array(items)) => items.push(made),
            Some(Value::Object(entries)) => {
                let replaced = entries.insert(key, made).filter(|_| is_number);
                self.replaced = replaced;
            }
            Some(other) => panic!("a value within {other}"),
        }
        if is_container {
            self.open.push(self.key.clone());
        }
    }

    /// The container around the value that was added last.
    fn container(&mut self) -> Option<&mut Value> {
        if self.open.is_empty() {
            return None;
        }
        let steps = self.open.iter().skip(1);
        steps.fold(self.value.as_mut(), |value, step| match value? {
            Value::Array(items) => items.last_mut(),
            value => value.get_mut(step),
        })
    }

    fn last(&mut self) -> &mut Value {
        let key = self.key.clone();
        if self.open.is_empty() {
            return self.value.as_mut().expect("a value");
        }
        match self.container() {
            Some(Value::Array(items)) => items.last_mut().expect("an item"),
            Some(value) => value.get_mut(&key).expect("a member"),
            None => panic!("no container"),
        }
    }

    fn remove(&mut self) {
        let (key, replaced) = (self.key.clone(), self.replaced.take());
        match self.container() {
            None => self.value = None,
            Some(Value::Array(items)) => drop(items.pop()),
            Some(Value::Object(entries)) => match replaced {
                Some(earlier) => drop(entries.insert(key, earlier)),
                None => drop(entries.remove(&key)),
            },
            Some(other) => panic!("a value within {other}"),
        }
    }
}

/// Whether this is JSON with a number that the copy, a tree of serde's, does not hold.
fn is_beyond_a_double(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_err()
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The first byte chooses the mode, the second how many of the next ones are the lengths of pieces; the rest is JSON
/// that grows. At each look the value is what completion makes of the text, and a copy that follows the changes is the
/// value.
pub(crate) fn growing(data: &[u8]) {
    let &[mode, count, ref rest @ ..] = data else { return };
    let (places, text) = rest.split_at(usize::from(count).min(rest.len()));
    let Ok(text) = std::str::from_utf8(text) else { return };
    let mode = if mode & 1 == 0 { Mode::Default } else { Mode::TrailingStrings };
    let (mut json, mut mirror, mut copy) =
        (PartialJson::new(mode), PartialMirror::default(), Copy::default());
    let mut watching = PartialJson::watching(mode, "a");
    let mut pushed = String::new();
    let mut places = places.iter().map(|place| usize::from(*place)).chain(std::iter::repeat(1));
    while pushed.len() < text.len() {
        let rest = &text[pushed.len()..];
        let most = places.next().unwrap_or(1).min(rest.len());
        let end = (most.max(1)..=rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        json.push(&rest[..end]);
        watching.push(&rest[..end]);
        pushed.push_str(&rest[..end]);
        if is_beyond_a_double(&json.to_json()) {
            return;
        }
        json.changes(&mut mirror, |change| copy.take(change));
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("a look is JSON");
        let shown = json.value().map(|value| read(&value.to_json()));
        assert_eq!(copy.value, shown, "{pushed}");
        let under =
            |json: &PartialJson| json.value().and_then(|value| value.get("a")).map(|value| value.to_json());
        assert_eq!(under(&json), under(&watching), "{pushed}");
        match complete(&pushed, mode) {
            Ok(whole) => {
                assert_eq!(json.error(), None, "{pushed}");
                assert_eq!(read(&json.to_json()), read(&whole), "{pushed}");
            }
            Err(error) => {
                assert_eq!(json.error(), Some(error), "{pushed}");
                return;
            }
        }
    }
}

/// A schema and a value, parted by a line end. Whatever they are, the check ends, says the same again, and says little.
pub(crate) fn schema(data: &[u8]) {
    let Some(at) = data.iter().position(|byte| *byte == b'\n') else { return };
    let json = |bytes: &[u8]| std::str::from_utf8(bytes).ok().and_then(|text| Json::parse(text).ok());
    let (Some(schema), Some(value)) = (json(&data[..at]), json(&data[at + 1..])) else { return };
    let found = schema_violations(&schema, &value);
    let text = found.as_ref().map(|found| found.join("\n")).unwrap_or_default();
    assert!(text.len() < 1 << 20, "{}", text.len());
    assert_eq!(found.ok(), schema_violations(&schema, &value).ok());
}

/// Three headers and a body, parted by line ends. Only what the secret signs is taken.
pub(crate) fn webhook(data: &[u8]) {
    let mut parts = data.splitn(4, |byte| *byte == b'\n');
    let mut text = || parts.next().and_then(|part| std::str::from_utf8(part).ok());
    let (Some(id), Some(at), Some(signature)) = (text(), text(), text()) else { return };
    let body = parts.next().unwrap_or_default();
    let clock = ScriptedClock::new();
    clock.set_wall(SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000));
    let verifier = WebhookVerifier::new(["whsec_cGFybG91ci13ZWJob29rLXRlc3Qta2V5"]).expect("a secret");
    let verifier = verifier.clock(Arc::new(clock));
    if let Ok(event) = verifier.verify(id, at, signature, body) {
        assert!(signature.contains("v1,"), "{event:?}");
        let mut other = body.to_vec();
        other.push(b' ');
        assert!(verifier.verify(id, at, signature, &other).is_err(), "a body of which one byte was added");
        assert!(verifier.verify(&format!("{id}x"), at, signature, body).is_err(), "another id");
    }
}

/// The first byte says how many of the next ones are the lengths of pieces; the rest is a gzipped body. Any split
/// gives the same bytes and the same ending.
pub(crate) fn gzip(data: &[u8]) {
    const MOST: usize = 1 << 18;
    let Some((count, rest)) = data.split_first() else { return };
    let (places, body) = rest.split_at(usize::from(*count).min(rest.len()));
    let body = Bytes::copy_from_slice(body);
    let whole = testing::unpack(std::slice::from_ref(&body), MOST);
    let single: Vec<Bytes> = (0..body.len()).map(|at| body.slice(at..=at)).collect();
    assert_eq!(whole.clone().ok(), testing::unpack(&cut(&body, places), MOST).ok(), "cut at {places:?}");
    assert_eq!(whole.ok(), testing::unpack(&single, MOST).ok(), "byte by byte");
}

/// The first byte chooses where the journal is cut; the rest is a journal, perhaps. One that is read can be cut
/// anywhere, as a killed process leaves it, and says what its whole lines say.
pub(crate) fn journal(data: &[u8]) {
    let Some((place, bytes)) = data.split_first() else { return };
    let Ok((whole, batches)) = testing::read_journal(bytes) else { return };
    let whole = usize::try_from(whole).expect("a length in memory");
    assert!(whole <= bytes.len() && bytes[whole..].iter().all(|byte| *byte != b'\n'));
    let torn = [&bytes[..whole], br#"{"created":{"part":0,"#].concat();
    if whole > 0 {
        assert_eq!(testing::read_journal(&torn).expect("a torn record"), (whole as u64, batches.clone()));
    }
    let at = bytes.len() * usize::from(*place) / 255;
    let (before, earlier) = testing::read_journal(&bytes[..at]).expect("a journal that was cut");
    assert!(before <= at as u64 && earlier.len() <= batches.len(), "{earlier:?} of {batches:?}");
    for ((requests, _), (before, _)) in batches.iter().zip(&earlier) {
        assert_eq!(requests, before, "cut at {at}");
    }
}
