//! The loop with a client and Rust functions: sends the requests, runs the calls side by side, keeps every answer.

use std::collections::HashMap;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use serde::de::DeserializeOwned;
use tokio::task::JoinSet;

use super::calls::{ToolCall, ToolOutput};
use super::machine::{ToolLoop, toolset_of};
use crate::call::response::Response;
use crate::client::Client;
use crate::client::messages::Messages;
use crate::client::options::CallOptions;
use crate::error::{Error, Result};
use crate::model::{Content, Message, MessageRequest, Tool, ToolUseBlock};

type Handler<C> = Arc<dyn Fn(ToolCall, C) -> Pin<Box<dyn Future<Output = ToolOutput> + Send>> + Send + Sync>;

/// Why a tool failed, in words for the model. Made from any error with `?`, or with [`ToolError::new`].
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    content: Content,
}

impl ToolError {
    /// A failure with text or blocks that the model sees.
    #[must_use]
    pub fn new(content: impl Into<Content>) -> ToolError {
        ToolError { content: content.into() }
    }
}

impl<E: std::error::Error> From<E> for ToolError {
    fn from(error: E) -> ToolError {
        ToolError::new(error.to_string())
    }
}

/// Tools and the functions behind them. `C` is a value of the caller's (a database handle, a user) that every function
/// gets a copy of and the model never sees.
///
/// ```
/// use parlour::{Tool, ToolError, Toolbox};
///
/// #[derive(serde::Deserialize)]
/// struct City {
///     city: String,
/// }
///
/// let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
/// let tool = Tool::new("get_weather", "Tells the weather in a city.", schema)?;
/// let tools = Toolbox::new().add(tool, |input: City, (): ()| async move {
///     if input.city == "Lyon" { Ok("21 degrees") } else { Err(ToolError::new("no such city")) }
/// })?;
/// assert_eq!(tools.definitions().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Toolbox<C = ()> {
    definitions: Vec<Tool>,
    handlers: HashMap<Key, Handler<C>>,
}

/// What a call names: a tool, or the toolset of a member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Tool(String),
    Toolset(String),
}

impl<C> Default for Toolbox<C> {
    fn default() -> Self {
        Toolbox { definitions: Vec::new(), handlers: HashMap::new() }
    }
}

impl<C> Clone for Toolbox<C> {
    fn clone(&self) -> Self {
        Toolbox { definitions: self.definitions.clone(), handlers: self.handlers.clone() }
    }
}

impl<C> fmt::Debug for Toolbox<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Toolbox").field(&self.definitions).finish()
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// No tools.
    #[must_use]
    pub fn new() -> Toolbox<C> {
        Toolbox::default()
    }

    /// Adds a tool. Its input is decoded as `A`; one that does not fit is answered with an error and never reaches the
    /// function.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the definition has neither a name nor the type of a toolset, the
    /// name is taken, or the schema is not one of an object.
    pub fn add<A, F, Fut, R>(self, definition: Tool, function: F) -> Result<Toolbox<C>>
    where
        A: DeserializeOwned,
        F: Fn(A, C) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = std::result::Result<R, ToolError>> + Send + 'static,
        R: Into<Content>,
    {
        self.insert(definition, move |call, context| match call.input.decode::<A>() {
            Ok(input) => {
                let done = function(input, context);
                Box::pin(async move { output(done.await) })
            }
            Err(error) => {
                let text = format!("The input does not fit: {error}");
                Box::pin(std::future::ready(ToolOutput::failed(text)))
            }
        })
    }

    /// Adds a tool whose function gets the call itself: for toolsets, whose members are told apart by
    /// [`ToolCall::name`], and for inputs that are read elsewhere.
    ///
    /// # Errors
    /// As for [`add`](Self::add).
    pub fn add_raw<F, Fut, R>(self, definition: Tool, function: F) -> Result<Toolbox<C>>
    where
        F: Fn(ToolCall, C) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = std::result::Result<R, ToolError>> + Send + 'static,
        R: Into<Content>,
    {
        self.insert(definition, move |call, context| {
            let done = function(call, context);
            Box::pin(async move { output(done.await) })
        })
    }

    fn insert<F>(mut self, definition: Tool, handler: F) -> Result<Toolbox<C>>
    where
        F: Fn(ToolCall, C) -> Pin<Box<dyn Future<Output = ToolOutput> + Send>> + Send + Sync + 'static,
    {
        let key = match (&definition.name, toolset_of(&definition)) {
            (Some(name), _) if !name.is_empty() => Key::Tool(name.clone()),
            (_, Some(toolset)) => Key::Toolset(toolset),
            _ => {
                return Err(Error::config(
                    "a tool without a name: give it one that tells the model what it is for",
                ));
            }
        };
        let not_object = |schema: &crate::json::Json| {
            crate::json::object::Object::parse(schema.as_str())
                .map_or(true, |schema| schema.field::<String>("type").as_deref() != Some("object"))
        };
        if definition.input_schema.as_ref().is_some_and(not_object) {
            return Err(Error::config(format!(
                "the input schema of the tool {key} is not one of an object: it needs \"type\": \"object\""
            )));
        }
        if self.handlers.contains_key(&key) {
            return Err(Error::config(format!(
                "the tool {key} is there already: names are unique in a request"
            )));
        }
        self.handlers.insert(key, Arc::new(handler));
        self.definitions.push(definition);
        Ok(self)
    }

    /// The definitions, in the order they were added.
    pub fn definitions(&self) -> impl Iterator<Item = &Tool> {
        self.definitions.iter()
    }

    fn handler(&self, name: &str, toolset: Option<&str>) -> Option<&Handler<C>> {
        let key = match toolset {
            Some(toolset) => Key::Toolset(toolset.to_owned()),
            None => Key::Tool(name.to_owned()),
        };
        self.handlers.get(&key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Tool(name) | Key::Toolset(name) => write!(f, "`{name}`"),
        }
    }
}

