//! Tool loops that run: the requests are blocking calls, or streams that are read here, the tools are functions of the
//! host on threads of their own.

use std::collections::HashMap;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlour_bridge::tools::{Call, ToolFailure, ToolLoop};
use parlour_bridge::wire::{Body, EventKind};
use parlour_bridge::{CallRequest, ErrorInfo, Inbox, Item, Keeps, Mode, Op, Outcome, Port, Take, Wait};

use crate::abi::{PARLOUR_END, PARLOUR_FORKED, PARLOUR_INTERRUPTED, PARLOUR_NOT_FOUND, parlour_result};
use crate::boundary::{coded, fallible, transfer};
use crate::catch::{infallible, value_or};
use crate::client::parlour_client;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::head::parlour_head;
use crate::interrupt::parlour_interrupt;
use crate::logs;
use crate::message::parlour_message;
use crate::options::parlour_options;
use crate::request::parlour_request;
use crate::text::parlour_str;
use crate::tool_loop::parlour_tool_loop;
use crate::tool_set::{Ended, Output, parlour_tools};

/// A tool loop under way: it sends the requests and calls the functions of the tools. One thread at a time; a forked
/// child cannot use its parent's.
pub struct parlour_tool_run {
    client: parlour_client,
    options: Option<parlour_options>,
    tools: parlour_tools,
    tool_loop: parlour_tool_loop,
    turns: Vec<parlour_message>,
    ended: Arc<Ended>,
    /// Calls whose functions run, by their number.
    running: HashMap<u64, Running>,
    /// The number of calls started: it identifies late results of abandoned calls.
    started: u64,
    generation: u32,
}

/// A call whose function runs.
struct Running {
    id: String,
    cancelled: Arc<AtomicBool>,
    ends: Option<Instant>,
}

impl parlour_tool_run {
    fn of(
        client: &parlour_client,
        machine: ToolLoop,
        tools: &parlour_tools,
        options: Option<&parlour_options>,
    ) -> Result<parlour_tool_run, Fault> {
        let mut machine = machine;
        for definition in tools.definitions() {
            machine.offer_tool(definition.as_bytes())?;
        }
        Ok(parlour_tool_run {
            client: client.having(options)?,
            options: options.cloned(),
            tools: tools.clone(),
            tool_loop: parlour_tool_loop::of(machine),
            turns: Vec::new(),
            ended: Arc::new(Ended::new()?),
            running: HashMap::new(),
            started: 0,
            generation: parlour_bridge::generation(),
        })
    }

    fn stop_of(&self) -> Option<&parlour_interrupt> {
        self.options.as_ref().and_then(parlour_options::interrupt)
    }

    /// The next answer; `None` at the end.
    fn answer_next(&mut self) -> Result<Option<parlour_message>, Fault> {
        if self.generation != parlour_bridge::generation() {
            return Err(Fault::Code(PARLOUR_FORKED));
        }
        self.run_calls()?;
        let Some(body) = self.tool_loop.machine_mut().request()? else { return Ok(None) };
        let message = match self.tools.begins_early() {
            true => self.answer_streamed(body)?,
            false => self.answer_whole(body)?,
        };
        self.turns.push(message.another());
        Ok(Some(message))
    }

    fn answer_whole(&mut self, body: Body) -> Result<parlour_message, Fault> {
        let call = CallRequest::message_body(Mode::Create, body);
        let message = parlour_message::of_answer(self.client.blocking(call, self.stop_of())?);
        let tools = &self.tools;
        let knows = |name: &str, toolset: Option<&str>| tools.entry_of(name, toolset).is_some();
        let shared = message.shared();
        self.tool_loop.machine_mut().received(shared.json(), shared.unfinished(), knows)?;
        Ok(message)
    }

    /// Reads an answer as a stream, and begins its calls while it arrives.
    fn answer_streamed(&mut self, body: Body) -> Result<parlour_message, Fault> {
        self.check_stop()?;
        // One descriptor for the events and for the calls that end meanwhile: this thread waits for both.
        let ended = Arc::clone(&self.ended);
        let port = Port::new(move || ended.wake());
        let op = self.client.bridge().submit(&port, CallRequest::message_body(Mode::Stream, body))?;
        let mut inbox = Inbox::new(Keeps::HandedOut);
        let read = self.read_stream(&op, &port, &mut inbox);
        logs::deliver(&port);
        if let Some(stops) = self.client.stops() {
            stops.deliver(&port);
        }
        let received = read.and_then(|()| {
            let message = inbox.whole_message()?;
            let tools = &self.tools;
            let knows = |name: &str, toolset: Option<&str>| tools.entry_of(name, toolset).is_some();
            self.tool_loop.machine_mut().received_message(&message, knows)?;
            Ok(message)
        });
        match received {
            Ok(message) => {
                self.drop_unwanted();
                let head = inbox.head().map(|head| parlour_head::of(head.clone()));
                Ok(parlour_message::of_typed(message, head))
            }
            Err(fault) => {
                // The same request is due again, whose answer may call something else.
                self.cancel_running();
                Err(fault)
            }
        }
    }

