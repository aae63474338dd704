//! A port as JavaScript has it: tokens in, values out, each the cheapest that fits. It must not decide anything about
//! calls, nor keep values of JavaScript.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use napi::{Result, sys};
use parlour_bridge::credentials::Credential;
use parlour_bridge::{Answer, CallRequest, Item, Port, Take, Woken as Found};

use crate::batch::Batch;
use crate::js::{Js, Value, check};
use crate::kept::{Kept, unfinished_json};
use crate::ops::{Asked, Ops};
use crate::wake::{Wake, Woken};
use crate::watch::Watch;
use crate::{errors, head, logs, stops};

/// What a payload is; the numbers are those of `native.d.ts`.
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
}

/// Items delivered by one wake-up, about; the rest follows in the next turn of the loop.
const MOST_WOKEN: usize = 1024;

/// Arguments of one call into JavaScript: they lie on its stack.
const MOST_ARGUMENTS: usize = 3 * 1024;

/// Tokens of a port; above them stands its number. Together they are exact in a JavaScript number.
const TOKEN_BITS: u32 = 40;

static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// How the environment learns that there is something.
enum Waking {
    /// Its loop watches the sockets of its calls, and drives them.
    Watch(Watch),
    /// Threads of the runtime call a function.
    Function(Arc<Wake>),
}

/// One port of an environment. All of it belongs to the environment's thread.
pub(crate) struct Seat {
    number: u64,
    port: Port,
    waking: Waking,
    ops: RefCell<Ops>,
    /// What had come before an operation was armed for the first time.
    early: RefCell<Vec<(u64, Vec<Item>)>>,
    /// Whether the loop is kept alive.
    held: Cell<bool>,
    batch: RefCell<Batch>,
}

impl Seat {
    /// A port that delivers to `callback`, until its environment ends. `hosted`: the environment's loop drives the calls,
    /// if it is one of node's.
    pub(crate) fn open(js: Js, callback: &Value, hosted: bool) -> Result<Rc<Seat>> {
        let watched = if hosted { Watch::open(js)? } else { None };
        let (port, waking) = match watched {
            Some((port, watch)) => (port, Waking::Watch(watch)),
            None => {
                let wake = Arc::new(Wake::default());
                let waker = Arc::clone(&wake);
                (Port::new(move || waker.raise()), Waking::Function(wake))
            }
        };
        let seat = Rc::new(Seat {
            // 8 192 of them; then numbers come again, which only makes a mistake harder to notice.
            number: NUMBERS.fetch_add(1, Ordering::Relaxed) % (1 << (53 - TOKEN_BITS)),
            port,
            waking,
            ops: RefCell::default(),
            early: RefCell::default(),
            held: Cell::default(),
            batch: RefCell::new(Batch::new()),
        });
        match &seat.waking {
            Waking::Watch(watch) => watch.attach(js, callback, Rc::clone(&seat))?,
            Waking::Function(wake) => wake.attach(js, callback, Rc::clone(&seat))?,
        }
        // Hooks run in the opposite order: this one before node's own for the thread-safe function.
        let context = Rc::into_raw(Rc::clone(&seat)).cast_mut();
        // SAFETY: the context is given up by the hook, which node calls once.
        check(unsafe { sys::napi_add_env_cleanup_hook(js.raw(), Some(close), context.cast()) })?;
        Ok(seat)
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
        keep: bool,
    ) -> Result<u64> {
        let mode = call.mode;
        let op = client.submit(&self.port, call).map_err(|error| errors::raise(js, error))?;
        let token = op.token();
        let items = self.ops.borrow_mut().add(op, mode, keep);
        if !items.is_empty() {
            self.early.borrow_mut().push((token, items));
            self.port.wake();
        }
        self.settle(js)?;
        Ok(self.outside(token))
    }

    /// What a stream has: text if it is events alone and no record waits, else pairs of kind and payload, null if nothing.
    pub(crate) fn take(&self, js: Js, token: u64) -> Result<Value> {
        let early = self.early.borrow_mut().extract_if(.., |(early, _)| *early == inside(token)).next();
        if let Some((_, items)) = early {
            self.settle(js)?;
            return self.pairs(js, &items);
        }
        let asked = self.ops.borrow_mut().take(inside(token)).map_err(|error| errors::raise(js, error))?;
        self.settle(js)?;
        match asked {
            Asked::Armed => js.null(),
            Asked::Closed => js.array(&[js.number(kind::CLOSED)?.0, js.null()?.0]),
            Asked::Items(items)
                if items.iter().all(|item| matches!(item, Item::Event(_))) && !self.has_records() =>
            {
                self.events(js, &items)
            }
            Asked::Items(items) => self.pairs(js, &items),
        }
    }

    fn pairs(&self, js: Js, items: &[Item]) -> Result<Value> {
        let mut out = Out { token: None, values: Vec::new() };
        self.records(js, &mut out)?;
        self.values(js, items, &mut out)?;
        js.array(&out.values)
    }

    pub(crate) fn cancel(&self, token: u64) {
        self.ops.borrow().cancel(inside(token));
    }

    pub(crate) fn release(&self, js: Js, token: u64) -> Result<()> {
        self.ops.borrow_mut().remove(inside(token));
        self.settle(js)
    }

    pub(crate) fn reply(&self, token: u64, reply: std::result::Result<Credential, String>) -> bool {
        self.ops.borrow().reply(inside(token), reply)
    }

