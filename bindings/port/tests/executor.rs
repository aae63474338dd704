//! The executor of a loop, seen from one thread. Every interleaving with other threads is `loom.rs`'s.
#![cfg(not(loom))]
#![allow(clippy::unwrap_used, missing_docs)]

use std::cell::Cell;
use std::future::poll_fn;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use parlour_port::{Executor, Task};

#[derive(Clone, Default)]
struct Count(Arc<AtomicUsize>);

impl Count {
    fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

fn tasks() -> (Executor, Count) {
    let notified = Count::default();
    let notify = notified.clone();
    (Executor::new(move || notify.add()), notified)
}

/// A task that wakes itself this often before it ends, and counts its runs.
fn restless(tasks: &Executor, mut times: usize, runs: &Count) -> Task {
    let runs = runs.clone();
    tasks.spawn(poll_fn(move |cx| {
        runs.add();
        if times == 0 {
            return Poll::Ready(());
        }
        times -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }))
}

fn turn(tasks: &Executor) {
    tasks.turn(|| Ok::<(), ()>(())).unwrap();
}

#[test]
fn a_task_runs_at_once_and_again_when_it_was_woken() {
    let (tasks, notified) = tasks();
    let runs = Count::default();
    restless(&tasks, 1, &runs);
    assert_eq!((runs.get(), notified.get()), (1, 1));
    turn(&tasks);
    assert_eq!((runs.get(), notified.get()), (2, 1), "what is woken in a turn needs no notification");
    turn(&tasks);
    assert_eq!(runs.get(), 2);
}

#[test]
fn a_turn_ends_and_rings_where_there_is_too_much_to_do() {
    let (tasks, notified) = tasks();
    let runs = Count::default();
    for _ in 0..300 {
        restless(&tasks, 1, &runs);
    }
    assert_eq!((runs.get(), notified.get()), (300, 1));
    turn(&tasks);
    let first = runs.get();
    assert!(first > 300 && first < 600, "{first}");
    assert_eq!(notified.get(), 2);
    while runs.get() < 600 {
        let before = runs.get();
        turn(&tasks);
        assert!(runs.get() > before, "each turn gets on");
    }
    assert_eq!(runs.get(), 600);
    // One that never rests holds up a turn no longer.
    restless(&tasks, usize::MAX, &runs);
    turn(&tasks);
    assert!(runs.get() < 1_000);
}

#[test]
fn woken_tasks_go_first_and_leave_half_of_a_turn_to_yielded_ones() {
    let (tasks, _) = tasks();
    let busy = Count::default();
    let busy_tasks: Vec<Task> = (0..100).map(|_| restless(&tasks, usize::MAX, &busy)).collect();
    assert_eq!(busy.get(), 100);
    // In each turn as many as it runs have waited meanwhile, each for its own waker.
    let (waited, slot) = (Count::default(), Arc::new(Mutex::new(None::<Waker>)));
    let wait = || {
        let (runs, mut asked) = (waited.clone(), false);
        let given = Arc::clone(&slot);
        tasks.spawn(poll_fn(move |cx| {
            if std::mem::replace(&mut asked, true) {
                runs.add();
                return Poll::Ready(());
            }
            *given.lock().unwrap() = Some(cx.waker().clone());
            Poll::Pending
        }));
        slot.lock().unwrap().take().unwrap().wake();
    };
    wait();
    turn(&tasks);
    assert_eq!(waited.get(), 1, "it does not wait for a hundred others");
    let one_turn = busy.get() - 100 + 1;
    (0..one_turn * 2).for_each(|_| wait());
    turn(&tasks);
    assert_eq!(waited.get() - 1, one_turn / 2);
    assert_eq!(busy.get() - 100, one_turn - 1 + one_turn / 2, "those with more to do are not forgotten");
    drop(busy_tasks);
}

#[test]
fn an_aborted_task_is_dropped_at_once_and_never_runs_again() {
    let (tasks, _) = tasks();
    let held = Arc::new(());
    let task = {
        let held = Arc::clone(&held);
        tasks.spawn(async move {
            std::future::pending::<()>().await;
            drop(held);
        })
    };
    assert_eq!(Arc::strong_count(&held), 2);
    task.abort();
    assert_eq!(Arc::strong_count(&held), 1);
    task.abort();
    let runs = Count::default();
    let task = restless(&tasks, 5, &runs);
    task.abort();
    turn(&tasks);
    assert_eq!(runs.get(), 1);
}

#[test]
fn a_woken_task_does_not_outlive_its_executor() {
    let held = Arc::new(());
    let slot = Arc::new(Mutex::new(None::<Waker>));
    let waits = |tasks: &Executor| {
        let (held, given) = (Arc::clone(&held), Arc::clone(&slot));
        drop(tasks.spawn(poll_fn(move |cx| {
            let _held = &held;
            *given.lock().unwrap() = Some(cx.waker().clone());
            Poll::<()>::Pending
        })));
        slot.lock().unwrap().take().unwrap()
    };
    // Woken before the executor goes, and after.
    let (tasks, _) = tasks();
    waits(&tasks).wake();
    let late = waits(&tasks);
    assert_eq!(Arc::strong_count(&held), 3);
    drop(tasks);
    assert_eq!(Arc::strong_count(&held), 2);
    late.wake();
    assert_eq!(Arc::strong_count(&held), 1);
}

#[test]
fn events_that_cannot_be_polled_leave_the_tasks_to_the_next_turn() {
    let (tasks, notified) = tasks();
    let runs = Count::default();
    restless(&tasks, 1, &runs);
    let looks = Cell::new(0);
    let looked = tasks.turn(|| {
        looks.set(looks.get() + 1);
        Err("no")
    });
    assert_eq!((looked, looks.get(), runs.get(), notified.get()), (Err("no"), 1, 1, 2));
    turn(&tasks);
    assert_eq!(runs.get(), 2);
}
