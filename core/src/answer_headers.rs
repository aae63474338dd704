//! The headers of an answer, as lines. A program looks at few of them, so the map of all is built when it is asked for:
//! most calls never build one, and an open stream keeps less than a kilobyte of headers.

use std::sync::OnceLock;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::secret::MaskedHeaders;

/// The headers of an answer.
#[derive(Default)]
pub(crate) struct AnswerHeaders {
    /// Empty if they came as a map.
    lines: Lines,
    map: OnceLock<Box<HeaderMap>>,
}

/// Pairs of a name in lower case and a value, one after another: the length of the name, that of the value, the name,
/// the value. The lengths are in bytes, each as a `usize`.
#[derive(Default)]
struct Lines(Vec<u8>);

impl AnswerHeaders {
    /// Takes names and values that a [`HeaderMap`] would take: others are left out of the map.
    pub(crate) fn of_lines<'l>(lines: impl Iterator<Item = (&'l str, &'l [u8])> + Clone) -> AnswerHeaders {
        let lines = lines.map(|(name, value)| (name.as_bytes(), value));
        AnswerHeaders { lines: Lines::new(lines), map: OnceLock::new() }
    }

    /// All of them. The first call builds the map.
    pub(crate) fn map(&self) -> &HeaderMap {
        self.map.get_or_init(|| Box::new(self.lines.to_map()))
    }

    /// Whether there are no lines.
    fn came_as_map(&self) -> bool {
        self.lines.0.is_empty()
    }

    /// Names in lower case, with their values.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.bytes().map(|(name, value)| (std::str::from_utf8(name).unwrap_or_default(), value))
    }

    /// As [`iter`](Self::iter), with names as bytes: most are only compared, and need not be known to be text.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let map = if self.came_as_map() { self.map.get() } else { None };
        let in_map = map.into_iter().flat_map(|map| map.iter());
        in_map.map(|(name, value)| (name.as_str().as_bytes(), value.as_bytes())).chain(self.lines.iter())
    }

    /// The values of this name, which is in lower case.
    pub(crate) fn get_all<'h>(&'h self, name: &str) -> impl Iterator<Item = &'h [u8]> {
        self.bytes().filter(move |(known, _)| *known == name.as_bytes()).map(|(_, value)| value)
    }

    /// The first value of this name, which is in lower case.
    pub(crate) fn get(&self, name: &str) -> Option<&[u8]> {
        if self.came_as_map() {
            return self.map.get()?.get(name).map(HeaderValue::as_bytes);
        }
        self.lines.iter().find(|(known, _)| *known == name.as_bytes()).map(|(_, value)| value)
    }

    /// The first value of this name, if it is of visible ASCII.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        ascii(self.get(name)?)
    }

    /// Removes all values of these names, which are in lower case.
    pub(crate) fn remove(&mut self, names: &[&str]) {
        if !self.came_as_map() {
            let is_kept = |(name, _): &(&[u8], &[u8])| !names.iter().any(|one| one.as_bytes() == *name);
            let kept = Lines::new(self.lines.iter().filter(is_kept));
            *self = AnswerHeaders { lines: kept, map: OnceLock::new() };
        } else if let Some(map) = self.map.get_mut() {
            names.iter().for_each(|name| drop(map.remove(*name)));
        }
    }

    /// Replaces each value that `replaced` finds one for; names are in lower case. The map is built only if there is
    /// such a value.
    pub(crate) fn replace(&mut self, replaced: impl Fn(&[u8], &[u8]) -> Option<HeaderValue>) {
        if self.bytes().all(|(name, value)| replaced(name, value).is_none()) {
            return;
        }
        let lines = std::mem::take(&mut self.lines);
        let mut map = std::mem::take(&mut self.map).into_inner().unwrap_or_else(|| Box::new(lines.to_map()));
        for (name, value) in map.iter_mut() {
            if let Some(new) = replaced(name.as_str().as_bytes(), value.as_bytes()) {
                *value = new;
            }
        }
        self.map = OnceLock::from(map);
    }
}

