//! The threads of the library. It must not know what runs on them.

use std::mem::MaybeUninit;

use parlour_bridge::RuntimeOptions;

use crate::abi::parlour_result;
use crate::boundary::fallible;
use crate::error::parlour_error;

/// Sets how many threads drive the connections of this process: 1 to 64, 2 unless it is set. Only before the first
/// call of the process; a forked child starts with what its parent had set. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_runtime_configure(
    worker_threads: u32,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || Ok(parlour_bridge::configure(RuntimeOptions { worker_threads })?))
}
