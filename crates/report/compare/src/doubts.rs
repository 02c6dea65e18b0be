//! Whether two emulated programs do the same work: what a faster one may not leave out.

use propp_base_text::bytes;
use propp_judge_analysis::{KernelReport, Listing, Needs, ProgramNeeds};
use schemars::JsonSchema;
use serde::Serialize;

use super::align::{How, Pair};

/// A reason to think that a side does not do the work of the first.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "DoubtJson")]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Doubt {
    /// It leaves fewer bytes of results.
    Results { before_bytes: f64, after_bytes: f64 },
    /// It reads fewer bytes of the input.
    Inputs { before_bytes: f64, after_bytes: f64 },
    /// It computes with less precision.
    Precision { before: &'static str, after: &'static str },
    /// A kernel needs far fewer bytes than before, and another one, which is new, needs them.
    Moved { kernel: String, to: String },
}

/// Below such a share of what the first side leaves, something is left out.
const LEAST_RESULTS: f64 = 0.75;
/// The same of what it reads. Searches that end early read less, and are right: `tests/emulate/floor.rs` says what
/// the implementations of the suite read.
const LEAST_INPUTS: f64 = 0.7;
/// With less input, what is read beside it counts.
const LEAST_INPUT_BYTES: f64 = 65_536.0;
/// Two sides copy the same to the host if they differ by less.
const SAME_COPIES: f64 = 0.9;
/// With fewer sums and products, precision is nobody's business.
const LEAST_OPERATIONS: f64 = 1_000.0;
/// A program is of a precision with such a share of its operations, and changes it with such a one.
const MOST: f64 = 0.5;
const MANY: f64 = 0.25;

impl Doubt {
    pub fn words(&self, base: &str, side: &str) -> String {
        let [before, after] = match self {
            Self::Results { before_bytes, after_bytes }
            | Self::Inputs { before_bytes, after_bytes } => {
                [before_bytes, after_bytes].map(|size| bytes(size.round() as u64))
            }
            Self::Precision { before, after } => [before, after].map(|of| (*of).to_owned()),
            Self::Moved { kernel, to } => [kernel.clone(), to.clone()],
        };
        match self {
            Self::Results { .. } => format!(
                "the kernels of {base} leave {before} of results that no kernel reads later, those of \
                 {side} {after}: right only if what is copied to the host is complete all the same"
            ),
            Self::Inputs { .. } => format!(
                "the kernels of {base} read {before} of input, those of {side} {after}: right only \
                 if no result depends on the rest"
            ),
            Self::Precision { .. } => {
                format!("{base} computes in {before} precision, {side} in {after} precision")
            }
            Self::Moved { .. } => format!(
                "{before} needs less than half of the bytes that it needed, and {after}, which is \
                 new, needs as many: count the time of both"
            ),
        }
    }
}

/// Of a side against the first; none unless both were emulated.
pub(super) fn doubts(base: &Listing<'_>, side: &Listing<'_>, pairs: &[&Pair]) -> Vec<Doubt> {
    let whole = |side: &Listing<'_>| {
        let analysis = side.analysis;
        // Of selected kernels it is not known what the others leave to them.
        let is_whole = side.kernels.len() == analysis.kernels.len();
        analysis.needs().filter(|_| is_whole)
    };
    let copied = |side: &Listing<'_>| side.analysis.run.traffic.to_host_bytes as f64;
    let mut doubts = Vec::new();
    if let (Some(before), Some(after)) = (whole(base), whole(side)) {
        doubts.extend(doubts_between(&before, &after, [copied(base), copied(side)]));
    }
    doubts.extend(moved(base, side, pairs));
    doubts
}

/// Of what two programs need, and how many bytes each copies to the host.
pub fn doubts_between(
    before: &ProgramNeeds,
    after: &ProgramNeeds,
    copied: [f64; 2],
) -> impl Iterator<Item = Doubt> {
    let all = [results(before, after, copied), inputs(before, after), precision(before, after)];
    all.into_iter().flatten()
}

fn results(before: &ProgramNeeds, after: &ProgramNeeds, copied: [f64; 2]) -> Option<Doubt> {
    let [before_bytes, after_bytes] = [before, after].map(|needs| needs.result_bytes);
    let [first, second] = copied;
    let lacks = if first > 0.0 {
        // What is not copied back may be kept for the kernel's own use, and what is may be read
        // by kernels, too.
        second >= SAME_COPIES * first
            && before_bytes >= SAME_COPIES * first
            && after.written_bytes < LEAST_RESULTS * first.min(second)
    } else {
        before_bytes > 0.0 && after.written_bytes <= 0.0
    };
    lacks.then_some(Doubt::Results { before_bytes, after_bytes })
}

fn inputs(before: &ProgramNeeds, after: &ProgramNeeds) -> Option<Doubt> {
    let [before_bytes, after_bytes] = [before, after].map(|needs| needs.input_bytes);
    let lacks = before_bytes >= LEAST_INPUT_BYTES && after_bytes < LEAST_INPUTS * before_bytes;
    lacks.then_some(Doubt::Inputs { before_bytes, after_bytes })
}

