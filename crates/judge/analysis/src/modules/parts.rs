//! The time by module and phase.

use std::collections::{BTreeMap, HashMap};

use propp_base_names::KernelName;
use propp_recording::{KernelTimes, Recording};
use schemars::JsonSchema;
use serde::Serialize;

/// The time of a run, divided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModuleTimes {
    /// The most time first; empty where nothing says whose launches are.
    pub parts: Vec<ModuleTime>,
}

/// The kernels that a module of PyTorch launched in a phase.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ModuleJson")]
pub struct ModuleTime {
    /// The path, such as `Transformer.layers.3.self_attn`; null outside of all modules.
    pub module: Option<String>,
    /// `forward`, `backward` or `optimizer`; null outside of all modules.
    pub phase: Option<String>,
    /// Launches of the trace run, without those of modules in it.
    pub launches: u64,
    /// Time of their kernels.
    pub total_ns: u64,
    /// Its share of the time of all kernels.
    pub time_share: f64,
    /// The kernels, the most time first.
    pub kernels: Vec<ModuleKernel>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ModuleKernelJson")]
pub struct ModuleKernel {
    /// The full demangled name.
    pub name: String,
    pub launches: u64,
    pub total_ns: u64,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    launches: u64,
    ns: u64,
}

impl Sum {
    fn add(&mut self, launches: u64, ns: u64) {
        self.launches += launches;
        self.ns = self.ns.saturating_add(ns);
    }
}

impl ModuleTimes {
    pub fn of(recordings: &[&Recording]) -> Self {
        Self::of_part(recordings, None)
    }

    /// Of the kernels that count, by their places in the only recording.
    pub(crate) fn of_part(recordings: &[&Recording], counts: Option<&[bool]>) -> Self {
        if recordings.iter().all(|recording| recording.owners.is_empty()) {
            return Self::default();
        }
        let mut sums: BTreeMap<Option<&str>, HashMap<&str, Sum>> = BTreeMap::new();
        for recording in recordings {
            add(recording, counts, &mut sums);
        }
        let whole = sums.values().flat_map(HashMap::values).map(|sum| sum.ns).sum::<u64>().max(1);
        let mut parts: Vec<ModuleTime> =
            sums.into_iter().map(|(owner, kernels)| part(owner, kernels, whole)).collect();
        parts.sort_by(|a, b| (b.total_ns, &a.module).cmp(&(a.total_ns, &b.module)));
        Self { parts }
    }

    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    pub fn total_ns(&self) -> u64 {
        self.parts.iter().map(|part| part.total_ns).sum()
    }
}

fn add<'a>(
    recording: &'a Recording,
    counts: Option<&[bool]>,
    sums: &mut BTreeMap<Option<&'a str>, HashMap<&'a str, Sum>>,
) {
    let name = |place: usize| recording.names[place].as_str();
    let owners = recording.owners.iter();
    let owners: HashMap<(usize, u32), usize> =
        owners.map(|owner| ((owner.process, owner.correlation), owner.name)).collect();
    let times = KernelTimes::of(recording);
    // By places first: names may be long, and launches are many.
    let mut by_place: HashMap<(Option<usize>, Option<usize>), Sum> = HashMap::new();
    let all = recording.kernels.iter().enumerate();
    for (_, kernel) in all.filter(|(place, _)| counts.is_none_or(|counts| counts[*place])) {
        let process = recording.streams[kernel.stream].process;
        let owner = owners.get(&(process, kernel.correlation)).copied();
        let function = recording.signatures[kernel.signature].function;
        by_place.entry((owner, function)).or_default().add(1, times.usual(kernel));
    }
    for ((owner, function), Sum { launches, ns }) in by_place {
        let of_owner = sums.entry(owner.map(name)).or_default();
        of_owner.entry(function.map_or("", name)).or_default().add(launches, ns);
    }
}

