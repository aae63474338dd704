//! The wake-up of a JavaScript environment whose loop watches no sockets of ours (it is not libuv's, or the system is
//! Windows): one thread-safe function, called by the runtime's threads when something is there, and the hold that keeps
//! the process alive while somebody waits. It must not know what is delivered.
//!
//! The function is weak: alone it keeps nothing alive. Nothing travels through it; who is woken fetches what is there.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

use napi::{Result, sys};

use crate::js::{Js, Value, check};

/// Who is woken, on the environment's thread.
pub(crate) trait Woken {
    /// `callback` is the function given to [`Wake::attach`].
    fn wake(&self, js: Js, callback: &Value);
}

/// Any thread may raise it; all else belongs to the environment's thread.
#[derive(Default)]
pub(crate) struct Wake {
    /// `None` before it is attached, and once the environment is about to end.
    function: Mutex<Option<Function>>,
}

#[derive(Clone, Copy)]
struct Function(sys::napi_threadsafe_function);

// SAFETY: a handle that node made for being used by other threads.
unsafe impl Send for Function {}

impl Wake {
    /// Has `woken` woken with `callback` from now on, until [`Wake::detach`].
    pub(crate) fn attach<W: Woken + 'static>(&self, js: Js, callback: &Value, woken: Rc<W>) -> Result<()> {
        let name = js.text("parlour")?;
        let context = Rc::into_raw(woken).cast_mut();
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

    /// Has the consumer woken. Any thread; never blocks, and does nothing when the environment is gone.
    pub(crate) fn raise(&self) {
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

    /// Keeps the environment's loop alive, or no longer.
    pub(crate) fn hold(&self, js: Js, hold: bool) -> Result<()> {
        let Some(function) = *self.lock() else { return Ok(()) };
        // SAFETY: on the environment's thread, the handle is alive as in `raise`.
        check(unsafe {
            match hold {
                true => sys::napi_ref_threadsafe_function(js.raw(), function.0),
                false => sys::napi_unref_threadsafe_function(js.raw(), function.0),
            }
        })
    }

    /// Nobody is woken from here on. Before the environment ends.
    pub(crate) fn detach(&self) {
        if let Some(function) = self.lock().take() {
            // SAFETY: the handle is alive as in `raise`, and nobody can reach it any more. That it may be closing
            // already is all that can fail.
            let _closing = unsafe {
                sys::napi_release_threadsafe_function(function.0, sys::ThreadsafeFunctionReleaseMode::release)
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Function>> {
        self.function.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Node calls this on its loop after [`Wake::raise`].
unsafe extern "C" fn called<W: Woken + 'static>(
    env: sys::napi_env,
    callback: sys::napi_value,
    context: *mut c_void,
    _: *mut c_void,
) {
    // What is still queued when an environment ends comes without it.
    if env.is_null() || callback.is_null() {
        return;
    }
    let wake = std::panic::AssertUnwindSafe(|| {
        // SAFETY: node opened a scope on the environment's thread; the context lives until `finished`.
        let (js, woken) = unsafe { (Js::new(env), &*context.cast::<W>()) };
        woken.wake(js, &Value(callback));
    });
    // A panic is a defect that the panic hook has reported; it must not reach node.
    let _reported = std::panic::catch_unwind(wake);
}

unsafe extern "C" fn finished<W: Woken + 'static>(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: from `Rc::into_raw` in `attach`, given up here alone, on the environment's thread.
    drop(unsafe { Rc::from_raw(data.cast_const().cast::<W>()) });
}
