//! The runner as a program: `bench-run [--rounds 10] [--secs 0.5] [--only a,b] [--out FILE]
//! [--instructions yes]`. What it measures and prints stands in `scenario.rs` and `report.rs`.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::runner::main()
}
