//! The costs of large batches and files: `bench-resources [--rounds N]`. `resources.rs` has the rows and their bounds.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::resources::main()
}
