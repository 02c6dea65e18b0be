//! Short labels that stay distinct.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::KernelName;
use super::shorten::{CUT, cut_middle, length, shorten};

/// A label of at most `width` characters for each name; different names get
/// different labels.
///
/// Names with equal short forms are distinguished by the words in which they differ, or by a
/// number. The labels depend on the set of names, not on its order.
pub fn labels(names: &[&KernelName], width: usize) -> Vec<String> {
    let distinct: BTreeSet<&KernelName> = names.iter().copied().collect();
    let mut by_short_form: BTreeMap<String, Vec<&KernelName>> = BTreeMap::new();
    for name in distinct {
        by_short_form.entry(shorten(&name.bare, width)).or_default().push(name);
    }
    let mut labels: BTreeMap<&KernelName, String> = BTreeMap::new();
    let mut numbers = Numbers::default();
    let (unique, ambiguous): (Vec<_>, Vec<_>) =
        by_short_form.into_iter().partition(|(_, group)| group.len() == 1);
    for (label, group) in unique {
        numbers.used.insert(label.clone());
        labels.extend(group.into_iter().map(|name| (name, label.clone())));
    }
    for (label, group) in ambiguous {
        for (name, marks) in group.iter().zip(marks(&group)) {
            let marked = marked(name, &label, &marks, width);
            labels.insert(name, numbers.numbered(marked, width));
        }
    }
    names.iter().map(|name| labels.get(name).cloned().unwrap_or_default()).collect()
}

/// `name<…word…word…>`, with as many namespaces as fit.
fn marked(name: &KernelName, label: &str, marks: &[&str], width: usize) -> String {
    if marks.is_empty() {
        return label.to_owned();
    }
    let marks = joined(marks, width.saturating_sub(width / 3 + BRACKETS));
    let room = width.saturating_sub(length(&marks) + BRACKETS);
    let own = shorten(name.bare_path(), room);
    format!("{own}<{CUT}{marks}{CUT}>")
}

/// Words with `…` between them, the longest ones shortened until all fit.
fn joined(words: &[&str], width: usize) -> String {
    let cut = |longest: usize| -> String {
        let words: Vec<String> = words.iter().map(|word| cut_middle(word, longest)).collect();
        words.join("…")
    };
    let fitting = (1..=width).rev().map(cut).find(|text| length(text) <= width);
    fitting.unwrap_or_else(|| cut_middle(&words.join("…"), width))
}

/// Characters that [`marked`] adds.
const BRACKETS: usize = 4;

#[derive(Default)]
struct Numbers {
    used: HashSet<String>,
    /// The next number of a label that was cut for numbers of so many digits.
    next: HashMap<(String, u32), u64>,
}

impl Numbers {
    /// The label, with the least number that is free if it is used already.
    fn numbered(&mut self, label: String, width: usize) -> String {
        let free = match self.used.contains(&label) {
            false => label,
            true => {
                (1..).find_map(|digits| self.with_number(&label, digits, width)).unwrap_or(label)
            }
        };
        self.used.insert(free.clone());
        free
    }

    /// With a number of so many digits; `None` where all of these are used.
    fn with_number(&mut self, label: &str, digits: u32, width: usize) -> Option<String> {
        let end = 10_u64.checked_pow(digits)?;
        let cut = cut_middle(label, width.saturating_sub(" #".len() + digits as usize));
        let next = self.next.entry((cut.clone(), digits)).or_insert((end / 10).max(2));
        let label = |number| format!("{cut} #{number}");
        let free = (*next..end).find(|&number| !self.used.contains(&label(number)));
        *next = free.map_or(end, |number| number + 1);
        free.map(label)
    }
}

/// What a word may be, the most telling last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Number,
    Type,
    Name,
}

/// Where a word is in a name: the argument, and its number among those of its kind there. Names
/// with more or fewer words in an argument have the same places in the next one.
type Place = (usize, Kind, usize);

/// The words of a name by their places, each with the number of words before it.
type Words<'a> = BTreeMap<Place, (usize, &'a str)>;

