//! Settings of connections: version, proxy, pool, addresses, and how a call is sent.

use std::net::IpAddr;
use std::time::Duration;

use parlour::{HttpVersion, Pool, Proxy, TlsVersion};

use super::read::{Member, Shape, Value, items, must_be, object, shortened};
use super::table::{fill_nested, settings};
use super::text::decode;
use crate::info::ErrorInfo;

impl Value for HttpVersion {
    const IS: &'static str = r#""1", "2", or "negotiate" for what the TLS handshake settles on"#;
    fn read(json: &str, name: &str) -> Result<HttpVersion, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("1") => Ok(HttpVersion::Http1),
            Some("2") => Ok(HttpVersion::Http2),
            Some("negotiate") => Ok(HttpVersion::Negotiate),
            _ => Err(must_be::<HttpVersion>(name)),
        }
    }
}

impl Value for TlsVersion {
    const IS: &'static str = r#""1.2" or "1.3""#;
    fn read(json: &str, name: &str) -> Result<TlsVersion, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("1.2") => Ok(TlsVersion::Tls12),
            Some("1.3") => Ok(TlsVersion::Tls13),
            _ => Err(must_be::<TlsVersion>(name)),
        }
    }
}

impl Value for IpAddr {
    const IS: &'static str = "an IP address";
    fn read(json: &str, name: &str) -> Result<IpAddr, ErrorInfo> {
        address(json).ok_or_else(|| must_be::<IpAddr>(name))
    }
}

fn address(json: &str) -> Option<IpAddr> {
    decode(json)?.parse().ok()
}

/// Addresses of hosts.
pub(super) struct Addresses(pub(super) Vec<(String, Vec<IpAddr>)>);

impl Value for Addresses {
    const IS: &'static str = "an object of hosts with an IP address or a list of IP addresses";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Addresses, ErrorInfo> {
        let members = object(json).map_err(|_| must_be::<Addresses>(name))?;
        let host = |member: Member<'_>| {
            let given = match items(member.value) {
                Some(items) => items.into_iter().map(address).collect::<Option<Vec<_>>>(),
                None => address(member.value).map(|one| vec![one]),
            };
            let given = given.ok_or_else(|| {
                let host = shortened(&member.name);
                ErrorInfo::about(name, &format!(": `{host}` must be an IP address or a list of IP addresses"))
            })?;
            Ok((member.name.into_owned(), given))
        };
        members.into_iter().map(host).collect::<Result<_, _>>().map(Addresses)
    }
}

impl Value for Proxy {
    const IS: &'static str = r#"a URL, "env" for what the environment says, or "none""#;
    fn read(json: &str, name: &str) -> Result<Proxy, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("env") => Ok(Proxy::FromEnvironment),
            Some("none") => Ok(Proxy::None),
            Some(url) => Ok(Proxy::Url(url.to_owned())),
            None => Err(must_be::<Proxy>(name)),
        }
    }
}

settings! {
    Pool;
    const POOL;
    #[cfg(test)]
    pub(super) const POOL_ROWS;

    "max_idle_per_host": usize, "idle connections kept per host; 0 for none",
        Pool::max_idle_per_host;
    "idle_timeout_ms": Option<Duration>, "how long an idle connection is kept",
        Pool::idle_timeout;
    "tcp_keepalive_ms": Option<Duration>, "idle time before TCP keep-alive probes",
        Pool::tcp_keepalive;
}

impl Value for Pool {
    const IS: &'static str = "an object with {max_idle_per_host}, {idle_timeout_ms} (or null for ever) and \
        {tcp_keepalive_ms} (or null for none)";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Pool, ErrorInfo> {
        fill_nested::<_, Pool>(Pool::new(), POOL, json, name)
    }
}
