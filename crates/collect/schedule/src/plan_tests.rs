use propp_recording_wire::{Kernel, Launch, Memory, Range};

use super::super::cost::Saved;
use super::*;

const PASSES: usize = 4;

pub(crate) fn launch(name: u32, correlation: u32) -> Launch {
    Launch {
        name,
        grid: [1, 1, 1],
        block: [128, 1, 1],
        context: 1,
        stream: 7,
        correlation,
        ..Launch::default()
    }
}

/// The trace of a process that launches these kernels in this order. A launch takes
/// 10 us times the kernel's number.
fn seen(order: &[u32]) -> TracedLaunches {
    let mut seen = TracedLaunches::default();
    add(&mut seen, 0, order);
    seen
}

fn add(seen: &mut TracedLaunches, process: u32, order: &[u32]) {
    const NAMES: [&str; 7] = ["", "one", "two", "three", "four", "five", "six"];
    let kernels: Vec<Kernel> = (1_u32..)
        .zip(order)
        .map(|(correlation, &name)| Kernel {
            launch: launch(name, correlation),
            start_ns: 0,
            end_ns: 10_000 * u64::from(name),
        })
        .collect();
    // Records come in no order.
    let (late, early) = kernels.split_at(kernels.len() / 2);
    for part in [early, late] {
        seen.add(process, part, |name| NAMES.get(name as usize).copied());
    }
}

/// Fixed prices, so that new measurements do not change the plans here.
const PRICES: Prices = Prices {
    opening: 0.35,
    set_up: 0.2,
    turn: 0.2,
    replayed_pass: 0.018,
    replayed_pass_per_gigabyte: 0.004,
    replayed_pass_per_pinned_gigabyte: 0.2,
    replayed_pass_per_object: 0.000_01,
    single_pass: 0.001_5,
};

fn request(replay: Replay) -> Request {
    Request {
        replay,
        passes: PASSES,
        most: 3,
        budget: None,
        prices: PRICES,
        outside_steps: true,
        step: None,
        graphs: true,
    }
}

fn plan(seen: &TracedLaunches, request: &Request) -> Schedule {
    schedule(seen, &vec![true; seen.kinds.len()], request)
}

fn launches<'p>(plan: &'p Schedule, name: &str) -> &'p [(u64, u32)] {
    &plan.planned.iter().find(|planned| planned.name == name).unwrap().launches
}

/// A kind that is launched once, and then a loop over five kinds.
fn training(steps: usize) -> Vec<u32> {
    let mut order = vec![6];
    order.extend([1, 2, 3, 4, 5].repeat(steps));
    order
}

#[test]
fn few_launches_are_all_measured_and_many_less_and_less_often() {
    assert_eq!(thinned(0, 3), [0; 0]);
    assert_eq!(thinned(2, 3), [0, 1]);
    assert_eq!(thinned(100, 4), [1, 2, 4, 8]);
    assert_eq!(thinned(4, 3), [1, 2, 3]);
    assert_eq!(thinned(7, 5), [1, 2, 3, 4, 5]);
    assert_eq!(thinned(5, 0), [0, 1, 2, 3, 4]);
    for (count, most) in [(1000, 20), (17, 16), (9, 8), (3, 1)] {
        assert_eq!(thinned(count, most).len() as u64, most);
    }
    for (count, most) in [(0, 3), (2, 3), (3, 3), (4, 3), (100, 7), (100, 0)] {
        assert_eq!(thinned(count, most).len() as u64, count_thinned(count, most));
    }
}

#[test]
fn kernel_replay_needs_one_stage() {
    let seen = seen(&[1, 2, 2, 2, 2, 2, 1]);
    let plan = plan(&seen, &request(Replay::Kernel));
    assert_eq!(plan.stages, [Stage { pass: 0 }]);
    assert_eq!(launches(&plan, "one"), [(0, 0), (1, 0)]);
    assert_eq!(launches(&plan, "two"), [(1, 0), (2, 0), (4, 0)]);
}

fn event(allocated: bool, kind: u32, bytes: u64) -> Memory {
    Memory { allocated, kind, address: 0, bytes, at_ns: 0, device: 0, context: 1 }
}

