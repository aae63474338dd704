//! The figures of a client: families of samples, and their text in the exposition format of Prometheus, version 0.0.4.

#[cfg(feature = "opentelemetry")]
use std::borrow::Cow;
use std::fmt::{self, Display, Write};

use crate::ledger::{Tally, UsageReport};
use crate::pacing::{Allowance, LimiterState, ModelLimits};
use crate::stats::ClientStats;

/// The figures of one name.
pub(crate) struct Family {
    /// Without the prefix that all names have.
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) about: &'static str,
    pub(crate) samples: Vec<Sample>,
}

/// One figure of a family.
pub(crate) struct Sample {
    pub(crate) labels: Vec<(&'static str, String)>,
    pub(crate) value: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Counter,
    Gauge,
}

/// All figures. `usage` is of a client that keeps a ledger.
pub(crate) fn families(
    stats: &ClientStats,
    limits: &LimiterState,
    usage: Option<&UsageReport>,
) -> Vec<Family> {
    let mut families = Families(Vec::new());
    families.stats(stats);
    families.limits(limits);
    if let Some(usage) = usage {
        families.usage(usage);
        families.spending(usage);
    }
    families.0
}

/// Writes the figures as a page.
pub(crate) fn page(families: &[Family]) -> String {
    let mut page = String::new();
    for family in families {
        // Writing to a string cannot fail.
        let _written = write!(page, "{family}");
    }
    page
}

impl Family {
    /// The name and the unit of its instrument in OpenTelemetry. An exporter to Prometheus puts the endings back that
    /// are taken off here.
    #[cfg(feature = "opentelemetry")]
    pub(crate) fn instrument(&self) -> (String, &'static str) {
        let plain = self.name.strip_suffix("_total").unwrap_or(self.name);
        let plain = plain.strip_suffix("_seconds").unwrap_or(plain);
        let unit = self.name.split('_').find_map(|word| match word {
            "seconds" => Some("s"),
            "tokens" => Some("{token}"),
            "calls" => Some("{call}"),
            _ => None,
        });
        (format!("parlour.{plain}"), unit.unwrap_or_default())
    }
}

impl Sample {
    /// Its labels as attributes of OpenTelemetry; empty ones have none.
    #[cfg(feature = "opentelemetry")]
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (Cow<'static, str>, &str)> {
        let named = self.labels.iter().filter(|(_, value)| !value.is_empty());
        named.map(|(label, value)| match *label {
            "model" => (Cow::Borrowed("gen_ai.request.model"), value.as_str()),
            label => (Cow::Owned(format!("parlour.{label}")), value.as_str()),
        })
    }
}

impl Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Family { name, kind, about, samples } = self;
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
        };
        write!(f, "# HELP parlour_{name} {about}\n# TYPE parlour_{name} {kind}\n")?;
        for Sample { labels, value } in samples {
            write!(f, "parlour_{name}")?;
            for (at, (label, value)) in labels.iter().enumerate() {
                let before = if at == 0 { '{' } else { ',' };
                write!(f, "{before}{label}=\"{}\"", Escaped(value))?;
            }
            let end = if labels.is_empty() { "" } else { "}" };
            writeln!(f, "{end} {value}")?;
        }
        Ok(())
    }
}

