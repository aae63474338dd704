//! The journal of a run of batches: each intended creation and each created batch, written to the disk before the next
//! step. If the process is killed at any moment, the journal says which batches to look for at the service.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::content::Contents;
use crate::client::account::Account;
use crate::client::save::Folder;
use crate::error::scarce::Scarce;
use crate::error::{Error, Result};
use crate::threads;

const VERSION: u32 = 2;

/// The beginning of each journal. A file that begins otherwise is not a journal.
const BEGINNING: &str = "{\"batch_run\":{";

/// The plan of a batch.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Plan {
    /// The digest of each of its requests.
    pub(super) contents: Contents,
    /// The newest batch of the service before it was created: those that are newer may be this one.
    pub(super) after: Option<String>,
    /// When the service reported it, in seconds since 1970 by its own clock: a batch created earlier is another one,
    /// even if that of `after` was deleted meanwhile.
    pub(super) at: Option<u64>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Record {
    /// The first line.
    BatchRun {
        version: u32,
        #[serde(default)]
        service: String,
        /// Whose batches these are; `None` where a user removed it, because another credential of the same account is
        /// used.
        #[serde(default)]
        account: Option<Account>,
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
    /// A batch that a user knows to be another's, although it has the ids of this part.
    Foreign {
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
    /// Batches that are known to be others.
    pub(super) foreign: HashSet<String>,
}

/// The state of a run, and the file that stores it. Without a file, the state is lost with the process.
#[derive(Debug, Default)]
pub(super) struct Journal {
    file: Option<JournalFile>,
    begun: Option<Begun>,
    entries: Vec<Entry>,
}

/// The first line.
#[derive(Debug)]
struct Begun {
    service: String,
    account: Option<Account>,
}

/// Locked for as long as it is open: two processes with one journal would submit twice.
#[derive(Debug)]
struct JournalFile {
    path: Arc<Path>,
    file: Arc<File>,
    /// A record may have been written in part: nothing may follow it.
    spoilt: bool,
    /// Whether its entry in the folder is known to be on the disk.
    entered: bool,
}

impl Journal {
    /// Reads the journal at this path, or begins one. A file that is none is refused, and not a byte of it is changed.
    pub(super) fn open(path: PathBuf) -> Result<Journal> {
        let failed = |error: io::Error| refused(&path, "opened", error);
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(unusable(&path, "it is no regular file"));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(unusable(&path, "another run uses it")),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        let mut journal = Journal::default();
        let whole = journal.read_from(&mut file).map_err(|why| unusable(&path, &why))?;
        // A process that was killed while it wrote leaves a line without an end. The step that it announces did not
        // begin.
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let (path, file) = (path.into(), Arc::new(file));
        journal.file = Some(JournalFile { path, file, spoilt: false, entered: false });
        Ok(journal)
    }

    /// Takes in what the file holds, and gives the length of its whole lines. Of a file that does not begin as a
    /// journal only the beginning is read: it may be of any size.
    fn read_from(&mut self, file: &mut impl Read) -> std::result::Result<u64, String> {
        let mut bytes = Vec::new();
        let beginning = Read::by_ref(file).take(BEGINNING.len() as u64).read_to_end(&mut bytes);
        beginning.map_err(|error| error.to_string())?;
        if !BEGINNING.as_bytes().starts_with(&bytes) {
            return Err("it is no journal of a run, and was left as it is: give a file of its own".to_owned());
        }
        file.read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1);
        let lines = bytes.get(..whole).unwrap_or_default();
        let lines =
            std::str::from_utf8(lines).map_err(|error| format!("it is no journal of a run: {error}"))?;
        for (number, line) in lines.lines().enumerate() {
            self.read(line).map_err(|why| format!("line {}: {why}", number + 1))?;
        }
        Ok(whole as u64)
    }

    fn read(&mut self, line: &str) -> std::result::Result<(), String> {
        let record =
            serde_json::from_str(line).map_err(|error| format!("it is no record of a run: {error}"))?;
        match (record, &self.begun) {
            (Record::BatchRun { version: VERSION, service, account }, None) => {
                self.begun = Some(Begun { service, account });
            }
            (Record::BatchRun { version, .. }, None) => {
                return Err(format!(
                    "version {version} is not written by this release, which reads version {VERSION}: end the run with \
                    the \
                     release that began it, or use another journal"
                ));
            }
            (Record::Planned { part, plan }, Some(_)) if part == self.entries.len() => self.plan(plan),
            (Record::Created { part, batch }, Some(_)) => match self.entries.get_mut(part) {
                Some(entry) => entry.batch = Some(batch),
                None => return Err("a batch was created that was not planned".to_owned()),
            },
            (Record::Foreign { part, batch }, Some(_)) => match self.entries.get_mut(part) {
                Some(entry) => entry.foreign.extend([batch]),
                None => return Err("the batch is another than one that was not planned".to_owned()),
            },
            _ => return Err("it is out of order".to_owned()),
        }
        Ok(())
    }

    fn plan(&mut self, plan: Plan) {
        self.entries.push(Entry { plan, batch: None, foreign: HashSet::new() });
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

    /// Where it is kept.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| &*file.path)
    }

    /// Records the service and the account of the run; those of an existing journal have to be the same. `account`
    /// computes the caller's digest, with the salt of the digest in the journal.
    pub(super) async fn begin(
        &mut self,
        service: &str,
        account: impl FnOnce(Option<&Account>) -> Result<Account>,
    ) -> Result<()> {
        let Some(begun) = &self.begun else {
            let account = Some(account(None)?);
            let record =
                Record::BatchRun { version: VERSION, service: service.to_owned(), account: account.clone() };
            self.append(&record).await?;
            self.begun = Some(Begun { service: service.to_owned(), account });
            return Ok(());
        };
        if begun.service != service {
            return Err(Error::config(format!(
                "the journal belongs to a run with {}, and this client's service is {service}: use another journal",
                begun.service
            )));
        }
        match &begun.account {
            Some(known) if account(Some(known))? != *known => Err(Error::config(
                "the journal belongs to a run with another credential or workspace, whose batches this one may not \
                see: use that \
                 one; if this credential is of the same account and workspace, remove `account` from the first line of \
                 the journal",
            )),
            _ => Ok(()),
        }
    }

    pub(super) async fn planned(&mut self, plan: Plan) -> Result<()> {
        self.append(&Record::Planned { part: self.entries.len(), plan: plan.clone() }).await?;
        self.plan(plan);
        Ok(())
    }

    pub(super) async fn created(&mut self, part: usize, batch: &str) -> Result<()> {
        self.append(&Record::Created { part, batch: batch.to_owned() }).await?;
        if let Some(entry) = self.entries.get_mut(part) {
            entry.batch = Some(batch.to_owned());
        }
        Ok(())
    }

    /// Writes a record, on another thread, and returns once the disk has it, and the file's entry in its folder.
    async fn append(&mut self, record: &Record) -> Result<()> {
        let Some(journal) = &mut self.file else { return Ok(()) };
        let path = Arc::clone(&journal.path);
        if journal.spoilt {
            return Err(unusable(&path, "an earlier record could not be written: begin the run again"));
        }
        let mut line = serde_json::to_vec(record).map_err(|error| unusable(&path, &error.to_string()))?;
        line.push(b'\n');
        let (file, entered, of) = (Arc::clone(&journal.file), journal.entered, Arc::clone(&path));
        // Of a future that is dropped meanwhile nobody knows whether it was written.
        journal.spoilt = true;
        let writing = threads::spawn(move || {
            (&*file).write_all(&line)?;
            file.sync_data()?;
            // A file whose entry is lost with the power is a run that begins anew, and pays again.
            if entered { Ok(()) } else { Folder::of(&of)?.sync() }
        });
        let writing = match writing {
            Ok(writing) => writing,
            Err(error) => {
                // Nothing was written.
                journal.spoilt = false;
                return Err(refused(&path, "written", error));
            }
        };
        writing.await.flatten().map_err(|error| refused(&path, "written", error))?;
        (journal.spoilt, journal.entered) = (false, true);
        Ok(())
    }

    /// The line that assigns a batch to a part, for a user to append it: `created` if it is that part, else `foreign`.
    pub(super) fn line(part: usize, batch: &str, is_ours: bool) -> String {
        let batch = batch.to_owned();
        let record = if is_ours { Record::Created { part, batch } } else { Record::Foreign { part, batch } };
        // Two fields of simple types: writing them cannot fail.
        serde_json::to_string(&record).unwrap_or_default()
    }
}

/// Parses the bytes of a journal; see [`testing::read_journal`](crate::testing::read_journal).
pub(crate) fn read_bytes(mut bytes: &[u8]) -> std::result::Result<(u64, Vec<PlannedBatch>), String> {
    let mut journal = Journal::default();
    let whole = journal.read_from(&mut bytes)?;
    let batches = journal.entries.iter().map(|entry| (entry.plan.contents.len(), entry.batch.clone()));
    Ok((whole, batches.collect()))
}

/// How many requests a batch was planned with, and its id once it is known.
pub(crate) type PlannedBatch = (usize, Option<String>);

/// The error of a system that did not let the journal be opened or written.
fn refused(path: &Path, done: &str, error: io::Error) -> Error {
    match Scarce::of(&error) {
        Some(scarce) => {
            let doing = format!("the journal {} could not be {done}", path.display());
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
        let mut contents = Contents::default();
        (0..requests).for_each(|at| contents.push([at as u8; 8]));
        Plan { contents, after: None, at: Some(7) }
    }

    async fn begin(journal: &mut Journal, service: &str, key: &str) -> Result<()> {
        journal.begin(service, |known| Ok(Account::of_texts(known, &[key]))).await
    }

    #[tokio::test]
    async fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let mut journal = Journal::open(path.clone()).unwrap();
        begin(&mut journal, "https://a.example", "hidden-key").await.unwrap();
        journal.planned(plan(3)).await.unwrap();
        journal.created(0, "msgbatch_1").await.unwrap();
        journal.planned(plan(2)).await.unwrap();
        let taken = Journal::open(path.clone()).unwrap_err();
        assert!(taken.to_string().contains("another run uses it"), "{taken}");
        drop(journal);
        assert!(!std::fs::read_to_string(&path).unwrap().contains("hidden"));
        // Cut in the middle of a record, as by a kill.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"created\":{\"part\":1,\"ba").unwrap();
        let mut journal = Journal::open(path.clone()).unwrap();
        assert_eq!((journal.len(), journal.has("msgbatch_1")), (2, true));
        assert!(journal.entry(1).unwrap().batch.is_none());
        assert_eq!(journal.entry(1).unwrap().plan.contents, plan(2).contents);
        journal.created(1, "msgbatch_2").await.unwrap();
        let other = begin(&mut journal, "https://b.example", "hidden-key").await.unwrap_err();
        assert!(other.to_string().contains("https://a.example"), "{other}");
        let other = begin(&mut journal, "https://a.example", "another-key").await.unwrap_err();
        assert!(other.to_string().contains("another credential"), "{other}");
        begin(&mut journal, "https://a.example", "hidden-key").await.unwrap();
        drop(journal);
        let added = format!("{}\n", Journal::line(0, "msgbatch_3", false));
        OpenOptions::new().append(true).open(&path).unwrap().write_all(added.as_bytes()).unwrap();
        let journal = Journal::open(path).unwrap();
        assert!(journal.has("msgbatch_2") && journal.entry(0).unwrap().foreign.contains("msgbatch_3"));
    }

    #[test]
    fn another_file_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        let begun = "{\"batch_run\":{\"version\":2,\"service\":\"https://a.example\"}}\n";
        let second = |line: &str| [begun.as_bytes(), line.as_bytes()].concat();
        let files: [(Vec<u8>, &str); 9] = [
            (b"all my notes in one line, no newline at the end".to_vec(), "no journal of a run"),
            (b"{\"a\":1}\n{\"b\":2}\n{\"c\":3}".to_vec(), "no journal of a run"),
            (b"\n".to_vec(), "no journal of a run"),
            (b"\xff\xfe\0".to_vec(), "no journal of a run"),
            (second("# notes\n# more"), "line 2: it is no record"),
            (second("{\"created\":{\"part\":1,\"batch\":\"b\"}}\ncut"), "line 2: a batch was created"),
            ([begun.as_bytes(), b"\xff\ncut"].concat(), "no journal of a run: invalid utf-8"),
            (b"{\"batch_run\":{\"version\":1,\"service\":\"s\"}}\ncut".to_vec(), "version 1 is not written"),
            (b"{\"batch_run\":{\"version\":3,\"run\":{}}}\n".to_vec(), "line 1"),
        ];
        for (bytes, why) in files {
            std::fs::write(&path, &bytes).unwrap();
            let error = Journal::open(path.clone()).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
            assert_eq!(error.subkind(), Some("local_file"));
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{error}");
        }
        let folder = Journal::open(folder.path().to_owned()).unwrap_err();
        assert_eq!(folder.subkind(), Some("local_file"));
    }

    #[test]
    fn a_journal_that_was_cut_at_once_is_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run.journal");
        for bytes in ["", "{", "{\"batch_run\":{", "{\"batch_run\":{\"version\":2,\"serv"] {
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(Journal::open(path.clone()).unwrap().len(), 0);
            assert_eq!(std::fs::metadata(&path).unwrap().len(), 0, "{bytes}");
        }
    }
}
