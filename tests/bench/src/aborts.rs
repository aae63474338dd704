//! How soon an abort takes effect: of a call whose answer has not come, of a stream, and of the tools that a run waits
//! for.
//!
//! `python/aborts.py`, `node/aborts.mjs` and `c/aborts.c` measure the same rows for their languages. Of a call and a
//! stream the time ends when the service reads the end of the connection, of a tool when its function is cancelled. The
//! median of all rounds is held to the bound: time of the clock, for an idle machine. The tests show that an abort
//! takes effect, and measure nothing.

use std::io::{BufRead, BufReader, Read, Write, stdout};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crate::Error;
use crate::args::Args;
use parlour::{Client, MessageRequest, Tool, ToolCall, ToolError, Toolbox};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Within so much an abort takes effect.
const BOUND: Duration = Duration::from_millis(100);

/// A row that takes longer has hung.
const PATIENCE: Duration = Duration::from_secs(20);

const TOOL_USE: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"a","name":"wait","input":{}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":2}}"#;
const BEGIN: &str = "event: message_start\ndata: \
    {\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\
    \"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\
    \"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n";

/// Measures and prints all rows.
///
/// # Errors
/// When a call fails, something hangs, or a row breaks its bound.
pub fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["rounds"])?;
    let rounds = args.or("rounds", 20_usize)?.max(1);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut held = true;
    for (name, what) in
        [("abort_call", What::Call), ("abort_stream", What::Stream), ("abort_tool", What::Tool)]
    {
        let mut times = runtime.block_on(measured(what, rounds))?;
        times.sort_unstable();
        let (best, median) = (times.first().copied(), times.get(times.len() / 2).copied());
        let (best, median) = (best.unwrap_or_default(), median.unwrap_or(Duration::MAX));
        held &= median < BOUND;
        let verdict = if median < BOUND { "holds" } else { "BROKEN" };
        let line = format!("{name:<22} median {median:.2?}, best {best:.2?} (< {BOUND:?})  {verdict}\n");
        stdout().write_all(line.as_bytes())?;
    }
    if held { Ok(()) } else { Err("a row breaks its bound".into()) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Call,
    Stream,
    Tool,
}

async fn measured(what: What, rounds: usize) -> Result<Vec<Duration>, Error> {
    let (asked, mut is_asked) = unbounded_channel();
    let (ended, mut ends) = unbounded_channel();
    let of_tool = (what == What::Tool).then(|| Seen { begun: asked.clone(), told: ended.clone() });
    let of_service = (what != What::Tool).then_some(Seen { begun: asked, told: ended });
    let base = serve(what, of_service)?;
    let client = Client::builder().base_url(&base).api_key("bench-key").max_retries(0).build()?;
    let mut times = Vec::new();
    for _ in 0..rounds {
        let (client, of_tool) = (client.clone(), of_tool.clone());
        let task = tokio::spawn(async move { call(&client, what, of_tool).await });
        next(&mut is_asked).await?;
        // The client takes what there is.
        tokio::time::sleep(Duration::from_millis(5)).await;
        let begin = Instant::now();
        task.abort();
        let outcome = tokio::time::timeout(PATIENCE, task).await?;
        if !outcome.is_err_and(|error| error.is_cancelled()) {
            return Err("a call ended before it was aborted".into());
        }
        times.push(next(&mut ends).await?.saturating_duration_since(begin));
    }
    Ok(times)
}

/// Makes a call that does not end.
async fn call(client: &Client, what: What, seen: Option<Seen>) -> Result<(), Error> {
    let request = MessageRequest::new("m", 64).user("Wait.");
    match (what, seen) {
        (What::Tool, Some(seen)) => {
            client.messages().run_tools(request, waiting()?, seen)?.until_done().await?;
        }
        (What::Stream, _) => {
            let mut stream = client.messages().stream(request).await?;
            while let Some(event) = stream.next().await {
                event?;
            }
        }
        _ => drop(client.messages().create(request).await?),
    }
    Ok(())
}

async fn next(moments: &mut UnboundedReceiver<Instant>) -> Result<Instant, Error> {
    tokio::time::timeout(PATIENCE, moments.recv()).await?.ok_or_else(|| "the service ended".into())
}

/// Channels for the time of the beginning and of the end.
#[derive(Clone)]
struct Seen {
    begun: UnboundedSender<Instant>,
    told: UnboundedSender<Instant>,
}

/// Sends the time when it is dropped: when its function was aborted, or its connection has ended.
struct Told(UnboundedSender<Instant>);

impl Drop for Told {
    fn drop(&mut self) {
        // Nobody waits any more once the rows are measured.
        self.0.send(Instant::now()).ok();
    }
}

fn waiting() -> Result<Toolbox<Seen>, Error> {
    let tool = Tool::new("wait", "Waits.", r#"{"type":"object"}"#)?;
    let wait = |_: ToolCall, seen: Seen| async move {
        let _told = Told(seen.told);
        seen.begun.send(Instant::now()).ok();
        std::future::pending::<()>().await;
        Ok::<_, ToolError>("late")
    };
    Ok(Toolbox::new().add_raw(tool, wait)?)
}

/// A service on threads of its own: its reports do not wait for the runtime of the client. Gives its address.
fn serve(what: What, seen: Option<Seen>) -> Result<String, Error> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base = format!("http://{}", listener.local_addr()?);
    std::thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let seen = seen.clone();
            // A connection that breaks off has ended as well.
            std::thread::spawn(move || answer(stream, what, seen.as_ref()).ok());
        }
    });
    Ok(base)
}

/// Answers what a connection asks, and waits for its end.
fn answer(mut stream: TcpStream, what: What, seen: Option<&Seen>) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        if let Some(text) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = text.trim().parse().unwrap_or(0);
        }
        if !line.trim().is_empty() {
            continue;
        }
        reader.read_exact(&mut vec![0; length])?;
        match what {
            What::Call => {}
            What::Stream => {
                write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n{BEGIN}")?
            }
            What::Tool => write!(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{TOOL_USE}",
                TOOL_USE.len()
            )?,
        }
        if let Some(seen) = seen {
            let _told = Told(seen.told.clone());
            seen.begun.send(Instant::now()).ok();
            reader.read_to_end(&mut Vec::new())?;
            return Ok(());
        }
    }
}
