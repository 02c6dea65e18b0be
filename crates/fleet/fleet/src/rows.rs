//! The tables of one recording.

use std::collections::HashMap;

use propp_base_columns::{Table, TableError};
use propp_base_model::attribute;
use propp_judge_analysis::{Analysis, KernelReport, StepOfLaunches, step_of_launches};
use propp_judge_hints::{Advice, Advised, Expected};
use propp_recording::Recording;

use crate::build::Columns;
use crate::identity::{Identified, kernels, name_id};
use crate::steps::step_table;

/// A recording, and what is to be known of it in a tree.
#[derive(Debug)]
pub struct Member<'a> {
    /// The hash of the file: the recording's name in the tree.
    pub id: &'a str,
    pub file: &'a str,
    pub rank: Option<u64>,
    /// How many ranks the job has.
    pub world: Option<u64>,
    /// The commit of the program, where the user names one.
    pub commit: Option<&'a str>,
    pub recording: &'a Recording,
    pub advised: &'a Advised<'a>,
    /// What the quality metric was weighed with.
    pub weights: &'a str,
}

/// What a kernel's row takes from the analysis.
struct Judged<'a> {
    kernel: Identified<'a>,
    id: String,
    report: Option<(&'a KernelReport, Option<&'a Advice>)>,
}

impl Judged<'_> {
    /// The share of its time that the best hint promises to save, and the hint's rule.
    fn promise(&self) -> Option<(f64, String)> {
        let hint = self.report?.1?.hints.first()?;
        match &hint.expected {
            Expected::Time { gain, .. } => {
                Some((1.0 - 1.0 / gain.likely.max(1.0), hint.rule.name().to_owned()))
            }
            Expected::AtMost { .. } | Expected::Unpriced { .. } => None,
        }
    }
}

/// All tables of a recording by their names in [`crate::place::TABLES`], in their order.
pub fn tables(member: &Member<'_>) -> Result<Vec<(&'static str, Table)>, TableError> {
    let (all, launches) = kernels(member.recording);
    let steps = step_of_launches(member.recording);
    let by_step = step_table(member.id, &steps, &launches, &all)?;
    let reports: HashMap<_, _> = member.advised.all_kernels().map(by_launch).collect();
    let judged: Vec<Judged<'_>> = all
        .into_iter()
        .map(|kernel| Judged {
            report: reports
                .get(&(
                    kernel.key.function.unwrap_or_default(),
                    kernel.key.nvtx,
                    Some((kernel.key.grid, kernel.key.block, kernel.key.dynamic_shared_bytes)),
                ))
                .copied(),
            id: kernel.id(),
            kernel,
        })
        .collect();
    Ok(vec![
        ("kernels", kernel_table(member, &judged)?),
        ("launches", launch_table(member, &launches, &steps, &judged)?),
        ("steps", by_step),
        ("counters", counter_table(member, &judged)?),
        ("notices", notice_table(member)?),
        ("runs", run_table(member, judged.len(), steps.count as u64)?),
    ])
}

type LaunchedAs<'a> = (&'a str, Option<&'a str>, Option<([u32; 3], [u32; 3], u32)>);

fn by_launch<'a>(
    (report, advice): (&'a KernelReport, Option<&'a Advice>),
) -> (LaunchedAs<'a>, (&'a KernelReport, Option<&'a Advice>)) {
    let launched = report.configurations.first().map(|c| (c.grid, c.block, c.dynamic_shared_bytes));
    ((report.name.symbol.as_str(), report.nvtx.as_deref(), launched), (report, advice))
}

fn dimensions(of: [u32; 3]) -> String {
    of.map(|n| n.to_string()).join("x")
}

fn kernel_table(member: &Member<'_>, judged: &[Judged<'_>]) -> Result<Table, TableError> {
    let columns = Columns::of(judged)
        .text("recording", "The recording, by the hash of its file", |_| Some(member.id.to_owned()))
        .text(
            "kernel",
            "Hash of function, range, grid, block, dynamic shared memory and code",
            |r| Some(r.id.clone()),
        )
        .text("function", "Full demangled name", |r| Some(r.kernel.name.full.clone()))
        .text("symbol", "Name as the driver knows it", |r| Some(r.kernel.name.symbol.clone()))
        .text("range", "NVTX range around the launch", |r| r.kernel.key.nvtx.map(str::to_owned))
        .text("name", "Hash of function and range", |r| Some(name_id(&r.kernel)))
        .text("grid", "Blocks along x, y, z", |r| Some(dimensions(r.kernel.key.grid)))
        .text("block", "Threads of a block along x, y, z", |r| Some(dimensions(r.kernel.key.block)))
        .whole("blocks", "Blocks of the grid", |r| Some(r.kernel.blocks()))
        .whole("dynamic_shared_bytes", "Shared memory asked for at launch", |r| {
            Some(u64::from(r.kernel.key.dynamic_shared_bytes))
        })
        .text("code", "Hash of the code; missing where it was not read", |r| r.kernel.code.clone())
        .whole(
            "launches",
            "Launches in the trace run",
            |r| Some(r.kernel.durations_ns.len() as u64),
        )
        .whole("total_ns", "Unprofiled durations, added up", |r| Some(r.kernel.total_ns()))
        .whole("median_ns", "The median of the unprofiled durations", |r| {
            Some(r.report?.0.durations?.median_ns)
        })
        .whole("measured", "Launches whose counters were read", |r| Some(r.kernel.measured))
        .real("instructions", "Warp instructions of a launch, mean", |r| r.kernel.instructions())
        .real("dram_bytes", "Bytes from and to device memory of a launch, mean", |r| {
            r.kernel.dram_bytes()
        })
        .real("qm", "The quality metric", |r| r.report?.0.quality.value.measured().map(f64::from))
        .real("promise", "Share of the time that the best hint should save", |r| {
            Some(r.promise()?.0)
        })
        .text("rule", "The rule of the hint", |r| Some(r.promise()?.1));
    Table::new(columns.done())
}

