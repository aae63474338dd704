//! The one multi-threaded runtime of the process: started when the first call is submitted, started anew in a forked
//! child, never stopped.
//!
//! Its threads block the host's signals, so that the host keeps its handling of SIGINT, SIGTERM and SIGPIPE
//! (loops §6), and they never run a line of the host's code.

use std::convert::Infallible;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use once_cell::sync::OnceCell;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::info::ErrorInfo;
use crate::log_ring::{Record, Verbosity};
use crate::per_process::PerProcess;
use crate::signal_mask::mask_this_thread;
use crate::task_context;
use crate::workers;

/// How the runtime is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads that drive all connections: 1 to 64.
    pub worker_threads: u32,
}

/// Two: one TLS handshake must not hold up every other stream, and 32 server processes of a host must not start
/// a hundred threads (decision 0008).
const DEFAULT_WORKERS: u32 = 2;
const MAX_WORKERS: u32 = 64;

static WORKERS: AtomicU32 = AtomicU32::new(DEFAULT_WORKERS);
/// Of the threads for work that may block ([`parlour::threads::MAX_THREADS`]), what callbacks of the host may take: the
/// others stay for name look-ups, certificates and files.
const MAX_CALLBACKS: usize = 128;

static CURRENT: PerProcess<Process> = PerProcess::new();
static STARTED: AtomicBool = AtomicBool::new(false);

/// The state of one process. Nothing joins its threads at exit.
struct Process {
    /// Empty until the first call, and again after a start that failed.
    runtime: OnceCell<Runtime>,
    callbacks: Semaphore,
}

/// Sets how the runtime will be made. Only before the first call of the process; a forked child starts with what
/// its parent had set.
///
/// # Errors
/// Kind `Config` if the runtime runs already or the number is out of range.
pub fn configure(options: Options) -> Result<(), ErrorInfo> {
    if !(1..=MAX_WORKERS).contains(&options.worker_threads) {
        return Err(ErrorInfo::config(format!("worker_threads must be 1 to {MAX_WORKERS}")));
    }
    if STARTED.load(Ordering::Acquire) {
        return Err(ErrorInfo::config(
            "the runtime is running already: configure it before the first call of the process",
        ));
    }
    WORKERS.store(options.worker_threads, Ordering::Release);
    Ok(())
}

/// The runtime of this process, started if need be. A start that fails is tried again by the next call.
///
/// # Errors
/// As [`ErrorInfo::system`] if the system gives no threads or descriptors.
pub(crate) fn get() -> Result<&'static Runtime, ErrorInfo> {
    started(&process().runtime, start)
}

fn started(
    cell: &OnceCell<Runtime>,
    start: impl FnOnce() -> io::Result<Runtime>,
) -> Result<&Runtime, ErrorInfo> {
    cell.get_or_try_init(start)
        .map_err(|error| ErrorInfo::system("the threads that drive connections could not be started", &error))
}

/// Runs a function of the host's that may block, off the threads that drive connections. At most 128 run at once, so
/// that they do not starve look-ups and certificates of threads; the others wait for a permit.
///
/// # Errors
/// As [`parlour::threads::spawn`] if no thread can be started, and if the function panicked.
pub async fn callback<T: Send + 'static>(function: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    let permit = process().callbacks.acquire().await;
    let working = parlour::threads::spawn(move || {
        let done = function();
        drop(permit);
        done
    });
    working?.await
}

/// Runs a function of the host's that nobody waits for, off the threads that drive connections. Its failure, and that
/// no thread could be started, are logged for the operation that runs now, with `what` failed. False if no thread could
/// be started.
pub fn callback_later(
    what: &'static str,
    function: impl FnOnce() -> Result<(), String> + Send + 'static,
) -> bool {
    let ring = task_context::current_ring();
    let log = move |error: String| {
        if let Some((ring, token)) = &ring {
            let (message, fields) = (what.to_owned(), vec![("error", error)]);
            ring.push_log(Record { level: Verbosity::Error, message, fields, token: *token });
        }
    };
    let failed = log.clone();
    let working = parlour::threads::spawn(move || {
        if let Err(error) = function() {
            failed(error);
        }
    });
    match working {
        Ok(_nobody_waits) => true,
        Err(error) => {
            log(error.to_string());
            false
        }
    }
}

fn process() -> &'static Process {
    let made = CURRENT.get_or_try_init(|| {
        Ok::<_, Infallible>(Process { runtime: OnceCell::new(), callbacks: Semaphore::new(MAX_CALLBACKS) })
    });
    match made {
        Ok(process) => process,
        Err(never) => match never {},
    }
}

fn start() -> io::Result<Runtime> {
    let workers = WORKERS.load(Ordering::Acquire);
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(workers as usize).thread_name("parlour").enable_io().enable_time();
    let runtime = workers::start(builder, workers, mask_this_thread);
    if runtime.is_ok() {
        STARTED.store(true, Ordering::Release);
    }
    runtime
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_start_that_failed_is_tried_again() {
        let cell = OnceCell::new();
        let error = started(&cell, || Err(io::ErrorKind::OutOfMemory.into())).unwrap_err();
        assert!(error.message.contains("could not be started"), "{error}");
        assert_eq!((error.kind, error.subkind, error.retryable), ("Connection", Some("resources"), true));
        let build = || Builder::new_current_thread().build();
        let first: *const Runtime = started(&cell, build).unwrap();
        let second: *const Runtime = started(&cell, || Err(io::ErrorKind::Other.into())).unwrap();
        assert_eq!(first, second, "one that runs is not started again");
    }
}
