//! Abbreviations in case files: long strings by rule, and placeholders for values that are known only when the case
//! runs.

use crate::json::Json;

/// Replaces `{"$repeat": [text, times]}` and `{"$concat": [part, …]}` by the strings they describe, and
/// `{"$times": [item, count]}` in an array by so many equal items.
///
/// # Errors
/// A sentence that tells which form is wrong.
pub fn spelt_out(value: Json) -> Result<Json, String> {
    match value {
        Json::Array(items) => {
            let mut all = Vec::with_capacity(items.len());
            for item in items {
                match item.entries() {
                    [(key, rule)] if key == "$times" => all.extend(copies(rule)?),
                    _ => all.push(spelt_out(item)?),
                }
            }
            Ok(Json::Array(all))
        }
        Json::Object(entries) => match entries.as_slice() {
            [(key, rule)] if key == "$repeat" => match rule.items() {
                [part, times] => {
                    let part = spelt_out(part.clone())?;
                    let part = part.as_str().ok_or("$repeat wants a string first")?;
                    let times = times.as_u64().and_then(|n| usize::try_from(n).ok());
                    Ok(Json::Text(part.repeat(times.ok_or("$repeat wants a count second")?)))
                }
                _ => Err(format!("$repeat wants [text, times], not {rule}")),
            },
            [(key, rule)] if key == "$concat" => {
                let mut out = String::new();
                for part in rule.items() {
                    let part = spelt_out(part.clone())?;
                    out.push_str(part.as_str().ok_or("$concat wants strings only")?);
                }
                Ok(Json::Text(out))
            }
            _ => Ok(Json::Object(
                entries.into_iter().map(|(k, v)| spelt_out(v).map(|v| (k, v))).collect::<Result<_, _>>()?,
            )),
        },
        other => Ok(other),
    }
}

/// The equal items of `[item, count]`.
fn copies(rule: &Json) -> Result<Vec<Json>, String> {
    let [item, count] = rule.items() else { return Err(format!("$times wants [item, count], not {rule}")) };
    let count = count.as_u64().and_then(|count| usize::try_from(count).ok());
    Ok(vec![spelt_out(item.clone())?; count.ok_or("$times wants a count second")?])
}

/// Replaces each placeholder in every string (keys too) by its value.
#[must_use]
pub fn placeholders(value: &Json, with: &[(&str, &str)]) -> Json {
    let fill = |text: &str| {
        let mut out = text.to_owned();
        for (name, value) in with {
            if out.contains(name) {
                out = out.replace(name, value);
            }
        }
        out
    };
    match value {
        Json::Text(text) => Json::Text(fill(text)),
        Json::Array(items) => Json::Array(items.iter().map(|v| placeholders(v, with)).collect()),
        Json::Object(entries) => {
            Json::Object(entries.iter().map(|(k, v)| (fill(k), placeholders(v, with))).collect())
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_become_strings() {
        let given = Json::parse(r#"{"a":{"$concat":["<",{"$repeat":["xy",3]},">"]},"b":[1]}"#).unwrap();
        assert_eq!(spelt_out(given).unwrap().to_string(), r#"{"a":"<xyxyxy>","b":[1]}"#);
        assert!(spelt_out(Json::parse(r#"{"$repeat":["a"]}"#).unwrap()).is_err());
        assert!(spelt_out(Json::parse(r#"{"$concat":[1]}"#).unwrap()).is_err());
    }

    #[test]
    fn equal_items_are_written_once() {
        let given =
            Json::parse(r#"[0,{"$times":[{"a":{"$repeat":["x",2]}},2]},{"$times":[1,0]},3]"#).unwrap();
        assert_eq!(spelt_out(given).unwrap().to_string(), r#"[0,{"a":"xx"},{"a":"xx"},3]"#);
        assert!(spelt_out(Json::parse(r#"[{"$times":[1]}]"#).unwrap()).is_err());
        assert!(spelt_out(Json::parse(r#"[{"$times":[1,-1]}]"#).unwrap()).is_err());
    }

    #[test]
    fn placeholders_are_filled_everywhere() {
        let given = Json::parse(r#"{"$KEY":["at $URL/x"]}"#).unwrap();
        let out = placeholders(&given, &[("$KEY", "k"), ("$URL", "http://h")]);
        assert_eq!(out.to_string(), r#"{"k":["at http://h/x"]}"#);
    }
}
