//! What every host language needs of parlour and no Rust program does: one runtime for the process that survives
//! forks, ports and their wake-ups, operations that can be cancelled from anywhere, contained panics, flat errors,
//! and settings by name. It must not know any host language, nor decide anything about calls: that is the core's.
//!
//! A binding makes a [`Client`] from settings, one [`Port`] per consumer context, and submits a [`CallRequest`], which
//! gives an [`Op`]. It then takes what is there and, where there is nothing, waits to be woken.
//!
//! Windows has no descriptor that stands for many sockets, no masks of signals and no forks. Files below `unsupported/` stand
//! there in the place of those that need them, so that nobody else asks for the system.

mod blocking;
#[cfg(unix)]
mod burst;
mod client;
pub mod credentials;
#[cfg_attr(not(unix), path = "unsupported/fork.rs")]
mod fork;
pub mod info;
pub mod logs;
#[cfg_attr(not(unix), path = "unsupported/loop_driver.rs")]
mod loop_driver;
mod op;
mod port;
#[cfg(unix)]
mod reactor;
mod runtime;
pub mod settings;
#[cfg_attr(not(unix), path = "unsupported/signal_mask.rs")]
mod signal_mask;
mod task;
#[cfg(unix)]
mod timer_fd;
pub mod wire;

pub use blocking::BlockingCall;
pub use client::Client;
pub use fork::generation;
pub use info::{ErrorFields, ErrorInfo, ErrorRow, HeadInfo, error_table};
pub use op::{Answer, CallRequest, Item, Mode, Op, Take};
pub use parlour::Method;
pub use port::{Port, Woken};
pub use runtime::{Options as RuntimeOptions, callback, configure};
pub use signal_mask::SignalMask;
#[cfg(unix)]
pub use signal_mask::{EventFd, Wait};
