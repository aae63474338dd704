//! Who may ask. The service listens on this machine alone, and a page in a browser of this machine could reach it all the same: under a
//! name of its own that it lets point here (DNS rebinding), or by a form that is sent across sites. Both say so in their headers.

use crate::record::Request;

/// Why a request is not answered, with its status; `None` for one of a program on this machine. What came over TLS is checked by its
/// certificate, and no browser speaks to a unix socket.
pub(crate) fn refused(request: &Request) -> Option<(u16, &'static str)> {
    if request.origin.encrypted || request.origin.peer.is_none() {
        return None;
    }
    if request.header("host").is_some_and(|host| !is_loopback(host)) {
        return Some((421, "this service answers under names of the loopback interface alone"));
    }
    let site = request.header("origin")?;
    let is_own = site.split_once("://").is_some_and(|(_, authority)| is_loopback(authority));
    (!is_own && request.path.starts_with("/emulator/"))
        .then_some((403, "a page of another site may not use the controls of this service"))
}

/// Whether this is a loopback name with any port or none.
fn is_loopback(authority: &str) -> bool {
    let authority = authority.trim();
    let (host, port) = match authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, port)) => (host, Some(port.strip_prefix(':').unwrap_or("?"))),
        None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
    };
    let is_name = host.strip_suffix('.').unwrap_or(host).eq_ignore_ascii_case("localhost");
    let is_address = || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    port.is_none_or(|port| port.bytes().all(|digit| digit.is_ascii_digit())) && (is_name || is_address())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn names_of_the_loopback_interface_are_known() {
        for name in [
            "localhost",
            "LocalHost:80",
            "localhost.:1",
            "127.0.0.1",
            "127.0.0.1:8080",
            "127.9.9.9",
            "[::1]",
            "[::1]:1",
        ] {
            assert!(is_loopback(name), "{name}");
        }
        for name in [
            "",
            "evil.example",
            "evil.example:80",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "0.0.0.0",
            "192.0.2.1",
            "[::2]",
            "[::1",
            "::1",
            "localhost:80@evil.example",
            "[::1]evil.example",
            "null",
        ] {
            assert!(!is_loopback(name), "{name}");
        }
    }
}
