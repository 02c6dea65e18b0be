//! Routines of many instructions that the compiler puts into a kernel, by the constants in their code
//! and by what they call: `tables/routines.tsv`, which `tables/make.py` writes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use propp_code_sass::{Class, Instruction};

use crate::{Code, Found, Sequence, What, sequence};

/// What kind of arithmetic a routine is, which says what could stand in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Divisions and remainders of integers by a variable.
    Integer,
    Power,
    Exponential,
    Angle,
    /// Sines of angles so large that their reduction needs integers of many words.
    FarAngle,
    Remainder,
    /// Error and gamma functions, and their relatives.
    Special,
    /// Divisions and roots that are rounded correctly.
    Exact,
    /// The same in double precision.
    Double,
}

/// What a call costs a warp: instructions, by pipe, and cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    pub instructions: f64,
    pub alu: f64,
    pub fma: f64,
    pub fp64: f64,
    pub xu: f64,
    pub issue_delays: f64,
    pub other_waits: f64,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Routine {
    /// As in the table, such as `pow_f32`.
    pub name: &'static str,
    /// What the source calls, in words of a hint.
    pub call: &'static str,
    pub family: Family,
    pub cost: Cost,
    constants: Vec<u32>,
}

const TABLE: &str = include_str!("../tables/routines.tsv");

static ROUTINES: LazyLock<Vec<Routine>> = LazyLock::new(|| {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(routine).collect()
});

/// The constants of all routines of the table.
static CONSTANTS: LazyLock<BTreeSet<u32>> =
    LazyLock::new(|| ROUTINES.iter().flat_map(|one| one.constants.iter().copied()).collect());

fn routine(row: &'static str) -> Option<Routine> {
    let columns: Vec<&str> = row.split('\t').collect();
    let [name, call, family, constants, numbers @ ..] = columns.as_slice() else { return None };
    let numbers: Vec<f64> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
    let [instructions, alu, fma, fp64, xu, issue_delays, other_waits] = numbers.try_into().ok()?;
    let cost = Cost { instructions, alu, fma, fp64, xu, issue_delays, other_waits };
    let family = match *family {
        "integer" => Family::Integer,
        "power" => Family::Power,
        "exponential" => Family::Exponential,
        "angle" => Family::Angle,
        "far-angle" => Family::FarAngle,
        "remainder" => Family::Remainder,
        "special" => Family::Special,
        "exact" => Family::Exact,
        "double" => Family::Double,
        _ => return None,
    };
    let hex = |word: &str| u32::from_str_radix(word, 16).ok();
    let constants = constants.split(',').filter_map(hex).collect();
    Some(Routine { name, call, family, cost, constants })
}

/// Those that are known by something else than constants.
const LONG_DIVISION: &str = "rem_u64";
const EXACT_DIVISION: &str = "div_f32";
const FAR_ANGLE: &str = "sin_f32_far";

fn named(name: &str) -> Option<&'static Routine> {
    ROUTINES.iter().find(|routine| routine.name == name)
}

pub(crate) fn find(code: &Code<'_, '_>) -> Vec<Found> {
    let by_name = code.own().filter_map(|(place, one)| Some((by_instruction(code, one)?, place)));
    let mut found: Vec<Found> = by_name.collect();
    // A routine of several blocks has some of its constants in each; what lies in a loop may have left
    // some before it.
    let mut last: Option<(&Routine, usize, BTreeSet<u32>)> = None;
    for block in code.flow.blocks.iter().filter(|block| !code.is_in_subroutine(block.start)) {
        let depth = code.flow.depth_at(block.start);
        let calls = by_constants(code, block.range());
        if let (true, Some((routine, at, words))) = (calls.is_empty(), &mut last)
            && depth > *at
            && let Some((word, place)) = rest_of(code, routine, words, block.range())
            && let Some((What::Routine(before), own)) = found.last_mut()
            && before == routine
        {
            *own = place;
            *at = depth;
            words.insert(word);
        }
        for (routine, words, places) in calls {
            let goes_on = last.as_ref().is_some_and(|(before, at, known)| {
                (before.name, *at) == (routine.name, depth) && known.is_disjoint(&words)
            });
            if !goes_on {
                found.extend(places.into_iter().map(|place| (What::Routine(routine), place)));
            }
            last = Some((routine, depth, words));
        }
    }
    let far = far_angles(code, &found);
    found.extend(far);
    found
}

fn by_instruction(code: &Code<'_, '_>, one: &Instruction) -> Option<What> {
    let name = match one.opcode.name()? {
        "FCHK" => EXACT_DIVISION,
        "CALL" => match sequence(one, code.cubin.called(code.kernel, one))? {
            Sequence::LongDivision => LONG_DIVISION,
            _ => return None,
        },
        _ => return None,
    };
    Some(What::Routine(named(name)?))
}

