//! The modes of calls as numbers.

use parlour_bridge::Mode;

use crate::abi::PARLOUR_INVALID_ARGUMENT;
use crate::fault::Fault;

/// How a call is answered: one of PARLOUR_MODE_....
pub type parlour_mode = u32;

/// A whole answer: nothing is handed out before its end; then parlour_op_message() has it (parlour_op_answer() after a
/// raw request).
pub const PARLOUR_MODE_WHOLE: parlour_mode = 0;
/// A stream: batches of events; after the end parlour_op_message() has the message. After a raw request the events are
/// the chunks of its body, whose end is where its connection ends if it came without a length.
pub const PARLOUR_MODE_STREAM: parlour_mode = 1;
/// A whole answer to a message request whose body is left unread: parlour_op_answer() has it. One that came without a
/// length counts as whole where its connection ends, also if it was cut there.
pub const PARLOUR_MODE_UNREAD: parlour_mode = 2;

/// The bridge's mode of this number.
pub(crate) fn message_mode(mode: parlour_mode) -> Result<Mode, Fault> {
    match mode {
        PARLOUR_MODE_WHOLE => Ok(Mode::Create),
        PARLOUR_MODE_STREAM => Ok(Mode::Stream),
        PARLOUR_MODE_UNREAD => Ok(Mode::CreateRaw),
        _ => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "mode")),
    }
}

/// As [`message_mode`], for raw requests.
pub(crate) fn raw_mode(mode: parlour_mode) -> Result<Mode, Fault> {
    match mode {
        PARLOUR_MODE_WHOLE => Ok(Mode::Raw),
        PARLOUR_MODE_STREAM => Ok(Mode::RawStream),
        _ => Err(Fault::Argument(PARLOUR_INVALID_ARGUMENT, "mode")),
    }
}
