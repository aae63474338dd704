//! Skills and their versions (protocol §8.6), as far as a client sees them: nothing of them is executed.

use std::time::SystemTime;

use serde_json::{Value, json};

use crate::answer::{Answer, Refusal};
use crate::clock::rfc3339;
use crate::multipart::{self, Part};
use crate::page::{self, Query};
use crate::record::Request;
use crate::state::{Shared, lock};

/// All skills, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Skills(Vec<Skill>);

#[derive(Debug)]
struct Skill {
    id: String,
    /// What no version may change.
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
    description: String,
    created: SystemTime,
}

impl Skill {
    fn to_json(&self) -> Value {
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

    fn version_json(&self, version: &Version) -> Value {
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

/// What an upload says of itself.
struct Upload {
    slug: String,
    title: Option<String>,
    description: String,
    display: Option<String>,
}

impl Upload {
    fn read(request: &Request, may_have_name: bool) -> Result<Self, Refusal> {
        let parts = multipart::parts(request)?;
        let mut display = None;
        let mut files = Vec::new();
        for part in &parts {
            match part.name.as_str() {
                "files[]" => files.push(part),
                "display_name" if may_have_name => {
                    let name = part.text()?;
                    if name.is_empty() || name.chars().count() > 255 {
                        return Err(Refusal::at("display_name", "1 to 255 characters"));
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
fn sheet<'a>(files: &[&'a Part<'a>]) -> Result<&'a Part<'a>, Refusal> {
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

fn version(shared: &Shared, upload: &Upload, now: SystemTime) -> Version {
    Version { id: shared.ids.id("skillver_"), description: upload.description.clone(), created: now }
}

/// `POST /v1/skills`.
pub(crate) fn create(shared: &Shared, request: &Request) -> Result<Answer, Refusal> {
    let upload = Upload::read(request, true)?;
    let now = shared.clock.now();
    let first = version(shared, &upload, now);
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
    let answer = Answer::json(200, &skill.to_json());
    lock(&shared.skills).0.push(skill);
    Ok(answer)
}

/// `GET /v1/skills`, the newest first.
pub(crate) fn list(shared: &Shared, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    let wanted = query.get("source").is_none_or(|source| source == "custom");
    let skills = lock(&shared.skills);
    let all: Vec<Value> = skills.0.iter().rev().filter(|_| wanted).map(Skill::to_json).collect();
    Ok(Answer::json(200, &page::by_usual_cursor(&all, &query)?))
}

/// `GET /v1/skills/{id}`.
pub(crate) fn get(shared: &Shared, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| Ok(Answer::json(200, &skill.to_json())))
}

/// `DELETE /v1/skills/{id}`: its versions go first.
pub(crate) fn delete(shared: &Shared, id: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| match skill.versions.is_empty() {
        true => Ok(()),
        false => Err(Refusal::bad(format!("The skill {id} still has versions; delete them first."))),
    })?;
    lock(&shared.skills).0.retain(|skill| skill.id != id);
    Ok(Answer::json(200, &json!({"id": id, "type": "skill_deleted"})))
}

/// `POST /v1/skills/{id}/versions`.
pub(crate) fn add_version(shared: &Shared, request: &Request, id: &str) -> Result<Answer, Refusal> {
    let upload = Upload::read(request, false)?;
    let now = shared.clock.now();
    with(shared, id, |skill| {
        if skill.slug != upload.slug {
            let what = format!("SKILL.md: the name of this skill is {}, not {}", skill.slug, upload.slug);
            return Err(Refusal::at("files[]", what));
        }
        let version = version(shared, &upload, now);
        let answer = Answer::json(200, &skill.version_json(&version));
        skill.latest.clone_from(&version.id);
        skill.updated = now;
        skill.versions.push(version);
        Ok(answer)
    })
}

/// `GET /v1/skills/{id}/versions`, the newest first.
pub(crate) fn versions(shared: &Shared, id: &str, query: &str) -> Result<Answer, Refusal> {
    let query = Query::of(query);
    with(shared, id, |skill| {
        let all: Vec<Value> = skill.versions.iter().rev().map(|v| skill.version_json(v)).collect();
        Ok(Answer::json(200, &page::by_usual_cursor(&all, &query)?))
    })
}

/// `GET /v1/skills/{id}/versions/{version}`.
pub(crate) fn get_version(shared: &Shared, id: &str, version: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| {
        let found = skill.versions.iter().find(|v| v.id == version).ok_or_else(|| no_version(version))?;
        Ok(Answer::json(200, &skill.version_json(found)))
    })
}

/// `DELETE /v1/skills/{id}/versions/{version}`.
pub(crate) fn delete_version(shared: &Shared, id: &str, version: &str) -> Result<Answer, Refusal> {
    with(shared, id, |skill| {
        let place = skill.versions.iter().position(|v| v.id == version).ok_or_else(|| no_version(version))?;
        skill.versions.remove(place);
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
    shared: &Shared,
    id: &str,
    work: impl FnOnce(&mut Skill) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut skills = lock(&shared.skills);
    let found = skills.0.iter_mut().find(|skill| skill.id == id);
    work(found.ok_or_else(|| Refusal::not_found(format!("There is no skill {id}.")))?)
}
