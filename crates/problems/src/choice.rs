//! The words of a selection against what the libraries implement. Pure.

use super::cases::{MOST, Selection, distributions};
use super::matrix::Implements;
use crate::{Distribution, Element};

/// How much alike a word must be to be taken for the one that was meant.
const LIKE: f64 = 0.75;

/// A word of a selection that matches nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NothingSelected {
    /// No primitive is called so, nor a family of them.
    #[error("no primitive {word}{}; there are {there}", meant(.like))]
    Primitive {
        /// The word.
        word: String,
        /// What was meant, perhaps.
        like: Option<String>,
        /// What there is.
        there: String,
    },
    /// No library is called so.
    #[error("no library {word}{}; there are {there}", meant(.like))]
    Library {
        /// The word.
        word: String,
        /// What was meant, perhaps.
        like: Option<String>,
        /// What there is.
        there: String,
    },
    /// Nothing that is selected works on such elements.
    #[error("nothing of it has elements {word}; there are {there}")]
    Element {
        /// The word.
        word: String,
        /// What there is.
        there: String,
    },
    /// Nothing that is selected depends on the distribution.
    #[error("{word} makes no difference to any of it; there are {there}")]
    Distribution {
        /// The word.
        word: String,
        /// What there is.
        there: String,
    },
    /// A size that no primitive takes.
    #[error("a size of {0} is too much; the most is 2^28")]
    Size(u64),
    /// Each word matches something, and nothing matches all of them.
    #[error("nothing matches all of it; see `propp suite list`")]
    Together,
}

fn meant(like: &Option<String>) -> String {
    like.as_ref().map_or_else(String::new, |like| format!(" (did you mean {like}?)"))
}

/// What a selection comes to.
pub(super) struct Choice<'a> {
    /// In the order of the libraries.
    pub(super) primitives: Vec<&'a str>,
    pub(super) elements: Vec<Element>,
    libraries: &'a [String],
}

impl Choice<'_> {
    pub(super) fn takes_library(&self, library: &Implements) -> bool {
        self.libraries.is_empty() || self.libraries.contains(&library.name)
    }
}

pub(super) fn chosen<'a>(
    offered: &'a [Implements],
    selection: &'a Selection,
) -> Result<Choice<'a>, NothingSelected> {
    check_libraries(offered, selection)?;
    let taken = |library: &&Implements| {
        selection.libraries.is_empty() || selection.libraries.contains(&library.name)
    };
    let mut there: Vec<&str> = Vec::new();
    for entry in offered.iter().filter(taken).flat_map(|library| &library.entries) {
        if !there.contains(&entry.primitive.as_str()) {
            there.push(&entry.primitive);
        }
    }
    let primitives = primitives(&there, &selection.primitives)?;
    let entries = || {
        let all = offered.iter().filter(taken).flat_map(|library| &library.entries);
        all.filter(|entry| primitives.contains(&entry.primitive.as_str()))
    };
    let has = |element: &Element| entries().any(|entry| entry.elements.contains(element));
    let elements: Vec<Element> = Element::ALL.into_iter().filter(has).collect();
    if let Some(odd) = selection.elements.iter().find(|odd| !elements.contains(odd)) {
        let there = listed(elements.iter().map(|element| element.name()));
        return Err(NothingSelected::Element { word: odd.name().to_owned(), there });
    }
    let asked = &selection.elements;
    let elements = elements.into_iter().filter(|e| asked.is_empty() || asked.contains(e)).collect();
    check_distributions(&primitives, &selection.distributions)?;
    if let Some(size) = selection.sizes.iter().find(|size| **size > MOST) {
        return Err(NothingSelected::Size(*size));
    }
    Ok(Choice { primitives, elements, libraries: &selection.libraries })
}

fn check_libraries(offered: &[Implements], selection: &Selection) -> Result<(), NothingSelected> {
    let names: Vec<&str> = offered.iter().map(|library| library.name.as_str()).collect();
    match selection.libraries.iter().find(|word| !names.contains(&word.as_str())) {
        Some(word) => Err(NothingSelected::Library {
            word: word.clone(),
            like: likeliest(word, &names),
            there: listed(names.into_iter()),
        }),
        None => Ok(()),
    }
}

fn primitives<'a>(there: &[&'a str], words: &[String]) -> Result<Vec<&'a str>, NothingSelected> {
    for word in words {
        if !there.iter().any(|name| is_meant(name, word)) {
            return Err(NothingSelected::Primitive {
                word: word.clone(),
                like: likeliest(word, there),
                there: listed(there.iter().copied()),
            });
        }
    }
    let wanted = |name: &&&str| words.is_empty() || words.iter().any(|word| is_meant(name, word));
    Ok(there.iter().filter(wanted).copied().collect())
}

/// Whether a word names a primitive or its family.
fn is_meant(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn check_distributions(primitives: &[&str], asked: &[Distribution]) -> Result<(), NothingSelected> {
    let there = |wanted: &Distribution| {
        primitives.iter().any(|primitive| distributions(primitive).contains(wanted))
    };
    match asked.iter().find(|odd| !there(odd)) {
        Some(odd) => {
            let all = Distribution::ALL.into_iter().filter(there);
            let there = listed(all.map(Distribution::name));
            Err(NothingSelected::Distribution { word: odd.name().to_owned(), there })
        }
        None => Ok(()),
    }
}

/// The name that is most like a word, if one is like it at all.
pub fn likeliest(word: &str, names: &[&str]) -> Option<String> {
    let rated = names.iter().map(|name| (strsim::jaro_winkler(word, name), *name));
    let best = rated.filter(|(likeness, _)| *likeness >= LIKE).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, name)| name.to_owned())
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
