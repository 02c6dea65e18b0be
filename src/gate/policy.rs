//! What is allowed: the table `[gate]` of `propp.toml`.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use crate::collect::KernelFilter;
use crate::criteria::Criterion;

use super::quantity::{Kind, Quantity};

/// How much worse a quantity may become. The larger of the two counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// In the quantity's own unit; times in ns.
    pub absolute: f64,
    /// As a share of the baseline's value.
    pub relative: f64,
}

impl Limit {
    /// The limit for a value of the baseline, absolute.
    #[must_use]
    pub fn of(self, baseline: f64) -> f64 {
        self.absolute.max(self.relative * baseline.abs())
    }
}

/// Whether noise is taken into account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strictness {
    /// A change beyond the limit counts if it is no noise.
    #[default]
    NoiseAware,
    /// A change beyond the limit counts.
    Strict,
}

/// What a change means that is beyond its limit and may be noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undecided {
    /// It is told, and the kernel passes.
    #[default]
    Pass,
    /// There is no verdict on the kernel.
    NoVerdict,
}

/// What a gate lets through.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The chance that a gate run fails though nothing has changed.
    pub false_alarms: f64,
    /// Whether noise is taken into account.
    pub strictness: Strictness,
    /// What a change means that may be noise.
    pub undecided: Undecided,
    /// Whether a kernel that became faster may have lost in its criteria.
    pub faster_excuses: bool,
    /// Kernels that are looked at; all if empty.
    pub include: Vec<KernelFilter>,
    /// Kernels that are not.
    pub exclude: Vec<KernelFilter>,
    /// Kernels that may be new.
    pub allow_new: Vec<KernelFilter>,
    /// Kernels that may be gone.
    pub allow_gone: Vec<KernelFilter>,
    /// Limits; a quantity without one is not looked at.
    pub limits: BTreeMap<Quantity, Limit>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            false_alarms: 0.01,
            strictness: Strictness::default(),
            undecided: Undecided::default(),
            faster_excuses: true,
            include: Vec::new(),
            exclude: Vec::new(),
            allow_new: Vec::new(),
            allow_gone: Vec::new(),
            limits: Quantity::ALL.into_iter().filter_map(|of| Some((of, usual(of)?))).collect(),
        }
    }
}

/// What a limit is when the policy says nothing.
fn usual(quantity: Quantity) -> Option<Limit> {
    let absolute = |absolute| Limit { absolute, relative: 0.0 };
    Some(match quantity {
        explaining if explaining.explains() => return None,
        Quantity::Time => Limit { absolute: 100.0, relative: 0.03 },
        Quantity::Quality | Quantity::Criterion(Criterion::Dt) => absolute(0.02),
        other if other.kind() == Kind::Count => absolute(0.0),
        _ => absolute(0.05),
    })
}

impl Policy {
    /// Whether a kernel is looked at.
    #[must_use]
    pub fn looks_at(&self, name: &str) -> bool {
        (self.include.is_empty() || any(&self.include, name)) && !any(&self.exclude, name)
    }
}

/// Whether one of the patterns matches.
pub(super) fn any(patterns: &[KernelFilter], name: &str) -> bool {
    patterns.iter().any(|pattern| pattern.matches(name))
}

