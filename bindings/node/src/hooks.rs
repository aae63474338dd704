//! Hooks of the program as JavaScript answers them: the core's questions, and the ends of calls.

use napi::Result;
use napi_derive::napi;
use parlour_bridge::Port;
use parlour_bridge::hooks::{self, HookFacts, HookPoint, HookQuestion};

use crate::ask;
use crate::errors;
use crate::js::{Js, Value};

/// A hook of a client, as its constructor takes it.
#[napi(object, object_to_js = false)]
pub struct HookDescription {
    /// Its name in errors.
    pub name: String,
    /// The methods that it has: `on_call`, `on_attempt`, `on_failure`, `on_end`; `telemetry`.
    pub methods: Vec<String>,
}

/// The end of a call, for one hook.
#[napi(object, object_from_js = false)]
pub struct EndRecord {
    /// The client, by its number.
    pub client: f64,
    /// The place of the hook in the list of the client.
    pub hook: u32,
    /// The call.
    pub token: f64,
    /// The end as JSON.
    pub end: String,
}

/// Before a call or an attempt: `[hook, method, id, attempt, streamed, model or null, [label, …], method, address,
/// [name, value, …], body or null]`. After a failure: `[hook, method, attempt, ErrorRecord, wait in ms or null]`.
pub(crate) fn question(js: Js, question: &HookQuestion) -> Result<Value> {
    let hook = js.number(u32::try_from(question.hook).unwrap_or(u32::MAX))?.0;
    let name = match question.point {
        HookPoint::Call => "onCall",
        HookPoint::Attempt => "onAttempt",
        HookPoint::Failure => "onFailure",
    };
    let name = js.text(name)?.0;
    match &question.facts {
        HookFacts::Before(call) => {
            let [method, address, lines, body] = ask::view(js, &call.request)?;
            let labels: Vec<_> =
                call.labels.iter().map(|label| Ok(js.text(label)?.0)).collect::<Result<_>>()?;
            let model = match &call.model {
                Some(model) => js.text(model)?,
                None => js.null()?,
            };
            js.array(&[
                hook,
                name,
                js.text(&call.id)?.0,
                js.number(call.attempt)?.0,
                js.boolean(call.stream)?.0,
                model.0,
                js.array(&labels)?.0,
                method.0,
                address.0,
                lines.0,
                body.0,
            ])
        }
        HookFacts::Failed { attempt, error, next_wait } => {
            let wait = match next_wait {
                Some(wait) => js.number(u32::try_from(wait.as_millis()).unwrap_or(u32::MAX))?,
                None => js.null()?,
            };
            js.array(&[
                hook,
                name,
                js.number(*attempt)?.0,
                js.object(errors::record(error.clone()))?.0,
                wait.0,
            ])
        }
    }
}

/// The ends of calls that wait in the port. `outside` makes tokens of a port those that JavaScript knows.
pub(crate) fn ends(port: &Port, outside: impl Fn(u64) -> u64) -> Vec<EndRecord> {
    let records = port.ends().into_iter();
    records
        .filter_map(|record| {
            // The end of a call is made of text and numbers, and always has a JSON form.
            let end = hooks::end_json(&record.end, record.telemetry).ok()?;
            let (client, token) = (record.client as f64, outside(record.token) as f64);
            Some(EndRecord { client, hook: u32::try_from(record.hook).unwrap_or(u32::MAX), token, end })
        })
        .collect()
}
