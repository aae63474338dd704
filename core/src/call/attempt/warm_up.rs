//! A request that only writes the prefixes of a call to the prompt cache (protocol §10.6): it generates nothing, so
//! that the calls that wait for the prefixes do not wait for a whole answer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};

use super::begin::Beginning;
use super::{Call, Opened, PreparedRequest, Sending};
use crate::call::answer::message_from_json;
use crate::call::idempotency::idempotency_key;
use crate::call::read_body::read_up_to;
use crate::error::Result;
use crate::json::{decode_lenient, outline};
use crate::model::Usage;
use crate::transport::{Payload, Segments};

/// A request that is being sent, and the token counts of its answer.
pub(super) type WarmUp = Pin<Box<dyn Future<Output = Result<Usage>> + Send>>;

impl Call {
    /// Sends the request of this call so that nothing is generated. `None` if the service would refuse that.
    ///
    /// Not an `async fn`: its type would be a part of the type of the call that awaits it, which is its own.
    pub(super) fn warm_up(&self) -> Option<WarmUp> {
        let body = self.request.body.as_ref()?.segments().contiguous();
        let mut call = self.with_body(warm_up_body(&body)?)?;
        Some(Box::pin(async move {
            let Opened { mut body, .. } = call.open().await?;
            let mut bytes = BytesMut::new();
            let cap = call.shared.settings.sizes.max_response_bytes;
            let limit = call.request.limit.duration();
            // What has come by then is no message, or all of it.
            let _in_time = call.limit_clock().timeout(limit, read_up_to(&mut body, cap, &mut bytes)).await;
            let bytes = bytes.freeze();
            let message = message_from_json(&bytes).map_err(|error| call.finished(error))?;
            call.count(Some(&message), &bytes);
            call.succeeded();
            Ok(message.usage)
        }))
    }

    /// A call of its own with another body, which neither waits for a prefix nor is made again.
    fn with_body(&self, parts: Vec<Bytes>) -> Option<Box<Call>> {
        let settings = &self.shared.settings;
        let sending = self.request.sending.as_ref()?;
        let mut headers = sending.headers.clone();
        if let Some(name) = &settings.idempotency_header
            && headers.contains_key(name)
        {
            // It is another request.
            headers.insert(name.clone(), idempotency_key(settings.clock.as_ref()));
        }
        let request = PreparedRequest {
            method: self.request.method.clone(),
            uri: self.request.uri.clone(),
            sending: Some(Box::new(Sending { headers, credential: sending.credential.clone() })),
            secrets: self.request.secrets.clone(),
            body: Some(Arc::new(Payload::new(Segments { parts }))),
            limit: self.request.limit,
            first_event: None,
            long_answer: None,
            max_retries: Some(0),
            unless_arrived: false,
            total: self.remaining().map(|remaining| remaining.left),
            admission: self.request.admission.clone(),
            marked: None,
            span: tracing::Span::none(),
        };
        let mut call = Box::new(Call::new(Arc::clone(&self.shared), request));
        let own = self.record.as_deref();
        // A client that drains sends nothing that was not asked for.
        call.begin(Beginning {
            model: own.map(|own| &*own.model),
            labels: own.map(|own| own.labels.clone()).unwrap_or_default(),
            max_tokens: Some(0),
            streams: false,
        })
        .ok()?;
        // Its tokens are billed too: nothing is sent that a spending limit has no room for.
        if let (Some(ledger), Some(record)) = (&self.shared.ledger, &mut call.record)
            && let Some(reserved) = own.and_then(|own| own.reserved.as_ref())
        {
            let expected = Usage { input_tokens: reserved.input_tokens, ..Usage::default() };
            ledger.open(record, &expected).ok()?;
        }
        Some(call)
    }
}

/// The same request with a `max_tokens` of 0. `None` for one that the service refuses then, or that cannot be read.
fn warm_up_body(body: &Bytes) -> Option<Vec<Bytes>> {
    let mut parts = vec![Bytes::from_static(br#"{"max_tokens":0"#)];
    for (name, value) in outline::members(body)? {
        let is_refused = match name.as_ref() {
            "max_tokens" | "stream" => continue,
            "thinking" => has_type(value, &["enabled"])?,
            "tool_choice" => has_type(value, &["any", "tool"])?,
            "output_config" => outline::members(value)?.iter().any(|(name, _)| name == "format"),
            _ => false,
        };
        if is_refused {
            return None;
        }
        let mut key = Vec::from(*b",");
        serde_json::to_writer(&mut key, &name).ok()?;
        key.push(b':');
        parts.push(key.into());
        parts.push(body.slice_ref(value));
    }
    parts.push(Bytes::from_static(b"}"));
    Some(parts)
}

/// Whether the member `type` of an object is one of these.
fn has_type(value: &[u8], types: &[&str]) -> Option<bool> {
    let members = outline::members(value)?;
    let (_, found) = members.iter().rfind(|(name, _)| name == "type")?;
    Some(types.contains(&decode_lenient::<String>(found).ok()?.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warm(body: &'static str) -> Option<String> {
        let parts = warm_up_body(&Bytes::from_static(body.as_bytes()))?;
        Some(String::from_utf8(parts.concat()).unwrap())
    }

    #[test]
    fn a_request_that_generates_nothing_has_the_same_prompt() {
        assert_eq!(
            warm(r#"{"model":"m", "max_tokens":50,"stream":false,"messages":[ {"a": 1} ],"tools":[]}"#)
                .unwrap(),
            r#"{"max_tokens":0,"model":"m","messages":[ {"a": 1} ],"tools":[]}"#
        );
        let refused = [
            r#"{"thinking":{"type":"enabled","budget_tokens":1024}}"#,
            r#"{"tool_choice":{"type":"any"}}"#,
            r#"{"tool_choice":{"type":"tool","name":"t"}}"#,
            r#"{"output_config":{"effort":"low","format":{}}}"#,
            "no JSON",
        ];
        assert!(refused.into_iter().all(|body| warm(body).is_none()));
        assert!(warm(r#"{"thinking":{"type":"adaptive"},"output_config":{"effort":"low"}}"#).is_some());
        assert!(warm(r#"{"tool_choice":{"type":"auto"}}"#).is_some());
    }
}
