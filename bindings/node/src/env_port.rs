//! A port of the bridge in one JavaScript environment: tokens in, values out, each of the cheapest type that fits.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use napi::{Result, sys};
use parlour_bridge::credentials::Credential;
use parlour_bridge::event_text::EventText;
use parlour_bridge::long_strings::{LONG, set_aside};
use parlour_bridge::{Answer, CallRequest, Inbox, Item, Port, Question, Take, Woken as Ready};

use crate::js::{Js, Value, check};
use crate::message::unfinished_json;
use crate::ops::{Keep, Ops, TakeResult};
use crate::uv_poll::UvPoll;
use crate::wake::{WakeFunction, WakeTarget};
use crate::{ask, errors, head, hooks, logs, stops};

/// Kinds of payloads; the numbers are those of `native.d.ts`.
mod kind {
    pub(super) const OPENED: u32 = 0;
    pub(super) const EVENTS: u32 = 1;
    pub(super) const CHUNK: u32 = 2;
    pub(super) const WHOLE: u32 = 3;
    pub(super) const ASK: u32 = 4;
    pub(super) const END: u32 = 5;
    pub(super) const FAILED: u32 = 6;
    pub(super) const UNFINISHED: u32 = 7;
    pub(super) const LOGS: u32 = 8;
    pub(super) const CLOSED: u32 = 9;
    pub(super) const STOPS: u32 = 10;
    pub(super) const LINES: u32 = 11;
    pub(super) const HOOK: u32 = 12;
    pub(super) const ENDS: u32 = 13;
}

/// About how many items one wake-up delivers; the rest follows in the next turn of the event loop, so that a burst does
/// not starve the program's other work.
const MAX_ITEMS_PER_WAKE_UP: usize = 1024;

/// Arguments of one call into JavaScript, whose stack holds them.
const MAX_ARGUMENTS: usize = 3 * 1024;

/// Bits of a port's own tokens; the bits above them hold the number of the port. Together they fit the 53 bits of a
/// JavaScript number.
const TOKEN_BITS: u32 = 40;

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);

/// The handle that wakes the environment.
enum WakeSource {
    /// Its event loop polls the sockets of its calls, and drives them.
    UvPoll(UvPoll),
    /// The runtime's threads drive its calls, and call a thread-safe function.
    Function(Arc<WakeFunction>),
}

/// One port of an environment; it belongs to the environment's thread.
pub(crate) struct EnvPort {
    number: u64,
    port: Port,
    wake_source: WakeSource,
    ops: RefCell<Ops>,
    /// Delivered by the next wake-up: while it submits a call, JavaScript does not know its token.
    undelivered: RefCell<Vec<Undelivered>>,
    /// Whether the wake source keeps the event loop alive.
    referenced: Cell<bool>,
    batch: RefCell<EventText>,
}

