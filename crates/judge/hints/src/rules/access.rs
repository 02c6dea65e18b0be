//! Global memory: scattered and misaligned accesses.

use propp_base_model::counters::*;
use propp_judge_cost::Work;
use propp_judge_criteria::Criterion;

use super::Finding;
use super::reuse::Uniform;
use crate::change::{Context, Edit, Pair};
use crate::facts::{Facts, LANES, SECTOR, evidence};

pub(super) const LINE: f64 = 128.0;

/// The loads or the stores of a kernel.
pub(super) struct Side {
    name: &'static str,
    pub(super) requests: f64,
    pub(super) bytes: f64,
    sectors: f64,
    counters: [&'static str; 3],
}

impl Side {
    fn loads(work: &Work) -> Option<Self> {
        Self::of(work, "loads", [GLOBAL_LOADS, GLOBAL_LOAD_BYTES, GLOBAL_LOAD_SECTORS])
    }

    fn stores(work: &Work) -> Option<Self> {
        Self::of(work, "stores", [GLOBAL_STORES, GLOBAL_STORE_BYTES, GLOBAL_STORE_SECTORS])
    }

    fn of(work: &Work, name: &'static str, counters: [&'static str; 3]) -> Option<Self> {
        let [requests, bytes, sectors] = counters.map(|counter| work.counts.get(counter).copied());
        let (requests, bytes, sectors) = (requests?, bytes?, sectors?);
        (requests > 0.0 && bytes > 0.0).then_some(Self { name, requests, bytes, sectors, counters })
    }

    /// Sectors of a request, and those that its bytes would fill.
    fn per_request(&self) -> (f64, f64) {
        (self.sectors / self.requests, (self.bytes / self.requests / SECTOR).max(1.0))
    }

    /// A warp's threads lie in more sectors than their bytes fill by half and more.
    pub(super) fn is_scattered(&self, all_sectors: f64) -> bool {
        let (sectors, ideal) = self.per_request();
        sectors >= 1.5 * ideal && sectors >= 2.0 && self.sectors >= 0.2 * all_sectors
    }

    /// One sector more than needed.
    fn is_shifted(&self, all_sectors: f64) -> bool {
        let (sectors, ideal) = self.per_request();
        let more = sectors - ideal;
        (0.5..=1.5).contains(&more) && sectors < 1.5 * ideal && self.sectors >= 0.2 * all_sectors
    }

    fn evidence(&self) -> [crate::Evidence; 2] {
        let [requests, bytes, sectors] = self.counters;
        let name = self.name;
        let per_request = |what: &str, count: f64, counter| {
            let what = format!("{what} per request of the {name}");
            evidence(what, count / self.requests, [counter, requests])
        };
        [
            per_request("sectors of 32 bytes", self.sectors, sectors),
            per_request("bytes", self.bytes, bytes),
        ]
    }
}

/// Whether requests that seem to be shifted reach into further lines, too, as a request of 128 bytes that
/// begins within a sector does. Loads of one word by many threads among loads of a word each have more
/// sectors than their bytes fill together, and no further lines.
fn reach_further_lines(work: &Work, shifted: &[Side]) -> bool {
    // Some loads of one word by a whole warp, and the rest in order: that is all of the sectors. Without
    // such loads, the bytes are those that the code's accesses have.
    let bytes = work.count(GLOBAL_LOAD_BYTES) + work.count(GLOBAL_STORE_BYTES);
    let are_shared = work.counts.get(CODE_ACCESS_BYTES).is_some_and(|all| *all > 1.1 * bytes);
    if are_shared && Uniform::of(work).is_some_and(|uniform| uniform.share > 0.1) {
        return false;
    }
    let Some(tags) = work.counts.get(GLOBAL_TAGS) else { return true };
    let sum = |names: &[&str]| -> f64 { names.iter().map(|name| work.count(name)).sum() };
    let requests = sum(&[GLOBAL_LOADS, GLOBAL_STORES]);
    let atomics = sum(&[GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS]);
    let least = (work.count(GLOBAL_BYTES) / LINE).max(requests) + atomics;
    // Of bytes that fill a part of a line, a part of the shifts crosses its end.
    let crossing = shifted.iter().map(|side| {
        let (sectors, ideal) = side.per_request();
        (sectors - ideal) * side.requests * (side.bytes / side.requests / LINE).min(1.0)
    });
    tags - least >= 0.5 * crossing.sum::<f64>()
}

