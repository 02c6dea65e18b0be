//! Steps by the program's own words: its ranges, where one of them repeats.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::{FEWEST, Launch, Sites, Steps, find};

/// A range that the program opened and closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProgramRange<'a> {
    pub name: &'a str,
    /// Calls with these numbers are in it.
    pub first: u32,
    pub last: u32,
}

/// The steps of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The kinds in the order of their first steps.
    pub kinds: Vec<Steps>,
    /// The name of the range that each step is; `None` if they were found by the kernels.
    pub range: Option<String>,
}

/// Words that say what a range is.
const WORDS: [&str; 4] = ["step", "iteration", "iter", "batch"];

/// What stands between a name and its number.
const SEPARATORS: &[char] = &[' ', '\t', '#', '_', '-', ':', '=', '/', '.', ',', '@'];

/// The share of the launches from the first step to the end of the last that are in steps.
const HELD: [usize; 2] = [9, 10];

/// The share of all launches that a range without such a word has at least.
const LEAST: [usize; 2] = [1, 20];

/// Names that are compared with each other.
const MOST_NAMES: usize = 64;

/// What is known of a process.
#[derive(Clone, Copy, Debug)]
pub struct Process<'a> {
    pub launches: &'a [Launch],
    /// The mangled or demangled names that the launches refer to.
    pub names: &'a [&'a str],
    /// The numbers of the launches, ascending.
    pub calls: &'a [u32],
    pub sites: &'a Sites,
    pub ranges: &'a [ProgramRange<'a>],
}

/// The steps of a process by its ranges, or by its loops and kernels if no range repeats as steps do.
/// With a name, ranges of this name alone are steps.
pub fn choose(process: &Process<'_>, asked: Option<&str>) -> Found {
    let Process { launches, names, calls, sites, ranges } = *process;
    let by_range = match asked {
        Some(name) => named(calls, ranges, name),
        None => repeated(calls, ranges),
    };
    // What is called a layer, an epoch or nothing in particular is a step if the kernels say so, too.
    let guessed = OnceCell::new();
    let guess = || guessed.get_or_init(|| find(launches, names, sites));
    let by_range = by_range.filter(|(name, steps)| {
        asked.is_some() || says_step(name) || guess().iter().all(|kind| is_as_many(kind, steps))
    });
    match by_range {
        Some((range, steps)) => Found { kinds: vec![steps], range: Some(range) },
        None if asked.is_some() => Found::default(),
        None => Found { kinds: guess().clone(), range: None },
    }
}

/// A name without the numbers in it: of `ProfilerStep#12` and `step 3` are left `ProfilerStep` and
/// `step`. Those of `conv2d` and `fp16x2` stay.
fn without_numbers(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        out.push_str(before);
        let is_within =
            out.ends_with(char::is_alphabetic) && after.starts_with(char::is_alphabetic);
        if is_within {
            out.push_str(number);
        } else {
            out.truncate(out.trim_end_matches(SEPARATORS).len());
        }
        rest = after;
    }
    out.push_str(rest);
    out.trim_matches(SEPARATORS).to_owned()
}

