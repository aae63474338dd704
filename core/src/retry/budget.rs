//! A brake on retry storms, shared by all calls of a client. Counts tokens; knows nothing of requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Tokens are kept in thousandths, so that a success can give back a fraction of one without floating point.
const PARTS: u32 = 1_000;
const DEFAULT_TOKENS: u32 = 100;
const DEFAULT_REFILL: u32 = PARTS / 10;
/// The most that one success gives back, in tokens.
const MOST_REFILL: f64 = 1_000.0;

/// How many retries the calls of a client may make together.
///
/// A retry costs one token, unless it follows a 429 whose wait the service named or a shortage of threads,
/// descriptors or memory in this process. A success gives a tenth of one back, up to where the budget started: when
/// most requests fail, retries die out instead of doubling the load. With the default of 100 tokens a few failures
/// never notice it. A call that is not repeated because there is no token left says so in its error
/// ([`Error::not_retried`](crate::Error::not_retried)).
///
/// Clones share the same tokens: give one budget to several clients to limit them together. Lock-free; a process
/// that forks copies the count.
///
/// ```
/// use parlour::retry::RetryBudget;
/// let budget = RetryBudget::new(1);
/// assert!(budget.take());
/// assert!(!budget.take());
/// ```
#[derive(Clone, Debug)]
pub struct RetryBudget {
    /// `None` when there is no limit.
    bucket: Option<Arc<TokenBucket>>,
}

#[derive(Debug)]
struct TokenBucket {
    /// Thousandths of a token.
    parts: AtomicU32,
    most: u32,
    refill: u32,
}

impl RetryBudget {
    /// A budget that starts with (and never exceeds) this many tokens. At most 4 million; more is cut to that.
    /// 0 forbids every retry that costs one.
    #[must_use]
    pub fn new(tokens: u32) -> Self {
        Self::with_parts(tokens, DEFAULT_REFILL)
    }

    /// As [`RetryBudget::new`], with the part of a token that a success gives back: 0.1 unless given, from 0 for
    /// nothing to 1 000, counted in thousandths. Values outside of that range are clamped to it, and NaN counts as 0.
    #[must_use]
    pub fn with_refill(tokens: u32, refill_per_success: f64) -> Self {
        let refill = refill_per_success.clamp(0.0, MOST_REFILL) * f64::from(PARTS);
        // `as` converts NaN to 0.
        Self::with_parts(tokens, refill.round() as u32)
    }

    fn with_parts(tokens: u32, refill: u32) -> Self {
        let most = tokens.saturating_mul(PARTS);
        Self { bucket: Some(Arc::new(TokenBucket { parts: AtomicU32::new(most), most, refill })) }
    }

    /// No limit beyond the number of retries of each call.
    #[must_use]
    pub fn off() -> Self {
        Self { bucket: None }
    }

    /// Takes one token. `false`: there is none, and the retry must not be made.
    #[must_use]
    pub fn take(&self) -> bool {
        // Relaxed is enough here and below: the count guards no other memory, only its own value matters.
        self.bucket.as_ref().is_none_or(|bucket| {
            let spend = |parts: u32| parts.checked_sub(PARTS);
            bucket.parts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, spend).is_ok()
        })
    }

    /// Gives back what a success earns. Call it once for every call that ended well.
    pub fn success(&self) {
        let Some(bucket) = &self.bucket else { return };
        // The normal state is a full bucket: seeing that needs no write, so healthy calls on many cores do not
        // fight over the cache line.
        let earn =
            |parts: u32| (parts < bucket.most).then(|| parts.saturating_add(bucket.refill).min(bucket.most));
        // `Err` says that it was full already.
        bucket.parts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, earn).ok();
    }

    /// Whole tokens left; `None` when there is no limit.
    #[must_use]
    pub fn remaining(&self) -> Option<u32> {
        self.bucket.as_ref().map(|bucket| bucket.parts.load(Ordering::Relaxed) / PARTS)
    }
}

impl Default for RetryBudget {
    /// 100 tokens, a tenth back for a success.
    fn default() -> Self {
        Self::new(DEFAULT_TOKENS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_retries_then_ten_successes_for_each_further_one() {
        let budget = RetryBudget::default();
        assert_eq!((0..200).filter(|_| budget.take()).count(), 100);
        for _ in 0..9 {
            budget.success();
        }
        assert!(!budget.take());
        budget.success();
        assert!(budget.take());
        assert!(!budget.take());
    }

    #[test]
    fn it_never_holds_more_than_at_the_start() {
        let budget = RetryBudget::with_refill(2, 0.7);
        for _ in 0..100 {
            budget.success();
        }
        assert_eq!(budget.remaining(), Some(2));
        assert!(budget.take() && budget.take() && !budget.take());
        budget.success();
        budget.success();
        assert_eq!(budget.remaining(), Some(1));
    }

    #[test]
    fn a_refill_out_of_range_is_cut_to_it() {
        let refilled = |refill: f64| {
            let budget = RetryBudget::with_refill(2_000, refill);
            (0..2_000).for_each(|_| assert!(budget.take()));
            budget.success();
            budget.remaining()
        };
        assert_eq!(refilled(-1.0), Some(0));
        assert_eq!(refilled(f64::NAN), Some(0));
        assert_eq!(refilled(2.0), Some(2));
        assert_eq!(refilled(f64::INFINITY), Some(1_000));
    }

    #[test]
    fn clones_share_and_off_has_no_limit() {
        let budget = RetryBudget::new(1);
        assert!(budget.clone().take());
        assert!(!budget.take());
        assert!(!RetryBudget::new(0).take());
        let off = RetryBudget::off();
        off.success();
        assert!((0..10_000).all(|_| off.take()));
        assert_eq!(off.remaining(), None);
        assert!(RetryBudget::new(u32::MAX).take());
    }

    #[test]
    fn threads_never_take_more_than_there_is() {
        let budget = RetryBudget::with_refill(500, 0.0);
        let taken: usize = std::thread::scope(|scope| {
            let workers: Vec<_> =
                (0..4).map(|_| scope.spawn(|| (0..400).filter(|_| budget.take()).count())).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(taken, 500);
        assert_eq!(budget.remaining(), Some(0));
    }
}
