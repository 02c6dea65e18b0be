//! Which guideline applies to which array: those of the hints, with their prices, and those that the
//! use of an array shows by itself, without.

use propp_code_lines::{KernelLines, Place};
use propp_judge_analysis::KernelReport;
use propp_judge_hints::{Advice, Hint, Rule, amounts};

use crate::arrays::{Array, Base, Use};

/// Arrays with a smaller share of what a rule is about are not named.
const LEAST_SHARE: f64 = 0.2;

/// Loads of a byte that are worth a copy in shared memory.
const LEAST_LOADS: f64 = 2.0;

#[derive(Clone, Debug)]
pub struct Guideline {
    pub rule: Rule,
    /// Index of the array; `None` for what is about the launch or the whole kernel.
    pub array: Option<usize>,
    /// What the rule counts, and the array's share of that in the kernel.
    pub share: Option<(&'static str, f64)>,
    pub place: Option<Place>,
    /// The edit in words of the code.
    pub edit: String,
    /// The hint that prices it; `None` for what no price is known of.
    pub hint: Option<Hint>,
}

pub(crate) fn guidelines(
    report: &KernelReport,
    advice: Option<&Advice>,
    lines: &KernelLines,
    arrays: &[Array],
) -> Vec<Guideline> {
    let mut found = Vec::new();
    for hint in advice.iter().flat_map(|advice| &advice.hints) {
        let before = found.len();
        if let Some((of, amounts)) = amounts(hint.rule, lines) {
            let all: f64 = amounts.iter().sum();
            let of_array = |array: &Array| -> f64 {
                array.accesses.iter().map(|access| amounts[access.instruction]).sum()
            };
            let mut shares: Vec<(usize, f64)> =
                arrays.iter().enumerate().map(|(at, array)| (at, of_array(array) / all)).collect();
            shares.retain(|(at, share)| *share >= LEAST_SHARE && is_about(hint.rule, &arrays[*at]));
            shares.sort_by(|a, b| b.1.total_cmp(&a.1));
            found.extend(shares.into_iter().map(|(at, share)| {
                let array = &arrays[at];
                Guideline {
                    rule: hint.rule,
                    array: Some(at),
                    share: Some((of, share)),
                    place: line_with_most(array, lines, &amounts),
                    edit: edit(hint.rule, array, arrays, report),
                    hint: Some(hint.clone()),
                }
            }));
        }
        if found.len() == before {
            found.push(Guideline {
                rule: hint.rule,
                array: None,
                share: None,
                place: hint.at.as_ref().and_then(|at| at.place.clone()),
                edit: hint.remedy.clone(),
                hint: Some(hint.clone()),
            });
        }
    }
    for (at, array) in arrays.iter().enumerate() {
        let new = by_use(array, lines);
        let is_known = |rule| found.iter().any(|one| one.rule == rule && one.array == Some(at));
        if let Some((rule, edit)) = new.filter(|(rule, _)| !is_known(*rule)) {
            let place = array.lines.first().cloned();
            found.push(Guideline { rule, array: Some(at), share: None, place, edit, hint: None });
        }
    }
    found
}

/// Whether a rule is about arrays of this memory.
fn is_about(rule: Rule, array: &Array) -> bool {
    match rule {
        Rule::BankConflicts => array.space == propp_code_sass::Space::Shared,
        Rule::LocalMemory => array.space == propp_code_sass::Space::Local,
        Rule::Divergence | Rule::Barriers => false,
        Rule::NarrowTypes if array.uses().contains(&Use::Broadcast) => false,
        _ => array.is_global(),
    }
}

fn line_with_most(array: &Array, lines: &KernelLines, amounts: &[f64]) -> Option<Place> {
    let mut most: Option<(&Place, f64)> = None;
    for place in &array.lines {
        let here = array
            .accesses
            .iter()
            .filter(|access| lines.instructions[access.instruction].own_place() == Some(place));
        let sum = here.map(|access| amounts[access.instruction]).sum();
        if most.is_none_or(|(_, most)| sum > most) {
            most = Some((place, sum));
        }
    }
    most.map(|(place, _)| place.clone())
}

/// An element of the array in words, such as `out[…]`.
fn element(array: &Array) -> String {
    match array.base {
        _ if array.is_named => format!("`{}[…]`", array.name),
        Base::Parameters(_) | Base::Shared(_) | Base::Constant(_) => array.name.clone(),
        Base::Frame => "the array in local memory".to_owned(),
        Base::Loaded => "what the loaded pointer points to".to_owned(),
        Base::Unknown => "what this line accesses".to_owned(),
    }
}

/// Where the elements of an array that indices lead to are.
enum Led<'a> {
    /// At indices that this array holds.
    ByEach(&'a str),
    /// From where this array says, one after the other.
    FromStart(&'a str),
}

/// Of several arrays that lead to an index, the one that holds it: the others lead to that one.
fn led<'a>(array: &'a Array, arrays: &'a [Array]) -> Option<Led<'a>> {
    let of = |name: &str| arrays.iter().find(|other| other.name == name);
    let is_last = |name: &&String| {
        let mut others = array.index_from.iter().filter(|other| other != name);
        let leads = of(name).map(|holder| holder.index_from.as_slice()).unwrap_or_default();
        others.all(|other| leads.contains(other))
    };
    let holder = array.index_from.iter().find(is_last).or(array.index_from.first())?;
    let is_walked = of(holder).is_some_and(Array::is_walked);
    let is_started = array.is_walked() && of(holder).is_some() && !is_walked;
    Some(if is_started { Led::FromStart(holder) } else { Led::ByEach(holder) })
}

fn edit(rule: Rule, array: &Array, arrays: &[Array], report: &KernelReport) -> String {
    let element = element(array);
    match rule {
        Rule::ScatteredAccess | Rule::ScatteredReads => scattered(array, arrays, &element),
        Rule::MisalignedAccess => format!(
            "begin each row of {element} at a multiple of 128 bytes (cudaMallocPitch, or a padded width)"
        ),
        Rule::NarrowTypes => narrow(array, &element),
        Rule::Broadcast => format!(
            "{}: copy {element} into shared memory once a block, or declare it __constant__",
            shared_words(array)
        ),
        Rule::SharedMemoryReuse => format!(
            "{}: copy the part of {element} that a block needs into shared memory, synchronise, and read \
             it there",
            shared_words(array)
        ),
        Rule::BankConflicts => format!(
            "pad the rows of `{}` by one element, so that the elements of a column are in \
             different banks",
            array.name
        ),
        Rule::LocalMemory => {
            "index the array with constants (unroll its loops) or shorten it, so that it \
                              fits registers; raise the limit of registers if they are spilled"
                .to_owned()
        }
        Rule::Atomics => format!(
            "add up in registers (shuffles) or shared memory first, and let one thread of a block add to \
             {element}"
        ),
        Rule::LatencyBound => format!(
            "load several of {element} before the first is used: let a thread have several elements, or \
             unroll the loop"
        ),
        _ => format!("see the hint `{}` of {}", rule.name(), report.name.full),
    }
}

fn scattered(array: &Array, arrays: &[Array], element: &str) -> String {
    match led(array, arrays).filter(|_| array.uses().contains(&Use::Indirect)) {
        Some(Led::FromStart(start)) => format!(
            "each thread goes through {element} from where `{start}` says, so neighbouring threads are far \
             apart: let the lanes of a warp go through one thread's elements together (lane i takes \
             elements i, i + 32, …), or copy them into shared memory first"
        ),
        Some(Led::ByEach(index)) => format!(
            "the index of {element} comes from `{index}`: order `{index}` so that neighbouring threads \
             have neighbouring elements, or copy the part that a block needs into shared memory"
        ),
        None => format!(
            "let threadIdx.x move {element} by one element: exchange what x and y do in its index, or \
             copy a tile through shared memory and access {element} along its rows"
        ),
    }
}

fn narrow(array: &Array, element: &str) -> String {
    let widths = array.accesses.iter().filter_map(|access| access.width);
    let width = widths.max().unwrap_or(4);
    let more = 16 / width.clamp(1, 16);
    format!(
        "a thread has {width} {} of {element} at a time: let it have {more} neighbouring elements and \
         access them as 16 bytes (uint4, float4), where rows are so aligned",
        if width == 1 { "byte" } else { "bytes" }
    )
}

fn shared_words(array: &Array) -> String {
    let sharing = array.sharing.unwrap_or_default();
    let mut who = Vec::new();
    if sharing.threads > 1 {
        who.push(format!("{} threads of a block", sharing.threads));
    } else if let Some(times) = array.words_shared().filter(|times| *times >= 1.5) {
        who.push(format!("{times:.0} threads of a warp"));
    }
    if sharing.blocks > 1 {
        who.push(format!("{} blocks", sharing.blocks));
    }
    if who.is_empty() { "read again".to_owned() } else { format!("read by {}", who.join(" and ")) }
}

/// What the instructions show whatever the hints say.
fn by_use(array: &Array, lines: &KernelLines) -> Option<(Rule, String)> {
    let uses = array.uses();
    if array.is_kept_by_loop() {
        let element = element(array);
        let edit = format!(
            "a loop loads and stores the same {element} in each iteration: keep it in a \
             variable, which is a register (without volatile), and store it after the loop"
        );
        return Some((Rule::SharedMemoryReuse, edit));
    }
    let is_read_only = array.is_global() && array.is_read_only() && array.loaded > 0;
    if !is_read_only || !matches!(array.base, Base::Parameters(_)) {
        return None;
    }
    let element = element(array);
    let all = u64::from(lines.block.iter().product::<u32>());
    let sharing = array.sharing.unwrap_or_default();
    if uses.contains(&Use::Broadcast) && sharing.threads == all {
        return Some((
            Rule::Broadcast,
            format!(
                "all {all} threads of a block read the same {element} at a time: declare it __constant__ \
                 if it has at most 64 KiB, or copy it into shared memory once a block"
            ),
        ));
    }
    if uses.contains(&Use::SharedInBlocks) {
        return Some((
            Rule::SharedMemoryReuse,
            format!(
                "{}: copy the part of {element} that a block needs into shared memory",
                shared_words(array)
            ),
        ));
    }
    if let Some(times) = array.loads_of_a_byte.filter(|times| *times >= LEAST_LOADS) {
        return Some((
            Rule::SharedMemoryReuse,
            format!(
                "each byte that device memory delivers is loaded {times:.0} times: copy the part of {element} \
                 that a block needs, with its border, into shared memory, or let a thread use what it loaded \
                 for several results"
            ),
        ));
    }
    if uses.contains(&Use::Repeated) {
        return Some((
            Rule::Broadcast,
            format!(
                "a loop reads the same {element} in each turn: read it into a variable before the loop, or \
                 declare the pointer `const … *__restrict__`, so that the compiler may"
            ),
        ));
    }
    None
}
