//! The layer between the core and the bindings of host languages: one runtime for the process that survives forks,
//! ports and their wake-ups, operations that can be cancelled from anywhere, contained panics, flat errors, and
//! settings by name. Nothing here is specific to one host language, and the core makes every decision about calls.
//!
//! A binding makes a [`Client`] from settings, one [`Port`] per consumer context, and submits a [`CallRequest`], which
//! returns an [`Op`]. It then takes the available items, and waits for a wake-up if there are none.
//!
//! Windows has no descriptor that represents many sockets, no signal masks and no forks. The files below `unsupported/`
//! replace those that need them, so that no other file depends on the system.

mod asked_hook;
pub mod batch_run;
mod batching;
mod blocking;
#[cfg(unix)]
mod burst;
mod call;
mod client;
pub mod client_tools;
pub mod conversation;
pub mod credentials;
mod decoding;
#[cfg(unix)]
mod event_fd;
pub mod event_text;
#[cfg_attr(not(unix), path = "unsupported/fork.rs")]
mod fork;
mod heap;
pub mod hooks;
mod idle_ports;
mod inbox;
pub mod info;
pub mod json_text;
mod log_ring;
pub mod logs;
pub mod long_strings;
#[cfg_attr(not(unix), path = "unsupported/loop_driver.rs")]
mod loop_driver;
pub mod mcp;
mod op;
pub mod partial_json;
mod per_process;
mod port;
#[cfg(unix)]
mod reactor;
mod resource;
mod resource_task;
pub mod resources;
mod runtime;
pub mod settings;
mod shared_run;
#[cfg_attr(not(unix), path = "unsupported/signal_mask.rs")]
mod signal_mask;
pub mod spelling;
pub mod structured;
mod task;
mod task_context;
#[cfg(unix)]
mod timer_fd;
pub mod tools;
pub mod uploads;
pub mod webhook;
pub mod wire;
mod workers;

pub use blocking::BlockingCall;
pub use call::{Answer, CallRequest, Item, Mode, Question, Take};
pub use client::Client;
#[cfg(unix)]
pub use event_fd::{EventFd, Wait};
pub use fork::generation;
pub use idle_ports::{IdlePorts, blocking_port, keep_blocking_port};
pub use inbox::{Inbox, Keeps, Outcome};
pub use info::{ErrorFields, ErrorInfo, ErrorRow, HeadInfo, error_table};
pub use op::Op;
pub use parlour::{MAX_JSON_DEPTH, Method, nearest, push_string, slip, slip_sentence};
pub use port::{Port, Woken};
pub use runtime::{Options as RuntimeOptions, callback, callback_later, configure};
pub use signal_mask::SignalMask;
pub use spelling::speak;
