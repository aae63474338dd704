//! A hint to the allocator: the bodies of calls come and go, and their memory should not go back to the kernel each
//! time.
//!
//! glibc gives the free end of its heap back beyond a threshold, which is 128 KiB at first and grows to twice the size
//! of the largest block that was mapped apart and freed (`mallopt(3)`, `M_TRIM_THRESHOLD` and `M_MMAP_THRESHOLD`).
//! Below that, a call with an answer or a request of 100 kB costs two system calls and eighty page faults: a third of
//! its time.

/// A block of this size sets the thresholds, in bytes. Nothing of it is touched, so that it takes no memory.
#[cfg(target_env = "gnu")]
const BLOCK: usize = 1 << 20;

/// Lets the heap keep the memory of bodies of up to about 1 MiB, unless the program has set the thresholds itself. Any
/// thread; cheap to repeat.
pub(crate) fn keep_bodies() {
    #[cfg(target_env = "gnu")]
    {
        let mut block = Vec::<u8>::new();
        // Without memory for it the thresholds stay as they are, which is no failure.
        if block.try_reserve_exact(BLOCK).is_ok() {
            // Otherwise the compiler may leave the allocation out.
            drop(std::hint::black_box(block));
        }
    }
}
