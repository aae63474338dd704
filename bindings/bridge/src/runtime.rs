//! The one runtime of the process: started when the first call is submitted, started anew in a forked child, never
//! stopped. It must not know what runs on it.
//!
//! Its threads block the host's signals, so that the host keeps its handling of SIGINT, SIGTERM and SIGPIPE
//! (design decision 16), and they never run a line of the host's code.

use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};

use tokio::runtime::{Builder, Runtime};

use crate::fork;
use crate::info::ErrorInfo;
use crate::signal;

/// How the runtime is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads that drive all connections: 1 to 64.
    pub worker_threads: u32,
}

/// Two: one TLS handshake must not hold up every other stream, and 32 server processes of a host must not start
/// a hundred threads (design decision 8).
const DEFAULT_WORKERS: u32 = 2;
const MOST_WORKERS: u32 = 64;

static WORKERS: AtomicU32 = AtomicU32::new(DEFAULT_WORKERS);
static CURRENT: AtomicPtr<Process> = AtomicPtr::new(std::ptr::null_mut());
/// The generation that is starting a runtime right now, plus one; a parent's mark means nothing to its child.
static STARTING: AtomicU64 = AtomicU64::new(0);
static STARTED: AtomicBool = AtomicBool::new(false);

/// The runtime of one generation. Leaked: a child must not touch its parent's, and nothing joins at exit.
struct Process {
    generation: u32,
    runtime: Runtime,
}

/// Sets how the runtime will be made. Only before the first call of the process; a forked child starts with what
/// its parent had set.
///
/// # Errors
/// Kind `Config` if the runtime runs already or the number is out of range.
pub fn configure(options: Options) -> Result<(), ErrorInfo> {
    if !(1..=MOST_WORKERS).contains(&options.worker_threads) {
        return Err(ErrorInfo::config(format!("worker_threads must be 1 to {MOST_WORKERS}")));
    }
    if STARTED.load(Ordering::Acquire) {
        return Err(ErrorInfo::config(
            "the runtime is running already: configure it before the first call of the process",
        ));
    }
    WORKERS.store(options.worker_threads, Ordering::Release);
    Ok(())
}

/// The runtime of this process, started if need be.
///
/// # Errors
/// Kind `Internal` if the system gives no threads.
pub(crate) fn get() -> Result<&'static Runtime, ErrorInfo> {
    let generation = fork::generation();
    loop {
        if let Some(runtime) = running(generation) {
            return Ok(runtime);
        }
        let mine = u64::from(generation) + 1;
        let seen = STARTING.load(Ordering::Acquire);
        if seen == mine {
            // Another thread of this process is at it; it takes less than a millisecond.
            std::thread::yield_now();
        } else if STARTING.compare_exchange(seen, mine, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            // It may have been started since the look above.
            if let Some(runtime) = running(generation) {
                STARTING.store(0, Ordering::Release);
                return Ok(runtime);
            }
            let started = start(generation);
            STARTING.store(0, Ordering::Release);
            return started;
        }
    }
}

#[allow(unsafe_code)]
fn running(generation: u32) -> Option<&'static Runtime> {
    let current = CURRENT.load(Ordering::Acquire);
    // SAFETY: the pointer is null or came from `Box::into_raw` in `start` and is never freed.
    let process: &'static Process = unsafe { current.as_ref() }?;
    (process.generation == generation).then_some(&process.runtime)
}

fn start(generation: u32) -> Result<&'static Runtime, ErrorInfo> {
    fork::watch();
    // Threads are born with the mask of the thread that makes them.
    let masked = signal::Masked::new();
    let runtime = Builder::new_multi_thread()
        .worker_threads(WORKERS.load(Ordering::Acquire) as usize)
        .max_blocking_threads(8)
        .thread_name("parlour")
        .enable_io()
        .enable_time()
        .build();
    drop(masked);
    let runtime = runtime.map_err(|error| {
        ErrorInfo::internal(format!("the runtime's threads could not be started: {error}"))
    })?;
    let process = Box::leak(Box::new(Process { generation, runtime }));
    STARTED.store(true, Ordering::Release);
    CURRENT.store(process, Ordering::Release);
    Ok(&process.runtime)
}
