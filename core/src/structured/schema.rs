//! Transforms a schema to the subset that the service accepts for answers and strict tools (protocol §9.7).

use super::tree::Tree;
use crate::error::{Error, Result};
use crate::json::Json;

/// The formats of strings that the service knows.
const FORMATS: [&str; 10] =
    ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

/// A schema in the form that the service accepts. Returned by [`transform_schema`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TransformedSchema {
    /// The schema.
    pub schema: Json,
    /// Constraints that the service does not enforce, as JSON pointers into the caller's schema. Most of them are added
    /// to the `description` of their place, for the model to read.
    pub moved: Vec<String>,
    /// The transformed schema excludes some values of the original one: objects with free keys become objects without
    /// any.
    pub is_narrower: bool,
}

/// Transforms a JSON Schema to the form that the service accepts as the format of an answer and as the schema of a
/// strict tool.
///
/// Objects are closed, `oneOf` becomes `anyOf`, a list of types becomes `anyOf`, and unsupported keywords move to the
/// end of the description (protocol §9.7). Definitions and references are kept, also recursive ones.
///
/// ```
/// let schema = parlour::Json::parse(r#"{"type":"integer","minimum":1,"description":"A number"}"#)?;
/// let sent = parlour::transform_schema(&schema)?;
/// assert_eq!(sent.schema.as_str(), r#"{"type":"integer","description":"A number\n\n{minimum: 1}"}"#);
/// assert_eq!(sent.moved, ["/minimum"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ErrorKind::Config`](crate::ErrorKind::Config) for a place without a type, which the service would refuse; the
/// message names it.
pub fn transform_schema(schema: &Json) -> Result<TransformedSchema> {
    let tree = Tree::parse(schema.as_str()).map_err(|why| refused("", &why))?;
    transformed(&tree)
}

pub(super) fn transformed(tree: &Tree) -> Result<TransformedSchema> {
    let mut work = Transform { moved: Vec::new(), is_narrower: false };
    let text = work.node(tree, "")?.to_json();
    let schema = Json::parse(&text).map_err(|e| Error::config(e.to_string()).with_source(e))?;
    Ok(TransformedSchema { schema, moved: work.moved, is_narrower: work.is_narrower })
}

fn refused(path: &str, why: &str) -> Error {
    let place = if path.is_empty() {
        "the schema of an answer".to_owned()
    } else {
        format!("`{path}` of the schema of an answer")
    };
    Error::config(format!("{place}: {why}"))
}

struct Transform {
    moved: Vec<String>,
    is_narrower: bool,
}

/// The keywords of a node that are not handled yet.
struct Rest(Vec<(String, Tree)>);

impl Rest {
    fn take(&mut self, key: &str) -> Option<Tree> {
        let at = self.0.iter().position(|(name, _)| name == key)?;
        Some(self.0.remove(at).1)
    }

    /// Takes the value out if the service supports it, and leaves it otherwise.
    fn take_if(&mut self, key: &str, fits: impl Fn(&Tree) -> bool) -> Option<Tree> {
        let fits = self.0.iter().any(|(name, value)| name == key && fits(value));
        if fits { self.take(key) } else { None }
    }
}

fn is_scalar(tree: &Tree) -> bool {
    matches!(tree, Tree::Leaf(_))
}

fn is_list_of_scalars(tree: &Tree) -> bool {
    matches!(tree, Tree::Array(items) if !items.is_empty() && items.iter().all(is_scalar))
}

fn is_list(tree: &Tree) -> bool {
    matches!(tree, Tree::Array(_))
}

impl Transform {
    fn node(&mut self, tree: &Tree, path: &str) -> Result<Tree> {
        let Tree::Object(entries) = tree else {
            return Err(refused(path, "it takes anything, and the service needs a `type` there"));
        };
        let mut rest = Rest(entries.clone());
        if let Some(split) = split_types(&mut rest) {
            return self.node(&split, path);
        }
        let mut out: Vec<(String, Tree)> = Vec::new();
        rest.take("$schema");
        for key in ["$defs", "definitions"] {
            if let Some(definitions) = rest.take(key) {
                out.push((key.to_owned(), self.map(&definitions, &format!("{path}/{key}"))?));
            }
        }
        if let Some(target) = rest.take("$ref") {
            out.push(("$ref".to_owned(), target));
            self.moved.extend(rest.0.iter().map(|(key, _)| format!("{path}/{key}")));
            return Ok(Tree::Object(out));
        }
        let kind = rest.take("type");
        let mut chosen = Vec::new();
        chosen.extend(rest.take_if("enum", is_list_of_scalars).map(|value| ("enum".to_owned(), value)));
        chosen.extend(rest.take_if("const", is_scalar).map(|value| ("const".to_owned(), value)));
        let is_value = !chosen.is_empty();
        if let Some((key, members)) = combined(&mut rest) {
            let kept = if key == "allOf" { "allOf" } else { "anyOf" };
            chosen.push((kept.to_owned(), self.members(&members, &format!("{path}/{key}"))?));
        }
        let name = kind.as_ref().and_then(Tree::as_str);
        match (&kind, name.is_some()) {
            (Some(kind), true) if !is_value => out.push(("type".to_owned(), kind.clone())),
            (_, true) => {}
            _ if chosen.is_empty() => {
                return Err(refused(path, "it has no `type`, and the service needs one there"));
            }
            _ => {}
        }
        out.append(&mut chosen);
        out.extend(rest.take("title").map(|title| ("title".to_owned(), title)));
        match name.as_deref() {
            Some("object") if !is_value => self.object(&mut rest, &mut out, path)?,
            Some("string") if !is_value => {
                let known =
                    |value: &Tree| value.as_str().is_some_and(|name| FORMATS.contains(&name.as_str()));
                out.extend(rest.take_if("format", known).map(|format| ("format".to_owned(), format)));
            }
            Some("array") if !is_value => {
                if let Some(items) = rest.take("items") {
                    out.push(("items".to_owned(), self.node(&items, &format!("{path}/items"))?));
                }
                let few = |value: &Tree| matches!(value, Tree::Leaf(text) if text == "0" || text == "1");
                out.extend(rest.take_if("minItems", few).map(|least| ("minItems".to_owned(), least)));
            }
            _ => {}
        }
        let description = rest.take("description");
        out.extend(self.described(description, &rest.0, path));
        Ok(Tree::Object(out))
    }

