//! Signs each attempt as gateways of the AWS kind want it (SigV4), and checks what arrived.
//!
//! ```text
//! cargo run -p parlour-examples --bin sigv4
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it gets")]

use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use parlour::{Client, Credential, CredentialRequest, MessageRequest, RetryPolicy, Schedule};
use parlour_emulator::{Emulator, Recorded, Reply};
use parlour_examples::{Failure, exit};
use ring::{digest, hmac};

const ID: &str = "AKIDEXAMPLE";
const SECRET: &str = "secret-of-the-example";
const REGION: &str = "eu-central-1";
const SERVICE: &str = "messages";
const SIGNED: &str = "host;x-amz-content-sha256;x-amz-date";

/// The signed parts of a request.
struct Signable<'r> {
    method: &'r str,
    host: &'r str,
    path: &'r str,
    query: &'r str,
    /// The moment, as `20261123T154500Z`.
    at: &'r str,
    /// The digest of the body.
    digest: &'r str,
}

impl Signable<'_> {
    /// The value of `authorization`.
    fn signature(&self) -> String {
        let Signable { method, host, path, query, at, digest } = self;
        let headers = format!("host:{host}\nx-amz-content-sha256:{digest}\nx-amz-date:{at}\n");
        let canonical = format!("{method}\n{path}\n{query}\n{headers}\n{SIGNED}\n{digest}");
        let day = at.get(..8).unwrap_or_default();
        let scope = format!("{day}/{REGION}/{SERVICE}/aws4_request");
        let to_sign = format!("AWS4-HMAC-SHA256\n{at}\n{scope}\n{}", sha256(canonical.as_bytes()));
        let mut key = format!("AWS4{SECRET}").into_bytes();
        for part in scope.split('/').chain([to_sign.as_str()]) {
            let signing = hmac::Key::new(hmac::HMAC_SHA256, &key);
            key = hmac::sign(&signing, part.as_bytes()).as_ref().to_vec();
        }
        let signature = hex(&key);
        format!("AWS4-HMAC-SHA256 Credential={ID}/{scope}, SignedHeaders={SIGNED}, Signature={signature}")
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    exit(run().await)
}

/// Asks once; the first attempt meets an overloaded service, and the second is signed anew.
async fn run() -> Result<(), Failure> {
    let emulator = Emulator::start().await?;
    emulator.push(Reply::status(529));
    let key = emulator.api_key().to_owned();
    let soon = Schedule::new(Duration::from_millis(10), 1, Duration::from_millis(10));
    let client = Client::builder()
        .base_url(emulator.url())
        .vendor("svc")
        .retry(RetryPolicy::default().server_failure(soon))
        .credentials(move |request: CredentialRequest| {
            let signed = signed(&key, &request);
            async move { signed }
        })
        .build()?;
    let question = MessageRequest::new("svc-haiku-3-5", 64).user("Say it was signed.");
    println!("model: {}", client.messages().create(&question).await?.text());
    for (number, request) in emulator.requests().iter().enumerate() {
        let verdict = if is_genuine(request) { "genuine" } else { "forged" };
        println!("attempt {}: {verdict}", number + 1);
    }
    Ok(())
}

/// The credential of one attempt. A gateway needs no API key; the emulator of this example does.
fn signed(key: &str, request: &CredentialRequest) -> Result<Credential, Failure> {
    let url = request.url();
    let rest = url.split_once("://").ok_or("an address has a scheme")?.1;
    let (host, target) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    // One that is a stream cannot be signed before it is sent.
    let digest = request.body().map_or_else(|| "UNSIGNED-PAYLOAD".to_owned(), |body| sha256(&body));
    let at = moment(SystemTime::now())?;
    let method = request.method().as_str();
    let signable = Signable { method, host, path, query, at: &at, digest: &digest };
    Ok(Credential::api_key(key)?
        .with_header("authorization", signable.signature())?
        .with_header("x-amz-content-sha256", &digest)?
        .with_header("x-amz-date", &at)?)
}

/// Verifies the signature of a request, as a gateway does.
fn is_genuine(request: &Recorded) -> bool {
    let header = |name| request.header(name).unwrap_or_default();
    let signable = Signable {
        method: &request.method,
        host: header("host"),
        path: &request.path,
        query: &request.query,
        at: header("x-amz-date"),
        digest: &sha256(&request.body),
    };
    header("x-amz-content-sha256") == signable.digest && header("authorization") == signable.signature()
}

fn sha256(bytes: &[u8]) -> String {
    hex(digest::digest(&digest::SHA256, bytes).as_ref())
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// A moment as the signature has it, in UTC.
fn moment(at: SystemTime) -> Result<String, Failure> {
    let seconds = at.duration_since(UNIX_EPOCH)?.as_secs();
    let (mut days, of_day) = (seconds / 86_400, seconds % 86_400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    Ok(format!("{year:04}{month:02}{:02}T{hour:02}{minute:02}{second:02}Z", days + 1))
}
