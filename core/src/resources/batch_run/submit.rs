//! Creates each batch of a run exactly once: the plan, the outcome, and the search for a batch whose creation was not
//! confirmed.

use std::collections::HashSet;
use std::time::Duration;

use super::journal::{Journal, Plan};
use super::moment;
use super::read::custom_id;
use super::{BatchRun, PartState, ShortId, short};
use crate::call::attempt::after::outcome;
use crate::call::settings::ClientInner;
use crate::client::Client;
use crate::error::{Error, ErrorKind, Result};
use crate::model::MessageBatch;
use crate::resources::answer::read_as;
use crate::resources::batch_results::ResultJson;
use crate::retry::{Decision, Outcome};

/// A service that was sent the whole of a request may take so long to list what it made of it.
const SETTLING: Duration = Duration::from_secs(5);

/// Whether a batch was created before this time of the service, which has no fractions of seconds.
fn is_before(batch: &MessageBatch, at: Option<u64>) -> bool {
    matches!((moment::seconds(&batch.created_at), at), (Some(created), Some(at)) if created < at)
}

/// The outcome of a creation.
enum Created {
    Batch(String),
    /// Batches of the service may be the one that was created.
    Candidates(Vec<String>),
}

impl BatchRun {
    /// Submits the batches that are full.
    ///
    /// # Errors
    /// Any [`ErrorKind`] of the creation; [`ErrorKind::Config`] if the journal cannot be written or belongs to another
    /// service. Nothing is lost: it can be called again.
    pub async fn submit(&mut self, client: &Client) -> Result<()> {
        let options = self.options.options.clone();
        self.journal.begin(client.base_url(), |known| client.account(options, known)).await?;
        loop {
            for at in 0..self.parts.len() {
                self.submit_part(client, at).await?;
            }
            // Where its request alone was planned for a batch, that one is full at once.
            let Some((id, body, content)) = self.waiting.take() else { return Ok(()) };
            if !self.add(&id, body, content)? {
                return Ok(());
            }
        }
    }

    async fn submit_part(&mut self, client: &Client, at: usize) -> Result<()> {
        let Some(part) = self.parts.get_mut(at) else { return Ok(()) };
        let PartState::Unsent(unsent) = &mut part.state else { return Ok(()) };
        if !unsent.candidates.is_empty() {
            return Ok(());
        }
        if self.journal.entry(at).is_none() {
            let newest = client.batches().list().limit(1).with(self.options.options.clone()).await?;
            self.last = Some((newest.head().clone(), newest.attempts().clone()));
            let after = newest.data.first().map(|batch| batch.id.clone());
            let at = moment::answered_at(newest.head().headers());
            let plan = Plan { contents: unsent.contents.clone(), after, at };
            self.journal.planned(plan).await?;
        }
        match self.create(client, at).await? {
            Some(Created::Batch(id)) => {
                self.journal.created(at, &id).await?;
                self.set(at, PartState::Created(id));
            }
            Some(Created::Candidates(found)) => {
                self.unsent(at, |unsent| unsent.candidates = found);
            }
            None => {}
        }
        Ok(())
    }

    fn set(&mut self, at: usize, state: PartState) {
        if let Some(part) = self.parts.get_mut(at) {
            part.state = state;
        }
    }

    fn unsent<T>(&mut self, at: usize, work: impl FnOnce(&mut super::Unsent) -> T) -> Option<T> {
        match &mut self.parts.get_mut(at)?.state {
            PartState::Unsent(unsent) => Some(work(unsent)),
            _ => None,
        }
    }

    async fn create(&mut self, client: &Client, at: usize) -> Result<Option<Created>> {
        let mut retries = 0;
        loop {
            let Some((body, doubtful)) = self.unsent(at, |unsent| {
                // A future that is dropped leaves it so.
                (unsent.body.clone(), std::mem::replace(&mut unsent.doubtful, true))
            }) else {
                return Ok(None);
            };
            if doubtful {
                let found = self.search(client, at).await?;
                if !found.is_empty() {
                    return Ok(Some(Created::Candidates(found)));
                }
            }
            let mut options = self.options.options.clone();
            options.unless_arrived = true;
            let call = client.endpoint("batches.create", &[], &[], body)?.with(options);
            let error = match call.read(read_as::<MessageBatch>).await {
                Ok(batch) => {
                    self.last = Some((batch.head().clone(), batch.attempts().clone()));
                    return Ok(Some(Created::Batch(batch.id.clone())));
                }
                Err(error) => error,
            };
            if !error.may_have_arrived() {
                // The service has refused it, so that there is nothing to search for.
                self.unsent(at, |unsent| unsent.doubtful = false);
                return Err(error);
            }
            match decision(client, retries, &outcome(&error)) {
                Decision::Wait(wait) => client.clock().sleep(wait).await,
                Decision::Stop(reason) => return Err(error.with_not_retried(reason)),
            }
            retries += 1;
        }
    }

