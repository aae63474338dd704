//! Functions of tools under way, as tasks of the caller's runtime. They end with this set: it aborts them when it is
//! dropped.

use std::collections::HashMap;
use std::future::Future;

use tokio::task::{AbortHandle, Id, JoinError, JoinSet};

use super::failure::ToolFailure;
use super::output::ToolOutput;
use crate::error::one_line;

/// The running calls.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    set: JoinSet<ToolOutput>,
    /// The calls whose results are wanted.
    calls: HashMap<Id, (String, AbortHandle)>,
}

impl Tasks {
    /// Begins the call of this id.
    pub(super) fn begin(&mut self, id: String, call: impl Future<Output = ToolOutput> + Send + 'static) {
        let handle = self.set.spawn(call);
        self.calls.insert(handle.id(), (id, handle));
    }

    /// The next call that ends; `None` if there is none left.
    pub(super) async fn next(&mut self) -> Option<(String, ToolOutput)> {
        while !self.calls.is_empty() {
            let ended = self.set.join_next_with_id().await?;
            if let Some(known) = self.known(ended) {
                return Some(known);
            }
        }
        None
    }

    /// A call that has ended already.
    pub(super) fn ended(&mut self) -> Option<(String, ToolOutput)> {
        while let Some(ended) = self.set.try_join_next_with_id() {
            if let Some(known) = self.known(ended) {
                return Some(known);
            }
        }
        None
    }

    /// Aborts and forgets the calls whose results nobody wants any more.
    pub(super) fn keep(&mut self, wanted: impl Fn(&str) -> bool) {
        self.calls.retain(|_, (id, handle)| {
            let stays = wanted(id);
            if !stays {
                handle.abort();
            }
            stays
        });
    }

    fn known(&mut self, ended: Result<(Id, ToolOutput), JoinError>) -> Option<(String, ToolOutput)> {
        let task = match &ended {
            Ok((task, _)) => *task,
            Err(error) => error.id(),
        };
        let (call, _) = self.calls.remove(&task)?;
        let output = match ended {
            Ok((_, output)) => output,
            Err(error) => {
                let error = error.to_string();
                tracing::warn!(target: "parlour::tools", error = &*one_line(&error), "a tool ended without a result");
                ToolFailure::NoResult.into()
            }
        };
        Some((call, output))
    }
}
