//! A client for hosted language-model messaging services, for server-side code.
//!
//! It sends `POST {base_url}/v1/messages` and gives the model's reply, whole or as a stream of events, with
//! the retries, time limits, rate-limit readings and typed errors that a backend needs.
//!
//! ```
//! use parlour::{Client, MessageRequest};
//! # use parlour_emulator::Emulator;
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let emulator = Emulator::start().await?;
//! # let (url, key) = (emulator.url(), emulator.api_key().to_owned());
//! let client = Client::builder().base_url(url).api_key(key).build()?;
//! let request = MessageRequest::new("svc-haiku-3-5", 256).system("Be brief.").user("Name three rivers.");
//!
//! // Whole:
//! let reply = client.messages().create(&request).await?;
//! println!("{} ({} tokens left)", reply.text(), reply.rate_limits().remaining_tokens().unwrap_or(0));
//!
//! // Piece by piece:
//! let mut stream = client.messages().stream(&request).await?;
//! let mut pieces = stream.text_stream();
//! while let Some(piece) = pieces.next().await {
//!     print!("{}", piece?);
//! }
//! let message = stream.final_message().await?;
//! assert_eq!(message.text(), reply.text());
//! # Ok(()) }
//! ```
//!
//! # Layout
//!
//! * [`Client`] and [`ClientBuilder`]: settings, defaults, the environment.
//! * [`MessageRequest`] and the types around it: the request. [`Message`] and its [`ContentBlock`]s: the answer. Fields
//!   and block types that this version does not know are kept and sent back unchanged.
//! * [`MessageStream`] and [`Event`]: the answer as it arrives.
//! * [`Error`] and [`ErrorKind`]: the cause of a failure, the number of attempts, and the part of the answer that
//!   arrived.
//!
//! The crate needs a tokio runtime when a call is awaited; it starts none. On it, one task closes connections that
//! have waited too long, and reqwest starts tasks for its own connections. A call on a direct HTTP/1.1 connection is
//! driven by the task that awaits it. A client that shares limits with other processes, or keeps prefixes in the prompt
//! cache, has a thread for that.
//!
//! # Features
//!
//! All but `opentelemetry`, `redis` and `schemars` are on.
//!
//! * `conversation`; `structured` answers and `tools`, which bring it; `resources`, the endpoints beside messages;
//!   `webhooks`.
//! * `proxy`: all but direct HTTP/1.1 connections, through reqwest (proxies, HTTP/2, unix sockets). Without it
//!   [`ClientBuilder::build`] refuses a client that needs one.
//! * `opentelemetry`: a hook that records calls through the crate `opentelemetry`.
//! * `redis`: limits that several processes share.
//! * `schemars`: JSON Schemas of Rust types, for tools and structured answers.
#![forbid(unsafe_code)]

mod answer_headers;
mod brief_lock;
mod call;
mod client;
pub mod clock;
#[cfg(feature = "conversation")]
mod conversation;
mod error;
mod exposition;
#[cfg(feature = "redis")]
mod fleet;
mod hex;
mod json;
mod ledger;
mod memory;
pub mod model;
mod nearest;
#[cfg(feature = "opentelemetry")]
mod otel;
mod pacing;
mod prompt_cache;
mod record;
mod recordings;
#[cfg(feature = "resources")]
mod resources;
pub mod retry;
#[cfg(all(feature = "schemars", any(feature = "structured", feature = "tools")))]
mod schema_of;
pub mod secret;
pub mod service;
#[doc(hidden)] // For bindings.
pub mod setting;
mod stats;
mod stream;
#[cfg(feature = "structured")]
mod structured;
#[doc(hidden)]
pub mod testing;
#[doc(hidden)] // For bindings.
pub mod threads;
#[cfg(feature = "tools")]
mod tools;
mod transport;
#[cfg(feature = "webhooks")]
mod webhook;
mod wire;
mod work;