    fn read_stream(&mut self, op: &Op, port: &Port, inbox: &mut Inbox) -> Result<(), Fault> {
        loop {
            loop {
                let take = op.take_all()?;
                if matches!(take, Take::Armed) {
                    break;
                }
                inbox.absorb(take);
                let mut whole = Vec::new();
                for item in inbox.hand_out() {
                    if let Item::Event(event) = item
                        && event.kind() == EventKind::ContentBlockStop
                    {
                        whole.extend(event.index().and_then(|index| usize::try_from(index).ok()));
                    }
                }
                for index in whole {
                    self.begin_arrived(inbox, index);
                }
                match inbox.outcome() {
                    Some(Outcome::End) => return Ok(()),
                    Some(Outcome::Failed(error)) => return Err(error.clone().into()),
                    Some(Outcome::Closed) => return Err(ErrorInfo::cancelled().into()),
                    None => {}
                }
            }
            self.await_calls()?;
            self.take_ended();
            // After clearing the descriptor: an announcement from here on raises it again.
            port.clear()?;
        }
    }

    /// Begins the call that is whole now, if it is one.
    fn begin_arrived(&mut self, inbox: &mut Inbox, index: usize) {
        // Without memory for its block, the call waits for the whole message, whose error names the exhausted resource.
        let Ok(Some(block)) = inbox.block(usize::MAX, index) else { return };
        // Calls that ended make room below the limit of concurrent calls.
        self.take_ended();
        let tools = &self.tools;
        let knows = |name: &str, toolset: Option<&str>| tools.entry_of(name, toolset).is_some();
        if let Some(call) = self.tool_loop.machine_mut().begin_early(&block, knows) {
            self.begin_tool(call);
        }
    }

    /// The last answer of the whole loop.
    fn until_done(&mut self) -> Result<parlour_message, Fault> {
        while self.answer_next()?.is_some() {}
        let last = self.turns.last().map(parlour_message::another);
        Ok(last.ok_or_else(|| ErrorInfo::config("the loop was ended before its first request"))?)
    }

    /// Runs the calls of the last answer until none is left.
    fn run_calls(&mut self) -> Result<(), Fault> {
        // Since the answer came the host may have denied calls that began early, or have ended the loop.
        self.drop_unwanted();
        loop {
            let tools = &self.tools;
            let knows = |name: &str, toolset: Option<&str>| tools.entry_of(name, toolset).is_some();
            if let Some(call) = self.tool_loop.machine_mut().begin_call_knowing(knows) {
                self.begin_tool(call);
                continue;
            }
            if self.running.is_empty() {
                return Ok(());
            }
            if let Err(fault) = self.await_calls() {
                // The history has to stay valid: every call that was begun gets a result.
                for call in std::mem::take(&mut self.running).into_values() {
                    call.cancelled.store(true, Ordering::Release);
                    self.fail_call(&call.id, ToolFailure::Cancelled);
                }
                return Err(fault);
            }
            self.take_ended();
        }
    }

    /// Takes the results that are there, and gives up what took too long.
    fn take_ended(&mut self) {
        for (number, output) in self.ended.drain_ended() {
            // The results of abandoned calls are dropped.
            if let Some(call) = self.running.remove(&number) {
                self.take_output(&call.id, output);
            }
        }
        self.expire_calls();
    }

    /// Tells calls whose results are not wanted any more to stop.
    fn drop_unwanted(&mut self) {
        let machine = self.tool_loop.machine();
        self.running.retain(|_, call| {
            let wanted = machine.is_running(&call.id);
            if !wanted {
                call.cancelled.store(true, Ordering::Release);
            }
            wanted
        });
    }

    fn cancel_running(&mut self) {
        for call in std::mem::take(&mut self.running).into_values() {
            call.cancelled.store(true, Ordering::Release);
        }
    }