/// Sectors of a load beyond those that its bytes fill, where a rule would tell of them.
pub(crate) fn sectors_in_vain(facts: &Facts<'_>) -> Option<f64> {
    let ([loads, _], all) = sides(facts);
    let loads = loads.filter(|side| side.is_scattered(all) || side.is_shifted(all))?;
    let (sectors, ideal) = loads.per_request();
    let is_told = loads.is_scattered(all) || reach_further_lines(facts.work, &[loads]);
    is_told.then_some(sectors - ideal)
}

pub(super) fn sides(facts: &Facts<'_>) -> ([Option<Side>; 2], f64) {
    sides_of(facts.work)
}

fn sides_of(work: &Work) -> ([Option<Side>; 2], f64) {
    let both = [Side::loads(work), Side::stores(work)];
    let all = both.iter().flatten().map(|side| side.sectors).sum();
    (both, all)
}

/// The stores, if they are scattered, and the loads, if they are, too, and L1 does not serve nearly all of
/// them: a tile for the stores would not mend them. `trusts_l1` is not for emulated counts, whose blocks
/// have L1 for themselves.
fn scattered_stores(work: &Work, trusts_l1: bool) -> Option<(Side, Option<Side>)> {
    let ([loads, stores], all) = sides_of(work);
    let stores = stores.filter(|side| side.is_scattered(all))?;
    let others: f64 = [GLOBAL_ATOMIC_SECTORS, GLOBAL_REDUCTION_SECTORS]
        .iter()
        .filter_map(|name| work.counts.get(*name))
        .sum();
    let from_l1 = work.counts.get(L2_SECTORS_FROM_L1).filter(|_| trusts_l1);
    let is_from_l2 = from_l1.is_none_or(|sectors| {
        let loaded = sectors - stores.sectors - others;
        loaded >= 0.2 * (loaded + stores.sectors)
    });
    let loads = loads.filter(|side| is_from_l2 && side.is_scattered(all));
    Some((stores, loads))
}

/// Stores are scattered, and maybe loads, too.
pub(crate) fn scattered_access(facts: &Facts<'_>) -> Option<Finding> {
    let is_told = [GLOBAL_LOADS, GLOBAL_STORES].iter().any(|name| facts.count(name).is_some());
    if !is_told {
        return scattered_by_criteria(facts);
    }
    let (stores, loads) = scattered_stores(facts.work, facts.kernel.order.is_none())?;
    let mut causes = vec![apart(&stores)];
    causes.extend(loads.as_ref().map(apart));
    let mut evidence: Vec<_> = stores.evidence().into();
    evidence.extend(loads.iter().flat_map(Side::evidence));
    let remedy = if loads.is_none() {
        "only the stores are uncoalesced, as in a transpose by columns: collect a tile in \
         shared memory (32 x 33 words; the padding avoids bank conflicts) and store it row by \
         row"
    } else {
        "let thread i of a warp access element i: exchange the loops so that neighbouring \
         threads differ by 1 and the loop steps by the number of threads; replace an array of \
         structures by a structure of arrays"
    };
    Some(Finding::new(evidence, causes, remedy))
}

/// By the criteria alone, for recordings that do not tell loads from stores.
fn scattered_by_criteria(facts: &Facts<'_>) -> Option<Finding> {
    const SCATTERED: f64 = 0.5;
    let of = |criterion, counters: [&'static str; 2]| {
        let value = facts.criterion(criterion)?;
        Some(evidence(format!("{criterion}"), value, counters))
    };
    let from_l2 = facts.criterion(Criterion::GranL2).filter(|value| *value < SCATTERED)?;
    let evidence = [
        of(Criterion::GranL1, [GLOBAL_BYTES, GLOBAL_TAGS]),
        of(Criterion::GranL2, [GLOBAL_BYTES, L2_SECTORS_FROM_L1]),
    ];
    let cause = format!(
        "neighbouring threads load or store far apart (the recording does not show which): \
         threads requested {:.0} % of the bytes that L2 moves for L1",
        100.0 * from_l2
    );
    Some(Finding::new(
        evidence.into_iter().flatten().collect(),
        vec![cause],
        "let neighbouring threads access neighbouring elements; if rows become columns, \
         as in a transpose, collect a tile in shared memory (32 x 33 words; the padding \
         avoids bank conflicts) and store it row by row",
    ))
}

/// Bytes of an access of a thread, at most, in a kernel that goes through bytes or halves of words.
const NARROW: f64 = 2.5;

