//! Replaces the client over reqwest in a build without the feature `proxy`: types without values, and the error for a
//! setting that needs the feature.

use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::Uri;

use crate::error::{Error, Result};
use crate::setting::Setting;
use crate::transport::names::Names;
use crate::transport::proxy::Chosen;
use crate::transport::tls::Tls;
use crate::transport::{ChunkSource, Failure, Incoming, Outgoing, Proxy, TransportSettings};

/// A client that is never made.
#[derive(Clone, Debug)]
pub(in crate::transport) enum ReqwestClient {}

impl ReqwestClient {
    /// # Errors
    /// Always: names the setting that needs the feature.
    pub(in crate::transport) fn new(
        settings: &TransportSettings,
        proxy: Option<&Chosen>,
        _: (&Uri, Duration),
        _: Names,
        _: Arc<Tls>,
    ) -> Result<ReqwestClient> {
        let (setting, what) = match (&settings.proxy, proxy) {
            (Proxy::FromEnvironment, Some(_)) => (Setting::PROXY, "a proxy that the environment names"),
            (_, Some(_)) => (Setting::PROXY, "a proxy"),
            (_, None) if settings.unix_socket.is_some() => (Setting::UNIX_SOCKET, "a unix socket"),
            (_, None) => (Setting::HTTP_VERSION, "another version than HTTP/1.1"),
        };
        let text = format!(
            "{what} ({setting}) needs the feature `proxy` of the crate parlour, which this program was built without"
        );
        Err(Error::about(setting, text))
    }

    pub(in crate::transport) async fn send(
        &self,
        _: &Outgoing,
    ) -> std::result::Result<Incoming<Received>, Failure> {
        match *self {}
    }
}

/// A body that never arrives.
#[derive(Debug)]
pub(crate) enum Received {}

impl ChunkSource for Received {
    fn poll_chunk(&mut self, _: &mut Context<'_>) -> Poll<Option<std::result::Result<Bytes, Failure>>> {
        match *self {}
    }

    fn remaining(&self) -> Option<u64> {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{Client, ClientBuilder, ErrorKind, HttpVersion, Proxy};

    fn refusal(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> (Option<&'static str>, String) {
        let builder = Client::builder().base_url("https://a.example").vendor("svc").api_key("k");
        let error = change(builder).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
        (error.setting(), error.message().to_owned())
    }

    #[test]
    fn each_setting_that_needs_the_feature_is_refused() {
        let proxy = || Proxy::Url("http://127.0.0.1:1".to_owned());
        for (setting, what, (about, message)) in [
            ("proxy", "a proxy", refusal(|builder| builder.proxy(proxy()))),
            ("unix_socket", "a unix socket", refusal(|builder| builder.unix_socket("/run/a.sock"))),
            ("http_version", "HTTP/1.1", refusal(|builder| builder.http_version(HttpVersion::Http2))),
            ("http_version", "HTTP/1.1", refusal(|builder| builder.http_version(HttpVersion::Negotiate))),
        ] {
            assert_eq!(about, Some(setting));
            assert!(message.contains("the feature `proxy`") && message.contains(what), "{message}");
        }
    }

    #[test]
    fn a_proxy_of_the_environment_is_refused_where_it_would_be_used() {
        let environment = |exception: &'static str| {
            ClientBuilder::from_lookup(move |name| match name {
                "PARLOUR_API_KEY" => Some("k".to_owned()),
                "PARLOUR_BASE_URL" => Some("https://a.example".to_owned()),
                "HTTPS_PROXY" => Some("http://127.0.0.1:1".to_owned()),
                "NO_PROXY" => Some(exception.to_owned()),
                _ => None,
            })
            .proxy(Proxy::FromEnvironment)
        };
        let error = environment("b.example").build().unwrap_err();
        assert!(error.message().contains("that the environment names"), "{error}");
        environment("a.example").build().unwrap();
        environment("").proxy(Proxy::None).build().unwrap();
    }
}
