//! The loop of a structured answer: which request is sent next, and when the answer is final. The model is asked again
//! while its answer does not fit. No I/O: a host sends the requests, keeps the answers and decides whether a value fits
//! its own types.

use super::plan::AnswerPlan;
use crate::client::body::Body;
use crate::error::Result;
use crate::model::Message;

/// The requests for one structured answer, one after the other.
///
/// A host sends the bodies of [`next_body`](Self::next_body) until there are none, and reports each answer with
/// [`received`](Self::received) or each failure with [`failed`](Self::failed).
#[derive(Clone, Debug)]
pub struct AnswerRequests {
    plan: AnswerPlan,
    due: Option<Body>,
    has_answer: bool,
}

impl AnswerRequests {
    /// The requests of this plan.
    ///
    /// # Errors
    /// None in practice: the request was checked when the plan was made.
    pub fn new(plan: AnswerPlan) -> Result<AnswerRequests> {
        let due = Some(plan.body()?);
        Ok(AnswerRequests { plan, due, has_answer: false })
    }

    /// The plan: how the answer is requested and how a message is interpreted.
    #[must_use]
    pub fn plan(&self) -> &AnswerPlan {
        &self.plan
    }

    /// The plan, for a host that builds the requests itself.
    pub fn plan_mut(&mut self) -> &mut AnswerPlan {
        &mut self.plan
    }

    /// The request to send now; `None` once the answer is final, which may be one that does not fit.
    pub fn next_body(&mut self) -> Option<Body> {
        self.due.take()
    }

    /// Takes the answer to the last request. `misfit` says why it does not fit the schema or the host's type; the model
    /// is asked again with this reason, as often as the options allow. `None` for an answer that fits, was refused or
    /// cut.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if the answer cannot be written back as a turn.
    pub fn received(&mut self, message: &Message, misfit: Option<&str>) -> Result<()> {
        self.has_answer = true;
        self.due = misfit.map_or(Ok(None), |reason| self.plan.again(message, reason))?;
        Ok(())
    }

    /// Takes the failure of the last request. True if an earlier answer, which was paid for, is the result: the caller
    /// gets it together with the failure. False if the failure is the result.
    #[must_use]
    pub fn failed(&mut self) -> bool {
        self.due = None;
        self.has_answer
    }
}
