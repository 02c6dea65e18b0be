//! Where in a kernel's source a hint applies: the line, or the instruction, with the most of what
//! the rule is about.

use std::collections::BTreeMap;

use propp_code_lines::{Counts, Instruction, KernelLines, Place};
use propp_judge_analysis::KernelReport;
use propp_judge_cost::{Predicted, Resource};
use propp_judge_criteria::Criterion;

use super::instructions::{self, Measure};
use super::{At, Rule};

/// Lines with a smaller share of what lowers a criterion are not behind it.
const LEAST_SHARE: f64 = 0.005;

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

/// Finds the place of a rule. `None` for rules on the launch, and where nothing was counted.
pub(super) fn of(rule: Rule, kernel: &KernelReport) -> Option<At> {
    let lines = kernel.lines.as_deref()?;
    let measure = rule.definition().counted?(lines);
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
pub fn behind(
    criterion: Criterion,
    lines: &KernelLines,
) -> Option<(&'static str, Vec<Behind<'_>>)> {
    let counted = match criterion {
        Criterion::TDiv => instructions::idle_threads,
        Criterion::GranL1 => instructions::unasked_bytes,
        Criterion::GranL2 => instructions::excess_sectors,
        Criterion::SmemEff => instructions::conflicts,
        Criterion::DSync => instructions::barriers,
        _ => return None,
    };
    Some(most_of(lines, &counted(lines)))
}

/// How much each instruction has of what a rule is about, and what that is; `None` for rules on the
/// launch.
pub fn amounts(rule: Rule, lines: &KernelLines) -> Option<(&'static str, Vec<f64>)> {
    let measure = rule.definition().counted?(lines);
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

/// The share of a kernel's predicted time for what some of its instructions ask for.
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
        Resource::Memory | Resource::L2 | Resource::Slice => {
            [counts.sectors, counts.local_sectors, 0]
        }
        Resource::L1 | Resource::Latency => [counts.tags, counts.wavefronts, counts.local_sectors],
        Resource::Issue => [counts.executed, 0, 0],
        Resource::Blocks | Resource::Launch => [0; 3],
    };
    asked.iter().map(|count| *count as f64).sum()
}

#[cfg(test)]
mod tests {
    use propp_judge_cost::Part;

    use super::*;

    #[test]
    fn a_line_has_its_share_of_each_resource_of_the_time() {
        let part = |resource, share| Part { term: "", resource, share };
        let parts = vec![
            part(Resource::Memory, 0.5),
            part(Resource::L1, 0.25),
            part(Resource::Issue, 0.125),
            part(Resource::Launch, 0.125),
        ];
        let predicted = Predicted { ns: 1e4, parts, outside: None };
        let all = Counts {
            executed: 800,
            sectors: 300,
            local_sectors: 100,
            tags: 60,
            wavefronts: 40,
            ..Counts::default()
        };
        let line = Counts {
            executed: 80,
            sectors: 100,
            local_sectors: 100,
            tags: 20,
            ..Counts::default()
        };
        // Half of the sectors, 120 of the 200 that L1 is asked for, a tenth of the instructions.
        let wanted = 0.5 * 0.5 + 0.25 * 0.6 + 0.125 * 0.1;
        let share = time_share(&predicted, &line, &all);
        assert!((share - wanted).abs() < 1e-12, "{share}");
        assert!((time_share(&predicted, &all, &all) - 0.875).abs() < 1e-12);
        assert_eq!(time_share(&predicted, &line, &Counts::default()), 0.0);
    }
}
