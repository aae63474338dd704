//! The head of a request as bytes, and whom it goes to. It must not know connections.

use std::io::Write as _;

use bytes::Bytes;
use http::header::{CONNECTION, CONTENT_LENGTH, HOST, TRANSFER_ENCODING};
use http::uri::{Authority, Scheme};
use http::{HeaderMap, Uri};

use super::super::Outgoing;

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

/// Room for the head of most requests.
const USUAL: usize = 512;

/// The request line and the headers.
///
/// Length and framing are ours to tell: whatever the caller's headers say of them is left out, since a peer that
/// believed it would take the rest of the body for another request.
pub(super) fn render(outgoing: &Outgoing) -> Bytes {
    let uri = &outgoing.uri;
    let mut head = Vec::with_capacity(USUAL);
    let mut put = |piece: &[u8]| head.extend_from_slice(piece);
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
    let length = outgoing.body.len();
    if length > 0 {
        // Writing to memory does not fail.
        let _ = write!(head, "content-length: {length}\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head.into()
}

/// Host and port without a user; the port only if it is not the scheme's own.
fn host(uri: &Uri) -> &str {
    let Some(authority) = uri.authority() else { return "" };
    let named = authority.as_str().rsplit_once('@').map_or(authority.as_str(), |(_, host)| host);
    let own = if uri.scheme() == Some(&Scheme::HTTPS) { 443 } else { 80 };
    if authority.port_u16() == Some(own) { authority.host() } else { named }
}

/// Whether the sender of these headers will close the connection.
pub(super) fn closes(headers: &HeaderMap) -> bool {
    says(headers, "close")
}

/// Whether they ask to keep it, which HTTP/1.0 does not do by itself.
pub(super) fn keeps(headers: &HeaderMap) -> bool {
    says(headers, "keep-alive")
}

fn says(headers: &HeaderMap, option: &str) -> bool {
    headers
        .get_all(CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|token| token.trim().eq_ignore_ascii_case(option))
}
