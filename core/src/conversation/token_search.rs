//! Shortens a history to a token budget with counts of the service (protocol §8.1): chooses which end of it to count
//! next.

use std::ops::Range;

use super::Conversation;
use super::trim::Trimmed;

/// The number of counts chosen by the estimate before switching to bisection: one guess is usually enough, and the
/// estimate may be wrong.
const GUESSES: u32 = 3;

/// The search for the longest end of a history that fits a budget. The driver asks the service to count the end that
/// [`next`](Self::next) names, and passes the result to [`counted`](Self::counted). A longer end has more tokens than a
/// shorter one: a history with `n` exchanges takes about log2 n counts, or one if the whole fits.
///
/// ```
/// use parlour::{Conversation, TokenSearch};
///
/// let mut talk = Conversation::new();
/// for word in ["a", "b", "c"] {
///     talk.user(word)?;
///     talk.push(parlour::MessageParam::assistant("yes"))?;
/// }
/// let mut search = TokenSearch::new(&talk, 40);
/// while let Some(first) = search.next() {
///     // Here the service would be asked; each turn counts ten tokens.
///     search.counted(10 * (talk.len() - first) as u64);
/// }
/// let trimmed = search.trim(&mut talk);
/// assert_eq!((trimmed.removed, trimmed.within, talk.len()), (2, true, 4));
/// # Ok::<(), parlour::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenSearch {
    /// The possible ends: their first turn and their estimate; the first one is the whole history.
    ends: Vec<(usize, u64)>,
    budget: u64,
    /// The ends that may be the longest one that fits; its own end means that none does.
    open: Range<usize>,
    asked: Option<usize>,
    /// The last count, and the estimate of the same end.
    known: Option<(u64, u64)>,
    counts: u32,
}

impl TokenSearch {
    /// The search in this history. Leave room in the budget for the answer; the other parts of the request are counted
    /// with the history.
    #[must_use]
    pub fn new(conversation: &Conversation, budget: u64) -> TokenSearch {
        let rest = conversation.tokens_from();
        let whole = rest.first().map(|tokens| (0, *tokens));
        let ends = conversation.ends().into_iter().filter(|end| end.first > 0);
        let ends: Vec<(usize, u64)> =
            whole.into_iter().chain(ends.map(|end| (end.first, end.tokens))).collect();
        let open = 0..ends.len();
        let mut search = TokenSearch { ends, budget, open, asked: None, known: None, counts: 0 };
        search.choose();
        search
    }

    /// The first turn of the end to count now; `None` if the search is over.
    #[must_use]
    pub fn next(&self) -> Option<usize> {
        self.ends.get(self.asked?).map(|(first, _)| *first)
    }

    /// Takes the count of the end that [`next`](Self::next) named.
    pub fn counted(&mut self, tokens: u64) {
        let Some(at) = self.asked.take() else { return };
        if tokens <= self.budget {
            self.open.end = at;
        } else {
            self.open.start = at + 1;
        }
        self.known = self.ends.get(at).map(|(_, estimate)| (tokens, *estimate));
        self.counts += 1;
        self.choose();
    }

    /// Cuts the history to the end that was found. Call it after [`next`](Self::next) returned `None`.
    pub fn trim(&self, conversation: &mut Conversation) -> Trimmed {
        let trimmed = self.found();
        if trimmed.removed > 0 {
            conversation.cut_before(trimmed.removed);
        }
        trimmed
    }

    /// The result: how many turns are removed, and whether the rest fits. The last exchange stays, even if it alone is
    /// too long.
    #[must_use]
    pub fn found(&self) -> Trimmed {
        let last = self.ends.last().map_or(0, |(first, _)| *first);
        match self.ends.get(self.open.start) {
            Some((first, _)) => Trimmed { removed: *first, within: true },
            None => Trimmed { removed: last, within: self.ends.is_empty() },
        }
    }

    /// Chooses the next end to count.
    fn choose(&mut self) {
        let Range { start, end } = self.open;
        if start >= end {
            return;
        }
        let middle = start + (end - start) / 2;
        self.asked = Some(match self.known {
            None => start,
            Some((tokens, estimate)) if self.counts <= GUESSES && tokens > 0 => {
                let allowed = u128::from(self.budget) * u128::from(estimate) / u128::from(tokens);
                let fits =
                    |at: &usize| self.ends.get(*at).is_some_and(|(_, one)| u128::from(*one) <= allowed);
                (start..end).find(fits).unwrap_or(end - 1)
            }
            Some(_) => middle,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::MessageParam;

    fn talk(lengths: &[usize]) -> Conversation {
        let mut talk = Conversation::new();
        for length in lengths {
            talk.user("x".repeat(*length)).unwrap();
            talk.push(MessageParam::assistant("y")).unwrap();
        }
        talk
    }

    /// Runs the search with these tokens of each turn, and returns its result and the number of counts.
    fn searched(talk: &Conversation, tokens: &[u64], budget: u64) -> (Trimmed, u32) {
        let mut search = TokenSearch::new(talk, budget);
        let mut counts = 0;
        while let Some(first) = search.next() {
            search.counted(tokens[first..].iter().sum());
            counts += 1;
            assert!(counts < 50, "it comes to an end");
        }
        (search.found(), counts)
    }

    #[test]
    fn the_longest_end_that_fits_is_found_whatever_the_estimate_says() {
        let lengths: Vec<usize> = (0..200).map(|at| 10 + at * 7919 % 400).collect();
        let talk = talk(&lengths);
        // Tokens that have nothing to do with the length of the text.
        let tokens: Vec<u64> = (0..400).map(|at| 1 + at * 104_729 % 97).collect();
        let total: u64 = tokens.iter().sum();
        for budget in (0..total + 100).step_by(371) {
            let (found, counts) = searched(&talk, &tokens, budget);
            let longest = (0..400).step_by(2).find(|first| tokens[*first..].iter().sum::<u64>() <= budget);
            assert_eq!(found.within, longest.is_some(), "{budget}");
            assert_eq!(found.removed, longest.unwrap_or(398), "{budget}");
            assert!(counts <= 12, "{counts} counts for {budget}");
        }
    }

    #[test]
    fn a_good_estimate_needs_few_counts() {
        let talk = talk(&[400; 100]);
        let tokens: Vec<u64> = (0..200).map(|at| if at % 2 == 0 { 100 } else { 3 }).collect();
        assert_eq!(searched(&talk, &tokens, u64::MAX).1, 1, "the whole fits");
        let (found, counts) = searched(&talk, &tokens, 103 * 40);
        assert_eq!((found.removed, found.within), (120, true));
        assert!(counts <= 5, "{counts}");
        let (found, _) = searched(&talk, &tokens, 5);
        assert_eq!((found.removed, found.within), (198, false));
    }

    #[test]
    fn nothing_is_counted_of_nothing() {
        let mut nothing = Conversation::new();
        let search = TokenSearch::new(&nothing, 0);
        assert_eq!(search.next(), None);
        assert!(search.trim(&mut nothing).within);
    }
}
