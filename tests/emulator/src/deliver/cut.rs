//! Which bytes go out in one write: pieces, cuts at offsets, and the splits a network makes by itself.

use std::time::Duration;

use bytes::Bytes;

use super::Step;
use crate::ids::Dice;
use crate::script::Reply;
use crate::sse::Part;

/// Where a body is cut into writes.
pub(super) enum Cut<'a> {
    None,
    Every(usize),
    At(&'a [usize]),
}

impl<'a> Cut<'a> {
    pub(super) fn of(order: &'a Reply) -> Self {
        match order {
            Reply { pieces: Some(size), .. } => Self::Every((*size).max(1)),
            Reply { split_at, .. } if !split_at.is_empty() => Self::At(split_at),
            _ => Self::None,
        }
    }

    pub(super) fn apply(&self, parts: Vec<Part>, gap: Duration, mut dice: Option<Dice>) -> Vec<Step> {
        let mut steps = Vec::with_capacity(parts.len());
        if let Self::None = self {
            for part in parts {
                match part {
                    Part::Bytes { bytes, .. } => wire_split(Bytes::from(bytes), dice.as_mut(), &mut steps),
                    Part::Pause(time) => steps.push(Step::Pause(time)),
                }
            }
            return steps;
        }
        let (mut offset, mut run) = (0, Vec::new());
        for part in parts {
            match part {
                Part::Bytes { bytes, .. } => run.extend(bytes),
                Part::Pause(time) => {
                    offset += run.len();
                    self.cut_run(std::mem::take(&mut run), offset, gap, &mut steps);
                    steps.push(Step::Pause(time));
                }
            }
        }
        offset += run.len();
        self.cut_run(run, offset, gap, &mut steps);
        steps
    }

    /// Cuts one uninterrupted run of bytes that ends at `end` within the body.
    fn cut_run(&self, run: Vec<u8>, end: usize, gap: Duration, steps: &mut Vec<Step>) {
        let start = end - run.len();
        let mut rest = Bytes::from(run);
        let mut at = start;
        while !rest.is_empty() {
            let next = match self {
                Self::None => end,
                Self::Every(size) => (at / size + 1) * size,
                Self::At(offsets) => offsets.iter().copied().filter(|o| *o > at).min().unwrap_or(end),
            };
            let piece = rest.split_to((next - at).min(rest.len()));
            at += piece.len();
            if !gap.is_zero() && !steps.is_empty() {
                steps.push(Step::Pause(gap));
            }
            steps.push(Step::Data(piece));
        }
    }
}

/// Sends one event in four as two writes, cut within a multi-byte character where there is one.
pub(super) fn wire_split(bytes: Bytes, dice: Option<&mut Dice>, steps: &mut Vec<Step>) {
    let mut bytes = bytes;
    if let Some(dice) = dice.filter(|_| bytes.len() > 2)
        && dice.between(0, 3) == 0
    {
        // Never at 0: compressed bytes may well begin like the middle of a character.
        let within = bytes.iter().skip(1).position(|b| (0x80..0xc0).contains(b));
        let cut = within.map_or_else(|| dice.between(1, bytes.len() - 1), |at| at + 1);
        steps.push(Step::Data(bytes.split_to(cut)));
    }
    if !bytes.is_empty() {
        steps.push(Step::Data(bytes));
    }
}

pub(super) fn truncate_at(steps: &mut Vec<Step>, offset: usize) {
    let mut left = offset;
    let mut kept = Vec::with_capacity(steps.len());
    for step in steps.drain(..) {
        match step {
            Step::Data(data) if data.len() >= left => {
                if left > 0 {
                    kept.push(Step::Data(data.slice(..left)));
                }
                break;
            }
            Step::Data(data) => {
                left -= data.len();
                kept.push(Step::Data(data));
            }
            pause @ Step::Pause(_) => kept.push(pause),
        }
    }
    *steps = kept;
}
