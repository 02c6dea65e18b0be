//! Which runs of the program are made, and what is told of them.

use propp_recording_wire::Job;

use super::profile::{Profile, of_script, profile};

#[test]
fn the_run_for_the_overhead_does_not_take_the_place_of_a_trace() {
    let profiled = profile("--overhead --runs count --all", "context 0 launch vadd 1 3").run();
    profiled.expect(0, "", &[]);
    assert!(profiled.recording.alone_ns().is_some());
    assert_eq!(profiled.recording.measurements.len(), 3);
}

#[test]
fn a_run_that_propp_ended_is_not_the_programs_end() {
    let steps = "context 0 launch waits 1 1 launch vadd 1 3 exit 3";
    let options = "--runs count --all --launch-timeout 1";
    let profiled = profile(options, steps).with("hang waits").run().ends(3, "", &["launch-hung"]);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
}

#[test]
fn a_kernel_that_hangs_takes_no_other_of_a_longer_name_with_it() {
    let steps = "context 0 launch wait 1 1 launch wait_no_more 1 3";
    for options in ["--all --launch-timeout 1", "--launch-timeout 1 --replay kernel"] {
        let profiled = profile(options, steps).with("hang wait").run();
        profiled.expect(0, "", &["launch-hung"]);
        assert_eq!(profiled.measured_of("wait_no_more").count(), 3, "{}", profiled.notices());
    }
}

#[test]
fn a_kernel_that_runs_in_graphs_only_can_be_asked_for() {
    let profiled = profile("-k vadd", "context 0 graph vadd 2 3 launch other 1 3").run();
    profiled.expect(0, "", &[]);
    assert!(!profiled.recording.measurements.is_empty());
    assert_eq!(profiled.measured_of("other").count(), 0);
}

#[test]
fn every_count_run_tells_its_own_launches() {
    let profiled = profile("--replay application --all", "context 0 launch vadd 1 9").run();
    let told = profiled.err.matches("count run: 9 launches measured").count();
    assert_eq!(told + 1, profiled.recording.runs.len(), "{}", profiled.err);
}

#[test]
fn graphs_that_cannot_be_read_pass_by_pass_are_named() {
    for replay in ["rotate", "application"] {
        let steps = "context 0 graph in_graph 2 3 repeat 40 launch one 1 1 end";
        let profiled = profile(&format!("--replay {replay}"), steps).run();
        profiled.expect(0, "", &["graphs-left-out"]);
        assert!(profiled.notices().contains("in_graph ran inside graphs"));
    }
}

/// A script's way of interrupting the propp that runs it: until propp has passed it on.
const INTERRUPT_PROPP: &str = "kill -TERM ${PPID}; until [ \"$got\" ]; do sleep 0.01; done";

#[test]
fn an_interruption_ends_the_runs_that_are_still_to_come() {
    let script = format!(
        "trap got=it TERM; n=$(cat n 2>/dev/null); echo \"x$n\" > n; \
         if [ \"$n\" = x ]; then {INTERRUPT_PROPP}; fi; $P context 0 launch vadd 1 3"
    );
    let profiled = of_script("--replay application --all", &script).run();
    profiled.expect(0, "", &["no-count-run"]);
    assert_eq!(profiled.recording.runs.len(), 2, "the trace and one pass");
}

#[test]
fn an_interruption_without_propp_ends_the_runs_with_it() {
    let script = format!("trap got=it TERM; {INTERRUPT_PROPP}; $P context 0 launch vadd 1 3");
    let profiled = of_script("--overhead --all", &script).run().ends(0, "", &["no-trace-run"]);
    assert!(profiled.recording.runs.is_empty());
    assert!(!profiled.err.contains("did not use CUDA"), "{}", profiled.err);
}

