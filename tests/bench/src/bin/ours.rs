//! The client under test as a driver: `bench-ours --kind unary|stream|idle|connect|agent|live|frame_tag|decode_text
//! --base URL …`; `unary` with `--input FILE` sends the messages of a file.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::driver::main(parlour_bench::ours::Ours::open, parlour_bench::real_use::run)
}
