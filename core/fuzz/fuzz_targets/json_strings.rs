//! Fuzzes the check `json_strings` of the property tests of the bridge. It must not check anything of its own.
#![no_main]

#[path = "../../../bindings/bridge/tests/checks/mod.rs"]
#[allow(dead_code, reason = "each target runs one check")]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::json_strings(data));
