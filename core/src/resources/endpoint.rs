//! The table of endpoints beside `messages` (protocol §8). Hosts generate their methods from it, so that no path is
//! written twice.

use bytes::Bytes;
use http::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};
use crate::model::{
    Deleted, FileInfo, MessageBatch, ModelInfo, RateLimitRule, Skill, SkillVersion, TokenCount,
};
use crate::resources::answer::read_as;
use crate::resources::pager::Paging;

/// Characters that a path segment may hold unescaped (RFC 3986 §2.3); everything else is escaped.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The media type of files and results.
pub(super) const BINARY: &str = "application/binary";

/// The shape of an endpoint's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// One JSON object.
    Object,
    /// A page of a list, with further pages by [`Paging`].
    Page(Paging),
    /// JSON Lines of any length.
    Lines,
    /// The bytes of a file.
    Bytes,
}

/// An endpoint of the service.
#[derive(Debug)]
#[non_exhaustive]
pub struct Endpoint {
    /// Its name in all languages: the resource and the method, `batches.create`.
    pub name: &'static str,
    /// The HTTP method.
    pub method: Method,
    /// The path below the base URL; `{…}` is the place of an id.
    pub path: &'static str,
    /// Whether a request has a body.
    pub has_body: bool,
    /// The shape of its answer.
    pub answer: Answer,
    /// Fields of a message request that this endpoint refuses, and that its calls therefore leave out.
    pub(super) leaves_out: &'static [&'static str],
    /// Whether a call may be repeated although its method is not idempotent: a repetition costs nothing and changes
    /// nothing.
    pub(super) repeatable: bool,
    /// Checks that a body is the endpoint's object, if it has one.
    check: Option<fn(&Bytes) -> Result<()>>,
}

const fn endpoint(
    name: &'static str,
    method: Method,
    path: &'static str,
    has_body: bool,
    answer: Answer,
) -> Endpoint {
    Endpoint { name, method, path, has_body, answer, leaves_out: &[], repeatable: false, check: None }
}

/// An endpoint that answers with a `T`.
const fn object<T: DeserializeOwned>(
    name: &'static str,
    method: Method,
    path: &'static str,
    has_body: bool,
) -> Endpoint {
    let mut made = endpoint(name, method, path, has_body, Answer::Object);
    made.check = Some(is_a::<T>);
    made
}

fn is_a<T: DeserializeOwned>(body: &Bytes) -> Result<()> {
    read_as::<T>(body).map(drop)
}

/// Parameters of a message request that a token count must not have (protocol §8.1).
const NOT_COUNTED: &[&str] = &[
    "max_tokens",
    "stream",
    "temperature",
    "top_p",
    "top_k",
    "metadata",
    "stop_sequences",
    "service_tier",
    "container",
    "inference_geo",
];

impl Endpoint {
    const fn leaving_out(mut self, fields: &'static [&'static str]) -> Endpoint {
        self.leaves_out = fields;
        self
    }

    const fn repeatable(mut self) -> Endpoint {
        self.repeatable = true;
        self
    }
}

const BY_ID: Answer = Answer::Page(Paging::ById);
const BY_PAGE: Answer = Answer::Page(Paging::ByPage);