fn output<R: Into<Content>>(done: std::result::Result<R, ToolError>) -> ToolOutput {
    match done {
        Ok(content) => ToolOutput::result(content),
        Err(error) => ToolOutput::failed(error.content),
    }
}

impl Messages<'_> {
    /// Asks, runs the tools that the model calls, and asks again until it stops (protocol §9.1). Every function gets a copy of
    /// `context`. The definitions of `tools` are added to the request.
    ///
    /// ```
    /// # async fn run(client: parlour::Client) -> Result<(), Box<dyn std::error::Error>> {
    /// use parlour::{MessageRequest, Tool, ToolError, Toolbox};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct City {
    ///     city: String,
    /// }
    ///
    /// let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
    /// let weather = Tool::new("get_weather", "Tells the weather in a city.", schema)?;
    /// let tools = Toolbox::new().add(weather, |input: City, (): ()| async move {
    ///     Ok::<_, ToolError>(format!("21 degrees in {}", input.city))
    /// })?;
    /// let request = MessageRequest::new("svc-haiku-3-5", 256).user("How warm is it in Lyon?");
    /// let mut run = client.messages().run_tools(request, tools, ())?;
    /// println!("{}", run.until_done().await?.text());
    /// println!("{} tokens in {} turns", run.machine().usage().output_tokens, run.turns().len());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the request has no message, or two tools of one name.
    pub fn run_tools<C: Clone + Send + 'static>(
        &self,
        request: MessageRequest,
        tools: Toolbox<C>,
        context: C,
    ) -> Result<ToolRun<C>> {
        ToolRun::new(self.client().clone(), ToolLoop::new(request)?, tools, context)
    }

    /// Goes on with a loop that was made or saved elsewhere.
    ///
    /// # Errors
    /// As for [`run_tools`](Self::run_tools).
    pub fn resume_tools<C: Clone + Send + 'static>(
        &self,
        machine: ToolLoop,
        tools: Toolbox<C>,
        context: C,
    ) -> Result<ToolRun<C>> {
        ToolRun::new(self.client().clone(), machine, tools, context)
    }
}

/// A tool loop under way. Got from [`Messages::run_tools`](crate::Messages::run_tools).
///
/// Dropping a future of it stops what it waited for: the request is cancelled, running functions are aborted at their next
/// `await`. What was received stays, and the next call of [`next`](Self::next) goes on from there.
#[derive(Debug)]
pub struct ToolRun<C = ()> {
    client: Client,
    tools: Toolbox<C>,
    context: C,
    options: CallOptions,
    timeout: Option<Duration>,
    machine: ToolLoop,
    turns: Vec<Response<Message>>,
}

