//! Replaces the loop driver on systems without a descriptor that represents many sockets: a host's event loop cannot
//! drive calls there.

use std::future::Future;
use std::sync::Arc;

use parlour::IoDriver;
use parlour_port::Task;

use crate::info::ErrorInfo;

/// Has no value: a port has no loop driver here, and calls go to the runtime.
#[derive(Debug)]
pub(crate) enum LoopDriver {}

impl LoopDriver {
    pub(crate) fn spawn(&self, _: impl Future<Output = ()> + Send + 'static) -> Result<Task, ErrorInfo> {
        match *self {}
    }

    pub(crate) fn turn(&self) -> Result<(), ErrorInfo> {
        match *self {}
    }

    pub(crate) fn client(
        &self,
        _: u64,
        _: impl FnOnce(Arc<dyn IoDriver>) -> parlour::Client,
    ) -> parlour::Client {
        match *self {}
    }

    pub(crate) fn forget_client(&self, _: u64) {
        match *self {}
    }
}
