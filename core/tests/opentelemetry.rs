//! Calls are spans and measurements of the OpenTelemetry library that a program uses, and a client's figures are
//! instruments of it.
#![cfg(feature = "opentelemetry")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod support;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use opentelemetry::trace::{
    FutureExt as _, Span as _, SpanKind, Status, TraceContextExt as _, Tracer as _, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue, global};
use opentelemetry_sdk::metrics::data::{AggregatedMetrics, MetricData};
use opentelemetry_sdk::metrics::{InMemoryMetricExporter, PeriodicReader, SdkMeterProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};
use parlour::{CallEnd, CallOptions, Client, ErrorKind, Hook, HookPoints, OpenTelemetry};
use parlour_emulator::{BlockingEmulator, Emulator, Reply};
use support::{builder, request};

/// The library of the program, which keeps what it would export.
struct Library {
    spans: InMemorySpanExporter,
    tracers: SdkTracerProvider,
    metrics: InMemoryMetricExporter,
    meters: SdkMeterProvider,
}

impl Library {
    fn new() -> Library {
        let (spans, metrics) = (InMemorySpanExporter::default(), InMemoryMetricExporter::default());
        let tracers = SdkTracerProvider::builder().with_simple_exporter(spans.clone()).build();
        let reader = PeriodicReader::builder(metrics.clone()).build();
        let meters = SdkMeterProvider::builder().with_reader(reader).build();
        Library { spans, tracers, metrics, meters }
    }

    fn hook(&self) -> OpenTelemetry {
        OpenTelemetry::with_providers(&self.tracers, &self.meters)
    }

    fn spans(&self) -> Vec<SpanData> {
        self.spans.get_finished_spans().unwrap()
    }

    /// The sums of what was measured and observed since the last look, by name and by the values of attributes.
    fn metrics(&self) -> BTreeMap<String, BTreeMap<String, f64>> {
        self.metrics.reset();
        self.meters.force_flush().unwrap();
        let mut found: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
        for resource in self.metrics.get_finished_metrics().unwrap() {
            for metric in resource.scope_metrics().flat_map(|scope| scope.metrics()) {
                let AggregatedMetrics::F64(data) = metric.data() else { panic!("{metric:?}") };
                let points: Vec<(Vec<KeyValue>, f64)> = match data {
                    MetricData::Histogram(data) => data
                        .data_points()
                        .map(|one| (one.attributes().cloned().collect(), one.sum()))
                        .collect(),
                    MetricData::Gauge(data) => data
                        .data_points()
                        .map(|one| (one.attributes().cloned().collect(), one.value()))
                        .collect(),
                    MetricData::Sum(data) => data
                        .data_points()
                        .map(|one| (one.attributes().cloned().collect(), one.value()))
                        .collect(),
                    MetricData::ExponentialHistogram(_) => panic!("{metric:?}"),
                };
                for (attributes, value) in points {
                    let mut texts: Vec<_> =
                        attributes.iter().map(|one| format!("{}={}", one.key, one.value)).collect();
                    texts.sort();
                    found.entry(metric.name().to_owned()).or_default().insert(texts.join(" "), value);
                }
            }
        }
        found
    }
}

/// The ends of calls, as a hook gets them.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<CallEnd>>>);

impl Hook for Seen {
    fn points(&self) -> HookPoints {
        HookPoints::END
    }

    fn on_end(&self, end: &CallEnd) {
        self.0.lock().unwrap().push(end.clone());
    }
}

fn client(emulator: &BlockingEmulator, hook: OpenTelemetry) -> (Client, Seen) {
    let seen = Seen::default();
    (builder(emulator).ledger(true).hook(hook).hook(seen.clone()).build().unwrap(), seen)
}

