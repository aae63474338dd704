//! Hooks of a host's program: each is asked through the operation that runs, as for credentials (decision 0022), and
//! returns its result as JSON.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use parlour::setting::spelled;
use parlour::{Telemetry, nearest};
use serde::Serialize;

pub use parlour::{
    CallEnd, Hook, HookAction, HookAnswer, HookCall, HookFailure, HookFuture, HookPoints, HookRetry,
    RequestView,
};

use crate::info::ErrorInfo;
use crate::settings::{Headers, Member, Text, Value, members};

/// A part of what a hook wants, or why it cannot be.
pub type Made<T> = parlour::Result<T>;

/// A hook as its host describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostHook {
    /// Its name in errors.
    pub name: String,
    /// The methods that it has.
    pub points: HookPoints,
    /// Whether its `on_end` gets the telemetry of the call.
    pub telemetry: bool,
}

impl HostHook {
    /// A hook with these methods: some of `on_call`, `on_attempt`, `on_failure` and `on_end`; `telemetry` beside the
    /// last has it get the telemetry of the call, and `chunk_times` with the time of each chunk.
    ///
    /// # Errors
    /// Kind `Config` for another name, and if there is none.
    pub fn new<'m>(name: String, methods: impl IntoIterator<Item = &'m str>) -> Result<HostHook, ErrorInfo> {
        let (mut points, mut telemetry, mut chunk_times) = (HookPoints::default(), false, false);
        for method in methods {
            match method {
                TELEMETRY => {
                    telemetry = true;
                    continue;
                }
                CHUNK_TIMES => {
                    (telemetry, chunk_times) = (true, true);
                    continue;
                }
                _ => {}
            }
            let Some((_, point)) = METHODS.iter().find(|(known, _)| *known == method) else {
                return Err(ErrorInfo::about("hooks", &format!(": a hook has no method `{method}`")));
            };
            points = points.and(*point);
        }
        if points == HookPoints::default() {
            let all: Vec<_> = METHODS.iter().map(|(name, _)| spelled(name)).collect();
            let text = format!(": the hook {name} has none of the methods {}", all.join(", "));
            return Err(ErrorInfo::about("hooks", &text));
        }
        if chunk_times && points.has(HookPoints::END) {
            points = points.and(HookPoints::CHUNK_TIMES);
        }
        Ok(HostHook { name, points, telemetry })
    }
}

/// In a list of methods: what `on_end` gets has the telemetry of the call.
const TELEMETRY: &str = "telemetry";
/// And the telemetry has the time of each chunk of a stream.
const CHUNK_TIMES: &str = "chunk_times";
const METHODS: [(&str, HookPoints); 4] = [
    ("on_call", HookPoints::CALL),
    ("on_attempt", HookPoints::ATTEMPT),
    ("on_failure", HookPoints::FAILURE),
    ("on_end", HookPoints::END),
];

/// Which method of a hook is asked for its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookPoint {
    /// `on_call`
    Call,
    /// `on_attempt`
    Attempt,
    /// `on_failure`
    Failure,
}

/// The input of a hook.
#[derive(Debug)]
pub enum HookFacts {
    /// A call or an attempt that is about to be made.
    Before(Box<HookCall>),
    /// An attempt that failed.
    Failed {
        /// The attempt: 1 for the first.
        attempt: u32,
        /// Why it failed.
        error: ErrorInfo,
        /// The wait before the next attempt; `None` if the call ends.
        next_wait: Option<Duration>,
    },
}

/// The core waits for the result of a hook: reply with [`Op::answer_hook`](crate::Op::answer_hook) or
/// [`Op::fail_hook`](crate::Op::fail_hook).
#[derive(Debug)]
pub struct HookQuestion {
    /// The hook, by its place in the list of the client.
    pub hook: usize,
    /// Its method.
    pub point: HookPoint,
    /// What it is asked about.
    pub facts: HookFacts,
}

