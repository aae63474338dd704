//! Spans and metrics of calls for OpenTelemetry, through the API crate that the program has (feature `opentelemetry`).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use opentelemetry::global::{self, BoxedTracer};
use opentelemetry::metrics::{AsyncInstrument, Histogram, Meter, MeterProvider};
use opentelemetry::propagation::Injector;
use opentelemetry::trace::{
    Span, SpanBuilder, SpanKind, Status, TraceContextExt as _, Tracer, TracerProvider,
};
use opentelemetry::{Array, Context, KeyValue, StringValue, Value};

use crate::call::hooks::{
    Attribute, CallEnd, Hook, HookAction, HookCall, HookFuture, HookPoints, Measurement, Telemetry,
};
use crate::call::settings::ClientInner;
use crate::client::Client;
use crate::exposition::Kind;

/// The scope of the spans and the instruments.
const SCOPE: &str = "parlour";
/// Calls whose context is kept; the spans of those beyond have no parent.
const MOST: usize = 65_536;
/// Attributes that a measurement may have.
const SHARED: usize = 7;

/// A [`Hook`] that records each call as a span, and measures message calls.
///
/// A span is a child of the one that is current ([`Context::current`]) where the call is first polled. It is made when
/// the call is over, with all its attributes, so that a sampler sees them. Names and values are those of
/// [`CallEnd::telemetry`]. Neither content nor secrets are recorded. Clones share the instruments.
///
/// ```
/// use parlour::{Client, OpenTelemetry};
///
/// // With the providers that the program has set in `opentelemetry::global`.
/// let telemetry = OpenTelemetry::new().propagate(true);
/// let client =
///     Client::builder().base_url("http://127.0.0.1:9").api_key("<API_KEY>").hook(telemetry.clone()).build()?;
/// let observed = telemetry.observe(&client, []);
/// # observed.stop();
/// # Ok::<(), parlour::Error>(())
/// ```
#[derive(Clone)]
pub struct OpenTelemetry {
    shared: Arc<Shared>,
    propagate: bool,
    chunk_times: bool,
}

struct Shared {
    tracer: BoxedTracer,
    meter: Meter,
    /// By name.
    histograms: Mutex<BTreeMap<&'static str, Histogram<f64>>>,
    /// Those in which calls began, by the id of the call.
    contexts: Mutex<BTreeMap<String, Context>>,
}

impl OpenTelemetry {
    /// A hook with the global providers of the program at this moment: set them before.
    #[must_use]
    pub fn new() -> OpenTelemetry {
        OpenTelemetry::with(global::tracer(SCOPE), global::meter(SCOPE))
    }

    /// A hook with these providers.
    pub fn with_providers<T>(tracers: &T, meters: &impl MeterProvider) -> OpenTelemetry
    where
        T: TracerProvider,
        T::Tracer: Send + Sync + 'static,
        <T::Tracer as Tracer>::Span: Send + Sync + 'static,
    {
        OpenTelemetry::with(BoxedTracer::new(Box::new(tracers.tracer(SCOPE))), meters.meter(SCOPE))
    }

    fn with(tracer: BoxedTracer, meter: Meter) -> OpenTelemetry {
        let shared = Shared { tracer, meter, histograms: Mutex::default(), contexts: Mutex::default() };
        OpenTelemetry { shared: Arc::new(shared), propagate: false, chunk_times: false }
    }

    /// Whether requests carry the headers of the current context, such as `traceparent`, by the global propagator; off
    /// unless set.
    #[must_use]
    pub fn propagate(mut self, on: bool) -> OpenTelemetry {
        self.propagate = on;
        self
    }

    /// Whether `gen_ai.client.operation.time_per_output_chunk` has a value for each chunk of a stream, for which the
    /// clock is read for each event; off unless set.
    #[must_use]
    pub fn chunk_times(mut self, on: bool) -> OpenTelemetry {
        self.chunk_times = on;
        self
    }

    /// Exports the figures of a client ([`Client::prometheus_text`]) through the meter, each time that the program
    /// collects its metrics: `parlour.calls_waiting` for `parlour_calls_waiting`. Of several clients each needs
    /// `attributes` of its own. The client is not kept alive; one that is gone reports nothing.
    pub fn observe(&self, client: &Client, attributes: impl IntoIterator<Item = KeyValue>) -> Observed {
        let attributes: Arc<[KeyValue]> = attributes.into_iter().collect();
        let observed = Observed { runs: Arc::new(AtomicBool::new(true)) };
        for family in client.figures() {
            let figure = Figure {
                client: Arc::downgrade(&client.shared),
                runs: Arc::clone(&observed.runs),
                name: family.name,
                attributes: Arc::clone(&attributes),
            };
            let (name, unit) = family.instrument();
            let report = move |instrument: &dyn AsyncInstrument<f64>| figure.report(instrument);
            let meter = &self.shared.meter;
            // The meter keeps the callback.
            match family.kind {
                Kind::Counter => drop(
                    meter
                        .f64_observable_counter(name)
                        .with_unit(unit)
                        .with_description(family.about)
                        .with_callback(report)
                        .build(),
                ),
                Kind::Gauge => drop(
                    meter
                        .f64_observable_gauge(name)
                        .with_unit(unit)
                        .with_description(family.about)
                        .with_callback(report)
                        .build(),
                ),
            }
        }
        observed
    }

