//! The framing vectors of protocol §13.1 and the rules of §4.1, at every split.

use super::*;
use proptest::prelude::*;

fn known(kind: EventKind) -> FrameName {
    FrameName::Known(kind)
}

fn frames_of(chunks: &[&[u8]]) -> Vec<(FrameName, Vec<u8>)> {
    let mut framer = Framer::new(DEFAULT_MAX_EVENT);
    let mut out = Vec::new();
    for chunk in chunks {
        framer.push(Bytes::copy_from_slice(chunk));
        while let Some(frame) = framer.next().unwrap() {
            out.push((frame.name, frame.data.to_vec()));
        }
    }
    if let Some(frame) = framer.finish().unwrap() {
        out.push((frame.name, frame.data.to_vec()));
    }
    out
}

#[test]
fn vectors_of_the_protocol_hold_at_every_split() {
    let other = |name: &'static str| FrameName::Other(Bytes::from_static(name.as_bytes()));
    let ping = || known(EventKind::Ping);
    type Expected = Vec<(FrameName, Vec<u8>)>;
    let cases: Vec<(&[u8], Expected)> = vec![
        (b"event: ping\ndata: {}\n\n", vec![(ping(), b"{}".to_vec())]),
        (b"event:ping\r\ndata:{}\r\n\r\n", vec![(ping(), b"{}".to_vec())]),
        (b"event: ping\rdata: {}\r\r", vec![(ping(), b"{}".to_vec())]),
        (b"data: {\"type\":\"ping\"}\n\n", vec![(FrameName::Missing, b"{\"type\":\"ping\"}".to_vec())]),
        (b"event: ping\n\n", vec![(ping(), vec![])]),
        (b": hi\n\nevent: ping\ndata: {}\n\n", vec![(ping(), b"{}".to_vec())]),
        (
            b"event: x\ndata: {\ndata: \"a\":\ndata:\ndata: 1}\n\n",
            vec![(other("x"), b"{\n\"a\":\n\n1}".to_vec())],
        ),
        (b"event: a\nevent: b\ndata: 1\n\n", vec![(other("b"), b"1".to_vec())]),
        (b"data:  two\n\n", vec![(FrameName::Missing, b" two".to_vec())]),
        (
            b"data: {\"t\":\"\xe2\x80\xa8\"}\n\n",
            vec![(FrameName::Missing, b"{\"t\":\"\xe2\x80\xa8\"}".to_vec())],
        ),
        (b"\n\n\n", vec![]),
        (b"\xef\xbb\xbfdata: 1\n\n", vec![(FrameName::Missing, b"1".to_vec())]),
        (b"\xef\xbbdata: 1\n\n", vec![]),
        (b"data\n\n", vec![(FrameName::Missing, vec![])]),
        (
            b"id: 7\nretry: 5\n\ndata: 1\r\r\ndata: 2\n\r\n",
            vec![(FrameName::Missing, b"1".to_vec()), (FrameName::Missing, b"2".to_vec())],
        ),
        (b"data: tail", vec![(FrameName::Missing, b"tail".to_vec())]),
        (
            b"event: content_block_delta\ndata: {\"a\":1}\n\nevent: content_block_delta\ndata: 2\r\n\r\n",
            vec![
                (known(EventKind::ContentBlockDelta), b"{\"a\":1}".to_vec()),
                (known(EventKind::ContentBlockDelta), b"2".to_vec()),
            ],
        ),
    ];
    for (input, expected) in cases {
        assert_eq!(frames_of(&[input]), expected, "{:?}", String::from_utf8_lossy(input));
        for at in 0..=input.len() {
            assert_eq!(frames_of(&[&input[..at], &input[at..]]), expected, "split at {at}");
        }
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        assert_eq!(frames_of(&bytes), expected, "byte by byte");
    }
}

#[test]
fn an_event_within_one_chunk_is_not_copied() {
    let chunk =
        Bytes::from_static(b"event: content_block_delta\ndata: {\"x\":1}\n\nevent: other\ndata: {}\n\n");
    let range = chunk.as_ptr_range();
    let mut framer = Framer::new(DEFAULT_MAX_EVENT);
    framer.push(chunk.clone());
    let mut seen = 0;
    while let Some(frame) = framer.next().unwrap() {
        assert!(range.contains(&frame.data.as_ptr()));
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn an_event_past_the_cap_is_refused_in_one_piece_and_in_many() {
    let long = [b"data: ".as_slice(), &[b'x'; 200], b"\n\n"].concat();
    for size in [1, 7, 300] {
        let mut framer = Framer::new(64);
        let mut result = Ok(None);
        for chunk in long.chunks(size) {
            framer.push(Bytes::copy_from_slice(chunk));
            result = framer.next();
            if result.is_err() {
                break;
            }
        }
        assert_eq!(result, Err(Unframed::TooLarge { limit: 64 }), "pieces of {size}");
    }
    let many = b"data: 0123456789\n".repeat(10);
    let mut framer = Framer::new(64);
    framer.push(Bytes::from(many));
    assert_eq!(framer.next(), Err(Unframed::TooLarge { limit: 64 }));
}

proptest! {
    #[test]
    fn any_bytes_any_splits_give_the_same_frames(
        parts in prop::collection::vec(prop::sample::select(vec![
            "event: ping", "event: content_block_delta", "data: {\"a\":1}", "data:", "\n", "\r", "\r\n",
                "\n\n", ": c", "id: 1", "\u{feff}", "é", "x"
        ]), 0..40),
        cuts in prop::collection::vec(0usize..400, 0..12),
    ) {
        let text = parts.concat();
        let bytes = text.as_bytes();
        let whole = frames_of(&[bytes]);
        let mut cuts: Vec<usize> = cuts.into_iter().map(|c| c.min(bytes.len())).collect();
        cuts.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in cuts {
            pieces.push(&bytes[from..cut]);
            from = cut;
        }
        pieces.push(&bytes[from..]);
        prop_assert_eq!(whole, frames_of(&pieces));
    }

    #[test]
    fn arbitrary_bytes_never_panic(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..64), 0..16)) {
        let pieces: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
        let _ = frames_of(&pieces);
    }
}
