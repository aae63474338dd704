//! The hook for messages that ended with another stop reason than "end_turn".

use std::ffi::c_void;

use parlour_bridge::Port;
use parlour_bridge::logs::StopNotice;

use crate::catch::infallible;
use crate::text::parlour_str;
use crate::user::User;

/// A message that ended with another stop reason than "end_turn". The texts are borrowed until the function returns. A
/// newer library may have more behind the last field.
#[repr(C)]
pub struct parlour_stop_notice {
    /// Why the model stopped, for example "max_tokens", "tool_use"; an open set.
    pub stop_reason: parlour_str,
    /// The id of the request at the service; empty if the answer has none. Quote it to the service's support.
    pub request_id: parlour_str,
    /// The id of the message.
    pub message_id: parlour_str,
    /// The model that answered.
    pub model: parlour_str,
}

/// Called for a message with a stop reason other than "end_turn". It must return soon, because it holds up the thread
/// that it is called on, and must not leave by an exception or longjmp(). It may use everything here that does not
/// block.
pub type parlour_stop_fn =
    Option<unsafe extern "C" fn(user: *mut c_void, notice: *const parlour_stop_notice)>;

/// A host's function, shared by the configuration, its clients and their calls.
pub(crate) struct StopHook {
    function: unsafe extern "C" fn(*mut c_void, *const parlour_stop_notice),
    user: User,
}

impl StopHook {
    pub(crate) fn new(
        function: unsafe extern "C" fn(*mut c_void, *const parlour_stop_notice),
        user: User,
    ) -> StopHook {
        StopHook { function, user }
    }

    /// Tells the host what waits at a port of one client. Called without any lock held.
    pub(crate) fn deliver(&self, port: &Port) {
        if port.has_stops() {
            port.stops().iter().for_each(|record| self.tell(&record.notice));
        }
    }

    pub(crate) fn tell(&self, notice: &StopNotice) {
        let notice = parlour_stop_notice {
            stop_reason: parlour_str::of(notice.stop_reason.as_str()),
            request_id: notice.request_id.as_deref().map_or(parlour_str::EMPTY, parlour_str::of),
            message_id: parlour_str::of(&notice.message_id),
            model: parlour_str::of(&notice.model),
        };
        // SAFETY: the host gave the function for this pointer, which lives as long as `self`.
        infallible(|| unsafe { (self.function)(self.user.pointer(), &raw const notice) });
    }
}
