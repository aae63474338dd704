//! A local Messages service for tests and demonstrations: it validates like the real one, answers with a small
//! deterministic model, enforces rate limits, and misbehaves on command (protocol §12). Nothing of the client crate is
//! used: a shared mistake would confirm itself.
//!
//! ```
//! # async fn demo() -> std::io::Result<()> {
//! use parlour_emulator::{Emulator, Reply};
//!
//! let emu = Emulator::start().await?;
//! emu.push(Reply::status(529)); // the first request is told to come back later
//! println!("point a client at {} with the key {}", emu.url(), emu.api_key());
//! assert!(emu.requests().is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! The listener is bound to the loopback address only. Nothing is random: the same requests in the same order give the
//! same bytes, and [`Builder::seed`] chooses another such world.

mod answer;
mod backstage;
mod batches;
mod blocking;
mod cache;
mod catalogue;
mod clock;
mod codes;
mod config;
mod configured;
mod deliver;
mod emulator;
mod fields;
mod files;
mod handle;
mod identity;
mod ids;
mod limits;
mod messages;
mod model;
mod models;
mod multipart;
mod page;
mod record;
mod replay;
mod router;
mod script;
mod server;
mod settings;
mod shared_time;
mod signature;
mod skills;
mod sse;
mod state;
mod stranger;
mod stream_render;
mod threads;
mod tokens;
mod usage_book;
mod validate;
mod webhook;

pub use blocking::BlockingEmulator;
pub use clock::{Clock, ManualClock, SystemClock};
pub use config::{Builder, Limits};
pub use emulator::Emulator;
pub use handle::Handle;
pub use record::Recorded;
pub use script::{
    Edit, Fault, Insert, RawBytes, RawItem, RawPause, Reply, ScriptError, SseItem, parse_replies,
};
pub use settings::{Settings, SettingsError};
pub use usage_book::Billed;
pub use webhook::Webhook;
