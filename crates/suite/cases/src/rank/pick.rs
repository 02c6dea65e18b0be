//! Picks the problems to rank.

use std::collections::BTreeSet;

use propp_recording::{Recording, SuiteCase, SuiteState};
use propp_suite_problems::matrix::Matrix;
use propp_suite_problems::meant;
use propp_suite_problems::words::size_words;
use propp_suite_problems::{Distribution, Element};

use super::ranking::{Name, Order, Ranking};

/// Which values of a dimension are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Filter<T> {
    /// The value of the default problem.
    #[default]
    Usual,
    All,
    Only(Vec<T>),
}

impl<T> Filter<T> {
    /// Of words as a user gives them: none, `all`, or values between commas.
    pub fn of_words(
        words: Option<&str>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Self, String> {
        match words {
            None => Ok(Self::Usual),
            Some("all") => Ok(Self::All),
            Some(words) => {
                let values: Result<_, _> = words.split(',').map(|w| parse(w.trim())).collect();
                Ok(Self::Only(values.map_err(|what| format!("{words}: {what}"))?))
            }
        }
    }
}

impl<T: PartialEq> Filter<T> {
    fn takes(&self, value: &T) -> bool {
        match self {
            Self::Usual | Self::All => true,
            Self::Only(values) => values.contains(value),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// A primitive, or a family, which stands for its main primitive.
    pub primitive: String,
    pub elements: Filter<Element>,
    pub sizes: Filter<u64>,
    pub distributions: Filter<Distribution>,
    pub order: Order,
}

/// Why there is no ranking.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotRanked(String);

impl NotRanked {
    pub(super) fn no_suite() -> Self {
        Self("the recording holds no suite; `propp suite run` makes one".to_owned())
    }
}

impl Ranking {
    /// Each name must be one of an implementation.
    /// Fails if one is not.
    pub fn check_names(&self, names: &[String]) -> Result<(), NotRanked> {
        let all = || self.problems.iter().flat_map(|problem| &problem.ranked);
        match names.iter().find(|name| !all().any(|one| one.is_called(name))) {
            None => Ok(()),
            Some(name) => {
                let known: BTreeSet<&str> = all().map(|one| one.variant.as_str()).collect();
                let (meant, primitive) = (meant(name, &Vec::from_iter(known)), &self.primitive);
                Err(NotRanked(format!(
                    "no implementation of {primitive} is called {name}{meant}; `propp rank \
                     {primitive}` lists them"
                )))
            }
        }
    }
}

/// The main primitives of families where it is not the first one.
const MAIN: [(&str, &str); 13] = [
    ("reduce", "reduce.sum"),
    ("scan", "scan.inclusive"),
    ("sort", "radix_sort.keys"),
    ("prefix_sum", "scan.inclusive"),
    ("sum", "reduce.sum"),
    ("matmul", "compute.gemm"),
    ("sgemm", "compute.gemm"),
    ("mm", "compute.gemm"),
    ("layernorm", "compute.layer_norm"),
    ("knn", "compute.nearest"),
    ("kmeans", "compute.nearest"),
    ("crc", "compute.hash"),
    ("n-body", "compute.nbody"),
];

/// The primitive that is usually meant by a word such as `sort`.
pub fn main(word: &str) -> Option<&'static str> {
    MAIN.iter().find(|(family, _)| *family == word).map(|(_, primitive)| *primitive)
}

/// The primitives of a recording, in its order.
pub fn primitives(recording: &Recording) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for case in &recording.suite {
        if !names.contains(&case.primitive.as_str()) {
            names.push(&case.primitive);
        }
    }
    names
}

#[derive(Debug)]
pub(super) struct Picked<'a> {
    pub(super) primitive: String,
    pub(super) relatives: Vec<String>,
    pub(super) problems: Vec<(Name, Vec<&'a SuiteCase>)>,
    pub(super) others: Vec<Name>,
    pub(super) libraries_missing: Vec<String>,
}

pub(super) fn pick<'a>(
    recording: &'a Recording,
    question: &Question,
) -> Result<Picked<'a>, NotRanked> {
    let there = primitives(recording);
    if there.is_empty() {
        return Err(NotRanked::no_suite());
    }
    let primitive = resolve(&question.primitive, &there)
        .map_err(|error| not_measured(&question.primitive).unwrap_or(error))?;
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
        return Err(NotRanked(format!(
            "{primitive} was not measured like that; there are {}; `propp suite run --primitive \
             {primitive} --type TYPE --size N` measures others, and --from FILE ranks them",
            there.join("; ")
        )));
    };
    let (element, n, distribution) = (usual.element, usual.n, usual.distribution);
    let is_picked = |problem: &Problem<'_>| {
        asked(problem)
            && (question.elements != Filter::Usual || problem.element == element)
            && (question.sizes != Filter::Usual || problem.n == n)
            && (question.distributions != Filter::Usual || problem.distribution == distribution)
    };
    let (picked, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_picked);
    let libraries_missing = libraries_missing(recording, primitive, &picked);
    let family = primitive.split('.').next().unwrap_or(primitive);
    let is_relative = |name: &&&str| **name != primitive && name.split('.').next() == Some(family);
    Ok(Picked {
        primitive: primitive.to_owned(),
        relatives: there.iter().filter(is_relative).map(ToString::to_string).collect(),
        problems: picked.into_iter().map(|problem| (problem.name(), problem.cases)).collect(),
        others: others.iter().map(Problem::name).collect(),
        libraries_missing,
    })
}

