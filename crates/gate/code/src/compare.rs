//! Compares two builds.

use std::collections::BTreeMap;

use propp_base_names::demangle;
use propp_base_statistics::parallel;
use propp_base_text::count;
use propp_gate_runs::{Policy, Verdict};

use crate::earlier::Earlier;
use crate::file::Build;
use crate::limits::Limits;
use crate::pairing::{Pair, Pairs, pair};
use crate::result::{CodeResult, KernelOutcome, Reason};
use crate::worse::{Block, Change, Gpus, Subject, changes};

pub struct Rules<'a> {
    pub policy: &'a Policy,
    pub limits: &'a Limits,
    /// What earlier runs say; empty if nobody knows.
    pub earlier: &'a Earlier,
}

/// A pair with the names that people know.
struct Named<'a> {
    pair: Pair<'a>,
    name: String,
    before: String,
}

/// Judges a build against a baseline.
pub fn compare(before: &Build, now: &Build, rules: &Rules<'_>) -> CodeResult {
    let [old, new] = [before, now].map(Build::architectures);
    let common: Vec<String> =
        new.iter().filter(|name| old.contains(name)).map(|name| (*name).to_owned()).collect();
    let mut result = CodeResult { architectures: common, ..CodeResult::default() };
    if result.architectures.is_empty() {
        result.refusal = Some(format!(
            "the baseline has code for {}, and the files have code for {}: build for the same \
             GPUs, or make a new baseline",
            old.join(", "),
            new.join(", ")
        ));
        return result;
    }
    let pairs = pair(before, now);
    if pairs.both.is_empty() {
        let what = "no kernel of the baseline is in the files: they are of different programs, or \
                    all kernels have new names and new code; make a new baseline";
        result.refusal = Some(what.to_owned());
        return result;
    }
    for (of, [here, there], what) in
        [("the baseline", [&old, &new], "the files"), ("the files", [&new, &old], "the baseline")]
    {
        let alone: Vec<&str> = here.iter().filter(|name| !there.contains(name)).copied().collect();
        if !alone.is_empty() {
            let alone = alone.join(", ");
            result.notes.push(format!("not compared: {alone}, which {of} has and {what} lack"));
        }
    }
    result.notes.extend(compilers(&pairs));
    let judged = |name: &String| rules.policy.includes(name);
    let names = |all: &[&crate::kernel::KernelCode]| -> Vec<String> {
        let mut names: Vec<String> = all.iter().map(|kernel| demangle(&kernel.symbol)).collect();
        names.sort();
        names.dedup();
        names.into_iter().filter(judged).collect()
    };
    (result.gone, result.new) = (names(&pairs.gone), names(&pairs.new));
    result.set_kernels(outcomes(&pairs, rules));
    result
}

/// Compilers that are not those of the baseline.
fn compilers(pairs: &Pairs<'_>) -> Option<String> {
    let of = |pick: fn(&Pair<'_>) -> Option<String>| {
        let mut all: Vec<String> = pairs.both.iter().filter_map(pick).collect();
        all.sort();
        all.dedup();
        all.join(", ")
    };
    let old = of(|pair| pair.before.compiler.clone());
    let new = of(|pair| pair.now.compiler.clone());
    (old != new).then(|| format!("compiled by {new}; the baseline by {old}"))
}

