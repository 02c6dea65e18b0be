//! One thing goes wrong in each profile that comes so far: a call of CUPTI's fails, gives nonsense or never returns, or a measured launch ends the program. The
//! program's words and exit code must be those of a run without propp, and the recording
//! must be readable.
//!
//! `PROPP_CHAOS_CASES=10000 cargo test --test integration chaos` tries more than the few that
//! run every time; `PROPP_CHAOS_FIRST` is the seed to begin with.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::code::NESTED;
use super::library::cubin;
use super::profile::{Profiled, profile};

const STEPS: &str = "context 0 cubin CUBIN 31 launch NESTED 1 2 unload cubin CUBIN 31 \
                     launch vadd 1 3 sync graph step 2 2 bad vadd sync unload destroy \
                     context 1 repeat 9 launch vmul 1 1 launch vadd 2 1 sync end effects exit 7";

const SAYS: &str = "launch failed: 1\neffects 27\n";

/// Ways to profile it.
const WAYS: [&str; 7] = [
    "",
    "--all",
    "--runs trace",
    "--runs count --all",
    "--replay rotate --max-launches-per-kernel 2",
    "--replay application --all",
    "--waits",
];

/// Profiles at a time: nearly all of a profile that hangs is waiting.
const WORKERS: u64 = 8;

fn number(variable: &str, or: u64) -> u64 {
    std::env::var(variable).map_or(or, |text| text.parse().unwrap())
}

/// What is wrong with the profile of a seed.
fn fault(seed: u64) -> Option<String> {
    let way = WAYS[(seed % WAYS.len() as u64) as usize];
    let options = format!("{way} --quiet --launch-timeout 0.3");
    let steps = STEPS.replace("CUBIN", cubin("kernels.sm_90").to_str().unwrap());
    let steps = steps.replace("NESTED", NESTED);
    let profiled = profile(&options, &steps).with(&format!("chaos {seed}")).run();
    // Of a profiler that does not let itself be closed nothing can be expected.
    let is_stuck = ["PopRange", "Stop", "Disable"]
        .iter()
        .any(|call| profiled.notices().contains(&format!("cuptiRangeProfiler{call} returned")));
    let is_misused = profiled.log.contains("misuse") && !is_stuck;
    let is_right = profiled.code == 7 && profiled.out == SAYS && !is_misused;
    let Profiled { code, out, err, log, .. } = &profiled;
    let said = format!("code {code}, said {out:?}\n{}{err}{log}", profiled.notices());
    (!is_right).then(|| format!("seed {seed}, {way}: {said}\n"))
}

#[test]
fn whatever_goes_wrong_the_program_does_what_it_does() {
    let (first, cases) = (number("PROPP_CHAOS_FIRST", 0), number("PROPP_CHAOS_CASES", 96));
    let next = AtomicU64::new(first);
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + cases {
                        return;
                    }
                    let fault = fault(seed);
                    faults.lock().unwrap().extend(fault);
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{} of {cases}:\n{}", faults.len(), faults.join("\n"));
}

/// A GPU that has fallen off the bus: from some call on, each of CUPTI's and of the driver's fails. The
/// program finds its launches failing and ends as it does without propp; propp ends with it, has
/// kept what came before, and says that something went wrong.
#[test]
fn when_the_gpu_is_gone_propp_ends_with_the_program() {
    for way in ["", "--all", "--replay rotate --max-launches-per-kernel 2", "--runs trace"] {
        let steps = "context 0 launch vadd 1 9 sync launch vmul 1 9 sync destroy exit 7";
        for call in [5, 17, 40, 60, 90, 140, 200] {
            let options = format!("{way} --quiet --launch-timeout 0.5");
            let profiled = profile(&options, steps).with(&format!("gone {call}")).run();
            let said =
                format!("{way} {call}: {} {}\n{}", profiled.err, profiled.log, profiled.notices());
            // Its own end, or that of a call that failed. Neither is one of propp's.
            assert!([7, 65].contains(&profiled.code), "{said}");
            let is_whole = profiled.recording.kernels.len() == 18;
            assert!(is_whole || !profiled.recording.notices.is_empty(), "{said}");
        }
    }
}
