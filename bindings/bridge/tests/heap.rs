//! With a client in the process, the memory of bodies stays in the heap between calls. A process of its own, since the
//! thresholds of the allocator are the process's.
#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use parlour_bridge::{Client, settings};

/// Pages that the kernel has given to this process so far.
fn page_faults() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[7].parse().unwrap()
}

/// Page faults of so many calls, each with bodies of 270 kB in all.
fn faults_of(calls: u64) -> u64 {
    let before = page_faults();
    for _ in 0..calls {
        let bodies: Vec<Vec<u8>> = (0..3).map(|_| vec![1; 90_000]).collect();
        drop(std::hint::black_box(bodies));
    }
    page_faults() - before
}

#[test]
fn bodies_do_not_fault_their_pages_in_each_time() {
    let before = faults_of(100);
    assert!(before > 100 * 20, "the allocator keeps such memory by itself: {before} faults, the hint can go");
    let _client = Client::new(settings::builder(br#"{"api_key":"k"}"#, false).unwrap()).unwrap();
    let after = faults_of(100);
    assert!(after < 100 * 5, "{before} faults before, {after} after");
}
