//! Shortens a history (spec §2.2): removes only whole exchanges from the front, and preserves their tool changes.

use super::Conversation;
use super::tool_changes::Changes;
use super::turn::Turn;

/// The result of shortening a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trimmed {
    /// How many turns were removed. The system message that repeats their tool changes is not counted here.
    pub removed: usize,
    /// Whether the limit holds now. It cannot if the last exchange alone is larger, because that one is never split.
    pub within: bool,
}

/// A place where the history may be cut. The message that repeats the tool changes is built only for the chosen place:
/// building it for each would take quadratic time in a history that changes its tools often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// The first turn that stays.
    pub(super) first: usize,
    /// Whether a system message is inserted after it for the removed turns.
    carries: bool,
    /// The estimate of the turns that stay, with the repeated tool changes.
    pub(super) tokens: u64,
}

impl Conversation {
    /// The indices at which the conversation may begin, in ascending order: turns of the user that answer no call of a
    /// tool, and summaries. A cut anywhere else would separate a call from its result, take the thinking away from the
    /// calls it led to, or begin with the wrong role (protocol §1.3, §9.2, §9.6). There is no cut point after a summary
    /// that includes tool changes (protocol §9.8), because nothing else records them.
    pub fn cut_points(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        let held = self.turns.iter().rposition(Turn::holds_tools).unwrap_or(usize::MAX);
        let points = self.turns.iter().enumerate().filter(|(_, turn)| turn.may_begin());
        points.map(|(index, _)| index).filter(move |index| *index <= held)
    }

    /// Keeps at most the last `turns` turns, fewer where a cut there would break the history, more where the last
    /// exchange is longer. Tool changes in the system messages that are removed (protocol §8.8) are repeated in one
    /// system message, which counts among the turns that stay.
    pub fn keep_last(&mut self, turns: usize) -> Trimmed {
        let total = self.len();
        self.keep_where(total <= turns, |end| total - end.first + usize::from(end.carries) <= turns)
    }

    /// Keeps the longest end of the history of at most `tokens` tokens by
    /// [`estimated_tokens`](Self::estimated_tokens). Leave room in the budget for the system prompt, the tools and the
    /// answer. Tool changes are preserved as by [`keep_last`](Self::keep_last).
    pub fn keep_tokens(&mut self, tokens: u64) -> Trimmed {
        self.keep_where(self.estimated_tokens() <= tokens, |end| end.tokens <= tokens)
    }

    /// Drops the turns before `first`, which has to be one of the [`cut_points`](Self::cut_points); for budgets that
    /// are counted elsewhere. `false`, and nothing happens, if it is none. Tool changes are preserved as by
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

    /// Whether tool changes in the turns before this one have to be repeated. A summary already contains them.
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

    /// Cuts at the first cut point that fits, else at the last one, unless the whole fits.
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

    /// Drops the turns before this one. The repeated tool changes are inserted after the turns of the user that open
    /// the rest: a system message follows one, and the model's answer or another system message follows it (protocol
    /// §1.3 rule 5). `false`, and nothing happens, if the tool changes cannot be serialised.
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
