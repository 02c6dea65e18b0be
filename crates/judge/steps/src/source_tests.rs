use std::collections::HashMap;
use std::ops::Range;

use super::*;
use crate::sites::Site;
use crate::{Before, Launch, find};

/// The kernels of the programs here: the second is a layer's, the third trains.
const NAMES: [&str; 5] = ["copy", "gemm", "adam", "sum", "log"];

/// A program whose calls are written down.
#[derive(Default)]
struct Source {
    sites: Vec<Site>,
    numbers: HashMap<(u32, String, u32), u32>,
    launches: Vec<Launch>,
}

impl Source {
    /// A launch of a kernel by calls such as `main:3 step:1`, the outermost first.
    fn launch(&mut self, calls: &str, kernel: &str) {
        let mut parent = 0;
        for call in calls.split(' ') {
            let (function, position) = call.rsplit_once(':').unwrap();
            let position: u32 = position.parse().unwrap();
            let next = self.sites.len() as u32 + 1;
            let key = (parent, function.to_owned(), position);
            let number = *self.numbers.entry(key).or_insert(next);
            if number == next {
                let function = format!("a.py:{function}");
                self.sites.push(Site { parent, position, function, line: Some(position) });
            }
            parent = number;
        }
        let place = self.launches.len() as u64;
        let name = NAMES.iter().position(|name| *name == kernel).unwrap() as u32;
        let (start_ns, before) = (100 * place, Before::default());
        self.launches.push(Launch { name, start_ns, end_ns: start_ns + 60, before, site: parent });
    }

    fn all(&mut self, launches: &[(&str, &str)]) {
        launches.iter().for_each(|(calls, kernel)| self.launch(calls, kernel));
    }

    /// The steps: how many of each kind, the first one, and the line of the loop.
    fn steps(self) -> Vec<(usize, Range<usize>, Option<u32>)> {
        let sites = Sites::new(self.sites);
        let found = find(&self.launches, &NAMES, &sites);
        let line = |steps: &Steps| sites.get(steps.site).and_then(|site| site.line);
        found
            .iter()
            .map(|steps| (steps.count(), steps.each().next().unwrap(), line(steps)))
            .collect()
    }

    /// How many steps of each kind there are, if these were found by the kernels.
    fn counts(&self, found: Vec<Steps>) -> Vec<usize> {
        let symbols: Vec<u32> = self.launches.iter().map(|launch| launch.name).collect();
        let no = vec![false; symbols.len()];
        let program =
            Program { symbols: &symbols, launches: &self.launches, is_update: &no, is_layer: &no };
        let steps = by_source(found, &program, &Sites::new(self.sites.clone()));
        steps.iter().map(Steps::count).collect()
    }
}

const FORWARD: (&str, &str) = ("main:2 Module._call_impl:1 forward:1", "gemm");
const UPDATE: (&str, &str) = ("main:4", "adam");

#[test]
fn batches_are_steps_and_epochs_are_not_and_evaluation_is_another_kind() {
    let mut source = Source::default();
    source.launch("main:0", "copy");
    for _ in 0..3 {
        for _ in 0..6 {
            source.all(&[("main:1", "copy"), FORWARD, ("main:3", "sum"), UPDATE]);
        }
        for _ in 0..4 {
            source.all(&[("main:5", "copy"), ("main:6 Module._call_impl:1 forward:1", "gemm")]);
        }
    }
    assert_eq!(source.steps(), [(18, 1..5, Some(1)), (12, 25..27, Some(5))]);
}

#[test]
fn an_optimizer_trains_whatever_its_kernels_are_called() {
    let mut source = Source::default();
    let update = "main:4 Optimizer.profile_hook_step.<locals>.wrapper:1 step:1";
    for _ in 0..3 {
        for _ in 0..6 {
            source.all(&[("main:1", "copy"), FORWARD, ("main:3", "log"), (update, "sum")]);
        }
        for _ in 0..4 {
            source.all(&[("main:5", "copy"), ("main:6 Module._call_impl:1 forward:1", "gemm")]);
        }
    }
    assert_eq!(source.steps(), [(18, 0..4, Some(1)), (12, 24..26, Some(5))]);
}

#[test]
fn a_second_loop_of_the_function_is_another_kind() {
    let mut source = Source::default();
    for _ in 0..3 {
        for _ in 0..18 {
            source.all(&[("main:1", "copy"), ("main:2", "sum"), ("main:3", "log")]);
        }
        for _ in 0..6 {
            source.all(&[("main:5", "sum"), ("main:6", "copy")]);
        }
    }
    let evaluation = (0..18).map(|at| 54 + 66 * (at / 6) + 2 * (at % 6)).map(|at| at..at + 2);
    assert_eq!(source.counts(vec![evaluation.collect()]), [54, 18]);
}

#[test]
fn a_loop_without_a_model_is_a_kind_beside_the_steps_if_its_iterations_come_in_rows() {
    let train = [("main:1", "copy"), ("main:2", "sum"), ("main:3", "log")];
    let other = [("main:5", "sum"), ("main:6", "copy")];
    let counts = |in_a_row: usize| {
        let mut source = Source::default();
        for _ in 0..4 {
            for _ in 0..18 {
                source.all(&train);
            }
            for _ in 0..in_a_row {
                source.all(&other);
            }
        }
        source.counts(Vec::new())
    };
    assert_eq!(counts(3), [72, 12]);
    // A log at the end of each epoch.
    assert_eq!(counts(1), [72]);
}

