//! The service of the rows: results that are made while they are sent, and bodies that are counted and let go of. One
//! thread for each connection.

use std::io::{BufRead as _, BufReader, BufWriter, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

use crate::Error;

/// The text of the longest result.
const LONGEST: usize = 5 << 20;

/// Serves until its input ends, and prints its address first.
///
/// # Errors
/// When it cannot listen.
pub(super) fn serve() -> Result<(), Error> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    std::io::stdout().write_all(format!("http://{}\n", listener.local_addr()?).as_bytes())?;
    thread::spawn(move || {
        for socket in listener.incoming().flatten() {
            thread::spawn(move || {
                // A client that goes away is no news.
                let _ = connection(socket);
            });
        }
    });
    // The parent process holds the other end.
    std::io::stdin().read_to_end(&mut Vec::new())?;
    Ok(())
}

fn connection(socket: TcpStream) -> std::io::Result<()> {
    socket.set_nodelay(true)?;
    let mut reader = BufReader::with_capacity(256 << 10, socket.try_clone()?);
    let mut writer = BufWriter::with_capacity(256 << 10, socket);
    let mut line = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
        let (mut length, mut chunked) = (0, false);
        loop {
            line.clear();
            reader.read_line(&mut line)?;
            let header = line.trim().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or_default();
            }
            chunked |= header.starts_with("transfer-encoding:");
        }
        let body = if chunked { chunks(&mut reader)? } else { Seen::default().read(&mut reader, length)? };
        answer(&mut writer, &path, body)?;
        writer.flush()?;
    }
}

/// The counts of a body.
#[derive(Default)]
struct Seen {
    bytes: u64,
    /// Requests of a batch: each has a `custom_id`, in which alone an underscore follows an `m`.
    requests: u64,
    last: u8,
    /// Zeros of a file: what is not of the form around it.
    zeros: u64,
}

impl Seen {
    fn read(mut self, reader: &mut impl std::io::BufRead, length: u64) -> std::io::Result<Seen> {
        let mut left = length;
        while left > 0 {
            let held = reader.fill_buf()?;
            if held.is_empty() {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let taken = held.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let part = held.get(..taken).unwrap_or_default();
            for at in memchr::memchr_iter(b'_', part) {
                let before = if at == 0 { Some(&self.last) } else { part.get(at - 1) };
                self.requests += u64::from(before == Some(&b'm'));
            }
            self.zeros += memchr::memchr_iter(0, part).count() as u64;
            self.last = part.last().copied().unwrap_or(self.last);
            reader.consume(taken);
            self.bytes += taken as u64;
            left -= taken as u64;
        }
        Ok(self)
    }
}

fn chunks(reader: &mut impl std::io::BufRead) -> std::io::Result<Seen> {
    let mut seen = Seen::default();
    let mut line = String::new();
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let size = u64::from_str_radix(line.trim(), 16).unwrap_or_default();
        seen = seen.read(reader, size)?;
        line.clear();
        reader.read_line(&mut line)?;
        if size == 0 {
            return Ok(seen);
        }
    }
}

fn answer(writer: &mut impl std::io::Write, path: &str, body: Seen) -> std::io::Result<()> {
    if let Some(id) =
        path.strip_prefix("/v1/messages/batches/msgbatch_").and_then(|id| id.strip_suffix("/results"))
    {
        return results(writer, id.parse().unwrap_or_default());
    }
    let count = body.requests;
    let path = path.split('?').next().unwrap_or_default();
    let json = match path {
        // A run looks for a batch of its own that it did not hear of.
        "/v1/messages/batches" if count == 0 => {
            r#"{"data":[],"has_more":false,"first_id":null,"last_id":null}"#.to_owned()
        }
        // Its results are as many.
        "/v1/messages/batches" => format!(
            r#"{{"id":"msgbatch_{count}","type":"message_batch","processing_status":"in_progress","request_counts":{{"processing":{count},"succeeded":0,"errored":0,"canceled":0,"expired":0}},"created_at":"2026-01-04T09:00:00Z","expires_at":"2026-01-05T09:00:00Z","ended_at":null,"results_url":null}}"#
        ),
        "/v1/files" => format!(
            r#"{{"id":"file_1","type":"file","filename":"a.bin","mime_type":"application/octet-stream","size_bytes":{},"created_at":"2026-02-01T10:00:00Z"}}"#,
            body.zeros
        ),
        path if path.starts_with("/v1/messages/batches/") => {
            let id = path.rsplit('/').next().unwrap_or_default();
            format!(
                r#"{{"id":"{id}","type":"message_batch","processing_status":"ended","request_counts":{{"processing":0,"succeeded":1,"errored":0,"canceled":0,"expired":0}},"created_at":"2026-01-04T09:00:00Z","ended_at":"2026-01-04T10:00:00Z","results_url":"/v1/messages/batches/{id}/results"}}"#
            )
        }
        _ => r#"{"id":"warm","type":"model","display_name":"Warm"}"#.to_owned(),
    };
    write!(
        writer,
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{json}",
        json.len()
    )
}

/// So many lines, of which one in the middle is long.
fn results(writer: &mut impl std::io::Write, lines: u64) -> std::io::Result<()> {
    let text = "The Elbe rises in the Giant Mountains and flows into the North Sea. ".repeat(6);
    let long = "x".repeat(LONGEST);
    let line = |at: u64, text: &str| {
        format!(
            concat!(
                r#"{{"custom_id":"request-{:06}","result":{{"type":"succeeded","message":{{"id":"msg_013Zva2CMHLNnXjNJJKq{:06}","type":"message","role":"assistant","#,
                r#""model":"svc-haiku-3-5","content":[{{"type":"text","text":"{}"}}],"stop_reason":"end_turn","stop_sequence":null,"#,
                r#""usage":{{"input_tokens":14,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":96,"service_tier":"batch"}}}}}}}}"#,
                "\n"
            ),
            at, at, text
        )
    };
    let length = (lines - 1) * line(0, &text).len() as u64 + line(0, &long).len() as u64;
    write!(
        writer,
        "HTTP/1.1 200 OK\r\ncontent-type: application/x-jsonl\r\ncontent-length: {length}\r\n\r\n"
    )?;
    for at in 0..lines {
        let text = if at == lines / 2 { &long } else { &text };
        writer.write_all(line(at, text).as_bytes())?;
    }
    Ok(())
}
