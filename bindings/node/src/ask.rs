//! The core's request for a credential as JavaScript sees it.

use napi::Result;
use parlour_bridge::credentials::CredentialRequest;

use crate::js::{Js, Value};

/// `[attempt, after refusal, ahead of the end, method, address, [name, value, …], body or null]`
pub(crate) fn request(js: Js, request: &CredentialRequest) -> Result<Value> {
    let mut lines = Vec::with_capacity(request.headers().len() * 2);
    for (name, value) in request.headers() {
        lines.push(js.ascii(name.as_str().as_bytes())?.0);
        lines.push(js.text(&String::from_utf8_lossy(value.as_bytes()))?.0);
    }
    let body = match request.body() {
        Some(body) => js.buffer(&body)?,
        None => js.null()?,
    };
    js.array(&[
        js.number(request.attempt)?.0,
        js.boolean(request.after_refusal)?.0,
        js.boolean(request.ahead)?.0,
        js.text(request.method().as_str())?.0,
        js.text(&request.url())?.0,
        js.array(&lines)?.0,
        body.0,
    ])
}
