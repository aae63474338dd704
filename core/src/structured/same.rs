//! Equality of values in JSON Schema: `1` and `1.0` are equal, and the order of keys does not count.

use std::hash::{Hash, Hasher};

use serde_json::{Number, Value};

/// Equality by the rules of JSON Schema.
pub(super) fn same(one: &Value, other: &Value) -> bool {
    Same(one) == Same(other)
}

/// The number of values in this one, including itself.
pub(super) fn weight(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(entries) => entries.values().map(weight).sum(),
        _ => 0,
    }
}

/// A value with equality and hash by the rules of JSON Schema, so that equal items of a list are found in one pass.
#[derive(Clone, Copy)]
pub(super) struct Same<'v>(pub(super) &'v Value);

impl PartialEq for Same<'_> {
    fn eq(&self, other: &Self) -> bool {
        crate::work::step(1);
        match (self.0, other.0) {
            (Value::Number(a), Value::Number(b)) => Exact::of(a) == Exact::of(b),
            (Value::Array(a), Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
            }
            (Value::Object(a), Value::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
            }
            (one, other) => one == other,
        }
    }
}

impl Eq for Same<'_> {}

impl Hash for Same<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        crate::work::step(1);
        match self.0 {
            Value::Null => 0_u8.hash(state),
            Value::Bool(value) => (1_u8, value).hash(state),
            Value::Number(number) => (2_u8, Exact::of(number)).hash(state),
            Value::String(text) => (3_u8, text).hash(state),
            Value::Array(items) => {
                (4_u8, items.len()).hash(state);
                items.iter().for_each(|item| Same(item).hash(state));
            }
            Value::Object(entries) => {
                (5_u8, entries.len()).hash(state);
                // A feature of serde_json that any crate of a program may enable keeps the order of the text.
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_unstable_by_key(|(key, _)| *key);
                entries.into_iter().for_each(|(key, value)| (key, Same(value)).hash(state));
            }
        }
    }
}

/// A number by its value, independent of its spelling.
#[derive(PartialEq, Eq, Hash)]
enum Exact {
    Whole(i128),
    /// The bits of a number that is not an integer, or too large to be stored as one.
    Other(u64),
}

impl Exact {
    fn of(number: &Number) -> Exact {
        if let Some(whole) = number.as_i128() {
            return Exact::Whole(whole);
        }
        let value = number.as_f64().unwrap_or_default();
        // 2^126 is beyond every number that is stored as an integer.
        match value.fract() == 0.0 && value.abs() < 2_f64.powi(126) {
            true => Exact::Whole(value as i128),
            false => Exact::Other(value.to_bits()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_equal_by_what_they_say() {
        for (one, other, equal) in [
            (json!(1), json!(1.0), true),
            (json!(0), json!(-0.0), true),
            (json!(-3), json!(-3.0), true),
            (json!(1), json!(1.5), false),
            (json!(u64::MAX), json!(u64::MAX - 1), false),
            (json!(u64::MAX), json!(18_446_744_073_709_551_616.0), false),
            (json!(1_u64 << 60), json!(1_152_921_504_606_846_976.0), true),
            (json!(1e300), json!(1e300), true),
            (json!({"a": 1, "b": [2]}), json!({"b": [2.0], "a": 1.0}), true),
            (json!({"a": 1}), json!({"a": 1, "b": null}), false),
            (json!([1, [2]]), json!([1, 2]), false),
            (json!("1"), json!(1), false),
            (json!(null), json!(false), false),
        ] {
            assert_eq!(same(&one, &other), equal, "{one} and {other}");
            let both: HashSet<Same<'_>> = [Same(&one), Same(&other)].into();
            assert_eq!(both.len() == 1, equal, "{one} and {other}, hashed");
        }
    }
}
