//! The endpoints beside `messages` (protocol §8): models, token counts, batches, files, skills, configured limits. They
//! are one table ([`ENDPOINTS`]), and typed calls of its rows.

mod answer;
mod batch_results;
mod batch_run;
mod batch_writer;
mod batches;
mod call;
mod configured_limits;
mod endpoint;
mod files;
mod lines;
mod models;
mod pager;
mod pages;
mod skills;
mod tokens;

pub use batch_results::{BatchResults, ResultJson};
pub(crate) use batch_run::read_journal_bytes;
pub use batch_run::{BatchRun, BatchRunOptions, BatchRunResults};
pub use batch_writer::{BATCH_BYTES, BATCH_REQUESTS, BatchWriter};
pub use batches::{BatchWait, Batches};
pub use call::{EndpointCall, ResourceCall};
pub use configured_limits::ConfiguredLimits;
pub use endpoint::{Answer, ENDPOINTS, Endpoint};
pub use files::Files;
pub use models::Models;
pub use pager::{Pager, Paging};
pub use pages::{Items, ListCall, Page, Pages};
pub use skills::Skills;
