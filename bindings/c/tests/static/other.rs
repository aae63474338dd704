//! Another static library of Rust, for a program that links it beside ours: it has a standard library of its own, and
//! catches a panic, which takes the parts of it that used to collide. Built by scripts/c/promises.sh.

use std::collections::HashMap;

/// Counts the letters of a text that is not there, and gives what its panic was worth.
#[unsafe(no_mangle)]
pub extern "C" fn other_answer() -> u32 {
    let mut counted: HashMap<char, u32> = HashMap::new();
    for letter in "parlour".chars() {
        *counted.entry(letter).or_default() += 1;
    }
    std::panic::set_hook(Box::new(|_| {}));
    let caught = std::panic::catch_unwind(|| counted.get(&'x').copied().expect("no such letter"));
    caught.unwrap_or(42)
}
