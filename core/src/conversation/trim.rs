//! Shortening a history (spec §2.2): only whole exchanges go, from the front.

use super::Conversation;

/// What shortening a conversation did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trimmed {
    /// How many turns were removed.
    pub removed: usize,
    /// Whether the limit holds now. It cannot where the last exchange alone is larger: that one is never split.
    pub within: bool,
}

impl Conversation {
    /// The indices at which the conversation may begin, in ascending order: turns of the user that answer no call of a
    /// tool, and summaries. To cut anywhere else would part a call from its result, take the thinking away from the calls
    /// it led to, or begin with the wrong role (protocol §1.3, §9.2, §9.6).
    pub fn cut_points(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.turns.iter().enumerate().filter(|(_, turn)| turn.may_begin()).map(|(index, _)| index)
    }

    /// Keeps at most the last `turns` turns, fewer where a cut there would break the history, more where the last
    /// exchange is longer.
    pub fn keep_last(&mut self, turns: usize) -> Trimmed {
        let total = self.len();
        self.keep_where(|_, first| total - first <= turns)
    }

    /// Keeps the longest end of the history of at most `tokens` tokens by
    /// [`estimated_tokens`](Self::estimated_tokens). Leave room in the budget for the system prompt, the tools and the
    /// answer.
    pub fn keep_tokens(&mut self, tokens: u64) -> Trimmed {
        let mut rest: Vec<u64> = self.turns.iter().map(|turn| turn.estimated_tokens()).collect();
        let mut sum = 0;
        for tokens in rest.iter_mut().rev() {
            sum += *tokens;
            *tokens = sum;
        }
        self.keep_where(|_, first| rest.get(first).is_none_or(|rest| *rest <= tokens))
    }

    /// Drops the turns before `first`, which has to be one of the [`cut_points`](Self::cut_points); for budgets that are
    /// counted elsewhere. `false`, and nothing happens, if it is none.
    pub fn cut_before(&mut self, first: usize) -> bool {
        let allowed = self.turns.get(first).is_some_and(|turn| turn.may_begin());
        if allowed {
            self.turns.drain(..first);
        }
        allowed
    }

    /// Begins at the first cut point that fits, else at the last one.
    fn keep_where(&mut self, fits: impl Fn(&Self, usize) -> bool) -> Trimmed {
        if self.is_empty() || fits(self, 0) {
            return Trimmed { removed: 0, within: true };
        }
        let first = self.cut_points().find(|first| fits(self, *first));
        let (removed, within) = match first {
            Some(first) => (first, true),
            None => (self.cut_points().next_back().unwrap_or(0), false),
        };
        self.turns.drain(..removed);
        Trimmed { removed, within }
    }
}