/// A figure of a tally, by the value of its label.
type Figure = (&'static str, fn(&Tally) -> f64);

/// A family with one figure: its name, its description, the figure.
type Sum = (&'static str, &'static str, fn(&Tally) -> f64);

const OUTCOMES: [Figure; 4] = [
    ("completed", |tally| tally.completed as f64),
    ("failed", |tally| tally.failed as f64),
    ("interrupted", |tally| tally.interrupted as f64),
    ("cancelled", |tally| tally.cancelled as f64),
];
const TOKENS: [Figure; 5] = [
    ("input", |tally| tally.input_tokens as f64),
    ("output", |tally| tally.output_tokens as f64),
    ("cache_write_5m", |tally| tally.cache_write_5m_tokens as f64),
    ("cache_write_1h", |tally| tally.cache_write_1h_tokens as f64),
    ("cache_read", |tally| tally.cache_read_tokens as f64),
];
const INTERRUPTED_TOKENS: [Figure; 2] = [
    ("input", |tally| tally.interrupted_input_tokens as f64),
    ("output", |tally| tally.interrupted_output_tokens as f64),
];
const SERVER_TOOLS: [Figure; 2] =
    [("web_search", |tally| tally.web_searches as f64), ("web_fetch", |tally| tally.web_fetches as f64)];
const WAITS: [Figure; 2] =
    [("back_off", |tally| tally.waited.as_secs_f64()), ("limits", |tally| tally.queued.as_secs_f64())];
const CACHE_MISSES: [Figure; 3] = [
    ("cold", |tally| tally.cache_cold as f64),
    ("expired", |tally| tally.cache_expired as f64),
    ("lost", |tally| tally.cache_lost as f64),
];
const SUMS: [Sum; 8] = [
    ("attempts_total", "Requests that were sent.", |tally| tally.attempts as f64),
    ("retries_total", "Requests that repeated another.", |tally| tally.retries as f64),
    ("thinking_tokens_total", "Output tokens that were used for thinking.", |tally| {
        tally.thinking_tokens as f64
    }),
    ("cost_total", "What complete answers cost, by the client's prices.", |tally| tally.cost),
    ("cache_waits_total", "Calls that waited until another had written their prefix.", |tally| {
        tally.cache_waits as f64
    }),
    ("call_seconds_total", "From the begin of each call to its end.", |tally| tally.duration.as_secs_f64()),
    ("streams_total", "Streams that had a first event.", |tally| tally.streams as f64),
    ("first_event_seconds_total", "From the begin of these streams to their first events.", |tally| {
        tally.first_event.as_secs_f64()
    }),
];

struct Families(Vec<Family>);

impl Families {
    fn stats(&mut self, stats: &ClientStats) {
        self.family("calls_running", Kind::Gauge, "Calls of every kind that have not ended.");
        self.sample(&[], stats.running as f64);
        self.family("calls_begun_total", Kind::Counter, "Calls of every kind that were begun.");
        self.sample(&[], stats.begun as f64);
        self.family("draining", Kind::Gauge, "1 if new calls are refused.");
        self.sample(&[], f64::from(u8::from(stats.draining)));
        self.family("hedges_total", Kind::Counter, "Second attempts that were sent beside a slow first one.");
        self.sample(&[], stats.hedges as f64);
        self.family("hedges_won_total", Kind::Counter, "Those of them that answered first.");
        self.sample(&[], stats.hedges_won as f64);
        if let Some(left) = stats.retry_budget {
            self.family("retry_budget", Kind::Gauge, "Retries that are left in the budget.");
            self.sample(&[], f64::from(left));
        }
    }

    fn limits(&mut self, state: &LimiterState) {
        self.family("calls_in_flight", Kind::Gauge, "Message calls that were sent and have not ended.");
        self.sample(&[], f64::from(state.in_flight));
        if let Some(most) = state.max_in_flight {
            self.family("calls_in_flight_cap", Kind::Gauge, "The cap of calls in flight that is in force.");
            self.sample(&[], f64::from(most));
        }
        let models = &by_model(&state.models);
        self.of_models("model_calls_in_flight", "The same by model.", models, &[("", "")], |model, _| {
            Some(f64::from(model.in_flight))
        });
        let priorities = [("priority", "interactive"), ("priority", "bulk")];
        self.of_models(
            "calls_waiting",
            "Calls that wait for a limit.",
            models,
            &priorities,
            |model, which| Some(f64::from(if which == "bulk" { model.waiting_bulk } else { model.waiting })),
        );
        self.of_models(
            "cool_down_seconds",
            "How long no call will be sent.",
            models,
            &[("", "")],
            |model, _| Some(model.cool_down.unwrap_or_default().as_secs_f64()),
        );
        let families = ["requests", "tokens", "input_tokens", "output_tokens"].map(|name| ("limit", name));
        let about = "What may be used per minute, as the service reports it.";
        self.of_models("limit", about, models, &families, |model, which| {
            allowance(model, which).limit.map(|limit| limit as f64)
        });
        self.of_models("limit_remaining", "What is left of it.", models, &families, |model, which| {
            allowance(model, which).remaining.map(|left| left as f64)
        });
        let about = "Processes that share the limits through their store.";
        self.of_models("limit_processes", about, models, &[("", "")], |model, _| {
            model.processes.map(f64::from)
        });
        self.family("limit_refusals_total", Kind::Counter, "Answers that refused a call for its limits.");
        for model in models {
            self.sample(&labels_of(model), model.refusals as f64);
        }
    }

    /// A gauge with a sample for each model and each value of a label, where there is one.
    fn of_models(
        &mut self,
        name: &'static str,
        about: &'static str,
        models: &[ModelLimits],
        each: &[(&'static str, &'static str)],
        figure: impl Fn(&ModelLimits, &str) -> Option<f64>,
    ) {
        self.family(name, Kind::Gauge, about);
        for model in models {
            for (label, value) in each {
                if let Some(figure) = figure(model, value) {
                    let mut labels = labels_of(model).to_vec();
                    labels.extend((!label.is_empty()).then_some((*label, *value)));
                    self.sample(&labels, figure);
                }
            }
        }
    }

    fn usage(&mut self, report: &UsageReport) {
        self.by("calls_total", "Message calls that ended.", report, "outcome", &OUTCOMES);
        self.by("tokens_total", "Tokens of complete answers.", report, "class", &TOKENS);
        let about = "Tokens of answers that were cut or left, as far as they are known.";
        self.by("interrupted_tokens_total", about, report, "class", &INTERRUPTED_TOKENS);
        self.by("server_tool_uses_total", "Uses of the service's tools.", report, "tool", &SERVER_TOOLS);
        self.by("wait_seconds_total", "Waits between attempts and for limits.", report, "reason", &WAITS);
        let about = "Calls of a client that keeps prefixes in the prompt cache, which found none there.";
        self.by("cache_misses_total", about, report, "reason", &CACHE_MISSES);
        for (name, about, figure) in SUMS {
            self.family(name, Kind::Counter, about);
            for (model, tally) in &report.models {
                self.sample(&[("model", model)], figure(tally));
            }
        }
    }

    /// A counter with a sample for each model and each figure.
    fn by(
        &mut self,
        name: &'static str,
        about: &'static str,
        report: &UsageReport,
        label: &'static str,
        figures: &[Figure],
    ) {
        self.family(name, Kind::Counter, about);
        for (model, tally) in &report.models {
            for (value, figure) in figures {
                self.sample(&[("model", model), (label, value)], figure(tally));
            }
        }
    }

    fn spending(&mut self, report: &UsageReport) {
        if report.limits.is_empty() {
            return;
        }
        let figures = [
            ("spending_limit", "The most that may be used within a time."),
            ("spending_used", "What was used of it, with what is kept for calls that have not ended."),
        ];
        for (name, about) in figures {
            self.family(name, Kind::Gauge, about);
            for (at, limit) in report.limits.iter().enumerate() {
                let number = at.to_string();
                let labels = [
                    ("number", &*number),
                    ("unit", if limit.is_cost { "cost" } else { "tokens" }),
                    ("label", limit.label.as_deref().unwrap_or_default()),
                    ("model", limit.model.as_deref().unwrap_or_default()),
                ];
                let used = limit.used + limit.reserved;
                self.sample(&labels, if name == "spending_limit" { limit.most } else { used });
            }
        }
    }

    fn family(&mut self, name: &'static str, kind: Kind, about: &'static str) {
        self.0.push(Family { name, kind, about, samples: Vec::new() });
    }

    /// A sample of the newest family.
    fn sample(&mut self, labels: &[(&'static str, &str)], value: f64) {
        if let Some(family) = self.0.last_mut() {
            let labels = labels.iter().map(|(label, value)| (*label, (*value).to_owned())).collect();
            family.samples.push(Sample { labels, value });
        }
    }
}

/// The model, and which of its limits these are: those of another speed or credential have a sample of their own.
fn labels_of(model: &ModelLimits) -> [(&'static str, &str); 3] {
    [
        ("model", &model.model),
        ("speed", if model.fast { "fast" } else { "standard" }),
        ("credential", if model.own_credential { "call" } else { "client" }),
    ]
}

/// The limits of all credentials of a model that are not the client's own, added up: a page may have each series once.
fn by_model(rows: &[ModelLimits]) -> Vec<ModelLimits> {
    let mut models: Vec<ModelLimits> = Vec::with_capacity(rows.len());
    for row in rows {
        match models.iter_mut().find(|model| labels_of(model) == labels_of(row)) {
            Some(model) => add(model, row),
            None => models.push(row.clone()),
        }
    }
    models
}

fn add(model: &mut ModelLimits, other: &ModelLimits) {
    let sum = |one: Option<u64>, other: Option<u64>| match (one, other) {
        (Some(one), Some(other)) => Some(one.saturating_add(other)),
        (one, other) => one.or(other),
    };
    model.in_flight = model.in_flight.saturating_add(other.in_flight);
    model.waiting = model.waiting.saturating_add(other.waiting);
    model.waiting_bulk = model.waiting_bulk.saturating_add(other.waiting_bulk);
    model.refusals = model.refusals.saturating_add(other.refusals);
    model.processes = model.processes.max(other.processes);
    // A call can be sent once one of them has cooled down.
    model.cool_down = model.cool_down.zip(other.cool_down).map(|(one, other)| one.min(other));
    for (own, others) in [
        (&mut model.requests, other.requests),
        (&mut model.tokens, other.tokens),
        (&mut model.input_tokens, other.input_tokens),
        (&mut model.output_tokens, other.output_tokens),
    ] {
        own.limit = sum(own.limit, others.limit);
        own.remaining = sum(own.remaining, others.remaining);
    }
}

fn allowance(model: &ModelLimits, family: &str) -> Allowance {
    match family {
        "requests" => model.requests,
        "tokens" => model.tokens,
        "input_tokens" => model.input_tokens,
        _ => model.output_tokens,
    }
}

/// The value of a label within its quotes.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|one| match one {
            '\\' => f.write_str("\\\\"),
            '"' => f.write_str("\\\""),
            '\n' => f.write_str("\\n"),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn model(name: &str, own_credential: bool) -> ModelLimits {
        let mut limits = ModelLimits::of(name);
        limits.own_credential = own_credential;
        limits
    }

    fn state(models: Vec<ModelLimits>) -> LimiterState {
        LimiterState { pacing: crate::Pacing::Observe, in_flight: 3, max_in_flight: None, models }
    }

    fn text(stats: &ClientStats, limits: &LimiterState, usage: Option<&UsageReport>) -> String {
        page(&families(stats, limits, usage))
    }

    #[test]
    fn names_of_models_are_escaped() {
        let text = text(&ClientStats::default(), &state(vec![model("a\"b\\c\nd", false)]), None);
        let expected =
            r#"parlour_model_calls_in_flight{model="a\"b\\c\nd",speed="standard",credential="client"} 0"#;
        assert!(text.lines().any(|line| line == expected), "{text}");
    }

    #[test]
    fn credentials_of_calls_are_added_up() {
        let mut one = model("m", true);
        one.waiting = 2;
        one.cool_down = Some(Duration::from_secs(9));
        one.requests.limit = Some(50);
        one.requests.remaining = Some(5);
        let mut other = model("m", true);
        other.waiting = 1;
        other.cool_down = Some(Duration::from_secs(4));
        other.requests.limit = Some(10);
        let text = text(&ClientStats::default(), &state(vec![model("m", false), one, other]), None);
        let of = r#"{model="m",speed="standard",credential="call""#;
        for line in [
            format!("parlour_calls_waiting{of},priority=\"interactive\"}} 3"),
            format!("parlour_cool_down_seconds{of}}} 4"),
            format!("parlour_limit{of},limit=\"requests\"}} 60"),
            format!("parlour_limit_remaining{of},limit=\"requests\"}} 5"),
        ] {
            assert_eq!(text.lines().filter(|one| **one == line).count(), 1, "{line}\n{text}");
        }
    }

    #[test]
    fn each_family_is_described_once_and_has_its_samples_behind_it() {
        let mut report = UsageReport::default();
        report.models.insert("a".into(), Tally { completed: 2, cost: 0.25, ..Tally::default() });
        report.models.insert("b".into(), Tally::default());
        let text =
            text(&ClientStats::default(), &state(vec![model("a", false), model("b", false)]), Some(&report));
        let mut described: Vec<&str> = Vec::new();
        for line in text.lines() {
            if let Some(family) = line.strip_prefix("# TYPE ") {
                let name = family.split(' ').next().unwrap();
                assert!(!described.contains(&name), "{name}");
                described.push(name);
            } else if !line.starts_with('#') {
                let name = line.split(['{', ' ']).next().unwrap();
                assert_eq!(described.last(), Some(&name), "{line}");
            }
        }
        assert!(text.contains("parlour_calls_total{model=\"a\",outcome=\"completed\"} 2\n"), "{text}");
        assert!(text.contains("parlour_cost_total{model=\"a\"} 0.25\n"), "{text}");
    }
}
