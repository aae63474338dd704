//! Fuzzes the check `journal` of the property tests. It must not check anything of its own.
#![no_main]

#[path = "../../tests/checks/mod.rs"]
#[allow(dead_code, reason = "each target runs one check")]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::journal(data));
