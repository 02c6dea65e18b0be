//! Reads the policy: the table `[gate]` of `propp.toml`. Errors name line and key.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use propp_base_names::KernelFilter;
use propp_base_text::{line_at, line_words};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::policy::{Limit, OfKernels, Policy, Strictness, Undecided};
use super::quantity::Quantity;
use super::renamed::Rename;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    #[error("{0}")]
    Syntax(String),
    #[error("line {line}, key {key}: {what}")]
    Value { line: usize, key: String, what: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
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
    renamed: BTreeMap<String, String>,
    limits: BTreeMap<Spanned<String>, LimitFile>,
    kernel: Vec<KernelFile>,
    code: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KernelFile {
    name: Spanned<String>,
    limits: BTreeMap<Spanned<String>, LimitFile>,
}

/// A limit as written: the word "ignore", or a table. Keys and values carry their places
/// in the file for error messages.
enum LimitFile {
    Word(String),
    Table(Vec<(Spanned<String>, Spanned<toml::Value>)>),
}

impl<'de> Deserialize<'de> for LimitFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordOrTable;
        impl<'de> Visitor<'de> for WordOrTable {
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
        deserializer.deserialize_any(WordOrTable)
    }
}

impl Policy {
    /// Reads the table `[gate]`.
    /// Fails if the text is not a policy; the error names line and key.
    pub fn from_toml(text: &str) -> Result<Self, PolicyError> {
        let syntax = |error: toml::de::Error| {
            // Of `File`: a table of the policy that is written beside [gate].
            let is_outside = error.message().ends_with("expected `gate`");
            let cure =
                if is_outside { "; tables are within gate, such as [gate.limits]" } else { "" };
            let line = line_words(text, error.span().map_or(0, |span| span.start));
            PolicyError::Syntax(format!("{line}: {}{cure}", error.message()))
        };
        let file: File = toml::from_str(text).map_err(syntax)?;
        let Some(gate) = file.gate else { return Ok(Self::default()) };
        let at = |span: Range<usize>, key: &str, what: String| PolicyError::Value {
            line: line_at(text, span.start),
            key: key.to_owned(),
            what,
        };
        let mut policy = Self { strictness: gate.strictness, ..Self::default() };
        policy.undecided = gate.undecided;
        policy.code = gate.code;
        policy.faster_excuses = gate.faster_excuses.unwrap_or(policy.faster_excuses);
        if let Some(chance) = gate.false_alarms {
            policy.false_alarms = *chance.get_ref();
            if !(policy.false_alarms > 0.0 && policy.false_alarms < 1.0) {
                let what = format!("{} is not a probability between 0 and 1", policy.false_alarms);
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
        policy.renamed = gate.renamed.into_iter().map(|(old, new)| Rename { old, new }).collect();
        for (quantity, (_, limit)) in limits("gate.limits", gate.limits, &at)? {
            if quantity == Quantity::Instructions {
                policy.emulated_instructions = None;
            }
            match limit {
                Some(limit) => policy.limits.insert(quantity, limit),
                None => policy.limits.remove(&quantity),
            };
        }
        let mut known = BTreeSet::new();
        for KernelFile { name, limits: own } in gate.kernel {
            let kernel = name.get_ref().clone();
            let name = patterns("gate.kernel.name", vec![name])?;
            let of_application = own
                .keys()
                .find(|key| Quantity::named(key.get_ref()).is_ok_and(Quantity::is_of_application));
            if let Some(key) = of_application {
                let what = "this is a number of the application, not of a kernel".to_owned();
                let name = format!("gate.kernel.limits.{}", key.get_ref());
                return Err(at(key.span(), &name, what));
            }
            let mut limits_of_kernel: BTreeMap<Quantity, Option<Limit>> = BTreeMap::new();
            for (quantity, (span, limit)) in limits("gate.kernel.limits", own, &at)? {
                if !known.insert((kernel.clone(), quantity)) {
                    let what = format!(
                        "an earlier [[gate.kernel]] limits {quantity} of {kernel}; keep one"
                    );
                    return Err(at(span, &format!("gate.kernel.limits.{quantity}"), what));
                }
                limits_of_kernel.insert(quantity, limit);
            }
            let of = |name| OfKernels { name, limits: limits_of_kernel.clone() };
            policy.kernels.extend(name.into_iter().map(of));
        }
        if policy.quantities().is_empty() {
            let what = "it ignores every quantity, so nothing can fail; limit one in \
                        [gate.limits], such as time = { relative = 0.03 }";
            return Err(PolicyError::Syntax(what.to_owned()));
        }
        Ok(policy)
    }
}

/// The key that stands for all quantities that its table does not list.
const OTHERS: &str = "others";

/// The limits of a table, each with the place of its key.
type PlacedLimits = BTreeMap<Quantity, (Range<usize>, Option<Limit>)>;

fn limits(
    table: &str,
    mut all: BTreeMap<Spanned<String>, LimitFile>,
    at: &impl Fn(Range<usize>, &str, String) -> PolicyError,
) -> Result<PlacedLimits, PolicyError> {
    let wrong = |name: &Spanned<String>, wrong: WrongLimit| {
        let key = format!("{table}.{}", name.get_ref());
        let (span, key) = match wrong.place {
            Some((span, last)) => (span, format!("{key}.{last}")),
            None => (name.span(), key),
        };
        at(span, &key, wrong.what)
    };
    let others = all.keys().find(|name| name.get_ref() == OTHERS).cloned();
    let others = others.and_then(|name| all.remove_entry(&name));
    let mut limits = PlacedLimits::new();
    for (name, limit) in all {
        let quantity = Quantity::named(name.get_ref()).map_err(|what| {
            wrong(&name, whole(&format!("{what}; {OTHERS} are all that are not listed")))
        })?;
        let limit = limit.into_limit(quantity).map_err(|what| wrong(&name, what))?;
        limits.insert(quantity, (name.span(), limit));
    }
    let Some((name, others)) = others else { return Ok(limits) };
    let limit = others.into_limit_of_others().map_err(|what| wrong(&name, what))?;
    for quantity in Quantity::ALL {
        limits.entry(quantity).or_insert_with(|| (name.span(), limit));
    }
    Ok(limits)
}

struct WrongLimit {
    /// The key or value inside the limit's table that is wrong, if it is one of these.
    place: Option<(Range<usize>, String)>,
    what: String,
}

/// What is wrong with a limit as a whole.
fn whole(what: &str) -> WrongLimit {
    WrongLimit { place: None, what: what.to_owned() }
}

impl LimitFile {
    /// The limit of quantities of several units: a share fits all of them.
    fn into_limit_of_others(self) -> Result<Option<Limit>, WrongLimit> {
        if let Self::Table(table) = &self
            && let Some((key, _)) = table.iter().find(|(key, _)| key.get_ref() != "relative")
        {
            let what = format!(
                "{OTHERS} have several units, so they are \"ignore\" or {{ relative = NUMBER }}"
            );
            return Err(WrongLimit { place: Some((key.span(), key.get_ref().clone())), what });
        }
        // The time's is the strictest of all relative limits: it refuses percent.
        self.into_limit(Quantity::Time)
    }

    fn into_limit(self, quantity: Quantity) -> Result<Option<Limit>, WrongLimit> {
        let table = match self {
            Self::Word(word) if word == "ignore" => return Ok(None),
            Self::Word(word) => {
                let what = "is not a limit; write \"ignore\" or a table";
                return Err(whole(&format!("{word:?} {what}")));
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
                    let what = format!("{other} is not a number");
                    return Err(wrong(value.span(), what));
                }
            };
            if !(number.is_finite() && number >= 0.0) {
                let what = format!("{number} is not a limit; write 0 or more");
                return Err(wrong(value.span(), what));
            }
            if is_time && key.get_ref() == "relative" && number > 1.0 {
                let what = format!(
                    "{number} allows {:.0} % more time; for {number} % write {:.4}",
                    100.0 * number,
                    number / 100.0
                );
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
