//! Token buckets per key, and the two families of rate-limit headers (spec §8, protocol §6). Counts; does not know what
//! a request says.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use crate::answer::Refusal;
use crate::clock::rfc3339;
use crate::config::Limits;
use crate::fields::Fields;

/// All buckets of all keys.
#[derive(Debug)]
pub(crate) struct Book {
    limits: Limits,
    keys: HashMap<String, Account>,
}

/// The remaining allowances of one key.
#[derive(Debug)]
struct Account {
    requests: Bucket,
    counts: Bucket,
    tokens: Bucket,
    input: Bucket,
    output: Bucket,
}

/// A bucket that refills continuously: empty to full in one minute.
#[derive(Debug)]
struct Bucket {
    capacity: f64,
    level: f64,
    at: SystemTime,
}

/// The allowances reserved for one request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    output: f64,
    tokens_output: f64,
}

impl Bucket {
    #[allow(clippy::cast_precision_loss, reason = "limits are far below 2^52")]
    fn new(capacity: u64, now: SystemTime) -> Self {
        Self { capacity: capacity as f64, level: capacity as f64, at: now }
    }

    fn refill(&mut self, now: SystemTime) {
        let passed = now.duration_since(self.at).unwrap_or_default().as_secs_f64();
        self.level = (self.level + passed * self.capacity / 60.0).min(self.capacity);
        // A request that waited for the lock may have an older time: none is refilled twice.
        self.at = self.at.max(now);
    }

    /// More than the whole bucket is charged as the whole bucket, or such a request could never pass.
    fn price(&self, amount: f64) -> f64 {
        amount.min(self.capacity.max(1.0))
    }

    /// Seconds until that much is there.
    fn wait(&self, amount: f64) -> f64 {
        let missing = self.price(amount) - self.level;
        // A hair of tolerance: the level is a sum of many small refills.
        if missing <= 1e-6 {
            0.0
        } else if self.capacity > 0.0 {
            missing * 60.0 / self.capacity
        } else {
            60.0
        }
    }

    fn full_at(&self) -> SystemTime {
        let seconds =
            if self.capacity > 0.0 { (self.capacity - self.level) * 60.0 / self.capacity } else { 60.0 };
        self.at + Duration::from_secs_f64(seconds.max(0.0).ceil())
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to zero, below 2^52")]
    fn left(&self) -> u64 {
        (self.level + 1e-6).max(0.0) as u64
    }
}

impl Book {
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, keys: HashMap::new() }
    }

    fn account(&mut self, key: &str, now: SystemTime) -> &mut Account {
        let limits = self.limits;
        let account = self.keys.entry(key.to_owned()).or_insert_with(|| Account {
            requests: Bucket::new(limits.requests, now),
            counts: Bucket::new(limits.requests, now),
            tokens: Bucket::new(limits.tokens, now),
            input: Bucket::new(limits.input_tokens, now),
            output: Bucket::new(limits.output_tokens, now),
        });
        for bucket in account.all() {
            bucket.refill(now);
        }
        account
    }

    /// Takes one request, its uncached input and its `max_tokens`; all or nothing.
    #[allow(clippy::cast_precision_loss, reason = "token counts are far below 2^52")]
    pub(crate) fn take(
        &mut self,
        key: &str,
        now: SystemTime,
        input: u64,
        max_tokens: u64,
    ) -> Result<Taken, Refusal> {
        let account = self.account(key, now);
        let (input, output) = (input as f64, max_tokens as f64);
        let waits = [
            ("requests", account.requests.wait(1.0)),
            ("input tokens", account.input.wait(input)),
            ("output tokens", account.output.wait(output)),
            ("tokens", account.tokens.wait(input + output)),
        ];
        let worst = waits.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((what, wait)) = worst.filter(|(_, wait)| *wait > 0.0) {
            return Err(limited(what, wait));
        }
        let output_price = account.output.price(output);
        let (whole_price, input_price) = (account.tokens.price(input + output), account.input.price(input));
        account.requests.level -= 1.0;
        account.input.level -= input_price;
        account.output.level -= output_price;
        account.tokens.level -= whole_price;
        Ok(Taken { output: output_price, tokens_output: (whole_price - input).max(0.0) })
    }

    /// Takes one request of token counting, which has a limit of its own.
    pub(crate) fn take_count(&mut self, key: &str, now: SystemTime) -> Result<(), Refusal> {
        let account = self.account(key, now);
        let wait = account.counts.wait(1.0);
        if wait > 0.0 {
            return Err(limited("requests", wait));
        }
        account.counts.level -= 1.0;
        Ok(())
    }

    /// Returns reserved output tokens that were not produced.
    #[allow(clippy::cast_precision_loss, reason = "token counts are far below 2^52")]
    pub(crate) fn settle(&mut self, key: &str, now: SystemTime, taken: Taken, produced: u64) {
        let account = self.account(key, now);
        for (bucket, price) in
            [(&mut account.output, taken.output), (&mut account.tokens, taken.tokens_output)]
        {
            bucket.level = (bucket.level + price - (produced as f64).min(price)).min(bucket.capacity);
        }
    }

    /// Both families of headers, as of now.
    pub(crate) fn headers(&mut self, key: &str, now: SystemTime, vendor: &str) -> Fields {
        let account = self.account(key, now);
        // The sum counts as the token limit unless one of its parts is nearer to its end.
        let share = |b: &Bucket| if b.capacity > 0.0 { b.level / b.capacity } else { 0.0 };
        let tightest = [&account.tokens, &account.input, &account.output]
            .into_iter()
            .min_by(|a, b| share(a).total_cmp(&share(b)).then(a.capacity.total_cmp(&b.capacity)));
        let families = [
            ("requests", Some(&account.requests), false),
            ("tokens", tightest, true),
            ("input-tokens", Some(&account.input), true),
            ("output-tokens", Some(&account.output), true),
        ];
        let mut headers = Fields::new();
        for (name, bucket, rounded) in families {
            let Some(bucket) = bucket else { continue };
            let left = if rounded { thousands(bucket.left()) } else { bucket.left() };
            let name = format!("{vendor}-ratelimit-{name}");
            headers.push((format!("{name}-limit"), format!("{}", bucket.capacity)));
            headers.push((format!("{name}-remaining"), left.to_string()));
            headers.push((format!("{name}-reset"), rfc3339(bucket.full_at())));
        }
        let left = tightest.map_or(0, |b| thousands(b.left()));
        headers.push(("x-ratelimit-remaining-tokens".to_owned(), left.to_string()));
        headers
    }
}

