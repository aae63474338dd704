//! Resolves names for reqwest.

use crate::transport::names::{Addresses, Names};

impl reqwest::dns::Resolve for Names {
    fn resolve(&self, name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let names = self.clone();
        Box::pin(async move {
            let all = names.addresses(name.as_str()).await?;
            Ok(Box::new(Addresses { all, next: 0 }) as reqwest::dns::Addrs)
        })
    }
}
