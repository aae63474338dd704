//! The account of a caller in a form that is safe to store: a salted digest of the credential and the workspace.

use ring::digest::{Context, SHA256};
use ring::rand::{SecureRandom, SystemRandom};
use serde::{Deserialize, Serialize};

use crate::call::provider::CredentialSource;
use crate::client::Client;
use crate::client::options::CallOptions;
use crate::error::{Error, ErrorKind, Result};
use crate::hex::hex;
use crate::secret::is_secret;

/// The owner of a record of calls. It reveals neither the credential nor whether two records have the same owner.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Account {
    salt: String,
    digest: String,
}

impl Account {
    /// The account with the salt of the one it is compared with, or with a salt of its own.
    fn begin(like: Option<&Account>) -> Result<(String, Context)> {
        let salt = match like {
            Some(known) => known.salt.clone(),
            None => {
                let mut salt = [0_u8; 16];
                SystemRandom::new()
                    .fill(&mut salt)
                    .map_err(|_| Error::new(ErrorKind::Internal, "the system gives no random numbers"))?;
                hex(&salt)
            }
        };
        let mut digest = Context::new(&SHA256);
        add(&mut digest, salt.as_bytes());
        Ok((salt, digest))
    }

    fn end(salt: String, digest: Context) -> Account {
        Account { salt, digest: hex(digest.finish().as_ref()) }
    }

    #[cfg(test)]
    pub(crate) fn of_texts(like: Option<&Account>, texts: &[&str]) -> Account {
        let (salt, mut digest) = Account::begin(like).unwrap();
        texts.iter().for_each(|text| add(&mut digest, text.as_bytes()));
        Account::end(salt, digest)
    }
}

impl Client {
    /// Identifies the account that calls with these options use: a digest of the key or token, the secret headers and
    /// the workspace. The credentials of a provider change, so with a provider only the workspace and the other headers
    /// count. Passing `like` reuses its salt, so that the two can be compared.
    pub(crate) fn account(&self, options: CallOptions, like: Option<&Account>) -> Result<Account> {
        let options = self.merged(options)?;
        let settings = &self.shared.settings;
        let (salt, mut digest) = Account::begin(like)?;
        match (&options.credential, &settings.credential) {
            (Some(credential), _) | (None, CredentialSource::Fixed(credential)) => {
                credential.parts().for_each(|part| add(&mut digest, part));
            }
            (None, CredentialSource::Provider(_)) => add(&mut digest, b"provider"),
            // They change, and belong to one account.
            (None, CredentialSource::Ring(_)) => add(&mut digest, b"keys"),
            (None, CredentialSource::Anonymous) => add(&mut digest, b"none"),
        }
        let mut lines: Vec<_> = options
            .headers
            .iter()
            .filter(|(name, value)| is_secret(name, value))
            .map(|(name, value)| (name.as_str(), value.as_bytes()))
            .collect();
        lines.sort_unstable();
        for (name, value) in lines {
            add(&mut digest, name.as_bytes());
            add(&mut digest, value);
        }
        if let Some(workspace) = &options.workspace_id {
            add(&mut digest, b"workspace");
            add(&mut digest, workspace.as_bytes());
        }
        Ok(Account::end(salt, digest))
    }
}

/// Adds a part with its length, so that no two lists of parts are the same bytes.
fn add(digest: &mut Context, part: &[u8]) {
    digest.update(&(part.len() as u64).to_be_bytes());
    digest.update(part);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::credential::Credential;

    fn client(key: &str) -> Client {
        Client::builder().base_url("https://a.example").vendor("svc").api_key(key).build().unwrap()
    }

    #[test]
    fn accounts_differ_by_credential_and_workspace() {
        let first = client("key-1").account(CallOptions::new(), None).unwrap();
        let same = |client: &Client, options| client.account(options, Some(&first)).unwrap() == first;
        assert!(same(&client("key-1"), CallOptions::new()));
        assert!(!same(&client("key-2"), CallOptions::new()));
        assert!(same(&client("key-2"), CallOptions::new().credential(Credential::api_key("key-1").unwrap())));
        assert!(!same(&client("key-1"), CallOptions::new().workspace_id("other")));
        assert!(!same(&client("key-1"), CallOptions::new().header("x-gateway-key", "g")));
        assert!(same(&client("key-1"), CallOptions::new().header("x-tenant", "plain")));
        // Another salt each time.
        assert_ne!(client("key-1").account(CallOptions::new(), None).unwrap(), first);
        assert!(!format!("{first:?}").contains("key"), "{first:?}");
    }
}
