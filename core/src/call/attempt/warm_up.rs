//! A request that only reads the prompt of a call, and with that writes its prefixes to the prompt cache or keeps them
//! there (protocol §10.6). It generates nothing, so that calls that wait for the prefixes do not wait for an answer.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Method, Uri};

use super::begin::Beginning;
use super::{Call, Opened, PreparedRequest, Sending};
use crate::call::answer::message_from_json;
use crate::call::idempotency::idempotency_key;
use crate::call::provider::CredentialSource;
use crate::call::read_body::read_up_to;
use crate::call::settings::ClientInner;
use crate::call::time_limit::TimeLimit;
use crate::error::Result;
use crate::error::masking::Secrets;
use crate::json::{decode_lenient, outline};
use crate::model::Usage;
use crate::pacing::Admission;
use crate::transport::{Payload, Segments};

/// A request that is being sent, and the token counts of its answer.
pub(super) type WarmUp = Pin<Box<dyn Future<Output = Result<Usage>> + Send>>;

/// The request of a call, of which only the prompt is to be read.
pub(super) struct Prompt {
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    pub(super) credential: CredentialSource,
    secrets: Secrets,
    body: Arc<Payload>,
    limit: TimeLimit,
    admission: Option<Arc<Admission>>,
    model: Option<Box<str>>,
    labels: Vec<String>,
    /// As the spending limits expect them, if there are any.
    input_tokens: Option<u64>,
    /// Whether hooks are asked about the request: it is sent while the call runs, and not later.
    asks_hooks: bool,
}

impl Call {
    /// The prompt of this call; `None` once nothing will be sent again.
    pub(super) fn prompt(&self) -> Option<Prompt> {
        let request = &self.request;
        let sending = request.sending.as_ref()?;
        let own = self.record.as_deref();
        Some(Prompt {
            method: request.method.clone(),
            uri: request.uri.clone(),
            headers: sending.headers.clone(),
            credential: sending.credential.clone(),
            secrets: request.secrets.clone(),
            body: Arc::clone(request.body.as_ref()?),
            limit: request.limit,
            admission: request.admission.clone(),
            model: own.map(|own| own.model.clone()),
            labels: own.map(|own| own.labels.clone()).unwrap_or_default(),
            input_tokens: own.and_then(|own| Some(own.reserved.as_ref()?.input_tokens)),
            asks_hooks: true,
        })
    }

    /// The same for a time when the call is over. Hooks belong to calls of the program: they are not asked then, and
    /// the headers go along that they added to this call.
    pub(super) fn later_prompt(&self) -> Option<Prompt> {
        let mut prompt = self.prompt()?;
        if let Some(hooked) = &self.hooked {
            hooked.put_on(&mut prompt.headers);
        }
        prompt.asks_hooks = false;
        Some(prompt)
    }
}

impl Prompt {
    /// The bytes of its body.
    pub(super) fn bytes(&self) -> usize {
        self.body.segments().len()
    }

    /// Sends the request so that nothing is generated, within this time. `None` if the service would refuse that.
    ///
    /// Not an `async fn`: its type would be a part of the type of the call that awaits it, which is its own.
    pub(super) fn request(&self, shared: &Arc<ClientInner>, total: Option<Duration>) -> Option<WarmUp> {
        let parts = warm_up_body(&self.body.segments().contiguous())?;
        let mut call = self.call(shared, total, parts)?;
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
    fn call(
        &self,
        shared: &Arc<ClientInner>,
        total: Option<Duration>,
        parts: Vec<Bytes>,
    ) -> Option<Box<Call>> {
        let settings = &shared.settings;
        let mut headers = self.headers.clone();
        if let Some(name) = &settings.idempotency_header
            && headers.contains_key(name)
        {
            // It is another request.
            headers.insert(name.clone(), idempotency_key(settings.clock.as_ref()));
        }
        let request = PreparedRequest {
            method: self.method.clone(),
            uri: self.uri.clone(),
            sending: Some(Box::new(Sending { headers, credential: self.credential.clone() })),
            secrets: self.secrets.clone(),
            body: Some(Arc::new(Payload::new(Segments { parts }))),
            limit: self.limit,
            first_event: None,
            long_answer: None,
            max_retries: Some(0),
            unless_arrived: false,
            total,
            admission: self.admission.clone(),
            marked: None,
            span: tracing::Span::none(),
        };
        let mut call = Box::new(Call::new(Arc::clone(shared), request));
        // A client that drains sends nothing that was not asked for.
        call.begin(Beginning {
            model: self.model.as_deref(),
            labels: self.labels.clone(),
            max_tokens: Some(0),
            streams: false,
        })
        .ok()?;
        if !self.asks_hooks {
            call.hooked = None;
        }
        // Its tokens are billed too: nothing is sent that a spending limit has no room for.
        if let (Some(ledger), Some(record), Some(input_tokens)) =
            (&shared.ledger, &mut call.record, self.input_tokens)
        {
            ledger.open(record, &Usage { input_tokens, ..Usage::default() }).ok()?;
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
