//! The wake-up of a JavaScript environment whose event loop polls no sockets of ours (it is not libuv's, or the system
//! is Windows): one thread-safe function, which the runtime's threads call, and which is referenced while an operation
//! is armed, so that the process stays alive.
//!
//! The function is unreferenced at first. No data travels through it: the environment drains its port when it is woken.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use napi::{Result, sys};

use crate::js::{Js, Value, check};

/// The receiver of wake-ups, on the environment's thread.
pub(crate) trait WakeTarget {
    /// `callback` is the function given to [`WakeFunction::attach`].
    fn on_wake_up(&self, js: Js, callback: &Value);
}

/// Any thread may notify; all else belongs to the environment's thread.
#[derive(Default)]
pub(crate) struct WakeFunction {
    /// `None` before it is attached, and once the environment is about to end.
    function: Mutex<Option<Function>>,
}

#[derive(Clone, Copy)]
struct Function(sys::napi_threadsafe_function);

// SAFETY: a handle that node made for being used by other threads.
unsafe impl Send for Function {}

impl WakeFunction {
    /// Wakes `target` with `callback` from now on, until [`WakeFunction::detach`].
    pub(crate) fn attach<W: WakeTarget + 'static>(
        &self,
        js: Js,
        callback: &Value,
        target: Rc<W>,
    ) -> Result<()> {
        let name = js.text("parlour")?;
        let context = Rc::into_raw(target).cast_mut();
        let mut function = null_mut();
        // SAFETY: values of this scope; the context is given up by `finished`, which node calls once.
        let made = check(unsafe {
            sys::napi_create_threadsafe_function(
                js.raw(),
                callback.0,
                null_mut(),
                name.0,
                0,
                1,
                context.cast(),
                Some(finished::<W>),
                context.cast(),
                Some(called::<W>),
                &raw mut function,
            )
        });
        if let Err(error) = made {
            // SAFETY: from `into_raw` above; node has not taken it.
            drop(unsafe { Rc::from_raw(context) });
            return Err(error);
        }
        // SAFETY: the function was made above, on this thread.
        check(unsafe { sys::napi_unref_threadsafe_function(js.raw(), function) })?;
        *self.lock() = Some(Function(function));
        Ok(())
    }

    /// Wakes the environment. From any thread; never blocks, and does nothing once the environment is gone.
    pub(crate) fn notify(&self) {
        let mut guard = self.lock();
        let Some(function) = *guard else { return };
        // SAFETY: the handle is alive: `detach` takes it away under this lock before node frees it.
        let status = unsafe {
            sys::napi_call_threadsafe_function(
                function.0,
                null_mut(),
                sys::ThreadsafeFunctionCallMode::nonblocking,
            )
        };
        if status != sys::Status::napi_ok {
            // It is closing, and must not be touched again.
            *guard = None;
        }
    }

    /// References the function, which keeps the event loop alive, or no longer.
    pub(crate) fn set_ref(&self, js: Js, referenced: bool) -> Result<()> {
        let Some(function) = *self.lock() else { return Ok(()) };
        // SAFETY: on the environment's thread, the handle is alive as in `notify`.
        check(unsafe {
            match referenced {
                true => sys::napi_ref_threadsafe_function(js.raw(), function.0),
                false => sys::napi_unref_threadsafe_function(js.raw(), function.0),
            }
        })
    }

    /// Ends the wake-ups, before the environment ends.
    pub(crate) fn detach(&self) {
        if let Some(function) = self.lock().take() {
            // SAFETY: the handle is alive as in `notify`, and no other thread can reach it any more. That it may be
            // closing already is all that can fail.
            let _closing = unsafe {
                sys::napi_release_threadsafe_function(function.0, sys::ThreadsafeFunctionReleaseMode::release)
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Function>> {
        self.function.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Node calls this on its loop after [`WakeFunction::notify`].
unsafe extern "C" fn called<W: WakeTarget + 'static>(
    env: sys::napi_env,
    callback: sys::napi_value,
    context: *mut c_void,
    _: *mut c_void,
) {
    // Items still queued when an environment ends arrive without it.
    if env.is_null() || callback.is_null() {
        return;
    }
    let wake = std::panic::AssertUnwindSafe(|| {
        // SAFETY: node opened a scope on the environment's thread; the context lives until `finished`.
        let (js, target) = unsafe { (Js::new(env), &*context.cast::<W>()) };
        target.on_wake_up(js, &Value(callback));
    });
    // The panic hook has reported it; unwinding must not cross the FFI boundary.
    let _reported = std::panic::catch_unwind(wake);
}

unsafe extern "C" fn finished<W: WakeTarget + 'static>(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: from `Rc::into_raw` in `attach`, given up here alone, on the environment's thread.
    drop(unsafe { Rc::from_raw(data.cast_const().cast::<W>()) });
}
