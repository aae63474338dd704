//! The script and the connection against a real server, in the time of the test, and the store against servers that
//! fail.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, Weak, mpsc};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::connection::Connection;
use super::{Address, Fleet};
use crate::pacing::{Amount, Ask, Given, LaneName, Lanes, Refused, Reported, SharedStore};
use crate::secret::Identity;

mod prefixes;
mod spending;
mod usage;

/// A Valkey server of the test's own, on a socket in a folder of its own.
struct Server {
    _child: Ended,
    folder: tempfile::TempDir,
}

/// A program that is ended with the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().and_then(|()| self.0.wait()).expect("the program ends");
    }
}

fn program() -> PathBuf {
    let tools = std::env::var_os("PARLOUR_TOOLS")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.tools")), PathBuf::from);
    let program = tools.join("valkey/valkey-server");
    assert!(program.exists(), "{} is missing: scripts/valkey.sh installs it", program.display());
    program
}

impl Server {
    fn start(more: &[&str]) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let child = Command::new(program())
            .args(["--port", "0", "--save", "", "--unixsocket"])
            .arg(folder.path().join("socket"))
            .args(more)
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Server { _child: Ended(child), folder };
        let until = Instant::now() + Duration::from_secs(30);
        while std::os::unix::net::UnixStream::connect(server.folder.path().join("socket")).is_err() {
            assert!(Instant::now() < until, "the server does not start");
            std::thread::sleep(Duration::from_millis(2));
        }
        server
    }

    fn link(&self) -> redis::Connection {
        let Address::Server(info) = self.address() else { panic!("one server") };
        redis::Client::open(*info).unwrap().get_connection().unwrap()
    }

    fn address(&self) -> Address {
        Address::parse(&format!("unix://{}", self.folder.path().join("socket").display())).unwrap()
    }

    /// A process that uses the store, in the time of the test.
    fn process(&self) -> Process {
        Process { connection: Connection::open(&self.address()).unwrap(), held: [0.0; 4] }
    }
}

/// A process that the store knows by a name of the test's.
struct Named {
    connection: Connection,
    name: &'static str,
}

impl Named {
    fn new(server: &Server, name: &'static str) -> Named {
        Named { connection: Connection::open(&server.address()).unwrap(), name }
    }
}

struct Process {
    connection: Connection,
    held: Amount,
}

impl Process {
    /// Asks at a time in seconds.
    fn ask(&mut self, seconds: f64, change: impl FnOnce(&mut Ask)) -> Given {
        self.connection.time = Some(1e12 + seconds * 1e3);
        let mut ask = asking();
        ask.held = self.held;
        change(&mut ask);
        self.held = ask.held;
        let given = self.connection.ask(&ask).unwrap();
        if let Some(granted) = given.granted {
            self.held.iter_mut().zip(granted).for_each(|(held, granted)| *held += granted);
        }
        given
    }

    /// Needs so many requests of 60 a minute, and would take so many more.
    fn needs(&mut self, seconds: f64, requests: f64, ahead: f64) -> Given {
        self.ask(seconds, |ask| {
            ask.needed = Some([requests, 0.0, 0.0, 0.0]);
            ask.ahead = [ahead, 0.0, 0.0, 0.0];
            ask.known = [Some((60.0, 60.0)), None, None, None];
        })
    }
}

fn asking() -> Ask {
    Ask {
        lane: Arc::new(LaneName { model: "m".into(), fast: false, credential: 0, origin: None }),
        identity: Identity([7; 32]),
        held: [0.0; 4],
        sent: [0.0; 4],
        returned: [0.0; 4],
        needed: None,
        ahead: [0.0; 4],
        left_over: 0.0,
        known: [None; 4],
        reported: [None; 4],
        refused: None,
        probe_is_over: false,
        leaves: false,
    }
}

fn requests(given: &Given) -> f64 {
    given.granted.map_or(0.0, |[requests, ..]| requests)
}

fn level(given: &Given) -> f64 {
    let [requests, ..] = given.buckets;
    requests.expect("a limit of requests is known").level
}

fn charged(given: &Given) -> f64 {
    let [requests, ..] = given.buckets;
    requests.expect("a limit of requests is known").charged
}

#[test]
fn processes_share_what_is_left_and_wait_for_more() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    let first = one.needs(0.0, 1.0, 100.0);
    // A twentieth of the limit ahead at most: others come.
    assert_eq!((requests(&first), level(&first), first.processes), (4.0, 56.0, 1));
    assert_eq!(requests(&two.needs(0.0, 56.0, 0.0)), 56.0);
    let waits = two.needs(0.0, 57.0, 0.0);
    assert_eq!((waits.granted, waits.wait, waits.processes), (None, Duration::from_secs(1), 2));
    assert_eq!(requests(&two.needs(1.0, 57.0, 0.0)), 1.0);
    // What is given back is there for others, at once.
    one.ask(1.0, |ask| {
        ask.held = [0.0; 4];
        ask.returned = [4.0, 0.0, 0.0, 0.0];
    });
    assert_eq!(requests(&two.needs(1.0, 61.0, 0.0)), 4.0);
}