#[test]
fn a_program_that_uses_cupti_may_have_it_in_its_first_run() {
    let steps = "context 0 subscribe launch vadd 1 3 exit 7";
    profile("--all", steps).run().expect(7, "subscribed: 39\n", &[]);
    let profiled = profile("--all --yield-cupti", steps).run();
    profiled.expect(7, "subscribed: 0\n", &["cupti-yielded"]);
    assert_eq!(profiled.recording.kernels.len(), 0);
    assert_eq!(profiled.recording.measurements.len(), 3);
}

#[test]
fn an_earlier_recording_takes_the_place_of_the_trace_run() {
    let steps = "context 0 repeat 40 launch one 1 1 launch two 1 1 end effects exit 7";
    for options in ["", "--replay rotate", "-k two"] {
        let both = profile(options, steps).run();
        let again = profile(options, steps).like(&both).run();
        again.expect(7, "effects 80\n", &["planned-like"]);
        assert_eq!(again.recording.runs.len(), 1);
        assert_eq!(again.ordinals(), both.ordinals(), "{options}");
    }
    // One that has no trace run itself is no plan.
    let counted = profile("--runs count", steps).run();
    // Launches would have other names, or other numbers.
    let both = profile("", steps).run();
    for option in ["--nvtx-include all", "--capture-range cuda-profiler-api", "--delay 1"] {
        let refused = profile(option, steps).like(&both).fails();
        assert!(refused.contains("cannot plan this run (--like); give the same"), "{refused}");
    }
    let refused = profile("", steps).like(&counted).fails();
    assert!(refused.contains("has no trace run to plan from"), "{refused}");
}

#[test]
fn what_an_earlier_recording_tells_of_the_program_counts() {
    let steps = "context 0 repeat 20 launch vadd 1 1 launch vmul 1 1 sync end effects exit 7";
    let both = profile("", steps).run();
    let again = profile("", steps).with("die vmul").like(&both).run();
    again.expect(7, "effects 40\n", &["planned-like", "ended-differently"]);
    assert_eq!(again.measured_of("vadd").count(), 1 + 3, "of both runs");
    let other = profile("", "context 0 launch vadd 1 1").like(&both).run();
    assert!(other.notices().contains("of another command"), "{}", other.notices());
}

#[test]
fn one_run_gives_times_and_counters() {
    let steps = "context 0 repeat 9 launch vadd 1 1 sync end launch once 1 1 effects exit 7";
    let profiled = profile("--runs one", steps).run().ends(7, "effects 10\n", &[]);
    let jobs: Vec<Job> = profiled.recording.runs.iter().map(|run| run.job).collect();
    assert_eq!(jobs, [Job::Trace, Job::Count]);
    // The second launch is not measured, so that there is a time.
    let measured: Vec<u64> = profiled.measured_of("vadd").map(|one| one.ordinal).collect();
    assert_eq!(measured, [0, 2, 4]);
    assert_eq!(profiled.measured_of("once").count(), 1);
    let timed = profiled.recording.kernels.iter().filter(|kernel| kernel.end_ns > kernel.start_ns);
    assert_eq!((profiled.recording.kernels.len(), timed.count()), (10, 6));
    assert!(
        profiled.err.contains("run: 10 kernel launches, 4 launches measured"),
        "{}",
        profiled.err
    );
}

#[test]
fn one_run_measures_nothing_once_gpus_exchange_data() {
    let steps =
        "context 0 launch vadd 1 2 launch ncclDevKernel_AllReduce 1 1 launch vadd 1 2 effects";
    let profiled = profile("--runs one --all", steps).run();
    profiled.expect(0, "effects 5\n", &["gpus-exchange-data", "left-alone"]);
    assert_eq!(profiled.recording.measurements.len(), 2);
    assert_eq!(profiled.recording.kernels.len(), 5);
}

