//! The members of a JSON object that a serialiser has just written, located by quotes and brackets. Values are not
//! checked, which takes a fraction of the time of parsing them: callers must know that the text is JSON.

use std::borrow::Cow;

use memchr::memchr2;

use crate::json::MAX_MEMBERS;

/// The names and the raw values of the members, in their order, repeated names included. `None` for text that is no
/// object, has too many members, or ends too early. Nothing is promised for other text that is not JSON.
pub(crate) fn members(json: &[u8]) -> Option<Vec<(Cow<'_, str>, &[u8])>> {
    separated(json, (b"{", b"}"), MAX_MEMBERS, |rest| {
        let (name, after) = rest.split_at_checked(string_length(rest)?)?;
        let value = after.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
        let (value, after) = value.split_at_checked(value_length(value)?)?;
        Some(((name_of(name)?, value), after))
    })
}

/// The raw values of the items of an array, in their order; `None` as for [`members`], but for their number.
pub(crate) fn items(json: &[u8]) -> Option<Vec<&[u8]>> {
    separated(json, (b"[", b"]"), usize::MAX, |rest| rest.split_at_checked(value_length(rest)?))
}

/// What `next` takes from the text between these brackets, at most `most` times, with commas between.
#[inline]
fn separated<'j, T>(
    json: &'j [u8],
    (open, close): (&[u8], &[u8]),
    most: usize,
    next: impl Fn(&'j [u8]) -> Option<(T, &'j [u8])>,
) -> Option<Vec<T>> {
    let mut found = Vec::with_capacity(8);
    let mut rest = json.trim_ascii().strip_prefix(open)?.strip_suffix(close)?;
    loop {
        rest = rest.trim_ascii_start();
        if rest.is_empty() {
            return Some(found);
        }
        if !found.is_empty() {
            rest = rest.strip_prefix(b",")?.trim_ascii_start();
        }
        let (one, after) = next(rest)?;
        if found.len() >= most {
            return None;
        }
        found.push(one);
        rest = after;
    }
}

/// A name from its JSON string.
fn name_of(quoted: &[u8]) -> Option<Cow<'_, str>> {
    let inside = quoted.get(1..quoted.len().checked_sub(1)?)?;
    match inside.contains(&b'\\') {
        false => std::str::from_utf8(inside).ok().map(Cow::Borrowed),
        true => serde_json::from_slice::<String>(quoted).ok().map(Cow::Owned),
    }
}

/// The length of the string that begins here, with its quotes.
fn string_length(text: &[u8]) -> Option<usize> {
    if text.first() != Some(&b'"') {
        return None;
    }
    let mut from = 1;
    loop {
        let at = from + memchr2(b'"', b'\\', text.get(from..)?)?;
        if text.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        from = at + 2;
    }
}

/// The length of the value that begins here.
fn value_length(text: &[u8]) -> Option<usize> {
    match text.first()? {
        b'"' => string_length(text),
        b'{' | b'[' => container_length(text),
        // A number or a literal.
        _ => {
            let end = text.iter().position(|byte| matches!(byte, b',' | b' ' | b'\t' | b'\n' | b'\r'));
            match end.unwrap_or(text.len()) {
                0 => None,
                length => Some(length),
            }
        }
    }
}

/// The length of the object or array that begins here.
fn container_length(text: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    loop {
        match text.get(at)? {
            b'"' => {
                at += string_length(text.get(at..)?)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{items, members};
    use crate::json::object::Object;

    fn same(json: &str) {
        let object = Object::parse(json).unwrap();
        let parsed: Vec<(&str, &str)> = object.iter().collect();
        let found = members(json.as_bytes()).unwrap();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, value)| (name.as_ref(), std::str::from_utf8(value).unwrap())).collect();
        assert_eq!(found, parsed, "{json}");
    }

    #[test]
    fn items_are_those_of_a_parser() {
        for json in ["[]", " [ ] ", "[1]", r#"[ {"a":[1,"]"]} , "x,y" ,[],null,-1.5e3 ]"#] {
            let parsed: Vec<&serde_json::value::RawValue> = serde_json::from_str(json).unwrap();
            let parsed: Vec<&[u8]> = parsed.into_iter().map(|value| value.get().as_bytes()).collect();
            assert_eq!(items(json.as_bytes()).unwrap(), parsed, "{json}");
        }
        for broken in ["", "[", "{}", "[1 2]", "[,]", "[\"a]"] {
            assert!(items(broken.as_bytes()).is_none(), "{broken}");
        }
    }

    #[test]
    fn members_are_those_of_a_parser() {
        for json in [
            "{}",
            " { } ",
            r#"{"a":1}"#,
            r#"{"a":"}","b":["]",{"c":"\\\"]"}],"a":null,"":true }"#,
            r#" {"n" : -1.5e7 , "a\u0062\"" : [ 1e400 ] , "o":{"x":{"y":[[],{}]}}, "s":"é\\" } "#,
        ] {
            same(json);
        }
    }

    #[test]
    fn what_is_no_object_or_ends_early_is_declined() {
        for json in [
            "",
            "[]",
            "null",
            "{",
            "\"",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1 2}",
            "{\"a\":\"}",
            "{\"a\":[}",
            "{\"a",
            "{1:2}",
        ] {
            assert!(members(json.as_bytes()).is_none(), "{json}");
        }
    }

    fn value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(serde_json::Value::from),
            any::<i64>().prop_map(serde_json::Value::from),
            any::<String>().prop_map(serde_json::Value::from),
            r#"[\\"{}\[\],:]{0,6}"#.prop_map(serde_json::Value::from),
        ];
        leaf.prop_recursive(4, 24, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
                prop::collection::vec((any::<String>(), inner), 0..5)
                    .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn any_object_has_the_members_of_a_parser(
            object in prop::collection::vec((any::<String>(), value()), 0..6), pretty in any::<bool>()
        ) {
            let object = serde_json::Value::Object(object.into_iter().collect());
            same(&if pretty { serde_json::to_string_pretty(&object).unwrap() } else { object.to_string() });
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let _: Option<_> = members(&bytes);
        }
    }
}
