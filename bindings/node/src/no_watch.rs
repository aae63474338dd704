//! Stands in the place of `watch` where no descriptor stands for the sockets of many calls: there is no watch, and threads
//! drive the calls. It must not know what they are.

use std::rc::Rc;

use napi::Result;
use parlour_bridge::Port;

use crate::js::{Js, Value};
use crate::wake::Woken;

/// Has no value: nobody opens one.
pub(crate) enum Watch {}

impl Watch {
    pub(crate) fn open(_: Js) -> Result<Option<(Port, Watch)>> {
        Ok(None)
    }

    pub(crate) fn attach<W: Woken + 'static>(&self, _: Js, _: &Value, _: Rc<W>) -> Result<()> {
        match *self {}
    }

    pub(crate) fn hold(&self, _: bool) {
        match *self {}
    }
}
