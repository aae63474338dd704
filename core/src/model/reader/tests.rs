//! The reader takes what serde_json takes, splits it as serde_json does, and follows any depth.

use proptest::prelude::*;
use serde_json::value::RawValue;

use super::*;

fn parts(text: &str) -> Result<Vec<String>, JsonError> {
    let mut reader = Reader::new(text);
    let mut out = Vec::new();
    if reader.peek() == Some(b'{') {
        let mut members = reader.object()?;
        while let Some(key) = reader.key(&mut members)? {
            out.extend([key.into_owned(), reader.value()?.text().to_owned()]);
        }
    } else {
        let mut members = reader.array()?;
        while reader.element(&mut members)? {
            out.push(reader.value()?.text().to_owned());
        }
    }
    reader.finish()?;
    Ok(out)
}

fn is_value(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.value().is_ok() && reader.finish().is_ok()
}

#[test]
fn values_are_found_with_their_exact_text() {
    assert_eq!(
        parts(r#"{ "a" : 1.0 ,"b\"\\":[ "]" , {"}":"\\"} ],"":{},"c":"\u005b\\", "d":null}"#).unwrap(),
        ["a", "1.0", "b\"\\", r#"[ "]" , {"}":"\\"} ]"#, "", "{}", "c", r#""\u005b\\""#, "d", "null"]
    );
    assert_eq!(parts("[-1e400,true\n,[[]],\"é,\"]").unwrap(), ["-1e400", "true", "[[]]", "\"é,\""]);
    assert!(parts("{ }").unwrap().is_empty() && parts(" [\t] ").unwrap().is_empty());
    assert!(Reader::new("{}").array().is_err() && Reader::new("[]").object().is_err());
}

#[test]
fn what_is_not_json_is_refused() {
    for text in [
        "",
        " ",
        "{",
        "[",
        "]",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "[}",
        "{]",
        "[1}",
        "{\"a\":1]",
        "01",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "tru",
        "nul",
        "truefalse",
        "[nulll]",
        "NaN",
        "\"",
        "\"\\x\"",
        "\"\t\"",
        "'a'",
        "[1]]",
        "{\"a\" 1}",
        "[[1],{\"b\":[2}]",
    ] {
        assert!(!is_value(text), "{text}");
        assert!(serde_json::from_str::<&RawValue>(text).is_err(), "{text}");
        if text.trim_start().starts_with(['{', '[']) {
            assert!(parts(text).is_err(), "{text}");
        }
    }
}

#[test]
fn nesting_is_followed_however_deep() {
    for levels in [1, 63, 64, 65, 127, 128, 129, 200, 20_000] {
        let text = format!("{}{}", r#"{"a":["#.repeat(levels), "]}".repeat(levels));
        assert!(is_value(&text), "{levels}");
        assert!(!is_value(&text[..text.len() - 1]), "{levels}");
        assert!(!is_value(&text.replace("]}]}", "]}}]")) || levels == 1, "{levels}");
    }
}

fn json_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:?}")),
        any::<String>().prop_map(|text| Json::string(&text).as_str().to_owned()),
        Just(r#""\\\"\u00e9\/""#.to_owned()),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let space = prop::sample::select(vec!["", " ", "\n\t"]);
        prop_oneof![
            (proptest::collection::vec(inner.clone(), 0..5), space.clone()).prop_map(
                |(items, space)| format!("[{space}{}{space}]", items.join(&format!("{space},{space}")))
            ),
            (proptest::collection::vec((any::<String>(), inner), 0..5), space).prop_map(
                |(members, space)| {
                    let members: Vec<String> = members
                        .into_iter()
                        .map(|(key, value)| format!("{}{space}:{space}{value}", Json::string(&key)))
                        .collect();
                    format!("{{{}{space}}}", members.join(&format!("{space},{space}")))
                }
            ),
        ]
    })
}

proptest! {
    #[test]
    fn arrays_are_split_as_serde_json_splits_them(items in proptest::collection::vec(json_text(), 0..6)) {
        let text = format!("[{}]", items.join(" , "));
        let expected: Vec<&RawValue> = serde_json::from_str(&text).unwrap();
        let expected: Vec<&str> = expected.into_iter().map(RawValue::get).collect();
        prop_assert_eq!(parts(&text).unwrap(), expected);
    }

    #[test]
    fn objects_are_split_as_serde_json_splits_them(items in proptest::collection::vec(json_text(), 0..6)) {
        let members: Vec<String> =
            items.iter().enumerate().map(|(at, item)| format!("\"k\\n{at}\" :{item}")).collect();
        let text = format!("{{{}}}", members.join(","));
        let mut expected: Vec<String> = Vec::new();
        let map: std::collections::BTreeMap<String, &RawValue> = serde_json::from_str(&text).unwrap();
        for (key, value) in map {
            expected.extend([key, value.get().to_owned()]);
        }
        prop_assert_eq!(parts(&text).unwrap(), expected);
    }

    #[test]
    fn damaged_text_is_taken_exactly_where_serde_json_takes_it(
        text in json_text(),
        at in any::<prop::sample::Index>(),
        put in prop::sample::select(vec!["", "\"", "\\", "{", "}", "[", "]", ",", ":", " ", "0", "-", ".",
            "e", "n", "\t", "\u{1}"]),
        cut in any::<bool>(),
    ) {
        let mut places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        places.push(text.len());
        let at = *at.get(&places);
        let mut damaged = format!("{}{put}{}", &text[..at], &text[at..].chars().skip(1).collect::<String>());
        if cut {
            damaged.truncate(at + put.len());
        }
        prop_assert_eq!(is_value(&damaged), serde_json::from_str::<&RawValue>(&damaged).is_ok(), "{}", damaged);
    }
}
