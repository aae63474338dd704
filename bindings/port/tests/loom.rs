//! Every interleaving of producers and a consumer that waits to be woken: nothing is lost, no thread waits for ever.
//! Run with `RUSTFLAGS="--cfg loom" cargo test -p parlour-port --release --test loom`.
#![cfg(loom)]
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::{Arc as StdArc, Mutex as StdMutex};
use std::task::{Context, Poll, Wake, Waker};

use loom::sync::{Arc, Condvar, Mutex};
use loom::thread;
use parlour_port::{Capacity, Executor, Port, Queue, Taken};

/// Models the file descriptor of an event loop: readable until it is cleared.
struct Signal {
    raised: Mutex<bool>,
    changed: Condvar,
}

impl Signal {
    fn new() -> Arc<Signal> {
        Arc::new(Signal { raised: Mutex::new(false), changed: Condvar::new() })
    }

    fn raise(&self) {
        *self.raised.lock().unwrap() = true;
        self.changed.notify_one();
    }

    fn wait_and_clear(&self) {
        let mut raised = self.raised.lock().unwrap();
        while !*raised {
            raised = self.changed.wait(raised).unwrap();
        }
        *raised = false;
    }
}

fn port(signal: &Arc<Signal>) -> Port<u32> {
    let signal = Arc::clone(signal);
    Port::new(move || signal.raise())
}

const WIDE: Capacity = Capacity { items: 16, bytes: 1 << 20 };

/// Takes items until each queue is armed, then waits for the port, until `count` items came.
fn consume(port: &Port<u32>, queues: &[Queue<u32>], signal: &Signal, count: usize) -> Vec<(u64, u32)> {
    let mut got = Vec::new();
    loop {
        for queue in queues {
            while let Taken::Items(items) = queue.take(8) {
                got.extend(items.into_iter().map(|item| (queue.token(), item)));
            }
        }
        while got.len() < count {
            signal.wait_and_clear();
            let batches = port.drain(8);
            if batches.is_empty() {
                continue;
            }
            got.extend(
                batches
                    .into_iter()
                    .flat_map(|(token, items)| items.into_iter().map(move |item| (token, item))),
            );
            break;
        }
        if got.len() >= count {
            return got;
        }
    }
}

/// As consumers of many queues do: one that was served is armed at once, and asked only if it has more already.
#[test]
fn arming_without_taking_misses_nothing() {
    loom::model(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queue = port.queue(7, WIDE);
        let producer = queue.clone();
        let thread = thread::spawn(move || {
            assert!(producer.push([(1, 1)]));
            assert!(producer.push([(2, 1)]));
        });
        let mut got = Vec::new();
        while got.len() < 2 {
            if queue.arm() {
                signal.wait_and_clear();
                got.extend(port.drain(8).into_iter().flat_map(|(_, items)| items));
            } else if let Taken::Items(items) = queue.take(8) {
                got.extend(items);
            }
        }
        assert_eq!(got, [1, 2]);
        thread.join().unwrap();
    });
}

#[test]
fn one_producer_is_never_missed() {
    loom::model(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queue = port.queue(7, WIDE);
        let producer = queue.clone();
        let thread = thread::spawn(move || {
            assert!(producer.push([(1, 1)]));
            assert!(producer.push([(2, 1)]));
        });
        let got = consume(&port, &[queue], &signal, 2);
        assert_eq!(got, [(7, 1), (7, 2)]);
        thread.join().unwrap();
    });
}

#[test]
fn two_queues_share_a_wake_up() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queues = [port.queue(1, WIDE), port.queue(2, WIDE)];
        let threads: Vec<_> = queues
            .iter()
            .map(|queue| {
                let producer = queue.clone();
                thread::spawn(move || assert!(producer.push([(9, 1)])))
            })
            .collect();
        let mut got = consume(&port, &queues, &signal, 2);
        got.sort_unstable();
        assert_eq!(got, [(1, 9), (2, 9)]);
        for thread in threads {
            thread.join().unwrap();
        }
    });
}

#[test]
fn a_drain_that_stops_early_wakes_again() {
    loom::model(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queues = [port.queue(1, WIDE), port.queue(2, WIDE)];
        for queue in &queues {
            assert_eq!(queue.take(1), Taken::Armed);
        }
        let producers = queues.clone();
        let thread = thread::spawn(move || {
            for producer in &producers {
                assert!(producer.push([(9, 1)]));
            }
        });
        let mut got = Vec::new();
        while got.len() < 2 {
            signal.wait_and_clear();
            got.extend(port.drain(1).into_iter().map(|(token, _)| token));
        }
        got.sort_unstable();
        assert_eq!(got, [1, 2]);
        thread.join().unwrap();
    });
}

/// Wakes the producer's thread.
struct Unpark(Mutex<bool>, Condvar);

struct UnparkWaker(Arc<Unpark>);

impl Wake for UnparkWaker {
    fn wake(self: StdArc<Self>) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_one();
    }
}

impl Unpark {
    fn wait(&self) {
        let mut woken = self.0.lock().unwrap();
        while !*woken {
            woken = self.1.wait(woken).unwrap();
        }
        *woken = false;
    }
}

