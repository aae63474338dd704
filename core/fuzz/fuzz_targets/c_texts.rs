//! Fuzzes the check of bindings/c/tests/promises/texts.c, against the C library in this program. It must not check
//! anything of its own.
#![no_main]

// Its functions are called from C alone.
use parlour_c as _;

unsafe extern "C" {
    fn parlour_check_texts(data: *const u8, size: usize) -> std::ffi::c_int;
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // SAFETY: the check reads so many bytes of the slice, and keeps none of them.
    unsafe { parlour_check_texts(data.as_ptr(), data.len()) };
});