pub use call::credential::Credential;
pub use call::hooks::{
    Attribute, Attributes, CallEnd, CallOutcome, Hook, HookAction, HookAnswer, HookCall, HookFailure,
    HookFuture, HookPoints, HookRetry, Measurement, Telemetry,
};
pub use call::provider::{CredentialProvider, CredentialRequest};
pub use call::request_view::RequestView;
pub use call::response::{Head, Response};
pub use call::routes::Route;
pub use call::running::{DrainReport, RunningCall};
pub use call::stops::{StopNotice, StopReasonCounts};
pub use call::timeouts::Timeouts;
pub use client::Client;
pub use client::body::{Body, IntoBody};
pub use client::builder::ClientBuilder;
pub use client::messages::{CreateCall, MessageJson, Messages, StreamCall};
pub use client::options::CallOptions;
pub use client::raw::{ByteStream, CallFuture, RawCall};
pub use client::save::SAVE_BYTES;
pub use client::upload::{Multipart, Upload};
#[cfg(feature = "conversation")]
pub use conversation::{CacheChange, CachePart, Conversation, Repair, RepairKind, TokenSearch, Trimmed};
#[doc(hidden)] // For errors and records of bindings.
pub use error::one_line;
#[doc(hidden)] // For bindings.
pub use error::scarce;
pub use error::{Error, ErrorKind, Result};
pub use http::Method;
pub use json::MAX_JSON_DEPTH;
pub use json::growing::{PartialChange, PartialJson, PartialKind, PartialMirror, PartialValue};
pub use json::partial as partial_json;
pub use json::partial::{Mode as PartialJsonMode, PartialJsonError, complete as complete_json};
#[doc(hidden)] // For bindings.
pub use json::quote::{push_string, string_bound};
#[doc(hidden)] // For decoders of bindings.
pub use json::read_escape;
#[doc(hidden)] // For what bindings send.
pub use json::without_halves;
#[doc(hidden)] // For bindings: they write wire types with the writer that the core has.
pub use json::writer::write_json;
pub use ledger::{FleetUsage, Price, SpendingLimit, SpendingState, Tally, UsageReport};
pub use model::*;
#[doc(hidden)] // For bindings.
pub use nearest::{nearest, slip, slip_sentence};
#[cfg(feature = "opentelemetry")]
pub use otel::{Observed, OpenTelemetry};
pub use pacing::{Allowance, LimiterState, ModelLimits, Pacing, Priority};
pub use prompt_cache::PromptCache;
pub use record::LimitNotice;
pub use recordings::{RecordingMatch, RecordingMode, Recordings};
/// The client behind every way to a service that is not a direct connection of HTTP/1.1, in the version that
/// [`ClientBuilder::http`] takes.
#[cfg(feature = "proxy")]
pub use reqwest;
#[cfg(feature = "resources")]
pub use resources::{
    Answer, BATCH_BYTES, BATCH_REQUESTS, BatchResults, BatchRun, BatchRunOptions, BatchRunResults, BatchWait,
    BatchWriter, Batches, ConfiguredLimits, ENDPOINTS, Endpoint, EndpointCall, Files, Items, ListCall,
    Models, Page, Pager, Pages, Paging, ResourceCall, ResultJson, Skills,
};
pub use retry::{Attempts, Jitter, RetryBudget, RetryPolicy, Schedule};
pub use service::rate_limits;
pub use service::rate_limits::{RateLimit, RateLimits};
pub use stats::ClientStats;
pub use stream::MessageStream;
pub use stream::views::{Snapshots, TextStream};
#[cfg(feature = "structured")]
pub use structured::{
    AnswerMethod, AnswerOptions, AnswerOutcome, AnswerPlace, AnswerPlan, AnswerRequests, ParseCall,
    ParseStream, Parsed, PartialAnswer, TransformedSchema, schema_violations, transform_schema,
};
#[cfg(feature = "tools")]
#[doc(hidden)] // For bindings.
pub use tools::content_json;
#[cfg(feature = "tools")]
pub use tools::{
    Approval, ToolCall, ToolError, ToolFailure, ToolLoop, ToolLoopEnd, ToolLoopOptions, ToolOutput, ToolRun,
    Toolbox, TurnStream, client_tools, mcp,
};
pub use transport::{HttpVersion, Pool, Proxy, TlsVersion};
#[doc(hidden)]
pub use transport::{IoDriver, Socket, send_quietly};
#[cfg(feature = "webhooks")]
pub use webhook::{MAX_WEBHOOK_SIGNATURES, WEBHOOK_TOLERANCE, WebhookError, WebhookVerifier};
pub use wire::accumulate::Accumulator;
pub use wire::event::Event;
#[doc(hidden)] // For bindings.
pub use wire::event::{PayloadOf, PlainDelta};
pub use wire::event_kind::EventKind;
pub use wire::growth::BlockGrowth;
