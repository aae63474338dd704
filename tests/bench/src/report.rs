//! From the lines of all rounds to medians, verdicts, the Markdown table and the JSON rows. It must not start
//! anything.

use crate::meter::{Line, quantile};
use crate::scenario::{Bound, Scenario, Unit};
use serde::Serialize;
use std::fmt::Write as _;

/// The lines of one scenario: for each round what each peer cost, `None` where a peer does not take part.
#[derive(Debug)]
pub struct Measured {
    /// The scenario that was run.
    pub scenario: Scenario,
    /// One entry a round.
    pub rounds: Vec<Round>,
}

/// One round of one scenario.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Round {
    /// The costs of raw.
    pub raw: Option<Line>,
    /// The costs of the client under test.
    pub ours: Option<Line>,
}

/// One JSON row: medians over the rounds. An operation is a call, or a text delta of a stream.
#[derive(Debug, Serialize)]
pub struct Row {
    scenario: &'static str,
    peer: &'static str,
    cpu_us_per_op: Option<f64>,
    wall_us: Option<f64>,
    p50_us: Option<f64>,
    p99_us: Option<f64>,
    rss_kb: Option<f64>,
    op: &'static str,
    rounds: usize,
    mb_per_s: Option<f64>,
    measured: Option<f64>,
    bound: Option<String>,
    holds: Option<bool>,
}

impl Measured {
    /// The figure the bound speaks of, round by round.
    #[must_use]
    pub fn figures(&self) -> Vec<f64> {
        let unit = self.scenario.unit;
        let figure = |round: &Round| match self.scenario.bound {
            Bound::Cpu(_) => ratio(cpu(round.ours.as_ref()?, unit), cpu(round.raw.as_ref()?, unit)),
            Bound::Memory(_) => ratio(grown(round.ours.as_ref()?), grown(round.raw.as_ref()?)),
            Bound::Rate(_) => rate(round.ours.as_ref()?),
        };
        self.rounds.iter().filter_map(figure).collect()
    }

    /// The two rows: raw's and ours.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let raw: Vec<&Line> = self.rounds.iter().filter_map(|r| r.raw.as_ref()).collect();
        let ours: Vec<&Line> = self.rounds.iter().filter_map(|r| r.ours.as_ref()).collect();
        let mut rows = Vec::new();
        if !raw.is_empty() {
            rows.push(self.row("raw", &raw));
        }
        if !ours.is_empty() {
            let mut row = self.row("ours", &ours);
            row.measured = median(self.figures());
            row.bound = Some(self.scenario.bound.text());
            row.holds = row.measured.map(|m| self.scenario.bound.holds(m));
            rows.push(row);
        }
        rows
    }

    fn row(&self, peer: &'static str, lines: &[&Line]) -> Row {
        let unit = self.scenario.unit;
        let of = |f: &dyn Fn(&Line) -> Option<f64>| median(lines.iter().filter_map(|l| f(l)).collect());
        Row {
            scenario: self.scenario.name,
            peer,
            cpu_us_per_op: of(&|l| cpu(l, unit)),
            wall_us: of(&|l| ratio(Some(l.wall_s * 1e6), Some(count(l, unit) as f64))),
            p50_us: of(&|l| Some(l.p50_us)),
            p99_us: of(&|l| Some(l.p99_us)),
            rss_kb: of(&|l| Some(l.rss_kb as f64)),
            op: unit.name(),
            rounds: lines.len(),
            mb_per_s: of(&rate),
            measured: None,
            bound: None,
            holds: None,
        }
    }
}

