//! Both peers do the same work: the same texts from the same server, however the bytes are cut. And the runner
//! runs. No time is asserted anywhere.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "helpers of tests too: a panic there is the failure report"
)]

mod support;

use parlour_bench::decode;
use parlour_bench::driver::{DecodeTask, Peer, Seen};
use parlour_bench::ours::Ours;
use parlour_bench::payload;
use parlour_bench::raw::Raw;
use std::process::Command;
use support::{Server, runtime};

fn streams_every_cut(peer: &impl Peer) {
    let runtime = runtime();
    for cut in ["c0", "c1", "c2", "c7", "c100", "c4096", "c0-b0", "c1-b7"] {
        let mut seen = Seen::default();
        let text = runtime.block_on(peer.stream(&format!("mock-e50-{cut}"), &mut seen)).unwrap();
        assert_eq!(text, payload::text_of(50), "cut {cut}");
        assert_eq!(seen.deltas(), 50, "cut {cut}");
    }
}

fn answers_whole(peer: &impl Peer) {
    let text = runtime().block_on(peer.whole("mock-s600")).unwrap();
    let expected: serde_json::Value = serde_json::from_str(&payload::whole("mock-s600", 600, 0)).unwrap();
    assert_eq!(text, expected["content"][0]["text"]);
}

#[test]
fn raw_sees_every_delta_and_assembles_the_text() {
    let server = Server::start();
    let raw = Raw::open(&server.base).unwrap();
    streams_every_cut(&raw);
    answers_whole(&raw);
}

#[test]
fn ours_sees_every_delta_and_assembles_the_text() {
    let server = Server::start();
    let ours = Ours::open(&server.base, "").unwrap();
    streams_every_cut(&ours);
    answers_whole(&ours);
}

#[test]
fn the_decoders_see_the_whole_transcript() {
    let task = |kind: &str| DecodeTask {
        kind: kind.to_owned(),
        secs: 0.0,
        messages: vec![decode::transcript(), decode::transcript()],
    };
    let (raw, ours) =
        (Raw::open("http://127.0.0.1:1").unwrap(), Ours::open("http://127.0.0.1:1", "").unwrap());
    let deltas = 2 * decode::DELTAS as u64;
    for kind in ["decode_text", "decode"] {
        assert_eq!(raw.decode(&task(kind)).unwrap().unwrap().events, deltas, "{kind}");
        assert_eq!(ours.decode(&task(kind)).unwrap().unwrap().events, deltas, "{kind}");
    }
    // start, block start, ping, block stop, delta of the message, stop
    let tagged = ours.decode(&task("frame_tag")).unwrap().unwrap();
    assert_eq!(tagged.events, deltas + 2 * 6);
    assert!(raw.decode(&task("frame_tag")).is_none());
}

#[test]
fn the_runner_writes_a_table_and_rows() {
    let path = std::env::temp_dir().join(format!("parlour-bench-{}.json", std::process::id()));
    let output = Command::new(env!("CARGO_BIN_EXE_bench-run"))
        .args(["--rounds", "2", "--secs", "0.01", "--only", "unary_c1,stream_paced,frame_tag", "--out"])
        .arg(&path)
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in ["| unary_c1 |", "| stream_paced16 |", "| frame_tag |"] {
        assert!(table.contains(name), "{table}");
    }
    let rows: Vec<serde_json::Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let rounds = path.with_extension("rounds.json");
    assert!(rounds.exists());
    let _ = (std::fs::remove_file(&path), std::fs::remove_file(&rounds));
    let of: Vec<String> =
        rows.iter().map(|r| format!("{} {}", r["scenario"], r["peer"]).replace('"', "")).collect();
    assert_eq!(
        of,
        ["unary_c1 raw", "unary_c1 ours", "stream_paced16 raw", "stream_paced16 ours", "frame_tag ours"]
    );
    for row in &rows {
        for key in ["cpu_us_per_op", "wall_us", "p50_us", "p99_us", "rss_kb"] {
            assert!(row[key].as_f64().is_some_and(|n| n > 0.0), "{key} in {row}");
        }
    }
}