/// Waits for capacity as a task does.
fn wait_for_capacity(queue: &Queue<u32>) -> bool {
    let unpark = Arc::new(Unpark(Mutex::new(false), Condvar::new()));
    let waker = Waker::from(StdArc::new(UnparkWaker(Arc::clone(&unpark))));
    let mut cx = Context::from_waker(&waker);
    loop {
        match queue.poll_capacity(&mut cx) {
            Poll::Ready(room) => return room,
            Poll::Pending => unpark.wait(),
        }
    }
}

#[test]
fn a_full_queue_holds_its_producer_until_there_is_capacity() {
    loom::model(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queue = port.queue(7, Capacity { items: 1, bytes: 1 << 20 });
        let producer = queue.clone();
        let thread = thread::spawn(move || {
            for item in [1, 2] {
                assert!(wait_for_capacity(&producer));
                assert!(producer.push([(item, 1)]));
            }
        });
        let got = consume(&port, &[queue], &signal, 2);
        assert_eq!(got, [(7, 1), (7, 2)]);
        thread.join().unwrap();
    });
}

#[test]
fn closing_frees_a_producer_that_waits() {
    loom::model(|| {
        let signal = Signal::new();
        let port = port(&signal);
        let queue = port.queue(7, Capacity { items: 1, bytes: 1 << 20 });
        assert!(queue.push([(1, 1)]));
        let producer = queue.clone();
        let thread = thread::spawn(move || {
            assert!(!wait_for_capacity(&producer));
            assert!(!producer.push([(2, 1)]));
        });
        queue.close();
        assert_eq!(queue.take(8), Taken::Closed);
        thread.join().unwrap();
    });
}

/// The wait of a task: a flag that another thread raises before it wakes the task.
struct Gate {
    state: Mutex<(bool, Option<Waker>)>,
}

impl Gate {
    fn new() -> Arc<Gate> {
        Arc::new(Gate { state: Mutex::new((false, None)) })
    }

    fn open(&self) {
        let waker = {
            let mut state = self.state.lock().unwrap();
            state.0 = true;
            state.1.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn poll(&self, cx: &Context<'_>) -> Poll<()> {
        let mut state = self.state.lock().unwrap();
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(cx.waker().clone());
        Poll::Pending
    }
}

fn tasks() -> (Executor, Arc<Signal>) {
    let signal = Signal::new();
    let raise = Arc::clone(&signal);
    (Executor::new(move || raise.raise()), signal)
}

fn turn(tasks: &Executor) {
    tasks.turn(|| Ok::<(), ()>(())).unwrap();
}

#[test]
fn a_task_that_any_thread_wakes_runs() {
    loom::model(|| {
        let (tasks, signal) = tasks();
        let gates = [Gate::new(), Gate::new()];
        let thread = {
            let gates = gates.clone();
            thread::spawn(move || gates.iter().for_each(|gate| gate.open()))
        };
        let passed = StdArc::new(StdMutex::new(0));
        let task = {
            let passed = StdArc::clone(&passed);
            tasks.spawn(async move {
                for gate in &gates {
                    std::future::poll_fn(|cx| gate.poll(cx)).await;
                    *passed.lock().unwrap() += 1;
                }
            })
        };
        while *passed.lock().unwrap() < 2 {
            signal.wait_and_clear();
            turn(&tasks);
        }
        thread.join().unwrap();
        drop(task);
    });
}

#[test]
fn what_notifies_in_a_turn_is_seen_after_it() {
    loom::model(|| {
        let (tasks, signal) = tasks();
        let notifier = tasks.notifier();
        let port = Port::new(move || notifier.notify());
        let queue = port.queue(1, WIDE);
        assert_eq!(queue.take(1), Taken::Armed);
        let thread = thread::spawn(move || queue.push([(7_u32, 1)]));
        // A turn of its own accord, at any moment beside the push.
        turn(&tasks);
        let mut got = port.drain(8);
        while got.is_empty() {
            signal.wait_and_clear();
            turn(&tasks);
            got = port.drain(8);
        }
        assert_eq!(got, [(1, vec![7])]);
        assert!(thread.join().unwrap());
    });
}

#[test]
fn an_aborted_task_lets_go_of_what_it_holds() {
    loom::model(|| {
        let (tasks, _signal) = tasks();
        let held = StdArc::new(());
        let gate = Gate::new();
        let task = {
            let (held, gate) = (StdArc::clone(&held), Arc::clone(&gate));
            tasks.spawn(async move {
                std::future::poll_fn(|cx| gate.poll(cx)).await;
                std::future::pending::<()>().await;
                drop(held);
            })
        };
        let aborting = {
            let task = task.clone();
            thread::spawn(move || task.abort())
        };
        gate.open();
        turn(&tasks);
        aborting.join().unwrap();
        // It may have been running when it was aborted: then the loop was notified.
        turn(&tasks);
        assert_eq!(StdArc::strong_count(&held), 1);
        drop(task);
    });
}
