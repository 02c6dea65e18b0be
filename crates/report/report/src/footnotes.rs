//! Reasons, each said once below a table and referred to by a letter.

use std::collections::{BTreeSet, HashMap};

use propp_base_model::Value;
use propp_base_text::hundredths;
use propp_judge_criteria::Criterion;

/// The reasons met so far and the criteria they were given for.
#[derive(Default)]
pub struct Footnotes {
    notes: Vec<(String, BTreeSet<Criterion>)>,
    numbers: HashMap<String, usize>,
}

impl Footnotes {
    /// A value as a cell: hundredths, or `-` (does not apply) or `?` (could
    /// not be measured) with the letter of the reason.
    pub fn cell(&mut self, criterion: Criterion, value: &Value) -> String {
        match value {
            Value::Measured { value } => hundredths(*value),
            Value::NotApplicable { reason } => format!("-{}", self.letter(criterion, reason)),
            Value::Unavailable { reason } => format!("?{}", self.letter(criterion, reason)),
        }
    }

    fn letter(&mut self, criterion: Criterion, reason: &str) -> String {
        let number = self.numbers.get(reason).copied().unwrap_or_else(|| {
            self.numbers.insert(reason.to_owned(), self.notes.len());
            self.notes.push((reason.to_owned(), BTreeSet::new()));
            self.notes.len() - 1
        });
        self.notes[number].1.insert(criterion);
        letters(number)
    }

    /// The notes in the order of their letters.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.notes.iter().enumerate().map(|(number, (reason, criteria))| {
            let names: Vec<&str> = criteria.iter().map(|criterion| criterion.name()).collect();
            format!("{}  {}: {reason}", letters(number), names.join(", "))
        })
    }
}

/// a … z, aa, ab …
fn letters(number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(number % 26).unwrap_or(0));
    match (number / 26).checked_sub(1) {
        Some(before) => format!("{}{letter}", letters(before)),
        None => letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["a", "z", "aa", "ab", "zz", "aaa"]);
    }

    #[test]
    fn a_reason_is_said_once() {
        let mut notes = Footnotes::default();
        let unavailable = Value::Unavailable { reason: "dropped".to_owned() };
        let not_applicable = Value::NotApplicable { reason: "no shared memory".to_owned() };
        assert_eq!(notes.cell(Criterion::Ci, &unavailable), "?a");
        assert_eq!(notes.cell(Criterion::SmemEff, &not_applicable), "-b");
        assert_eq!(notes.cell(Criterion::TDiv, &unavailable), "?a");
        let lines: Vec<String> = notes.lines().collect();
        assert_eq!(lines, ["a  TDiv, CI: dropped", "b  SMem_eff: no shared memory"]);
    }
}
