//! JSON that arrives in pieces, as a value that can be looked at after each of them (protocol §4.7).
//!
//! The text is scanned once, whatever the number of looks: tokens become nodes of an arena that only grows, and an
//! unfinished token is a state, not text to be read again. [`complete`](super::partial::complete) does the same for one
//! buffer; the rules are shared, and a property test holds the two against each other.

mod mirror;
mod value;

use memchr::memchr2;

use super::partial::{MAX_DEPTH, Mode, PartialJsonError};
pub use mirror::{PartialChange, PartialMirror};
pub use value::{PartialKind, PartialValue};

/// A JSON text that is still arriving.
///
/// Takes time in proportion to the text, not to the number of looks. Malformed text is a state
/// ([`error`](Self::error)): the value before it stays usable, and the text after it is ignored.
///
/// ```
/// use parlour::partial_json::Mode;
/// use parlour::{PartialJson, PartialKind};
///
/// let mut input = PartialJson::new(Mode::Default);
/// for piece in [r#"{"city": "Ly"#, r#"on", "days": ["#, "1, 2"] {
///     input.push(piece);
/// }
/// assert_eq!(input.to_json(), r#"{"city":"Lyon","days":[1,2]}"#);
/// let city = input.value().and_then(|value| value.get("city")).unwrap();
/// assert_eq!(city.kind(), PartialKind::String("Lyon"));
/// assert!(!input.is_complete());
/// ```
#[derive(Clone, Debug)]
pub struct PartialJson {
    mode: Mode,
    nodes: Vec<Node>,
    /// The position of each node.
    places: Vec<Place>,
    /// The containers that are open, outermost first.
    open: Vec<usize>,
    state: Position,
    /// The key that waits for its value.
    key: Option<String>,
    /// The key of the outermost object that is looked up at each look.
    watched: Option<Watched>,
    /// Bytes scanned so far.
    offset: usize,
    error: Option<PartialJsonError>,
}

/// Where the values of a key of the outermost object are. Such a key is looked up after each piece: to search the
/// object each time would cost the square of its keys.
#[derive(Clone, Copy, Debug)]
struct Watched {
    key: &'static str,
    last: Option<usize>,
    /// The value of an earlier one of the same key, which counts as long as the last one cannot be shown.
    earlier: Option<usize>,
}

#[derive(Clone, Debug)]
enum Node {
    Null,
    Bool(bool),
    /// As it was written.
    Number(String),
    String(String),
    Array(Vec<usize>),
    Object(Vec<(String, usize)>),
}

/// The position of a node: its container, its index in the container, and its nesting depth.
#[derive(Clone, Copy, Debug)]
struct Place {
    parent: usize,
    at: usize,
    depth: usize,
}

/// Between two tokens, or within one.
#[derive(Clone, Debug)]
enum Position {
    Between(Expect),
    /// In a key, which is collected in `key`.
    Key(Escape),
    /// In a string value: the last node.
    String(Escape),
    /// In a number: the last node, and the offset at which it began.
    Number(Digits, usize),
    /// In `true`, `false` or `null`, of which so many bytes have come.
    Word(&'static [u8], usize),
}

/// The expected token, ignoring white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    /// A comma or the end of the container; outside of all containers nothing at all.
    Next,
}

/// The state of an escape in a string, with the first half of a surrogate pair that waits for the second.
#[derive(Clone, Copy, Debug, Default)]
struct Escape {
    at: EscapeAt,
    high: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EscapeAt {
    #[default]
    Outside,
    Backslash,
    /// So many hexadecimal digits have come, with this value.
    Unit(u8, u16),
}

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Digits {
    Sign,
    Zero,
    Whole,
    Point,
    Fraction,
    PowerMark,
    PowerSign,
    Power,
}

impl Digits {
    /// Whether the number could end here.
    fn may_end(self) -> bool {
        matches!(self, Digits::Zero | Digits::Whole | Digits::Fraction | Digits::Power)
    }