/// Replay saves each variable of each loaded module, and page-locked memory slowly.
#[test]
fn what_replay_has_to_save_decides_whether_a_loop_is_rotated() {
    let allocation = |kind, bytes| event(true, kind, bytes);
    let (device, pinned, variable) = (3, 2, 6);
    for (events, is_rotated) in [
        (vec![allocation(device, 1 << 20)], false),
        (vec![allocation(variable, 4); 4000], true),
        (vec![allocation(pinned, 1 << 30)], true),
        (vec![allocation(device, 1 << 30)], false),
    ] {
        let mut seen = seen(&training(14));
        seen.add_memory(0, &events);
        let once = Request { most: 1, ..request(Replay::Auto) };
        assert_eq!(plan(&seen, &once).stages.len() > 1, is_rotated, "{}", events[0].kind);
    }
}

#[test]
fn what_is_saved_is_the_most_that_a_process_had_at_once() {
    let mut seen = TracedLaunches::default();
    for process in [0, 1] {
        let events = [(true, 3, 100), (true, 2, 7), (false, 3, 100), (true, 5, 60), (true, 1, 9)];
        let events = events.map(|(allocated, kind, bytes)| event(allocated, kind, bytes));
        seen.add_memory(process, &events);
    }
    assert_eq!(seen.saved, Saved { bytes: 100, pinned_bytes: 7, objects: 2 });
}

#[test]
fn a_loop_is_cheaper_to_rotate_and_what_comes_once_is_replayed() {
    let seen = seen(&training(40));
    let cheap_stages = Prices { set_up: 0.01, turn: 0.01, ..PRICES };
    let plan = plan(&seen, &Request { prices: cheap_stages, ..request(Replay::Auto) });
    assert_eq!(plan.stages.iter().map(|stage| stage.pass).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    assert_eq!(launches(&plan, "six"), [(0, 0)]);
    let one = launches(&plan, "one");
    assert_eq!(one.len(), 3 * PASSES);
    for stage in 1..=4 {
        assert_eq!(one.iter().filter(|(_, of)| *of == stage).count(), 3);
    }
    assert!(one.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1));
    assert!(one[0].0 >= 1, "the first launch loads code");
}

#[test]
fn each_phase_is_rotated_in_turn() {
    let mut order = training(40);
    order.extend([1; 1]);
    order.extend([6].repeat(30));
    let seen = seen(&order);
    let plan = plan(&seen, &request(Replay::Rotate));
    let passes: Vec<u32> = plan.stages.iter().map(|stage| stage.pass).collect();
    assert_eq!(passes, [1, 2, 3, 4, 1, 2, 3, 4]);
    assert!(launches(&plan, "one").iter().all(|(_, stage)| *stage < 4));
    assert!(launches(&plan, "six").iter().all(|(_, stage)| *stage >= 4));
    assert!(!plan.measuring.contains(&Measuring::TooSeldom));
}

#[test]
fn a_rotation_that_does_not_pay_leaves_its_kinds_to_a_later_one() {
    let mut order = [6, 1].repeat(6);
    order.extend([1, 2, 3, 4, 5].repeat(40));
    let plan = plan(&seen(&order), &request(Replay::Auto));
    let passes: Vec<u32> = plan.stages.iter().map(|stage| stage.pass).collect();
    assert_eq!(passes, [0, 1, 2, 3, 4]);
    assert!(launches(&plan, "six").iter().all(|(_, stage)| *stage == 0));
    assert_eq!(launches(&plan, "one").len(), 3 * PASSES);
}

#[test]
fn a_short_program_is_replayed() {
    let plan = plan(&seen(&training(2)), &request(Replay::Auto));
    assert_eq!(plan.stages, [Stage { pass: 0 }]);
}

#[test]
fn graphs_and_several_processes_are_replayed() {
    let cheap =
        Request { prices: Prices { set_up: 0.0, turn: 0.0, ..PRICES }, ..request(Replay::Auto) };
    let mut graphs = seen(&training(40));
    let of_graph = Launch { graph: 1, ..launch(6, 1000) };
    graphs.add(0, &[Kernel { launch: of_graph, start_ns: 0, end_ns: 1 }], |_| Some("g"));
    assert!(graphs.in_graphs.contains("g"));
    assert_eq!(plan(&graphs, &cheap).stages, [Stage { pass: 0 }]);
    let mut two = seen(&training(40));
    add(&mut two, 1, &training(10));
    let plan = plan(&two, &cheap);
    assert_eq!(plan.stages, [Stage { pass: 0 }]);
    assert_eq!(launches(&plan, "one"), [(1, 0), (2, 0), (4, 0)], "what both processes have");
}