#[test]
fn the_process_that_waits_longest_goes_first() {
    let server = Server::start(&[]);
    let (mut one, mut two, mut three) = (server.process(), server.process(), server.process());
    assert_eq!(requests(&three.needs(0.0, 60.0, 0.0)), 60.0);
    // It used them.
    three.ask(0.0, |ask| ask.held = [0.0; 4]);
    assert_eq!(one.needs(0.0, 10.0, 0.0).wait, Duration::from_secs(10));
    // A small call does not take what the large one waits for.
    assert_eq!(two.needs(1.0, 1.0, 0.0).wait, Duration::from_secs(10));
    assert_eq!(two.needs(4.0, 1.0, 0.0).wait, Duration::from_secs(7));
    assert_eq!(one.needs(4.0, 10.0, 0.0).wait, Duration::from_secs(6));
    assert_eq!(two.needs(8.0, 1.0, 0.0).wait, Duration::from_secs(3));
    assert_eq!(one.needs(8.0, 10.0, 0.0).wait, Duration::from_secs(2));
    // Nothing ahead while another waits.
    assert_eq!(requests(&one.needs(10.0, 10.0, 5.0)), 10.0);
    assert_eq!(requests(&two.needs(11.0, 1.0, 0.0)), 1.0);
    // Nobody waits behind a process that ended.
    assert_eq!(one.needs(11.0, 60.0, 0.0).wait, Duration::from_secs(50));
    assert!(two.needs(12.0, 2.0, 0.0).granted.is_none());
    // It holds one.
    assert_eq!(requests(&two.needs(16.0, 2.0, 0.0)), 1.0);
}

#[test]
fn all_wait_after_a_refusal_and_one_goes_first() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    assert!(one.needs(0.0, 1.0, 0.0).granted.is_some());
    one.ask(0.0, |ask| {
        ask.refused = Some(Refused { until: Instant::now() + Duration::from_secs(30), rate: None });
    });
    let waits = two.needs(1.0, 1.0, 0.0);
    assert!(waits.granted.is_none() && waits.wait > Duration::from_secs(28), "{waits:?}");
    assert!(waits.cool_down > Duration::from_secs(28) && waits.cool_down <= Duration::from_secs(29));
    let probe = two.needs(30.0, 1.0, 5.0);
    assert!(probe.probe && requests(&probe) == 1.0, "{probe:?}");
    let others = one.needs(30.2, 2.0, 0.0);
    assert_eq!((others.granted, others.wait), (None, Duration::from_millis(800)));
    two.ask(30.3, |ask| ask.probe_is_over = true);
    assert!(one.needs(30.3, 2.0, 0.0).granted.is_some());
}

#[test]
fn a_probe_without_an_answer_holds_nobody_up() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    one.ask(0.0, |ask| ask.refused = Some(Refused { until: Instant::now(), rate: None }));
    assert!(one.needs(1.0, 1.0, 0.0).probe);
    assert!(two.needs(1.5, 1.0, 0.0).granted.is_none());
    let next = two.needs(2.0, 1.0, 0.0);
    assert!(next.granted.is_some() && !next.probe);
}

#[test]
fn a_measured_rate_limits_a_service_that_names_none() {
    let server = Server::start(&[]);
    let mut one = server.process();
    let given = one.ask(0.0, |ask| {
        ask.refused = Some(Refused { until: Instant::now(), rate: Some(30.0) });
    });
    let [measured, ..] = given.buckets;
    assert_eq!(measured.map(|measured| (measured.limit, measured.level)), Some((30.0, 0.0)));
    let later = one.ask(60.0, |_| {});
    let [grown, ..] = later.buckets;
    assert_eq!(grown.map(|grown| grown.limit), Some(37.5));
}

#[test]
fn what_a_process_held_that_is_gone_is_free_after_five_seconds() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    assert_eq!(requests(&one.needs(0.0, 60.0, 0.0)), 60.0);
    assert_eq!(level(&two.ask(4.9, |_| {})), 4.9);
    let free = two.ask(5.0, |_| {});
    assert_eq!((level(&free), free.processes), (60.0, 1));
}

