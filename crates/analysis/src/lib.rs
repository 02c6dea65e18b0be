//! From the rows of recordings to what a report says.
//!
//! Pure. [`analyse`] joins the runs of one or several recordings (the ranks of
//! one program, say) into an [`Analysis`]: kernels with their times, criteria
//! and quality, the run's own criteria, and everything that is missing, with
//! the reason. The report formats print it; nothing is computed there.
//!
//! Launches of the trace run and of the count run are brought together by the
//! process's place in its run, the signature, and the launch's place in the
//! signature. Times come from the trace run alone, since reading counters
//! slows a kernel down; counters tell ratios.

mod activity;
mod codes;
mod devices;
mod elsewhere;
mod evidence;
mod gpu;
mod graphs;
mod judge;
mod kernels;
mod launches;
mod model;
mod notices;
mod roofline;
mod samples;
mod select;
mod selection;
mod steps;
mod timeline;
mod work;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use propp_cost::quality::Weights;
use propp_criteria::Criterion;
use propp_criteria::{Sample, aggregate};
use propp_lines::KernelLines;
use propp_model::Fraction;
use propp_model::Machine;
use propp_modules::Parts;
use propp_recording::Recording;
use propp_wire::Job;

use activity::Activity;
use codes::{Codes, codes_for};
use devices::Devices;
use launches::Launches;
use selection::View;

pub use elsewhere::{KernelThere, NotCarried, OnTarget, Target, elsewhere};
pub use gpu::gpu;
pub use judge::Judge;
pub use model::{
    Analysis, Configuration, CriterionReport, DeviceReport, Durations, KernelReport, Notice,
    Ordered, RunReport, Scope, Source, Steps, Traffic, WallTimes,
};
pub use roofline::{Point, Roofs};
pub use samples::{KernelSamples, RunSamples, samples};
pub use select::{Sort, select};
pub use selection::Selection;
pub use timeline::{Lane, LaneKind, Span, Timeline, What, timeline};

/// One recording and what to call it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The file's name, for the reader of the report.
    pub name: &'a str,
    pub recording: &'a Recording,
}

/// What makes one row of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// Launches of one function in one configuration.
    #[default]
    Signature,
    /// Launches of one function.
    Function,
}

