//! The results of a batch: one JSON object a line, of any length, read as they arrive (protocol §8.4).

use std::borrow::Cow;
use std::fmt;

use bytes::Bytes;
use http::header::ACCEPT_ENCODING;

use crate::call::response::Head;
use crate::client::options::CallOptions;
use crate::client::raw::{ByteStream, RawCall};
use crate::error::scarce::Scarce;
use crate::error::{Error, ErrorKind, Result};
use crate::json::decode_lenient;
use crate::model::BatchResult;
use crate::resources::lines::{Line, Lines};
use crate::retry::Attempts;
use crate::setting::Setting;

/// The results of a batch as they arrive. One line is in memory at a time. Dropping it closes its connection if it was
/// not read to its end.
pub struct BatchResults {
    body: ByteStream,
    lines: Lines,
    longest: usize,
    ended: bool,
}

impl BatchResults {
    pub(super) async fn open(call: RawCall, options: CallOptions) -> Result<BatchResults> {
        let longest = call.client.shared.settings.sizes.max_response_bytes;
        // Results are not live like the stream of a message, so they can be compressed, to a tenth of their size.
        let options = match options.headers.contains_key(ACCEPT_ENCODING) {
            true => options,
            false => options.header(ACCEPT_ENCODING, "gzip"),
        };
        let body = call.with(options).open().await?;
        Ok(BatchResults { body, lines: Lines::default(), longest, ended: false })
    }

    /// The next result; `None` after the last one. Cancel-safe: nothing is lost if the future is dropped.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`] for a line that is no result, which is named by its number: the lines after it follow. Any
    /// other error ends the results: [`ErrorKind::Connection`] if they break off, [`ErrorKind::Timeout`] after a
    /// silence. Results returned before stay valid; request the results again for the rest.
    pub async fn next(&mut self) -> Option<Result<BatchResult>> {
        match self.next_line().await? {
            Ok(line) => Some(read(&line)),
            Err(error) => Some(Err(error)),
        }
    }

    /// The next result as JSON, for callers that build their own objects from it. Cancel-safe.
    ///
    /// # Errors
    /// Those of [`BatchResults::next`] that end the results.
    pub async fn next_json(&mut self) -> Option<Result<ResultJson>> {
        let line = match self.next_line().await? {
            Ok(line) => line,
            Err(error) => return Some(Err(error)),
        };
        Some(Ok(match serde_json::from_slice::<Shape<'_>>(&line.text) {
            Ok(_) => ResultJson::Whole(line.text),
            Err(error) => ResultJson::Broken(no_result(&line, error)),
        }))
    }

    async fn next_line(&mut self) -> Option<Result<Line>> {
        loop {
            match self.lines.next() {
                Ok(Some(line)) => return Some(Ok(line)),
                Ok(None) => {}
                Err(error) => {
                    self.ended = true;
                    let short = Scarce::Memory.error("a line of the results cannot be kept", &error);
                    return Some(Err(short.with_source(error)));
                }
            }
            if self.ended {
                return None;
            }
            if self.lines.held() > self.longest {
                self.ended = true;
                let what = format_args!("a line of the results has more than {} bytes", self.longest);
                return Some(Err(Error::too_large(what, Setting::MAX_RESPONSE_BYTES)));
            }
            match self.body.chunk().await {
                Ok(Some(chunk)) => self.lines.push(chunk),
                Ok(None) => {
                    self.ended = true;
                    if let Some(line) = self.lines.rest() {
                        return Some(whole(line));
                    }
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
        }
    }

    /// The head of the answer.
    #[must_use]
    pub fn head(&self) -> &Head {
        self.body.head()
    }

    /// How often the call was sent and how long it waited.
    #[must_use]
    pub fn attempts(&self) -> &Attempts {
        self.body.attempts()
    }
}

/// A line of the results, as returned by [`BatchResults::next_json`].
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultJson {
    /// A result: an object with a `custom_id` and a `result` that says its `type`.
    Whole(Bytes),
    /// An invalid line. The error, of kind [`ErrorKind::Decode`], names the line's number and has its text; further
    /// lines follow.
    Broken(Error),
}

/// The fields that every result has, read without decoding the rest.
#[derive(serde::Deserialize)]
struct Shape<'a> {
    #[serde(rename = "custom_id", borrow)]
    _custom_id: Cow<'a, str>,
    #[serde(rename = "result", borrow)]
    _result: Kind<'a>,
}

#[derive(serde::Deserialize)]
struct Kind<'a> {
    #[serde(rename = "type", borrow)]
    _kind: Cow<'a, str>,
}

fn read(line: &Line) -> Result<BatchResult> {
    decode_lenient(&line.text).map_err(|error| no_result(line, error))
}

fn no_result(line: &Line, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    let text = format!("line {} of the results is no result: {error}", line.number);
    Error::new(ErrorKind::Decode, text).with_body(line.text.clone()).with_source(error)
}

/// The last line may lack its end; if it is invalid JSON then, the body was cut, although its framing did not show it.
fn whole(line: Line) -> Result<Line> {
    match serde_json::from_slice::<serde::de::IgnoredAny>(&line.text) {
        Err(error) if error.is_eof() => {
            let text = format!(
                "the results were cut in the middle of line {}; what came before it is whole: ask for them again",
                line.number
            );
            Err(Error::new(ErrorKind::Connection, text).with_body(line.text).with_source(error))
        }
        _ => Ok(line),
    }
}

impl fmt::Debug for BatchResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchResults").field("head", self.head()).finish_non_exhaustive()
    }
}