#[test]
fn headers_correct_the_store() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    assert_eq!(requests(&one.needs(0.0, 10.0, 0.0)), 10.0);
    let reported = |limit, remaining, charged| {
        [
            Some(Reported {
                limit: Some(limit),
                remaining: Some(remaining),
                rounding: 0.0,
                charged,
                sent_at: Instant::now(),
            }),
            None,
            None,
            None,
        ]
    };
    // Others use the key too: no more is there than the service says.
    let charged = charged(&two.ask(0.0, |_| {}));
    let given = two.ask(0.0, |ask| ask.reported = reported(60.0, 20.0, charged));
    assert!((level(&given) - 20.0).abs() < 0.1, "{given:?}");
    // The limit is another one, and more is left than was thought: less what the first process holds.
    let given = two.ask(0.0, |ask| ask.reported = reported(600.0, 400.0, charged));
    assert!((level(&given) - 390.0).abs() < 1.0, "{given:?}");
    // Calls that were sent and not answered may not be in that.
    one.ask(0.0, |ask| ask.sent = [30.0, 0.0, 0.0, 0.0]);
    let given = two.ask(0.0, |ask| ask.reported = reported(600.0, 500.0, charged));
    assert!((level(&given) - 460.0).abs() < 1.0, "{given:?}");
    // What a process counted by a store that was lost says nothing of this one.
    let given = two.ask(0.0, |ask| ask.reported = reported(600.0, 600.0, charged / 2.0));
    assert!((level(&given) - 460.0).abs() < 1.0, "{given:?}");
    // A limit that nobody knew.
    let other = Arc::new(LaneName { model: "other".into(), fast: false, credential: 0, origin: None });
    let given = two.ask(0.0, |ask| {
        ask.lane = Arc::clone(&other);
        ask.reported = reported(50.0, 40.0, 0.0);
    });
    assert_eq!(level(&given), 40.0);
}

#[test]
fn a_digest_with_a_salt_names_the_credential() {
    let server = Server::start(&[]);
    let mut one = server.process();
    one.needs(0.0, 60.0, 0.0);
    let mut link = server.link();
    let keys: Vec<String> = redis::cmd("KEYS").arg("*").query(&mut link).unwrap();
    assert!(keys.len() >= 3 && keys.iter().all(|key| key.starts_with("parlour:")), "{keys:?}");
    assert!(keys.iter().all(|key| !key.contains(&"07".repeat(8)) && !key.contains("other")), "{keys:?}");
    // Another credential has limits of its own, and so has another speed.
    let other = one.ask(0.0, |ask| {
        ask.identity = Identity([8; 32]);
        ask.known = [Some((60.0, 60.0)), None, None, None];
    });
    let fast = one.ask(0.0, |ask| {
        ask.lane = Arc::new(LaneName { model: "m".into(), fast: true, credential: 0, origin: None });
        ask.known = [Some((60.0, 60.0)), None, None, None];
    });
    assert_eq!((level(&other), level(&fast)), (60.0, 60.0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever processes ask for, hold and give back: never more is given out than the limit and its refill.
    #[test]
    fn no_more_is_given_out_than_there_is(
        steps in prop::collection::vec((0..3_usize, 0.0..1.5_f64, 0.5..20.0_f64, 0.0..20.0_f64, 0.0..1.0_f64), 1..40),
    ) {
        let server = Server::start(&[]);
        let mut processes = [server.process(), server.process(), server.process()];
        let (mut seconds, mut used) = (0.0, 0.0);
        let mut heard = [0.0; 3];
        for (who, passed, need, ahead, kept) in steps {
            seconds += passed;
            // A process that is not heard of for five seconds holds nothing any more.
            for (process, heard) in processes.iter_mut().zip(heard) {
                if seconds - heard >= 5.0 {
                    process.held = [0.0; 4];
                }
            }
            heard[who] = seconds;
            let process = &mut processes[who];
            // A part of what it holds was used, and of the rest it gives a part back.
            let [held, ..] = process.held;
            let unused = held * kept;
            used += held - unused;
            process.held = [unused, 0.0, 0.0, 0.0];
            process.needs(seconds, need + unused, ahead);
            let held: f64 = processes.iter().map(|process| process.held[0]).sum();
            prop_assert!(used + held <= 60.0 + seconds + 1e-3, "{used} and {held} after {seconds} s");
        }
    }
}

#[test]
fn a_client_that_ends_gives_back_what_it_holds() {
    let server = Server::start(&[]);
    let (mut one, mut two) = (server.process(), server.process());
    let held = requests(&one.needs(0.0, 1.0, 100.0));
    assert!(held > 1.0);
    let before = two.needs(0.1, 1.0, 0.0);
    assert_eq!(before.processes, 2);
    let returned = [held, 0.0, 0.0, 0.0];
    let left = one.ask(0.1, |ask| (ask.held, ask.returned, ask.leaves) = ([0.0; 4], returned, true));
    let after = two.ask(0.1, |_| {});
    assert_eq!(after.processes, 1, "it is not waited for");
    assert!((level(&after) - level(&before) - held).abs() < 1e-3, "{after:?}");
    assert!((level(&left) - level(&after)).abs() < 1e-3);
    // Nothing of it comes back a second time.
    let later = two.ask(9.0, |_| {});
    assert!(level(&later) <= 60.0 && charged(&later) <= charged(&before), "{later:?}");
}

/// Lanes that keep the answers.
struct Heard(Mutex<mpsc::Sender<Option<Given>>>);

impl Lanes for Heard {
    fn beat(&self) -> Vec<Ask> {
        Vec::new()
    }

    fn answered(&self, _: &Arc<LaneName>, given: Option<Given>) {
        self.0.lock().unwrap().send(given).expect("the test listens");
    }
}

struct Client {
    fleet: Fleet,
    lanes: Arc<dyn Lanes>,
    answers: mpsc::Receiver<Option<Given>>,
}

impl Client {
    fn of(address: &str) -> Client {
        let (sender, answers) = mpsc::channel();
        let lanes: Arc<dyn Lanes> = Arc::new(Heard(Mutex::new(sender)));
        Client { fleet: Fleet::new(Address::parse(address).unwrap()), lanes, answers }
    }

    fn ask(&self) -> Option<Given> {
        let lanes: Weak<dyn Lanes> = Arc::downgrade(&self.lanes);
        self.fleet.ask(lanes, vec![asking()]);
        self.answers.recv_timeout(Duration::from_secs(20)).expect("it answers")
    }
}

/// A server that takes connections and answers each with the same bytes.
fn answers(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            std::thread::spawn(move || {
                let mut read = [0; 4096];
                while stream.read(&mut read).is_ok_and(|read| read > 0) {
                    if stream.write_all(bytes).is_err() {
                        break;
                    }
                }
            });
        }
    });
    format!("redis://127.0.0.1:{port}")
}

