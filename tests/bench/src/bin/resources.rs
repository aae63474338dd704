//! What large batches and files cost: `bench-resources [--rounds N]`. `resources.rs` has the rows and their bounds.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::resources::main()
}
