//! Deterministic identifiers and the one pseudo-random sequence of the crate. Not for secrets.

use std::sync::atomic::{AtomicU64, Ordering};

/// A small splittable generator (the 64-bit mixing sequence with a golden-ratio step).
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `low..=high`.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        let span = (high.saturating_sub(low) as u64).saturating_add(1);
        low + usize::try_from(self.next() % span).unwrap_or(0)
    }
}

/// A stable 64-bit digest (FNV-1a, finished by one mixing round).
pub(crate) fn digest(seed: u64, bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed;
    for byte in bytes {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    Dice::new(hash).next()
}

/// Mints ids that never repeat within one service and are the same in every run of the same seed.
#[derive(Debug)]
pub(crate) struct Mint {
    seed: u64,
    minted: AtomicU64,
}

impl Mint {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, minted: AtomicU64::new(0) }
    }

    /// `prefix` followed by 24 letters and digits.
    pub(crate) fn id(&self, prefix: &str) -> String {
        const ALPHABET: &[u8; 32] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";
        let number = self.minted.fetch_add(1, Ordering::Relaxed);
        let mut dice = Dice::new(digest(self.seed, &number.to_le_bytes()));
        let mut id = String::with_capacity(prefix.len() + 24);
        id.push_str(prefix);
        id.push_str("01");
        for _ in 0..22 {
            id.push(ALPHABET.get(dice.between(0, 31)).map_or('0', |b| char::from(*b)));
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_repeat_between_services_of_one_seed_only() {
        let (a, b, c) = (Mint::new(1), Mint::new(1), Mint::new(2));
        let first = a.id("msg_");
        assert_eq!(first, b.id("msg_"));
        assert_ne!(first, c.id("msg_"));
        assert_ne!(first, a.id("msg_"));
        assert_eq!(first.len(), 4 + 24);
    }
}