#[test]
fn a_store_that_fails_is_a_store_that_is_not_there() {
    let unused = TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("redis://127.0.0.1:{}", unused.local_addr().unwrap().port());
    drop(unused);
    for address in [
        nobody,
        answers(b""),
        answers(b"HTTP/1.1 400 Bad Request\r\n\r\n"),
        answers(b"+OK\r\n"),
        answers(b"*3\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n"),
        answers(b"-READONLY You can't write against a read only replica.\r\n"),
        answers(b"$99999999999\r\n"),
        "unix:///nowhere/socket".to_owned(),
    ] {
        let client = Client::of(&address);
        assert_eq!((client.ask(), client.ask()), (None, None), "{address}");
    }
}

#[test]
fn a_full_store_fails_and_one_that_has_room_again_is_used_again() {
    let server = Server::start(&["--maxmemory", "1", "--maxmemory-policy", "noeviction"]);
    let client = Client::of(&format!("unix://{}", server.folder.path().join("socket").display()));
    assert_eq!(client.ask(), None);
    let mut link = server.link();
    redis::cmd("CONFIG").arg(&["SET", "maxmemory", "0"]).exec(&mut link).unwrap();
    assert!(is_used(&client));
}

fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

/// Asks until the store answers: a server may still be starting.
fn is_used(client: &Client) -> bool {
    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        if client.ask().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn a_cluster_is_a_store() {
    let (port, bus) = (free_port(), free_port());
    let server = Server::start(&[
        "--port",
        &port,
        "--cluster-enabled",
        "yes",
        "--cluster-port",
        &bus,
        "--appendonly",
        "no",
    ]);
    let mut link = server.link();
    redis::cmd("CLUSTER").arg(&["ADDSLOTSRANGE", "0", "16383"]).exec(&mut link).unwrap();
    assert!(is_used(&Client::of(&format!("redis+cluster://127.0.0.1:{port}"))));
}

#[test]
fn sentinels_name_the_server() {
    let (port, watching) = (free_port(), free_port());
    let server = Server::start(&["--port", &port]);
    let config = server.folder.path().join("sentinel.conf");
    std::fs::write(&config, format!("port {watching}\nsentinel monitor main 127.0.0.1 {port} 1\n")).unwrap();
    let sentinel = Command::new(program())
        .arg(&config)
        .arg("--sentinel")
        .current_dir(server.folder.path())
        .stdout(Stdio::null())
        .spawn();
    let mut sentinel = Ended(sentinel.unwrap());
    let gone = free_port();
    let hosts = format!("127.0.0.1:{gone},127.0.0.1:{watching}");
    assert!(is_used(&Client::of(&format!("redis+sentinel://{hosts}/main"))));
    assert_eq!(Client::of(&format!("redis+sentinel://{hosts}/other")).ask(), None);
    assert!(sentinel.0.try_wait().unwrap().is_none());
}
