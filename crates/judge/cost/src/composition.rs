//! What a predicted time is made of.

use std::collections::BTreeMap;

use super::Predicted;

/// Nanoseconds of a predicted time by term, of kernels and of the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Composition(BTreeMap<&'static str, f64>);

impl Composition {
    pub fn add(&mut self, term: &'static str, ns: f64) {
        *self.0.entry(term).or_default() += ns;
    }

    /// Adds launches with this predicted time each.
    pub fn add_launches(&mut self, predicted: &Predicted, launches: f64) {
        for part in &predicted.parts {
            self.add(part.term, part.share * predicted.ns * launches);
        }
    }

    pub fn ns(&self) -> f64 {
        self.0.values().sum()
    }

    /// The share of a term.
    pub fn share(&self, term: &str) -> f64 {
        self.0.get(term).copied().unwrap_or(0.0) / self.total()
    }

    /// How differently two times are made up, from 0 (the same shares) to 1 (no term in common).
    pub fn difference(&self, other: &Self) -> f64 {
        let (total, of_other) = (self.total(), other.total());
        let ns = |times: &Self, term| times.0.get(term).copied().unwrap_or(0.0);
        let own = self.0.iter().map(|(term, own)| own / total - ns(other, term) / of_other);
        let only_in_other = other.0.iter().filter(|(term, _)| !self.0.contains_key(*term));
        own.chain(only_in_other.map(|(_, ns)| ns / of_other)).map(f64::abs).sum::<f64>() / 2.0
    }

    /// What shares are of: all of it, or something where that is nothing.
    fn total(&self) -> f64 {
        self.ns().max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(parts: &[(&'static str, f64)]) -> Composition {
        let mut composition = Composition::default();
        parts.iter().for_each(|(term, ns)| composition.add(term, *ns));
        composition
    }

    #[test]
    fn shares_differ_and_not_times() {
        let one = of(&[("dram_read", 30.0), ("single_precision", 5.0), ("single_precision", 5.0)]);
        assert_eq!(one.ns(), 40.0);
        assert_eq!(one.difference(&of(&[("dram_read", 3.0), ("single_precision", 1.0)])), 0.0);
        assert_eq!(one.difference(&of(&[("dram_read", 1.0), ("single_precision", 1.0)])), 0.25);
        let other = of(&[("launches", 7.0)]);
        assert_eq!((one.difference(&other), other.difference(&one)), (1.0, 1.0));
        assert_eq!(Composition::default().difference(&Composition::default()), 0.0);
    }
}
