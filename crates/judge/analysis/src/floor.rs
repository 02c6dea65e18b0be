//! What a launch needs at least, and the time below which none that does this work can fall. Pure.
//!
//! Emulation knows every address, so that it counts each 32-byte sector once, however often a kernel
//! asks for it. Device memory must deliver those that are read, unless L2 still has them, and take
//! those that are written.

use propp_base_model::Machine;
use propp_base_model::counters::{
    DOUBLE_OPERATIONS, DRAM_READ, DRAM_WRITTEN, GLOBAL_ATOMIC_SECTORS, GLOBAL_LOAD_SECTORS,
    GLOBAL_REDUCTION_SECTORS, GLOBAL_STORE_SECTORS, HALF_OPERATIONS, L2_SECTORS_FROM_L1,
    NEEDED_READS, NEEDED_WRITES, NEW_INPUTS, NEW_RESULTS, READ_BACK, SINGLE_OPERATIONS,
    USED_RESULTS,
};
use propp_judge_cost::Work;
use schemars::JsonSchema;
use serde::Serialize;

const SECTOR_BYTES: f64 = 32.0;

/// Of the peak of device memory: no kernel of the suites of an H100 and an H200 moves more
/// (`tests/emulate/floor.rs`).
pub const REACHED: f64 = 0.96;

/// Below, an empty launch takes longer, and L2 is asked for little.
const SHORTEST_NS: f64 = 1_000.0;

/// With less of what is needed from device memory, the rest being in L2, the floor says nothing.
const LEAST_FROM_MEMORY: f64 = 0.5;

/// A measured launch may be below a floor by the error of both.
const LEAST_LEFT: f64 = 0.97;

/// Bytes that a launch needs, in the mean: each sector of 32 counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NeedsJson")]
pub struct Needs {
    /// Read, and not written by the launch before that.
    pub read_bytes: f64,
    /// Written, be it read or not.
    pub written_bytes: f64,
    /// Of those written, what the launch reads later and did not before: it may be for its own use.
    pub read_back_bytes: f64,
}

impl Needs {
    /// `None` unless the launches were emulated.
    pub fn of(work: &Work) -> Option<Self> {
        let bytes = |name: &str| Some(SECTOR_BYTES * work.counts.get(name)?);
        Some(Self {
            read_bytes: bytes(NEEDED_READS)?,
            written_bytes: bytes(NEEDED_WRITES)?,
            read_back_bytes: bytes(READ_BACK)?,
        })
    }

    /// What has to come in or go out.
    pub fn bytes(&self) -> f64 {
        self.read_bytes + self.leaves()
    }

    fn leaves(&self) -> f64 {
        self.written_bytes - self.read_back_bytes
    }

    /// How many times what it needs a launch asks L1 and L2 for; `None` unless it was emulated.
    pub fn asked_times(work: &Work) -> Option<[f64; 2]> {
        let needed = Self::of(work)?;
        let needed = needed.read_bytes + needed.written_bytes;
        let atomics = [GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS];
        let of_l1 = [GLOBAL_LOAD_SECTORS, GLOBAL_STORE_SECTORS];
        let of_l1 = of_l1.iter().chain(&atomics).map(|name| work.count(name)).sum::<f64>();
        let times = |sectors: f64| SECTOR_BYTES * sectors / needed;
        (needed > 0.0).then(|| [times(of_l1), times(work.count(L2_SECTORS_FROM_L1))])
    }
}

/// The least that a launch takes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "FloorJson")]
pub struct Floor {
    /// The bytes that it needs.
    pub needs: Needs,
    /// The nanoseconds in which device memory moves all that it needs; null if its peak is not known.
    pub cold_ns: Option<f64>,
    /// The same of the part that a launch moves there; null where that is no limit.
    pub ns: Option<f64>,
    /// The mean launch, as a multiple of this: what is left to gain. Null without a floor or a time.
    pub left: Option<f64>,
    /// Why there is no floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
}

