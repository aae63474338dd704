//! Any number of requests as batches: split at the service's limits, submitted once, awaited, and their results read
//! (protocol §8.4).
//!
//! The protocol has no idempotency key, so a creation is never repeated blindly. Its plan is written to the journal
//! first. After a failure that leaves open whether the batch exists, and in a new process that finds a plan without a
//! batch, the list of the service is searched: batches that are newer than the plan, have as many requests, and, once
//! they have ended, the same ids. Without such a batch it is created. With one the run ends with an error that names
//! it: the service shows no batch's requests, and another program may have made one with these ids.

mod content;
mod journal;
mod moment;
mod read;
mod submit;

use std::collections::HashSet;
use std::path::PathBuf;

use self::content::{Content, Contents, content};
use self::journal::Journal;
pub(crate) use self::journal::read_bytes as read_journal_bytes;
use self::read::Reading;
use crate::call::response::Head;
use crate::client::Client;
use crate::client::body::{Body, IntoBody};
use crate::client::options::CallOptions;
use crate::error::{Error, ErrorKind, Result};
use crate::model::BatchResult;
use crate::resources::batch_writer::{
    BATCH_BYTES, BATCH_REQUESTS, BatchWriter, ShortId, prepared, refused, short,
};
use crate::resources::batches::{BatchWait, Batches, Pacing};
use crate::retry::Attempts;

/// 256 MB (protocol §8.4), where a service may count megabytes of a million bytes: a batch that is refused would end
/// the run.
const RUN_BYTES: usize = 256_000_000;

/// The options of a run of batches.
#[derive(Debug)]
pub struct BatchRunOptions {
    journal: Option<PathBuf>,
    requests: usize,
    bytes: usize,
    wait: BatchWait<'static>,
    options: CallOptions,
}

impl Default for BatchRunOptions {
    fn default() -> Self {
        BatchRunOptions {
            journal: None,
            requests: BATCH_REQUESTS,
            bytes: RUN_BYTES,
            wait: BatchWait::new(),
            options: CallOptions::new(),
        }
    }
}

impl BatchRunOptions {
    /// The defaults: no journal, and batches of the service's maximum size.
    #[must_use]
    pub fn new() -> BatchRunOptions {
        BatchRunOptions::default()
    }

    /// Records submitted batches in the file at this path, which is created if it does not exist. Another run with the
    /// same file and the same requests submits the rest, and nothing twice, whenever the first one was killed. It
    /// returns all results again, including those that the first one returned. Delete the file to start over.
    ///
    /// Requests are the same if the bytes of their bodies are: other ones under the same ids are refused. The file
    /// belongs to one process at a time, one service and one account; a file that is no journal is refused and not
    /// changed.
    #[must_use]
    pub fn state(mut self, path: impl Into<PathBuf>) -> BatchRunOptions {
        self.journal = Some(path.into());
        self
    }

    /// Sets the maximum number of requests in a batch, 1 to 100 000: smaller batches end sooner.
    #[must_use]
    pub fn requests_per_batch(mut self, requests: usize) -> BatchRunOptions {
        self.requests = requests.clamp(1, BATCH_REQUESTS);
        self
    }

    /// Sets the maximum size of the body of a batch in bytes, up to [`BATCH_BYTES`]; 256 000 000 by default.
    #[must_use]
    pub fn bytes_per_batch(mut self, bytes: usize) -> BatchRunOptions {
        self.bytes = bytes.min(BATCH_BYTES);
        self
    }

    /// Sets how the ends of the batches are awaited: intervals, a time limit from the first poll on, a callback.
    #[must_use]
    pub fn wait(mut self, wait: BatchWait<'static>) -> BatchRunOptions {
        self.wait = wait;
        self
    }

    /// Options of each request but those of the [wait](Self::wait), which has its own.
    #[must_use]
    pub fn with(mut self, options: CallOptions) -> BatchRunOptions {
        self.options = options;
        self
    }
}

impl Batches<'_> {
    /// Runs any number of requests: splits them into batches, submits these, and returns the results as the batches
    /// end.
    ///
    /// The ids have the form described at [`Batches::create`], and are unique in the run. Requests are taken one by
    /// one, and dropped once they are written.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key())
    /// #     .clock(std::sync::Arc::new(parlour::clock::ScriptedClock::new())).build()?;
    /// # let journal = std::env::temp_dir().join(format!("parlour-run-{}.journal", std::process::id()));
    /// use parlour::{BatchRunOptions, MessageRequest};
    /// let requests = (0..300).map(|at| {
    ///     (format!("row-{at}"), MessageRequest::new("svc-haiku-3-5", 64).user(format!("Translate row {at}.")))
    /// });
    /// let options = BatchRunOptions::new().state(&journal).requests_per_batch(100);
    /// let mut results = client.batches().run(requests, options).await?;
    /// while let Some(result) = results.next().await {
    ///     let result = result?;
    ///     let message = result.outcome.message();
    ///     println!("{}: {}", result.custom_id, message.map_or("failed", |message| message.id.as_str()));
    /// }
    /// # std::fs::remove_file(journal)?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of [`BatchRun::open`], [`BatchRun::push`] and [`BatchRun::submit`]. Submitted batches stay submitted: with
    /// a journal, call it again with the same requests.
    pub async fn run<I, R>(
        &self,
        requests: impl IntoIterator<Item = (I, R)>,
        options: BatchRunOptions,
    ) -> Result<BatchRunResults>
    where
        I: AsRef<str>,
        R: IntoBody,
    {
        let mut run = BatchRun::open(options)?;
        for (id, request) in requests {
            if run.push(id.as_ref(), request)? {
                run.submit(self.client).await?;
            }
        }
        run.finish(self.client).await?;
        Ok(BatchRunResults { run, client: self.client.clone() })
    }
}

