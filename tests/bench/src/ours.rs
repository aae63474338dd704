//! The client under test, used as its own documentation says. It must not use anything
//! a user could not, but for the two scenarios without sockets, which go through `parlour::testing`.

use crate::Error;
use crate::decode;
use crate::driver::{DecodeTask, Peer, Seen};
use crate::meter::Line;
use bytes::Bytes;
use parlour::{Client, MessageRequest};

/// The client's own default for the size of one event, in bytes.
const LARGEST_EVENT: usize = 64 << 20;

/// Decodes the pieces of one message and returns the deltas and the bytes of text in it.
type Pass = fn(&[Bytes]) -> Result<(u64, usize), Error>;

/// The parlour client.
#[derive(Clone, Debug)]
pub struct Ours {
    client: Client,
}

impl Ours {
    /// A peer for the service at `base`, with every default a user gets; `ca` is a PEM file to trust besides the
    /// system's certificates, or empty.
    ///
    /// # Errors
    /// When the client refuses its settings, or the file cannot be read.
    pub fn open(base: &str, ca: &str) -> Result<Ours, Error> {
        Ok(Ours { client: client(base, ca)? })
    }
}

/// A client for the service at `base`, as [`Ours::open`] has it.
///
/// # Errors
/// As for [`Ours::open`].
pub fn client(base: &str, ca: &str) -> Result<Client, Error> {
    let mut builder = Client::builder().base_url(base).api_key("bench-key");
    if !ca.is_empty() {
        builder = builder.add_root_certificate_pem(std::fs::read(ca)?);
    }
    Ok(builder.build()?)
}

impl Peer for Ours {
    async fn whole(&self, model: &str) -> Result<String, Error> {
        let request = MessageRequest::new(model, 1024).user(decode::PROMPT);
        Ok(self.client.messages().create(&request).await?.text())
    }

    async fn stream(&self, model: &str, seen: &mut Seen) -> Result<String, Error> {
        let request = MessageRequest::new(model, 1024).user(decode::PROMPT);
        let mut stream = self.client.messages().stream(&request).await?;
        while let Some(event) = stream.next().await {
            if event?.text().is_some() {
                seen.delta();
            }
        }
        Ok(stream.final_message().await?.text())
    }

    fn decode(&self, task: &DecodeTask) -> Option<Result<Line, Error>> {
        let pass: Pass = match task.kind.as_str() {
            // what is counted here is events and bytes of them: there is no text yet
            "frame_tag" => |pieces| {
                let frames = parlour::testing::frame_and_tag(pieces);
                Ok((frames as u64, pieces.iter().map(Bytes::len).sum()))
            },
            "decode_text" => |pieces| {
                let mut seen = (0, 0);
                parlour::testing::text_pieces(pieces, |text| seen = (seen.0 + 1, seen.1 + text.len()));
                Ok(seen)
            },
            "decode" => |pieces| {
                let (events, message) = parlour::testing::decode_all(pieces, LARGEST_EVENT);
                let deltas = events.iter().filter(|event| event.text().is_some()).count();
                Ok((deltas as u64, message?.text().len()))
            },
            _ => return None,
        };
        let all = |messages: &[Vec<Bytes>]| {
            messages.iter().try_fold((0, 0), |sum, pieces| {
                let seen = pass(pieces)?;
                Ok((sum.0 + seen.0, sum.1 + seen.1))
            })
        };
        Some(decode::timed(task, all))
    }
}