#[test]
fn one_run_that_goes_wrong_is_made_again() {
    let steps =
        "context 0 launch vadd 1 3 sync launch vmul 1 3 sync launch later 1 3 effects exit 7";
    let profiled = profile("--runs one", steps).with("die vmul").run();
    profiled.expect(7, "effects 9\n", &["ended-differently"]);
    assert_eq!(profiled.measured_of("vadd").count(), 2 + 2, "of both attempts");
    assert_eq!(profiled.measured_of("later").count(), 2, "which the first did not come to");
    for refused in ["--runs one --kernel vadd", "--runs one --replay rotate", "--runs one --lines"]
    {
        let said = profile(refused, steps).fails();
        assert!(said.contains("--runs one") || said.contains("leave out --runs"), "{said}");
    }
}

#[test]
fn another_tool_that_would_be_loaded_is_told() {
    let steps = "context 0 launch vadd 1 3";
    for (variable, options, notices) in [
        ("CUDA_INJECTION64_PATH", "", &["other-tool-left-out"] as &[&str]),
        ("NVTX_INJECTION64_PATH", "--nvtx-include all", &["other-tool-left-out"]),
        ("NVTX_INJECTION64_PATH", "", &[]),
    ] {
        let profiled = profile(options, steps).under(variable, "/opt/tool.so").run();
        profiled.expect(0, "", notices);
        assert_eq!(profiled.recording.measurements.len(), 3, "{}", profiled.notices());
    }
}

/// Where a script of `--start-early` says which process of the program it has started.
const TELL_PID: &str = "$P context 0 launch vadd 1 3 & if [ \"${PROPP_INJECT_HOLD}\" ]; then \
                        echo $! > pid; else until [ -s pid ]; do sleep 0.01; done; fi; wait $!";

#[test]
fn the_count_run_may_start_beside_the_trace_run_and_waits_for_its_end() {
    let script = "if [ \"${PROPP_INJECT_HOLD}\" ]; then touch early; fi; \
                  until [ -e early ]; do sleep 0.01; done; $P context 0 launch vadd 1 3 print x; \
                  if [ \"${PROPP_INJECT_HOLD}\" ]; then echo count >> order; \
                  else sleep 0.3; echo trace >> order; fi; exit 3";
    let profiled = of_script("--start-early", script).run().ends(3, "x\n", &[]);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
    let order = std::fs::read_to_string(profiled.file().with_file_name("order")).unwrap();
    assert_eq!(order, "trace\ncount\n");
}

#[test]
fn a_program_with_a_long_start_that_changes_nothing_may_start_early() {
    let beside = "started beside the trace run";
    let uses_cuda = "sleep 1.1; STAND_IN_LOG=/dev/null $P context 0 launch vadd 1 3 \
                     sleep 200 print x";
    let auto = "-v --start-early=auto";
    let profiled = of_script(auto, uses_cuda).run().ends(0, "x\n", &[]);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
    assert!(profiled.err.contains(beside), "{}", profiled.err);
    for (options, before) in [(auto, "echo x > file;"), (auto, "sleep 9 &"), ("-v", "")] {
        let profiled = of_script(options, &format!("{before} {uses_cuda}")).run();
        assert_eq!(profiled.measured_of("vadd").count(), 3);
        assert!(!profiled.err.contains(beside), "{}", profiled.err);
        let says = profiled.err.contains("not started early for the count run: the program ");
        assert_eq!(says, options == auto, "{}", profiled.err);
    }
}

/// Computes for two seconds of processor time.
const COMPUTES: &str = "sh -c 'ulimit -c 0; ulimit -t 2; while :; do :; done'";

