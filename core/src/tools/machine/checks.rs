//! Validates a request with tools before anything is sent (protocol §1.5, §1.6).

use crate::error::{Error, Result};
use crate::json::{Json, JsonError};
use crate::model::{MessageRequest, Tool};

pub(super) fn settings_of(json: &str) -> Result<MessageRequest> {
    let refused = |e: JsonError| Error::config(format!("this is no message request: {e}")).with_source(e);
    Json::parse(json).and_then(|json| json.decode()).map_err(refused)
}

/// Names are unique in a request, and the input of a tool is an object (protocol §1.5).
pub(super) fn check_tools(settings: &MessageRequest) -> Result<()> {
    let mut seen: Vec<&str> = Vec::new();
    for tool in settings.tools.iter().flatten() {
        let Some(name) = tool.name.as_deref() else { continue };
        if seen.contains(&name) {
            return Err(Error::config(format!(
                "two tools have the name `{name}`: the service refuses such a request"
            )));
        }
        check_schema(tool, name)?;
        seen.push(name);
    }
    Ok(())
}

/// The schema of a tool's input, if it has one, is that of an object.
pub(in crate::tools) fn check_schema(tool: &Tool, name: &str) -> Result<()> {
    let of_object = |schema: &Json| {
        crate::json::object::Object::parse(schema.as_str())
            .is_ok_and(|schema| schema.field::<String>("type").as_deref() == Some("object"))
    };
    match tool.input_schema.as_ref().is_none_or(of_object) {
        true => Ok(()),
        false => Err(Error::config(format!(
            "the input schema of the tool `{name}` is not one of an object: it needs \"type\": \"object\""
        ))),
    }
}

/// The toolset that a definition declares.
pub(in crate::tools) fn toolset_of(tool: &Tool) -> Option<String> {
    tool.toolset_name().map(str::to_owned)
}

/// Whether calls of this tool run one after another. The commands to a memory, an editor or a shell build upon each
/// other: one makes a file, the next one changes it.
pub(super) fn runs_in_order(settings: &MessageRequest, name: &str) -> bool {
    let called = |tool: &&Tool| tool.name.as_deref() == Some(name);
    settings.tools.iter().flatten().find(called).is_some_and(|tool| !tool.is_custom())
}
