//! All that the analysis says of recorded programs, but for what follows from prices.

use std::fmt::Write as _;
use std::path::Path;

use propp_base_model::Value;
use propp_judge_analysis::{Analysis, Grouping, Input, KernelReport, analyse, modules::Node};
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;
use propp_recording_store::read;

use crate::fixture;

fn analysed(recording: &Recording) -> Analysis {
    let weights = Weights::bundled("h200").unwrap();
    analyse(&[Input { name: "r.propp", recording }], &weights, Grouping::Signature)
}

/// Three digits, of what is a number.
fn value(value: &Value) -> String {
    let words = |reason: &str| reason.chars().take(30).collect();
    value.measured().map_or_else(
        || value.reason().map_or_else(|| "none".to_owned(), words),
        |value| format!("{:.3}", value.get()),
    )
}

fn kernel(out: &mut String, kernel: &KernelReport) {
    let name: String = kernel.name.bare.chars().take(60).collect();
    let one = kernel.configurations[0];
    let _ = writeln!(out, "{} {name} {:?} {:?}", kernel.number, one.grid, one.block);
    let _ = writeln!(
        out,
        "  seen {:?}, measured {} in {:?} ns, share {:.4}",
        kernel.seen,
        kernel.measured,
        kernel.measured_ns,
        kernel.time_share.map_or(0.0, |share| share.get())
    );
    if let Some(times) = kernel.durations {
        let _ = writeln!(
            out,
            "  {} ns, {} to {}, median {} within {:?}, deviation {}",
            times.total_ns,
            times.min_ns,
            times.max_ns,
            times.median_ns,
            times.interval_ns,
            times.deviation_ns
        );
    }
    let criteria = kernel.criteria.iter();
    let criteria: Vec<String> = criteria
        .map(|(criterion, report)| format!("{criterion} {}", value(&report.aggregate.value)))
        .collect();
    let _ = writeln!(out, "  {}", criteria.join(", "));
    let counts = kernel.work.iter().map(|work| (work.launches, work.counts.len(), work.shape));
    let _ = writeln!(out, "  {:?}", counts.collect::<Vec<_>>());
}

fn told(analysis: &Analysis, most: usize) -> String {
    let mut out = String::new();
    let run = &analysis.run;
    for (criterion, report) in &run.criteria {
        let _ = writeln!(out, "{criterion} {}", value(&report.aggregate.value));
    }
    let _ = writeln!(out, "{:?}\n{:?}", run.wall, run.traffic);
    let _ = writeln!(out, "{} ns, {:?}, {}", run.kernel_time_ns, run.seen, run.measured);
    if let Some(between) = &run.between {
        for gaps in &between.gaps {
            let _ = writeln!(out, "{:?}: {} of {} ns", gaps.cause, gaps.count, gaps.ns);
        }
    }
    if let Some(busy) = &analysis.busy {
        let shares: Vec<String> = busy.shares.iter().map(|share| format!("{share:.2}")).collect();
        let _ = writeln!(out, "{} ns: {}", busy.run_ns, shares.join(" "));
    }
    for device in &analysis.devices {
        let _ = writeln!(out, "{} {} {}", device.name, device.chip, value(&device.host_sync.value));
    }
    for notice in &analysis.notices {
        let _ = writeln!(out, "{}: {} ({})", notice.code, notice.text, notice.processes);
    }
    analysis.kernels.iter().take(most).for_each(|one| kernel(&mut out, one));
    out
}

#[test]
fn of_a_program_with_planted_defects() {
    insta::assert_snapshot!(told(&analysed(&fixture("h200_app")), 16));
}

#[test]
fn of_a_program_with_graphs() {
    insta::assert_snapshot!(told(&analysed(&fixture("h200_graph_kernels")), 12));
}

#[test]
fn of_one_run() {
    insta::assert_snapshot!(told(&analysed(&fixture("h200_app_one_run")), 8));
}

/// Each module with those in it.
fn modules(out: &mut String, depth: usize, name: &str, node: &Node<'_>) {
    let Node { launches, total_ns, forward_ns, backward_ns, .. } = node;
    let name = format!("{}{name}", "  ".repeat(depth));
    let _ = writeln!(out, "{name} {launches}: {total_ns} ns, {forward_ns} and {backward_ns}");
    for (name, child) in node.children() {
        modules(out, depth + 1, name, child);
    }
}

#[test]
fn of_modules() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../recordings/h200_pytorch_modules.propp");
    let recording = read(&path).unwrap();
    let analysis = analysed(&recording);
    let kernel_time = analysis.run.kernel_time_ns;
    assert_eq!(analysis.modules.total_ns(), kernel_time);
    let root = Node::of(&analysis.modules);
    assert_eq!(root.total_ns, kernel_time);
    let mut out = String::new();
    modules(&mut out, 0, "all", &root);
    for part in analysis.modules.parts.iter().take(6) {
        let kernels: u64 = part.kernels.iter().map(|kernel| kernel.total_ns).sum();
        assert_eq!(part.total_ns, kernels);
        let _ = writeln!(
            out,
            "{:?} {:?} {} {:.4} {} kernels",
            part.module,
            part.phase,
            part.launches,
            part.time_share,
            part.kernels.len()
        );
    }
    insta::assert_snapshot!(out);
}
