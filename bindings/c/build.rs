//! Gives the shared library its SONAME and a build-id, and keeps it loaded. It must not write anything: the headers are
//! made by scripts/c/header.sh.

/// Changes when a program built against an older header would no longer run: `PARLOUR_ABI_VERSION` in src/abi.rs.
const ABI_MAJOR: u32 = 1;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libparlour.so.{ABI_MAJOR}");
        // A host that unloads its plug-ins would take the code away from under the library's threads.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Debuggers and crash reports find the debug file of a library by it.
        println!("cargo:rustc-cdylib-link-arg=-Wl,--build-id=sha1");
    }
}