#[test]
fn a_copy_follows_the_program_and_never_comes_to_what_two_must_not_do() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().display();
    let second = format!("if [ \"${{PROPP_INJECT_HOLD}}\" ]; then date +%s%N > {path}/SAYS; fi;");
    let (begins, comes) = (second.replace("SAYS", "begins"), second.replace("SAYS", "comes"));
    let uses_cuda = "STAND_IN_LOG=/dev/null $P context 0 launch vadd 1 3 sleep 200";
    let at = |what: &str| -> u64 {
        let text = std::fs::read_to_string(elsewhere.path().join(what)).unwrap();
        text.trim().parse().unwrap()
    };
    let first = format!("{begins} {COMPUTES}; date +uses%s%N >&2; {uses_cuda}");
    let auto = "-v --start-early=auto";
    let profiled = of_script(auto, &first).run().ends(0, "", &[]);
    assert!(profiled.err.contains("started beside the trace run"), "{}", profiled.err);
    let uses = profiled.err.lines().find_map(|line| line.strip_prefix("uses")).unwrap();
    let first_uses: u64 = uses.parse().unwrap();
    assert!(at("begins") < first_uses, "before the first used CUDA");

    std::fs::remove_file(elsewhere.path().join("begins")).unwrap();
    // In a process below the one that propp starts.
    let script = format!("{begins} {COMPUTES}; echo x > file; {comes} sleep 0.2; {uses_cuda}");
    std::fs::write(elsewhere.path().join("script"), script.replace("$P", "$1")).unwrap();
    let writes = format!("sh {path}/script $P; exit $?");
    let profiled = of_script(auto, &writes).run().ends(0, "", &[]);
    let told = ["has written to a file", "has a file open for writing"];
    assert!(told.iter().any(|why| profiled.err.contains(why)), "{}", profiled.err);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
    assert!(at("begins") > 0);
    assert!(!elsewhere.path().join("comes").exists(), "ended before");
}

#[test]
fn a_program_that_cannot_run_twice_at_a_time_is_started_again() {
    let script = "if [ \"${PROPP_INJECT_HOLD}\" ]; then touch gone; exit 1; fi; \
                  until [ -e gone ]; do sleep 0.01; done; $P context 0 launch vadd 1 3";
    let profiled = of_script("--start-early", script).run().ends(0, "", &["not-started-early"]);
    assert_eq!(profiled.measured_of("vadd").count(), 3);
}

#[test]
fn a_program_that_was_started_early_and_is_not_needed_ends() {
    let killed = TELL_PID.replace("& if", "kill-propp & if");
    let mut told = 0;
    for (options, script) in [("-k nothing", TELL_PID), ("", killed.as_str())] {
        let profiled = of_script(&format!("--start-early {options}"), script).run();
        assert!(profiled.recording.measurements.is_empty());
        // It may have been ended before it told its number.
        let Ok(pid) = std::fs::read_to_string(profiled.file().with_file_name("pid")) else {
            continue;
        };
        told += 1;
        let process = format!("/proc/{}", pid.trim());
        let is_gone = (0..500).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            !std::path::Path::new(&process).exists()
        });
        assert!(is_gone, "{process} with {options:?}");
    }
    assert!(told > 0);
}

#[test]
fn jax_reserves_no_memory_in_the_count_run_unless_the_user_says_so() {
    let script = "echo \"[$XLA_PYTHON_CLIENT_PREALLOCATE]\" >> said; $P context 0 launch vadd 1 3";
    let said = |profile: Profile| {
        let profiled = profile.run();
        std::fs::read_to_string(profiled.file().with_file_name("said")).unwrap()
    };
    assert_eq!(said(of_script("", script)), "[]\n[false]\n");
    let asked = of_script("", script).under("XLA_PYTHON_CLIENT_PREALLOCATE", "true");
    assert_eq!(said(asked), "[true]\n[true]\n");
}

#[test]
fn the_ranks_of_torchrun_meet_elsewhere_in_each_later_run() {
    let script = "echo \"$TORCHELASTIC_USE_AGENT_STORE $MASTER_PORT\" >> said; \
                  $P context 0 launch vadd 1 3";
    let said = |profile: Profile| {
        let profiled = profile.under("MASTER_PORT", "29500").run();
        std::fs::read_to_string(profiled.file().with_file_name("said")).unwrap()
    };
    let by_torchrun = of_script("", script).under("TORCHELASTIC_USE_AGENT_STORE", "True");
    assert_eq!(said(by_torchrun), "True 29500\nFalse 19501\n");
    assert_eq!(said(of_script("", script)), " 29500\n 29500\n");
}
