//! Structured answers (protocol §9.7): an answer that is one JSON value of a given JSON Schema.
//!
//! [`schema`] transforms a schema to the form that the service accepts, [`validate`] checks a value against a schema,
//! [`plan`] decides how the answer is requested and how it is interpreted, [`partial`] shows it while it streams. These
//! are free of I/O and serve every language; [`call`] combines them with a client and a Rust type.

mod asking;
mod call;
mod letter_case;
mod multiple;
mod partial;
mod place;
mod plan;
mod refs;
mod same;
mod schema;
#[cfg(test)]
mod tests;
mod tree;
mod validate;

pub use asking::AnswerRequests;
pub use call::{ParseCall, ParseStream, Parsed};
pub use partial::{AnswerPlace, PartialAnswer};
pub use plan::{AnswerMethod, AnswerOptions, AnswerOutcome, AnswerPlan};
pub use schema::{TransformedSchema, transform_schema};
pub use validate::schema_violations;