    pub(crate) fn with_kept<T>(&self, token: u64, look: impl FnOnce(&mut Kept) -> Option<T>) -> Option<T> {
        self.ops.borrow_mut().kept(inside(token)).and_then(look)
    }

    /// The head of a stream that has begun, as JSON.
    pub(crate) fn head(&self, token: u64) -> Option<String> {
        self.ops.borrow().head(inside(token)).map(head::json)
    }

    /// The log records that waited.
    pub(crate) fn logs(&self) -> Vec<logs::LogRecord> {
        logs::take(&self.port, |token| self.outside(token))
    }

    /// The token as JavaScript knows it.
    fn outside(&self, token: u64) -> u64 {
        self.number << TOKEN_BITS | inside(token)
    }

    /// Keeps the loop alive exactly while somebody waits.
    fn settle(&self, js: Js) -> Result<()> {
        let waits = self.ops.borrow().waits() || !self.early.borrow().is_empty();
        if self.held.replace(waits) == waits {
            return Ok(());
        }
        match &self.waking {
            Waking::Watch(watch) => watch.hold(waits),
            Waking::Function(wake) => wake.hold(js, waits)?,
        }
        Ok(())
    }

    /// Delivers all there is.
    fn deliver(&self, js: Js, callback: &Value) -> Result<()> {
        let mut out = Out { token: None, values: Vec::new() };
        let found = self.port.drain(MOST_WOKEN).map_err(|error| errors::raise(js, error))?;
        out.token = Some(0);
        self.records(js, &mut out)?;
        for (token, items) in self.early.take() {
            out.token = Some(self.outside(token));
            self.values(js, &items, &mut out)?;
        }
        for Found { token, take } in found {
            let Take::Items(mut items) = take else { continue };
            self.ops.borrow_mut().woken(token, &mut items);
            out.token = Some(self.outside(token));
            self.values(js, &items, &mut out)?;
        }
        self.settle(js)?;
        for arguments in out.values.chunks(MOST_ARGUMENTS) {
            js.call(callback, arguments)?;
        }
        Ok(())
    }

    fn has_records(&self) -> bool {
        self.port.has_logs() || self.port.has_stops()
    }

    /// The records that wait in the port. They precede the items that were taken at the same time: the last item of a call
    /// ends the context in which the logger and the hook run on its account.
    fn records(&self, js: Js, out: &mut Out) -> Result<()> {
        if self.port.has_logs() {
            out.push(js, kind::LOGS, js.object(self.logs())?)?;
        }
        if self.port.has_stops() {
            let stops = stops::take(&self.port, |token| self.outside(token));
            out.push(js, kind::STOPS, js.object(stops)?)?;
        }
        Ok(())
    }

    /// The values of some items, neighbouring events in one text.
    fn values(&self, js: Js, items: &[Item], out: &mut Out) -> Result<()> {
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
        batch.value(js)
    }
}

impl Woken for Seat {
    fn wake(&self, js: Js, callback: &Value) {
        if let Err(error) = self.deliver(js, callback) {
            js.report(error);
        }
    }
}

/// The port's own part of a token.
fn inside(token: u64) -> u64 {
    token & ((1 << TOKEN_BITS) - 1)
}

/// The number of the port that a token belongs to.
pub(crate) fn port_of(token: u64) -> u64 {
    token >> TOKEN_BITS
}

/// Values on their way out: kind and payload, after a token where there are several operations.
struct Out {
    token: Option<u64>,
    values: Vec<sys::napi_value>,
}

impl Out {
    fn push(&mut self, js: Js, kind: u32, payload: Value) -> Result<()> {
        if let Some(token) = self.token {
            self.values.push(js.large(token)?.0);
        }
        self.values.extend([js.number(kind)?.0, payload.0]);
        Ok(())
    }
}

fn value(js: Js, item: &Item, out: &mut Out) -> Result<()> {
    match item {
        // Asked for where somebody looks.
        Item::Opened(_) => out.push(js, kind::OPENED, js.null()?),
        Item::Chunk(chunk) => out.push(js, kind::CHUNK, js.buffer(chunk)?),
        Item::CredentialNeeded { after_refusal } => out.push(js, kind::ASK, js.boolean(*after_refusal)?),
        Item::End => out.push(js, kind::END, js.null()?),
        Item::Failed(error) => out.push(js, kind::FAILED, js.object(errors::record(error.clone()))?),
        Item::Whole(answer) => {
            let Answer { head, body, unfinished } = answer.as_ref();
            out.push(js, kind::OPENED, js.text(&head::json(head))?)?;
            if let Some(unfinished) = unfinished_json(unfinished) {
                out.push(js, kind::UNFINISHED, js.text(&unfinished)?)?;
            }
            out.push(js, kind::WHOLE, js.body(body)?)
        }
        // Comes in runs.
        Item::Event(_) => Ok(()),
    }
}

/// The environment is about to end: nobody is woken any more, and every call of this port is cancelled.
unsafe extern "C" fn close(context: *mut c_void) {
    // SAFETY: from `Rc::into_raw` in `open`, given up here alone, on the environment's thread.
    let seat = unsafe { Rc::from_raw(context.cast_const().cast::<Seat>()) };
    let close = std::panic::AssertUnwindSafe(|| {
        if let Waking::Function(wake) = &seat.waking {
            wake.detach();
        }
        seat.port.close();
        seat.early.take();
        seat.ops.borrow_mut().clear();
    });
    // A panic is a defect that the panic hook has reported; it must not reach node.
    let _reported = std::panic::catch_unwind(close);
}
