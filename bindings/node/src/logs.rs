//! Log records as JavaScript takes them.

use napi_derive::napi;
use parlour_bridge::Port;
use parlour_bridge::logs::Verbosity;

/// A log record.
#[napi(object, object_from_js = false)]
pub struct LogRecord {
    /// 1 error, 2 warn, 3 info, 4 debug.
    pub level: u32,
    /// The event, as a constant sentence.
    pub message: String,
    /// Named values, as text.
    pub fields: Vec<(&'static str, String)>,
    /// The call that it is about; 0 if it is about none.
    pub token: f64,
    /// Records that were lost before this one because the buffer was full.
    pub dropped: f64,
}

/// The records that waited. `outside` maps tokens of a port to those that JavaScript knows.
pub(crate) fn take(port: &Port, outside: impl Fn(u64) -> u64) -> Vec<LogRecord> {
    let (records, mut dropped) = port.logs();
    records
        .into_iter()
        .map(|record| LogRecord {
            level: record.level as u32,
            message: record.message,
            fields: record.fields,
            token: if record.token == 0 { 0.0 } else { outside(record.token) as f64 },
            dropped: std::mem::take(&mut dropped) as f64,
        })
        .collect()
}

/// Collects records up to this level; see [`crate::set_log_level`].
pub(crate) fn collect(level: u32) -> bool {
    parlour_bridge::logs::collect(match level {
        0 => Verbosity::Off,
        1 => Verbosity::Error,
        2 => Verbosity::Warn,
        3 => Verbosity::Info,
        _ => Verbosity::Debug,
    })
}