/// What a hook wants, at whichever point.
#[derive(Debug)]
pub(crate) enum HookReply {
    Before(HookAction),
    Failed(HookRetry),
}

/// The result of a hook, one JSON object (nothing and `null` are `{}`) beside the bytes of an answer's body. Before a
/// call or an attempt: `headers` (an object of text), `answer` (`{"status": …, "headers": {…}}`), `veto` (text); after
/// an attempt that failed: `retry_after_ms`, `retry` (false for no further attempt).
///
/// # Errors
/// One sentence that names what is wrong, and never repeats a value.
pub(crate) fn read(point: HookPoint, json: &[u8], body: Option<Bytes>) -> Result<HookReply, String> {
    let read = || match point {
        HookPoint::Call | HookPoint::Attempt => before(json, body).map(HookReply::Before),
        HookPoint::Failure => after(json).map(HookReply::Failed),
    };
    read().map_err(|error| error.message.clone())
}

fn fields<'j>(json: &'j [u8], what: &str, known: &[&str]) -> Result<Vec<Member<'j>>, ErrorInfo> {
    let mut given = members(json, what)?;
    if let Some(unknown) = given.iter().find(|member| !known.contains(&&*member.name)) {
        let spelt: Vec<_> = known.iter().map(|name| field(name)).collect();
        let meant = nearest(&unknown.name, spelt.iter().map(|name| &**name));
        let meant = meant.map(|name| format!(": did you mean `{name}`?")).unwrap_or_default();
        let name: String = unknown.name.chars().take(40).collect();
        return Err(ErrorInfo::config(format!("{what} has no `{name}`{meant}")));
    }
    given.retain(|member| member.value != "null");
    Ok(given)
}

/// A field as the users of the host language write it. The others have the names of settings, which are spelt
/// otherwise.
fn field(name: &str) -> Cow<'_, str> {
    if name.ends_with("_ms") { spelled(name) } else { Cow::Borrowed(name) }
}

fn before(json: &[u8], body: Option<Bytes>) -> Result<HookAction, ErrorInfo> {
    let mut action = HookAction::proceed();
    for member in fields(json, "the result of a hook", &["headers", "answer", "veto"])? {
        action = match &*member.name {
            "headers" => texts(&member)?.into_iter().try_fold(action, |action, (name, value)| {
                action.with_header(name, value.as_str()).map_err(ErrorInfo::from)
            })?,
            "answer" => action.answered(answer(member.value, body.clone())?),
            _ => action.refusing(Text::read(member.value, "veto")?.0.as_str()),
        };
    }
    Ok(action)
}

fn answer(json: &str, body: Option<Bytes>) -> Result<HookAnswer, ErrorInfo> {
    let given = fields(json.as_bytes(), "the answer of a hook", &["status", "headers"])?;
    let status = given.iter().find(|member| member.name == "status");
    let status = status.map_or(Ok(200), |status| u32::read(status.value, "status"))?;
    let answer = HookAnswer::new(u16::try_from(status).unwrap_or(0), body.unwrap_or_default())?;
    let Some(headers) = given.iter().find(|member| member.name == "headers") else { return Ok(answer) };
    texts(headers)?.into_iter().try_fold(answer, |answer, (name, value)| {
        answer.with_header(name, value.as_str()).map_err(ErrorInfo::from)
    })
}

fn after(json: &[u8]) -> Result<HookRetry, ErrorInfo> {
    let mut wanted = HookRetry::AsDecided;
    for member in fields(json, "the result of a hook", &["retry_after_ms", "retry"])? {
        wanted = match (&*member.name, member.value) {
            ("retry", "false") => HookRetry::Stop,
            ("retry", "true") => HookRetry::After(Duration::ZERO),
            ("retry", _) => return bool::read(member.value, "retry").map(|_| wanted),
            _ => return Duration::read(member.value, "retry_after_ms").map(HookRetry::After),
        };
    }
    Ok(wanted)
}

