//! The matcher behind every expectation: a pattern against a value, with a list of differences as its answer. The same
//! few words serve requests, events, messages and errors.

use crate::json::{Json, same_number};

/// How objects are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The actual object may have more keys; `$…` words are understood.
    Like,
    /// The same keys, in any order; every value equal.
    Same,
    /// The same keys in the same order.
    SameOrder,
}

/// Compares and returns every difference as one line.
#[must_use]
pub fn compare(expected: &Json, actual: Option<&Json>, mode: Mode, place: &str) -> Vec<String> {
    let mut out = Vec::new();
    visit(expected, actual, mode, place, &mut out);
    out
}

fn visit(expected: &Json, actual: Option<&Json>, mode: Mode, place: &str, out: &mut Vec<String>) {
    if mode == Mode::Like
        && let [(word, rule)] = expected.entries()
        && word.starts_with('$')
    {
        return words(word, rule, actual, place, out);
    }
    let Some(actual) = actual else {
        if *expected != Json::Null || mode != Mode::Like {
            out.push(format!("{place}: expected {}, found nothing", short(expected)));
        }
        return;
    };
    match (expected, actual) {
        (Json::Object(wanted), Json::Object(found)) => {
            for (key, value) in wanted {
                visit(value, actual.get(key), mode, &format!("{place}.{key}"), out);
            }
            if mode != Mode::Like {
                for (key, value) in found.iter().filter(|(key, _)| expected.get(key).is_none()) {
                    out.push(format!("{place}.{key}: found {}, expected no such key", short(value)));
                }
            }
            let order = |o: &[(String, Json)]| o.iter().map(|(k, _)| k.clone()).collect::<Vec<_>>();
            if mode == Mode::SameOrder && wanted.len() == found.len() && order(wanted) != order(found) {
                out.push(format!(
                    "{place}: keys in the order {:?}, expected {:?}",
                    order(found),
                    order(wanted)
                ));
            }
        }
        (Json::Array(wanted), Json::Array(found)) => {
            if wanted.len() != found.len() {
                out.push(format!(
                    "{place}: {} items, expected {}: {}",
                    found.len(),
                    wanted.len(),
                    short(actual)
                ));
                return;
            }
            for (i, (w, f)) in wanted.iter().zip(found).enumerate() {
                visit(w, Some(f), mode, &format!("{place}[{i}]"), out);
            }
        }
        (Json::Number(w), Json::Number(f)) if same_number(w, f) => {}
        _ if expected == actual => {}
        _ => out.push(format!("{place}: expected {}, found {}", short(expected), short(actual))),
    }
}

fn words(word: &str, rule: &Json, actual: Option<&Json>, place: &str, out: &mut Vec<String>) {
    let present = actual.filter(|v| **v != Json::Null);
    let text = present.map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
    let needle = rule.as_str().unwrap_or_default();
    let number = present.and_then(Json::as_f64);
    let holds = match word {
        "$absent" => present.is_none(),
        "$present" => present.is_some(),
        "$contains" => text.as_ref().is_some_and(|t| t.contains(needle)),
        "$names" => text.as_ref().is_some_and(|t| t.contains(needle) || t.contains(&camel_case(needle))),
        "$lacks" => text.as_ref().is_some_and(|t| !t.contains(needle)),
        "$starts" => text.as_ref().is_some_and(|t| t.starts_with(needle)),
        "$ends" => text.as_ref().is_some_and(|t| t.ends_with(needle)),
        "$length" => text.as_ref().is_some_and(|t| within(rule, t.chars().count() as f64)),
        "$range" => number.is_some_and(|n| within(rule, n)),
        "$one_of" => rule.items().iter().any(|r| compare(r, actual, Mode::Like, place).is_empty()),
        "$all_of" => rule.items().iter().all(|r| compare(r, actual, Mode::Like, place).is_empty()),
        "$not" => !compare(rule, actual, Mode::Like, place).is_empty(),
        "$same" => {
            out.extend(compare(rule, actual, Mode::Same, place));
            return;
        }
        "$same_but_nulls" => {
            let found = actual.map(Json::without_nulls);
            out.extend(compare(&rule.without_nulls(), found.as_ref(), Mode::Same, place));
            return;
        }
        _ => {
            out.push(format!("{place}: the pattern word {word} is unknown"));
            return;
        }
    };
    if !holds {
        let found = actual.map_or_else(|| "nothing".to_owned(), short);
        out.push(format!("{place}: expected {word} {}, found {found}", short(rule)));
    }
}

