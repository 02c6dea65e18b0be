//! Threads that allocate memory.

use propp_base_model::counters::*;
use propp_code_pace::Ran;
use propp_code_sites::What;
use propp_judge_cost::Work;

use super::super::Finding;
use super::{at, of_kind, times};
use crate::change::{Context, Pair};
use crate::facts::{Facts, LANES, evidence};

/// Calls of `malloc` and `new`.
fn calls(sites: &[Ran]) -> Vec<(&Ran, f64)> {
    of_kind(sites, |what| matches!(what, What::Heap { .. }))
}

/// Whether all local memory of a kernel is what `malloc` uses: it is in the counts, and not in the code.
pub(crate) fn has_all_local_memory(sites: &[Ran]) -> bool {
    sites.iter().any(|ran| matches!(ran.site.what, What::Heap { has_arrays: false, .. }))
}

/// The most time that allocations may take: the whole GPU makes one after the other, each in
/// 0.4 to 1.4 us with what frees it, on an H100 (`geo_clip`, `mat_boys` of tests/pairs).
pub(crate) fn most_of_heap(facts: &Facts<'_>) -> Option<f64> {
    const EACH_NS: f64 = 1400.0;
    let lanes = |ran: &Ran| match ran.site.what {
        What::Heap { by_one: true, .. } => 1.0,
        _ => LANES,
    };
    Some(calls(&facts.sites).iter().map(|(ran, times)| times * lanes(ran)).sum::<f64>() * EACH_NS)
}

/// Threads call `malloc` so often that it takes time.
pub(crate) fn heap(facts: &Facts<'_>) -> Option<Finding> {
    let calls = calls(&facts.sites);
    if calls.is_empty() || most_of_heap(facts)? < 0.1 * facts.time_ns()? {
        return None;
    }
    let mut finding = Finding::new(
        vec![evidence("calls of malloc or new, of all warps", times(&calls), [INST_EXECUTED])],
        vec![
            "threads allocate memory in the kernel: the GPU makes its allocations one after the other, \
             and what they return lies far apart for neighbouring threads"
                .to_owned(),
        ],
        "allocate once before the launch (cudaMalloc) and give each thread its part, with the elements of \
         neighbouring threads side by side; a small array of a fixed size may be a local variable or lie \
         in shared memory",
    );
    finding.at = at(facts, "calls of malloc or new", &calls);
    Some(finding)
}

/// Neither what `malloc` keeps in local memory, nor that some warps wait for others in it.
pub(crate) fn allocated_before(work: &Work, context: &Context<'_>) -> Pair {
    Pair::edited(work, |edit| {
        if has_all_local_memory(context.sites) {
            let accesses = edit.get(LOCAL_BYTES) / 4.0;
            edit.set(LOCAL_BYTES, 0.0);
            edit.add(&[INST_EXECUTED, INST_ISSUED, PIPE_LSU, DATA_WAVEFRONTS], -accesses);
        }
        edit.is_even = true;
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use propp_code_sites::Site;

    fn left(has_arrays: bool) -> [f64; 4] {
        let counts = [
            (LOCAL_BYTES, 4000.0),
            (INST_EXECUTED, 9000.0),
            (INST_EXECUTED_MAX, 7000.0),
            (PIPE_LSU, 1500.0),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count));
        let work = Work { counts: counts.into(), ..Work::default() };
        let what = What::Heap { by_one: false, has_arrays };
        let (body, before) = ([].into(), [].into());
        let site =
            Site { what, offset: 0, opcode: "CALL", depth: 0, block: 0, body, before, line: None };
        let ran = Ran {
            site: site.into(),
            times: 1.0,
            entries: 1.0,
            load_rounds: 0.0,
            instructions: 1.0,
            cycles: 0.0,
        };
        let context = Context { sites: &[ran], ..Context::default() };
        let pair = allocated_before(&work, &context);
        [LOCAL_BYTES, INST_EXECUTED, PIPE_LSU, INST_EXECUTED_MAX]
            .map(|name| pair.without.counts[name])
    }

    #[test]
    fn local_memory_that_the_code_has_not_is_of_malloc() {
        assert_eq!(left(false), [0.0, 8000.0, 500.0, 2000.0]);
        assert_eq!(
            left(true),
            [4000.0, 9000.0, 1500.0, 2250.0],
            "the kernel has arrays of its own"
        );
    }
}
