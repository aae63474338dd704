//! JSON strings for hosts that read and write values without an intermediate tree: finding plain bytes, writing
//! escapes, and decoding the inside of a string.

mod inside;

pub use inside::{Broken, find_end, unescape};

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = ONES << 7;
/// Bytes that are checked at once.
const BLOCK: usize = 64;

/// Bytes as text, if they are UTF-8.
#[must_use]
pub fn as_text(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

/// The number of leading bytes that need no escape inside a JSON string: all but `"`, `\` and control characters.
#[must_use]
pub fn plain_len(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    // Without a branch for each byte the compiler compares whole registers.
    let has_escape =
        |block: &[u8; BLOCK]| block.iter().fold(false, |found, &byte| found | needs_escape(byte));
    let plain = blocks.iter().position(has_escape).unwrap_or(blocks.len()) * BLOCK;
    plain + plain_words(bytes.get(plain..).unwrap_or_default())
}

const fn needs_escape(byte: u8) -> bool {
    (byte < 0x20) | (byte == b'"') | (byte == b'\\')
}

/// As [`plain_len`], eight bytes at a time.
fn plain_words(bytes: &[u8]) -> usize {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut at = 0;
    for chunk in chunks {
        let word = u64::from_le_bytes(*chunk);
        // The lowest bit found is exact; borrows disturb only the bytes above it.
        let found = zero_bytes(word ^ (ONES * b'"' as u64))
            | zero_bytes(word ^ (ONES * b'\\' as u64))
            | (word.wrapping_sub(ONES * 0x20) & !word & HIGHS);
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + rest.iter().position(|&byte| needs_escape(byte)).unwrap_or(rest.len())
}

fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHS
}

/// Appends a JSON string with its quotes. `utf8` should be valid UTF-8; invalid bytes are copied unchanged.
pub fn write(out: &mut Vec<u8>, utf8: &[u8]) {
    out.reserve(utf8.len() + 2);
    out.push(b'"');
    write_inner(out, utf8);
    out.push(b'"');
}

/// Escapes the end of a text, from `start` on, as the inside of a JSON string.
pub fn escape_end(out: &mut Vec<u8>, start: usize) {
    let plain = plain_len(out.get(start..).unwrap_or_default());
    if start + plain < out.len() {
        let rest = out.split_off(start + plain);
        out.reserve(rest.len() + rest.len() / 16);
        write_inner(out, &rest);
    }
}

fn write_inner(out: &mut Vec<u8>, mut rest: &[u8]) {
    loop {
        let (plain, tail) = rest.split_at_checked(plain_len(rest)).unwrap_or((rest, &[]));
        out.extend_from_slice(plain);
        let Some((&byte, tail)) = tail.split_first() else { return };
        let short = match byte {
            b'"' => b'"',
            b'\\' => b'\\',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0c => b'f',
            _ => 0,
        };
        match short {
            0 => write_unit(out, u16::from(byte)),
            letter => out.extend_from_slice(&[b'\\', letter]),
        }
        rest = tail;
    }
}

fn write_unit(out: &mut Vec<u8>, unit: u16) {
    out.extend_from_slice(b"\\u");
    for shift in [12, 8, 4, 0] {
        let digit = (unit >> shift & 0xf) as u8;
        out.push(if digit < 10 { b'0' + digit } else { b'a' + digit - 10 });
    }
}
