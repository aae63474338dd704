//! Reads JSON text into values that keep everything.

use super::{BadJson, Json};

/// Deepest nesting the harness itself reads. Deeper documents are compared as text.
const MAX_DEPTH: usize = 512;

/// The error for a text that is nested deeper.
pub(super) const TOO_DEEP: &str = "nested too deeply";

/// One document and nothing after it.
pub(super) fn document(text: &str) -> Result<Json, BadJson> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0 };
    let value = reader.value(0)?;
    reader.space();
    if reader.at < reader.bytes.len() {
        return Err(reader.bad("text after the document"));
    }
    Ok(value)
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn bad(&self, what: &'static str) -> BadJson {
        BadJson { what, at: self.at }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8, what: &'static str) -> Result<(), BadJson> {
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.bad(what))
    }

    fn value(&mut self, depth: usize) -> Result<Json, BadJson> {
        if depth > MAX_DEPTH {
            return Err(self.bad(TOO_DEEP));
        }
        self.space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Json::Text),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.bad("a value was expected")),
        }
    }

    fn word(&mut self, word: &'static str, value: Json) -> Result<Json, BadJson> {
        if self.bytes.get(self.at..self.at + word.len()) == Some(word.as_bytes()) {
            self.at += word.len();
            return Ok(value);
        }
        Err(self.bad("an unknown word"))
    }

    fn number(&mut self) -> Result<Json, BadJson> {
        let from = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = self.text.get(from..self.at).unwrap_or_default();
        if text.parse::<f64>().is_err() {
            return Err(self.bad("a malformed number"));
        }
        Ok(Json::Number(text.to_owned()))
    }

    fn array(&mut self, depth: usize) -> Result<Json, BadJson> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                continue;
            }
            self.eat(b']', "`,` or `]` was expected")?;
            return Ok(Json::Array(items));
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, BadJson> {
        self.at += 1;
        let mut entries = Vec::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(entries));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.bad("a key was expected"));
            }
            let key = self.string()?;
            self.space();
            self.eat(b':', "`:` was expected")?;
            entries.push((key, self.value(depth + 1)?));
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                continue;
            }
            self.eat(b'}', "`,` or `}` was expected")?;
            return Ok(Json::Object(entries));
        }
    }

    fn string(&mut self) -> Result<String, BadJson> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let from = self.at;
            while !matches!(self.peek(), None | Some(b'"' | b'\\' | 0..=0x1f)) {
                self.at += 1;
            }
            out.push_str(self.text.get(from..self.at).unwrap_or_default());
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape(&mut out)?;
                }
                Some(_) => return Err(self.bad("a raw control character in a string")),
                None => return Err(self.bad("an open string")),
            }
        }
    }

    fn escape(&mut self, out: &mut String) -> Result<(), BadJson> {
        let c = self.peek().ok_or_else(|| self.bad("an open escape"))?;
        self.at += 1;
        out.push(match c {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex4()?;
                let pair = (0xD800..0xDC00).contains(&first)
                    && self.bytes.get(self.at..self.at + 2) == Some(br"\u".as_slice());
                if !pair {
                    out.push(char::from_u32(first).unwrap_or('\u{FFFD}'));
                    return Ok(());
                }
                let back = self.at;
                self.at += 2;
                let second = self.hex4()?;
                if (0xDC00..0xE000).contains(&second) {
                    let c = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                    char::from_u32(c).unwrap_or('\u{FFFD}')
                } else {
                    self.at = back;
                    '\u{FFFD}'
                }
            }
            _ => return Err(self.bad("an unknown escape")),
        });
        Ok(())
    }

    fn hex4(&mut self) -> Result<u32, BadJson> {
        let digits = self.text.get(self.at..self.at + 4).ok_or_else(|| self.bad("a short \\u escape"))?;
        let code = u32::from_str_radix(digits, 16).map_err(|_| self.bad("a bad \\u escape"))?;
        self.at += 4;
        Ok(code)
    }
}
