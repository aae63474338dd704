//! The program on its own: it says where it listens, answers there, follows its arguments, and stops when asked to.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a panic is the failure report"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// The program, killed if the test fails.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> (Program, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour-emulator"));
    let mut child = command.args(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").expect(&line).to_owned();
    (Program(child), address)
}

fn ask(address: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("GET /v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).unwrap();
    all
}

#[test]
fn it_follows_its_arguments() {
    let script = std::env::temp_dir().join(format!("parlour-emulator-script-{}.json", std::process::id()));
    std::fs::write(&script, r#"{"status": 529}"#).unwrap();
    let path = script.to_str().unwrap();
    let (_program, address) =
        start(&["--api-key", "k", "--vendor", "acme", "--version", "2027-01-01", "--script", path]);
    std::fs::remove_file(&script).unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let good = "x-api-key: k\r\nacme-version: 2027-01-01\r\n";
    assert!(ask(&address, good).starts_with("HTTP/1.1 529 "));
    assert!(ask(&address, good).starts_with("HTTP/1.1 200 "));
    assert!(ask(&address, "x-api-key: k\r\nacme-version: 2023-06-01\r\n").starts_with("HTTP/1.1 400 "));
    assert!(
        ask(&address, "x-api-key: test-key\r\nacme-version: 2027-01-01\r\n").starts_with("HTTP/1.1 401 ")
    );
}

#[test]
fn a_wrong_script_is_refused_at_the_start() {
    let script =
        std::env::temp_dir().join(format!("parlour-emulator-bad-script-{}.json", std::process::id()));
    std::fs::write(&script, r#"[{"pieces": 0}]"#).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour-emulator"));
    let output = command.args(["--script", script.to_str().unwrap()]).output().unwrap();
    std::fs::remove_file(&script).unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("reply 0: pieces"));
}

#[cfg(unix)]
#[test]
fn it_stops_when_asked_to() {
    let (mut program, address) = start(&[]);
    let kill = Command::new("kill").args(["-TERM", &program.0.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert!(program.0.wait().unwrap().success());
    assert!(TcpStream::connect(address).is_err());
}
