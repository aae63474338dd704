//! The size of an image, read from the head of its data (protocol §2.1). Nothing is decoded, and data of none of the
//! four formats has no size.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Most pixels of a side.
pub(super) const MAX_SIDE: u32 = 8000;
/// Base64 characters to search for the size: in a JPEG it comes after the camera's metadata segments of up to 64 KB
/// each.
const HEAD: usize = 1 << 20;

/// The longer side of an image in base64, if its head tells.
pub(super) fn longest_side(data: &str) -> Option<u32> {
    let head = data.get(..data.len().min(HEAD))?;
    let bytes = STANDARD.decode(head).ok()?;
    let (width, height) = size(&bytes)?;
    Some(width.max(height))
}

fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?));
    }
    if bytes.starts_with(b"GIF8") {
        return Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?));
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12)? == b"WEBP" {
        return match bytes.get(12..16)? {
            b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
            b"VP8L" => {
                let packed = little(bytes, 21, 4)?;
                Some(((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1))
            }
            _ => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        };
    }
    if bytes.starts_with(b"\xff\xd8") { frame_of_jpeg(bytes) } else { None }
}

/// The first frame header of a JPEG, behind any number of other segments.
fn frame_of_jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = big(bytes, at, 2)?;
        let is_frame = matches!(marker, 0xffc0..=0xffcf) && !matches!(marker, 0xffc4 | 0xffc8 | 0xffcc);
        if is_frame {
            return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
        }
        if marker < 0xff00 {
            return None;
        }
        at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?;
    }
}

fn big(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().rev().fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(bytes: &[u8]) -> Option<u32> {
        longest_side(&STANDARD.encode(bytes))
    }

    #[test]
    fn heads_of_four_kinds_tell_the_size() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 0x1f, 0x41], &[0, 0, 0, 9]].concat();
        assert_eq!(side(&png), Some(8001));
        assert_eq!(side(b"GIF89a\x02\0\x40\x1f\0\0\0"), Some(8000));
        let jpeg =
            [b"\xff\xd8\xff\xe0\0\x04ab".as_slice(), b"\xff\xc4\0\x02", b"\xff\xc2\0\x0b\x08\0\x03\x1f\x42"]
                .concat();
        assert_eq!(side(&jpeg), Some(8002));
        let riff =
            |chunk: &[u8], rest: &[u8]| [b"RIFF\0\0\0\0WEBP".as_slice(), chunk, b"\0\0\0\0", rest].concat();
        assert_eq!(side(&riff(b"VP8X", &[0, 0, 0, 0, 0x3f, 0x1f, 0, 1, 0, 0])), Some(8000));
        assert_eq!(side(&riff(b"VP8L", &[0x2f, 0x07, 0xc0, 0, 0])), Some(8));
        assert_eq!(side(&riff(b"VP8 ", &[0, 0, 0, 0x9d, 1, 0x2a, 5, 0, 7, 0])), Some(7));
        for none in [b"hi".as_slice(), b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0\0\0", b"\xff\xd8ab"] {
            assert_eq!(side(none), None);
        }
    }
}