/// The name of a setting as Node spells it: `answerTimeout` for `answer_timeout`.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        out.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        out.push_str(letters.as_str());
    }
    out
}

/// `[low, high]`, both included; a bare number means exactly that.
fn within(rule: &Json, value: f64) -> bool {
    match rule.items() {
        [low, high] => low.as_f64().is_some_and(|l| value >= l) && high.as_f64().is_some_and(|h| value <= h),
        _ => rule.as_f64().is_some_and(|n| (n - value).abs() < f64::EPSILON),
    }
}

/// A value for a message: cut in the middle when it is long.
#[must_use]
pub fn short(value: &Json) -> String {
    const HALF: usize = 160;
    let text = value.to_string();
    let count = text.chars().count();
    if count <= 2 * HALF + 20 {
        return text;
    }
    let head: String = text.chars().take(HALF).collect();
    let tail: String = text.chars().skip(count - HALF).collect();
    format!("{head} … ({count} characters) … {tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(expected: &str, actual: &str, mode: Mode) -> usize {
        let actual = Json::parse(actual).unwrap();
        compare(&Json::parse(expected).unwrap(), Some(&actual), mode, "it").len()
    }

    #[test]
    fn likeness_is_a_subset_and_understands_words() {
        let actual = r#"{"a":1,"b":{"c":[1,2]},"t":"hello world","n":null}"#;
        for good in [
            r#"{"b":{"c":[1,2]}}"#,
            r#"{"a":{"$range":[1,2]},"t":{"$contains":"lo w"},"n":{"$absent":true},"z":{"$absent":true}}"#,
            r#"{"t":{"$all_of":[{"$starts":"he"},{"$ends":"ld"},{"$length":[11,11]},{"$not":"x"}]}}"#,
            r#"{"n":null,"z":null,"b":{"$same":{"c":[1,2.0]}}}"#,
            r#"{"t":{"$names":"hello"}}"#,
        ] {
            assert_eq!(differences(good, actual, Mode::Like), 0, "{good}");
        }
        for bad in [
            r#"{"a":2}"#,
            r#"{"z":1}"#,
            r#"{"b":{"c":[1]}}"#,
            r#"{"t":{"$lacks":"hello"}}"#,
            r#"{"a":{"$what":1}}"#,
            r#"{"b":{"$same":{}}}"#,
            r#"{"t":{"$names":"hello_world"}}"#,
        ] {
            assert_eq!(differences(bad, actual, Mode::Like), 1, "{bad}");
        }
    }

    #[test]
    fn a_setting_is_named_as_the_language_spells_it() {
        let pattern = r#"{"$names":"min_tls_version"}"#;
        for text in [r#""min_tls_version must be""#, r#""minTlsVersion must be""#] {
            assert_eq!(differences(pattern, text, Mode::Like), 0, "{text}");
        }
        assert_eq!(differences(pattern, r#""mintlsversion""#, Mode::Like), 1);
    }

    #[test]
    fn sameness_sees_every_key_and_order_when_asked() {
        assert_eq!(differences(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1.0}"#, Mode::Same), 0);
        assert_eq!(differences(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, Mode::SameOrder), 1);
        assert_eq!(differences(r#"{"a":null}"#, "{}", Mode::Same), 1);
        assert_eq!(differences("{}", r#"{"a":null}"#, Mode::Same), 1);
        assert_eq!(differences(r#"{"a":{"$any":1}}"#, r#"{"a":{"$any":1}}"#, Mode::Same), 0);
    }
}
