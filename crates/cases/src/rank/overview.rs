//! All primitives of a suite at once: what the paper's Table 3 and Figure 2 show.

use std::collections::BTreeMap;

use propp_criteria::quality::{Provenance, Weights};
use propp_model::Value;
use propp_recording::Recording;
use serde::Serialize;

use super::split::Cases;
use super::{Name, NotRanked, Question, Ranked, Ranking, primitives, rank_cases};

/// The primitives whose implementations are compared criterion by criterion, as in
/// Figure 2: reduction and prefix scan.
pub const COMPARED: [&str; 3] = ["reduce.sum", "scan.inclusive", "scan.exclusive"];

/// Two times differ for certain when one is this much longer; see `docs/quality-metric.md`.
const APART: f64 = 1.05;

/// The primitives of a suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    /// The GPU.
    pub gpu: String,
    /// CUDA version of the driver, 13000 for 13.0.
    pub driver_cuda_version: Option<i32>,
    /// When the suite was begun.
    pub recorded: String,
    /// What the recording was thinned to, if it was.
    pub thinned: Option<String>,
    /// The CPU, one core of which the speedup refers to.
    pub cpu: String,
    /// Where the weights of the quality metric are from.
    pub weights: Provenance,
    /// The libraries and their versions, in the recording's order.
    pub libraries: Vec<Library>,
    /// A row a primitive.
    pub primitives: Vec<Row>,
    /// Whether quality and speed agree.
    pub agreement: Agreement,
    /// Every implementation of the primitives of Figure 2.
    pub compared: Vec<Ranking>,
}

/// A library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Library {
    /// Its name.
    pub name: String,
    /// The version that it says it has.
    pub version: String,
}

/// A primitive on its most telling problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The primitive.
    pub primitive: String,
    /// The problem.
    #[serde(flatten)]
    pub problem: Name,
    /// The fastest implementation of each library that has one.
    pub best: BTreeMap<String, Best>,
    /// How many implementations were right.
    pub right: usize,
}

/// The fastest implementation of a library.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    /// The implementation.
    pub variant: String,
    /// Median time of a run.
    pub median_ns: u64,
    /// Time of the sequential CPU reference over the median time.
    pub cpu_speedup: f64,
    /// Whether none is certainly faster, of any library.
    pub is_fastest: bool,
    /// The quality metric.
    pub quality: Value,
}

/// Pairs of implementations of a problem, one of them 5 % faster or more, and how many
/// of them the quality metric has in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Among the fastest implementations of the libraries.
    pub best: Pairs,
    /// Among all implementations.
    pub all: Pairs,
}

/// How many pairs there are, and how many are in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// All that both have a quality.
    pub compared: usize,
    /// Those of which the faster has the better quality.
    pub agree: usize,
}

impl Overview {
    /// Of the primitives of a recording, each on the problem that [`super::rank`] takes
    /// without options.
    ///
    /// # Errors
    /// When the recording is no suite's.
    pub fn of(recording: &Recording, weights: &Weights) -> Result<Self, NotRanked> {
        let names = primitives(recording);
        if names.is_empty() {
            return Err(NotRanked::NoSuite);
        }
        let cases = Cases::of(recording, weights);
        let rankings = names.into_iter().map(|name| {
            let question = Question { primitive: name.to_owned(), ..Question::default() };
            rank_cases(recording, &cases, weights, &question)
        });
        let rankings = rankings.collect::<Result<Vec<Ranking>, NotRanked>>()?;
        let fact = |key: &str| recording.meta.get(key).cloned();
        let drivers = recording.processes.iter().filter_map(|process| process.hello.as_ref());
        let primitives: Vec<Row> = rankings.iter().filter_map(row).collect();
        let mut agreement = Agreement::default();
        for ranking in &rankings {
            let ranked: Vec<&Ranked> = ranking.problems.iter().flat_map(|p| &p.ranked).collect();
            agreement.all.add(&ranked);
            agreement.best.add(&best(&ranked));
        }
        Ok(Self {
            gpu: recording.gpu().unwrap_or("an unknown GPU").to_owned(),
            driver_cuda_version: drivers.map(|hello| hello.driver_cuda_version).max(),
            recorded: fact("created_utc").unwrap_or_default(),
            thinned: fact(super::THINNED),
            cpu: fact("suite.cpu").unwrap_or_else(|| "an unknown CPU".to_owned()),
            weights: weights.provenance().clone(),
            libraries: libraries(recording),
            primitives,
            agreement,
            compared: rankings
                .into_iter()
                .filter(|ranking| COMPARED.contains(&ranking.primitive.as_str()))
                .collect(),
        })
    }
}

fn libraries(recording: &Recording) -> Vec<Library> {
    let mut libraries: Vec<Library> = Vec::new();
    for case in &recording.suite {
        if !libraries.iter().any(|known| known.name == case.library) {
            let (name, version) = (case.library.clone(), case.library_version.clone());
            libraries.push(Library { name, version });
        }
    }
    libraries
}

/// The fastest implementation of each library; a ranking has them by time.
fn best<'a>(ranked: &[&'a Ranked]) -> Vec<&'a Ranked> {
    let mut best: Vec<&Ranked> = Vec::new();
    for one in ranked {
        if !best.iter().any(|known| known.library == one.library) {
            best.push(one);
        }
    }
    best
}

fn row(ranking: &Ranking) -> Option<Row> {
    let problem = ranking.problems.first()?;
    let ranked: Vec<&Ranked> = problem.ranked.iter().collect();
    let best = best(&ranked).into_iter().map(|one| {
        let best = Best {
            variant: one.variant.clone(),
            median_ns: one.time.median_ns,
            cpu_speedup: one.cpu_speedup,
            is_fastest: one.place == 1,
            quality: one.quality.value.clone(),
        };
        (one.library.clone(), best)
    });
    Some(Row {
        primitive: ranking.primitive.clone(),
        problem: problem.name.clone(),
        best: best.collect(),
        right: ranked.len(),
    })
}

impl Pairs {
    /// The pairs among implementations of one problem.
    fn add(&mut self, ranked: &[&Ranked]) {
        let known =
            |one: &&Ranked| Some((one.time.median_ns as f64, one.quality.value.measured()?.get()));
        let known: Vec<(f64, f64)> = ranked.iter().filter_map(known).collect();
        for (place, (time, quality)) in known.iter().enumerate() {
            for (other, its) in &known[place + 1..] {
                let is_apart = time.max(*other) >= APART * time.min(*other);
                self.compared += usize::from(is_apart);
                let agrees = if time < other { quality > its } else { quality < its };
                self.agree += usize::from(is_apart && agrees);
            }
        }
    }
}
