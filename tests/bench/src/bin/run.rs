//! The runner as a program: `bench-run [--rounds 10] [--secs 0.5] [--only a,b] [--out FILE]
//! [--instructions yes]`. `scenario.rs` has the rows, `report.rs` the output.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::runner::main()
}
