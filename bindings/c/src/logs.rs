//! Log records for the host.

use std::ffi::c_void;
use std::sync::{Arc, RwLock, TryLockError};

use parlour_bridge::Port;
use parlour_bridge::logs::{Record, Verbosity, collect};

use crate::abi::{PARLOUR_BUSY, PARLOUR_INVALID_ARGUMENT, parlour_result};
use crate::boundary::coded;
use crate::catch::infallible;
use crate::fault::{Fault, require};
use crate::text::parlour_str;
use crate::user::{User, parlour_free_fn};

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
/// Everything; bodies too, if the client is configured to log them.
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

/// Where records go.
struct Sink {
    function: unsafe extern "C" fn(*mut c_void, u32, parlour_str, parlour_str),
    user: User,
}

/// Nobody waits for this lock: a forked child may find it held by a thread that does not exist there. Those that hand
/// on records hold it for as long as it takes to count one reference.
static SINK: RwLock<Option<Arc<Sink>>> = RwLock::new(None);

/// How often the lock is tried: its holders need some nanoseconds, so this is reached in a forked child alone.
const TRIES: u32 = 10_000;

/// Gives log records of this process to a function, up to a level; it takes the place of a function that was given
/// before. It is called on the threads that wait for calls or drain queues, and on the library's callback thread,
/// before they hand on what the record is about; in several threads at once if several do that. `user` is retained;
/// `user_free` (NULL is allowed) is called once when another function has taken the place, or after parlour_log_stop(),
/// and no thread is in the function any more. On failure nothing is retained. PARLOUR_BUSY if another part of the
/// process collects the log. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_log_start(
    level: parlour_log_level,
    function: parlour_log_fn,
    user: *mut c_void,
    user_free: parlour_free_fn,
) -> parlour_result {
    coded(|| {
        let verbosity = verbosity(level)?;
        let mut sink = Sink { function: require(function, "function")?, user: User::new(user, user_free) };
        if !collect(verbosity) {
            sink.user.disown();
            return Err(Fault::Code(PARLOUR_BUSY));
        }
        match replace(Some(Arc::new(sink))) {
            Ok(before) => {
                drop(before);
                Ok(())
            }
            Err(refused) => {
                if let Some(mut sink) = refused.and_then(Arc::into_inner) {
                    sink.user.disown();
                }
                Err(Fault::Code(PARLOUR_BUSY))
            }
        }
    })
}

/// Stops the log, and gives the user pointer back: its `user_free` is called once, when no thread is in the function
/// any more. Any thread but from within the function.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_log_stop() -> parlour_result {
    coded(|| {
        collect(Verbosity::Off);
        replace(None).map(drop).map_err(|_| Fault::Code(PARLOUR_BUSY))
    })
}

/// Puts another sink in the place, and gives the one that was there; or the new one back where the lock cannot be had.
fn replace(mut sink: Option<Arc<Sink>>) -> Result<Option<Arc<Sink>>, Option<Arc<Sink>>> {
    for _ in 0..TRIES {
        match SINK.try_write() {
            Ok(mut place) => return Ok(std::mem::replace(&mut *place, sink.take())),
            Err(TryLockError::Poisoned(place)) => {
                return Ok(std::mem::replace(&mut *place.into_inner(), sink.take()));
            }
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    Err(sink)
}

fn sink() -> Option<Arc<Sink>> {
    for _ in 0..TRIES {
        match SINK.try_read() {
            Ok(place) => return place.clone(),
            Err(TryLockError::Poisoned(place)) => return place.into_inner().clone(),
            Err(TryLockError::WouldBlock) => std::thread::yield_now(),
        }
    }
    None
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
    let Some(sink) = sink() else { return };
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
        // SAFETY: the host gave the function for this pointer, which is not given back while a reference to the sink is
        // left.
        infallible(|| unsafe {
            (self.function)(self.user.pointer(), level, message, parlour_str::of(&fields))
        });
    }
}
