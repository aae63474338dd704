//! Raw reqwest and serde_json as a driver: `bench-raw --kind unary|stream|idle|decode_text --base URL …`.

fn main() -> Result<(), parlour_bench::Error> {
    parlour_bench::driver::main(|base, _| parlour_bench::raw::Raw::open(base), |_| Ok(None))
}
