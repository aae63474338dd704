//! HTTP/2 with prior knowledge or ALPN, through hyper: replies, pauses and stalls work per stream, resets and closes
//! end the whole connection. Header faults cannot be half here, so they are whole.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::sync::{Notify, mpsc};

use super::wire::{Rewind, Wire};
use crate::deliver::{Finish, Framing, Head, Plan, Step};
use crate::fields;
use crate::record::{Origin, Request};
use crate::router;
use crate::state::ServerState;

/// Streams one connection may hold at once; generous, as load tests put all of theirs on one.
const MAX_STREAMS: u32 = 4096;

/// Serves one connection to its end.
pub(crate) async fn serve<W: Wire>(wire: Rewind<W>, shared: &Arc<ServerState>, origin: Origin) {
    let end = Arc::new(End { reset: wire.reset_flag(), now: Notify::new() });
    let service = {
        let (shared, end) = (Arc::clone(shared), Arc::clone(&end));
        hyper::service::service_fn(move |incoming| {
            answer(incoming, Arc::clone(&shared), Arc::clone(&end), origin)
        })
    };
    let connection = hyper::server::conn::http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .serve_connection(TokioIo::new(wire), service);
    tokio::select! {
        // The way a connection ends is the client's affair; broken plans were counted where they broke.
        _ = connection => {}
        () = end.now.notified() => {}
    }
}

/// The emergency exit of a connection.
struct End {
    reset: Arc<AtomicBool>,
    now: Notify,
}

impl End {
    fn take(&self, finish: Finish) {
        if matches!(finish, Finish::Reset | Finish::EndThenReset) {
            self.reset.store(true, Ordering::SeqCst);
        }
        self.now.notify_one();
    }
}

async fn answer(
    incoming: http::Request<Incoming>,
    shared: Arc<ServerState>,
    end: Arc<End>,
    origin: Origin,
) -> Result<http::Response<Pieces>, Infallible> {
    let request = match read(incoming, origin).await {
        Some(request) => request,
        // The client broke off its own request; this is not seen.
        None => return Ok(http::Response::new(Pieces::none())),
    };
    let head_only = request.method == "HEAD";
    let plan = router::respond(&shared, request);
    shared.wait(Some(plan.delay), None).await;
    shared.begin(&plan);
    let mut progress = Progress { shared, done: false };
    let broken = match plan.head {
        Head::Whole => None,
        // Bytes of HTTP/1 say nothing here: the connection ends as if it had been spoken to in another language.
        Head::Given => Some(Finish::Close),
        Head::Missing(finish) | Head::Half(finish) => Some(finish),
    };
    if let Some(finish) = broken {
        if finish != Finish::Stall {
            progress.done();
            end.take(finish);
        }
        // Either the connection is torn down under this, or the client gives up.
        return std::future::pending().await;
    }
    let mut builder = http::Response::builder().status(plan.status);
    for (name, value) in plan.headers.iter().filter(|(name, _)| !per_connection(name)) {
        builder = builder.header(name.as_str(), value.as_bytes());
    }
    let whole: usize = plan.steps.iter().map(|s| if let Step::Data(d) = s { d.len() } else { 0 }).sum();
    if plan.framing == Framing::Length(whole as u64) && plan.finish == Finish::End {
        builder = builder.header("content-length", whole);
    }
    let (tell, pieces) = mpsc::channel(1);
    if head_only || matches!(plan.status, 204 | 304) {
        progress.done();
    } else {
        tokio::spawn(carry_out(plan, tell, end, progress));
    }
    Ok(builder.body(Pieces(pieces)).unwrap_or_else(|_| http::Response::new(Pieces::none())))
}

fn per_connection(name: &str) -> bool {
    ["connection", "keep-alive", "transfer-encoding", "content-length", "upgrade"]
        .iter()
        .any(|n| n.eq_ignore_ascii_case(name))
}

async fn carry_out(plan: Plan, tell: mpsc::Sender<Bytes>, end: Arc<End>, mut progress: Progress) {
    for step in plan.steps {
        match step {
            Step::Data(data) => {
                if tell.send(data).await.is_err() {
                    return;
                }
            }
            Step::Pause(time) => {
                tokio::select! {
                    () = progress.shared.wait(Some(time), None) => {}
                    () = tell.closed() => return,
                }
            }
        }
    }
    if let Some(data) = plan.flood {
        while tell.send(data.clone()).await.is_ok() {}
        return;
    }
    match plan.finish {
        Finish::End => progress.done(),
        Finish::Stall => tell.closed().await,
        finish => {
            // Room in the channel means that the last piece was taken; one more turn of the runtime lets it be written.
            let _ = tell.reserve().await;
            tokio::task::yield_now().await;
            progress.done();
            end.take(finish);
        }
    }
}

async fn read(incoming: http::Request<Incoming>, origin: Origin) -> Option<Request> {
    let (head, mut body) = incoming.into_parts();
    let headers = head
        .headers
        .iter()
        .map(|(name, value)| {
            (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
        })
        .collect();
    let mut request = Request {
        method: head.method.as_str().to_owned(),
        path: head.uri.path().to_owned(),
        query: head.uri.query().unwrap_or_default().to_owned(),
        headers,
        body: Vec::new(),
        oversize: false,
        http_version: "HTTP/2",
        origin,
        order: None,
    };
    if let Some(authority) = head.uri.authority() {
        fields::default(&mut request.headers, "host", authority.as_str());
    }
    let limit = router::body_limit(&request.path);
    while let Some(frame) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let Ok(data) = frame.ok()?.into_data() else { continue };
        if request.body.len() + data.len() > limit {
            request.oversize = true;
        } else {
            request.body.extend_from_slice(&data);
        }
    }
    Some(request)
}

/// Tells a reply that was sent as planned from one whose client went away: dropped unfinished, it counts as left early.
struct Progress {
    shared: Arc<ServerState>,
    done: bool,
}

impl Progress {
    fn done(&mut self) {
        self.done = true;
        self.shared.log.bump(&self.shared.log.answered);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if !self.done {
            self.shared.log.bump(&self.shared.log.closed_early);
        }
    }
}

/// A response body fed from a task.
struct Pieces(mpsc::Receiver<Bytes>);

impl Pieces {
    fn none() -> Self {
        Self(mpsc::channel(1).1)
    }
}

impl Body for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|bytes| Ok(Frame::data(bytes))))
    }
}
