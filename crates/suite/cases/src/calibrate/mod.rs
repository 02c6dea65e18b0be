//! Calibrates hints: compares the gain that a hint prices with the gain that was measured
//! between two implementations (`pairs.toml`).

mod margins;
pub mod ncu;
mod order;
mod report;
mod summary;

use propp_judge_analysis::{Analysis, Grouping, Input, Judged, KernelReport, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_hints::{Advice, Expected, Rule, advise_kernel, advise_run};
use propp_recording::{Recording, SuiteCase, SuiteState};
use propp_suite_problems::kin;
use serde::Deserialize;

use crate::rank::Median;
use crate::rank::split::Cases;

pub use report::{margins, markdown};
pub use summary::{Summary, by_domain, by_rule, of_all, of_unfitted};

const PAIRS: &str = include_str!("pairs.toml");

/// A pair that brings less than this has no defect worth a hint.
const DEFECT: f64 = 1.05;

/// The library whose implementations are compared.
const LIBRARY: &str = "own";

/// What kernels of programs compute, by the beginning of their names: relatives of primitives have
/// the name of their kin.
const DOMAINS: [(&str, &str); 90] = [
    ("ads_", "advertising"),
    ("astro_", "radio astronomy"),
    ("attn_", "attention"),
    ("audio_", "audio"),
    ("axpy", "element by element"),
    ("board_", "board games"),
    ("body_forces", "matrix products"),
    ("body_", "bodies"),
    ("card_", "cardiology"),
    ("classify", "element by element"),
    ("clim_", "climate"),
    ("cloth_", "cloth and bodies"),
    ("codec_", "codecs"),
    ("cry_", "cryptography"),
    ("db_", "databases"),
    ("dense_multiply", "matrix products"),
    ("dense_norm", "rows"),
    ("dose_", "radiotherapy"),
    ("dp_", "dynamic programming"),
    ("ec_", "erasure codes"),
    ("eda_", "chip design"),
    ("epi_", "epidemics"),
    ("fd_", "finite differences"),
    ("fem_", "finite elements"),
    ("fin_", "finance"),
    ("game_", "games"),
    ("gather", "gathers and scatters"),
    ("gen_", "genomics"),
    ("geo_", "geometry"),
    ("gps_", "tracks"),
    ("graph_", "graphs"),
    ("grid_", "power grids"),
    ("hydro_", "hydrology"),
    ("image_invert", "element by element"),
    ("image_turn", "transpositions"),
    ("image_", "images"),
    ("ising_", "spins"),
    ("iterate", "iterations"),
    ("kin_", "kinetics"),
    ("lbm_", "lattice Boltzmann"),
    ("lidar_", "point clouds"),
    ("linalg_", "linear algebra"),
    ("llm_", "language models"),
    ("mat_", "materials"),
    ("mc_", "Monte Carlo"),
    ("md_", "bodies"),
    ("mesh_", "meshes"),
    ("ml_", "learning"),
    ("mri_", "magnetic resonance"),
    ("ms_", "mass spectra"),
    ("net_", "networks"),
    ("neut_", "neutrons"),
    ("nn_", "neural layers"),
    ("opt_film", "optics"),
    ("opt_hologram", "optics"),
    ("opt_psf", "optics"),
    ("opt_shack", "optics"),
    ("opt_", "optimisation"),
    ("parse_", "parsing"),
    ("particles_", "particles"),
    ("phylo_", "phylogenetics"),
    ("pic_", "particles in cells"),
    ("qc_", "quantum chemistry"),
    ("qcd_", "lattice fields"),
    ("qsim_", "quantum circuits"),
    ("ray_", "rays"),
    ("rec_", "recommenders"),
    ("rob_", "robots"),
    ("scale", "element by element"),
    ("sdr_", "software radio"),
    ("seis_", "seismics"),
    ("sketch_", "sketches"),
    ("slam_", "maps from cameras"),
    ("snn_", "spiking neurons"),
    ("sort_", "sorting"),
    ("sparse_", "sparse products"),
    ("spec_", "spectroscopy"),
    ("stat_", "statistics"),
    ("str_", "strings"),
    ("string_letters", "histograms"),
    ("string_lower", "element by element"),
    ("string_", "strings"),
    ("sum", "reductions"),
    ("tix_", "text search"),
    ("tomo_", "tomography"),
    ("tr_", "transpositions"),
    ("traf_", "traffic"),
    ("transpose", "transpositions"),
    ("vm_", "video motion"),
    ("xtal_", "crystallography"),
];

/// Two implementations, one with the defect of a rule and one without.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// `None` for a defect that no rule knows.
    #[serde(default)]
    pub rule: Option<Rule>,
    /// `None` if both are kernels of programs.
    pub primitive: Option<String>,
    /// The implementation with the defect.
    pub before: String,
    /// The implementation without the defect.
    pub after: String,
    /// The command lines of the programs with and without the defect, without folders. `None`
    /// if both kernels are in one recording.
    pub programs: Option<[String; 2]>,
}