pub(crate) fn scattered_reads(facts: &Facts<'_>) -> Option<Finding> {
    let ([loads, stores], all) = sides(facts);
    let loads = loads.filter(|side| side.is_scattered(all))?;
    if stores.is_some_and(|side| side.is_scattered(all)) {
        return None;
    }
    let mut evidence: Vec<_> = loads.evidence().into();
    let from_l2 = facts.criterion(Criterion::GranL2);
    let mut causes = vec![apart(&loads)];
    let counters = [GLOBAL_BYTES, L2_SECTORS_FROM_L1];
    evidence.extend(from_l2.map(|value| crate::facts::evidence("Gran_L2", value, counters)));
    let is_used_later = from_l2.is_some_and(|value| value > 0.5);
    let width = bytes_per_thread(facts.work);
    causes.push(match (is_used_later, width) {
        (true, Some(width)) if width <= NARROW => format!(
            "the rest of each sector is used later, from L1: each thread goes on in a row of its own, or \
             reads a table, {} at a time",
            if width < 1.5 { "a byte" } else { "two bytes" }
        ),
        (true, _) => "the rest of each sector is used later, from L1: a strided loop that returns to the \
                      same sectors"
            .to_owned(),
        (false, _) => {
            "the rest of each sector is not used: a long stride, or indices from a table".to_owned()
        }
    });
    if is_used_later && width.is_some_and(|width| width <= NARROW) {
        let remedy = "where a thread goes on in a row of its own, let it load 16 bytes at a time (uint4; rows \
                      must begin at multiples of 16 bytes) and take the values from its registers; or change \
                      the order, so that neighbouring threads read neighbouring elements";
        return Some(Finding::new(evidence, causes, remedy));
    }
    let remedy = "if you can choose the order, let neighbouring threads read neighbouring \
                  elements, or load a tile row by row into shared memory and read its columns \
                  there; otherwise sort or group the indices, read through the read-only path \
                  (__ldg, const __restrict__), use a texture for two-dimensional locality, \
                  and use larger blocks";
    Some(Finding::new(evidence, causes, remedy))
}

/// Bytes of an access of one thread, as the machine code says; `None` without the code.
pub(super) fn bytes_per_thread(work: &Work) -> Option<f64> {
    let bytes = work.counts.get(CODE_ACCESS_BYTES)?;
    let requests = work.count(GLOBAL_LOADS) + work.count(GLOBAL_STORES);
    (requests > 0.0 && *bytes > 0.0).then(|| bytes / LANES / requests)
}

fn apart(side: &Side) -> String {
    let (sectors, ideal) = side.per_request();
    format!(
        "{}: the threads of a warp access {sectors:.1} sectors, and their bytes would fill \
         {ideal:.1}: neighbouring threads are {} bytes or more apart",
        side.name,
        if sectors > 24.0 { 32 } else { 8 }
    )
}

/// A warp's accesses begin within a sector.
pub(crate) fn misaligned(facts: &Facts<'_>) -> Option<Finding> {
    let (both, all) = sides(facts);
    let shifted: Vec<Side> =
        both.into_iter().flatten().filter(|side| side.is_shifted(all)).collect();
    let first = shifted.first().filter(|_| reach_further_lines(facts.work, &shifted))?;
    let cause = format!(
        "{}: a request accesses about one sector more than its bytes fill: its first address \
         is not a multiple of 32 bytes",
        first.name
    );
    let sum = |of: fn(&Side) -> f64| shifted.iter().map(of).sum::<f64>();
    let needed = sum(|side| side.per_request().1 * side.requests);
    let lacks = Some(1.0 - needed / sum(|side| side.sectors));
    let finding = Finding::new(
        shifted.iter().flat_map(Side::evidence).collect(),
        vec![cause],
        "align rows to 128 bytes (cudaMallocPitch, padded rows), and shift the index \
         so that each warp begins at an aligned address; let a few threads handle the \
         remainder at both ends; take the elements of neighbouring threads (i - 1, i + 1) from these \
         threads (__shfl_up_sync, __shfl_down_sync) or from a tile in shared memory",
    );
    Some(Finding { lacks, ..finding })
}

/// Stores go into shared memory and out of it, once each.
fn through_a_tile(edit: &mut Edit, requests: f64) {
    let once =
        [EXACT_SHARED_STORES, EXACT_STORE_WAVEFRONTS, EXACT_SHARED_LOADS, EXACT_LOAD_WAVEFRONTS];
    let twice = [DATA_WAVEFRONTS, PIPE_LSU, INST_EXECUTED, INST_ISSUED];
    for (names, times) in [(once, 1.0), (twice, 2.0)] {
        edit.add(&names, times * requests);
    }
}

/// Each request touches the sectors that its bytes fill. Where stores alone are scattered, they go
/// through a tile.
pub(crate) fn gathered(work: &Work, _: &Context<'_>) -> Pair {
    Pair::edited(work, |edit| {
        if let Some((stores, None)) = scattered_stores(work, true) {
            through_a_tile(edit, stores.requests);
        }
        let ideal =
            |edit: &Edit, requests, bytes: &str| (edit.get(bytes) / SECTOR).max(edit.get(requests));
        let loads = ideal(edit, GLOBAL_LOADS, GLOBAL_LOAD_BYTES);
        let stores = ideal(edit, GLOBAL_STORES, GLOBAL_STORE_BYTES);
        fewer_sectors(edit, loads, stores);
    })
}

