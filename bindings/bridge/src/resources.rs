//! The endpoints beside messages as a host calls them: by their names in the core's table, with JSON in and JSON out. A
//! binding makes its methods from this and decides nothing: paths, paging, intervals and the reading of results are the
//! core's.
//!
//! [`call`] gives a call whose answer comes whole. [`stream_of`] one whose answer comes in pieces: the bytes of a file.
//! [`results`] gives one line of a batch's results with each [`Item::Chunk`](crate::Item::Chunk), or an
//! [`Item::Broken`](crate::Item::Broken) in its place; [`Wait`] the batch as it was seen with each chunk, the last one
//! ended. A [`Pages`] says which page to ask for next.

use std::time::Duration;

use bytes::Bytes;
use parlour::{Body, MessageBatch, Pager};

use crate::call::{CallRequest, Mode};
use crate::decoding::decoded;
use crate::info::ErrorInfo;
use crate::resource::EndpointArgs;

pub use crate::resource::{Resource, Wait};
pub use parlour::{BATCH_BYTES, BATCH_REQUESTS};

/// A call of the endpoint of this name, such as `batches.get`, whose answer comes whole: [`Mode::Raw`]. `body` is a
/// JSON object, or empty where there is none.
///
/// # Errors
/// Kind `Config` for a name that there is not, for ids that are missing, empty or too many, and for a body that is no
/// JSON object.
pub fn call(
    name: &str,
    ids: Vec<String>,
    query: Vec<(String, String)>,
    body: Bytes,
) -> Result<CallRequest, ErrorInfo> {
    let body = if body.is_empty() { Body::empty() } else { Body::from_json_bytes(body)? };
    call_with_body(name, ids, query, body)
}

/// Checks that there is an endpoint of this name, for a host that tells mistakes where they are made.
///
/// # Errors
/// Kind `Config` for a name that there is not.
pub fn known(name: &str) -> Result<(), ErrorInfo> {
    parlour::Endpoint::named(name)?;
    Ok(())
}

/// Why the answer is not the object of the endpoint of this name; `None` if it is. Names of operations with more than
/// one request, such as `batches.wait`, are in no table: the core has read their answers.
#[must_use]
pub fn refusal(name: &str, body: &Bytes) -> Option<String> {
    let endpoint = parlour::Endpoint::named(name).ok()?;
    endpoint.verify(body).err().map(|error| error.message().to_owned())
}

/// [`call`] with a body that was made before.
///
/// # Errors
/// As [`call`].
pub fn call_with_body(
    name: &str,
    ids: Vec<String>,
    query: Vec<(String, String)>,
    body: Body,
) -> Result<CallRequest, ErrorInfo> {
    let args = EndpointArgs::new(name, ids, query)?;
    Ok(CallRequest::resource(Mode::Raw, Resource::Endpoint(args), body))
}

/// A call of the endpoint of this name whose answer comes in pieces as it arrives: [`Mode::RawStream`].
///
/// # Errors
/// As [`call`].
pub fn stream_of(
    name: &str,
    ids: Vec<String>,
    query: Vec<(String, String)>,
) -> Result<CallRequest, ErrorInfo> {
    let args = EndpointArgs::new(name, ids, query)?;
    Ok(CallRequest::resource(Mode::RawStream, Resource::Endpoint(args), Body::empty()))
}

/// The results of the batch of this id, line by line.
///
/// # Errors
/// Kind `Config` for an id that is none.
pub fn results(id: &str) -> Result<CallRequest, ErrorInfo> {
    EndpointArgs::new("batches.results", vec![id.to_owned()], Vec::new())?;
    Ok(CallRequest::resource(Mode::RawStream, Resource::Results(id.to_owned()), Body::empty()))
}

/// The results of a batch from where it says they are; of another origin than the client's they are asked for by the
/// batch's id, so that no other origin sees the credential. `batch` is its JSON. The call fails with kind `Config` if
/// it has not ended.
///
/// # Errors
/// Kind `Config` if it is no batch.
pub fn results_of(batch: &[u8]) -> Result<CallRequest, ErrorInfo> {
    let batch: MessageBatch = decoded(batch, "the batch whose results are asked for")?;
    Ok(CallRequest::resource(Mode::RawStream, Resource::ResultsOf(Box::new(batch)), Body::empty()))
}

