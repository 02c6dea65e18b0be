//! The ways of measuring against each other.

use std::collections::BTreeMap;
use std::path::Path;

use propp_base_names::{KernelName, shorten};
use propp_judge_analysis::Analysis;
use propp_judge_criteria::Criterion;
use propp_judge_criteria::Spread;

use super::programs::{Profile, keep, path};
use crate::support::same;

/// Of what is made of counts, relative.
const COUNTS: f64 = 0.005;

/// The same for kernels that wait for other blocks (see `agreement.rs`).
const COUNTS_OF_WAITING: f64 = 0.03;

/// LB_SM of this kernel comes in two modes, and CI with it (`lab/validation.md`).
const TWO_MODES: (&str, f64) = ("RadixSortHistogram", 0.12);

const OF_CYCLES: [Criterion; 4] =
    [Criterion::DSync, Criterion::LbW, Criterion::LbSm, Criterion::Ci];

/// Each way, and its options.
const METHODS: [(&str, [&str; 2]); 4] = [
    ("kernel", ["--replay", "kernel"]),
    ("application", ["--replay", "application"]),
    ("one run", ["--runs", "one"]),
    ("rotate", ["--replay", "rotate"]),
];

/// A kernel's median time in ns, and the spread of each of its criteria.
pub(super) type Spreads = (u64, BTreeMap<Criterion, Spread>);

/// What is profiled: some of `app`'s kernels run once, and one run of a kernel
/// says nothing of how far its runs lie apart.
const THREE_TIMES: &str = "\"$0\" 100 20; \"$0\" 100 20; \"$0\" 100 20";

/// Twenty turns of each of `app`'s loops, measured in each way.
pub(crate) fn methods_agree() -> Result<(), String> {
    let mut text = String::new();
    let mut by_method = Vec::new();
    for (method, [option, value]) in METHODS {
        let options = [option, value, "--max-launches-per-kernel", "5"];
        // Rotation needs the order in which one process launches.
        let profile = if method == "rotate" {
            Profile::of(&options, "app", &["100", "20"])?
        } else {
            let app = path("app")?.display().to_string();
            Profile::of_command(&options, Path::new("/bin/sh"), &["-c", THREE_TIMES, &app])?
        };
        let profiled = profile.expect(0, b"")?;
        text += &format!("{method}: {} launches measured\n", profiled.measured());
        by_method.push(kernels_of(&profiled.analysis));
    }
    let Some((kernel, others)) = by_method.split_first() else {
        return Err("no method".to_owned());
    };
    let (mut compared, mut violations) = (0, 0);
    for ((method, _), kernels) in METHODS.iter().skip(1).zip(others) {
        for (name, (ns, spreads)) in kernels {
            let Some((_, reference)) = kernel.get(name) else { continue };
            for (criterion, spread) in spreads {
                let Some(of_kernel) = reference.get(criterion) else { continue };
                let apart = apart_by(*spread, *of_kernel);
                let [value, expected] = [spread.median, of_kernel.median].map(f64::from);
                compared += 1;
                let miss = apart > allowed(name, *criterion, *ns, expected);
                violations += usize::from(miss);
                text += &format!(
                    "{} {:<46} {criterion:<8} kernel {expected:.4} ({:.4} to {:.4}) {method} \
                     {value:.4} ({:.4} to {:.4})\n",
                    if miss { "MISS" } else { "    " },
                    shorten(&KernelName::from_symbol(name).bare, 46),
                    f64::from(of_kernel.min),
                    f64::from(of_kernel.max),
                    f64::from(spread.min),
                    f64::from(spread.max),
                );
            }
        }
    }
    text += &format!("{compared} values compared, {violations} apart by more than allowed\n");
    print!("{text}");
    keep("methods.txt", text.as_bytes())?;
    let rotated = by_method.last().map_or(0, BTreeMap::len);
    same(rotated >= 12, true, "kernels that rotation measured")?;
    same(violations, 0, "values apart")
}

/// How far the criteria of a kernel that takes so long may lie apart.
pub(super) fn allowed(name: &str, criterion: Criterion, ns: u64, expected: f64) -> f64 {
    let waits = name.contains("Scan") || name.contains("Onesweep");
    match (OF_CYCLES.contains(&criterion), waits) {
        (true, _) if name.contains(TWO_MODES.0) => TWO_MODES.1,
        (true, _) => super::of_cycles(ns),
        (false, true) => COUNTS_OF_WAITING * expected,
        (false, false) => COUNTS * expected,
    }
}

/// What lies between the values of two methods; 0 where they meet.
pub(super) fn apart_by(a: Spread, b: Spread) -> f64 {
    let [low_a, high_a, low_b, high_b] = [a.min, a.max, b.min, b.max].map(f64::from);
    (low_a - high_b).max(low_b - high_a).max(0.0)
}

/// The kernels that were measured, by name and grid.
pub(super) fn kernels_of(analysis: &Analysis) -> BTreeMap<String, Spreads> {
    let kernels = analysis.kernels.iter().filter(|kernel| kernel.measured > 0);
    kernels
        .map(|kernel| {
            let spreads = kernel
                .criteria
                .iter()
                .filter(|(criterion, _)| !matches!(criterion, Criterion::HSync | Criterion::Dt))
                .filter_map(|(criterion, report)| Some((*criterion, report.aggregate.spread?)))
                .collect();
            let ns = kernel.durations.map_or(0, |durations| durations.median_ns);
            // Whole, since kernels of one template differ in its arguments only.
            (kernel.name.symbol.clone(), (ns, spreads))
        })
        .collect()
}

/// What the budget leaves out is told, and the kernel that takes the most time
/// is measured.
pub(crate) fn a_budget_is_kept() -> Result<(), String> {
    let options = ["--budget", "1.5", "--replay", "kernel"];
    let profiled = Profile::of(&options, "app", &["20", "5"])?.expect(0, b"")?;
    for kernel in &profiled.analysis.kernels {
        println!(
            "{:>10} ns {}/{} {}",
            kernel.total_ns(),
            kernel.measured,
            kernel.seen.unwrap_or(0),
            shorten(&kernel.name.bare, 40)
        );
    }
    let took: Vec<u64> = profiled.recording.measurements.iter().map(|m| m.took_ns).collect();
    println!("took {took:?} ns{}", profiled.notices());
    same(profiled.notice("budget-cut"), true, &profiled.notices())?;
    let first = profiled.analysis.kernels.first().ok_or("no kernel")?;
    same(first.measured > 0, true, "the kernel that takes the most time is measured")?;
    let spent: u64 = profiled.recording.measurements.iter().map(|m| m.took_ns).sum();
    println!("budget: 1.5 s, spent {:.2} s on launches", spent as f64 / 1e9);
    // One launch may go beyond.
    same(spent < 1_800_000_000, true, "the budget is kept")
}