    fn begin_tool(&mut self, call: Call) {
        let id = call.id.clone();
        // Only calls that have one are begun.
        let Some(entry) = self.tools.entry_of(&call.name, call.toolset.as_deref()) else { return };
        if let Some(denied) = self.tools.denial(&call) {
            self.take_output(&id, Some(denied));
            return;
        }
        let cancelled = Arc::new(AtomicBool::new(false));
        self.started += 1;
        match entry.spawn_call(call, Arc::clone(&cancelled), self.started, &self.ended) {
            Ok(()) => {
                let ends = self.tools.call_timeout().and_then(|limit| Instant::now().checked_add(limit));
                self.running.insert(self.started, Running { id, cancelled, ends });
            }
            Err(error) => self.fail_call(&id, ToolFailure::NotStarted { reason: &error.to_string() }),
        }
    }

    /// Waits until a call ended, the stream has something, or the next time limit is over.
    fn await_calls(&self) -> Result<(), Fault> {
        let stop = self.stop_of().map(parlour_interrupt::signal).transpose()?;
        let next = self.running.values().filter_map(|call| call.ends).min();
        let limit = next.map(|next| next.saturating_duration_since(Instant::now()));
        // A limit is counted in milliseconds upwards, or the thread would spin within the last one.
        let limit = limit.map(|limit| limit.saturating_add(Duration::from_millis(1)));
        // A signal's handler changes nothing here: the loop looks again.
        self.ended.readable().wait_with(stop, limit).map_err(|error| failed_wait(&error))?;
        self.check_stop()
    }

    /// Whether the interrupt of the options is raised.
    fn check_stop(&self) -> Result<(), Fault> {
        let Some(stop) = self.stop_of().map(parlour_interrupt::signal).transpose()? else { return Ok(()) };
        match stop.wait(Some(Duration::ZERO)).map_err(|error| failed_wait(&error))? {
            Wait::Raised => Err(Fault::Code(PARLOUR_INTERRUPTED)),
            Wait::TimedOut | Wait::Interrupted => Ok(()),
        }
    }

    fn expire_calls(&mut self) {
        let now = Instant::now();
        let over = |call: &Running| call.ends.is_some_and(|ends| ends <= now);
        let expired: Vec<Running> =
            self.running.extract_if(|_, call| over(call)).map(|(_, call)| call).collect();
        for call in expired {
            call.cancelled.store(true, Ordering::Release);
            let limit = self.tools.call_timeout().unwrap_or_default();
            self.fail_call(&call.id, ToolFailure::TimedOut(limit));
        }
    }

    fn take_output(&mut self, id: &str, output: Option<Output>) {
        let Some(output) = output else {
            self.fail_call(id, ToolFailure::NoResult);
            return;
        };
        let taken = self.tool_loop.machine_mut().finish_call(id, output.content.as_bytes(), output.failed);
        if let Err(error) = taken {
            // The loop goes on, as after every failure of a tool.
            self.fail_call(id, ToolFailure::NotSendable { reason: &error.message });
        }
    }

    fn fail_call(&mut self, id: &str, failure: ToolFailure<'_>) {
        // A call that the host denied meanwhile has its result.
        let _taken = self.tool_loop.machine_mut().finish_text(id, &failure.to_string(), true);
    }
}

impl Drop for parlour_tool_run {
    fn drop(&mut self) {
        // Calls that began early and were not awaited.
        self.cancel_running();
    }
}

fn failed_wait(error: &std::io::Error) -> ErrorInfo {
    ErrorInfo::system("a wait for tools failed", error)
}

/// A tool loop that begins with this request, to which the definitions of `tools` are added; `options` (NULL for none)
/// are those of every call. Nothing is sent yet. Client, request, tools and options may be freed. Free it with
/// parlour_tool_run_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_new(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    tools: Option<&parlour_tools>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_tool_run>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request) = (require(client, "client")?, require(request, "request")?);
        let (tools, out) = (require(tools, "tools")?, require(out, "out")?);
        let machine = ToolLoop::begin(request.body()?.to_bytes(), tools.run_limits())?;
        transfer(out, parlour_tool_run::of(client, machine, tools, options)?);
        Ok(())
    })
}

