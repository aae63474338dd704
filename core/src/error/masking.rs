//! Masks secrets in answers of the service.
//!
//! The rule, for every place of an answer:
//!
//! * A secret of eight bytes or more is masked everywhere: in texts, bodies, headers, keys of JSON objects.
//! * One that is a plain word (lower-case letters and `_` alone) could be there by chance: it is masked only as a
//!   separate word, never as a part of a longer word, as a key of an object, or in a header that the client itself
//!   reads.
//! * A shorter one says nothing where it is a part of something. It is masked only where it is a whole text, a whole
//!   string of JSON or a whole value of a header, and not in headers that the client itself reads.
//! * The structure of JSON, and the protocol's own types of errors, are never changed. Neither are the fields of a body
//!   that the client itself reads, by a secret that is short or a word.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use http::header::USER_AGENT;
use http::{HeaderMap, HeaderName, HeaderValue};
use memchr::{memchr, memmem};

use super::ErrorKind;
use crate::answer_headers::AnswerHeaders;
use crate::secret::{MASK, Secret, is_read_by_us, is_secret};

/// Shorter secrets are masked as a whole value only.
const LONG: usize = 8;

/// Credentials of earlier attempts that are remembered: an answer can only echo credentials that were sent.
const REMEMBERED: usize = 8;

/// Fields of a body that identify it: their values are words of the protocol, and ids.
const READ_BY_US: [&str; 3] = ["\"type\"", "\"request_id\"", "\"error_code\""];

/// Where a secret is masked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Long enough to be masked everywhere.
    Key,
    /// Long, but a word.
    Word,
    /// Too short to be distinguished from something else.
    Short,
}

fn kind(secret: &str) -> Kind {
    if secret.len() < LONG {
        Kind::Short
    } else if secret.bytes().all(|b| b.is_ascii_lowercase() || b == b'_') {
        Kind::Word
    } else {
        Kind::Key
    }
}

/// The secrets that a call has sent. Usually one, and then nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Secrets {
    credential: Option<Arc<Secret>>,
    /// Headers that the caller gave, and credentials of earlier attempts.
    others: Vec<Secret>,
    /// Headers of the credential of the last attempt.
    of_attempt: Vec<Secret>,
}

impl Secrets {
    /// Secrets in the headers of a request.
    pub(crate) fn in_headers(headers: &HeaderMap) -> Secrets {
        let mut secrets = Secrets::default();
        for (_, value) in headers.iter().filter(|(name, value)| is_secret(name, value)) {
            if let Ok(text) = std::str::from_utf8(value.as_bytes()) {
                secrets.add_header(text);
            }
        }
        secrets
    }

    fn add_header(&mut self, value: &str) {
        parts_of_header(value).for_each(|part| self.add(part));
    }

    fn add(&mut self, text: &str) {
        if !text.is_empty() && self.others.iter().all(|known| known.expose() != text) {
            self.others.push(Secret::from(text));
        }
    }

    /// Adds those of another attempt of the same call.
    pub(crate) fn join(&mut self, other: &Secrets) {
        other.all().for_each(|secret| self.add(secret));
    }

    /// The credential of the attempt that is about to be sent.
    pub(crate) fn sent(&mut self, credential: Arc<Secret>) {
        let before = self.credential.replace(credential);
        if let (Some(before), Some(now)) = (before, &self.credential)
            && before != *now
            && self.others.len() < REMEMBERED
        {
            self.add(before.expose());
        }
    }

    /// The headers of the credential of the attempt that is about to be sent, in place of those before: an answer can
    /// only echo headers that were sent. Headers that the client itself reads in answers, such as a media type, are not
    /// secrets.
    pub(crate) fn sent_headers(&mut self, headers: &HeaderMap) {
        let secret =
            headers.iter().filter(|(name, _)| !is_read_by_us(name.as_str()) && !says_what_is_accepted(name));
        let texts = secret.filter_map(|(_, value)| std::str::from_utf8(value.as_bytes()).ok());
        self.of_attempt = texts.flat_map(parts_of_header).map(Secret::from).collect();
    }

    fn all(&self) -> impl Iterator<Item = &str> + Clone {
        let credential = self.credential.as_deref().into_iter();
        credential
            .chain(&self.others)
            .chain(&self.of_attempt)
            .map(Secret::expose)
            .filter(|secret| !secret.is_empty())
    }

    /// Masks the secrets in headers that echo them, so that all later output is clean.
    pub(crate) fn mask_headers(&self, headers: &mut AnswerHeaders) {
        for secret in self.all() {
            let finder = OnceCell::new();
            headers.replace(|name, value| {
                // Most values are shorter than a key: no search.
                if value.len() < secret.len() {
                    return None;
                }
                finder.get_or_init(|| memmem::Finder::new(secret)).find(value)?;
                let is_read_by_us = || std::str::from_utf8(name).is_ok_and(is_read_by_us);
                let masked = match kind(secret) {
                    Kind::Key => true,
                    Kind::Word => !is_read_by_us() && stands_alone(value, secret),
                    Kind::Short => !is_read_by_us() && value == secret.as_bytes(),
                };
                masked.then(|| HeaderValue::from_static(MASK))
            });
        }
    }

