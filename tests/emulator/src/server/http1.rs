//! HTTP/1.x by hand, because a well-behaved server library cannot break in the middle of a header. Reads requests,
//! carries out plans; decides nothing about content.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::{Buf as _, Bytes, BytesMut};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::reason;
use super::wire::Wire;
use crate::deliver::{Finish, Framing, Head, Plan, Step};
use crate::fields::{self, Fields};
use crate::record::{Origin, Request};
use crate::router;
use crate::state::ServerState;
use crate::stranger;

/// Most bytes of a request head.
const MAX_HEAD: usize = 256 * 1024;
/// Most bytes read ahead while a reply is on its way.
const MAX_AHEAD: usize = 64 * 1024;
/// How long a connection is drained after an orderly close, so that unread input does not turn it into a reset.
const LINGER: Duration = Duration::from_secs(1);

/// How a connection goes on after a reply.
enum Outcome {
    Next,
    Close,
    Reset,
    /// The client went away first.
    Gone,
}

/// Why no request could be read.
enum Trouble {
    Gone,
    Malformed(u16, &'static str),
    /// The order says to break here.
    Broken(Box<Request>),
}

impl From<io::Error> for Trouble {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

/// Serves one connection to its end.
pub(crate) async fn serve<W: Wire>(
    mut wire: W,
    mut ahead: BytesMut,
    shared: &Arc<ServerState>,
    origin: Origin,
) {
    loop {
        let (request, asked) = match read_request(&mut wire, &mut ahead, shared, origin).await {
            Ok(request) => request,
            Err(Trouble::Gone) => return,
            Err(Trouble::Broken(request)) => {
                router::record_broken(shared, &request);
                return wire.reset_on_close();
            }
            Err(Trouble::Malformed(status, why)) => {
                let head = format!(
                    "HTTP/1.1 {status} {}\r\ncontent-type: text/plain\r\ncontent-length: {}\r\nconnection: \
                    close\r\n\r\n{why}",
                    reason(status),
                    why.len()
                );
                let _ = wire.write_all(head.as_bytes()).await;
                return close(wire, ahead).await;
            }
        };
        let plan = router::respond(shared, request);
        let mut peer = Peer { wire: &mut wire, ahead: &mut ahead, shared };
        let outcome = send(&mut peer, &plan, &asked).await.unwrap_or(Outcome::Gone);
        let counter =
            if matches!(outcome, Outcome::Gone) { &shared.log.closed_early } else { &shared.log.answered };
        shared.log.bump(counter);
        match outcome {
            Outcome::Next => {}
            Outcome::Close => return close(wire, ahead).await,
            Outcome::Reset => return wire.reset_on_close(),
            Outcome::Gone => return,
        }
    }
}

/// Sends FIN, then reads what still comes, for a while.
async fn close<W: Wire>(mut wire: W, mut ahead: BytesMut) {
    let _ = wire.shutdown().await;
    let drain = async {
        while wire.read_buf(&mut ahead).await.is_ok_and(|n| n > 0) {
            ahead.clear();
        }
    };
    let _ = tokio::time::timeout(LINGER, drain).await;
}

/// The parts of a request that determine the framing of the reply.
struct Asked {
    keep_alive: bool,
    old: bool,
    head_only: bool,
}

async fn read_request<W: Wire>(
    wire: &mut W,
    ahead: &mut BytesMut,
    shared: &ServerState,
    origin: Origin,
) -> Result<(Request, Asked), Trouble> {
    let (mut request, length) = loop {
        if let Some((request, taken)) = parse_head(ahead, origin)? {
            ahead.advance(taken);
            break request;
        }
        if ahead.len() > MAX_HEAD {
            return Err(Trouble::Malformed(431, "the header block is too large"));
        }
        if wire.read_buf(ahead).await? == 0 {
            return Err(Trouble::Gone);
        }
    };
    // Before its body is read, which may be large.
    if let Some((status, why)) = stranger::refused(&request) {
        return Err(Trouble::Malformed(status, why));
    }
    if length != Some(0) && fields::has_token(&request.headers, "expect", "100-continue") {
        wire.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    let limit = router::body_limit(&request.path);
    let mut taking = Taking { limit, left: router::broken_upload(shared, &mut request) };
    let read = match length {
        Some(length) => read_exactly(wire, ahead, &mut request, length, &mut taking).await,
        None => read_chunks(wire, ahead, &mut request, &mut taking).await,
    };
    match read {
        Err(Trouble::Gone) if taking.left == Some(0) => return Err(Trouble::Broken(Box::new(request))),
        other => other?,
    }
    let old = request.http_version == "HTTP/1.0";
    let keep_alive = if old {
        fields::has_token(&request.headers, "connection", "keep-alive")
    } else {
        !fields::has_token(&request.headers, "connection", "close")
    };
    let head_only = request.method == "HEAD";
    Ok((request, Asked { keep_alive, old, head_only }))
}

/// A request without body, the length of the body (none: chunked), and how many bytes the head took.
type Parsed = ((Request, Option<u64>), usize);

fn parse_head(bytes: &[u8], origin: Origin) -> Result<Option<Parsed>, Trouble> {
    let mut space = [httparse::EMPTY_HEADER; 256];
    let mut head = httparse::Request::new(&mut space);
    let taken = match head.parse(bytes) {
        Ok(httparse::Status::Complete(taken)) => taken,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Trouble::Malformed(400, "this is not HTTP/1.1")),
    };
    let headers: Fields = head
        .headers
        .iter()
        .map(|h| (h.name.to_owned(), String::from_utf8_lossy(h.value).into_owned()))
        .collect();
    let length = if fields::has_token(&headers, "transfer-encoding", "chunked") {
        None
    } else {
        let told = fields::first(&headers, "content-length").map_or(Ok(0), |text| text.trim().parse());
        Some(told.map_err(|_| Trouble::Malformed(400, "content-length is not a number"))?)
    };
    let target = head.path.unwrap_or("/");
    // Proxies send absolute targets.
    let target = match target.split_once("://") {
        Some((_, rest)) => rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/"),
        None => target,
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let request = Request {
        method: head.method.unwrap_or_default().to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers,
        body: Vec::new(),
        oversize: false,
        http_version: if head.version == Some(0) { "HTTP/1.0" } else { "HTTP/1.1" },
        origin,
        order: None,
    };
    Ok(Some(((request, length), taken)))
}

/// How much of a body is taken.
struct Taking {
    /// Bytes beyond it are discarded.
    limit: usize,
    /// The reading stops after so many bytes, if the order says so.
    left: Option<u64>,
}

/// Reads a body of known length. Bytes beyond the limit are read and discarded: the client gets its 413 instead of a
/// broken pipe.
async fn read_exactly<W: Wire>(
    wire: &mut W,
    ahead: &mut BytesMut,
    request: &mut Request,
    length: u64,
    taking: &mut Taking,
) -> Result<(), Trouble> {
    let mut left = length;
    while left > 0 {
        if taking.left == Some(0) {
            return Err(Trouble::Gone);
        }
        if ahead.is_empty() {
            ahead.reserve(MAX_AHEAD);
            if wire.read_buf(ahead).await? == 0 {
                return Err(Trouble::Gone);
            }
        }
        let most = left.min(taking.left.unwrap_or(u64::MAX));
        let here = ahead.split_to(ahead.len().min(usize::try_from(most).unwrap_or(usize::MAX)));
        left -= here.len() as u64;
        taking.left = taking.left.map(|left| left - here.len() as u64);
        keep(request, &here, taking.limit);
    }
    Ok(())
}

fn keep(request: &mut Request, bytes: &[u8], limit: usize) {
    if request.body.len() + bytes.len() > limit {
        request.oversize = true;
    } else {
        request.body.extend_from_slice(bytes);
    }
}

async fn read_chunks<W: Wire>(
    wire: &mut W,
    ahead: &mut BytesMut,
    request: &mut Request,
    taking: &mut Taking,
) -> Result<(), Trouble> {
    loop {
        let line = read_line(wire, ahead).await?;
        let digits = line.split(|b| *b == b';').next().unwrap_or_default();
        let size = std::str::from_utf8(digits).ok().and_then(|s| u64::from_str_radix(s.trim(), 16).ok());
        let size = size.ok_or(Trouble::Malformed(400, "a chunk has no size"))?;
        if size == 0 {
            // Trailers, up to the empty line.
            while !read_line(wire, ahead).await?.is_empty() {}
            return Ok(());
        }
        read_exactly(wire, ahead, request, size, taking).await?;
        read_line(wire, ahead).await?;
    }
}

async fn read_line<W: Wire>(wire: &mut W, ahead: &mut BytesMut) -> Result<Bytes, Trouble> {
    loop {
        if let Some(end) = ahead.iter().position(|b| *b == b'\n') {
            let mut line = ahead.split_to(end + 1).freeze();
            line.truncate(end);
            if line.last() == Some(&b'\r') {
                line.truncate(end - 1);
            }
            return Ok(line);
        }
        if ahead.len() > MAX_HEAD {
            return Err(Trouble::Malformed(400, "a line does not end"));
        }
        if wire.read_buf(ahead).await? == 0 {
            return Err(Trouble::Gone);
        }
    }
}

/// Carries out a plan. An error is a client that went away.
async fn send<W: Wire>(peer: &mut Peer<'_, W>, plan: &Plan, asked: &Asked) -> io::Result<Outcome> {
    if !plan.delay.is_zero() {
        peer.silence(Some(plan.delay)).await?;
    }
    peer.shared.begin(plan);
    let framing =
        if asked.old && plan.framing == Framing::Chunked { Framing::UntilClose } else { plan.framing };
    let stays = plan.keep_alive && asked.keep_alive && framing != Framing::UntilClose;
    let head = if plan.head == Head::Given { BytesMut::new() } else { head_bytes(plan, framing, stays) };
    match plan.head {
        Head::Whole | Head::Given => {}
        Head::Missing(finish) => return broken(peer, finish).await,
        Head::Half(finish) => {
            peer.wire.write_all(head.get(..head.len() / 2).unwrap_or_default()).await?;
            peer.wire.flush().await?;
            return broken(peer, finish).await;
        }
    }
    let bodiless = plan.head != Head::Given && (asked.head_only || matches!(plan.status, 204 | 304));
    let steps = if bodiless { &[][..] } else { plan.steps.as_slice() };
    let mut out = head;
    for step in steps {
        match step {
            Step::Pause(time) => {
                flush(peer.wire, &mut out).await?;
                peer.silence(Some(*time)).await?;
            }
            Step::Data(data) => {
                // The head travels with the first piece, as it does with real servers; further pieces by themselves.
                frame(&mut out, data, framing);
                flush(peer.wire, &mut out).await?;
            }
        }
    }
    flush(peer.wire, &mut out).await?;
    if let Some(data) = plan.flood.as_ref().filter(|_| !bodiless) {
        frame(&mut out, data, framing);
        return flood(peer.wire, &out).await;
    }
    if matches!(plan.finish, Finish::End | Finish::EndThenClose | Finish::EndThenReset) {
        if framing == Framing::Chunked && !bodiless {
            peer.wire.write_all(b"0\r\n\r\n").await?;
            peer.wire.flush().await?;
        }
        return Ok(match plan.finish {
            Finish::EndThenReset => Outcome::Reset,
            Finish::EndThenClose => Outcome::Close,
            _ if stays => Outcome::Next,
            _ => Outcome::Close,
        });
    }
    broken(peer, plan.finish).await
}

/// Sends this until the client leaves, which is the only end of it.
async fn flood<W: Wire>(wire: &mut W, data: &[u8]) -> io::Result<Outcome> {
    loop {
        wire.write_all(data).await?;
    }
}

async fn broken<W: Wire>(peer: &mut Peer<'_, W>, finish: Finish) -> io::Result<Outcome> {
    Ok(match finish {
        Finish::Reset | Finish::EndThenReset => Outcome::Reset,
        Finish::Stall => {
            peer.silence(None).await?;
            Outcome::Gone
        }
        Finish::End | Finish::EndThenClose | Finish::Close => Outcome::Close,
    })
}

fn head_bytes(plan: &Plan, framing: Framing, stays: bool) -> BytesMut {
    let mut head = format!("HTTP/1.1 {} {}\r\n", plan.status, reason(plan.status));
    for (name, value) in &plan.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    match framing {
        // These two statuses never have a body, so a length would be wrong.
        _ if matches!(plan.status, 204 | 304) => {}
        Framing::Chunked => head.push_str("transfer-encoding: chunked\r\n"),
        Framing::Length(length) => head.push_str(&format!("content-length: {length}\r\n")),
        Framing::UntilClose => {}
    }
    if !stays && !plan.silent_close && fields::first(&plan.headers, "connection").is_none() {
        head.push_str("connection: close\r\n");
    }
    head.push_str("\r\n");
    BytesMut::from(head.as_bytes())
}

fn frame(out: &mut BytesMut, data: &[u8], framing: Framing) {
    if framing == Framing::Chunked {
        out.extend_from_slice(format!("{:x}\r\n", data.len()).as_bytes());
        out.extend_from_slice(data);
        out.extend_from_slice(b"\r\n");
    } else {
        out.extend_from_slice(data);
    }
}

async fn flush<W: Wire>(wire: &mut W, out: &mut BytesMut) -> io::Result<()> {
    if !out.is_empty() {
        wire.write_all(out).await?;
        wire.flush().await?;
        out.clear();
    }
    Ok(())
}

/// The client while it is answered.
struct Peer<'a, W: Wire> {
    wire: &'a mut W,
    ahead: &'a mut BytesMut,
    shared: &'a ServerState,
}

impl<W: Wire> Peer<'_, W> {
    /// Waits (for ever without a time) while watching whether the client leaves; bytes that it sends meanwhile are
    /// kept.
    async fn silence(&mut self, time: Option<Duration>) -> io::Result<()> {
        let wait = self.shared.wait(time, self.wire.ends());
        tokio::pin!(wait);
        loop {
            tokio::select! {
                biased;
                () = &mut wait => return Ok(()),
                read = self.wire.read_buf(self.ahead), if self.ahead.len() < MAX_AHEAD => {
                    if read? == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
            }
        }
    }
}
