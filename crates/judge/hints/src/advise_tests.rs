//! What the change of each rule makes of recorded launches.

use std::fmt::Write as _;
use std::path::Path;

use propp_judge_analysis::{Grouping, Input, analyse, gpu};
use propp_recording_store::read;

use super::*;

/// How many times as large each count is afterwards, of those that change.
fn changed(pair: &Pair) -> String {
    let mut text = String::new();
    let mut told = |name: &str, before: f64, after: f64| {
        if before != after {
            let _ = write!(text, " {name} {:.3}", after / before);
        }
    };
    for (name, before) in &pair.with.counts {
        told(name, *before, pair.without.counts[name]);
    }
    if let Some((with, without)) = pair.with.shape.zip(pair.without.shape) {
        told("blocks", with.blocks, without.blocks);
        told("warps", with.warps, without.warps);
        told("busy SMs", with.busy_sms, without.busy_sms);
        told("resident warps", with.resident_warps, without.resident_warps);
        told("waves", with.waves, without.waves);
    }
    told("launches", pair.with.launches as f64, pair.without.launches as f64);
    told("time", 1.0, 1.0 / pair.slower);
    text
}

/// Of each rule on kernels of a recording.
fn changes(path: &str, kernels: &[&str]) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let recording = read(&root.join(path)).unwrap();
    let weights = Weights::for_reports(&gpu(&recording)).unwrap();
    let inputs = [Input { name: "changes", recording: &recording }];
    let analysis = analyse(&inputs, &weights, Grouping::Signature);
    let mut text = String::new();
    for name in kernels {
        let kernel =
            analysis.kernels.iter().find(|kernel| kernel.name.full.contains(name)).unwrap();
        let facts = Facts::of(kernel, analysis.machine.unwrap(), Some(1e8)).unwrap();
        let _ = writeln!(text, "{name}");
        for rule in Rule::ALL {
            if let Seeks::InKernel { change, .. } = rule.definition().seeks {
                let all = pairs(change, &facts);
                for changed in all.iter().map(changed).filter(|changed| !changed.is_empty()) {
                    let _ = writeln!(text, "  {rule}:{changed}");
                }
            }
        }
    }
    text
}

/// With another rule, look at what changed and accept it (`INSTA_UPDATE=always`).
#[test]
fn changes_of_rules_change_the_counts_of_their_defects() {
    let app = ["diverge(", "barrier(", "tiny(", "RadixSortOnesweep", "imbalance("];
    let mut text = changes("tests/fixtures/recordings/h200_app.propp", &app);
    for (program, kernels) in [
        (
            "str",
            &["str_count_lock_before", "str_compact_thread0_before", "str_rk_modulo_before"][..],
        ),
        ("mc", &["mc_rng_memory_before"]),
        ("md", &["md_coulomb_literals_before"]),
        ("image", &["image_lut_constant_before"]),
    ] {
        text += &changes(&format!("recordings/pairs/{program}.propp.gz"), kernels);
    }
    insta::assert_snapshot!(text);
}
