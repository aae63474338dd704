//! One JSON line for each call that ended, appended to a file: how it ended, its usage and its times.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::call::hooks::CallEnd;
use crate::error::{Error, Result};
use crate::json::writer::write_json;
use crate::record::{Record, Watcher};
use crate::setting::Setting;

/// The file of a client. It is opened at the end of the first call, for appending: several clients and processes may
/// write to one file.
pub(crate) struct CallLog {
    path: PathBuf,
    file: OnceLock<Option<File>>,
    /// A failure was logged: the others are not.
    failed: AtomicBool,
}

impl CallLog {
    /// # Errors
    /// Kind `Config` if the path has no folder that is there, or is one.
    pub(crate) fn new(path: &Path) -> Result<CallLog> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // The path is not shown, as no value of a setting is.
        let problem = match folder {
            _ if path.as_os_str().is_empty() => "is empty",
            _ if path.is_dir() => "is a folder, not a file",
            Some(folder) if !folder.is_dir() => "is in a folder that is not there",
            _ => {
                return Ok(CallLog {
                    path: path.into(),
                    file: OnceLock::new(),
                    failed: AtomicBool::new(false),
                });
            }
        };
        Err(Error::about(Setting::CALL_LOG, format!("{} {problem}", Setting::CALL_LOG)))
    }

    fn write(&self, record: &Record) -> std::io::Result<()> {
        let mut line = write_json(&CallEnd::of(record)).map_err(std::io::Error::other)?;
        line.push(b'\n');
        let opened = self.file.get_or_init(|| {
            let opened = OpenOptions::new().append(true).create(true).open(&self.path);
            opened.map_err(|error| self.report(&error)).ok()
        });
        match opened {
            // In one piece: so lines of several processes do not mix.
            Some(file) => (&*file).write_all(&line),
            None => Ok(()),
        }
    }

    /// The call has its answer: a line that cannot be written costs it nothing.
    fn report(&self, error: &std::io::Error) {
        if !self.failed.swap(true, Ordering::Relaxed) {
            tracing::warn!(target: "parlour", %error,
                "the log of calls cannot be written; further failures are not logged");
        }
    }
}

/// A share of the file, which each call holds.
pub(crate) struct Entry(pub(crate) Arc<CallLog>);

impl Watcher for Entry {
    fn ended(&self, record: &mut Record) {
        if let Err(error) = self.0.write(record) {
            self.0.report(&error);
        }
    }
}

impl std::fmt::Debug for CallLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CallLog").finish_non_exhaustive()
    }
}
