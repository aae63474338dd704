//! The contract of the queue and the port on one thread.
#![cfg(not(loom))]
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use parlour_port::{Capacity, Port, Taken};

struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn counted() -> (Port<u32>, Arc<Count>) {
    let wakes = Arc::new(Count(AtomicUsize::new(0)));
    let count = Arc::clone(&wakes);
    (
        Port::new(move || {
            count.0.fetch_add(1, Ordering::Relaxed);
        }),
        wakes,
    )
}

const CAPACITY: Capacity = Capacity { items: 4, bytes: 100 };

#[test]
fn a_consumer_that_is_not_armed_is_not_woken() {
    let (port, wakes) = counted();
    let queue = port.queue(1, CAPACITY);
    assert!(queue.push([(1, 0), (2, 0)]));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
    assert_eq!(queue.take(10), Taken::Items(vec![1, 2]));
    assert!(port.drain(10).is_empty());
}

#[test]
fn a_queue_is_armed_only_while_it_is_empty() {
    let (port, wakes) = counted();
    let queue = port.queue(1, CAPACITY);
    assert!(queue.arm());
    assert!(queue.push([(1, 0)]));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    assert!(port.has_ready());
    assert_eq!(port.drain(10), vec![(1, vec![1])]);
    assert!(!port.has_ready());
    assert!(queue.push([(2, 0)]));
    assert!(!queue.arm());
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    assert_eq!(queue.take(10), Taken::Items(vec![2]));
    queue.close();
    assert!(!queue.arm());
}

#[test]
fn one_wake_up_serves_all_that_are_armed() {
    let (port, wakes) = counted();
    let queues: Vec<_> = (0..100).map(|token| port.queue(token, CAPACITY)).collect();
    for queue in &queues {
        assert_eq!(queue.take(10), Taken::Armed);
    }
    for queue in &queues {
        assert!(queue.push([(5, 0)]));
        assert!(queue.push([(6, 0)]));
    }
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    let batches = port.drain(1000);
    assert_eq!(batches.len(), 100);
    assert!(batches.iter().all(|(_, items)| items == &[5, 6]));
    assert!(port.drain(1000).is_empty());
}

#[test]
fn a_full_queue_stops_the_producer_until_half_is_gone() {
    let (port, _) = counted();
    let woken = Arc::new(Count(AtomicUsize::new(0)));
    let waker = Waker::from(Arc::clone(&woken));
    let mut cx = Context::from_waker(&waker);
    for bytes in [1, 30] {
        let before = woken.0.load(Ordering::Relaxed);
        let queue = port.queue(1, CAPACITY);
        assert_eq!(queue.poll_capacity(&mut cx), Poll::Ready(true));
        assert!(queue.push((0..4).map(|item| (item, bytes))));
        assert_eq!(queue.poll_capacity(&mut cx), Poll::Pending);
        assert_eq!(queue.take(1), Taken::Items(vec![0]));
        assert_eq!(woken.0.load(Ordering::Relaxed), before, "three of four are still there");
        assert!(matches!(queue.take(2), Taken::Items(_)));
        assert_eq!(woken.0.load(Ordering::Relaxed), before + 1);
        assert_eq!(queue.poll_capacity(&mut cx), Poll::Ready(true));
    }
}

#[test]
fn a_closed_queue_takes_and_gives_nothing() {
    let (port, wakes) = counted();
    let queue = port.queue(1, CAPACITY);
    assert_eq!(queue.take(1), Taken::Armed);
    queue.close();
    assert!(queue.is_closed());
    assert!(!queue.push([(1, 0)]));
    assert_eq!(queue.take(1), Taken::Closed);
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
}

#[test]
fn a_queue_closed_after_it_got_ready_is_left_out_of_the_drain() {
    let (port, _) = counted();
    let queue = port.queue(1, CAPACITY);
    assert_eq!(queue.take(1), Taken::Armed);
    assert!(queue.push([(1, 0)]));
    queue.close();
    assert!(port.drain(10).is_empty());
}

#[test]
fn a_sealed_queue_gives_its_last_item_and_refuses_others() {
    let (port, wakes) = counted();
    let queue = port.queue(1, CAPACITY);
    assert!(queue.push([(1, 50), (2, 60)]));
    assert!(queue.seal(9));
    assert!(!queue.seal(10));
    assert!(!queue.push([(3, 0)]));
    assert_eq!(queue.take(10), Taken::Items(vec![9]));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);

    let armed = port.queue(2, CAPACITY);
    assert_eq!(armed.take(10), Taken::Armed);
    assert!(armed.seal(9));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 1);
    assert_eq!(port.drain(10), [(2, vec![9])]);
}

#[test]
fn a_port_that_is_gone_wakes_nobody_and_frees_its_queues() {
    let (port, wakes) = counted();
    let item = Arc::new(());
    let kept = Arc::clone(&item);
    let port_of_arcs: Port<Arc<()>> = Port::new(|| ());
    let queue = port_of_arcs.queue(1, CAPACITY);
    assert!(matches!(queue.take(1), Taken::Armed));
    assert!(queue.push([(item, 0)]));
    drop((queue, port_of_arcs));
    assert_eq!(Arc::strong_count(&kept), 1);

    let late = port.queue(1, CAPACITY);
    assert_eq!(late.take(1), Taken::Armed);
    drop(port);
    assert!(late.push([(1, 0)]));
    assert_eq!(wakes.0.load(Ordering::Relaxed), 0);
}
