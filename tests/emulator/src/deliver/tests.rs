//! Plans, order by order.

use super::cut::wire_split;
use super::*;
use crate::script::RawBytes;

fn setting() -> Setting<'static> {
    Setting { request_id: "req_1", date: "now".into(), pace: Duration::ZERO, seed: 0 }
}

fn data(plan: &Plan) -> Vec<Vec<u8>> {
    plan.steps.iter().filter_map(|s| if let Step::Data(d) = s { Some(d.to_vec()) } else { None }).collect()
}

#[test]
fn pieces_and_cuts_fall_where_told() {
    let order = Reply::text(200, "abcdefgh").pieces(3);
    assert_eq!(data(&plan(None, &order, &setting()).unwrap()), [&b"abc"[..], b"def", b"gh"]);
    let order = Reply::text(200, "abcdefgh").split_at([6, 1]).gap(Duration::from_millis(2));
    let plan = plan(None, &order, &setting()).unwrap();
    assert_eq!(data(&plan), [&b"a"[..], b"bcdef", b"gh"]);
    assert_eq!(plan.steps.iter().filter(|s| matches!(s, Step::Pause(_))).count(), 2);
    assert_eq!(plan.framing, Framing::Length(8));
}

#[test]
fn offsets_and_names_say_where_it_breaks() {
    let order = Reply::text(200, "abcdefgh").pieces(3).fault(Fault::ResetAt(4));
    let broken = plan(None, &order, &setting()).unwrap();
    assert_eq!((data(&broken), broken.finish), (vec![b"abc".to_vec(), b"d".to_vec()], Finish::Reset));
    assert_eq!(broken.framing, Framing::Length(8));
    let items = ["a", "b", "c"].map(|t| SseItem::typed(json!({"type": t}))).to_vec();
    let order = Reply::sse(items).fault(Fault::StallAfter("b".into()));
    let broken = plan(None, &order, &setting()).unwrap();
    assert_eq!((data(&broken).len(), broken.finish, broken.framing), (2, Finish::Stall, Framing::Chunked));
}

#[test]
fn a_flood_follows_the_body_in_large_writes() {
    let mut order = Reply::text(200, "abc");
    order.flood = Some(RawItem::Text("xy".into()));
    let flooded = plan(None, &order, &setting()).unwrap();
    assert_eq!((data(&flooded), flooded.framing), (vec![b"abc".to_vec()], Framing::Chunked));
    assert_eq!(flooded.flood, Some(Bytes::from("xy".repeat(32 << 10))));
    order.until_close = true;
    assert_eq!(plan(None, &order, &setting()).unwrap().framing, Framing::UntilClose);
    let mut order = Reply::raw("HTTP/1.1 200 OK\r\n\r\n");
    order.flood = Some(RawItem::Bytes(RawBytes { base64: "eHl6".into() }));
    assert_eq!(plan(None, &order, &setting()).unwrap().flood.unwrap().len(), (64 << 10) / 3 * 3);
}

#[test]
fn a_compressed_stream_can_be_read_event_by_event() {
    let items = ["a", "b"].map(|t| SseItem::typed(json!({"type": t}))).to_vec();
    let mut order = Reply::sse(items);
    order.gzip = true;
    let plan = plan(None, &order, &setting()).unwrap();
    let mut decoder = flate2::write::GzDecoder::new(Vec::new());
    let writes = data(&plan);
    assert_eq!(writes.len(), 2);
    decoder.write_all(&writes[0]).unwrap();
    decoder.flush().unwrap();
    assert_eq!(decoder.get_ref(), b"event: a\ndata: {\"type\":\"a\"}\n\n");
    decoder.write_all(&writes[1]).unwrap();
    assert_eq!(decoder.finish().unwrap().len(), 58);
}

#[test]
fn no_write_is_ever_empty() {
    // An empty chunk would end the body.
    for first in [0x80, b'a'] {
        let mut steps = Vec::new();
        for seed in 0..64 {
            wire_split(Bytes::from(vec![first, b'b', 0x81, b'c']), Some(&mut Dice::new(seed)), &mut steps);
        }
        assert!(steps.len() > 64, "some were cut");
        assert!(steps.iter().all(|s| matches!(s, Step::Data(d) if !d.is_empty())));
    }
    let empty = Reply::sse(vec![SseItem::raw(b""), SseItem::raw(b"x")]);
    assert_eq!(data(&plan(None, &empty, &setting()).unwrap()), [b"x"]);
}

#[test]
fn silence_of_a_model_stream_is_filled_with_pings() {
    let items = ["a", "b"].map(|t| SseItem::typed(json!({"type": t}))).to_vec();
    let order = Reply::model().gap(Duration::from_secs(30));
    let plan = plan(Some(Answer::events(items)), &order, &setting()).unwrap();
    let pings = String::from_utf8(data(&plan).concat()).unwrap().matches("event: ping").count();
    let silence: Duration =
        plan.steps.iter().filter_map(|s| if let Step::Pause(t) = s { Some(*t) } else { None }).sum();
    assert_eq!((pings, silence), (2, Duration::from_secs(30)));
}

#[test]
fn headers_of_the_order_win_and_null_removes() {
    let order = Reply::text(200, "x")
        .header("Content-Type", "text/html")
        .without_header("date")
        .header("a", "1")
        .header("a", "2");
    let headers = plan(None, &order, &setting()).unwrap().headers;
    assert_eq!(fields::first(&headers, "content-type"), Some("text/html"));
    assert_eq!(fields::first(&headers, "date"), None);
    assert_eq!(fields::all(&headers, "a").collect::<Vec<_>>(), ["1", "2"]);
}
