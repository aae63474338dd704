//! The client under test as a driver: `bench-ours --kind unary|stream|idle|frame_tag|decode_text --base URL …`.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::driver::main(parlour_bench::ours::Ours::open)
}