impl Account {
    fn all(&mut self) -> [&mut Bucket; 5] {
        [&mut self.requests, &mut self.counts, &mut self.tokens, &mut self.input, &mut self.output]
    }
}

/// Headers round token allowances to the nearest thousand.
fn thousands(tokens: u64) -> u64 {
    (tokens + 500) / 1000 * 1000
}

fn limited(what: &str, wait: f64) -> Refusal {
    let message = format!("This key has used up its {what} per minute.");
    let seconds = format!("{}", wait.ceil().max(1.0));
    Refusal::new(429, "rate_limit_error", message).with(vec![("retry-after".to_owned(), seconds)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::first;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + seconds)
    }

    #[test]
    fn requests_run_out_and_come_back() {
        let mut book = Book::new(Limits::per_minute(2, 1_000_000));
        assert!(book.take("k", at(0), 1, 1).is_ok());
        assert!(book.take("k", at(0), 1, 1).is_ok());
        let refusal = book.take("k", at(0), 1, 1).unwrap_err();
        assert_eq!((refusal.status, first(&refusal.headers, "retry-after")), (429, Some("30")));
        assert!(book.take("other", at(0), 1, 1).is_ok());
        assert_eq!(first(&book.take("k", at(29), 1, 1).unwrap_err().headers, "retry-after"), Some("1"));
        assert!(book.take("k", at(30), 1, 1).is_ok());
    }

    #[test]
    fn time_that_goes_back_refills_nothing_twice() {
        let mut book = Book::new(Limits::per_minute(60, 1_000_000));
        for _ in 0..60 {
            assert!(book.take("k", at(0), 1, 1).is_ok());
        }
        // Two requests that took their time in one order, and the lock in the other.
        assert!(book.take("k", at(1), 1, 1).is_ok());
        assert!(book.take("k", at(0), 1, 1).is_err());
        assert!(book.take("k", at(1), 1, 1).is_err());
    }

    #[test]
    fn output_is_charged_in_advance_and_corrected() {
        let mut book = Book::new(Limits { output_tokens: 1000, ..Limits::default() });
        let taken = book.take("k", at(0), 10, 900).unwrap();
        assert!(book.take("k", at(0), 10, 200).is_err());
        book.settle("k", at(0), taken, 100);
        assert!(book.take("k", at(0), 10, 900).is_ok());
        assert!(book.take("k", at(60), 10, 5000).is_ok(), "more than the bucket passes when it is full");
    }

    #[test]
    fn both_families_tell_the_same_allowance() {
        let mut book = Book::new(Limits::per_minute(50, 30_000));
        let taken = book.take("k", at(0), 1_400, 600).unwrap();
        book.settle("k", at(0), taken, 600);
        let headers = book.headers("k", at(0), "svc");
        let get = |name: &str| first(&headers, name).unwrap().to_owned();
        assert_eq!(get("svc-ratelimit-requests-limit"), "50");
        assert_eq!(get("svc-ratelimit-requests-remaining"), "49");
        assert_eq!(get("svc-ratelimit-requests-reset"), "2001-09-09T01:46:42Z");
        assert_eq!(get("svc-ratelimit-tokens-limit"), "30000");
        assert_eq!(get("svc-ratelimit-tokens-remaining"), "28000");
        assert_eq!(get("svc-ratelimit-tokens-reset"), "2001-09-09T01:46:44Z");
        assert_eq!(get("x-ratelimit-remaining-tokens"), "28000");
        assert_eq!(headers.len(), 13);
    }

    #[test]
    fn counting_tokens_has_a_limit_of_its_own() {
        let mut book = Book::new(Limits::per_minute(1, 1000));
        assert!(book.take_count("k", at(0)).is_ok());
        assert_eq!(book.take_count("k", at(0)).unwrap_err().status, 429);
        assert!(book.take("k", at(0), 1, 1).is_ok());
    }
}
