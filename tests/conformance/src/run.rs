//! One case against one driver: starts the service, makes the calls, asserts what came back and what the service saw.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_emulator::{Emulator, Recorded, parse_replies};

use crate::case::{Case, Step};
use crate::check;
use crate::driver::Driver;
use crate::expand::placeholders;
use crate::json::Json;
use crate::pattern::{Mode, compare, short};
use crate::proxy::Proxy;

/// The key every client is given; it must never be seen again outside a request.
pub const SECRET: &str = "conformance-key-7Qf3xZ-never-to-be-shown";

/// How the service cuts a streamed body.
#[derive(Clone, Debug, PartialEq)]
pub enum Delivery {
    /// As the case says.
    AsScripted,
    /// In pieces of that many bytes.
    Pieces(usize),
    /// Cut at these offsets.
    At(Vec<usize>),
}

impl std::fmt::Display for Delivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Delivery::AsScripted => Ok(()),
            Delivery::Pieces(size) => write!(f, " [pieces of {size}]"),
            Delivery::At(offsets) => write!(f, " [cut at {offsets:?}]"),
        }
    }
}

/// The result of a run.
pub struct Verdict {
    /// Every difference; empty if the case holds.
    pub differences: Vec<String>,
    /// The driver cannot be used any more.
    pub driver_is_broken: bool,
}

/// Runs a case.
pub async fn case(case: &Case, variant: &str, delivery: &Delivery, driver: &mut Driver) -> Verdict {
    let mut verdict = Verdict { differences: Vec::new(), driver_is_broken: false };
    let scene = match Scene::set(case).await {
        Ok(scene) => scene,
        Err(e) => {
            verdict.differences.push(format!("the emulator or the proxy does not start: {e}"));
            return verdict;
        }
    };
    let emulator = &scene.emulator;
    let (url, port) = (emulator.url(), emulator.port().to_string());
    let time = emulator.time_address().map(|address| address.to_string()).unwrap_or_default();
    let (certificate, key) = emulator.client_pem().unwrap_or_default();
    let known = [
        ("$KEY", SECRET),
        ("$URL", url.as_str()),
        ("$PORT", port.as_str()),
        ("$TIME", time.as_str()),
        ("$FOLDER", scene.folder.0.to_str().unwrap_or_default()),
        ("$RECORDINGS", concat!(env!("CARGO_MANIFEST_DIR"), "/recordings")),
        ("$SOCKET", scene.socket.to_str().unwrap_or_default()),
        ("$CA", emulator.ca_pem().unwrap_or_default()),
        ("$CLIENT_CERTIFICATE", certificate),
        ("$CLIENT_KEY", key),
        // The longer name first: the other begins it.
        ("$PROXY_CA", scene.proxy.as_ref().map_or("", Proxy::ca_pem)),
        ("$PROXY", scene.proxy.as_ref().map_or("", Proxy::address)),
    ];
    let known = if case.verbatim { &[][..] } else { &known[..] };
    verdict.differences.extend(set_replies(case, delivery, emulator, known));
    for (i, step) in case.steps.iter().enumerate() {
        let step = Step { call: placeholders(&step.call, known), expect: placeholders(&step.expect, known) };
        let request = request(case, &step, variant, &url, known, i > 0);
        let found = match driver.call(request, SECRET, case.time_limit).await {
            Ok(outcome) => {
                let mut found = check::outcome(&step, &outcome);
                found.extend(service(&step, &scene).await);
                if !found.is_empty() {
                    found.insert(0, format!("the call ended with {}", outcome.describe()));
                }
                found
            }
            Err(broken) => {
                // Also after a leak: the line stays in the log and would be found again.
                verdict.driver_is_broken = true;
                vec![broken.to_string()]
            }
        };
        let label = if case.steps.len() > 1 { format!("step {}: ", i + 1) } else { String::new() };
        verdict.differences.extend(found.into_iter().map(|d| format!("{label}{d}")));
        if verdict.driver_is_broken {
            return verdict;
        }
    }
    verdict.differences.extend(requests(case, &emulator.requests(), known));
    if emulator.script_left() > 0 && !case.spare_replies {
        verdict.differences.push(format!("{} scripted replies were not asked for", emulator.script_left()));
    }
    scene.emulator.stop().await;
    verdict
}

/// Gives the emulator the replies of a case, delivered in this way.
fn set_replies(case: &Case, delivery: &Delivery, emulator: &Emulator, known: &[(&str, &str)]) -> Vec<String> {
    let mut refused = Vec::new();
    for reply in &case.server {
        let mut script = placeholders(&reply.script, known);
        match delivery {
            Delivery::AsScripted => {}
            Delivery::Pieces(size) => script.set("pieces", Json::int(size)),
            Delivery::At(offsets) => {
                script.set("split_at", Json::Array(offsets.iter().map(Json::int).collect()))
            }
        }
        match parse_replies(&script.to_string()) {
            Ok(replies) => emulator.script(replies),
            Err(e) => refused.push(format!("the emulator refuses the script: {e}")),
        }
    }
    refused
}

