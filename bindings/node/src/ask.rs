//! Requests before they are sent, as JavaScript sees them: the core's request for a credential, and what hooks get.

use napi::Result;
use parlour_bridge::credentials::CredentialRequest;
use parlour_bridge::hooks::RequestView;

use crate::js::{Js, Value};

/// `[attempt, after refusal, ahead of the end, method, address, [name, value, …], body or null]`
pub(crate) fn request(js: Js, request: &CredentialRequest) -> Result<Value> {
    let [method, address, lines, body] = view(js, request.request())?;
    js.array(&[
        js.number(request.attempt)?.0,
        js.boolean(request.after_refusal)?.0,
        js.boolean(request.ahead)?.0,
        method.0,
        address.0,
        lines.0,
        body.0,
    ])
}

/// The method, the address, the headers as names and values in turn, and the body or null.
pub(crate) fn view(js: Js, request: &RequestView) -> Result<[Value; 4]> {
    let mut lines = Vec::with_capacity(request.headers().len() * 2);
    for (name, value) in request.headers() {
        lines.push(js.ascii(name.as_str().as_bytes())?.0);
        lines.push(js.text(&String::from_utf8_lossy(value.as_bytes()))?.0);
    }
    let body = match request.body() {
        Some(body) => js.buffer(&body)?,
        None => js.null()?,
    };
    Ok([js.text(request.method().as_str())?, js.text(&request.url())?, js.array(&lines)?, body])
}
