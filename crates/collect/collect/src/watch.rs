//! Notices that a run goes wrong: a measured launch that never ends, a process that ends
//! while a launch is measured, a run that comes to no end.
//!
//! A kernel that waits for another kernel, or for the host, never ends when it runs
//! alone. What is done about it: [`super::attempts`].

use std::collections::HashMap;
use std::time::{Duration, Instant};

use propp_recording_wire::{Begins, Frame, Severity};

use super::attempts::{Harm, Launched};
use super::pulse::Pulse;

/// How many times its own time a measured launch may take. It runs once for every pass,
/// slower with patched code; this is more than enough.
const RUNS: u32 = 30;

/// More time between two looks means that propp was suspended.
const LONGEST_LOOK: Duration = Duration::from_millis(500);

/// A launch that is being measured.
struct UnderWay {
    launched: Launched,
    /// By [`Watch::clock`].
    since: Duration,
    patience: Duration,
}

/// The launches that are being measured, and when something happened last.
pub(super) struct Watch {
    patience: Duration,
    begun: Instant,
    /// The time so far. Added up from look to look, since propp and the program may be
    /// suspended, and that time is not theirs.
    clock: Duration,
    looked: Instant,
    /// When something came last, by the clock.
    heard: Duration,
    /// How long the run may take while something happens.
    limit: Duration,
    /// The longest time of each kernel in the trace run.
    longest: HashMap<String, Duration>,
    /// For what is not announced.
    pulse: Option<Pulse>,
    under_way: HashMap<u32, UnderWay>,
    /// Why the run has to be ended, once it has.
    harm: Option<Harm>,
    /// Whether a launch was announced at all.
    pub(super) has_begun: bool,
    /// What was measured when a process ended.
    pub(super) died: Option<Launched>,
    /// What was measured when reading counters failed, if nothing was since.
    pub(super) failed: Option<Launched>,
}

impl Watch {
    /// `limit` is what the run may take; a run that is longer is ended when nothing has
    /// happened for `patience`.
    pub(super) fn new(
        patience: Duration,
        limit: Duration,
        longest: HashMap<String, Duration>,
        pulse: Option<Pulse>,
    ) -> Self {
        let now = Instant::now();
        Self {
            patience,
            begun: now,
            clock: Duration::ZERO,
            looked: now,
            heard: Duration::ZERO,
            limit,
            longest,
            pulse,
            under_way: HashMap::new(),
            harm: None,
            has_begun: false,
            died: None,
            failed: None,
        }
    }

    /// Observes a frame of a process. `text` looks up its names.
    pub(super) fn note(
        &mut self,
        process: u32,
        frame: &Frame,
        text: impl Fn(u32) -> Option<String>,
    ) {
        self.look();
        self.heard = self.clock;
        if matches!(frame, Frame::Measured(_) | Frame::Instructions(_)) {
            self.failed = None;
        }
        match frame {
            Frame::Begins(Begins { launch }) => {
                self.has_begun = true;
                let name = text(launch.name).unwrap_or_default();
                let longest = self.longest.get(&name).copied().unwrap_or_default();
                let patience = self.patience.saturating_add(longest.saturating_mul(RUNS));
                let launched = match launch.graph {
                    0 => Launched::Kernel(name),
                    _ => Launched::Graph,
                };
                let under_way = UnderWay { launched, since: self.clock, patience };
                self.under_way.insert(process, under_way);
            }
            // The launch has ended, or was not measured after all.
            Frame::Measured(_)
            | Frame::Instructions(_)
            | Frame::Progress(_)
            | Frame::Seen(_)
            | Frame::Goodbye(_) => {
                self.under_way.remove(&process);
            }
            Frame::Notice(notice) if notice.severity == Severity::Failure => {
                // The program may go wrong later because of it.
                if let Some(launch) = self.under_way.get(&process) {
                    self.failed = Some(launch.launched.clone());
                }
            }
            // Other frames may come from other threads, or between the announcement of a
            // launch and the launch, as the counters' names do.
            _ => {}
        }
    }

    /// A process has ended, or its connection has.
    pub(super) fn ends(&mut self, process: u32) {
        if let Some(launch) = self.under_way.remove(&process) {
            self.died = Some(launch.launched);
        }
    }

    fn look(&mut self) {
        let since = self.looked.elapsed();
        self.looked = Instant::now();
        self.clock += since.min(LONGEST_LOOK);
    }

    /// Nothing has come for a moment: looks whether the program can go on at all.
    pub(super) fn looks(&mut self) {
        self.look();
        // While a launch is measured, others wait inside the library.
        if !self.under_way.is_empty() || self.clock - self.heard <= self.patience {
            return;
        }
        if self.pulse.as_ref().is_some_and(|pulse| pulse.longest() > self.patience) {
            let reads_code = self.reads_code();
            self.harm.get_or_insert(Harm::Stuck { reads_code });
        } else if self.begun.elapsed() > self.limit {
            self.harm.get_or_insert(Harm::Overdue);
        }
    }

