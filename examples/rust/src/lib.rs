//! Shared by the examples: a client of the service that the environment names, or else of an emulator started in this
//! process.

/// The Rust blocks of the pages and READMEs, as doctests: what is shown compiles.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../core/README.md")]
    struct Core;
    #[doc = include_str!("../../../tests/emulator/README.md")]
    struct Emulator;
    #[doc = include_str!("../../../docs/guides/first-call.md")]
    struct FirstCall;
    #[doc = include_str!("../../../docs/guides/streaming.md")]
    struct Streaming;
    #[doc = include_str!("../../../docs/guides/tools.md")]
    struct Tools;
    #[doc = include_str!("../../../docs/guides/structured-answers.md")]
    struct StructuredAnswers;
    #[doc = include_str!("../../../docs/guides/conversations.md")]
    struct Conversations;
    #[doc = include_str!("../../../docs/guides/files.md")]
    struct Files;
    #[doc = include_str!("../../../docs/guides/resources.md")]
    struct Resources;
    #[doc = include_str!("../../../docs/guides/telemetry.md")]
    struct Telemetry;
    #[doc = include_str!("../../../docs/guides/testing.md")]
    struct Testing;
    #[doc = include_str!("../../../docs/languages/rust.md")]
    struct Rust;
}

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use parlour::service::{ServiceError, discover, models};
use parlour::{Client, ErrorKind};
use parlour_emulator::{Emulator, Limits};

/// Anything that can end an example.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Names the model to use; otherwise the balanced one of the service.
pub const MODEL: &str = "PARLOUR_MODEL";

/// Time between the events of the emulator's streams, so that a reader sees them come.
const PACE: Duration = Duration::from_millis(40);

/// A service to talk to.
pub struct Connection {
    /// A client of it.
    pub client: Client,
    /// The id of a model it has.
    pub model: String,
    /// Kept for as long as it is needed: the emulator stops when this is dropped.
    emulator: Option<Emulator>,
}

impl Connection {
    /// The emulator, if this is not a real service.
    #[must_use]
    pub fn emulator(&self) -> Option<&Emulator> {
        self.emulator.as_ref()
    }

    /// One line that says who answers; no secret is in it.
    #[must_use]
    pub fn describe(&self) -> String {
        let what = match self.emulator {
            Some(_) => "the emulator in this process (no key is set)",
            None => self.client.vendor(),
        };
        format!("{what} at {}, model {}", self.client.base_url(), self.model)
    }
}

/// Connects to the service that the environment names; without one, starts an emulator and connects to that.
///
/// `PARLOUR_API_KEY` (or `PARLOUR_AUTH_TOKEN`) with `PARLOUR_BASE_URL` and `PARLOUR_VENDOR`, or the variables of a
/// built-in preset, choose a service; `PARLOUR_MODEL` chooses the model.
///
/// # Errors
/// The environment is contradictory, or the emulator finds no port.
pub async fn connect() -> Result<Connection, Failure> {
    let found = match discover(&variable) {
        Ok(found) => found,
        // A program with an address wants that service: the error says that the key is missing.
        Err(ServiceError::NoCredential) if variable(parlour::service::discover::BASE_URL).is_none() => {
            let mut connection = emulated().await?;
            connection.model = variable(MODEL).unwrap_or(connection.model);
            return Ok(connection);
        }
        Err(error) => return Err(error.into()),
    };
    let model = variable(MODEL).unwrap_or_else(|| found.service.model(models::SONNET_4_5));
    Ok(Connection { client: Client::from_env()?, model, emulator: None })
}

/// Starts an emulator with small rate limits, so that they can be seen to shrink, and connects to it.
///
/// # Errors
/// It finds no port.
pub async fn emulated() -> Result<Connection, Failure> {
    let emulator = Emulator::builder().pace(PACE).limits(Limits::per_minute(50, 40_000)).start().await?;
    let client =
        Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).vendor("svc").build()?;
    Ok(Connection { client, model: parlour::models::SONNET_4_5.to_owned(), emulator: Some(emulator) })
}

/// A variable of the environment that says something.
#[must_use]
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Turns the end of an example into an exit code: 0, or 1 with a sentence on stderr about what to do.
///
/// A reader that went away (`demo | head`) is no failure.
#[must_use]
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else { return ExitCode::SUCCESS };
    if failure.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    #[allow(clippy::print_stderr, reason = "an example tells the person at the terminal why it stopped")]
    {
        eprintln!("error: {failure}");
        if let Some(hint) = failure.downcast_ref::<parlour::Error>().and_then(|error| hint(error.kind())) {
            eprintln!("hint: {hint}");
        }
    }
    ExitCode::FAILURE
}

/// A bar of 20 characters, filled as far as the work has come.
#[must_use]
pub fn bar(done: u64, total: u64) -> String {
    let filled = (done.min(total) * 20).checked_div(total).unwrap_or(20) as usize;
    format!("{:<20}", "#".repeat(filled))
}

/// Advice for a person at a terminal, where the advice of the error itself is for programs.
fn hint(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::Authentication | ErrorKind::PermissionDenied => {
            "PARLOUR_API_KEY (or the preset's variable) holds another key than this service knows; unset it to use the \
            emulator"
        }
        ErrorKind::NotFound => "set PARLOUR_MODEL to a model of this service, and check PARLOUR_BASE_URL",
        ErrorKind::Connection | ErrorKind::Timeout => {
            "is the service at PARLOUR_BASE_URL up? unset the variable to use the emulator"
        }
        ErrorKind::Decode | ErrorKind::ApiStatus => {
            "is PARLOUR_BASE_URL the address that /v1/messages belongs under?"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_emulator_answers_where_nothing_is_configured() {
        let connection = emulated().await.unwrap();
        let request = parlour::MessageRequest::new(&connection.model, 50).user("Say hello");
        let reply = connection.client.messages().create(&request).await.unwrap();
        assert_eq!(reply.text(), "hello");
        let key = connection.emulator().unwrap().api_key();
        assert!(!connection.describe().contains(key));
    }

    #[test]
    fn a_bar_is_as_full_as_the_work_has_come() {
        for (done, total, filled) in [(0, 4, 0), (1, 4, 5), (4, 4, 20), (9, 4, 20), (0, 0, 20)] {
            let bar = bar(done, total);
            assert_eq!((bar.trim_end().len(), bar.len()), (filled, 20), "{done} of {total}");
        }
    }

    #[test]
    fn a_reader_that_left_is_no_failure() {
        let gone = std::io::Error::from(std::io::ErrorKind::BrokenPipe);
        assert_eq!(exit(Err(gone.into())), ExitCode::SUCCESS);
        assert_eq!(exit(Err("no".into())), ExitCode::FAILURE);
        assert_eq!(exit(Ok(())), ExitCode::SUCCESS);
    }
}
