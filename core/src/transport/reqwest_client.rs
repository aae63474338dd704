//! Every route to a service that is not a direct HTTP/1.1 connection. They belong to the feature `proxy`; without it, a
//! client that needs one is refused when it is built.

#[cfg(feature = "proxy")]
mod client;
#[cfg(not(feature = "proxy"))]
mod refused;

#[cfg(feature = "proxy")]
pub(super) use client::{Received, ReqwestClient};
#[cfg(not(feature = "proxy"))]
pub(super) use refused::{Received, ReqwestClient};
