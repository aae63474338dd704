//! Toolsets: families of tools under one definition, whose calls name the member (protocol §1.6). Their members and
//! inputs are tables, generated from `schema/toolsets.toml`; this file checks the input of a call by them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::fields::Fields;
use crate::error::{Error, Result};
use crate::json::Json;
use crate::model::Tool;
use crate::tools::toolbox::ToolError;

/// The longest time that a key is held or the model waits, in seconds (protocol §1.6).
const MOST_SECONDS: f64 = 100.0;
/// How often a key is pressed by one call, at most.
const MOST_TIMES: u64 = 100;
const POINT: &str = "[x, y] in pixels of the screenshot, from 0 on";
const REGION: &str = "[x0, y0, x1, y1] in pixels of the screenshot, with x0 < x1 and y0 < y1";
/// The field of a command that names the member; the single tool of earlier versions has it in its input.
const ACTION: &str = "action";

/// A family of tools that the service defines and a program runs.
#[derive(Debug)]
pub struct Toolset {
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) members: &'static [Member],
}

/// A tool of a toolset.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) fields: &'static [Field],
    /// The reply for a method that returned nothing, with fields in braces; `None` if it must return something.
    pub(super) done: Option<&'static str>,
    /// Whether the service offers it unless `configs` turns it off.
    pub(super) is_on: bool,
}

/// A field of an input.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) presence: Presence,
}

/// Whether an input has a field.
#[derive(Debug)]
pub(super) enum Presence {
    Required,
    Optional,
    Default(u64),
}

/// The values that a field takes.
#[derive(Debug)]
pub(super) enum Kind {
    /// Any text.
    Text,
    /// A text with at least one character.
    Words,
    /// A list of texts.
    Texts,
    /// A whole number from 0 on.
    Count,
    /// A whole number from 1 to 100.
    Times,
    /// A number of seconds from 0 to 100.
    Seconds,
    /// `[x, y]`, from 0 on.
    Point,
    /// `[x0, y0, x1, y1]`, from 0 on, not empty.
    Region,
    /// One of these texts; the words for them in an error.
    Choice(&'static [&'static str], &'static str),
    /// A text, a number or a boolean.
    Value,
    /// `{"type": "coordinate", "x": …, "y": …}`.
    CoordinateTarget,
    /// `{"type": "ref", "ref": …}`.
    RefTarget,
    /// Either of the two.
    Target,
}

/// A command with a checked input.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberCommand {
    /// The member, as the service names it.
    pub name: &'static str,
    /// The fields and `action`, the name of the member. Unknown fields and null are left out, defaults are filled in.
    pub fields: Map<String, Value>,
    /// The reply for a method that returned nothing; `None` if it must return something.
    pub done: Option<String>,
}

impl Toolset {
    /// Its name in calls: `computer`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The names of the members.
    pub fn members(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.members.iter().map(|member| member.name)
    }

    /// The definition, whose `configs` turn off the members that are not supported, and on those that the service does
    /// not offer by itself.
    #[must_use]
    pub fn definition(&self, supports: impl Fn(&str) -> bool) -> Tool {
        let differs = |member: &&Member| supports(member.name) != member.is_on;
        let config =
            |member: &Member| (member.name.to_owned(), serde_json::json!({ "enabled": !member.is_on }));
        let configs: Map<String, Value> = self.members.iter().filter(differs).map(config).collect();
        let tool = Tool::toolset(self.kind);
        match Json::from_serialize(&configs) {
            Ok(json) if !configs.is_empty() => tool.option("configs", json),
            _ => tool,
        }
    }

    /// Checks that there is a supported member.
    ///
    /// # Errors
    /// Kind [`Config`](crate::ErrorKind::Config) if there is none: the service refuses a toolset without members.
    pub fn check(&self, supports: impl Fn(&str) -> bool) -> Result<()> {
        match self.members().any(supports) {
            true => Ok(()),
            false => Err(Error::config(format!(
                "the {} tool supports no action: implement at least one",
                self.name
            ))),
        }
    }

    /// Reads the input of a call. `member` is the name of the call if it belongs to the toolset; the single tool of
    /// earlier versions has the action in its input. `None` for a member of a later version.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(
        &self,
        member: Option<&str>,
        input: &Json,
    ) -> std::result::Result<Option<MemberCommand>, ToolError> {
        let fields = Fields::of(self.name, input)?;
        let name = member.map_or_else(|| fields.text(ACTION), |member| Ok(member.to_owned()))?;
        let Some(member) = self.members.iter().find(|member| member.name == name) else { return Ok(None) };
        let mut read = Map::new();
        read.insert(ACTION.to_owned(), member.name.into());
        for field in member.fields {
            if let Some(value) = field.read(&fields)? {
                read.insert(field.name.to_owned(), value);
            }
        }
        let done = member.done.map(|done| filled(done, &read));
        Ok(Some(MemberCommand { name: member.name, fields: read, done }))
    }
}

/// The typed form of a checked command.
pub(super) fn typed<T: DeserializeOwned>(command: MemberCommand) -> std::result::Result<T, ToolError> {
    serde_json::from_str(&Value::Object(command.fields).to_string())
        .map_err(|error| ToolError::new(format!("The input does not fit: {error}")))
}

/// The reply to a command whose method returned nothing.
pub(super) fn done(toolset: &Toolset, name: &str, command: &impl Serialize) -> Option<String> {
    let member = toolset.members.iter().find(|member| member.name == name)?;
    let template = member.done?;
    match serde_json::to_value(command) {
        Ok(Value::Object(fields)) => Some(filled(template, &fields)),
        _ => Some(filled(template, &Map::new())),
    }
}

impl Field {
    fn read(&self, fields: &Fields) -> std::result::Result<Option<Value>, ToolError> {
        if !fields.has(self.name) {
            return match self.presence {
                Presence::Required => Err(fields.missing(self.name)),
                Presence::Optional => Ok(None),
                Presence::Default(number) => Ok(Some(number.into())),
            };
        }
        let name = self.name;
        let value = match &self.kind {
            Kind::Text => fields.text(name)?.into(),
            Kind::Words => fields.words(name)?.into(),
            Kind::Texts => fields.texts(name)?.into(),
            Kind::Count => fields.whole(name, 0, u64::from(u32::MAX))?.into(),
            Kind::Times => fields.whole(name, 1, MOST_TIMES)?.into(),
            Kind::Seconds => fields.seconds(name, MOST_SECONDS)?.into(),
            Kind::Point => fields.wholes::<2>(name, POINT)?.to_vec().into(),
            Kind::Region => {
                let [left, upper, right, lower] = fields.wholes(name, REGION)?;
                if left >= right || upper >= lower {
                    return Err(fields.refuse(name, REGION));
                }
                vec![left, upper, right, lower].into()
            }
            Kind::Choice(values, words) => {
                let text = fields.text(name)?;
                if !values.contains(&text.as_str()) {
                    return Err(fields.refuse(name, words));
                }
                text.into()
            }
            Kind::Value => fields.scalar(name)?,
            Kind::CoordinateTarget => fields.target(name, true, false)?,
            Kind::RefTarget => fields.target(name, false, true)?,
            Kind::Target => fields.target(name, true, true)?,
        };
        Ok(Some(value))
    }
}

/// The template with the values of the fields that it names in braces.
fn filled(template: &str, fields: &Map<String, Value>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        text.push_str(before);
        text.push_str(&fields.get(name).map(shown).unwrap_or_default());
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A text without quotes, a number without a needless fraction.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
    }
}
