//! Signatures of thinking blocks and seals of web search results: they detect changes in blocks that a client sends
//! back. Good enough to notice a change, not to resist an attacker.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::ids::digest;

/// A sealed part, which only the service can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seal {
    /// The content of a page that was found.
    Page,
    /// The place that a citation points to.
    Citation,
}

/// Signs and checks for one service.
#[derive(Clone, Debug)]
pub(crate) struct Signer {
    seed: u64,
}

impl Signer {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed }
    }

    /// A signature of the visible text. `hidden` makes signatures of equal visible texts differ (all omitted thoughts
    /// are visibly empty).
    pub(crate) fn sign(&self, visible: &str, hidden: &str) -> String {
        let salt = digest(self.seed, hidden.as_bytes());
        let mut bytes = salt.to_le_bytes().to_vec();
        bytes.extend(self.seal(salt, visible).to_le_bytes());
        STANDARD.encode(bytes)
    }

    /// Was this signature made for this text?
    pub(crate) fn holds(&self, visible: &str, signature: &str) -> bool {
        let Ok(bytes) = STANDARD.decode(signature) else { return false };
        let Some((salt, seal)) = bytes.split_first_chunk::<8>() else { return false };
        seal == self.seal(u64::from_le_bytes(*salt), visible).to_le_bytes()
    }

    /// Seals a text, which nothing but its seal is kept of.
    pub(crate) fn conceal(&self, what: Seal, text: &str) -> String {
        self.sign(&format!("{what:?}"), text)
    }

    /// Was this sealed here, as that?
    pub(crate) fn is_sealed(&self, what: Seal, sealed: &str) -> bool {
        self.holds(&format!("{what:?}"), sealed)
    }

    fn seal(&self, salt: u64, visible: &str) -> u64 {
        digest(salt ^ self.seed.rotate_left(32), visible.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_is_noticed() {
        let signer = Signer::new(3);
        let signature = signer.sign("I think", "I think");
        assert!(signer.holds("I think", &signature));
        assert!(!signer.holds("I think.", &signature));
        assert!(!signer.holds("I think", &signature.replace('=', "A")));
        assert!(!signer.holds("I think", "") && !signer.holds("I think", "c2ln"));
        assert!(!Signer::new(4).holds("I think", &signature));
        assert_ne!(signer.sign("", "one"), signer.sign("", "two"));
        assert!(signer.holds("", &signer.sign("", "two")));
        let page = signer.conceal(Seal::Page, "text");
        assert!(signer.is_sealed(Seal::Page, &page) && !signer.is_sealed(Seal::Citation, &page));
    }
}
