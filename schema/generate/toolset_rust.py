"""The toolsets in Rust: the table by which the core checks inputs, the commands, and the trait of a program."""

from __future__ import annotations

from .text import pascal, slashes
from .toolset_table import Field, Input, Member, Toolset

NAMES = {"ref": "reference"}
"""Fields whose names are keywords."""

TYPES = {
    "text": "String",
    "words": "String",
    "texts": "Vec<String>",
    "count": "u32",
    "times": "u32",
    "seconds": "f64",
    "point": "Point",
    "region": "[u32; 4]",
    "value": "Json",
    "coordinate_target": "CoordinateTarget",
    "ref_target": "RefTarget",
    "target": "Target",
}


def module(toolset: Toolset) -> str:
    """The file of a toolset."""
    kind = toolset.name.capitalize()
    targets = sorted(
        {TYPES[k] for k in ("coordinate_target", "ref_target", "target") if _has_kind(toolset, k)}
    )
    names = sorted(targets + (["Point"] if _has_kind(toolset, "point") else []))
    out = [
        f"//! {toolset.title}\n//!\n//! Made from `schema/toolsets.toml` by `make generate`.",
        "",
        "use std::future::{Future, ready};",
        "use std::sync::Arc;",
        "",
        "use serde::{Deserialize, Serialize};",
        "",
        f"use super::targets::{{{', '.join(names)}}};",
        "use super::toolset::{Field, Kind, Member, Presence, Toolset, done, typed};",
        "use super::{CommandResult, unsupported};",
        "use crate::error::Result;",
        "use crate::json::Json;",
        "use crate::model::Tool;",
        "use crate::tools::calls::ToolCall;",
        "use crate::tools::toolbox::{ToolError, Toolbox};",
        "",
        f"/// All {'actions' if toolset.name == 'computer' else 'members'}, as the service names them.",
        f"pub const {_names(toolset)}: &[&str] = &[{', '.join(_text(m.name) for m in toolset.members)}];",
        "",
        f"/// The toolset `{toolset.name}`.",
        f"pub(super) static {toolset.name.upper()}: Toolset = Toolset {{",
        f"    name: {_text(toolset.name)},",
        f"    kind: {_text(toolset.kind)},",
        "    members: &[",
        *(_row(member) for member in toolset.members),
        "    ],",
        "};",
        "",
        *(_fields(one) for one in toolset.inputs if one.fields),
        *(_choice(name, field) for name, field in toolset.choices().items()),
        *(_struct(one) for one in toolset.inputs if one.fields),
        *_command(toolset, kind),
        *_trait(toolset, kind),
        *_adding(toolset, kind),
    ]
    return "\n".join(out) + "\n"


def _has_kind(toolset: Toolset, kind: str) -> bool:
    return any(field.kind == kind for one in toolset.inputs for field in one.fields)


def _names(toolset: Toolset) -> str:
    return f"{toolset.name.upper()}_ACTIONS"


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _constant(one: Input) -> str:
    name = one.name.removesuffix("Command")
    return "".join("_" + c if c.isupper() and i else c for i, c in enumerate(name)).upper()


def _row(member: Member) -> str:
    fields = _constant(member.input) if member.input.fields else "&[]"
    done = "None" if member.done is None else f"Some({_text(member.done)})"
    on = "false" if member.off else "true"
    return f"Member {{ name: {_text(member.name)}, fields: {fields}, done: {done}, is_on: {on} }},"


def _fields(one: Input) -> str:
    rows = ", ".join(
        f"Field {{ name: {_text(field.name)}, kind: {_kind(field)}, presence: {_presence(field)} }}"
        for field in one.fields
    )
    return f"const {_constant(one)}: &[Field] = &[{rows}];\n"


def _kind(field: Field) -> str:
    if field.kind != "choice":
        return f"Kind::{pascal(field.kind)}"
    *most, last = field.values
    words = f"{', '.join(most)} or {last}"
    return f"Kind::Choice(&[{', '.join(map(_text, field.values))}], {_text(words)})"