/// For each name the words that distinguish it, in their order. The group is split at the place
/// with the most different words, and each part is split again.
fn marks<'a>(group: &[&'a KernelName]) -> Vec<Vec<&'a str>> {
    // Overloads differ only in their parameters.
    let bare: BTreeSet<&str> = group.iter().map(|name| name.bare.as_str()).collect();
    let text =
        |name: &'a KernelName| if bare.len() == group.len() { &name.bare } else { &name.full };
    let words: Vec<Words<'_>> = group.iter().map(|name| words(text(name))).collect();
    let places: BTreeSet<Place> = words.iter().flat_map(|words| words.keys().copied()).collect();
    let places: Vec<Place> = places.into_iter().collect();
    let mut marks = vec![BTreeMap::new(); group.len()];
    let mut undecided: Vec<(Vec<usize>, Vec<Place>)> = vec![((0..group.len()).collect(), places)];
    while let Some((members, mut places)) = undecided.pop() {
        let Some(place) = most_telling(&words, &mut places, &members) else { continue };
        let mut parts: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
        for member in members {
            let found = words[member].get(&place).copied();
            marks[member].extend(found.map(|(at, word)| (at, told(word))));
            parts.entry(found.map(|(_, word)| word)).or_default().push(member);
        }
        let parts = parts.into_values().filter(|part| part.len() > 1);
        undecided.extend(parts.map(|part| (part, places.clone())));
    }
    marks.into_iter().map(|marks| marks.into_values().collect()).collect()
}

/// Of the first places in each argument where words differ the one with the most different words;
/// of several the one with the most telling, and the first of these. Places that are found to have
/// one word, which have it in each part of the group, too, are taken out.
fn most_telling(words: &[Words<'_>], places: &mut Vec<Place>, members: &[usize]) -> Option<Place> {
    let word = |member: usize, place: &Place| words[member].get(place).map(|(_, word)| *word);
    let is_same =
        |place: &Place| members.windows(2).all(|pair| word(pair[0], place) == word(pair[1], place));
    let mut first: BTreeMap<(usize, Kind), (usize, Place)> = BTreeMap::new();
    places.retain(|&place| {
        let (argument, kind, _) = place;
        if first.contains_key(&(argument, kind)) {
            return true;
        }
        if is_same(&place) {
            return false;
        }
        let different: BTreeSet<Option<&str>> =
            members.iter().map(|&member| word(member, &place)).collect();
        first.insert((argument, kind), (different.len(), place));
        true
    });
    let best = first
        .into_iter()
        .max_by_key(|((argument, kind), (count, _))| (*count, *kind, Reverse(*argument)));
    best.map(|(_, (_, place))| place)
}

/// What a word says: libraries add to the names of their operations that they are one.
fn told(word: &str) -> &str {
    const ADDED: [&str; 4] = ["Functor", "_kernel_cuda", "_kernel_impl", "_kernel"];
    let told = ADDED.into_iter().find_map(|added| word.strip_suffix(added));
    told.filter(|told| !told.is_empty()).unwrap_or(word)
}

/// The words of a name; of each path the last one. A name of a single word has none. What differs
/// only far behind tells a reader nothing.
fn words(name: &str) -> Words<'_> {
    const FAR: usize = 16 << 10;
    let name = &name[..name.floor_char_boundary(FAR)];
    let mut words = BTreeMap::new();
    let mut before = 0;
    for (argument, text) in split_arguments(name).into_iter().enumerate() {
        let mut numbers = BTreeMap::new();
        let all = text
            .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .filter_map(|path| path.rsplit("::").next())
            .filter(|word| !word.is_empty() && !["anonymous", "namespace"].contains(word));
        for word in all {
            let kind = kind(word);
            let number = numbers.entry(kind).or_insert(0);
            words.insert((argument, kind, *number), (before, word));
            *number += 1;
            before += 1;
        }
    }
    if words.len() > 1 { words } else { BTreeMap::new() }
}

