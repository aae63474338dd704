//! Shared by the benchmark's programs: the replies they serve, the meter, the loops that drive a peer, the table of
//! scenarios and the report. Of the client only the public interface is used, so that every peer is measured by the
//! same code.

pub mod aborts;
pub mod agents;
pub mod args;
pub mod decode;
pub mod driver;
pub mod limits;
pub mod meter;
pub mod ours;
pub mod payload;
pub mod raw;
pub mod real_use;
pub mod report;
pub mod resources;
pub mod runner;
pub mod scenario;
pub mod server;

/// The error of any of the programs; printed once by `main`.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
