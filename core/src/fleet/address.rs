//! The address of a store: one server, a cluster, or a service that sentinels watch.

use std::fmt;

use redis::{ConnectionInfo, IntoConnectionInfo};

use crate::error::{Error, Result};
use crate::setting::Setting;

/// Where the store is. It may hold a password, and is never shown.
#[derive(Clone)]
pub(crate) enum Address {
    /// `redis://`, `rediss://` (TLS), `unix://`.
    Server(Box<ConnectionInfo>),
    /// `redis+cluster://host:port,host:port`, or `rediss+cluster://`.
    Cluster(Vec<ConnectionInfo>),
    /// `redis+sentinel://host:port,host:port/name`, or `rediss+sentinel://`: the name is that of the watched service.
    /// User, password and database are those of the service; the sentinels are asked without any.
    Sentinel { sentinels: Vec<ConnectionInfo>, name: String, server: Box<ConnectionInfo> },
}

impl Address {
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) that names the setting and not the address.
    pub(crate) fn parse(text: &str) -> Result<Address> {
        let (scheme, rest) = text.split_once("://").ok_or_else(unknown)?;
        match scheme {
            "redis" | "rediss" | "unix" | "redis+unix" => Ok(Address::Server(Box::new(info(text)?))),
            "redis+cluster" | "rediss+cluster" => {
                let scheme = scheme.trim_end_matches("+cluster");
                let (login, hosts) = split_login(rest);
                let nodes = hosts.trim_end_matches('/').split(',').filter(|host| !host.is_empty());
                let nodes: Result<Vec<_>> =
                    nodes.map(|host| info(&format!("{scheme}://{login}{host}"))).collect();
                match nodes? {
                    nodes if nodes.is_empty() => Err(unknown()),
                    nodes => Ok(Address::Cluster(nodes)),
                }
            }
            "redis+sentinel" | "rediss+sentinel" => {
                let scheme = scheme.trim_end_matches("+sentinel");
                let (login, rest) = split_login(rest);
                let (hosts, name) = rest.split_once('/').ok_or_else(unknown)?;
                let (name, database) = name.split_once('/').unwrap_or((name, ""));
                let hosts: Vec<_> = hosts.split(',').filter(|host| !host.is_empty()).collect();
                let sentinels: Result<Vec<_>> =
                    hosts.iter().map(|host| info(&format!("{scheme}://{}", with_port(host)))).collect();
                let sentinels = sentinels?;
                if sentinels.is_empty() || name.is_empty() {
                    return Err(unknown());
                }
                let server = Box::new(info(&format!("{scheme}://{login}unresolved/{database}"))?);
                Ok(Address::Sentinel { sentinels, name: name.to_owned(), server })
            }
            _ => Err(unknown()),
        }
    }
}

/// The part before the last `@`, with it, and the rest.
fn split_login(rest: &str) -> (&str, &str) {
    rest.rfind('@').map_or(("", rest), |at| rest.split_at(at + 1))
}

/// A sentinel listens on another port than a server.
fn with_port(host: &str) -> String {
    match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:26379"),
    }
}

fn info(text: &str) -> Result<ConnectionInfo> {
    // What the crate says of it may repeat the address, with its password.
    text.into_connection_info().map_err(|_| unknown())
}

fn unknown() -> Error {
    let setting = Setting::LIMITS;
    Error::about(
        setting,
        format!(
            "{setting}: not an address of Redis or Valkey, as `redis://host:6379`, `rediss://` with TLS, `unix://`, \
             `redis+cluster://host:port,host:port` or `redis+sentinel://host:port,host:port/name`"
        ),
    )
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_form_is_read() {
        let server = |text: &str| matches!(Address::parse(text).unwrap(), Address::Server(_));
        assert!(
            server("redis://127.0.0.1:6379/2")
                && server("rediss://u:p@h")
                && server("unix:///run/redis.sock")
        );
        let Address::Cluster(nodes) = Address::parse("redis+cluster://u:p@a:1,b:2").unwrap() else {
            panic!("a cluster")
        };
        assert_eq!(nodes.len(), 2);
        let sentinel = Address::parse("rediss+sentinel://u:p@a,b:7/main/3").unwrap();
        let Address::Sentinel { sentinels, name, server } = sentinel else { panic!("sentinels") };
        let addresses: Vec<_> = sentinels.iter().map(|one| one.addr().to_string()).collect();
        assert_eq!((addresses, &*name), (vec!["a:26379".to_owned(), "b:7".to_owned()], "main"));
        assert_eq!(server.redis_settings().db(), 3);
    }

    #[test]
    fn another_address_is_refused_without_being_repeated() {
        for text in [
            "",
            "redis",
            "http://u:hidden@h",
            "redis+cluster://",
            "redis+sentinel://hidden",
            "redis://:hidden@",
        ] {
            let error = Address::parse(text).unwrap_err().to_string();
            assert!(error.contains("limits: not an address") && !error.contains("hidden"), "{text}: {error}");
        }
        assert_eq!(format!("{:?}", Address::parse("redis://u:hidden@h").unwrap()), "Address(..)");
    }
}
