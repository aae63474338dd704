//! Collects events of `tracing` that the core emits and puts them into the ring buffer of the operation that is
//! running.

use std::cell::RefCell;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record as SpanRecord};
use tracing::{Event, Level, Metadata, Subscriber};

pub use parlour::StopNotice;

pub use crate::log_ring::{EndRecord, Record, StopRecord, Verbosity};
use crate::task_context;

static VERBOSITY: AtomicU8 = AtomicU8::new(0);

/// Collects records from now on, up to this level; [`Verbosity::Off`] stops it. For the whole process.
///
/// False if another part of the process has installed a subscriber before: nothing is collected then.
pub fn collect(verbosity: Verbosity) -> bool {
    let before = VERBOSITY.swap(verbosity as u8, Ordering::Relaxed);
    if verbosity == Verbosity::Off {
        return true;
    }
    let ours =
        before != 0 || tracing::subscriber::set_global_default(Collector::default()).is_ok() || installed();
    tracing::callsite::rebuild_interest_cache();
    ours
}

fn installed() -> bool {
    tracing::dispatcher::get_default(|dispatch| dispatch.is::<Collector>())
}

/// The subscriber of this process.
#[derive(Debug, Default)]
struct Collector {
    spans: AtomicU64,
}

fn verbosity_of(level: &Level) -> Verbosity {
    match *level {
        Level::ERROR => Verbosity::Error,
        Level::WARN => Verbosity::Warn,
        Level::INFO => Verbosity::Info,
        _ => Verbosity::Debug,
    }
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // Spans have no data beyond that of the records. A query by `tracing::enabled!` is neither an event nor a span.
        !metadata.is_span()
            && metadata.target() == "parlour"
            && verbosity_of(metadata.level()) as u8 <= VERBOSITY.load(Ordering::Relaxed)
    }

    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> tracing::subscriber::Interest {
        // The level may change at any time.
        if !metadata.is_span() && metadata.target() == "parlour" {
            tracing::subscriber::Interest::sometimes()
        } else {
            tracing::subscriber::Interest::never()
        }
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn record(&self, _: &Id, _: &SpanRecord<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let Some((ring, token)) = task_context::current_ring() else { return };
        let record = RefCell::new(Record {
            level: verbosity_of(event.metadata().level()),
            message: String::new(),
            fields: Vec::new(),
            token,
        });
        event.record(&mut Fields(&record));
        ring.push_log(record.into_inner());
    }
}

struct Fields<'a>(&'a RefCell<Record>);

impl Visit for Fields<'_> {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}"));
    }
}

impl Fields<'_> {
    fn put(&mut self, field: &Field, value: String) {
        let mut record = self.0.borrow_mut();
        if field.name() == "message" {
            record.message = value;
        } else {
            record.fields.push((field.name(), value));
        }
    }
}
