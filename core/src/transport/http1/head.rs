//! Renders the head of a request, and identifies its origin.

use http::header::{CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use http::uri::{Authority, Scheme};
use http::{Method, Uri};

use super::super::{Failure, FailureKind, Outgoing};
use crate::answer_headers::ascii;

/// The maximum number of headers of an answer; hyper allows 100.
pub(super) const MAX_HEADERS: usize = 128;

/// Connections to the same origin are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    scheme: Option<Scheme>,
    authority: Option<Authority>,
}

impl Origin {
    pub(super) fn of(uri: &Uri) -> Origin {
        Origin { scheme: uri.scheme().cloned(), authority: uri.authority().cloned() }
    }
}

/// A rendered head. It holds the credential, and is wiped when it is dropped.
pub(super) struct Rendered(Vec<u8>);

impl Rendered {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Rendered {
    fn drop(&mut self) {
        self.0.fill(0);
        zeroize::optimization_barrier(self.0.as_slice());
    }
}

/// The request line and the headers.
///
/// Length and framing are set here: the caller's headers for them are left out, because a peer that believed them could
/// take the rest of the body for another request (request smuggling).
pub(super) fn render(outgoing: &Outgoing) -> Rendered {
    // Two passes, the first for the length: growing the buffer would leave a copy of the credential behind.
    let mut length = 0;
    pieces(outgoing, |piece| length += piece.len());
    let mut head = Vec::with_capacity(length);
    pieces(outgoing, |piece| head.extend_from_slice(piece));
    Rendered(head)
}

/// Yields each piece of the head in order.
fn pieces(outgoing: &Outgoing, mut put: impl FnMut(&[u8])) {
    let uri = &outgoing.uri;
    put(outgoing.method.as_str().as_bytes());
    put(b" ");
    put(uri.path_and_query().map_or("/", |path| path.as_str()).as_bytes());
    put(b" HTTP/1.1\r\n");
    for (name, value) in &outgoing.headers {
        if name == CONTENT_LENGTH || name == TRANSFER_ENCODING {
            continue;
        }
        put(name.as_str().as_bytes());
        put(b": ");
        put(value.as_bytes());
        put(b"\r\n");
    }
    if !outgoing.headers.contains_key(HOST) {
        put(b"host: ");
        put(host(uri).as_bytes());
        put(b"\r\n");
    }
    match outgoing.body.length() {
        None => put(b"transfer-encoding: chunked\r\n"),
        Some(length) if length > 0 || announces_nothing(&outgoing.method) => {
            put(b"content-length: ");
            put(Decimal::of(length).digits());
            put(b"\r\n");
        }
        Some(_) => {}
    }
    put(b"\r\n");
}

/// Whether an empty body has to be announced because the method expects one (RFC 9110 §8.6).
fn announces_nothing(method: &Method) -> bool {
    matches!(*method, Method::POST | Method::PUT | Method::PATCH)
}

/// A number as digits, without allocation.
struct Decimal {
    digits: [u8; 20],
    from: usize,
}

impl Decimal {
    fn of(mut number: u64) -> Decimal {
        let mut digits = [b'0'; 20];
        let mut from = digits.len();
        for (at, digit) in digits.iter_mut().enumerate().rev() {
            *digit = b'0' + (number % 10) as u8;
            number /= 10;
            from = at;
            if number == 0 {
                break;
            }
        }
        Decimal { digits, from }
    }

    fn digits(&self) -> &[u8] {
        self.digits.get(self.from..).unwrap_or_default()
    }
}

/// Host and port without a user; the port only if it is not the scheme's own.
fn host(uri: &Uri) -> &str {
    let Some(authority) = uri.authority() else { return "" };
    let named = authority.as_str().rsplit_once('@').map_or(authority.as_str(), |(_, host)| host);
    let own = if uri.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    if authority.port_u16() == Some(own) { authority.host() } else { named }
}

/// Whether headers `connection` with these values ask for this: `close`, or `keep-alive`, which is not the default of
/// HTTP/1.0.
pub(super) fn asks_for<'v>(option: &str, values: impl Iterator<Item = &'v [u8]>) -> bool {
    values
        .filter_map(ascii)
        .flat_map(|value| value.split(','))
        .any(|token| token.trim().eq_ignore_ascii_case(option))
}

pub(super) fn malformed(why: impl Into<std::borrow::Cow<'static, str>>) -> Failure {
    Failure { kind: FailureKind::Malformed, source: why.into().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_out() {
        for number in [0, 7, 10, 4096, 33_554_432, u64::MAX] {
            assert_eq!(Decimal::of(number).digits(), number.to_string().as_bytes());
        }
    }
}
