//! A whole answer on its way from a call to the tool loop that asked.

use std::cell::RefCell;
use std::rc::Rc;

use bytes::Bytes;
use parlour_bridge::Answer;
use parlour_bridge::info::UnfinishedInput;
use parlour_bridge::wire::Message;

/// The whole answer to the request of a loop, until the loop takes it: its message does not go through JavaScript to be
/// read here once more.
pub(crate) type KeptAnswer = Rc<RefCell<Option<LoopAnswer>>>;

/// The parts of an answer that a loop needs.
pub(crate) struct LoopAnswer {
    pub(crate) body: Bytes,
    pub(crate) unfinished: Vec<UnfinishedInput>,
    pub(crate) message: Option<Box<Message>>,
}

impl LoopAnswer {
    /// Takes the message out of an answer, of which JavaScript gets the text.
    pub(crate) fn of(answer: &mut Answer) -> LoopAnswer {
        LoopAnswer {
            body: answer.body.clone(),
            unfinished: answer.unfinished.clone(),
            message: answer.message.take(),
        }
    }
}
