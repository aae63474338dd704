//! What every host language needs of parlour and no Rust program does: one runtime for the process that survives
//! forks, ports and their wake-ups, operations that can be cancelled from anywhere, contained panics, flat errors,
//! and settings by name. It must not know any host language, nor decide anything about calls: that is the core's.
//!
//! A binding makes a [`Client`] from settings, one [`Port`] per consumer context, and submits a [`Call`], which
//! gives an [`Op`]. It then takes what is there and, where there is nothing, waits to be woken.
//!
//! Windows has no descriptor that stands for many sockets, no masks of signals and no forks. Files below `absent/` stand
//! there in the place of those that need them, so that nobody else asks for the system.

mod client;
#[cfg_attr(not(unix), path = "absent/fork.rs")]
mod fork;
#[cfg_attr(not(unix), path = "absent/host_loop.rs")]
mod host_loop;
pub mod info;
mod lane;
pub mod logs;
mod op;
#[cfg(unix)]
mod pace;
mod port;
#[cfg(unix)]
mod reactor;
mod runtime;
pub mod settings;
#[cfg_attr(not(unix), path = "absent/signal.rs")]
mod signal;
mod task;
#[cfg(unix)]
mod ticks;

pub use client::Client;
pub use fork::generation;
pub use info::{ErrorFields, ErrorInfo, ErrorRow, HeadInfo, error_table};
pub use lane::Driven;
pub use op::{Answer, Call, Item, Mode, Op, Take};
pub use port::{Port, Woken};
pub use runtime::{Options as RuntimeOptions, callback, configure};
pub use signal::Masked;
#[cfg(unix)]
pub use signal::{Signal, Wait};
