//! Calls in the order of their numbers. Nearly all join at the end: only a second attempt has an older number.

use std::collections::VecDeque;

#[derive(Debug)]
pub(super) struct Queue<T>(VecDeque<(u64, T)>);

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        Queue(VecDeque::new())
    }
}

impl<T> Queue<T> {
    fn place(&self, seq: u64) -> Result<usize, usize> {
        match self.0.back() {
            Some((last, _)) if *last < seq => Err(self.0.len()),
            _ => self.0.binary_search_by_key(&seq, |(seq, _)| *seq),
        }
    }

    /// Adds a call, or replaces the one of this number.
    pub(super) fn insert(&mut self, seq: u64, call: T) {
        match self.place(seq) {
            Ok(at) => {
                self.0.remove(at);
                self.0.insert(at, (seq, call));
            }
            Err(at) => self.0.insert(at, (seq, call)),
        }
    }

    pub(super) fn remove(&mut self, seq: u64) -> Option<T> {
        let at = match self.0.front() {
            Some((first, _)) if *first == seq => 0,
            _ => self.place(seq).ok()?,
        };
        self.0.remove(at).map(|(_, call)| call)
    }

    pub(super) fn get_mut(&mut self, seq: u64) -> Option<&mut T> {
        let at = self.place(seq).ok()?;
        self.0.get_mut(at).map(|(_, call)| call)
    }

    pub(super) fn first(&self) -> Option<(u64, &T)> {
        self.0.front().map(|(seq, call)| (*seq, call))
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(|(_, call)| call)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn an_older_number_goes_before() {
        let mut queue = Queue::default();
        for seq in [3, 5, 9, 4, 1, 9] {
            queue.insert(seq, seq * 10);
        }
        assert_eq!((queue.first(), queue.len()), (Some((1, &10)), 5));
        assert_eq!((queue.remove(5), queue.remove(5), queue.remove(7)), (Some(50), None, None));
        assert_eq!(queue.get_mut(9), Some(&mut 90));
        assert_eq!(queue.iter_mut().map(|call| *call).collect::<Vec<_>>(), [10, 30, 40, 90]);
        assert!([1, 3, 4, 9].into_iter().all(|seq| queue.remove(seq).is_some()) && queue.is_empty());
    }
}
