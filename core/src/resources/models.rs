//! The models of the service (protocol §8.2).

use crate::client::Client;
use crate::client::body::Body;
use crate::model::ModelInfo;
use crate::resources::call::ResourceCall;
use crate::resources::pages::ListCall;

/// The models of the service. Returned by [`Client::models`].
#[derive(Clone, Copy, Debug)]
pub struct Models<'a> {
    client: &'a Client,
}

impl Client {
    /// Models: the list, one by its id or alias.
    #[must_use]
    pub fn models(&self) -> Models<'_> {
        Models { client: self }
    }
}

impl Models<'_> {
    /// The models, the newest first: active and deprecated ones, unless `lifecycle[]` says otherwise.
    pub fn list(&self) -> ListCall<ModelInfo> {
        ListCall::new(self.client, "models.list", &[])
    }

    /// One model; an alias returns the model behind it.
    pub fn get(&self, id: &str) -> ResourceCall<ModelInfo> {
        ResourceCall::new(self.client, "models.get", &[id], Ok(Body::empty()))
    }
}