impl EnvPort {
    /// A port that delivers to `callback`, until its environment ends. `hosted`: the environment's loop drives the
    /// calls, if it is one of node's.
    pub(crate) fn open(js: Js, callback: &Value, hosted: bool) -> Result<Rc<EnvPort>> {
        let polled = if hosted { UvPoll::open(js)? } else { None };
        let (port, wake_source) = match polled {
            Some((port, poll)) => (port, WakeSource::UvPoll(poll)),
            None => {
                let wake = Arc::new(WakeFunction::default());
                let waker = Arc::clone(&wake);
                (Port::new(move || waker.notify()), WakeSource::Function(wake))
            }
        };
        let made = Rc::new(EnvPort {
            // 8 192 of them; then they repeat, and a token of the wrong worker may be taken for one of this port.
            number: NEXT_NUMBER.fetch_add(1, Ordering::Relaxed) % (1 << (53 - TOKEN_BITS)),
            port,
            wake_source,
            ops: RefCell::default(),
            undelivered: RefCell::default(),
            referenced: Cell::default(),
            batch: RefCell::new(EventText::new()),
        });
        match &made.wake_source {
            WakeSource::UvPoll(poll) => poll.attach(js, callback, Rc::clone(&made))?,
            WakeSource::Function(wake) => wake.attach(js, callback, Rc::clone(&made))?,
        }
        // Cleanup hooks run in reverse order: this one before node's own for the thread-safe function.
        let context = Rc::into_raw(Rc::clone(&made)).cast_mut();
        // SAFETY: the context is given up by the hook, which node calls once.
        check(unsafe { sys::napi_add_env_cleanup_hook(js.raw(), Some(close), context.cast()) })?;
        Ok(made)
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Starts a call; gives its token.
    pub(crate) fn submit(
        &self,
        js: Js,
        client: &parlour_bridge::Client,
        call: CallRequest,
        keep: Keep,
        tag: Option<u64>,
    ) -> Result<u64> {
        let mode = call.mode;
        let op = client.submit(&self.port, call).map_err(|error| errors::raise(js, error))?;
        let token = op.token();
        let tag = tag.unwrap_or_else(|| self.js_token(token));
        let items = self.ops.borrow_mut().add(op, mode, keep, tag);
        if !items.is_empty() {
            self.undelivered.borrow_mut().push(Undelivered { token, tag, items });
            self.port.wake();
        }
        self.update_ref(js)?;
        Ok(self.js_token(token))
    }

    /// The next batch of a stream: text if it is events alone and no record waits, else pairs of kind and payload; null
    /// if there is nothing, and the operation is armed.
    pub(crate) fn take(&self, js: Js, token: u64) -> Result<Value> {
        let own = |undelivered: &mut Undelivered| undelivered.token == local_token(token);
        let submitted = self.undelivered.borrow_mut().extract_if(.., own).next();
        if let Some(Undelivered { items, .. }) = submitted {
            self.update_ref(js)?;
            return self.pairs(js, token, items);
        }
        let taken =
            self.ops.borrow_mut().take(local_token(token)).map_err(|error| errors::raise(js, error))?;
        self.update_ref(js)?;
        match taken {
            TakeResult::Armed => js.null(),
            TakeResult::Closed => js.array(&[js.number(kind::CLOSED)?.0, js.null()?.0]),
            TakeResult::Items(items)
                if items.iter().all(|item| matches!(item, Item::Event(_))) && !self.has_records() =>
            {
                self.events(js, &items)
            }
            TakeResult::Items(items) => self.pairs(js, token, items),
        }
    }

    fn pairs(&self, js: Js, token: u64, items: Vec<Item>) -> Result<Value> {
        let mut out = Delivery { tag: None, values: Vec::new() };
        self.records(js, &mut out)?;
        self.values(js, local_token(token), items, &mut out)?;
        js.array(&out.values)
    }

    /// The next line of a batch's results: its text, with its long strings beside it; a buffer if it is not UTF-8; the
    /// record of an error if it is no result; null if none is there.
    pub(crate) fn line(&self, js: Js, token: u64) -> Result<Value> {
        let next = self.ops.borrow_mut().line(local_token(token));
        match next {
            Some((Item::Chunk(line), shown)) => match set_aside(&line, if shown { 0 } else { LONG }) {
                None => js.body(&line),
                Some(pieces) => {
                    // Strings without escapes are slices that share the line's memory; the decoded ones do not need it
                    // any more.
                    drop(line);
                    let values = pieces.into_iter().map(|piece| Ok(js.body(&piece)?.0));
                    js.array(&values.collect::<Result<Vec<_>>>()?)
                }
            },
            Some((Item::Broken(error), _)) => js.object(errors::record(error)),
            _ => js.null(),
        }
    }

    pub(crate) fn cancel(&self, token: u64) {
        self.ops.borrow().cancel(local_token(token));
    }

    pub(crate) fn release(&self, js: Js, token: u64) -> Result<()> {
        self.ops.borrow_mut().remove(local_token(token));
        self.update_ref(js)
    }

    pub(crate) fn reply(&self, token: u64, reply: std::result::Result<Credential, String>) -> bool {
        self.ops.borrow().reply(local_token(token), reply)
    }

    /// Answers the question for the result of a hook; false if none waits for it.
    pub(crate) fn reply_hook(
        &self,
        token: u64,
        reply: std::result::Result<(&[u8], Option<bytes::Bytes>), String>,
    ) -> bool {
        self.ops.borrow().reply_hook(local_token(token), reply)
    }

    pub(crate) fn with_inbox<T>(&self, token: u64, look: impl FnOnce(&mut Inbox) -> Option<T>) -> Option<T> {
        self.ops.borrow_mut().inbox(local_token(token)).and_then(look)
    }

    /// The head of a stream that has begun, as JSON.
    pub(crate) fn head(&self, token: u64) -> Option<String> {
        self.ops.borrow().head(local_token(token)).map(head::json)
    }

    /// The log records that wait.
    pub(crate) fn logs(&self) -> Vec<logs::LogRecord> {
        logs::take(&self.port, |token| self.js_token(token))
    }

    /// The token that JavaScript knows.
    fn js_token(&self, token: u64) -> u64 {
        self.number << TOKEN_BITS | local_token(token)
    }

    /// References the wake source exactly while an operation is armed or undelivered, or a record waits: the process
    /// ends when none does.
    fn update_ref(&self, js: Js) -> Result<()> {
        let has_records = self.has_records();
        if has_records {
            self.port.wake();
        }
        let wanted = has_records || self.ops.borrow().any_armed() || !self.undelivered.borrow().is_empty();
        if self.referenced.replace(wanted) == wanted {
            return Ok(());
        }
        match &self.wake_source {
            WakeSource::UvPoll(poll) => poll.set_ref(wanted),
            WakeSource::Function(wake) => wake.set_ref(js, wanted)?,
        }
        Ok(())
    }

    /// Drains the port and delivers everything with one call into JavaScript.
    fn deliver(&self, js: Js, callback: &Value) -> Result<()> {
        let mut out = Delivery { tag: None, values: Vec::new() };
        let ready = self.port.drain(MAX_ITEMS_PER_WAKE_UP).map_err(|error| errors::raise(js, error))?;
        out.tag = Some(0);
        self.records(js, &mut out)?;
        for Undelivered { token, tag, items } in self.undelivered.take() {
            out.tag = Some(tag);
            self.values(js, token, items, &mut out)?;
        }
        for Ready { token, take } in ready {
            let Take::Items(mut items) = take else { continue };
            let Some(tag) = self.ops.borrow_mut().on_ready(token, &mut items) else { continue };
            out.tag = Some(tag);
            self.values(js, token, items, &mut out)?;
        }
        self.update_ref(js)?;
        for arguments in out.values.chunks(MAX_ARGUMENTS) {
            js.call(callback, arguments)?;
        }
        Ok(())
    }

    fn has_records(&self) -> bool {
        self.port.has_logs() || self.port.has_stops() || self.port.has_ends()
    }

    /// The records that wait in the port. They precede the items that were taken at the same time: the last item of a
    /// call ends the context in which the logger and the hook run on its account.
    fn records(&self, js: Js, out: &mut Delivery) -> Result<()> {
        if self.port.has_logs() {
            out.push(js, kind::LOGS, js.object(self.logs())?)?;
        }
        if self.port.has_stops() {
            let stops = stops::take(&self.port, |token| self.js_token(token));
            out.push(js, kind::STOPS, js.object(stops)?)?;
        }
        if self.port.has_ends() {
            let ends = hooks::ends(&self.port, |token| self.js_token(token));
            out.push(js, kind::ENDS, js.object(ends)?)?;
        }
        Ok(())
    }

    /// The values of some items; each run of events becomes one batch text. Of lines that stay here, their number comes
    /// first: so none follows the end, wherever the delivery is cut.
    fn values(&self, js: Js, token: u64, mut items: Vec<Item>, out: &mut Delivery) -> Result<()> {
        let lines = self.ops.borrow_mut().keep_lines(token, &mut items);
        if lines > 0 {
            out.push(js, kind::LINES, js.number(lines)?)?;
        }
        for run in items.chunk_by(|one, next| matches!((one, next), (Item::Event(_), Item::Event(_)))) {
            match run {
                [Item::Event(_), ..] => out.push(js, kind::EVENTS, self.events(js, run)?)?,
                _ => run.iter().try_for_each(|item| value(js, item, out))?,
            }
        }
        Ok(())
    }

    fn events(&self, js: Js, items: &[Item]) -> Result<Value> {
        let mut batch = self.batch.borrow_mut();
        batch.clear();
        for item in items {
            if let Item::Event(event) = item {
                batch.push(event);
            }
        }
        if batch.is_ascii() { js.ascii(batch.text()) } else { js.utf8(batch.text()) }
    }
}

impl WakeTarget for EnvPort {
    fn on_wake_up(&self, js: Js, callback: &Value) {
        if let Err(error) = self.deliver(js, callback) {
            js.report(error);
        }
    }
}

/// The port's own part of a token.
fn local_token(token: u64) -> u64 {
    token & ((1 << TOKEN_BITS) - 1)
}

/// The number of the port that a token belongs to.
pub(crate) fn port_of(token: u64) -> u64 {
    token >> TOKEN_BITS
}

/// Items that an operation had at once when it was submitted.
struct Undelivered {
    token: u64,
    tag: u64,
    items: Vec<Item>,
}

/// Values for JavaScript: kind and payload, after a tag where a delivery has items of several operations.
struct Delivery {
    tag: Option<u64>,
    values: Vec<sys::napi_value>,
}

impl Delivery {
    fn push(&mut self, js: Js, kind: u32, payload: Value) -> Result<()> {
        if let Some(tag) = self.tag {
            self.values.push(js.large(tag)?.0);
        }
        self.values.extend([js.number(kind)?.0, payload.0]);
        Ok(())
    }
}

fn value(js: Js, item: &Item, out: &mut Delivery) -> Result<()> {
    match item {
        // JavaScript fetches the head at the first use.
        Item::Opened(_) => out.push(js, kind::OPENED, js.null()?),
        Item::Chunk(chunk) => out.push(js, kind::CHUNK, js.buffer(chunk)?),
        Item::Asked(question) => match question.as_ref() {
            Question::Credential(request) => out.push(js, kind::ASK, ask::request(js, request)?),
            Question::Hook(question) => out.push(js, kind::HOOK, hooks::question(js, question)?),
        },
        Item::End => out.push(js, kind::END, js.null()?),
        Item::Failed(error) => out.push(js, kind::FAILED, js.object(errors::record(error.clone()))?),
        Item::Whole(answer) => {
            let Answer { head, body, unfinished, .. } = answer.as_ref();
            out.push(js, kind::OPENED, js.text(&head::json(head))?)?;
            if let Some(unfinished) = unfinished_json(unfinished) {
                out.push(js, kind::UNFINISHED, js.text(&unfinished)?)?;
            }
            out.push(js, kind::WHOLE, js.body(body)?)
        }
        // `values` makes batches of events, and keeps the lines among which alone there are broken ones.
        Item::Event(_) | Item::Broken(_) => Ok(()),
    }
}

/// The environment is about to end: its wake-ups stop, and every call of this port is cancelled.
unsafe extern "C" fn close(context: *mut c_void) {
    // SAFETY: from `Rc::into_raw` in `open`, given up here alone, on the environment's thread.
    let env_port = unsafe { Rc::from_raw(context.cast_const().cast::<EnvPort>()) };
    let close = std::panic::AssertUnwindSafe(|| {
        if let WakeSource::Function(wake) = &env_port.wake_source {
            wake.detach();
        }
        env_port.port.close();
        env_port.undelivered.take();
        env_port.ops.borrow_mut().clear();
    });
    // A panic is a defect that the panic hook has reported; it must not reach node.
    let _reported = std::panic::catch_unwind(close);
}
