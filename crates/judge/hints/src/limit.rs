//! Why nothing is worth changing.

use std::fmt;

use propp_judge_cost::Resource;

use super::facts::Facts;
use super::rules;

/// Why a kernel has no hint.
#[derive(Clone, Debug, PartialEq)]
pub enum Nothing {
    /// Device memory moves what it can.
    Memory {
        /// Share of twice its clock times its width.
        share: f64,
    },
    /// It takes about as long as launching anything does.
    Launch {
        /// Share of launching in the predicted time.
        share: f64,
    },
    /// No rule found a defect that is worth something.
    NoDefect {
        /// What keeps it busy most, and the share in the predicted time.
        busiest: Option<(Resource, f64)>,
        /// Share of what device memory can move.
        memory: Option<f64>,
    },
    /// The code has a defect, but it is a library's, and no change of the call is known to help.
    Library {
        name: String,
        defect: String,
    },
    NotMeasured,
    /// An emulated kernel used what a refused launch should have written.
    AfterRefusal {
        because: String,
    },
    /// Not all rules could look.
    NotJudged {
        because: String,
    },
}

/// Of its peak; copies of an H200 that do nothing else reach nine tenths
/// (`lab/suite.md`).
pub(super) const NEAR: f64 = 0.8;

/// A launch of which this much is launching.
const MOSTLY_LAUNCH: f64 = 0.6;

impl Nothing {
    pub(super) fn of(facts: &Facts<'_>) -> Self {
        let memory = facts.memory_share();
        let launch = facts.share_of(Resource::Launch);
        match (memory, launch) {
            (Some(share), _) if share >= NEAR => Self::Memory { share },
            (_, Some(share)) if share >= MOSTLY_LAUNCH => Self::Launch { share },
            _ if facts.kernel.measured == 0 => Self::NotMeasured,
            _ if let Some(Err(unknown)) = &facts.kernel.predicted => {
                Self::NotJudged { because: unknown.to_string() }
            }
            _ => Self::NoDefect { busiest: rules::bottleneck(facts), memory },
        }
    }

    /// Whether there may be something all the same.
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::NotMeasured | Self::AfterRefusal { .. } | Self::NotJudged { .. })
    }

    /// Whether the launch is too short for hints about the kernel itself.
    pub(super) fn is_only_launched(facts: &Facts<'_>) -> bool {
        // As long as there are few of them, it makes no difference.
        const SHARE_OF_RUN: f64 = 0.01;
        let share = facts.kernel.time_share.map_or(0.0, |share| share.get());
        facts.share_of(Resource::Launch).is_none_or(|launch| launch >= MOSTLY_LAUNCH / 2.0)
            && facts.median_ns().is_some_and(|ns| ns < 5_000.0)
            && share < SHARE_OF_RUN
    }
}

impl fmt::Display for Nothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NOTHING: &str = "nothing worth changing:";
        match self {
            Self::NotMeasured => {
                f.write_str("no counter of it was read: what to change is not known")
            }
            Self::AfterRefusal { because } => {
                write!(f, "not judged, because its data may be missing: {because}")
            }
            Self::NotJudged { because } => {
                write!(f, "not judged: {because}; record the program again with this propp")
            }
            Self::Library { name, defect } => write!(
                f,
                "nothing to change in the call: it is a kernel of {name} ({defect}; --libraries \
                 none shows hints for its code)"
            ),
            Self::Memory { share } => write!(
                f,
                "{NOTHING} DRAM bandwidth is at {:.0} % of its peak, and all bytes moved were \
                 requested",
                100.0 * share
            ),
            Self::Launch { share } => write!(
                f,
                "{NOTHING} it takes hardly longer than a launch ({:.0} % of the predicted time)",
                100.0 * share
            ),
            Self::NoDefect { busiest, memory } => {
                write!(f, "{NOTHING} no rule found a defect that costs time")?;
                if let Some((resource, share)) = busiest {
                    write!(f, "; {:.0} % of the predicted time is {resource}", 100.0 * share)?;
                }
                if let Some(share) = memory {
                    write!(f, "; DRAM bandwidth is at {:.0} % of its peak", 100.0 * share)?;
                }
                Ok(())
            }
        }
    }
}
