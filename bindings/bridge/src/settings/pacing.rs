//! Settings of the limiter: whether calls wait for the rate limits, and which go first.

use parlour::{Pacing, Priority, PromptCache};

use super::read::{Value, must_be};
use super::text::decode;
use crate::info::ErrorInfo;

impl Value for Pacing {
    const IS: &'static str = r#""off", "observe" or "pace""#;
    fn read(json: &str, name: &str) -> Result<Pacing, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("off") => Ok(Pacing::Off),
            Some("observe") => Ok(Pacing::Observe),
            Some("pace") => Ok(Pacing::Pace),
            _ => Err(must_be::<Pacing>(name)),
        }
    }
}

impl Value for Priority {
    const IS: &'static str = r#""interactive" or "bulk""#;
    fn read(json: &str, name: &str) -> Result<Priority, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("interactive") => Ok(Priority::Interactive),
            Some("bulk") => Ok(Priority::Bulk),
            _ => Err(must_be::<Priority>(name)),
        }
    }
}

impl Value for PromptCache {
    const IS: &'static str = r#""off", "keep" or "extend""#;
    fn read(json: &str, name: &str) -> Result<PromptCache, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("off") => Ok(PromptCache::Off),
            Some("keep") => Ok(PromptCache::Keep),
            Some("extend") => Ok(PromptCache::Extend),
            _ => Err(must_be::<PromptCache>(name)),
        }
    }
}
