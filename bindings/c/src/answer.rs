//! Whole answers of raw requests, whose body nobody has looked into.

use std::mem::MaybeUninit;

use bytes::Bytes;
use parlour_bridge::Answer;

use crate::abi::parlour_result;
use crate::boundary::{coded, transfer};
use crate::catch::{infallible, value_or};
use crate::fault::require;
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
    infallible(|| drop(answer));
}

/// Another handle of the same answer; cheap. Free it with parlour_answer_free().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_clone(
    answer: Option<&parlour_answer>,
    out: Option<&mut MaybeUninit<*mut parlour_answer>>,
) -> parlour_result {
    coded(|| {
        let answer = require(answer, "answer")?;
        let head = parlour_head::of(answer.head.info().clone());
        transfer(require(out, "out")?, parlour_answer { head, body: answer.body.clone() });
        Ok(())
    })
}

/// Status, headers, attempts and rate limits. Borrowed until the answer is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_head(answer: Option<&parlour_answer>) -> Option<&parlour_head> {
    value_or(None, || Some(Some(&answer?.head)))
}

/// The body, unchanged: any bytes. Borrowed until the answer is freed.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_answer_body(answer: Option<&parlour_answer>) -> parlour_str {
    value_or(parlour_str::EMPTY, || Some(parlour_str::of_bytes(&answer?.body)))
}
