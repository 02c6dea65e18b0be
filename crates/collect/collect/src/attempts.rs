//! What is tried when a run for counters goes wrong. Pure.

use propp_base_names::demangle;
use propp_recording::Ending;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Launched {
    /// A kernel, by its mangled name.
    Kernel(String),
    /// A graph, which has no name.
    Graph,
    /// Nothing: code of the program was read.
    Code,
}

impl Launched {
    fn name(&self) -> String {
        match self {
            Self::Kernel(kernel) => demangle(kernel),
            Self::Graph => "a graph".to_owned(),
            Self::Code => "code of the program".to_owned(),
        }
    }
}

/// How a run for counters went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Harm {
    /// A launch did not end while it was measured, and propp ended the run.
    Hung(Launched),
    /// The program ended in another way than without counters, perhaps while a launch was
    /// measured.
    EndedDifferently { ending: Ending, before: Option<Ending>, during: Option<Launched> },
    /// The run took far longer than the one before, nothing happened any more, and propp
    /// ended it.
    Overdue,
    /// The program did not come back from CUPTI, or from reading code, and propp ended it.
    Stuck { reads_code: bool },
}

impl Harm {
    /// The code of the notice.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Self::Hung(_) => "launch-hung",
            Self::EndedDifferently { .. } => "ended-differently",
            Self::Overdue => "run-overdue",
            Self::Stuck { .. } => "run-stuck",
        }
    }

    /// What happened. `patience` are the seconds of `--launch-timeout`.
    pub(super) fn text(&self, patience: f64) -> String {
        match self {
            Self::Hung(launched) => format!(
                "{} did not end within {patience} s while it was measured (--launch-timeout): it \
                 may wait for another kernel or for the host",
                launched.name()
            ),
            Self::EndedDifferently { ending, before, during } => {
                let how = match before {
                    Some(before) => format!(
                        "the program ended differently with counters: without them it {before}, \
                         with them it {ending}"
                    ),
                    None => format!("the program went wrong while counters were read: it {ending}"),
                };
                let during = match during {
                    None => String::new(),
                    Some(Launched::Code) => ", while propp read its code".to_owned(),
                    Some(launched) => format!(", while {} was measured", launched.name()),
                };
                how + &during
            }
            Self::Overdue => format!(
                "the run took over {TIMES_LONGER} times as long as the run before, nothing was \
                 recorded for {patience} s (--launch-timeout), and propp ended it"
            ),
            Self::Stuck { reads_code } => format!(
                "the program did not come back from {} within {patience} s (--launch-timeout), \
                 and propp ended it",
                if *reads_code { "the reading of its code" } else { "CUPTI" }
            ),
        }
    }

    pub(super) fn launched(&self) -> Option<&Launched> {
        match self {
            Self::Hung(launched) => Some(launched),
            Self::EndedDifferently { during, .. } => during.as_ref(),
            Self::Stuck { reads_code: true } => Some(&Launched::Code),
            Self::Overdue | Self::Stuck { .. } => None,
        }
    }
}

/// A count run may take this many times as long as the run before it.
pub(super) const TIMES_LONGER: u32 = 10;

/// What the next run does differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It does not measure this kernel, given by its mangled name.
    Without(String),
    WithoutGraphs,
    /// It does not collect the code of kernels.
    WithoutCode,
    /// It reads only what the hardware counts; no code of the program is patched.
    HardwareOnly,
    /// It reads one pass at a time, so that no launch is run again.
    Rotation,
}

impl Change {
    /// What is done, or why nothing is.
    pub(super) fn text(this: Option<&Self>) -> String {
        let Some(this) = this else { return "nothing more is tried".to_owned() };
        let what = match this {
            Self::Without(_) => "without that kernel",
            Self::WithoutGraphs => "without graphs",
            Self::WithoutCode => "without collecting the code of kernels",
            Self::HardwareOnly => "with the hardware's counters only, without patched code",
            Self::Rotation => "one pass at a time, without replay (--replay rotate)",
        };
        format!("the run is made again {what}")
    }
}

/// What may be tried yet.
pub(super) struct Attempts {
    runs: u32,
    /// Whether a kernel was left out because the program ended while it was measured.
    left_out: bool,
    graphs: bool,
    patches: bool,
    may_rotate: bool,
}

impl Attempts {
    /// `most` runs, the first included. `may_rotate` says whether rotation is another way
    /// than what is planned, and possible.
    pub(super) fn new(most: u32, may_rotate: bool) -> Self {
        Self {
            runs: most.saturating_sub(1),
            left_out: false,
            graphs: true,
            patches: true,
            may_rotate,
        }
    }