def _presence(field: Field) -> str:
    if field.default is not None:
        return f"Presence::Default({field.default})"
    return "Presence::Optional" if field.optional else "Presence::Required"


def _choice(name: str, field: Field) -> str:
    variants = "".join(f"{pascal(value)}," for value in field.values)
    return (
        f"{slashes(field.doc, 0)}\n"
        "#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]\n"
        '#[serde(rename_all = "snake_case")]\n'
        '#[allow(missing_docs, reason = "the names say it")]\n'
        f"pub enum {name} {{ {variants} }}\n"
    )


def _struct(one: Input) -> str:
    eq = "" if any(field.kind in ("seconds", "value") for field in one.fields) else " Eq,"
    lines = [
        slashes(one.doc, 0),
        f"#[derive(Clone, Debug, PartialEq,{eq} Serialize, Deserialize)]",
        "#[non_exhaustive]",
        f"pub struct {one.name} {{",
    ]
    for field in one.fields:
        name = NAMES.get(field.name, field.name)
        kind = field.choice if field.kind == "choice" else TYPES[field.kind]
        attributes = [f"rename = {_text(field.name)}"] if name != field.name else []
        if field.optional:
            kind = f"Option<{kind}>"
            attributes += ["default", 'skip_serializing_if = "Option::is_none"']
        lines.append(slashes(field.doc, 4))
        if attributes:
            lines.append(f"#[serde({', '.join(attributes)})]")
        lines.append(f"pub {name}: {kind},")
    return "\n".join([*lines, "}\n"])


def _command(toolset: Toolset, kind: str) -> list[str]:
    table = toolset.name.upper()
    out = [
        f"/// A command that the model sends to {toolset.doc} (protocol §1.6).",
        "#[derive(Clone, Debug, PartialEq, Serialize)]",
        '#[serde(tag = "action")]',
        "#[non_exhaustive]",
        f"pub enum {kind}Command {{",
    ]
    for member in toolset.members:
        held = f"({member.input.name})" if member.input.fields else ""
        out += [
            slashes(member.doc, 4),
            f"#[serde(rename = {_text(member.name)})]",
            f"{pascal(member.name)}{held},",
        ]
    out += [
        "    /// A command of a later version: the whole input.",
        "    #[serde(untagged)]",
        "    Other(Json),",
        "}",
        "",
        f"impl {kind}Command {{",
        slashes(
            "Reads the input of a call. `member` is the name of the call if it belongs to the toolset; a single tool "
            "of earlier versions has the name as `action` in its input.",
            4,
        ),
        "    ///",
        "    /// # Errors",
        "    /// For the model: the field that is missing or invalid.",
        f"    pub fn read(member: Option<&str>, input: &Json) -> std::result::Result<{kind}Command, ToolError> {{",
        f"        let Some(command) = {table}.read(member, input)? else {{",
        f"            return Ok({kind}Command::Other(input.clone()));",
        "        };",
        "        Ok(match command.name {",
    ]
    for member in toolset.members:
        held = "(typed(command)?)" if member.input.fields else ""
        out.append(f"{_text(member.name)} => {kind}Command::{pascal(member.name)}{held},")
    out += [
        f"            _ => {kind}Command::Other(input.clone()),",
        "        })",
        "    }",
        "",
        "    /// The name of the command at the service; `other` for one that this version does not know.",
        "    #[must_use]",
        "    pub fn name(&self) -> &'static str {",
        "        match self {",
        *(
            f"            {kind}Command::{pascal(m.name)}{'(_)' if m.input.fields else ''} => {_text(m.name)},"
            for m in toolset.members
        ),
        f'            {kind}Command::Other(_) => "other",',
        "        }",
        "    }",
        "",
        "    /// The reply for a method that returned nothing; `None` for commands that must return an answer.",
        "    #[must_use]",
        "    pub fn done(&self) -> Option<String> {",
        f"        done(&{table}, self.name(), self)",
        "    }",
        "}",
        "",
    ]
    return out


