//! The same run on another GPU: what each kernel would take there, by what it took here.

use propp_base_model::{DeviceFacts, GpuRates, LaunchFacts};
use propp_judge_cost::quality::{Wanted, Weights};
use propp_judge_cost::{CostModel, Elsewhere, Shape, Work};
use serde::Serialize;

use super::{Analysis, Configuration, KernelReport, Listing};

/// The GPU that a run is carried over to.
#[derive(Clone, Debug)]
pub struct Target {
    /// As its driver names it.
    pub name: String,
    pub facts: DeviceFacts,
    pub rates: GpuRates,
}

/// A run on another GPU.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OnTarget {
    pub here: String,
    pub there: String,
    /// Whether both have the same chip: only between such GPUs it was measured how good this is.
    #[serde(rename = "validated")]
    pub is_validated: bool,
    /// In the order of the listing.
    #[serde(skip)]
    pub kernels: Vec<KernelThere>,
    /// Of all launches of the kernels that are told.
    pub here_ns: f64,
    pub there_ns: f64,
    /// The end of its range.
    pub least_ns: f64,
    pub most_ns: f64,
    /// Time in kernels that are not told.
    pub untold_ns: f64,
    /// Copies between host and device, which the host link decides.
    pub copies_ns: f64,
    /// The rest of the run, from its first kernel or copy to its last: the host's time, or that of
    /// kernels and copies side by side.
    pub rest_ns: f64,
}

/// A kernel of the listing, by its place there.
#[derive(Clone, Debug)]
pub struct KernelThere {
    pub place: usize,
    /// The median of its launches here.
    pub here_ns: Option<f64>,
    /// A launch there, or why that is not known.
    pub there: Result<Elsewhere, String>,
}

/// Factors of a range for another chip: no smaller than this, which nobody has measured.
const OTHER_CHIP: f64 = 1.35;

/// Carries the run of a recording over to another GPU.
/// Fails if the recording has no times, or is not of one described GPU.
pub fn elsewhere(listing: &Listing<'_>, target: &Target) -> Result<OnTarget, String> {
    const UNDESCRIBED: &str =
        "the recording does not describe its GPU, or is from before propp kept its attributes";
    let analysis = listing.analysis;
    let first = analysis.devices.first().ok_or(UNDESCRIBED)?;
    let (name, (rates, _)) = (&first.name, first.known.as_ref().ok_or(UNDESCRIBED)?);
    if analysis.devices.iter().any(|device| device.name != *name) {
        return Err("the recording is of several GPUs".to_owned());
    }
    let here = wanted(name, rates);
    if analysis.run.kernel_time_ns == 0 {
        return Err("the recording has no times; `propp profile` records them".to_owned());
    }
    let own = analysis.weights.cost().ok_or_else(|| format!("there are no prices for {name}"))?;
    let prices = own.scaled(rates, &target.rates).of_kernels();
    let is_validated = rates.chip == target.rates.chip;
    let empty_ns =
        empty_ns(&here).zip(empty_ns(&target.wanted())).map(|(here, there)| [here, there]);
    let one = |(place, kernel): (usize, &&KernelReport)| {
        let ns = kernel.durations.map(|durations| durations.median_ns as f64);
        let there = ns
            .ok_or_else(|| "it has no time".to_owned())
            .and_then(|ns| there(kernel, ns, &prices, target, empty_ns));
        let there = there.map(|mut there| {
            if !is_validated {
                there.within = there.within.max(OTHER_CHIP);
            }
            there
        });
        KernelThere { place, here_ns: ns, there }
    };
    let kernels: Vec<KernelThere> = listing.kernels.iter().enumerate().map(one).collect();
    let is_whole = listing.is_whole();
    let mut all = OnTarget {
        here: name.clone(),
        there: target.name.clone(),
        is_validated,
        // Who asked for some kernels has not asked for the run.
        copies_ns: if is_whole { analysis.run.traffic.host_copy_ns as f64 } else { 0.0 },
        rest_ns: if is_whole { rest_ns(analysis) } else { 0.0 },
        ..OnTarget::default()
    };
    for one in &kernels {
        let total = listing.kernels[one.place].total_ns() as f64;
        match (&one.there, one.here_ns) {
            (Ok(there), Some(here)) if here > 0.0 => {
                let ns = total * there.ns / here;
                all.here_ns += total;
                all.there_ns += ns;
                all.least_ns += ns / there.within;
                all.most_ns += ns * there.within;
            }
            _ => all.untold_ns += total,
        }
    }
    all.kernels = kernels;
    Ok(all)
}

fn rest_ns(analysis: &Analysis) -> f64 {
    let traffic = &analysis.run.traffic;
    let busy = analysis.run.kernel_time_ns.saturating_add(traffic.host_copy_ns);
    traffic.span_ns.saturating_sub(busy) as f64
}

fn there(
    kernel: &KernelReport,
    ns: f64,
    prices: &CostModel,
    target: &Target,
    empty_ns: Option<[f64; 2]>,
) -> Result<Elsewhere, String> {
    let here = match &kernel.predicted {
        Some(Ok(here)) => here,
        Some(Err(unknown)) => return Err(unknown.to_string()),
        None => return Err("there are no prices here".to_owned()),
    };
    let works: Option<Vec<Work>> = kernel
        .work
        .iter()
        .zip(&kernel.configurations)
        .map(|(work, configuration)| {
            let shape = Shape::new(&launch(configuration), &target.facts)?;
            Some(Work { shape: Some(shape), ..work.clone() })
        })
        .collect();
    let works = works.ok_or_else(|| "its blocks do not fit there".to_owned())?;
    let there = prices.predict_mean(&works).map_err(|unknown| unknown.to_string())?;
    Ok(Elsewhere::new(ns, here, &there, empty_ns))
}

fn launch(configuration: &Configuration) -> LaunchFacts {
    LaunchFacts {
        grid: configuration.grid,
        block: configuration.block,
        registers_per_thread: configuration.registers,
        static_shared_bytes: configuration.static_shared_bytes,
        dynamic_shared_bytes: configuration.dynamic_shared_bytes,
        barriers_per_block: None,
        cluster: configuration.cluster,
        unprofiled: None,
    }
}

/// A GPU that kernels run on.
fn wanted(name: &str, rates: &GpuRates) -> Wanted {
    Wanted { name: Some(name.to_owned()), rates: Some(rates.clone()), is_emulated: false }
}

/// How long an empty kernel takes on a GPU whose own prices propp has.
fn empty_ns(gpu: &Wanted) -> Option<f64> {
    let weights = Weights::for_reports(gpu).ok()?;
    let is_own = matches!(weights.prices_from(), propp_judge_cost::PriceSource::Fitted);
    weights.cost().filter(|_| is_own).map(CostModel::launch_alone_ns)
}

impl Target {
    /// The GPU of another recording; `None` if it is of several, or does not describe it.
    pub fn of(analysis: &Analysis) -> Option<Self> {
        let first = analysis.devices.first()?;
        let is_only = analysis.devices.iter().all(|device| device.name == first.name);
        let (rates, facts) = first.known.clone().filter(|_| is_only)?;
        Some(Self { name: first.name.clone(), facts, rates })
    }

    fn wanted(&self) -> Wanted {
        wanted(&self.name, &self.rates)
    }
}
