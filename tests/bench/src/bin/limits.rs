//! What pacing, the ledger and hooks add to a call: `bench-limits [--rounds N]`. `limits.rs` has the rows and their
//! bounds.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::limits::main()
}
