//! Fits of generated samples with known weights and prices.

use propp_base_solve::{FitError, nnls};
use propp_base_statistics::Random;
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{GUESSED, HOST_TERMS, OF_THE_CODE, ResourceTimes, TERMS, Unknown};
use propp_judge_criteria::Criterion;

use super::quality::{Kind, Response, weights};
use super::validate::{Estimate, HeldOut, Model, judge, predict};
use super::*;

/// Prices of a few terms; the others cost nothing.
fn truth() -> (Vec<f64>, Vec<f64>) {
    let price = |name: &str| match name {
        "dram_read" => 2e-4,
        "shared_wavefronts" => 0.6,
        "single_precision" => 0.15,
        "load_chain" => 300.0,
        "launches" => 2000.0,
        "run" => 2500.0,
        _ => 0.0,
    };
    let kernel = TERMS.iter().map(|term| price(term.name)).collect();
    (kernel, HOST_TERMS.iter().map(|term| price(term.name)).collect())
}

/// What is known of prices before: nothing.
const FORM: Form = Form { norm: 2.0, cycle_ns: 0.0 };

/// Of the price of a launch, what passes between kernels.
const BETWEEN: f64 = 700.0;

/// Implementations with random demands. Their TDiv follows their speed; CI and OCC are random.
pub(super) fn samples(problems: usize, norm: f64, noise: f64) -> Vec<Sample> {
    let mut random = Random::new(7, 0);
    let (kernel, host) = truth();
    let mut all = Vec::new();
    for problem in 0..problems {
        let first = all.len();
        let size = 4f64.powi((problem % 5) as i32);
        for family in ["plain", "tiled", "vectorised", "atomic"] {
            let demands: Vec<f64> = TERMS
                .iter()
                .map(|term| match term.name {
                    "launches" => 1.0,
                    "dram_read" => 1e6 * size * (1.0 + random.unit()),
                    "shared_wavefronts" | "single_precision" => 300.0 * size * random.unit(),
                    "load_chain" => size * random.unit(),
                    // What is asked for and costs nothing.
                    _ => 1e3 * random.unit(),
                })
                .collect();
            let run: Vec<f64> =
                HOST_TERMS.iter().map(|t| f64::from(u8::from(t.name == "run"))).collect();
            let times: Vec<f64> = demands.iter().zip(&kernel).map(|(d, p)| d * p).collect();
            let host_ns = run.iter().zip(&host).map(|(d, p)| d * p).sum::<f64>();
            let time = ResourceTimes::new(&times, norm).whole + host_ns;
            all.push(Sample {
                kernel_ns: Vec::new(),
                case: problem,
                problem: format!("p{} {problem}", problem % 7),
                primitive: format!("p{}", problem % 7),
                family: family.to_owned(),
                n: 1 << (problem % 5),
                time: time * (noise * (random.unit() - 0.5)).exp(),
                kernel_time: time - host_ns - BETWEEN,
                relative: 0.0,
                speedup: 1.0,
                criteria: vec![None; Criterion::ALL.len()],
                is_partial: false,
                kernels: Ok(vec![(1.0, demands)]),
                with_code: Err(Unknown::Counter("code__load_rounds.sum")),
                host: run,
            });
        }
        let best = all[first..].iter().map(|s: &Sample| s.time).fold(f64::INFINITY, f64::min);
        for sample in &mut all[first..] {
            sample.relative = best / sample.time;
            for (criterion, value) in Criterion::ALL.iter().zip(&mut sample.criteria) {
                *value = match criterion {
                    Criterion::TDiv => Some(0.2 + 0.6 * sample.relative),
                    Criterion::Ci | Criterion::Occ => Some(random.unit()),
                    _ => None,
                };
            }
        }
    }
    all
}

fn options() -> Options {
    let (response, kind) = (Response::Relative, Some(Kind::CriteriaLinear));
    Options {
        response,
        kind,
        norms: vec![2.0],
        cycle_ns: 0.0,
        empty_ns: None,
        outside: None,
        rounds: 20,
        seed: 3,
    }
}

fn paper() -> Weights {
    Weights::bundled("paper").unwrap()
}

