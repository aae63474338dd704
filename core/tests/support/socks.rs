//! A small SOCKS5 proxy (RFC 1928, RFC 1929).

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// The behaviour of the proxy for its clients.
#[derive(Clone, Copy)]
pub(crate) enum Rule {
    /// Leads everybody to this port of this machine.
    Open(u16),
    /// The same for clients with this user name and password.
    Guarded(u16, &'static str, &'static str),
    /// Answers with this code, which is not 0.
    Refusing(u8),
    /// Closes after the greeting.
    Leaving,
}

pub(crate) struct Socks {
    pub(crate) port: u16,
    /// The hosts and ports that were asked for; how they were written is kept.
    asked: Arc<Mutex<Vec<String>>>,
}

impl Socks {
    pub(crate) async fn start(rule: Rule) -> Socks {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, rule, Arc::clone(&seen)));
            }
        });
        Socks { port, asked }
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// Ends early if the client leaves.
async fn serve(mut client: TcpStream, rule: Rule, asked: Arc<Mutex<Vec<String>>>) -> Option<()> {
    let [_version, methods] = read(&mut client).await?;
    let mut offered = vec![0; methods.into()];
    client.read_exact(&mut offered).await.ok()?;
    if let Rule::Leaving = rule {
        asked.lock().unwrap().push("nothing".to_owned());
        return None;
    }
    if let Rule::Guarded(_, user, password) = rule {
        if !offered.contains(&2) {
            client.write_all(&[5, 0xff]).await.ok()?;
            return None;
        }
        client.write_all(&[5, 2]).await.ok()?;
        let [_version] = read(&mut client).await?;
        let good = text(&mut client).await? == user && text(&mut client).await? == password;
        client.write_all(&[1, u8::from(!good)]).await.ok()?;
        if !good {
            return None;
        }
    } else {
        client.write_all(&[5, 0]).await.ok()?;
    }
    let [_version, _connect, _reserved, kind] = read(&mut client).await?;
    let host = match kind {
        1 => Ipv4Addr::from(read::<4>(&mut client).await?).to_string(),
        3 => text(&mut client).await?,
        other => panic!("address type {other}"),
    };
    let port = u16::from_be_bytes(read(&mut client).await?);
    asked.lock().unwrap().push(format!("{host}:{port}"));
    let (code, to) = match rule {
        Rule::Open(port) | Rule::Guarded(port, ..) => (0, port),
        Rule::Refusing(code) => (code, 0),
        Rule::Leaving => return None,
    };
    client.write_all(&[5, code, 0, 1, 0, 0, 0, 0, 0, 0]).await.ok()?;
    if code == 0 {
        let mut service = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
        // Ends when either side hangs up; how does not matter here.
        let _ended = tokio::io::copy_bidirectional(&mut client, &mut service).await;
    }
    Some(())
}

async fn read<const N: usize>(client: &mut TcpStream) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    client.read_exact(&mut bytes).await.ok()?;
    Some(bytes)
}

/// Text with its length before it.
async fn text(client: &mut TcpStream) -> Option<String> {
    let [length] = read(client).await?;
    let mut bytes = vec![0; length.into()];
    client.read_exact(&mut bytes).await.ok()?;
    String::from_utf8(bytes).ok()
}
