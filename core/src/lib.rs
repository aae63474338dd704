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
//! # What goes where
//!
//! * [`Client`] and [`ClientBuilder`]: settings, defaults, the environment.
//! * [`MessageRequest`] and the types around it: what is asked. [`Message`] and its [`ContentBlock`]s: what is
//!   answered. What this version does not know is kept and sent back unchanged.
//! * [`MessageStream`] and [`Event`]: the answer as it comes.
//! * [`Error`] and [`ErrorKind`]: what went wrong, how often it was tried, what had arrived.
//!
//! The crate needs a tokio runtime when a call is awaited; it starts none. On it, one task closes connections that
//! have waited too long, and what goes through reqwest has tasks of its own; a call on a direct connection of HTTP/1.1 is
//! driven by whoever awaits it.
#![forbid(unsafe_code)]

mod accumulate;
mod api_error;
mod attempt;
mod auth;
mod body;
mod client;
pub mod clock;
mod clocks;
mod config;
mod deadline;
mod error;
mod event;
mod json;
pub mod limits;
mod messages;
pub mod model;
mod object;
mod options;
pub mod partial_json;
mod raw;
mod replay;
mod response;
pub mod retry;
pub mod secret;
pub mod service;
mod sse;
mod stops;
mod stream;
#[doc(hidden)]
pub mod testing;
mod trace;
mod transport;
mod views;

pub use accumulate::Accumulator;
pub use auth::{Credential, CredentialProvider, CredentialRequest};
pub use body::{Body, IntoBody};
pub use client::Client;
pub use config::{ClientBuilder, Timeouts};
pub use error::{Error, ErrorKind, Result};
pub use event::{Event, EventKind};
pub use http::Method;
pub use limits::{RateLimit, RateLimits};
pub use messages::{CreateCall, MessageJson, Messages, StreamCall};
pub use model::*;
pub use options::{CallOptions, Carry};
pub use partial_json::{Mode as PartialJsonMode, PartialJsonError, complete as complete_json};
pub use raw::{ByteStream, RawCall};
/// The client behind every way to a service that is not a direct connection of HTTP/1.1, in the version that
/// [`ClientBuilder::http`] takes.
pub use reqwest;
pub use response::{Attempts, Head, Response};
pub use retry::{Jitter, RetryBudget, RetryPolicy, Schedule};
pub use stops::{StopNotice, StopReasonCounts};
pub use stream::MessageStream;
pub use transport::{HttpVersion, Pool, Proxy, TlsVersion};
#[doc(hidden)]
pub use transport::{Socket, Sockets, send_quietly};
pub use views::{Snapshots, TextStream};
