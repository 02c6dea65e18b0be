//! What a recording knows of kernels, found by their names in a trace.

use std::collections::{BTreeMap, HashMap};

use propp_base_names::KernelName;
use propp_judge_analysis::{Analysis, KernelReport};
use propp_recording::{Measurement, Recording};
use serde_json::{Map, Value, json};

use super::event::Kernel;

/// A program's recordings and what they come to.
pub struct Run<'a> {
    pub recordings: &'a [&'a Recording],
    pub analysis: &'a Analysis,
}

/// A kernel by its name, made [`alike`].
type Name = String;
/// Blocks, and threads of a block.
type Shape = ([u32; 3], [u32; 3]);

/// Values by kernel and configuration.
#[derive(Default)]
pub(super) struct Measured(HashMap<Name, BTreeMap<Shape, Map<String, Value>>>);

impl Measured {
    pub(super) fn of(runs: &[Run<'_>]) -> Self {
        let mut measured = Self::default();
        for run in runs {
            for recording in run.recordings {
                measured.add_counters(recording);
            }
            run.analysis.kernels.iter().for_each(|kernel| measured.add_criteria(kernel));
        }
        measured
    }

    /// The values of a launch of a kernel: those of its configuration, or else, where the kernel
    /// was measured in one alone, those.
    pub(super) fn values(&self, kernel: &Kernel) -> Option<Map<String, Value>> {
        let shapes = self.0.get(&alike(&kernel.name))?;
        let own = kernel.grid.zip(kernel.block).and_then(|shape| shapes.get(&shape));
        let only = || shapes.values().next().filter(|_| shapes.len() == 1);
        own.or_else(only).cloned()
    }

    fn at(&mut self, symbol: &str, shape: Shape) -> &mut Map<String, Value> {
        let name = alike(&KernelName::from_symbol(symbol).full);
        self.0.entry(name).or_default().entry(shape).or_default()
    }

    /// The mean of each counter over the measured launches.
    fn add_counters(&mut self, recording: &Recording) {
        let mut sums: HashMap<(usize, &str), (f64, f64)> = HashMap::new();
        let values = |measurement: &'_ Measurement| measurement.values.clone();
        for one in &recording.measurements {
            let names = &recording.counter_sets[one.counter_set].counters;
            for (name, value) in names.iter().zip(values(one)) {
                if let Some(value) = value {
                    let sum = sums.entry((one.signature, name)).or_default();
                    *sum = (sum.0 + value, sum.1 + 1.0);
                }
            }
        }
        for ((signature, counter), (sum, count)) in sums {
            let of = &recording.signatures[signature];
            let Some(function) = of.function else { continue };
            let place = self.at(&recording.names[function], (of.grid, of.block));
            place.insert(counter.to_owned(), json!(sum / count));
        }
    }

    fn add_criteria(&mut self, kernel: &KernelReport) {
        for of in &kernel.configurations {
            let place = self.at(&kernel.name.symbol, (of.grid, of.block));
            // Of what was not measured there is nothing to say.
            if place.is_empty() {
                continue;
            }
            for (criterion, report) in &kernel.criteria {
                if let Some(value) = report.aggregate.value.measured() {
                    place.insert(criterion.name().to_owned(), json!(f64::from(value)));
                }
            }
            if let Some(quality) = kernel.quality.value.measured() {
                place.insert("QM".to_owned(), json!(f64::from(quality)));
            }
        }
    }
}
/// Types of template arguments as propp writes them, and the letters that others put behind the number.
const LITERALS: [(&str, &str); 5] = [
    ("(unsignedint)", "u"),
    ("(unsignedlonglong)", "ull"),
    ("(unsignedlong)", "ul"),
    ("(longlong)", "ll"),
    ("(long)", "l"),
];

/// A name without what demanglers write in different ways: blanks, and `(unsigned long)2` or `2ul`.
fn alike(name: &str) -> String {
    let name: String = name.chars().filter(|character| !character.is_whitespace()).collect();
    let mut alike = String::with_capacity(name.len());
    let mut rest = name.as_str();
    while let Some(character) = rest.chars().next() {
        let typed = LITERALS.iter().find_map(|(cast, suffix)| {
            let number = rest.strip_prefix(cast)?;
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            (digits > 0).then(|| (number.split_at(digits), suffix))
        });
        let Some(((number, behind), suffix)) = typed else {
            alike.push(character);
            rest = &rest[character.len_utf8()..];
            continue;
        };
        alike.push_str(number);
        alike.push_str(suffix);
        rest = behind;
    }
    alike
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn names_of_both_demanglers_are_alike() {
        let ours = "void f<(unsigned int)32, std::array<char*, (unsigned long)2> >(long, (A)1)";
        let theirs = "void f<32u, std::array<char*, 2ul>>(long, (A)1)";
        assert_eq!(alike(ours), alike(theirs));
        assert_ne!(alike("f<(unsigned int)3>"), alike("f<3>"));
        assert_eq!(alike("f(unsigned int)"), "f(unsignedint)");
    }
}
