//! The journal of a run of batches: what was about to be created, and what was, each written to the disk before the next step. A
//! process that is killed at any moment leaves one that says what is to be found at the service.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::scarce::Scarce;
use crate::error::{Error, Result};
use crate::threads;

const VERSION: u32 = 1;

/// What a batch was planned with.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Plan {
    pub(super) requests: usize,
    /// The SHA-256 of the ids of its requests, in hexadecimal digits.
    pub(super) ids: String,
    /// The newest batch of the service before it was created: those that are newer may be this one.
    pub(super) after: Option<String>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Record {
    /// The first line.
    BatchRun {
        version: u32,
        service: String,
    },
    Planned {
        part: usize,
        #[serde(flatten)]
        plan: Plan,
    },
    Created {
        part: usize,
        batch: String,
    },
}

/// A batch of the run.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) plan: Plan,
    /// Its id, once it is known.
    pub(super) batch: Option<String>,
}

/// What is known of a run, and the file that keeps it. Without a file it is forgotten with the process.
#[derive(Debug, Default)]
pub(super) struct Journal {
    file: Option<JournalFile>,
    service: Option<String>,
    entries: Vec<Entry>,
}

/// Locked for as long as it is open: two processes with one journal would submit twice.
#[derive(Debug)]
struct JournalFile {
    path: Arc<Path>,
    file: Arc<File>,
    /// A record may have been written in part: nothing may follow it.
    spoilt: bool,
}

impl Journal {
    /// Reads the journal at this path, or begins one.
    pub(super) fn open(path: PathBuf) -> Result<Journal> {
        let told = |error: io::Error| unusable(&path, &error.to_string()).with_source(error);
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&path).map_err(told)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(unusable(&path, "another run uses it")),
            Err(TryLockError::Error(error)) => return Err(told(error)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(told)?;
        // A process that was killed while it wrote leaves a line without an end. What it was about to do did not begin.
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        file.set_len(whole as u64).map_err(told)?;
        file.seek(SeekFrom::End(0)).map_err(told)?;
        let mut journal = Journal::default();
        for (number, line) in text.get(..whole).unwrap_or_default().lines().enumerate() {
            journal.read(line).map_err(|why| unusable(&path, &format!("line {}: {why}", number + 1)))?;
        }
        journal.file = Some(JournalFile { path: path.into(), file: Arc::new(file), spoilt: false });
        Ok(journal)
    }

    fn read(&mut self, line: &str) -> std::result::Result<(), String> {
        let record =
            serde_json::from_str(line).map_err(|error| format!("it is no record of a run: {error}"))?;
        match (record, &self.service) {
            (Record::BatchRun { version: VERSION, service }, None) => self.service = Some(service),
            (Record::BatchRun { version, .. }, None) => {
                return Err(format!("version {version} was written by a newer release"));
            }
            (Record::Planned { part, plan }, Some(_)) if part == self.entries.len() => {
                self.entries.push(Entry { plan, batch: None });
            }
            (Record::Created { part, batch }, Some(_)) => match self.entries.get_mut(part) {
                Some(entry) => entry.batch = Some(batch),
                None => return Err("a batch was created that was not planned".to_owned()),
            },
            _ => return Err("it is out of order".to_owned()),
        }
        Ok(())
    }

    pub(super) fn entry(&self, part: usize) -> Option<&Entry> {
        self.entries.get(part)
    }

    /// How many batches were planned.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether a batch of this id belongs to the run.
    pub(super) fn has(&self, batch: &str) -> bool {
        self.entries.iter().any(|entry| entry.batch.as_deref() == Some(batch))
    }

    /// Says which service the run is with; that of a journal that was begun has to be the same.
    pub(super) async fn begin(&mut self, service: &str) -> Result<()> {
        match &self.service {
            Some(begun) if begun == service => Ok(()),
            Some(begun) => {
                let text = format!(
                    "the journal belongs to a run with {begun}, and this client's service is {service}: use another journal"
                );
                Err(Error::config(text))
            }
            None => {
                self.append(&Record::BatchRun { version: VERSION, service: service.to_owned() }).await?;
                self.service = Some(service.to_owned());
                Ok(())
            }
        }
    }