#[test]
fn rotation_leaves_out_what_comes_too_seldom_and_says_so() {
    let seen = seen(&training(40));
    let plan = plan(&seen, &request(Replay::Rotate));
    assert_eq!(plan.stages.len(), PASSES);
    let six = seen.kinds.iter().position(|kind| kind.key.function == "six").unwrap();
    assert_eq!(plan.measuring[six], Measuring::TooSeldom);
    assert!(launches(&plan, "six").is_empty());
    assert_eq!(launches(&plan, "one").len(), 3 * PASSES);
}

#[test]
fn a_budget_cuts_launches_first_and_then_the_kinds_that_take_least_time() {
    let seen = seen(&training(40));
    let whole = plan(&seen, &request(Replay::Kernel));
    let within = |seconds| {
        plan(&seen, &Request { budget: Some(Seconds(seconds)), ..request(Replay::Kernel) })
    };
    assert_eq!(within(whole.cost.0), whole);
    let less = within(whole.cost.0 * 0.75);
    assert!(less.cost.0 <= whole.cost.0 * 0.75);
    assert!(!less.measuring.contains(&Measuring::OverBudget));
    let enough_for_one = PRICES.run(&[Stage { pass: 0 }]).0 + 0.08;
    let little = within(enough_for_one);
    assert!(little.cost.0 <= enough_for_one && little.cost.0 > 0.0);
    let five = seen.kinds.iter().position(|kind| kind.key.function == "five").unwrap();
    let six = seen.kinds.iter().position(|kind| kind.key.function == "six").unwrap();
    assert_eq!(little.measuring[five], Measuring::Replayed(1), "it takes the most time");
    assert_eq!(little.measuring[six], Measuring::OverBudget);
    assert!(launches(&little, "six").is_empty());
    assert!(within(0.0).planned.iter().all(|planned| planned.launches.is_empty()));
}

#[test]
fn a_budget_cuts_all_launches_to_as_many_as_fit() {
    let seen = seen(&[1].repeat(100));
    let all = Request { most: 0, ..request(Replay::Kernel) };
    let one = plan(&seen, &Request { most: 1, ..all.clone() }).cost.0
        - all.prices.run(&[Stage { pass: 0 }]).0;
    let budget = all.prices.run(&[Stage { pass: 0 }]).0 + 10.5 * one;
    let some = plan(&seen, &Request { budget: Some(Seconds(budget)), ..all });
    assert_eq!(some.measuring, [Measuring::Replayed(10)]);
}

#[test]
fn a_program_of_many_phases_is_planned_at_once() {
    let phases: Vec<u32> = (1..=1000).flat_map(|kind| [kind].repeat(100)).collect();
    let mut seen = TracedLaunches::default();
    let names: Vec<String> = (0..=1000).map(|kind| kind.to_string()).collect();
    let kernels: Vec<Kernel> = (1..)
        .zip(phases)
        .map(|(correlation, kind)| Kernel {
            launch: launch(kind, correlation),
            start_ns: 0,
            end_ns: 1000,
        })
        .collect();
    seen.add(0, &kernels, |kind| names.get(kind as usize).map(String::as_str));
    let begun = std::time::Instant::now();
    // A rotation for each phase would cost more than it saves.
    assert_eq!(plan(&seen, &request(Replay::Auto)).stages, [Stage { pass: 0 }]);
    assert_eq!(plan(&seen, &request(Replay::Rotate)).stages.len(), 1000 * PASSES);
    // It took minutes when every number of rotations was tried.
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
}

#[test]
fn application_replay_is_one_pass_a_run() {
    let plan = plan(&seen(&training(40)), &request(Replay::Application));
    assert_eq!(plan.stages.len(), 1);
    assert_eq!(launches(&plan, "one"), [(1, 0), (2, 0), (4, 0)]);
    assert!(plan.measuring.contains(&Measuring::Rotated(3)));
}

