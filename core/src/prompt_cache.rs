//! Lets one request write a prefix to the prompt cache of the service before others read it (protocol §10.3).
//!
//! An entry of the cache becomes readable when the first answer begins. Requests that are sent at once with one marked
//! prefix all miss, and each is billed for writing it. A [`Gate`] belongs to a client and all its copies: the first
//! request with a cold prefix goes ahead, and those that share it wait until its answer begins. With a store
//! ([`shared`]) that holds for all processes of a service.

mod gate;
mod keep_alive;
mod marked;
mod prefixes;
#[cfg_attr(not(feature = "redis"), allow(dead_code, reason = "without the feature there is no store"))]
mod shared;

#[cfg(test)]
mod tests;

pub(crate) use gate::{Claimed, Expected, Gate, Pass};
pub(crate) use keep_alive::{Renew, Renewals, Renewed, Renewing};
pub(crate) use marked::Marked;
pub(crate) use prefixes::FIVE_MINUTES;
#[cfg(all(test, feature = "redis"))]
pub(crate) use shared::PrefixName;
pub(crate) use shared::SharedPrefixes;
#[cfg(feature = "redis")]
pub(crate) use shared::{PrefixAsk, PrefixGiven, PrefixStep, Prefixes};

/// What a client does so that requests find their prefixes in the prompt cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PromptCache {
    /// The default: requests are sent as they come.
    #[default]
    Off,
    /// Requests that share a marked prefix wait until the first of them has begun to be answered, unless the prefix is
    /// in the cache.
    Keep,
    /// As [`Keep`](PromptCache::Keep), and a marker of five minutes becomes one of an hour where its prefix came again
    /// after more than five minutes and within an hour: what is written for an hour costs more, and is read where it
    /// would be written again and again.
    Extend,
}
