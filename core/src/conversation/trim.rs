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

/// A place where the history may be cut. What is carried over it is made for the place that is chosen alone: made for each
/// of them it would cost the square of a history that changes its tools often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The first turn that stays.
    pub(super) first: usize,
    /// Whether a system message is put behind it, for the turns that go.
    carries: bool,
    /// The estimate of what stays, with what is carried.
    pub(super) tokens: u64,
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
        self.keep_where(total <= turns, |end| total - end.first + usize::from(end.carries) <= turns)
    }

    /// Keeps the longest end of the history of at most `tokens` tokens by
    /// [`estimated_tokens`](Self::estimated_tokens). Leave room in the budget for the system prompt, the tools and the
    /// answer. What is said of tools stays as with [`keep_last`](Self::keep_last).
    pub fn keep_tokens(&mut self, tokens: u64) -> Trimmed {
        self.keep_where(self.estimated_tokens() <= tokens, |end| end.tokens <= tokens)
    }

    /// Drops the turns before `first`, which has to be one of the [`cut_points`](Self::cut_points); for budgets that are
    /// counted elsewhere. `false`, and nothing happens, if it is none. What is said of tools stays as with
    /// [`keep_last`](Self::keep_last).
    pub fn cut_before(&mut self, first: usize) -> bool {
        self.cut_points().any(|point| point == first) && self.cut(first)
    }

    /// The places to cut, in ascending order.
    pub(super) fn ends(&self) -> Vec<End> {
        let changes = Changes::of(&self.turns);
        let firsts: Vec<usize> = self.cut_points().collect();
        let rest = self.tokens_from();
        let carried = changes.estimates_before(firsts.iter().copied());
        let end = |(first, carried): (usize, u64)| {
            let carries = self.carries(&changes, first);
            let rest = rest.get(first).copied().unwrap_or_default();
            End { first, carries, tokens: if carries { rest + carried } else { rest } }
        };
        firsts.into_iter().zip(carried).map(end).collect()
    }

    /// Whether the turns before this one said of tools what has to be said again. A summary says itself what became of them.
    fn carries(&self, changes: &Changes, first: usize) -> bool {
        self.turns.get(first).is_some_and(Turn::is_user) && changes.are_before(first)
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

    /// Begins at the first cut point that fits, else at the last one, unless the whole fits.
    fn keep_where(&mut self, whole_fits: bool, fits: impl Fn(&End) -> bool) -> Trimmed {
        if self.is_empty() || whole_fits {
            return Trimmed { removed: 0, within: true };
        }
        let ends = self.ends();
        let found = ends.iter().find(|end| fits(end));
        let first = found.or(ends.last()).map_or(0, |end| end.first);
        match self.cut(first) {
            true => Trimmed { removed: first, within: found.is_some() },
            false => Trimmed { removed: 0, within: false },
        }
    }

    /// Drops the turns before this one. What is carried goes behind the turns of the user that open the rest: a system message
    /// follows one, and the model's answer or another system message follows it (protocol §1.3 rule 5). `false`, and nothing
    /// happens, if what is carried cannot be written as JSON.
    fn cut(&mut self, first: usize) -> bool {
        let changes = Changes::of(&self.turns);
        let carried = match self.carries(&changes, first) {
            true => changes.before(first),
            false => Ok(None),
        };
        let Ok(carried) = carried else { return false };
        self.turns.drain(..first);
        if let Some(carried) = carried {
            let opening = self.turns.iter().take_while(|turn| turn.is_user()).count();
            self.turns.insert(opening, carried);
        }
        true
    }
}
