//! Where in a kernel's source a hint applies: the line, or the instruction, with the most of what
//! the rule is about.

use std::collections::BTreeMap;

use propp_analysis::KernelReport;
use propp_cost::{Predicted, Resource};
use propp_criteria::Criterion;
use propp_lines::{Counts, Instruction, KernelLines, Place};
use propp_sass::{Class, Direction, Memory, Space};

use super::Rule;

/// Threads of a warp.
const WARP: f64 = 32.0;

/// Bytes of a sector, and of a line of L1.
const SECTOR: f64 = 32.0;
const L1_LINE: f64 = 128.0;

/// Lines with a smaller share of what lowers a criterion are not behind it.
const LEAST_SHARE: f64 = 0.005;

/// The place that a hint is about.
#[derive(Clone, Debug, PartialEq)]
pub struct At {
    /// The source line; `None` where the code has no line information.
    pub place: Option<Place>,
    /// The mangled name of the function, and the instruction there with the most: its offset and
    /// name.
    pub function: String,
    pub offset: u32,
    pub opcode: String,
    /// What the line has the most of.
    pub of: &'static str,
    /// The line's share of that in the kernel.
    pub share: f64,
    /// How many times what it needs the line asks for; `None` for what has no such measure.
    pub times: Option<f64>,
    /// The line's share of the kernel's predicted time.
    pub time_share: Option<f64>,
}

/// What is asked for, and what is needed of it.
type Asked = fn(&Counts) -> (u64, u64);

/// A line with much of what lowers a criterion, or an instruction that no line is known of.
#[derive(Clone, Debug, PartialEq)]
pub struct Behind<'a> {
    /// The one with most of it.
    pub instruction: &'a Instruction,
    /// How many of the line's instructions have some of it.
    pub instructions: usize,
    /// The line's share of that in the kernel.
    pub share: f64,
}

/// What a rule counts on each instruction.
struct Measure {
    of: &'static str,
    amount: fn(&Instruction) -> f64,
    /// Where more can be asked for than is needed.
    asked: Option<Asked>,
}

/// Finds the place of a rule. `None` for rules on the launch, and where nothing was counted.
pub(super) fn of(rule: Rule, kernel: &KernelReport) -> Option<At> {
    let lines = kernel.lines.as_deref()?;
    let measure = measure(rule, lines)?;
    let amount = measure.amount;
    let most = |indices: &mut dyn Iterator<Item = usize>| {
        indices
            .map(|index| &lines.instructions[index])
            .reduce(|a, b| if amount(b) > amount(a) { b } else { a })
    };
    let all: f64 = lines.instructions.iter().map(amount).sum();
    let line = lines.most(amount);
    let instruction = match line {
        Some((line, _)) => most(&mut line.instructions.iter().copied()),
        None => most(&mut (0..lines.instructions.len())),
    };
    let instruction = instruction.filter(|instruction| amount(instruction) > 0.0)?;
    let counts = line.map_or(instruction.counts, |(line, _)| line.counts);
    let predicted = kernel.predicted.as_ref().and_then(|predicted| predicted.as_ref().ok());
    let asked = measure.asked.map(|asked| asked(&counts));
    Some(At {
        place: line.map(|(line, _)| line.place.clone()),
        function: instruction.function.clone(),
        offset: instruction.offset,
        opcode: instruction.opcode.clone(),
        of: measure.of,
        share: line.map_or_else(|| amount(instruction) / all, |(_, share)| share),
        times: asked
            .filter(|(_, needed)| *needed > 0)
            .map(|(asked, needed)| asked as f64 / needed as f64),
        time_share: predicted.map(|predicted| time_share(predicted, &counts, &lines.total)),
    })
}

