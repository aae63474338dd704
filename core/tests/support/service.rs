//! A service made of a bare listener, for tests of what crosses a connection.

use std::sync::Arc;

use parlour::clock::ScriptedClock;
use parlour::{Client, ClientBuilder};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};

/// A message that says "fine".
pub(crate) const MESSAGE: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"fine"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#;

/// A builder for whatever listens there, waiting by a clock that never really waits.
pub(crate) fn client_of(port: u16) -> ClientBuilder {
    Client::builder()
        .base_url(format!("http://127.0.0.1:{port}"))
        .api_key("test-key")
        .clock(Arc::new(ScriptedClock::new()))
}

pub(crate) async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Reads the head of a request; `None` if the client left.
pub(crate) async fn read_head(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(bytes).unwrap())
}

/// Reads one request with a body of known length; `None` if the client left.
pub(crate) async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let head = read_head(stream).await?;
    let mut body = vec![0; length_of(&head)];
    stream.read_exact(&mut body).await.ok()?;
    Some(head + &String::from_utf8(body).unwrap())
}

/// The length of the body, as the head states it.
pub(crate) fn length_of(head: &str) -> usize {
    let length = head.split("content-length: ").nth(1);
    length.map_or(0, |rest| rest.split("\r\n").next().unwrap().parse().unwrap())
}
