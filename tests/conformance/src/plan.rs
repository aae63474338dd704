//! Which runs there are: cases times drivers times variants times ways to deliver the body; and their counts.

use std::sync::Arc;

use crate::case::Case;
use crate::driver::Row;
use crate::run::Delivery;

/// One run to make.
pub struct Job {
    /// Index of the driver in the table in use.
    pub driver: usize,
    /// One of the driver's variants.
    pub variant: String,
    /// The case.
    pub case: Arc<Case>,
    /// How bodies are cut.
    pub delivery: Delivery,
}

/// Bodies up to this size are also sent byte by byte.
const TRICKLE_LIMIT: usize = 4000;
/// Bodies beyond this size are not cut over sockets.
const CUT_LIMIT: usize = 200_000;

/// All runs, in an order that spreads neighbours: cases that wait for time to pass have names beside each other, and
/// would keep every worker idle at once. Per driver also how many were left out because it lacks a feature.
#[must_use]
pub fn jobs(cases: &[Arc<Case>], rows: &[Row]) -> (Vec<Job>, Vec<usize>) {
    let mut jobs = Vec::new();
    let mut left_out = vec![0; rows.len()];
    for case in cases {
        for (driver, row) in rows.iter().enumerate() {
            for variant in &row.variants {
                let lacking = |need: &String| {
                    row.lacks.iter().any(|lack| lack == need || *lack == format!("{variant}:{need}"))
                };
                if case.needs.iter().any(lacking) {
                    if let Some(count) = left_out.get_mut(driver) {
                        *count += 1;
                    }
                    continue;
                }
                let mut push = |delivery| {
                    jobs.push(Job { driver, variant: variant.clone(), case: Arc::clone(case), delivery });
                };
                push(Delivery::AsScripted);
                if let Some(body) = case.divisible_body().filter(|b| b.len() > 1 && b.len() <= CUT_LIMIT) {
                    push(if body.len() <= TRICKLE_LIMIT {
                        Delivery::Pieces(1)
                    } else {
                        Delivery::Pieces(509)
                    });
                    push(Delivery::At(offsets(&case.name, body.len())));
                }
            }
        }
    }
    (spread(jobs), left_out)
}

/// Neighbours apart, the same way in every run: by steps of the golden section.
fn spread<T>(in_order: Vec<T>) -> Vec<T> {
    let mut numbered: Vec<(u32, T)> =
        (0_u32..).map(|number| number.wrapping_mul(0x9e37_79b9)).zip(in_order).collect();
    numbered.sort_unstable_by_key(|(place, _)| *place);
    numbered.into_iter().map(|(_, one)| one).collect()
}

/// Four offsets that depend on nothing but the name and the length: the same in every run and language.
fn offsets(name: &str, length: usize) -> Vec<usize> {
    let mut state =
        name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    let mut out: Vec<usize> = (0..4)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            1 + usize::try_from(state >> 33).unwrap_or(0) % (length - 1)
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Does a name match a pattern in which `*` matches any text?
#[must_use]
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, rest)) => {
            let Some(tail) = name.strip_prefix(head) else { return false };
            (0..=tail.len()).any(|at| tail.get(at..).is_some_and(|tail| matches(rest, tail)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_whole_names() {
        for (pattern, name, holds) in [
            ("*", "", true),
            ("sse/*", "sse/crlf", true),
            ("*crlf*", "sse/crlf", true),
            ("sse", "sse/crlf", false),
            ("*/c*f", "sse/crlf", true),
            ("*x", "sse/crlf", false),
            ("a*", "b", false),
        ] {
            assert_eq!(matches(pattern, name), holds, "{pattern} {name}");
        }
    }

    #[test]
    fn neighbours_are_spread_and_nothing_is_lost() {
        let order = spread((0..1000_i32).collect());
        assert!(order.windows(2).all(|pair| (pair[0] - pair[1]).abs() > 100), "{order:?}");
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..1000).collect::<Vec<_>>());
        assert_eq!(order, spread((0..1000).collect()));
    }

    #[test]
    fn offsets_lie_inside_the_body_and_repeat() {
        for length in [2, 3, 100, 5000] {
            let made = offsets("sse/x", length);
            assert!(made.iter().all(|o| (1..length).contains(o)), "{made:?}");
            assert_eq!(made, offsets("sse/x", length));
        }
    }
}