/// All endpoints but `POST /v1/messages` itself and those that take files.
pub const ENDPOINTS: &[Endpoint] = &[
    object::<TokenCount>("messages.count_tokens", Method::POST, "/v1/messages/count_tokens", true)
        .leaving_out(NOT_COUNTED)
        .repeatable(),
    // generated: rows, from schema/openapi.yaml by `make generate`
    endpoint("models.list", Method::GET, "/v1/models", false, BY_ID),
    object::<ModelInfo>("models.get", Method::GET, "/v1/models/{model_id}", false),
    object::<MessageBatch>("batches.create", Method::POST, "/v1/messages/batches", true),
    endpoint("batches.list", Method::GET, "/v1/messages/batches", false, BY_ID),
    object::<MessageBatch>("batches.get", Method::GET, "/v1/messages/batches/{batch_id}", false),
    object::<Deleted>("batches.delete", Method::DELETE, "/v1/messages/batches/{batch_id}", false),
    object::<MessageBatch>("batches.cancel", Method::POST, "/v1/messages/batches/{batch_id}/cancel", false)
        .repeatable(),
    endpoint("batches.results", Method::GET, "/v1/messages/batches/{batch_id}/results", false, Answer::Lines),
    endpoint("files.list", Method::GET, "/v1/files", false, BY_PAGE),
    object::<FileInfo>("files.get", Method::GET, "/v1/files/{file_id}", false),
    object::<Deleted>("files.delete", Method::DELETE, "/v1/files/{file_id}", false),
    endpoint("files.content", Method::GET, "/v1/files/{file_id}/content", false, Answer::Bytes),
    endpoint("skills.list", Method::GET, "/v1/skills", false, BY_PAGE),
    object::<Skill>("skills.get", Method::GET, "/v1/skills/{skill_id}", false),
    object::<Deleted>("skills.delete", Method::DELETE, "/v1/skills/{skill_id}", false),
    endpoint("skills.versions.list", Method::GET, "/v1/skills/{skill_id}/versions", false, BY_PAGE),
    object::<SkillVersion>(
        "skills.versions.get",
        Method::GET,
        "/v1/skills/{skill_id}/versions/{version}",
        false,
    ),
    object::<Deleted>(
        "skills.versions.delete",
        Method::DELETE,
        "/v1/skills/{skill_id}/versions/{version}",
        false,
    ),
    endpoint("rate_limits.list", Method::GET, "/v1/organizations/rate_limits", false, BY_PAGE),
    endpoint(
        "rate_limits.workspace",
        Method::GET,
        "/v1/organizations/workspaces/{workspace_id}/rate_limits",
        false,
        BY_PAGE,
    ),
    object::<RateLimitRule>(
        "rate_limits.update",
        Method::POST,
        "/v1/organizations/workspaces/{workspace_id}/rate_limits/{rate_limit_id}",
        true,
    ),
    // end generated
];

/// Endpoints that take files: their bodies are not JSON, so they are not in [`ENDPOINTS`], from which hosts generate
/// methods.
const UPLOADS: &[Endpoint] = &[
    object::<FileInfo>("files.upload", Method::POST, "/v1/files", true),
    object::<Skill>("skills.create", Method::POST, "/v1/skills", true),
    object::<SkillVersion>("skills.versions.create", Method::POST, "/v1/skills/{skill_id}/versions", true),
];

