//! The reactor of a host's event loop: all of its sockets behind one descriptor, edge-triggered.
//!
//! A socket that receives a burst of small reads is taken out of epoll and polled on a timer, until it is idle for one
//! interval. This coalesces the reads: otherwise its reader would be woken for every few hundred bytes, which costs
//! more than all that is done with them, and its writer would pay for each of these wake-ups.

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
use parlour::{IoDriver, Socket, send_quietly};
use slab::Slab;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::burst::BurstDetector;
use crate::fork;
use crate::timer_fd::TimerFd;

/// Events that one system call reports; the next one reports the rest.
const MAX_EVENTS: usize = 256;
/// Bytes that one read brings at most.
const MAX_READ: usize = 16 << 10;
const WAKER: Token = Token(usize::MAX);
const TIMER: Token = Token(usize::MAX - 1);
/// How often sockets are polled on the timer: the latency that coalescing adds at most.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

pub(crate) struct Reactor {
    shared: Arc<ReactorInner>,
    poll: Mutex<Poller>,
    fd: RawFd,
}

struct Poller {
    poll: mio::Poll,
    events: Events,
}

struct ReactorInner {
    generation: u32,
    registry: Registry,
    sockets: Mutex<Slab<Arc<Registration>>>,
    /// `None` where the system has no such timer: every socket then stays in epoll.
    coalescing: Option<Coalescing>,
    now: fn() -> Instant,
    /// The buffer of one read, until its reader has copied it. Reading into uninitialised memory would need unsafe
    /// code, and clearing the memory for each read would cost more than this copy.
    scratch: Mutex<Box<[u8]>>,
}

/// The sockets that are polled on the timer and not by epoll.
struct Coalescing {
    timer: TimerFd,
    polled: Mutex<Polled>,
}

#[derive(Default)]
struct Polled {
    keys: Vec<usize>,
    /// Whether the timer is armed.
    armed: bool,
}

/// A socket in the reactor.
struct Registration {
    fd: RawFd,
    state: Mutex<SocketState>,
}

#[derive(Default)]
struct SocketState {
    readable: Readiness,
    writable: Readiness,
    burst: BurstDetector,
    /// `None` while epoll watches it.
    polled: Option<Activity>,
}

/// The activity of a polled socket in the current interval.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Activity {
    Idle,
    Read,
}

/// Readiness in one direction. Epoll is edge-triggered: what it reported holds until an operation would block, or moved
/// less than it could.
#[derive(Default)]
struct Readiness {
    ready: bool,
    /// The peer closed this direction: it stays ready, and an operation finds the end.
    closed: bool,
    waiting: Option<Waker>,
}

impl Readiness {
    fn set(&mut self, closed: bool) -> Option<Waker> {
        self.ready = true;
        self.closed |= closed;
        self.waiting.take()
    }

