use std::path::PathBuf;

use propp_wire::{Kernel, Launch};

use super::*;
use crate::options::Runs;

const NAMES: [&str; 5] = ["", "k", "k_more", "ncclDevKernel_AllReduce", "in_graph"];

fn options(replay: Replay) -> Options {
    Options {
        command: Vec::new(),
        output: PathBuf::new(),
        force: false,
        runs: Runs::Both,
        kernels: None,
        uncounted: Vec::new(),
        nvtx: Vec::new(),
        devices: Vec::new(),
        launch_skip: 0,
        launch_count: 0,
        per_signature: 3,
        replay,
        budget: None,
        plan_only: false,
        overhead: false,
        launch_timeout: 60.0,
        children: true,
        quiet: true,
        verbose: false,
    }
}

fn machine() -> Machine {
    Machine { counters: vec![("GH100".to_owned(), vec![Vec::new(); 4])], ..Machine::default() }
}

/// What processes saw that launched these kernels in this order.
fn seen(processes: &[&[u32]]) -> Seen {
    let mut seen = Seen::default();
    for (process, order) in (0..).zip(processes) {
        for (correlation, &name) in (1..).zip(*order) {
            let launch = Launch {
                name,
                grid: [1; 3],
                block: [1; 3],
                cluster: [0; 3],
                registers: 8,
                static_shared_bytes: 0,
                dynamic_shared_bytes: 0,
                local_bytes_per_thread: 0,
                device: 0,
                context: 1,
                stream: 7,
                correlation,
                graph: u32::from(NAMES[name as usize] == "in_graph"),
                nvtx: 0,
            };
            let kernel = Kernel { launch, start_ns: 0, end_ns: 1000 };
            seen.take(process, &[kernel], |name| NAMES.get(name as usize).copied());
        }
    }
    seen
}

fn measures(options: &Options, seen: &Seen) -> Measures {
    Measures::plan(options, &machine(), seen)
}

fn selection(measures: &Measures, options: &Options, seen: &Seen) -> Selection {
    measures.selection(options, seen, Vec::new(), Vec::new())
}

#[test]
fn a_kernel_that_hung_takes_no_other_with_it() {
    let (options, seen) = (options(Replay::Auto), seen(&[&[1, 2, 1, 2]]));
    let mut measures = measures(&options, &seen);
    assert_eq!(selection(&measures, &options, &seen).kernels, [""; 0]);
    measures.leave("k".to_owned());
    let without = selection(&measures, &options, &seen);
    assert_eq!(without.kernels, ["k_more"]);
    assert!(!without.left_alone.contains(&"k".to_owned()), "k is a part of k_more");
    // Where it is the only kernel that is known, its name has to do.
    measures.leave("k_more".to_owned());
    let without = selection(&measures, &options, &seen);
    assert!(without.kernels.is_empty() && without.left_alone.contains(&"k_more".to_owned()));
    let asked_for = measures.selection(&options, &seen, vec!["k".to_owned()], Vec::new());
    assert_eq!(asked_for.kernels, ["k"]);
    assert!(asked_for.left_alone.contains(&"k".to_owned()));
}

#[test]
fn runs_share_the_budget() {
    let seen = seen(&[&[1; 40]]);
    for (replay, runs) in [(Replay::Kernel, 1), (Replay::Application, 4)] {
        let options = Options { budget: Some(8.0), ..options(replay) };
        let measures = measures(&options, &seen);
        assert_eq!(measures.runs().len(), runs);
        let budget_ns = selection(&measures, &options, &seen).budget_ns;
        assert_eq!(budget_ns, 8_000_000_000 / runs as u64);
    }
}

#[test]
fn where_nothing_can_be_rotated_there_is_no_run() {
    for (seen, code, words) in [
        (seen(&[&[1; 3]]), "too-seldom", "k were launched too seldom"),
        (seen(&[&[1; 40], &[1; 40]]), "too-seldom", "works in a single process only"),
        (seen(&[&[4; 40]]), "graphs-left-out", "in_graph ran inside graphs"),
    ] {
        let measures = measures(&options(Replay::Rotate), &seen);
        assert!(measures.runs().is_empty());
        let omissions = measures.omissions(&seen);
        assert_eq!(omissions.len(), 1, "{omissions:?}");
        assert!(omissions[0].0 == code && omissions[0].1.contains(words), "{omissions:?}");
    }
}

#[test]
fn kernels_that_wait_for_others_are_left_alone_and_listed() {
    let (options, seen) = (options(Replay::Auto), seen(&[&[1, 3, 1, 3]]));
    let measures = measures(&options, &seen);
    let (code, text) = measures.omissions(&seen).remove(0);
    assert_eq!(code, "left-alone");
    assert!(text.starts_with("ncclDevKernel_AllReduce wait for other GPUs"), "{text}");
    let planned = selection(&measures, &options, &seen).planned;
    assert_eq!(planned.iter().map(|kind| kind.name.as_str()).collect::<Vec<_>>(), ["k"]);
}

#[test]
fn the_plan_counts_every_run() {
    let seen = seen(&[&[1, 4, 1]]);
    let plan = |replay| measures(&options(replay), &seen).words(&seen);
    assert_eq!((plan(Replay::Auto).stages, plan(Replay::Auto).in_graphs), (1, 1));
    assert!(plan(Replay::Application).is_application);
    assert_eq!(plan(Replay::Application).stages, 4);
}

#[test]
fn the_page_names_what_is_left_out() {
    let page = include_str!("../../../docs/collection.md");
    let (rotated, graphs) = (seen(&[&[1; 3]]), seen(&[&[4; 40]]));
    let (cut, left) = (seen(&[&[1; 3]]), seen(&[&[3; 3]]));
    let no_budget = Options { budget: Some(0.001), ..options(Replay::Kernel) };
    let omissions = [
        measures(&options(Replay::Rotate), &rotated).omissions(&rotated),
        measures(&options(Replay::Rotate), &graphs).omissions(&graphs),
        measures(&no_budget, &cut).omissions(&cut),
        measures(&options(Replay::Auto), &left).omissions(&left),
    ];
    let codes: BTreeSet<&str> = omissions.iter().flatten().map(|(code, _)| *code).collect();
    assert_eq!(codes.len(), 4);
    for name in codes.into_iter().chain(LEFT_ALONE) {
        assert!(page.contains(&format!("`{name}`")), "{name} is not on the page");
    }
}
