//! The peer all bounds are set against: raw reqwest and serde_json, put together with care by hand. It checks
//! the status and nothing else: no retries, no limits, no clocks, no typed errors.

use crate::Error;
use crate::decode;
use crate::driver::{DecodeTask, Peer, Seen};
use crate::meter::Line;
use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// Raw reqwest with one shared client.
#[derive(Clone, Debug)]
pub struct Raw {
    client: reqwest::Client,
    url: String,
}

/// reqwest as raw uses it.
///
/// # Errors
/// When reqwest cannot be set up.
pub fn client() -> Result<reqwest::Client, Error> {
    // The cryptography that ours uses, so that one library of it is built; another that is there stays.
    let _installed = rustls::crypto::ring::default_provider().install_default();
    Ok(reqwest::Client::builder().tcp_nodelay(true).no_proxy().build()?)
}

impl Raw {
    /// A peer for the service at `base`.
    ///
    /// # Errors
    /// When reqwest cannot be set up.
    pub fn open(base: &str) -> Result<Raw, Error> {
        Ok(Raw { client: client()?, url: format!("{base}/v1/messages") })
    }

    async fn post(&self, model: &str, stream: bool) -> Result<reqwest::Response, Error> {
        let messages = [Turn { role: "user", content: decode::PROMPT }];
        let body = serde_json::to_vec(&Request { model, max_tokens: 1024, messages, stream })?;
        let sent = self.client.post(&self.url).header("content-type", "application/json");
        let sent = sent.header("x-api-key", "bench-key").header("svc-version", "2023-06-01").body(body);
        Ok(sent.send().await?.error_for_status()?)
    }
}

impl Peer for Raw {
    async fn whole(&self, model: &str) -> Result<String, Error> {
        let bytes = self.post(model, false).await?.bytes().await?;
        let message: Message = serde_json::from_slice(&bytes)?;
        Ok(message.text())
    }

    async fn stream(&self, model: &str, seen: &mut Seen) -> Result<String, Error> {
        let mut response = self.post(model, true).await?;
        let (mut lines, mut assembled) = (Lines::default(), Assembled::default());
        while let Some(chunk) = response.chunk().await? {
            lines.push(&chunk, |data| {
                if assembled.take(serde_json::from_slice(data)?) {
                    seen.delta();
                }
                Ok(())
            })?;
        }
        assembled.finish()
    }

    fn decode(&self, task: &DecodeTask) -> Option<Result<Line, Error>> {
        let pass = |messages: &[Vec<Bytes>]| {
            let mut seen = (0, 0);
            for pieces in messages {
                let (mut lines, mut assembled) = (Lines::default(), Assembled::default());
                for piece in pieces {
                    lines.push(piece, |data| {
                        seen.0 += u64::from(assembled.take(serde_json::from_slice(data)?));
                        Ok(())
                    })?;
                }
                seen.1 += assembled.finish()?.len();
            }
            Ok(seen)
        };
        matches!(task.kind.as_str(), "decode" | "decode_text").then(|| decode::timed(task, pass))
    }
}

#[derive(Serialize)]
struct Request<'a> {
    model: &'a str,
    max_tokens: u32,
    messages: [Turn<'a>; 1],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stream: bool,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'a str,
    content: &'a str,
}

/// A whole answer, typed as anyone would type it.
#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "a typed parse reads what its user may want, not only what this user wants")]
struct Message {
    id: String,
    role: String,
    model: String,
    content: Vec<Block>,
    stop_reason: Option<String>,
    stop_sequence: Option<String>,
    usage: Usage,
}

impl Message {
    fn text(self) -> String {
        let mut text = String::new();
        for block in self.content {
            match block {
                Block::Text { text: piece } if text.is_empty() => text = piece,
                Block::Text { text: piece } => text.push_str(&piece),
                Block::Other => {}
            }
        }
        text
    }
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Block {
    Text {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "as Message")]
struct Usage {
    #[serde(default)]
    input_tokens: u64,
    output_tokens: u64,
}

/// One event, typed.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(dead_code, reason = "as Message")]
enum Event {
    MessageStart {
        message: Message,
    },
    ContentBlockStart {
        index: usize,
        content_block: Block,
    },
    ContentBlockDelta {
        index: usize,
        delta: Delta,
    },
    ContentBlockStop {
        index: usize,
    },
    MessageDelta {
        delta: Stop,
        usage: Usage,
    },
    MessageStop,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Delta {
    TextDelta {
        text: String,
    },
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
struct Stop {
    stop_reason: Option<String>,
}

/// The message as its events build it.
#[derive(Debug, Default)]
struct Assembled {
    message: Option<Message>,
    done: bool,
}

impl Assembled {
    /// Takes one event in; returns whether it was a text delta.
    fn take(&mut self, event: Event) -> bool {
        match (event, &mut self.message) {
            (Event::MessageStart { message }, slot) => *slot = Some(message),
            (Event::ContentBlockStart { content_block, .. }, Some(m)) => m.content.push(content_block),
            (Event::ContentBlockDelta { index, delta: Delta::TextDelta { text: piece } }, Some(m)) => {
                if let Some(Block::Text { text }) = m.content.get_mut(index) {
                    text.push_str(&piece);
                }
                return true;
            }
            (Event::MessageDelta { delta, usage }, Some(m)) => {
                m.stop_reason = delta.stop_reason;
                m.usage.output_tokens = usage.output_tokens;
            }
            (Event::MessageStop, _) => self.done = true,
            _ => {}
        }
        false
    }

    fn finish(self) -> Result<String, Error> {
        match self.message {
            Some(message) if self.done => Ok(message.text()),
            _ => Err("the stream ended early".into()),
        }
    }
}

/// Cuts chunks into lines and hands out the data lines. Whole lines are read where they are; only an
/// unfinished one is copied.
#[derive(Debug, Default)]
struct Lines {
    unfinished: Vec<u8>,
}

impl Lines {
    fn push(&mut self, chunk: &[u8], mut take: impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let mut rest = chunk;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or_default();
            if self.unfinished.is_empty() {
                data_of(line, &mut take)?;
            } else {
                self.unfinished.extend_from_slice(line);
                data_of(&self.unfinished, &mut take)?;
                self.unfinished.clear();
            }
        }
        self.unfinished.extend_from_slice(rest);
        Ok(())
    }
}

fn data_of(line: &[u8], take: &mut impl FnMut(&[u8]) -> Result<(), Error>) -> Result<(), Error> {
    match line.strip_prefix(b"data:") {
        Some(data) => take(data.strip_prefix(b" ").unwrap_or(data)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload;

    #[test]
    fn the_text_is_the_same_at_every_cut() {
        let all = payload::events("m", 13).concat().into_bytes();
        for size in 1..all.len() {
            let (mut lines, mut assembled, mut deltas) = (Lines::default(), Assembled::default(), 0);
            for piece in all.chunks(size) {
                lines
                    .push(piece, |data| {
                        deltas += u32::from(assembled.take(serde_json::from_slice(data)?));
                        Ok(())
                    })
                    .unwrap();
            }
            assert_eq!(deltas, 13);
            assert_eq!(assembled.finish().unwrap(), payload::text_of(13));
        }
    }

    #[test]
    fn a_stream_without_its_end_is_an_error() {
        assert!(Assembled::default().finish().is_err());
    }
}
