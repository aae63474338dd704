//! The loop with a client and Rust functions: sends the requests, runs the calls concurrently, keeps every answer.

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::calls::ToolCall;
use super::failure::ToolFailure;
use super::machine::ToolLoop;
use super::output::ToolOutput;
use super::tasks::Tasks;
use super::toolbox::Toolbox;
use crate::call::response::Response;
use crate::client::Client;
use crate::client::messages::Messages;
use crate::client::options::CallOptions;
use crate::clock::Sleep;
use crate::error::{Error, Result};
use crate::model::{Content, Message, MessageRequest, ToolUseBlock};

impl Messages<'_> {
    /// Sends the request, runs the tools that the model calls, and repeats until the model stops (protocol §9.1). Every
    /// function gets a copy of `context`. The definitions of `tools` are added to the request.
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
        ToolRun::new(self.client.clone(), ToolLoop::new(request)?, tools, context)
    }

    /// Continues a loop that was made or saved elsewhere.
    ///
    /// # Errors
    /// As for [`run_tools`](Self::run_tools).
    pub fn resume_tools<C: Clone + Send + 'static>(
        &self,
        machine: ToolLoop,
        tools: Toolbox<C>,
        context: C,
    ) -> Result<ToolRun<C>> {
        ToolRun::new(self.client.clone(), machine, tools, context)
    }
}

/// The decision of a hook about a call before it runs: see [`ToolRun::approve`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Approval {
    /// It may run.
    Run,
    /// It must not run; the model gets this reason.
    Deny(Content),
}

impl Approval {
    /// A refusal with its reason, in words for the model.
    #[must_use]
    pub fn deny(reason: impl Into<Content>) -> Approval {
        Approval::Deny(reason.into())
    }

    /// A refusal without a reason: the model gets [`ToolFailure::Denied`].
    #[must_use]
    pub fn denied() -> Approval {
        Approval::deny(ToolFailure::Denied.to_string())
    }
}

type Approve = Arc<dyn Fn(ToolCall) -> Pin<Box<dyn Future<Output = Approval> + Send>> + Send + Sync>;

/// A running tool loop. Returned by [`Messages::run_tools`](crate::Messages::run_tools).
///
/// Dropping one of its futures stops the pending work: the request is cancelled, running functions are aborted at their
/// next `await`. Received answers are kept, and the next call of [`next`](Self::next) continues from there.
pub struct ToolRun<C = ()> {
    pub(super) client: Client,
    pub(super) tools: Toolbox<C>,
    context: C,
    pub(super) options: CallOptions,
    timeout: Option<Duration>,
    approve: Option<Approve>,
    pub(super) early: bool,
    /// Functions that began while their message arrived.
    begun: Tasks,
    pub(super) machine: ToolLoop,
    turns: Vec<Response<Message>>,
}

impl<C: fmt::Debug> fmt::Debug for ToolRun<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolRun")
            .field("tools", &self.tools)
            .field("context", &self.context)
            .field("machine", &self.machine)
            .field("turns", &self.turns)
            .finish_non_exhaustive()
    }
}

