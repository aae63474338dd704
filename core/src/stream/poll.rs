//! The state machine of a stream: the work of each state when it is polled.

use std::task::{Context, Poll};

use bytes::Bytes;

use super::{MessageStream, StreamState};
use crate::call::answer::{json_of, message_from_json};
use crate::call::attempt::Opened;
use crate::call::attempt::failures::lost;
use crate::call::format::{self, Format};
use crate::call::read_body::DRAINED;
use crate::error::{Error, Result};
use crate::memory;
use crate::setting::Setting;
use crate::transport::ChunkSource;
use crate::wire::accumulate::no_memory;
use crate::wire::event::Event;
use crate::wire::event_kind::EventKind;

/// White space that is skipped before the first line of an event stream, at most.
const BLANK: usize = 4 << 10;

/// The result of a step.
enum Step {
    /// A result for the caller.
    Give(Result<Event>),
    /// No result yet: take another step.
    Again,
    /// Wait for a wake-up.
    Wait,
}

impl MessageStream {
    /// As [`MessageStream::next`], for callers that poll.
    pub fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Event>>> {
        loop {
            let step = match &self.state {
                StreamState::Reading(_) => self.read(cx),
                StreamState::Ending => self.end(),
                StreamState::Collecting { .. } => self.collect(cx),
                StreamState::Replaying(_) => self.replay(),
                StreamState::Reopening(_) => self.reopen(cx),
                StreamState::Draining(..) => self.drain(cx),
                StreamState::Done => return Poll::Ready(None),
            };
            match step {
                Step::Give(item) => return Poll::Ready(Some(item)),
                Step::Again => {}
                Step::Wait => return Poll::Pending,
            }
        }
    }

    /// Starts reading an answer.
    pub(super) fn begin(&mut self, opened: Opened) {
        self.head = opened.head;
        if let Some(call) = &self.call {
            let request = &call.request;
            self.timeouts.begin(call.sent_at(), request.first_event, request.long_answer);
        }
        self.state = match format::declared(&self.head.headers) {
            Some(Format::Events) => StreamState::Reading(opened.body),
            _ => StreamState::Collecting { body: opened.body, bytes: Vec::new(), is_json: false },
        };
    }

