//! Skills and their versions (protocol §8.6), as far as a client sees them: nothing of them is executed. Under the name
//! of their beta they have the shapes of then: other names of fields, and versions that are named by their time.

use std::time::SystemTime;

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};
use crate::clock::rfc3339;
use crate::identity::Caller;
use crate::multipart::{self, Part};
use crate::page::{self, Query};
use crate::record::Request;
use crate::state::{ServerState, lock};

/// All skills, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Skills(Vec<Skill>);

#[derive(Debug)]
struct Skill {
    id: String,
    /// The name, which no version may change.
    slug: String,
    display: String,
    created: SystemTime,
    updated: SystemTime,
    latest: String,
    versions: Vec<Version>,
}

#[derive(Debug)]
struct Version {
    id: String,
    /// When it was made in microseconds since the epoch, no two of a skill alike: what named it in the beta.
    time: u128,
    description: String,
    created: SystemTime,
}

impl Version {
    fn stamp(&self) -> String {
        self.time.to_string()
    }

    /// Whether a path means this one.
    fn is(&self, named: &str, older: bool) -> bool {
        match older {
            true => self.stamp() == named,
            false => self.id == named,
        }
    }
}

impl Skill {
    fn to_json(&self, older: bool) -> Value {
        if older {
            let latest = self.versions.iter().find(|version| version.id == self.latest);
            return json!({
                "id": self.id,
                "type": "skill",
                "display_title": self.display,
                "latest_version": latest.map(Version::stamp),
                "source": "custom",
                "created_at": rfc3339(self.created),
                "updated_at": rfc3339(self.updated),
            });
        }
        json!({
            "id": self.id,
            "type": "skill",
            "display_name": self.display,
            "latest_version_id": self.latest,
            "source": {"type": "custom"},
            "created_at": rfc3339(self.created),
            "updated_at": rfc3339(self.updated),
        })
    }

    fn version_json(&self, version: &Version, older: bool) -> Value {
        if older {
            return json!({
                "id": version.id,
                "type": "skill_version",
                "skill_id": self.id,
                "version": version.stamp(),
                "directory": self.slug,
                "name": self.slug,
                "description": version.description,
                "created_at": rfc3339(version.created),
            });
        }
        json!({
            "id": version.id,
            "type": "skill_version",
            "skill_id": self.id,
            "name": self.slug,
            "description": version.description,
            "created_at": rfc3339(version.created),
        })
    }
}

/// The metadata of an uploaded skill.
struct Upload {
    slug: String,
    title: Option<String>,
    description: String,
    display: Option<String>,
}

impl Upload {
    /// `name_field`: the form field of the display name, if one is allowed.
    fn read(request: &Request, name_field: Option<&'static str>) -> Result<Self, Refusal> {
        let parts = multipart::parts(request)?;
        let mut display = None;
        let mut files = Vec::new();
        for part in &parts {
            match part.name.as_str() {
                "files[]" => files.push(part),
                field if name_field == Some(field) => {
                    let name = part.text()?;
                    if name.is_empty() || name.chars().count() > 255 {
                        return Err(Refusal::at(field, "1 to 255 characters"));
                    }
                    display = Some(name.to_owned());
                }
                other => return Err(Refusal::at(other, "extra inputs are not permitted")),
            }
        }
        let sheet = sheet(&files)?;
        let text = sheet.text()?.replace("\r\n", "\n");
        let wrong = |what: &str| Refusal::at("files[]", format!("SKILL.md: {what}"));
        let matter = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---"));
        let (matter, _) = matter.ok_or_else(|| wrong("front matter between two lines of --- is required"))?;
        let field = |name: &str| {
            matter.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                (key.trim() == name).then(|| value.trim().trim_matches(['"', '\'']).to_owned())
            })
        };
        let slug = field("name").filter(|name| is_slug(name));
        let slug = slug.ok_or_else(|| wrong("name: lower case letters, digits and hyphens"))?;
        let description = field("description").filter(|text| !text.is_empty());
        let description = description.ok_or_else(|| wrong("description: this field is required"))?;
        Ok(Self { slug, title: field("display_name"), description, display })
    }
}

/// The `SKILL.md` of the one top directory that all files share.
fn sheet<'a>(files: &[&'a Part]) -> Result<&'a Part, Refusal> {
    let wrong = |what: &str| Refusal::at("files[]", what);
    let mut top: Option<&str> = None;
    let mut sheet = None;
    for part in files {
        let path = part.filename.as_deref().unwrap_or_default();
        let (folder, rest) = path.split_once('/').ok_or_else(|| wrong("each file needs a top directory"))?;
        if folder.is_empty() || rest.is_empty() || path.split('/').any(|s| matches!(s, "" | "." | "..")) {
            return Err(wrong("paths are relative and lead nowhere else"));
        }
        if *top.get_or_insert(folder) != folder {
            return Err(wrong("all files need the same top directory"));
        }
        if rest == "SKILL.md" {
            sheet = Some(*part);
        }
    }
    sheet.ok_or_else(|| wrong("the top directory must contain SKILL.md"))
}