    /// The schemas that `allOf` or `anyOf` combines.
    fn members(&mut self, tree: &Tree, path: &str) -> Result<Tree> {
        let Tree::Array(members) = tree else { return Err(refused(path, "it is no list")) };
        let nodes = members.iter().enumerate().map(|(at, member)| self.node(member, &format!("{path}/{at}")));
        Ok(Tree::Array(nodes.collect::<Result<_>>()?))
    }

    fn map(&mut self, tree: &Tree, path: &str) -> Result<Tree> {
        let Tree::Object(entries) = tree else { return Err(refused(path, "it is no object")) };
        let entry = |(key, value): &(String, Tree)| {
            let place = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
            Ok((key.clone(), self.node(value, &place)?))
        };
        Ok(Tree::Object(entries.iter().map(entry).collect::<Result<_>>()?))
    }

    fn object(&mut self, rest: &mut Rest, out: &mut Vec<(String, Tree)>, path: &str) -> Result<()> {
        let properties = match rest.take("properties") {
            Some(properties) => self.map(&properties, &format!("{path}/properties"))?,
            None => Tree::Object(Vec::new()),
        };
        let has_none = matches!(&properties, Tree::Object(entries) if entries.is_empty());
        match rest.take("additionalProperties") {
            Some(Tree::Object(_)) => {
                self.moved.push(format!("{path}/additionalProperties"));
                self.is_narrower = true;
            }
            Some(Tree::Leaf(closed)) if closed == "false" => {}
            _ => self.is_narrower |= has_none,
        }
        out.push(("properties".to_owned(), properties));
        out.extend(rest.take("required").map(|required| ("required".to_owned(), required)));
        out.push(("additionalProperties".to_owned(), Tree::Leaf("false".to_owned())));
        Ok(())
    }

    /// The description, with the unsupported keywords appended.
    fn described(
        &mut self,
        description: Option<Tree>,
        rest: &[(String, Tree)],
        path: &str,
    ) -> Option<(String, Tree)> {
        let key = || "description".to_owned();
        if rest.is_empty() {
            return Some((key(), description?));
        }
        let mut text = description.as_ref().and_then(Tree::as_str).unwrap_or_default();
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push('{');
        for (at, (name, value)) in rest.iter().enumerate() {
            if at > 0 {
                text.push_str(", ");
            }
            self.moved.push(format!("{path}/{name}"));
            text.push_str(name);
            text.push_str(": ");
            text.push_str(&value.as_str().unwrap_or_else(|| value.to_json()));
        }
        text.push('}');
        Some((key(), Tree::string(&text)))
    }
}

/// The combinator that is kept: the first one with a list. The others are dropped (protocol §9.7 step 4).
fn combined(rest: &mut Rest) -> Option<(&'static str, Tree)> {
    let mut first = None;
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(list) = rest.take_if(key, is_list)
            && first.is_none()
        {
            first = Some((key, list));
        }
    }
    first
}

/// Rewrites a node with a list of types to one with `anyOf`, each keyword beside the type that it applies to. `None`
/// for any other node.
fn split_types(rest: &mut Rest) -> Option<Tree> {
    let decided = ["enum", "const", "anyOf", "oneOf", "allOf", "$ref"];
    if rest.0.iter().any(|(key, _)| decided.contains(&key.as_str())) {
        return None;
    }
    let Some(Tree::Array(types)) = rest.take_if("type", is_list) else { return None };
    let mut members: Vec<(String, Vec<(String, Tree)>)> = types
        .iter()
        .map(|kind| (kind.as_str().unwrap_or_default(), vec![("type".to_owned(), kind.clone())]))
        .collect();
    let mut outer = Vec::new();
    for (key, value) in std::mem::take(&mut rest.0) {
        let speaks_of: &[&str] = match key.as_str() {
            "properties"
            | "required"
            | "additionalProperties"
            | "patternProperties"
            | "propertyNames"
            | "minProperties"
            | "maxProperties" => &["object"],
            "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains" => &["array"],
            "format" | "minLength" | "maxLength" | "pattern" => &["string"],
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                &["number", "integer"]
            }
            _ => &[],
        };
        let member = members.iter_mut().find(|(kind, _)| speaks_of.contains(&kind.as_str()));
        match member {
            Some((_, keys)) => keys.push((key, value)),
            None => outer.push((key, value)),
        }
    }
    let mut nodes: Vec<Tree> = members.into_iter().map(|(_, keys)| Tree::Object(keys)).collect();
    if nodes.len() == 1
        && let Some(Tree::Object(mut keys)) = nodes.pop()
    {
        keys.append(&mut outer);
        return Some(Tree::Object(keys));
    }
    outer.insert(0, ("anyOf".to_owned(), Tree::Array(nodes)));
    Some(Tree::Object(outer))
}
