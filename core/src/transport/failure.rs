//! Classifies failures below HTTP by the types along the chain of sources, never by text.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::sync::Arc;
use std::{fmt, io};

use http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::{SocksV5, Tunnel};
use rustls::{AlertDescription, CertificateError};
use tower_service::Service;

use super::{Failure, FailureKind, trust_variables};
use crate::error::Error;
use crate::error::scarce::Scarce;
use crate::setting::Setting;

pub(super) type BoxError = Box<dyn StdError + Send + Sync>;

/// Errors of the connectors of hyper-util, which can be named only as associated types.
type TcpError = <HttpConnector as Service<Uri>>::Error;
type TunnelError = <Tunnel<HttpConnector> as Service<Uri>>::Error;
type SocksError = <SocksV5<HttpConnector> as Service<Uri>>::Error;

/// The connection was not made in time.
#[derive(Debug)]
pub(super) struct ConnectLimit;

impl fmt::Display for ConnectLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("operation timed out")
    }
}

impl StdError for ConnectLimit {}

/// Marks an error of the resolver, which the connector above distinguishes from other failures only by its text.
#[derive(Debug)]
pub(super) struct DnsError(pub(super) Arc<io::Error>);

impl fmt::Display for DnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dns error")
    }
}

impl StdError for DnsError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}

/// A setting that turned out to be unusable when it was needed.
#[derive(Debug)]
pub(super) struct Unusable(pub(super) Arc<Error>);

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.message())
    }
}

impl StdError for Unusable {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}

/// A connection that was not made, and where it would have led.
#[derive(Debug)]
struct NotMade {
    /// Host and port, never a user.
    to: String,
    source: BoxError,
}

impl fmt::Display for NotMade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no connection to {}", self.to)
    }
}