    /// The next run after one that went wrong, if there is anything left to try.
    pub(super) fn next(&mut self, harm: &Harm) -> Option<Change> {
        self.runs = self.runs.checked_sub(1)?;
        match (harm, harm.launched()) {
            (Harm::Hung(_), Some(Launched::Kernel(kernel))) => {
                return Some(Change::Without(kernel.clone()));
            }
            (_, Some(Launched::Kernel(kernel))) if !self.left_out => {
                self.left_out = true;
                return Some(Change::Without(kernel.clone()));
            }
            (_, Some(Launched::Code)) => return Some(Change::WithoutCode),
            (_, Some(Launched::Graph)) if std::mem::take(&mut self.graphs) => {
                return Some(Change::WithoutGraphs);
            }
            _ => {}
        }
        let hung = matches!(harm, Harm::Hung(_));
        if !hung && std::mem::take(&mut self.patches) {
            Some(Change::HardwareOnly)
        } else {
            std::mem::take(&mut self.may_rotate).then_some(Change::Rotation)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(during: Option<&str>) -> Harm {
        Harm::EndedDifferently {
            ending: Ending::Killed(11),
            before: Some(Ending::Exited(0)),
            during: during.map(|kernel| Launched::Kernel(kernel.to_owned())),
        }
    }

    /// What follows, when each run goes wrong in this way.
    fn changes(attempts: &mut Attempts, harms: &[Harm]) -> Vec<Option<Change>> {
        harms.iter().map(|harm| attempts.next(harm)).collect()
    }

    #[test]
    fn a_crash_is_met_by_measuring_less_and_less() {
        let harms = [crash(Some("a")), crash(Some("b")), crash(None), crash(None)];
        let expected = [
            Some(Change::Without("a".to_owned())),
            Some(Change::HardwareOnly),
            Some(Change::Rotation),
            None,
        ];
        assert_eq!(changes(&mut Attempts::new(10, true), &harms), expected);
        assert_eq!(changes(&mut Attempts::new(3, true), &harms)[2], None);
        assert_eq!(changes(&mut Attempts::new(10, false), &harms)[2], None);
        assert_eq!(changes(&mut Attempts::new(1, true), &harms)[0], None);
    }

    #[test]
    fn kernels_that_hang_are_left_out_one_by_one() {
        let hung = |kernel: &str| Harm::Hung(Launched::Kernel(kernel.to_owned()));
        let expected = ["a", "b", "c"].map(|kernel| Some(Change::Without(kernel.to_owned())));
        let harms = ["a", "b", "c"].map(hung);
        assert_eq!(changes(&mut Attempts::new(4, true), &harms), expected);
    }

    #[test]
    fn a_graph_that_goes_wrong_is_left_out_with_all_others() {
        let harm = Harm::Hung(Launched::Graph);
        let expected = [Some(Change::WithoutGraphs), Some(Change::Rotation), None];
        let harms = [harm.clone(), harm.clone(), harm];
        assert_eq!(changes(&mut Attempts::new(9, true), &harms), expected);
        let mut crashed = crash(None);
        if let Harm::EndedDifferently { during, .. } = &mut crashed {
            *during = Some(Launched::Graph);
        }
        assert_eq!(Attempts::new(2, true).next(&crashed), Some(Change::WithoutGraphs));
    }

    #[test]
    fn a_crash_while_code_is_read_costs_the_code_alone() {
        let mut crashed = crash(None);
        if let Harm::EndedDifferently { during, .. } = &mut crashed {
            *during = Some(Launched::Code);
        }
        assert!(
            crashed.text(60.0).ends_with("it was killed by signal 11, while propp read its code")
        );
        let expected = [Some(Change::WithoutCode), Some(Change::HardwareOnly), None];
        let harms = [Harm::Stuck { reads_code: true }, Harm::Stuck { reads_code: false }, crashed];
        assert_eq!(changes(&mut Attempts::new(3, true), &harms), expected);
        assert_eq!(changes(&mut Attempts::new(9, true), &harms[2..]), expected[..1]);
    }

    #[test]
    fn a_run_that_does_not_end_is_made_without_patched_code() {
        let expected = [Some(Change::HardwareOnly), Some(Change::Rotation), None];
        let harms = [Harm::Overdue, Harm::Overdue, Harm::Overdue];
        assert_eq!(changes(&mut Attempts::new(9, true), &harms), expected);
    }
}