impl Floor {
    /// Of launches on a GPU, whose needs emulation has counted.
    pub(super) fn of(
        works: &[Work],
        mean_ns: Option<u64>,
        needs: Needs,
        machine: Option<Machine>,
    ) -> Self {
        let cold_ns = cold_ns(&needs, machine);
        let none = Self { needs, cold_ns, ns: None, left: None, reason: None };
        let moved = moved(works, &needs).and_then(|moved| {
            let cold = cold_ns.ok_or("the peak of device memory is not known")?;
            match moved / needs.bytes() {
                _ if cold < SHORTEST_NS => Err("it needs so little that launching takes longer"),
                share if share < LEAST_FROM_MEMORY => Err("most of what it needs is in L2"),
                share if mean_ns.is_some_and(|mean| (mean as f64) < LEAST_LEFT * cold * share) => {
                    Err("it is faster than device memory: L2 has what it needs when it is timed, or \
                         the emulated launch did more")
                }
                share => Ok(cold * share),
            }
        });
        match moved {
            Err(reason) => Self { reason: Some(reason), ..none },
            Ok(ns) => {
                let left = mean_ns.map(|mean| mean as f64 / ns);
                Self { ns: Some(ns), left, ..none }
            }
        }
    }

    /// Of emulated launches, as if nothing of what they need were in L2.
    pub(super) fn emulated(works: &[Work], machine: Option<Machine>) -> Option<Self> {
        let [work] = works else { return None };
        let needs = Needs::of(work)?;
        let ns = cold_ns(&needs, machine);
        Some(Self { needs, cold_ns: ns, ns, left: None, reason: None })
    }
}

fn cold_ns(needs: &Needs, machine: Option<Machine>) -> Option<f64> {
    Some(needs.bytes() / (machine?.peak_bytes_per_s? * REACHED) * 1e9)
}

/// Of what a launch needs, the bytes that device memory moves.
fn moved(works: &[Work], needs: &Needs) -> Result<f64, &'static str> {
    let [work] = works else { return Err("its launches differ") };
    let count = |name: &str| work.counts.get(name).copied();
    match (count(DRAM_READ), count(DRAM_WRITTEN)) {
        (Some(read), Some(written)) => Ok(needs.read_bytes.min(read) + needs.leaves().min(written)),
        _ => Err("the bytes of device memory were not counted"),
    }
}

/// What the kernels of a program need together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ProgramNeeds {
    /// Different bytes that no kernel has written, and some kernel reads.
    pub input_bytes: f64,
    /// Different bytes that some kernel writes, and none reads later.
    pub result_bytes: f64,
    /// The same with what kernels read back or later: the results are among them.
    pub written_bytes: f64,
    /// Sums and products in half, single and double precision.
    pub operations: [f64; 3],
}