fn texts(member: &Member<'_>) -> Result<Vec<(String, String)>, ErrorInfo> {
    let headers = Headers::read(member.value, "headers of a hook")?.0;
    headers
        .into_iter()
        .map(|(name, value)| match value {
            Some(value) => Ok((name.to_string(), value.as_str().to_owned())),
            None => {
                Err(ErrorInfo::config("headers of a hook are text: leave out those that are not to be sent"))
            }
        })
        .collect()
}

/// The end of a call as JSON; with `telemetry` in it if that is wanted.
///
/// # Errors
/// Kind `Internal` if it cannot be written.
pub fn end_json(end: &CallEnd, telemetry: bool) -> Result<String, ErrorInfo> {
    #[derive(Serialize)]
    struct Whole<'e> {
        #[serde(flatten)]
        end: &'e CallEnd,
        #[serde(skip_serializing_if = "Option::is_none")]
        telemetry: Option<Telemetry<'e>>,
    }
    let whole = Whole { end, telemetry: telemetry.then(|| end.telemetry()) };
    let json = parlour::write_json(&whole).map_err(|error| ErrorInfo::internal(error.to_string()))?;
    String::from_utf8(json).map_err(|error| ErrorInfo::internal(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_what_is_wrong_is_named() {
        let read = |point, json: &str| read(point, json.as_bytes(), Some(Bytes::from_static(b"body")));
        for json in ["", "null", "{}", r#"{"headers": {"x-a": "b"}}"#, r#"{"answer": {"status": 404}}"#] {
            assert!(read(HookPoint::Call, json).is_ok(), "{json}");
        }
        for (json, wanted) in [
            ("", HookRetry::AsDecided),
            (r#"{"retry": false}"#, HookRetry::Stop),
            (r#"{"retry": true}"#, HookRetry::After(Duration::ZERO)),
            (r#"{"retry_after_ms": 1500}"#, HookRetry::After(Duration::from_millis(1500))),
        ] {
            let Ok(HookReply::Failed(retry)) = read(HookPoint::Failure, json) else { panic!("{json}") };
            assert_eq!(retry, wanted, "{json}");
        }
        for (point, json, named) in [
            (HookPoint::Call, r#"{"headrs": {}}"#, "did you mean `headers`"),
            (HookPoint::Call, r#"{"retry": true}"#, "no `retry`"),
            (HookPoint::Call, r#"{"answer": {"status": 99}}"#, "99"),
            (HookPoint::Call, r#"{"answer": "hidden"}"#, "JSON object"),
            (HookPoint::Attempt, r#"{"headers": {"x-a": "hid\nden"}}"#, "x-a"),
            (HookPoint::Attempt, r#"{"headers": {"x-a": null}}"#, "leave out"),
            (HookPoint::Attempt, r#"{"veto": 5}"#, "veto"),
            (HookPoint::Failure, r#"{"retry_after_ms": -1}"#, "retry_after_ms"),
            (HookPoint::Failure, r#"{"retry": "hidden"}"#, "retry"),
            (HookPoint::Failure, "[]", "JSON object"),
        ] {
            let error = read(point, json).unwrap_err();
            assert!(error.contains(named) && !error.contains("hid"), "{json}: {error}");
        }
    }

    #[test]
    fn a_hook_has_a_method() {
        assert!(HostHook::new("h".to_owned(), ["on_end", "on_call"]).unwrap().points.has(HookPoints::CALL));
        let timed = HostHook::new("h".to_owned(), ["on_end", "chunk_times"]).unwrap();
        assert!(timed.telemetry && timed.points == HookPoints::CHUNK_TIMES);
        let without = HostHook::new("h".to_owned(), ["on_call", "chunk_times"]).unwrap();
        assert_eq!(without.points, HookPoints::CALL);
        assert!(HostHook::new("h".to_owned(), []).is_err());
        assert!(HostHook::new("h".to_owned(), ["on_start"]).is_err());
    }
}