    pub(super) async fn planned(&mut self, plan: Plan) -> Result<()> {
        self.append(&Record::Planned { part: self.entries.len(), plan: plan.clone() }).await?;
        self.entries.push(Entry { plan, batch: None });
        Ok(())
    }

    pub(super) async fn created(&mut self, part: usize, batch: &str) -> Result<()> {
        self.append(&Record::Created { part, batch: batch.to_owned() }).await?;
        if let Some(entry) = self.entries.get_mut(part) {
            entry.batch = Some(batch.to_owned());
        }
        Ok(())
    }

    /// Writes a record, on another thread, and returns once the disk has it.
    async fn append(&mut self, record: &Record) -> Result<()> {
        let Some(journal) = &mut self.file else { return Ok(()) };
        let path = Arc::clone(&journal.path);
        if journal.spoilt {
            return Err(unusable(&path, "an earlier record could not be written: begin the run again"));
        }
        let mut line = serde_json::to_vec(record).map_err(|error| unusable(&path, &error.to_string()))?;
        line.push(b'\n');
        let file = Arc::clone(&journal.file);
        // Of a future that is dropped meanwhile nobody knows whether it was written.
        journal.spoilt = true;
        let writing = threads::spawn(move || {
            (&*file).write_all(&line)?;
            file.sync_data()
        });
        let writing = match writing {
            Ok(writing) => writing,
            Err(error) => {
                // Nothing was written.
                journal.spoilt = false;
                return Err(unwritten(&path, error));
            }
        };
        writing.await.flatten().map_err(|error| unwritten(&path, error))?;
        journal.spoilt = false;
        Ok(())
    }
}

fn unwritten(path: &Path, error: io::Error) -> Error {
    match Scarce::of(&error) {
        Some(scarce) => {
            let doing = format!("the journal {} could not be written", path.display());
            scarce.error(&doing, &error).with_source(error)
        }
        None => unusable(path, &error.to_string()).with_source(error),
    }
}

fn unusable(path: &Path, why: &str) -> Error {
    Error::config(format!("the journal {} cannot be used: {why}", path.display()))
        .with_subkind(Some("local_file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(requests: usize) -> Plan {
        Plan { requests, ids: "ab".to_owned(), after: None }
    }

    #[tokio::test]
    async fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let mut journal = Journal::open(path.clone()).unwrap();
        journal.begin("https://a.example").await.unwrap();
        journal.planned(plan(3)).await.unwrap();
        journal.created(0, "msgbatch_1").await.unwrap();
        journal.planned(plan(2)).await.unwrap();
        let taken = Journal::open(path.clone()).unwrap_err();
        assert!(taken.to_string().contains("another run uses it"), "{taken}");
        drop(journal);
        // Cut in the middle of a record, as by a kill.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"created\":{\"part\":1,\"ba").unwrap();
        let mut journal = Journal::open(path.clone()).unwrap();
        assert_eq!((journal.len(), journal.has("msgbatch_1")), (2, true));
        assert!(journal.entry(1).unwrap().batch.is_none() && journal.entry(1).unwrap().plan.requests == 2);
        journal.created(1, "msgbatch_2").await.unwrap();
        let other = journal.begin("https://b.example").await.unwrap_err();
        assert!(other.to_string().contains("https://a.example"), "{other}");
        drop(journal);
        assert!(Journal::open(path.clone()).unwrap().has("msgbatch_2"));
        std::fs::write(&path, "{\"created\":{\"part\":1,\"batch\":\"b\"}}\n").unwrap();
        let wrong = Journal::open(path.clone()).unwrap_err();
        assert!(wrong.to_string().contains("line 1: it is out of order"), "{wrong}");
        std::fs::write(&path, "# notes\n").unwrap();
        assert!(Journal::open(path).unwrap_err().to_string().contains("no record of a run"));
    }
}
