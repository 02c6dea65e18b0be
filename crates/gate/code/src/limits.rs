//! What counts as worse, and by how much: the table `[gate.code]` of a policy.

use std::collections::BTreeMap;

use propp_base_names::KernelFilter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that can become worse in the code of a kernel.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Registers that did not fit and are kept in local memory.
    Spills,
    /// Local memory that is no spill: arrays with an index of run time.
    Local,
    /// Fewer warps on an SM.
    Occupancy,
    /// Accesses that move fewer bytes each.
    Narrow,
    /// Barriers in loops.
    Barriers,
    /// Divisions in loops.
    Divisions,
    /// Arithmetic in double precision.
    Double,
    /// Cycles of a pass of a loop, for the same work.
    LoopPrice,
    /// Instructions of a pass of a loop, for the same work.
    LoopInstructions,
    /// Bytes of a thread's stack.
    Stack,
}

impl Topic {
    /// All, in the order in which reports list them.
    pub const ALL: [Self; 10] = [
        Self::Spills,
        Self::Local,
        Self::Occupancy,
        Self::Narrow,
        Self::Barriers,
        Self::Divisions,
        Self::Double,
        Self::LoopPrice,
        Self::LoopInstructions,
        Self::Stack,
    ];

    /// The name in policies and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Spills => "spills",
            Self::Local => "local",
            Self::Occupancy => "occupancy",
            Self::Narrow => "narrow",
            Self::Barriers => "barriers",
            Self::Divisions => "divisions",
            Self::Double => "double",
            Self::LoopPrice => "loop-price",
            Self::LoopInstructions => "loop-instructions",
            Self::Stack => "stack",
        }
    }

    /// By how much it may become worse, as a share of what it was.
    const fn default_limit(self) -> f64 {
        match self {
            Self::LoopPrice => 0.05,
            Self::LoopInstructions | Self::Spills | Self::Stack => 0.1,
            _ => 0.0,
        }
    }
}

/// A block size that kernels are launched with.
#[derive(Clone, Debug)]
pub struct NamedLaunch {
    pub kernels: KernelFilter,
    pub block: u32,
    pub dynamic_shared_bytes: u32,
}

#[derive(Clone, Debug)]
pub struct Limits {
    /// Topics without a limit do not count.
    limits: BTreeMap<Topic, f64>,
    pub launches: Vec<NamedLaunch>,
}

impl Default for Limits {
    fn default() -> Self {
        let limits = Topic::ALL.into_iter().map(|topic| (topic, topic.default_limit())).collect();
        Self { limits, launches: Vec::new() }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a limit is \"ignore\" or a share, such as 0.1 for 10 %")]
enum LimitFile {
    Share(f64),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchFile {
    name: String,
    block: u32,
    #[serde(default)]
    shared: u32,
}

impl Limits {
    /// How much worse a topic may become; `None` if it does not count.
    pub fn of(&self, topic: Topic) -> Option<f64> {
        self.limits.get(&topic).copied()
    }

    /// Reads the table `[gate.code]`.
    /// Fails if a key or value means nothing; the error names it.
    pub fn from_table(table: &toml::Table) -> Result<Self, String> {
        const LAUNCH: &str = "launch";
        let mut limits = Self::default();
        for (key, value) in table {
            let wrong = |what: String| format!("key gate.code.{key}: {what}");
            let short = |error: toml::de::Error| wrong(error.message().to_owned());
            if key == LAUNCH {
                let launches: Vec<LaunchFile> = value.clone().try_into().map_err(short)?;
                for LaunchFile { name, block, shared } in launches {
                    let kernels = name.parse::<KernelFilter>().map_err(wrong)?;
                    if !(1..=1024).contains(&block) {
                        return Err(wrong(format!("a block has 1 to 1024 threads, not {block}")));
                    }
                    limits.launches.push(NamedLaunch {
                        kernels,
                        block,
                        dynamic_shared_bytes: shared,
                    });
                }
                continue;
            }
            let topic = Topic::ALL.into_iter().find(|topic| topic.name() == key);
            let topic = topic.ok_or_else(|| {
                let known: Vec<&str> = Topic::ALL.iter().map(|topic| topic.name()).collect();
                wrong(format!(
                    "there is no such limit; there are {} and {LAUNCH}",
                    known.join(", ")
                ))
            })?;
            match value.clone().try_into().map_err(short)? {
                LimitFile::Word(word) if word == "ignore" => {
                    limits.limits.remove(&topic);
                }
                LimitFile::Share(share) if share.is_finite() && share >= 0.0 => {
                    limits.limits.insert(topic, share);
                }
                LimitFile::Share(share) => return Err(wrong(format!("{share} is not a share"))),
                LimitFile::Word(word) => {
                    let what = "is not a limit; write \"ignore\" or a share";
                    return Err(wrong(format!("{word:?} {what}")));
                }
            }
        }
        Ok(limits)
    }
}