/// Waits for the end of a batch. The mode may be made [`Mode::Raw`]: then only the batch that has ended comes, whole.
///
/// # Errors
/// Kind `Config` for an id that is none.
pub fn wait(wait: Wait) -> Result<CallRequest, ErrorInfo> {
    EndpointArgs::new("batches.get", vec![wait.id.clone()], Vec::new())?;
    Ok(CallRequest::resource(Mode::RawStream, Resource::Wait(wait), Body::empty()))
}

/// Refuses new calls of the client and waits until those that run have ended, at most `limit`: [`Mode::Raw`]. The
/// answer is a [`parlour::DrainReport`] as JSON.
#[must_use]
pub fn drain(limit: Duration) -> CallRequest {
    CallRequest::resource(Mode::Raw, Resource::Drain(limit), Body::empty())
}

/// The pages of a list, for a host that asks for them one by one. Not for two threads at once.
///
/// ```
/// use parlour_bridge::resources::Pages;
///
/// let mut pages = Pages::new("models.list", Vec::new(), vec![("limit".into(), "1".into())])?;
/// let call = pages.next()?.expect("the first page");
/// pages.take(br#"{"data":[{"id":"a"}],"has_more":false,"last_id":"a"}"#)?;
/// assert!(pages.next()?.is_none());
/// # Ok::<(), parlour_bridge::ErrorInfo>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pages {
    args: EndpointArgs,
    pager: Pager,
}

impl Pages {
    /// A walk over the list of this name that begins with this query.
    ///
    /// # Errors
    /// As [`call`]; kind `Config` also for an endpoint that is no list, and for a query that contradicts itself.
    pub fn new(name: &str, ids: Vec<String>, query: Vec<(String, String)>) -> Result<Pages, ErrorInfo> {
        let args = EndpointArgs::new(name, ids, Vec::new())?;
        let parlour::Answer::Page(paging) = args.endpoint.answer else {
            return Err(ErrorInfo::config(format!("{name} is no list")));
        };
        Ok(Pages { args, pager: Pager::new(paging, query)? })
    }

    /// The call for the next page, to be submitted; the same one until its answer was [taken](Self::take). `None` after
    /// the last.
    ///
    /// # Errors
    /// None in practice: the parts of the call were checked.
    pub fn next(&self) -> Result<Option<CallRequest>, ErrorInfo> {
        let Some(query) = self.pager.query() else { return Ok(None) };
        let args = EndpointArgs { query: query.to_vec(), ..self.args.clone() };
        Ok(Some(CallRequest::resource(Mode::Raw, Resource::Endpoint(args), Body::empty())))
    }

    /// Whether there is another page to ask for, as far as it is known.
    #[must_use]
    pub fn has_next(&self) -> bool {
        self.pager.query().is_some()
    }

    /// The query of the next page.
    #[must_use]
    pub fn query(&self) -> Option<&[(String, String)]> {
        self.pager.query()
    }

    /// Takes a page that was answered, as JSON.
    ///
    /// # Errors
    /// Kind `Decode` for a body that is no page, and for a page that leads back to one that was read: the walk ends
    /// then.
    pub fn take(&mut self, page: &[u8]) -> Result<(), ErrorInfo> {
        Ok(self.pager.take(page)?)
    }
}

/// Writes the body of a batch request by request; nothing of a request is kept but its bytes. Not for two threads at
/// once.
#[derive(Debug, Default)]
pub struct BatchWriter {
    writer: parlour::BatchWriter,
}

impl BatchWriter {
    /// Nothing is written.
    #[must_use]
    pub fn new() -> BatchWriter {
        BatchWriter::default()
    }

    /// Adds a request: the JSON object that a call for a message would send.
    ///
    /// # Errors
    /// Kind `Config` that names the request and its defect; kind `RequestTooLarge` if the batch is full. Nothing is
    /// added.
    pub fn push(&mut self, custom_id: &str, params: Bytes) -> Result<(), ErrorInfo> {
        self.push_body(custom_id, Body::from_json_bytes(params)?)
    }

    /// [`push`](Self::push) of a body that was made before.
    ///
    /// # Errors
    /// As [`push`](Self::push).
    pub fn push_body(&mut self, custom_id: &str, params: Body) -> Result<(), ErrorInfo> {
        Ok(self.writer.push(custom_id, params)?)
    }

    /// How many requests there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.writer.count()
    }

    /// The call that creates the batch; the writer is empty then.
    ///
    /// # Errors
    /// Kind `Config` if there is no request.
    pub fn finish(&mut self) -> Result<CallRequest, ErrorInfo> {
        let body = std::mem::take(&mut self.writer).finish()?;
        call_with_body("batches.create", Vec::new(), Vec::new(), body)
    }
}
