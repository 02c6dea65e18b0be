//! Kernels of recordings with their code.

use std::collections::{BTreeMap, BTreeSet};

use propp_base_names::demangle;
use propp_code_inspect::{Code, Kernel};
use propp_code_pace::KernelCode as Paced;
use propp_judge_analysis::{Configuration, Grouping, Input, KernelReport, analyse};
use propp_judge_cost::quality::Weights;
use propp_judge_cost::{CostModel, Work};
use propp_recording::Recording;

/// What a prediction starts from.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    pub(super) model: Option<CostModel>,
    /// By demangled name.
    pub(super) kernels: BTreeMap<String, RecordedKernel>,
}

#[derive(Clone, Debug)]
pub(super) struct RecordedKernel {
    pub(super) code: Kernel,
    pub(super) paced: Paced,
    pub(super) launches: Vec<(Configuration, Work)>,
}

impl Recorded {
    /// Runs of one program on a GPU: prices are not those of emulated counts. Kernels whose code was
    /// not recorded, or is not the same everywhere, are left out.
    pub fn of(recordings: &[Recording], weights: &Weights) -> Self {
        let is_emulated = recordings.iter().any(|recording| recording.emulated_gpu().is_some());
        let Some(model) = weights.cost().filter(|_| !is_emulated) else { return Self::default() };
        let inputs: Vec<Input<'_>> =
            recordings.iter().map(|recording| Input { name: "", recording }).collect();
        let reports = analyse(&inputs, weights, Grouping::Function).kernels;
        let kernel = |report: &KernelReport| {
            let code = code(recordings, &report.name.symbol)?;
            Some((demangle(&report.name.symbol), RecordedKernel::new(report, &code)?))
        };
        Self { model: Some(model.clone()), kernels: reports.iter().filter_map(kernel).collect() }
    }

    pub(super) fn knows(&self, name: &str) -> bool {
        self.kernels.contains_key(name)
    }

    pub(super) fn lack(&self) -> &'static str {
        if self.model.is_none() {
            "there are no prices for the GPU of the recording (propp fit, --weights), or it is emulated"
        } else if self.kernels.is_empty() {
            "the recording holds no code of kernels (--no-code), or no counts"
        } else {
            "the recording has none of the kernels that changed, or code of another architecture"
        }
    }
}

impl RecordedKernel {
    fn new(report: &KernelReport, cubin: &[u8]) -> Option<Self> {
        let symbol = &report.name.symbol;
        let mut code = Code::default();
        code.add(String::new(), cubin).ok()?;
        let code = code.kernels.into_iter().find(|kernel| kernel.name.symbol == *symbol)?;
        let launches = report.configurations.iter().copied().zip(report.work.clone());
        Some(Self { code, paced: Paced::of(cubin, symbol)?, launches: launches.collect() })
    }
}

/// The cubin of a kernel, if there is one only.
fn code(recordings: &[Recording], symbol: &str) -> Option<Vec<u8>> {
    let rows = recordings.iter().flat_map(|recording| {
        let own = recording.code.iter().filter(|row| recording.names[row.function] == symbol);
        own.map(|row| &recording.cubins[row.cubin])
    });
    let rows: Vec<_> = rows.collect();
    let hashes: BTreeSet<&str> = rows.iter().map(|cubin| cubin.hash.as_str()).collect();
    rows.first().filter(|_| hashes.len() == 1)?.unpack()
}
