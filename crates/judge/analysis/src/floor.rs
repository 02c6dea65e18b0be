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