fn part(owner: Option<&str>, kernels: HashMap<&str, Sum>, whole_ns: u64) -> ModuleTime {
    let mut kernels: Vec<ModuleKernel> = kernels
        .into_iter()
        .map(|(symbol, sum)| ModuleKernel {
            name: KernelName::from_symbol(symbol).full,
            launches: sum.launches,
            total_ns: sum.ns,
        })
        .collect();
    kernels.sort_by(|a, b| (b.total_ns, &a.name).cmp(&(a.total_ns, &b.name)));
    let (module, phase) = owner.map_or((None, None), divided);
    let total_ns = kernels.iter().map(|kernel| kernel.total_ns).sum();
    ModuleTime {
        module,
        phase,
        launches: kernels.iter().map(|kernel| kernel.launches).sum(),
        total_ns,
        time_share: total_ns as f64 / whole_ns as f64,
        kernels,
    }
}

/// `encoder.layers.3 (forward)` is a module and a phase.
fn divided(owner: &str) -> (Option<String>, Option<String>) {
    let apart = owner.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let (module, phase) = apart.map_or((owner, None), |(module, phase)| (module, Some(phase)));
    (Some(module.to_owned()), phase.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use propp_recording::{KernelRow, OwnerRow, Signature, Stream};

    use super::*;

    /// Kernels `a` and `b`, each call of the correlation that it is long.
    fn recorded(launches: &[(usize, u32, Option<&str>)]) -> Recording {
        let mut recording = Recording {
            names: vec!["a".to_owned(), "b".to_owned()],
            streams: vec![Stream { process: 0, device_index: 0, context: 1, stream: 7 }],
            ..Recording::default()
        };
        for function in 0..2 {
            recording.signatures.push(Signature {
                function: Some(function),
                grid: [1; 3],
                block: [32, 1, 1],
                registers: 16,
                ..Signature::default()
            });
        }
        for &(signature, long, owner) in launches {
            recording.kernels.push(KernelRow {
                stream: 0,
                signature,
                start_ns: 100,
                end_ns: 100 + u64::from(long),
                correlation: long,
                graph: 0,
                nvtx: None,
            });
            if let Some(owner) = owner {
                recording.names.push(owner.to_owned());
                let name = recording.names.len() - 1;
                recording.owners.push(OwnerRow { process: 0, correlation: long, name });
            }
        }
        recording
    }

    #[test]
    fn each_launch_is_of_one_part_and_the_parts_are_the_whole() {
        let recording = recorded(&[
            (0, 1, Some("M.fc (forward)")),
            (1, 10, Some("M.fc (forward)")),
            (0, 100, Some("M.fc (backward)")),
            (0, 1000, None),
        ]);
        let parts = ModuleTimes::of(&[&recording]);
        assert_eq!(parts.total_ns(), 1111);
        let all: Vec<_> = parts
            .parts
            .iter()
            .map(|p| (p.module.as_deref(), p.phase.as_deref(), p.launches, p.total_ns))
            .collect();
        assert_eq!(
            all,
            [
                (None, None, 1, 1000),
                (Some("M.fc"), Some("backward"), 1, 100),
                (Some("M.fc"), Some("forward"), 2, 11),
            ]
        );
        let of_forward: Vec<_> =
            parts.parts[2].kernels.iter().map(|k| (k.name.as_str(), k.total_ns)).collect();
        assert_eq!(of_forward, [("b", 10), ("a", 1)]);
    }

    #[test]
    fn where_nothing_says_whose_launches_are_there_are_no_parts() {
        assert!(ModuleTimes::of(&[&recorded(&[(0, 1, None)])]).is_empty());
    }

    #[test]
    fn a_name_without_a_phase_is_a_module() {
        assert_eq!(divided("odd)"), (Some("odd)".to_owned()), None));
        let of_compiled = (Some("Net, compiled".to_owned()), Some("backward".to_owned()));
        assert_eq!(divided("Net, compiled (backward)"), of_compiled);
    }
}
