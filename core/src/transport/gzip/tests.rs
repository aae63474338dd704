//! Bodies that unpack to little or nothing.

use std::collections::VecDeque;
use std::io::Write as _;
use std::task::Waker;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::*;

/// A body of pieces that are all there, the last of them again and again if it never `ends`.
struct Pieces {
    pieces: VecDeque<Bytes>,
    ends: bool,
}

impl ChunkSource for Pieces {
    fn poll_chunk(&mut self, _: &mut Context<'_>) -> Poll<Option<Chunk>> {
        let piece = match (self.pieces.len(), self.ends) {
            (1, false) => self.pieces.front().cloned(),
            _ => self.pieces.pop_front(),
        };
        Poll::Ready(piece.map(Ok))
    }

    fn remaining(&self) -> Option<u64> {
        None
    }
}

fn body(pieces: &[&[u8]], ends: bool) -> Gzip<Pieces> {
    let pieces = pieces.iter().map(|piece| Bytes::copy_from_slice(piece)).collect();
    Gzip::new(Pieces { pieces, ends })
}

fn member(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The unpacked data, the number of times that the task yielded, and the result.
fn read(mut body: Gzip<Pieces>) -> (Vec<u8>, usize, Result<(), String>) {
    let (mut unpacked, mut yields) = (Vec::new(), 0);
    let mut cx = Context::from_waker(Waker::noop());
    loop {
        match body.poll_chunk(&mut cx) {
            Poll::Pending => yields += 1,
            Poll::Ready(Some(Ok(chunk))) => unpacked.extend_from_slice(&chunk),
            Poll::Ready(Some(Err(failure))) => return (unpacked, yields, Err(failure.describe())),
            Poll::Ready(None) => return (unpacked, yields, Ok(())),
        }
        assert!(yields < 10_000, "it never ends");
    }
}

#[test]
fn members_follow_one_another_wherever_they_are_cut() {
    let empty = member(b"");
    let whole = [member(b"one "), empty.repeat(16), member(b"two"), empty].concat();
    for size in [1, 7, 64, whole.len()] {
        let pieces: Vec<&[u8]> = whole.chunks(size).collect();
        assert_eq!(read(body(&pieces, true)), (b"one two".to_vec(), 0, Ok(())), "{size}");
    }
    let (text, _, end) = read(body(&[&member(b"one"), b"no gzip"], true));
    assert_eq!(text, b"one");
    assert!(end.unwrap_err().contains("not valid HTTP"));
    let (_, _, end) = read(body(&[&member(b"one"), &member(b"two")[..15]], true));
    assert!(end.unwrap_err().contains("connection was lost"));
}

#[test]
fn what_unpacks_to_nothing_is_bounded() {
    let (_, _, end) = read(body(&[&member(b"").repeat(800)], false));
    assert!(end.unwrap_err().contains("more than 16 members"));
    // A name without end, and a member of empty blocks.
    let name: &[u8] = b"\x1f\x8b\x08\x08\0\0\0\0\0\0";
    let blocks: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\0";
    for (head, flood) in [(name, b"a".repeat(16_384)), (blocks, b"\0\0\0\xff\xff".repeat(3_000))] {
        let (text, _, end) = read(body(&[head, &flood], false));
        assert!(text.is_empty() && end.unwrap_err().contains("1048576 bytes of gzip"));
    }
}

#[test]
fn small_members_and_large_output_yield() {
    // 21 bytes of a member bring one: reading them takes some hundred times as long as copying what they bring.
    let small = member(b"x").repeat(4_000);
    let (text, yields, end) = read(body(&[&small], true));
    assert_eq!((text.len(), end), (4_000, Ok(())));
    assert!(yields >= 30, "{yields}");
    let (text, yields, end) = read(body(&[&member(&vec![0; 8 << 20])], true));
    assert_eq!((text.len(), end), (8 << 20, Ok(())));
    assert!(yields >= 60, "{yields}");
}

#[test]
fn a_byte_flushed_at_a_time_is_no_flood() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    for _ in 0..100_000 {
        encoder.write_all(b"x").unwrap();
        encoder.flush().unwrap();
    }
    let packed = encoder.finish().unwrap();
    let pieces: Vec<&[u8]> = packed.chunks(16 << 10).collect();
    let (text, _, end) = read(body(&pieces, true));
    assert_eq!((text.len(), end), (100_000, Ok(())));
}
