use std::path::PathBuf;

use propp_recording_wire::{Kernel, Launch};

use super::*;

const NAMES: [&str; 6] =
    ["", "k", "k_more", "ncclDevKernel_AllReduce", "in_graph", "nvjet_tst_64x8_in_graph"];

fn options(replay: Replay) -> Options {
    Options { replay, ..Options::new(Vec::new(), PathBuf::new()) }
}

fn machine() -> Machine {
    Machine { counters: vec![("GH100".to_owned(), vec![Vec::new(); 4])], ..Machine::default() }
}

fn launch(name: u32, correlation: u32) -> Launch {
    Launch {
        name,
        grid: [1; 3],
        block: [1; 3],
        registers: 8,
        context: 1,
        stream: 7,
        correlation,
        ..Launch::default()
    }
}

/// The trace of processes that launch these kernels in this order.
fn seen(processes: &[&[u32]]) -> TracedLaunches {
    let mut seen = TracedLaunches::default();
    for (process, order) in (0..).zip(processes) {
        for (correlation, &name) in (1..).zip(*order) {
            let graph = u32::from(NAMES[name as usize].ends_with("in_graph"));
            let launch = Launch { graph, ..launch(name, correlation) };
            let kernel = Kernel { launch, start_ns: 0, end_ns: 1000 };
            seen.add(process, &[kernel], |name| NAMES.get(name as usize).copied());
        }
    }
    seen
}

fn count_plan(options: &Options, seen: &TracedLaunches) -> CountPlan {
    CountPlan::new(options, &machine(), seen)
}

fn selection(count_plan: &CountPlan, options: &Options, seen: &TracedLaunches) -> Selection {
    count_plan.selection(options, seen, Vec::new(), Vec::new())
}

#[test]
fn a_kernel_that_hung_takes_no_other_with_it() {
    let (options, seen) = (options(Replay::Auto), seen(&[&[1, 2, 1, 2]]));
    let without = |plan: &CountPlan, kernel: &str| {
        plan.changed(&Change::Without(kernel.to_owned()), &options, &seen)
    };
    let count_plan = count_plan(&options, &seen);
    assert_eq!(selection(&count_plan, &options, &seen).kernels, [""; 0]);
    let count_plan = without(&count_plan, "k");
    let selected = selection(&count_plan, &options, &seen);
    assert_eq!(selected.kernels, ["k_more"]);
    assert!(!selected.left_alone.contains(&"k".to_owned()), "k is a part of k_more");
    // Where it is the only kernel that is known, its name has to do.
    let count_plan = without(&count_plan, "k_more");
    let selected = selection(&count_plan, &options, &seen);
    assert!(selected.kernels.is_empty() && selected.left_alone.contains(&"k_more".to_owned()));
    let selected = count_plan.selection(&options, &seen, vec!["k".to_owned()], Vec::new());
    assert_eq!(selected.kernels, ["k"]);
    assert!(selected.left_alone.contains(&"k".to_owned()));
}

#[test]
fn runs_share_the_budget() {
    let seen = seen(&[&[1; 40]]);
    for (replay, runs) in [(Replay::Kernel, 1), (Replay::Application, 4)] {
        let options = Options { budget: Some(8.0), ..options(replay) };
        let count_plan = count_plan(&options, &seen);
        assert_eq!(count_plan.runs().len(), runs);
        let budget_ns = selection(&count_plan, &options, &seen).budget_ns;
        assert_eq!(budget_ns, 8_000_000_000 / runs as u64);
    }
}

#[test]
fn where_nothing_can_be_rotated_there_is_no_run() {
    for (seen, code, words) in [
        (seen(&[&[1; 3]]), "too-seldom", "k were launched too seldom"),
        (seen(&[&[1; 40], &[1; 39]]), "too-seldom", "works in several processes only where"),
        (seen(&[&[1; 3], &[1; 3]]), "too-seldom", "k were launched too seldom"),
        (seen(&[&[4; 40]]), "graphs-left-out", "in_graph ran inside graphs"),
    ] {
        let count_plan = count_plan(&options(Replay::Rotate), &seen);
        assert!(count_plan.runs().is_empty());
        let omissions = count_plan.omissions(&seen);
        assert_eq!(omissions.len(), 1, "{omissions:?}");
        assert!(omissions[0].0 == code && omissions[0].1.contains(words), "{omissions:?}");
    }
}

