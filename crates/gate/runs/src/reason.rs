//! Why a verdict is what it is: values, which [`words`] renders.

use std::fmt;

use propp_base_model::Fraction;
use serde::{Serialize, Serializer};

use super::quantity::Quantity;
use super::renamed::Rename;

#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    Changed(Change),
    NotMeasured {
        quantity: Quantity,
        why: String,
    },
    /// The kernel is only in the baseline; perhaps another one is the same by a new name.
    Gone(Option<Rename>),
    /// The kernel is only in today's runs.
    New(Option<Rename>),
    /// Other quantities of a kernel that regressed, each worse by more than noise.
    Along(Vec<Shift>),
    /// The time that a regression costs in a run, and the time in all kernels.
    Costs {
        ns: f64,
        kernels_ns: f64,
    },
    /// A regression with a time that stayed within its limit.
    CostsNothingYet(Shift),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    pub quantity: Quantity,
    pub before: f64,
    pub now: f64,
}

/// A quantity that changed by more than its limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    pub shift: Shift,
    /// By how much it became worse; below 0 it became better.
    pub worse_by: f64,
    pub allowed: f64,
    pub evidence: Evidence,
    /// What became so much better that the change counts for nothing.
    pub excused_by: Option<Excuse>,
}

/// What became better for a change that became worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// The kernel is much faster.
    Time,
    /// An emulated kernel has less work for its warps.
    LessWork,
    /// An emulated kernel accesses memory better, or is launched less often.
    Better,
}

impl Excuse {
    const fn words(self) -> &'static str {
        match self {
            Self::Time => "the time",
            Self::LessWork => "the smaller number of instructions",
            Self::Better => "what improved",
        }
    }
}

/// How it is known whether a change is noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    Means,
    RankTest {
        values: usize,
        against: usize,
        p: f64,
        /// The p-value that many comparisons ask for, where this test misses it.
        needed: Option<f64>,
    },
    /// Too few launches for a rank test, and a change above all noise that was seen.
    BeyondNoise {
        limit: f64,
    },
    /// Too few launches for a rank test, and a change below this noise.
    MaybeNoise {
        noise: f64,
    },
}

/// Reasons in words; nothing if there are none.
pub fn words<'a>(reasons: impl IntoIterator<Item = &'a Reason>) -> String {
    let words: Vec<String> = reasons.into_iter().map(ToString::to_string).collect();
    words.join("; ")
}

/// Writes reasons to files as their words.
pub(super) fn as_words<'a, R, S: Serializer>(reasons: &'a R, to: S) -> Result<S::Ok, S::Error>
where
    &'a R: IntoIterator<Item = &'a Reason>,
{
    to.serialize_str(&words(reasons))
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(change) => change.fmt(f),
            Self::NotMeasured { quantity, why } => write!(f, "{quantity} was not measured: {why}"),
            Self::Gone(perhaps) => {
                f.write_str("it is gone")?;
                let now = |rename: &Rename| format!("{} is new", rename.new);
                f.write_str(&renamed_words(perhaps.as_ref(), now))?;
                f.write_str("; allow-gone in the policy lets it go")
            }
            Self::New(perhaps) => {
                f.write_str("it is new and has no baseline")?;
                let old = |rename: &Rename| format!("{} is gone", rename.old);
                f.write_str(&renamed_words(perhaps.as_ref(), old))?;
                f.write_str("; allow-new lets it in")
            }
            Self::Along(shifts) => {
                let shifts: Vec<String> = shifts.iter().map(ToString::to_string).collect();
                write!(f, "with it {}", shifts.join(", "))
            }
            Self::Costs { ns, kernels_ns } => {
                let share =
                    Fraction::clamped(ns / kernels_ns.max(1.0)).map(propp_base_text::per_cent);
                let (cost, share) = (duration(*ns), share.unwrap_or_default());
                write!(f, "costs {cost} a run, {share} % of the time in kernels")
            }
            Self::CostsNothingYet(time) => {
                let [before, now] = time.shown();
                write!(f, "the time did not get measurably worse ({before} before, {now} now)")
            }
        }
    }
}

fn renamed_words(perhaps: Option<&Rename>, other: impl Fn(&Rename) -> String) -> String {
    let words =
        |rename| format!("; {}: perhaps renamed, {} compares the two", other(rename), rename);
    perhaps.map(words).unwrap_or_default()
}

fn duration(ns: f64) -> String {
    propp_base_text::duration(ns.round() as u64)
}

impl Shift {
    fn shown(&self) -> [String; 2] {
        self.quantity.both_shown(self.before, self.now)
    }

    fn words(&self, rose: bool) -> String {
        let [before, now] = self.shown();
        format!("{} {} from {before} to {now}", self.quantity, if rose { "rose" } else { "fell" })
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(self.now > self.before))
    }
}

impl Serialize for Shift {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Change {
    /// Whether more is allowed than the limit, because few launches or runs were compared.
    pub(super) fn is_wider(&self) -> bool {
        matches!(self.evidence, Evidence::BeyondNoise { limit } if limit < self.allowed)
    }

    /// For times, the change in percent.
    fn share(&self) -> String {
        let Shift { quantity, before, now } = self.shift;
        if quantity != Quantity::Time {
            return String::new();
        }
        let [by, of_medians] =
            [self.worse_by.abs(), (now - before).abs()].map(|change| per_cent(change, before));
        // The median of all differences between launches is not the difference of the medians.
        let which = if by == of_medians { "" } else { " (median of all differences)" };
        format!(", by {by}{which}")
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shift { quantity, before, .. } = self.shift;
        // The sign is that of the change that was judged, even where the medians agree.
        let rose = (self.worse_by > 0.0) != quantity.more_is_better();
        let (moved, by) = (self.shift.words(rose), self.share());
        let shown = |change| shown_change(quantity, change, before);
        let few = if quantity == Quantity::StepTime { "few runs" } else { "few launches" };
        write!(f, "{moved}{by} ({} is allowed", shown(self.allowed))?;
        match self.evidence {
            Evidence::Means => f.write_str(")"),
            Evidence::BeyondNoise { limit } => {
                write!(f, "; its limit is {})", shown(limit))
            }
            Evidence::MaybeNoise { noise } => {
                let noise = shown(noise);
                write!(f, "; it may be noise: too {few}, and less than {noise})")
            }
            Evidence::RankTest { values, against, p, needed } => {
                let p = shown_p_value(p);
                write!(f, "; rank test of {values} values against {against}: p = {p})")?;
                match needed.map(shown_p_value) {
                    Some(needed) => write!(f, ": too noisy, {needed} is needed"),
                    None => Ok(()),
                }
            }
        }?;
        match self.excused_by {
            Some(excuse) => write!(f, ", excused by {}", excuse.words()),
            None => Ok(()),
        }
    }
}

/// A change in words: of times in percent of `before`, else absolute.
pub(super) fn shown_change(quantity: Quantity, change: f64, before: f64) -> String {
    match quantity {
        Quantity::Time | Quantity::StepTime => per_cent(change, before),
        _ if change < 1e-4 * before.abs().max(1e-9) || change == 0.0 => "no change".to_owned(),
        _ => quantity.shown(change),
    }
}

fn per_cent(change: f64, before: f64) -> String {
    format!("{:.1} %", 100.0 * change / before.abs().max(f64::MIN_POSITIVE))
}

fn shown_p_value(p: f64) -> String {
    if p < 1e-3 { format!("{p:.0e}") } else { format!("{p:.3}") }
}
