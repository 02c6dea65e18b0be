//! The code of measured kernels, and what it adds to their counts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use propp_code_pace::{Instructions, KernelCode, Pace};
use propp_judge_cost::CostModel;
use propp_judge_cost::quality::Weights;
use propp_recording::Recording;

/// A process: the place of the recording, and of the process in it.
type Process = (usize, usize);

/// Code by recording, cubin and name; `None` for what cannot be paced.
type Known = HashMap<(usize, usize, String), Option<Arc<KernelCode>>>;

/// The code that processes of the recordings measured.
pub(super) struct Codes<'a> {
    recordings: Vec<&'a Recording>,
    /// Cubins by process and mangled name. A process may have several of one name: modules with
    /// the same kernel.
    cubins: HashMap<(Process, &'a str), BTreeSet<usize>>,
    known: Mutex<Known>,
}

/// The code of the recordings, if the weights price what it adds.
pub(super) fn codes_for<'a>(
    weights: &Weights,
    recordings: impl IntoIterator<Item = &'a Recording>,
) -> Option<Codes<'a>> {
    let is_priced = weights.prices().is_some_and(CostModel::prices_code);
    is_priced.then(|| Codes::of(recordings))
}

impl<'a> Codes<'a> {
    pub(super) fn of(recordings: impl IntoIterator<Item = &'a Recording>) -> Self {
        let recordings: Vec<&Recording> = recordings.into_iter().collect();
        let mut cubins: HashMap<(Process, &str), BTreeSet<usize>> = HashMap::new();
        for (file, recording) in recordings.iter().enumerate() {
            for row in &recording.code {
                let name = recording.names[row.function].as_str();
                cubins.entry(((file, row.process), name)).or_default().insert(row.cubin);
            }
        }
        Self { recordings, cubins, known: Mutex::default() }
    }

    /// The pace of a launch of a kernel in one of these processes: of several codes with its name,
    /// by the one that the counts fit best. `None` where the code is not recorded.
    pub(super) fn pace(
        &self,
        processes: &BTreeSet<Process>,
        kernel: &str,
        counts: &BTreeMap<String, f64>,
        warps: f64,
    ) -> Option<Pace> {
        let of_process = |process: Process| {
            let cubins = self.cubins.get(&(process, kernel)).into_iter().flatten();
            cubins.map(move |cubin| (process.0, *cubin))
        };
        let mut cubins: Vec<(usize, usize)> =
            processes.iter().copied().flat_map(of_process).collect();
        cubins.sort_unstable();
        let hash =
            |(file, cubin): &(usize, usize)| self.recordings[*file].cubins[*cubin].hash.as_str();
        let mut seen = BTreeSet::new();
        cubins.retain(|cubin| seen.insert(hash(cubin)));
        let paces = cubins.into_iter().filter_map(|(file, cubin)| {
            let instructions = match self.recordings[file].emulated_gpu() {
                Some(_) => Instructions::Ptx,
                None => Instructions::Machine,
            };
            self.code(file, cubin, kernel)?.pace(counts, warps, instructions)
        });
        paces.reduce(|best, other| if other.misfit < best.misfit { other } else { best })
    }

    fn code(&self, file: usize, cubin: usize, kernel: &str) -> Option<Arc<KernelCode>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let bytes = self.recordings[file].cubins[cubin].unpack()?;
            KernelCode::of(&bytes, kernel).map(Arc::new)
        };
        known.entry((file, cubin, kernel.to_owned())).or_insert_with(read).clone()
    }
}
