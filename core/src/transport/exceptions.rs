//! Exceptions from the proxy: the grammar of `NO_PROXY` and of the setting `no_proxy`.
//!
//! The grammar is the union of what curl and Go's `net/http` read, so that a list written for either means the same
//! here.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use url::{Host, Url};

use crate::secret::mask_url;

/// One entry of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Exception {
    /// `*`
    Everything,
    /// This host and everything below it, in the form that URLs have: lower case, Punycode, no final dot.
    Domain {
        name: String,
        port: Option<u16>,
    },
    Address {
        address: IpAddr,
        port: Option<u16>,
    },
    /// All addresses that have the first `bits` bits in common with this one.
    Network {
        address: IpAddr,
        bits: u8,
    },
}

impl Exception {
    /// `None` for an entry that can never match. A name may begin with `.` or `*.`, which make no difference, and end
    /// with a dot. A name or an address may be followed by a port. An IPv6 address may be in brackets, and must be
    /// before a port.
    pub(super) fn parse(text: &str) -> Option<Exception> {
        let text = text.trim();
        if text == "*" {
            return Some(Exception::Everything);
        }
        if let Some((address, bits)) = text.split_once('/') {
            return network(address, bits);
        }
        if let Some(address) = address(text) {
            return Some(Exception::Address { address, port: None });
        }
        let (host, port) = match text.rsplit_once(':') {
            None => (text, None),
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(port.parse::<u16>().ok().filter(|port| *port > 0)?)),
        };
        match address(host) {
            Some(address) => Some(Exception::Address { address, port }),
            None => Some(Exception::Domain { name: domain(host)?, port }),
        }
    }

    pub(super) fn covers(&self, base: &Url) -> bool {
        let at = |port: &Option<u16>| port.is_none() || *port == base.port_or_known_default();
        let called = match base.host() {
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address).to_canonical()),
            Some(Host::Domain(_)) | None => None,
        };
        match self {
            Exception::Everything => true,
            Exception::Domain { name, port } => {
                let Some(Host::Domain(host)) = base.host() else { return false };
                let host = host.strip_suffix('.').unwrap_or(host);
                let above = host.strip_suffix(name.as_str());
                above.is_some_and(|above| above.is_empty() || above.ends_with('.')) && at(port)
            }
            Exception::Address { address, port } => called == Some(*address) && at(port),
            Exception::Network { address, bits } => {
                called.is_some_and(|called| holds(*address, *bits, called))
            }
        }
    }
}

/// Whether an entry of the variable's list covers this service: entries are separated by commas or white space. An
/// entry that can never match is logged once per process.
pub(super) fn list_covers(list: &str, variable: &str, base: &Url) -> bool {
    let mut covered = false;
    for entry in list.split(|c: char| c == ',' || c.is_whitespace()).filter(|entry| !entry.is_empty()) {
        match Exception::parse(entry) {
            Some(exception) => covered |= exception.covers(base),
            None => log_once(entry, variable),
        }
    }
    covered
}

/// The log has an entry once, however many clients a program makes. It remembers a few: a list is written by hand.
fn log_once(entry: &str, variable: &str) {
    const REMEMBERED: usize = 64;
    static LOGGED: Mutex<Vec<String>> = Mutex::new(Vec::new());
    {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() >= REMEMBERED || logged.iter().any(|known| known == entry) {
            return;
        }
        logged.push(entry.to_owned());
    }
    tracing::warn!(
        target: "parlour",
        "`{}` in {variable} can never match: an entry is a host or domain, an address (either with a port, if need \
        be), a network such as 10.0.0.0/8, or `*`",
        mask_url(entry).escape_debug()
    );
}

fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match bare {
        Some(bare) => bare.parse().ok().filter(IpAddr::is_ipv6),
        None => text.parse().ok(),
    }
    .map(|address: IpAddr| address.to_canonical())
}

fn network(address: &str, bits: &str) -> Option<Exception> {
    let bare = address.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(address);
    // Not canonical: the length counts the bits of the address as it is written.
    let address = bare.parse::<IpAddr>().ok()?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    let bits = bits.parse::<u8>().ok().filter(|bits| *bits <= most)?;
    Some(Exception::Network { address, bits })
}

fn domain(host: &str) -> Option<String> {
    let name = host.strip_prefix("*.").or_else(|| host.strip_prefix('.')).unwrap_or(host);
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_written = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_') || !c.is_ascii();
    if name.split('.').any(str::is_empty) || !name.chars().all(is_written) {
        return None;
    }
    // Numbers alone are read as an address in an old form, which nobody means here.
    match Host::parse(name) {
        Ok(Host::Domain(name)) => Some(name),
        _ => None,
    }
}

fn holds(network: IpAddr, bits: u8, address: IpAddr) -> bool {
    let (network, address, width) = match (network, address) {
        (IpAddr::V4(network), IpAddr::V4(address)) => {
            (u128::from(network.to_bits()), u128::from(address.to_bits()), 32)
        }
        (IpAddr::V6(network), IpAddr::V6(address)) => (network.to_bits(), address.to_bits(), 128),
        // A network of mapped addresses, ::ffff:10.0.0.0/104, holds addresses of IPv4.
        (IpAddr::V6(network), IpAddr::V4(address)) => {
            (network.to_bits(), address.to_ipv6_mapped().to_bits(), 128)
        }
        (IpAddr::V4(_), IpAddr::V6(_)) => return false,
    };
    // Bits beyond the length make no difference, as in Go. A shift by the whole width leaves nothing.
    (network ^ address).checked_shr(width - u32::from(bits)).unwrap_or(0) == 0
}

#[cfg(test)]
mod tests;