/// A text that is no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPolicy {
    /// Not TOML, or not as the format wants it. The text names line and key.
    #[error("{0}")]
    Form(String),
    /// A value that makes no sense.
    #[error("line {line}, key {key}: {what}")]
    Value {
        /// From 1.
        line: usize,
        /// Which key.
        key: String,
        /// What is wrong.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    gate: Option<GateFile>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct GateFile {
    false_alarms: Option<Spanned<f64>>,
    strictness: Strictness,
    undecided: Undecided,
    faster_excuses: Option<bool>,
    include: Vec<Spanned<String>>,
    exclude: Vec<Spanned<String>>,
    allow_new: Vec<Spanned<String>>,
    allow_gone: Vec<Spanned<String>>,
    limits: BTreeMap<Spanned<String>, LimitFile>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected \"ignore\" or a table of absolute (for time: absolute-us) \
                               and relative"
)]
enum LimitFile {
    Word(Ignore),
    Table(LimitTable),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Ignore {
    Ignore,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct LimitTable {
    absolute: Option<f64>,
    absolute_us: Option<f64>,
    relative: Option<f64>,
}

impl Policy {
    /// Reads the table `[gate]`.
    ///
    /// # Errors
    /// If the text is no policy; the line and the key are named.
    pub fn from_toml(text: &str) -> Result<Self, BadPolicy> {
        let form =
            |error: toml::de::Error| BadPolicy::Form(error.to_string().trim_end().to_owned());
        let file: File = toml::from_str(text).map_err(form)?;
        let Some(gate) = file.gate else { return Ok(Self::default()) };
        let at = |span: std::ops::Range<usize>, key: &str, what: String| BadPolicy::Value {
            line: text.get(..span.start).unwrap_or(text).matches('\n').count() + 1,
            key: key.to_owned(),
            what,
        };
        let mut policy = Self { strictness: gate.strictness, ..Self::default() };
        policy.undecided = gate.undecided;
        policy.faster_excuses = gate.faster_excuses.unwrap_or(policy.faster_excuses);
        if let Some(chance) = gate.false_alarms {
            policy.false_alarms = *chance.get_ref();
            if !(policy.false_alarms > 0.0 && policy.false_alarms < 1.0) {
                let what = format!("{} is no chance between 0 and 1", policy.false_alarms);
                return Err(at(chance.span(), "gate.false-alarms", what));
            }
        }
        let patterns = |key: &str, texts: Vec<Spanned<String>>| {
            let one = |text: Spanned<String>| {
                KernelFilter::from_str(text.get_ref()).map_err(|what| at(text.span(), key, what))
            };
            texts.into_iter().map(one).collect::<Result<Vec<_>, _>>()
        };
        policy.include = patterns("gate.include", gate.include)?;
        policy.exclude = patterns("gate.exclude", gate.exclude)?;
        policy.allow_new = patterns("gate.allow-new", gate.allow_new)?;
        policy.allow_gone = patterns("gate.allow-gone", gate.allow_gone)?;
        for (name, limit) in gate.limits {
            let key = format!("gate.limits.{}", name.get_ref());
            let quantity =
                Quantity::named(name.get_ref()).map_err(|what| at(name.span(), &key, what))?;
            match limit.limit(quantity).map_err(|what| at(name.span(), &key, what))? {
                Some(limit) => policy.limits.insert(quantity, limit),
                None => policy.limits.remove(&quantity),
            };
        }
        Ok(policy)
    }
}

impl LimitFile {
    fn limit(self, quantity: Quantity) -> Result<Option<Limit>, String> {
        let Self::Table(table) = self else { return Ok(None) };
        let absolute = match (quantity, table.absolute, table.absolute_us) {
            (Quantity::Time, Some(_), _) => {
                return Err("the absolute limit of time is absolute-us".to_owned());
            }
            (Quantity::Time, None, us) => us.map(|us| us * 1000.0),
            (_, _, Some(_)) => return Err("absolute-us is for time alone".to_owned()),
            (_, absolute, None) => absolute,
        };
        let given = [absolute, table.relative];
        if given.iter().all(Option::is_none) {
            return Err("neither an absolute nor a relative limit".to_owned());
        }
        if let Some(bad) = given.iter().flatten().find(|n| !(n.is_finite() && **n >= 0.0)) {
            return Err(format!("{bad} is no limit; 0 or more is"));
        }
        Ok(Some(Limit {
            absolute: absolute.unwrap_or(0.0),
            relative: table.relative.unwrap_or(0.0),
        }))
    }
}