    fn clear(&mut self) {
        self.ready = self.closed;
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

    /// With another clock for the detection of bursts.
    fn with_clock(now: fn() -> Instant) -> io::Result<Reactor> {
        let poll = mio::Poll::new()?;
        let registry = poll.registry().try_clone()?;
        let coalescing = match TimerFd::new()? {
            Some(timer) => {
                registry.register(&mut SourceFd(&timer.fd()), TIMER, Interest::READABLE)?;
                Some(Coalescing { timer, polled: Mutex::default() })
            }
            None => None,
        };
        let scratch = Mutex::new(vec![0; MAX_READ].into_boxed_slice());
        let generation = fork::generation();
        let shared = Arc::new(ReactorInner {
            generation,
            registry,
            sockets: Mutex::default(),
            coalescing,
            now,
            scratch,
        });
        let fd = poll.as_raw_fd();
        let poll = Mutex::new(Poller { poll, events: Events::with_capacity(MAX_EVENTS) });
        Ok(Reactor { shared, poll, fd })
    }

    /// Readable when there are events.
    pub(crate) fn fd(&self) -> RawFd {
        self.fd
    }

    /// A waker that makes the descriptor readable, from any thread.
    ///
    /// # Errors
    /// The system's, mostly for want of descriptors.
    pub(crate) fn waker(&self) -> io::Result<mio::Waker> {
        mio::Waker::new(&self.shared.registry, WAKER)
    }

    /// Where connections register their sockets.
    pub(crate) fn sockets(&self) -> Arc<dyn IoDriver> {
        Arc::new(Registrar(Arc::clone(&self.shared)))
    }

    /// Takes the events that the system has, without waiting, and wakes the tasks that waited for them.
    ///
    /// # Errors
    /// The system's.
    pub(crate) fn poll(&self) -> io::Result<()> {
        let mut poller = lock(&self.poll);
        let Poller { poll, events } = &mut *poller;
        match poll.poll(events, Some(Duration::ZERO)) {
            // A POSIX signal came in between: the descriptor stays readable.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(()),
            polled => polled?,
        }
        // Edge-triggered: each event comes once, and none may be lost to the failure of another.
        let mut timer = Ok(());
        for event in events.iter().filter(|event| event.token() != WAKER) {
            if event.token() == TIMER {
                timer = self.shared.poll_bursting();
                continue;
            }
            let Some(socket) = lock(&self.shared.sockets).get(event.token().0).cloned() else { continue };
            let (reader, writer) = {
                let mut state = lock(&socket.state);
                let failed = event.is_error();
                let reader = (event.is_readable() || event.is_read_closed() || failed)
                    .then(|| state.readable.set(event.is_read_closed() || failed));
                let writer = (event.is_writable() || event.is_write_closed() || failed)
                    .then(|| state.writable.set(event.is_write_closed() || failed));
                (reader.flatten(), writer.flatten())
            };
            reader.into_iter().chain(writer).for_each(Waker::wake);
        }
        timer
    }
}

impl ReactorInner {
    fn add_to_epoll(&self, fd: RawFd, key: usize) -> io::Result<()> {
        self.registry.register(&mut SourceFd(&fd), Token(key), Interest::READABLE | Interest::WRITABLE)
    }

    /// Wakes the readers of the sockets that are polled. One that was idle since the last time goes back to epoll; if
    /// that fails it stays here, and is tried again.
    ///
    /// # Errors
    /// The system's, if the timer cannot be armed.
    fn poll_bursting(&self) -> io::Result<()> {
        let Some(coalescing) = &self.coalescing else { return Ok(()) };
        let mut polled = lock(&coalescing.polled);
        let mut wakers = Vec::new();
        polled.keys.retain(|&key| {
            // Held as long as the descriptor is used: dropping a socket removes it before it is closed.
            let sockets = lock(&self.sockets);
            let Some(socket) = sockets.get(key) else { return false };
            let mut state = lock(&socket.state);
            let Some(activity) = state.polled else { return false };
            if activity == Activity::Idle && self.add_to_epoll(socket.fd, key).is_ok() {
                (state.polled, state.burst) = (None, BurstDetector::default());
                return false;
            }
            state.polled = Some(Activity::Idle);
            wakers.extend(state.readable.set(false));
            true
        });
        polled.armed = !polled.keys.is_empty();
        let armed = if polled.armed { coalescing.timer.arm(POLL_INTERVAL) } else { Ok(()) };
        drop(polled);
        wakers.into_iter().for_each(Waker::wake);
        armed
    }
}

/// Where connections register their sockets.
struct Registrar(Arc<ReactorInner>);

impl IoDriver for Registrar {
    fn register(&self, tcp: TcpStream) -> io::Result<Box<dyn Socket>> {
        #[cfg(target_vendor = "apple")]
        SockRef::from(&tcp).set_nosigpipe(true)?;
        let registration = Arc::new(Registration { fd: tcp.as_raw_fd(), state: Mutex::default() });
        lock(&registration.state).writable.ready = true;
        let key = lock(&self.0.sockets).insert(Arc::clone(&registration));
        // From here on dropping it removes it.
        let socket = ReactorSocket { tcp, registration, key, shared: Arc::clone(&self.0) };
        self.0.add_to_epoll(socket.registration.fd, key)?;
        Ok(Box::new(socket))
    }
}

impl fmt::Debug for Registrar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registrar").finish_non_exhaustive()
    }
}

/// A socket whose readiness the reactor reports.
struct ReactorSocket {
    tcp: TcpStream,
    registration: Arc<Registration>,
    key: usize,
    shared: Arc<ReactorInner>,
}

