//! Completes JSON text that is still arriving (protocol §4.7).
//!
//! Needed for live views of a tool's input. Works on one buffer of text; it must not know events, blocks or tools.
//! One pass, no recursion, nothing is decoded: the result is the usable front part of the buffer plus the brackets
//! that are missing.

use std::fmt;

/// The maximum nesting depth: the completed text can be decoded.
pub const MAX_DEPTH: usize = super::MAX_JSON_DEPTH;

const REPLACEMENT: &str = "\\ufffd";

/// The treatment of an unfinished string or number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// An unfinished string value is left out together with its key.
    #[default]
    Default,
    /// An unfinished string value is kept as far as it has come; for fine-grained display.
    TrailingStrings,
    /// An unfinished string value and an unfinished number are left out together with their keys: a number is
    /// finished by what follows it, since more digits could come.
    Finished,
}

/// Why a buffer cannot be completed. No text that may follow would mend it, limits apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartialJsonError {
    /// The byte at this offset is invalid there in any JSON text.
    Invalid {
        /// Offset in the buffer, in bytes.
        offset: usize,
    },
    /// More than [`MAX_DEPTH`] containers are open at this offset.
    TooDeep {
        /// Offset in the buffer, in bytes.
        offset: usize,
    },
    /// The number that begins at this offset is larger than a double can be.
    NumberOutOfRange {
        /// Offset in the buffer, in bytes.
        offset: usize,
    },
}

impl fmt::Display for PartialJsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { offset } => write!(f, "not JSON, whatever may follow: byte {offset}"),
            Self::TooDeep { offset } => {
                write!(f, "JSON nested deeper than {MAX_DEPTH} levels: byte {offset}")
            }
            Self::NumberOutOfRange { offset } => write!(f, "a number out of range: byte {offset}"),
        }
    }
}

impl std::error::Error for PartialJsonError {}

/// Completes the front part of a JSON text.
///
/// Open containers are closed and an unfinished last token is left out, with its key where it has one; a number at
/// the end is kept if it is a valid number so far. A buffer in which nothing is usable yet gives `{}`. The result
/// can be read by `serde_json`: for its sake lone surrogates (`"\ud83d"`) become `\ufffd`.
///
/// Takes time in proportion to the buffer and never panics.
///
/// # Errors
/// [`PartialJsonError`] if no continuation makes the buffer JSON, or if it exceeds a limit.
///
/// ```
/// use parlour::partial_json::{Mode, complete};
/// let buffer = r#"{"a": 1, "b": "x"#;
/// assert_eq!(complete(buffer, Mode::Default).unwrap(), r#"{"a": 1}"#);
/// assert_eq!(complete(buffer, Mode::TrailingStrings).unwrap(), r#"{"a": 1, "b": "x"}"#);
/// ```
pub fn complete(buffer: &str, mode: Mode) -> Result<String, PartialJsonError> {
    let mut scan = Scan::new(buffer, mode);
    scan.run()?;
    Ok(scan.finish())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Object,
    Array,
}

/// The expected token, ignoring white space.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    /// A comma or the end of the container; outside of all containers nothing at all.
    Next,
}

/// A token that was read, or that the buffer ended in.
enum Token {
    /// Whole; ends before this offset.
    Whole(usize),
    /// Unfinished; usable up to this offset if at all.
    Cut(Option<usize>),
}

struct Scan<'b> {
    text: &'b str,
    bytes: &'b [u8],
    mode: Mode,
    at: usize,
    open: Vec<Container>,
    /// The front part that is kept. Between here and `at` no container opens or closes, so the brackets missing
    /// at the end of the front part are always those of `open`.
    keep: usize,
    /// The front part ends inside a string.
    quote: bool,
    /// Offsets of lone surrogates, to be overwritten. All escapes of the kind are as long as their replacement.
    lone: Vec<usize>,
}

impl<'b> Scan<'b> {
    fn new(text: &'b str, mode: Mode) -> Self {
        let bytes = text.as_bytes();
        Self { text, bytes, mode, at: 0, open: Vec::new(), keep: 0, quote: false, lone: Vec::new() }
    }

