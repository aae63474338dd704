//! A JSON value whose objects keep the order of their keys and whose scalars keep their text, for restructuring.
//! serde_json's own value sorts keys, and the order of properties is the order in which the model answers.

use std::collections::HashMap;

use serde_json::value::RawValue;

use crate::json::object::Object;
use crate::json::{Json, MAX_JSON_DEPTH};
use crate::work::step;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// The text of a scalar.
    Leaf(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    /// Parses JSON; the error is a sentence.
    pub(super) fn parse(text: &str) -> Result<Tree, String> {
        Tree::parse_at(text, 0)
    }

    fn parse_at(text: &str, depth: usize) -> Result<Tree, String> {
        if depth > MAX_JSON_DEPTH {
            return Err(format!("it is nested deeper than {MAX_JSON_DEPTH} levels"));
        }
        match text.trim_start().as_bytes().first() {
            Some(b'{') => {
                let object = Object::parse(text).map_err(|e| e.to_string())?;
                let mut entries: Vec<(String, Tree)> = Vec::new();
                let mut places: HashMap<String, usize> = HashMap::new();
                for (key, value) in object.iter() {
                    let value = Tree::parse_at(value, depth + 1)?;
                    // The last of two equal keys counts (protocol §11 row 24).
                    step(1);
                    let place = *places.entry(key.to_owned()).or_insert(entries.len());
                    match entries.get_mut(place) {
                        Some((_, earlier)) => *earlier = value,
                        None => entries.push((key.to_owned(), value)),
                    }
                }
                Ok(Tree::Object(entries))
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(text).map_err(|e| e.to_string())?;
                let items = items.into_iter().map(|item| Tree::parse_at(item.get(), depth + 1));
                Ok(Tree::Array(items.collect::<Result<_, _>>()?))
            }
            _ => Ok(Tree::Leaf(Json::parse(text).map_err(|e| e.to_string())?.as_str().to_owned())),
        }
    }

    /// A JSON string.
    pub(super) fn string(text: &str) -> Tree {
        Tree::Leaf(Json::string(text).as_str().to_owned())
    }

    pub(super) fn get(&self, key: &str) -> Option<&Tree> {
        match self {
            Tree::Object(entries) => entries.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The text of a JSON string.
    pub(super) fn as_str(&self) -> Option<String> {
        match self {
            Tree::Leaf(text) if text.starts_with('"') => serde_json::from_str(text).ok(),
            _ => None,
        }
    }

    pub(super) fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Tree::Leaf(text) => out.push_str(text),
            Tree::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Tree::Object(entries) => {
                out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    if at > 0 {
                        out.push(',');
                    }
                    out.push_str(Json::string(key).as_str());
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}
