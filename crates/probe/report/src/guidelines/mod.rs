//! The guidelines of Section 7 of Fang and others, which were true of a K20c, against what
//! was measured on this GPU.
//!
//! The section names 23 of them. Each has a rule on findings: no verdict stands here that
//! a measurement could not turn. A finding that is missing leaves its guideline open.

mod evidence;
mod global;
mod local;
mod on_chip;

use std::fmt;

use propp_base_model::DeviceProfile;

use evidence::Evidence;

/// What became of a guideline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is true of this GPU.
    Holds,
    NoLongerHolds,
    /// It is in part, or under a condition.
    Depends,
    /// What would tell was not found.
    NotMeasured,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::NoLongerHolds => "no longer holds",
            Self::Depends => "depends",
            Self::NotMeasured => "not measured",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guideline {
    /// Its name in the paper.
    pub name: &'static str,
    /// What it advises, in our words.
    pub advice: &'static str,
    pub verdict: Verdict,
    pub reason: String,
    /// The findings that say so, each with its value.
    pub evidence: Vec<(String, String)>,
}

/// A rule: what it reads, and what follows; `None` when something that it needs is missing.
type Rule = fn(&mut Evidence<'_>) -> Option<(Verdict, String)>;

/// A guideline with its rule.
struct Examined {
    name: &'static str,
    advice: &'static str,
    rule: Rule,
}

/// Every guideline of the paper, re-examined with what was found of a GPU.
pub fn guidelines(profile: &DeviceProfile) -> Vec<Guideline> {
    [local::ALL, on_chip::SHARED, on_chip::CONSTANT, global::GLOBAL, global::TEXTURE]
        .into_iter()
        .flatten()
        .map(|examined| {
            let mut evidence = Evidence::of(profile);
            let told = (examined.rule)(&mut evidence);
            let (verdict, reason) =
                told.unwrap_or_else(|| (Verdict::NotMeasured, evidence.missing()));
            Guideline {
                name: examined.name,
                advice: examined.advice,
                verdict,
                reason,
                evidence: evidence.read(),
            }
        })
        .collect()
}
