//! The mock service as a process of its own, for the tests: what it allocates or computes is not the client's.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// A running server; it ends with this value.
pub(crate) struct Server {
    /// `http://127.0.0.1:PORT`.
    pub(crate) base: String,
    child: Child,
}

impl Server {
    pub(crate) fn start() -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bench-server"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: u16 = line.trim().parse().unwrap();
        Server { base: format!("http://127.0.0.1:{port}"), child }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // its standard input closes, and it ends
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A runtime on the calling thread alone, so that everything the client does is counted on that thread.
pub(crate) fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}
