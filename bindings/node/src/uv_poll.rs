//! A `uv_poll_t` on the descriptor of a port's loop driver: node's own event loop wakes the port and drives its calls.
//!
//! Node-API gives access to the libuv loop and nothing more, so the functions of libuv are looked up among the symbols
//! of the node program. Another host of Node-API may not have them, or have them as stubs.
#![allow(unsafe_code)]

use std::cell::Cell;
use std::ffi::{CStr, c_int, c_void};
use std::os::fd::RawFd;
use std::ptr::null_mut;
use std::rc::Rc;
use std::sync::OnceLock;

use napi::{Error, Result, Status, sys};
use parlour_bridge::Port;

use crate::errors;
use crate::js::{Js, Value, check};
use crate::wake::WakeTarget;

/// `UV_POLL` of libuv's `uv_handle_type`.
const UV_POLL: c_int = 8;
/// `UV_READABLE` of libuv's `uv_poll_event`.
const READABLE: c_int = 1;

type Handle = *mut c_void;

/// The functions of libuv that are needed.
#[derive(Clone, Copy)]
struct Libuv {
    handle_size: unsafe extern "C" fn(c_int) -> usize,
    init: unsafe extern "C" fn(*mut c_void, Handle, c_int) -> c_int,
    start: unsafe extern "C" fn(Handle, c_int, unsafe extern "C" fn(Handle, c_int, c_int)) -> c_int,
    stop: unsafe extern "C" fn(Handle) -> c_int,
    close: unsafe extern "C" fn(Handle, unsafe extern "C" fn(Handle)),
    ref_: unsafe extern "C" fn(Handle),
    unref: unsafe extern "C" fn(Handle),
    data: unsafe extern "C" fn(Handle) -> *mut c_void,
    set_data: unsafe extern "C" fn(Handle, *mut c_void),
}

impl Libuv {
    /// Looked for once: `None` where the program that runs has them not.
    fn get() -> Option<Libuv> {
        static FOUND: OnceLock<Option<Libuv>> = OnceLock::new();
        *FOUND.get_or_init(Libuv::find)
    }

    fn find() -> Option<Libuv> {
        // SAFETY: the types are those of libuv's stable interface, version 1.
        unsafe {
            Some(Libuv {
                handle_size: function(c"uv_handle_size")?,
                init: function(c"uv_poll_init")?,
                start: function(c"uv_poll_start")?,
                stop: function(c"uv_poll_stop")?,
                close: function(c"uv_close")?,
                ref_: function(c"uv_ref")?,
                unref: function(c"uv_unref")?,
                data: function(c"uv_handle_get_data")?,
                set_data: function(c"uv_handle_set_data")?,
            })
        }
    }
}

/// A function of the program that runs.
///
/// # Safety
/// `F` is a pointer to a function, of the type that every program has under this name.
unsafe fn function<F: Copy>(name: &CStr) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: a name that ends with a zero.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    // SAFETY: as promised by the caller.
    (!found.is_null()).then(|| unsafe { std::mem::transmute_copy::<*mut c_void, F>(&found) })
}

/// The poll handle of a descriptor; it belongs to the environment's thread.
pub(crate) struct UvPoll {
    fd: RawFd,
    /// `None` before it is attached, and once the environment is about to end.
    handle: Rc<Cell<Option<Handle>>>,
}

/// The user data of the handle.
struct PollContext<W> {
    uv: Libuv,
    /// Libuv's part, aligned for anything; it alone writes there.
    memory: *mut [u128],
    env: sys::napi_env,
    callback: sys::napi_ref,
    /// Null before the first wake-up.
    async_context: Cell<sys::napi_async_context>,
    /// Owns the descriptor.
    target: Rc<W>,
    open: Rc<Cell<Option<Handle>>>,
    hook: sys::napi_async_cleanup_hook_handle,
}

impl UvPoll {
    /// A port whose calls the environment's loop drives, and the poll handle of its descriptor; `None` where this
    /// program has no libuv.
    pub(crate) fn open(js: Js) -> Result<Option<(Port, UvPoll)>> {
        if Libuv::get().is_none() {
            return Ok(None);
        }
        let (port, fd) = Port::for_event_loop().map_err(|error| errors::raise(js, error))?;
        Ok(Some((port, UvPoll { fd, handle: Rc::default() })))
    }