/// The environment of a case.
struct Scene {
    emulator: Emulator,
    proxy: Option<Proxy>,
    /// Where the service listens besides its port; empty if nowhere.
    socket: PathBuf,
    folder: Scratch,
}

/// A folder for one case, removed at its end; without a path if the case wants none.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            // What a broken driver still writes is left to the system, which clears its temporary folder.
            drop(std::fs::remove_dir_all(&self.0));
        }
    }
}

impl Scene {
    async fn set(case: &Case) -> std::io::Result<Scene> {
        static NAMES: AtomicU64 = AtomicU64::new(0);
        let name = || {
            let number = NAMES.fetch_add(1, Ordering::Relaxed);
            std::env::temp_dir().join(format!("parlour-case-{}-{number}", std::process::id()))
        };
        let mut builder = Emulator::builder().api_key(SECRET);
        if case.service.tls {
            builder = builder.tls();
        }
        if case.service.client_certificates {
            builder = builder.tls_client_certificates();
        }
        if case.service.shared_time {
            builder = builder.shared_time();
        }
        if case.service.tls_1_2 {
            builder = builder.tls_1_2();
        }
        let mut socket = PathBuf::new();
        if case.service.unix_socket {
            socket = name();
            #[cfg(unix)]
            {
                builder = builder.unix_socket(&socket);
            }
        }
        let proxy = match &case.proxy {
            Some(order) => Some(Proxy::start(order.clone()).await?),
            None => None,
        };
        let mut folder = Scratch(PathBuf::new());
        if case.config.to_string().contains("$FOLDER") {
            folder.0 = name();
            std::fs::create_dir(&folder.0)?;
        }
        Ok(Scene { emulator: builder.start().await?, proxy, socket, folder })
    }
}

fn request(case: &Case, step: &Step, variant: &str, url: &str, known: &[(&str, &str)], reuse: bool) -> Json {
    let mut config = placeholders(&case.config, known);
    let base_url = config.take("base_url").unwrap_or_else(|| Json::text(url));
    let api_key = config.take("api_key").unwrap_or_else(|| Json::text(SECRET));
    let mut call = step.call.clone();
    if let Some(body) = call.take("body") {
        call.set("body", Json::Text(body.to_string()));
    }
    // Turns and settings are text for the same reason as bodies: nothing is lost on the way.
    for key in ["settings", "schema", "batch", "saved", "request", "before", "answer"] {
        if let Some(given) = call.take(key) {
            call.set(key, Json::Text(given.to_string()));
        }
    }
    if let Some(operations) = call.take("operations") {
        let texts = operations.items().iter().map(as_text);
        call.set("operations", Json::Array(texts.collect()));
    }
    if let Some(text) = call.take("body_text") {
        call.set("body", text);
    }
    if let Some(mut options) = call.take("options") {
        if let Some(keys) = options.take("body_keys") {
            let texts = keys.entries().iter().map(|(k, v)| (k.clone(), Json::Text(v.to_string())));
            options.set("body_keys", Json::Object(texts.collect()));
        }
        call.set("options", options);
    }
    let mut request = Json::Object(Vec::new());
    request.set("variant", Json::text(variant));
    request.set("base_url", base_url);
    request.set("api_key", api_key);
    request.set("reuse_client", Json::Bool(reuse));
    request.set("config", config);
    request.set("call", call);
    request
}

/// An operation on a conversation with what it adds as text.
fn as_text(operation: &Json) -> Json {
    let mut operation = operation.clone();
    for key in ["push", "reply", "load"] {
        if let Some(added) = operation.take(key) {
            operation.set(key, Json::Text(added.to_string()));
        }
    }
    operation
}

/// Checks the counters of the service.
async fn service(step: &Step, scene: &Scene) -> Vec<String> {
    let emulator = &scene.emulator;
    const PATIENCE: Duration = Duration::from_secs(10);
    let mut out = Vec::new();
    if let Some(count) = step.expect.get("closed_early").and_then(Json::as_u64) {
        emulator.wait_until(PATIENCE, |emu| emu.closed_early() >= count).await;
        if emulator.closed_early() != count {
            out.push(format!(
                "the service saw {} answers left early, expected {count}",
                emulator.closed_early()
            ));
        }
    }
    if let Some(count) = step.expect.get("requests").and_then(Json::as_u64) {
        // Some are sent by the client itself, after the call.
        emulator.wait_until(PATIENCE, |emu| emu.request_count() as u64 >= count).await;
    }
    let seen = emulator.requests();
    if let Some(pattern) = step.expect.get("requests") {
        out.extend(compare(pattern, Some(&Json::int(seen.len())), Mode::Like, "requests"));
    }
    if let Some(pattern) = step.expect.get("connections") {
        let count = Json::int(emulator.accepted_connections());
        out.extend(compare(pattern, Some(&count), Mode::Like, "connections"));
    }
    if let Some(pattern) = step.expect.get("proxied") {
        let found = scene.proxy.as_ref().map(Proxy::seen);
        out.extend(compare(pattern, found.as_ref(), Mode::Like, "proxied"));
    }
    if step.expect.get("same_request_bytes").and_then(Json::as_bool) == Some(true) {
        let mut bodies = seen.iter().map(|r| &r.body);
        let first = bodies.next();
        if seen.len() < 2 || bodies.any(|b| Some(b) != first) {
            out.push(format!("{} requests whose bodies are not the same bytes", seen.len()));
        }
    }
    out
}

