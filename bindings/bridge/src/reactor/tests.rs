//! Sockets read by the clock: nothing is lost on the way there, under it and back.

use std::io::Write;
use std::net::TcpListener;
use std::sync::OnceLock;
use std::task::Poll::Ready as Done;

use super::*;

/// A moment that lasts: whatever is read in it comes in a flood.
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

    fn flooded() -> Pair {
        let mut pair = Pair::new();
        for _ in 0..64 {
            assert_eq!(pair.exchange(b"crumb"), b"crumb");
        }
        assert_eq!(pair.by_clock(), 1);
        pair
    }

    /// What is read once this was sent.
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

    /// Blocks until the descriptor is readable, and looks.
    fn wait(&mut self) {
        let mut outer = mio::Poll::new().unwrap();
        outer.registry().register(&mut SourceFd(&self.reactor.fd()), Token(0), Interest::READABLE).unwrap();
        outer.poll(&mut Events::with_capacity(1), None).unwrap();
        self.reactor.look().unwrap();
    }

    fn by_clock(&self) -> usize {
        lock(&self.reactor.shared.clock.as_ref().unwrap().sockets).keys.len()
    }

    fn is_ticking(&self) -> bool {
        lock(&self.reactor.shared.clock.as_ref().unwrap().sockets).ticking
    }
}

fn connect(reactor: &Reactor) -> (Box<dyn Socket>, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let theirs = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    theirs.set_nodelay(true).unwrap();
    let (ours, _) = listener.accept().unwrap();
    ours.set_nonblocking(true).unwrap();
    (reactor.sockets().adopt(ours).unwrap(), theirs)
}

fn context() -> Context<'static> {
    Context::from_waker(Waker::noop())
}

#[test]
fn what_comes_between_ticks_is_read_at_the_next() {
    let mut pair = Pair::flooded();
    for _ in 0..10 {
        assert_eq!(pair.exchange(b"more"), b"more");
        assert_eq!(pair.by_clock(), 1);
    }
}

#[test]
fn a_socket_that_falls_silent_is_watched_again_and_the_clock_stops() {
    let mut pair = Pair::flooded();
    while pair.is_ticking() {
        pair.wait();
        let mut space = [0; 8];
        assert!(
            Pin::new(&mut pair.ours).poll_read(&mut context(), &mut ReadBuf::new(&mut space)).is_pending()
        );
    }
    assert_eq!(pair.by_clock(), 0);
    // One crumb is no flood again.
    assert_eq!(pair.exchange(b"after"), b"after");
    assert_eq!(pair.by_clock(), 0);
}

#[test]
fn what_came_before_it_is_watched_again_is_not_lost() {
    let mut pair = Pair::flooded();
    pair.theirs.write_all(b"unread").unwrap();
    // Nobody reads: it is taken for silent.
    while pair.is_ticking() {
        pair.wait();
    }
    assert_eq!(pair.read(), b"unread");
}

#[test]
fn its_end_is_seen() {
    let mut pair = Pair::flooded();
    pair.theirs.shutdown(Shutdown::Write).unwrap();
    assert_eq!(pair.read(), b"");
}

#[test]
fn who_writes_is_watched_again_at_once() {
    let mut pair = Pair::flooded();
    assert!(Pin::new(&mut pair.ours).poll_write(&mut context(), b"request").is_ready());
    assert_eq!(pair.by_clock(), 0);
    assert_eq!(pair.exchange(b"answer"), b"answer");
}

#[test]
fn answers_that_were_asked_for_are_no_flood() {
    let mut pair = Pair::new();
    for _ in 0..64 {
        assert!(Pin::new(&mut pair.ours).poll_write(&mut context(), b"request").is_ready());
        assert_eq!(pair.exchange(b"answer"), b"answer");
        assert_eq!(pair.by_clock(), 0);
    }
}

#[test]
fn a_write_that_has_to_wait_goes_on() {
    let mut pair = Pair::flooded();
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
fn a_socket_that_is_dropped_leaves_the_clock_to_others() {
    let mut pair = Pair::flooded();
    let (ours, theirs) = connect(&pair.reactor);
    drop(std::mem::replace(&mut pair.ours, ours));
    pair.theirs = theirs;
    assert_eq!(pair.by_clock(), 0);
    assert_eq!(pair.exchange(b"other"), b"other");
    while pair.is_ticking() {
        pair.wait();
    }
}