    /// A text of the service without the secrets.
    pub(crate) fn mask_text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.all().any(|secret| secret == text.trim()) {
            return Cow::Borrowed(MASK);
        }
        self.mask_within(text, &[Kind::Key, Kind::Word])
    }

    /// The type of an error, which the caller decides by: those of the protocol stay, and so does what merely resembles
    /// a short secret.
    pub(crate) fn mask_error_type<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match ErrorKind::from_error_type(text) {
            Some(_) => Cow::Borrowed(text),
            None => self.mask_within(text, &[Kind::Key, Kind::Word]),
        }
    }

    /// An id of a request.
    pub(crate) fn mask_id<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.mask_within(text, &[Kind::Key])
    }

    /// A body: JSON string by string, anything else as a text. `None` if it holds no secret.
    pub(crate) fn mask_body(&self, body: &[u8]) -> Option<String> {
        self.all().next()?;
        // An escape can encode any character.
        let suspicious = memchr(b'\\', body).is_some()
            || self.all().any(|secret| memmem::find(body, secret.as_bytes()).is_some());
        if !suspicious {
            return None;
        }
        let text = String::from_utf8_lossy(body);
        if serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok() {
            return self.mask_json(&text);
        }
        let masked = self.mask_text(&text);
        (masked != text).then(|| masked.into_owned())
    }

    /// As [`Secrets::mask_body`], for a body that is kept.
    pub(crate) fn mask_bytes(&self, body: Bytes) -> Bytes {
        self.mask_body(&body).map_or(body, Bytes::from)
    }

    /// Goes from string to string of a text that is JSON.
    fn mask_json(&self, text: &str) -> Option<String> {
        let mut masked: Option<String> = None;
        let (mut copied, mut at) = (0, 0);
        let mut is_read = false;
        while let Some(quoted) = next_string(text, at) {
            at = quoted.end;
            let literal = text.get(quoted.clone()).unwrap_or_default();
            let is_key = text.get(at..).unwrap_or_default().trim_start().starts_with(':');
            let keys_alone = is_key || is_read;
            is_read = is_key && READ_BY_US.contains(&literal);
            if let Some(clean) = self.mask_string(literal, keys_alone) {
                let out = masked.get_or_insert_with(String::new);
                out.push_str(text.get(copied..quoted.start).unwrap_or_default());
                out.push_str(&clean);
                copied = at;
            }
        }
        let mut out = masked?;
        out.push_str(text.get(copied..).unwrap_or_default());
        Some(out)
    }

    /// A string literal of JSON without the secrets; `None` if it holds none. With `keys_alone`, short secrets and
    /// words are not masked.
    fn mask_string(&self, literal: &str, keys_alone: bool) -> Option<String> {
        let plain = literal.get(1..literal.len().saturating_sub(1)).unwrap_or_default();
        let decoded = match plain.contains('\\') {
            // A lone surrogate is not valid text: search the literal in its escaped form.
            true => serde_json::from_str::<String>(literal).map_or(Cow::Borrowed(plain), Cow::Owned),
            false => Cow::Borrowed(plain),
        };
        let masked = if keys_alone {
            self.mask_within(&decoded, &[Kind::Key])
        } else if ErrorKind::from_error_type(&decoded).is_some() {
            return None;
        } else {
            self.mask_text(&decoded)
        };
        (masked != decoded).then(|| serde_json::Value::from(masked.as_ref()).to_string())
    }

    /// `text` with a mask for each stretch that belongs to secrets of these kinds.
    fn mask_within<'t>(&self, text: &'t str, kinds: &[Kind]) -> Cow<'t, str> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for secret in self.all() {
            let kind = kind(secret);
            if secret.len() <= text.len() && kinds.contains(&kind) {
                let all = memmem::find_iter(text.as_bytes(), secret).map(|at| at..at + secret.len());
                found.extend(all.filter(|range| kind == Kind::Key || is_alone(text.as_bytes(), range)));
            }
        }
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        found.sort_by_key(|range| range.start);
        let (mut out, mut copied) = (String::with_capacity(text.len()), 0);
        for range in found {
            // A match that touches or overlaps the one before is part of it.
            if range.start > copied || copied == 0 {
                out.push_str(text.get(copied..range.start).unwrap_or_default());
                out.push_str(MASK);
            }
            copied = copied.max(range.end);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        Cow::Owned(out)
    }
}

/// The value of a header, and the secret parts in it: the token after a scheme, the values of cookies.
fn parts_of_header(value: &str) -> impl Iterator<Item = &str> {
    let token = value.split_once(' ').map(|(_, token)| token.trim());
    // A short part of a longer secret is none of its own.
    let cookies = value.split("; ").filter_map(|pair| pair.split_once('=')).map(|(_, cookie)| cookie);
    std::iter::once(value).chain(token).chain(cookies.filter(|cookie| cookie.len() >= LONG))
}

/// Whether a request header describes its sender or accepted formats: such values occur in every answer.
fn says_what_is_accepted(name: &HeaderName) -> bool {
    name.as_str().starts_with("accept") || *name == USER_AGENT
}

/// Whether a word occurs anywhere as a separate word.
fn stands_alone(text: &[u8], word: &str) -> bool {
    memmem::find_iter(text, word).any(|at| is_alone(text, &(at..at + word.len())))
}

/// Whether no letter, digit or `_` touches the range.
fn is_alone(text: &[u8], range: &Range<usize>) -> bool {
    let part = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
    let before = range.start.checked_sub(1).and_then(|at| text.get(at));
    !part(before) && !part(text.get(range.end))
}

/// The next string literal of JSON from `from` on, with its quotes.
fn next_string(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let start = from + memchr(b'"', bytes.get(from..)?)?;
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(start..at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests;
