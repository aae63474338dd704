//! What belongs to one JavaScript environment, the main thread's or a worker's: its ports. It must not know what they
//! carry.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::rc::Rc;

use napi::{Env, Result, sys};
use parlour_bridge::ErrorInfo;

use crate::errors;
use crate::js::{Js, Value, check};
use crate::seat::{Seat, port_of};

/// The ports of an environment, as its instance data.
#[derive(Default)]
struct Seats(RefCell<Vec<Rc<Seat>>>);

/// The environment of the call that is running.
pub(crate) fn js(env: Env) -> Js {
    // SAFETY: functions get their `Env` from the call from JavaScript that they serve, whose scope is open.
    unsafe { Js::new(env.raw()) }
}

/// Opens a port of this environment; gives its number.
pub(crate) fn open(js: Js, callback: &Value, hosted: bool) -> Result<u64> {
    let seat = Seat::open(js, callback, hosted)?;
    let number = seat.number();
    seats(js)?.0.borrow_mut().push(seat);
    Ok(number)
}

/// A port by its number.
pub(crate) fn seat(js: Js, number: u64) -> Result<Rc<Seat>> {
    let found = seats(js)?.0.borrow().iter().find(|seat| seat.number() == number).cloned();
    found.ok_or_else(|| {
        let message = "this client, call or stream belongs to another worker thread";
        errors::raise(js, ErrorInfo::config(message))
    })
}

/// The port that a token belongs to.
pub(crate) fn seat_of(js: Js, token: f64) -> Result<Rc<Seat>> {
    seat(js, port_of(token as u64))
}

fn seats<'env>(js: Js) -> Result<&'env Seats> {
    let mut data: *mut c_void = null_mut();
    // SAFETY: the instance data of this module is set below alone. It lives as long as its environment, and whoever
    // asks is called by that environment.
    unsafe {
        check(sys::napi_get_instance_data(js.raw(), &raw mut data))?;
        if let Some(seats) = data.cast::<Seats>().as_ref() {
            return Ok(seats);
        }
        let seats = Box::into_raw(Box::<Seats>::default());
        check(sys::napi_set_instance_data(js.raw(), seats.cast(), Some(forget), null_mut()))?;
        Ok(&*seats)
    }
}

unsafe extern "C" fn forget(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: from `Box::into_raw` in `seats`; the environment is gone, and nobody asks for it any more.
    drop(unsafe { Box::from_raw(data.cast::<Seats>()) });
}