fn precision(before: &ProgramNeeds, after: &ProgramNeeds) -> Option<Doubt> {
    const NAMES: [&str; 3] = ["half or TF32", "single", "double"];
    let (one, other) = (before.operations, after.operations);
    let all: f64 = one.iter().sum();
    if all < LEAST_OPERATIONS {
        return None;
    }
    let found = [2, 1].into_iter().find_map(|from| {
        let was_there = one[from] >= MOST * all && other[from] < MOST * one[from];
        let to = (0..from).find(|to| other[*to] - one[*to] >= MANY * one[from]);
        to.filter(|_| was_there).map(|to| (from, to))
    });
    found.map(|(from, to)| Doubt::Precision { before: NAMES[from], after: NAMES[to] })
}

fn moved(base: &Listing<'_>, side: &Listing<'_>, pairs: &[&Pair]) -> Vec<Doubt> {
    // Of a launch.
    let needs = |kernel: &KernelReport| {
        let [work] = kernel.work.as_slice() else { return None };
        Some(Needs::of(work)?.bytes())
    };
    let new = pairs.iter().filter(|pair| pair.a.is_none()).filter_map(|pair| {
        let kernel = side.kernels[pair.b?];
        Some((kernel, needs(kernel)?))
    });
    let new: Vec<(&KernelReport, f64)> = new.collect();
    let of = |pair: &&Pair| {
        let (a, b) = (base.kernels[pair.a?], side.kernels[pair.b?]);
        let is_same = matches!(pair.how, How::Signature | How::Name | How::Function);
        let (before, after) = (needs(a)?, needs(b)?);
        let lacks = before - after;
        if !is_same || before < LEAST_INPUT_BYTES || lacks < MOST * before {
            return None;
        }
        let (to, _) = new.iter().find(|(_, needs)| *needs >= SAME_COPIES * lacks)?;
        Some(Doubt::Moved { kernel: b.name.bare.clone(), to: to.name.bare.clone() })
    };
    pairs.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: f64 = 1_048_576.0;

    fn needs(inputs: f64, results: f64, operations: [f64; 3]) -> ProgramNeeds {
        let [input_bytes, result_bytes] = [inputs, results].map(|size| size * MIB);
        ProgramNeeds { input_bytes, result_bytes, written_bytes: result_bytes, operations }
    }

    fn of(before: &ProgramNeeds, after: &ProgramNeeds, copied: f64) -> Vec<&'static str> {
        let name = |doubt: Doubt| match doubt {
            Doubt::Results { .. } => "results",
            Doubt::Inputs { .. } => "inputs",
            Doubt::Precision { .. } => "precision",
            Doubt::Moved { .. } => "moved",
        };
        doubts_between(before, after, [copied * MIB; 2]).map(name).collect()
    }

    #[test]
    fn what_is_left_out_is_named_and_what_is_kept_beside_is_not() {
        let honest = needs(64.0, 64.0, [0.0, 1e8, 0.0]);
        let half = needs(32.0, 32.0, [0.0, 5e7, 0.0]);
        assert_eq!(of(&honest, &half, 64.0), ["results", "inputs"]);
        assert_eq!(of(&honest, &needs(64.0, 0.0, [0.0, 1e8, 0.0]), 64.0), ["results"]);
        assert_eq!(of(&honest, &needs(64.0, 0.0, [0.0, 1e8, 0.0]), 0.0), ["results"]);
        assert!(of(&needs(64.0, 90.0, [0.0, 1e8, 0.0]), &honest, 64.0).is_empty(), "a copy less");
        let read_back =
            ProgramNeeds { written_bytes: 64.0 * MIB, ..needs(64.0, 0.0, [0.0, 1e8, 0.0]) };
        assert!(of(&honest, &read_back, 64.0).is_empty(), "its kernel reads what it writes");
        assert!(of(&honest, &needs(64.0, 60.0, [0.0, 1e8, 0.0]), 64.0).is_empty());
    }

    #[test]
    fn a_precision_is_lower_only_if_operations_of_it_are_new() {
        let single = needs(64.0, 64.0, [0.0, 1e8, 0.0]);
        assert_eq!(of(&single, &needs(64.0, 64.0, [1e8, 1e5, 0.0]), 64.0), ["precision"]);
        assert!(of(&single, &needs(64.0, 64.0, [0.0, 1e7, 0.0]), 64.0).is_empty(), "fewer");
        assert!(of(&needs(64.0, 64.0, [1e8, 0.0, 0.0]), &single, 64.0).is_empty(), "higher");
        let double = needs(64.0, 64.0, [0.0, 1e6, 1e8]);
        assert_eq!(of(&double, &needs(64.0, 64.0, [0.0, 1e8, 0.0]), 64.0), ["precision"]);
    }
}