/// The results of [`Batches::run`], batch after batch as they end, in no particular order.
#[derive(Debug)]
pub struct BatchRunResults {
    run: BatchRun,
    client: Client,
}

impl BatchRunResults {
    /// As [`BatchRun::next`].
    ///
    /// # Errors
    /// As [`BatchRun::next`].
    pub async fn next(&mut self) -> Option<Result<BatchResult>> {
        self.run.next(&self.client).await
    }

    /// As [`BatchRun::batches`].
    #[must_use]
    pub fn batches(&self) -> Vec<&str> {
        self.run.batches()
    }
}

/// A run of batches for callers that get their requests one at a time, for example from a stream. [`Batches::run`]
/// takes them from an iterator.
///
/// First pass each request to [`push`](Self::push), and call [`submit`](Self::submit) for each full batch; then read
/// the results.
#[derive(Debug)]
pub struct BatchRun {
    options: BatchRunOptions,
    journal: Journal,
    parts: Vec<Part>,
    /// The part that is being filled.
    open: Filling,
    /// The request that did not fit into the part.
    waiting: Option<(String, Body, Content)>,
    /// All ids.
    ids: HashSet<ShortId>,
    complete: bool,
    pacing: Option<Pacing>,
    reading: Option<Reading>,
    last: Option<(Head, Attempts)>,
}

/// A batch of the run.
#[derive(Debug)]
struct Part {
    requests: usize,
    state: PartState,
}

#[derive(Debug)]
enum PartState {
    /// Written, but perhaps not created at the service.
    Unsent(Box<Unsent>),
    /// Created at the service under this id; its results are still to be read.
    Created(String),
    /// Its results were read.
    Read(String),
}

#[derive(Debug)]
struct Unsent {
    body: Body,
    ids: HashSet<ShortId>,
    contents: Contents,
    /// Whether the outcome of a creation is unknown.
    doubtful: bool,
    /// Batches at the service that may be this one.
    candidates: Vec<String>,
    /// Batches that turned out to be different ones.
    others: HashSet<String>,
}

/// The requests collected for a part.
#[derive(Debug)]
struct Filling {
    /// `None` if the batch was created in another process: its requests are only counted.
    writer: Option<BatchWriter>,
    contents: Contents,
}

impl BatchRun {
    /// Starts a run, or continues that of its journal. Reads the journal at once.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] of the subkind `local_file` if the journal cannot be read or written, is another file, or
    /// is used by another run.
    pub fn open(options: BatchRunOptions) -> Result<BatchRun> {
        let journal = match &options.journal {
            Some(path) => Journal::open(path.clone())?,
            None => Journal::default(),
        };
        let open = filling(&options, &journal, 0);
        Ok(BatchRun {
            options,
            journal,
            parts: Vec::new(),
            open,
            waiting: None,
            ids: HashSet::new(),
            complete: false,
            pacing: None,
            reading: None,
            last: None,
        })
    }

    /// Uses these options for each request from now on, replacing those that the run was opened with.
    pub fn set_options(&mut self, options: CallOptions) {
        self.options.wait.set_call_options(options.clone());
        self.options.options = options;
    }

    /// Adds a request; true if [`submit`](Self::submit) has to be called before the next one.
    ///
    /// # Errors
    /// As [`BatchWriter::push`], but for a batch that is full; [`ErrorKind::Config`] for an id that is in the run
    /// already, for requests that differ from those of the journal, and once the results are being read. Nothing is
    /// added then.
    pub fn push(&mut self, custom_id: &str, request: impl IntoBody) -> Result<bool> {
        let at = self.ids.len();
        if self.complete {
            return Err(Error::config("the run is complete: its results are being read"));
        }
        if self.waiting.is_some() {
            return Err(Error::config("a batch of the run is full: submit it before the next request"));
        }
        let body = prepared(at, custom_id, request)?;
        let short = short(custom_id);
        if self.ids.contains(&short) {
            return Err(refused(at, custom_id, "this custom_id stands in the run already"));
        }
        let content = content(custom_id, &body);
        if let Some(entry) = self.journal.entry(self.parts.len())
            && entry.plan.contents.get(self.open.contents.len()) != Some(&content)
        {
            let text = format!(
                "request {at} ({custom_id:?}) differs from the one in its place, in its id or in its body"
            );
            return Err(differs(&text));
        }
        let full = self.add(custom_id, body, content)?;
        self.ids.insert(short);
        Ok(full)
    }

