//! Compiles the check of the target `c_texts`, which is a program in C, as a part of it.

fn main() {
    let check = "../../bindings/c/tests/promises/texts.c";
    println!("cargo:rerun-if-changed={check}");
    println!("cargo:rerun-if-changed=../../include/parlour");
    cc::Build::new()
        .file(check)
        .include("../../include")
        .define("_GNU_SOURCE", None)
        .define("PARLOUR_FUZZER", None)
        .opt_level(1)
        .compile("texts");
}
