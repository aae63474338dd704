//! The outcome of a submitted call: its head, its message, its answer.

use std::mem::MaybeUninit;

use parlour_bridge::Mode;

use crate::abi::{PARLOUR_INVALID_ARGUMENT, PARLOUR_WOULD_BLOCK, parlour_result};
use crate::answer::parlour_answer;
use crate::boundary::{coded, fallible, transfer};
use crate::call_handle::parlour_op;
use crate::catch::value_or;
use crate::error::parlour_error;
use crate::fault::{Fault, require};
use crate::head::parlour_head;
use crate::message::parlour_message;

/// The head of the answer; NULL before something of it was handed out. Borrowed until the call is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_head(op: Option<&parlour_op>) -> *const parlour_head {
    value_or(std::ptr::null(), || {
        let op = op?;
        op.check().ok()?;
        let state = op.state();
        state.head().map(std::ptr::from_ref)
    })
}

/// The token that was given when the call was submitted.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_token(op: Option<&parlour_op>) -> u64 {
    value_or(0, || Some(op?.user_token()))
}

/// The message after the end of a call for one, whole or streamed. PARLOUR_WOULD_BLOCK before the end, where
/// parlour_op_snapshot() gives what there is; after a failure PARLOUR_FAILED with an error that has the partial
/// message. Free it with parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_message(
    op: Option<&parlour_op>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        op.check()?;
        let mut state = op.state();
        if let (Some(answer), Mode::Create) = (state.whole(), op.mode()) {
            transfer(out, parlour_message::of_answer(answer.clone()));
            return Ok(());
        }
        if !matches!(op.mode(), Mode::Create | Mode::Stream) {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
        }
        state.outcome().ok_or(Fault::Code(PARLOUR_WOULD_BLOCK))??;
        let message = state.message()?;
        let head = state.head().map(|head| parlour_head::of(head.info().clone()));
        transfer(out, parlour_message::of_typed(message, head));
        Ok(())
    })
}

/// The answer after the end of a raw request, or of a call in PARLOUR_MODE_UNREAD. PARLOUR_WOULD_BLOCK before the end.
/// Free it with parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_answer(
    op: Option<&parlour_op>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    fallible(err, || {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        op.check()?;
        if !matches!(op.mode(), Mode::Raw | Mode::CreateRaw) {
            return Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "op"));
        }
        let state = op.state();
        match (state.whole(), state.outcome()) {
            (Some(answer), _) => {
                transfer(out, parlour_answer::of(answer.clone()));
                Ok(())
            }
            (None, Some(Err(error))) => Err(error.into()),
            (None, _) => Err(Fault::Code(PARLOUR_WOULD_BLOCK)),
        }
    })
}

/// The message with every event that was handed out so far, growing tool input completed and marked.
/// PARLOUR_WOULD_BLOCK before it has begun; PARLOUR_FAILED if there is no memory for the copy. Free it with
/// parlour_message_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_op_snapshot(
    op: Option<&parlour_op>,
    out: Option<&mut MaybeUninit<*mut parlour_message>>,
) -> parlour_result {
    coded(|| {
        let (op, out) = (require(op, "op")?, require(out, "out")?);
        op.check()?;
        let mut state = op.state();
        let message = state.snapshot()?.ok_or(Fault::Code(PARLOUR_WOULD_BLOCK))?;
        let head = state.head().map(|head| parlour_head::of(head.info().clone()));
        transfer(out, parlour_message::of_typed(message, head));
        Ok(())
    })
}