#[test]
fn kernels_that_wait_for_others_are_left_alone_and_listed() {
    let (options, seen) = (options(Replay::Kernel), seen(&[&[1, 3, 1, 3]]));
    let count_plan = count_plan(&options, &seen);
    let (code, text) = count_plan.omissions(&seen).remove(0);
    assert_eq!(code, "left-alone");
    assert!(text.starts_with("ncclDevKernel_AllReduce wait for other GPUs"), "{text}");
    let planned = selection(&count_plan, &options, &seen).planned;
    assert_eq!(planned.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["k"]);
}

/// Replay would put back what another GPU has overwritten.
#[test]
fn nothing_is_replayed_where_gpus_exchange_data() {
    let stages = |replay: Replay, seen: &TracedLaunches| {
        let plan = count_plan(&options(replay), seen);
        let stages = plan.runs().concat();
        (!stages.is_empty()).then(|| stages.iter().all(|stage| stage.pass != 0))
    };
    let training = |processes: usize| {
        let step = [1, 2, 3].repeat(20);
        seen(&vec![&step[..]; processes])
    };
    for processes in [1, 2] {
        assert_eq!(stages(Replay::Auto, &training(processes)), Some(true));
        assert_eq!(stages(Replay::Kernel, &training(processes)), Some(false), "as the user says");
    }
    assert_eq!(stages(Replay::Auto, &seen(&[&[1, 3]])), None);
    let mut copies = seen(&[&[1; 40]]);
    assert_eq!(stages(Replay::Auto, &seen(&[&[1; 3]])), Some(false));
    copies.has_peer_copies = true;
    assert_eq!(stages(Replay::Auto, &copies), Some(true));
}

/// XLA's all-reduce has no name by which it is known.
#[test]
fn kernels_that_end_together_on_all_gpus_are_left_alone() {
    let mut seen = seen(&[&[1; 40]]);
    for device in 0..2 {
        for at in 0..10_u64 {
            let end_ns = 100_000 * (at + 1);
            let start_ns = end_ns - 20_000 - 10_000 * u64::from(device);
            let launch = Launch { device, ..launch(2, 50 + at as u32) };
            seen.add(0, &[Kernel { launch, start_ns, end_ns }], |_| Some("k_more"));
        }
    }
    let plan = count_plan(&options(Replay::Auto), &seen);
    let selected = selection(&plan, &options(Replay::Auto), &seen);
    assert!(selected.left_alone.contains(&"k_more".to_owned()));
    assert!(plan.runs().concat().iter().all(|stage| stage.pass != 0), "nothing is replayed");
    assert_eq!(plan.omissions(&seen)[0].0, "left-alone");
}

/// Where one hung beside another GPU, replay may have undone what it waited for.
#[test]
fn on_several_gpus_nothing_is_replayed_after_a_launch_that_hung() {
    let hung = |gpus: u32| {
        let mut seen = seen(&[&[1; 40]]);
        for at in 0..40 {
            let launch = Launch { device: gpus - 1, ..launch(2, 50 + at) };
            seen.add(0, &[Kernel { launch, start_ns: 0, end_ns: 9 }], |_| Some("k_more"));
        }
        let options = options(Replay::Auto);
        let change = Change::Without("k".to_owned());
        let plan = count_plan(&options, &seen).changed(&change, &options, &seen);
        plan.runs().concat().iter().all(|stage| stage.pass != 0)
    };
    assert_eq!([hung(1), hung(2)], [false, true]);
}

#[test]
fn graphs_that_cupti_cannot_replay_are_not_tried() {
    let options = options(Replay::Auto);
    let replayed = |seen: &TracedLaunches| {
        let plan = count_plan(&options, seen);
        (selection(&plan, &options, seen).graphs, plan.omissions(seen))
    };
    assert_eq!(replayed(&seen(&[&[1, 4]])), (true, Vec::new()));
    let (graphs, omissions) = replayed(&seen(&[&[1, 4, 5]]));
    assert!(!graphs);
    let [(code, text)] = &omissions[..] else { panic!("{omissions:?}") };
    assert_eq!(*code, "graphs-left-out");
    assert!(text.contains("cannot replay a graph with cuBLAS's nvjet kernels"), "{text}");
}