    /// `None`: the byte does not belong to the number.
    fn then(self, byte: u8) -> Option<Digits> {
        use Digits::{Fraction, Point, Power, PowerMark, PowerSign, Sign, Whole, Zero};
        match (self, byte) {
            (Sign, b'0') => Some(Zero),
            (Sign, b'1'..=b'9') | (Whole, b'0'..=b'9') => Some(Whole),
            (Zero | Whole, b'.') => Some(Point),
            (Point | Fraction, b'0'..=b'9') => Some(Fraction),
            (Zero | Whole | Fraction, b'e' | b'E') => Some(PowerMark),
            (PowerMark, b'+' | b'-') => Some(PowerSign),
            (PowerMark | PowerSign | Power, b'0'..=b'9') => Some(Power),
            _ => None,
        }
    }
}

impl PartialJson {
    /// Starts without any text. `mode` decides how an unfinished string or number is shown.
    #[must_use]
    pub fn new(mode: Mode) -> PartialJson {
        PartialJson {
            mode,
            nodes: Vec::new(),
            places: Vec::new(),
            open: Vec::new(),
            state: Position::Between(Expect::Value),
            key: None,
            watched: None,
            offset: 0,
            error: None,
        }
    }

    /// As [`new`](Self::new), for a text whose outermost object is asked for this key again and again:
    /// [`PartialValue::get`] finds it without a search.
    #[must_use]
    pub fn watching(mode: Mode, key: &'static str) -> PartialJson {
        let watched = Some(Watched { key, last: None, earlier: None });
        PartialJson { watched, ..PartialJson::new(mode) }
    }

    /// Takes the next piece of the text. After an [`error`](Self::error) nothing is taken any more.
    pub fn push(&mut self, piece: &str) {
        if self.error.is_some() {
            return;
        }
        let mut rest = piece;
        while !rest.is_empty() {
            match self.step(rest) {
                Ok(taken) => {
                    self.offset += taken;
                    rest = rest.get(taken..).unwrap_or_default();
                }
                Err(error) => {
                    self.error = Some(error);
                    return;
                }
            }
        }
    }

    /// Why the text can never become JSON, whatever follows.
    #[must_use]
    pub fn error(&self) -> Option<PartialJsonError> {
        self.error
    }

    /// Whether one whole value has arrived. A number outside of all containers is never known to be whole.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.error.is_none()
            && !self.nodes.is_empty()
            && self.open.is_empty()
            && matches!(self.state, Position::Between(_))
    }

