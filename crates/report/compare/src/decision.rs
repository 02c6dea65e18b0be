//! One word on a change: what a program that tunes kernels, or a script, asks of a comparison.

use std::fmt::Write as _;

use propp_base_text::{count, duration};
use schemars::JsonSchema;
use serde::Serialize;

use super::align::How;
use super::comparison::{Comparison, Side};
use super::doubts::Doubt;
use super::emulated::order;
use super::outcome::Outcome;
use super::ratio::{CERTAINTY, Judged, Times};

const SCHEMA: &str = "propp.verdict/1";

/// Above such a least difference it is not said that there is none.
const FINE: f64 = 0.05;
/// A measured time may be below a floor by the error of both.
const BELOW_FLOOR: f64 = 0.97;
/// Runs of a side that are proposed to somebody with fewer.
const PROPOSED: usize = 5;

/// A verdict on the second side, held against the first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "propp compare --verdict")]
pub struct Decision {
    /// Always `propp.verdict/1`.
    schema: &'static str,
    pub verdict: Outcome,
    /// Name of the first side, the reference.
    pub before: String,
    /// Name of the second side.
    pub after: String,
    /// How many runs each side has.
    pub runs: [usize; 2],
    /// What the times are of.
    pub of: String,
    /// Mean nanoseconds of the runs; null without times.
    pub before_ns: Option<f64>,
    pub after_ns: Option<f64>,
    /// The time before by the time after; null without times.
    pub speedup: Option<f64>,
    /// At least and at most, with the certainty below.
    pub low: Option<f64>,
    pub high: Option<f64>,
    /// The least change, as a share of the time, that would be seen 95 times of 100 with these runs.
    pub least_difference: Option<f64>,
    /// The chance that `faster` or `slower` is right; of emulated programs that the order is.
    pub certainty: Option<f64>,
    /// Why, where it is not the times alone.
    pub because: Vec<String>,
    /// What would tell more; null where the verdict is clear.
    pub next: Option<String>,
}

/// The runs of a side, each with the wanted kernels, and how its program failed.
pub struct Runs<'a> {
    pub sides: &'a [Side<'a>],
    pub failed: Option<String>,
}

/// A verdict on two sides, whose first runs are compared in detail, and whose emulated runs in `work` if
/// there are such.
pub fn decide(
    comparison: &Comparison<'_>,
    before: &Runs<'_>,
    after: &Runs<'_>,
    work: Option<&Comparison<'_>>,
) -> Decision {
    let [one, two] = [before, after].map(|runs| Times::of(runs.sides));
    let judged = one.as_ref().zip(two.as_ref()).map(|(one, two)| Judged::of(one, two));
    let first = &comparison.sides[0];
    let mut decision = Decision {
        schema: SCHEMA,
        verdict: Outcome::CannotTell,
        before: first.name.clone(),
        after: comparison.sides[1].name.clone(),
        runs: [before.sides.len(), after.sides.len()],
        of: match first.steps() {
            Some(_) => "kernels of a step".to_owned(),
            None => "kernels".to_owned(),
        },
        before_ns: one.as_ref().map(Times::mean),
        after_ns: two.as_ref().map(Times::mean),
        speedup: judged.map(|judged| judged.log.exp()),
        low: judged.map(|judged| (judged.log - judged.half).exp()),
        high: judged.map(|judged| (judged.log + judged.half).exp()),
        least_difference: judged.map(|judged| judged.least.exp_m1()),
        certainty: judged.map(|_| CERTAINTY),
        because: Vec::new(),
        next: None,
    };
    let stopped = failed(before, after)
        .or_else(|| left_out(work.unwrap_or(comparison), comparison))
        .or_else(|| below_floor(comparison))
        .or_else(|| incomparable(comparison));
    if let Some((verdict, because)) = stopped {
        return Decision { verdict, because, certainty: None, ..decision };
    }
    if comparison.against[0].unrelated {
        let because = vec![
            "they are different programs without a common kernel (a library's aside)".to_owned(),
        ];
        let next =
            Some("-k NAME, once for each side, compares kernels that do the same".to_owned());
        let [speedup, low, high, least_difference, certainty] = [None; 5];
        return Decision {
            because,
            next,
            speedup,
            low,
            high,
            least_difference,
            certainty,
            ..decision
        };
    }
    decision.because.extend(unlike(comparison));
    match judged {
        Some(judged) => {
            decision.verdict = judged.outcome();
            let is_open = matches!(decision.verdict, Outcome::NoDifference | Outcome::CannotTell);
            let is_few = decision.runs.iter().any(|runs| *runs < PROPOSED);
            decision.next = (is_open && is_few).then(|| {
                let least = 100.0 * judged.with(PROPOSED).exp_m1();
                format!(
                    "{PROPOSED} runs of each would show a difference of {least:.1} %: name each \
                     recording NAME=FILE, with the same NAME for the runs of a side, or use --run and \
                     --runs {PROPOSED}"
                )
            });
        }
        None => {
            let order = order(comparison);
            decision.verdict = order.verdict;
            decision.certainty = order.certainty;
            decision.because.extend(order.because);
            decision.next = order.next;
        }
    }
    decision
}

