//! Strings of JSON, beside what serde makes of them.

use std::convert::Infallible;

use bytes::Bytes;
use parlour_bridge::json_text::{find_end, plain_len, unescape, write};
use parlour_bridge::long_strings::{put_back, set_aside};
use serde_json::Value;

/// Any bytes as a text to be written, and as the inside of a string with what follows it. Both are done as serde does
/// them, but for half of a surrogate pair, which becomes U+FFFD.
pub(crate) fn json_strings(data: &[u8]) {
    let plain = data.iter().position(|byte| matches!(byte, ..0x20 | b'"' | b'\\')).unwrap_or(data.len());
    assert_eq!(plain_len(data), plain);
    let text = String::from_utf8_lossy(data);
    let mut json = Vec::new();
    write(&mut json, text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&json), serde_json::to_string(&text).expect("a text"));

    let Ok((end, simple)) = find_end(data, 0) else { return };
    let mut ours = Vec::new();
    let read = unescape(data, 0, end, &mut ours);
    if simple {
        assert_eq!((read, ours.as_slice()), (Ok(()), &data[..end]));
    }
    let Ok(inner) = std::str::from_utf8(&data[..end]) else { return };
    match (serde_json::from_str::<String>(&format!("\"{inner}\"")), read) {
        (Ok(theirs), Ok(())) => assert_eq!(String::from_utf8_lossy(&ours), theirs),
        (Ok(theirs), Err(broken)) => panic!("{theirs:?} is refused: {broken:?}"),
        (Err(_), Ok(())) => assert!(String::from_utf8_lossy(&ours).contains('\u{fffd}'), "{inner}"),
        (Err(_), Err(broken)) => assert!(broken.at < end, "{broken:?} of {end}"),
    }
}

/// Where the string that begins at `at` ends, behind its quote.
fn behind(text: &str, at: usize) -> Option<usize> {
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().skip(at + 1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(offset + 1),
            _ => {}
        }
    }
    None
}

/// A reference for [`put_back`] that reads string after string.
fn reference(text: &str, strings: &[Vec<u8>]) -> Option<String> {
    let (mut whole, mut at, mut strings) = (String::new(), 0, strings.iter());
    while at < text.len() {
        let Some(begin) = text[at..].find('"').map(|offset| at + offset) else { break };
        let end = behind(text, begin)?;
        whole.push_str(&text[at..begin]);
        match &text[begin..end] {
            "\"\\u0001\"" if !text[end..].starts_with(':') => {
                whole.push_str(&serde_json::to_string(&String::from_utf8_lossy(strings.next()?)).ok()?);
            }
            other => whole.push_str(other),
        }
        at = end;
    }
    whole.push_str(&text[at..]);
    strings.next().is_none().then_some(whole)
}

/// JSON, and on the lines behind it strings. Strings that crossed beside the text are put back in their places,
/// whatever the others hold; so are strings that were set aside.
pub(crate) fn long_strings(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let Some(text) = lines.next().and_then(|line| std::str::from_utf8(line).ok()) else { return };
    let strings: Vec<Vec<u8>> = lines.map(<[u8]>::to_vec).collect();
    let append = |index: usize, out: &mut Vec<u8>| -> Result<(), Infallible> {
        out.extend_from_slice(String::from_utf8_lossy(&strings[index]).as_bytes());
        Ok(())
    };
    let made = put_back(text.as_bytes(), strings.len(), append).ok();
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    let made = made.map(|made| String::from_utf8(made).expect("UTF-8"));
    assert_eq!(made, reference(text, &strings), "{text}");
    if !value.is_object() {
        return;
    }
    for least in [0, 8] {
        let Some(pieces) = set_aside(&Bytes::copy_from_slice(text.as_bytes()), least) else { continue };
        let mut again: Value = serde_json::from_slice(&pieces[0]).expect("the text is JSON");
        place(&mut again, &pieces);
        assert_eq!(again, value, "{text}");
    }
}

fn place(value: &mut Value, pieces: &[Bytes]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| place(item, pieces)),
        Value::Object(members) => members.values_mut().for_each(|member| place(member, pieces)),
        Value::String(text) => {
            let Some(number) = text.strip_prefix('\u{1}') else { return };
            let piece = &pieces[number.parse::<usize>().expect("an index")];
            *text = String::from_utf8(piece.to_vec()).expect("UTF-8");
        }
        _ => {}
    }
}