impl<C: Clone + Send + 'static> ToolRun<C> {
    pub(crate) fn new(
        client: Client,
        mut machine: ToolLoop,
        tools: Toolbox<C>,
        context: C,
    ) -> Result<ToolRun<C>> {
        for definition in tools.definitions() {
            machine.offer_tool(definition.clone())?;
        }
        Ok(ToolRun {
            client,
            tools,
            context,
            options: CallOptions::new(),
            timeout: None,
            approve: None,
            early: false,
            begun: Tasks::default(),
            machine,
            turns: Vec::new(),
        })
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

    /// Calls this function before each call that may run. It may wait, for a person for example, while other calls of
    /// the turn run. Its time does not count towards [`tool_timeout`](Self::tool_timeout).
    ///
    /// ```
    /// # fn run(run: parlour::ToolRun) -> parlour::ToolRun {
    /// use parlour::{Approval, ToolCall};
    ///
    /// let run = run.approve(|call: ToolCall| async move {
    ///     if call.name == "delete" { Approval::deny("The user said no.") } else { Approval::Run }
    /// });
    /// # run }
    /// ```
    #[must_use]
    pub fn approve<F, Fut>(mut self, ask: F) -> ToolRun<C>
    where
        F: Fn(ToolCall) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Approval> + Send + 'static,
    {
        self.approve = Some(Arc::new(move |call| Box::pin(ask(call))));
        self
    }

    /// Lets functions begin while the message still streams, each as soon as its call is whole and valid; every request
    /// of the loop is streamed then. If the message ends otherwise than with `tool_use`, or fails, the begun functions
    /// are aborted at their next `await` and their results are never sent. Use it only for functions that may run in
    /// vain. Members of toolsets always wait.
    #[must_use]
    pub fn early(mut self) -> ToolRun<C> {
        self.early = true;
        self
    }

    /// The next answer of the model. Calls of the previous answer are run first, concurrently up to the limit. `None`
    /// at the end, which [`ToolLoop::end`] explains.
    ///
    /// Between two calls the loop can be read and changed: [`machine_mut`](Self::machine_mut).
    ///
    /// # Errors
    /// Those of a call. The history is as it was before the failed request, and this can be called again. A failing
    /// function is no error here: its failure is reported to the model.
    pub async fn next(&mut self) -> Result<Option<&Response<Message>>> {
        if self.early {
            return match self.stream().await? {
                Some(turn) => turn.finish().await.map(Some),
                None => Ok(None),
            };
        }
        self.run_calls().await;
        let Some(body) = self.machine.request()? else { return Ok(None) };
        let reply = self.client.messages().create(body).with(self.options.clone()).await?;
        self.take(reply, Tasks::default()).map(Some)
    }

    /// Takes an answer, with the functions that began while it arrived.
    pub(super) fn take(&mut self, reply: Response<Message>, mut begun: Tasks) -> Result<&Response<Message>> {
        let tools = &self.tools;
        self.machine.received_knowing(&reply, |call| knows(tools, call))?;
        begun.keep(|id| self.machine.is_running(id));
        self.begun = begun;
        self.turns.push(reply);
        self.turns.last().ok_or_else(|| Error::config("an answer was lost"))
    }

    /// Runs the loop to its end and returns the last answer. After an error the answers so far are in
    /// [`turns`](Self::turns), and another call continues.
    ///
    /// # Errors
    /// As for [`next`](Self::next).
    pub async fn until_done(&mut self) -> Result<&Response<Message>> {
        while self.next().await?.is_some() {}
        // A loop ends after an answer, or before the first request if it was cancelled.
        self.turns.last().ok_or_else(|| Error::config("the loop was ended before its first request"))
    }

    /// Every answer so far, with attempts and waits of each; they are kept after an error.
    #[must_use]
    pub fn turns(&self) -> &[Response<Message>] {
        &self.turns
    }

    /// The loop itself: history, usage, end, and its saved form.
    #[must_use]
    pub fn machine(&self) -> &ToolLoop {
        &self.machine
    }

    /// The loop itself, to be changed between two answers: deny a call with [`ToolLoop::finish_call`], add a sentence,
    /// trim the history, change parameters, end it.
    pub fn machine_mut(&mut self) -> &mut ToolLoop {
        &mut self.machine
    }

    /// Adds these tools to the requests that follow, with their functions, between two answers; see
    /// [`ToolLoop::add_tool`]. A function replaces one of the same name.
    ///
    /// # Errors
    /// None in practice: a toolbox checks its definitions when they are added to it.
    pub fn add_tools(&mut self, tools: Toolbox<C>) -> Result<()> {
        for definition in tools.definitions() {
            self.machine.add_tool(definition.clone())?;
        }
        self.tools.extend(tools);
        Ok(())
    }

    /// Takes a tool and its function out of the requests that follow, between two answers; see
    /// [`ToolLoop::remove_tool`]. A call of it that comes later is answered as one of an unknown tool.
    pub fn remove_tool(&mut self, name: &str) -> bool {
        self.tools.remove(name);
        self.machine.remove_tool(name)
    }

    /// Runs the calls of the last answer until none is left. Functions are tasks of the caller's runtime, which end
    /// with this future.
    pub(super) async fn run_calls(&mut self) {
        let mut tasks = std::mem::take(&mut self.begun);
        loop {
            let tools = &self.tools;
            let knows = |call: &ToolCall| tools.handler(&call.name, call.toolset.as_deref()).is_some();
            let begun = self.machine.begin_call_knowing(knows);
            if let Some(call) = begun {
                let id = call.id.clone();
                if let Some(running) = self.running(call) {
                    tasks.begin(id, running);
                }
                continue;
            }
            let Some((id, output)) = tasks.next().await else { return };
            self.machine.finish_call(&id, output);
        }
    }

    /// The function of a call, once it is approved, within its time limit; `None` without one.
    pub(super) fn running(
        &self,
        call: ToolCall,
    ) -> Option<impl Future<Output = ToolOutput> + Send + 'static> {
        let handler = Arc::clone(self.tools.handler(&call.name, call.toolset.as_deref())?);
        let context = self.context.clone();
        let approve = self.approve.clone();
        // The clock's timer begins when it is polled first, which is after the approval.
        let limit = self.timeout.map(|timeout| (timeout, self.client.clock().sleep(timeout)));
        Some(async move {
            if let Some(approve) = approve
                && let Approval::Deny(reason) = approve(call.clone()).await
            {
                return ToolOutput::Failed(reason);
            }
            timed(handler(call, context), limit).await
        })
    }
}

pub(super) fn knows<C: Send + 'static>(tools: &Toolbox<C>, call: &ToolUseBlock) -> bool {
    tools.handler(&call.name, call.toolset_name.as_deref()).is_some()
}

/// The call within its time limit.
async fn timed(
    call: Pin<Box<dyn Future<Output = ToolOutput> + Send>>,
    limit: Option<(Duration, Sleep)>,
) -> ToolOutput {
    let Some((timeout, mut limit)) = limit else { return call.await };
    let mut call = pin!(call);
    poll_fn(move |cx| {
        if let Poll::Ready(output) = call.as_mut().poll(cx) {
            return Poll::Ready(output);
        }
        limit.as_mut().poll(cx).map(|()| ToolFailure::TimedOut(timeout).into())
    })
    .await
}