impl<C: Clone + Send + 'static> ToolRun<C> {
    pub(crate) fn new(
        client: Client,
        mut machine: ToolLoop,
        tools: Toolbox<C>,
        context: C,
    ) -> Result<ToolRun<C>> {
        let given: Vec<Option<String>> =
            machine.settings().tools.iter().flatten().map(|tool| tool.name.clone()).collect();
        let added: Vec<Tool> = tools
            .definitions()
            .filter(|tool| tool.name.is_none() || !given.contains(&tool.name))
            .cloned()
            .collect();
        if !added.is_empty() {
            machine.settings_mut().tools.get_or_insert_default().extend(added);
        }
        let options = CallOptions::new();
        Ok(ToolRun { client, tools, context, options, timeout: None, machine, turns: Vec::new() })
    }

    /// Uses these options for every request of the loop.
    #[must_use]
    pub fn with(mut self, options: CallOptions) -> ToolRun<C> {
        self.options = options;
        self
    }

    /// Sets the limits of the loop.
    ///
    /// # Errors
    /// As for [`ToolLoop::with_options`].
    pub fn limits(mut self, options: super::ToolLoopOptions) -> Result<ToolRun<C>> {
        self.machine = self.machine.with_options(options)?;
        Ok(self)
    }

    /// The most time that one call of a tool may take; none by default. One that takes longer is aborted at its next
    /// `await` and answered with a failure.
    #[must_use]
    pub fn tool_timeout(mut self, timeout: Duration) -> ToolRun<C> {
        self.timeout = Some(timeout);
        self
    }

    /// The next answer of the model. Calls of the answer before are run first, all at the same time unless the limits say
    /// otherwise. `None` at the end, which [`ToolLoop::end`] explains.
    ///
    /// Between two calls the loop can be looked at and changed: [`machine_mut`](Self::machine_mut).
    ///
    /// # Errors
    /// Those of a call. The history is as it was before the failed request, and this can be called again. A function
    /// that fails is no error here: the model is told.
    pub async fn next(&mut self) -> Result<Option<&Response<Message>>> {
        self.run_calls().await;
        let Some(body) = self.machine.request()? else { return Ok(None) };
        let reply = self.client.messages().create(body).with(self.options.clone()).await?;
        let tools = &self.tools;
        let knows = |call: &ToolUseBlock| tools.handler(&call.name, call.toolset_name.as_deref()).is_some();
        self.machine.received_knowing(&reply, knows)?;
        self.turns.push(reply);
        Ok(self.turns.last())
    }

    /// Runs the loop to its end and gives the last answer. After an error the answers so far are in
    /// [`turns`](Self::turns), and another call goes on.
    ///
    /// # Errors
    /// As for [`next`](Self::next).
    pub async fn until_done(&mut self) -> Result<&Response<Message>> {
        while self.next().await?.is_some() {}
        // A loop ends after an answer, or before the first request if it was cancelled.
        self.turns.last().ok_or_else(|| Error::config("the loop was ended before its first request"))
    }

    /// Every answer so far, with attempts and waits of each.
    #[must_use]
    pub fn turns(&self) -> &[Response<Message>] {
        &self.turns
    }

    /// The loop itself: history, usage, end, and the form in which it is saved.
    #[must_use]
    pub fn machine(&self) -> &ToolLoop {
        &self.machine
    }

    /// The loop itself, to be changed between two answers: deny a call with [`ToolLoop::finish_call`], add a sentence, trim
    /// the history, change parameters, end it.
    pub fn machine_mut(&mut self) -> &mut ToolLoop {
        &mut self.machine
    }

    /// Runs the calls of the last answer until none is left. Functions are tasks of the caller's runtime, which end with
    /// this future: the set aborts them when it is dropped.
    async fn run_calls(&mut self) {
        let mut running: JoinSet<ToolOutput> = JoinSet::new();
        let mut ids: HashMap<tokio::task::Id, String> = HashMap::new();
        loop {
            while let Some(call) = self.machine.begin_call() {
                let id = call.id.clone();
                match self.tools.handler(&call.name, call.toolset.as_deref()) {
                    Some(handler) => {
                        let task = running.spawn(self.timed(handler(call, self.context.clone())));
                        ids.insert(task.id(), id);
                    }
                    None => {
                        let text = format!("Error: Tool '{}' not found", call.name);
                        self.machine.finish_call(&id, ToolOutput::failed(text));
                    }
                }
            }
            let (task, output) = match running.join_next_with_id().await {
                None => return,
                Some(Ok(done)) => done,
                Some(Err(error)) => {
                    tracing::warn!(target: "parlour::tools", %error, "a tool ended without a result");
                    (error.id(), ToolOutput::failed("The tool failed: it ended without a result."))
                }
            };
            if let Some(id) = ids.remove(&task) {
                self.machine.finish_call(&id, output);
            }
        }
    }

    /// The call within its time limit.
    fn timed(
        &self,
        call: Pin<Box<dyn Future<Output = ToolOutput> + Send>>,
    ) -> impl Future<Output = ToolOutput> + Send + 'static {
        let limit = self.timeout.map(|timeout| (timeout, self.client.clock().sleep(timeout)));
        async move {
            let Some((timeout, mut limit)) = limit else { return call.await };
            let mut call = pin!(call);
            poll_fn(move |cx| {
                if let Poll::Ready(output) = call.as_mut().poll(cx) {
                    return Poll::Ready(output);
                }
                limit.as_mut().poll(cx).map(|()| {
                    let text = format!("The tool took longer than {timeout:?} and was stopped.");
                    ToolOutput::failed(text)
                })
            })
            .await
        }
    }
}
