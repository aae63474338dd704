//! Tests of the growing value's facade: a copy that follows the changes equals the value after every step.

use serde_json::{Value as Json, json};

use super::*;

/// A host in the few lines that the table above describes.
#[derive(Default)]
struct Host {
    value: Option<Json>,
    /// The way from the whole value to the container on top: keys or positions.
    stack: Vec<String>,
    last: String,
    /// The value of a key that the last value, a number, replaced in an object.
    replaced: Option<Json>,
}

impl Host {
    fn take(&mut self, changes: &str) {
        if changes.is_empty() {
            return;
        }
        for change in serde_json::from_str::<Vec<Vec<Json>>>(changes).unwrap() {
            match change[0].as_str().unwrap() {
                "add" => self.add(change[1].as_u64().unwrap(), &change[2], &change[3]),
                "append" => {
                    let value = self.last_value();
                    *value = json!(format!("{}{}", value.as_str().unwrap(), change[1].as_str().unwrap()));
                }
                "replace" => *self.last_value() = change[1].clone(),
                "remove" => self.remove(),
                other => panic!("{other}"),
            }
        }
    }

    fn top(&mut self, path: &[String]) -> &mut Json {
        path.iter().skip(1).fold(self.value.as_mut().unwrap(), |value, step| match value {
            Json::Array(items) => items.last_mut().unwrap(),
            value => &mut value[step.as_str()],
        })
    }

    fn add(&mut self, depth: u64, key: &Json, value: &Json) {
        self.stack.truncate(usize::try_from(depth).unwrap());
        self.last = key.as_str().unwrap_or_default().to_owned();
        self.replaced = None;
        if self.stack.is_empty() {
            self.value = Some(value.clone());
        } else {
            let (path, last) = (self.stack.clone(), self.last.clone());
            match self.top(&path) {
                Json::Array(items) => items.push(value.clone()),
                object => {
                    let replaced = object.as_object_mut().unwrap().insert(last, value.clone());
                    self.replaced = replaced.filter(|_| value.is_number());
                }
            }
        }
        if value.is_array() || value.is_object() {
            self.stack.push(self.last.clone());
        }
    }

    fn last_value(&mut self) -> &mut Json {
        let (mut path, last) = (self.stack.clone(), self.last.clone());
        path.push(last);
        if path.len() == 1 { self.value.as_mut().unwrap() } else { self.top(&path) }
    }

    fn remove(&mut self) {
        let (path, last) = (self.stack.clone(), self.last.clone());
        if path.is_empty() {
            self.value = None;
            return;
        }
        let replaced = self.replaced.take();
        match (self.top(&path), replaced) {
            (Json::Array(items), _) => drop(items.pop()),
            (object, Some(replaced)) => object[last.as_str()] = replaced,
            (object, None) => drop(object.as_object_mut().unwrap().remove(&last)),
        }
    }
}

const TEXTS: [&str; 7] = [
    r#"{"name": "plan.txt", "rows": ["a", "b"], "n": -0.5e+3, "t": true, "f": false, "z": null, "e": {}, "l": []}"#,
    r#"[1, [2, {"a": [12.5]}], "x\u00e9y", 1.5]"#,
    r#"{"a": 1, "b": {"c": "d"}, "a": 2.5, "b": "e", "b": [1.25, {}]}"#,
    r#"{"deep": {"deeper": {"text": "long \"quoted\" text\n"}, "after": 3}, "end": 1e5}"#,
    "12.5",
    "\"text\"",
    "{\"a\": 1.x",
];

#[test]
fn a_copy_that_follows_the_changes_is_the_value_at_every_look() {
    for text in TEXTS {
        for trailing in [false, true] {
            for step in [1, 2, 3, 7] {
                let mut json = PartialJson::new(trailing);
                let mut host = Host::default();
                let characters: Vec<char> = text.chars().collect();
                for piece in characters.chunks(step) {
                    json.push(&piece.iter().collect::<String>());
                    host.take(&json.changes_json());
                    let shown = json.value().map(|_| serde_json::from_str::<Json>(&json.to_json()).unwrap());
                    assert_eq!(host.value, shown, "{text} in pieces of {step}");
                }
                assert_eq!(json.changes_json(), "", "nothing is reported twice");
                assert_eq!(json.error().is_some(), text.ends_with('x'), "{text}");
            }
        }
    }
}

#[test]
fn changes_come_as_values_and_as_text() {
    let mut json = PartialJson::new(true);
    json.push(r#"{"a": "x"#);
    assert_eq!(json.changes_json(), r#"[["add",0,null,{}],["add",1,"a","x"]]"#);
    json.push("y\", \"n\": 1");
    assert_eq!(json.changes_json(), r#"[["append","y"],["add",1,"n",1]]"#);
    json.push("2.");
    assert_eq!(json.changes_json(), r#"[["remove"]]"#);
    json.push("5}");
    let mut seen = Vec::new();
    json.changes(|change| seen.push(change));
    assert_eq!(seen, [Change::Add { depth: 1, key: Some("n"), value: Kind::Number("12.5") }]);
    assert!(json.is_complete() && json.error().is_none());
    assert_eq!(json.to_json(), r#"{"a":"xy","n":12.5}"#);
}

#[test]
fn the_work_of_a_look_does_not_grow_with_the_value() {
    let mut json = PartialJson::new(true);
    json.push("{\"rows\": [");
    json.changes_json();
    let mut largest = 0;
    for _ in 0..1_000 {
        json.push("{\"a\": \"b\"},");
        largest = largest.max(json.changes_json().len());
    }
    assert!(largest < 64, "a look reports what is new alone: {largest} bytes");
}