impl Pair {
    /// What the pair computes: the primitive with its relatives, or what the kernel's name says.
    /// Pairs of one domain err together.
    pub fn domain(&self) -> &str {
        match &self.primitive {
            Some(primitive) => kin(primitive),
            None => {
                let of = DOMAINS.iter().find(|(begin, _)| self.before.starts_with(begin));
                of.map_or(&self.before, |(_, domain)| domain)
            }
        }
    }

    /// Whether the bundled prices were fitted to the implementations.
    fn is_fitted(&self) -> bool {
        self.primitive.is_some()
    }

    /// Whether both are about one implementation, which then has the defects of both rules.
    fn has_defect_of(&self, other: &Self) -> bool {
        (&self.primitive, &self.before, &self.programs)
            == (&other.primitive, &other.before, &other.programs)
    }

    pub fn words(&self) -> String {
        let origin = match (&self.primitive, &self.programs) {
            (Some(primitive), _) => format!("{primitive}: "),
            (None, Some([with, without])) => format!("`{with}` against `{without}`: "),
            (None, None) => String::new(),
        };
        format!("{origin}{} → {}", self.before, self.after)
    }
}

#[derive(Deserialize)]
struct List {
    pair: Vec<Pair>,
}

/// Fails if the bundled list is damaged, which a test excludes.
pub fn pairs() -> Result<Vec<Pair>, toml::de::Error> {
    Ok(toml::from_str::<List>(PAIRS)?.pair)
}

/// A hint: its rule, and its priced gain if it has a price.
pub type Found = (Rule, Option<f64>);

/// The measured and the expected gain of a pair on a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct PairResult {
    pub pair: Pair,
    /// Element type, size and distribution; for kernels the program.
    pub problem: String,
    /// The measured speedup without the defect.
    pub realised: f64,
    /// The gain by the prices alone, and what nothing can pass; `None` if the rule found no defect.
    pub priced: Option<[f64; 2]>,
    /// The hints on what takes the most time, with their priced gains; `None` for those without.
    pub hints: Vec<Found>,
    /// The first of these in the order that the results of other domains ask for.
    pub first: Option<Rule>,
    /// The least, the likely and the largest gain by the margins that the results of other domains
    /// ask for.
    pub expected: Option<[f64; 3]>,
}

impl PairResult {
    /// Whether the measured gain is within the range.
    pub fn is_within(&self) -> Option<bool> {
        /// Times of the suite are accurate to 0.5 % each.
        const NOISE: f64 = 1.01;
        let [low, _, high] = self.expected?;
        Some(low / NOISE <= self.realised && self.realised <= high * NOISE)
    }
}

/// All pairs on all problems of the recordings, each with the weights of its GPU. Incomplete pairs are
/// left out.
pub fn calibrate(recordings: &[(Recording, Weights)], pairs: &[Pair]) -> Vec<PairResult> {
    let mut all = Vec::new();
    for (recording, weights) in recordings {
        if recording.suite.is_empty() {
            all.extend(of_program(recording, weights, pairs));
        } else {
            all.extend(of_suite(recording, weights, pairs));
        }
    }
    all.extend(of_programs(recordings, pairs));
    margins::expect(&mut all);
    all
}