/// The bundled libraries that could solve one of these problems, and of which the recording has no case of
/// the primitive, not even one that failed.
fn libraries_missing(
    recording: &Recording,
    primitive: &str,
    problems: &[Problem<'_>],
) -> Vec<String> {
    let cases = || recording.suite.iter().filter(|case| case.primitive == primitive);
    let is_there = |library: &str| cases().any(|case| case.library == library);
    let libraries = Matrix::bundled().map(|matrix| matrix.libraries).unwrap_or_default();
    let could = libraries.into_iter().filter(|library| {
        let entries = library.entries.iter().filter(|entry| entry.primitive == primitive);
        let mut elements = entries.flat_map(|entry| &entry.elements);
        elements.any(|element| problems.iter().any(|problem| problem.element == *element))
    });
    could.map(|library| library.name).filter(|name| !is_there(name)).collect()
}

pub(super) fn words(name: &Name) -> String {
    format!("{} {} {}", name.element, size_words(name.n), name.distribution)
}

/// The primitive of this name, or the main primitive of the family, in whatever case; those of
/// `compute` without that word, too.
/// Fails if there is no such primitive.
pub fn resolve<'a>(word: &str, there: &[&'a str]) -> Result<&'a str, NotRanked> {
    let lower = word.to_lowercase();
    let main = main(&lower);
    let is_of_family =
        |name: &&&str| name.strip_prefix(&lower).is_some_and(|rest| rest.starts_with('.'));
    let found = there
        .iter()
        .find(|name| **name == lower)
        .or_else(|| there.iter().find(|name| Some(**name) == main))
        .or_else(|| there.iter().find(|name| name.strip_prefix("compute.") == Some(lower.as_str())))
        .or_else(|| there.iter().find(is_of_family));
    found.copied().ok_or_else(|| {
        let meant = meant(word, there);
        NotRanked(format!("no primitive {word}{meant}; `propp rank` lists them"))
    })
}

/// Why a primitive of the suite is not ranked by a recording without it; `None` if the suite has
/// no such primitive.
fn not_measured(word: &str) -> Option<NotRanked> {
    let matrix = Matrix::bundled().ok()?;
    let name = resolve(word, &matrix.primitives()).ok()?.to_owned();
    Some(NotRanked(format!(
        "the recording has no {name}; `propp suite run --primitive {name} -o FILE` measures it on a \
         GPU, and --from FILE ranks it"
    )))
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

/// The problems of a primitive. Cases with an unknown element type or distribution are
/// skipped.
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
