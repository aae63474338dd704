//! Names of settings in the sentences of errors, in the spelling of the host's language. The core names a setting as
//! its Rust builder does (`answer_timeout`, `allow_plain_http(true)`), the tables of settings as they cross the FFI
//! boundary (`answer_timeout_ms`). Each binding brings its own [`Spell`].

use parlour::ErrorKind;

use crate::info::{ADVICE, ErrorInfo};
use crate::settings::names;

/// Writes a setting as users of a language do. `name` is that of the tables without the unit (`answer_timeout`,
/// `ca_pem`, `max_retry_after`), or `retry_after`, which errors have; `value` is what the sentence gives it, for
/// example `true`.
pub type Spell = fn(name: &str, value: Option<&str>) -> String;

impl ErrorInfo {
    /// The error with the names of settings in the spelling of the host's language. Text of the service is left
    /// unchanged.
    #[must_use]
    pub fn spelled(mut self, spell: Spell) -> ErrorInfo {
        let fields = self.fields_mut();
        // A binding's users know the setting by its name alone.
        fields.display = fields.display.replacen(BOTH_NAMES, &format!("({})", spell("budget", None)), 1);
        let advice = fields.display.rfind(ADVICE).unwrap_or(fields.display.len());
        // Codes up to this one come with words of the service.
        if fields.code > ErrorKind::ApiStatus.code() {
            fields.display = respell(&fields.display, spell);
            fields.message = respell(&fields.message, spell);
        } else {
            let told = fields.display.split_off(advice);
            fields.display.push_str(&respell(&told, spell));
        }
        self
    }
}

/// How the core names the setting of the retry budget, which it does in errors of the service, too.
const BOTH_NAMES: &str = "(retry_budget, `budget` by name)";

/// Names in the core that differ from those in the tables.
const OTHERWISE: [(&str, &str); 7] = [
    ("add_root_certificate_pem", "ca_pem"),
    ("only_root_certificates_pem", "only_ca_pem"),
    ("root_certificate_pem", "ca_pem"),
    ("retry_budget", "budget"),
    ("body_key", "body_keys"),
    ("remove_header", "headers"),
    ("retry_after", "retry_after"),
];

/// The unit at the end of a name, which languages have views of their own about.
const UNIT: &str = "_ms";

/// The setting that a word of a sentence names. Names of one word are the same in all languages and words of their own
/// in sentences, unless the unit tells them apart.
fn known(word: &str) -> Option<&'static str> {
    if !word.contains('_') {
        return None;
    }
    let stem = |name| str::strip_suffix(name, UNIT).unwrap_or(name);
    let other = OTHERWISE.iter().find(|(name, _)| *name == word).map(|(_, setting)| *setting);
    other.or_else(|| names().find(|name| *name == word || stem(name) == word).map(stem))
}

/// The text with every setting in it spelled anew, `name`, `name()` and `name(value)` alike.
fn respell(text: &str, spell: Spell) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length.max(first.len_utf8()));
        // No part of a path, of an address or of a header's name.
        let whole = !matches!(before, '/' | '-' | '@' | '$') && !after.starts_with(['-', '/', '@']);
        match known(word).filter(|_| whole) {
            Some(name) => {
                let (value, after) = argument(after);
                out.push_str(&spell(name, value.filter(|value| !value.is_empty())));
                // A sentence may give both names of one setting: `add_root_certificate_pem (ca_pem)`.
                let again = after.strip_prefix(" (").and_then(|inner| inner.split_once(')'));
                rest =
                    again.filter(|(other, _)| known(other) == Some(name)).map_or(after, |(_, after)| after);
            }
            None => {
                out.push_str(word);
                rest = after;
            }
        }
        before = word.chars().next_back().unwrap_or(' ');
    }
    out
}

/// `(value)` at the beginning of a text, and what follows.
fn argument(text: &str) -> (Option<&str>, &str) {
    let found = text.strip_prefix('(').and_then(|inner| inner.split_once(')'));
    match found.filter(|(value, _)| value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')) {
        Some((value, after)) => (Some(value), after),
        None => (None, text),
    }
}

#[cfg(test)]
mod tests {
    use super::respell;

    fn loud(name: &str, value: Option<&str>) -> String {
        format!("<{name}={}>", value.unwrap_or_default())
    }

    #[test]
    fn settings_are_spelled_anew_and_nothing_else() {
        for (text, wanted) in [
            ("use https, or allow_plain_http(true) if", "use https, or <allow_plain_http=true> if"),
            ("nothing within 5s (answer_timeout)", "nothing within 5s (<answer_timeout=>)"),
            ("answer_timeout_ms must be a number", "<answer_timeout=> must be a number"),
            ("`timeout_ms` must", "`<timeout=>` must"),
            ("the timeout of a call", "the timeout of a call"),
            (
                "call api_key(), auth_token() or credentials()",
                "call <api_key=>, <auth_token=> or credentials()",
            ),
            ("add_root_certificate_pem (ca_pem) adds", "<ca_pem=> adds"),
            ("use only_root_certificates_pem()", "use <only_ca_pem=>"),
            ("retry.max_retry_after_ms is", "retry.<max_retry_after=> is"),
            ("retry.server.first_ms is; first come", "retry.server.<first=> is; first come"),
            ("see http://h/api_key/x, x-api_key, api_keys", "see http://h/api_key/x, x-api_key, api_keys"),
            ("tiemout_ms, Grüße, max_tokens", "tiemout_ms, Grüße, max_tokens"),
            ("", ""),
        ] {
            assert_eq!(respell(text, loud), wanted);
        }
    }
}
