//! The conformance suite: cases are data, assertions live here once, drivers only translate (build §5).
//! The formats are described in README.md.

pub mod case;
pub mod check;
pub mod cli;
pub mod driver;
pub mod errlog;
pub mod expand;
pub mod json;
pub mod lines;
pub mod oracle;
pub mod outcome;
pub mod pattern;
pub mod plan;
pub mod proxy;
pub mod render;
pub mod run;
pub mod splits;
pub mod suite;
pub mod transcripts;
