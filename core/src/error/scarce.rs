//! Resources that a process can run out of: threads, file descriptors, memory. A call that fails for lack of one is a
//! connection error of the subkind `resources`, and may be retried.

use std::collections::TryReserveError;
use std::error::Error as StdError;
use std::{fmt, io};

use super::{Error, ErrorKind};

/// The resource that ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scarce {
    /// The system gave no thread.
    Threads,
    /// The process or the system has no file descriptor left.
    Descriptors,
    /// An allocation was refused, by the allocator or by the kernel.
    Memory,
}

/// The subkind of such an error.
pub const SUBKIND: &str = "resources";
/// Advice for the caller.
pub const ADVICE: &str = "raise the limit or use less at once, then try again";

impl Scarce {
    /// The resource that this error, or one of its causes, reports as exhausted; `None` if it is of another kind.
    #[must_use]
    pub fn of(error: &(dyn StdError + 'static)) -> Option<Scarce> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(scarce) = Scarce::of_one(error) {
                return Some(scarce);
            }
            let held = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
            cause = held.map(|held| held as &(dyn StdError + 'static)).or_else(|| error.source());
        }
        None
    }

    fn of_one(error: &(dyn StdError + 'static)) -> Option<Scarce> {
        if error.is::<NoThread>() {
            return Some(Scarce::Threads);
        }
        if error.is::<TryReserveError>() {
            return Some(Scarce::Memory);
        }
        let error = error.downcast_ref::<io::Error>()?;
        match error.raw_os_error() {
            Some(code) if codes::DESCRIPTORS.contains(&code) => Some(Scarce::Descriptors),
            Some(code) if codes::MEMORY.contains(&code) => Some(Scarce::Memory),
            _ => (error.kind() == io::ErrorKind::OutOfMemory).then_some(Scarce::Memory),
        }
    }

    /// Names the exhausted resource, and the limit that is the most common reason.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Scarce::Threads => {
                "no thread can be started (limits: `ulimit -u`, the pids of the container, memory)"
            }
            Scarce::Descriptors => "no file descriptor is left (limit: `ulimit -n`)",
            Scarce::Memory => "no memory is left (limits: `ulimit -v`, the memory of the container)",
        }
    }

    /// The error of a call: the operation, and the cause in the system's words.
    pub(crate) fn error(self, doing: &str, cause: &dyn fmt::Display) -> Error {
        Error::new(ErrorKind::Connection, format!("{doing}: {}: {cause}", self.text()))
            .with_subkind(Some(SUBKIND))
    }
}

#[cfg(unix)]
mod codes {
    pub(super) const DESCRIPTORS: [i32; 2] = [libc::EMFILE, libc::ENFILE];
    pub(super) const MEMORY: [i32; 2] = [libc::ENOMEM, libc::ENOBUFS];
}

#[cfg(not(unix))]
mod codes {
    /// `ERROR_TOO_MANY_OPEN_FILES`, `WSAEMFILE`.
    pub(super) const DESCRIPTORS: [i32; 2] = [4, 10_024];
    /// `ERROR_OUTOFMEMORY`, `WSAENOBUFS`.
    pub(super) const MEMORY: [i32; 2] = [14, 10_055];
}

/// Whether no descriptor can be opened now, for libraries that say of a failure no more than a text.
pub(crate) fn descriptors_are_short() -> Option<io::Error> {
    let opened = std::fs::File::open(std::env::temp_dir());
    opened.err().filter(|error| Scarce::of(error) == Some(Scarce::Descriptors))
}

/// Marks the error of a thread that could not be started: its code alone (`EAGAIN`) says less.
#[derive(Debug)]
pub struct NoThread(io::Error);

impl NoThread {
    /// The same error, marked.
    #[must_use]
    pub fn wrap(error: io::Error) -> io::Error {
        io::Error::new(error.kind(), NoThread(error))
    }
}

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for NoThread {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_searched_and_the_sentence_names_the_limit() {
        let full = io::Error::from_raw_os_error(codes::DESCRIPTORS[0]);
        assert_eq!(Scarce::of(&io::Error::other(full)), Some(Scarce::Descriptors));
        let thread = NoThread::wrap(io::ErrorKind::WouldBlock.into());
        assert_eq!(Scarce::of(&io::Error::other(thread)), Some(Scarce::Threads));
        let memory = Vec::<u8>::new().try_reserve(usize::MAX).unwrap_err();
        assert_eq!(Scarce::of(&memory), Some(Scarce::Memory));
        assert_eq!(Scarce::of(&io::Error::from(io::ErrorKind::WouldBlock)), None);
        let error = Scarce::Descriptors.error("no socket could be opened", &"Too many open files");
        assert_eq!((error.kind(), error.subkind()), (ErrorKind::Connection, Some("resources")));
        assert!(error.is_retryable());
        let text = error.to_string();
        assert!(text.contains("ulimit -n") && text.contains("next: raise the limit"), "{text}");
    }
}