fn analysed(recording: &Recording, weights: &Weights) -> Analysis {
    let input = Input { name: "pair", recording };
    analyse(&[input], weights, Grouping::Signature)
}

fn of_suite(recording: &Recording, weights: &Weights, pairs: &[Pair]) -> Vec<PairResult> {
    let all_cases = Cases::new(recording, weights);
    let own = |case: &&SuiteCase| case.library == LIBRARY && case.state == SuiteState::Ok;
    let cases: Vec<&SuiteCase> = recording.suite.iter().filter(own).collect();
    let time = |case: &SuiteCase| {
        Some(Median::from_samples(&case.measured.as_ref()?.samples_ns)?.median_ns as f64)
    };
    let mut all = Vec::new();
    for pair in pairs {
        let is = |case: &SuiteCase, variant: &str| {
            pair.primitive.as_ref() == Some(&case.primitive) && case.variant == variant
        };
        for before in cases.iter().filter(|case| is(case, &pair.before)) {
            let same = |case: &&&SuiteCase| {
                is(case, &pair.after)
                    && (&case.element, case.n, &case.distribution)
                        == (&before.element, before.n, &before.distribution)
            };
            let Some(after) = cases.iter().find(same) else { continue };
            let (Some(before_ns), Some(after_ns)) = (time(before), time(after)) else { continue };
            let Some(judged) = before.marker.and_then(|m| all_cases.judge(m)) else { continue };
            let advise = |kernel: &KernelReport| {
                Some(advise_kernel(kernel, weights, all_cases.machine()?, None, None))
            };
            let (priced, hints) = of_case(&judged, advise, pair.rule, before_ns);
            all.push(PairResult {
                pair: pair.clone(),
                problem: format!("{} {} {}", before.element, before.n, before.distribution),
                realised: before_ns / after_ns,
                priced,
                hints,
                first: None,
                expected: None,
            });
        }
    }
    all
}

/// The priced gain of a case by a hint for the run, or by hints for kernels, weighted by their
/// shares of the case's time; and the hints for the run, or for the kernel with the most time.
fn of_case(
    judged: &Judged,
    advise: impl Fn(&KernelReport) -> Option<Advice>,
    rule: Option<Rule>,
    case_ns: f64,
) -> (Option<[f64; 2]>, Vec<Found>) {
    let of_run = advise_run(&judged.run);
    if let Some(gains) = priced_by(rule, &of_run) {
        return (Some(gains), hints(&of_run));
    }
    let whole: f64 = judged.kernels.iter().map(|kernel| kernel.total_ns() as f64).sum();
    let mut saved = None;
    let mut most = (0, Vec::new());
    for kernel in &judged.kernels {
        let Some(advice) = advise(kernel) else { continue };
        if kernel.total_ns() > most.0 {
            most = (kernel.total_ns(), hints(&advice));
        }
        if let Some(gains) = priced_by(rule, &advice) {
            let share = kernel.total_ns() as f64 / whole.max(case_ns);
            let of_kernel = gains.map(|gain| share * (1.0 - 1.0 / gain));
            let before = saved.unwrap_or([0.0; 2]);
            saved = Some([before[0] + of_kernel[0], before[1] + of_kernel[1]]);
        }
    }
    let gain = |saved: f64| 1.0 / (1.0 - saved).max(1e-3);
    (saved.map(|saved| saved.map(gain)), most.1)
}

/// The priced gain of a rule's hint, and what nothing can pass.
fn priced_by(rule: Option<Rule>, advice: &Advice) -> Option<[f64; 2]> {
    match &advice.hints.iter().find(|hint| Some(hint.rule) == rule)?.expected {
        Expected::Time { gain, beyond: None, .. } => Some([gain.priced, gain.most]),
        Expected::Time { .. } | Expected::AtMost { .. } | Expected::Unpriced { .. } => None,
    }
}

fn hints(advice: &Advice) -> Vec<Found> {
    let priced = |rule| Some(priced_by(Some(rule), advice)?[0]);
    advice.hints.iter().map(|hint| (hint.rule, priced(hint.rule))).collect()
}

