//! Structured answers with a client and a Rust type: whole and streamed.

use std::future::IntoFuture;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::asking::AnswerRequests;
use super::partial::PartialAnswer;
use super::plan::{AnswerMethod, AnswerOptions, AnswerOutcome, AnswerPlan};
use crate::call::response::Response;
use crate::client::Client;
use crate::client::body::{Body, IntoBody};
use crate::client::messages::Messages;
use crate::client::options::CallOptions;
use crate::client::raw::CallFuture;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::json::partial::Mode;
use crate::model::{Message, Usage};
use crate::stream::MessageStream;

impl Messages<'_> {
    /// Requests an answer that is a `T`, with the schema derived from the type. Await the call to send it.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// use parlour::{AnswerOutcome, MessageRequest};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Person {
    ///     name: String,
    ///     age: u32,
    /// }
    ///
    /// let request = MessageRequest::new("svc-opus-4-5", 256).user("The name is Ada and she is 36.");
    /// let parsed = client.messages().parse::<Person>(&request).await?;
    /// match parsed.outcome {
    ///     AnswerOutcome::Value(person) => println!("{} is {}", person.name, person.age),
    ///     other => println!("{other}"),
    /// }
    /// # Ok(()) }
    /// ```
    #[cfg(feature = "schemars")]
    pub fn parse<T: DeserializeOwned + schemars::JsonSchema>(&self, request: impl IntoBody) -> ParseCall<T> {
        ParseCall::new(self.client.clone(), request.into_body(), crate::schema_of::schema_of::<T>())
    }

    /// Requests an answer that fits a JSON Schema and is decoded as a `T`; [`Json`] accepts any value. Await the call
    /// to send it.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// use parlour::{Json, MessageRequest};
    ///
    /// let schema = Json::parse(r#"{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}"#)?;
    /// let request = MessageRequest::new("svc-opus-4-5", 256).user("The name is Ada.");
    /// let parsed = client.messages().parse_json::<Json>(&request, schema).await?;
    /// println!("{:?} for {} tokens", parsed.value(), parsed.message().usage.output_tokens);
    /// # Ok(()) }
    /// ```
    pub fn parse_json<T: DeserializeOwned>(&self, request: impl IntoBody, schema: Json) -> ParseCall<T> {
        ParseCall::new(self.client.clone(), request.into_body(), Ok(schema))
    }
}