    /// The value so far; `None` as long as nothing of it can be shown.
    #[must_use]
    pub fn value(&self) -> Option<PartialValue<'_>> {
        self.shown(0)
    }

    /// The value so far as compact JSON; `{}` as long as nothing of it can be shown.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        match self.value() {
            Some(value) => value.write(&mut out),
            None => out.push_str("{}"),
        }
        out
    }

    /// The value of the watched key in the node of this index; `None` if `key` or the node is not the watched one.
    fn watched(&self, index: usize, key: &str) -> Option<Option<PartialValue<'_>>> {
        let watched = self.watched.as_ref().filter(|watched| index == 0 && watched.key == key)?;
        let shown = |at: Option<usize>| at.and_then(|at| self.shown(at));
        Some(shown(watched.last).or_else(|| shown(watched.earlier)))
    }

    /// A node, unless it is the unfinished one and cannot be shown.
    fn shown(&self, index: usize) -> Option<PartialValue<'_>> {
        let last = index + 1 == self.nodes.len();
        let shown = match &self.state {
            Position::String(_) if last => self.mode == Mode::TrailingStrings,
            Position::Number(digits, _) if last => self.mode != Mode::Finished && digits.may_end(),
            Position::Word(..) if last => false,
            _ => true,
        };
        (shown && index < self.nodes.len()).then_some(PartialValue::new(self, index))
    }

    /// Takes one token or a part of one; gives the number of bytes taken, never 0.
    fn step(&mut self, rest: &str) -> Result<usize, PartialJsonError> {
        let Some(&byte) = rest.as_bytes().first() else { return Ok(0) };
        match self.state {
            Position::Between(_) if matches!(byte, b' ' | b'\t' | b'\n' | b'\r') => Ok(1),
            Position::Between(expect) => self.token(byte, expect),
            Position::Key(escape) | Position::String(escape) => self.string(rest, byte, escape),
            Position::Number(digits, began) => self.number(byte, digits, began),
            Position::Word(word, come) => self.word(byte, word, come),
        }
    }

    fn token(&mut self, byte: u8, expect: Expect) -> Result<usize, PartialJsonError> {
        use Expect::{Colon, Key, KeyOrEnd, Next, Value, ValueOrEnd};
        let inside_array = matches!(self.innermost(), Some(Node::Array(_)));
        match (byte, expect) {
            (b'{', Value | ValueOrEnd) => self.open(Node::Object(Vec::new()), KeyOrEnd)?,
            (b'[', Value | ValueOrEnd) => self.open(Node::Array(Vec::new()), ValueOrEnd)?,
            (b'}', KeyOrEnd | Next) if matches!(self.innermost(), Some(Node::Object(_))) => self.close(),
            (b']', ValueOrEnd | Next) if inside_array => self.close(),
            (b':', Colon) => self.state = Position::Between(Value),
            (b',', Next) if inside_array => self.state = Position::Between(Value),
            (b',', Next) if !self.open.is_empty() => self.state = Position::Between(Key),
            (b'"', Key | KeyOrEnd) => {
                self.key = Some(String::new());
                self.state = Position::Key(Escape::default());
            }
            (b'"', Value | ValueOrEnd) => {
                self.leaf(Node::String(String::new()), Position::String(Escape::default()))
            }
            (b't', Value | ValueOrEnd) => self.leaf(Node::Bool(true), Position::Word(b"true", 1)),
            (b'f', Value | ValueOrEnd) => self.leaf(Node::Bool(false), Position::Word(b"false", 1)),
            (b'n', Value | ValueOrEnd) => self.leaf(Node::Null, Position::Word(b"null", 1)),
            (b'-', Value | ValueOrEnd) => self.begin_number(byte, Digits::Sign),
            (b'0', Value | ValueOrEnd) => self.begin_number(byte, Digits::Zero),
            (b'1'..=b'9', Value | ValueOrEnd) => self.begin_number(byte, Digits::Whole),
            _ => return Err(PartialJsonError::Invalid { offset: self.offset }),
        }
        Ok(1)
    }

    fn innermost(&self) -> Option<&Node> {
        self.open.last().and_then(|index| self.nodes.get(*index))
    }

    /// Adds a node to the container that is open.
    fn add(&mut self, node: Node) -> usize {
        let index = self.nodes.len();
        let key = self.key.take();
        let parent = self.open.last().copied().unwrap_or_default();
        let at = match self.open.last().and_then(|open| self.nodes.get_mut(*open)) {
            Some(Node::Array(items)) => {
                items.push(index);
                items.len() - 1
            }
            Some(Node::Object(entries)) => {
                let key = key.unwrap_or_default();
                if let (1, Some(watched)) = (self.open.len(), &mut self.watched)
                    && watched.key == key
                {
                    watched.earlier = watched.last.replace(index);
                }
                entries.push((key, index));
                entries.len() - 1
            }
            _ => 0,
        };
        self.places.push(Place { parent, at, depth: self.open.len() });
        self.nodes.push(node);
        index
    }

    fn leaf(&mut self, node: Node, state: Position) {
        self.add(node);
        self.state = state;
    }

    fn begin_number(&mut self, byte: u8, digits: Digits) {
        let text = String::from(char::from(byte));
        let began = self.offset;
        self.leaf(Node::Number(text), Position::Number(digits, began));
    }

    fn open(&mut self, node: Node, expect: Expect) -> Result<(), PartialJsonError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(PartialJsonError::TooDeep { offset: self.offset });
        }
        let index = self.add(node);
        self.open.push(index);
        self.state = Position::Between(expect);
        Ok(())
    }

    fn close(&mut self) {
        self.open.pop();
        self.state = Position::Between(Expect::Next);
    }

    fn number(&mut self, byte: u8, digits: Digits, began: usize) -> Result<usize, PartialJsonError> {
        let Some(Node::Number(text)) = self.nodes.last_mut() else {
            return Err(PartialJsonError::Invalid { offset: self.offset });
        };
        if let Some(digits) = digits.then(byte) {
            text.push(char::from(byte));
            self.state = Position::Number(digits, began);
            return Ok(1);
        }
        if !digits.may_end() {
            return Err(PartialJsonError::Invalid { offset: self.offset });
        }
        if text.parse::<f64>().is_ok_and(f64::is_infinite) {
            return Err(PartialJsonError::NumberOutOfRange { offset: began });
        }
        self.state = Position::Between(Expect::Next);
        match matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
            true => Ok(1),
            false => self.token(byte, Expect::Next),
        }
    }

    fn word(&mut self, byte: u8, word: &'static [u8], come: usize) -> Result<usize, PartialJsonError> {
        if word.get(come) != Some(&byte) {
            return Err(PartialJsonError::Invalid { offset: self.offset });
        }
        self.state = match come + 1 == word.len() {
            true => Position::Between(Expect::Next),
            false => Position::Word(word, come + 1),
        };
        Ok(1)
    }

    /// Takes a run of plain text, one byte of an escape, or the closing quote.
    fn string(&mut self, rest: &str, byte: u8, escape: Escape) -> Result<usize, PartialJsonError> {
        let invalid = PartialJsonError::Invalid { offset: self.offset };
        let Escape { at, high } = escape;
        match at {
            EscapeAt::Outside if byte == b'"' => {
                self.lone(high);
                self.state = match self.state {
                    Position::Key(_) => Position::Between(Expect::Colon),
                    _ => Position::Between(Expect::Next),
                };
                Ok(1)
            }
            EscapeAt::Outside if byte == b'\\' => self.escaping(EscapeAt::Backslash, high),
            EscapeAt::Outside => {
                self.lone(high);
                self.escaping(EscapeAt::Outside, None)?;
                let end = memchr2(b'"', b'\\', rest.as_bytes()).unwrap_or(rest.len());
                let plain = rest.get(..end).unwrap_or_default();
                if let Some(control) = plain.bytes().position(|byte| byte < 0x20) {
                    return Err(PartialJsonError::Invalid { offset: self.offset + control });
                }
                self.text(|text| text.push_str(plain));
                Ok(end)
            }
            EscapeAt::Backslash => {
                let character = match byte {
                    b'"' | b'\\' | b'/' => char::from(byte),
                    b'b' => '\u{8}',
                    b'f' => '\u{c}',
                    b'n' => '\n',
                    b'r' => '\r',
                    b't' => '\t',
                    b'u' => return self.escaping(EscapeAt::Unit(0, 0), high),
                    _ => return Err(invalid),
                };
                self.lone(high);
                self.text(|text| text.push(character));
                self.escaping(EscapeAt::Outside, None)
            }
            EscapeAt::Unit(digits, value) => {
                let digit = char::from(byte)
                    .to_digit(16)
                    .and_then(|digit| u16::try_from(digit).ok())
                    .ok_or(invalid)?;
                let value = value << 4 | digit;
                match digits {
                    0..=2 => self.escaping(EscapeAt::Unit(digits + 1, value), high),
                    _ => self.unit(value, high),
                }
            }
        }
    }

    /// A code unit of UTF-16 has come.
    fn unit(&mut self, unit: u16, high: Option<u16>) -> Result<usize, PartialJsonError> {
        let (shown, high) = match (high, unit) {
            (Some(high), 0xdc00..=0xdfff) => (char::decode_utf16([high, unit]).next(), None),
            (earlier, 0xd800..=0xdbff) => {
                self.lone(earlier);
                (None, Some(unit))
            }
            (earlier, _) => {
                self.lone(earlier);
                (char::decode_utf16([unit]).next(), None)
            }
        };
        if let Some(shown) = shown {
            self.text(|text| text.push(shown.unwrap_or(char::REPLACEMENT_CHARACTER)));
        }
        self.escaping(EscapeAt::Outside, high)
    }

    /// A first half that no second one followed.
    fn lone(&mut self, high: Option<u16>) {
        if high.is_some() {
            self.text(|text| text.push(char::REPLACEMENT_CHARACTER));
        }
    }

    fn text(&mut self, append: impl FnOnce(&mut String)) {
        match (&self.state, self.nodes.last_mut()) {
            (Position::Key(_), _) => append(self.key.get_or_insert_default()),
            (_, Some(Node::String(text))) => append(text),
            _ => {}
        }
    }

    fn escaping(&mut self, at: EscapeAt, high: Option<u16>) -> Result<usize, PartialJsonError> {
        let escape = Escape { at, high };
        self.state = match self.state {
            Position::Key(_) => Position::Key(escape),
            _ => Position::String(escape),
        };
        Ok(1)
    }
}

#[cfg(test)]
mod tests;