#[test]
fn what_passes_between_kernels_is_found() {
    let once = samples(40, 2.0, 0.0);
    // Runs of one launch alone cannot tell a run's own time from a launch's.
    let thrice = once.iter().cloned().map(|s| {
        let host = s.time - s.kernel_time - BETWEEN;
        let kernels = s.kernels.map(|all| all.into_iter().map(|(_, d)| (3.0, d)).collect());
        let (time, kernel_time) = (host + 3.0 * (s.time - host), 3.0 * s.kernel_time);
        Sample { time, kernel_time, kernels, ..s }
    });
    let all: Vec<Sample> = thrice.chain(once.iter().cloned()).collect();
    let known: Vec<&Sample> = all.iter().collect();
    let found = Prices::fit(&known, FORM, None).unwrap().between_launches(&known);
    assert!((found - BETWEEN).abs() < 20.0, "{found} ns");
    let long: Vec<Sample> =
        all.iter().cloned().map(|s| Sample { time: 100.0 * s.time, ..s }).collect();
    let long: Vec<&Sample> = long.iter().collect();
    assert_eq!(Prices::fit(&long, FORM, None).unwrap().between_launches(&long), 0.0);
}

#[test]
fn planted_prices_are_found_again() {
    for norm in [1.0, 2.0] {
        let samples = samples(25, norm, 0.0);
        let all: Vec<&Sample> = samples.iter().collect();
        let prices = Prices::fit(&all, Form { norm, cycle_ns: 0.0 }, None).unwrap();
        for sample in &samples {
            let error = prices.time(sample).unwrap() / sample.time;
            assert!((0.97..1.03).contains(&error), "norm {norm}: {error}");
        }
        let (kernel, _) = truth();
        for ((term, found), planted) in TERMS.iter().zip(&prices.kernel).zip(kernel) {
            if ["dram_read", "single_precision", "shared_wavefronts"].contains(&term.name) {
                let off = (found / planted - 1.0).abs();
                assert!(off < 0.15, "norm {norm}, {}: {found} for {planted}", term.name);
            }
        }
    }
}

#[test]
fn a_wavefront_takes_a_cycle_at_least() {
    let samples = samples(25, 2.0, 0.0);
    let all: Vec<&Sample> = samples.iter().collect();
    let l1 = |cycle_ns| {
        let prices = Prices::fit(&all, Form { cycle_ns, ..FORM }, None).unwrap();
        let linear = prices.linearised(&all).unwrap();
        let of_term = TERMS.iter().position(|term| term.name == "l1_wavefronts").unwrap();
        let above = nnls(&linear.a, &linear.b).unwrap()[of_term] * linear.scale[of_term];
        [prices.kernel[of_term], above + linear.least[of_term]]
    };
    // No sample says that wavefronts take time.
    assert!(l1(0.0).iter().all(|price| *price < 0.01), "{:?}", l1(0.0));
    let is_a_cycle = |price: &f64| (0.5 - 1e-9..0.51).contains(price);
    assert!(l1(0.5).iter().all(is_a_cycle), "{:?}", l1(0.5));
}

#[test]
fn what_is_left_out_is_not_in_the_fit() {
    // A primitive that obeys other prices is predicted wrongly when it is left out.
    let mut samples = samples(28, 1.0, 0.0);
    for sample in samples.iter_mut().filter(|sample| sample.primitive == "p3") {
        sample.time *= 30.0;
    }
    let predicted =
        predict(&Model::Cost(Form { norm: 1.0, ..FORM }), &samples, HeldOut::Primitive).unwrap();
    for (sample, time) in samples.iter().zip(predicted) {
        let ratio = sample.time / time.unwrap().value;
        let wanted = if sample.primitive == "p3" { 20.0..45.0 } else { 0.5..2.0 };
        assert!(wanted.contains(&ratio), "{}: {ratio}", sample.primitive);
    }
}

#[test]
fn figures_of_a_perfect_prediction() {
    let samples = samples(10, 2.0, 0.1);
    let said = |value| Some(Estimate { value, parts: None });
    let times: Vec<_> = samples.iter().map(|sample| said(sample.time)).collect();
    let figures = judge(&samples, &times, HeldOut::Nothing, true);
    assert_eq!(figures.ordering.total.share(), Some(1.0));
    assert!(figures.median_error.unwrap() < 1e-12 && figures.tau.unwrap() > 0.999);
    assert!((figures.r_squared.unwrap() - 1.0).abs() < 1e-9);
    let upside_down: Vec<_> = samples.iter().map(|s| said(1.0 / s.time)).collect();
    let figures = judge(&samples, &upside_down, HeldOut::Nothing, false);
    assert_eq!(figures.ordering.total.share(), Some(0.0));
    assert_eq!(figures.median_error, None);
}

#[test]
fn the_criterion_that_tells_speed_gets_the_weight() {
    let samples = samples(40, 2.0, 0.0);
    let all: Vec<&Sample> = samples.iter().collect();
    for kind in [Kind::CriteriaLinear, Kind::CriteriaLog] {
        let weights = weights(kind, Response::Relative, &all).unwrap();
        for (criterion, weight) in Criterion::ALL.iter().zip(&weights) {
            let most = weights.iter().copied().fold(0.0, f64::max);
            let is_small = *weight < 0.1 * most;
            assert_eq!(*criterion != Criterion::TDiv, is_small, "{criterion}: {weight}");
        }
    }
}

