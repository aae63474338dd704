//! Messages that ended with another stop reason than `end_turn` (spec §2.5), as JavaScript takes them.

use napi_derive::napi;
use parlour_bridge::Port;

/// A message that ended with another stop reason than `end_turn`.
#[napi(object, object_from_js = false, use_nullable = true)]
pub struct StopRecord {
    /// The client, by the number that `watchStops` gave.
    pub client: f64,
    /// The call.
    pub token: f64,
    /// Why the model stopped.
    pub stop_reason: String,
    /// The id of the request at the service.
    pub request_id: Option<String>,
    /// The id of the message.
    pub message_id: String,
    /// The model that answered.
    pub model: String,
}

/// The records that wait in the port. `outside` makes tokens of a port those that JavaScript knows.
pub(crate) fn take(port: &Port, outside: impl Fn(u64) -> u64) -> Vec<StopRecord> {
    let records = port.stops().into_iter();
    records
        .map(|record| StopRecord {
            client: record.client as f64,
            token: outside(record.token) as f64,
            stop_reason: record.notice.stop_reason.as_str().to_owned(),
            request_id: record.notice.request_id,
            message_id: record.notice.message_id,
            model: record.notice.model,
        })
        .collect()
}
