//! A character whose two halves (a surrogate pair, `\ud83d` and `\ude00`) arrive in two deltas of a block.

use super::{Event, Payload, PayloadOf};

/// Joins such halves: the first is taken from the end of its piece and given to the piece that follows, whose text then
/// begins with the whole character. So the pieces joined are the text, and the raw JSON stays as it came.
///
/// A first half that the next piece does not complete becomes U+FFFD at the start of that piece; one that no piece
/// follows is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Halves {
    /// The half that waits; 0 if none does.
    high: u16,
    /// The block and the kind of piece it waits in.
    index: u32,
    of: Option<PayloadOf>,
}

impl Halves {
    /// Joins what the piece of this event begins or ends with.
    #[inline]
    pub(crate) fn join(&mut self, event: &mut Event) {
        if let Some(payload) = self.joined(event) {
            event.payload = payload;
        }
    }

    /// The payload of a piece that begins or ends in the middle of a character; `None` for all others. An event that
    /// was joined already is none of them.
    #[inline]
    pub(crate) fn joined(&mut self, event: &Event) -> Option<Payload> {
        // Half a character is always written as an escape.
        if !event.payload.escaped && self.high == 0 {
            return None;
        }
        self.look(event)
    }

    #[cold]
    fn look(&mut self, event: &Event) -> Option<Payload> {
        let mut payload = event.payload;
        if payload.of == PayloadOf::Nothing {
            return None;
        }
        let index = event.index?;
        let inside = event.inside(payload.of)?;
        let mut changed = false;
        // A piece without text does not tell what follows.
        if self.high != 0 && self.index == index && self.of == Some(payload.of) && !inside.is_empty() {
            payload.high = std::mem::take(&mut self.high);
            payload.escaped = true;
            changed = true;
        }
        if let Some(high) = high_at_the_end(inside) {
            *self = Halves { high, index, of: Some(payload.of) };
            payload.end -= ESCAPE;
            changed = true;
        }
        changed.then_some(payload)
    }
}

/// `\uXXXX` has six bytes.
const ESCAPE: u32 = 6;

/// The first half of a pair that the inside of a JSON string ends with.
fn high_at_the_end(inside: &str) -> Option<u16> {
    let bytes = inside.as_bytes();
    let at = bytes.len().checked_sub(ESCAPE as usize)?;
    let digits = bytes.get(at..)?.strip_prefix(b"\\u")?;
    // A backslash that is itself escaped begins nothing.
    let before = bytes.get(..at)?.iter().rev().take_while(|byte| **byte == b'\\').count();
    if before % 2 != 0 {
        return None;
    }
    let unit = u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    (0xd800..=0xdbff).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn delta(index: u32, kind: &str, key: &str, inside: &str) -> Event {
        let json = format!(
            r#"{{"type":"content_block_delta","index":{index},"delta":{{"type":"{kind}","{key}":"{inside}"}}}}"#
        );
        Event::from_json("content_block_delta", json).unwrap()
    }

    fn text(index: u32, inside: &str) -> Event {
        delta(index, "text_delta", "text", inside)
    }

    fn joined(pieces: &[&str]) -> Vec<String> {
        let mut halves = Halves::default();
        let one = |piece: &&str| {
            let mut event = text(0, piece);
            let raw = event.json().to_owned();
            halves.join(&mut event);
            assert_eq!(event.json(), raw);
            event.text().unwrap().into_owned()
        };
        pieces.iter().map(one).collect()
    }

    #[test]
    fn a_character_in_two_pieces_is_one() {
        assert_eq!(joined(&[r"a\ud83d", r"\ude00b"]), ["a", "😀b"]);
        assert_eq!(joined(&[r"\ud83d", "", r"\ude00\ud83d", r"\ude00"]), ["", "", "😀", "😀"]);
        assert_eq!(joined(&[r"a\\ud83d", r"\ude00"]), [r"a\ud83d", "\u{fffd}"]);
        assert_eq!(joined(&[r"a\\\ud83d", r"\ude00"]), ["a\\", "😀"]);
    }

    #[test]
    fn what_is_never_completed_is_marked_where_text_follows() {
        assert_eq!(joined(&[r"a\ud83d", "b"]), ["a", "\u{fffd}b"]);
        assert_eq!(joined(&[r"a\ud83d", r"\u00e9\n"]), ["a", "\u{fffd}é\n"]);
        assert_eq!(joined(&[r"\ud83d", r"\ud83d", r"\ude00"]), ["", "\u{fffd}", "😀"]);
        assert_eq!(joined(&[r"a\ud83d"]), ["a"]);
    }

    #[test]
    fn halves_meet_only_within_a_block_and_a_kind() {
        let mut halves = Halves::default();
        let mut events = [
            text(0, r"a\ud83d"),
            text(1, r"\ude00"),
            delta(0, "thinking_delta", "thinking", r"\ude00"),
            text(0, r"\ude00"),
        ];
        events.iter_mut().for_each(|event| halves.join(event));
        assert_eq!(events[1].text().unwrap(), "\u{fffd}");
        assert_eq!(events[2].thinking().unwrap(), "\u{fffd}");
        assert_eq!(events[3].text().unwrap(), "😀");
        let mut fragments = [r#"{\"a\":\"\ud83d"#, r#"\ude00\"}"#]
            .map(|json| delta(0, "input_json_delta", "partial_json", json));
        fragments.iter_mut().for_each(|event| halves.join(event));
        let input = fragments.map(|event| event.partial_json().unwrap().into_owned()).concat();
        assert_eq!(input, r#"{"a":"😀"}"#);
    }

    #[test]
    fn an_event_that_was_joined_is_left_alone() {
        let (mut first, mut second) = (Halves::default(), Halves::default());
        for (piece, expected) in [(r"a\ud83d", "a"), (r"\ude00\ud83d", "😀"), ("b", "\u{fffd}b")] {
            let mut event = text(0, piece);
            first.join(&mut event);
            assert_eq!(second.joined(&event), None);
            assert_eq!(event.text().unwrap(), expected);
        }
    }

    proptest! {
        #[test]
        fn pieces_joined_are_the_text_wherever_it_was_cut(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "é", r"\n", r"\\", r"\ud83d\ude00", r"\ud83d", r"\ude00", r"\u00e9"
            ]), 0..20),
            cuts in prop::collection::vec(any::<bool>(), 20),
        ) {
            // Cut between escapes, and within a pair.
            let units: Vec<&str> = parts.iter().flat_map(|part| match *part {
                r"\ud83d\ude00" => vec![r"\ud83d", r"\ude00"],
                part => vec![part],
            }).collect();
            let mut pieces = vec![String::new()];
            for (unit, cut) in units.iter().zip(cuts.iter().cycle()) {
                if *cut {
                    pieces.push(String::new());
                }
                pieces.last_mut().unwrap().push_str(unit);
            }
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let mut expected = String::new();
            crate::json::unescape_into(&units.concat(), &mut expected);
            // A half at the very end waits for ever.
            if units.last() == Some(&r"\ud83d") {
                expected.pop();
            }
            prop_assert_eq!(joined(&pieces).concat(), expected);
        }
    }
}