/// The word that an instruction has in place of its second or third operand.
fn constant(one: &Instruction) -> Option<u32> {
    let is_arithmetic = one.memory.is_none() && one.opcode.class() != Some(Class::Control);
    (is_arithmetic && matches!(one.word >> 9 & 7, 2 | 4)).then_some((one.word >> 32) as u32)
}

/// The places of each constant in a block that no routine has yet.
type Places = BTreeMap<u32, Vec<usize>>;

/// A routine, its constants that are there, and the places of its calls.
type Calls = (&'static Routine, BTreeSet<u32>, Vec<usize>);

/// The routines of a block: again and again the one of whose constants most are there, at least two of
/// them and half, each as often as its constants are there.
fn by_constants(code: &Code<'_, '_>, block: Range<usize>) -> Vec<Calls> {
    let mut places = Places::new();
    for (place, one) in code.all.iter().enumerate().take(block.end).skip(block.start) {
        if let Some(constant) = constant(one).filter(|constant| CONSTANTS.contains(constant)) {
            places.entry(constant).or_default().push(place);
        }
    }
    let mut found = Vec::new();
    while !places.is_empty() {
        let known = ROUTINES.iter().filter_map(|routine| Some((routine, share(routine, &places)?)));
        let Some((routine, _)) = known.reduce(|a, b| if b.1 > a.1 { b } else { a }) else { break };
        let calls = calls(routine, &places);
        let there = routine.constants.iter().filter(|word| places.contains_key(word));
        let words = there.copied().collect();
        for word in &routine.constants {
            // What is left may be of a routine that this one contains.
            if let Some(at) = places.get_mut(word) {
                at.drain(..calls.len().min(at.len()));
            }
        }
        places.retain(|_, at| !at.is_empty());
        found.push((routine, words, calls));
    }
    found
}

/// A constant of a routine that a block has and all the code before it had not, and its place: the compiler
/// leaves what does not change before the loop.
fn rest_of(
    code: &Code<'_, '_>,
    routine: &Routine,
    known: &BTreeSet<u32>,
    block: Range<usize>,
) -> Option<(u32, usize)> {
    let is_rest = |word: &u32| routine.constants.contains(word) && !known.contains(word);
    let mut places = code.all.iter().enumerate().take(block.end).skip(block.start);
    let found = places.find_map(|(place, one)| Some((constant(one).filter(is_rest)?, place)));
    let is_new = |(word, _): &(u32, usize)| {
        let mut before = code.all.iter().take(block.start).filter_map(constant);
        !before.any(|one| one == *word)
    };
    found.filter(is_new)
}

/// The share of a routine's constants that are there; `None` if they are too few.
fn share(routine: &Routine, places: &Places) -> Option<f64> {
    let all = routine.constants.len();
    let there = routine.constants.iter().filter(|word| places.contains_key(word)).count();
    (there >= all.min(2) && there > 0 && 2 * there >= all).then(|| there as f64 / all as f64)
}

/// Where its calls are. One constant may be kept in a register for several calls, so the one that is
/// there second most often counts; where a routine has only one, this one.
fn calls(routine: &Routine, places: &Places) -> Vec<usize> {
    let mut of_words: Vec<&Vec<usize>> =
        routine.constants.iter().filter_map(|word| places.get(word)).collect();
    of_words.sort_by_key(|at| std::cmp::Reverse(at.len()));
    let counted = usize::from(routine.constants.len() > 1);
    of_words.get(counted).map(|at| (*at).clone()).unwrap_or_default()
}

/// Where sines of large angles are reduced: behind the sine's constants, a block takes 128 off the
/// exponent.
fn far_angles(code: &Code<'_, '_>, found: &[Found]) -> Vec<Found> {
    const OFF_EXPONENT: u32 = 0xffff_ff80;
    /// Instructions from the threshold to that block.
    const NEAR: usize = 0x20;
    let Some(far) = named(FAR_ANGLE) else { return Vec::new() };
    let angles = found.iter().filter_map(|(what, place)| match what {
        What::Routine(routine) if routine.family == Family::Angle => Some(*place),
        _ => None,
    });
    let reductions = angles.filter_map(|angle| {
        let behind = code.all.iter().skip(angle).take(NEAR);
        let distance = behind.into_iter().position(|one| constant(one) == Some(OFF_EXPONENT))?;
        Some(angle + distance)
    });
    let places: BTreeSet<usize> = reductions.collect();
    places.into_iter().map(|place| (What::Routine(far), place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_read() {
        let rows = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(ROUTINES.len(), rows);
        assert!([LONG_DIVISION, EXACT_DIVISION, FAR_ANGLE].into_iter().all(|n| named(n).is_some()));
        assert!(ROUTINES.iter().all(|routine| routine.cost.instructions > 0.0));
    }
}