#[test]
fn functions_that_evaluate_are_steps_of_their_own() {
    let mut source = Source::default();
    let test = |line: u32| format!("main:{line} test:1 Module._call_impl:1 forward:1");
    for _ in 0..12 {
        // The log belongs to the first evaluation, as what follows belongs to the last.
        source.all(&[("main:1", "copy"), FORWARD, UPDATE, ("main:5", "log")]);
        for line in [6, 7] {
            source.all(&[(&test(line), "gemm"), (&format!("main:{line} test:2"), "sum")]);
        }
        source.launch("main:8", "log");
    }
    assert_eq!(source.steps(), [(12, 0..3, Some(1)), (24, 3..6, None)]);
}

#[test]
fn an_evaluation_that_is_no_function_is_one() {
    let mut source = Source::default();
    for _ in 0..12 {
        source.all(&[("main:1", "copy"), FORWARD, UPDATE]);
        for _ in 0..2 {
            let model = "main:7 Module._call_impl:1 forward:1";
            source.all(&[("main:6", "copy"), (model, "gemm"), ("main:8", "sum")]);
        }
    }
    assert_eq!(source.steps(), [(12, 0..3, Some(1)), (12, 3..9, None)]);
}

#[test]
fn a_loop_without_a_model_that_is_called_from_two_places_is_one_kind() {
    let mut source = Source::default();
    for line in [2, 5] {
        for _ in 0..72 {
            let call = |part: u32| format!("main:{line} run:{part}");
            source.all(&[(&call(1), "copy"), (&call(2), "sum"), (&call(3), "log")]);
        }
        source.launch("main:9", "log");
    }
    let counts: Vec<usize> = source.steps().iter().map(|kind| kind.0).collect();
    assert_eq!(counts, [144]);
}

#[test]
fn an_evaluation_at_the_end_is_of_the_kind_of_those_between() {
    let mut source = Source::default();
    let evaluate = |source: &mut Source, line: u32| {
        for _ in 0..4 {
            let call = format!("main:{line} evaluate:1");
            let model = format!("main:{line} evaluate:2 Module._call_impl:1 forward:1");
            source.all(&[(&call, "copy"), (&model, "gemm")]);
        }
    };
    for _ in 0..3 {
        for _ in 0..6 {
            source.all(&[("main:1", "copy"), FORWARD, ("main:3", "sum"), UPDATE]);
        }
        evaluate(&mut source, 5);
    }
    evaluate(&mut source, 9);
    assert_eq!(source.steps(), [(18, 0..4, Some(1)), (16, 24..26, Some(1))]);
}

/// An engine that takes new requests while it answers others: `run` is called from two places.
#[test]
fn prompts_and_tokens_are_two_kinds_in_an_engine_that_mixes_them() {
    let mut source = Source::default();
    let run = |source: &mut Source, line: u32, layers: usize| {
        source.launch(&format!("main:1 step:{line} run:1"), "copy");
        for _ in 0..layers {
            let model = format!("main:1 step:{line} run:2 Module._call_impl:1 forward:1");
            source.launch(&model, "gemm");
        }
    };
    for tokens in [7, 0, 9, 5, 11, 8] {
        run(&mut source, 2, 6);
        for _ in 0..tokens {
            run(&mut source, 4, 3);
        }
    }
    let counts: Vec<usize> = source.steps().iter().map(|kind| kind.0).collect();
    assert_eq!(counts, [6, 40]);
}

#[test]
fn tokens_are_steps_even_if_the_kernels_say_that_answers_are() {
    let mut source = Source::default();
    for _ in 0..4 {
        source.all(&[("main:1", "copy"), ("main:2 Module._call_impl:1 forward:1", "gemm")]);
        for _ in 0..12 {
            let model = "main:3 sample:1 Module._call_impl:1 forward:1";
            source.all(&[(model, "gemm"), ("main:3 sample:2", "sum"), ("main:3 sample:3", "log")]);
        }
        source.all(&[("main:5", "log"), ("main:6", "copy"), ("main:7", "log")]);
    }
    let answers: Steps = (0..4).map(|at| 41 * at..41 * at + 41).collect();
    assert_eq!(source.counts(vec![answers]), [4, 48]);
}

#[test]
fn the_first_call_of_a_function_may_compile_it() {
    let mut source = Source::default();
    source.all(&[("main:1 compile:7", "copy"), ("main:1 compile:7", "sum")]);
    for _ in 0..11 {
        source.all(&[("main:1", "copy"), ("main:1", "sum")]);
    }
    assert_eq!(source.steps(), [(12, 0..2, Some(1))]);
}