    /// Whether a thread reads the program's code, or did so when it ended.
    pub(super) fn reads_code(&self) -> bool {
        self.pulse.as_ref().is_some_and(Pulse::reads_code)
    }

    /// Why the run has to be ended, if it has.
    pub(super) fn harm(&mut self) -> Option<&Harm> {
        if self.harm.is_none() {
            self.look();
            let mut launches = self.under_way.values();
            let hung = launches.find(|launch| self.clock - launch.since > launch.patience);
            self.harm = hung.map(|launch| Harm::Hung(launch.launched.clone()));
        }
        self.harm.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use propp_recording_wire::{CounterNames, Goodbye, Launch, Name, Progress};

    use super::*;

    fn begins(name: u32, graph: u32) -> Frame {
        let launch = Launch {
            name,
            grid: [1; 3],
            block: [1; 3],
            context: 1,
            correlation: 1,
            graph,
            ..Launch::default()
        };
        Frame::Begins(Begins { launch })
    }

    fn text(name: u32) -> Option<String> {
        (name == 7).then(|| "spin".to_owned())
    }

    /// What hangs after these frames of process 0, without any patience.
    fn hung(frames: &[Frame]) -> Option<Harm> {
        let mut watch = Watch::new(Duration::ZERO, Duration::MAX, HashMap::new(), None);
        frames.iter().for_each(|frame| watch.note(0, frame, text));
        std::thread::sleep(Duration::from_millis(1));
        watch.harm().cloned()
    }

    fn kernel(name: &str) -> Harm {
        Harm::Hung(Launched::Kernel(name.to_owned()))
    }

    #[test]
    fn a_launch_hangs_until_it_is_said_to_have_ended() {
        let progress = Frame::Progress(Progress { seen: 1, measured: 0 });
        let goodbye = Frame::Goodbye(Goodbye { seen: 1, measured: 1, dropped: 0 });
        let spin = Some(kernel("spin"));
        assert_eq!(hung(&[]), None);
        assert_eq!(hung(&[begins(7, 0)]), spin);
        let owners = Frame::Owners(Vec::new());
        assert_eq!(hung(&[begins(7, 0), owners]), spin, "other threads tell owners");
        assert_eq!(hung(&[begins(7, 0), progress.clone()]), None);
        assert_eq!(hung(&[begins(7, 0), goodbye]), None);
        assert_eq!(hung(&[begins(7, 0), progress, begins(7, 0)]), spin);
    }

    #[test]
    fn what_stands_before_the_launch_or_beside_it_does_not_end_it() {
        let names = CounterNames { device: 0, counters: Vec::new(), runs: 4 };
        let other = Frame::Name(Name { id: 8, text: "other".to_owned() });
        let frames = [begins(7, 0), Frame::CounterNames(names), other];
        assert_eq!(hung(&frames), Some(kernel("spin")));
    }

    #[test]
    fn a_graph_that_hangs_is_not_a_kernel_without_a_name() {
        assert_eq!(hung(&[begins(0, 1)]), Some(Harm::Hung(Launched::Graph)));
    }

    #[test]
    fn a_process_that_has_ended_hangs_no_longer() {
        let mut watch = Watch::new(Duration::ZERO, Duration::MAX, HashMap::new(), None);
        watch.note(0, &begins(7, 0), text);
        watch.ends(0);
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(watch.harm(), None);
        assert_eq!(watch.died, Some(Launched::Kernel("spin".to_owned())));
    }

    #[test]
    fn a_kernel_that_is_long_by_itself_may_take_longer() {
        let longest = HashMap::from([("spin".to_owned(), Duration::from_secs(60))]);
        let mut watch = Watch::new(Duration::ZERO, Duration::MAX, longest, None);
        watch.note(0, &begins(7, 0), text);
        watch.note(1, &begins(8, 0), |_| Some("other".to_owned()));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(watch.harm(), Some(&kernel("other")));
    }

    #[test]
    fn the_time_of_a_suspension_is_not_the_launchs() {
        let patience = LONGEST_LOOK * 2;
        let mut watch = Watch::new(patience, Duration::MAX, HashMap::new(), None);
        watch.note(0, &begins(7, 0), text);
        watch.looked -= patience * 10;
        assert_eq!(watch.harm(), None);
        for _ in 0..3 {
            watch.looked -= LONGEST_LOOK;
            watch.looks();
        }
        assert_eq!(watch.harm(), Some(&kernel("spin")));
    }

    /// A run in which nothing comes, looked at for a few milliseconds.
    fn silent(patience: u64, limit: u64) -> Option<Harm> {
        let [patience, limit] = [patience, limit].map(Duration::from_millis);
        let mut watch = Watch::new(patience, limit, HashMap::new(), None);
        for _ in 0..4 {
            std::thread::sleep(Duration::from_millis(2));
            watch.looks();
        }
        watch.harm().cloned()
    }

    #[test]
    fn a_run_is_overdue_when_it_is_long_and_silent() {
        assert_eq!(silent(1, 1), Some(Harm::Overdue));
        assert_eq!(silent(60_000, 1), None);
        assert_eq!(silent(1, 60_000), None);
    }
}
