//! The overhead of an agent over its calls: `bench-agents [--rounds N]`. `agents.rs` has the rows and their
//! bounds.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::agents::main()
}
