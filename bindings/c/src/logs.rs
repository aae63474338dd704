//! Log records for the host. It must not know what they tell, nor how a host logs.

use std::ffi::c_void;
use std::sync::atomic::{AtomicPtr, Ordering};

use parlour_bridge::Port;
use parlour_bridge::logs::{Record, Verbosity, collect};

use crate::abi::{PARLOUR_BUSY, PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::boundary::coded;
use crate::catch::infallible;
use crate::fault::{Fault, require};
use crate::text::parlour_str;
use crate::user::User;

/// The level of a log record: one of PARLOUR_LOG_....
pub type parlour_log_level = u32;

/// Nothing.
pub const PARLOUR_LOG_OFF: parlour_log_level = 0;
/// Failures of the library itself.
pub const PARLOUR_LOG_ERROR: parlour_log_level = 1;
/// Calls that failed, and answers that were cut.
pub const PARLOUR_LOG_WARN: parlour_log_level = 2;
/// Attempts and waits as well.
pub const PARLOUR_LOG_INFO: parlour_log_level = 3;
/// Everything; bodies too, where the client was told to log them.
pub const PARLOUR_LOG_DEBUG: parlour_log_level = 4;

/// Takes a log record: its level, a constant sentence, and named values as one JSON object of texts. The texts are
/// borrowed until the function returns. Credentials are masked. It must not call this library.
pub type parlour_log_fn = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        level: parlour_log_level,
        message: parlour_str,
        fields_json: parlour_str,
    ),
>;

/// Where records go; leaked, because any thread may be about to call it.
struct Sink {
    function: unsafe extern "C" fn(*mut c_void, u32, parlour_str, parlour_str),
    user: User,
}

/// An atomic and no lock: a forked child may come here.
static SINK: AtomicPtr<Sink> = AtomicPtr::new(std::ptr::null_mut());

/// Gives log records of this process to a function, up to a level. Once in the life of a process: the function and its
/// user pointer are retained for ever. It is called on the threads that wait for calls or drain queues, and on the
/// library's callback thread, before they hand on what the record is about; in several threads at once if several do
/// that. PARLOUR_BUSY if a function was given before, or another part of the process collects the log.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_log_start(
    level: parlour_log_level,
    function: parlour_log_fn,
    user: *mut c_void,
) -> parlour_result {
    coded(|| {
        let verbosity = verbosity(level)?;
        let sink = Box::into_raw(Box::new(Sink {
            function: require(function, "function")?,
            user: User::new(user, None),
        }));
        let taken = SINK.compare_exchange(std::ptr::null_mut(), sink, Ordering::AcqRel, Ordering::Acquire);
        if taken.is_err() {
            // SAFETY: made above, and nobody has seen it.
            drop(unsafe { Box::from_raw(sink) });
            return Err(Fault::Code(PARLOUR_BUSY));
        }
        if collect(verbosity) { Ok(()) } else { Err(Fault::Code(PARLOUR_BUSY)) }
    })
}

/// Changes the level; PARLOUR_LOG_OFF stops the log. Any thread, any time.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_log_set_level(level: parlour_log_level) -> parlour_result {
    coded(|| if collect(verbosity(level)?) { Ok(()) } else { Err(Fault::Code(PARLOUR_BUSY)) })
}

fn verbosity(level: parlour_log_level) -> Result<Verbosity, Fault> {
    Ok(match level {
        PARLOUR_LOG_OFF => Verbosity::Off,
        PARLOUR_LOG_ERROR => Verbosity::Error,
        PARLOUR_LOG_WARN => Verbosity::Warn,
        PARLOUR_LOG_INFO => Verbosity::Info,
        PARLOUR_LOG_DEBUG => Verbosity::Debug,
        _ => return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "level")),
    })
}

/// Hands on the records that wait at a port. Called without any lock held.
pub(crate) fn deliver(port: &Port) {
    if !port.has_logs() {
        return;
    }
    let (records, dropped) = port.logs();
    // SAFETY: null, or leaked by `parlour_log_start`.
    let Some(sink) = (unsafe { SINK.load(Ordering::Acquire).as_ref() }) else { return };
    for record in &records {
        sink.take(record);
    }
    if dropped > 0 {
        sink.take(&Record {
            level: Verbosity::Warn,
            message: "log records were dropped: nobody took them".to_owned(),
            fields: vec![("dropped", dropped.to_string())],
            token: 0,
        });
    }
}

impl Sink {
    fn take(&self, record: &Record) {
        let fields: serde_json::Map<String, serde_json::Value> = record
            .fields
            .iter()
            .map(|(name, text)| ((*name).to_owned(), serde_json::Value::from(text.as_str())))
            .collect();
        let fields = serde_json::Value::from(fields).to_string();
        let (message, level) = (parlour_str::of(&record.message), record.level as u32);
        // SAFETY: the host gave the function for this pointer, for the life of the process.
        infallible(|| unsafe {
            (self.function)(self.user.pointer(), level, message, parlour_str::of(&fields))
        });
    }
}