#[test]
fn the_plan_counts_every_run() {
    let seen = seen(&[&[1, 4, 1]]);
    let plan = |replay| count_plan(&options(replay), &seen).summary(&seen);
    assert_eq!((plan(Replay::Auto).stages, plan(Replay::Auto).in_graphs), (1, 1));
    assert!(plan(Replay::Application).is_application);
    assert_eq!(plan(Replay::Application).stages, 4);
}

#[test]
fn the_page_names_what_is_left_out() {
    let page = include_str!("../../../../docs/collection.md");
    let (rotated, graphs) = (seen(&[&[1; 3]]), seen(&[&[4; 40]]));
    let (cut, left) = (seen(&[&[1; 3]]), seen(&[&[3; 3]]));
    let no_budget = Options { budget: Some(0.001), ..options(Replay::Kernel) };
    let omissions = [
        count_plan(&options(Replay::Rotate), &rotated).omissions(&rotated),
        count_plan(&options(Replay::Rotate), &graphs).omissions(&graphs),
        count_plan(&no_budget, &cut).omissions(&cut),
        count_plan(&options(Replay::Auto), &left).omissions(&left),
    ];
    let codes: BTreeSet<&str> = omissions.iter().flatten().map(|(code, _)| *code).collect();
    assert_eq!(codes.len(), 4);
    for name in codes.into_iter().chain(LEFT_ALONE) {
        assert!(page.contains(&format!("`{name}`")), "{name} is not on the page");
    }
}

#[test]
fn code_is_sent_of_what_may_be_measured_and_of_small_modules() {
    let (options, seen) = (options(Replay::Auto), seen(&[&[1, 2, 3, 4, 1]]));
    let plan = count_plan(&options, &seen);
    let code = plan.code(&options, &seen);
    assert!(code.is_wanted && code.small == SMALL_MODULE && code.others == MOST_OTHERS);
    assert_eq!(code.kernels, ["in_graph", "k", "k_more"]);
    let without = plan.changed(&Change::Without("k".to_owned()), &options, &seen);
    assert_eq!(without.code(&options, &seen).kernels, ["in_graph", "k_more"]);
    let filtered = Options { kernels: Some("k_more".parse().unwrap()), ..options.clone() };
    let of_filtered = count_plan(&filtered, &seen).code(&filtered, &seen);
    assert_eq!(of_filtered.kernels, ["in_graph", "k_more"]);
    let all = plan.code(&options, &TracedLaunches::default());
    assert!(all.is_wanted && all.kernels.is_empty() && all.small == u64::MAX);
    // Once reading it went wrong, never again.
    let plan = plan.changed(&Change::WithoutCode, &options, &seen);
    let plan = plan.changed(&Change::HardwareOnly, &options, &seen);
    assert!(!plan.code(&options, &seen).is_wanted);
}

#[test]
fn another_attempt_reads_less_or_in_another_way() {
    let (options, seen) = (options(Replay::Auto), seen(&[&[1; 40]]));
    let passes = vec![
        vec!["sm__sass_data_bytes_mem_global.sum".to_owned()],
        vec!["sm__cycles_active.avg".to_owned(), "smsp__inst_executed.sum".to_owned()],
    ];
    let machine = Machine { counters: vec![("GH100".to_owned(), passes)], ..Machine::default() };
    let plan = CountPlan::new(&options, &machine, &seen);
    let of_hardware = plan.changed(&Change::HardwareOnly, &options, &seen);
    assert_eq!(of_hardware.counters(), [("GH100".to_owned(), machine.counters[0].1[1..].to_vec())]);
    assert!(plan.may_rotate(&options, &seen));
    let rotated = of_hardware.changed(&Change::Rotation, &options, &seen);
    assert_eq!(rotated.runs(), [[Stage { pass: 1 }]]);
    assert!(!rotated.may_rotate(&options, &seen), "it does");
    assert!(!plan.may_rotate(&options, &TracedLaunches::default()), "nothing is known");
}
