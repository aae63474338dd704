//! Large payloads are referred to, not copied.

use bytes::Bytes;

use super::*;
use crate::json::writer::SHARE_FROM;
use crate::model::*;

fn joined(request: &MessageRequest) -> Vec<u8> {
    request.to_segments().unwrap().concat()
}

#[test]
fn a_large_image_is_its_own_segment_without_a_copy() {
    let text = "QUJD".repeat(5 << 20);
    let at = text.as_ptr();
    let blob = Blob::from(text);
    let request = MessageRequest::new("m", 1)
        .system("é")
        .user_blocks(vec![InputBlock::image("image/png", blob.clone()), InputBlock::text("What is this?")]);
    let segments = request.to_segments().unwrap();
    assert_eq!(segments.len(), 3);
    assert_eq!((segments[1].as_ptr(), segments[1].len()), (at, blob.len()));
    let copied: usize = segments[0].len() + segments[2].len();
    assert!(copied < 300, "{copied}");
    assert!(segments[0].windows(2).any(|pair| pair == "é".as_bytes()));
}

#[test]
fn blobs_are_found_wherever_they_stand() {
    let large = || Blob::from("QUJD".repeat(SHARE_FROM / 4));
    let nested = DocumentBlock::new(ContentSource::new(vec![InputBlock::image("image/png", large())]));
    let fetched = format!(
        r#"{{"type":"web_fetch_tool_result","tool_use_id":"s","content":{{"type":"web_fetch_result","url":"u","content":{{"type":"document","source":{{"type":"base64","media_type":"application/pdf","data":"{}"}}}}}}}}"#,
        large().as_str()
    );
    let request = MessageRequest::new("m", 1).user_blocks(vec![
        InputBlock::image("image/png", large()),
        InputBlock::pdf(large()),
        InputBlock::tool_result("t", vec![InputBlock::image("image/png", large())]),
        nested.into(),
        read(&fetched),
    ]);
    let segments = request.to_segments().unwrap();
    assert_eq!(segments.iter().filter(|segment| segment.len() == SHARE_FROM).count(), 5);
    assert_eq!(segments.len(), 11);
    assert_eq!(segments.concat(), serde_json::to_vec(&request).unwrap());
}

#[test]
fn small_blobs_are_copied_into_one_segment() {
    let small = Blob::from("A".repeat(SHARE_FROM - 1));
    let request = MessageRequest::new("m", 1).user_blocks(vec![InputBlock::image("image/png", small)]);
    assert_eq!(request.to_segments().unwrap().len(), 1);
    assert_eq!(joined(&request), serde_json::to_vec(&request).unwrap());
}

#[test]
fn text_that_is_no_base64_is_escaped_all_the_same() {
    let odd = format!("{}\"\n{}", "a".repeat(SHARE_FROM), "é".repeat(SHARE_FROM));
    let request = MessageRequest::new("m", 1).user_blocks(vec![InputBlock::image("image/png", odd.as_str())]);
    let segments = request.to_segments().unwrap();
    assert_eq!(segments.len(), 5);
    assert_eq!(segments.concat(), serde_json::to_vec(&request).unwrap());
    assert_eq!(read::<MessageRequest>(std::str::from_utf8(&joined(&request)).unwrap()), request);
}

#[test]
fn a_blob_is_shared_text() {
    let bytes = Bytes::from_static(b"aGk=");
    assert_eq!(Blob::from_bytes(bytes.clone()).unwrap().as_bytes().as_ptr(), bytes.as_ptr());
    assert!(Blob::from_bytes(Bytes::from_static(b"\xff")).is_err());
    assert_eq!(format!("{:?}", Blob::encode(b"secret")), "Blob(8 bytes)");
    assert!(Blob::default().is_empty() && Blob::encode(b"").as_str().is_empty());
    assert_eq!(again::<Blob>("\"aGk=\""), "\"aGk=\"");
}
