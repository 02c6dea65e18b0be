//! An overview of all primitives of a suite, as in the paper's Table 3 and Figure 2.

use std::collections::BTreeMap;

use propp_base_model::Value;
use propp_judge_cost::quality::{Provenance, Weights};
use propp_recording::Recording;
use serde::Serialize;

use super::order::rank_cases;
use super::pick::{NotRanked, Question, primitives};
use super::ranking::{Document, Name, Ranked, Ranking};
use super::split::Cases;
use super::thin::THINNED;

/// The primitives whose implementations are compared criterion by criterion, as in
/// Figure 2: reduction and prefix scan.
pub const COMPARED: [&str; 3] = ["reduce.sum", "scan.inclusive", "scan.exclusive"];

/// Times are different if their ratio is at least this; see `docs/quality-metric.md`.
const MIN_RATIO: f64 = 1.05;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Overview {
    pub gpu: String,
    /// CUDA version of the driver, 13000 for 13.0.
    pub driver_cuda_version: Option<i32>,
    pub recorded: String,
    /// How the recording was thinned, if it was.
    pub thinned: Option<String>,
    /// The CPU of the speedups, which use one core.
    pub cpu: String,
    pub weights: Provenance,
    pub libraries: Vec<Library>,
    pub primitives: Vec<PrimitiveSummary>,
    pub agreement: Agreement,
    /// The rankings of the primitives of Figure 2.
    pub compared: Vec<Ranking>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Library {
    pub name: String,
    pub version: String,
}

/// A primitive on its default problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PrimitiveSummary {
    pub primitive: String,
    #[serde(flatten)]
    pub problem: Name,
    /// The fastest implementation of each library.
    pub best: BTreeMap<String, Best>,
    /// The number of correct implementations.
    pub right: usize,
}

/// The fastest implementation of a library.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Best {
    pub variant: String,
    pub median_ns: u64,
    /// The time of the sequential CPU reference over the median time.
    pub cpu_speedup: f64,
    /// Whether no implementation of any library is significantly faster.
    pub is_fastest: bool,
    pub quality: Value,
}

/// How often the quality metric orders two implementations of a problem like their times,
/// over pairs at least 5 % apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Among the fastest implementations of the libraries.
    pub best: Pairs,
    /// Among all implementations.
    pub all: Pairs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs {
    /// Pairs of which both have a quality metric.
    pub compared: usize,
    /// Pairs of which the faster one has the better quality.
    pub agree: usize,
}

impl Overview {
    /// Each primitive on its default problem.
    /// Fails if the recording holds no suite.
    pub fn new(recording: &Recording, weights: &Weights) -> Result<Self, NotRanked> {
        let names = primitives(recording);
        if names.is_empty() {
            return Err(NotRanked::no_suite());
        }
        let cases = Cases::new(recording, weights);
        let rankings = names.into_iter().map(|name| {
            let question = Question { primitive: name.to_owned(), ..Question::default() };
            rank_cases(recording, &cases, weights, &question)
        });
        let rankings = rankings.collect::<Result<Vec<Ranking>, NotRanked>>()?;
        let fact = |key: &str| recording.meta.get(key).cloned();
        let drivers = recording.processes.iter().filter_map(|process| process.hello.as_ref());
        let primitives: Vec<PrimitiveSummary> = rankings.iter().filter_map(summary).collect();
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
            thinned: fact(THINNED),
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

    pub fn document(&self, bundled: bool) -> Document<'_, Self> {
        Document { schema: "propp.suite.report/1", bundled, content: self }
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

/// The fastest implementation of each library; `ranked` is sorted by time.
fn best<'a>(ranked: &[&'a Ranked]) -> Vec<&'a Ranked> {
    let mut best: Vec<&Ranked> = Vec::new();
    for one in ranked {
        if !best.iter().any(|known| known.library == one.library) {
            best.push(one);
        }
    }
    best
}

fn summary(ranking: &Ranking) -> Option<PrimitiveSummary> {
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
    Some(PrimitiveSummary {
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
                let is_apart = time.max(*other) >= MIN_RATIO * time.min(*other);
                self.compared += usize::from(is_apart);
                let agrees = if time < other { quality > its } else { quality < its };
                self.agree += usize::from(is_apart && agrees);
            }
        }
    }
}
