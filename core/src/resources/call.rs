//! Calls of endpoints: the request built from a table row and arguments, and the typed value of its answer.

use std::future::IntoFuture;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use crate::call::answer::{error_in, json_in};
use crate::call::response::{Head, Response};
use crate::client::Client;
use crate::client::body::Body;
use crate::client::options::CallOptions;
use crate::client::raw::{ByteStream, CallFuture, RawCall};
use crate::error::{Error, Result};
use crate::resources::answer::read_as;
use crate::resources::batch_results::BatchResults;
use crate::resources::endpoint::{Answer, Endpoint};

impl Client {
    /// A call of the endpoint of this name (see [`ENDPOINTS`](crate::ENDPOINTS)) with the ids in its path, a query and
    /// a body; for hosts that make their methods from the table. Body fields that the endpoint refuses and does not
    /// need, such as `max_tokens` for a token count, are left out.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) for an unknown name, and for ids that are missing, empty or too
    /// many.
    ///
    /// ```
    /// # async fn run(client: parlour::Client) -> Result<(), parlour::Error> {
    /// use parlour::Body;
    /// let batch = client.endpoint("batches.get", &["msgbatch_1"], &[], Body::empty())?.await?;
    /// println!("{}", String::from_utf8_lossy(&batch));
    /// # Ok(()) }
    /// ```
    pub fn endpoint(
        &self,
        name: &str,
        ids: &[&str],
        query: &[(String, String)],
        body: Body,
    ) -> Result<EndpointCall> {
        let endpoint = Endpoint::named(name)?;
        let path = with_query(endpoint.path_of(ids)?, query);
        let body = match endpoint.leaves_out {
            [] => body,
            fields => body.without_keys(fields)?,
        };
        let mut options = CallOptions::new();
        if let Some(accept) = endpoint.accept() {
            options = options.header("accept", accept);
        }
        let models = endpoint
            .tells_of_models()
            .then(|| Models { client: self.clone(), asked: ids.first().map(|id| (*id).to_owned()) });
        let mut call = self.request(endpoint.method.clone(), path, body);
        call.repeatable |= endpoint.repeatable;
        Ok(EndpointCall { call, endpoint, options, models })
    }
}

/// A call of a row of [`ENDPOINTS`](crate::ENDPOINTS). Awaited, it returns the answer's body undecoded: JSON, unless
/// the row says bytes or lines.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct EndpointCall {
    call: RawCall,
    endpoint: &'static Endpoint,
    options: CallOptions,
    models: Option<Models>,
}

/// Records the lifecycle of models that the service reports.
#[derive(Debug)]
struct Models {
    client: Client,
    /// The name of the one requested model, which may be an alias.
    asked: Option<String>,
}

impl EndpointCall {
    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> EndpointCall {
        self.options = options.over(&self.options);
        self
    }

    /// Sends the call and hands out the body as it arrives.
    ///
    /// # Errors
    /// As [`RawCall::open`].
    pub async fn open(self) -> Result<ByteStream> {
        self.call.with(self.options).open().await
    }

    /// Sends the call and hands out the lines of the body as they arrive, each a result of a batch.
    ///
    /// # Errors
    /// As [`RawCall::open`]; [`ErrorKind::Config`](crate::ErrorKind::Config) if the endpoint has none.
    pub async fn results(self) -> Result<BatchResults> {
        match self.endpoint.answer {
            Answer::Lines => BatchResults::open(self.call, self.options).await,
            _ => Err(Error::config(format!("{} does not answer with lines", self.endpoint.name))),
        }
    }

    /// Sends the call and passes the body of a success to `read`, unless it holds an error in its place.
    pub(super) async fn read<T: Send + 'static>(
        self,
        read: impl Fn(&Bytes) -> Result<T> + Send + 'static,
    ) -> Result<Response<T>> {
        let is_json = matches!(self.endpoint.answer, Answer::Object | Answer::Page(_));
        let accept = move |_: &Head, body: &Bytes| match is_json {
            true => read(&no_error(body)?),
            false => read(body),
        };
        let answer = self.call.with(self.options).read(accept).await?;
        if let Some(Models { client, asked }) = self.models {
            client.shared.settings.deprecations.learn(asked.as_deref(), answer.body());
        }
        Ok(answer)
    }
}

impl IntoFuture for EndpointCall {
    type Output = Result<Response<Bytes>>;
    type IntoFuture = CallFuture<Response<Bytes>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.read(|body| Ok(body.clone())))
    }
}

/// The path with this query appended.
pub(super) fn with_query(mut path: String, query: &[(String, String)]) -> String {
    if !query.is_empty() {
        path.push('?');
        path.push_str(&form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish());
    }
    path
}

/// A call that returns a `T`; await it to send it. Dropping the future cancels the call and closes its connection.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct ResourceCall<T> {
    call: Result<EndpointCall>,
    options: CallOptions,
    read: fn(&Bytes) -> Result<T>,
}

impl<T: DeserializeOwned> ResourceCall<T> {
    pub(super) fn new(client: &Client, name: &str, ids: &[&str], body: Result<Body>) -> ResourceCall<T> {
        let call = body.and_then(|body| client.endpoint(name, ids, &[], body));
        ResourceCall { call, options: CallOptions::new(), read: read_as }
    }
}

impl<T> ResourceCall<T> {
    /// Uses these options for this call.
    pub fn with(mut self, options: CallOptions) -> ResourceCall<T> {
        self.options = options;
        self
    }

    /// Sends the call and returns the answer's body undecoded.
    ///
    /// # Errors
    /// As the call itself; a body of another shape is no error here, one that holds an error is.
    pub async fn raw(self) -> Result<Response<Bytes>> {
        self.call?.with(self.options).await
    }

    /// Sends the call and hands out the answer's body as it arrives, unread; its head is there at once.
    ///
    /// # Errors
    /// As [`RawCall::open`].
    pub async fn open(self) -> Result<ByteStream> {
        self.call?.with(self.options).open().await
    }
}

impl<T: Send + 'static> IntoFuture for ResourceCall<T> {
    type Output = Result<Response<T>>;
    type IntoFuture = CallFuture<Response<T>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let read = self.read;
            self.call?.with(self.options).read(read).await
        })
    }
}

/// Checks that the body of a success does not hold an error in its place.
fn no_error(body: &Bytes) -> Result<Bytes> {
    match error_in(body) {
        Some(error) => Err(error),
        None => Ok(json_in(body)),
    }
}
