//! Counted steps, by which tests show that work grows in proportion to its input. Outside of tests nothing is counted.

/// Counts so many steps of work on an input from outside: an element looked at, compared, copied or hashed.
#[cfg(not(test))]
#[inline(always)]
pub(crate) fn step(_steps: usize) {}

#[cfg(test)]
pub(crate) use counted::step;

#[cfg(test)]
#[cfg_attr(
    not(all(feature = "structured", feature = "tools")),
    allow(dead_code, reason = "the tests that count want these features")
)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    pub(crate) fn step(steps: usize) {
        STEPS.set(STEPS.get() + steps as u64);
    }

    /// How many steps `run` takes on this thread.
    pub(crate) fn steps_of(run: impl FnOnce()) -> u64 {
        let before = STEPS.get();
        run();
        STEPS.get() - before
    }

    /// Doubles the size of an input four times. Fails where the steps of `run` grow by more than an eighth beyond
    /// double, or where `run` takes fewer steps than its input has elements, so that nothing would be shown.
    pub(crate) fn assert_linear<I>(smallest: usize, make: impl Fn(usize) -> I, run: impl Fn(I)) {
        let steps: Vec<u64> = (0..5)
            .map(|doubling| {
                let input = make(smallest << doubling);
                steps_of(|| run(input))
            })
            .collect();
        assert!(steps[0] >= smallest as u64, "{steps:?} steps of {smallest} elements and more");
        for pair in steps.windows(2) {
            assert!(pair[1] * 8 <= pair[0] * 17, "the work is not in proportion to its input: {steps:?}");
        }
    }
}

#[cfg(all(test, feature = "structured", feature = "tools"))]
mod tests;
