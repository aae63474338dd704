//! Skills and their versions (protocol §8.6).

use crate::client::Client;
use crate::client::body::Body;
use crate::client::upload::{Multipart, Upload};
use crate::model::{Deleted, Skill, SkillVersion};
use crate::resources::call::ResourceCall;
use crate::resources::pages::ListCall;

/// The skills of the service. Returned by [`Client::skills`].
#[derive(Clone, Copy, Debug)]
pub struct Skills<'a> {
    client: &'a Client,
}

impl Client {
    /// Skills: uploads, the list, one, its versions, deletion.
    #[must_use]
    pub fn skills(&self) -> Skills<'_> {
        Skills { client: self }
    }
}

impl Skills<'_> {
    /// Creates a skill from its files, all of them in one folder: `report/SKILL.md`, `report/table.py` (see
    /// [`Upload::named`](crate::Upload::named)).
    pub fn create(
        &self,
        display_name: Option<&str>,
        files: impl IntoIterator<Item = Upload>,
    ) -> ResourceCall<Skill> {
        let body = Multipart::of_skill(display_name, files).body(self.client.clock());
        ResourceCall::new(self.client, "skills.create", &[], body)
    }

    /// Adds a version of a skill, as [`Skills::create`].
    pub fn create_version(
        &self,
        id: &str,
        files: impl IntoIterator<Item = Upload>,
    ) -> ResourceCall<SkillVersion> {
        let body = Multipart::of_skill(None, files).body(self.client.clock());
        ResourceCall::new(self.client, "skills.versions.create", &[id], body)
    }

    /// The skills; the query parameter `source` filters them by their author.
    pub fn list(&self) -> ListCall<Skill> {
        ListCall::new(self.client, "skills.list", &[])
    }

    /// One skill.
    pub fn get(&self, id: &str) -> ResourceCall<Skill> {
        ResourceCall::new(self.client, "skills.get", &[id], Ok(Body::empty()))
    }

    /// Deletes a skill. Its versions may have to be deleted first.
    pub fn delete(&self, id: &str) -> ResourceCall<Deleted> {
        ResourceCall::new(self.client, "skills.delete", &[id], Ok(Body::empty()))
    }

    /// The versions of a skill.
    pub fn versions(&self, id: &str) -> ListCall<SkillVersion> {
        ListCall::new(self.client, "skills.versions.list", &[id])
    }

    /// One version of a skill, by the id of the version.
    pub fn version(&self, id: &str, version: &str) -> ResourceCall<SkillVersion> {
        ResourceCall::new(self.client, "skills.versions.get", &[id, version], Ok(Body::empty()))
    }

    /// Deletes one version of a skill.
    pub fn delete_version(&self, id: &str, version: &str) -> ResourceCall<Deleted> {
        ResourceCall::new(self.client, "skills.versions.delete", &[id, version], Ok(Body::empty()))
    }
}