    fn histogram(&self, one: &Measurement<'_>) -> Histogram<f64> {
        let mut made = lock(&self.shared.histograms);
        let make = || {
            self.shared
                .meter
                .f64_histogram(one.name)
                .with_unit(one.unit)
                .with_description(one.description)
                .with_boundaries(one.bounds.to_vec())
                .build()
        };
        made.entry(one.name).or_insert_with(make).clone()
    }

    /// Makes the span and records the measurements.
    fn record(&self, facts: &Telemetry<'_>, parent: &Context) {
        let mut builder = SpanBuilder::from_name(facts.name.clone().into_owned())
            .with_kind(SpanKind::Client)
            .with_start_time(moment(facts.start_unix_nano));
        let all: Vec<KeyValue> = facts.attributes.iter().map(key_value).collect();
        // Those that measurements have too come first.
        let mut made = Vec::with_capacity(SHARED);
        made.extend(all.iter().take(SHARED).cloned());
        let mut before = &facts.attributes;
        builder.attributes = Some(all);
        let mut span = self.shared.tracer.build_with_context(builder, parent);
        if let Some(error) = &facts.error {
            span.set_status(Status::error(error.clone().into_owned()));
        }
        let context = parent.with_remote_span_context(span.span_context().clone());
        span.end_with_timestamp(moment(facts.end_unix_nano));
        // Metrics may have the span beside an example.
        let _current = context.attach();
        // Of a measurement most attributes are those of the span, and of the measurement before.
        for one in &facts.measurements {
            let same = one.attributes.iter().zip(before.iter()).take_while(|(own, old)| own == old);
            let same = same.count().min(made.len());
            made.truncate(same);
            made.extend(one.attributes.iter().skip(same).map(key_value));
            before = &one.attributes;
            let histogram = self.histogram(one);
            one.values.iter().for_each(|value| histogram.record(*value, &made));
        }
    }
}

impl Hook for OpenTelemetry {
    fn points(&self) -> HookPoints {
        HookPoints::CALL.and(if self.chunk_times { HookPoints::CHUNK_TIMES } else { HookPoints::END })
    }

    fn on_call(&self, call: HookCall) -> HookFuture<'_, HookAction> {
        let context = Context::current();
        let mut headers = Headers::default();
        if self.propagate {
            global::get_text_map_propagator(|propagator| propagator.inject_context(&context, &mut headers));
        }
        let mut contexts = lock(&self.shared.contexts);
        if contexts.len() < MOST {
            contexts.insert(call.id, context);
        }
        drop(contexts);
        Box::pin(async move {
            let mut action = HookAction::proceed();
            for (name, value) in headers.0 {
                action = action.with_header(name, value)?;
            }
            Ok(action)
        })
    }

    fn on_end(&self, end: &CallEnd) {
        let context = lock(&self.shared.contexts).remove(&end.id);
        self.record(&end.telemetry(), &context.unwrap_or_default());
    }
}

impl Default for OpenTelemetry {
    fn default() -> OpenTelemetry {
        OpenTelemetry::new()
    }
}

impl fmt::Debug for OpenTelemetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenTelemetry")
            .field("propagate", &self.propagate)
            .field("chunk_times", &self.chunk_times)
            .finish_non_exhaustive()
    }
}

/// A client whose figures are exported. It goes on when this is dropped.
#[derive(Clone, Debug)]
#[must_use = "`stop` ends the export; it goes on otherwise"]
pub struct Observed {
    runs: Arc<AtomicBool>,
}

impl Observed {
    /// Ends the export. Instruments stay, without values of this client.
    pub fn stop(&self) {
        self.runs.store(false, Ordering::Relaxed);
    }
}

/// A family of figures of a client.
struct Figure {
    client: Weak<ClientInner>,
    runs: Arc<AtomicBool>,
    name: &'static str,
    attributes: Arc<[KeyValue]>,
}

impl Figure {
    fn report(&self, instrument: &dyn AsyncInstrument<f64>) {
        let Some(shared) = self.client.upgrade().filter(|_| self.runs.load(Ordering::Relaxed)) else {
            return;
        };
        let client = Client { shared, defaults: None };
        let families = client.figures().into_iter().filter(|family| family.name == self.name);
        for sample in families.flat_map(|family| family.samples) {
            let own = sample.attributes().map(|(name, value)| KeyValue::new(name, value.to_owned()));
            let all: Vec<_> = own.chain(self.attributes.iter().cloned()).collect();
            instrument.observe(sample.value, &all);
        }
    }
}

/// The headers of a context.
#[derive(Default)]
struct Headers(Vec<(String, String)>);

impl Injector for Headers {
    fn set(&mut self, key: &str, value: String) {
        self.0.push((key.to_owned(), value));
    }
}

fn moment(unix_nano: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_nanos(unix_nano)
}

fn key_value((name, value): (&'static str, &Attribute<'_>)) -> KeyValue {
    let value = match value {
        // Shared by the span and the measurements.
        Attribute::Text(text) => Value::from(StringValue::from(Arc::<str>::from(&**text))),
        Attribute::Texts(texts) => {
            Value::Array(Array::String(texts.iter().map(|text| StringValue::from(text.clone())).collect()))
        }
        Attribute::Whole(number) => Value::from(*number),
        Attribute::Number(number) => Value::from(*number),
        Attribute::Flag(flag) => Value::from(*flag),
    };
    KeyValue::new(name, value)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