/// As parlour_tool_run_new(), for a copy of a loop that was made or saved elsewhere, which has its own limits. Free it
/// with parlour_tool_run_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_resume(
    client: Option<&parlour_client>,
    tool_loop: Option<&parlour_tool_loop>,
    tools: Option<&parlour_tools>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_tool_run>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, tool_loop) = (require(client, "client")?, require(tool_loop, "tool_loop")?);
        let (tools, out) = (require(tools, "tools")?, require(out, "out")?);
        transfer(out, parlour_tool_run::of(client, tool_loop.machine().clone(), tools, options)?);
        Ok(())
    })
}

/// Frees a run; NULL is allowed. Functions that were given up may still run, and keep their user pointer.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_free(run: Option<Box<parlour_tool_run>>) {
    infallible(|| drop(run));
}

/// Runs the calls of the answer before, all at the same time unless the limits say otherwise, sends their results, and
/// blocks this thread until the next answer is there. PARLOUR_END if the loop is over: parlour_tool_loop_end() says
/// why. PARLOUR_INTERRUPTED as for parlour_client_create(), also while tools run: those are answered as failed. After a
/// failure the answers so far stay, and another call goes on from there; a tool that ran is not run again. Free the
/// answer with parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_next(
    run: Option<&mut parlour_tool_run>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, out) = (require(run, "run")?, require(out, "out")?);
        transfer(out, run.answer_next()?.ok_or(Fault::Code(PARLOUR_END))?);
        Ok(())
    })
}

/// Runs the loop to its end and gives the last answer, to be freed with parlour_message_free(); otherwise as
/// parlour_tool_run_next().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_until_done(
    run: Option<&mut parlour_tool_run>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, out) = (require(run, "run")?, require(out, "out")?);
        transfer(out, run.until_done()?);
        Ok(())
    })
}

/// Adds the tools of `tools`, of which it takes what it needs, to the requests that follow, between two answers; a
/// function takes the place of one of the same name. Limits and hooks of the run stay as they are.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_add_tools(
    run: Option<&mut parlour_tool_run>,
    tools: Option<&parlour_tools>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (run, tools) = (require(run, "run")?, require(tools, "tools")?);
        for definition in tools.definitions() {
            run.tool_loop.machine_mut().add_tool(definition.as_bytes())?;
        }
        run.tools.extend_entries(tools);
        Ok(())
    })
}

/// Takes a tool and its function out of the requests that follow, between two answers: by its name, and a toolset by
/// its type. A call of it that comes later is answered as one of an unknown tool. PARLOUR_NOT_FOUND if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_remove_tool(
    run: Option<&mut parlour_tool_run>,
    name: parlour_str,
) -> parlour_result {
    coded(|| {
        let (run, name) = (require(run, "run")?, name.text("name")?);
        run.tools.remove_entry(name);
        match run.tool_loop.machine_mut().remove_tool(name) {
            true => Ok(()),
            false => Err(Fault::Code(PARLOUR_NOT_FOUND)),
        }
    })
}

/// The loop itself, to look at and to change between two answers: deny a call, say something, shorten the history,
/// change parameters, end it, save it. Borrowed until the run is freed; NULL for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_loop(run: Option<&mut parlour_tool_run>) -> *mut parlour_tool_loop {
    value_or(std::ptr::null_mut(), || Some(&raw mut run?.tool_loop))
}

/// How many answers there are so far.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_turn_count(run: Option<&parlour_tool_run>) -> usize {
    value_or(0, || Some(run?.turns.len()))
}

/// An answer so far, with its head: attempts, waits, request id. NULL beyond the last. Borrowed until the next answer,
/// or until the run is freed; parlour_message_clone() keeps it.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_tool_run_turn(
    run: Option<&parlour_tool_run>,
    index: usize,
) -> Option<&parlour_message> {
    value_or(None, || Some(run?.turns.get(index)))
}

/// Asks, runs the tools that the model calls, asks again until it stops, and gives the last answer:
/// parlour_tool_run_new() and parlour_tool_run_until_done() in one, for programs that need nothing else of a run. Free
/// the answer with parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_run_tools(
    client: Option<&parlour_client>,
    request: Option<&parlour_request>,
    tools: Option<&parlour_tools>,
    options: Option<&parlour_options>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (client, request) = (require(client, "client")?, require(request, "request")?);
        let (tools, out) = (require(tools, "tools")?, require(out, "out")?);
        let machine = ToolLoop::begin(request.body()?.to_bytes(), tools.run_limits())?;
        transfer(out, parlour_tool_run::of(client, machine, tools, options)?.until_done()?);
        Ok(())
    })
}
