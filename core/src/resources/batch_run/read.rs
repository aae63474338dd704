//! The results of a run: which batch has ended, its lines, and those that broke off read again, each result given once.

use std::borrow::Cow;
use std::collections::HashSet;
use std::time::Duration;

use bytes::Bytes;

use super::{BatchRun, PartState, ShortId, short};
use crate::client::Client;
use crate::error::{Error, ErrorKind, Result};
use crate::json::decode_lenient;
use crate::model::{BatchResult, MessageBatch};
use crate::resources::batch_results::{BatchResults, ResultJson};

/// Results of a part that are being read.
#[derive(Debug)]
pub(super) struct Reading {
    part: usize,
    /// The batch as it was seen when it had ended; `None` once its results were asked for: their address may have
    /// changed since.
    ended: Option<Box<MessageBatch>>,
    /// `None` after a failure: they are asked for again.
    results: Option<BatchResults>,
    /// The ids that were given.
    given: HashSet<ShortId>,
    /// Lines that are no results, by their text.
    broken: HashSet<[u8; 16]>,
    failures: u32,
}

/// How often results that break off are requested again without a line in between, before the failure is reported.
const READINGS: u32 = 4;

impl BatchRun {
    /// The next result; `None` after the last one. Submits the rest first, and waits for a batch to end if none has.
    /// Results that break off are requested again, and no result is returned twice. Cancel-safe.
    ///
    /// # Errors
    /// As [`BatchRun::next_json`]; [`ErrorKind::Decode`] for a line that is no result: the lines behind it follow.
    pub async fn next(&mut self, client: &Client) -> Option<Result<BatchResult>> {
        Some(match self.next_json(client).await? {
            Ok(ResultJson::Whole(line)) => decode_lenient(&line).map_err(|error| {
                let text = format!("a line of the results is no result: {error}");
                Error::new(ErrorKind::Decode, text).with_body(line).with_source(error)
            }),
            Ok(ResultJson::Broken(error)) | Err(error) => Err(error),
        })
    }

    /// [`next`](Self::next) as JSON.
    ///
    /// # Errors
    /// Any [`ErrorKind`]: those of [`finish`](Self::finish), of [`Batches::wait`](crate::resources::Batches::wait) and
    /// of [`Batches::results`](crate::resources::Batches::results); and [`ErrorKind::Decode`] for a batch with fewer
    /// results than requests. After one that repeating may mend it can be called again, and goes on where it was.
    pub async fn next_json(&mut self, client: &Client) -> Option<Result<ResultJson>> {
        if !self.complete
            && let Err(error) = self.finish(client).await
        {
            return Some(Err(error));
        }
        loop {
            match self.line(client).await {
                Ok(Line::Result(json)) => return Some(Ok(json)),
                Ok(Line::None) => {}
                Err(error) => return Some(Err(error)),
            }
            match self.next_ended(client).await {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// The next result of the batch whose results are being read, as JSON; `None` if it has no more or none is being
    /// read. Makes no other request to the service. Cancel-safe.
    ///
    /// # Errors
    /// As [`next_json`](Self::next_json).
    pub async fn next_of_batch_json(&mut self, client: &Client) -> Option<Result<ResultJson>> {
        match self.line(client).await {
            Ok(Line::Result(json)) => Some(Ok(json)),
            Ok(Line::None) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// The next line of the results that are being read.
    async fn line(&mut self, client: &Client) -> Result<Line> {
        let Some(reading) = &mut self.reading else { return Ok(Line::None) };
        let Some(part) = self.parts.get_mut(reading.part) else { return Ok(Line::None) };
        let PartState::Created(id) = &part.state else { return Ok(Line::None) };
        loop {
            if reading.results.is_none() {
                if reading.failures > 0 {
                    client.clock().sleep(Duration::from_secs(1 << (reading.failures - 1).min(4))).await;
                }
                let options = &self.options.options;
                let batch = match reading.ended.take() {
                    Some(batch) => *batch,
                    None => client.batches().get(id).with(options.clone()).await?.into_inner(),
                };
                let results = client.batches().results_of_with(&batch, options.clone()).await?;
                self.last = Some((results.head().clone(), results.attempts().clone()));
                reading.results = Some(results);
            }
            let Some(results) = &mut reading.results else { continue };
            match results.next_json().await {
                Some(Ok(ResultJson::Whole(line))) => {
                    reading.failures = 0;
                    if reading.given.insert(short(&custom_id(&line)?)) {
                        return Ok(Line::Result(ResultJson::Whole(line)));
                    }
                }
                Some(Ok(ResultJson::Broken(error))) => {
                    reading.failures = 0;
                    let text = error.body().cloned().unwrap_or_default();
                    if reading.broken.insert(short(&String::from_utf8_lossy(&text))) {
                        return Ok(Line::Result(ResultJson::Broken(error)));
                    }
                }
                Some(Err(error)) => {
                    reading.results = None;
                    reading.failures += 1;
                    let passing = matches!(error.kind(), ErrorKind::Connection | ErrorKind::Timeout);
                    if !passing || reading.failures >= READINGS {
                        reading.failures = 0;
                        return Err(error);
                    }
                }
                None => {
                    let (given, wanted) = (reading.given.len() + reading.broken.len(), part.requests);
                    let id = id.clone();
                    self.reading = None;
                    let missing = (given < wanted).then(|| {
                        let text = format!("the batch {id} has results for {given} of its {wanted} requests");
                        Error::new(ErrorKind::Decode, text)
                    });
                    part.state = PartState::Read(id);
                    return missing.map_or(Ok(Line::None), Err);
                }
            }
        }
    }

    /// Waits for a batch whose results are to be read; false if there is none left.
    async fn next_ended(&mut self, client: &Client) -> Result<bool> {
        loop {
            let mut left = 0;
            for at in 0..self.parts.len() {
                self.resolve(client, at).await?;
                let Some(part) = self.parts.get(at) else { continue };
                let id = match &part.state {
                    PartState::Read(_) => continue,
                    PartState::Unsent(_) => {
                        left += 1;
                        continue;
                    }
                    PartState::Created(id) => id,
                };
                left += 1;
                let options = self.options.wait.call_options().clone();
                let batch = client.batches().get(id).with(options).await?;
                if batch.is_ended() {
                    self.pacing = None;
                    let ended = Some(Box::new(batch.into_inner()));
                    let (given, broken) = (HashSet::new(), HashSet::new());
                    self.reading =
                        Some(Reading { part: at, ended, results: None, given, broken, failures: 0 });
                    return Ok(true);
                }
                self.options.wait.tell(&batch)?;
            }
            if left == 0 {
                return Ok(false);
            }
            let wait = &self.options.wait;
            let pacing = self.pacing.get_or_insert_with(|| wait.pacing(client.clock()));
            pacing.pause(client.clock(), "the run").await?;
        }
    }
}

enum Line {
    Result(ResultJson),
    /// The results that were read are at their end, or none are.
    None,
}

/// The id of a line that was found to be a result.
pub(super) fn custom_id(line: &Bytes) -> Result<String> {
    #[derive(serde::Deserialize)]
    struct Id<'a> {
        #[serde(borrow)]
        custom_id: Cow<'a, str>,
    }
    let id: Id<'_> = serde_json::from_slice(line).map_err(|error| {
        Error::new(ErrorKind::Decode, format!("a line of the results is no result: {error}"))
    })?;
    Ok(id.custom_id.into_owned())
}
