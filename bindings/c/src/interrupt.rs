//! Interrupts: what ends a blocking call from another thread, or from a signal handler.

use std::mem::MaybeUninit;
use std::sync::Arc;

use parlour_bridge::{ErrorInfo, EventFd, Wait};

use crate::abi::{PARLOUR_FORKED, parlour_result};
use crate::boundary::{coded, fallible};
use crate::catch::infallible;
use crate::error::parlour_error;
use crate::fault::{Fault, require};

/// Ends blocking calls: parlour_client_create() and parlour_client_request() with options that name it give
/// PARLOUR_INTERRUPTED once it is raised. Any number of calls and threads may share one. A forked child cannot use its
/// parent's.
pub struct parlour_interrupt {
    signal: EventFd,
    generation: u32,
}

impl parlour_interrupt {
    /// The event that a call watches.
    pub(crate) fn signal(&self) -> Result<&EventFd, Fault> {
        match self.generation == parlour_bridge::generation() {
            true => Ok(&self.signal),
            false => Err(Fault::Code(PARLOUR_FORKED)),
        }
    }

    /// Another owner of a handle that belongs to the host.
    pub(crate) fn shared(&self) -> Arc<parlour_interrupt> {
        // SAFETY: every handle is made by `parlour_interrupt_new` from an `Arc`, of which the host has one for as long
        // as it may give it here.
        unsafe {
            Arc::increment_strong_count(self);
            Arc::from_raw(self)
        }
    }
}

/// A new interrupt, not raised. Free it with parlour_interrupt_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_interrupt_new(
    out: Option<&mut MaybeUninit<*mut parlour_interrupt>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let out = require(out, "out")?;
        let signal = EventFd::new()
            .map_err(|error| ErrorInfo::system("no descriptor for wake-ups could be opened", &error))?;
        let made = parlour_interrupt { signal, generation: parlour_bridge::generation() };
        out.write(Arc::into_raw(Arc::new(made)).cast_mut());
        Ok(())
    })
}

/// Frees an interrupt; NULL is allowed. Options that name it keep what they need of it, and nobody can raise it any
/// more.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_interrupt_free(interrupt: *mut parlour_interrupt) {
    infallible(|| {
        if !interrupt.is_null() {
            // SAFETY: not NULL, so it is a handle made by `parlour_interrupt_new`, which this call ends.
            drop(unsafe { Arc::from_raw(interrupt.cast_const()) });
        }
    });
}

/// Ends the blocking calls that name it, those at work and those to come, until parlour_interrupt_reset(). Any thread,
/// and the only function of this header for signal handlers: it makes one system call and keeps errno. NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_interrupt_raise(interrupt: Option<&parlour_interrupt>) {
    // Nothing here may take a lock, allocate or look at what belongs to the thread.
    if let Some(interrupt) = interrupt
        && interrupt.generation == parlour_bridge::generation()
    {
        interrupt.signal.raise_in_handler();
    }
}

/// Takes that back: calls made from now on run. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_interrupt_reset(interrupt: Option<&parlour_interrupt>) -> parlour_result {
    coded(|| {
        require(interrupt, "interrupt")?.signal()?.clear();
        Ok(())
    })
}

/// Whether it is raised; false for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_interrupt_is_raised(interrupt: Option<&parlour_interrupt>) -> bool {
    crate::catch::value_or(false, || {
        let signal = interrupt?.signal().ok()?;
        Some(signal.wait(Some(std::time::Duration::ZERO)).ok()? == Wait::Raised)
    })
}
