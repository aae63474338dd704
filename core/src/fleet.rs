//! Limits that several processes share, kept in Redis or Valkey.
//!
//! [`address`] reads where the store is, [`connection`] speaks with it, and [`store`] has the thread on which that
//! happens. The scripts decide, by the clock of the server: `share.lua` on rate limits, `spend.lua` on spending limits,
//! `prefix.lua` on who writes a prefix to the prompt cache. `usage.lua` adds up the books of ledgers.

mod address;
mod connection;
mod store;

#[cfg(test)]
mod tests;

pub(crate) use address::Address;
pub(crate) use store::Fleet;
