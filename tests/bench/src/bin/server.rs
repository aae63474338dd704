//! The mock service as a program: `bench-server [--core N]`. It prints its port on the first line and ends when
//! its standard input does, that is with the process that started it. `server.rs` has its answers.

use parlour_bench::{Error, args::Args, meter, server};
use std::io::{Read as _, Write as _};

fn main() -> Result<(), Error> {
    let args = Args::parse()?;
    args.only(&["core", "port"])?;
    if let Some(core) = args.get("core") {
        meter::pin_to(core.parse()?);
    }
    meter::allow_many_files();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", args.or("port", 0)?)).await?;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}", listener.local_addr()?.port())?;
        out.flush()?;
        std::thread::spawn(|| {
            let mut rest = Vec::new();
            let _ = std::io::stdin().read_to_end(&mut rest);
            std::process::exit(0);
        });
        server::serve(listener).await
    })
}
