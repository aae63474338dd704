//! The threads of the library.

use std::mem::MaybeUninit;

use parlour_bridge::{ErrorInfo, RuntimeOptions};

use crate::abi::parlour_result;
use crate::boundary::fallible;
use crate::error::parlour_error;
use crate::text::parlour_str;

/// Sets what the threads of this process are made with, by name to a JSON value: "worker_threads", how many drive the
/// connections, 1 to 64, 2 unless it is set. Only before the first call of the process; a forked child starts with the
/// value of its parent. They live as long as the process: nothing shuts them down, because a call could not report that
/// they are gone, and exit() does not wait for them. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_runtime_set(
    name: parlour_str,
    json: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || match name.text("name")? {
        "worker_threads" => {
            let json = json.text("json")?;
            let worker_threads = json
                .trim_ascii()
                .parse()
                .map_err(|_| ErrorInfo::config("worker_threads must be a whole number from 1 to 64"))?;
            Ok(parlour_bridge::configure(RuntimeOptions { worker_threads })?)
        }
        _ => Err(ErrorInfo::config("unknown setting of the runtime; there is `worker_threads`").into()),
    })
}
