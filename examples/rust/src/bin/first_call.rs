//! The first call of the README, line for line.
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use parlour::{Client, MessageRequest};

#[tokio::main]
async fn main() -> Result<(), parlour::Error> {
    let request = MessageRequest::new("svc-sonnet-4-5", 256).user("Name three rivers.");
    println!("{}", Client::from_env()?.messages().create(&request).await?.text());
    Ok(())
}
