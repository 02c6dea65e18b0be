//! How far predicted times are off for programs that no fit has seen: families of primitives that are
//! left out whole, and kernels of programs that are in no suite.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_model::GpuRates;
use propp_base_solve::FitError;
use propp_base_statistics::parallel;
use propp_base_statistics::summary::{Interval, bootstrap};
use propp_judge_cost::{CostModel, Resource, Unseen, Within};
use propp_suite_cases::outside::Outside;
use propp_suite_problems::kin;
use serde::Serialize;

use super::across::{Errors, largest};
use super::samples::most_asked;
use super::{Form, Prices, Sample};

/// A kernel that no fit has seen.
struct Kernel {
    /// Those that are left out together: a family of primitives, or a program.
    group: String,
    is_outside: bool,
    resource: Resource,
    /// The logarithm of predicted over measured.
    log: f64,
}

impl Kernel {
    fn error(&self) -> f64 {
        self.log.abs()
    }
}

/// How often the factors hold where what is judged is left out of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Held {
    pub kernels: usize,
    /// Of the factor for 80 %.
    pub eighty: f64,
    /// Of the factor for 95 %.
    pub ninety_five: f64,
}

/// A kernel of a program whose time was predicted badly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worst {
    pub program: String,
    pub kernel: String,
    pub ns: f64,
    /// The predicted time over the measured one.
    pub ratio: f64,
    /// The term with most of the predicted time, and its share.
    pub term: &'static str,
    pub share: f64,
}

/// The report lists so many kernels of programs.
const WORST: usize = 20;

/// The factors, and how good they are.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UnseenFigures {
    pub factors: Unseen,
    pub families: Held,
    /// `None` without kernels of programs.
    pub programs: Option<Held>,
    /// How far the kernels of programs are off, in the order of [`Resource::ALL`], and all.
    pub errors: [Option<Errors>; Resource::ALL.len()],
    pub all_errors: Option<Errors>,
    /// How sure the bias, the median and the 90th percentile of all are, at 95 %, if other programs
    /// had been taken.
    pub sure: Option<[Interval; 3]>,
    /// The kernels of programs that are off most, the worst first.
    pub worst: Vec<Worst>,
}

/// The factors of a model that was fitted to `samples`.
/// Fails if a fit fails.
pub(super) fn unseen(
    samples: &[Sample],
    model: &CostModel,
    form: Form,
    outside: Option<(&Outside, &GpuRates)>,
) -> Result<Option<UnseenFigures>, FitError> {
    let mut kernels = families(samples, model, form)?;
    let mut worst = Vec::new();
    if let Some((outside, own)) = outside {
        let known = programs(outside, &model.scaled(own, &outside.rates).of_kernels());
        let (kernels_of_programs, rows): (Vec<Kernel>, Vec<Worst>) = known.into_iter().unzip();
        kernels.extend(kernels_of_programs);
        worst = rows;
    }
    worst.sort_by(|a, b| b.ratio.ln().abs().total_cmp(&a.ratio.ln().abs()));
    worst.truncate(WORST);
    let all: Vec<&Kernel> = kernels.iter().collect();
    let levels = [level(&all, 0.8), level(&all, 0.95)];
    let Some(factors) = factors(&all, levels) else { return Ok(None) };
    let (families, programs) = held(&all, levels);
    let none = Held { kernels: 0, eighty: 0.0, ninety_five: 0.0 };
    let errors = |resource: Option<Resource>| {
        let is_own = |kernel: &&Kernel| {
            kernel.is_outside && resource.is_none_or(|resource| kernel.resource == resource)
        };
        let logs: Vec<f64> = kernels.iter().filter(is_own).map(|kernel| kernel.log).collect();
        Errors::new(&logs)
    };
    Ok(Some(UnseenFigures {
        factors,
        families: families.unwrap_or(none),
        programs,
        errors: Resource::ALL.map(|resource| errors(Some(resource))),
        all_errors: errors(None),
        sure: sure(&kernels),
        worst,
    }))
}

