//! The queue of a call, the message so far and its texts, without a call.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::*;
use crate::info::ErrorInfo;

fn event(name: &str, json: &str) -> Item {
    Item::Event(Event::from_json(name, json.to_owned()).unwrap())
}

fn start() -> Vec<Item> {
    vec![
        event(
            "message_start",
            r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],
               "stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":0}}}"#,
        ),
        event(
            "content_block_start",
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        ),
    ]
}

fn text(piece: &str) -> Item {
    let json = serde_json::json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta",
        "text": piece}});
    event("content_block_delta", &json.to_string())
}

fn end() -> Vec<Item> {
    vec![
        event("content_block_stop", r#"{"type":"content_block_stop","index":0}"#),
        event(
            "message_delta",
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":2}}"#,
        ),
        event("message_stop", r#"{"type":"message_stop"}"#),
    ]
}

/// As the core makes it, which kept no message.
fn cut() -> ErrorInfo {
    ErrorInfo::unfinished(None)
}

fn text_of(message: Option<Message>) -> Option<String> {
    message.map(|message| message.text())
}

#[test]
fn a_snapshot_is_as_far_as_the_host() {
    let mut inbox = Inbox::new(Keeps::Read);
    let mut items = start();
    items.extend(["a", "b", "c"].map(text));
    inbox.absorb(Take::Items(items));
    assert!(inbox.snapshot(usize::MAX).unwrap().is_none(), "nothing was handed out");
    assert_eq!(inbox.hand_out().len(), 5);
    assert!(inbox.snapshot(0).unwrap().is_none());
    assert_eq!(text_of(inbox.snapshot(3).unwrap()).unwrap(), "a");
    assert_eq!(text_of(inbox.snapshot(2).unwrap()).unwrap(), "a", "the host never goes back");
    inbox.absorb(Take::Items(vec![text("d")]));
    assert_eq!(text_of(inbox.snapshot(5).unwrap()).unwrap(), "abc", "what waits is not read");
    inbox.hand_out();
    assert_eq!(text_of(inbox.snapshot(1).unwrap()).unwrap(), "abcd");
}

#[test]
fn a_block_alone_is_that_of_the_snapshot() {
    let mut inbox = Inbox::new(Keeps::Read);
    let mut items = start();
    items.extend(["a", "b"].map(text));
    items.extend(end());
    inbox.absorb(Take::Items(items));
    inbox.hand_out();
    assert!(inbox.block(1, 0).unwrap().is_none(), "it has not begun");
    for read in 2..=7 {
        let block = inbox.block(read, 0).unwrap();
        assert_eq!(block.as_ref(), inbox.snapshot(read).unwrap().unwrap().content.first(), "{read}");
        assert!(block.is_some() && inbox.block(read, 1).unwrap().is_none());
    }
    let mut events = Inbox::new(Keeps::Events);
    events.absorb(Take::Items(start()));
    events.hand_out();
    assert!(events.block(2, 0).unwrap().is_none(), "no message is kept");
}

#[test]
fn a_failure_has_all_that_arrived() {
    for keeps in [Keeps::Read, Keeps::HandedOut] {
        let mut inbox = Inbox::new(keeps);
        inbox.absorb(Take::Items(start()));
        inbox.hand_out();
        inbox.absorb(Take::Items(vec![text("read")]));
        inbox.hand_out();
        inbox.absorb(Take::Items(vec![text(", waits"), Item::Failed(cut())]));
        let Some(Outcome::Failed(error)) = inbox.outcome() else { panic!("{inbox:?}") };
        assert_eq!(error.partial.as_ref().map(Message::text).as_deref(), Some("read, waits"), "{keeps:?}");
        let rest = inbox.hand_out();
        assert_eq!((rest.len(), inbox.is_empty()), (1, true));
        assert_eq!(text_of(inbox.snapshot(usize::MAX).unwrap()).unwrap(), "read, waits");
        assert_eq!(inbox.whole_message().unwrap_err().kind, "StreamEnded");
    }
}

#[test]
fn what_is_passed_on_completes_its_failure() {
    let mut inbox = Inbox::new(Keeps::Read);
    inbox.pass(&mut start());
    let mut items = vec![text("a"), Item::Failed(cut())];
    inbox.pass(&mut items);
    let Some(Item::Failed(error)) = items.last() else { panic!("{items:?}") };
    assert_eq!(error.partial.as_ref().map(Message::text).as_deref(), Some("a"));
    assert_eq!(text_of(inbox.snapshot(0).unwrap()).unwrap(), "", "the host has read nothing of that batch");
}

#[test]
fn nothing_is_kept_for_a_host_of_events_nor_added_to_a_failure_before_the_stream() {
    let mut inbox = Inbox::new(Keeps::Nothing);
    let mut items = start();
    items.push(Item::Failed(cut()));
    inbox.absorb(Take::Items(items));
    assert!(matches!(inbox.outcome(), Some(Outcome::Failed(error)) if error.partial.is_none()));
    let mut inbox = Inbox::new(Keeps::Read);
    inbox.absorb(Take::Items(start()));
    inbox.absorb(Take::Items(vec![Item::Failed(ErrorInfo::cancelled())]));
    assert!(matches!(inbox.outcome(), Some(Outcome::Failed(error)) if error.partial.is_none()));
}

#[test]
fn a_message_is_whole_when_its_last_event_was_handed_out() {
    let mut inbox = Inbox::new(Keeps::HandedOut);
    let mut items = start();
    items.push(text("ab"));
    items.extend(end());
    items.push(Item::End);
    inbox.absorb(Take::Items(items));
    assert!(inbox.whole_message().is_err(), "the host has not got it");
    inbox.hand_out();
    assert_eq!(inbox.whole_message().unwrap().text(), "ab");
}

#[test]
fn a_reader_of_texts_goes_on_with_events() {
    let mut inbox = Inbox::new(Keeps::Read);
    let mut items = start();
    items.extend(["a", "b"].map(text));
    items.extend(end());
    inbox.absorb(Take::Items(items));
    inbox.hand_out();
    let rest = inbox.unread(1);
    assert_eq!((rest.len(), rest[0].text().as_deref()), (4, Some("b")));
    assert_eq!(text_of(inbox.snapshot(0).unwrap()).unwrap(), "a");
    assert_eq!(text_of(inbox.snapshot(1).unwrap()).unwrap(), "ab");
    assert_eq!(inbox.unread(0).len(), 0);
    assert_eq!(inbox.finished().unwrap().unwrap().text(), "ab");
}
