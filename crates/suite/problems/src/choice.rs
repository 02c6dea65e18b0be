//! Checks a selection against the entries of the libraries. Pure.

use super::matrix::LibraryEntries;
use super::selection::{MAX_ELEMENTS, Selection, distributions};
use crate::{Distribution, Element};

/// Minimum Jaro-Winkler similarity of a suggestion.
const MIN_SIMILARITY: f64 = 0.75;

/// Why a selection matches nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NothingSelected(pub(super) String);

pub(super) struct Choice<'a> {
    /// In the order of the libraries.
    pub(super) primitives: Vec<&'a str>,
    pub(super) elements: Vec<Element>,
    libraries: &'a [String],
}

impl Choice<'_> {
    pub(super) fn takes_library(&self, library: &LibraryEntries) -> bool {
        self.libraries.is_empty() || self.libraries.contains(&library.name)
    }
}

pub(super) fn chosen<'a>(
    offered: &'a [LibraryEntries],
    selection: &'a Selection,
) -> Result<Choice<'a>, NothingSelected> {
    check_libraries(offered, selection)?;
    let taken = |library: &&LibraryEntries| {
        selection.libraries.is_empty() || selection.libraries.contains(&library.name)
    };
    let mut known: Vec<&str> = Vec::new();
    for entry in offered.iter().filter(taken).flat_map(|library| &library.entries) {
        if !known.contains(&entry.primitive.as_str()) {
            known.push(&entry.primitive);
        }
    }
    let primitives = primitives(&known, &selection.primitives)?;
    let entries = || {
        let all = offered.iter().filter(taken).flat_map(|library| &library.entries);
        all.filter(|entry| primitives.contains(&entry.primitive.as_str()))
    };
    let has = |element: &Element| entries().any(|entry| entry.elements.contains(element));
    let elements: Vec<Element> = Element::ALL.into_iter().filter(has).collect();
    if let Some(odd) = selection.elements.iter().find(|odd| !elements.contains(odd)) {
        let known = listed(elements.iter().map(|element| element.name()));
        let text = format!("nothing of it has elements {}; there are {known}", odd.name());
        return Err(NothingSelected(text));
    }
    let asked = &selection.elements;
    let elements = elements.into_iter().filter(|e| asked.is_empty() || asked.contains(e)).collect();
    check_distributions(&primitives, &selection.distributions)?;
    if let Some(size) = selection.sizes.iter().find(|size| **size > MAX_ELEMENTS) {
        let text = format!("a size of {size} is too much; the most is 2^28");
        return Err(NothingSelected(text));
    }
    Ok(Choice { primitives, elements, libraries: &selection.libraries })
}

fn check_libraries(
    offered: &[LibraryEntries],
    selection: &Selection,
) -> Result<(), NothingSelected> {
    let names: Vec<&str> = offered.iter().map(|library| library.name.as_str()).collect();
    match selection.libraries.iter().find(|word| !names.contains(&word.as_str())) {
        Some(word) => Err(NothingSelected(format!(
            "no library {word}{}; there are {}",
            meant(word, &names),
            names.join(", ")
        ))),
        None => Ok(()),
    }
}

/// The primitives that words name, or all where there are none.
/// Fails if a word names none.
pub fn primitives<'a>(
    known: &[&'a str],
    words: &[String],
) -> Result<Vec<&'a str>, NothingSelected> {
    for word in words {
        if !known.iter().any(|name| is_named_by(name, word)) {
            let (meant, known) = (meant(word, known), known.join(", "));
            return Err(NothingSelected(format!("no primitive {word}{meant}; there are {known}")));
        }
    }
    let wanted =
        |name: &&&str| words.is_empty() || words.iter().any(|word| is_named_by(name, word));
    Ok(known.iter().filter(wanted).copied().collect())
}

/// Whether a word names a primitive or its family, or is its name without `compute.`.
fn is_named_by(name: &str, word: &str) -> bool {
    let names = |name: &str| {
        name.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    names(name) || name.strip_prefix("compute.").is_some_and(names)
}

fn check_distributions(primitives: &[&str], asked: &[Distribution]) -> Result<(), NothingSelected> {
    let known = |wanted: &Distribution| {
        primitives.iter().any(|primitive| distributions(primitive).contains(wanted))
    };
    match asked.iter().find(|odd| !known(odd)) {
        Some(odd) => {
            let all = Distribution::ALL.into_iter().filter(known);
            let known = listed(all.map(Distribution::name));
            Err(NothingSelected(format!(
                "{} makes no difference to any of it; there are {known}",
                odd.name()
            )))
        }
        None => Ok(()),
    }
}

/// What asks whether a word was meant as one of these names; empty if none is similar enough.
pub fn meant(word: &str, names: &[&str]) -> String {
    likeliest(word, names).map_or_else(String::new, |like| format!(" (did you mean {like}?)"))
}

/// The names most similar to a word, three at most, as `a, b or c`; none if none is similar
/// enough.
pub fn likeliest(word: &str, names: &[&str]) -> Option<String> {
    const MOST: usize = 3;
    let word = word.to_lowercase();
    let rated = names.iter().map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), *name));
    let mut similar: Vec<(f64, &str)> =
        rated.filter(|(similarity, _)| *similarity >= MIN_SIMILARITY).collect();
    similar.sort_by(|a, b| b.0.total_cmp(&a.0));
    let names: Vec<&str> = similar.into_iter().take(MOST).map(|(_, name)| name).collect();
    let (last, others) = names.split_last()?;
    Some(if others.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} or {last}", others.join(", "))
    })
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