#[test]
fn nothing_seen_is_nothing_planned() {
    let plan = plan(&TracedLaunches::default(), &request(Replay::Auto));
    assert!(plan.planned.is_empty());
    assert_eq!(plan.cost, Seconds(0.0));
}

#[test]
fn an_order_of_several_processes_holds_in_each() {
    let mut alike = seen(&training(20));
    add(&mut alike, 1, &training(20));
    assert_eq!(alike.order(), seen(&training(20)).order());
    let rotated = plan(&alike, &request(Replay::Rotate));
    assert!(!rotated.stages.is_empty());
    assert_eq!(rotated.stages, plan(&seen(&training(20)), &request(Replay::Rotate)).stages);
    let mut other = seen(&training(20));
    add(&mut other, 1, &training(21));
    assert_eq!(other.order(), None);
    // Kinds of one process each come one process after the other.
    let mut apart = seen(&[1, 2, 1]);
    add(&mut apart, 1, &[3, 3]);
    let name = |kind: usize| apart.kinds[kind].key.function.as_str();
    let order: Vec<&str> = apart.order().unwrap().into_iter().map(name).collect();
    assert_eq!(order, ["one", "two", "one", "three", "three"]);
}

#[test]
fn launches_of_the_steps_are_measured() {
    // Before the steps: one kernel that comes again in them, and one that does not.
    let mut order = vec![6, 1, 1, 6, 6];
    order.extend([1, 2, 3, 4].repeat(20));
    order.push(5);
    let seen = seen(&order);
    let steps = Request { outside_steps: false, ..request(Replay::Kernel) };
    let plan = plan(&seen, &steps);
    // The first step has launch 2 of the first kernel.
    assert_eq!(launches(&plan, "one"), [(4, 0), (5, 0), (7, 0)]);
    assert_eq!(launches(&plan, "two"), [(2, 0), (3, 0), (5, 0)]);
    for outside in ["six", "five"] {
        assert_eq!(launches(&plan, outside), []);
        let kind = seen.kinds.iter().position(|kind| kind.key.function == outside).unwrap();
        assert_eq!(plan.measuring[kind], Measuring::OutsideSteps);
    }
    let whole = super::schedule(&seen, &vec![true; seen.kinds.len()], &request(Replay::Kernel));
    assert_eq!(launches(&whole, "six"), [(0, 0), (1, 0), (2, 0)]);
    // What is asked for is measured, wherever it runs.
    let only_six: Vec<bool> = seen.kinds.iter().map(|kind| kind.key.function == "six").collect();
    assert_eq!(launches(&super::schedule(&seen, &only_six, &steps), "six").len(), 3);
}

/// Steps of the program's own: launches between them are not measured, and count where numbers do.
#[test]
fn launches_of_ranges_are_measured() {
    let order = [vec![1, 6], [1, 2, 2, 1].repeat(5), vec![5]].concat();
    let mut seen = seen(&order);
    // Each holds the launches 2, 2 of a round.
    let ranges: Vec<Range> =
        (0..5).map(|round| Range { name: 1, first: 4 + 4 * round, last: 5 + 4 * round }).collect();
    seen.add_ranges(0, &ranges, |_| Some("inner 1"));
    let by_name = |name: &str| Request {
        outside_steps: false,
        step: Some(name.to_owned()),
        ..request(Replay::Kernel)
    };
    let inner = plan(&seen, &by_name("inner"));
    assert_eq!(launches(&inner, "two"), [(3, 0), (4, 0), (6, 0)]);
    for outside in ["one", "five", "six"] {
        assert_eq!(launches(&inner, outside), []);
    }
    // By a name that there is not, everything is measured.
    assert_eq!(launches(&plan(&seen, &by_name("outer")), "six"), [(0, 0)]);
    let rounds: Vec<Range> =
        (0..5).map(|round| Range { name: 1, first: 3 + 4 * round, last: 6 + 4 * round }).collect();
    seen.add_ranges(0, &rounds, |_| Some("step"));
    let step = plan(&seen, &Request { outside_steps: false, ..request(Replay::Kernel) });
    // One launch before the steps, and two in the first.
    assert_eq!(launches(&step, "one"), [(4, 0), (5, 0), (7, 0)]);
    assert_eq!(launches(&step, "two"), [(3, 0), (4, 0), (6, 0)]);
}
