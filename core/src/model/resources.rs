//! The objects of the endpoints beside `messages` (protocol §8): models, batches, files, skills and configured limits.
//! Like all wire types, they keep unknown fields.

mod batch;
mod deleted;
mod file;
mod limit;
mod model_info;
mod skill;
mod tokens;
mod webhook;

// generated: names
pub use batch::{
    BatchCanceled, BatchCounts, BatchErrored, BatchExpired, BatchOutcome, BatchResult, BatchStatus,
    BatchSucceeded, ErrorDetail, ErrorEnvelope, MessageBatch,
};
pub use deleted::Deleted;
pub use file::{FileInfo, FileScope};
pub use limit::{LimitSource, LimitValue, RateLimitGroup, RateLimitRule};
pub use model_info::{
    Capability, CompactionCapability, ContextManagementCapability, EffortCapability, Lifecycle,
    ModelCapabilities, ModelInfo, ServerToolsCapability, ThinkingCapability, ThinkingTypes,
};
pub use skill::{Skill, SkillSource, SkillVersion};
pub use tokens::TokenCount;
pub use webhook::{WebhookData, WebhookEvent};
// end generated
