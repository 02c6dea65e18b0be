//! Detects measured launches that never end.
//!
//! A kernel that waits for another kernel, or for the host, never ends when it runs
//! alone. Since the kernel ended in the trace run, the count run is killed and made
//! again without it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use propp_wire::{Begins, Frame};

/// How many times its own time a measured launch may take. It runs once for every pass,
/// slower with patched code; this is more than enough.
const RUNS: u32 = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hung {
    /// A kernel, by its mangled name.
    Kernel(String),
    /// A graph, which has no name.
    Graph,
}

/// A launch that is being measured.
struct UnderWay {
    launched: Hung,
    since: Instant,
    patience: Duration,
}

/// The launches that are being measured.
pub(super) struct Watch {
    patience: Duration,
    /// The longest time of each kernel in the trace run.
    longest: HashMap<String, Duration>,
    /// By process.
    under_way: HashMap<u32, UnderWay>,
    pub(super) hung: Option<Hung>,
}

impl Watch {
    pub(super) fn new(patience: Duration, longest: HashMap<String, Duration>) -> Self {
        Self { patience, longest, under_way: HashMap::new(), hung: None }
    }

    /// Observes a frame of a process. `text` looks up its names.
    pub(super) fn note(
        &mut self,
        process: u32,
        frame: &Frame,
        text: impl Fn(u32) -> Option<String>,
    ) {
        match frame {
            Frame::Begins(Begins { launch }) => {
                let name = text(launch.name).unwrap_or_default();
                let longest = self.longest.get(&name).copied().unwrap_or_default();
                let patience = self.patience.saturating_add(longest.saturating_mul(RUNS));
                let launched = if launch.graph == 0 { Hung::Kernel(name) } else { Hung::Graph };
                let under_way = UnderWay { launched, since: Instant::now(), patience };
                self.under_way.insert(process, under_way);
            }
            // The launch has ended, or was not measured after all.
            Frame::Measured(_) | Frame::Progress(_) | Frame::Seen(_) | Frame::Goodbye(_) => {
                self.forget(process);
            }
            // Other frames may come from other threads, or between the announcement of a
            // launch and the launch, as the counters' names do.
            _ => {}
        }
    }

    pub(super) fn forget(&mut self, process: u32) {
        self.under_way.remove(&process);
    }

    /// Whether a launch has taken too long.
    pub(super) fn hangs(&mut self) -> bool {
        let mut launches = self.under_way.values();
        if let Some(hung) = launches.find(|launch| launch.since.elapsed() > launch.patience) {
            self.hung.get_or_insert_with(|| hung.launched.clone());
        }
        self.hung.is_some()
    }
}

#[cfg(test)]
mod tests {
    use propp_wire::{CounterNames, Goodbye, Launch, Name, Progress};

    use super::*;

    fn begins(name: u32, graph: u32) -> Frame {
        let launch = Launch {
            name,
            grid: [1; 3],
            block: [1; 3],
            cluster: [0; 3],
            registers: 0,
            static_shared_bytes: 0,
            dynamic_shared_bytes: 0,
            local_bytes_per_thread: 0,
            device: 0,
            context: 1,
            stream: 0,
            correlation: 1,
            graph,
            nvtx: 0,
        };
        Frame::Begins(Begins { launch })
    }

    fn text(name: u32) -> Option<String> {
        (name == 7).then(|| "spin".to_owned())
    }

    /// What hangs after these frames of process 0, without any patience.
    fn hung(frames: &[Frame]) -> Option<Hung> {
        let mut watch = Watch::new(Duration::ZERO, HashMap::new());
        frames.iter().for_each(|frame| watch.note(0, frame, text));
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(watch.hangs(), watch.hung.is_some());
        watch.hung
    }

    #[test]
    fn a_launch_hangs_until_it_is_said_to_have_ended() {
        let progress = Frame::Progress(Progress { seen: 1, measured: 0 });
        let goodbye = Frame::Goodbye(Goodbye { seen: 1, measured: 1, dropped: 0 });
        let spin = Some(Hung::Kernel("spin".to_owned()));
        assert_eq!(hung(&[]), None);
        assert_eq!(hung(&[begins(7, 0)]), spin);
        assert_eq!(hung(&[begins(7, 0), progress.clone()]), None);
        assert_eq!(hung(&[begins(7, 0), goodbye]), None);
        assert_eq!(hung(&[begins(7, 0), progress, begins(7, 0)]), spin);
    }

    #[test]
    fn what_stands_before_the_launch_or_beside_it_does_not_end_it() {
        let names = CounterNames { device: 0, counters: Vec::new(), runs: 4 };
        let other = Frame::Name(Name { id: 8, text: "other".to_owned() });
        let frames = [begins(7, 0), Frame::CounterNames(names), other];
        assert_eq!(hung(&frames), Some(Hung::Kernel("spin".to_owned())));
    }

    #[test]
    fn a_graph_that_hangs_is_not_a_kernel_without_a_name() {
        assert_eq!(hung(&[begins(0, 1)]), Some(Hung::Graph));
    }

    #[test]
    fn a_process_that_has_ended_hangs_no_longer() {
        let mut watch = Watch::new(Duration::ZERO, HashMap::new());
        watch.note(0, &begins(7, 0), text);
        watch.forget(0);
        std::thread::sleep(Duration::from_millis(1));
        assert!(!watch.hangs());
    }

    #[test]
    fn a_kernel_that_is_long_by_itself_may_take_longer() {
        let longest = HashMap::from([("spin".to_owned(), Duration::from_secs(60))]);
        let mut watch = Watch::new(Duration::ZERO, longest);
        watch.note(0, &begins(7, 0), text);
        watch.note(1, &begins(8, 0), |_| Some("other".to_owned()));
        std::thread::sleep(Duration::from_millis(1));
        assert!(watch.hangs());
        assert_eq!(watch.hung, Some(Hung::Kernel("other".to_owned())));
    }
}
