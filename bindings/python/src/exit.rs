//! Parks a thread that Python ends while functions of this module are on its stack: the thread blocks for ever, and its
//! stack is not unwound.
//!
//! Up to 3.13 a finalising Python ends every other thread that wants the interpreter by `pthread_exit`: one that comes
//! back from a wait of ours, and one that runs Python code which we called (a logger, a class of errors). With glibc
//! that unwinds the stack. Frames of Rust must not be unwound so: calls into C are compiled as calls that never unwind,
//! where the process is aborted, and objects that a destructor would release to Python must not be touched now. PyO3
//! stops the first of the two kinds in a destructor of its own; nothing stops the second. Looking before the
//! interpreter is asked for would not do either: it may begin to finalise right after.
//!
//! So a thread that comes in here is given a cleanup handler (`_pthread_cleanup_push`), which `pthread_exit` calls
//! before it has undone a single frame, and which does not return while Python finalises. That is how Python itself
//! does it from 3.14 on. Other C libraries than glibc end a thread without unwinding it.

use pyo3::Python;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) use gnu::guard_this_thread;

/// Enters the interpreter from a thread of ours, guarded; `None` if it is shutting down. The only way in: the rules of
/// the house refuse PyO3's own functions elsewhere.
pub(crate) fn enter<T>(run: impl for<'py> FnOnce(Python<'py>) -> T) -> Option<T> {
    guard_this_thread();
    Python::try_attach(run)
}

/// Nothing to do: where there is no glibc, a thread is ended without being unwound.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn guard_this_thread() {}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
mod gnu {
    use std::cell::OnceCell;
    use std::ffi::{CStr, c_int, c_void};
    use std::ptr;
    use std::sync::OnceLock;

    /// Makes sure that this thread, should Python end it, is stopped before anything on its stack is undone. Costs a
    /// look at a thread-local after the first time.
    pub(crate) fn guard_this_thread() {
        thread_local! {
            static HANDLER: OnceCell<Option<Handler>> = const { OnceCell::new() };
        }
        // A thread whose locals are gone runs no Python any more.
        let _gone = HANDLER.try_with(|handler| handler.get_or_init(Handler::register).is_some());
    }

    /// A place in the thread's list of cleanup handlers, which holds its address until the thread is over. On the heap:
    /// what lies outside of the stack counts as left with the first frame, which is when the handler is called.
    struct Handler(*mut Buffer);

    /// `struct _pthread_cleanup_buffer` of pthread.h.
    #[repr(C)]
    struct Buffer {
        routine: Option<Routine>,
        argument: *mut c_void,
        cancel_type: c_int,
        previous: *mut Buffer,
    }

    type Routine = unsafe extern "C" fn(*mut c_void);
    type Push = unsafe extern "C" fn(*mut Buffer, Routine, *mut c_void);
    type IsFinalizing = unsafe extern "C" fn() -> c_int;

    /// Symbols that are looked up in the running program, since neither is guaranteed: one is glibc's older interface,
    /// the other is in the stable ABI only from 3.13 on.
    struct Found {
        push: Push,
        is_finalizing: IsFinalizing,
    }

    fn found() -> Option<&'static Found> {
        static FOUND: OnceLock<Option<Found>> = OnceLock::new();
        FOUND
            .get_or_init(|| {
                let push = look_up(c"_pthread_cleanup_push")?;
                let asks = look_up(c"Py_IsFinalizing").or_else(|| look_up(c"_Py_IsFinalizing"))?;
                // SAFETY: these are the types that glibc's pthread.h and Python's pylifecycle.h declare them with; both
                // stay loaded for as long as the process lives.
                Some(unsafe {
                    Found {
                        push: std::mem::transmute::<*mut c_void, Push>(push),
                        is_finalizing: std::mem::transmute::<*mut c_void, IsFinalizing>(asks),
                    }
                })
            })
            .as_ref()
    }

    fn look_up(name: &CStr) -> Option<*mut c_void> {
        // SAFETY: the name ends with a zero; the look-up changes nothing.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        (!found.is_null()).then_some(found)
    }

    impl Handler {
        fn register() -> Option<Handler> {
            let found = found()?;
            let buffer = Box::into_raw(Box::new(Buffer {
                routine: None,
                argument: ptr::null_mut(),
                cancel_type: 0,
                previous: ptr::null_mut(),
            }));
            // SAFETY: the buffer is a valid one of glibc's, and stays at its place until this thread's locals are
            // dropped, after which its handlers are not looked at any more.
            unsafe { (found.push)(buffer, stay, ptr::null_mut()) };
            Some(Handler(buffer))
        }
    }

    impl Drop for Handler {
        fn drop(&mut self) {
            // SAFETY: made by `Box::into_raw` in `register`, and freed here alone. The thread returned from its last
            // function: glibc reads its list of handlers while it unwinds, which is behind it.
            drop(unsafe { Box::from_raw(self.0) });
        }
    }

    /// Called by glibc on a thread that is about to be unwound. One that a program ends while Python lives, which is
    /// its own affair, goes on.
    unsafe extern "C" fn stay(_: *mut c_void) {
        // SAFETY: needs no interpreter lock; it reads an atomic.
        if found().is_some_and(|found| unsafe { (found.is_finalizing)() } != 0) {
            loop {
                // SAFETY: waits for a signal, and returns when a handler has run.
                unsafe { libc::pause() };
            }
        }
    }
}
