//! `uv_poll` for Windows, which has no single descriptor for many sockets: there is no poll handle, and the runtime's
//! threads drive the calls.

use std::rc::Rc;

use napi::Result;
use parlour_bridge::Port;

use crate::js::{Js, Value};
use crate::wake::WakeTarget;

/// Uninhabited: [`UvPoll::open`] makes none.
pub(crate) enum UvPoll {}

impl UvPoll {
    pub(crate) fn open(_: Js) -> Result<Option<(Port, UvPoll)>> {
        Ok(None)
    }

    pub(crate) fn attach<W: WakeTarget + 'static>(&self, _: Js, _: &Value, _: Rc<W>) -> Result<()> {
        match *self {}
    }

    pub(crate) fn set_ref(&self, _: bool) {
        match *self {}
    }
}