    /// Adds the request to the open part, or keeps it for the next one and returns true.
    fn add(&mut self, custom_id: &str, body: Body, content: Content) -> Result<bool> {
        let planned = self.journal.entry(self.parts.len()).map(|entry| entry.plan.contents.len());
        let count = self.open.contents.len();
        // Without a writer, another process has sent it.
        if let Some(writer) = &mut self.open.writer {
            match writer.push_prepared(custom_id, &body) {
                Err(error) if error.kind() == ErrorKind::RequestTooLarge && count > 0 => {
                    if let Some(planned) = planned {
                        let text = format!(
                            "batch {} of the journal has {planned} requests, and these have room for {count} in one \
                            batch",
                            self.parts.len()
                        );
                        return Err(differs(&text));
                    }
                    self.seal()?;
                    self.waiting = Some((custom_id.to_owned(), body, content));
                    return Ok(true);
                }
                other => other?,
            }
        }
        self.open.contents.push(content);
        if planned == Some(count + 1) {
            let unsent = self.open.writer.is_some();
            self.seal()?;
            return Ok(unsent);
        }
        Ok(false)
    }

    /// Closes the open part.
    fn seal(&mut self) -> Result<()> {
        let at = self.parts.len();
        let next = filling(&self.options, &self.journal, at + 1);
        let Filling { writer, contents } = std::mem::replace(&mut self.open, next);
        let count = contents.len();
        let entry = self.journal.entry(at);
        // Each request was compared when it was added, so the only possible difference is missing ones.
        if let Some(entry) = entry
            && entry.plan.contents.len() != count
        {
            let planned = entry.plan.contents.len();
            return Err(differs(&format!(
                "batch {at} of the journal has {planned} requests, and these are {count}"
            )));
        }
        let state = match (writer, entry.and_then(|entry| entry.batch.clone())) {
            (None, Some(batch)) => PartState::Created(batch),
            (Some(writer), _) => {
                let doubtful = entry.is_some();
                let (body, ids) = writer.finish_with_ids()?;
                let others = entry.map(|entry| entry.foreign.clone()).unwrap_or_default();
                let candidates = Vec::new();
                PartState::Unsent(Box::new(Unsent { body, ids, contents, doubtful, candidates, others }))
            }
            (None, None) => return Err(Error::config("a batch of the run lost its requests")),
        };
        self.parts.push(Part { requests: count, state });
        Ok(())
    }

    /// Submits the last requests. None can be added then.
    ///
    /// # Errors
    /// As [`BatchRun::submit`]; [`ErrorKind::Config`] for no request at all, or fewer than the journal has. It can be
    /// called again.
    pub async fn finish(&mut self, client: &Client) -> Result<()> {
        self.submit(client).await?;
        if self.open.contents.len() > 0 {
            self.seal()?;
        }
        if self.parts.is_empty() && self.journal.len() == 0 {
            return Err(Error::config("a run needs at least one request"));
        }
        if self.parts.len() < self.journal.len() {
            let text = format!(
                "it has {} batches, and these requests fill {} of them",
                self.journal.len(),
                self.parts.len()
            );
            return Err(differs(&text));
        }
        self.complete = true;
        self.submit(client).await
    }

    /// The ids of the batches that are known to be at the service, in the order of their requests.
    #[must_use]
    pub fn batches(&self) -> Vec<&str> {
        let ids = self.parts.iter().map(|part| match &part.state {
            PartState::Created(id) | PartState::Read(id) => Some(id.as_str()),
            PartState::Unsent(_) => None,
        });
        ids.flatten().collect()
    }

    /// The head of the run's last answer, and the attempts of its request: of a list, a creation, a poll, or the
    /// results being read.
    #[must_use]
    pub fn last_answer(&self) -> Option<(&Head, &Attempts)> {
        self.last.as_ref().map(|(head, attempts)| (head, attempts))
    }
}

fn filling(options: &BatchRunOptions, journal: &Journal, part: usize) -> Filling {
    let writer = match journal.entry(part) {
        Some(entry) if entry.batch.is_some() => None,
        // Of the planned size, even if another run would have split differently.
        Some(_) => Some(BatchWriter::new()),
        None => Some(BatchWriter::with_limits(options.requests, options.bytes)),
    };
    Filling { writer, contents: Contents::default() }
}

fn differs(what: &str) -> Error {
    Error::config(format!(
        "these are other requests than those of the journal: {what}; give the same requests in the same order, or use \
        another journal"
    ))
}
