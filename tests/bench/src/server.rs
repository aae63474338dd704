//! The mock service: one thread, loopback, responses rendered once per model name and then only copied to the
//! socket. It checks nothing and must not know the client; the emulator is the faithful service.

use crate::Error;
use crate::payload::{Plan, Rendered, render_failure, render_stream, render_whole};
use memchr::memmem;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Largest request body taken, in bytes: room for the 20 MB of the memory test.
const MAX_BODY: usize = 64 << 20;

/// Serves a listener until the process ends. Must run inside a `LocalSet`.
///
/// # Errors
/// When the listener breaks.
pub async fn serve(listener: TcpListener) -> Result<(), Error> {
    let known = Rc::new(Known::default());
    loop {
        let (socket, _) = listener.accept().await?;
        socket.set_nodelay(true)?;
        let known = Rc::clone(&known);
        tokio::task::spawn_local(async move {
            // a client that goes away is no news for a mock
            let _ = connection(socket, &known).await;
        });
    }
}

#[derive(Default)]
struct Known {
    rendered: RefCell<HashMap<(String, bool), Rc<Rendered>>>,
    failed: RefCell<HashMap<String, u32>>,
}

impl Known {
    fn response(&self, model: &str, stream: bool) -> Rc<Rendered> {
        let plan = Plan::of(model);
        if plan.failures > 0 {
            let mut failed = self.failed.borrow_mut();
            let so_far = failed.entry(model.to_owned()).or_default();
            if *so_far < plan.failures {
                *so_far += 1;
                return Rc::new(render_failure());
            }
            *so_far = 0;
        }
        let mut rendered = self.rendered.borrow_mut();
        let made = rendered.entry((model.to_owned(), stream)).or_insert_with(|| {
            Rc::new(if stream { render_stream(&plan, model) } else { render_whole(&plan, model) })
        });
        Rc::clone(made)
    }
}

async fn connection(mut socket: TcpStream, known: &Known) -> std::io::Result<()> {
    let mut buffer = Vec::with_capacity(4 * 1024);
    while let Some(request) = read_request(&mut socket, &mut buffer).await? {
        let response = known.response(&request.model, request.stream);
        let delay = Duration::from_micros(Plan::of(&request.model).delay_us);
        let mut from = 0;
        for (i, &to) in response.cuts.iter().enumerate() {
            if !delay.is_zero() && response.paced.contains(&i) {
                tokio::time::sleep(delay).await;
            }
            socket.write_all(response.bytes.get(from..to).unwrap_or_default()).await?;
            from = to;
            if response.cuts.len() > 1 && delay.is_zero() {
                // the other streams get their turn after every event
                tokio::task::yield_now().await;
            }
        }
    }
    Ok(())
}

struct Request {
    model: String,
    stream: bool,
}

/// The next request of a connection; `None` when the client closed it between two requests. Bytes in the buffer after
/// the request (none, as no peer pipelines) are dropped.
async fn read_request(socket: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<Option<Request>> {
    buffer.clear();
    let head = loop {
        if let Some(at) = memmem::find(buffer, b"\r\n\r\n") {
            break at + 4;
        }
        if socket.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    };
    let length = content_length(buffer.get(..head).unwrap_or_default())?;
    buffer.reserve(head + length - buffer.len().min(head + length));
    while buffer.len() < head + length {
        if socket.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    }
    let body = buffer.get(head..).unwrap_or_default();
    let request = Request {
        model: string_after(body, b"\"model\":").unwrap_or("mock").to_owned(),
        stream: memmem::find(body, b"\"stream\":true").is_some(),
    };
    if buffer.capacity() > 1 << 20 {
        *buffer = Vec::with_capacity(4 * 1024);
    }
    Ok(Some(request))
}

fn content_length(head: &[u8]) -> std::io::Result<usize> {
    let refuse = |why: &str| std::io::Error::new(std::io::ErrorKind::InvalidData, why.to_owned());
    let head = std::str::from_utf8(head).map_err(|_| refuse("the head is not text"))?;
    let named = |line: &str, name: &str| {
        let (n, v) = line.split_once(':')?;
        n.eq_ignore_ascii_case(name).then(|| v.trim().to_owned())
    };
    if head.lines().any(|line| named(line, "transfer-encoding").is_some()) {
        return Err(refuse("this mock takes no chunked requests"));
    }
    let length = head.lines().find_map(|line| named(line, "content-length"));
    let length = length.map_or(Ok(0), |v| v.parse()).map_err(|_| refuse("content-length is no number"))?;
    if length > MAX_BODY { Err(refuse("the body is too large")) } else { Ok(length) }
}

/// The JSON string right after `key`, compact or with one space; enough for the requests of this benchmark.
fn string_after<'a>(body: &'a [u8], key: &[u8]) -> Option<&'a str> {
    let rest = body.get(memmem::find(body, key)? + key.len()..)?;
    let rest = rest.strip_prefix(b" ").unwrap_or(rest).strip_prefix(b"\"")?;
    std::str::from_utf8(rest.get(..memchr::memchr(b'"', rest)?)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_tells_its_model_and_whether_it_streams() {
        let body = br#"{"model":"mock-e3","stream":true}"#;
        assert_eq!(string_after(body, b"\"model\":"), Some("mock-e3"));
        assert_eq!(string_after(br#"{"model": "x"}"#, b"\"model\":"), Some("x"));
        assert_eq!(string_after(b"{}", b"\"model\":"), None);
    }

    #[test]
    fn lengths_that_cannot_be_served_are_refused() {
        assert_eq!(content_length(b"POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n").unwrap(), 12);
        assert_eq!(content_length(b"GET / HTTP/1.1\r\n\r\n").unwrap(), 0);
        assert!(content_length(b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n").is_err());
        assert!(content_length(b"POST / HTTP/1.1\r\ncontent-length: 99999999999\r\n\r\n").is_err());
    }

    #[test]
    fn a_model_with_failures_fails_that_often_and_then_answers_over_and_over() {
        let known = Known::default();
        let status = || {
            let bytes = known.response("mock-f2-s600", false).bytes.clone();
            String::from_utf8(bytes[9..12].to_vec()).unwrap()
        };
        let seen: Vec<String> = (0..6).map(|_| status()).collect();
        assert_eq!(seen, ["500", "500", "200", "500", "500", "200"]);
    }
}