impl Endpoint {
    /// The endpoint of this name: a row of [`ENDPOINTS`], or one that takes files (`files.upload`, `skills.create`,
    /// `skills.versions.create`), whose body is a form.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if there is none.
    pub fn named(name: &str) -> Result<&'static Endpoint> {
        ENDPOINTS
            .iter()
            .chain(UPLOADS)
            .find(|endpoint| endpoint.name == name)
            .ok_or_else(|| Error::config(format!("there is no endpoint named `{name}`")))
    }

    /// Whether its answers report deprecated models.
    pub(super) fn tells_of_models(&self) -> bool {
        matches!(self.name, "models.list" | "models.get")
    }

    /// The media type that a call accepts, if it is not JSON.
    pub(super) fn accept(&self) -> Option<&'static str> {
        matches!(self.answer, Answer::Lines | Answer::Bytes).then_some(BINARY)
    }

    /// Checks by type and id that the body is the object of this endpoint, and not another answer. An endpoint without
    /// such an object accepts any body.
    ///
    /// # Errors
    /// [`ErrorKind::Decode`](crate::ErrorKind::Decode) with the reason.
    pub fn verify(&self, body: &Bytes) -> Result<()> {
        self.check.map_or(Ok(()), |check| check(body))
    }

    /// The path with these ids, escaped so that an id cannot lead to another path.
    ///
    /// # Errors
    /// [`ErrorKind::Config`](crate::ErrorKind::Config) if an id is missing, empty, or one too many.
    pub fn path_of(&self, ids: &[&str]) -> Result<String> {
        let mut ids = ids.iter();
        let mut path = String::with_capacity(self.path.len() + 32);
        for segment in self.path.split('/').skip(1) {
            path.push('/');
            match segment.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(name) => match ids.next() {
                    Some(&"." | &"..") => {
                        return Err(Error::config(format!("{}: the {name} is no id", self.name)));
                    }
                    Some(id) if !id.is_empty() => path.extend(utf8_percent_encode(id, ESCAPED)),
                    _ => return Err(Error::config(format!("{}: the {name} is missing", self.name))),
                },
                None => path.push_str(segment),
            }
        }
        match ids.next() {
            None => Ok(path),
            Some(_) => Err(Error::config(format!("{}: more ids were given than it takes", self.name))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_stay_in_their_segment() {
        let get = Endpoint::named("batches.get").unwrap();
        assert_eq!(get.path_of(&["msgbatch_1"]).unwrap(), "/v1/messages/batches/msgbatch_1");
        assert_eq!(get.path_of(&["a/../b?c#d%2e"]).unwrap(), "/v1/messages/batches/a%2F..%2Fb%3Fc%23d%252e");
        for ids in [&[][..], &[""], &["."], &[".."], &["a", "b"]] {
            assert!(get.path_of(ids).is_err(), "{ids:?}");
        }
    }

    #[test]
    fn names_are_unique_and_lists_have_pages() {
        for (at, endpoint) in ENDPOINTS.iter().enumerate() {
            assert!(ENDPOINTS.iter().skip(at + 1).all(|other| other.name != endpoint.name), "{endpoint:?}");
            assert!(
                !endpoint.name.ends_with(".list") || matches!(endpoint.answer, Answer::Page(_)),
                "{endpoint:?}"
            );
        }
        assert!(Endpoint::named("batches.creat").is_err());
    }

    #[test]
    fn another_answer_passes_for_no_object() {
        for endpoint in ENDPOINTS.iter().chain(UPLOADS) {
            let wants = endpoint.answer == Answer::Object;
            for other in [&br#"{"ok":true}"#[..], br#"{"id":""}"#, b"[]", b"7", b"<html>"] {
                assert_eq!(endpoint.verify(&Bytes::from_static(other)).is_err(), wants, "{endpoint:?}");
            }
        }
        let get = Endpoint::named("models.get").unwrap();
        assert!(get.verify(&Bytes::from_static(br#"{"id":"a","new":1}"#)).is_ok());
    }

    /// A row of `schema/made/tables.json`.
    #[derive(Debug, PartialEq, Eq, serde::Deserialize)]
    struct Row {
        name: String,
        method: String,
        path: String,
        body: bool,
        answer: String,
    }

    #[test]
    fn the_table_is_that_of_the_schema() {
        #[derive(serde::Deserialize)]
        struct Made {
            endpoints: Vec<Row>,
        }
        let made = concat!(env!("CARGO_MANIFEST_DIR"), "/../schema/made/tables.json");
        let made: Made = serde_json::from_str(&std::fs::read_to_string(made).unwrap()).unwrap();
        let answer = |answer| match answer {
            Answer::Object => "object",
            Answer::Page(Paging::ById) => "id",
            Answer::Page(Paging::ByPage) => "page",
            Answer::Lines => "lines",
            Answer::Bytes => "bytes",
        };
        let here: Vec<Row> = ENDPOINTS
            .iter()
            .chain(UPLOADS)
            .map(|one| Row {
                name: one.name.to_owned(),
                method: one.method.to_string(),
                path: one.path.to_owned(),
                body: one.has_body,
                answer: answer(one.answer).to_owned(),
            })
            .collect();
        let there = made.endpoints;
        // Messages themselves are no row.
        assert_eq!(here.len() + 1, there.len());
        for row in &here {
            assert!(there.contains(row), "{row:?} is not in schema/openapi.yaml");
        }
    }
}
