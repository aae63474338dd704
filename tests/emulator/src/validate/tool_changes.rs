//! Which tools the `tool_addition` and `tool_removal` blocks of system messages may name (protocol §8.8; the codes of
//! §5.6). Their shapes have been checked.

use std::collections::HashSet;

use serde_json::Value;

use super::at::At;
use crate::answer::Refusal;

/// The names known so far, in the order of the messages.
struct Known<'a> {
    /// Names that may be called: of `tools`, and of additions with a definition.
    names: HashSet<&'a str>,
    /// Of these, the ones that a removal took out.
    removed: HashSet<&'a str>,
    /// MCP servers of the request.
    servers: HashSet<&'a str>,
}

pub(super) fn check(body: &At<'_>) -> Result<(), Refusal> {
    let messages = body.need("messages")?.list()?;
    let mut known = Known {
        names: of_list(body, "tools", "name"),
        removed: HashSet::new(),
        servers: of_list(body, "mcp_servers", "name"),
    };
    known.servers.extend(of_list(body, "tools", "mcp_server_name"));
    for message in messages {
        let content = message.need("content")?;
        if !content.value().is_array() {
            continue;
        }
        for block in content.list()? {
            match block.kind()? {
                // The tool changes in a summary are opaque: from here on any name may be valid.
                "compaction" if block.maybe("tool_changes").is_some() => return Ok(()),
                kind @ ("tool_addition" | "tool_removal") => known.change(kind, &block.need("tool")?)?,
                _ => {}
            }
        }
    }
    Ok(())
}

impl<'a> Known<'a> {
    fn change(&mut self, kind: &str, tool: &At<'a>) -> Result<(), Refusal> {
        let unresolved =
            |field: At<'_>, what: String| Err(field.refuse(what).code("tool_reference_unresolved"));
        match tool.need("type")?.text()? {
            "tool_definition" => {
                let Some(name) = tool.need("definition")?.maybe("name") else { return Ok(()) };
                let text = name.text()?;
                if self.names.contains(text) && !self.removed.contains(text) {
                    let what = format!("there is a tool named {text} already");
                    return Err(name.refuse(what).code("tool_name_conflict"));
                }
                self.names.insert(text);
                self.removed.remove(text);
            }
            "tool_reference" => {
                let name = tool.need("name")?;
                let text = name.text()?;
                if !self.names.contains(text) {
                    return unresolved(name, format!("there is no tool named {text}"));
                }
                match kind {
                    "tool_removal" => self.removed.insert(text),
                    _ => self.removed.remove(text),
                };
            }
            _ => {
                let server = tool.need("server_name")?;
                let text = server.text()?;
                if !self.servers.contains(text) {
                    return unresolved(server, format!("there is no MCP server named {text}"));
                }
            }
        }
        Ok(())
    }
}

/// A field of the objects in a list of the body.
fn of_list<'a>(body: &At<'a>, list: &str, field: &str) -> HashSet<&'a str> {
    let entries = body.value().get(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    entries.iter().filter_map(|entry| entry.get(field)?.as_str()).collect()
}