impl ProgramNeeds {
    /// Of all launches; `None` unless they were emulated.
    pub fn of<'a>(works: impl IntoIterator<Item = &'a Work>) -> Option<Self> {
        works.into_iter().try_fold(Self::default(), Self::with)
    }

    fn with(self, work: &Work) -> Option<Self> {
        let count = |name: &str| Some(work.counts.get(name)? * work.launches as f64);
        let [half, single, double] = self.operations;
        let new = count(NEW_RESULTS)?;
        Some(Self {
            input_bytes: self.input_bytes + SECTOR_BYTES * count(NEW_INPUTS)?,
            result_bytes: self.result_bytes + SECTOR_BYTES * (new - count(USED_RESULTS)?),
            written_bytes: self.written_bytes + SECTOR_BYTES * (new + count(READ_BACK)?),
            operations: [
                half + count(HALF_OPERATIONS)?,
                single + count(SINGLE_OPERATIONS)?,
                double + count(DOUBLE_OPERATIONS)?,
            ],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100 bytes a nanosecond at the share of its peak that memory reaches.
    const MACHINE: Machine = Machine {
        sms: 4.0,
        warps_per_sm: 64.0,
        instructions_per_s: None,
        peak_bytes_per_s: Some(100e9 / REACHED),
    };

    fn work(counts: &[(&str, f64)]) -> Work {
        let counts = counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        Work { counts, ..Work::default() }
    }

    /// Reads 640,000 bytes and leaves 320,000, of which device memory moves these shares.
    fn floor(read: f64, written: f64, mean_ns: Option<u64>) -> Floor {
        let needs = Needs::of(&work(&[
            (NEEDED_READS, 20_000.0),
            (NEEDED_WRITES, 15_000.0),
            (READ_BACK, 5_000.0),
        ]));
        let moved = work(&[(DRAM_READ, read * 640_000.0), (DRAM_WRITTEN, written * 320_000.0)]);
        Floor::of(&[moved], mean_ns, needs.unwrap(), Some(MACHINE))
    }

    fn is_near(got: Option<f64>, want: f64) -> bool {
        got.is_some_and(|got| (got - want).abs() < 1e-6 * want)
    }

    #[test]
    fn a_launch_takes_at_least_what_memory_moves_of_its_needs() {
        let whole = floor(1.0, 1.0, Some(19_200));
        assert!(is_near(whole.cold_ns, 9_600.0) && is_near(whole.ns, 9_600.0), "{whole:?}");
        assert!(is_near(whole.left, 2.0) && whole.reason.is_none());
        // What is moved beyond the needs does not count.
        assert_eq!(floor(3.0, 2.0, Some(19_200)), whole);
        let half_in_l2 = floor(0.5, 1.0, None);
        assert!(is_near(half_in_l2.ns, 6_400.0), "{half_in_l2:?}");
        assert_eq!(half_in_l2.left, None);
    }

    #[test]
    fn a_floor_that_says_nothing_has_a_reason() {
        let reason = |floor: Floor| floor.reason.unwrap_or_default();
        let faster = reason(floor(1.0, 1.0, Some(9_000)));
        assert!(faster.starts_with("it is faster than device memory"), "{faster}");
        // The error of both.
        assert_eq!(reason(floor(1.0, 1.0, Some(9_400))), "");
        assert_eq!(reason(floor(0.3, 0.8, None)), "most of what it needs is in L2");
        let needs = Needs { read_bytes: 64.0, ..Needs::default() };
        let moved = work(&[(DRAM_READ, 64.0), (DRAM_WRITTEN, 0.0)]);
        let of = |works: &[Work], machine| reason(Floor::of(works, None, needs, machine));
        let two = [moved.clone(), moved];
        assert!(of(&two[..1], Some(MACHINE)).starts_with("it needs so little"));
        assert!(of(&two[..1], None).contains("peak of device memory is not known"));
        assert_eq!(of(&two, Some(MACHINE)), "its launches differ");
        assert!(of(&[work(&[])], Some(MACHINE)).contains("were not counted"));
    }

    #[test]
    fn sectors_asked_for_are_told_as_multiples_of_the_needs() {
        let needs = [(NEEDED_READS, 10.0), (NEEDED_WRITES, 10.0), (READ_BACK, 4.0)];
        let asked = [
            (GLOBAL_LOAD_SECTORS, 30.0),
            (GLOBAL_STORE_SECTORS, 10.0),
            (GLOBAL_ATOMIC_SECTORS, 15.0),
            (GLOBAL_REDUCTION_SECTORS, 5.0),
            (L2_SECTORS_FROM_L1, 40.0),
        ];
        let times = |counts: &[(&str, f64)]| Needs::asked_times(&work(counts));
        assert_eq!(times(&[&needs[..], &asked].concat()), Some([3.0, 2.0]));
        assert_eq!(times(&asked), None);
        assert_eq!(times(&needs.map(|(name, _)| (name, 0.0))), None);
    }

    #[test]
    fn a_program_needs_what_its_kernels_did_not_make() {
        let counts = [
            (NEW_INPUTS, 10.0),
            (NEW_RESULTS, 6.0),
            (USED_RESULTS, 2.0),
            (READ_BACK, 1.0),
            (HALF_OPERATIONS, 3.0),
            (SINGLE_OPERATIONS, 5.0),
            (DOUBLE_OPERATIONS, 7.0),
        ];
        let [two, three] = [2, 3].map(|launches| Work { launches, ..work(&counts) });
        let all = ProgramNeeds {
            input_bytes: 1600.0,
            result_bytes: 640.0,
            written_bytes: 1120.0,
            operations: [15.0, 25.0, 35.0],
        };
        assert_eq!(ProgramNeeds::of([&two, &three]), Some(all));
        assert_eq!(ProgramNeeds::of([&two, &work(&[])]), None);
    }
}
