//! A request that the core made, on its way from a conversation, a tool loop or a plan to a call: its bytes do not
//! become a string of JavaScript in between.

use napi_derive::napi;
use parlour_bridge::wire::Body;

/// A request that is ready to be sent: its bytes stay on this side of the boundary.
#[napi]
pub struct RequestBody {
    pub(crate) body: Body,
}

#[napi]
impl RequestBody {
    /// How many bytes will be sent.
    #[napi(getter, catch_unwind)]
    pub fn length(&self) -> f64 {
        self.body.len() as f64
    }

    /// The JSON text that will be sent.
    #[napi(catch_unwind)]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body.to_bytes()).into_owned()
    }
}