/// Each request against what its reply expected it to be.
fn requests(case: &Case, seen: &[Recorded], known: &[(&str, &str)]) -> Vec<String> {
    let mut out = Vec::new();
    let mut index = 0;
    for reply in &case.server {
        let times = reply.script.get("repeat").and_then(Json::as_u64).unwrap_or(1).max(1);
        for _ in 0..times {
            if reply.expect_request != Json::Null {
                let place = format!("request {}", index + 1);
                match seen.get(index) {
                    Some(found) => {
                        let mut wanted = placeholders(&reply.expect_request, known);
                        if let Some(signed) = wanted.take("signed") {
                            let base =
                                known.iter().find(|(name, _)| *name == "$URL").map_or("", |(_, url)| url);
                            out.extend(unsigned(&signed, found, base).map(|why| format!("{place}: {why}")));
                        }
                        out.extend(compare(&wanted, Some(&as_json(found)), Mode::Like, &place));
                    }
                    None => out.push(format!("{place} never came: {}", short(&reply.expect_request))),
                }
            }
            index += 1;
        }
    }
    out
}

/// Why a request has not the signature that a hook of the drivers puts on it: the FNV-1a digest of the hook's input.
fn unsigned(signed: &Json, request: &Recorded, base: &str) -> Option<String> {
    let name = signed.get("header").and_then(Json::as_str).unwrap_or_default();
    let query = if request.query.is_empty() { String::new() } else { format!("?{}", request.query) };
    let own = format!("{base}{}{query}", request.path);
    let url = signed.get("url").and_then(Json::as_str).unwrap_or(&own);
    let attempt = signed.get("attempt").and_then(Json::as_u64).unwrap_or(1);
    let refused = signed.get("after_refusal").and_then(Json::as_bool).unwrap_or_default();
    let mut text = format!("{attempt} {refused} {} {url}\n", request.method).into_bytes();
    text.extend_from_slice(&request.body);
    let wanted = format!("{:016x}", fnv1a(&text));
    let found = request.headers.iter().find(|(header, _)| header.eq_ignore_ascii_case(name));
    match found {
        Some((_, value)) if *value == wanted => None,
        Some((_, value)) => {
            Some(format!("{name} is {value}, not {wanted}: the hook was not shown what was sent"))
        }
        None => Some(format!("{name} is missing")),
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    bytes.iter().fold(start, |digest, byte| (digest ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn as_json(request: &Recorded) -> Json {
    let mut headers = Json::Object(Vec::new());
    for (name, value) in &request.headers {
        let name = name.to_ascii_lowercase();
        let joined = match headers.get(&name).and_then(Json::as_str) {
            Some(first) => format!("{first}, {value}"),
            None => value.clone(),
        };
        headers.set(&name, Json::Text(joined));
    }
    let mut query = Json::Object(Vec::new());
    for pair in request.query.split('&').filter(|p| !p.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        query.set(&decoded(name), Json::Text(decoded(value)));
    }
    let text = String::from_utf8_lossy(&request.body).into_owned();
    let mut out = Json::Object(Vec::new());
    out.set("method", Json::text(&request.method));
    out.set("path", Json::text(&request.path));
    out.set("query", query);
    out.set("headers", headers);
    out.set("peer", request.peer.map_or(Json::Null, |peer| Json::Text(peer.to_string())));
    out.set("body", Json::parse(&text).unwrap_or(Json::Null));
    out.set("body_text", Json::Text(text));
    out
}

fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let hex = |b: Option<u8>| b.and_then(|b| (b as char).to_digit(16)).and_then(|d| u8::try_from(d).ok());
        match byte {
            b'+' => out.push(b' '),
            b'%' => match (hex(bytes.next()), hex(bytes.next())) {
                (Some(high), Some(low)) => out.push(high * 16 + low),
                _ => out.push(b'%'),
            },
            other => out.push(other),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_algorithm() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn query_text_is_decoded() {
        assert_eq!(decoded("a%20b+c%C3%A9"), "a b cé");
        assert_eq!(decoded("%"), "%");
    }
}