/// Loads and stores touch so many sectors at most: what L1 looks up, asks of L2 and gets from DRAM follows.
pub(super) fn fewer_sectors(edit: &mut Edit, loads: f64, stores: f64) {
    let atomics = edit.get(GLOBAL_ATOMIC_SECTORS) + edit.get(GLOBAL_REDUCTION_SECTORS);
    let sectors = edit.get(GLOBAL_LOAD_SECTORS) + edit.get(GLOBAL_STORE_SECTORS);
    edit.lower(GLOBAL_LOAD_SECTORS, loads);
    edit.lower(GLOBAL_STORE_SECTORS, stores);
    let left = (edit.get(GLOBAL_LOAD_SECTORS) + edit.get(GLOBAL_STORE_SECTORS)) / sectors.max(1.0);
    lower_tags(edit, atomics);
    let (before, own) = (edit.get(L2_SECTORS_FROM_L1), loads + stores + atomics);
    edit.lower(L2_SECTORS_FROM_L1, own.max(before * left.min(1.0)));
    let l2 = edit.get(L2_SECTORS_FROM_L1);
    // Requests carry up to four sectors each.
    edit.lower(L2_REQUESTS, (l2 / 4.0).max(atomics));
    let (read, written) = (edit.get(DRAM_READ), edit.get(DRAM_WRITTEN));
    let (loaded, stored) = (edit.get(GLOBAL_LOAD_BYTES), edit.get(GLOBAL_STORE_BYTES));
    edit.lower(DRAM_READ, loaded);
    edit.lower(DRAM_WRITTEN, stored);
    let moved = (edit.get(DRAM_READ) + edit.get(DRAM_WRITTEN)) / (read + written).max(1.0);
    edit.scale(&[L2_MISSES], moved);
    // A load waits for the last of its sectors: with fewer of them in L1, it waits no longer.
    let share = |missed: f64, sectors: f64| missed / sectors.max(1.0);
    let (was, is) = (share(before, sectors), share(l2, loads + stores));
    if is > was {
        edit.scale(&[CODE_LOAD_ROUNDS], was / is);
    }
}

/// Lines of 128 bytes as few as the bytes fill, and the trips of the data path that
/// the others cost.
pub(super) fn lower_tags(edit: &mut Edit, atomics: f64) {
    let requests = edit.get(GLOBAL_LOADS) + edit.get(GLOBAL_STORES);
    let tags = edit.get(GLOBAL_TAGS);
    edit.lower(GLOBAL_TAGS, (edit.get(GLOBAL_BYTES) / LINE).max(requests) + atomics);
    let (left, shared) =
        (edit.get(GLOBAL_TAGS), edit.get(EXACT_LOAD_WAVEFRONTS) + edit.get(EXACT_STORE_WAVEFRONTS));
    let wavefronts = edit.get(DATA_WAVEFRONTS);
    edit.lower(DATA_WAVEFRONTS, (wavefronts - (tags - left)).max(shared + left));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattered_stores_go_through_a_tile_where_l1_serves_the_loads() {
        let gathered_with = |l2_sectors: f64| {
            let counts = [
                (GLOBAL_LOADS, 400.0),
                (GLOBAL_LOAD_BYTES, 14_000.0),
                (GLOBAL_LOAD_SECTORS, 1_200.0),
                (GLOBAL_STORES, 100.0),
                (GLOBAL_STORE_BYTES, 12_800.0),
                (GLOBAL_STORE_SECTORS, 3_200.0),
                (L2_SECTORS_FROM_L1, l2_sectors),
                (EXACT_SHARED_LOADS, 0.0),
                (INST_EXECUTED, 5_000.0),
            ];
            let counts = counts.map(|(name, count)| (name.to_owned(), count));
            let work = Work { counts: counts.into(), ..Work::default() };
            let pair = gathered(&work, &Context::default());
            [EXACT_SHARED_LOADS, INST_EXECUTED, GLOBAL_STORE_SECTORS]
                .map(|name| pair.without.counts[name])
        };
        assert_eq!(gathered_with(3_300.0), [100.0, 5_200.0, 400.0]);
        // A quarter of what L2 delivers are loads, which are scattered, too: another order mends both.
        assert_eq!(gathered_with(4_300.0), [0.0, 5_000.0, 400.0]);
    }
}