impl StdError for NotMade {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

/// A connection that was not made.
pub(super) fn unconnected(error: BoxError, to: &Uri) -> Failure {
    let kind = no_connection(error.as_ref());
    let own = if to.scheme_str() == Some("https") { 443 } else { 80 };
    let to = format!("{}:{}", to.host().unwrap_or_default(), to.port_u16().unwrap_or(own));
    Failure { kind, source: Box::new(NotMade { to, source: error }) }
}

/// A body in a content coding that the request did not offer.
pub(super) fn not_offered(coding: &str) -> Failure {
    let why = format!(
        "it came in the content coding `{coding}`, which the request did not offer (accept-encoding)"
    );
    Failure { kind: FailureKind::Coding, source: Box::new(io::Error::new(io::ErrorKind::InvalidData, why)) }
}

/// An answer that broke off.
pub(super) fn broken_off(error: impl StdError + Send + Sync + 'static) -> Failure {
    Failure { kind: broken(&error), source: Box::new(error) }
}

/// Names the destination of a failed connection and the cause.
pub(super) fn describe(failure: &Failure) -> String {
    let error: &(dyn StdError + 'static) = failure.source.as_ref();
    let to = chain(error).find_map(|cause| cause.downcast_ref::<NotMade>()).map(|cause| cause.to.as_str());
    let (what, joint) = match failure.kind {
        FailureKind::ConnectTimeout => ("no connection within the connect limit", " to "),
        FailureKind::Dns => ("the host name did not resolve", ": "),
        FailureKind::Tls => ("the TLS handshake failed", " with "),
        FailureKind::Connect => ("no connection could be made", " to "),
        FailureKind::Proxy => ("the proxy refused the connection", " to "),
        FailureKind::Setting => ("a setting of connections cannot be used", " for "),
        FailureKind::Resources => ("a resource of this process is short", " for "),
        FailureKind::Lost => ("the connection was lost", " to "),
        FailureKind::Malformed => ("the answer is not valid HTTP", " from "),
        FailureKind::Coding => ("the body of the answer cannot be read", " from "),
    };
    let what = to.map_or_else(|| what.to_owned(), |to| format!("{what}{joint}{to}"));
    // A sentence of this crate names what its cause does not.
    let own = chain(error).find_map(|cause| cause.downcast_ref::<Unusable>());
    let innermost = || chain(error).last().unwrap_or(error).to_string();
    let why = own.map_or_else(innermost, Unusable::to_string);
    match advice(error) {
        Some((advice, _)) => format!("{what} ({why}): {advice}"),
        None => format!("{what} ({why})"),
    }
}

/// The setting that the failure is about.
pub(super) fn setting(failure: &Failure) -> Option<Setting> {
    let error: &(dyn StdError + 'static) = failure.source.as_ref();
    match failure.kind {
        FailureKind::ConnectTimeout => Some(Setting::CONNECT_TIMEOUT),
        FailureKind::Setting => chain(error)
            .find_map(|cause| cause.downcast_ref::<Unusable>())
            .and_then(|own| own.0.about_setting()),
        _ => advice(error).and_then(|(_, setting)| setting),
    }
}

/// The advice, and the setting that would help, if any.
type Advice = (Cow<'static, str>, Option<Setting>);

fn advice(error: &(dyn StdError + 'static)) -> Option<Advice> {
    const PROXY: Setting = Setting::PROXY;
    if let Some(scarce) = scarcity(error) {
        return Some((scarce.text().into(), None));
    }
    for cause in chain(error) {
        if matches!(cause.downcast_ref::<TunnelError>(), Some(TunnelError::ProxyAuthRequired)) {
            let text = format!(
                "the proxy wants other credentials (407): put user name and password into the URL of `{PROXY}`"
            );
            return Some((text.into(), Some(PROXY)));
        }
        if is_refusal(cause) {
            let text =
                format!("look at the user name and the password in `{PROXY}`, and at what the proxy allows");
            return Some((text.into(), Some(PROXY)));
        }
        if let Some(tls) = held::<rustls::Error>(cause) {
            return tls_advice(tls);
        }
    }
    None
}

fn tls_advice(error: &rustls::Error) -> Option<Advice> {
    use rustls::Error as Tls;
    // A bad signature is that of another authority with the name of one that is trusted.
    if let Tls::InvalidCertificate(CertificateError::UnknownIssuer | CertificateError::BadSignature) = error {
        let advice =
            format!("its certificate is of an authority that is not trusted: {} adds one", Setting::CA_PEM);
        let advice = match trust_variables::named() {
            Some(named) => format!("{advice}; the system's authorities are replaced by those of {named}"),
            None => advice,
        };
        return Some((advice.into(), Some(Setting::CA_PEM)));
    }
    let (text, setting) = match error {
        Tls::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        ) => {
            let setting = Setting::BASE_URL;
            (format!("its certificate is for another host: look at {setting}"), setting)
        }
        Tls::AlertReceived(
            AlertDescription::CertificateRequired
            | AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::AccessDenied
            | AlertDescription::CertificateUnknown,
        ) => {
            let setting = Setting::CLIENT_CERTIFICATE_PEM;
            let key = Setting::CLIENT_KEY_PEM;
            (format!("it wants another certificate of the client: look at {setting} and {key}"), setting)
        }
        Tls::AlertReceived(AlertDescription::ProtocolVersion) | Tls::PeerIncompatible(_) => {
            let setting = Setting::MIN_TLS_VERSION;
            (format!("it has no version of TLS that may be used: look at {setting}"), setting)
        }
        Tls::InvalidMessage(_) => {
            let setting = Setting::BASE_URL;
            (format!("it does not speak TLS there: look at {setting} and {}", Setting::PROXY), setting)
        }
        _ => return None,
    };
    Some((text.into(), Some(setting)))
}

fn no_connection(error: &(dyn StdError + 'static)) -> FailureKind {
    if scarcity(error).is_some() {
        FailureKind::Resources
    } else if chain(error).any(|cause| cause.is::<Unusable>()) {
        FailureKind::Setting
    } else if chain(error).any(is_timeout) {
        FailureKind::ConnectTimeout
    } else if chain(error).any(|cause| cause.is::<DnsError>()) {
        FailureKind::Dns
    } else if chain(error).any(|cause| held::<rustls::Error>(cause).is_some()) {
        FailureKind::Tls
    } else if chain(error).any(is_refusal) {
        FailureKind::Proxy
    } else {
        FailureKind::Connect
    }
}

/// Whether a proxy was reached and refused. If it broke off instead, a retry may succeed.
fn is_refusal(cause: &(dyn StdError + 'static)) -> bool {
    let tunnel = cause.downcast_ref::<TunnelError>().is_some_and(|error| {
        matches!(
            error,
            TunnelError::ProxyAuthRequired
                | TunnelError::TunnelUnsuccessful
                | TunnelError::ProxyHeadersTooLong
        )
    });
    let socks = cause.downcast_ref::<SocksError>();
    tunnel || socks.is_some_and(|error| matches!(error, SocksError::V5(_) | SocksError::Parsing(_)))
}

/// Whether no file descriptor was left.
pub(super) fn lacks_descriptors(error: &(dyn StdError + 'static)) -> bool {
    scarcity(error) == Some(Scarce::Descriptors)
}

/// Whether the peer has closed.
pub(super) fn is_gone(error: &io::Error) -> bool {
    use io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset)
}

/// The scarce resource, wherever it is in the chain of causes.
fn scarcity(error: &(dyn StdError + 'static)) -> Option<Scarce> {
    chain(error).find_map(Scarce::of)
}

fn broken(error: &(dyn StdError + 'static)) -> FailureKind {
    if scarcity(error).is_some() {
        return FailureKind::Resources;
    }
    for cause in chain(error) {
        if let Some(hyper) = cause.downcast_ref::<hyper::Error>() {
            if hyper.is_incomplete_message()
                || hyper.is_canceled()
                || hyper.is_closed()
                || hyper.is_body_write_aborted()
            {
                return FailureKind::Lost;
            }
            if hyper.is_parse() {
                return FailureKind::Malformed;
            }
        }
        if let Some(io) = cause.downcast_ref::<io::Error>()
            && matches!(io.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput)
        {
            let tls = chain(error).any(|cause| held::<rustls::Error>(cause).is_some());
            return if tls { FailureKind::Tls } else { FailureKind::Malformed };
        }
    }
    FailureKind::Lost
}

/// Our own limit, the share of it that one of several addresses gets, or the system's.
fn is_timeout(cause: &(dyn StdError + 'static)) -> bool {
    cause.is::<ConnectLimit>()
        || cause.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::TimedOut)
}

/// The error of this type that a cause is or holds. rustls hands its errors over inside an `io::Error`, sometimes
/// inside one more; the `source()` of those skips what they hold.
fn held<'a, T: StdError + 'static>(cause: &'a (dyn StdError + 'static)) -> Option<&'a T> {
    let mut inner = Some(cause);
    while let Some(error) = inner {
        if let Some(found) = error.downcast_ref::<T>() {
            return Some(found);
        }
        inner = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .map(|held| held as &(dyn StdError + 'static));
    }
    None
}

/// The causes of an error, from the outside in. SOCKS keeps its own to itself.
pub(super) fn chain<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |cause| {
        let cause: &'a (dyn StdError + 'static) = *cause;
        match cause.downcast_ref::<SocksError>() {
            Some(SocksError::Inner(inner)) => {
                let inner: &'a TcpError = inner;
                Some(inner)
            }
            Some(SocksError::Io(inner)) => Some(inner),
            _ => cause.source(),
        }
    })
}