fn is_slug(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

fn version(shared: &ServerState, upload: &Upload, created: SystemTime, before: &[Version]) -> Version {
    let now = created.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_micros();
    let last = before.iter().map(|version| version.time).max();
    let time = last.map_or(now, |last| now.max(last + 1));
    Version { id: shared.ids.id("skillver_"), time, description: upload.description.clone(), created }
}

/// A page of a list; in the beta it said besides whether there are more.
fn page(all: &[Value], query: &str, older: bool) -> Result<Answer, Refusal> {
    let mut page = page::by_usual_cursor(all, &Query::of(query))?;
    let more = page.get("next_page").is_some_and(Value::is_string);
    if let Some(fields) = page.as_object_mut().filter(|_| older) {
        fields.insert("has_more".to_owned(), json!(more));
    }
    Ok(Answer::json(200, &page))
}

/// `POST /v1/skills`.
pub(crate) fn create(shared: &ServerState, caller: &Caller, request: &Request) -> Result<Answer, Refusal> {
    let older = caller.older_skills;
    let upload = Upload::read(request, Some(if older { "display_title" } else { "display_name" }))?;
    let now = shared.clock.now();
    let first = version(shared, &upload, now, &[]);
    let display = upload.display.or(upload.title).unwrap_or_else(|| upload.slug.clone());
    let skill = Skill {
        id: shared.ids.id("skill_"),
        slug: upload.slug,
        display,
        created: now,
        updated: now,
        latest: first.id.clone(),
        versions: vec![first],
    };
    let answer = Answer::json(200, &skill.to_json(older));
    lock(&shared.skills).0.push(skill);
    Ok(answer)
}

/// `GET /v1/skills`, the newest first.
pub(crate) fn list(shared: &ServerState, caller: &Caller, query: &str) -> Result<Answer, Refusal> {
    let older = caller.older_skills;
    let wanted = Query::of(query).get("source").is_none_or(|source| source == "custom");
    let skills = lock(&shared.skills);
    let chosen = skills.0.iter().rev().filter(|_| wanted);
    let all: Vec<Value> = chosen.map(|skill| skill.to_json(older)).collect();
    page(&all, query, older)
}

/// `GET /v1/skills/{id}`.
pub(crate) fn get(shared: &ServerState, caller: &Caller, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| Ok(Answer::json(200, &skill.to_json(caller.older_skills))))
}

/// `DELETE /v1/skills/{id}`: its versions go first.
pub(crate) fn delete(shared: &ServerState, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| match skill.versions.is_empty() {
        true => Ok(()),
        false => Err(Refusal::bad(format!("The skill {id} still has versions; delete them first."))),
    })?;
    lock(&shared.skills).0.retain(|skill| skill.id != id);
    Ok(Answer::json(200, &json!({"id": id, "type": "skill_deleted"})))
}

/// `POST /v1/skills/{id}/versions`.
pub(crate) fn add_version(
    shared: &ServerState,
    caller: &Caller,
    request: &Request,
    id: &str,
) -> Result<Answer, Refusal> {
    let upload = Upload::read(request, None)?;
    let now = shared.clock.now();
    with(shared, id, |skill| {
        if skill.slug != upload.slug {
            let what = format!("SKILL.md: the name of this skill is {}, not {}", skill.slug, upload.slug);
            return Err(Refusal::at("files[]", what));
        }
        let version = version(shared, &upload, now, &skill.versions);
        let answer = Answer::json(200, &skill.version_json(&version, caller.older_skills));
        skill.latest.clone_from(&version.id);
        skill.updated = now;
        skill.versions.push(version);
        Ok(answer)
    })
}

/// `GET /v1/skills/{id}/versions`, the newest first.
pub(crate) fn versions(
    shared: &ServerState,
    caller: &Caller,
    id: &str,
    query: &str,
) -> Result<Answer, Refusal> {
    let older = caller.older_skills;
    with(shared, id, |skill| {
        let all: Vec<Value> = skill.versions.iter().rev().map(|v| skill.version_json(v, older)).collect();
        page(&all, query, older)
    })
}

/// `GET /v1/skills/{id}/versions/{version}`.
pub(crate) fn get_version(
    shared: &ServerState,
    caller: &Caller,
    id: &str,
    version: &str,
) -> Result<Answer, Refusal> {
    let older = caller.older_skills;
    with(shared, id, |skill| {
        let found = skill.versions.iter().find(|v| v.is(version, older));
        let found = found.ok_or_else(|| no_version(version))?;
        Ok(Answer::json(200, &skill.version_json(found, older)))
    })
}

/// `DELETE /v1/skills/{id}/versions/{version}`.
pub(crate) fn delete_version(
    shared: &ServerState,
    caller: &Caller,
    id: &str,
    version: &str,
) -> Result<Answer, Refusal> {
    with(shared, id, |skill| {
        let place = skill.versions.iter().position(|v| v.is(version, caller.older_skills));
        skill.versions.remove(place.ok_or_else(|| no_version(version))?);
        if let Some(last) = skill.versions.last() {
            skill.latest.clone_from(&last.id);
        }
        Ok(Answer::json(200, &json!({"id": version, "type": "skill_version_deleted"})))
    })
}

fn no_version(version: &str) -> Refusal {
    Refusal::not_found(format!("There is no version {version}."))
}

fn with<T>(
    shared: &ServerState,
    id: &str,
    work: impl FnOnce(&mut Skill) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut skills = lock(&shared.skills);
    let found = skills.0.iter_mut().find(|skill| skill.id == id);
    work(found.ok_or_else(|| Refusal::not_found(format!("There is no skill {id}.")))?)
}
