//! The table of the scenarios and their bounds.

/// One row of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// Its name in tables and rows.
    pub name: &'static str,
    /// A description for the reader.
    pub text: &'static str,
    /// `--kind` of the drivers.
    pub kind: &'static str,
    /// `--conc` of the drivers.
    pub conc: usize,
    /// `--model` of the drivers; its letters are explained in `payload.rs`.
    pub model: &'static str,
    /// The unit of an operation.
    pub unit: Unit,
    /// The promised bound.
    pub bound: Bound,
    /// At most this many rounds: memory hardly varies from one to the next.
    pub rounds: usize,
    /// Calls of a run under `--instructions`; zero where that says nothing.
    pub counted_ops: u64,
}

/// The unit of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A whole call.
    Call,
    /// A text delta of a stream.
    Event,
}

impl Unit {
    /// For tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Unit::Call => "call",
            Unit::Event => "event",
        }
    }
}

/// A promise about one scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// CPU time of an operation, as a multiple of raw's in the same round, at most this.
    Cpu(f64),
    /// Resident memory that the open streams added, as a multiple of raw's in the same round, at most this.
    Memory(f64),
    /// Megabytes (10^6) decoded in a second of CPU time, at least this.
    Rate(f64),
}

/// How far a bound may be missed before it counts as missed: these are measurements on shared machines.
pub const TOLERANCE: f64 = 0.10;

impl Bound {
    /// Whether a median meets the bound, tolerance included.
    #[must_use]
    pub fn holds(self, measured: f64) -> bool {
        match self {
            Bound::Cpu(most) | Bound::Memory(most) => measured <= most * (1.0 + TOLERANCE),
            Bound::Rate(least) => measured >= least * (1.0 - TOLERANCE),
        }
    }

    /// For tables.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Bound::Cpu(most) => format!("CPU ≤ {most}x raw"),
            Bound::Memory(most) => format!("memory ≤ {most}x raw"),
            Bound::Rate(least) => format!("≥ {least} MB/s"),
        }
    }
}

const ANY: usize = usize::MAX;

const fn call(name: &'static str, text: &'static str, conc: usize, counted_ops: u64) -> Scenario {
    let bound = Bound::Cpu(1.15);
    Scenario {
        name,
        text,
        kind: "unary",
        conc,
        model: "mock-s600",
        unit: Unit::Call,
        bound,
        rounds: ANY,
        counted_ops,
    }
}

const fn stream(
    name: &'static str,
    text: &'static str,
    conc: usize,
    model: &'static str,
    most: f64,
    counted_ops: u64,
) -> Scenario {
    let bound = Bound::Cpu(most);
    Scenario { name, text, kind: "stream", conc, model, unit: Unit::Event, bound, rounds: ANY, counted_ops }
}

const fn memory_only(name: &'static str, text: &'static str, least: f64) -> Scenario {
    Scenario {
        name,
        text,
        kind: name,
        conc: 1,
        model: "mock",
        unit: Unit::Event,
        bound: Bound::Rate(least),
        rounds: ANY,
        counted_ops: 0,
    }
}

/// Everything that is measured, in the order it is run and shown.
pub const SCENARIOS: [Scenario; 11] = [
    call("unary_c1", "whole answers of 600 bytes, one after another", 1, 200),
    call("unary_c32", "the same, 32 in flight", 32, 320),
    call("unary_c256", "the same, 256 in flight", 256, 512),
    stream("stream_c1", "one stream of 2 000 deltas, one write an event", 1, "mock-e2000-c1", 1.1, 2),
    stream("stream_bulk", "the same in one write, an HTTP chunk an event", 1, "mock-e2000-c0", 0.6, 4),
    stream(
        "stream_bulk_one_chunk",
        "the same in one write and one HTTP chunk",
        1,
        "mock-e2000-c0-b0",
        0.6,
        4,
    ),
    stream("stream_c100", "100 streams of 500 deltas at once", 100, "mock-e500-c1", 1.1, 100),
    stream(
        "stream_paced16",
        "16 streams, a delta each 4 ms: a wake-up an event, as live text comes",
        16,
        "mock-e250-d4000-c1",
        1.1,
        16,
    ),
    Scenario {
        name: "idle_1000",
        text: "1 000 open streams, a delta each 2 s",
        kind: "idle",
        conc: 1_000,
        model: "mock-e40-d2000000-c1",
        unit: Unit::Event,
        bound: Bound::Memory(1.3),
        rounds: 3,
        counted_ops: 0,
    },
    memory_only("frame_tag", "a stream from memory, cut into tagged events", 2_000.0),
    memory_only("decode_text", "a stream from memory, decoded to its pieces of text", 400.0),
];

/// The scenarios whose name begins with one of the comma-separated words; all of them for an empty text.
#[must_use]
pub fn select(only: &str) -> Vec<Scenario> {
    let words: Vec<&str> = only.split(',').filter(|w| !w.is_empty()).collect();
    let wanted = |s: &&Scenario| words.is_empty() || words.iter().any(|w| s.name.starts_with(w));
    SCENARIOS.iter().filter(wanted).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_gives_ten_percent_and_no_more() {
        assert!(Bound::Cpu(1.1).holds(1.2));
        assert!(!Bound::Cpu(1.1).holds(1.22));
        assert!(Bound::Rate(400.0).holds(361.0));
        assert!(!Bound::Rate(400.0).holds(359.0));
    }

    #[test]
    fn names_are_unique_and_selected_by_their_beginning() {
        let mut names: Vec<&str> = SCENARIOS.iter().map(|s| s.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), SCENARIOS.len());
        assert_eq!(select("unary,idle").len(), 4);
        assert_eq!(select("").len(), SCENARIOS.len());
    }
}
