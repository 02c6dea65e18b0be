//! Forty regressions are caught for the right reason, and forty harmless changes raise no alarm.

use std::fmt::Write as _;

use propp_gate_code::{CodeResult, KernelOutcome};
use propp_gate_runs::Verdict;
use serde::Deserialize;

use crate::support::{build, folder, in_readme, judged};

const ARCHITECTURES: [&str; 3] = ["sm_80", "sm_90", "sm_100"];

/// The acceptance: so many of forty on each architecture.
const CAUGHT: usize = 36;

#[derive(Deserialize)]
struct File {
    change: Vec<Planted>,
}

#[derive(Deserialize)]
pub(crate) struct Planted {
    pub(crate) id: String,
    pub(crate) what: String,
    source: String,
    /// Such as `void name<float>(float *)`.
    pub(crate) kernel: String,
    /// Where the change makes it another one.
    pub(crate) kernel_after: Option<String>,
    #[serde(default)]
    topics: Vec<String>,
}

pub(crate) fn planted(name: &str) -> Vec<Planted> {
    let text = std::fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
    let file: File = toml::from_str(&text).unwrap();
    file.change
}

/// The kernel of a change.
fn kernel<'a>(result: &'a CodeResult, change: &Planted) -> &'a KernelOutcome {
    let space = format!("propp::{}::", change.id);
    let function = change.kernel.split(['<', '(']).next().unwrap();
    let function = format!("{space}{}<", function.trim_start_matches("void "));
    // Some are renamed.
    let of_change = |kernel: &&KernelOutcome| {
        let names = [Some(&kernel.name), kernel.before.as_ref()];
        names.into_iter().flatten().any(|name| name.contains(&function))
    };
    let mut all = result.kernels.iter().filter(of_change);
    let one = all.next().unwrap_or_else(|| panic!("{}: no kernel", change.id));
    assert!(all.next().is_none(), "{}: several kernels", change.id);
    one
}

/// The topics that became worse for an architecture.
fn worse<'a>(kernel: &'a KernelOutcome, architecture: &str) -> Vec<&'a str> {
    let reasons = kernel.reasons.iter().filter(|reason| {
        reason.change.is_worse && reason.architectures.iter().any(|name| name == architecture)
    });
    reasons.map(|reason| reason.change.topic.name()).collect()
}

#[test]
fn planted_regressions_are_named_with_the_right_reason() {
    let caught = caught("regressions", 40);
    assert!(caught.iter().all(|caught| *caught >= CAUGHT), "{caught:?} of 40");
}

/// Planted after the limits were chosen.
#[test]
fn unseen_regressions_are_named_with_the_right_reason() {
    let caught = caught("unseen", 12);
    assert!(caught.iter().all(|caught| *caught >= 10), "{caught:?} of 12");
}

/// How many of the changes are named with the right reason, by architecture.
fn caught(name: &str, number: usize) -> [usize; ARCHITECTURES.len()] {
    let result = judged(&build(&format!("before.{name}")), &build(&format!("after.{name}")));
    assert_eq!(result.architectures, ARCHITECTURES);
    assert_eq!(result.verdict, Verdict::Regressed);
    let changes = planted(name);
    assert_eq!(changes.len(), number);
    let mut table = String::from("| what was planted | source | sm_80 | sm_90 | sm_100 |\n");
    table += "|---|---|---|---|---|\n";
    let mut caught = [0; ARCHITECTURES.len()];
    for change in &changes {
        let kernel = kernel(&result, change);
        let mut cells = Vec::new();
        for (place, architecture) in ARCHITECTURES.iter().enumerate() {
            let topics = worse(kernel, architecture);
            let (right, others): (Vec<&str>, Vec<&str>) =
                topics.into_iter().partition(|topic| change.topics.iter().any(|t| t == topic));
            caught[place] += usize::from(!right.is_empty());
            cells.push(match (right.first(), others.first()) {
                (Some(right), _) => (*right).to_owned(),
                (None, Some(other)) => format!("as {other}"),
                (None, None) => "missed".to_owned(),
            });
        }
        let source = change.source.rsplit('/').next().unwrap();
        let _ = writeln!(table, "| {} | `{source}` | {} |", change.what, cells.join(" | "));
    }
    let [a, b, c] = caught;
    let _ = writeln!(table, "| **right reason, of {number}** | | **{a}** | **{b}** | **{c}** |");
    in_readme(name, &table);
    caught
}

#[test]
fn lines_of_the_source_are_named() {
    let result = judged(&build("before.regressions"), &build("after.regressions"));
    let changes = planted("regressions");
    let mut without = Vec::new();
    for change in &changes {
        let kernel = kernel(&result, change);
        let has_line =
            |kernel: &KernelOutcome| kernel.decisive().any(|reason| reason.change.line.is_some());
        // An occupancy step has no line.
        let is_step = change.topics == ["occupancy"];
        if kernel.verdict == Verdict::Regressed && !has_line(kernel) && !is_step {
            without.push(&change.id);
        }
    }
    assert!(without.is_empty(), "no line: {without:?}");
}

#[test]
fn harmless_changes_raise_no_alarm() {
    let before = build("before.harmless");
    let result = judged(&before, &build("after.harmless"));
    let alarms: Vec<&KernelOutcome> =
        result.kernels.iter().filter(|kernel| kernel.verdict == Verdict::Regressed).collect();
    assert!(alarms.is_empty(), "{alarms:#?}");
    assert_eq!((result.exit_code(), result.gone.len(), result.new.len()), (0, 0, 2));
    let changes = planted("harmless");
    assert_eq!(changes.len(), 40);
    // Each has a counterpart: none has passed because it was taken for a new kernel.
    let renamed: Vec<&str> = changes
        .iter()
        .filter(|change| kernel(&result, change).before.is_some())
        .map(|change| change.id.as_str())
        .collect();
    assert_eq!(renamed, ["h01", "h31", "h32"]);
    let changed = |change: &&Planted| {
        let kernel = kernel(&result, change);
        !kernel.reasons.is_empty()
    };
    assert!(changes.iter().filter(changed).count() <= 2);
    let mut list = String::new();
    for change in &changes {
        let _ = writeln!(list, "- {} (`{}`)", change.what, change.source);
    }
    in_readme("harmless", &list);
}

/// The same sources by nvcc 13.1.115.
#[test]
fn another_minor_version_of_the_compiler_raises_no_alarm() {
    let result = judged(&build("before.harmless"), &build("other.harmless"));
    let alarms: Vec<&KernelOutcome> =
        result.kernels.iter().filter(|kernel| kernel.verdict == Verdict::Regressed).collect();
    assert!(alarms.is_empty(), "{alarms:#?}");
    assert!(result.kernels.len() >= 40);
    let note = "compiled by 13.1.115; the baseline by 13.0.88";
    assert_eq!(result.notes, [note]);
}
