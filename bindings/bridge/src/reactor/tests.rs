//! Sockets polled on the timer: nothing is lost on the way there, while they are polled, and on the way back.

use std::io::Write;
use std::net::TcpListener;
use std::sync::OnceLock;
use std::task::Poll::Ready as Done;

use super::*;

/// A stopped clock: every read belongs to a burst.
fn stopped() -> Instant {
    static MOMENT: OnceLock<Instant> = OnceLock::new();
    *MOMENT.get_or_init(Instant::now)
}

struct Pair {
    reactor: Reactor,
    ours: Box<dyn Socket>,
    theirs: TcpStream,
}

impl Pair {
    fn new() -> Pair {
        let reactor = Reactor::with_clock(stopped).unwrap();
        let (ours, theirs) = connect(&reactor);
        Pair { reactor, ours, theirs }
    }

    fn bursting() -> Pair {
        let mut pair = Pair::new();
        for _ in 0..64 {
            assert_eq!(pair.exchange(b"small"), b"small");
        }
        assert_eq!(pair.polled(), 1);
        pair
    }

    /// Sends the bytes and returns what the socket reads.
    fn exchange(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.theirs.write_all(bytes).unwrap();
        self.read()
    }

    /// Waits for the next read as a host's loop does.
    fn read(&mut self) -> Vec<u8> {
        loop {
            let mut space = [0; 64];
            let mut room = ReadBuf::new(&mut space);
            if let Done(read) = Pin::new(&mut self.ours).poll_read(&mut context(), &mut room) {
                read.unwrap();
                return room.filled().to_vec();
            }
            self.wait();
        }
    }

    /// Blocks until the descriptor is readable, and polls.
    fn wait(&mut self) {
        let mut outer = mio::Poll::new().unwrap();
        outer.registry().register(&mut SourceFd(&self.reactor.fd()), Token(0), Interest::READABLE).unwrap();
        outer.poll(&mut Events::with_capacity(1), None).unwrap();
        self.reactor.poll().unwrap();
    }

    fn polled(&self) -> usize {
        lock(&self.reactor.shared.coalescing.as_ref().unwrap().polled).keys.len()
    }

    fn is_armed(&self) -> bool {
        lock(&self.reactor.shared.coalescing.as_ref().unwrap().polled).armed
    }
}

fn connect(reactor: &Reactor) -> (Box<dyn Socket>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    theirs.set_nodelay(true).unwrap();
    let (ours, _) = listener.accept().unwrap();
    ours.set_nonblocking(true).unwrap();
    (reactor.sockets().register(ours).unwrap(), theirs)
}

fn context() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

#[test]
fn what_comes_in_an_interval_is_read_at_its_end() {
    let mut pair = Pair::bursting();
    for _ in 0..10 {
        assert_eq!(pair.exchange(b"more"), b"more");
        assert_eq!(pair.polled(), 1);
    }
}

#[test]
fn an_idle_socket_returns_to_epoll_and_the_timer_stops() {
    let mut pair = Pair::bursting();
    while pair.is_armed() {
        pair.wait();
        let mut space = [0; 8];
        assert!(
            Pin::new(&mut pair.ours).poll_read(&mut context(), &mut ReadBuf::new(&mut space)).is_pending()
        );
    }
    assert_eq!(pair.polled(), 0);
    // One small read is no burst again.
    assert_eq!(pair.exchange(b"after"), b"after");
    assert_eq!(pair.polled(), 0);
}

#[test]
fn what_came_before_it_returned_to_epoll_is_not_lost() {
    let mut pair = Pair::bursting();
    pair.theirs.write_all(b"unread").unwrap();
    // Without a reader the detector takes the socket for idle.
    while pair.is_armed() {
        pair.wait();
    }
    assert_eq!(pair.read(), b"unread");
}

#[test]
fn its_end_is_seen() {
    let mut pair = Pair::bursting();
    pair.theirs.shutdown(Shutdown::Write).unwrap();
    assert_eq!(pair.read(), b"");
}

#[test]
fn a_write_returns_the_socket_to_epoll_at_once() {
    let mut pair = Pair::bursting();
    assert!(Pin::new(&mut pair.ours).poll_write(&mut context(), b"request").is_ready());
    assert_eq!(pair.polled(), 0);
    assert_eq!(pair.exchange(b"answer"), b"answer");
}

#[test]
fn answers_to_requests_are_no_burst() {
    let mut pair = Pair::new();
    for _ in 0..64 {
        assert!(Pin::new(&mut pair.ours).poll_write(&mut context(), b"request").is_ready());
        assert_eq!(pair.exchange(b"answer"), b"answer");
        assert_eq!(pair.polled(), 0);
    }
}

#[test]
fn a_write_that_has_to_wait_goes_on() {
    let mut pair = Pair::bursting();
    let block = vec![7; 1 << 20];
    while Pin::new(&mut pair.ours).poll_write(&mut context(), &block).is_ready() {}
    let mut reader = pair.theirs.try_clone().unwrap();
    let reading = std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()).unwrap());
    while Pin::new(&mut pair.ours).poll_write(&mut context(), b"rest").is_pending() {
        pair.wait();
    }
    drop(pair.ours);
    assert!(reading.join().unwrap() > 4);
}

#[test]
fn a_socket_that_is_dropped_leaves_the_timer_to_others() {
    let mut pair = Pair::bursting();
    let (ours, theirs) = connect(&pair.reactor);
    drop(std::mem::replace(&mut pair.ours, ours));
    pair.theirs = theirs;
    assert_eq!(pair.polled(), 0);
    assert_eq!(pair.exchange(b"other"), b"other");
    while pair.is_armed() {
        pair.wait();
    }
}
