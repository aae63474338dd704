//! Message batches: creation, lifecycle, results (protocol §8.4).

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::call::response::Response;
use crate::client::Client;
use crate::client::body::{Body, IntoBody};
use crate::client::options::CallOptions;
use crate::clock::Clock;
use crate::error::{Error, ErrorKind, Result};
use crate::model::{Deleted, MessageBatch};
use crate::resources::batch_results::BatchResults;
use crate::resources::batch_writer::BatchWriter;
use crate::resources::call::ResourceCall;
use crate::resources::endpoint::BINARY;
use crate::resources::pages::ListCall;

/// Message batches. Returned by [`Client::batches`].
#[derive(Clone, Copy, Debug)]
pub struct Batches<'a> {
    pub(super) client: &'a Client,
}

impl Client {
    /// Message batches: many requests at once, answered within a day at a lower price.
    #[must_use]
    pub fn batches(&self) -> Batches<'_> {
        Batches { client: self }
    }
}

impl Batches<'_> {
    /// Creates a batch of these requests, each with its `custom_id`: 1 to 64 of the characters `a-z A-Z 0-9 _ -`,
    /// unique in the batch. Each request is written at once and then dropped. The service validates a request when it
    /// processes it: a refused one has an error among the results.
    ///
    /// Refused before anything is sent, by the call that is awaited: a `custom_id` of another form, or a repeated one;
    /// a `stream` that is true; more than [`BATCH_REQUESTS`](crate::BATCH_REQUESTS) requests or
    /// [`BATCH_BYTES`](crate::BATCH_BYTES) bytes. For more, use [`Batches::run`].
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// use parlour::MessageRequest;
    /// let rivers = ["Elbe", "Ebro"].map(|river| {
    ///     (river, MessageRequest::new("svc-haiku-3-5", 64).user(format!("Where does the {river} rise?")))
    /// });
    /// let batch = client.batches().create(rivers).await?;
    /// println!("{}: {} requests", batch.id, batch.request_counts.total());
    /// # Ok(()) }
    /// ```
    pub fn create<I, R>(&self, requests: impl IntoIterator<Item = (I, R)>) -> ResourceCall<MessageBatch>
    where
        I: AsRef<str>,
        R: IntoBody,
    {
        let mut writer = BatchWriter::new();
        let written = requests.into_iter().try_for_each(|(id, request)| writer.push(id.as_ref(), request));
        let body = written.and_then(|()| writer.finish());
        ResourceCall::new(self.client, "batches.create", &[], body)
    }

    /// The batches of this workspace, the newest first.
    pub fn list(&self) -> ListCall<MessageBatch> {
        ListCall::new(self.client, "batches.list", &[])
    }

    /// The status of a batch.
    pub fn get(&self, id: &str) -> ResourceCall<MessageBatch> {
        ResourceCall::new(self.client, "batches.get", &[id], Ok(Body::empty()))
    }

    /// Cancels a batch. Requests that were begun may still succeed; the batch ends once they have.
    pub fn cancel(&self, id: &str) -> ResourceCall<MessageBatch> {
        ResourceCall::new(self.client, "batches.cancel", &[id], Ok(Body::empty()))
    }

    /// Deletes a batch that has ended, and its results.
    pub fn delete(&self, id: &str) -> ResourceCall<Deleted> {
        ResourceCall::new(self.client, "batches.delete", &[id], Ok(Body::empty()))
    }

    /// The results of a batch that has ended, read as a stream in the order of their arrival, not of the requests.
    ///
    /// # Errors
    /// Any [`ErrorKind`]. A batch that has not ended has no results, which the service reports as an error.
    pub async fn results(&self, id: &str) -> Result<BatchResults> {
        self.results_with(id, CallOptions::new()).await
    }

    /// [`Batches::results`] with options for the call.
    ///
    /// # Errors
    /// As [`Batches::results`].
    pub async fn results_with(&self, id: &str, options: CallOptions) -> Result<BatchResults> {
        self.client.endpoint("batches.results", &[id], &[], Body::empty())?.with(options).results().await
    }

    /// The results of this batch from its `results_url`. If that is of another origin than the client's, the path of
    /// [`Batches::results`] is used instead, so that no other origin gets the credential.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] for a batch that has not ended, or whose results were deleted; else as
    /// [`Batches::results`].
    pub async fn results_of(&self, batch: &MessageBatch) -> Result<BatchResults> {
        self.results_of_with(batch, CallOptions::new()).await
    }

    /// [`Batches::results_of`] with options for the call.
    ///
    /// # Errors
    /// As [`Batches::results_of`].
    pub async fn results_of_with(&self, batch: &MessageBatch, options: CallOptions) -> Result<BatchResults> {
        let refused = |why: String| Err(Error::config(format!("the batch {} {why}", batch.id)));
        let Some(url) = &batch.results_url else {
            return match &batch.archived_at {
                Some(at) => refused(format!("was archived at {at}: its results are gone")),
                None if batch.is_ended() => refused("has no results".to_owned()),
                None => refused(format!("has not ended: it is {}", batch.processing_status)),
            };
        };
        match self.client.url(url) {
            Ok(_) => {
                let call = self.client.request(http::Method::GET, url.as_str(), Body::empty());
                let accept = CallOptions::new().header("accept", BINARY);
                BatchResults::open(call, options.over(&accept)).await
            }
            Err(_) => self.results_with(&batch.id, options).await,
        }
    }

    /// Polls until the batch has ended, in growing intervals.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key())
    /// #     .clock(std::sync::Arc::new(parlour::clock::ScriptedClock::new())).build()?;
    /// # use parlour::MessageRequest;
    /// # let batch = client.batches().create([("a", MessageRequest::new("svc-haiku-3-5", 8).user("Hi"))]).await?;
    /// use parlour::BatchWait;
    /// use std::ops::ControlFlow;
    /// let wait = BatchWait::new().progress(|batch| {
    ///     println!("{} of {} are left", batch.request_counts.processing, batch.request_counts.total());
    ///     ControlFlow::Continue(())
    /// });
    /// let batch = client.batches().wait(&batch.id, wait).await?;
    /// assert!(batch.is_ended());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Timeout`] after [`BatchWait::limit`]; [`ErrorKind::Cancelled`] if the callback stops the wait; else
    /// those of [`Batches::get`], once its own retries are used up. The batch continues in each case.
    pub async fn wait(&self, id: &str, mut wait: BatchWait<'_>) -> Result<Response<MessageBatch>> {
        let mut pacing = wait.pacing(self.client.clock());
        loop {
            let batch = self.get(id).with(wait.options.clone()).await?;
            if batch.is_ended() {
                return Ok(batch);
            }
            wait.tell(&batch)?;
            pacing.pause(self.client.clock(), &format!("the batch {id}")).await?;
        }
    }
}

