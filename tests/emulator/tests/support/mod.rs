//! A client of the emulator's own tests, through hyper.

use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use parlour_emulator::Emulator;
use serde_json::Value;
use tokio::net::TcpStream;

/// A reply read to its end.
pub(crate) struct Got {
    pub(crate) status: u16,
    pub(crate) headers: http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Got {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().unwrap())
    }

    /// The kind of an error, after checking the envelope.
    pub(crate) fn error(&self) -> (u16, String) {
        let body = self.json();
        assert_eq!(body["type"], "error");
        assert_eq!(body["request_id"], self.header("request-id"));
        (self.status, body["error"]["type"].as_str().unwrap().to_owned())
    }

    /// Events of a stream: name and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let text = std::str::from_utf8(&self.body).unwrap();
        assert!(text.ends_with("\n\n"), "{text}");
        let blocks = text.trim_end().split("\n\n");
        let event = |block: &str| {
            let (name, data) = block.split_once('\n').unwrap();
            let data = data.strip_prefix("data: ").unwrap();
            (name.strip_prefix("event: ").unwrap().to_owned(), serde_json::from_str(data).unwrap())
        };
        blocks.map(event).collect()
    }
}

/// A form of (name, filename, media type, text).
pub(crate) async fn form(emu: &Emulator, path: &str, parts: &[(&str, Option<&str>, &str)]) -> Got {
    form_with(emu, path, &[], parts).await
}

pub(crate) async fn form_with(
    emu: &Emulator,
    path: &str,
    extra: &[(&str, &str)],
    parts: &[(&str, Option<&str>, &str)],
) -> Got {
    let mut body = String::new();
    for (name, filename, text) in parts {
        let filename = filename.map(|f| format!("; filename=\"{f}\"")).unwrap_or_default();
        body.push_str(&format!(
            "--b\r\ncontent-disposition: form-data; name=\"{name}\"{filename}\r\ncontent-type: \
            text/plain\r\n\r\n{text}\r\n"
        ));
    }
    body.push_str("--b--\r\n");
    let mut headers = vec![("content-type", "multipart/form-data; boundary=b")];
    headers.extend(extra);
    call(emu, "POST", path, &headers, Some(&Value::String(body))).await
}

/// A request with the usual headers; `null` headers are left out.
pub(crate) async fn call(
    emu: &Emulator,
    method: &str,
    path: &str,
    extra: &[(&str, &str)],
    body: Option<&Value>,
) -> Got {
    let stream = TcpStream::connect(("127.0.0.1", emu.port())).await.unwrap();
    let (mut send, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let response = send.send_request(request(emu, method, path, extra, body)).await.unwrap();
    read(response).await
}

pub(crate) fn request(
    emu: &Emulator,
    method: &str,
    path: &str,
    extra: &[(&str, &str)],
    body: Option<&Value>,
) -> http::Request<Full<Bytes>> {
    let mut builder = http::Request::builder()
        .method(method)
        .uri(format!("{}{path}", emu.url()))
        .header("host", "localhost");
    let usual =
        [("x-api-key", emu.api_key()), ("svc-version", "2023-06-01"), ("content-type", "application/json")];
    for (name, value) in usual.into_iter().filter(|(name, _)| !extra.iter().any(|(n, _)| n == name)) {
        builder = builder.header(name, value);
    }
    for (name, value) in extra.iter().filter(|(_, value)| !value.is_empty()) {
        builder = builder.header(*name, *value);
    }
    let bytes = body.map(|b| b.as_str().map_or_else(|| b.to_string(), str::to_owned)).unwrap_or_default();
    builder.body(Full::from(bytes)).unwrap()
}

pub(crate) async fn read(response: http::Response<hyper::body::Incoming>) -> Got {
    let (head, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes().to_vec();
    Got { status: head.status.as_u16(), headers: head.headers, body }
}