#[tokio::test]
async fn a_call_is_a_span_with_all_that_is_known_of_it() {
    let (emulator, library) = (Emulator::start_blocking().unwrap(), Library::new());
    let (client, seen) = client(&emulator, library.hook());
    let parent = library.tracers.tracer("program").start("step");
    let own = parent.span_context().clone();
    let within = Context::new().with_span(parent);
    let options = CallOptions::new().label("blue");
    let hidden = request("say hidden words");
    async { client.messages().create(&hidden).with(options).await }.with_context(within).await.unwrap();
    emulator.push(Reply::status(400));
    let error = client.messages().create(&hidden).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadRequest);

    let spans = library.spans();
    let [whole, refused] = spans.iter().filter(|span| span.name != "step").collect::<Vec<_>>()[..] else {
        panic!("{spans:?}")
    };
    let ends = seen.0.lock().unwrap().clone();
    for (span, end) in [whole, refused].into_iter().zip(&ends) {
        let facts = end.telemetry();
        assert_eq!((&*span.name, &span.span_kind), (&*facts.name, &SpanKind::Client));
        let names: Vec<_> = span.attributes.iter().map(|one| one.key.as_str()).collect();
        assert_eq!(names, facts.attributes.iter().map(|(name, _)| name).collect::<Vec<_>>());
        assert!(!format!("{span:?}").contains("hidden"));
        assert!(span.start_time <= span.end_time);
    }
    assert_eq!((whole.span_context.trace_id(), whole.parent_span_id), (own.trace_id(), own.span_id()));
    assert_eq!((&whole.status, &refused.status), (&Status::Unset, &Status::error("invalid_request_error")));
    let value = |span: &SpanData, name: &str| {
        span.attributes.iter().find(|one| one.key.as_str() == name).map(|one| one.value.to_string())
    };
    assert_eq!(value(whole, "gen_ai.request.max_tokens").as_deref(), Some("256"));
    assert_eq!(value(whole, "parlour.labels").as_deref(), Some("[\"blue\"]"));
    assert_eq!(value(refused, "http.response.status_code").as_deref(), Some("400"));

    let metrics = library.metrics();
    let tokens = &metrics["gen_ai.client.token.usage"];
    let reported = client.usage_report(false).total;
    assert_eq!(tokens.values().sum::<f64>(), (reported.input_tokens + reported.output_tokens) as f64);
    assert_eq!(metrics["gen_ai.client.operation.duration"].len(), 2, "{metrics:?}");
}

#[tokio::test]
async fn requests_carry_the_context_if_that_is_wished() {
    let (emulator, library) = (Emulator::start_blocking().unwrap(), Library::new());
    global::set_text_map_propagator(TraceContextPropagator::new());
    let header = |request: &parlour_emulator::Recorded| {
        request.headers.iter().find(|(name, _)| name == "traceparent").map(|(_, value)| value.clone())
    };
    for on in [false, true] {
        let (client, _) = client(&emulator, library.hook().propagate(on));
        let parent = library.tracers.tracer("program").start("step");
        let trace = parent.span_context().trace_id().to_string();
        let within = Context::new().with_span(parent);
        let hello = request("say hello");
        async { client.messages().create(&hello).await }.with_context(within).await.unwrap();
        let sent = header(emulator.requests().last().unwrap());
        assert_eq!(sent.is_some_and(|sent| sent.contains(&trace)), on);
    }
}

#[tokio::test]
async fn chunks_are_timed_if_that_is_wished() {
    let (emulator, library) = (Emulator::start_blocking().unwrap(), Library::new());
    let name = "gen_ai.client.operation.time_per_output_chunk";
    for on in [false, true] {
        let (client, _) = client(&emulator, library.hook().chunk_times(on));
        let hello = request("say hello");
        client.messages().stream(&hello).await.unwrap().final_message().await.unwrap();
        drop(client);
        assert_eq!(library.metrics().contains_key(name), on);
    }
}

#[tokio::test]
async fn the_figures_of_a_client_are_instruments_until_it_is_gone() {
    let (emulator, library) = (Emulator::start_blocking().unwrap(), Library::new());
    let hook = library.hook();
    let (one, _) = client(&emulator, hook.clone());
    let (other, _) = client(&emulator, hook.clone());
    let observed = hook.observe(&one, [KeyValue::new("client", "one")]);
    let _goes_on = hook.observe(&other, [KeyValue::new("client", "other")]);
    one.messages().create(request("say hello")).await.unwrap();
    one.messages().create(request("say hello")).await.unwrap();
    other.messages().create(request("say hello")).await.unwrap();
    let metrics = library.metrics();
    assert_eq!(metrics["parlour.calls_begun"]["client=one"], 2.0);
    assert_eq!(metrics["parlour.calls_begun"]["client=other"], 1.0);
    let completed = "client=one gen_ai.request.model=svc-haiku-3-5 parlour.outcome=completed";
    assert_eq!(metrics["parlour.calls"][completed], 2.0, "{metrics:?}");
    // The names on the page, without the endings that an exporter puts back.
    for line in one.prometheus_text().lines().filter_map(|line| line.strip_prefix("# TYPE parlour_")) {
        let name = line.split(' ').next().unwrap();
        let plain = name.trim_end_matches("_total").trim_end_matches("_seconds");
        let instrument = metrics.get(&format!("parlour.{plain}"));
        let has_samples =
            one.prometheus_text().lines().any(|line| line.starts_with(&format!("parlour_{name}{{")));
        assert!(instrument.is_some() || !has_samples, "{name}");
    }
    observed.stop();
    let gauges = |metrics: &BTreeMap<String, BTreeMap<String, f64>>| -> Vec<String> {
        metrics["parlour.calls_running"].keys().cloned().collect()
    };
    assert_eq!(gauges(&library.metrics()), ["client=other"]);
    drop(other);
    assert!(!library.metrics().contains_key("parlour.calls_running"));
}