/// By draws of as many programs, each with all its kernels.
fn sure(kernels: &[Kernel]) -> Option<[Interval; 3]> {
    const ROUNDS: usize = 1000;
    let mut by_program: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for kernel in kernels.iter().filter(|kernel| kernel.is_outside) {
        by_program.entry(&kernel.group).or_default().push(kernel.log);
    }
    let programs: Vec<Vec<f64>> = by_program.into_values().collect();
    let of = |figure: fn(&Errors) -> f64| {
        bootstrap(programs.len(), ROUNDS, 1, 0.95, |drawn| {
            let times = |(logs, count): (&Vec<f64>, &u32)| logs.repeat(*count as usize);
            let logs: Vec<f64> = programs.iter().zip(drawn).flat_map(times).collect();
            Errors::new(&logs).as_ref().map(figure)
        })
    };
    Some([of(|errors| errors.bias)?, of(|errors| errors.median)?, of(|errors| errors.ninety)?])
}

/// The quantile of the errors whose factor holds for a share of the kernels that are left out of it:
/// a new family, or a new program, is off farther than those that are known.
fn level(kernels: &[&Kernel], share: f64) -> f64 {
    const STEPS: u32 = 40;
    let step = (1.0 - share) / f64::from(STEPS);
    let levels = (0..STEPS).map(|number| share + f64::from(number) * step);
    let holds = |level: &f64| {
        let (families, programs) = held(kernels, [*level; 2]);
        let shares: Vec<f64> =
            families.into_iter().chain(programs).map(|held| held.eighty).collect();
        shares.iter().sum::<f64>() / shares.len().max(1) as f64 >= share
    };
    let levels: Vec<f64> = levels.collect();
    levels.iter().copied().find(holds).or(levels.last().copied()).unwrap_or(share)
}

/// How often factors hold for families and for programs, each left out of them.
fn held(kernels: &[&Kernel], levels: [f64; 2]) -> (Option<Held>, Option<Held>) {
    let groups: BTreeSet<&str> = kernels.iter().map(|kernel| kernel.group.as_str()).collect();
    let groups: Vec<&str> = groups.into_iter().collect();
    let of_group = |group: &&str| -> Vec<(bool, [bool; 2])> {
        let (own, rest): (Vec<&Kernel>, Vec<&Kernel>) =
            kernels.iter().copied().partition(|kernel| kernel.group == *group);
        let Some(factors) = factors(&rest, levels) else { return Vec::new() };
        let holds = |kernel: &Kernel| {
            let within = factors.by_resource[kernel.resource as usize];
            [within.eighty, within.ninety_five].map(|factor| kernel.error() <= factor.ln())
        };
        own.into_iter().map(|kernel| (kernel.is_outside, holds(kernel))).collect()
    };
    let all: Vec<(bool, [bool; 2])> = parallel::each(&groups, of_group).concat();
    let shares = |is_outside: bool| {
        let own: Vec<[bool; 2]> =
            all.iter().filter(|one| one.0 == is_outside).map(|one| one.1).collect();
        let share =
            |at: usize| own.iter().filter(|one| one[at]).count() as f64 / own.len().max(1) as f64;
        (!own.is_empty()).then(|| Held {
            kernels: own.len(),
            eighty: share(0),
            ninety_five: share(1),
        })
    };
    (shares(false), shares(true))
}

