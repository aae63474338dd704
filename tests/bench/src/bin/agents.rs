//! What an agent costs beside the calls it makes: `bench-agents [--rounds N]`. `agents.rs` has the rows and their bounds.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::agents::main()
}
