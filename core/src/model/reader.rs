//! Reads JSON text from its beginning to its end, once: every byte that is passed was checked, whether it became a
//! typed value or is kept as text. It builds nothing and never recurses.
//!
//! serde_json could do this with borrowed raw values, but would take each level of an answer again, byte by byte;
//! an answer has three or four levels, and most of its bytes are in strings.

use std::borrow::Cow;

use crate::json::{Json, JsonError, read_string, string_end};

/// The text of one JSON value, checked and without white space around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Raw<'a>(&'a str);

impl<'a> Raw<'a> {
    pub(crate) fn text(self) -> &'a str {
        self.0
    }

    /// An owned copy of the text.
    pub(crate) fn to_json(self) -> Json {
        // Checked already, so it is one.
        Json::parse(self.0).unwrap_or_default()
    }
}

/// A place in JSON text. A copy is a bookmark: who fails to read a value as one thing goes back and reads it as
/// another. After an error the place says nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// The first byte of the next value or mark.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                byte => return byte.copied(),
            }
        }
    }

    /// Fails unless nothing but white space is left.
    pub(crate) fn finish(mut self) -> Result<(), JsonError> {
        if self.peek().is_none() { Ok(()) } else { broken() }
    }

    /// The next value, whatever it is.
    pub(crate) fn value(&mut self) -> Result<Raw<'a>, JsonError> {
        let first = self.peek();
        let start = self.at;
        match first {
            Some(b'{' | b'[') => self.container()?,
            _ => self.scalar()?,
        }
        self.since(start).map(Raw)
    }

    /// The next value if it is a string. Lone surrogates become U+FFFD.
    pub(crate) fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        if !self.takes(b'"') {
            return wrong_kind();
        }
        let Some((text, end)) = read_string(self.text, self.at) else { return broken() };
        self.at = end;
        Ok(text)
    }

    /// The text of the next value if it is a number.
    pub(crate) fn number(&mut self) -> Result<&'a str, JsonError> {
        match self.peek() {
            Some(b'-' | b'0'..=b'9') => {}
            _ => return wrong_kind(),
        }
        let start = self.at;
        self.digits()?;
        self.since(start)
    }

    /// Takes `literal`, one of the three names of JSON, if it comes next.
    pub(crate) fn literal(&mut self, literal: &str) -> bool {
        self.peek();
        let here =
            self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(literal.as_bytes()));
        if here {
            self.at += literal.len();
        }
        here
    }

    /// Goes into an object; its members follow with [`Reader::key`].
    pub(crate) fn object(&mut self) -> Result<Members, JsonError> {
        if self.takes(b'{') { Ok(Members { first: true }) } else { wrong_kind() }
    }

    /// Goes to the value of the next member and gives its key; `None` behind the last one. Each value must have
    /// been read before.
    pub(crate) fn key(&mut self, members: &mut Members) -> Result<Option<Cow<'a, str>>, JsonError> {
        if !self.another(&mut members.first, b'}')? {
            return Ok(None);
        }
        let key = self.string()?;
        if self.takes(b':') { Ok(Some(key)) } else { broken() }
    }

    /// Goes into an array; its elements follow with [`Reader::element`].
    pub(crate) fn array(&mut self) -> Result<Members, JsonError> {
        if self.takes(b'[') { Ok(Members { first: true }) } else { wrong_kind() }
    }

    /// Goes to the next element; false behind the last one. Each element must have been read before.
    pub(crate) fn element(&mut self, members: &mut Members) -> Result<bool, JsonError> {
        self.another(&mut members.first, b']')
    }

    /// Takes the comma before another member, or the end of the container.
    fn another(&mut self, first: &mut bool, end: u8) -> Result<bool, JsonError> {
        let first = std::mem::replace(first, false);
        match self.peek() {
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if !first => {
                self.at += 1;
                Ok(true)
            }
            Some(_) if first => Ok(true),
            _ => broken(),
        }
    }

    fn takes(&mut self, mark: u8) -> bool {
        let here = self.peek() == Some(mark);
        self.at += usize::from(here);
        here
    }

    fn since(&self, start: usize) -> Result<&'a str, JsonError> {
        self.text.get(start..self.at).map_or_else(broken, Ok)
    }

    /// Passes a value that is no container.
    fn scalar(&mut self) -> Result<(), JsonError> {
        let passed = match self.peek() {
            Some(b'"') => {
                self.at += 1;
                return self.string_rest();
            }
            Some(b'-' | b'0'..=b'9') => return self.digits(),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            _ => false,
        };
        if passed { Ok(()) } else { broken() }
    }

    /// Passes an object or array, however deep it is.
    fn container(&mut self) -> Result<(), JsonError> {
        let mut open = Nesting::default();
        loop {
            // A value comes next.
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    if !self.takes(b'}') {
                        open.push(true);
                        self.key_and_colon()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    if !self.takes(b']') {
                        open.push(false);
                        continue;
                    }
                }
                _ => self.scalar()?,
            }
            // A value ended.
            loop {
                let Some(in_object) = open.innermost() else { return Ok(()) };
                match (self.peek(), in_object) {
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.at += 1;
                        open.pop();
                    }
                    (Some(b','), _) => {
                        self.at += 1;
                        if in_object {
                            self.key_and_colon()?;
                        }
                        break;
                    }
                    _ => return broken(),
                }
            }
        }
    }

    fn key_and_colon(&mut self) -> Result<(), JsonError> {
        if !self.takes(b'"') {
            return broken();
        }
        self.string_rest()?;
        if self.takes(b':') { Ok(()) } else { broken() }
    }

    fn string_rest(&mut self) -> Result<(), JsonError> {
        let Some((end, _)) = string_end(self.text.as_bytes(), self.at) else { return broken() };
        self.at = end;
        Ok(())
    }

    /// Skips the number that comes next.
    fn digits(&mut self) -> Result<(), JsonError> {
        self.optional(b"-");
        match self.text.as_bytes().get(self.at) {
            Some(b'0') => self.at += 1,
            _ => self.run()?,
        }
        if self.optional(b".") {
            self.run()?;
        }
        if self.optional(b"eE") {
            self.optional(b"+-");
            self.run()?;
        }
        Ok(())
    }

    fn optional(&mut self, any_of: &[u8]) -> bool {
        let here = self.text.as_bytes().get(self.at).is_some_and(|byte| any_of.contains(byte));
        self.at += usize::from(here);
        here
    }

    /// Passes one digit or more.
    fn run(&mut self) -> Result<(), JsonError> {
        let start = self.at;
        while self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { broken() }
    }
}

/// How far the walk through one container has come.
pub(crate) struct Members {
    first: bool,
}

/// Which kinds of container are open, a bit each: the first 64 levels take no memory of their own.
#[derive(Default)]
struct Nesting {
    /// The innermost levels, the last one lowest; a set bit is an object.
    bits: u64,
    depth: usize,
    /// The levels outside of those, 64 in each.
    outer: Vec<u64>,
}

impl Nesting {
    fn push(&mut self, object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.outer.push(self.bits);
        }
        self.bits = self.bits << 1 | u64::from(object);
        self.depth += 1;
    }

    fn pop(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.bits >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.bits = self.outer.pop().unwrap_or_default();
        }
    }

    fn innermost(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.bits & 1 == 1)
    }
}

/// For text that is not JSON. Callers that read unchecked text give a better error: see [`super::Message::read`].
fn broken<T>() -> Result<T, JsonError> {
    Err(JsonError::data("the text is not JSON"))
}

pub(crate) fn wrong_kind<T>() -> Result<T, JsonError> {
    Err(JsonError::data("a JSON value of another type"))
}

#[cfg(test)]
mod tests;
