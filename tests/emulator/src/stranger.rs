//! Who may ask. The service listens on this machine alone, and a page in a browser of this machine could reach it all
//! the same: under a name of its own that it lets point here (DNS rebinding), or by a form that is sent across sites.
//! Both say so in their headers.

use crate::record::Request;

/// Why a request is not answered, with its status; `None` for one of a program on this machine. Over TLS the
/// certificate protects against such pages, and no browser connects to a unix socket.
pub(crate) fn refused(request: &Request) -> Option<(u16, &'static str)> {
    if request.origin.encrypted || request.origin.peer.is_none() {
        return None;
    }
    if request.header("host").is_some_and(|host| !is_local(host)) {
        return Some((421, "this service answers to loopback names, addresses and names for tests alone"));
    }
    let site = request.header("origin")?;
    let is_own = site.split_once("://").is_some_and(|(_, authority)| is_local(authority));
    (!is_own && request.path.starts_with("/emulator/"))
        .then_some((403, "a page of another site may not use the controls of this service"))
}

/// Whether nobody can point this name, with any port or none, at this machine: `localhost`, an address, or a name below
/// `test` or `invalid`, which no public name server knows (RFC 6761 §6.2, §6.4).
fn is_local(authority: &str) -> bool {
    let authority = authority.trim();
    let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, port)) => (host, Some(port.strip_prefix(':').unwrap_or("?"))),
        None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let top = host.rsplit_once('.').map_or("", |(_, top)| top);
    let is_name = host == "localhost" || matches!(top, "test" | "invalid" | "localhost");
    let is_address = || host.parse::<std::net::IpAddr>().is_ok();
    port.is_none_or(|port| port.bytes().all(|digit| digit.is_ascii_digit())) && (is_name || is_address())
}

#[cfg(test)]
mod tests {
    use super::is_local;

    #[test]
    fn names_that_point_nowhere_else_are_known() {
        for name in [
            "localhost",
            "LocalHost:80",
            "localhost.:1",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9",
            "0.0.0.0",
            "svc.test:1",
            "service.invalid",
            "[::1]",
            "[::1]:1",
        ] {
            assert!(is_local(name), "{name}");
        }
        for name in [
            "",
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "test.example",
            "[::1",
            "localhost:80@evil.example",
            "[::1]evil.example",
            "null",
        ] {
            assert!(!is_local(name), "{name}");
        }
    }
}
