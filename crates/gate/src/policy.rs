//! What is allowed: the table `[gate]` of `propp.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use propp_criteria::Criterion;
use propp_names::KernelFilter;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

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

/// What a limit is when the policy says nothing. Of instructions there is none: more of them
/// in the same time are no regression, and each compiler makes others. The barriers of a
/// step of a loop are several a thread; a special register that a compiler reads once more
/// is one.
fn usual(quantity: Quantity) -> Option<Limit> {
    let absolute = |absolute| Limit { absolute, relative: 0.0 };
    Some(match quantity {
        Quantity::Instructions => return None,
        Quantity::BarriersEtc => Limit { absolute: 4.0, relative: 0.2 },
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

/// A limit as it is written: a word, or a table, each key and value with its place.
enum LimitFile {
    Word(String),
    Table(Vec<(Spanned<String>, Spanned<toml::Value>)>),
}

impl<'de> Deserialize<'de> for LimitFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = LimitFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "\"ignore\" or a table of absolute (for time: absolute-us) and relative",
                )
            }

            fn visit_str<E>(self, word: &str) -> Result<LimitFile, E> {
                Ok(LimitFile::Word(word.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<LimitFile, A::Error> {
                let mut table = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    table.push(entry);
                }
                Ok(LimitFile::Table(table))
            }
        }
        deserializer.deserialize_any(Either)
    }
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
        let at = |span: Range<usize>, key: &str, what: String| BadPolicy::Value {
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
            let limit = limit.limit(quantity).map_err(|wrong| {
                let (span, key) = wrong.place.map_or((name.span(), key.clone()), |(span, last)| {
                    (span, format!("{key}.{last}"))
                });
                at(span, &key, wrong.what)
            })?;
            match limit {
                Some(limit) => policy.limits.insert(quantity, limit),
                None => policy.limits.remove(&quantity),
            };
        }
        Ok(policy)
    }
}

/// What is wrong with a limit, and where, if that is one of its keys.
struct WrongLimit {
    place: Option<(Range<usize>, String)>,
    what: String,
}

impl LimitFile {
    fn limit(self, quantity: Quantity) -> Result<Option<Limit>, WrongLimit> {
        let whole = |what: &str| WrongLimit { place: None, what: what.to_owned() };
        let table = match self {
            Self::Word(word) if word == "ignore" => return Ok(None),
            Self::Word(word) => {
                return Err(whole(&format!("{word:?} is no limit; \"ignore\" or a table is")));
            }
            Self::Table(table) => table,
        };
        let is_time = quantity == Quantity::Time;
        let (mut absolute, mut relative) = (None, None);
        for (key, value) in table {
            let wrong = |span: Range<usize>, what: String| WrongLimit {
                place: Some((span, key.get_ref().clone())),
                what,
            };
            let to = match (key.get_ref().as_str(), is_time) {
                ("relative", _) => &mut relative,
                ("absolute-us", true) | ("absolute", false) => &mut absolute,
                ("absolute", true) => {
                    let what = "the absolute limit of time is absolute-us".to_owned();
                    return Err(wrong(key.span(), what));
                }
                ("absolute-us", false) => {
                    return Err(wrong(key.span(), "absolute-us is for time alone".to_owned()));
                }
                (unknown, _) => {
                    let what = format!(
                        "a limit has no {unknown}; it has absolute (for time: absolute-us) and \
                         relative"
                    );
                    return Err(wrong(key.span(), what));
                }
            };
            let number = match value.get_ref() {
                toml::Value::Float(number) => *number,
                toml::Value::Integer(number) => *number as f64,
                other => {
                    let what = format!("{other} is no number");
                    return Err(wrong(value.span(), what));
                }
            };
            if !(number.is_finite() && number >= 0.0) {
                let what = format!("{number} is no limit; 0 or more is");
                return Err(wrong(value.span(), what));
            }
            *to = Some(number);
        }
        if absolute.is_none() && relative.is_none() {
            return Err(whole("neither an absolute nor a relative limit"));
        }
        let unit = if is_time { 1000.0 } else { 1.0 };
        Ok(Some(Limit {
            absolute: absolute.unwrap_or(0.0) * unit,
            relative: relative.unwrap_or(0.0),
        }))
    }
}
