//! A credential that a host's function gave, as one JSON object.

use std::time::Duration;

use parlour::setting::spelled;
use parlour::{Credential, nearest};

use super::read::{Headers, Member, Text, Value, members, refused};
use crate::info::ErrorInfo;

/// The fields of a credential.
pub(super) const FIELDS: [&str; 5] = ["api_key", "auth_token", "headers", "url", "valid_for_ms"];

/// The credential in a JSON object: `api_key` or `auth_token`, `headers` (an object of text), `url`, `valid_for_ms`.
/// Each may be left out or `null`.
///
/// The text holds secrets: the caller owns it and wipes it. Copies made here are wiped.
///
/// # Errors
/// Of kind `Config`, with one sentence that names the field and never repeats its value.
///
/// ```
/// let given = br#"{"auth_token": "t", "headers": {"x-tenant": "blue"}, "valid_for_ms": 600000}"#;
/// assert!(!format!("{:?}", parlour_bridge::settings::credential(given)?).contains("blue"));
/// # Ok::<(), parlour_bridge::ErrorInfo>(())
/// ```
pub fn credential(json: &[u8]) -> Result<Credential, ErrorInfo> {
    // The setting is the function that gave it, whatever the field.
    read(json).map_err(|error| error.with_setting("credentials"))
}

fn read(json: &[u8]) -> Result<Credential, ErrorInfo> {
    let given = members(json, "the credential")?;
    if let Some(unknown) = given.iter().find(|member| !FIELDS.contains(&&*member.name)) {
        let meant = nearest(&unknown.name, FIELDS.iter().copied());
        let meant = meant.map(|name| format!(": did you mean `{}`?", spelled(name))).unwrap_or_default();
        return Err(ErrorInfo::config(format!(
            "a credential has no `{}`{meant}",
            super::read::shortened(&unknown.name)
        )));
    }
    let value = |name: &str| given.iter().find(|member| member.name == name && member.value != "null");
    let credential = match (value("api_key"), value("auth_token")) {
        (Some(_), Some(_)) => {
            return Err(super::both_given("api_key", "auth_token"));
        }
        (Some(key), None) => {
            Credential::api_key(text(key)?.0.as_str()).map_err(|e| refused("api_key", &e))?
        }
        (None, Some(token)) => {
            Credential::bearer(text(token)?.0.as_str()).map_err(|e| refused("auth_token", &e))?
        }
        (None, None) => Credential::in_headers(),
    };
    let mut credential = credential;
    if let Some(headers) = value("headers") {
        for (name, value) in Headers::read(headers.value, "headers of a credential")?.0 {
            let Some(value) = value else {
                return Err(ErrorInfo::config(
                    "headers of a credential are text: leave out those that are not to be sent",
                ));
            };
            credential = credential.with_header(name, value.as_str())?;
        }
    }
    if let Some(url) = value("url") {
        credential = credential.with_url(text(url)?.0.as_str()).map_err(|e| refused("url", &e))?;
    }
    if let Some(time) = value("valid_for_ms") {
        credential = credential.valid_for(Duration::read(time.value, "valid_for_ms")?);
    }
    Ok(credential)
}

fn text(member: &Member<'_>) -> Result<Text, ErrorInfo> {
    Text::read(member.value, &member.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_without_its_value() {
        for (json, named) in [
            (r#"{"api_key": "hidden", "auth_token": "hidden"}"#, "both given"),
            (r#"{"api_key": 5}"#, "api_key must be text"),
            (r#"{"key": "hidden"}"#, "has no `key`"),
            (r#"{"headrs": {}}"#, "did you mean `headers`"),
            (r#"{"headers": {"x-a": null}}"#, "leave out"),
            (r#"{"headers": {"x-a": "hid\nden"}}"#, "x-a"),
            (r#"{"headers": {"host": "hidden"}}"#, "host"),
            (r#"{"url": "hidden"}"#, "url"),
            (r#"{"valid_for_ms": -1}"#, "valid_for_ms"),
            ("[]", "JSON object"),
        ] {
            let error = credential(json.as_bytes()).unwrap_err();
            assert_eq!(error.kind, "Config");
            assert!(
                error.display.contains(named) && !error.display.contains("hid"),
                "{json}: {}",
                error.display
            );
        }
    }
}
