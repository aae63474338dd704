//! The harness's own proxy, through raw sockets: it leads where it is asked to, asks for its password, and tells what
//! it saw.

#![allow(clippy::unwrap_used, reason = "a panic is the failure report")]

use parlour_conformance::json::Json;
use parlour_conformance::proxy::{Order, Proxy};
use parlour_emulator::{Emulator, Reply};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

async fn started(order: &str) -> Proxy {
    Proxy::start(Order::read(&Json::parse(order).unwrap()).unwrap()).await.unwrap()
}

async fn service() -> Emulator {
    let service = Emulator::start().await.unwrap();
    service.push(Reply::text(200, "reached").repeat(0));
    service
}

/// Writes each part after the answer to the one before has begun; gives all that came.
async fn talk(proxy: &Proxy, parts: &[&[u8]]) -> Vec<u8> {
    let mut stream = TcpStream::connect(proxy.address()).await.unwrap();
    let mut all = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        stream.write_all(part).await.unwrap();
        if i + 1 < parts.len() {
            stream.read_buf(&mut all).await.unwrap();
        }
    }
    stream.read_to_end(&mut all).await.unwrap();
    all
}

const GET: &str = "GET /v1/models HTTP/1.1\r\nhost: x.test\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn http_is_forwarded_and_tunnelled_whatever_the_host_is_called() {
    let (proxy, service) = (started(r#"{"speaks":"http"}"#).await, service().await);
    let target = format!("nowhere.example:{}", service.port());
    let forward = GET.replace("/v1", &format!("http://{target}/v1"));
    assert!(talk(&proxy, &[forward.as_bytes()]).await.ends_with(b"reached"));
    let connect = format!("CONNECT {target} HTTP/1.1\r\nhost: {target}\r\n\r\n");
    let answer = talk(&proxy, &[connect.as_bytes(), GET.as_bytes()]).await;
    assert!(answer.starts_with(b"HTTP/1.1 200") && answer.ends_with(b"reached"));
    let seen =
        format!(r#"[{{"how":"forward","target":"{target}"}},{{"how":"connect","target":"{target}"}}]"#);
    assert_eq!(proxy.seen().to_string(), seen);
}

#[tokio::test]
async fn a_password_is_asked_for_and_connections_are_refused_or_lost() {
    let proxy = started(r#"{"speaks":"http","user":"u","password":"p"}"#).await;
    assert!(talk(&proxy, &[b"CONNECT a:1 HTTP/1.1\r\n\r\n"]).await.starts_with(b"HTTP/1.1 407 "));
    let wrong = b"CONNECT a:1 HTTP/1.1\r\nProxy-Authorization: Basic dTp4\r\n\r\n";
    assert!(talk(&proxy, &[wrong]).await.starts_with(b"HTTP/1.1 407 "));
    assert!(proxy.seen().to_string().contains(r#""user":"u","password":"x""#));
    let refusing = started(r#"{"speaks":"http","refuse":403}"#).await;
    assert!(talk(&refusing, &[b"CONNECT a:1 HTTP/1.1\r\n\r\n"]).await.starts_with(b"HTTP/1.1 403 "));
    let losing = started(r#"{"speaks":"http","lose":1}"#).await;
    assert!(talk(&losing, &[b"CONNECT a:1 HTTP/1.1\r\n\r\n"]).await.is_empty());
}

#[tokio::test]
async fn socks_is_spoken() {
    let (proxy, service) =
        (started(r#"{"speaks":"socks5","user":"u","password":"p"}"#).await, service().await);
    let mut request = b"\x05\x01\x00\x03\x07nowhere".to_vec();
    request.extend(service.port().to_be_bytes());
    let answer = talk(&proxy, &[b"\x05\x02\x00\x02", b"\x01\x01u\x01p", &request, GET.as_bytes()]).await;
    assert!(answer.starts_with(b"\x05\x02\x01\x00\x05\x00") && answer.ends_with(b"reached"));
    let seen =
        format!(r#"[{{"how":"socks5","target":"nowhere:{}","user":"u","password":"p"}}]"#, service.port());
    assert_eq!(proxy.seen().to_string(), seen);
    assert_eq!(talk(&proxy, &[b"\x05\x01\x02", b"\x01\x01u\x01q"]).await, b"\x05\x02\x01\x01");
    assert_eq!(talk(&proxy, &[b"\x05\x01\x00"]).await, b"\x05\xff");
}