/// The minimum interval between polls.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);

type Progress<'a> = Box<dyn FnMut(&Response<MessageBatch>) -> ControlFlow<()> + Send + 'a>;

/// The options of [`Batches::wait`].
pub struct BatchWait<'a> {
    first: Duration,
    longest: Duration,
    limit: Option<Duration>,
    progress: Option<Progress<'a>>,
    options: CallOptions,
}

impl Default for BatchWait<'_> {
    fn default() -> Self {
        BatchWait {
            first: Duration::from_secs(5),
            longest: Duration::from_secs(60),
            limit: None,
            progress: None,
            options: CallOptions::new(),
        }
    }
}

impl<'a> BatchWait<'a> {
    /// Polls after 5 s, then in intervals that double up to 60 s (protocol §8.4), for as long as the batch takes.
    #[must_use]
    pub fn new() -> BatchWait<'a> {
        BatchWait::default()
    }

    /// The first interval, 1 s at least.
    #[must_use]
    pub fn first_pause(mut self, first: Duration) -> BatchWait<'a> {
        self.first = first;
        self
    }

    /// The longest interval, 1 s at least; it also limits the first one.
    #[must_use]
    pub fn longest_pause(mut self, longest: Duration) -> BatchWait<'a> {
        self.longest = longest;
        self
    }

    /// Stops waiting after this time. The batch continues.
    #[must_use]
    pub fn limit(mut self, limit: Duration) -> BatchWait<'a> {
        self.limit = Some(limit);
        self
    }

    /// Called with the batch after each poll that finds it unfinished; [`ControlFlow::Break`] stops the wait.
    #[must_use]
    pub fn progress(
        mut self,
        progress: impl FnMut(&Response<MessageBatch>) -> ControlFlow<()> + Send + 'a,
    ) -> BatchWait<'a> {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Options of each request.
    #[must_use]
    pub fn with(mut self, options: CallOptions) -> BatchWait<'a> {
        self.options = options;
        self
    }
}

impl BatchWait<'_> {
    pub(super) fn pacing(&self, clock: &dyn Clock) -> Pacing {
        Pacing {
            begun: clock.now(),
            pause: self.first.min(self.longest),
            longest: self.longest,
            limit: self.limit,
        }
    }

    pub(super) fn call_options(&self) -> &CallOptions {
        &self.options
    }

    pub(super) fn set_call_options(&mut self, options: CallOptions) {
        self.options = options;
    }

    /// Calls the callback with an unfinished batch.
    pub(super) fn tell(&mut self, batch: &Response<MessageBatch>) -> Result<()> {
        if let Some(progress) = &mut self.progress
            && progress(batch).is_break()
        {
            let text = format!("waiting for the batch {} was given up; it goes on at the service", batch.id);
            return Err(Error::new(ErrorKind::Cancelled, text));
        }
        Ok(())
    }
}

/// The time of the next poll.
#[derive(Debug)]
pub(super) struct Pacing {
    begun: Instant,
    pause: Duration,
    longest: Duration,
    limit: Option<Duration>,
}

impl Pacing {
    /// Waits until the next poll of `what`.
    pub(super) async fn pause(&mut self, clock: &dyn Clock, what: &str) -> Result<()> {
        // Up to a tenth less, so that callers that started together do not poll together.
        let mut next = self.pause.mul_f64(1.0 - 0.1 * clock.random()).max(SHORTEST_PAUSE);
        if let Some(limit) = self.limit {
            let left = limit.saturating_sub(clock.now().saturating_duration_since(self.begun));
            if left.is_zero() {
                let text = format!(
                    "{what} did not end within {} s; it goes on at the service: wait for it again",
                    limit.as_secs_f64()
                );
                return Err(Error::new(ErrorKind::Timeout, text).with_subkind(Some("limit")));
            }
            next = next.min(left);
        }
        clock.sleep(next).await;
        self.pause = self.pause.saturating_mul(2).min(self.longest);
        Ok(())
    }
}

impl std::fmt::Debug for BatchWait<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchWait")
            .field("first", &self.first)
            .field("longest", &self.longest)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}
