//! Answers of the service that are kept in a folder: recorded from calls, replayed in tests, or reused as a cache.
//!
//! A file of the folder is one [`exchange`]: a request, and the answers to it in the order in which they came.
//! [`request`] decides which requests are the same, [`store`] reads and writes the folder, [`tap`] records a body while
//! it is read, and [`playback`] gives a recorded one.

mod exchange;
mod playback;
mod request;
mod store;
mod tap;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

pub(crate) use request::Asked;
pub(crate) use store::{Found, Store, Taken};
pub(crate) use tap::tap;

/// A folder of recorded answers, and how a client uses it
/// ([`ClientBuilder::recordings`](crate::ClientBuilder::recordings)).
///
/// ```
/// use parlour::{RecordingMode, Recordings};
/// # let folder = std::env::temp_dir().join(format!("parlour-recordings-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).expect("a folder of its own");
/// let client = parlour::Client::builder()
///     .base_url("http://127.0.0.1:9")
///     .recordings(Recordings::new(&folder).mode(RecordingMode::Replay))
///     .build()?;
/// # drop(client);
/// # std::fs::remove_dir(&folder).expect("nothing is in it");
/// # Ok::<(), parlour::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Recordings {
    pub(crate) folder: PathBuf,
    pub(crate) mode: RecordingMode,
    pub(crate) matching: RecordingMatch,
    pub(crate) timing: bool,
}

impl Recordings {
    /// The answers in this folder are replayed: [`RecordingMode::Replay`], [`RecordingMatch::Strict`], without waits.
    pub fn new(folder: impl Into<PathBuf>) -> Recordings {
        Recordings {
            folder: folder.into(),
            mode: RecordingMode::default(),
            matching: RecordingMatch::default(),
            timing: false,
        }
    }

    /// Sets whether answers are recorded, replayed, or both.
    pub fn mode(mut self, mode: RecordingMode) -> Recordings {
        self.mode = mode;
        self
    }

    /// Sets which requests count as the same.
    pub fn matching(mut self, matching: RecordingMatch) -> Recordings {
        self.matching = matching;
        self
    }

    /// Sets whether a replayed answer takes as long as it took when it was recorded; otherwise it comes at once.
    pub fn timing(mut self, on: bool) -> Recordings {
        self.timing = on;
        self
    }
}

/// Without the folder: no value of a setting is shown.
impl fmt::Debug for Recordings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recordings")
            .field("mode", &self.mode)
            .field("matching", &self.matching)
            .field("timing", &self.timing)
            .finish_non_exhaustive()
    }
}

/// What a client does with its folder of recorded answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordingMode {
    /// The default. Nothing is sent: each request is answered by its recording, and a request without one fails with
    /// the kind [`Hook`](crate::ErrorKind::Hook) and the subkind `no_recording`. The client needs no credential. Of
    /// several recorded answers to one request the first comes first, and the last is repeated.
    #[default]
    Replay,
    /// Each request is sent, and its answer recorded, failures included. The first answer to a request replaces the
    /// recording that an earlier client made of it.
    Record,
    /// A request with a recorded complete answer gets that; others are sent, and their complete answers recorded.
    Cache,
}

/// Which requests count as the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordingMatch {
    /// The default: the method, the path with its query, and the JSON of the body are equal. Headers do not count, nor
    /// does the order of members. Of a body that is not JSON its length counts.
    #[default]
    Strict,
    /// As `Strict`, but of a message only `model`, `messages`, `system`, `stream` and the names of its tools count, and
    /// of those neither ids, nor markers of the prompt cache, nor how much white space separates words.
    Loose,
}
