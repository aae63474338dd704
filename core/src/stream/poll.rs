//! One step of a stream after the other: what each of its states does when it is polled.

use std::task::{Context, Poll};

use bytes::Bytes;

use super::{MessageStream, State};
use crate::call::answer::{json_of, message_from_json};
use crate::call::attempt::{Opened, lost};
use crate::call::format::{self, Format};
use crate::call::read_body::DRAINED;
use crate::error::{Error, ErrorKind, Result, scarce};
use crate::transport::ChunkSource;
use crate::wire::accumulate::no_memory;
use crate::wire::event::Event;
use crate::wire::event_kind::EventKind;

/// So much white space is looked through for the first line of an event stream.
const BLANK: usize = 4 << 10;

/// What a step came to.
enum Step {
    /// Something for the caller.
    Give(Result<Event>),
    /// Nothing yet; there is another step to take.
    Again,
    /// Nothing until something happens.
    Wait,
}

impl MessageStream {
    /// As [`MessageStream::next`], for those who poll.
    pub fn poll_event(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Event>>> {
        loop {
            let step = match &self.state {
                State::Reading(_) => self.read(cx),
                State::Ending => self.end(),
                State::Collecting { .. } => self.collect(cx),
                State::Replaying(_) => self.replay(),
                State::Reopening(_) => self.reopen(cx),
                State::Draining(..) => self.drain(cx),
                State::Done => return Poll::Ready(None),
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
            Some(Format::Events) => State::Reading(opened.body),
            _ => State::Collecting { body: opened.body, bytes: Vec::new(), is_json: false },
        };
    }

    #[inline]
    fn read(&mut self, cx: &mut Context<'_>) -> Step {
        match self.reader.next() {
            Ok(Some(event)) => return self.hand_out(event),
            Ok(None) => {}
            Err(error) => return self.fail(error),
        }
        let State::Reading(body) = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            Poll::Ready(Some(Ok(chunk))) => self.push(chunk),
            Poll::Ready(Some(Err(failure))) => self.fail(lost(failure, "while the stream was read")),
            Poll::Ready(None) => {
                self.state = State::Ending;
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

    /// There is nothing to read: the timeouts are looked at.
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
        let State::Collecting { body, bytes, is_json } = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            Poll::Ready(Some(Ok(chunk))) => {
                self.timeouts.byte();
                self.timeouts.progress();
                if let Err(error) = scarce::append(bytes, &chunk) {
                    *bytes = Vec::new();
                    // It was billed, and would be as large the next time.
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
                let cap = self.call.as_ref().map_or(usize::MAX, |c| c.shared.settings.max_response_bytes);
                if bytes.len() > cap {
                    let text = format!("the answer is larger than {cap} bytes (max_response_bytes)");
                    let error = Error::new(ErrorKind::Decode, text);
                    return self.fail(error.with_subkind(Some("max_response_bytes")));
                }
                Step::Again
            }
            Poll::Ready(Some(Err(failure))) => self.fail(lost(failure, "while the answer was read")),
            Poll::Ready(None) => self.collected(),
            Poll::Pending => self.watch(cx),
        }
    }

    /// What was collected are events after all.
    fn turn_out_events(&mut self) -> Step {
        match std::mem::replace(&mut self.state, State::Done) {
            State::Collecting { body, bytes, .. } => {
                self.state = State::Reading(body);
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
        let State::Collecting { bytes, .. } = &mut self.state else { return Step::Again };
        let json = Bytes::from(std::mem::take(bytes));
        if format::sniffed(&json).is_none() && !format::is_json(&self.head.headers) {
            // Nothing came, or the beginning of the first line of a stream.
            self.state = State::Ending;
            return Step::Again;
        }
        match replayed(&json) {
            Ok(events) => {
                self.state = State::Replaying(events);
                Step::Again
            }
            Err(error) => {
                let cap = self.call.as_ref().map_or(0, |c| c.shared.settings.max_error_body_bytes);
                self.fail(error.with_body(json.slice(..json.len().min(cap))))
            }
        }
    }

    fn replay(&mut self) -> Step {
        let State::Replaying(events) = &mut self.state else { return Step::Again };
        let Some(event) = events.pop() else { return self.complete() };
        match self.reader.accept(event) {
            Ok(event) => self.hand_out(event),
            Err(error) => self.fail(error),
        }
    }

    fn reopen(&mut self, cx: &mut Context<'_>) -> Step {
        let State::Reopening(reopening) = &mut self.state else { return Step::Again };
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
        let State::Draining(body, left) = &mut self.state else { return Step::Again };
        match body.poll_chunk(cx) {
            // What follows the end of the message does not count (protocol §4.5 step 9), whenever it comes.
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

    /// Hands an event to the caller, or keeps it from one who wants the whole.
    #[inline]
    fn hand_out(&mut self, event: Event) -> Step {
        if event.kind() != EventKind::Ping {
            self.timeouts.progress();
            if !self.begun {
                self.first_event();
            }
            if event.kind() == EventKind::MessageStop {
                // Before the event is given: its receiver may drop the stream, and the rest of the body may be long in coming.
                self.succeed();
                self.state = match std::mem::replace(&mut self.state, State::Done) {
                    State::Reading(body) => State::Draining(body, DRAINED),
                    other => other,
                };
                self.timeouts.start_grace();
            }
        }
        if self.is_assembled() { Step::Again } else { Step::Give(Ok(event)) }
    }

    #[cold]
    fn first_event(&mut self) {
        self.begun = true;
        self.timeouts.first_event();
        if let (Some(call), false) = (&mut self.call, self.reader.may_be_repeated()) {
            call.forget_request();
        }
    }

    /// Ends the stream with an error, or begins another attempt if that is allowed.
    #[cold]
    fn fail(&mut self, error: Error) -> Step {
        let error = self.reader.judged(error.with_answer(self.head.status, &self.head.headers));
        let repeat = self.reader.may_be_repeated();
        let Some(mut call) = self.call.take() else { return self.give_up(error) };
        if !repeat {
            let error = call.finished(error);
            self.call = Some(call);
            return self.give_up(error);
        }
        self.reader = self.reader.anew();
        self.begun = false;
        self.state = State::Reopening(Box::pin(async move {
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
        self.state = State::Done;
        Step::Give(Err(error))
    }

    fn complete(&mut self) -> Step {
        self.state = State::Done;
        self.succeed();
        Step::Again
    }

    /// Tells a message that is whole to the retry budget, the trace and the hook for stop reasons, once.
    #[cold]
    fn succeed(&mut self) {
        if !self.succeeded
            && let Some(call) = &self.call
            && self.reader.message().is_finished()
        {
            self.succeeded = true;
            call.succeeded();
            if let Some(message) = self.reader.message().message() {
                call.trace_response_body(|| json_of(message));
                call.shared.settings.stops.arrived(&call.request.span, message, self.head.request_id());
            }
        }
    }
}

/// The events that a whole message stands for, the last one first (protocol §11 row 16).
fn replayed(json: &Bytes) -> Result<Vec<Event>> {
    let message = message_from_json(json)?;
    let mut events = crate::wire::replay::events(&message);
    events.reverse();
    Ok(events)
}
