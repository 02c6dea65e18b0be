//! What to do about a notice, and what that costs.

use propp_judge_analysis::Analysis;

/// What cures the cause of a notice, where that is one thing.
pub(super) struct Cure {
    pub(super) words: &'static str,
    /// Whether the program has to run again.
    runs_again: bool,
}

impl Cure {
    /// Seconds that it costs, by what the runs of the recording took; `None` where no run is needed or
    /// none is known.
    pub(super) fn seconds(&self, analysis: &Analysis) -> Option<f64> {
        let known = analysis.sources.iter().flat_map(|source| &source.durations_ns).flatten();
        let ns: u64 = known.sum();
        (self.runs_again && ns > 0).then_some(ns as f64 * 1e-9)
    }
}

/// The words of the one for this code.
pub fn words(code: &str) -> Option<&'static str> {
    of(code).map(|cure| cure.words)
}

/// By the code of the notice.
pub(super) fn of(code: &str) -> Option<Cure> {
    let (words, runs_again) = match code {
        "no-counters" => ("propp profile --all APP measures every kind of launch", true),
        "no-count-run" | "no-trace-run" => ("propp profile APP makes both runs", true),
        "recording-unfinished" => ("profile again, and let propp end by itself", true),
        "emulated" => ("propp profile APP on a machine with a GPU", false),
        "program-failed" => ("run the program without propp, and mend it first", false),
        "process-ended-early" => ("let the program return from main, or call exit", true),
        "cannot-read-counters" | "counters-refused" | "counters-absent" | "cupti-missing" => {
            ("propp doctor names what is missing on this machine", false)
        }
        "budget-cut" | "budget-spent" => ("propp profile APP without --budget, or with more", true),
        "records-dropped" => {
            ("propp profile --duration 5 APP, or another part of the program", true)
        }
        "launches-differ" | "processes-differ" | "ended-differently" => (
            "let the program do the same in each run (seeds, input, steps), or use propp profile --runs one",
            true,
        ),
        "kernel-failed" => {
            ("compute-sanitizer APP names the access; mend it, then profile again", true)
        }
        "graph-kernels-unknown" => ("let the program build the same graphs in each run", true),
        "graph-loops" => {
            ("if it fails: propp profile --runs count APP, which records no times", true)
        }
        _ => return None,
    };
    Some(Cure { words, runs_again })
}
