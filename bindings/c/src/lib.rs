//! The C library: what `include/parlour.h` declares. It converts values, keeps handles and carries wake-ups; it must
//! not decide anything about calls, which is the core's.
//!
//! Every entry point has one shape: pointers arrive as `Option` (NULL is `None`), the body runs inside `boundary` or
//! `catch`, results are codes, and out-parameters are written on success only. The signatures rely on the C caller's
//! side of the contract, written at the top of the header: a handle that is not NULL is one that this library made and
//! that was not freed, and it is not used in two threads at once unless its section says so.
//!
//! The headers are generated from these files by scripts/c/header.sh: comments on exported items are written for C.
// The FFI boundary: exported symbols, views into memory, callbacks of the host.
#![allow(unsafe_code)]
// The header exports `pub` items; no Rust code uses the crate.
#![allow(unreachable_pub)]
// The names are those of the header.
#![allow(non_camel_case_types)]

mod boundary;
mod catch;
mod fault;

// In the order of the header; apart, so that rustfmt leaves it.
mod abi;

mod text;

mod kinds;

mod error;

mod head;
mod hook;

mod message;

mod json_value;

mod message_json;

mod block;

mod answer;

mod stops;

mod config;

mod limits;

mod connection;
mod credential;

mod options;

mod interrupt;

mod content;

mod request;

mod client;

mod conversation;

mod cache;

mod partial_json;

mod tool_loop;

mod tool_set;

mod client_tools;

mod run_tools;

mod structured;

mod endpoint;

mod pages;

mod message_batch;

mod upload;

mod setters;
mod skill_files;

mod webhook;

mod mode;

mod call_handle;

mod op;

mod outcome;

mod batch;

mod queue;

mod listener;

mod callback;

mod logs;

mod runtime;

/// cbindgen:ignore
#[cfg(feature = "emulator")]
mod emulator;

mod dispatch;
mod hub;
mod json;
mod park;
mod state;
mod user;
mod wake;