    #[inline]
    fn read(&mut self, cx: &mut Context<'_>) -> Step {
        match self.reader.next() {
            Ok(Some(event)) => return self.hand_out(event),
            Ok(None) => {}
            Err(error) => return self.fail(error),
        }
        let StreamState::Reading(body) = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            Poll::Ready(Some(Ok(chunk))) => self.push(chunk),
            Poll::Ready(Some(Err(failure))) => self.fail(lost(failure, "while the stream was read")),
            Poll::Ready(None) => {
                self.state = StreamState::Ending;
                Step::Again
            }
            Poll::Pending => self.watch(cx),
        }
    }

    fn push(&mut self, chunk: Bytes) -> Step {
        self.timeouts.byte();
        match self.reader.push(chunk) {
            Ok(()) => Step::Again,
            Err(error) => self.fail(error),
        }
    }

    /// No data is available: checks the timeouts.
    fn watch(&mut self, cx: &mut Context<'_>) -> Step {
        match self.timeouts.poll(cx, || self.call.as_ref().and_then(|call| call.remaining())) {
            Poll::Ready(error) => self.fail(error),
            Poll::Pending => Step::Wait,
        }
    }

    fn end(&mut self) -> Step {
        match self.reader.end() {
            Ok(Some(event)) => self.hand_out(event),
            Ok(None) => self.complete(),
            Err(error) => self.fail(error),
        }
    }

    fn collect(&mut self, cx: &mut Context<'_>) -> Step {
        let StreamState::Collecting { body, bytes, is_json } = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            Poll::Ready(Some(Ok(chunk))) => {
                self.timeouts.byte();
                self.timeouts.progress();
                if let Err(error) = memory::append(bytes, &chunk) {
                    *bytes = Vec::new();
                    // It was billed, and a retry would be as large.
                    return self.fail(no_memory(error).with_retryable(false));
                }
                if !*is_json {
                    match format::sniffed(bytes) {
                        Some(Format::Events) => return self.turn_out_events(),
                        None if bytes.len() <= BLANK => {}
                        _ => {
                            *is_json = true;
                            self.timeouts.first_event();
                        }
                    }
                }
                let cap =
                    self.call.as_ref().map_or(usize::MAX, |c| c.shared.settings.sizes.max_response_bytes);
                if bytes.len() > cap {
                    let what = format_args!("the answer is larger than {cap} bytes");
                    return self.fail(Error::too_large(what, Setting::MAX_RESPONSE_BYTES));
                }
                Step::Again
            }
            Poll::Ready(Some(Err(failure))) => self.fail(lost(failure, "while the answer was read")),
            Poll::Ready(None) => self.collected(),
            Poll::Pending => self.watch(cx),
        }
    }

    /// The collected body is an event stream after all.
    fn turn_out_events(&mut self) -> Step {
        match std::mem::replace(&mut self.state, StreamState::Done) {
            StreamState::Collecting { body, bytes, .. } => {
                self.state = StreamState::Reading(body);
                self.push(bytes.into())
            }
            other => {
                self.state = other;
                Step::Again
            }
        }
    }

    /// The body has ended, and is no event stream.
    fn collected(&mut self) -> Step {
        let StreamState::Collecting { bytes, .. } = &mut self.state else { return Step::Again };
        let json = Bytes::from(std::mem::take(bytes));
        if format::sniffed(&json).is_none() && !format::is_json(&self.head.headers) {
            // Empty, or the beginning of a stream's first line.
            self.state = StreamState::Ending;
            return Step::Again;
        }
        match replayed(&json) {
            Ok(events) => {
                self.state = StreamState::Replaying(events);
                Step::Again
            }
            Err(error) => {
                let cap = self.call.as_ref().map_or(0, |c| c.shared.settings.sizes.max_error_body_bytes);
                self.fail(error.with_body(json.slice(..json.len().min(cap))))
            }
        }
    }

    fn replay(&mut self) -> Step {
        let StreamState::Replaying(events) = &mut self.state else { return Step::Again };
        let Some(event) = events.pop() else { return self.complete() };
        match self.reader.accept(event) {
            Ok(event) => self.hand_out(event),
            Err(error) => self.fail(error),
        }
    }

    fn reopen(&mut self, cx: &mut Context<'_>) -> Step {
        let StreamState::Reopening(reopening) = &mut self.state else { return Step::Again };
        let Poll::Ready((call, result)) = reopening.as_mut().poll(cx) else { return Step::Wait };
        self.attempts = call.log.clone();
        self.call = Some(call);
        match result {
            Ok(opened) => {
                self.begin(opened);
                Step::Again
            }
            Err(error) => self.give_up(error),
        }
    }

    fn drain(&mut self, cx: &mut Context<'_>) -> Step {
        let StreamState::Draining(body, left) = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            // Bytes after the end of the message do not count (protocol §4.5 step 9), whenever they arrive.
            Poll::Ready(Some(Ok(chunk))) => match left.checked_sub(chunk.len()) {
                Some(rest) => {
                    *left = rest;
                    Step::Again
                }
                None => self.complete(),
            },
            Poll::Ready(Some(Err(_)) | None) => self.complete(),
            Poll::Pending => match self.timeouts.poll_grace(cx) {
                Poll::Ready(()) => self.complete(),
                Poll::Pending => Step::Wait,
            },
        }
    }

    /// Hands an event to the caller, unless the caller wants only the whole message.
    #[inline]
    fn hand_out(&mut self, event: Event) -> Step {
        if event.kind() != EventKind::Ping {
            self.timeouts.progress();
            if !self.begun {
                self.first_event();
            }
            if self.times_chunks {
                self.time_chunk(&event);
            }
            match event.kind() {
                EventKind::MessageStart | EventKind::MessageDelta => self.count_tokens(&event),
                _ => {}
            }
            if event.kind() == EventKind::MessageStop {
                // Before the event is given: its receiver may drop the stream, and the rest of the body may take long
                // to arrive.
                self.succeed();
                self.state = match std::mem::replace(&mut self.state, StreamState::Done) {
                    StreamState::Reading(body) => StreamState::Draining(body, DRAINED),
                    other => other,
                };
                self.timeouts.start_grace();
            }
        }
        if self.is_assembled() { Step::Again } else { Step::Give(Ok(event)) }
    }

    /// Keeps the token counts for the limiter, the ledger and the hooks, if one wants them.
    #[cold]
    fn count_tokens(&mut self, event: &Event) {
        if !self.call.as_ref().is_some_and(|call| call.wants_usage()) {
            return;
        }
        if let Some(message) = event.message() {
            if let Some(call) = &mut self.call {
                call.answered_with(&message);
            }
            self.usage = Some(Box::new(message.usage));
        } else if let (Some(usage), Some(delta)) = (&mut self.usage, event.usage()) {
            usage.merge(&delta);
        }
        if let (Some(call), Some(reason)) = (&mut self.call, event.stop_reason()) {
            call.stopped_for(reason.as_str());
        }
        if let (Some(call), Some(usage)) = (&mut self.call, &self.usage) {
            call.counted(usage);
        }
    }

    #[cold]
    fn first_event(&mut self) {
        self.begun = true;
        self.timeouts.first_event();
        if let Some(call) = &mut self.call {
            call.answer_begun();
            call.route_answered();
            if let Some(record) = &mut call.record {
                record.first_event();
                self.times_chunks = record.times_chunks();
            }
        }
        if let (Some(call), false) = (&mut self.call, self.reader.may_be_repeated()) {
            call.forget_request();
        }
    }

    #[cold]
    fn time_chunk(&mut self, event: &Event) {
        if let Some(record) = self.call.as_mut().and_then(|call| call.record.as_mut()) {
            record.event(event.kind() == EventKind::ContentBlockDelta);
        }
    }

    /// Ends the stream with an error, or starts another attempt if that is allowed.
    #[cold]
    fn fail(&mut self, error: Error) -> Step {
        let error = self.reader.judged(error.with_answer(self.head.status, self.head.headers()));
        let repeat = self.reader.may_be_repeated();
        let Some(mut call) = self.call.take() else { return self.give_up(error) };
        self.usage = None;
        if !repeat {
            call.attempt_failed(&error);
            let error = call.finished(error);
            self.call = Some(call);
            return self.give_up(error);
        }
        self.reader = self.reader.anew();
        self.begun = false;
        self.state = StreamState::Reopening(Box::pin(async move {
            let result = match call.after(error).await {
                Ok(()) => call.open().await,
                Err(error) => Err(error),
            };
            (call, result)
        }));
        Step::Again
    }

    #[cold]
    fn give_up(&mut self, error: Error) -> Step {
        self.failed = true;
        self.state = StreamState::Done;
        Step::Give(Err(error))
    }

    fn complete(&mut self) -> Step {
        self.state = StreamState::Done;
        self.succeed();
        Step::Again
    }

    /// Reports a complete message to the retry budget, the trace and the hook for stop reasons, once.
    #[cold]
    fn succeed(&mut self) {
        if !self.succeeded
            && let Some(call) = &mut self.call
            && self.reader.message().is_finished()
        {
            self.succeeded = true;
            if let Some(usage) = self.usage.take() {
                call.used(&usage);
            }
            call.succeeded();
            if let Some(message) = self.reader.message().message() {
                call.trace_response_body(|| json_of(message));
                call.shared.settings.stops.arrived(&call.request.span, message, self.head.request_id());
            }
        }
    }
}

/// The events that are equivalent to a whole message, the last one first (protocol §11 row 16).
fn replayed(json: &Bytes) -> Result<Vec<Event>> {
    let message = message_from_json(json)?;
    let mut events = crate::wire::replay::events(&message);
    events.reverse();
    Ok(events)
}
