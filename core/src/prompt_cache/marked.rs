//! The marked prefixes of one call, and what names them within a client.

use std::time::Duration;

use super::prefixes::Prefix;
use crate::secret::Identity;

/// A prefix within the workspace of a credential; 0 is the client's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Id {
    pub(super) credential: u64,
    pub(super) digest: u64,
}

/// The marked prefixes of a call.
#[derive(Debug)]
pub(crate) struct Marked {
    /// Its answer is a stream, which has begun with its first event; a whole answer has with its head.
    pub(crate) streams: bool,
    pub(super) credential: u64,
    /// Of the credential, if processes share what they know.
    pub(super) identity: Identity,
    pub(super) prefixes: Box<[Prefix]>,
}

impl Marked {
    fn id(&self, digest: u64) -> Id {
        Id { credential: self.credential, digest }
    }

    /// Where the service looks for a prefix that ends at a marker: there, then at the blocks before.
    pub(super) fn looks<'m>(&'m self, prefix: &'m Prefix) -> impl Iterator<Item = Id> + 'm {
        let ends = std::iter::once(prefix.digest).chain(prefix.before.iter().copied());
        ends.map(|digest| self.id(digest))
    }

    /// The longest prefix, and how long it is kept after each use.
    pub(super) fn longest(&self) -> Option<(Id, Duration)> {
        let prefix = self.prefixes.last()?;
        Some((self.id(prefix.digest), prefix.lifetime))
    }

    /// The prefixes that end at blocks shortly before the longest one.
    pub(super) fn before_longest(&self) -> impl Iterator<Item = Id> + '_ {
        let before = self.prefixes.last().map(|prefix| &*prefix.before).unwrap_or_default();
        before.iter().map(|digest| self.id(*digest))
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = (Id, &Prefix)> + ExactSizeIterator {
        self.prefixes.iter().map(|prefix| (self.id(prefix.digest), prefix))
    }
}
