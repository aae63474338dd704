//! The stderr of a driver, redirected to a file: once the driver's last line about a call has been read, all earlier
//! output to stderr can be read without a race.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};

/// How much of the past is kept, for last words and for texts that lie across two reads.
const KEPT: usize = 8192;

/// The file, removed when this is dropped.
pub struct ErrLog {
    path: PathBuf,
    reader: File,
    recent: String,
    /// The offset in `recent` at which the last read begins.
    new_from: usize,
}

impl ErrLog {
    /// Makes the file, and the standard error for a child that appends to it.
    ///
    /// # Errors
    /// The temporary folder cannot be written to.
    pub fn create() -> std::io::Result<(ErrLog, Stdio)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlour-conformance-{}-{number}.log", std::process::id());
        let path = std::env::temp_dir().join(name);
        let writer = File::options().create(true).append(true).open(&path)?;
        let reader = File::open(&path)?;
        Ok((ErrLog { path, reader, recent: String::new(), new_from: 0 }, Stdio::from(writer)))
    }

    /// The output since the last call, preceded by some of the earlier output.
    pub fn fresh(&mut self) -> &str {
        let mut bytes = Vec::new();
        // A file that cannot be read gives nothing; the driver's own failure will tell more.
        let _ = self.reader.read_to_end(&mut bytes);
        let from = self.recent.len().saturating_sub(KEPT);
        let from = (from..self.recent.len()).find(|at| self.recent.is_char_boundary(*at)).unwrap_or(from);
        self.recent.drain(..from);
        self.new_from = self.recent.len();
        self.recent.push_str(&String::from_utf8_lossy(&bytes));
        &self.recent
    }

    /// The output of the last [`fresh`](Self::fresh) alone.
    pub fn new_part(&self) -> &str {
        self.recent.get(self.new_from..).unwrap_or_default()
    }

    /// The end of it, for a report.
    pub fn last_words(&mut self) -> String {
        let text = self.fresh();
        let from = text.char_indices().rev().nth(1500).map_or(0, |(at, _)| at);
        text.get(from..).unwrap_or_default().trim().to_owned()
    }
}

impl Drop for ErrLog {
    fn drop(&mut self) {
        // Left behind in the temporary folder if it fails, which does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}
