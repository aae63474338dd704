//! Skills and their versions (protocol §8.6).

use crate::json::JsonError;

// generated: types
wire! {
    /// A skill. Times are RFC 3339.
    pub struct Skill, tag = "skill", verify = has_an_id {
        /// The id of the skill.
        "id" id: String,
        /// The display name; not unique.
        "display_name" display_name: Option<String>,
        /// The version that is used if none is given.
        "latest_version_id" latest_version_id: Option<String>,
        /// The origin of the skill.
        "source" source: Option<SkillSource>,
        /// When it was created.
        "created_at" created_at: Option<String>,
        /// When its latest version was added.
        "updated_at" updated_at: Option<String>,
    }
}

wire! {
    /// The origin of a skill.
    pub struct SkillSource {
        /// `custom`, the vendor's name and others; an open set.
        "type" kind: String,
    }
}

wire! {
    /// A version of a skill.
    pub struct SkillVersion, tag = "skill_version", verify = version_has_an_id {
        /// The id of the version.
        "id" id: String,
        /// The skill it belongs to.
        "skill_id" skill_id: String,
        /// The slug of the skill, the same in all versions: lower case with hyphens.
        "name" name: String,
        /// When the model should use it.
        "description" description: Option<String>,
        /// When it was created (RFC 3339).
        "created_at" created_at: Option<String>,
    }
}
// end generated

/// Another answer must not pass for a skill.
fn has_an_id(found: &Skill) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a skill: it has no id")),
        false => Ok(()),
    }
}

/// Another answer must not pass for a version.
fn version_has_an_id(found: &SkillVersion) -> Result<(), JsonError> {
    match found.id.is_empty() {
        true => Err(JsonError::data("not a version of a skill: it has no id")),
        false => Ok(()),
    }
}