/// A doubt that both are the same program.
fn unlike(comparison: &Comparison<'_>) -> Option<String> {
    let rows = &comparison.against[0].rows;
    let is_shared =
        rows.iter().any(|row| matches!(row.aligned_by, How::Signature | How::Name | How::Function));
    let text = "no kernel of both sides has the same name: is it the same program?";
    (!is_shared).then(|| text.to_owned())
}

type Stopped = Option<(Outcome, Vec<String>)>;

/// A program that works on the first side alone. Some that do their work end with another code on both.
fn failed(before: &Runs<'_>, after: &Runs<'_>) -> Stopped {
    let how = after.failed.as_ref().filter(|_| before.failed.is_none())?;
    Some((Outcome::OtherResults, vec![format!("the program of the second side {how}")]))
}

fn left_out(work: &Comparison<'_>, named: &Comparison<'_>) -> Stopped {
    let against = &work.against[0];
    let (base, side) = (&named.sides[0].name, &named.sides[1].name);
    let words = |is_meant: fn(&Doubt) -> bool| -> Vec<String> {
        let meant = against.doubts.iter().filter(|doubt| is_meant(doubt));
        meant.map(|doubt| doubt.words(base, side)).collect()
    };
    let less = words(|doubt| matches!(doubt, Doubt::Results { .. } | Doubt::Inputs { .. }));
    let coarser = words(|doubt| matches!(doubt, Doubt::Precision { .. }));
    match (less.is_empty(), coarser.is_empty()) {
        (false, _) => Some((Outcome::CannotBe, less)),
        (true, false) => Some((Outcome::OtherResults, coarser)),
        (true, true) => None,
    }
}

/// Kernels of the second side that take less than the first side's kernels of this name need. New
/// kernels may do a part of their work.
fn below_floor(comparison: &Comparison<'_>) -> Stopped {
    let [base, side] = [0, 1].map(|place| comparison.sides[place].kernels());
    let rows = &comparison.against[0].rows;
    if rows.iter().any(|row| row.before.is_none()) {
        return None;
    }
    let below = rows.iter().filter_map(|row| {
        let (before, after) = (base[row.pair.a?], side[row.pair.b?]);
        let is_same = matches!(row.aligned_by, How::Signature | How::Name | How::Function);
        let floor = before.floor.as_ref()?.ns.filter(|_| is_same)?;
        let launch = after.durations?.median_ns;
        ((launch as f64) < BELOW_FLOOR * floor).then(|| {
            format!(
                "a launch of {} takes {}, and the bytes that the first side needs take {} at least",
                after.name.bare,
                duration(launch),
                duration(floor.round() as u64)
            )
        })
    });
    let below: Vec<String> = below.collect();
    (!below.is_empty()).then_some((Outcome::CannotBe, below))
}

fn incomparable(comparison: &Comparison<'_>) -> Stopped {
    let gpus = comparison.gpus();
    let told = format!("the sides ran on different GPUs: {}", gpus.join(", "));
    (gpus.len() > 1).then(|| (Outcome::CannotTell, vec![told]))
}

impl Judged {
    fn outcome(&self) -> Outcome {
        match self.log {
            log if log - self.half > 0.0 => Outcome::Faster,
            log if log + self.half < 0.0 => Outcome::Slower,
            _ if self.least.exp_m1() <= FINE => Outcome::NoDifference,
            _ => Outcome::CannotTell,
        }
    }
}

impl Decision {
    pub fn text(&self) -> String {
        let mut out = self.verdict.words().to_owned();
        let is_ordered = matches!(self.verdict, Outcome::Faster | Outcome::Slower);
        let factor = self.speedup.zip(self.low).zip(self.high);
        if let Some(((speedup, low), high)) = factor {
            let _ = write!(out, ": {speedup:.3}× as fast ({low:.3} to {high:.3})");
        }
        out.push('\n');
        if let (Some(before), Some(after)) = (self.before_ns, self.after_ns) {
            let [before, after] = [before, after].map(|ns| duration(ns.round() as u64));
            let runs = self.runs.map(|runs| count(runs as u64, "run", "runs"));
            let _ = writeln!(
                out,
                "{}: {before} ({}, {}) → {after} ({}, {})",
                self.of, self.before, runs[0], self.after, runs[1]
            );
        }
        if let Some(least) = self.least_difference {
            let sure = if is_ordered { "99.9 % certain; " } else { "" };
            let _ = writeln!(out, "{sure}a difference of {:.1} % would be seen", 100.0 * least);
        }
        for because in &self.because {
            let _ = writeln!(out, "because {because}");
        }
        if let Some(next) = &self.next {
            let _ = writeln!(out, "next: {next}");
        }
        out
    }

    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    pub fn schema() -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(&schemars::schema_for!(Self))? + "\n")
    }
}

#[cfg(test)]
#[path = "decision_tests.rs"]
mod tests;
