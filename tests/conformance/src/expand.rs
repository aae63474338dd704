//! Abbreviations in case files: long strings by rule, and placeholders for values that are known only when the case
//! runs.

use crate::json::Json;

/// Replaces `{"$repeat": [text, times]}` and `{"$concat": [part, …]}` by the strings they describe.
///
/// # Errors
/// A sentence that tells which form is wrong.
pub fn strings(value: Json) -> Result<Json, String> {
    match value {
        Json::Array(items) => Ok(Json::Array(items.into_iter().map(strings).collect::<Result<_, _>>()?)),
        Json::Object(entries) => match entries.as_slice() {
            [(key, rule)] if key == "$repeat" => match rule.items() {
                [part, times] => {
                    let part = strings(part.clone())?;
                    let part = part.as_str().ok_or("$repeat wants a string first")?;
                    let times = times.as_u64().and_then(|n| usize::try_from(n).ok());
                    Ok(Json::Text(part.repeat(times.ok_or("$repeat wants a count second")?)))
                }
                _ => Err(format!("$repeat wants [text, times], not {rule}")),
            },
            [(key, rule)] if key == "$concat" => {
                let mut out = String::new();
                for part in rule.items() {
                    let part = strings(part.clone())?;
                    out.push_str(part.as_str().ok_or("$concat wants strings only")?);
                }
                Ok(Json::Text(out))
            }
            _ => Ok(Json::Object(
                entries.into_iter().map(|(k, v)| strings(v).map(|v| (k, v))).collect::<Result<_, _>>()?,
            )),
        },
        other => Ok(other),
    }
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
        assert_eq!(strings(given).unwrap().to_string(), r#"{"a":"<xyxyxy>","b":[1]}"#);
        assert!(strings(Json::parse(r#"{"$repeat":["a"]}"#).unwrap()).is_err());
        assert!(strings(Json::parse(r#"{"$concat":[1]}"#).unwrap()).is_err());
    }

    #[test]
    fn placeholders_are_filled_everywhere() {
        let given = Json::parse(r#"{"$KEY":["at $URL/x"]}"#).unwrap();
        let out = placeholders(&given, &[("$KEY", "k"), ("$URL", "http://h")]);
        assert_eq!(out.to_string(), r#"{"k":["at http://h/x"]}"#);
    }
}