impl Lines {
    fn new<'l>(lines: impl Iterator<Item = (&'l [u8], &'l [u8])> + Clone) -> Lines {
        // One allocation of the exact size: they live as long as an open stream.
        let size = lines.clone().map(|(name, value)| 2 * size_of::<usize>() + name.len() + value.len()).sum();
        let mut bytes = Vec::with_capacity(size);
        for (name, value) in lines {
            bytes.extend_from_slice(&name.len().to_le_bytes());
            bytes.extend_from_slice(&value.len().to_le_bytes());
            let at = bytes.len();
            bytes.extend_from_slice(name);
            bytes.get_mut(at..).unwrap_or_default().make_ascii_lowercase();
            bytes.extend_from_slice(value);
        }
        Lines(bytes)
    }

    fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            let (name, more) = rest.split_first_chunk()?;
            let (value, more) = more.split_first_chunk()?;
            let (name, more) = more.split_at_checked(usize::from_le_bytes(*name))?;
            let (value, more) = more.split_at_checked(usize::from_le_bytes(*value))?;
            rest = more;
            Some((name, value))
        })
    }

    fn to_map(&self) -> HeaderMap {
        let mut map = HeaderMap::with_capacity(self.iter().count());
        for (name, value) in self.iter() {
            if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name), HeaderValue::from_bytes(value)) {
                map.append(name, value);
            }
        }
        map
    }
}

/// A value as text, if it is of visible ASCII, as [`HeaderValue::to_str`] has it: control characters are in no value.
pub(crate) fn ascii(value: &[u8]) -> Option<&str> {
    std::str::from_utf8(value).ok().filter(|text| text.is_ascii())
}

impl From<HeaderMap> for AnswerHeaders {
    fn from(map: HeaderMap) -> AnswerHeaders {
        AnswerHeaders { lines: Lines::default(), map: OnceLock::from(Box::new(map)) }
    }
}

impl std::fmt::Debug for AnswerHeaders {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        MaskedHeaders(self.map()).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [(&str, &[u8]); 5] = [
        ("Request-Id", b"req_1"),
        ("x-twice", b"a"),
        ("X-Twice", b"b"),
        ("x-raw", b"\xff"),
        ("x-empty", b""),
    ];

    fn both() -> [AnswerHeaders; 2] {
        let as_lines = AnswerHeaders::of_lines(LINES.into_iter());
        let as_map = as_lines.map().clone().into();
        [as_lines, as_map]
    }

    #[test]
    fn lines_and_a_map_are_read_alike() {
        for headers in both() {
            assert_eq!(headers.iter().count(), LINES.len());
            assert_eq!((headers.get("request-id"), headers.get("none")), (Some(&b"req_1"[..]), None));
            assert_eq!(headers.get_all("x-twice").collect::<Vec<_>>(), [b"a", b"b"]);
            assert_eq!((headers.text("request-id"), headers.text("x-raw")), (Some("req_1"), None));
            assert_eq!(headers.text("x-empty"), Some(""));
            let map = headers.map();
            assert_eq!((map.len(), map.get_all("x-twice").iter().count()), (LINES.len(), 2));
            assert_eq!(map["x-raw"].as_bytes(), b"\xff");
        }
    }

    #[test]
    fn a_change_is_seen_in_lines_and_map() {
        for mut headers in both() {
            assert_eq!(headers.map().len(), LINES.len());
            headers.remove(&["x-twice", "none"]);
            let changed = HeaderValue::from_static("***");
            headers
                .replace(|name, value| (name == b"request-id" && value == b"req_1").then(|| changed.clone()));
            assert_eq!((headers.get("x-twice"), headers.text("request-id")), (None, Some("***")));
            assert_eq!((headers.map().len(), headers.iter().count()), (3, 3));
        }
    }

    #[test]
    fn the_map_is_built_when_it_is_asked_for() {
        let [mut headers, _] = both();
        headers.replace(|_, _| None);
        headers.remove(&["x-twice"]);
        assert!(headers.text("request-id").is_some() && headers.map.get().is_none());
        assert_eq!(headers.map().len(), 3);
    }
}
