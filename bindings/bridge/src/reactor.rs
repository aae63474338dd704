//! Sockets that a host's event loop watches: all of them behind one descriptor. It must not know calls or tasks.
//!
//! A socket that brings crumbs in a flood is not watched but read by the clock, until it brings nothing for a while: its
//! reader would be woken for every few hundred bytes, which costs more than all that is done with them, and its writer
//! would pay for each of these wake-ups.

use std::fmt;
use std::io::{self, IoSlice, Read};
use std::net::{Shutdown, TcpStream};
use std::os::fd::{AsRawFd, RawFd};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use mio::unix::SourceFd;
use mio::{Events, Interest, Registry, Token};
use parlour::{Socket, Sockets, send_quietly};
use slab::Slab;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::burst::BurstDetector;
use crate::fork;
use crate::timer_fd::TimerFd;

/// Sockets looked at by one system call; the rest is reported by the next.
const AT_ONCE: usize = 256;
/// Bytes that one read brings at most.
const MOST_READ: usize = 16 << 10;
const WAKER: Token = Token(usize::MAX);
const CLOCK: Token = Token(usize::MAX - 1);
/// How often sockets are read by the clock: so much later does what they bring come at most.
const TICK: Duration = Duration::from_micros(500);

pub(crate) struct Reactor {
    shared: Arc<Shared>,
    watch: Mutex<Watch>,
    fd: RawFd,
}

struct Watch {
    poll: mio::Poll,
    events: Events,
}

struct Shared {
    generation: u32,
    registry: Registry,
    watched: Mutex<Slab<Arc<Ready>>>,
    clock: Option<Clock>,
    now: fn() -> Instant,
    /// What one read brings, until its reader has it. Memory that was never written could be read into by unsafe code
    /// alone, and clearing it for each read would cost more than this copy.
    scratch: Mutex<Box<[u8]>>,
}

/// What sockets are read by that are not watched.
struct Clock {
    ticks: TimerFd,
    sockets: Mutex<ByClock>,
}

#[derive(Default)]
struct ByClock {
    keys: Vec<usize>,
    /// Whether there will be a tick.
    ticking: bool,
}

/// What is known of a socket.
struct Ready {
    fd: RawFd,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    readable: Side,
    writable: Side,
    pace: BurstDetector,
    /// `None` while it is watched.
    by_clock: Option<Brought>,
}

/// What came of a socket since the last tick.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brought {
    Nothing,
    Something,
}

/// One direction. The system reports changes alone: what was reported holds until an operation finds or leaves nothing
/// more to do.
#[derive(Default)]
struct Side {
    ready: bool,
    /// It stays ready: what there is to read next is the end.
    over: bool,
    waiting: Option<Waker>,
}

impl Side {
    fn report(&mut self, over: bool) -> Option<Waker> {
        self.ready = true;
        self.over |= over;
        self.waiting.take()
    }

    fn use_up(&mut self) {
        self.ready = self.over;
    }

    fn wait(&mut self, cx: &Context<'_>) {
        match &mut self.waiting {
            Some(waiting) => waiting.clone_from(cx.waker()),
            none => *none = Some(cx.waker().clone()),
        }
    }
}

impl Reactor {
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn new() -> io::Result<Reactor> {
        Reactor::with_clock(Instant::now)
    }

    /// One that learns from `now` how fast sockets bring something.
    fn with_clock(now: fn() -> Instant) -> io::Result<Reactor> {
        let poll = mio::Poll::new()?;
        let registry = poll.registry().try_clone()?;
        let clock = match TimerFd::new()? {
            Some(ticks) => {
                registry.register(&mut SourceFd(&ticks.fd()), CLOCK, Interest::READABLE)?;
                Some(Clock { ticks, sockets: Mutex::default() })
            }
            None => None,
        };
        let scratch = Mutex::new(vec![0; MOST_READ].into_boxed_slice());
        let generation = fork::generation();
        let shared =
            Arc::new(Shared { generation, registry, watched: Mutex::default(), clock, now, scratch });
        let fd = poll.as_raw_fd();
        Ok(Reactor { shared, watch: Mutex::new(Watch { poll, events: Events::with_capacity(AT_ONCE) }), fd })
    }

