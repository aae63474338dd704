//! A subscriber that writes down every span, field and event, for tests to search. It must not filter.

use std::fmt::{Debug, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Writes down every span, field and event of every level and every crate.
#[derive(Clone, Default)]
pub(crate) struct Log {
    lines: Arc<Mutex<String>>,
    spans: Arc<AtomicU64>,
}

impl Log {
    fn write(&self, what: &str, name: &str, fields: &dyn Fn(&mut dyn Visit)) {
        let mut line = Line(format!("{what} {name}"));
        fields(&mut line);
        let mut lines = self.lines.lock().unwrap();
        lines.push_str(&line.0);
        lines.push('\n');
    }

    /// All that was written down, a line each.
    pub(crate) fn text(&self) -> String {
        self.lines.lock().unwrap().clone()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).unwrap();
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        write!(self.0, " {}={value}", field.name()).unwrap();
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.write("span", span.metadata().name(), &|line| span.record(line));
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        self.write("record", "", &|line| values.record(line));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        self.write("event", event.metadata().target(), &|line| event.record(line));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