    /// Batches of the service that may be the part that was planned, the newest first. Looks twice before it says that
    /// there is none.
    async fn search(&mut self, client: &Client, at: usize) -> Result<Vec<String>> {
        let found = self.listed(client, at).await?;
        if !found.is_empty() {
            return Ok(found);
        }
        client.clock().sleep(SETTLING).await;
        self.listed(client, at).await
    }

    async fn listed(&mut self, client: &Client, at: usize) -> Result<Vec<String>> {
        let (Some(entry), Some(part)) = (self.journal.entry(at), self.parts.get(at)) else {
            return Ok(Vec::new());
        };
        let nothing = HashSet::new();
        let others = match &part.state {
            PartState::Unsent(unsent) => &unsent.others,
            _ => &nothing,
        };
        let mut found = Vec::new();
        let mut pages = client.batches().list().limit(100).with(self.options.options.clone()).pages()?;
        'pages: while let Some(page) = pages.next().await {
            let page = page?;
            self.last = Some((page.head().clone(), page.attempts().clone()));
            for batch in page.iter() {
                // The newest come first.
                if Some(&batch.id) == entry.plan.after.as_ref() || is_before(batch, entry.plan.at) {
                    break 'pages;
                }
                let fits = batch.request_counts.total() == part.requests as u64;
                if fits && !self.journal.has(&batch.id) && !others.contains(&batch.id) {
                    found.push(batch.id.clone());
                }
            }
        }
        Ok(found)
    }

    /// Checks the candidates of a part. One with the same ids ends the run, because no answer of the service shows
    /// whether its requests were the same; if none is left, the part is created.
    pub(super) async fn resolve(&mut self, client: &Client, at: usize) -> Result<()> {
        loop {
            let id = match self.unsent(at, |unsent| unsent.candidates.first().cloned()) {
                None => return Ok(()),
                Some(None) => {
                    self.submit_part(client, at).await?;
                    continue;
                }
                Some(Some(id)) => id,
            };
            let ids = match self.ids_of(client, &id).await {
                Ok(Some(ids)) => ids,
                Ok(None) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::NotFound => HashSet::new(),
                Err(error) => return Err(error),
            };
            if self.unsent(at, |unsent| unsent.ids == ids) == Some(true) {
                return Err(self.in_doubt(at, &id));
            }
            self.unsent(at, |unsent| {
                unsent.candidates.retain(|candidate| *candidate != id);
                unsent.others.insert(id);
            });
        }
    }

    /// A batch may be the part, and may be another's. To submit the part could pay for it twice, to take the batch
    /// could give the answers to other requests.
    fn in_doubt(&self, at: usize, id: &str) -> Error {
        let what = format!(
            "whether batch {at} of the run was created is not known: {id} was created since, with the same ids, and \
            the service does not \
             show what its requests asked"
        );
        let how = match self.journal.path() {
            Some(path) => format!(
                "to go on, append to the journal {} the line {} if it is of this run, or the line {} if another \
                program created it",
                path.display(),
                Journal::line(at, id, true),
                Journal::line(at, id, false),
            ),
            None => {
                "read its results by that id if it is of this run; a run with a journal (`state`) can go on"
                    .to_owned()
            }
        };
        Error::config(format!("{what}; {how}")).with_subkind(Some("batch_in_doubt"))
    }

    /// The ids of the requests of a batch; `None` until it has ended.
    async fn ids_of(&mut self, client: &Client, id: &str) -> Result<Option<HashSet<ShortId>>> {
        let options = self.options.options.clone();
        let batch = client.batches().get(id).with(options.clone()).await?;
        if !batch.is_ended() {
            return Ok(None);
        }
        let mut results = client.batches().results_of_with(&batch, options).await?;
        let mut ids = HashSet::new();
        while let Some(line) = results.next_json().await {
            if let ResultJson::Whole(line) = line? {
                ids.insert(short(&custom_id(&line)?));
            }
        }
        Ok(Some(ids))
    }
}

/// Whether a part is submitted once more.
fn decision(client: &Client, retries: u32, outcome: &Outcome<'_>) -> Decision {
    let ClientInner { settings, budget, .. } = &*client.shared;
    settings.retry.decide(retries, outcome, None, budget, settings.clock.as_ref())
}
