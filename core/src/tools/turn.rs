//! One answer of a tool loop as a stream. Functions may begin while it arrives.

use std::fmt;

use super::run::{ToolRun, knows};
use super::tasks::Tasks;
use crate::call::response::{Head, Response};
use crate::error::Result;
use crate::model::{ContentBlock, Message};
use crate::stream::MessageStream;
use crate::wire::event::Event;
use crate::wire::event_kind::EventKind;

/// One answer of a [`ToolRun`] while it arrives. Got from [`ToolRun::stream`].
///
/// Dropped before [`finish`](Self::finish), the answer is given up: its connection is closed, functions that began
/// early are aborted at their next `await`, and the same request is due again.
pub struct TurnStream<'r, C = ()> {
    run: &'r mut ToolRun<C>,
    stream: MessageStream,
    begun: Tasks,
}

impl<C: Clone + Send + 'static> ToolRun<C> {
    /// As [`next`](Self::next), with the answer as a stream: take its events, then [`finish`](TurnStream::finish) it.
    ///
    /// ```
    /// # async fn show(run: &mut parlour::ToolRun) -> parlour::Result<()> {
    /// while let Some(mut turn) = run.stream().await? {
    ///     while let Some(event) = turn.next().await {
    ///         print!("{}", event?.text().unwrap_or_default());
    ///     }
    ///     turn.finish().await?;
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// As for [`next`](Self::next).
    pub async fn stream(&mut self) -> Result<Option<TurnStream<'_, C>>> {
        self.run_calls().await;
        let Some(body) = self.machine.request()? else { return Ok(None) };
        let stream = self.client.messages().stream(body).with(self.options.clone()).await?;
        Ok(Some(TurnStream { run: self, stream, begun: Tasks::default() }))
    }
}

impl<'r, C: Clone + Send + 'static> TurnStream<'r, C> {
    /// The next event; `None` after the last. Cancel-safe.
    ///
    /// # Errors
    /// As [`MessageStream::next`]. Functions that began early are aborted.
    pub async fn next(&mut self) -> Option<Result<Event>> {
        let event = self.stream.next().await?;
        match &event {
            Ok(event) if self.run.early && event.kind() == EventKind::ContentBlockStop => {
                self.begin_early(event);
            }
            Ok(_) => {}
            Err(_) => self.begun = Tasks::default(),
        }
        Some(event)
    }

    /// Begins the call that is whole now, if it is one.
    fn begin_early(&mut self, stop: &Event) {
        while let Some((id, output)) = self.begun.ended() {
            self.run.machine.finish_call(&id, output);
        }
        let block = stop.index().and_then(|index| self.stream.block(index));
        let Some(ContentBlock::ToolUse(block)) = block else { return };
        let tools = &self.run.tools;
        let Some(call) = self.run.machine.begin_early(block, |call| knows(tools, call)) else { return };
        let id = call.id.clone();
        if let Some(running) = self.run.running(call) {
            self.begun.begin(id, running);
        }
    }

    /// The message so far.
    #[must_use]
    pub fn snapshot(&self) -> Option<Message> {
        self.stream.snapshot()
    }

    /// The head of the answer.
    #[must_use]
    pub fn head(&self) -> &Head {
        self.stream.head()
    }

    /// Reads the rest of the answer and passes it to the loop; its calls run with the next request.
    ///
    /// # Errors
    /// As [`MessageStream::final_message`]. The history is as it was before the request.
    pub async fn finish(mut self) -> Result<&'r Response<Message>> {
        while let Some(event) = self.next().await {
            event?;
        }
        let reply = self.stream.final_message().await?;
        self.run.take(reply, self.begun)
    }
}

impl<C> fmt::Debug for TurnStream<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TurnStream").field("head", self.stream.head()).finish_non_exhaustive()
    }
}
