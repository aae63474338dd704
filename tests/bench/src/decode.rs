//! Transcripts in memory and the loop that times their decoding: no sockets, no runtime.

use crate::Error;
use crate::driver::DecodeTask;
use crate::meter::{Latencies, Line, Meter};
use crate::payload;
use bytes::Bytes;
use memchr::memmem;
use std::time::{Duration, Instant};

/// The prompt of every request of the benchmark.
pub const PROMPT: &str = "Tell me how a harbour town begins its day.";

/// Deltas of the transcript: with its events about a megabyte, more than a core's nearest caches hold.
pub const DELTAS: usize = 8_000;

/// Bytes of a piece: what a busy connection hands over at once.
const PIECE: usize = 64 * 1024;

/// One whole streamed reply as it would come from a connection.
#[must_use]
pub fn transcript() -> Vec<Bytes> {
    let all = Bytes::from(payload::events("mock", DELTAS).concat());
    (0..all.len()).step_by(PIECE).map(|at| all.slice(at..all.len().min(at + PIECE))).collect()
}

/// A recorded transcript of the shared harness: each message, in pieces of `piece` bytes, or of one event each
/// for zero.
#[must_use]
pub fn messages(all: &Bytes, piece: usize) -> Vec<Vec<Bytes>> {
    let mut starts: Vec<usize> = memmem::find_iter(all, b"event: message_start\n").collect();
    starts.push(all.len());
    let between = |ends: &[usize]| match ends {
        [from, to] => all.slice(*from..*to),
        _ => Bytes::new(),
    };
    starts.windows(2).map(between).map(|message| cut(&message, piece)).collect()
}

fn cut(message: &Bytes, piece: usize) -> Vec<Bytes> {
    let mut ends: Vec<usize> = match piece {
        0 => memmem::find_iter(message, b"\n\n").map(|at| at + 2).collect(),
        n => (n..message.len()).step_by(n).collect(),
    };
    if ends.last() != Some(&message.len()) {
        ends.push(message.len());
    }
    let mut from = 0;
    let to_end = |to| message.slice(std::mem::replace(&mut from, to)..to);
    ends.into_iter().map(to_end).collect()
}

/// Decodes the messages over and over for `secs` seconds. `pass` decodes all of them once and returns the deltas and
/// the bytes of text it saw; each pass has to see as much as the first, which has to see something.
///
/// # Errors
/// The error of `pass`.
pub fn timed(
    task: &DecodeTask,
    mut pass: impl FnMut(&[Vec<Bytes>]) -> Result<(u64, usize), Error>,
) -> Result<Line, Error> {
    let size: usize = task.messages.iter().flatten().map(Bytes::len).sum();
    let expected = pass(&task.messages)?;
    if expected.0 == 0 || expected.1 == 0 {
        return Err("there is nothing in the transcript".into());
    }
    let meter = Meter::start()?;
    let end = Instant::now() + Duration::from_secs_f64(task.secs);
    let (mut ops, mut times) = (0, Latencies::default());
    loop {
        let began = Instant::now();
        let got = std::hint::black_box(pass(std::hint::black_box(&task.messages))?);
        if got != expected {
            return Err(format!("saw {got:?} (events, bytes), after {expected:?} before").into());
        }
        ops += 1;
        let now = Instant::now();
        times.call.push((now - began).as_secs_f64() * 1e6);
        if now >= end {
            let mut line = meter.finish(ops, ops * expected.0, times)?;
            line.bytes = Some(ops * size as u64);
            return Ok(line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_cut_into_pieces_without_losing_a_byte() {
        let one = payload::events("m", 3).concat();
        let all = Bytes::from(one.repeat(2));
        for piece in [0, 1, 100, one.len(), 10 * one.len()] {
            let found = messages(&all, piece);
            assert_eq!(found.len(), 2, "{piece}");
            for message in found {
                assert_eq!(message.concat(), one.as_bytes(), "{piece}");
                assert!(piece > 0 || message.len() == 9);
            }
        }
    }
}
