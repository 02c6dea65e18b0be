//! What hints say, number by number, of programs that were recorded on an H200 and an H100.
//!
//! The numbers of the gains are those of the bundled prices: with others, look at what changed and accept
//! it (`INSTA_UPDATE=always cargo test -p propp-judge-hints`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use std::fmt::Write as _;
use std::path::Path;

use propp_judge_analysis::{Grouping, Input, Listing, analyse, gpu};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advice, Advised, Expected, Hint, Libraries, advise};
use propp_recording_store::read;

/// Two significant digits: a rounding error of another machine does not change them.
fn short(number: f64) -> String {
    if number == 0.0 || !number.is_finite() { number.to_string() } else { format!("{number:.1e}") }
}

fn expected(of: &Expected) -> String {
    match of {
        Expected::Time { gain, beyond, .. } => {
            let [low, likely, high, most] =
                [gain.low, gain.likely, gain.high, gain.most].map(short);
            let beyond =
                beyond.as_ref().map_or_else(String::new, |term| format!(", beyond {term}"));
            format!("{likely} ({low} to {high}, at most {most}{beyond})")
        }
        Expected::AtMost { most, .. } => format!("at most {}", short(*most)),
        Expected::Unpriced { deficit, likely, .. } => {
            format!("lacks {}, likely {:?}", short(*deficit), likely.map(short))
        }
    }
}

fn hint(out: &mut String, hint: &Hint) {
    let _ = writeln!(out, "  {}: {}", hint.rule, expected(&hint.expected));
    for one in &hint.evidence {
        let _ = writeln!(out, "    {}: {}", one.what, short(one.value));
    }
    for cause in &hint.causes {
        let _ = writeln!(out, "    {cause}");
    }
    if let Some(at) = &hint.at {
        let line = at.place.as_ref().map(|place| place.line);
        let _ = writeln!(out, "    line {line:?}, {} of {}: {}", at.opcode, at.of, short(at.share));
    }
}

fn advice(out: &mut String, name: &str, advice: &Advice) {
    let _ = writeln!(out, "{name}, memory {:?}", advice.memory_share.map(short));
    if let Some(nothing) = &advice.nothing {
        let _ = writeln!(out, "  {nothing}");
    }
    advice.hints.iter().for_each(|one| hint(out, one));
}

/// A recording of the repository with hints on all of its kernels.
fn with_hints(path: &str, tell: impl FnOnce(&Advised<'_>)) {
    let recording =
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)).unwrap();
    let weights = Weights::for_reports(&gpu(&recording)).unwrap();
    let inputs = [Input { name: "said", recording: &recording }];
    let analysis = analyse(&inputs, &weights, Grouping::Signature);
    let advised = advise(Listing::whole(&analysis), None, &Libraries::default());
    tell(&advised);
}

/// All hints on the kernels of a recording whose names contain one of the words, and on its run.
fn said(path: &str, words: &[&str]) -> String {
    let mut out = String::new();
    with_hints(path, |advised| {
        for (kernel, of) in advised.all_kernels() {
            let name = &kernel.name.bare;
            if let Some(of) = of.filter(|_| words.iter().any(|word| name.contains(word))) {
                let [x, y, z] = kernel.configurations[0].grid;
                let short: String = name.chars().take(60).collect();
                advice(&mut out, &format!("{short} of {x} x {y} x {z} blocks"), of);
            }
        }
        advice(&mut out, "the run", &advised.run_advice);
    });
    out
}

/// The rules of all kernels of a recording, in the order of the hints.
fn rules(path: &str) -> String {
    let mut lines = Vec::new();
    with_hints(path, |advised| {
        for (kernel, of) in advised.all_kernels() {
            let hints = of.map_or(&[][..], |of| &of.hints);
            let rules: Vec<&str> = hints.iter().map(|hint| hint.rule.name()).collect();
            lines.push(format!("{}: {}\n", kernel.name.bare, rules.join(" ")));
        }
    });
    lines.sort();
    lines.concat()
}

#[test]
fn of_a_program_with_planted_defects() {
    let words = ["diverge", "strided", "tr_", "imbalance", "barrier", "tiny", "Radix", "for_each"];
    insta::assert_snapshot!(said("tests/fixtures/recordings/h200_app.propp", &words));
}

fn of_pairs(pairs: &[(&str, &str)]) -> String {
    let one = |(of, word): &(&str, &str)| said(&format!("recordings/pairs/{of}.propp.gz"), &[word]);
    pairs.iter().map(one).collect()
}

#[test]
fn of_kernels_whose_code_is_read() {
    let pairs = [
        ("str", "_before"),
        ("graph", "_lock"),
        ("mc", "rng"),
        ("clim", "fence"),
        ("fin", "_before"),
        ("md", "coulomb"),
        ("cry", "huff"),
        ("fem", "dirichlet"),
        ("qsim", "sample"),
        ("mspec", "ion_match"),
    ];
    insta::assert_snapshot!(of_pairs(&pairs));
}

#[test]
fn of_kernels_that_wait_or_move_too_much() {
    let pairs =
        [("sparse", "_before"), ("sort", "_before"), ("snn", "_before"), ("linalg", "_before")];
    insta::assert_snapshot!(of_pairs(&pairs));
}

#[test]
fn of_a_step_of_pytorch() {
    insta::assert_snapshot!(said(
        "recordings/h200_pytorch_step.propp",
        &["vectorized", "softmax", "gemm"]
    ));
}

#[test]
fn of_pairs_by_rule() {
    let programs = [
        "astro", "attn", "audio", "codec", "db", "dp", "fem", "game", "geo", "lidar", "linalg",
        "ml", "nn", "pic", "qcd", "ray", "sdr", "snn", "sort", "sparse",
    ];
    let all = programs.map(|program| rules(&format!("recordings/pairs/{program}.propp.gz")));
    insta::assert_snapshot!(all.concat());
}