/// Kernels of the suite, each predicted by a fit without its family.
fn families(samples: &[Sample], model: &CostModel, form: Form) -> Result<Vec<Kernel>, FitError> {
    let all: Vec<&Sample> = samples.iter().filter(|sample| sample.has_work()).collect();
    let groups: BTreeSet<&str> = all.iter().map(|sample| family(&sample.primitive)).collect();
    let groups: Vec<&str> = groups.into_iter().collect();
    let whole = Prices::fit(&all, form, None)?;
    let of_group = |group: &&str| -> Result<Vec<Kernel>, FitError> {
        let (own, rest): (Vec<&Sample>, Vec<&Sample>) =
            all.iter().copied().partition(|sample| family(&sample.primitive) == *group);
        let prices = Prices::fit(&rest, form, Some(&whole))?.alone(model.between_ns);
        let most = most_asked(&rest);
        let reached = own.into_iter().filter(|sample| prices.reach(sample, &most));
        let kernels = reached.flat_map(|sample| {
            let kernels = sample.kernels.iter().flatten().zip(&sample.kernel_ns);
            kernels.filter_map(|((_, demands), ns)| kernel(group, demands, &prices, (*ns)?))
        });
        Ok(kernels.collect())
    };
    let all: Result<Vec<Vec<Kernel>>, FitError> =
        parallel::each(&groups, of_group).into_iter().collect();
    Ok(all?.into_iter().flatten().collect())
}

/// What is left out together: relatives, and all that compute.
fn family(primitive: &str) -> &str {
    match primitive.split_once('.') {
        Some(("compute", _)) => "compute",
        _ => kin(primitive),
    }
}

fn programs(outside: &Outside, model: &CostModel) -> Vec<(Kernel, Worst)> {
    let of_kernel = |one: &propp_suite_cases::outside::OutsideKernel| {
        let predicted = model.predict_mean(&one.work).ok()?;
        let ratio = predicted.ns / one.ns;
        let most = predicted.parts.iter().max_by(|a, b| a.share.total_cmp(&b.share))?;
        let row = Worst {
            program: one.program.clone(),
            kernel: one.kernel.clone(),
            ns: one.ns,
            ratio,
            term: most.term,
            share: most.share,
        };
        let kernel = Kernel {
            group: one.program.clone(),
            is_outside: true,
            resource: predicted.largest(),
            log: ratio.ln(),
        };
        (predicted.outside.is_none() && kernel.log.is_finite()).then_some((kernel, row))
    };
    outside.kernels.iter().filter_map(of_kernel).collect()
}

fn kernel(group: &str, demands: &[f64], prices: &Prices, ns: f64) -> Option<Kernel> {
    let log = (prices.sums(demands).whole / ns).ln();
    (ns > 0.0 && log.is_finite()).then(|| Kernel {
        group: group.to_owned(),
        is_outside: false,
        resource: largest(&prices.parts(demands)),
        log,
    })
}

/// The factors within which kernels are right, by resource. `None` without kernels.
fn factors(kernels: &[&Kernel], levels: [f64; 2]) -> Option<Unseen> {
    let all = within(kernels, levels)?;
    let of = |resource| {
        let own: Vec<&Kernel> =
            kernels.iter().copied().filter(|kernel| kernel.resource == resource).collect();
        // A few kernels tell no share of 95 %.
        const FEWEST: usize = 20;
        Some(&own)
            .filter(|own| own.len() >= FEWEST)
            .and_then(|own| within(own, levels))
            .unwrap_or(all)
    };
    Some(Unseen { by_resource: Resource::ALL.map(of), kernels: kernels.len() as u64 })
}

/// The factors of these kernels. Families together count as much as programs.
fn within(kernels: &[&Kernel], levels: [f64; 2]) -> Option<Within> {
    let programs = kernels.iter().filter(|kernel| kernel.is_outside).count() as f64;
    let families = kernels.len() as f64 - programs;
    let mut errors: Vec<(f64, f64)> = kernels
        .iter()
        .map(|kernel| (kernel.error(), 1.0 / if kernel.is_outside { programs } else { families }))
        .collect();
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    let whole: f64 = errors.iter().map(|(_, weight)| weight).sum();
    let quantile = |share: f64| {
        let mut below = 0.0;
        let at = errors.iter().find(|(_, weight)| {
            below += weight;
            below >= share * whole
        });
        Some(at.or(errors.last())?.0.exp())
    };
    let (eighty, ninety_five) = (quantile(levels[0])?, quantile(levels[1])?);
    Some(Within { eighty, ninety_five })
}