/// The whole report as Markdown: one line a scenario.
#[must_use]
pub fn table(all: &[Measured]) -> String {
    let mut out = String::from(
        "| scenario | what | raw: CPU µs | ours: CPU µs | ours: p50 µs | ours: p99 µs | memory raw / ours MiB | \
         measured (min–max) | bound | holds |\n|---|---|---:|---:|---:|---:|---:|---:|---|---|\n",
    );
    for one in all {
        let rows = one.rows();
        let by = |peer: &str| rows.iter().find(|r| r.peer == peer);
        let show = |peer: &str, f: &dyn Fn(&Row) -> Option<f64>| number(by(peer).and_then(f));
        let mib = |r: &Row| r.rss_kb.map(|kb| kb / 1024.0);
        let mut figures = one.figures();
        let (low, high) = (quantile(&mut figures, 0.0), quantile(&mut figures, 1.0));
        let sign = if matches!(one.scenario.bound, Bound::Rate(_)) { " MB/s" } else { "x" };
        let measured = match median(figures) {
            Some(m) => format!("{}{sign} ({}–{})", number(Some(m)), number(Some(low)), number(Some(high))),
            None => "not measured".to_owned(),
        };
        let verdict = match by("ours").and_then(|r| r.holds) {
            Some(true) => "yes",
            Some(false) => "**no**",
            None => "–",
        };
        let _ = writeln!(
            out,
            "| {} | {}; per {} | {} | {} | {} | {} | {} / {} | {measured} | {} | {verdict} |",
            one.scenario.name,
            one.scenario.text,
            one.scenario.unit.name(),
            show("raw", &|r| r.cpu_us_per_op),
            show("ours", &|r| r.cpu_us_per_op),
            show("ours", &|r| r.p50_us),
            show("ours", &|r| r.p99_us),
            show("raw", &mib),
            show("ours", &mib),
            one.scenario.bound.text(),
        );
    }
    out
}

fn count(line: &Line, unit: Unit) -> u64 {
    match unit {
        Unit::Call => line.ops,
        Unit::Event => line.events,
    }
}

fn cpu(line: &Line, unit: Unit) -> Option<f64> {
    line.cpu_us_per(count(line, unit))
}

/// Memory that the streams of an idle run added, in KiB.
fn grown(line: &Line) -> Option<f64> {
    Some(line.rss_kb.checked_sub(line.rss_before_kb?)? as f64)
}

fn rate(line: &Line) -> Option<f64> {
    ratio(Some(line.bytes? as f64 / 1e6), Some(line.user_s + line.sys_s))
}

fn ratio(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    let (a, b) = (a?, b?);
    (b > 0.0).then(|| a / b)
}

/// The median; the mean of the two in the middle of an even number.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = values.get(middle).copied()?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    values.get(middle.checked_sub(1)?).map(|lower| (lower + upper) / 2.0)
}

fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(v) if v.abs() >= 100.0 => format!("{v:.0}"),
        Some(v) if v.abs() >= 10.0 => format!("{v:.1}"),
        Some(v) => format!("{v:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::SCENARIOS;

    fn line(user_s: f64) -> Option<Line> {
        Some(Line { ops: 10, events: 100, user_s, wall_s: 1.0, p50_us: 5.0, ..Line::default() })
    }

    fn measured(name: &str, rounds: Vec<Round>) -> Measured {
        let scenario = *SCENARIOS.iter().find(|s| s.name == name).unwrap();
        Measured { scenario, rounds }
    }

    #[test]
    fn the_ratio_is_taken_inside_each_round_and_then_the_median() {
        let rounds = [(1.0, 1.0), (10.0, 20.0), (1.0, 1.1), (2.0, 2.2)];
        let rounds = rounds.map(|(raw, ours)| Round { raw: line(raw), ours: line(ours) });
        let m = measured("unary_c1", rounds.to_vec());
        let rows = m.rows();
        assert!((rows[1].measured.unwrap() - 1.1).abs() < 1e-9, "{rows:?}");
        assert_eq!(rows[1].holds, Some(true));
        assert_eq!(rows[0].cpu_us_per_op, Some(1.5e5));
        assert_eq!(rows[0].bound, None);
    }

    #[test]
    fn memory_is_compared_by_what_the_streams_added() {
        let with = |rss_kb| Some(Line { rss_kb, rss_before_kb: Some(1_000), ..Line::default() });
        let m = measured("idle_1000", vec![Round { raw: with(2_000), ours: with(3_000) }]);
        assert_eq!(m.figures(), [2.0]);
        assert_eq!(m.rows()[1].holds, Some(false));
    }

    #[test]
    fn a_peer_that_takes_no_part_leaves_its_cells_empty() {
        let ours = Line { bytes: Some(3_000_000_000), user_s: 1.0, events: 1, ..Line::default() };
        let m = measured("frame_tag", vec![Round { raw: None, ours: Some(ours) }]);
        let text = table(&[m]);
        assert!(
            text.contains("| frame_tag |") && text.contains("3000 MB/s") && text.contains("| yes |"),
            "{text}"
        );
    }
}
