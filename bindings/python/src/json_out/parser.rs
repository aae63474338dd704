//! The decoder proper: one recursive descent over the bytes that makes each Python object as it is read. Strict about
//! the grammar, lenient about text encoding: invalid UTF-8 and lone surrogates become U+FFFD (protocol §11 row 23).

use parlour_bridge::MAX_JSON_DEPTH;
use parlour_bridge::json_text::{Broken, find_end, unescape};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use super::keys::KeyCache;
use super::lookahead;
use super::raw::RawJson;
use super::schema::{Class, Schema, Spec};

/// The state of one decoding.
pub(super) struct Parser<'a, 'py> {
    py: Python<'py>,
    text: &'a [u8],
    at: usize,
    schema: Option<&'a Schema>,
    keys: &'a mut KeyCache,
    scratch: Vec<u8>,
    lookahead: usize,
}

impl<'a, 'py> Parser<'a, 'py> {
    pub(super) fn new(
        py: Python<'py>,
        text: &'a [u8],
        schema: Option<&'a Schema>,
        keys: &'a mut KeyCache,
    ) -> Self {
        let lookahead = text.len().saturating_mul(8);
        Self { py, text, at: 0, schema, keys, scratch: Vec::new(), lookahead }
    }

    /// The one value that is the whole text.
    pub(super) fn document(&mut self, spec: Option<&'a Spec>) -> PyResult<Bound<'py, PyAny>> {
        let value = self.value(spec, 0)?;
        match self.next() {
            None => Ok(value),
            Some(_) => Err(self.error("something follows the value")),
        }
    }

    fn value(&mut self, spec: Option<&'a Spec>, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        match self.next() {
            Some(b'"') => self.string().map(Bound::into_any),
            Some(b'{') => self.object(spec, depth),
            Some(b'[') => self.array(spec, depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word(b"true", PyBool::new(self.py, true).to_owned().into_any()),
            Some(b'f') => self.word(b"false", PyBool::new(self.py, false).to_owned().into_any()),
            Some(b'n') => self.word(b"null", self.py.None().into_bound(self.py)),
            Some(_) => Err(self.error("no value begins like this")),
            None => Err(self.error("the text ends where a value should be")),
        }
    }

    fn object(&mut self, spec: Option<&'a Spec>, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.is_too_deep(depth) {
            return self.held();
        }
        self.enter(depth)?;
        let class = self.class(spec);
        let fields = PyDict::new(self.py);
        if self.next() == Some(b'}') {
            self.at += 1;
        } else {
            loop {
                if self.next() != Some(b'"') {
                    return Err(self.error("a member's name should be here"));
                }
                let (name, spec) = self.name(class)?;
                if self.next() != Some(b':') {
                    return Err(self.error("a colon should be here"));
                }
                self.at += 1;
                let value = self.value(spec, depth + 1)?;
                fields.set_item(name, value)?;
                match self.next() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break self.at += 1,
                    _ => return Err(self.error("a comma or } should be here")),
                }
            }
        }
        match class {
            Some(class) => class.plain.instance(&fields),
            None => Ok(fields.into_any()),
        }
    }

    /// The class of the object whose brace was just read.
    fn class(&mut self, mut spec: Option<&'a Spec>) -> Option<&'a Class> {
        loop {
            match spec? {
                Spec::Class(number) => return self.schema?.class(*number),
                Spec::List(items) => spec = Some(items),
                Spec::Union(union) => {
                    let tag = lookahead::tag(self.text, self.at, &union.tag, &mut self.lookahead);
                    spec = union.choose(tag.as_deref());
                }
            }
        }
    }

    fn array(&mut self, spec: Option<&'a Spec>, depth: usize) -> PyResult<Bound<'py, PyAny>> {
        if self.is_too_deep(depth) {
            return self.held();
        }
        self.enter(depth)?;
        let spec = match spec {
            Some(Spec::List(items)) => Some(&**items),
            _ => None,
        };
        let list = PyList::empty(self.py);
        if self.next() == Some(b']') {
            self.at += 1;
            return Ok(list.into_any());
        }
        loop {
            let item = self.value(spec, depth + 1)?;
            list.append(item)?;
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b']') => break self.at += 1,
                _ => return Err(self.error("a comma or ] should be here")),
            }
        }
        Ok(list.into_any())
    }

    /// Whether a typed answer goes deeper here than objects can. The core has read it before: it is no attack on the
    /// grammar, and refusing it would lose the rest.
    fn is_too_deep(&self, depth: usize) -> bool {
        depth >= MAX_JSON_DEPTH && self.schema.is_some()
    }

    /// The array or object that begins here, as its text.
    #[cold]
    fn held(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let begin = self.at;
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Some(b'{' | b'[') => open += 1,
                Some(b'}' | b']') => open -= 1,
                Some(b'"') => {
                    self.at = find_end(self.text, self.at + 1).map_err(|broken| self.broken(&broken))?.0
                }
                Some(_) => {}
                None => return Err(self.error("the text ends within a value")),
            }
            self.at += 1;
            if open == 0 {
                return self.raw(begin);
            }
        }
    }

    /// The text that was read since `begin`.
    fn raw(&self, begin: usize) -> PyResult<Bound<'py, PyAny>> {
        let text = self.text.get(begin..self.at).unwrap_or_default();
        Ok(Bound::new(self.py, RawJson::of(text))?.into_any())
    }

    /// Steps over the opening bracket.
    fn enter(&mut self, depth: usize) -> PyResult<()> {
        if depth >= MAX_JSON_DEPTH {
            return Err(self.error(&format!("nested deeper than {MAX_JSON_DEPTH} levels")));
        }
        self.at += 1;
        Ok(())
    }

    /// A member's name, and what its value becomes.
    fn name(&mut self, class: Option<&'a Class>) -> PyResult<(Bound<'py, PyString>, Option<&'a Spec>)> {
        let begin = self.at + 1;
        let (end, simple) = find_end(self.text, begin).map_err(|broken| self.broken(&broken))?;
        self.at = end + 1;
        if simple {
            let name = self.text.get(begin..end).unwrap_or_default();
            return Ok((self.keys.get(self.py, name), class.and_then(|class| class.field(name))));
        }
        self.scratch.clear();
        unescape(self.text, begin, end, &mut self.scratch).map_err(|broken| self.broken(&broken))?;
        let name = self.scratch.as_slice();
        Ok((self.keys.get(self.py, name), class.and_then(|class| class.field(name))))
    }

    fn string(&mut self) -> PyResult<Bound<'py, PyString>> {
        let begin = self.at + 1;
        let (end, simple) = find_end(self.text, begin).map_err(|broken| self.broken(&broken))?;
        self.at = end + 1;
        if simple {
            return decode(self.py, self.text.get(begin..end).unwrap_or_default());
        }
        self.scratch.clear();
        unescape(self.text, begin, end, &mut self.scratch).map_err(|broken| self.broken(&broken))?;
        decode(self.py, &self.scratch)
    }

    fn number(&mut self) -> PyResult<Bound<'py, PyAny>> {
        let begin = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let first = self.at;
        self.digits()?;
        if self.text.get(first) == Some(&b'0') && self.at > first + 1 {
            self.at = first;
            return Err(self.error("a number begins with a needless zero"));
        }
        let mut whole = true;
        if self.peek() == Some(b'.') {
            whole = false;
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            whole = false;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        let number = self.text.get(begin..self.at).unwrap_or_default();
        let number = std::str::from_utf8(number).unwrap_or_default();
        if !whole {
            let value: f64 = number.parse().map_err(|_| self.error("not a number"))?;
            if value.is_infinite() && self.schema.is_some() {
                return self.raw(begin);
            }
            // Plain values are those of the standard library, where it becomes an infinity.
            return Ok(PyFloat::new(self.py, value).into_any());
        }
        match number.parse::<i64>() {
            Ok(value) => Ok(value.into_pyobject(self.py)?.into_any()),
            Err(_) => self.long_integer(number, begin),
        }
    }

    /// An integer beyond 64 bits. Python reads only so many digits (`sys.set_int_max_str_digits()`, 4 300 at first): a
    /// longer one is kept as its text, also among plain values, which are inputs of tools and parts of events.
    #[cold]
    fn long_integer(&self, number: &str, begin: usize) -> PyResult<Bound<'py, PyAny>> {
        let read = self.py.get_type::<PyInt>().call1((number,));
        match read {
            Err(error) if error.is_instance_of::<PyValueError>(self.py) => self.raw(begin),
            read => read,
        }
    }

    /// Steps over digits, of which there must be at least one.
    fn digits(&mut self) -> PyResult<()> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count == 0 { Err(self.error("a digit should be here")) } else { Ok(()) }
    }

    fn word(&mut self, word: &[u8], value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !self.text.get(self.at..).unwrap_or_default().starts_with(word) {
            return Err(self.error("no value begins like this"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte that is no white space, which is stepped over.
    fn next(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                other => return other,
            }
        }
    }

    #[cold]
    fn error(&self, what: &str) -> PyErr {
        invalid(self.at, what)
    }

    #[cold]
    fn broken(&self, broken: &Broken) -> PyErr {
        invalid(broken.at, broken.what)
    }
}

fn invalid(at: usize, what: &str) -> PyErr {
    PyValueError::new_err(format!("invalid JSON at byte {at}: {what}"))
}

/// The string of these bytes; invalid UTF-8 becomes U+FFFD.
fn decode<'py>(py: Python<'py>, utf8: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match PyString::from_bytes(py, utf8) {
        Err(error) if !error.is_instance_of::<PyMemoryError>(py) => {
            PyString::from_bytes(py, String::from_utf8_lossy(utf8).as_bytes())
        }
        text => text,
    }
}
