//! CUPTI on this machine, and the counters of its GPUs.

use std::collections::BTreeSet;
use std::path::Path;
use std::thread::JoinHandle;

use cupti_sys::{Host, Library};
use propp_collect_toolkit::{Surroundings, open_cupti};

use crate::survey::wanted_counters;

/// A chip and the counters of each pass on it.
pub(super) type ChipCounters = (String, Vec<Vec<String>>);

/// CUPTI and counters, as far as found. The program also runs without them.
#[derive(Default)]
pub(super) struct Machine {
    /// The folder of CUPTI; empty without CUPTI.
    pub(super) cupti_dir: String,
    /// The counters to read on each chip of this machine, by pass.
    pub(super) counters: Vec<ChipCounters>,
    /// Why there are no counters: code and text of a notice.
    pub(super) problem: Option<(&'static str, String)>,
    /// Finds the counters while the program is traced, which takes some tenths of a
    /// second.
    pub(super) search:
        Option<JoinHandle<Result<Vec<ChipCounters>, propp_collect_cuda::DriverError>>>,
}

impl Machine {
    pub(super) fn search(surroundings: &Surroundings) -> Self {
        let (cupti, cupti_dir) = match cupti(surroundings) {
            Ok(found) => found,
            Err(text) => {
                return Self { problem: Some(("cupti-missing", text)), ..Self::default() };
            }
        };
        let search = Some(std::thread::spawn(move || plan_counters(&cupti)));
        Self { cupti_dir, search, ..Self::default() }
    }

    /// Waits until the counters are known.
    pub(super) fn wait_for_counters(&mut self) {
        let Some(search) = self.search.take() else { return };
        match search.join() {
            Ok(Ok(counters)) => self.counters = counters,
            Ok(Err(error)) => self.problem = Some(("no-gpu", error.to_string())),
            // The trace is worth keeping all the same.
            Err(_) => {
                let text = "finding out which counters there are failed; this is a bug of propp's";
                self.problem = Some(("no-counters", text.to_owned()));
            }
        }
    }
}

/// CUPTI and its folder, or why there is none.
pub(super) fn cupti(surroundings: &Surroundings) -> Result<(Library, String), String> {
    let cupti = open_cupti(surroundings).map_err(|error| error.to_string())?;
    let dir = cupti.path().parent().unwrap_or(Path::new(""));
    let text = dir.to_str().map(str::to_owned).ok_or_else(|| {
        format!(
            "the path of CUPTI's folder, {}, is not UTF-8; name another with --cuda-dir",
            dir.display()
        )
    });
    text.map(|text| (cupti, text))
}

fn plan_counters(cupti: &Library) -> Result<Vec<ChipCounters>, propp_collect_cuda::DriverError> {
    let mut chips = BTreeSet::new();
    for gpu in propp_collect_cuda::gpus()? {
        chips.insert(propp_collect_cuda::chip_name(cupti, gpu.index)?);
    }
    chips
        .into_iter()
        .map(|chip| {
            let host = Host::for_chip(cupti, &chip)?;
            let counters = wanted_counters(&host)?;
            Ok((chip, counters))
        })
        .collect()
}