    fn run(&mut self) -> Result<(), PartialJsonError> {
        let mut expect = Expect::Value;
        while let Some(&byte) = self.bytes.get(self.at) {
            if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                self.at += 1;
                continue;
            }
            let Some(then) = self.step(byte, expect)? else { return Ok(()) };
            expect = then;
        }
        Ok(())
    }

    /// Takes one token. `None`: the buffer ended in it.
    fn step(&mut self, byte: u8, expect: Expect) -> Result<Option<Expect>, PartialJsonError> {
        use Expect::{Colon, Key, KeyOrEnd, Next, Value, ValueOrEnd};
        match (byte, expect) {
            (b'{', Value | ValueOrEnd) => self.open(Container::Object).map(|()| Some(KeyOrEnd)),
            (b'[', Value | ValueOrEnd) => self.open(Container::Array).map(|()| Some(ValueOrEnd)),
            (b'}', KeyOrEnd | Next) => self.close(Container::Object).map(|()| Some(Next)),
            (b']', ValueOrEnd | Next) => self.close(Container::Array).map(|()| Some(Next)),
            (b':', Colon) => Ok(self.skip(Value)),
            (b',', Next) => match self.open.last() {
                Some(Container::Object) => Ok(self.skip(Key)),
                Some(Container::Array) => Ok(self.skip(Value)),
                None => self.invalid(),
            },
            (b'"', Key | KeyOrEnd) => Ok(match self.string()? {
                Token::Whole(end) => {
                    self.at = end;
                    Some(Colon)
                }
                Token::Cut(_) => None,
            }),
            (_, Value | ValueOrEnd) => self.scalar(byte),
            _ => self.invalid(),
        }
    }

    fn scalar(&mut self, byte: u8) -> Result<Option<Expect>, PartialJsonError> {
        let token = match byte {
            b'"' => self.string()?,
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            b'-' | b'0'..=b'9' => self.number()?,
            _ => return self.invalid(),
        };
        Ok(match token {
            Token::Whole(end) => {
                self.at = end;
                self.keep = end;
                Some(Expect::Next)
            }
            Token::Cut(usable) => {
                if let Some(end) = usable {
                    self.keep = end;
                    self.quote = byte == b'"';
                }
                None
            }
        })
    }

    fn open(&mut self, container: Container) -> Result<(), PartialJsonError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(PartialJsonError::TooDeep { offset: self.at });
        }
        self.open.push(container);
        self.at += 1;
        self.keep = self.at;
        Ok(())
    }

    fn close(&mut self, container: Container) -> Result<(), PartialJsonError> {
        if self.open.pop() != Some(container) {
            return self.invalid();
        }
        self.at += 1;
        self.keep = self.at;
        Ok(())
    }

    fn skip(&mut self, then: Expect) -> Option<Expect> {
        self.at += 1;
        Some(then)
    }

    /// Reads the string that begins at `at`.
    fn string(&mut self) -> Result<Token, PartialJsonError> {
        let mut at = self.at + 1;
        // A high surrogate that waits for its other half, which must be the very next escape.
        let mut half: Option<usize> = None;
        loop {
            let Some(&byte) = self.bytes.get(at) else { return Ok(self.cut_string(half.unwrap_or(at))) };
            if byte != b'\\' {
                self.lone.extend(half.take());
                match byte {
                    b'"' => return Ok(Token::Whole(at + 1)),
                    0..=0x1f => return Err(PartialJsonError::Invalid { offset: at }),
                    _ => at += 1,
                }
                continue;
            }
            match self.bytes.get(at + 1) {
                None => return Ok(self.cut_string(half.unwrap_or(at))),
                Some(b'u') => {
                    let Some(unit) = self.code_unit(at + 2)? else {
                        return Ok(self.cut_string(half.unwrap_or(at)));
                    };
                    match (half.take(), unit) {
                        (Some(_), 0xdc00..=0xdfff) => {}
                        (earlier, 0xd800..=0xdbff) => {
                            self.lone.extend(earlier);
                            half = Some(at);
                        }
                        (earlier, 0xdc00..=0xdfff) => self.lone.extend(earlier.into_iter().chain([at])),
                        (earlier, _) => self.lone.extend(earlier),
                    }
                    at += 6;
                }
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                    self.lone.extend(half.take());
                    at += 2;
                }
                Some(_) => return Err(PartialJsonError::Invalid { offset: at + 1 }),
            }
        }
    }

    /// The four hexadecimal digits at this offset; `None` when the buffer ends among them.
    fn code_unit(&self, at: usize) -> Result<Option<u16>, PartialJsonError> {
        let mut unit = 0_u16;
        for offset in at..at + 4 {
            let Some(&byte) = self.bytes.get(offset) else { return Ok(None) };
            let digit = char::from(byte).to_digit(16).ok_or(PartialJsonError::Invalid { offset })?;
            unit = unit << 4 | u16::try_from(digit).unwrap_or(0);
        }
        Ok(Some(unit))
    }

    fn cut_string(&self, usable: usize) -> Token {
        Token::Cut((self.mode == Mode::TrailingStrings).then_some(usable))
    }

    fn word(&self, word: &[u8]) -> Result<Token, PartialJsonError> {
        for (offset, expected) in (self.at..).zip(word) {
            match self.bytes.get(offset) {
                None => return Ok(Token::Cut(None)),
                Some(byte) if byte != expected => return Err(PartialJsonError::Invalid { offset }),
                Some(_) => {}
            }
        }
        Ok(Token::Whole(self.at + word.len()))
    }

    /// Reads the number that begins at `at`. At the end of the buffer it is kept if it could end there.
    fn number(&self) -> Result<Token, PartialJsonError> {
        let sign = usize::from(self.bytes.get(self.at) == Some(&b'-'));
        let mut at = self.at + sign;
        let whole = self.digits(at);
        // No digit may follow a leading zero.
        at = if self.bytes.get(at) == Some(&b'0') { at + 1 } else { whole };
        if at == self.at + sign {
            return self.missing_digit(at);
        }
        if self.bytes.get(at) == Some(&b'.') {
            let end = self.digits(at + 1);
            if end == at + 1 {
                return self.missing_digit(end);
            }
            at = end;
        }
        if matches!(self.bytes.get(at), Some(b'e' | b'E')) {
            let signed = usize::from(matches!(self.bytes.get(at + 1), Some(b'+' | b'-')));
            let begin = at + 1 + signed;
            let end = self.digits(begin);
            if end == begin {
                return self.missing_digit(end);
            }
            at = end;
        }
        let number = self.text.get(self.at..at).unwrap_or_default();
        if number.parse::<f64>().is_ok_and(f64::is_infinite) {
            return Err(PartialJsonError::NumberOutOfRange { offset: self.at });
        }
        let kept = self.mode != Mode::Finished;
        Ok(if at == self.bytes.len() { Token::Cut(kept.then_some(at)) } else { Token::Whole(at) })
    }

    /// Where the run of digits at this offset ends.
    fn digits(&self, from: usize) -> usize {
        let run = self.bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit());
        from + run.count()
    }

    /// A digit is missing here: the number is unfinished at the end of the buffer, else invalid.
    fn missing_digit(&self, offset: usize) -> Result<Token, PartialJsonError> {
        if offset >= self.bytes.len() {
            Ok(Token::Cut(None))
        } else {
            Err(PartialJsonError::Invalid { offset })
        }
    }

    fn invalid<T>(&self) -> Result<T, PartialJsonError> {
        Err(PartialJsonError::Invalid { offset: self.at })
    }

    fn finish(self) -> String {
        let front = self.text.get(..self.keep).unwrap_or_default();
        if front.is_empty() && !self.quote {
            return "{}".to_owned();
        }
        let mut out = String::with_capacity(front.len() + 1 + self.open.len());
        let mut copied = 0;
        for offset in self.lone.into_iter().take_while(|&offset| offset < self.keep) {
            out.push_str(front.get(copied..offset).unwrap_or_default());
            out.push_str(REPLACEMENT);
            copied = offset + REPLACEMENT.len();
        }
        out.push_str(front.get(copied..).unwrap_or_default());
        if self.quote {
            out.push('"');
        }
        out.extend(self.open.iter().rev().map(|container| match container {
            Container::Object => '}',
            Container::Array => ']',
        }));
        out
    }
}

#[cfg(test)]
mod tests;
