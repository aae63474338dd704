//! How soon an abort takes effect: `bench-aborts [--rounds N]`. `aborts.rs` has the rows and their bound.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::aborts::main()
}