fn outcomes(pairs: &Pairs<'_>, rules: &Rules<'_>) -> Vec<KernelOutcome> {
    let gpus = Gpus::of(pairs.both.iter().map(|pair| pair.now.architecture.as_str()));
    let named = parallel::each(&pairs.both, |pair| Named {
        pair: *pair,
        name: demangle(&pair.now.symbol),
        before: if pair.now.symbol == pair.before.symbol {
            String::new()
        } else {
            demangle(&pair.before.symbol)
        },
    });
    let named: Vec<Named<'_>> =
        named.into_iter().filter(|named| rules.policy.includes(&named.name)).collect();
    let changed = parallel::each(&named, |named| {
        let subject = Subject {
            before: named.pair.before,
            now: named.pair.now,
            blocks: blocks(named, rules),
        };
        changes(&subject, rules.limits, &gpus)
    });
    let mut kernels: BTreeMap<&str, KernelOutcome> = BTreeMap::new();
    for (named, changes) in named.iter().zip(changed) {
        let outcome = kernels.entry(&named.name).or_insert_with(|| KernelOutcome {
            name: named.name.clone(),
            before: Some(named.before.clone())
                .filter(|before| named.pair.is_renamed && !before.is_empty()),
            verdict: Verdict::Pass,
            weight: rules.earlier.weight(&[&named.name, &named.before]),
            prediction: None,
            reasons: Vec::new(),
        });
        for change in changes {
            add(&mut outcome.reasons, &named.pair.now.architecture, change);
        }
    }
    let judged = kernels.into_values().map(|mut outcome| {
        // The order of the architectures stays within a topic.
        outcome.reasons.sort_by_key(|reason| (!reason.change.is_worse, reason.change.topic));
        let has = |worse: bool| outcome.reasons.iter().any(|r| r.change.is_worse == worse);
        outcome.verdict = match (has(true), has(false)) {
            (true, _) => Verdict::Regressed,
            (false, true) => Verdict::Improved,
            (false, false) => Verdict::Pass,
        };
        outcome
    });
    judged.collect()
}

/// Adds what changed for an architecture; the same of several is one.
fn add(reasons: &mut Vec<Reason>, architecture: &str, change: Change) {
    let same = reasons.iter_mut().find(|reason| reason.change == change);
    match same {
        Some(reason) if reason.architectures.iter().any(|name| name == architecture) => {}
        Some(reason) => reason.architectures.push(architecture.to_owned()),
        None => {
            reasons.push(Reason { architectures: vec![architecture.to_owned()], change });
        }
    }
}

/// Block sizes that the policy or an earlier run names.
fn blocks(named: &Named<'_>, rules: &Rules<'_>) -> Vec<Block> {
    let launches = rules.limits.launches.iter();
    let own = launches.filter(|launch| launch.kernels.matches(&named.name));
    let own: Vec<Block> = own
        .map(|launch| Block {
            threads: launch.block,
            dynamic_shared_bytes: launch.dynamic_shared_bytes,
        })
        .collect();
    if own.is_empty() { rules.earlier.blocks(&[&named.name, &named.before]) } else { own }
}

impl CodeResult {
    /// Takes the kernels, the worst first, and makes the verdict.
    fn set_kernels(&mut self, mut kernels: Vec<KernelOutcome>) {
        let weight = |outcome: &KernelOutcome| outcome.weight.map_or(0.0, |weight| weight.ns);
        let worse = |outcome: &KernelOutcome| {
            outcome.reasons.iter().filter(|reason| reason.change.is_worse).count()
        };
        kernels.sort_by(|a, b| {
            let by = b.verdict.cmp(&a.verdict).then(weight(b).total_cmp(&weight(a)));
            by.then_with(|| worse(b).cmp(&worse(a))).then_with(|| a.name.cmp(&b.name))
        });
        let has = |verdict| kernels.iter().any(|kernel| kernel.verdict == verdict);
        self.verdict = if has(Verdict::Regressed) { Verdict::Regressed } else { Verdict::Pass };
        for (names, what) in [
            (&self.new, "new, so that nothing is known of it"),
            (&self.gone, "gone, or has another name and other code"),
        ] {
            if let [first, rest @ ..] = names.as_slice() {
                let more = match rest.len() {
                    0 => String::new(),
                    more => format!(" and {}", count(more as u64, "more kernel", "more kernels")),
                };
                let first = propp_base_names::shorten(first, 60);
                self.notes.push(format!("{first}{more}: {what}"));
            }
        }
        self.kernels = kernels;
    }
}