/// Judges everything that one or several recordings of a program hold.
pub fn analyse(inputs: &[Input<'_>], weights: &Weights, grouping: Grouping) -> Analysis {
    let views: Vec<View<'_>> = inputs.iter().map(|input| View::whole(input.recording)).collect();
    let devices = Devices::of(&views);
    let launches = Launches::of(&views, &devices);
    let activity = Activity::of(&views, &devices);
    let wall = wall_times(inputs);
    let codes = codes_for(weights, inputs.iter().map(|input| input.recording));
    let Judged { mut run, mut kernels } =
        judged(&launches, &activity, (&devices, codes.as_ref()), (weights, grouping), wall);
    add_lines(&mut kernels, inputs);
    if let [input] = inputs {
        run.steps = steps::of(input.recording);
    }
    let recordings: Vec<&Recording> = inputs.iter().map(|input| input.recording).collect();
    let notices = notices::collect(inputs, &launches, &activity);
    Analysis {
        sources: inputs.iter().map(Source::of).collect(),
        devices: activity.of_devices(&devices),
        run,
        kernels,
        most: usize::MAX,
        left_out: 0,
        weights: weights.clone(),
        modules: Parts::of(&recordings),
        notices,
        machine: machine(inputs.iter().map(|input| input.recording)),
    }
}

/// Registers come in as many for a thread, since sm_70, and a thread is given this many at least.
const REGISTERS_AT_ONCE: u32 = 8;
const LEAST_REGISTERS: u32 = 16;

/// Gives each kernel what a line run counted of its instructions. Functions of one name may have
/// different code, and other configurations other counts: only a launch like the kernel's own
/// says something of it.
fn add_lines(kernels: &mut [KernelReport], inputs: &[Input<'_>]) {
    let recordings = inputs.iter().map(|input| input.recording);
    let mut of_symbol: HashMap<String, Vec<Arc<KernelLines>>> = HashMap::new();
    for lines in recordings.flat_map(propp_lines::of_recording).map(Arc::new) {
        of_symbol.entry(lines.symbol.clone()).or_default().push(lines);
    }
    for kernel in kernels {
        // A trace run tells the registers that a thread is given, the others those that it uses.
        let given = |used: u32| used.max(LEAST_REGISTERS).next_multiple_of(REGISTERS_AT_ONCE);
        let is_own = |lines: &&Arc<KernelLines>| {
            let is_it = |c: &Configuration| {
                (c.grid, c.block) == (lines.grid, lines.block)
                    && given(c.registers) == given(lines.registers)
                    && c.dynamic_shared_bytes == lines.dynamic_shared_bytes
                    && c.static_shared_bytes == lines.static_shared_bytes
            };
            lines.nvtx == kernel.nvtx && kernel.configurations.iter().any(is_it)
        };
        let lines = of_symbol.get(&kernel.name.symbol).into_iter().flatten();
        kernel.lines = { lines }.find(is_own).cloned();
    }
}

/// What launches come to: the kernels, and the run that they make.
#[derive(Clone, Debug)]
pub struct Judged {
    pub run: RunReport,
    pub kernels: Vec<KernelReport>,
}

fn judged(
    launches: &Launches<'_>,
    activity: &Activity,
    (devices, codes): (&Devices<'_>, Option<&Codes<'_>>),
    (weights, grouping): (&Weights, Grouping),
    wall: WallTimes,
) -> Judged {
    let of_run = activity.criteria();
    let kernels = kernels::report(launches, devices, codes, &of_run, weights, grouping);
    let run = run_report(&kernels, &of_run, activity.traffic(), wall);
    Judged { run, kernels }
}

/// Peaks of the GPU; `None` where the recordings do not describe it or name several.
fn machine<'a>(recordings: impl IntoIterator<Item = &'a Recording>) -> Option<Machine> {
    let mut devices = recordings.into_iter().flat_map(|recording| &recording.devices);
    let first = devices.next()?;
    let is_only = devices.all(|device| device.name == first.name);
    Machine::from_attributes(&first.attributes).filter(|_| is_only)
}

/// The run as a whole: each kernel counts by its unprofiled time.
fn run_report(
    kernels: &[KernelReport],
    of_run: &BTreeMap<Criterion, CriterionReport>,
    traffic: Traffic,
    wall: WallTimes,
) -> RunReport {
    let kernel_time_ns = kernels.iter().map(KernelReport::total_ns).sum();
    let criteria = Criterion::ALL.into_iter().map(|criterion| {
        let report = match of_run.get(&criterion) {
            Some(report) => report.clone(),
            None => evidence::over_kernels(criterion, kernels),
        };
        (criterion, report)
    });
    let qualities: Vec<Sample> = kernels
        .iter()
        .map(|kernel| Sample {
            value: kernel.quality.value.clone(),
            unprofiled_ns: kernel.total_ns(),
        })
        .collect();
    RunReport {
        criteria: criteria.collect(),
        quality: aggregate(&qualities),
        kernel_time_ns,
        wall,
        seen: kernels.iter().map(|kernel| kernel.seen).try_fold(0, |sum, seen| Some(sum + seen?)),
        measured: kernels.iter().map(|kernel| kernel.measured).sum(),
        traffic,
        steps: None,
    }
}

fn wall_times(inputs: &[Input<'_>]) -> WallTimes {
    let sum = |job: Job| {
        // The time of the only run is that of counting.
        let is_its_own = |input: &&Input<'_>| job != Job::Trace || !input.recording.is_one_run();
        let runs = inputs.iter().filter(is_its_own).flat_map(|input| &input.recording.runs);
        let times = runs.filter(|run| run.job == job).filter_map(|run| run.duration_ns);
        times.reduce(u64::saturating_add)
    };
    let alone = inputs.iter().filter_map(|input| input.recording.alone_ns());
    WallTimes {
        alone_ns: alone.reduce(u64::saturating_add),
        traced_ns: sum(Job::Trace),
        counted_ns: sum(Job::Count),
    }
}

/// A share of a whole that is not nothing.
fn share(part: u64, whole: u64) -> Option<Fraction> {
    Fraction::clamped(part as f64 / whole as f64)
}