/// The ranges of this name; if there are none, those of this name but for numbers.
fn named(calls: &[u32], ranges: &[ProgramRange<'_>], name: &str) -> Option<(String, Steps)> {
    let of = |is_meant: &dyn Fn(&str) -> bool| {
        let own = ranges.iter().filter(|range| is_meant(range.name));
        let mut spans: Vec<_> = own.filter_map(|range| span(calls, range)).collect();
        spans.sort_by_key(|span| (span.start, Reverse(span.end)));
        // Of a range inside itself, the outer one is the step.
        let mut end = 0;
        spans.retain(|span| {
            span.start >= end && {
                end = span.end;
                true
            }
        });
        (!spans.is_empty()).then(|| spans.into_iter().collect::<Steps>())
    };
    if ranges.iter().any(|range| range.name == name) {
        return Some((name.to_owned(), of(&|own| own == name)?));
    }
    let bare = without_numbers(name);
    let steps = of(&|own| !bare.is_empty() && without_numbers(own) == bare)?;
    Some((bare, steps))
}

/// The names of the ranges with launches, the most frequent first. Those that differ by numbers alone
/// are one.
pub fn range_names(calls: &[u32], ranges: &[ProgramRange<'_>]) -> Vec<String> {
    let mut all = groups(calls, ranges);
    all.sort_by_key(|group| (Reverse(group.spans.len()), group.begin()));
    all.into_iter().map(|group| group.name).collect()
}

fn groups(calls: &[u32], ranges: &[ProgramRange<'_>]) -> Vec<Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for range in ranges {
        let Some(span) = span(calls, range) else { continue };
        let group = groups.entry(without_numbers(range.name)).or_default();
        group.add(range.name, span, range.last == u32::MAX);
    }
    // A name of numbers alone is none.
    groups.remove("");
    groups.into_iter().map(|(name, of)| of.called(name)).collect()
}

/// The range that repeats as steps do.
fn repeated(calls: &[u32], ranges: &[ProgramRange<'_>]) -> Option<(String, Steps)> {
    let mut all = groups(calls, ranges);
    all.retain(|group| group.repeats() && (group.says_step() || group.has_share(calls.len())));
    all.sort_by_key(|group| Reverse((group.says_step(), group.held())));
    all.truncate(MOST_NAMES);
    let says = all.iter().any(Group::says_step);
    all.retain(|group| !says || group.says_step());
    let is_inner = |group: &Group| all.iter().any(|of| group.is_in(of) && !of.is_in(group));
    let outermost = all.iter().filter(|group| !is_inner(group));
    let key = |group: &&Group| (group.spans.len(), group.held(), Reverse(group.begin()));
    let group = outermost.max_by_key(key)?.clone();
    Some((group.name, group.spans.into_iter().collect()))
}

/// The places of the launches in a range, if it has any.
fn span(calls: &[u32], range: &ProgramRange<'_>) -> Option<Range<usize>> {
    let from = calls.partition_point(|&call| call < range.first);
    let to = calls.partition_point(|&call| call <= range.last);
    (from < to).then_some(from..to)
}

/// Ranges whose names differ by numbers alone.
#[derive(Clone, Debug, Default)]
struct Group {
    name: String,
    has_numbers: bool,
    spans: Vec<Range<usize>>,
    /// Those that were never closed.
    open: Vec<Range<usize>>,
}

impl Group {
    fn add(&mut self, name: &str, span: Range<usize>, is_open: bool) {
        if self.spans.is_empty() && self.open.is_empty() {
            name.clone_into(&mut self.name);
        }
        self.has_numbers |= self.name != name;
        let all = if is_open { &mut self.open } else { &mut self.spans };
        all.push(span);
    }

    fn called(mut self, without_numbers: String) -> Self {
        if self.has_numbers {
            self.name = without_numbers;
        }
        // Of a range in which the next one begins, the end was missed.
        let latest = self.spans.iter().map(|span| span.start + 1).max().unwrap_or(0);
        self.spans.extend(self.open.iter().find(|open| open.start >= latest).cloned());
        self.spans.sort_by_key(|span| (span.start, span.end));
        self
    }

    fn begin(&self) -> usize {
        self.spans.first().map_or(0, |span| span.start)
    }

    fn held(&self) -> usize {
        self.spans.iter().map(Range::len).sum()
    }

    /// Often enough, never inside itself, and with little in between.
    fn repeats(&self) -> bool {
        let extent = self.spans.last().map_or(0, |span| span.end) - self.begin();
        self.spans.len() >= FEWEST
            && self.spans.windows(2).all(|two| two[0].end <= two[1].start)
            && self.held() * HELD[1] >= extent * HELD[0]
    }

    fn has_share(&self, launches: usize) -> bool {
        self.held() * LEAST[1] >= launches * LEAST[0]
    }

    /// Whether each lies inside one of the others, which do not overlap.
    fn is_in(&self, others: &Self) -> bool {
        self.spans.iter().all(|span| {
            let next = others.spans.partition_point(|other| other.start <= span.start);
            next.checked_sub(1).is_some_and(|place| span.end <= others.spans[place].end)
        })
    }

    fn says_step(&self) -> bool {
        says_step(&self.name)
    }
}

fn says_step(name: &str) -> bool {
    let words = words(name);
    // `warmup_step` comes before the steps.
    let is_before = words.iter().any(|word| word.starts_with("warm"));
    !is_before && words.iter().any(|word| WORDS.contains(&word.as_str()))
}

fn is_as_many(a: &Steps, b: &Steps) -> bool {
    let (few, many) = (a.count().min(b.count()), a.count().max(b.count()));
    few * HELD[1] >= many * HELD[0]
}

/// The words of a name in small letters: `TrainStep` and `train_step` have the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphabetic() || (c.is_uppercase() && was_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphabetic()) {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    words
}

#[cfg(test)]
#[path = "ranges_tests.rs"]
mod tests;