#[test]
fn where_the_inner_loop_has_most_of_the_launches_the_kernels_say_which_is_the_step() {
    let mut source = Source::default();
    for _ in 0..20 {
        for _ in 0..30 {
            source.all(&[("main:1", "copy"), ("main:2", "sum")]);
        }
        source.all(&[("main:5", "log"), ("main:6", "gemm"), ("main:7", "log"), ("main:8", "sum")]);
    }
    let steps: Steps = (0..20).map(|at| 64 * at..64 * at + 64).collect();
    assert_eq!(source.counts(vec![steps]), [20]);
    assert_eq!(source.counts(Vec::new()), [600]);
}

#[test]
fn micro_batches_before_an_update_are_one_step() {
    let mut source = Source::default();
    for _ in 0..8 {
        for _ in 0..4 {
            source.all(&[("main:1", "copy"), FORWARD]);
        }
        source.all(&[UPDATE]);
    }
    assert_eq!(source.steps(), [(8, 0..9, Some(1))]);
}

#[test]
fn layers_of_a_model_are_no_steps() {
    let mut source = Source::default();
    for _ in 0..12 {
        source.all(&[("main:1", "copy"), ("main:2 Module._call_impl:1 forward:0", "copy")]);
        for _ in 0..20 {
            source.all(&[
                ("main:2 Module._call_impl:1 forward:1", "gemm"),
                ("main:2 Module._call_impl:1 forward:2", "sum"),
            ]);
        }
    }
    assert_eq!(source.steps(), [(12, 0..42, Some(1))]);
}

#[test]
fn a_step_may_begin_with_one_call_or_another() {
    let mut source = Source::default();
    for step in 0..20 {
        let first = if step % 3 == 0 { ("main:1", "copy") } else { ("main:2", "log") };
        source.all(&[first, ("main:3", "sum"), ("main:4", "adam"), ("main:5", "gemm")]);
    }
    assert_eq!(source.steps(), [(20, 0..4, Some(1))]);
}

#[test]
fn a_short_warm_up_is_no_kind_even_if_its_kernels_say_so() {
    let mut source = Source::default();
    for _ in 0..3 {
        source.all(&[("main:1", "copy"), ("main:2", "gemm")]);
    }
    for _ in 0..60 {
        source.all(&[("main:5", "copy"), ("main:6", "sum"), ("main:7", "log")]);
    }
    let warm_up: Steps = (0..3).map(|at| 2 * at..2 * at + 2).collect();
    assert_eq!(source.counts(vec![warm_up]), [60]);
}

#[test]
fn what_comes_after_some_steps_only_is_in_none() {
    let mut source = Source::default();
    for step in 0..20 {
        source.all(&[("main:1", "copy"), ("main:2", "sum"), ("main:3", "copy")]);
        if step % 5 == 4 {
            source.launch("main:9", "log");
        }
    }
    assert_eq!(source.steps(), [(20, 0..3, Some(1))]);
}

#[test]
fn machine_code_has_its_calls_in_the_order_in_which_they_come() {
    let mut source = Source::default();
    for _ in 0..20 {
        source.all(&[("app:+0x10:90", "copy"), ("app:+0x10:50", "sum"), ("app:+0x10:70", "log")]);
    }
    assert_eq!(source.steps(), [(20, 0..3, Some(90))]);
}

#[test]
fn one_operation_after_another_has_no_steps() {
    let mut source = Source::default();
    for line in 1..8 {
        let call = format!("main:{line}");
        for _ in 0..30 {
            source.all(&[(&call, "copy"), (&call, "copy")]);
        }
    }
    assert_eq!(source.steps(), []);
}

#[test]
fn what_repeats_by_its_kernels_alone_is_no_step_if_the_calls_are_known() {
    let mut source = Source::default();
    for place in 0..40 {
        let call = |part: u32| format!("main:{}", 3 * place + part);
        source.all(&[(&call(1), "copy"), (&call(2), "sum"), (&call(3), "log")]);
    }
    let without = find(&source.launches, &NAMES, &Sites::default());
    assert_eq!(without.len(), 1);
    assert_eq!(source.steps(), []);
}

#[test]
fn steps_in_code_that_nobody_sees_are_found_by_their_kernels() {
    let mut source = Source::default();
    let call = "main:1";
    source.all(&[(call, "log"), (call, "gemm"), (call, "gemm"), (call, "sum")]);
    for _ in 0..200 {
        source.all(&[
            (call, "copy"),
            (call, "sum"),
            (call, "copy"),
            (call, "gemm"),
            (call, "adam"),
        ]);
    }
    source.launch(call, "log");
    let steps: Vec<Steps> = vec![(0..200).map(|at| 4 + 5 * at..9 + 5 * at).collect()];
    assert_eq!(source.counts(steps.clone()), [200]);
    // A function of a library that a program calls once.
    for line in 2..200 {
        let call = format!("main:{line}");
        source.all(&[(&call, "copy"), (&call, "sum")]);
    }
    assert_eq!(source.counts(steps), [0; 0]);
}

#[test]
fn a_chain_of_calls_without_end_is_cut() {
    let site = |number: u32| Site { parent: number - 1, position: 1, ..Site::default() };
    let sites = Sites::new((1..=60_000).map(site).collect());
    assert!((1..=60_000).all(|number| sites.path(number).len() <= 128));
}