/// What lowers a criterion, and the lines with most of it, the most first. `None` for
/// criteria that single instructions do not tell.
#[must_use]
pub fn behind(
    criterion: Criterion,
    lines: &KernelLines,
) -> Option<(&'static str, Vec<Behind<'_>>)> {
    let rule = match criterion {
        Criterion::TDiv => return Some(most_of(lines, &idle_threads())),
        Criterion::GranL1 => return Some(most_of(lines, &unasked_bytes())),
        Criterion::GranL2 => Rule::ScatteredAccess,
        Criterion::SmemEff => Rule::BankConflicts,
        Criterion::DSync => Rule::Barriers,
        _ => return None,
    };
    measure(rule, lines).map(|measure| most_of(lines, &measure))
}

/// How much each instruction has of what a rule is about, and what that is; `None` for rules on the
/// launch.
#[must_use]
pub fn amounts(rule: Rule, lines: &KernelLines) -> Option<(&'static str, Vec<f64>)> {
    let measure = measure(rule, lines)?;
    Some((measure.of, lines.instructions.iter().map(measure.amount).collect()))
}

fn most_of<'a>(lines: &'a KernelLines, measure: &Measure) -> (&'static str, Vec<Behind<'a>>) {
    let amount = measure.amount;
    let all: f64 = lines.instructions.iter().map(amount).sum();
    let mut of_lines: BTreeMap<Option<&Place>, Vec<&Instruction>> = BTreeMap::new();
    for one in lines.instructions.iter().filter(|one| amount(one) > 0.0) {
        of_lines.entry(one.own_place()).or_default().push(one);
    }
    let without = of_lines.remove(&None).unwrap_or_default();
    let without = without.into_iter().map(|one| vec![one]);
    let mut most: Vec<Behind<'_>> = of_lines
        .into_values()
        .chain(without)
        .filter_map(|of_line| {
            let sum: f64 = of_line.iter().map(|one| amount(one)).sum();
            let most = |a, b| if amount(b) > amount(a) { b } else { a };
            let instructions = of_line.len();
            let instruction = of_line.into_iter().reduce(most)?;
            Some(Behind { instruction, instructions, share: sum / all })
        })
        .collect();
    most.retain(|line| line.share >= LEAST_SHARE);
    most.sort_by(|a, b| b.share.total_cmp(&a.share));
    (measure.of, most)
}

fn idle_threads() -> Measure {
    Measure {
        of: "idle threads",
        amount: |one| one.counts.executed as f64 * WARP - one.counts.threads as f64,
        asked: None,
    }
}

fn unasked_bytes() -> Measure {
    Measure {
        of: "bytes of L1 lines that were looked up and not asked for",
        amount: |one| {
            let looked_up = one.counts.tags as f64 * L1_LINE;
            (looked_up - asked_bytes(one)).max(0.0)
        },
        asked: None,
    }
}

/// Bytes that threads asked for, of an instruction whose width is known.
fn asked_bytes(one: &Instruction) -> f64 {
    let width = one.memory.and_then(|memory| memory.width).map_or(0, |bits| bits / 8);
    one.counts.threads_on as f64 * f64::from(width)
}

/// The share of a kernel's predicted time for what some of its instructions ask for.
#[must_use]
pub fn time_share(predicted: &Predicted, counts: &Counts, of: &Counts) -> f64 {
    let share = |resource| {
        let asked = demand(resource, counts);
        let all = demand(resource, of);
        if all > 0.0 { (asked / all).min(1.0) } else { 0.0 }
    };
    predicted.parts.iter().map(|part| part.share * share(part.resource)).sum()
}

/// What instructions ask of a resource. The latency of a warp counts with the lines of L1 and
/// passes through shared memory that it waits for.
fn demand(resource: Resource, counts: &Counts) -> f64 {
    let asked = match resource {
        Resource::Memory | Resource::L2 => [counts.sectors, counts.local_sectors, 0],
        Resource::L1 | Resource::Latency => [counts.tags, counts.wavefronts, counts.local_sectors],
        Resource::Issue => [counts.executed, 0, 0],
        Resource::Launch => [0; 3],
    };
    asked.iter().map(|count| *count as f64).sum()
}

