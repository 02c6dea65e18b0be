//! Notices when a launch that is measured never ends.
//!
//! A kernel that waits for another kernel, or for the host, never ends when it
//! runs alone. The trace run has shown that it ends by itself, so the count run
//! is ended and made again without it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use propp_wire::Frame;

/// A measured launch runs for every pass, slower where its code is patched. So
/// many times its own time are more than enough.
const RUNS: u32 = 30;

/// The launches that are being measured.
pub(super) struct Watch {
    patience: Duration,
    /// How long each kernel took at most when it was not measured.
    longest: HashMap<String, Duration>,
    /// By process: the kernel, since when, and how long it may take.
    under_way: HashMap<u32, (String, Instant, Duration)>,
    /// The kernel that never ended.
    pub(super) hung: Option<String>,
}

impl Watch {
    pub(super) fn new(patience: Duration, longest: HashMap<String, Duration>) -> Self {
        Self { patience, longest, under_way: HashMap::new(), hung: None }
    }

    /// Takes note of what a process sent. `text` gives its names.
    pub(super) fn note(
        &mut self,
        process: u32,
        frame: &Frame,
        text: impl Fn(u32) -> Option<String>,
    ) {
        match frame {
            Frame::Begins(begins) => {
                let name = text(begins.launch.name).unwrap_or_default();
                let longest = self.longest.get(&name).copied().unwrap_or_default();
                let patience = self.patience.saturating_add(longest.saturating_mul(RUNS));
                self.under_way.insert(process, (name, Instant::now(), patience));
            }
            // Whatever else it sends, it sends after the launch.
            _ => drop(self.under_way.remove(&process)),
        }
    }

    /// Whether a launch has taken too long.
    pub(super) fn hangs(&mut self) -> bool {
        let mut launches = self.under_way.values();
        if let Some((name, ..)) = launches.find(|(_, since, patience)| since.elapsed() > *patience)
        {
            self.hung.get_or_insert_with(|| name.clone());
        }
        self.hung.is_some()
    }
}

#[cfg(test)]
mod tests {
    use propp_wire::{Begins, Goodbye, Launch};

    use super::*;

    fn begins() -> Frame {
        let launch = Launch {
            name: 7,
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
            graph: 0,
            nvtx: 0,
        };
        Frame::Begins(Begins { launch })
    }

    #[test]
    fn only_a_launch_that_nothing_follows_hangs() {
        let goodbye = Frame::Goodbye(Goodbye { seen: 1, measured: 1, dropped: 0 });
        let mut watch = Watch::new(Duration::ZERO, HashMap::new());
        let text = |name| (name == 7).then(|| "spin".to_owned());
        watch.note(0, &begins(), text);
        watch.note(0, &goodbye, text);
        assert!(!watch.hangs());
        watch.note(0, &begins(), text);
        watch.note(1, &goodbye, text);
        std::thread::sleep(Duration::from_millis(1));
        assert!(watch.hangs());
        assert_eq!(watch.hung.as_deref(), Some("spin"));
    }

    #[test]
    fn a_kernel_that_is_long_by_itself_may_take_longer() {
        let longest = HashMap::from([("spin".to_owned(), Duration::from_secs(60))]);
        let mut watch = Watch::new(Duration::ZERO, longest);
        watch.note(0, &begins(), |_| Some("spin".to_owned()));
        watch.note(1, &begins(), |_| Some("other".to_owned()));
        std::thread::sleep(Duration::from_millis(1));
        assert!(watch.hangs());
        assert_eq!(watch.hung.as_deref(), Some("other"));
    }
}