/// Pairs of kernels in one program.
fn of_program(recording: &Recording, weights: &Weights, pairs: &[Pair]) -> Vec<PairResult> {
    let analysis = analysed(recording, weights);
    pairs
        .iter()
        .filter(|pair| pair.primitive.is_none() && pair.programs.is_none())
        .filter_map(|pair| of_kernels(pair, recording, &analysis, &analysis))
        .collect()
}

/// Pairs of kernels in two programs, or in two runs of a program with other arguments.
fn of_programs(recordings: &[(Recording, Weights)], pairs: &[Pair]) -> Vec<PairResult> {
    let pairs: Vec<(&Pair, &[String; 2])> =
        pairs.iter().filter_map(|pair| Some((pair, pair.programs.as_ref()?))).collect();
    let programs: Vec<String> = recordings.iter().map(|(one, _)| command_line(one)).collect();
    let is_used = |program: &String| pairs.iter().any(|(_, programs)| programs.contains(program));
    let judged: Vec<Option<Analysis>> = (recordings.iter().zip(&programs))
        .map(|((recording, weights), program)| {
            is_used(program).then(|| analysed(recording, weights))
        })
        .collect();
    let of = |program: &String| {
        let place = programs.iter().position(|other| other == program)?;
        Some((&recordings[place].0, judged[place].as_ref()?))
    };
    let outcomes = pairs.iter().filter_map(|(pair, [with, without])| {
        let ((recording, before), (_, after)) = (of(with)?, of(without)?);
        of_kernels(pair, recording, before, after)
    });
    outcomes.collect()
}

/// The command line of a recording, with the program's name without folder.
fn command_line(recording: &Recording) -> String {
    let words = recording.command();
    let mut words = words.iter().map(|word| word.rsplit('/').next().unwrap_or(word));
    let program = words.next().unwrap_or_default().to_owned();
    words.fold(program, |all, word| all + " " + word)
}

fn kernel<'a>(analysis: &'a Analysis, name: &str) -> Option<&'a KernelReport> {
    analysis.kernels.iter().find(|kernel| kernel.name.bare == name)
}

fn of_kernels(
    pair: &Pair,
    recording: &Recording,
    before: &Analysis,
    after: &Analysis,
) -> Option<PairResult> {
    let footprint = before.run.traffic.footprint_bytes;
    let kernel_before = kernel(before, &pair.before)?;
    let advice = advise_kernel(kernel_before, &before.weights, before.machine?, footprint, None);
    let median = |kernel: &KernelReport| Some(kernel.durations?.median_ns as f64);
    let before_ns = median(kernel(before, &pair.before)?)?;
    let after_ns = median(kernel(after, &pair.after)?)?;
    Some(PairResult {
        pair: pair.clone(),
        problem: recording.command().join(" "),
        realised: before_ns / after_ns,
        priced: priced_by(pair.rule, &advice),
        hints: hints(&advice),
        first: None,
        expected: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_suite_problems::Matrix;

    /// A pair that the suite lacks would never be compared.
    #[test]
    fn every_pair_is_of_implementations_that_the_suite_has() {
        let matrix = Matrix::bundled().unwrap();
        let known = |primitive: &str, variant: &str| {
            let entries = matrix.libraries.iter().filter(|l| l.name == LIBRARY);
            entries
                .flat_map(|l| &l.entries)
                .any(|e| e.primitive == primitive && e.variant == variant)
        };
        let pairs = pairs().unwrap();
        for pair in &pairs {
            if let Some(primitive) = &pair.primitive {
                assert!(known(primitive, &pair.before), "{pair:?}");
                assert!(known(primitive, &pair.after), "{pair:?}");
            }
        }
        let is_known = |pair: &&Pair| pair.primitive.is_none() && pair.domain() == pair.before;
        assert_eq!(pairs.iter().find(is_known), None, "no domain");
        let twice = (1..pairs.len()).find(|&n| pairs[..n].contains(&pairs[n]));
        assert_eq!(twice, None);
    }
}
