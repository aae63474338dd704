//! Shortening a history (spec §2.2): only whole exchanges go, from the front, and what they said of tools stays.

use super::Conversation;
use super::carried::Changes;
use super::turn::Turn;

/// What shortening a conversation did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trimmed {
    /// How many turns were removed. The system message that says once more what they said of tools is not counted here.
    pub removed: usize,
    /// Whether the limit holds now. It cannot where the last exchange alone is larger: that one is never split.
    pub within: bool,
}

/// A place where the history may be cut.
pub(super) struct End {
    /// The first turn that stays.
    pub(super) first: usize,
    /// What is put behind it, for the turns that go.
    pub(super) carried: Option<Turn>,
}

impl Conversation {
    /// The indices at which the conversation may begin, in ascending order: turns of the user that answer no call of a
    /// tool, and summaries. To cut anywhere else would part a call from its result, take the thinking away from the calls
    /// it led to, or begin with the wrong role (protocol §1.3, §9.2, §9.6). There is none behind a summary that holds what became of the
    /// tools (protocol §9.8), because nothing else says it.
    pub fn cut_points(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let held = self.turns.iter().rposition(Turn::holds_tools).unwrap_or(usize::MAX);
        let points = self.turns.iter().enumerate().filter(|(_, turn)| turn.may_begin());
        points.map(|(index, _)| index).filter(move |index| *index <= held)
    }

    /// Keeps at most the last `turns` turns, fewer where a cut there would break the history, more where the last
    /// exchange is longer. What system messages among the turns that go said of tools (protocol §8.8) is said once more in one
    /// system message, which counts among those that stay.
    pub fn keep_last(&mut self, turns: usize) -> Trimmed {
        let total = self.len();
        self.keep_where(|end| total - end.first + usize::from(end.carried.is_some()) <= turns)
    }

    /// Keeps the longest end of the history of at most `tokens` tokens by
    /// [`estimated_tokens`](Self::estimated_tokens). Leave room in the budget for the system prompt, the tools and the
    /// answer. What is said of tools stays as with [`keep_last`](Self::keep_last).
    pub fn keep_tokens(&mut self, tokens: u64) -> Trimmed {
        let rest = self.tokens_from();
        self.keep_where(|end| end.tokens(&rest) <= tokens)
    }

    /// Drops the turns before `first`, which has to be one of the [`cut_points`](Self::cut_points); for budgets that are
    /// counted elsewhere. `false`, and nothing happens, if it is none. What is said of tools stays as with
    /// [`keep_last`](Self::keep_last).
    pub fn cut_before(&mut self, first: usize) -> bool {
        let points: Vec<usize> = self.cut_points().filter(|point| *point == first).collect();
        let end = self.ends_among(points.into_iter()).pop();
        let allowed = end.is_some();
        end.into_iter().for_each(|end| self.cut(end));
        allowed
    }

    /// The places to cut, in ascending order.
    pub(super) fn ends(&self) -> Vec<End> {
        self.ends_among(self.cut_points())
    }

    fn ends_among(&self, points: impl Iterator<Item = usize>) -> Vec<End> {
        let changes = Changes::of(&self.turns);
        let end = |first: usize| {
            // A summary says itself what became of the tools. Where nothing could say it, there is no cut.
            let carried = match self.turns.get(first) {
                Some(turn) if turn.is_user() && !changes.is_empty() => changes.before(first).ok()?,
                _ => None,
            };
            Some(End { first, carried })
        };
        points.filter_map(end).collect()
    }

    /// The estimate of each end of the history, by its first turn.
    pub(super) fn tokens_from(&self) -> Vec<u64> {
        let mut rest: Vec<u64> = self.turns.iter().map(Turn::estimated_tokens).collect();
        let mut sum = 0;
        for tokens in rest.iter_mut().rev() {
            sum += *tokens;
            *tokens = sum;
        }
        rest
    }

    /// Begins at the first cut point that fits, else at the last one.
    fn keep_where(&mut self, fits: impl Fn(&End) -> bool) -> Trimmed {
        if self.is_empty() || fits(&End { first: 0, carried: None }) {
            return Trimmed { removed: 0, within: true };
        }
        let mut ends = self.ends();
        let at = ends.iter().position(fits);
        let (end, within) = match at {
            Some(at) => (Some(ends.swap_remove(at)), true),
            None => (ends.pop(), false),
        };
        let removed = end.as_ref().map_or(0, |end| end.first);
        end.into_iter().for_each(|end| self.cut(end));
        Trimmed { removed, within }
    }

    /// Drops the turns before an end. What is carried goes behind the turns of the user that open the rest: a system message follows one, and
    /// the model's answer or another system message follows it (protocol §1.3 rule 5).
    fn cut(&mut self, end: End) {
        self.turns.drain(..end.first);
        if let Some(carried) = end.carried {
            let opening = self.turns.iter().take_while(|turn| turn.is_user()).count();
            self.turns.insert(opening, carried);
        }
    }
}

impl End {
    /// The estimate of what stays, with the estimates of the ends.
    pub(super) fn tokens(&self, rest: &[u64]) -> u64 {
        let carried = self.carried.as_ref().map_or(0, Turn::estimated_tokens);
        rest.get(self.first).copied().unwrap_or_default() + carried
    }
}