fn measure(rule: Rule, lines: &KernelLines) -> Option<Measure> {
    const SECTORS: Option<Asked> = Some(|c| (c.sectors, c.ideal_sectors));
    let measure = |of, amount: fn(&Instruction) -> f64| Measure { of, amount, asked: None };
    Some(match rule {
        Rule::ScatteredAccess | Rule::MisalignedAccess => Measure {
            asked: SECTORS,
            ..measure("sectors beyond those that the data fill", |one| {
                one.counts.excess_sectors() as f64
            })
        },
        Rule::ScatteredReads => Measure {
            asked: SECTORS,
            ..measure("loaded sectors beyond those that the data fill", |one| {
                of_loads(one, one.counts.excess_sectors() as f64)
            })
        },
        Rule::NarrowTypes => measure("requests to global memory with few bytes a thread", |one| {
            let bytes = one.memory.and_then(|memory| memory.width).map_or(4, |bits| bits / 8);
            if is_global(one) && bytes < 16 {
                one.counts.executed as f64 / f64::from(bytes)
            } else {
                0.0
            }
        }),
        Rule::Broadcast => measure("bytes that several threads load", |one| {
            of_loads(one, (asked_bytes(one) - one.counts.sectors as f64 * SECTOR).max(0.0))
        }),
        Rule::SharedMemoryReuse => {
            measure("loaded sectors", |one| of_loads(one, one.counts.sectors as f64))
        }
        Rule::LocalMemory => {
            measure("sectors of local memory", |one| one.counts.local_sectors as f64)
        }
        Rule::BankConflicts => Measure {
            asked: Some(|c| (c.wavefronts, c.ideal_wavefronts)),
            ..measure("passes through shared memory because of bank conflicts", |one| {
                one.counts.excess_wavefronts() as f64
            })
        },
        // Short branches are predicated: then lanes are idle where no branch diverges.
        Rule::Divergence if lines.total.divergent > 0 => {
            measure("branches at which threads of a warp part", |one| one.counts.divergent as f64)
        }
        Rule::Divergence => measure("idle threads", |one| {
            one.counts.executed as f64 * WARP - one.counts.threads_on as f64
        }),
        Rule::Barriers => measure("barriers that warps reach", |one| of_class(one, Class::Barrier)),
        Rule::LatencyBound => measure("waits for loads from global memory", |one| {
            of_loads(one, one.counts.executed as f64)
        }),
        Rule::Atomics => measure("atomics to global memory", |one| {
            let directions = [Direction::Atomic, Direction::Reduce];
            let is_it = |memory: &Memory| directions.contains(&memory.direction);
            let is_it = is_global(one) && one.memory.as_ref().is_some_and(is_it);
            if is_it { one.counts.threads_on as f64 } else { 0.0 }
        }),
        Rule::FewBlocks
        | Rule::UnevenSms
        | Rule::UnevenWarps
        | Rule::Occupancy
        | Rule::BusyPipe
        | Rule::LaunchBound
        | Rule::HostGaps
        | Rule::Copies => return None,
    })
}

/// Generic addresses of a kernel that uses them are mostly global.
fn is_global(one: &Instruction) -> bool {
    let is_it = |memory: &Memory| matches!(memory.space, Space::Global | Space::Generic);
    one.memory.as_ref().is_some_and(is_it)
}

fn of_loads(one: &Instruction, amount: f64) -> f64 {
    let loads = [Direction::Load, Direction::CopyToShared];
    let is_load = |memory: &Memory| loads.contains(&memory.direction);
    if is_global(one) && one.memory.as_ref().is_some_and(is_load) { amount } else { 0.0 }
}

fn of_class(one: &Instruction, class: Class) -> f64 {
    if one.class == Some(class) { one.counts.executed as f64 } else { 0.0 }
}
