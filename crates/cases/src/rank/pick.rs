//! What of a recording is ranked.

use propp_problems::likeliest;
use propp_problems::words::size_words;
use propp_problems::{Distribution, Element};
use propp_recording::{Recording, SuiteCase, SuiteState};

use super::{Name, Order};

/// Which values of a dimension are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Filter<T> {
    /// The most telling one.
    #[default]
    Usual,
    /// Each.
    All,
    /// These.
    Only(Vec<T>),
}

impl<T: PartialEq> Filter<T> {
    fn takes(&self, value: &T) -> bool {
        match self {
            Self::Usual | Self::All => true,
            Self::Only(values) => values.contains(value),
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// A primitive, or a family of them for its first.
    pub primitive: String,
    /// Element types.
    pub elements: Filter<Element>,
    /// Sizes.
    pub sizes: Filter<u64>,
    /// Distributions.
    pub distributions: Filter<Distribution>,
    /// The order.
    pub order: Order,
}

/// Why nothing can be ranked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRanked {
    /// The recording is no suite's.
    #[error("the recording holds no suite; `propp suite run` makes one")]
    NoSuite,
    /// No such primitive.
    #[error("no primitive {word}{}; there are {there}", meant(.like))]
    Primitive {
        /// What was asked for.
        word: String,
        /// What was meant, perhaps.
        like: Option<String>,
        /// Those of the recording.
        there: String,
    },
    /// The primitive was not tried so.
    #[error("{primitive} was not tried like that; there are {there}")]
    Problem {
        /// The primitive.
        primitive: String,
        /// What it was tried on.
        there: String,
    },
}

fn meant(like: &Option<String>) -> String {
    like.as_ref().map_or_else(String::new, |like| format!(" (did you mean {like}?)"))
}

/// Families whose first member is not the one that people mean.
const MEANT: [(&str, &str); 4] = [
    ("reduce", "reduce.sum"),
    ("scan", "scan.inclusive"),
    ("sort", "radix_sort.keys"),
    ("prefix_sum", "scan.inclusive"),
];

/// The primitives of a recording, in its order.
#[must_use]
pub fn primitives(recording: &Recording) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for case in &recording.suite {
        if !names.contains(&case.primitive.as_str()) {
            names.push(&case.primitive);
        }
    }
    names
}

/// What is to be ranked.
#[derive(Debug)]
pub(super) struct Picked<'a> {
    pub(super) primitive: String,
    pub(super) relatives: Vec<String>,
    pub(super) problems: Vec<(Name, Vec<&'a SuiteCase>)>,
    pub(super) others: Vec<Name>,
}

pub(super) fn pick<'a>(
    recording: &'a Recording,
    question: &Question,
) -> Result<Picked<'a>, NotRanked> {
    let there = primitives(recording);
    if there.is_empty() {
        return Err(NotRanked::NoSuite);
    }
    let primitive = resolve(&question.primitive, &there)?;
    let all = problems(recording, primitive);
    let asked = |problem: &Problem<'_>| {
        question.elements.takes(&problem.element)
            && question.sizes.takes(&problem.n)
            && question.distributions.takes(&problem.distribution)
    };
    let usual = all.iter().filter(|problem| asked(problem)).max_by_key(|problem| {
        let right = problem.cases.iter().filter(|case| case.state == SuiteState::Ok).count();
        let is_plain = problem.distribution == Distribution::Uniform;
        (is_plain, right > 0, problem.n, right)
    });
    let Some(usual) = usual else {
        let there: Vec<String> = all.iter().map(|problem| words(&problem.name())).collect();
        let (primitive, there) = (primitive.to_owned(), there.join("; "));
        return Err(NotRanked::Problem { primitive, there });
    };
    let (element, n, distribution) = (usual.element, usual.n, usual.distribution);
    let is_taken = |problem: &Problem<'_>| {
        asked(problem)
            && (question.elements != Filter::Usual || problem.element == element)
            && (question.sizes != Filter::Usual || problem.n == n)
            && (question.distributions != Filter::Usual || problem.distribution == distribution)
    };
    let (taken, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_taken);
    let family = primitive.split('.').next().unwrap_or(primitive);
    let is_relative = |name: &&&str| **name != primitive && name.split('.').next() == Some(family);
    Ok(Picked {
        primitive: primitive.to_owned(),
        relatives: there.iter().filter(is_relative).map(ToString::to_string).collect(),
        problems: taken.into_iter().map(|problem| (problem.name(), problem.cases)).collect(),
        others: others.iter().map(Problem::name).collect(),
    })
}

/// A problem in words.
pub(super) fn words(name: &Name) -> String {
    format!("{} {} {}", name.element, size_words(name.n), name.distribution)
}

/// The primitive that a word means: its name, or that of a family.
///
/// # Errors
/// When there is none.
pub fn resolve<'a>(word: &str, there: &[&'a str]) -> Result<&'a str, NotRanked> {
    let meant = MEANT.iter().find(|(family, _)| *family == word).map(|(_, primitive)| *primitive);
    let is_of_family =
        |name: &&&str| name.strip_prefix(word).is_some_and(|rest| rest.starts_with('.'));
    let found = there
        .iter()
        .find(|name| **name == word)
        .or_else(|| there.iter().find(|name| Some(**name) == meant))
        .or_else(|| there.iter().find(is_of_family));
    found.copied().ok_or_else(|| NotRanked::Primitive {
        word: word.to_owned(),
        like: likeliest(word, there),
        there: there.join(", "),
    })
}

struct Problem<'a> {
    element: Element,
    n: u64,
    distribution: Distribution,
    cases: Vec<&'a SuiteCase>,
}

impl Problem<'_> {
    fn name(&self) -> Name {
        Name {
            element: self.element.name().to_owned(),
            n: self.n,
            distribution: self.distribution.name().to_owned(),
        }
    }
}

/// The problems that a primitive was tried on. Cases of an element type or a
/// distribution that this propp does not know are none of its business.
fn problems<'a>(recording: &'a Recording, primitive: &str) -> Vec<Problem<'a>> {
    let mut problems: Vec<Problem<'a>> = Vec::new();
    for case in recording.suite.iter().filter(|case| case.primitive == primitive) {
        let (Ok(element), Ok(distribution)) = (case.element.parse(), case.distribution.parse())
        else {
            continue;
        };
        let n = case.n;
        let same =
            |p: &&mut Problem<'_>| (p.element, p.n, p.distribution) == (element, n, distribution);
        match problems.iter_mut().find(same) {
            Some(problem) => problem.cases.push(case),
            None => problems.push(Problem { element, n, distribution, cases: vec![case] }),
        }
    }
    problems.sort_by_key(|problem| (problem.element, problem.n, problem.distribution));
    problems
}