fn launch_table(
    member: &Member<'_>,
    launches: &[(usize, usize)],
    steps: &StepOfLaunches,
    judged: &[Judged<'_>],
) -> Result<Table, TableError> {
    let rows = member.recording.kernels.iter().zip(launches).zip(&steps.of_launch);
    let rows: Vec<_> = rows.collect();
    let columns = Columns::of(&rows)
        .text("recording", "The recording", |_| Some(member.id.to_owned()))
        .text("kernel", "The kernel, as in the table of kernels", |r| {
            Some(judged[r.0.1.0].id.clone())
        })
        .whole("place", "Which launch of the kernel, from 0", |r| Some(r.0.1.1 as u64))
        .whole("step", "Step of the program, from 0; missing outside of steps", |r| {
            steps.of_main(*r.1)
        })
        .whole("start_ns", "Start on the device, since 1970", |r| Some(r.0.0.start_ns))
        .whole("duration_ns", "Unprofiled duration", |r| {
            judged[r.0.1.0].kernel.durations_ns.get(r.0.1.1).copied()
        });
    Table::new(columns.done())
}

fn counter_table(member: &Member<'_>, judged: &[Judged<'_>]) -> Result<Table, TableError> {
    let of = |one| {
        let Judged { kernel, id, .. }: &Judged<'_> = one;
        kernel.counters.iter().map(move |(name, sum)| (id, *name, *sum))
    };
    let rows: Vec<(&String, &str, (f64, u64))> = judged.iter().flat_map(of).collect();
    let columns = Columns::of(&rows)
        .text("recording", "The recording", |_| Some(member.id.to_owned()))
        .text("kernel", "The kernel, as in the table of kernels", |r| Some(r.0.clone()))
        .text("counter", "Name of the counter", |r| Some(r.1.to_owned()))
        .real("mean", "Value of a launch, mean", |r| Some(r.2.0 / r.2.1 as f64))
        .whole("measured", "Launches in the mean", |r| Some(r.2.1));
    Table::new(columns.done())
}

fn notice_table(member: &Member<'_>) -> Result<Table, TableError> {
    let columns = Columns::of(&member.recording.notices)
        .text("recording", "The recording", |_| Some(member.id.to_owned()))
        .text("severity", "info, warning or failure", |r| {
            Some(format!("{:?}", r.severity).to_lowercase())
        })
        .text("code", "A short fixed word", |r| Some(r.code.clone()))
        .text("text", "What happened and what to do", |r| Some(r.text.clone()));
    Table::new(columns.done())
}

fn run_table(member: &Member<'_>, kernels: usize, steps: u64) -> Result<Table, TableError> {
    let analysis: &Analysis = member.advised.listing.analysis;
    let recording = member.recording;
    let meta = |key: &str| recording.meta.get(key).cloned();
    let device = recording.devices.first();
    let report = analysis.devices.first();
    let columns = Columns::of(&[()])
        .text("recording", "The recording, by the hash of its file", |()| {
            Some(member.id.to_owned())
        })
        .text("file", "Its file when it was added", |()| Some(member.file.to_owned()))
        .text("created_utc", "When it was begun", |()| meta("created_utc"))
        .text("host", "The machine", |()| meta("host"))
        .whole("rank", "Rank in the job", |()| member.rank)
        .whole("world", "Ranks of the job", |()| member.world)
        .text("program", "The command", |()| Some(recording.command().join(" ")))
        .text("commit", "The program's commit, as the user named it", |()| {
            member.commit.map(str::to_owned)
        })
        .text("gpu", "Name of the GPU", |()| recording.gpu().map(str::to_owned))
        .text("gpu_uuid", "The driver's identifier of the GPU", |()| Some(device?.uuid.clone()))
        .whole("driver_cuda_version", "CUDA version of the driver, 13000 for 13.0", |()| {
            u64::try_from(report?.driver_cuda_version?).ok()
        })
        .whole("clock_khz", "Highest clock of the GPU", |()| {
            u64::try_from(*device?.attributes.get(&attribute::CLOCK_RATE_KHZ)?).ok()
        })
        .text("propp_version", "The propp that recorded it", |()| meta("propp_version"))
        .text("weights", "Weights of the quality metric", |()| Some(member.weights.to_owned()))
        .whole("finished", "1 if the recording is whole", |()| Some(recording.is_finished().into()))
        .whole("kernels", "Kernels of the recording", |()| Some(kernels as u64))
        .whole("steps", "Steps of the program; 0 if it repeats nothing", |()| Some(steps));
    Table::new(columns.done())
}
