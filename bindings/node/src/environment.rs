//! The instance data of one JavaScript environment, the main thread's or a worker's: its ports.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;

use napi::{Env, Result, sys};
use parlour_bridge::ErrorInfo;

use crate::env_port::{EnvPort, port_of};
use crate::errors;
use crate::js::{Js, Value, check};

/// The ports of an environment, as its instance data.
#[derive(Default)]
struct EnvPorts(RefCell<Vec<Rc<EnvPort>>>);

/// The environment of the call that is running.
pub(crate) fn js(env: Env) -> Js {
    // SAFETY: functions get their `Env` from the call from JavaScript that they serve, whose scope is open.
    unsafe { Js::new(env.raw()) }
}

/// Opens a port of this environment; gives its number.
pub(crate) fn open(js: Js, callback: &Value, hosted: bool) -> Result<u64> {
    let env_port = EnvPort::open(js, callback, hosted)?;
    let number = env_port.number();
    env_ports(js)?.0.borrow_mut().push(env_port);
    Ok(number)
}

/// A port by its number.
pub(crate) fn env_port(js: Js, number: u64) -> Result<Rc<EnvPort>> {
    let found = env_ports(js)?.0.borrow().iter().find(|env_port| env_port.number() == number).cloned();
    found.ok_or_else(|| {
        let message = "this client, call or stream belongs to another worker thread";
        errors::raise(js, ErrorInfo::config(message))
    })
}

/// The port that a token belongs to.
pub(crate) fn env_port_of(js: Js, token: f64) -> Result<Rc<EnvPort>> {
    env_port(js, port_of(token as u64))
}

fn env_ports<'env>(js: Js) -> Result<&'env EnvPorts> {
    let mut data: *mut c_void = null_mut();
    // SAFETY: the instance data of this module is set below alone. It lives as long as its environment, and only code
    // that this environment calls gets here.
    unsafe {
        check(sys::napi_get_instance_data(js.raw(), &raw mut data))?;
        if let Some(env_ports) = data.cast::<EnvPorts>().as_ref() {
            return Ok(env_ports);
        }
        let env_ports = Box::into_raw(Box::<EnvPorts>::default());
        check(sys::napi_set_instance_data(js.raw(), env_ports.cast(), Some(forget), null_mut()))?;
        Ok(&*env_ports)
    }
}

unsafe extern "C" fn forget(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: from `Box::into_raw` in `env_ports`; the environment is gone, and no code asks for it any more.
    drop(unsafe { Box::from_raw(data.cast::<EnvPorts>()) });
}