fn kind(word: &str) -> Kind {
    const TYPES: [&str; 16] = [
        "BFloat16",
        "Half",
        "__half",
        "__nv_bfloat16",
        "bool",
        "char",
        "const",
        "double",
        "float",
        "half",
        "int",
        "long",
        "short",
        "signed",
        "unsigned",
        "void",
    ];
    match word {
        _ if word.starts_with(|c: char| c.is_ascii_digit()) => Kind::Number,
        _ if TYPES.contains(&word) => Kind::Type,
        _ => Kind::Name,
    }
}

/// A name before its first argument, and each of its arguments with what follows; the last of many
/// has the rest.
fn split_arguments(name: &str) -> Vec<&str> {
    const MOST: usize = 16;
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (place, character) in name.char_indices() {
        match character {
            // `->` closes no bracket.
            '>' if name[..place].ends_with('-') => continue,
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' => {}
            _ => continue,
        }
        let begins = matches!(character, '<' | '(') || character == ',';
        if depth == 1 && begins && pieces.len() < MOST {
            pieces.push(&name[start..place]);
            start = place;
        }
    }
    pieces.push(&name[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::recorded_names;

    fn labelled(names: &[KernelName], width: usize) -> Vec<String> {
        labels(&names.iter().collect::<Vec<_>>(), width)
    }

    #[test]
    fn real_names_fit_and_stay_apart_at_every_width() {
        let names = recorded_names();
        for width in 12..160 {
            let labels = labelled(&names, width);
            let distinct: BTreeSet<&String> = labels.iter().collect();
            assert_eq!(distinct.len(), names.len(), "width {width}");
            for label in &labels {
                assert!(length(label) <= width && !label.is_empty(), "{label:?} at {width}");
            }
        }
    }

    #[test]
    fn a_label_does_not_depend_on_the_order() {
        let mut names = recorded_names();
        let forward = labelled(&names, 40);
        names.reverse();
        let mut backward = labelled(&names, 40);
        backward.reverse();
        assert_eq!(forward, backward);
    }

    #[test]
    fn real_names_at_the_width_of_a_table() {
        let names = recorded_names();
        let mut shown = String::new();
        for width in [34, 52] {
            for label in labelled(&names, width) {
                shown += &label;
                shown.push('\n');
            }
            shown.push('\n');
        }
        insta::assert_snapshot!(shown);
    }

    #[test]
    fn very_many_names_that_shorten_alike_are_numbered() {
        // Words that differ in their middle. Counting from 1 for each took minutes.
        let end = "word".repeat(20);
        let names: Vec<KernelName> =
            (0..30_000).map(|n| KernelName::from_symbol(&format!("{end}{n}{end}"))).collect();
        let labels = labelled(&names, 40);
        let distinct: BTreeSet<&String> = labels.iter().collect();
        assert_eq!(distinct.len(), names.len());
        assert!(labels.iter().any(|label| label.ends_with(" #30000")));
    }

    /// The least number from 2 on that is free.
    fn counted(label: &str, width: usize, used: &BTreeSet<String>) -> String {
        let numbered = |number: usize| {
            let number = format!(" #{number}");
            cut_middle(label, width.saturating_sub(number.len())) + &number
        };
        let own = std::iter::once(label.to_owned()).chain((2..).map(numbered));
        { own }.find(|label| !used.contains(label)).unwrap()
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_counting(
            labels in proptest::collection::vec("[ab]{1,2}|a{7,9}|aaa… #[1-3]", 1..60),
            width in 4_usize..10,
        ) {
            let mut numbers = Numbers::default();
            let mut used = BTreeSet::new();
            for label in labels {
                let free = numbers.numbered(label.clone(), width);
                prop_assert_eq!(&free, &counted(&label, width, &used));
                used.insert(free);
            }
        }

        #[test]
        fn any_names_get_labels_of_their_own(
            texts in proptest::collection::btree_set("[a-c:<>(){}, _Z0-9]{0,24}", 1..12),
            width in 8_usize..60,
        ) {
            let names: Vec<KernelName> = texts.iter().map(|text| KernelName::from_symbol(text)).collect();
            let labels = labelled(&names, width);
            let distinct: BTreeSet<&String> = labels.iter().collect();
            prop_assert_eq!(distinct.len(), names.len());
            prop_assert!(labels.iter().all(|label| length(label) <= width));
        }
    }
}
