//! Memories by property, as Table 2 of Fang and others has them, from what loads of whole
//! warps showed on this GPU.

use propp_base_model::DeviceProfile;
use propp_base_model::finding::Value;

use super::words::{NONE, number};

/// A memory, and what it does with a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    pub memory: &'static str,
    /// A cell for each of [`PROPERTIES`].
    pub cells: Vec<Cell>,
}

/// A property of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub here: String,
    /// On the K20c, as the paper has it; `None` where its table has no such cell.
    pub k20c: Option<&'static str>,
}

/// The properties, in the order of the cells.
pub const PROPERTIES: [&str; 5] = [
    "one word for all lanes",
    "distinct words in parallel",
    "must be aligned",
    "must be consecutive",
    "must be in order",
];

/// Series name, name, and the paper's four properties of it on the K20c.
type Of = (&'static str, &'static str, Option<[&'static str; 4]>);

const GLOBAL: Option<[&str; 4]> = Some(["supported", "supported", "no impact", "large impact"]);

const MEMORIES: [Of; 6] = [
    ("shared", "shared", Some(["supported", "supported", "no impact", "no impact"])),
    (
        "constant",
        "constant",
        Some(["supported", "not supported", "does not apply", "does not apply"]),
    ),
    ("cached", "global, in L1", GLOBAL),
    ("l2", "global, in L2", GLOBAL),
    ("read_only", "global, read-only way", None),
    ("texture", "texture", Some(["supported", "supported", "no impact", "small impact"])),
];

/// Every memory of which loads were measured.
pub fn by_property(profile: &DeviceProfile) -> Vec<Memory> {
    MEMORIES
        .iter()
        .map(|(series, memory, paper)| of_memory(profile, series, memory, *paper))
        .filter(|memory| memory.cells.iter().any(|cell| cell.here != NONE))
        .collect()
}

fn of_memory(
    profile: &DeviceProfile,
    series: &str,
    memory: &'static str,
    paper: Option<[&'static str; 4]>,
) -> Memory {
    let id = |name: &str| format!("warp.{series}.{name}");
    let here = [
        broadcast(profile, series),
        parallel(profile, series),
        matters(profile, &id("aligned")),
        apart(profile, series),
        matters(profile, &id("in_order")),
    ];
    let of_paper = |at: usize| paper.and_then(|words| words.get(at).copied());
    let cells = here.into_iter().enumerate().map(|(at, here)| Cell { here, k20c: of_paper(at) });
    Memory { memory, cells: cells.collect() }
}

/// Whether a warp whose lanes read one word makes one trip. Where distinct words take
/// longer than one, that one was a single trip. Where they do not, either all were single
/// trips or none was (the third rule of Section 4.2), and then more lanes would be slower.
pub(super) fn broadcasts(profile: &DeviceProfile, series: &str) -> Option<bool> {
    match profile.word(&format!("warp.{series}.distinct_words"))? {
        "one after another" => Some(true),
        _ => Some(profile.word(&format!("warp.{series}.lanes"))? == "parallel"),
    }
}

fn broadcast(profile: &DeviceProfile, series: &str) -> String {
    match broadcasts(profile, series) {
        Some(true) => "supported".to_owned(),
        Some(false) => "not supported".to_owned(),
        None => unknown(profile, &format!("warp.{series}.distinct_words")),
    }
}

fn parallel(profile: &DeviceProfile, series: &str) -> String {
    let id = format!("warp.{series}.distinct_words");
    match profile.word(&id) {
        Some("at once") => "supported".to_owned(),
        Some(_) => match profile.number(&format!("{id}.cycles_per_more")) {
            Some((cycles, _)) => {
                format!("not supported: {} cycles for each further word", number(cycles))
            }
            None => "not supported".to_owned(),
        },
        None => unknown(profile, &id),
    }
}

fn matters(profile: &DeviceProfile, id: &str) -> String {
    match profile.word(id) {
        Some("need not be") => "no impact".to_owned(),
        Some(_) => "impact".to_owned(),
        None => unknown(profile, id),
    }
}

/// A cost below which a sector does not explain the impact, in cycles.
const LEAST_COST: f64 = 0.05;

/// Whether words must be consecutive, and what each step apart costs: a way of a conflict
/// in shared memory, which knows no sectors, and a sector elsewhere.
fn apart(profile: &DeviceProfile, series: &str) -> String {
    let (cost, step) = match series {
        "shared" => ("shared.conflict_4.cycles_per_way".to_owned(), "way of a bank conflict"),
        series => (format!("warp.{series}.cycles_per_sector"), "sector in a line of its own"),
    };
    let here = matters(profile, &format!("warp.{series}.consecutive"));
    match profile.number(&cost) {
        Some((cycles, _)) if here == "impact" && cycles > LEAST_COST => {
            format!("impact: {} cycles for each {step}", number(cycles))
        }
        _ => here,
    }
}

fn unknown(profile: &DeviceProfile, id: &str) -> String {
    match profile.finding(id).map(|finding| &finding.value) {
        Some(Value::NotIdentifiable(_)) => "not identifiable".to_owned(),
        Some(Value::NotApplicable(_)) => "not applicable".to_owned(),
        _ => NONE.to_owned(),
    }
}
