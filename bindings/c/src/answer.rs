//! Whole answers of raw requests, whose body nobody has looked into. It must not know messages.

use std::mem::MaybeUninit;

use bytes::Bytes;
use parlour_bridge::Answer;

use crate::abi::parlour_result;
use crate::border::{given, guarded, hand_over, quietly, value};
use crate::head::parlour_head;
use crate::text::parlour_str;

/// The answer of a raw request. Immutable and independent of every other handle.
pub struct parlour_answer {
    head: parlour_head,
    body: Bytes,
}

impl parlour_answer {
    pub(crate) fn of(answer: Answer) -> parlour_answer {
        parlour_answer { head: parlour_head::of(answer.head), body: answer.body }
    }
}

/// Frees an answer; NULL is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_free(answer: Option<Box<parlour_answer>>) {
    quietly(|| drop(answer));
}

/// Another handle of the same answer; cheap. Free it with parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_clone(
    answer: Option<&parlour_answer>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
) -> parlour_result {
    guarded(None, || {
        let answer = given(answer)?;
        let head = parlour_head::of(answer.head.info().clone());
        hand_over(given(out)?, parlour_answer { head, body: answer.body.clone() });
        Ok(())
    })
}

/// Status, headers, attempts and rate limits. Borrowed until the answer is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_head(answer: Option<&parlour_answer>) -> Option<&parlour_head> {
    value(None, || Some(Some(&answer?.head)))
}

/// The body as it came: any bytes. Borrowed until the answer is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_body(answer: Option<&parlour_answer>) -> parlour_str {
    value(parlour_str::EMPTY, || Some(parlour_str::of_bytes(&answer?.body)))
}