    /// Readable when there is something to look at.
    pub(crate) fn fd(&self) -> RawFd {
        self.fd
    }

    /// What makes the descriptor readable, from any thread.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn waker(&self) -> io::Result<mio::Waker> {
        mio::Waker::new(&self.shared.registry, WAKER)
    }

    /// Who watches sockets here.
    pub(crate) fn sockets(&self) -> Arc<dyn Sockets> {
        Arc::new(Watcher(Arc::clone(&self.shared)))
    }

    /// Takes in what the system has to report, without waiting, and wakes who waited for it.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn look(&self) -> io::Result<()> {
        let mut watch = lock(&self.watch);
        let Watch { poll, events } = &mut *watch;
        match poll.poll(events, Some(Duration::ZERO)) {
            // A signal came in between: what there is stays reported.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            looked => looked?,
        }
        // Each report comes once: none may be lost to the failure of another.
        let mut ticked = Ok(());
        for event in events.iter().filter(|event| event.token() != WAKER) {
            if event.token() == CLOCK {
                ticked = self.shared.tick();
                continue;
            }
            let Some(ready) = lock(&self.shared.watched).get(event.token().0).cloned() else { continue };
            let (reader, writer) = {
                let mut state = lock(&ready.state);
                let failed = event.is_error();
                let reader = (event.is_readable() || event.is_read_closed() || failed)
                    .then(|| state.readable.report(event.is_read_closed() || failed));
                let writer = (event.is_writable() || event.is_write_closed() || failed)
                    .then(|| state.writable.report(event.is_write_closed() || failed));
                (reader.flatten(), writer.flatten())
            };
            reader.into_iter().chain(writer).for_each(Waker::wake);
        }
        ticked
    }
}

impl Shared {
    fn watch(&self, fd: RawFd, key: usize) -> io::Result<()> {
        self.registry.register(&mut SourceFd(&fd), Token(key), Interest::READABLE | Interest::WRITABLE)
    }

    /// Has those read that are read by the clock. Who brought nothing since the last tick is watched again; where that fails
    /// the clock goes on with it, and it is tried again.
    ///
    /// # Errors
    /// The system's, if there will be no tick.
    fn tick(&self) -> io::Result<()> {
        let Some(clock) = &self.clock else { return Ok(()) };
        let mut sockets = lock(&clock.sockets);
        let mut wakers = Vec::new();
        sockets.keys.retain(|&key| {
            // Held as long as its descriptor is used: who drops a socket takes it out before it is closed.
            let watched = lock(&self.watched);
            let Some(ready) = watched.get(key) else { return false };
            let mut state = lock(&ready.state);
            let Some(brought) = state.by_clock else { return false };
            if brought == Brought::Nothing && self.watch(ready.fd, key).is_ok() {
                (state.by_clock, state.pace) = (None, BurstDetector::default());
                return false;
            }
            state.by_clock = Some(Brought::Nothing);
            wakers.extend(state.readable.report(false));
            true
        });
        sockets.ticking = !sockets.keys.is_empty();
        let armed = if sockets.ticking { clock.ticks.after(TICK) } else { Ok(()) };
        drop(sockets);
        wakers.into_iter().for_each(Waker::wake);
        armed
    }
}

/// Where connections give their sockets.
struct Watcher(Arc<Shared>);

impl Sockets for Watcher {
    fn adopt(&self, tcp: TcpStream) -> io::Result<Box<dyn Socket>> {
        #[cfg(target_vendor = "apple")]
        SockRef::from(&tcp).set_nosigpipe(true)?;
        let ready = Arc::new(Ready { fd: tcp.as_raw_fd(), state: Mutex::default() });
        lock(&ready.state).writable.ready = true;
        let key = lock(&self.0.watched).insert(Arc::clone(&ready));
        // From here on dropping it forgets it.
        let watched = Watched { tcp, ready, key, shared: Arc::clone(&self.0) };
        self.0.watch(watched.ready.fd, key)?;
        Ok(Box::new(watched))
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").finish_non_exhaustive()
    }
}

/// A socket whose readiness the reactor reports.
struct Watched {
    tcp: TcpStream,
    ready: Arc<Ready>,
    key: usize,
    shared: Arc<Shared>,
}

