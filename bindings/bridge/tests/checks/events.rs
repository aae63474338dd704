//! Events as one text, read back as a host reads it.

use bytes::Bytes;
use parlour::testing::decode_all;
use parlour_bridge::event_text::{EventText, INDEX, JOINED, OBJECT, PARTIAL_JSON, TEXT, THINKING, UNUSUAL};
use parlour_bridge::wire::Event;
use serde_json::value::RawValue;

/// A host's place in a text of UTF-16 units.
struct Reader {
    units: Vec<u16>,
    at: usize,
    index: Option<u32>,
}

impl Reader {
    /// The next record that is an event, with its text.
    fn next(&mut self) -> Option<(u8, String)> {
        loop {
            let tag = u8::try_from(*self.units.get(self.at)?).expect("a tag is ASCII");
            self.at += 1;
            let length = self.length();
            if tag == INDEX {
                self.index = Some(u32::try_from(length).expect("an index"));
                continue;
            }
            let text = String::from_utf16(&self.units[self.at..self.at + length]).expect("whole characters");
            self.at += length;
            return Some((tag, text));
        }
    }

    fn length(&mut self) -> usize {
        let (mut length, mut shift) = (0, 0);
        loop {
            let six = usize::from(self.units[self.at]);
            self.at += 1;
            assert!(six < 128, "a length is ASCII");
            length |= (six & 63) << shift;
            shift += 6;
            if six < 64 {
                return length;
            }
        }
    }
}

/// The body of a stream. The records say what its events say, one for each.
pub(crate) fn event_text(data: &[u8]) {
    let (events, _) = decode_all(&[Bytes::copy_from_slice(data)], 1 << 20);
    let mut text = EventText::new();
    // Twice: nothing of an earlier text is left in a later one.
    for _ in 0..2 {
        text.clear();
        events.iter().for_each(|event| text.push(event));
        let whole = std::str::from_utf8(text.text()).expect("the text is UTF-8");
        assert_eq!(text.is_ascii(), whole.is_ascii());
        let mut reader = Reader { units: whole.encode_utf16().collect(), at: 0, index: None };
        for event in &events {
            let (tag, text) = reader.next().expect("a record for each event");
            same(event, tag, &text, reader.index);
        }
        assert_eq!(reader.next(), None);
    }
}

fn same(event: &Event, tag: u8, text: &str, index: Option<u32>) {
    let piece = match tag {
        TEXT => event.text(),
        PARTIAL_JSON => event.partial_json(),
        THINKING => event.thinking(),
        OBJECT => return assert_eq!(text, event.json()),
        JOINED => {
            let (delta, json) = text.split_once('\n').expect("a delta and its JSON");
            assert_eq!(
                (Some(delta), json),
                (event.joined_delta().map(|d| d.replace(['\r', '\n'], " ")).as_deref(), event.json())
            );
            return;
        }
        UNUSUAL => {
            let parts: Vec<&RawValue> = serde_json::from_str(text).expect("a list");
            assert_eq!(serde_json::from_str::<String>(parts[0].get()).expect("a name"), event.name());
            return assert_eq!(parts.get(1).map_or("", |data| data.get()), event.json().trim_ascii());
        }
        other => panic!("no tag: {other}"),
    };
    assert_eq!((piece.as_deref(), index), (Some(text), event.index()), "{}", event.json());
}