/// A call for a structured answer being built; await it to send it, or request a stream.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Debug)]
pub struct ParseCall<T> {
    client: Client,
    body: Result<Body>,
    schema: Result<Json>,
    answer: AnswerOptions,
    call: CallOptions,
    value: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> ParseCall<T> {
    fn new(client: Client, body: Result<Body>, schema: Result<Json>) -> ParseCall<T> {
        let (answer, call) = (AnswerOptions::default(), CallOptions::new());
        ParseCall { client, body, schema, answer, call, value: PhantomData }
    }

    /// Uses these options for every request of this call.
    pub fn with(mut self, options: CallOptions) -> ParseCall<T> {
        self.call = options;
        self
    }

    /// Sets how the answer is requested.
    pub fn method(mut self, method: AnswerMethod) -> ParseCall<T> {
        self.answer.method = method;
        self
    }

    /// Sets how often the model is asked again after an answer that does not fit; 0 by default. Each time is a request
    /// of its own, and is paid.
    pub fn max_reasks(mut self, times: u32) -> ParseCall<T> {
        self.answer.max_reasks = times;
        self
    }

    /// Sets the name and the description of the forced tool.
    pub fn tool(mut self, name: impl Into<String>, description: impl Into<String>) -> ParseCall<T> {
        self.answer.tool_name = name.into();
        self.answer.tool_description = description.into();
        self
    }

    fn plan(&mut self) -> Result<AnswerPlan> {
        let body = std::mem::replace(&mut self.body, Ok(Body::empty()))?;
        let schema = std::mem::replace(&mut self.schema, Ok(Json::null()))?;
        AnswerPlan::new(body.to_bytes(), &schema, &self.answer)
    }

    async fn run(mut self) -> Result<Parsed<T>> {
        let mut requests = AnswerRequests::new(self.plan()?)?;
        let (mut replies, mut last, mut error) = (Vec::new(), None, None);
        while let Some(body) = requests.next_body() {
            match self.client.messages().create(body).with(self.call.clone()).await {
                Ok(reply) => {
                    let outcome = requests.plan().outcome_as::<T>(&reply);
                    requests.received(&reply, outcome.misfit())?;
                    replies.push(reply);
                    last = Some(outcome);
                }
                Err(failure) if requests.failed() => error = Some(failure),
                Err(failure) => return Err(failure),
            }
        }
        let outcome = last.ok_or_else(|| Error::config("a structured answer without a request"))?;
        Ok(Parsed { outcome, replies, error })
    }

    /// Requests the answer as a stream, which shows the value as it grows. The model is not asked again.
    ///
    /// # Errors
    /// As the whole call.
    pub async fn stream(mut self) -> Result<ParseStream<T>> {
        let plan = self.plan()?;
        let stream = self.client.messages().stream(plan.body()?).with(self.call.clone()).await?;
        let partial = plan.partial(Mode::TrailingStrings);
        Ok(ParseStream { stream, plan, partial, value: PhantomData })
    }
}

impl<T: DeserializeOwned + Send + 'static> IntoFuture for ParseCall<T> {
    type Output = Result<Parsed<T>>;
    type IntoFuture = CallFuture<Parsed<T>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// A structured answer: its outcome, and every message that was paid for.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The outcome of the last answer.
    pub outcome: AnswerOutcome<T>,
    /// Every answer, with attempts and waits of each; more than one if the model was asked again.
    pub replies: Vec<Response<Message>>,
    /// Why asking again failed; the outcome is that of the previous answer.
    pub error: Option<Error>,
}

impl<T> Parsed<T> {
    /// The value, if there is one.
    #[must_use]
    pub fn value(&self) -> Option<&T> {
        self.outcome.value()
    }

    /// The value; the whole answer as the error if there is none.
    ///
    /// # Errors
    /// The whole of it, if there is no value.
    pub fn into_value(self) -> std::result::Result<T, Box<Parsed<T>>> {
        match self.outcome {
            AnswerOutcome::Value(value) => Ok(value),
            outcome => Err(Box::new(Parsed { outcome, replies: self.replies, error: self.error })),
        }
    }

    /// The tokens of all answers together.
    #[must_use]
    pub fn usage(&self) -> Usage {
        let mut sum = Usage::default();
        for reply in &self.replies {
            sum.add_answer(&reply.usage);
        }
        sum
    }

    /// The last message: text, usage, stop reason.
    #[must_use]
    pub fn message(&self) -> &Message {
        static NONE: std::sync::LazyLock<Message> = std::sync::LazyLock::new(Message::default);
        // There is always one: a call without any answer is an error.
        self.replies.last().map_or(&NONE, |reply| reply)
    }
}

/// A streamed structured answer. Returned by [`ParseCall::stream`].
#[derive(Debug)]
pub struct ParseStream<T> {
    stream: MessageStream,
    plan: AnswerPlan,
    partial: PartialAnswer,
    value: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> ParseStream<T> {
    /// Waits for the next piece of the answer and returns the value so far; `None` after the last. Cancel-safe.
    ///
    /// # Errors
    /// As [`MessageStream::next`].
    pub async fn next(&mut self) -> Option<Result<&PartialAnswer>> {
        loop {
            match self.stream.next().await? {
                Ok(event) => {
                    if self.partial.event(&event) {
                        return Some(Ok(&self.partial));
                    }
                }
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Reads to the end and interprets the answer.
    ///
    /// # Errors
    /// As [`MessageStream::final_message`].
    pub async fn finish(mut self) -> Result<Parsed<T>> {
        let reply = self.stream.final_message().await?;
        let outcome = self.plan.outcome_as(&reply);
        Ok(Parsed { outcome, replies: vec![reply], error: None })
    }

    /// The stream itself.
    #[must_use]
    pub fn stream(&self) -> &MessageStream {
        &self.stream
    }
}