impl ReactorSocket {
    /// Tries an operation if its direction is ready. `fills` tells of the result whether the next one may succeed at
    /// once: one that moved less than it could has exhausted the readiness, and trying again would cost a system call.
    fn attempt<T>(
        &self,
        cx: &Context<'_>,
        direction: impl Fn(&mut SocketState) -> &mut Readiness,
        operation: impl FnOnce(SockRef<'_>) -> io::Result<T>,
        fills: impl FnOnce(&T) -> bool,
    ) -> Poll<io::Result<T>> {
        {
            let mut state = lock(&self.registration.state);
            let readiness = direction(&mut state);
            if !readiness.ready {
                readiness.wait(cx);
                return Poll::Pending;
            }
        }
        match operation(SockRef::from(&self.tcp)) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let mut state = lock(&self.registration.state);
                let readiness = direction(&mut state);
                readiness.ready = false;
                readiness.wait(cx);
                Poll::Pending
            }
            done => {
                if done.as_ref().is_ok_and(|result| !fills(result)) {
                    direction(&mut lock(&self.registration.state)).clear();
                }
                Poll::Ready(done)
            }
        }
    }

    /// Takes note of a read, and moves the socket from epoll to the timer if this was one of a burst.
    fn record_read(&self, bytes: usize) -> io::Result<()> {
        let Some(coalescing) = &self.shared.coalescing else { return Ok(()) };
        {
            let mut state = lock(&self.registration.state);
            if state.polled.is_some() {
                state.polled = Some(Activity::Read);
                return Ok(());
            }
            if !state.burst.record(bytes, (self.shared.now)()) {
                return Ok(());
            }
            self.shared.registry.deregister(&mut SourceFd(&self.registration.fd))?;
            state.polled = Some(Activity::Read);
        }
        let mut polled = lock(&coalescing.polled);
        polled.keys.push(self.key);
        if !std::mem::replace(&mut polled.armed, true) {
            coalescing.timer.arm(POLL_INTERVAL)?;
        }
        Ok(())
    }

    /// Moves the socket back to epoll at once: the caller waits for the answer to what it writes, and the write itself
    /// may have to wait. Answers to requests are no burst, however fast they come.
    fn end_burst(&self) -> io::Result<()> {
        let mut state = lock(&self.registration.state);
        state.burst = BurstDetector::default();
        if state.polled.is_none() {
            return Ok(());
        }
        self.shared.add_to_epoll(self.registration.fd, self.key)?;
        state.polled = None;
        drop(state);
        self.leave_timer();
        Ok(())
    }

    fn leave_timer(&self) {
        if let Some(coalescing) = &self.shared.coalescing {
            lock(&coalescing.polled).keys.retain(|key| *key != self.key);
        }
    }
}

impl Socket for ReactorSocket {
    fn tcp(&self) -> &TcpStream {
        &self.tcp
    }
}

impl AsyncRead for ReactorSocket {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, room: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut scratch = lock(&self.shared.scratch);
        let most = room.remaining().min(scratch.len());
        let Some(space) = scratch.get_mut(..most) else { return Poll::Ready(Ok(())) };
        let read =
            self.attempt(cx, |state| &mut state.readable, |sock| (&*sock).read(space), |read| *read == most);
        let read = ready!(read)?;
        if read > 0 {
            self.record_read(read)?;
        }
        room.put_slice(scratch.get(..read).unwrap_or_default());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ReactorSocket {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(cx, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.end_burst()?;
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

impl Drop for ReactorSocket {
    fn drop(&mut self) {
        // A forked child has a copy of the socket, but shares the epoll instance with its parent.
        if self.shared.generation != fork::generation() {
            return;
        }
        self.leave_timer();
        lock(&self.shared.sockets).try_remove(self.key);
        // Closing it removes it from epoll only where no child has a copy. If this fails no port is woken by it: the
        // key is not registered any more.
        let _removed = self.shared.registry.deregister(&mut SourceFd(&self.registration.fd));
    }
}

impl fmt::Debug for ReactorSocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReactorSocket").field("key", &self.key).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// Where there is no timer no socket is polled.
#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used)]
mod tests;