#[test]
fn the_same_samples_give_the_same_outcome() {
    let samples = samples(14, 2.0, 0.2);
    let fit = || fit(&samples, &paper(), &options(), &mut |_| ()).unwrap();
    let (one, other) = (fit(), fit());
    let text = |outcome: &FitResult| serde_json::to_string(outcome).unwrap();
    assert_eq!(text(&one), text(&other));
    let cost = one.cost.unwrap();
    assert!(cost.prices.iter().all(|p| p.low <= p.ns && p.ns <= p.high && p.ns >= 0.0));
    assert_eq!((one.samples, one.problems), (56, 14));
    // TDiv was made of the speed.
    assert_eq!(one.models[0].name, "TDiv alone");
}

#[test]
fn too_little_is_no_fit() {
    let refusal = |samples: &[Sample]| {
        fit(samples, &paper(), &options(), &mut |_| ()).unwrap_err().to_string()
    };
    let all = samples(20, 1.0, 0.0);
    assert!(refusal(&all[..20]).contains("20 rows are too few for 33"));
    let of_one: Vec<Sample> =
        all.iter().cloned().map(|s| Sample { primitive: "p".to_owned(), ..s }).collect();
    assert!(refusal(&of_one).contains("primitive p"));
    let alike: Vec<Sample> = all.iter().cloned().map(|s| Sample { relative: 1.0, ..s }).collect();
    assert!(refusal(&alike).contains("several implementations"));
}

#[test]
fn samples_without_work_are_passed_over() {
    let mut samples = samples(20, 1.0, 0.0);
    let whole = samples.len();
    for sample in &mut samples {
        sample.kernels = Err(Unknown::Counter("dram__bytes_read.sum"));
    }
    let outcome = fit(&samples, &paper(), &options(), &mut |_| ()).unwrap();
    assert_eq!((outcome.samples, outcome.cost), (whole, None));
    assert!(outcome.no_cost.unwrap().contains("0 cases whose work is known"));
    samples[0].is_partial = true;
    let outcome = fit(&samples, &paper(), &options(), &mut |_| ()).unwrap();
    assert_eq!((outcome.samples, outcome.partial), (whole, 1));
    // With a single size nothing can be held out.
    samples.iter_mut().for_each(|sample| sample.n = 1);
    let outcome = fit(&samples, &paper(), &options(), &mut |_| ()).unwrap();
    assert_eq!(outcome.models[0].figures[3].ordering.total.pairs, 0);
    let all: Vec<&Sample> = samples.iter().collect();
    assert!(matches!(Prices::fit(&all, FORM, None), Err(FitError::Empty { .. })));
}

/// Times that follow what the code tells, and counts that know half of it.
#[test]
fn what_the_code_tells_is_priced_and_counts_alone_predict_worse() {
    let mut samples = samples(30, 1.5, 0.1);
    let place = |name: &str| TERMS.iter().position(|term| term.name == name).unwrap();
    let rounds = place("code_rounds_from_memory");
    let mut random = Random::new(5, 1);
    for sample in &mut samples {
        let mut kernels = sample.kernels.clone().unwrap();
        for (_, demands) in &mut kernels {
            for (demand, term) in demands.iter_mut().zip(TERMS) {
                *demand = if GUESSED.contains(&term.name) { 0.0 } else { *demand };
            }
            demands[rounds] = 30.0 * random.unit();
            sample.time += 400.0 * demands[rounds];
        }
        for (_, demands) in sample.kernels.iter_mut().flatten() {
            for (demand, term) in demands.iter_mut().zip(TERMS) {
                *demand = if OF_THE_CODE.contains(&term.name) { 0.0 } else { *demand };
            }
        }
        sample.with_code = Ok(kernels);
    }
    let outcome = fit(&samples, &paper(), &options(), &mut |_| ()).unwrap();
    let cost = outcome.cost.unwrap();
    let priced = cost.prices.iter().find(|price| price.term == TERMS[rounds].name).unwrap();
    assert!(priced.ns > 100.0, "{priced:?}");
    assert_eq!((cost.norm, cost.coarse.as_ref().unwrap().norm), (2.0, 2.0));
    let [of_counts, of_code] = outcome.cost_figures.as_slice() else { panic!("two models") };
    let error = |of: &CostFigures| of.primitive.figures.median_error.unwrap();
    assert!(error(of_code) < 0.5 * error(of_counts));
}
