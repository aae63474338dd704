//! Writes everything the client logs to stderr, at every level, so that the harness can search it for the key. It must
//! not filter records.

use std::fmt::{Debug, Write as _};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Takes every span and event.
#[derive(Default)]
pub(crate) struct Everything {
    spans: AtomicU64,
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        let _ = write!(self.0, " {field}={value:?}");
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let _ = write!(self.0, " {field}={value}");
    }
}

fn print(text: &Text) {
    // Bodies of many megabytes are logged too; the first part of a line tells enough.
    let end = text.0.char_indices().nth(4000).map_or(text.0.len(), |(at, _)| at);
    let _ = writeln!(std::io::stderr().lock(), "{}", text.0.get(..end).unwrap_or_default());
}

impl Subscriber for Everything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut text = Text(format!("span {}", span.metadata().name()));
        span.record(&mut text);
        print(&text);
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        let mut text = Text("record".to_owned());
        values.record(&mut text);
        print(&text);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text(format!("{} {}", event.metadata().level(), event.metadata().target()));
        event.record(&mut text);
        print(&text);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