    /// Wakes `target` with `callback` whenever the descriptor is readable, until the environment ends. `target` owns
    /// the descriptor. The handle is unreferenced at first.
    pub(crate) fn attach<W: WakeTarget + 'static>(
        &self,
        js: Js,
        callback: &Value,
        target: Rc<W>,
    ) -> Result<()> {
        let uv = Libuv::get().ok_or_else(|| failed("the functions of libuv are not there"))?;
        let mut uv_loop = null_mut();
        let mut reference = null_mut();
        // SAFETY: values of this scope; the created handle lives as long as the environment.
        unsafe {
            check(sys::napi_get_uv_event_loop(js.raw(), &raw mut uv_loop))?;
            check(sys::napi_create_reference(js.raw(), callback.0, 1, &raw mut reference))?;
        }
        // SAFETY: asks for a number.
        let size = unsafe { (uv.handle_size)(UV_POLL) };
        let memory = Box::into_raw(vec![0; size.div_ceil(size_of::<u128>())].into_boxed_slice());
        let handle: Handle = memory.cast();
        // SAFETY: the memory is as large as libuv wants it, and this is the loop's thread.
        if unsafe { (uv.init)(uv_loop.cast(), handle, self.fd) } != 0 {
            // SAFETY: from `into_raw` above. A handle whose making failed need not be closed.
            drop(unsafe { Box::from_raw(memory) });
            return Err(failed("node's loop cannot poll the descriptor"));
        }
        let context = Box::into_raw(Box::new(PollContext {
            uv,
            memory,
            env: js.raw(),
            callback: reference,
            async_context: Cell::new(null_mut()),
            target,
            open: Rc::clone(&self.handle),
            hook: null_mut(),
        }));
        self.handle.set(Some(handle));
        // SAFETY: the handle was made above and stays in its place; `closed` frees its user data. From here on only
        // the hook closes it: without a hook the handle stays until the end of the process.
        let started = unsafe {
            (uv.set_data)(handle, context.cast());
            let started = (uv.start)(handle, READABLE, readable::<W>);
            (uv.unref)(handle);
            check(sys::napi_add_async_cleanup_hook(
                js.raw(),
                Some(cleanup::<W>),
                context.cast(),
                &raw mut (*context).hook,
            ))?;
            started
        };
        if started == 0 { Ok(()) } else { Err(failed("node's loop refuses to poll the descriptor")) }
    }

    /// Keeps the environment's loop alive, or no longer.
    pub(crate) fn set_ref(&self, referenced: bool) {
        let (Some(uv), Some(handle)) = (Libuv::get(), self.handle.get()) else { return };
        // SAFETY: the handle is open: `cleanup` takes it away before it is closed. This is its thread.
        unsafe {
            match referenced {
                true => (uv.ref_)(handle),
                false => (uv.unref)(handle),
            }
        }
    }
}

fn failed(why: &str) -> Error {
    Error::new(Status::GenericFailure, format!("{why}: this is not a version of Node that parlour knows"))
}

/// Libuv calls this on its loop when the descriptor is readable.
unsafe extern "C" fn readable<W: WakeTarget + 'static>(handle: Handle, _: c_int, _: c_int) {
    let wake = std::panic::AssertUnwindSafe(|| {
        let Some(uv) = Libuv::get() else { return };
        // SAFETY: libuv hands over the handle of `attach`; its user data lives until `closed`.
        let context = unsafe { &*(uv.data)(handle).cast::<PollContext<W>>() };
        // SAFETY: this is the environment's thread, outside of any scope.
        if let Err(error) = unsafe { in_scope(context) } {
            // SAFETY: as above. A failure is reported as an uncaught exception.
            unsafe { Js::new(context.env) }.report(error);
        }
    });
    // A panic is a defect that the panic hook has reported; it must not reach node.
    let _reported = std::panic::catch_unwind(wake);
}

/// Wakes in a handle scope and callback scope of its own: microtasks run at its end, as after a callback of node.
unsafe fn in_scope<W: WakeTarget + 'static>(context: &PollContext<W>) -> Result<()> {
    let env = context.env;
    let (mut handles, mut scope, mut callback) = (null_mut(), null_mut(), null_mut());
    // SAFETY: as promised by the caller; each scope is closed if it was opened, in the opposite order.
    unsafe {
        check(sys::napi_open_handle_scope(env, &raw mut handles))?;
        let opened = async_context_of(context)
            .and_then(|()| check(sys::napi_get_reference_value(env, context.callback, &raw mut callback)))
            // The object is ignored by every version that is supported; the context counts.
            .and_then(|()| {
                let async_context = context.async_context.get();
                check(sys::napi_open_callback_scope(env, null_mut(), async_context, &raw mut scope))
            });
        if opened.is_ok() {
            context.target.on_wake_up(Js::new(env), &Value(callback));
            check(sys::napi_close_callback_scope(env, scope))?;
        }
        check(sys::napi_close_handle_scope(env, handles))?;
        opened
    }
}

/// Makes the context in which the callback runs, at the first wake-up: here no program is on the stack, so that it
/// holds no values of `AsyncLocalStorage`. Made where the port is opened, it would keep those of the first request
/// for as long as the port.
///
/// # Safety
/// On the environment's thread, in a handle scope and outside of any callback.
unsafe fn async_context_of<W>(context: &PollContext<W>) -> Result<()> {
    if !context.async_context.get().is_null() {
        return Ok(());
    }
    let mut made = null_mut();
    // SAFETY: as promised by the caller; the created handle lives as long as the environment.
    unsafe {
        let name = Js::new(context.env).text("parlour")?;
        check(sys::napi_async_init(context.env, null_mut(), name.0, &raw mut made))?;
    }
    context.async_context.set(made);
    Ok(())
}

/// The environment is about to end, and waits until the handle is closed.
unsafe extern "C" fn cleanup<W: WakeTarget + 'static>(
    _: sys::napi_async_cleanup_hook_handle,
    data: *mut c_void,
) {
    // SAFETY: from `attach`, given up in `closed` alone.
    let context = unsafe { &*data.cast::<PollContext<W>>() };
    let Some(handle) = context.open.take() else { return };
    // SAFETY: the handle is open, and this is its thread.
    unsafe {
        (context.uv.stop)(handle);
        (context.uv.close)(handle, closed::<W>);
    }
}

unsafe extern "C" fn closed<W: WakeTarget + 'static>(handle: Handle) {
    let Some(uv) = Libuv::get() else { return };
    // SAFETY: from `Box::into_raw` in `attach`, given up here alone; libuv is done with its part of it.
    let context = unsafe { Box::from_raw((uv.data)(handle).cast::<PollContext<W>>()) };
    // SAFETY: from `Box::into_raw` there, too.
    drop(unsafe { Box::from_raw(context.memory) });
    // SAFETY: the hook that `attach` added, which node waits for.
    let _ended = unsafe { sys::napi_remove_async_cleanup_hook(context.hook) };
}