def _trait(toolset: Toolset, kind: str) -> list[str]:
    advice = toolset.advice.replace(
        "an `approve` that asks", "a hook that asks the user ([`ToolRun::approve`](crate::ToolRun::approve))"
    )
    out = [
        slashes(
            f"{toolset.title} Each command is a method; one that is not written answers that it is not supported. "
            "Let [`supports`](Self::supports) return whether a command is written: the model is offered no others.",
            0,
        ),
        "///",
        slashes(f"{advice} Commands of a turn run one after another, and the first failure ends them.", 0),
        f"pub trait {kind}Tool<C: Send + 'static = ()>: Send + Sync + 'static {{",
        f"    /// Whether this command is written: one of [`{_names(toolset)}`].",
        "    fn supports(&self, action: &str) -> bool {",
        "        let _ = action;",
        "        true",
        "    }",
        "",
        "    /// The definition that is sent: the toolset with the [supported](Self::supports) commands.",
        "    fn definition(&self) -> Tool {",
        f"        {toolset.name.upper()}.definition(|action| self.supports(action))",
        "    }",
        "",
    ]
    returns = {
        "image": " Returns [`ToolReply::image`](super::ToolReply::image).",
        "point": " Returns [`ToolReply::point`](super::ToolReply::point).",
    }
    for member in toolset.members:
        argument = f"command: {member.input.name}, " if member.input.fields else ""
        unused = "(command, context)" if argument else "context"
        out += [
            slashes(member.doc + returns.get(member.returns or "", ""), 4),
            f"fn {member.method}(&self, {argument}context: C) -> impl Future<Output = CommandResult> + Send {{",
            f"    let _ = {unused};",
            f"    ready(unsupported({_text(member.name)}))",
            "}",
            "",
        ]
    out += [
        "    /// Runs a command that this version does not know, given its whole input.",
        "    fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {",
        "        let _ = (input, context);",
        '        ready(unsupported("other"))',
        "    }",
        "",
        "    /// Runs the method of a command. Override it to run code before and after each of them.",
        f"    fn dispatch(&self, command: {kind}Command, context: C) -> impl Future<Output = CommandResult> + Send {{",
        "        async move {",
        f"            if !matches!(command, {kind}Command::Other(_)) && !self.supports(command.name()) {{",
        "                return unsupported(command.name());",
        "            }",
        "            match command {",
    ]
    for member in toolset.members:
        held, argument = ("(command)", "command, ") if member.input.fields else ("", "")
        out.append(
            f"{kind}Command::{pascal(member.name)}{held} => self.{member.method}({argument}context).await,"
        )
    out += [
        f"                {kind}Command::Other(input) => self.other(input, context).await,",
        "            }",
        "        }",
        "    }",
        "}",
        "",
    ]
    return out


def _adding(toolset: Toolset, kind: str) -> list[str]:
    noun = toolset.doc.partition(" ")[2]
    return [
        "impl<C: Send + 'static> Toolbox<C> {",
        f"    /// Adds the {noun}: its definition, and the implementation of its commands.",
        "    ///",
        "    /// # Errors",
        slashes(
            "As for [`add`](Self::add), and [`ErrorKind::Config`](crate::ErrorKind::Config) if it supports no command: "
            "the service refuses a toolset without members.",
            4,
        ),
        f"    pub fn add_{toolset.name}<T: {kind}Tool<C>>(self, tool: T) -> Result<Toolbox<C>> {{",
        f"        {toolset.name.upper()}.check(|action| tool.supports(action))?;",
        "        let tool = Arc::new(tool);",
        "        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {",
        "            let tool = Arc::clone(&tool);",
        "            async move {",
        "                let member = call.toolset.is_some().then_some(call.name.as_str());",
        f"                let command = {kind}Command::read(member, &call.input)?;",
        "                let done = command.done();",
        "                Ok(tool.dispatch(command, context).await?.or(done))",
        "            }",
        "        })",
        "    }",
        "}",
    ]
