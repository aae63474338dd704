//! The setting of a folder of recorded answers.

use parlour::{RecordingMatch, RecordingMode, Recordings};

use super::read::{Shape, Text, Value, must_be};
use super::table::{fill_nested, settings};
use super::text::decode;
use crate::info::ErrorInfo;

impl Value for RecordingMode {
    const IS: &'static str = r#""replay", "record" or "cache""#;
    fn read(json: &str, name: &str) -> Result<RecordingMode, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("replay") => Ok(RecordingMode::Replay),
            Some("record") => Ok(RecordingMode::Record),
            Some("cache") => Ok(RecordingMode::Cache),
            _ => Err(must_be::<RecordingMode>(name)),
        }
    }
}

impl Value for RecordingMatch {
    const IS: &'static str = r#""strict" or "loose""#;
    fn read(json: &str, name: &str) -> Result<RecordingMatch, ErrorInfo> {
        match decode(json).as_ref().map(|text| text.as_str()) {
            Some("strict") => Ok(RecordingMatch::Strict),
            Some("loose") => Ok(RecordingMatch::Loose),
            _ => Err(must_be::<RecordingMatch>(name)),
        }
    }
}

/// The setting while its members are read.
#[derive(Default)]
struct Part {
    folder: Option<Text>,
    mode: RecordingMode,
    matching: RecordingMatch,
    timing: bool,
}

settings! {
    Part;
    const TABLE;
    #[cfg(test)]
    pub(super) const ROWS;

    "folder": Text, "the path of the folder",
        |r, v| Part { folder: Some(v), ..r };
    "mode": RecordingMode, "whether answers are replayed, recorded, or both",
        |r, v| Part { mode: v, ..r };
    "matching": RecordingMatch, "which requests count as the same",
        |r, v| Part { matching: v, ..r };
    "timing": bool, "whether a replayed answer takes as long as it took when it was recorded",
        |r, v| Part { timing: v, ..r };
}

impl Value for Recordings {
    const IS: &'static str = "an object with {folder} and, if wanted, {mode}, {matching} and {timing}";
    const SHAPE: Shape = Shape::Object;
    fn read(json: &str, name: &str) -> Result<Recordings, ErrorInfo> {
        let Part { folder, mode, matching, timing } =
            fill_nested::<_, Recordings>(Part::default(), TABLE, json, name)?;
        let folder = folder.ok_or_else(|| must_be::<Recordings>(name))?;
        Ok(Recordings::new(folder.0.as_str()).mode(mode).matching(matching).timing(timing))
    }
}