impl Watched {
    /// Tries an operation if it may succeed. `fills` tells of its result whether the next one may succeed at once: one
    /// that moved less than it could has used up what there was, and asking again would cost a system call.
    fn attempt<T>(
        &self,
        cx: &Context<'_>,
        side: impl Fn(&mut State) -> &mut Side,
        operation: impl FnOnce(SockRef<'_>) -> io::Result<T>,
        fills: impl FnOnce(&T) -> bool,
    ) -> Poll<io::Result<T>> {
        {
            let mut state = lock(&self.ready.state);
            let side = side(&mut state);
            if !side.ready {
                side.wait(cx);
                return Poll::Pending;
            }
        }
        match operation(SockRef::from(&self.tcp)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let mut state = lock(&self.ready.state);
                let side = side(&mut state);
                side.ready = false;
                side.wait(cx);
                Poll::Pending
            }
            done => {
                if done.as_ref().is_ok_and(|result| !fills(result)) {
                    side(&mut lock(&self.ready.state)).use_up();
                }
                Poll::Ready(done)
            }
        }
    }

    /// Takes note of a read, and has the clock say when the next one is if this was one crumb of many.
    fn note(&self, bytes: usize) -> io::Result<()> {
        let Some(clock) = &self.shared.clock else { return Ok(()) };
        {
            let mut state = lock(&self.ready.state);
            if state.by_clock.is_some() {
                state.by_clock = Some(Brought::Something);
                return Ok(());
            }
            if !state.pace.is_burst(bytes, (self.shared.now)()) {
                return Ok(());
            }
            self.shared.registry.deregister(&mut SourceFd(&self.ready.fd))?;
            state.by_clock = Some(Brought::Something);
        }
        let mut sockets = lock(&clock.sockets);
        sockets.keys.push(self.key);
        if !std::mem::replace(&mut sockets.ticking, true) {
            clock.ticks.after(TICK)?;
        }
        Ok(())
    }

    /// Has it watched again at once: what follows a write is waited for, and the write itself may have to wait. Answers that
    /// were each asked for are no flood, however fast they come.
    fn watch_again(&self) -> io::Result<()> {
        let mut state = lock(&self.ready.state);
        state.pace = BurstDetector::default();
        if state.by_clock.is_none() {
            return Ok(());
        }
        self.shared.watch(self.ready.fd, self.key)?;
        state.by_clock = None;
        drop(state);
        self.leave_clock();
        Ok(())
    }

    fn leave_clock(&self) {
        if let Some(clock) = &self.shared.clock {
            lock(&clock.sockets).keys.retain(|key| *key != self.key);
        }
    }
}

impl Socket for Watched {
    fn tcp(&self) -> &TcpStream {
        &self.tcp
    }
}

impl AsyncRead for Watched {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut scratch = lock(&self.shared.scratch);
        let most = room.remaining().min(scratch.len());
        let Some(space) = scratch.get_mut(..most) else { return Poll::Ready(Ok(())) };
        let read =
            self.attempt(cx, |state| &mut state.readable, |sock| (&*sock).read(space), |read| *read == most);
        let read = ready!(read)?;
        if read > 0 {
            self.note(read)?;
        }
        room.put_slice(scratch.get(..read).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Watched {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.watch_again()?;
        let all: usize = pieces.iter().map(|piece| piece.len()).sum();
        self.attempt(cx, |state| &mut state.writable, |sock| send_quietly(&sock, pieces), |sent| *sent == all)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(self.tcp.shutdown(Shutdown::Write))
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // A forked child has a copy of the socket, and only a look at what its parent watches.
        if self.shared.generation != fork::generation() {
            return;
        }
        self.leave_clock();
        lock(&self.shared.watched).try_remove(self.key);
        // Closing it ends the watch only where no child has a copy. That it may have failed is all the same: the key is
        // given up, and nobody is woken by it.
        let _unwatched = self.shared.registry.deregister(&mut SourceFd(&self.ready.fd));
    }
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched").field("key", &self.key).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// Where there are no ticks no socket is read by the clock.
#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used)]
mod tests;
