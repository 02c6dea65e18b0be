//! Numbers of barriers and of accesses to the stack.

use propp_gate_code::{Build, Count, Counted, KernelCode, Topic};

use crate::support::{build, judged};

/// The reported change of barriers, from the number of all and the number in loops.
fn barriers(kernel: &KernelCode, before: [u32; 2], now: [u32; 2]) -> Option<String> {
    let [before, now] = [before, now].map(|[all, in_loops]| {
        let mut kernel = kernel.clone();
        kernel.counts.insert(Count::Barriers, Counted { all, in_loops, line: None });
        Build { files: Vec::new(), kernels: vec![kernel] }
    });
    let result = judged(&before, &now);
    let reasons = result.kernels.into_iter().flat_map(|kernel| kernel.reasons);
    let mut changes = reasons.map(|reason| reason.change);
    changes.find(|change| change.topic == Topic::Barriers).map(|change| change.text)
}

fn first(of: impl Fn(&KernelCode) -> bool) -> KernelCode {
    build("before.regressions").kernels.into_iter().find(of).unwrap()
}

#[test]
fn more_barriers_in_a_loop_are_reported_with_their_place() {
    let looping = first(|kernel| kernel.loops().next().is_some());
    let reported = barriers(&looping, [2, 1], [3, 2]);
    assert_eq!(reported.as_deref(), Some("2 barriers in a loop, before 1"));
    let straight = first(|kernel| kernel.loops().next().is_none());
    let reported = barriers(&straight, [1, 0], [2, 0]);
    assert_eq!(reported.as_deref(), Some("2 barriers, before 1"));
}

/// At least four more and more than a tenth more, as if a loop was unrolled as a whole.
#[test]
fn barriers_outside_of_loops_count_if_there_are_many_more() {
    let looping = first(|kernel| kernel.loops().next().is_some());
    let reported = |before: u32, now: u32| barriers(&looping, [before + 1, 1], [now + 1, 1]);
    assert_eq!(reported(20, 24).as_deref(), Some("24 barriers outside of loops, before 20"));
    assert_eq!(reported(60, 68).as_deref(), Some("68 barriers outside of loops, before 60"));
    assert_eq!(reported(2, 5), None);
    assert_eq!(reported(60, 66), None);
}

/// Each access to the stack is a spill or another one, and is counted once.
#[test]
fn accesses_to_the_stack_add_up() {
    let mut checked = 0;
    for kernel in build("after.regressions").kernels {
        for (direction, spills, others) in [
            ("load", Count::SpillLoads, Count::LocalLoads),
            ("store", Count::SpillStores, Count::LocalStores),
        ] {
            let local = kernel.accesses.iter().filter(|access| access.space == "local");
            let own = || local.clone().filter(|access| access.direction == direction);
            let all: u32 = own().map(|access| access.count).sum();
            let in_loops: u32 =
                own().filter(|access| access.depth > 0).map(|access| access.count).sum();
            let counted = [spills, others].map(|what| kernel.count(what));
            let name = &kernel.symbol;
            assert_eq!(counted.iter().map(|one| one.all).sum::<u32>(), all, "{name}");
            assert_eq!(counted.iter().map(|one| one.in_loops).sum::<u32>(), in_loops, "{name}");
            checked += u32::from(in_loops > 0);
        }
    }
    assert!(checked > 20, "{checked}");
}
